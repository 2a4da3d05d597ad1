/* Pass 1: where each entry begins and ends. It follows strings and brackets only; whether what is
 * between is JSON is pass 2's to say, and damage that it finds comes before anything that this pass
 * could have taken wrongly. */
#ifndef AERSCOPE_CORE_BOUNDARY_H
#define AERSCOPE_CORE_BOUNDARY_H

#include "base/err.h"
#include "core/layout.h"
#include "core/scan.h"

struct span {
    uint64_t from, to;
};

struct spans {
    struct span *item;
    size_t count, room;
};

struct boundary {
    enum layout layout;
    enum {
        BOUNDARY_FIRST,  /* a value or the end of the array */
        BOUNDARY_NEXT,   /* a value, after a comma */
        BOUNDARY_VALUE,  /* inside an object or array */
        BOUNDARY_STRING, /* inside a string that is an entry */
        BOUNDARY_SCALAR,
        BOUNDARY_LINE,   /* inside a line */
        BOUNDARY_AFTER,  /* a comma or the end of the array */
        BOUNDARY_ENDED
    } state;
    struct nest nest;
    uint64_t from; /* where the entry in hand begins */
    uint64_t end;  /* when ended: the first byte after the entries */
};

void boundary_open(struct boundary *b, const struct layout_plan *plan);
/* Reads bytes [p, end), the first of which stands at `offset`; whole entries are appended. 0, also when
 * the entries ended; -1: damage, or memory. */
int boundary_feed(struct boundary *b, const unsigned char *p, const unsigned char *end, uint64_t offset,
                  struct spans *out, struct err *err);
/* The input ended at `offset`: what is unfinished is appended as it stands, so that pass 2 says where it
 * is damaged. -1: the input ends between entries. */
int boundary_close(struct boundary *b, uint64_t offset, struct spans *out, struct err *err);
/* True while an entry is open. */
bool boundary_inside(const struct boundary *b);

#endif
