#include "core_making.h"

#include "core/chunk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const unsigned jobs[] = {1, 2, 8};

/* --- the same from any number of threads --- */

static void describe(const void *bytes, size_t len, unsigned threads,
                     enum construction construction, struct buf *out)
{
    struct timeline_options options = {.jobs = threads, .construction = construction};
    struct exam e;

    buf_init(out, SIZE_MAX / 2);
    exam_bytes(&e, bytes, len, &options);
    assert_int_equal(e.status, 0);
    exam_describe(&e, out);
    exam_close(&e);
}

/* The description with one thread, after holding the others against it. */
static void described(const void *bytes, size_t len, enum construction construction,
                      struct buf *out)
{
    describe(bytes, len, jobs[0], construction, out);
    for (size_t i = 1; i < COUNT(jobs); i++) {
        struct buf other;
        describe(bytes, len, jobs[i], construction, &other);
        if (out->len != other.len || memcmp(out->data, other.data, out->len) != 0)
            print_error("with 1 thread:\n%.2000s\nwith %u:\n%.2000s\n", buf_cstr(out), jobs[i],
                        buf_cstr(&other));
        assert_int_equal(out->len, other.len);
        assert_memory_equal(out->data, other.data, out->len);
        buf_release(&other);
    }
}

static void assert_described(const struct chain *c, const char *says)
{
    struct buf out;
    described(c->text.data, c->text.len, CONSTRUCTION_AUTO, &out);
    if (!strstr(buf_cstr(&out), says))
        print_error("%.3000s\n", buf_cstr(&out));
    assert_non_null(strstr(buf_cstr(&out), says));
    buf_release(&out);
}

static void assert_consistent(struct exam *e, const struct chain *c)
{
    char hex[DIGEST_HEX + 1];
    struct entry_mark m;

    if (timeline_result(e->t) != TIMELINE_CONSISTENT) {
        struct buf out;
        buf_init(&out, SIZE_MAX / 2);
        exam_describe(e, &out);
        print_error("%.1500s\n", buf_cstr(&out));
        buf_release(&out);
    }
    assert_int_equal(timeline_result(e->t), TIMELINE_CONSISTENT);
    assert_int_equal(timeline_progress(e->t).entries, c->entries);
    assert_int_equal(timeline_severity_total(e->t, SEVERITY_WARNING), 0);
    m = timeline_mark(e->t, c->entries);
    digest_hex(&m.digest, hex);
    assert_string_equal(hex, c->prev);
    assert_int_equal(m.offset, c->at);
}

static void check_consistent(const struct chain *c)
{
    for (size_t i = 0; i < COUNT(jobs); i++) {
        struct exam e;
        exam_chain(&e, c, jobs[i]);
        assert_consistent(&e, c);
        exam_close(&e);
    }
}

static void honest_timelines(void **state)
{
    (void)state;
    static const uint64_t lengths[] = {1, 2, 3, 8, 100};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        struct chain c;
        chain_honest(&c, lengths[i]);
        check_consistent(&c);
        assert_described(&c, "consistent aer1-07 array sha256=");
        chain_release(&c);
    }
}

static void the_hash_is_that_of_the_bytes(void **state)
{
    (void)state;
    static const size_t sizes[] = {
        1, 1000, LIMIT_BLOCK - 1, LIMIT_BLOCK, LIMIT_BLOCK + 1, 3 * LIMIT_BLOCK + 7};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct digest want, got;
        struct chain c;
        struct exam e;
        chain_honest(&c, 40);
        while (c.text.len < sizes[i])
            buf_addc(&c.text, c.text.len % 100 ? ' ' : '\n');
        exam_chain(&e, &c, 4);
        assert_consistent(&e, &c);
        assert_int_equal(digest_bytes(c.text.data, c.text.len, &want, NULL), 0);
        assert_true(timeline_sha256(e.t, &got));
        assert_true(digest_equal(&want, &got));
        exam_close(&e);
        chain_release(&c);
    }
}

/* --- borders of chunks --- */

/* The link into entry n broken, entry n closing early, and entry n of another job: found at n
 * however n lies to the borders. */
