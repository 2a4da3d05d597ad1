#include "core/cursor.h"

#include <string.h>

void cursor_open(struct cursor *c, const struct extent *x, uint64_t from, unsigned char *window,
                 size_t room, struct err *err)
{
    memset(c, 0, sizeof *c);
    c->err = err;
    c->limit = x->to;
    if (x->memory) {
        c->p = x->memory + (from - x->from);
        c->end = x->memory + (x->to - x->from);
        c->end_offset = x->to;
        return;
    }
    c->source = x->source;
    c->window = window;
    c->room = room;
    c->p = c->end = window;
    c->end_offset = from;
}

size_t cursor_refill(struct cursor *c, size_t n)
{
    size_t have = (size_t)(c->end - c->p);

    if (c->failed)
        return have;
    memmove(c->window, c->p, have);
    c->p = c->window;
    c->end = c->window + have;
    while (have < n && c->end_offset < c->limit) {
        size_t want = c->room - have;
        if (want > c->limit - c->end_offset)
            want = (size_t)(c->limit - c->end_offset);
        ssize_t got = source_read_some(c->source, c->end_offset, c->window + have, want, 0, c->err);
        if (got < 0)
            c->failed = true;
        if (got <= 0)
            break;
        have += (size_t)got;
        c->end += got;
        c->end_offset += (uint64_t)got;
    }
    return have;
}
