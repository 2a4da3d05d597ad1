/* A reading position in evidence: over bytes in memory, or over a source through a window that is
 * refilled, so that no entry has to fit into memory. */
#ifndef AERSCOPE_CORE_CURSOR_H
#define AERSCOPE_CORE_CURSOR_H

#include "base/err.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a range of evidence is: bytes [from, to) of the input, held in `memory` or read from `source`. */
struct extent {
    const unsigned char *memory; /* NULL: through the source */
    uint64_t from, to;
    struct source *source;
};

struct cursor {
    const unsigned char *p, *end; /* bytes in hand, not yet read */
    uint64_t end_offset;          /* offset in the input of `end` */
    /* through a window; room is 0 over memory */
    struct source *source;
    unsigned char *window;
    size_t room;
    uint64_t limit; /* where the range ends */
    bool failed;    /* the source failed; `err` has the reason */
    struct err *err;
};

/* Positions at `from`, within the extent. `window` (room bytes, >= 16) is used only where the extent is
 * not in memory; it must live as long as the cursor. `err` takes a failure of the source. */
void cursor_open(struct cursor *c, const struct extent *x, uint64_t from, unsigned char *window,
                 size_t room, struct err *err);

static inline uint64_t cursor_offset(const struct cursor *c)
{
    return c->end_offset - (uint64_t)(c->end - c->p);
}

/* Tries to have at least n bytes (n <= 16, or <= room) in hand; returns how many there are. */
size_t cursor_refill(struct cursor *c, size_t n);

static inline size_t cursor_need(struct cursor *c, size_t n)
{
    size_t have = (size_t)(c->end - c->p);
    return have >= n || c->room == 0 ? have : cursor_refill(c, n);
}

/* The next byte without taking it, -1 at the end of the range. */
static inline int cursor_peek(struct cursor *c)
{
    return c->p < c->end || cursor_need(c, 1) ? *c->p : -1;
}

#endif