static void check_around(uint64_t total, uint64_t n)
{
    static const struct making other = {.tool = "fs.write"}, early = {.close = "true"},
                               job = {.job = "job-2"};
    struct chain c;
    char want[128];

    chain_begin(&c, "[");
    while (c.entries + 1 < total) {
        char honest[DIGEST_HEX + 1];
        strcpy(honest, c.prev);
        const struct making *m = c.entries + 1 == n ? &early : c.entries + 1 == n + 3 ? &job : NULL;
        if (c.entries + 1 == n - 1) {
            struct chain fork = {.entries = c.entries, .between = c.between};
            buf_init(&fork.text, SIZE_MAX / 2);
            strcpy(fork.prev, honest);
            chain_add(&fork, NULL);
            chain_add(&c, &other);
            strcpy(c.prev, fork.prev);
            chain_release(&fork);
        } else {
            chain_add(&c, m);
        }
    }
    chain_last(&c, NULL);
    chain_end(&c, "]");
    snprintf(want, sizeof want,
             "total chain.job 1\ntotal chain.link 1\ntotal chain.close_early 1\n");
    assert_described(&c, want);
    snprintf(want, sizeof want, "first failure %llu chain.link\nfirst signal %llu\n",
             (unsigned long long)n, (unsigned long long)n);
    assert_described(&c, want);
    chain_release(&c);
}

static void findings_at_borders_of_chunks(void **state)
{
    (void)state;
    for (uint64_t n = CHUNK_ENTRIES - 3; n <= CHUNK_ENTRIES + 3; n++)
        check_around(CHUNK_ENTRIES + 10, n);
    check_around(2 * CHUNK_ENTRIES + 10, 2 * CHUNK_ENTRIES);
    check_around(2 * CHUNK_ENTRIES + 10, 2 * CHUNK_ENTRIES + 1);
}

/* Whatever lies on a border of chunks or blocks: each entry closes early, and each link is
 * broken. */
static void no_border_hides_a_finding(void **state)
{
    (void)state;
    enum { MANY = 9000 };
    uint32_t both = UINT32_C(1) << FINDING_CLOSE_EARLY | UINT32_C(1) << FINDING_LINK;
    struct chain c;
    chain_begin(&c, "[");
    for (int i = 1; i < MANY; i++) {
        chain_add(&c, &(struct making){.close = "true"});
        memset(c.prev, '7', DIGEST_HEX);
    }
    chain_last(&c, NULL);
    chain_end(&c, "]");
    for (size_t i = 0; i < COUNT(jobs); i++) {
        struct exam e;
        exam_chain(&e, &c, jobs[i]);
        assert_int_equal(timeline_total(e.t, FINDING_CLOSE_EARLY), MANY - 1);
        assert_int_equal(timeline_total(e.t, FINDING_LINK), MANY - 1);
        for (uint64_t n = 2; n < MANY; n++)
            assert_int_equal(timeline_mark(e.t, n).mask, both);
        exam_close(&e);
    }
    chain_release(&c);
}

static void lengths_around_chunks(void **state)
{
    (void)state;
    static const uint64_t lengths[] = {CHUNK_ENTRIES - 1,
                                       CHUNK_ENTRIES,
                                       CHUNK_ENTRIES + 1,
                                       2 * CHUNK_ENTRIES - 1,
                                       2 * CHUNK_ENTRIES,
                                       2 * CHUNK_ENTRIES + 1,
                                       16385};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        struct chain c;
        chain_honest(&c, lengths[i]);
        check_consistent(&c);
        chain_swap(&c, ",\"close\":true", 1, "");
        assert_described(&c, "total chain.not_closed 1\n");
        chain_release(&c);
    }
}

/* As many as go into blocks many times over, each too small to matter alone. */
static void two_hundred_thousand_tiny_entries(void **state)
{
    (void)state;
    enum { MANY = 200000 };
    struct buf b;
    struct exam e;
    buf_init(&b, SIZE_MAX / 2);
    buf_adds(&b, "[");
    for (int i = 0; i < MANY; i++)
        buf_adds(&b, i ? ",{}" : "{}");
    buf_adds(&b, "]");
    for (size_t i = 0; i < COUNT(jobs); i++) {
        struct timeline_options options = {.jobs = jobs[i]};
        exam_bytes(&e, b.data, b.len, &options);
        assert_int_equal(e.status, 0);
        assert_int_equal(timeline_progress(e.t).entries, MANY);
        assert_int_equal(timeline_total(e.t, FINDING_MEMBER), 5 * MANY);
        assert_int_equal(timeline_total(e.t, FINDING_BASE64), MANY);
        assert_int_equal(timeline_total(e.t, FINDING_NOT_CLOSED), 1);
        for (uint64_t n = 1; n <= MANY; n += 777)
            assert_int_equal(timeline_mark(e.t, n).offset, 1 + 3 * (n - 1));
        assert_int_equal(timeline_seek(e.t, 1, 1, UINT32_C(1) << FINDING_NOT_CLOSED), MANY);
        exam_close(&e);
    }
    buf_release(&b);
}

