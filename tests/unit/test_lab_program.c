#include "lab/lab_impl.h"
#include "lab/tour.h"

#include "core_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

static struct err error;

/* A lab over an honest timeline in memory. */
struct bench_of {
    struct chain chain;
    struct exam exam;
    struct lab *lab;
};

static void open_of(struct bench_of *b, uint64_t entries)
{
    static const struct lab_options options = {.jobs = 1, .unmarked = true};

    chain_honest(&b->chain, entries);
    exam_chain(&b->exam, &b->chain, 1);
    b->lab = lab_new(b->exam.t, &options, &error);
    assert_non_null(b->lab);
}

static void close_of(struct bench_of *b)
{
    lab_free(b->lab);
    exam_close(&b->exam);
    chain_release(&b->chain);
}

static void add(struct bench_of *b, enum lab_kind kind, const char *text)
{
    err_clear(&error);
    if (lab_add_text(b->lab, kind, text, &error) != 0)
        fail_msg("--%s=%s: %s", lab_about[kind].name, text, error.text);
}

static void refused(struct bench_of *b, enum lab_kind kind, const char *text, const char *says)
{
    size_t steps = lab_steps(b->lab), undone = lab_undone(b->lab);
    uint64_t entries = lab_entries(b->lab);

    err_clear(&error);
    if (lab_add_text(b->lab, kind, text, &error) == 0)
        fail_msg("--%s=%s: taken", lab_about[kind].name, text);
    assert_int_equal(error.code, ERR_USAGE);
    if (strstr(error.text, says) == NULL)
        fail_msg("says '%s', not '%s'", error.text, says);
    assert_int_equal(lab_steps(b->lab), steps);
    assert_int_equal(lab_undone(b->lab), undone);
    assert_int_equal(lab_entries(b->lab), entries);
}

/* The altered timeline, examined. */
static void examine(struct bench_of *b, struct exam *e, struct source **made)
{
    struct timeline_options how = {.construction = CONSTRUCTION_AUTO, .jobs = 1};
    struct lab_applied applied;

    memset(e, 0, sizeof *e);
    *made = lab_apply(b->lab, "copy", &applied, &error);
    if (*made == NULL)
        fail_msg("%s", error.text);
    assert_int_equal(applied.entries, lab_entries(b->lab));
    e->t = timeline_new(*made, &how, &error);
    assert_non_null(e->t);
    assert_int_equal(timeline_start(e->t, &error), 0);
    assert_int_equal(timeline_wait(e->t, &error), 0);
}

static void judged(struct bench_of *b, enum timeline_result want, uint64_t entries)
{
    struct source *made;
    struct exam e;

    examine(b, &e, &made);
    assert_int_equal(timeline_result(e.t), want);
    assert_int_equal(timeline_progress(e.t).entries, entries);
    timeline_free(e.t);
    source_free(made);
}

static void steps_are_undone_and_done_again(void **state)
{
    struct bench_of b;

    (void)state;
    open_of(&b, 8);
    assert_false(lab_undo(b.lab));
    assert_false(lab_redo(b.lab));
    add(&b, LAB_DROP_TAIL, "2");
    add(&b, LAB_RECLOSE, NULL);
    assert_int_equal(lab_entries(b.lab), 6);
    judged(&b, TIMELINE_CONSISTENT, 6);
    assert_true(lab_undo(b.lab));
    judged(&b, TIMELINE_BROKEN, 6);
    assert_true(lab_undo(b.lab));
    assert_int_equal(lab_entries(b.lab), 8);
    judged(&b, TIMELINE_CONSISTENT, 8);
    assert_int_equal(lab_undone(b.lab), 2);
    assert_true(lab_redo(b.lab));
    assert_true(lab_redo(b.lab));
    assert_false(lab_redo(b.lab));
    judged(&b, TIMELINE_CONSISTENT, 6);
    lab_undo(b.lab);
    add(&b, LAB_DELETE, "1");
    assert_int_equal(lab_undone(b.lab), 0);
    assert_int_equal(lab_steps(b.lab), 2);
    lab_reset(b.lab);
    assert_int_equal(lab_steps(b.lab), 0);
    assert_false(lab_redo(b.lab));
    judged(&b, TIMELINE_CONSISTENT, 8);
    close_of(&b);
}

static void a_refused_step_changes_nothing(void **state)
{
    struct bench_of b;

    (void)state;
    open_of(&b, 3);
    add(&b, LAB_DELETE, "2");
    add(&b, LAB_SWAP, "1:2");
    lab_undo(b.lab);
    refused(&b, LAB_DELETE, "3", "there is no entry 3: at this step there are 2");
    refused(&b, LAB_MOVE, "1:3", "there is no entry 3");
    refused(&b, LAB_DROP_HEAD, "2", "nothing would be left");
    refused(&b, LAB_SET, "1.no such=x", "no such member");
    refused(&b, LAB_SET, "9.tool=x", "there is no entry 9");
    refused(&b, LAB_RELINK, "4", "there is no entry 4");
    refused(&b, LAB_DELETE, "0", "is not a number from 1");
    refused(&b, LAB_DELETE, "4294967295", "is too large");
    refused(&b, LAB_DELETE, "18446744073709551617", "is too large");
    refused(&b, LAB_DELETE, "1x", "is not a number from 1");
    refused(&b, LAB_MOVE, "1-2", "two positions");
    refused(&b, LAB_SET, "1.=x", "names no member");
    refused(&b, LAB_SET, "1.tool=\xff", "is not UTF-8");
    refused(&b, LAB_SET_BYTES, "1", "position and =");
    refused(&b, LAB_SPLICE, "x:2-1@1", "no range A-B");
    assert_true(lab_redo(b.lab));
    close_of(&b);
}

