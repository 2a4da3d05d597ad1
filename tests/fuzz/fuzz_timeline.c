/* The whole examination: on this thread, on two, and with the file moved so that a border of blocks falls into it,
 * it says the same; and what it says of entries, digests and places is so. */
#include "fuzz.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "core/members.h"
#include "core/selection.h"
#include "core/verdict.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_LOOKED_AT = 32 };

static struct timeline_options options_of(uint64_t h)
{
    static const enum construction by[8] = {[5] = CONSTRUCTION_07, [6] = CONSTRUCTION_06};
    static const enum layout as[16] = {[13] = LAYOUT_ARRAY, [14] = LAYOUT_WRAPPED, [15] = LAYOUT_LINES};

    return (struct timeline_options){.construction = by[h % 8], .layout = as[h / 8 % 16]};
}

static void holds_same(const struct buf *a, const struct buf *b)
{
    size_t i = 0;

    if (a->len == b->len && memcmp(a->data, b->data, a->len) == 0)
        return;
    while (i < a->len && i < b->len && a->data[i] == b->data[i])
        i++;
    i = i > 200 ? i - 200 : 0;
    HOLDS_OF(i == a->len, a->data + i, a->len - i < 800 ? a->len - i : 800);
    HOLDS_OF(i == b->len, b->data + i, b->len - i < 800 ? b->len - i : 800);
}

/* --- the hashed bytes --- */