/* --- entries of any size --- */

static char *run_of(char c, size_t len)
{
    char *s = malloc(len + 1);
    assert_non_null(s);
    memset(s, c, len);
    s[len] = 0;
    return s;
}

/* One large member in the middle entry of three, whichever it is. */
static void check_large(size_t size, size_t which)
{
    char *large = run_of('x', size), *member = malloc(size + 64);
    struct making m = {0};
    struct chain c;

    m.class = "OBSERVED VIA GATEWAY";
    switch (which) {
    case 0: m.payload = large; break;
    case 1: m.tool = large; break;
    case 2: m.id = large; break;
    case 3:
        sprintf(member, "\"note\":\"%s\",", large);
        m.first = member;
        break;
    case 4:
        sprintf(member, ",\"note\":[\"%s\"]", large);
        m.last = member;
        break;
    case 5:
        sprintf(member, "\"%s\":null,", large);
        m.first = member;
        break;
    default:
        memset(large, ' ', size);
        m.first = large;
        break;
    }
    chain_begin(&c, "[");
    chain_add(&c, NULL);
    chain_add(&c, &m);
    chain_last(&c, NULL);
    chain_end(&c, "]");
    check_consistent(&c);
    free(large);
    free(member);
    chain_release(&c);
}

static void large_members(void **state)
{
    (void)state;
    static const size_t sizes[] = {LIMIT_SHOWN + 1,     LIMIT_WINDOW - 1, LIMIT_WINDOW + 1,
                                   LIMIT_BLOCK / 2,     LIMIT_BLOCK,      LIMIT_BLOCK + 1,
                                   2 * LIMIT_BLOCK + 5, 8 << 20};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (size_t which = 0; which < 7; which++)
            check_large(sizes[i], which);
}

/* A job and a class are on every entry. */
static void large_jobs_and_classes(void **state)
{
    (void)state;
    static const size_t sizes[] = {300, LIMIT_SHOWN + 1, LIMIT_WINDOW + 1, LIMIT_BLOCK + 1};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        char *large = run_of('J', sizes[i]), *class = run_of('Y', sizes[i]);
        struct making m = {.job = large, .class = class};
        struct chain c;
        struct exam e;
        chain_begin(&c, "[");
        chain_add(&c, &m);
        chain_add(&c, &m);
        chain_last(&c, &m);
        chain_end(&c, "]");
        exam_chain(&e, &c, 2);
        assert_int_equal(timeline_result(e.t), TIMELINE_CONSISTENT);
        assert_int_equal(timeline_total(e.t, FINDING_UNRECOGNISED), 3);
        struct str job = timeline_job(e.t), whole = {large, sizes[i]},
                   longer = {large, sizes[i] - 1};
        assert_true(job.len >= (sizes[i] < LIMIT_SHOWN ? sizes[i] : LIMIT_SHOWN) &&
                    job.len <= sizes[i]);
        assert_true(timeline_job_is(e.t, &whole));
        assert_false(timeline_job_is(e.t, &longer));
        exam_close(&e);
        size_t at = chain_find(&c, "J\",\"tool", 3);
        c.text.data[at] = 'K';
        exam_chain(&e, &c, 2);
        assert_int_equal(timeline_total(e.t, FINDING_JOB), 1);
        exam_close(&e);
        free(large);
        free(class);
        chain_release(&c);
    }
}

/* An executed class longer than what is kept for showing has no standing that could be shown. */
static void text_of_large_members_is_inspected(void **state)
{
    (void)state;
    static const size_t places[] = {10,           LIMIT_SHOWN, LIMIT_WINDOW - 3,
                                    LIMIT_WINDOW, LIMIT_BLOCK, LIMIT_BLOCK + 9};
    for (size_t i = 0; i < COUNT(places); i++) {
        char *large = run_of('x', places[i] + 200);
        struct making m = {.id = large};
        struct chain c;
        struct exam e;
        chain_begin(&c, "[");
        chain_last(&c, &m);
        chain_end(&c, "]");
        memcpy(c.text.data + chain_find(&c, "xxx", 1) + places[i], "\\u0007", 6);
        memcpy(c.text.data + chain_find(&c, "xxx", 1) + places[i] + 50, "\xF0\x9F\x98\x80", 4);
        memcpy(c.text.data + chain_find(&c, "xxx", 1) + places[i] + 60, "\\ud83d", 6);
        exam_chain(&e, &c, 1);
        assert_int_equal(timeline_total(e.t, FINDING_CONTROL), 1);
        assert_int_equal(timeline_total(e.t, FINDING_SURROGATE), 1);
        assert_int_equal(timeline_total(e.t, FINDING_INVISIBLE), 0);
        exam_close(&e);
        free(large);
        chain_release(&c);
    }
}

