#include "explain/explain.h"
#include "core_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

struct fixture {
    struct chain chain;
    struct exam exam;
    struct explainer *explainer;
    struct explanation_list list;
};

static void begin(struct fixture *f, uint64_t effort)
{
    exam_chain(&f->exam, &f->chain, 1);
    f->explainer = explainer_new(f->exam.t, NULL, effort, &f->exam.err);
    assert_non_null(f->explainer);
}

static void end(struct fixture *f)
{
    explanation_list_release(&f->list);
    explainer_free(f->explainer);
    exam_close(&f->exam);
    chain_release(&f->chain);
}

static void explain_at(struct fixture *f, uint64_t entry)
{
    struct finding finding;
    finding_init(&finding, FINDING_LINK, entry);
    assert_int_equal(explain_finding(f->explainer, &finding, &f->list, &f->exam.err), 0);
    finding_release(&finding);
}

static const struct explanation *of_kind(const struct fixture *f, enum explanation_kind kind)
{
    for (size_t i = 0; i < f->list.count; i++)
        if (f->list.item[i].kind == kind)
            return &f->list.item[i];
    return NULL;
}

static size_t proofs(const struct fixture *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->list.count; i++)
        count += f->list.item[i].proved;
    return count;
}

static void a_relabelled_entry(void **state)
{
    (void)state;
    struct fixture f = {0};
    chain_honest(&f.chain, 6);
    chain_swap(&f.chain, "LOGGED BY AGENT", 4, "EXECUTED BY ZAMBO");
    begin(&f, EXPLAIN_EFFORT);
    explain_at(&f, 5);
    assert_int_equal(f.list.count, 2);
    const struct explanation *x = &f.list.item[1];
    assert_int_equal(x->kind, EXPLANATION_MEMBER_CHANGED);
    assert_false(x->proved);
    assert_non_null(strstr(x->text.data, "else that prev_digest was put there"));
    assert_non_null(x->decides.data);
    x = &f.list.item[0];
    assert_int_equal(x->kind, EXPLANATION_MEMBER_CHANGED);
    assert_true(x->proved);
    assert_int_equal(x->entry, 4);
    assert_int_equal(x->members, 1);
    assert_string_equal(x->member[0].member, "provenance_class");
    assert_string_equal(x->member[0].found.data, "EXECUTED BY ZAMBO");
    assert_string_equal(x->member[0].original.data, "LOGGED BY AGENT");
    assert_string_equal(x->provenance_class.data, "EXECUTED BY ZAMBO");
    assert_int_equal(x->standing, STANDING_RECORDER);
    assert_non_null(strstr(x->text.data, "LOGGED BY AGENT\", agent assertion, not an observation"));
    assert_null(x->decides.data);
    end(&f);
}

static void an_edit_without_a_trace(void **state)
{
    (void)state;
    struct fixture f = {0};
    chain_honest(&f.chain, 6);
    chain_swap(&f.chain, "\"r-4\"", 1, "\"r-9\"");
    begin(&f, EXPLAIN_EFFORT);
    explain_at(&f, 5);
    assert_int_equal(proofs(&f), 0);
    assert_non_null(of_kind(&f, EXPLANATION_UNEXPLAINED));
    assert_non_null(of_kind(&f, EXPLANATION_RELINK_STOPPED));
    for (size_t i = 0; i < f.list.count; i++)
        assert_non_null(f.list.item[i].decides.data);
    end(&f);
}

static void the_budget_binds(void **state)
{
    (void)state;
    struct fixture f = {0};
    chain_honest(&f.chain, 40);
    chain_swap(&f.chain, "\"r-4\"", 1, "\"r-9x\"");
    begin(&f, 100);
    explain_at(&f, 5);
    /* Those of the file as a whole come before, and are few. */
    assert_in_range(explainer_summary(f.explainer).tried, 1, 150);
    const struct explanation *x = of_kind(&f, EXPLANATION_UNEXPLAINED);
    assert_non_null(x);
    assert_non_null(strstr(x->text.data, "a bound was reached"));
    assert_non_null(strstr(x->decides.data, "--effort"));
    end(&f);
}

static bool always(void *arg)
{
    ++*(int *)arg;
    return true;
}

static void it_can_be_stopped(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct finding finding;
    int asked = 0;
    chain_honest(&f.chain, 6);
    chain_swap(&f.chain, "\"r-4\"", 1, "\"r-9\"");
    begin(&f, EXPLAIN_EFFORT);
    explainer_stop(f.explainer, always, &asked);
    finding_init(&finding, FINDING_LINK, 5);
    assert_int_equal(explain_finding(f.explainer, &finding, &f.list, &f.exam.err), -1);
    assert_int_equal(f.exam.err.code, ERR_CANCELLED);
    assert_true(asked > 0);
    end(&f);
}

static void nothing_for_what_holds(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct finding finding;
    chain_honest(&f.chain, 3);
    begin(&f, EXPLAIN_EFFORT);
    finding_init(&finding, FINDING_DUPLICATE_ID, 2);
    assert_int_equal(explain_finding(f.explainer, &finding, &f.list, &f.exam.err), 0);
    assert_int_equal(f.list.count, 0);
    assert_int_equal(explainer_summary(f.explainer).links, 0);
    end(&f);
}

static void an_overwritten_prev_digest(void **state)
{
    (void)state;
    struct fixture f = {0};
    char *at;
    chain_honest(&f.chain, 6);
    at = (char *)f.chain.text.data + chain_find(&f.chain, "\"prev_digest\":\"", 3) + 15;
    memcpy(at, ZEROS, 64);
    begin(&f, EXPLAIN_EFFORT);
    explain_at(&f, 3);
    assert_non_null(of_kind(&f, EXPLANATION_NEW_GENESIS));
    const struct explanation *x = of_kind(&f, EXPLANATION_MEMBER_CHANGED);
    assert_non_null(x);
    assert_true(x->proved);
    assert_string_equal(x->member[0].found.data, ZEROS);
    struct entry_mark before = timeline_mark(f.exam.t, 2);
    char hex[DIGEST_HEX + 1];
    digest_hex(&before.digest, hex);
    assert_string_equal(x->member[0].original.data, hex);
    end(&f);
}

static void names_are_distinct(void **state)
{
    (void)state;
    for (int k = 0; k < EXPLANATION_COUNT; k++)
        for (int i = 0; i < k; i++)
            assert_string_not_equal(explanation_name((enum explanation_kind)k),
                                    explanation_name((enum explanation_kind)i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_relabelled_entry),
        cmocka_unit_test(an_edit_without_a_trace), cmocka_unit_test(the_budget_binds),
        cmocka_unit_test(it_can_be_stopped),      cmocka_unit_test(nothing_for_what_holds),
        cmocka_unit_test(an_overwritten_prev_digest), cmocka_unit_test(names_are_distinct),
    };
    return cmocka_run_group_tests_name("explain_links", tests, NULL, NULL);
}
