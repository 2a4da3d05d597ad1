/* The texts that are shown of an entry, for searching. */
#include "core/question.h"

#include "base/text.h"
#include "core/decode.h"

/* Searched of one text; what is longer is searched up to here. */
enum { TEXT_MAX = 1 << 20 };

struct texts {
    struct timeline *t;
    struct extent x;
    struct entry entry;
    text_visit *visit;
    void *arg;
    struct buf raw, shown;
    struct err *err;
    bool found;
};

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for a search");
}

/* Escapes and passes on what is in `raw`. */
static int pass(struct texts *w, enum member m, unsigned flags)
{
    buf_clear(&w->shown);
    if (text_escape(&w->shown, w->raw.data, w->raw.len, flags))
        return no_memory(w->err);
    int status = w->visit(w->arg, m, buf_cstr(&w->shown), w->shown.len);
    w->found |= status > 0;
    return status < 0 ? -1 : 0;
}

static int read_raw(struct texts *w, const struct value *v)
{
    size_t len = v->length < TEXT_MAX ? (size_t)v->length : TEXT_MAX;
    unsigned char *to = buf_reserve(&w->raw, len);

    if (!to)
        return no_memory(w->err);
    ssize_t got = source_read(w->t->source, v->offset, to, len, w->err);
    if (got < 0)
        return -1;
    w->raw.len = (size_t)got;
    return 0;
}

static int pass_value(struct texts *w, enum member m, const struct value *v)
{
    bool string = v->type == JSON_STRING;

    if (w->found)
        return 0;
    buf_clear(&w->raw);
    if (string ? decode_string(&w->raw, &w->x, v->offset, TEXT_MAX, w->err) < 0 : read_raw(w, v) != 0)
        return -1;
    return pass(w, m, string ? TEXT_WTF8 : 0);
}

static int on_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct texts *w = arg;

    if (known != MEMBER_COUNT)
        return 0;
    return pass_value(w, MEMBER_COUNT, name) || pass_value(w, MEMBER_COUNT, v) ? -1 : 0;
}

static int put_payload(void *arg, const void *bytes, size_t len)
{
    struct texts *w = arg;

    if (len > TEXT_MAX - w->raw.len)
        len = TEXT_MAX - w->raw.len;
    return buf_add(&w->raw, bytes, len);
}

static int pass_payload(struct texts *w)
{
    struct payload p;

    if (w->found)
        return 0;
    buf_clear(&w->raw);
    if (payload_read(&p, &w->entry.member[MEMBER_CANONICAL_BYTES], &w->x, w->t->desk.hasher, put_payload, w,
                     w->err))
        return -1;
    return pass(w, MEMBER_CANONICAL_BYTES, TEXT_PROSE);
}

static int pass_all(struct texts *w, uint64_t entry, bool payload)
{
    struct entry_visitor visitor = {on_member, w};
    struct timeline *t = w->t;

    if (timeline_extent(t, entry, &w->x, w->err) ||
        entry_read(&w->entry, &w->x, t->plan.depth, t->desk.names, t->desk.window, LIMIT_WINDOW, &visitor,
                   w->err))
        return -1;
    for (int m = 0; m < MEMBER_COUNT; m++) {
        const struct value *v = &w->entry.member[m];
        if (m != MEMBER_CANONICAL_BYTES && v->type != JSON_ABSENT && pass_value(w, (enum member)m, v))
            return -1;
    }
    return payload ? pass_payload(w) : 0;
}

int entry_texts(struct timeline *t, uint64_t entry, bool payload, text_visit *visit, void *arg,
                struct err *err)
{
    struct texts w = {.t = t, .visit = visit, .arg = arg, .err = err};

    buf_init(&w.raw, TEXT_MAX + 4096);
    buf_init(&w.shown, 16 * (size_t)TEXT_MAX);
    pthread_mutex_lock(&t->desk_lock);
    int status = pass_all(&w, entry, payload);
    pthread_mutex_unlock(&t->desk_lock);
    buf_release(&w.raw);
    buf_release(&w.shown);
    return status < 0 ? -1 : w.found;
}