static void sentences_name_class_and_standing(void **state)
{
    struct bench_of b;

    (void)state;
    open_of(&b, 4);
    add(&b, LAB_SET, "2.tool=\xe2\x80\xae\x7f");
    assert_non_null(strstr(lab_says(b.lab, 0), "Entry 2 ("));
    assert_non_null(strstr(lab_says(b.lab, 0), "<U+202E><U+007F>"));
    assert_null(strchr(lab_says(b.lab, 0), 0x7f));
    add(&b, LAB_SET, "2.provenance_class=EXECUTED BY X");
    add(&b, LAB_DELETE, "2");
    assert_string_equal(lab_says(b.lab, 2), "Entry 2 (\"EXECUTED BY X\", recorder execution) is removed; 3 are left.");
    add(&b, LAB_DROP_TAIL, "1");
    assert_string_equal(lab_says(b.lab, 3), "The last of 3 entries is dropped; 2 are left.");
    close_of(&b);
}

static void where_entries_come_from(void **state)
{
    static const uint64_t want[] = {1, 6, 3, 3, 5, 8};
    struct bench_of b;

    (void)state;
    open_of(&b, 8);
    add(&b, LAB_DELETE, "7");
    add(&b, LAB_SWAP, "2:6");
    add(&b, LAB_DUPLICATE, "3");
    add(&b, LAB_DELETE, "5");
    add(&b, LAB_DELETE, "6");
    for (uint64_t i = 1; i <= 6; i++) {
        uint64_t entry;

        assert_int_equal(rope_at(&b.lab->rope, i, &entry)->file, 0);
        assert_int_equal(entry, want[i - 1]);
    }
    close_of(&b);
}

/* Each way of writing gives the same bytes. */
static int gather(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len) == 0 ? 0 : ENOMEM;
}

static int no_space(void *arg, const void *bytes, size_t len)
{
    (void)arg;
    (void)bytes;
    (void)len;
    return ENOSPC;
}

static void passed_on_it_is_the_same(void **state)
{
    struct lab_applied applied;
    struct bench_of b;
    struct source *made;
    struct buf passed;
    char *kept;
    bool final;

    (void)state;
    open_of(&b, 40);
    add(&b, LAB_MOVE, "3:17");
    add(&b, LAB_RENUMBER, NULL);
    add(&b, LAB_RELINK, NULL);
    add(&b, LAB_DROP_HEAD, "1");
    assert_true(lab_can_pass(b.lab));
    buf_init(&passed, SIZE_MAX);
    assert_int_equal(lab_pass(b.lab, gather, &passed, &applied, &error), 0);
    made = lab_apply(b.lab, "copy", &applied, &error);
    assert_non_null(made);
    assert_int_equal(source_size(made, &final), passed.len);
    kept = test_malloc(passed.len);
    assert_int_equal(source_read(made, 0, kept, passed.len, &error), (ssize_t)passed.len);
    assert_memory_equal(kept, passed.data, passed.len);
    test_free(kept);
    source_free(made);
    buf_release(&passed);
    err_clear(&error);
    assert_int_equal(lab_pass(b.lab, no_space, NULL, &applied, &error), -1);
    assert_int_equal(error.code, ERR_IO);
    close_of(&b);
}

static bool always(void *arg)
{
    ++*(int *)arg;
    return true;
}

static void applying_can_be_stopped(void **state)
{
    int asked = 0;
    const struct lab_options options = {.jobs = 1, .stop = always, .stop_arg = &asked};
    struct lab_applied applied;
    struct chain chain;
    struct exam exam;
    struct lab *l;

    (void)state;
    chain_honest(&chain, 3000);
    exam_chain(&exam, &chain, 1);
    l = lab_new(exam.t, &options, &error);
    assert_non_null(l);
    assert_int_equal(lab_add_text(l, LAB_DROP_HEAD, "1", &error), 0);
    assert_null(lab_apply(l, "copy", &applied, &error));
    assert_int_equal(error.code, ERR_CANCELLED);
    assert_int_equal(asked, 1);
    lab_free(l);
    exam_close(&exam);
    chain_release(&chain);
}

/* The numbers that the authors' reference gives for this seed. */
static void numbers_are_those_of_splitmix64(void **state)
{
    static const uint64_t want[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                    UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                    UINT64_C(16408922859458223821)};
    struct lab_random r = {1234567}, s = {1234567};
    uint64_t seen = 0;

    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_true(lab_random_next(&r) == want[i]);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_true(lab_random_below(&s, 1000) == want[i] % 1000);
    for (int i = 0; i < 200; i++)
        seen |= UINT64_C(1) << lab_random_below(&s, 11);
    assert_true(seen == 0x7ff);
    assert_true(lab_random_below(&s, 1) == 0);
}

