#include "core_making.h"

#include "core/verdict.h"
#include "explain/baseline.h"
#include "explain/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const uint64_t lengths[] = {1, 2, 8, 1000};

/* --- copies --- */

struct part {
    uint64_t number;     /* names the entry: its id, and its payload where that is the usual one */
    const char *payload; /* NULL: the usual */
    const char *job, *last;
    bool close;
};

static void put(struct chain *c, struct part part)
{
    char id[32], payload[32];

    snprintf(id, sizeof id, "r-%" PRIu64, part.number);
    snprintf(payload, sizeof payload, "{\"n\":%" PRIu64 "}", part.number);
    struct making m = {.id = id,
                       .payload = part.payload ? part.payload : payload,
                       .job = part.job,
                       .last = part.last};
    if (part.close)
        chain_last(c, &m);
    else
        chain_add(c, &m);
}

static void put_series(struct chain *c, uint64_t from, uint64_t to, bool close)
{
    for (uint64_t n = from; n <= to; n++)
        put(c, (struct part){.number = n, .close = close && n == to});
}

/* Puts an entry and goes on as if it had been the usual one. */
static void put_edited(struct chain *c, struct part part)
{
    struct chain honest;
    char before[DIGEST_HEX + 1];

    chain_begin(&honest, "[");
    memcpy(honest.prev, c->prev, sizeof before);
    honest.entries = c->entries;
    put(&honest, (struct part){.number = part.number});
    put(c, part);
    memcpy(c->prev, honest.prev, sizeof before);
    chain_release(&honest);
}

static void honest(struct chain *c, uint64_t n)
{
    put_series(c, 1, n, true);
}

static void longer(struct chain *c, uint64_t n)
{
    put_series(c, 1, n + 3, true);
}

static void open_ended(struct chain *c, uint64_t n)
{
    put_series(c, 1, n, false);
}

static void two_more_before(struct chain *c, uint64_t n)
{
    put_series(c, 1, n + 2, true);
}

static void beheaded(struct chain *c, uint64_t n)
{
    put_series(c, 3, n + 2, true);
}

static void end_replaced(struct chain *c, uint64_t n)
{
    put_series(c, 1, n - 1, false);
    put(c, (struct part){.number = n, .payload = "paid", .close = true});
}

static void edited(struct chain *c, uint64_t n)
{
    put_series(c, 1, n / 2 - 1, false);
    put_edited(c, (struct part){.number = n / 2, .payload = "paid"});
    put_series(c, n / 2 + 1, n, true);
}

static void relinked(struct chain *c, uint64_t n)
{
    put_series(c, 1, n / 2 - 1, false);
    put(c, (struct part){.number = n / 2, .payload = "paid"});
    put_series(c, n / 2 + 1, n, true);
}

static void of_another_job(struct chain *c, uint64_t n)
{
    for (uint64_t i = 1; i <= n; i++)
        put(c, (struct part){.number = i, .job = "job-2", .close = i == n});
}

static void of_nothing_known(struct chain *c, uint64_t n)
{
    for (uint64_t i = 1; i <= n; i++)
        put(c, (struct part){.number = i + 5000, .job = "job-2", .close = i == n});
}

/* Three more, of which one does not cite the entry before it. */
static void go_on_unlinked(struct chain *c, uint64_t n, uint64_t held)
{
    put_series(c, 1, n + held, false);
    memset(c->prev, 'a', DIGEST_HEX);
    put_series(c, n + held + 1, n + 3, true);
}

static void longer_unlinked(struct chain *c, uint64_t n)
{
    go_on_unlinked(c, n, 0);
}

static void longer_broken(struct chain *c, uint64_t n)
{
    go_on_unlinked(c, n, 2);
}

/* Entry n / 2 is left out, and nothing is rebuilt. */
static void deleted(struct chain *c, uint64_t n)
{
    put_series(c, 1, n / 2 - 1, false);
    struct buf text = c->text;
    buf_init(&c->text, SIZE_MAX / 2);
    put(c, (struct part){.number = n / 2});
    buf_release(&c->text);
    c->text = text;
    put_series(c, n / 2 + 1, n, true);
}

static void deleted_and_rebuilt(struct chain *c, uint64_t n)
{
    put_series(c, 1, n / 2 - 1, false);
    put_series(c, n / 2 + 1, n, true);
}