static int collect(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

struct eight {
    size_t seen;
    const char *last;
};

static int visit_eight(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    static const char *const names[] = {"close",       "id",               "job_id", "output_hash",
                                        "prev_digest", "provenance_class", "seq",    "tool"};
    struct eight *e = arg;

    (void)at;
    HOLDS(e->seen < 8 && strlen(names[e->seen]) == len && memcmp(names[e->seen], name, len) == 0);
    if (e->seen == 0)
        HOLDS(v->type == JSON_TRUE || v->type == JSON_FALSE);
    else
        HOLDS(v->type == (e->seen == 6 ? JSON_NUMBER : JSON_STRING));
    e->seen++;
    return 0;
}

static void look_at_preimage(struct fuzz_exam *e, uint64_t entry, const struct entry_mark *m)
{
    struct eight eight = {0, NULL};
    struct document d;
    struct digest digest;
    struct err err = {0};
    struct buf b;
    enum json_type type;

    buf_init(&b, SIZE_MAX / 2);
    HOLDS((timeline_preimage(e->t, entry, collect, &b, &err) == 0) == m->has_digest);
    if (m->has_digest) {
        HOLDS(digest_bytes(b.data, b.len, &digest, &err) == 0);
        HOLDS(digest_equal(&digest, &m->digest));
    }
    if (m->has_digest && timeline_construction(e->t) == CONSTRUCTION_07) {
        HOLDS(timeline_digest_closed(e->t, entry, m->close, &digest, &err) == 0);
        HOLDS(digest_equal(&digest, &m->digest));
        for (size_t i = 0; i < b.len; i++)
            HOLDS_OF(b.data[i] >= 0x20 && b.data[i] < 0x7f, b.data, b.len);
        HOLDS(document_set(&d, b.data, b.len, &err) == 0);
        HOLDS(object_walk(&d, 0, true, &type, visit_eight, &eight, &err) == 0);
        HOLDS(eight.seen == 8);
        document_release(&d);
    }
    buf_release(&b);
}

/* --- an entry as it is shown --- */

static void look_at_payload(struct fuzz_exam *e, uint64_t entry, const struct entry_text *x)
{
    unsigned char piece[7];
    struct digest digest;
    struct err err = {0};
    struct buf b;
    ssize_t n;

    if (!x->has_output || x->output_bytes > 4096)
        return;
    buf_init(&b, SIZE_MAX / 2);
    while ((n = timeline_read_payload(e->t, entry, b.len, piece, sizeof piece, &err)) > 0)
        HOLDS(buf_add(&b, piece, (size_t)n) == 0);
    HOLDS(n == 0);
    HOLDS(b.len == x->output_bytes && b.len == x->payload.len);
    HOLDS(b.len == 0 || memcmp(b.data, x->payload.data, b.len) == 0);
    HOLDS(digest_bytes(b.len ? b.data : (const unsigned char *)"", b.len, &digest, &err) == 0);
    HOLDS(digest_equal(&digest, &x->output));
    buf_release(&b);
}

static void look_at_link(struct fuzz_exam *e, uint64_t entry, const struct entry_text *x, const struct entry_mark *m)
{
    const struct entry_value *prev = &x->member[MEMBER_PREV_DIGEST];
    char want[DIGEST_HEX + 1];
    struct entry_mark before = {.has_digest = true};

    if (timeline_construction(e->t) != CONSTRUCTION_07)
        return;
    if (entry > 1)
        before = timeline_mark(e->t, entry - 1);
    digest_hex(&before.digest, want);
    HOLDS(m->links == (prev->type == JSON_STRING && before.has_digest && prev->text.len == DIGEST_HEX && !prev->cut &&
                       memcmp(prev->text.data, want, DIGEST_HEX) == 0));
}

static void look_at_place(struct fuzz_exam *e, const uint8_t *data, uint64_t offset)
{
    uint64_t line, column, naive_line = 1, naive_column = 1;
    struct err err = {0};

    HOLDS(timeline_place(e->t, offset, &line, &column, &err) == 0);
    for (uint64_t i = 0; i < offset; i++) {
        naive_line += data[i] == '\n';
        naive_column = data[i] == '\n' ? 1 : naive_column + 1;
    }
    HOLDS(line == naive_line && column == naive_column);
}

static void look_at_entry(struct fuzz_exam *e, const uint8_t *data, size_t size, uint64_t entry)
{
    struct entry_mark m = timeline_mark(e->t, entry);
    struct entry_text x = {0};
    struct err err = {0};

    HOLDS(m.offset < size);
    look_at_place(e, data, m.offset);
    HOLDS(timeline_read_entry(e->t, entry, 4096, &x, &err) == 0);
    HOLDS(x.entry == entry && x.offset == m.offset && x.offset + x.length <= size && x.length > 0);
    HOLDS(x.is_object == (data[m.offset] == '{'));
    for (int i = 0; i < MEMBER_COUNT; i++) {
        const struct entry_value *v = &x.member[i];

        if (v->type == JSON_ABSENT)
            continue;
        HOLDS(v->offset > m.offset && v->offset + v->length < m.offset + x.length);
        HOLDS((v->type == JSON_STRING) == (data[v->offset] == '"'));
    }
    HOLDS(m.has_class == (x.member[MEMBER_PROVENANCE_CLASS].type == JSON_STRING));
    HOLDS(m.close == (x.member[MEMBER_CLOSE].type == JSON_TRUE));
    HOLDS(x.extras <= ENTRY_EXTRAS && x.extras <= x.extras_total);
    look_at_payload(e, entry, &x);
    look_at_link(e, entry, &x, &m);
    look_at_preimage(e, entry, &m);
    entry_text_release(&x);
}

/* --- the whole --- */

static uint64_t failures(const struct timeline *t)
{
    return timeline_severity_total(t, SEVERITY_FAILURE);
}

static void look_at_sums(struct fuzz_exam *e)
{
    uint64_t entries = timeline_progress(e->t).entries, standing = 0, classes = 0, totals[FINDING_COUNT] = {0};
    static struct class_count c[LIMIT_CLASSES + 16];
    struct reference_set none = {0};
    struct finding_walk w;
    struct finding f;

    for (int s = 0; s < STANDING_COUNT; s++)
        standing += timeline_standing_total(e->t, (enum standing)s);
    HOLDS(standing == entries);
    for (size_t i = timeline_classes(e->t, c, sizeof c / sizeof *c); i-- > 0;)
        classes += c[i].entries;
    HOLDS(classes == entries);
    finding_walk_init(&w, e->t, &none);
    while (finding_walk_next(&w, &f, &e->err) > 0) {
        HOLDS(f.entry <= entries);
        totals[f.code]++;
        if (f.message.data)
            fuzz_holds_text(f.message.data, f.message.len);
        finding_release(&f);
    }
    finding_walk_release(&w);
    for (int i = 0; i < FINDING_COUNT; i++)
        HOLDS(totals[i] == timeline_total(e->t, (enum finding_code)i));
}

static void look_at_result(struct fuzz_exam *e)
{
    const struct damage *d = timeline_damage(e->t);
    uint64_t entry, links = 0, entries = timeline_progress(e->t).entries;
    enum finding_code code;

    HOLDS((timeline_result(e->t) == TIMELINE_UNREADABLE) == (d != NULL));
    HOLDS(timeline_first_failure(e->t, &entry, &code) == (failures(e->t) > 0));
    if (d) {
        fuzz_holds_text(d->message, strlen(d->message));
        HOLDS(d->entries_read == entries);
        HOLDS(timeline_total(e->t, FINDING_NOT_CLOSED) == 0);
        return;
    }
    for (uint64_t i = 1; i <= entries; i++)
        links += timeline_mark(e->t, i).links;
    if (timeline_result(e->t) == TIMELINE_CONSISTENT && timeline_construction(e->t) == CONSTRUCTION_07)
        HOLDS(failures(e->t) == 0 && entries > 0 && links == entries && timeline_mark(e->t, entries).close);
    if (timeline_result(e->t) == TIMELINE_BROKEN)
        HOLDS(failures(e->t) > 0);
}

/* --- moved --- */

static void look_at_moved(const uint8_t *data, size_t size, uint64_t h, const struct timeline_options *how,
                          const struct buf *plain)
{
    size_t pad = LIMIT_BLOCK - h % (size + 1);
    char *moved = malloc(pad + size + 1);
    struct fuzz_exam e;
    struct buf said;

    HOLDS(moved != NULL);
    memset(moved, ' ', pad);
    memcpy(moved + pad, data, size);
    buf_init(&said, SIZE_MAX / 2);
    fuzz_examine(&e, moved, pad + size, 2, how);
    fuzz_describe(&e, pad, &said);
    holds_same(plain, &said);
    fuzz_close(&e);
    buf_release(&said);
    free(moved);
}

static bool is_movable(const uint8_t *data, size_t size)
{
    return size > 0 && !(size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0);
}

static void masked(struct fuzz_exam *e, const uint8_t *data, size_t size, uint64_t h,
                   const struct timeline_options *how)
{
    struct buf b;

    if (h >> 20 & 7 || !is_movable(data, size))
        return;
    /* One space in front, to have digits left out of messages as they will be. */
    char *moved = malloc(size + 1);
    HOLDS(moved != NULL);
    moved[0] = ' ';
    memcpy(moved + 1, data, size);
    buf_init(&b, SIZE_MAX / 2);
    fuzz_examine(e, moved, size + 1, 0, how);
    fuzz_describe(e, 1, &b);
    fuzz_close(e);
    look_at_moved(data, size, h >> 24, how, &b);
    buf_release(&b);
    free(moved);
}

static void list_jobs(const uint8_t *data, size_t size)
{
    struct err err = {0};
    struct fuzz_exam e;
    struct timeline_options how = {.selection = selection_new(NULL, &err)};
    uint64_t entries = 0;

    HOLDS(how.selection != NULL);
    fuzz_examine(&e, data, size, 1, &how);
    for (size_t i = 0; i < selection_jobs(how.selection); i++)
        entries += selection_row(how.selection, i)->entries;
    entries += selection_without_job(how.selection) + selection_unlisted(how.selection);
    HOLDS(entries == selection_entries(how.selection));
    fuzz_close(&e);
    selection_free(how.selection);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t h = fuzz_hash(data, size);
    struct timeline_options how = options_of(h);
    struct fuzz_exam one, two;
    struct buf said[2];

    buf_init(&said[0], SIZE_MAX / 2);
    buf_init(&said[1], SIZE_MAX / 2);
    fuzz_examine(&one, data, size, 0, &how);
    fuzz_describe(&one, 0, &said[0]);
    fuzz_examine(&two, data, size, 2, &how);
    fuzz_describe(&two, 0, &said[1]);
    fuzz_close(&two);
    holds_same(&said[0], &said[1]);
    look_at_sums(&one);
    look_at_result(&one);
    for (uint64_t i = 1; i <= timeline_progress(one.t).entries && i <= ENTRIES_LOOKED_AT; i++)
        look_at_entry(&one, data, size, i);
    fuzz_close(&one);
    masked(&two, data, size, h, &how);
    if ((h >> 28 & 7) == 0)
        list_jobs(data, size);
    buf_release(&said[0]);
    buf_release(&said[1]);
    return 0;
}
