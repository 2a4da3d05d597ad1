#include "core/boundary.h"

#include <stdlib.h>
#include <string.h>

struct feed {
    struct boundary *b;
    const unsigned char *p, *end;
    uint64_t end_offset;
    struct spans *out;
    struct err *err;
};

static uint64_t here(const struct feed *f)
{
    return f->end_offset - (uint64_t)(f->end - f->p);
}

static int emit(struct spans *out, uint64_t from, uint64_t to, struct err *err)
{
    if (out->count == out->room) {
        size_t room = out->room ? out->room * 2 : 1024;
        struct span *item = realloc(out->item, room * sizeof *item);
        if (!item)
            return err_set(err, ERR_MEMORY, "no memory for the places of entries");
        out->item = item;
        out->room = room;
    }
    out->item[out->count++] = (struct span){from, to};
    return 0;
}

static int finish(struct feed *f)
{
    f->b->state = BOUNDARY_AFTER;
    if (f->b->layout == LAYOUT_ENTRY) {
        f->b->state = BOUNDARY_ENDED;
        f->b->end = here(f);
    }
    return emit(f->out, f->b->from, here(f), f->err);
}

static bool is_space(unsigned char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static void skip_space(struct feed *f)
{
    while (f->p < f->end && is_space(*f->p))
        f->p++;
}

static void begin(struct feed *f)
{
    struct boundary *b = f->b;

    b->from = here(f);
    b->nest = (struct nest){0};
    if (b->layout == LAYOUT_LINES)
        b->state = BOUNDARY_LINE;
    else if (*f->p == '{' || *f->p == '[')
        b->state = BOUNDARY_VALUE;
    else
        b->state = *f->p == '"' ? BOUNDARY_STRING : BOUNDARY_SCALAR;
    if (b->state == BOUNDARY_STRING)
        b->nest.in_string = true;
    if (b->state == BOUNDARY_VALUE)
        b->nest.depth = 1;
    if (b->state == BOUNDARY_STRING || b->state == BOUNDARY_VALUE)
        f->p++;
}

static int first(struct feed *f)
{
    skip_space(f);
    if (f->p == f->end)
        return 0;
    if (*f->p == ']' && f->b->state == BOUNDARY_FIRST && f->b->layout != LAYOUT_LINES) {
        f->p++;
        f->b->state = BOUNDARY_ENDED;
        f->b->end = here(f);
        return 0;
    }
    if (*f->p == ',' || *f->p == ']' || *f->p == '}')
        return f->b->layout == LAYOUT_LINES
                   ? (begin(f), 0)
                   : err_at(f->err, here(f), "not JSON here: an entry is expected, not %c", *f->p);
    begin(f);
    return 0;
}

static int value(struct feed *f)
{
    f->p = scan_nest(f->p, f->end, &f->b->nest);
    return f->b->nest.depth == 0 ? finish(f) : 0;
}

/* A string that stands where an entry should. */
static int string_entry(struct feed *f)
{
    struct nest *n = &f->b->nest;

    while (f->p < f->end && n->in_string) {
        unsigned char c = *f->p++;
        n->in_string = n->escaped || c != '"';
        n->escaped = !n->escaped && c == '\\';
    }
    return n->in_string ? 0 : finish(f);
}

static int scalar(struct feed *f)
{
    if (here(f) == f->b->from)
        f->p++;
    while (f->p < f->end && !is_space(*f->p) && (*f->p == 0 || !strchr(",]}[{\"", *f->p)))
        f->p++;
    if (f->p == f->end)
        return 0;
    return finish(f);
}

static int line(struct feed *f)
{
    const unsigned char *lf = memchr(f->p, '\n', (size_t)(f->end - f->p));

    f->p = lf ? lf : f->end;
    if (!lf)
        return 0;
    f->b->state = BOUNDARY_FIRST;
    return emit(f->out, f->b->from, here(f), f->err);
}

static int after(struct feed *f)
{
    struct boundary *b = f->b;

    skip_space(f);
    if (f->p == f->end)
        return 0;
    if (*f->p != ',' && *f->p != ']')
        return err_at(f->err, here(f), "not JSON here: a comma or ] is expected after an entry");
    b->state = *f->p++ == ',' ? BOUNDARY_NEXT : BOUNDARY_ENDED;
    b->end = here(f);
    return 0;
}

static int step(struct feed *f)
{
    switch (f->b->state) {
    case BOUNDARY_FIRST:
    case BOUNDARY_NEXT:
        return first(f);
    case BOUNDARY_VALUE:
        return value(f);
    case BOUNDARY_STRING:
        return string_entry(f);
    case BOUNDARY_SCALAR:
        return scalar(f);
    case BOUNDARY_LINE:
        return line(f);
    case BOUNDARY_AFTER:
        return after(f);
    case BOUNDARY_ENDED:
        break;
    }
    return 0;
}

void boundary_open(struct boundary *b, const struct layout_plan *plan)
{
    memset(b, 0, sizeof *b);
    b->layout = plan->layout;
}

int boundary_feed(struct boundary *b, const unsigned char *p, const unsigned char *end, uint64_t offset,
                  struct spans *out, struct err *err)
{
    struct feed f = {b, p, end, offset + (uint64_t)(end - p), out, err};

    while (f.p < f.end && b->state != BOUNDARY_ENDED)
        if (step(&f))
            return -1;
    return 0;
}

bool boundary_inside(const struct boundary *b)
{
    return b->state == BOUNDARY_VALUE || b->state == BOUNDARY_STRING || b->state == BOUNDARY_SCALAR ||
           b->state == BOUNDARY_LINE;
}

int boundary_close(struct boundary *b, uint64_t offset, struct spans *out, struct err *err)
{
    bool inside = boundary_inside(b);

    if (inside && emit(out, b->from, offset, err))
        return -1;
    if (inside && b->layout != LAYOUT_LINES)
        return err_at(err, offset, "the input ends in the middle of an entry: it is cut off");
    if (b->layout == LAYOUT_LINES && (inside || b->state == BOUNDARY_FIRST)) {
        b->state = BOUNDARY_ENDED;
        b->end = offset;
    }
    if (b->state == BOUNDARY_ENDED)
        return 0;
    return err_at(err, offset, "the input ends before the array of entries does: it is cut off");
}