static void with_another_member(struct chain *c, uint64_t n)
{
    put_series(c, 1, n - 1, false);
    put(c, (struct part){.number = n, .last = ",\"note\":{\"a\":[1]}", .close = true});
}

/* Of n: which entry differs first. */
static uint64_t at_none(uint64_t n)
{
    (void)n;
    return 0;
}

static uint64_t at_first(uint64_t n)
{
    (void)n;
    return 1;
}

static uint64_t at_half(uint64_t n)
{
    return n / 2;
}

static uint64_t at_last(uint64_t n)
{
    return n;
}

static uint64_t at_next(uint64_t n)
{
    return n + 1;
}

struct expected {
    enum copies_category category;
    uint64_t (*entry)(uint64_t n);
    bool proved;
    enum copies_category other; /* IDENTICAL: not told */
};

static const struct {
    const char *name;
    void (*earlier)(struct chain *, uint64_t), (*later)(struct chain *, uint64_t);
    uint64_t least; /* entries that it takes */
    struct expected forth, back;
} known[] = {
    {"identical",
     honest,
     honest,
     1,
     {COPIES_IDENTICAL, at_none, true, COPIES_IDENTICAL},
     {COPIES_IDENTICAL, at_none, true, COPIES_IDENTICAL}},
    {"extended",
     open_ended,
     longer,
     1,
     {COPIES_EXTENDED, at_next, true, COPIES_CUT},
     {COPIES_CUT, at_next, true, COPIES_EXTENDED}},
    {"reopened",
     honest,
     longer,
     1,
     {COPIES_EXTENDED, at_last, true, COPIES_RECLOSED},
     {COPIES_RECLOSED, at_last, true, COPIES_EXTENDED}},
    {"beheaded",
     two_more_before,
     beheaded,
     1,
     {COPIES_BEHEADED, at_first, false, COPIES_IDENTICAL},
     {COPIES_FORKED, at_first, false, COPIES_BEHEADED}},
    {"end_replaced",
     honest,
     end_replaced,
     1,
     {COPIES_END_REPLACED, at_last, false, COPIES_IDENTICAL},
     {COPIES_END_REPLACED, at_last, false, COPIES_IDENTICAL}},
    {"edited",
     honest,
     edited,
     2,
     {COPIES_EDITED, at_half, true, COPIES_IDENTICAL},
     {COPIES_EDITED, at_half, true, COPIES_IDENTICAL}},
    {"relinked",
     honest,
     relinked,
     2,
     {COPIES_FORKED, at_half, false, COPIES_IDENTICAL},
     {COPIES_FORKED, at_half, false, COPIES_IDENTICAL}},
    {"of another job",
     honest,
     of_another_job,
     1,
     {COPIES_FORKED, at_first, false, COPIES_IDENTICAL},
     {COPIES_FORKED, at_first, false, COPIES_IDENTICAL}},
    {"unrelated",
     honest,
     of_nothing_known,
     1,
     {COPIES_UNRELATED, at_first, false, COPIES_IDENTICAL},
     {COPIES_UNRELATED, at_first, false, COPIES_IDENTICAL}},
    {"extended without a link",
     open_ended,
     longer_unlinked,
     1,
     {COPIES_EXTENDED, at_next, false, COPIES_CUT},
     {COPIES_CUT, at_next, true, COPIES_EXTENDED}},
    {"extended, a link broken later",
     open_ended,
     longer_broken,
     1,
     {COPIES_EXTENDED, at_next, false, COPIES_CUT},
     {COPIES_CUT, at_next, true, COPIES_EXTENDED}},
    {"reopened without a link",
     honest,
     longer_unlinked,
     1,
     {COPIES_EXTENDED, at_last, false, COPIES_IDENTICAL},
     {COPIES_FORKED, at_last, false, COPIES_EXTENDED}},
    {"deleted",
     honest,
     deleted,
     4,
     {COPIES_EDITED, at_half, true, COPIES_IDENTICAL},
     {COPIES_EDITED, at_half, true, COPIES_IDENTICAL}},
    {"deleted and rebuilt",
     honest,
     deleted_and_rebuilt,
     4,
     {COPIES_FORKED, at_half, false, COPIES_IDENTICAL},
     {COPIES_FORKED, at_half, false, COPIES_IDENTICAL}},
    {"another member",
     honest,
     with_another_member,
     1,
     {COPIES_EDITED, at_last, false, COPIES_IDENTICAL},
     {COPIES_EDITED, at_last, false, COPIES_IDENTICAL}},
};