/* --- borders of blocks --- */

/* Padding before the first entry moves every byte of the entries over the border of a block. */
static void entries_across_borders_of_blocks(void **state)
{
    (void)state;
    static const size_t borders[] = {32 << 10, 96 << 10, LIMIT_BLOCK, 2 * LIMIT_BLOCK};
    struct chain c;
    chain_begin(&c, "[");
    chain_add(
        &c,
        &(struct making){
            .last =
                ",\"x\":\"\\u00e9\\\"\\\\ \xF0\x9F\x98\x80\",\"n\":-1.5e+3,\"t\":[true,null,{}]"});
    chain_last(&c, NULL);
    chain_end(&c, "]");
    for (size_t b = 0; b < COUNT(borders); b++) {
        char *padded = run_of(' ', borders[b] + c.text.len);
        for (size_t back = 0; back <= c.text.len; back += 1) {
            size_t padding = borders[b] - back;
            memset(padded, ' ', padding);
            memcpy(padded + padding, c.text.data, c.text.len);
            struct timeline_options options = {.jobs = 1};
            struct exam e;
            exam_bytes(&e, padded, padding + c.text.len, &options);
            assert_int_equal(timeline_result(e.t), TIMELINE_CONSISTENT);
            assert_int_equal(timeline_mark(e.t, 2).offset, padding + c.at);
            exam_close(&e);
        }
        free(padded);
    }
    chain_release(&c);
}

/* The first entry so large that the second begins near a border, and the third is in the next
 * block. */
static void borders_behind_entries(void **state)
{
    (void)state;
    for (size_t k = 0; k < 60; k++) {
        char *large = run_of('y', 2 * LIMIT_BLOCK - 700 + 20 * k);
        struct making m = {.first = large},
                      small = {.last = ",\"x\":\"\\\\\\\\\\\\\\\"\"", .before = "  "};
        large[0] = '"';
        strcpy(large + strlen(large) - 5, "\":1,");
        struct chain c;
        chain_begin(&c, "{\"entries\" : [");
        chain_add(&c, &m);
        for (int i = 0; i < 9; i++)
            chain_add(&c, &small);
        chain_last(&c, &m);
        chain_end(&c, "]}");
        struct exam e;
        exam_chain(&e, &c, 2);
        assert_consistent(&e, &c);
        exam_close(&e);
        free(large);
        chain_release(&c);
    }
}

/* A run of entries each near the size of a block: some are kept from block to block, some are
 * read through the source. */
static void entries_near_the_size_of_a_block(void **state)
{
    (void)state;
    struct chain c;
    chain_begin(&c, "[");
    for (int i = -6; i <= 6; i++) {
        char *large = run_of('z', (size_t)(LIMIT_BLOCK + i * 97));
        struct making m = {.payload = i % 3 ? NULL : large,
                           .tool = i % 3 == 1 ? large : NULL,
                           .id = i % 3 == 2 || i % 3 == -1 ? large : NULL};
        chain_add(&c, &m);
        free(large);
    }
    chain_last(&c, NULL);
    chain_end(&c, "]");
    struct exam e;
    exam_chain(&e, &c, 3);
    assert_int_equal(timeline_progress(e.t).entries, 14);
    assert_int_equal(timeline_severity_total(e.t, SEVERITY_FAILURE), 0);
    exam_close(&e);
    chain_release(&c);
}

static void lines_across_borders_of_blocks(void **state)
{
    (void)state;
    for (size_t k = 0; k < 40; k++) {
        char *large = run_of(' ', LIMIT_BLOCK - 400 + 17 * k);
        struct making m = {.first = large, .after = k % 2 ? "\r" : ""};
        struct chain c;
        chain_begin(&c, "");
        c.between = k % 3 ? "\n" : "\n\r\n \n";
        for (int i = 0; i < 3; i++)
            chain_add(&c, &m);
        chain_last(&c, NULL);
        chain_end(&c, k % 2 ? "" : "\n");
        struct exam e;
        exam_chain(&e, &c, 2);
        assert_consistent(&e, &c);
        assert_int_equal(timeline_layout(e.t), LAYOUT_LINES);
        exam_close(&e);
        free(large);
        chain_release(&c);
    }
}