static void an_exercise_comes_back_by_its_seed(void **state)
{
    struct bench_of a, b;

    (void)state;
    open_of(&a, 8);
    open_of(&b, 8);
    for (uint64_t seed = 0; seed < 50; seed++) {
        lab_reset(a.lab);
        lab_reset(b.lab);
        if (lab_add_random(a.lab, 3, seed, &error) != 0 || lab_add_random(b.lab, 3, seed, &error) != 0)
            fail_msg("seed %d: %s", (int)seed, error.text);
        assert_int_equal(lab_steps(a.lab), lab_steps(b.lab));
        assert_true(lab_steps(a.lab) >= 3);
        assert_true(lab_entries(a.lab) > 0);
        for (size_t i = 0; i < lab_steps(a.lab); i++)
            assert_string_equal(lab_says(a.lab, i), lab_says(b.lab, i));
    }
    close_of(&a);
    close_of(&b);
}

static void arguments_are_written_as_they_are_read(void **state)
{
    static const struct {
        enum lab_kind kind;
        const char *text, *back;
    } cases[] = {
        {LAB_DROP_TAIL, "2", "2"},
        {LAB_MOVE, "3:5", "3:5"},
        {LAB_SET, "4.tool=fs.read", "4.tool=\"fs.read\""},
        {LAB_SET, "4.tool= 7 ", "4.tool=7"},
        {LAB_SET, "4.tool=07", "4.tool=\"07\""},
        {LAB_SET, "4.tool=", "4.tool=\"\""},
        {LAB_SET, "4.a.b=c=d", "4.a.b=\"c=d\""},
        {LAB_SET, "4.tool=[1,{}]", "4.tool=[1,{}]"},
        {LAB_SET, "4.tool=\"\\ud800\"", "4.tool=\"\\ud800\""},
        {LAB_SET, "4.tool=a\"b\\c\n", "4.tool=\"a\\\"b\\\\c\\u000a\""},
        {LAB_SET_BYTES, "4==x", "4==x"},
        {LAB_SPLICE, "a:b@c:1-2@3", "a:b@c:1-2@3"},
        {LAB_RELINK, "5", "5"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lab_step s, copy;
        struct buf b;

        buf_init(&b, SIZE_MAX);
        assert_int_equal(lab_step_parse(&s, cases[i].kind, cases[i].text, LAB_BY_OPTION, &error), 0);
        assert_int_equal(lab_step_copy(&copy, &s), 0);
        lab_step_release(&s);
        assert_true(lab_step_argument(&copy, &b));
        assert_string_equal(buf_cstr(&b), cases[i].back);
        assert_int_equal(lab_kind_named(lab_about[cases[i].kind].name), cases[i].kind);
        lab_step_release(&copy);
        buf_release(&b);
    }
    assert_int_equal(lab_kind_named("drop"), LAB_KINDS);
}

static void the_tour_can_be_held_on_its_own_timeline(void **state)
{
    static const enum timeline_result want[LAB_STOPS] = {
        TIMELINE_CONSISTENT, TIMELINE_BROKEN, TIMELINE_BROKEN, TIMELINE_BROKEN,
        TIMELINE_CONSISTENT, TIMELINE_CONSISTENT, TIMELINE_CONSISTENT};
    static const struct lab_options options = {.jobs = 1};
    struct timeline_options how = {.construction = CONSTRUCTION_AUTO, .jobs = 1};
    struct source *source = lab_sample(&error);
    struct bench_of b = {.lab = NULL};
    struct timeline *t;

    (void)state;
    assert_non_null(source);
    t = timeline_new(source, &how, &error);
    assert_int_equal(timeline_start(t, &error), 0);
    assert_int_equal(timeline_wait(t, &error), 0);
    b.lab = lab_new(t, &options, &error);
    assert_int_equal(lab_tour_check(b.lab, &error), 0);
    for (size_t i = 0; i < LAB_STOPS; i++)
        for (size_t k = 0; k < lab_tour[i].looks; k++) {
            assert_int_equal(lab_tour_steps(b.lab, i, k, &error), 0);
            judged(&b, want[i], lab_entries(b.lab));
        }
    lab_free(b.lab);
    timeline_free(t);
    source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_undone_and_done_again),
        cmocka_unit_test(a_refused_step_changes_nothing),
        cmocka_unit_test(sentences_name_class_and_standing),
        cmocka_unit_test(where_entries_come_from),
        cmocka_unit_test(passed_on_it_is_the_same),
        cmocka_unit_test(applying_can_be_stopped),
        cmocka_unit_test(numbers_are_those_of_splitmix64),
        cmocka_unit_test(an_exercise_comes_back_by_its_seed),
        cmocka_unit_test(arguments_are_written_as_they_are_read),
        cmocka_unit_test(the_tour_can_be_held_on_its_own_timeline),
    };

    return cmocka_run_group_tests_name("lab_program", tests, NULL, NULL);
}
