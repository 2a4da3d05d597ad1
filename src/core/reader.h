/* Strict JSON (RFC 8259), iterative, over a cursor. Nothing is built: a value is validated and its
 * place is kept by the caller. Every error is located (ERR_FORM); a failing source gives ERR_IO. */
#ifndef AERSCOPE_CORE_READER_H
#define AERSCOPE_CORE_READER_H

#include "base/limits.h"
#include "core/cursor.h"
#include "core/scan.h"
#include "core/timeline.h"

struct reader {
    struct cursor c;
    unsigned depth; /* containers that are open, those outside the range included */
    unsigned char kind[LIMIT_DEPTH / 8];
    struct err *err;
};

/* `depth` containers are open around the range. */
void reader_open(struct reader *r, const struct extent *x, uint64_t from, unsigned depth,
                 unsigned char *window, size_t room, struct err *err);
/* Passes white space; the next byte, or -1 at the end of the range. */
static inline int reader_space(struct reader *r);
/* Validates a string that begins here. `plain`: only U+0020..U+007E and no escape. */
static inline int reader_string(struct reader *r, bool *plain);
/* Validates the value that begins here (no white space before it). */
static inline int reader_value(struct reader *r, enum json_type *type, bool *plain);
/* Takes the byte `want` after white space, or fails saying that `what` is expected. */
static inline int reader_expect(struct reader *r, int want, const char *what);
/* Enters a container whose bracket is here; leaving is `r->depth--`. */
int reader_enter(struct reader *r);
/* Fails here: ERR_FORM, or the source's own error where that is the cause. */
int reader_fail(struct reader *r, const char *text);

/* --- the usual case of each without a call, the rest behind one --- */

int reader_space_on(struct reader *r);
int reader_string_on(struct reader *r, bool *plain); /* from within the string */
int reader_value_on(struct reader *r, enum json_type *type, bool *plain);
int reader_expect_on(struct reader *r, int want, const char *what);

static inline int reader_space(struct reader *r)
{
    return r->c.p < r->c.end && *r->c.p > ' ' ? *r->c.p : reader_space_on(r);
}

static inline int reader_string(struct reader *r, bool *plain)
{
    struct cursor *c = &r->c;

    *plain = true;
    c->p = scan_plain(c->p + 1, c->end);
    if (c->p == c->end || *c->p != '"')
        return reader_string_on(r, plain);
    c->p++;
    return 0;
}

static inline int reader_value(struct reader *r, enum json_type *type, bool *plain)
{
    if (r->c.p == r->c.end || *r->c.p != '"')
        return reader_value_on(r, type, plain);
    *type = JSON_STRING;
    return reader_string(r, plain);
}

static inline int reader_expect(struct reader *r, int want, const char *what)
{
    if (r->c.p == r->c.end || *r->c.p != want)
        return reader_expect_on(r, want, what);
    r->c.p++;
    return 0;
}

#endif