/* What follows the entries may be larger than a block too. */
static void a_long_tail(void **state)
{
    (void)state;
    char *large = run_of('w', 3 * LIMIT_BLOCK);
    struct chain c;
    struct exam e;
    chain_begin(&c, "{\"timeline\":[");
    chain_add(&c, NULL);
    chain_last(&c, NULL);
    chain_end(&c, "],\"x\":\"");
    chain_end(&c, large);
    chain_end(&c, "\",\"commitment\":[1]}\n");
    for (size_t i = 0; i < COUNT(jobs); i++) {
        uint64_t offset, length;
        exam_chain(&e, &c, jobs[i]);
        assert_consistent(&e, &c);
        assert_true(timeline_embedded_commitment(e.t, &offset, &length));
        assert_int_equal(offset, chain_find(&c, "[1]", 1));
        assert_int_equal(length, 3);
        exam_close(&e);
    }
    free(large);
    chain_release(&c);
}

/* --- damage --- */

/* A late entry damaged: what stands before is as in the whole file. */
static void check_damage_at(uint64_t total, uint64_t n)
{
    struct chain c;
    struct exam whole, cut;
    char id[32];
    uint64_t line, column;

    chain_honest(&c, total);
    exam_chain(&whole, &c, 2);
    snprintf(id, sizeof id, "\"seq\":%llu,", (unsigned long long)n);
    size_t at = chain_find(&c, id, 1) + strlen(id) - 1;
    c.text.data[at - 1] = '.';
    place_naively((const char *)c.text.data, at, &line, &column);
    for (size_t i = 0; i < COUNT(jobs); i++) {
        exam_chain(&cut, &c, jobs[i]);
        const struct damage *d = timeline_damage(cut.t);
        assert_non_null(d);
        assert_int_equal(timeline_result(cut.t), TIMELINE_UNREADABLE);
        assert_false(d->refused);
        assert_true(d->offset == at - (n < 10));
        assert_int_equal(d->line, line);
        assert_int_equal(d->column, column - (n < 10));
        assert_int_equal(d->entries_read, n - 1);
        assert_int_equal(timeline_progress(cut.t).entries, n - 1);
        assert_int_equal(timeline_severity_total(cut.t, SEVERITY_FAILURE), 0);
        for (uint64_t k = 1; k < n; k += n / 50 + 1) {
            struct entry_mark a = timeline_mark(whole.t, k), b = timeline_mark(cut.t, k);
            assert_true(a.has_digest && b.has_digest && digest_equal(&a.digest, &b.digest));
            assert_int_equal(a.offset, b.offset);
            assert_int_equal(b.mask, 0);
        }
        exam_close(&cut);
    }
    exam_close(&whole);
    chain_release(&c);
}

static void damage_leaves_what_stands_before(void **state)
{
    (void)state;
    static const uint64_t places[] = {
        1, 2, 9, CHUNK_ENTRIES, CHUNK_ENTRIES + 1, CHUNK_ENTRIES + 2, 4321, 5000};
    for (size_t i = 0; i < COUNT(places); i++)
        check_damage_at(5000, places[i]);
}

/* Of two damages the first counts, whichever pass finds it, and whoever finds it first. */
static void the_first_damage_counts(void **state)
{
    (void)state;
    struct chain c;
    struct buf out;
    char want[64];
    chain_honest(&c, 3 * CHUNK_ENTRIES);
    size_t late = chain_find(&c, "\"seq\":2500,", 1), early = chain_find(&c, "\"seq\":1500,", 1);
    memcpy(c.text.data + chain_find(&c, "},\n", 2800), "}x\n", 3);
    c.text.data[late + 6] = '+';
    c.text.data[early + 6] = '+';
    snprintf(want, sizeof want, "damage=0:%zu:", early + 6);
    described(c.text.data, c.text.len, CONSTRUCTION_AUTO, &out);
    assert_non_null(strstr(buf_cstr(&out), want));
    assert_non_null(strstr(buf_cstr(&out), "entries=1499 "));
    buf_release(&out);
    chain_release(&c);
}

/* Failures before the damage stay proved; that the end is open is not said of a file not read to
 * it. */
