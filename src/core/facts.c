#include "core/facts.h"

#include "base/limits.h"
#include "base/text.h"
#include "core/decode.h"
#include "core/keyed.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int bench_init(struct bench *b, struct err *err)
{
    memset(b, 0, sizeof *b);
    buf_init(&b->text, 1 << 20);
    b->hasher = hasher_new(err);
    b->names = names_new();
    b->window = malloc(LIMIT_WINDOW);
    if (!b->hasher)
        return -1;
    if (!b->names || !b->window)
        return err_set(err, ERR_MEMORY, "no memory to read entries");
    return 0;
}

void bench_release(struct bench *b)
{
    hasher_free(b->hasher);
    names_free(b->names);
    free(b->window);
    buf_release(&b->text);
}

int facts_text(const struct value *v, const struct extent *x, struct bench *b, size_t limit,
               struct err *err)
{
    buf_clear(&b->text);
    return decode_string(&b->text, x, v->offset, limit, err);
}

/* The bytes of a plain string in memory, or the decoded text up to LIMIT_SHOWN. 1 when cut, -1. */
static int view_text(const struct value *v, const struct extent *x, struct bench *b, const char **text,
                     size_t *len, struct err *err)
{
    if (x->memory && v->plain && v->length - 2 <= LIMIT_SHOWN) {
        *text = (const char *)x->memory + (v->offset + 1 - x->from);
        *len = (size_t)v->length - 2;
        return 0;
    }
    int status = facts_text(v, x, b, LIMIT_SHOWN, err);
    *text = buf_cstr(&b->text);
    *len = b->text.len;
    return status;
}

/* A stored hash in one of its two forms: bare hex, or behind "sha256:". */
static int hash_differs(bool *differs, const struct value *v, const struct extent *x,
                        const struct digest *want, struct bench *b, struct err *err)
{
    static const char prefix[] = "sha256:";
    size_t head = sizeof prefix - 1;
    struct digest stored;
    const char *text;
    size_t len;

    *differs = v->type != JSON_ABSENT;
    if (v->type != JSON_STRING || !want)
        return 0;
    if (view_text(v, x, b, &text, &len, err) < 0)
        return -1;
    if (len == head + DIGEST_HEX && memcmp(text, prefix, head) == 0) {
        text += head;
        len -= head;
    }
    *differs = !digest_parse(text, len, &stored) || !digest_equal(&stored, want);
    return 0;
}

static int read_prev(struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    const struct value *v = &f->entry.member[MEMBER_PREV_DIGEST];
    const char *text;
    size_t len;

    f->prev_is_string = v->type == JSON_STRING;
    if (!f->prev_is_string)
        return 0;
    if (view_text(v, x, b, &text, &len, err) < 0)
        return -1;
    f->prev_is_digest = digest_parse(text, len, &f->prev);
    return 0;
}

/* --- job and class: nearly always what an entry before had, so what was found out then is kept --- */

/* The bytes of a string that can be kept, NULL where the general way has to be taken. */
static const unsigned char *short_text(const struct value *v, const struct extent *x, size_t *len)
{
    if (v->type != JSON_STRING || !x->memory || !v->plain || v->length <= 2 || v->length - 2 > KNOWN_BYTES)
        return NULL;
    *len = (size_t)v->length - 2;
    return x->memory + (v->offset + 1 - x->from);
}

static const struct known_text *look_up(struct known_text *m, const unsigned char *text, size_t len)
{
    if (m->len == len && memcmp(m->text, text, len) == 0)
        return m;
    memcpy(m->text, text, len);
    m->len = len;
    m->hash[0] = keyed_hash(0, text, len);
    m->hash[1] = keyed_hash(1, text, len);
    m->standing = provenance_standing((const char *)text, len);
    return m;
}

static int hash_member(uint64_t *hash, uint64_t seed, const struct value *v, const struct extent *x,
                       struct err *err)
{
    if (v->type != JSON_STRING)
        return 0;
    return keyed_string(hash, seed, x, v->offset, v->length, v->plain, err);
}

static int read_class(struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    const struct value *v = &f->entry.member[MEMBER_PROVENANCE_CLASS];
    const char *text;
    size_t len;
    const unsigned char *bytes = short_text(v, x, &len);

    if (bytes) {
        const struct known_text *m = look_up(&b->class[(bytes[len - 1] + len) % KNOWN_CLASSES], bytes, len);
        f->class_hash = m->hash[0];
        f->standing = m->standing;
        return 0;
    }
    if (v->type != JSON_STRING)
        return 0;
    int cut = view_text(v, x, b, &text, &len, err);
    if (cut == 0)
        f->standing = provenance_standing(text, len);
    return cut < 0 ? -1 : hash_member(&f->class_hash, 0, v, x, err);
}

/* Two hashes of the job: whether entries are of one job must not hang on 64 bits. */
static int read_job(struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    const struct value *v = &f->entry.member[MEMBER_JOB_ID];
    size_t len;
    const unsigned char *bytes = short_text(v, x, &len);

    if (bytes) {
        const struct known_text *m = look_up(&b->job, bytes, len);
        f->job_hash[0] = m->hash[0];
        f->job_hash[1] = m->hash[1];
        return 0;
    }
    if (hash_member(&f->job_hash[0], 0, v, x, err))
        return -1;
    return hash_member(&f->job_hash[1], 1, v, x, err);
}

