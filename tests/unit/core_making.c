#include "core_making.h"

#include "base/base64.h"
#include "core/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";

void chain_begin(struct chain *c, const char *open)
{
    memset(c, 0, sizeof *c);
    buf_init(&c->text, SIZE_MAX / 2);
    strcpy(c->prev, zeros);
    c->between = ",\n";
    buf_adds(&c->text, open);
}

void chain_release(struct chain *c)
{
    buf_release(&c->text);
}

static void hash(const void *bytes, size_t len, char hex[DIGEST_HEX + 1])
{
    struct digest d;
    assert_int_equal(digest_bytes(bytes, len, &d, NULL), 0);
    digest_hex(&d, hex);
}

static const char *usual(const char *text, const char *otherwise)
{
    return text ? text : otherwise;
}

static void add_base64(struct buf *out, const char *payload)
{
    size_t len = strlen(payload), room = (len + 2) / 3 * 4;
    unsigned char *to = buf_reserve(out, room + 1);
    assert_non_null(to);
    base64_encode((char *)to, payload, len);
    out->len += room;
}

static void digest_of(const struct making *m, const struct chain *c, const char *id,
                      const char *payload, bool close, char hex[DIGEST_HEX + 1])
{
    char output[DIGEST_HEX + 1];
    struct buf b;

    hash(payload, strlen(payload), output);
    buf_init(&b, SIZE_MAX / 2);
    buf_addf(&b,
             "{\"close\":%s,\"id\":\"%s\",\"job_id\":\"%s\",\"output_hash\":\"%s\",\"prev_digest\""
             ":\"%s\",",
             close ? "true" : "false", id, usual(m->job, "job-1"), output, c->prev);
    buf_addf(&b, "\"provenance_class\":\"%s\",\"seq\":%" PRIu64 ",\"tool\":\"%s\"}",
             usual(m->class, "LOGGED BY AGENT"), c->entries, usual(m->tool, "fs.read"));
    assert_false(b.failed);
    hash(b.data, b.len, hex);
    buf_release(&b);
}

static void add_entry(struct chain *c, const struct making *m, const char *close)
{
    char id[32], payload[32], seq[32];
    struct buf *b = &c->text;

    if (c->entries++)
        buf_adds(b, c->between);
    snprintf(id, sizeof id, "r-%" PRIu64, c->entries);
    snprintf(payload, sizeof payload, "{\"n\":%" PRIu64 "}", c->entries);
    snprintf(seq, sizeof seq, "%" PRIu64, c->entries);
    buf_adds(b, usual(m->before, ""));
    c->at = b->len;
    buf_addf(b,
             "{%s\"id\":\"%s\",\"seq\":%s,\"job_id\":\"%s\",\"tool\":\"%s\",\"provenance_class\":"
             "\"%s\",",
             usual(m->first, ""), usual(m->id, id), usual(m->seq, seq), usual(m->job, "job-1"),
             usual(m->tool, "fs.read"), usual(m->class, "LOGGED BY AGENT"));
    buf_adds(b, "\"canonical_bytes\":\"");
    add_base64(b, usual(m->payload, payload));
    buf_addf(b, "\",\"prev_digest\":\"%s\"", c->prev);
    if (close)
        buf_addf(b, ",\"close\":%s", close);
    buf_addf(b, "%s}%s", usual(m->last, ""), usual(m->after, ""));
    assert_false(b->failed);
    digest_of(m, c, usual(m->id, id), usual(m->payload, payload),
              close && strcmp(close, "true") == 0, c->prev);
}

void chain_add(struct chain *c, const struct making *m)
{
    static const struct making plain;
    add_entry(c, m ? m : &plain, m ? m->close : NULL);
}

void chain_last(struct chain *c, const struct making *m)
{
    static const struct making plain;
    add_entry(c, m ? m : &plain, m && m->close ? m->close : "true");
}

void chain_end(struct chain *c, const char *close)
{
    buf_adds(&c->text, close);
    assert_false(c->text.failed);
}