static void failures_before_damage_stay(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    enum finding_code code;
    uint64_t entry;
    chain_honest(&c, 10);
    chain_swap(&c, "fs.read", 3, "fs.xxxx");
    chain_swap(&c, "\"seq\":8", 1, "\"seq\":08");
    exam_chain(&e, &c, 2);
    assert_int_equal(timeline_result(e.t), TIMELINE_UNREADABLE);
    assert_true(timeline_first_failure(e.t, &entry, &code));
    assert_int_equal(entry, 4);
    assert_int_equal(code, FINDING_LINK);
    assert_int_equal(timeline_total(e.t, FINDING_LINK), 1);
    assert_int_equal(timeline_total(e.t, FINDING_NOT_CLOSED), 0);
    exam_close(&e);
    chain_release(&c);
}

/* Cut anywhere, a file is damaged, and its whole entries are those that ended before. */
static void cut_anywhere(void **state)
{
    (void)state;
    struct chain c;
    chain_honest(&c, 4);
    size_t ends[4];
    for (unsigned i = 0; i < 4; i++)
        ends[i] = chain_find(&c, "}", i + 1) + 1;
    size_t literal = chain_find(&c, "true", 1);
    for (size_t len = 1; len + 2 < c.text.len; len++) {
        bool in_literal = len > literal && len < literal + 4;
        uint64_t want = 0;
        struct exam e;
        exam_bytes(&e, c.text.data, len, NULL);
        for (unsigned i = 0; i < 4; i++)
            want += len >= ends[i];
        assert_int_equal(timeline_result(e.t), TIMELINE_UNREADABLE);
        assert_true(in_literal || strstr(timeline_damage(e.t)->message, "cut off"));
        assert_true(timeline_damage(e.t)->offset <= len && timeline_damage(e.t)->offset + 6 >= len);
        assert_int_equal(timeline_progress(e.t).entries, want);
        exam_close(&e);
    }
    chain_release(&c);
}

static void damage_in_a_large_entry(void **state)
{
    (void)state;
    static const size_t places[] = {5, LIMIT_WINDOW - 1, LIMIT_WINDOW, LIMIT_BLOCK,
                                    3 * LIMIT_BLOCK - 9};
    for (size_t i = 0; i < COUNT(places); i++) {
        char *large = run_of('x', 3 * LIMIT_BLOCK), want[64];
        struct making m = {.tool = large};
        struct chain c;
        struct buf out;
        chain_begin(&c, "[\n");
        chain_add(&c, NULL);
        chain_add(&c, &m);
        chain_last(&c, NULL);
        chain_end(&c, "]");
        size_t at = chain_find(&c, "xxxx", 1) + places[i];
        c.text.data[at] = 0xC3;
        uint64_t line, column;
        place_naively((const char *)c.text.data, at, &line, &column);
        snprintf(want, sizeof want, "damage=0:%zu:%llu:%llu:1:", at, (unsigned long long)line,
                 (unsigned long long)column);
        described(c.text.data, c.text.len, CONSTRUCTION_AUTO, &out);
        assert_non_null(strstr(buf_cstr(&out), want));
        buf_release(&out);
        free(large);
        chain_release(&c);
    }
}

/* --- places --- */

static void places_are_counted_in_bytes_from_one(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    chain_begin(&c, "\n\n[\r\n");
    for (int i = 0; i < 9000; i++)
        chain_add(&c,
                  i % 7 ? NULL : &(struct making){.first = "\n\"\xC3\xA9\":1,", .after = "\n\n\n"});
    chain_last(&c, NULL);
    chain_end(&c, "\n]\n");
    exam_chain(&e, &c, 2);
    assert_consistent(&e, &c);
    uint64_t line = 1, column = 1, got_line, got_column;
    for (size_t at = 0; at <= c.text.len; at++) {
        if (at % 611 == 0 || at == c.text.len || at < 50) {
            assert_int_equal(timeline_place(e.t, at, &got_line, &got_column, &e.err), 0);
            assert_int_equal(got_line, line);
            assert_int_equal(got_column, column);
        }
        column = at < c.text.len && c.text.data[at] == '\n' ? (line++, 1) : column + 1;
    }
    assert_int_equal(timeline_place(e.t, c.text.len + 1, &got_line, &got_column, &e.err), -1);
    exam_close(&e);
    chain_release(&c);
}

/* --- ids and classes over the whole file --- */

