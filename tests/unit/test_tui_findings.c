/* The list of findings against all that the reports list, from both ends and in both orders. */
#include "core_making.h"

#include "tui/findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { MANY = 2500, PAGE = 7 };

struct desk {
    struct chain chain;
    struct exam exam;
    struct reference_set refs;
    struct findings f;
    struct finding_list all;
};

/* Every entry breaks rules, some of them several times; a reference says that it is not the end. */
static void sit(struct desk *d, uint64_t entries)
{
    memset(d, 0, sizeof *d);
    chain_begin(&d->chain, "[");
    for (uint64_t i = 0; i < entries; i++)
        chain_add(&d->chain, &(struct making){.seq = "99",
                                              .last = i % 3 ? ",\"output_hash\":\"x\"" : NULL,
                                              .close = i % 5 ? NULL : "7",
                                              .tool = i % 2 ? "pay" : "a\xE2\x80\xAE"});
    chain_end(&d->chain, "]");
    exam_chain(&d->exam, &d->chain, 1);
    assert_non_null(reference_add_count(&d->refs, "3", NULL));
    assert_int_equal(references_check(&d->refs, d->exam.t, (struct instant){0}, NULL), 0);
}

static void list_all(struct desk *d)
{
    struct finding_walk walk;
    struct finding one;

    finding_walk_init(&walk, d->exam.t, &d->refs);
    while (finding_walk_next(&walk, &one, NULL) > 0)
        assert_int_equal(finding_list_add(&d->all, &one), 0);
    finding_walk_release(&walk);
}

static void leave(struct desk *d)
{
    findings_release(&d->f);
    finding_list_release(&d->all);
    reference_set_release(&d->refs);
    exam_close(&d->exam);
    chain_release(&d->chain);
}

static const struct finding *show(struct desk *d)
{
    findings_show(&d->f, d->exam.t, &d->refs, PAGE, true);
    return findings_selected(&d->f);
}

static bool before(const struct finding *a, const struct finding *b, enum findings_order order)
{
    int severity = (int)finding_severity(a->code) - (int)finding_severity(b->code);

    if (order == FINDINGS_BY_PLACE && a->entry != b->entry)
        return a->entry < b->entry;
    if (severity || a->code != b->code)
        return severity ? severity < 0 : a->code < b->code;
    return a->entry <= b->entry;
}

static bool step_on(struct desk *d, int step)
{
    struct findings_place at = d->f.selected;
    const struct findings_place *to = &d->f.selected;

    findings_move(&d->f, d->exam.t, &d->refs, step);
    return at.group != to->group || at.entry != to->entry || at.at != to->at;
}

/* How many there are from one end to the other. */
static size_t walk(struct desk *d, int step)
{
    struct finding last = {0};
    size_t n = 0;

    findings_end(&d->f, d->exam.t, &d->refs, -step);
    do {
        const struct finding *now = show(d);
        assert_non_null(now);
        if (n++ > 0)
            assert_true(step > 0 ? before(&last, now, d->f.order) : before(now, &last, d->f.order));
        last = (struct finding){.code = now->code, .entry = now->entry};
    } while (step_on(d, step));
    return n;
}

static void all_are_reached(void **unused)
{
    struct desk d;

    (void)unused;
    sit(&d, MANY);
    list_all(&d);
    assert_true(d.all.count > 3 * MANY);
    assert_int_equal(walk(&d, 1), d.all.count);
    assert_int_equal(walk(&d, -1), d.all.count);
    findings_turn(&d.f, d.exam.t, &d.refs);
    findings_release(&d.f);
    assert_int_equal(d.f.order, FINDINGS_BY_PLACE);
    assert_int_equal(walk(&d, 1), d.all.count);
    assert_int_equal(walk(&d, -1), d.all.count);
    leave(&d);
}

/* A list of expected actions gives findings of entries, and of none. */
static void those_of_a_list_are_reached(void **unused)
{
    static const char list[] =
        "{\"job_id\":\"job-1\",\"order\":\"strict\",\"actions\":["
        "{\"tool\":\"zz\",\"kind\":\"expected\"},{\"tool\":\"pay\",\"kind\":\"expected\",\"count\":90},"
        "{\"tool\":\"a\\u202e\",\"kind\":\"expected\",\"count\":3}]}";
    struct desk d;
    struct verdict v;

    (void)unused;
    sit(&d, 200);
    d.refs.expected = expected_from_bytes("list.json", list, sizeof list - 1, NULL);
    assert_non_null(d.refs.expected);
    assert_int_equal(references_check(&d.refs, d.exam.t, (struct instant){0}, NULL), 0);
    assert_int_equal(verdict_make(&v, d.exam.t, &d.refs, NULL), 0);
    assert_int_equal(v.totals[FINDING_EXPECT_MISSING], 1);
    assert_int_equal(v.totals[FINDING_EXPECT_UNEXPECTED], 107);
    assert_true(v.totals[FINDING_EXPECT_ORDER] > 0);
    list_all(&d);
    for (int order = 0; order < 2; order++) {
        assert_int_equal(walk(&d, 1), d.all.count);
        assert_int_equal(walk(&d, -1), d.all.count);
        findings_turn(&d.f, d.exam.t, &d.refs);
    }
    leave(&d);
}

static void the_last_page_is_full(void **unused)
{
    struct desk d;

    (void)unused;
    sit(&d, 40);
    findings_end(&d.f, d.exam.t, &d.refs, 1);
    assert_non_null(show(&d));
    assert_int_equal(d.f.shown.count, PAGE);
    assert_int_equal(d.f.row, PAGE - 1);
    assert_false(d.f.more);
    findings_move(&d.f, d.exam.t, &d.refs, -3);
    show(&d);
    assert_int_equal(d.f.row, PAGE - 4);
    findings_move(&d.f, d.exam.t, &d.refs, -1000000);
    show(&d);
    assert_int_equal(d.f.row, 0);
    assert_true(d.f.more);
    leave(&d);
}

static void turning_keeps_the_finding(void **unused)
{
    struct desk d;

    (void)unused;
    sit(&d, 40);
    for (long i = 0; i < 150; i++) {
        const struct finding *f = show(&d);
        enum finding_code code = f->code;
        uint64_t entry = f->entry;
        findings_turn(&d.f, d.exam.t, &d.refs);
        f = show(&d);
        assert_int_equal(f->code, code);
        assert_int_equal(f->entry, entry);
        findings_turn(&d.f, d.exam.t, &d.refs);
        show(&d);
        findings_move(&d.f, d.exam.t, &d.refs, 1);
    }
    leave(&d);
}

static void none_is_no_finding(void **unused)
{
    struct desk d;

    (void)unused;
    memset(&d, 0, sizeof d);
    chain_honest(&d.chain, 3);
    exam_chain(&d.exam, &d.chain, 1);
    assert_null(show(&d));
    findings_move(&d.f, d.exam.t, &d.refs, 1);
    findings_end(&d.f, d.exam.t, &d.refs, 1);
    assert_null(show(&d));
    leave(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_reached),
        cmocka_unit_test(the_last_page_is_full),
        cmocka_unit_test(those_of_a_list_are_reached),
        cmocka_unit_test(turning_keeps_the_finding),
        cmocka_unit_test(none_is_no_finding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
