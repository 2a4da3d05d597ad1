/* The texts that are shown of an entry, for searching. */
#include "core/question.h"

#include "base/text.h"
#include "core/decode.h"

#include <string.h>

/* A longer text is passed on in parts. A part begins with the end of the one before it, so that what is looked
 * for stands whole in one of them, wherever it is. */
enum { PART = 1 << 20, SHARED = 1 << 18, EDGE = 4096, READ = 16384 };

struct texts {
    struct timeline *t;
    struct extent x;
    struct entry entry;
    text_visit *visit;
    void *arg;
    struct buf raw, shown;
    enum member member; /* of the text that is in `raw` */
    unsigned flags;
    bool later;         /* a part of it was passed on */
    struct err *err;
    bool found;
};

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for a search");
}

static void begin(struct texts *w, enum member m, unsigned flags)
{
    buf_clear(&w->raw);
    w->member = m;
    w->flags = flags;
    w->later = false;
}

/* Escapes and passes on the first `len` bytes that are in `raw`. */
static int pass(struct texts *w, size_t len, bool more)
{
    struct text_part part = {.member = w->member, .later = w->later, .more = more};

    buf_clear(&w->shown);
    if (text_escape(&w->shown, w->raw.data, len, w->flags))
        return no_memory(w->err);
    int status = w->visit(w->arg, part, buf_cstr(&w->shown), w->shown.len);
    w->found |= status > 0;
    w->later = true;
    return status < 0 ? -1 : 0;
}

/* Where the text is cut so that no character is: before a character of ASCII, where one is near. */
static size_t edge(const struct texts *w, size_t from, int step)
{
    size_t at = from;

    for (int i = 0; i < EDGE; i++, at = at + (size_t)step)
        if (w->raw.data[at] < 0x80)
            return at;
    return from;
}

/* There are READ bytes and more behind what is passed on, so this is not the last part. */
static int pass_part(struct texts *w)
{
    size_t end = edge(w, PART, -1), from = edge(w, end - SHARED, 1);

    if (pass(w, end, true))
        return -1;
    memmove(w->raw.data, w->raw.data + from, w->raw.len - from);
    w->raw.len -= from;
    return 0;
}

static int put(void *arg, const void *bytes, size_t len)
{
    struct texts *w = arg;

    if (w->found)
        return 0;
    if (buf_add(&w->raw, bytes, len))
        return no_memory(w->err);
    return w->raw.len > PART + READ ? pass_part(w) : 0;
}

static int end(struct texts *w)
{
    return w->found ? 0 : pass(w, w->raw.len, false);
}

static int put_raw(struct texts *w, const struct value *v)
{
    unsigned char block[READ];

    for (uint64_t at = 0; at < v->length && !w->found;) {
        uint64_t left = v->length - at;
        ssize_t got = source_read(w->t->source, v->offset + at, block, left < READ ? (size_t)left : READ, w->err);
        if (got < 0 || (got > 0 && put(w, block, (size_t)got)))
            return -1;
        if (got == 0)
            break;
        at += (uint64_t)got;
    }
    return 0;
}

static int put_string(struct texts *w, const struct value *v)
{
    unsigned char window[READ], block[READ];
    struct decoder d;

    decoder_open(&d, &w->x, v->offset, window, sizeof window, w->err);
    while (!d.ended && !w->found) {
        ssize_t got = decoder_next(&d, block, sizeof block);
        if (got < 0 || put(w, block, (size_t)got))
            return -1;
    }
    return 0;
}

static int pass_value(struct texts *w, enum member m, const struct value *v)
{
    bool string = v->type == JSON_STRING;

    if (w->found)
        return 0;
    begin(w, m, string ? TEXT_WTF8 : 0);
    if (string ? put_string(w, v) : put_raw(w, v))
        return -1;
    return end(w);
}

static int on_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct texts *w = arg;

    if (known != MEMBER_COUNT)
        return 0;
    return pass_value(w, MEMBER_COUNT, name) || pass_value(w, MEMBER_COUNT, v) ? -1 : 0;
}

static int pass_payload(struct texts *w)
{
    struct payload p;

    if (w->found)
        return 0;
    begin(w, MEMBER_CANONICAL_BYTES, TEXT_PROSE);
    if (payload_read(&p, &w->entry.member[MEMBER_CANONICAL_BYTES], &w->x, w->t->desk.hasher, put, w, w->err))
        return -1;
    return end(w);
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

    buf_init(&w.raw, PART + 2 * READ + 1);
    buf_init(&w.shown, 16 * (size_t)(PART + 2 * READ));
    pthread_mutex_lock(&t->desk_lock);
    int status = pass_all(&w, entry, payload);
    pthread_mutex_unlock(&t->desk_lock);
    buf_release(&w.raw);
    buf_release(&w.shown);
    return status < 0 ? -1 : w.found;
}