static void note_text(struct facts *f, enum member m, unsigned has)
{
    unsigned bit = 1u << m;

    f->control |= has & TEXT_HAS_CONTROL ? bit : 0;
    f->surrogate |= has & TEXT_HAS_SURROGATE ? bit : 0;
    f->invisible |= has & TEXT_HAS_INVISIBLE ? bit : 0;
    f->mixed |= has & TEXT_HAS_MIXED ? bit : 0;
}

/* Text beyond ASCII is inspected in large pieces, so that its length does not matter. */
static int inspect(struct facts *f, enum member m, const struct extent *x, struct bench *b,
                   struct err *err)
{
    unsigned char window[1024];
    struct decoder d;
    size_t piece = LIMIT_WINDOW;

    decoder_open(&d, x, f->entry.member[m].offset, window, sizeof window, err);
    while (!d.ended) {
        buf_clear(&b->text);
        unsigned char *to = buf_reserve(&b->text, piece);
        if (!to)
            return err_set(err, ERR_MEMORY, "no memory to inspect a string");
        ssize_t got = decoder_next(&d, to, piece);
        if (got < 0)
            return -1;
        note_text(f, m, text_inspect(to, (size_t)got));
    }
    return 0;
}

static int read_texts(struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    static const enum member shown[] = {MEMBER_ID, MEMBER_TOOL, MEMBER_JOB_ID, MEMBER_PROVENANCE_CLASS};

    if (f->entry.usual)
        return 0;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const struct value *v = &f->entry.member[shown[i]];
        if (v->type == JSON_STRING && !v->plain && inspect(f, shown[i], x, b, err))
            return -1;
    }
    for (int m = 0; m < MEMBER_COUNT; m++)
        if (f->entry.member[m].type == JSON_STRING && f->entry.member[m].length == 2)
            f->empty |= 1u << m;
    return 0;
}

static int put_hash(void *hasher, const void *bytes, size_t len)
{
    hasher_add(hasher, bytes, len);
    return 0;
}

int facts_digest(const struct facts *f, const struct extent *x, bool close, struct hasher *h,
                 struct digest *out, struct err *err)
{
    struct sink sink;

    hasher_begin(h);
    sink_open(&sink, put_hash, h);
    int status = canonical_entry(&sink, &f->entry, x, &f->seq, close, &f->payload.digest, err);
    sink_close(&sink);
    if (hasher_end(h, out) && status == 0)
        return err_set(err, ERR_IO, "SHA-256 failed in OpenSSL");
    return status;
}

static int read_digest(struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    if (!f->payload.strict || !canonical_possible(&f->entry, &f->seq))
        return 0;
    f->has_digest = true;
    return facts_digest(f, x, f->close == CLOSE_TRUE, b->hasher, &f->digest, err);
}

static enum close_state close_state(enum json_type t)
{
    switch (t) {
    case JSON_ABSENT:
        return CLOSE_ABSENT;
    case JSON_FALSE:
        return CLOSE_FALSE;
    case JSON_TRUE:
        return CLOSE_TRUE;
    default:
        return CLOSE_BAD;
    }
}

/* Stored hashes beside the recomputed ones. */
static int read_stored(struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    const struct value *m = f->entry.member;

    if (hash_differs(&f->hash_differs, &m[MEMBER_OUTPUT_HASH], x,
                     f->payload.strict ? &f->payload.digest : NULL, b, err))
        return -1;
    return hash_differs(&f->digest_differs, &m[MEMBER_ENTRY_DIGEST], x,
                        f->has_digest ? &f->digest : NULL, b, err);
}

int facts_members(struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    const struct value *m = f->entry.member;

    f->close = close_state(m[MEMBER_CLOSE].type);
    if (m[MEMBER_SEQ].type == JSON_NUMBER &&
        seq_read(&f->seq, x, m[MEMBER_SEQ].offset, m[MEMBER_SEQ].length, err))
        return -1;
    if (payload_read(&f->payload, &m[MEMBER_CANONICAL_BYTES], x, b->hasher, NULL, NULL, err) ||
        read_prev(f, x, b, err) || read_class(f, x, b, err) || read_texts(f, x, b, err) ||
        read_digest(f, x, b, err) || read_job(f, x, b, err) ||
        hash_member(&f->id_hash, 0, &m[MEMBER_ID], x, err))
        return -1;
    return read_stored(f, x, b, err);
}

int facts_visit(struct facts *f, const struct extent *x, unsigned depth, struct bench *b,
                const struct entry_visitor *visitor, struct err *err)
{
    buf_wipe((char *)f + offsetof(struct facts, seq), sizeof *f - offsetof(struct facts, seq));
    if (entry_read(&f->entry, x, depth, b->names, b->window, LIMIT_WINDOW, visitor, err))
        return -1;
    return f->entry.type == JSON_OBJECT ? facts_members(f, x, b, err) : 0;
}

int facts_read(struct facts *f, const struct extent *x, unsigned depth, struct bench *b,
               struct err *err)
{
    return facts_visit(f, x, depth, b, NULL, err);
}