void chain_honest(struct chain *c, uint64_t count)
{
    chain_begin(c, "[");
    while (c->entries + 1 < count)
        chain_add(c, NULL);
    if (count)
        chain_last(c, NULL);
    chain_end(c, "]\n");
}

size_t chain_find(const struct chain *c, const char *what, unsigned nth)
{
    const char *all = (const char *)c->text.data, *at = all;
    size_t len = strlen(what);

    for (;; at++) {
        at = memmem(at, c->text.len - (size_t)(at - all), what, len);
        if (!at)
            fail_msg("no %s", what);
        if (--nth == 0)
            return (size_t)(at - all);
    }
}

void chain_swap(struct chain *c, const char *from, unsigned nth, const char *to)
{
    size_t at = chain_find(c, from, nth);
    struct buf b;

    buf_init(&b, SIZE_MAX / 2);
    buf_add(&b, c->text.data, at);
    buf_adds(&b, to);
    buf_add(&b, c->text.data + at + strlen(from), c->text.len - at - strlen(from));
    assert_false(b.failed);
    buf_release(&c->text);
    c->text = b;
}

/* --- examinations --- */

void exam_bytes(struct exam *e, const void *bytes, size_t len,
                const struct timeline_options *options)
{
    static const struct timeline_options none;

    memset(e, 0, sizeof *e);
    e->source = source_from_memory("made.json", bytes, len, &e->err);
    assert_non_null(e->source);
    e->t = timeline_new(e->source, options ? options : &none, &e->err);
    assert_non_null(e->t);
    assert_int_equal(timeline_start(e->t, &e->err), 0);
    e->status = timeline_wait(e->t, &e->err);
}

void exam_chain(struct exam *e, const struct chain *c, unsigned jobs)
{
    struct timeline_options options = {.jobs = jobs};
    exam_bytes(e, c->text.data, c->text.len, &options);
    assert_int_equal(e->status, 0);
}

void exam_close(struct exam *e)
{
    timeline_free(e->t);
    source_free(e->source);
}

void exam_findings(struct exam *e, struct finding_list *out)
{
    struct reference_set none = {0};
    struct finding_walk w;
    struct finding f;
    int status;

    memset(out, 0, sizeof *out);
    finding_walk_init(&w, e->t, &none);
    while ((status = finding_walk_next(&w, &f, &e->err)) > 0)
        assert_int_equal(finding_list_add(out, &f), 0);
    assert_int_equal(status, 0);
    finding_walk_release(&w);
}

void place_naively(const char *bytes, size_t offset, uint64_t *line, uint64_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < offset; i++) {
        bool feed = bytes[i] == '\n';
        *line += feed;
        *column = feed ? 1 : *column + 1;
    }
}

static void describe_text(struct buf *out, const char *name, const struct str *s)
{
    if (!s->data)
        return;
    buf_addf(out, " %s=", name);
    buf_add(out, s->data, s->len);
}

void describe_finding(const struct finding *f, struct buf *out)
{
    char hex[DIGEST_HEX + 1];

    buf_addf(out, "%s entry=%" PRIu64, finding_code_name(f->code), f->entry);
    describe_text(out, "seq", &f->seq);
    buf_addf(out, " member=%s", f->member ? f->member : "-");
    describe_text(out, "stored", &f->stored);
    describe_text(out, "recomputed", &f->recomputed);
    describe_text(out, "class", &f->provenance_class);
    buf_addf(out, " standing=%d cut=%d", (int)f->standing, f->stored_cut);
    if (f->located)
        buf_addf(out, " at=%" PRIu64 ":%" PRIu64 ":%" PRIu64, f->offset, f->line, f->column);
    if (f->signal)
        buf_addf(out, " signal=%s", signal_name(f->signal));
    if (f->has_missing)
        buf_addf(out, " missing=%" PRIu64, f->missing);
    describe_text(out, "message", &f->message);
    for (size_t i = 0; i < f->readings; i++) {
        digest_hex(&f->reading[i].digest, hex);
        buf_addf(out, " reading=%" PRIu64 ":%s", f->reading[i].offset,
                 f->reading[i].has_digest ? hex : "none");
    }
    buf_adds(out, "\n");
}