/* --- comparisons --- */

struct pair {
    struct chain chain[2];
    struct exam exam[2];
    struct copies copies;
};

static void pair_open(struct pair *p, void (*earlier)(struct chain *, uint64_t),
                      void (*later)(struct chain *, uint64_t), uint64_t n)
{
    void (*const make[])(struct chain *, uint64_t) = {earlier, later};
    struct err err = {0};

    for (int i = 0; i < 2; i++) {
        chain_begin(&p->chain[i], "[");
        make[i](&p->chain[i], n);
        chain_end(&p->chain[i], "]\n");
        exam_chain(&p->exam[i], &p->chain[i], 1);
    }
    assert_int_equal(copies_compare(&p->copies, p->exam[0].t, p->exam[1].t, NULL, &err), 0);
}

static void pair_close(struct pair *p)
{
    copies_release(&p->copies);
    for (int i = 0; i < 2; i++) {
        exam_close(&p->exam[i]);
        chain_release(&p->chain[i]);
    }
}

static void expect(const char *name, const struct copies *c, const struct expected *e, uint64_t n)
{
    if (c->category != e->category || c->entry != e->entry(n) || c->proved != e->proved)
        print_error("%s of %" PRIu64 ": %s at %" PRIu64 "\n", name, n,
                    copies_category_name(c->category), c->entry);
    assert_int_equal(c->category, e->category);
    assert_int_equal(c->entry, e->entry(n));
    assert_int_equal(c->proved, e->proved);
    assert_int_equal(c->other.told, e->other != COPIES_IDENTICAL);
    if (c->other.told)
        assert_int_equal(c->other.category, e->other);
    if (c->category == COPIES_EXTENDED)
        assert_int_equal(c->unlinked == 0, c->proved);
}

/* Every entry of both has one row, in order. */
static void expect_rows(const struct copies *c)
{
    struct copies_row row = {0};
    uint64_t earlier = 0, later = 0, rows = 0;

    while (copies_next(c, &row)) {
        bool only_earlier = row.kind == COPIES_MISSING || row.kind == COPIES_MOVED_FROM;
        bool only_later = row.kind == COPIES_ADDED || row.kind == COPIES_MOVED_TO;
        if (!only_later)
            assert_int_equal(row.earlier, ++earlier);
        if (!only_earlier)
            assert_int_equal(row.later, ++later);
        rows++;
    }
    assert_int_equal(earlier, c->earlier_entries);
    assert_int_equal(later, c->later_entries);
    for (int kind = 0; kind < COPIES_KINDS; kind++)
        rows -= c->total[kind];
    assert_int_equal(rows, 0);
}

static void every_category_in_both_orders(void **state)
{
    (void)state;
    struct pair p;

    for (size_t i = 0; i < COUNT(known); i++)
        for (size_t l = 0; l < COUNT(lengths); l++) {
            uint64_t n = lengths[l];
            if (n < known[i].least)
                continue;
            pair_open(&p, known[i].earlier, known[i].later, n);
            expect(known[i].name, &p.copies, &known[i].forth, n);
            expect_rows(&p.copies);
            pair_close(&p);
            pair_open(&p, known[i].later, known[i].earlier, n);
            expect(known[i].name, &p.copies, &known[i].back, n);
            expect_rows(&p.copies);
            pair_close(&p);
        }
}

static void a_deletion_is_one_row(void **state)
{
    (void)state;
    static void (*const make[])(struct chain *, uint64_t) = {deleted, deleted_and_rebuilt};
    struct copies_row row;
    struct pair p;

    for (size_t i = 0; i < COUNT(make); i++) {
        pair_open(&p, honest, make[i], 8);
        assert_int_equal(p.copies.total[COPIES_MISSING], 1);
        assert_int_equal(p.copies.total[COPIES_ADDED], 0);
        assert_int_equal(p.copies.total[COPIES_CHANGED], i == 0 ? 0 : 4);
        memset(&row, 0, sizeof row);
        while (copies_next(&p.copies, &row) && row.kind != COPIES_MISSING)
            ;
        assert_int_equal(row.earlier, 4);
        pair_close(&p);
    }
}