static void ids_that_stand_again(void **state)
{
    (void)state;
    enum { MANY = 30000 };
    struct chain c;
    struct exam e;
    char id[32];
    chain_begin(&c, "[");
    for (unsigned i = 1; i < MANY; i++) {
        snprintf(id, sizeof id, "id-%u", i % 10000);
        chain_add(&c, &(struct making){.id = id});
    }
    chain_last(&c, NULL);
    chain_end(&c, "]");
    for (size_t j = 0; j < COUNT(jobs); j++) {
        exam_chain(&e, &c, jobs[j]);
        assert_int_equal(timeline_total(e.t, FINDING_DUPLICATE_ID), MANY - 1 - 10000);
        for (uint64_t n = 1; n < MANY; n += 37)
            assert_int_equal(timeline_mark(e.t, n).mask >> FINDING_DUPLICATE_ID & 1, n > 10000);
        struct finding_list l = {0};
        assert_int_equal(timeline_entry_findings(e.t, 23456, &l, &e.err), 0);
        assert_int_equal(l.count, 1);
        assert_non_null(strstr(l.item[0].message.data, "entry 3456 has the same id"));
        finding_list_release(&l);
        exam_close(&e);
    }
    chain_release(&c);
}

/* Two large entries and many that repeat their ids in turn: each entry is read once, not once
 * for each. */
static void repeated_ids_do_not_read_large_entries_again(void **state)
{
    (void)state;
    enum { MANY = 100000 };
    char *large = run_of('x', 8 << 20);
    struct buf b;
    struct exam e;
    buf_init(&b, SIZE_MAX / 2);
    buf_addf(&b, "[{\"id\":\"A\",\"x\":\"%s\"},{\"id\":\"B\",\"x\":\"%s\"}", large, large);
    for (int i = 0; i < MANY; i++)
        buf_adds(&b, i % 2 ? ",{\"id\":\"A\"}" : ",{\"id\":\"B\"}");
    buf_adds(&b, "]");
    alarm(240);
    exam_bytes(&e, b.data, b.len, NULL);
    alarm(0);
    assert_int_equal(timeline_total(e.t, FINDING_DUPLICATE_ID), MANY);
    exam_close(&e);
    buf_release(&b);
    free(large);
}

static void classes_are_counted_in_order(void **state)
{
    (void)state;
    static const char *const classes[] = {
        "LOGGED BY AGENT", "EXECUTED BY X",        "LOGGED BY AGENT", "?",
        "EXECUTED BY X",   "OBSERVED VIA GATEWAY", "LOGGED BY AGENT"};
    struct class_count got[8];
    struct chain c;
    struct exam e;
    chain_begin(&c, "[");
    for (size_t i = 0; i < COUNT(classes); i++)
        chain_add(&c, &(struct making){.class = classes[i]});
    chain_end(&c, ",{\"provenance_class\":7},{},\n5]");
    exam_chain(&e, &c, 2);
    assert_int_equal(timeline_classes(e.t, got, COUNT(got)), 5);
    static const struct {
        const char *name;
        enum standing standing;
        uint64_t entries, first;
    } want[] = {{"LOGGED BY AGENT", STANDING_AGENT, 3, 1},
                {"EXECUTED BY X", STANDING_RECORDER, 2, 2},
                {"?", STANDING_NONE, 1, 4},
                {"OBSERVED VIA GATEWAY", STANDING_GATEWAY, 1, 6},
                {NULL, STANDING_NONE, 3, 8}};
    for (size_t i = 0; i < COUNT(want); i++) {
        assert_int_equal(got[i].absent, want[i].name == NULL);
        assert_true(want[i].name ? strcmp(got[i].name.data, want[i].name) == 0
                                 : got[i].name.data == NULL);
        assert_int_equal(got[i].standing, want[i].standing);
        assert_int_equal(got[i].entries, want[i].entries);
        assert_int_equal(got[i].first_entry, want[i].first);
    }
    assert_int_equal(timeline_standing_total(e.t, STANDING_AGENT), 3);
    assert_int_equal(timeline_standing_total(e.t, STANDING_RECORDER), 2);
    assert_int_equal(timeline_standing_total(e.t, STANDING_GATEWAY), 1);
    assert_int_equal(timeline_standing_total(e.t, STANDING_NONE), 4);
    assert_true(timeline_mark(e.t, 4).has_class);
    for (uint64_t n = 8; n <= 10; n++)
        assert_false(timeline_mark(e.t, n).has_class);
    assert_int_equal(timeline_classes(e.t, got, 2), 2);
    exam_close(&e);
    chain_release(&c);
}

