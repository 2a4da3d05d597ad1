/* Line numbers of byte offsets: line feeds are counted in stretches as the file is hashed; a place
 * between is found by reading again from the mark before it. */
#ifndef AERSCOPE_CORE_LINEINDEX_H
#define AERSCOPE_CORE_LINEINDEX_H

#include "base/source.h"

struct line_mark {
    uint64_t offset;     /* where the stretch begins */
    uint64_t lines;      /* line feeds before it */
    uint64_t line_start; /* where the line that crosses into it begins */
};

struct lineindex {
    struct line_mark *mark;
    size_t count, room;
    uint64_t lines, line_start, end; /* after what was added */
};

/* Adds the bytes that follow those added before. 0 or -1 (memory). */
int lineindex_add(struct lineindex *x, const unsigned char *p, size_t len);
/* Line and column from 1. -1: the source failed, or `offset` was not added yet. */
int lineindex_place(const struct lineindex *x, struct source *source, uint64_t offset, uint64_t *line,
                    uint64_t *column, struct err *err);
void lineindex_release(struct lineindex *x);

#endif