static void the_next_entry_tells_the_original(void **state)
{
    (void)state;
    struct copies_row row = {0};
    struct pair p;

    pair_open(&p, honest, edited, 8);
    assert_int_equal(p.copies.original, COPIES_EARLIER);
    while (copies_next(&p.copies, &row) && row.kind != COPIES_CHANGED)
        ;
    assert_int_equal(row.earlier, 4);
    assert_int_equal(copies_original(&p.copies, &row), COPIES_EARLIER);
    pair_close(&p);
    pair_open(&p, edited, honest, 8);
    assert_int_equal(p.copies.original, COPIES_LATER);
    pair_close(&p);
    pair_open(&p, honest, relinked, 8);
    assert_int_equal(p.copies.original, COPIES_NEITHER);
    pair_close(&p);
}

static void expect_members(const struct pair *p, uint64_t a, uint64_t b, const char *want)
{
    struct copies_members m;
    struct buf got;
    struct err err = {0};

    buf_init(&got, SIZE_MAX / 2);
    assert_int_equal(copies_members(&p->copies, a, b, &m, &err), 0);
    for (size_t i = 0; i < m.count; i++)
        buf_addf(&got, "%s%s ", m.item[i].name.data, m.item[i].bound ? "" : "*");
    assert_string_equal(buf_cstr(&got), want);
    buf_release(&got);
    copies_members_release(&m);
}

static void members_that_differ(void **state)
{
    (void)state;
    struct pair p;

    pair_open(&p, honest, longer, 8);
    expect_members(&p, 8, 8, "close ");
    expect_members(&p, 1, 1, "");
    expect_members(&p, 1, 2, "canonical_bytes id prev_digest seq ");
    pair_close(&p);
    pair_open(&p, honest, with_another_member, 8);
    assert_int_equal(p.copies.total[COPIES_UNBOUND], 1);
    expect_members(&p, 8, 8, "note* ");
    pair_close(&p);
}

/* --- how things are written --- */

static void compare_texts(struct copies *c, struct exam exam[2], const char *a, const char *b)
{
    struct err err = {0};

    exam_bytes(&exam[0], a, strlen(a), NULL);
    exam_bytes(&exam[1], b, strlen(b), NULL);
    assert_int_equal(copies_compare(c, exam[0].t, exam[1].t, NULL, &err), 0);
}

#define ENTRY(seq, tool, rest)                                                       \
    "{\"seq\":" seq                                                                  \
    ",\"prev_digest\":\"00000000000000000000000000000000000000000000000000000000000" \
    "00000\",\"job_id\":\"j\",\"id\":\"i\",\"tool\":\"" tool                         \
    "\",\"provenance_class\":\"c\",\"canonical_bytes\":\"e30=\"" rest "}"