static void more_classes_than_are_named(void **state)
{
    (void)state;
    enum { OVER = 50 };
    struct class_count *got = calloc(LIMIT_CLASSES + 16, sizeof *got);
    char class[64];
    struct chain c;
    struct exam e;
    chain_begin(&c, "[");
    for (unsigned i = 0; i < LIMIT_CLASSES + OVER; i++) {
        snprintf(class, sizeof class, i % 2 ? "EXECUTED BY HOST %u" : "class %u", i);
        chain_add(&c, &(struct making){.class = class});
    }
    chain_last(&c, &(struct making){.class = "class 0"});
    chain_end(&c, "]");
    for (size_t j = 0; j < COUNT(jobs); j++) {
        exam_chain(&e, &c, jobs[j]);
        size_t n = timeline_classes(e.t, got, LIMIT_CLASSES + 16);
        assert_int_equal(n, LIMIT_CLASSES + 2);
        assert_int_equal(got[0].entries, 2);
        assert_string_equal(got[LIMIT_CLASSES - 1].name.data, "EXECUTED BY HOST 4095");
        for (size_t i = LIMIT_CLASSES; i < n; i++) {
            assert_null(got[i].name.data);
            assert_false(got[i].absent);
            assert_int_equal(got[i].entries, OVER / 2);
        }
        assert_true(got[n - 1].standing != got[n - 2].standing);
        struct entry_mark m = timeline_mark(e.t, LIMIT_CLASSES + 2);
        assert_true(m.has_class);
        assert_int_equal(m.standing, STANDING_RECORDER);
        assert_int_equal(timeline_result(e.t), TIMELINE_CONSISTENT);
        exam_close(&e);
    }
    free(got);
    chain_release(&c);
}

static void seeks_in_both_directions(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    uint32_t links = UINT32_C(1) << FINDING_LINK;
    chain_honest(&c, 10);
    chain_swap(&c, "fs.read", 3, "x");
    chain_swap(&c, "fs.read", 6, "x");
    exam_chain(&e, &c, 1);
    assert_int_equal(timeline_seek(e.t, 1, 1, links), 4);
    assert_int_equal(timeline_seek(e.t, 4, 1, links), 4);
    assert_int_equal(timeline_seek(e.t, 5, 1, links), 8);
    assert_int_equal(timeline_seek(e.t, 9, 1, links), 0);
    assert_int_equal(timeline_seek(e.t, 10, -1, links), 8);
    assert_int_equal(timeline_seek(e.t, 1000, -1, links), 8);
    assert_int_equal(timeline_seek(e.t, 7, -1, links), 4);
    assert_int_equal(timeline_seek(e.t, 3, -1, links), 0);
    assert_int_equal(timeline_seek(e.t, 0, 1, links), 0);
    assert_int_equal(timeline_seek(e.t, 11, 1, links), 0);
    assert_int_equal(timeline_seek(e.t, 1, 1, finding_mask(SEVERITY_WARNING)), 0);
    exam_close(&e);
    chain_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_timelines),
        cmocka_unit_test(the_hash_is_that_of_the_bytes),
        cmocka_unit_test(findings_at_borders_of_chunks),
        cmocka_unit_test(no_border_hides_a_finding),
        cmocka_unit_test(lengths_around_chunks),
        cmocka_unit_test(two_hundred_thousand_tiny_entries),
        cmocka_unit_test(large_members),
        cmocka_unit_test(large_jobs_and_classes),
        cmocka_unit_test(text_of_large_members_is_inspected),
        cmocka_unit_test(entries_across_borders_of_blocks),
        cmocka_unit_test(borders_behind_entries),
        cmocka_unit_test(entries_near_the_size_of_a_block),
        cmocka_unit_test(lines_across_borders_of_blocks),
        cmocka_unit_test(a_long_tail),
        cmocka_unit_test(damage_leaves_what_stands_before),
        cmocka_unit_test(the_first_damage_counts),
        cmocka_unit_test(failures_before_damage_stay),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(damage_in_a_large_entry),
        cmocka_unit_test(places_are_counted_in_bytes_from_one),
        cmocka_unit_test(ids_that_stand_again),
        cmocka_unit_test(repeated_ids_do_not_read_large_entries_again),
        cmocka_unit_test(classes_are_counted_in_order),
        cmocka_unit_test(more_classes_than_are_named),
        cmocka_unit_test(seeks_in_both_directions),
    };
    return cmocka_run_group_tests_name("core/timeline", tests, NULL, NULL);
}