static void describe_marks(struct exam *e, uint64_t entries, struct buf *out)
{
    char hex[DIGEST_HEX + 1];

    for (uint64_t n = 1; n <= entries; n++) {
        struct entry_mark m = timeline_mark(e->t, n);
        digest_hex(&m.digest, hex);
        buf_addf(out,
                 "%" PRIu64 " at=%" PRIu64
                 " mask=%08x standing=%d class=%d close=%d link06=%d %s\n",
                 n, m.offset, (unsigned)m.mask, (int)m.standing, m.has_class, m.close, m.link06,
                 m.has_digest ? hex : "none");
    }
}

static void describe_classes(struct exam *e, struct buf *out)
{
    size_t room = LIMIT_CLASSES + 16;
    struct class_count *c = calloc(room, sizeof *c);
    size_t count = timeline_classes(e->t, c, room);

    for (size_t i = 0; i < count; i++) {
        buf_addf(out, "class first=%" PRIu64 " entries=%" PRIu64 " standing=%d absent=%d",
                 c[i].first_entry, c[i].entries, (int)c[i].standing, c[i].absent);
        describe_text(out, "name", &c[i].name);
        buf_adds(out, "\n");
    }
    free(c);
}

static void describe_sums(struct exam *e, struct buf *out)
{
    enum finding_code code;
    uint64_t entry;

    for (int c = 0; c < FINDING_COUNT; c++)
        if (timeline_total(e->t, (enum finding_code)c))
            buf_addf(out, "total %s %" PRIu64 "\n", finding_code_name((enum finding_code)c),
                     timeline_total(e->t, (enum finding_code)c));
    for (int s = 0; s < STANDING_COUNT; s++)
        buf_addf(out, "standing %d %" PRIu64 "\n", s,
                 timeline_standing_total(e->t, (enum standing)s));
    if (timeline_first_failure(e->t, &entry, &code))
        buf_addf(out, "first failure %" PRIu64 " %s\n", entry, finding_code_name(code));
    if (timeline_first_signal(e->t, &entry))
        buf_addf(out, "first signal %" PRIu64 "\n", entry);
}

static void describe_whole(struct exam *e, struct buf *out)
{
    const struct damage *d = timeline_damage(e->t);
    struct str job = timeline_job(e->t);
    char hex[DIGEST_HEX + 1];
    struct digest sha256;

    assert_true(timeline_sha256(e->t, &sha256));
    digest_hex(&sha256, hex);
    buf_addf(out, "%s %s %s sha256=%s", timeline_result_name(timeline_result(e->t)),
             construction_name(timeline_construction(e->t)), layout_name(timeline_layout(e->t)),
             hex);
    describe_text(out, "job", &job);
    if (d)
        buf_addf(out, " damage=%d:%" PRIu64 ":%" PRIu64 ":%" PRIu64 ":%" PRIu64 ":%s", d->refused,
                 d->offset, d->line, d->column, d->entries_read, d->message);
    buf_adds(out, "\n");
}

void exam_describe(struct exam *e, struct buf *out)
{
    struct progress p = timeline_progress(e->t);
    struct finding_list l;

    assert_true(p.done && !p.failed);
    buf_addf(out, "entries=%" PRIu64 " bytes=%" PRIu64 "/%" PRIu64 "\n", p.entries, p.bytes_read,
             p.bytes_total);
    describe_whole(e, out);
    describe_sums(e, out);
    describe_classes(e, out);
    describe_marks(e, p.entries, out);
    exam_findings(e, &l);
    for (size_t i = 0; i < l.count; i++)
        describe_finding(&l.item[i], out);
    finding_list_release(&l);
    assert_false(out->failed);
}