static void only_what_is_said_counts(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        enum copies_category category;
    } pairs[] = {
        {"[" ENTRY("1", "t", "") "]", ENTRY("1", "t", "") "\n", COPIES_IDENTICAL},
        {"[" ENTRY("1", "t", "") "]", "[" ENTRY("1.0", "\\u0074", ",\"close\":false") "]",
         COPIES_IDENTICAL},
        {"[" ENTRY("1", "t", ",\"x\":{\"a\":\"b\"}") "]",
         "[ " ENTRY("10e-1", "t", ", \"x\" : { \"a\" :\"\\u0062\" } ") " ]", COPIES_IDENTICAL},
        {"[" ENTRY("1", "t", ",\"x\":\"1\"") "]", "[" ENTRY("1", "t", ",\"x\":1") "]",
         COPIES_EDITED},
        {"[" ENTRY("1", "t", ",\"x\":\"a b\"") "]", "[" ENTRY("1", "t", ",\"x\":\"ab\"") "]",
         COPIES_EDITED},
        {"[" ENTRY("1", "t", ",\"x\":\"\\ud800\"") "]",
         "[" ENTRY("1", "t", ",\"x\":\"\\ud801\"") "]", COPIES_EDITED},
        {"[" ENTRY("1", "t", ",\"x\":1,\"x\":2") "]", "[" ENTRY("1", "t", ",\"x\":2") "]",
         COPIES_EDITED},
        {"[" ENTRY("1", "t", ",\"x\":1,\"x\":2") "]", "[" ENTRY("1", "t", ",\"x\":2,\"x\":1") "]",
         COPIES_EDITED},
        {"[" ENTRY("1", "t", "") "]", "[" ENTRY("1", "u", "") "]", COPIES_END_REPLACED},
        {"[" ENTRY("1", "t", ",\"close\":true") "]", "[" ENTRY("1", "t", "") "]",
         COPIES_END_REPLACED},
        {"[" ENTRY("\"1\"", "t", "") "]", "[" ENTRY("\"1\"", "t", "") " ]", COPIES_IDENTICAL},
        {"[" ENTRY("\"1\"", "t", "") "]", "[" ENTRY("\"2\"", "t", "") "]", COPIES_END_REPLACED},
        {"[1,[2 ]]", "[1, [2]]", COPIES_IDENTICAL},
        {"[1,2]", "[1,3]", COPIES_END_REPLACED},
        {"[1,2]", "[3,2]", COPIES_EDITED},
        {"[]", "[ ]", COPIES_IDENTICAL},
        {"[]", "[1]", COPIES_EXTENDED},
        {"[1]", "[]", COPIES_CUT},
        {"[1]", "[2]", COPIES_UNRELATED},
    };
    struct exam exam[2];
    struct copies c;

    for (size_t i = 0; i < COUNT(pairs); i++) {
        compare_texts(&c, exam, pairs[i].a, pairs[i].b);
        if (c.category != pairs[i].category)
            print_error("%s\n%s\n", pairs[i].a, pairs[i].b);
        assert_int_equal(c.category, pairs[i].category);
        expect_rows(&c);
        copies_release(&c);
        exam_close(&exam[0]);
        exam_close(&exam[1]);
    }
}

/* Entries larger than any block or window. */
static void large_entries(void **state)
{
    (void)state;
    enum { LARGE = 3 * LIMIT_BLOCK };
    char *x = malloc(LARGE + 1);
    struct chain chain[2];
    struct exam exam[2];
    struct copies c;
    struct err err = {0};

    memset(x, 'x', LARGE);
    x[LARGE] = 0;
    for (int i = 0; i < 2; i++) {
        struct buf last;
        buf_init(&last, SIZE_MAX / 2);
        x[LARGE - 1] = (char)('x' + i);
        buf_addf(&last, ",\"note\":\"");
        buf_adds(&last, x);
        buf_adds(&last, "\"");
        chain_begin(&chain[i], "[");
        put_series(&chain[i], 1, 2, false);
        put(&chain[i], (struct part){.number = 3, .last = buf_cstr(&last)});
        put_series(&chain[i], 4, 5, true);
        chain_end(&chain[i], "]\n");
        exam_chain(&exam[i], &chain[i], 1);
        buf_release(&last);
    }
    assert_int_equal(copies_compare(&c, exam[0].t, exam[1].t, NULL, &err), 0);
    assert_int_equal(c.category, COPIES_EDITED);
    assert_int_equal(c.entry, 3);
    assert_int_equal(c.total[COPIES_UNBOUND], 1);
    assert_int_equal(c.total[COPIES_SAME], 4);
    copies_release(&c);
    for (int i = 0; i < 2; i++) {
        exam_close(&exam[i]);
        chain_release(&chain[i]);
    }
    free(x);
}

/* --- given up --- */

struct patience {
    unsigned asked, most;
};

static bool asked_enough(void *arg)
{
    struct patience *p = arg;

    return ++p->asked > p->most;
}

static void every_stage_can_be_given_up(void **state)
{
    (void)state;
    struct pair p;
    unsigned cancelled = 0;
    int status = -1;

    pair_open(&p, honest, relinked, 1000);
    for (unsigned most = 0; status; most++) {
        struct patience patience = {0, most};
        struct copies_watch watch = {.stop = asked_enough, .arg = &patience};
        struct copies c;
        struct err err = {0};
        status = copies_compare(&c, p.exam[0].t, p.exam[1].t, &watch, &err);
        assert_int_equal(err.code, status ? ERR_CANCELLED : ERR_NONE);
        assert_in_range(atomic_load(&watch.percent), 0, 99);
        cancelled += status != 0;
        copies_release(&c);
    }
    /* 2,000 digests, 1,002 contents, 1,000 rows, and the sorting between. */
    assert_true(cancelled > 20);
    pair_close(&p);
}

/* --- as a reference --- */

static void write_chain(char *path, const struct chain *c)
{
    strcpy(path, "/tmp/aerscope-baseline-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, c->text.data, c->text.len), (ssize_t)c->text.len);
    close(fd);
}

static struct reference *check_baseline(struct reference_set *set, const struct pair *p, char *path)
{
    struct err err = {0};
    struct instant now = {0};

    memset(set, 0, sizeof *set);
    write_chain(path, &p->chain[0]);
    struct reference *r = baseline_add(set, path, 1, &err);
    assert_non_null(r);
    for (int times = 0; times < 2; times++)
        assert_int_equal(references_check(set, p->exam[1].t, now, &err), 0);
    unlink(path);
    return r;
}

static void a_copy_as_reference(void **state)
{
    (void)state;
    struct reference_set set;
    char path[64];
    struct pair p;

    for (size_t i = 0; i < COUNT(known); i++) {
        pair_open(&p, known[i].earlier, known[i].later, 8);
        const struct reference *r = check_baseline(&set, &p, path);
        enum reference_result want = p.copies.category == COPIES_IDENTICAL ? REFERENCE_MATCHES
                                     : p.copies.category == COPIES_EXTENDED
                                         ? REFERENCE_EARLIER
                                         : REFERENCE_CONTRADICTED;
        assert_int_equal(r->kind, REFERENCE_BASELINE);
        assert_int_equal(r->result, want);
        assert_int_equal(r->confirmed, want == REFERENCE_EARLIER ? 8 : 0);
        assert_int_equal(r->count, p.copies.earlier_entries);
        /* A copy of the same bytes may have been made of this file just now, which is told. */
        assert_int_equal(r->findings.count, want != REFERENCE_EARLIER);
        if (want == REFERENCE_MATCHES)
            assert_int_equal(r->findings.item[0].code, FINDING_COMMITMENT_SHARED);
        if (want == REFERENCE_CONTRADICTED) {
            char code[64];
            snprintf(code, sizeof code, "baseline.%s", copies_category_name(p.copies.category));
            assert_string_equal(finding_code_name(r->findings.item[0].code), code);
            assert_int_equal(r->findings.item[0].entry, p.copies.later_entries);
            assert_int_equal(r->findings.item[0].reference, 0);
        }
        reference_set_release(&set);
        pair_close(&p);
    }
}

static void a_copy_that_cannot_be_used(void **state)
{
    (void)state;
    static const char *const text[] = {"", "[]", "[{\"seq\":1}", "{\"job_id\":1}", "nothing"};
    struct pair p;

    pair_open(&p, honest, honest, 2);
    for (size_t i = 0; i < COUNT(text); i++) {
        struct reference_set set = {0};
        struct chain c = {0};
        struct err err = {0};
        struct instant now = {0};
        char path[64];
        buf_init(&c.text, SIZE_MAX / 2);
        buf_adds(&c.text, text[i]);
        write_chain(path, &c);
        const struct reference *r = baseline_add(&set, path, 1, &err);
        assert_non_null(r);
        for (int times = 0; times < 2; times++)
            assert_int_equal(references_check(&set, p.exam[1].t, now, &err), 0);
        assert_int_equal(r->result, REFERENCE_UNUSABLE);
        assert_int_equal(r->findings.count, 1);
        assert_int_equal(r->findings.item[0].code, FINDING_COMMITMENT_FORM);
        unlink(path);
        reference_set_release(&set);
        chain_release(&c);
    }
    pair_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_category_in_both_orders),
        cmocka_unit_test(a_deletion_is_one_row),
        cmocka_unit_test(the_next_entry_tells_the_original),
        cmocka_unit_test(members_that_differ),
        cmocka_unit_test(only_what_is_said_counts),
        cmocka_unit_test(large_entries),
        cmocka_unit_test(every_stage_can_be_given_up),
        cmocka_unit_test(a_copy_as_reference),
        cmocka_unit_test(a_copy_that_cannot_be_used),
    };
    return cmocka_run_group_tests_name("explain/compare", tests, NULL, NULL);
}
