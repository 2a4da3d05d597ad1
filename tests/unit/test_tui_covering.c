/* Coverage row by row: both pages, discrepancies to both sides, what a check behind the screen does
 * and what giving it up leaves. */
#include "core_making.h"

#include "tui/action.h"
#include "tui/covering.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MANY = 3000 };

struct desk {
    struct chain chain;
    struct exam exam;
    struct reference_set refs;
    struct state s;
    struct buf words;
    char list[64], copy[64];
};

static void put_file(char path[64], const void *bytes, size_t len)
{
    int fd;

    snprintf(path, 64, "/tmp/aerscope-covering-XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, len), (ssize_t)len);
    close(fd);
}

/* Each 700th entry has a tool that no action names; two actions are of none. */
static void sit(struct desk *d, bool at_once)
{
    static const char list[] =
        "{\"job_id\":\"job-1\",\"actions\":[{\"tool\":\"tool.a\",\"kind\":\"expected\",\"count\":900},"
        "{\"tool\":\"tool.b\",\"kind\":\"expected\",\"count\":900},"
        "{\"tool\":\"none\",\"kind\":\"expected\"},"
        "{\"tool\":\"tool.c\",\"kind\":\"authorised\",\"count\":5000},"
        "{\"tool\":\"nothing\",\"kind\":\"expected\"}]}";

    memset(d, 0, sizeof *d);
    chain_honest(&d->chain, MANY);
    put_file(d->copy, d->chain.text.data, d->chain.text.len);
    put_file(d->list, list, sizeof list - 1);
    for (unsigned n = 700; n <= MANY; n += 700)
        chain_swap(&d->chain, "\"tool\":\"", n, "\"tool\":\"X");
    exam_chain(&d->exam, &d->chain, 1);
    state_init(&d->s, d->exam.t, &d->refs, (struct instant){0});
    state_set_title(&d->s, "made.json");
    d->s.checking.worker.at_once = d->s.explaining.worker.at_once = at_once;
    d->s.casing.declined = true; /* nobody asks where it is to be kept */
    assert_int_equal(grid_resize(&d->s.grid, 24, 80), 0);
    state_refresh(&d->s);
    buf_init(&d->words, 8192);
}

static void leave(struct desk *d)
{
    unlink(d->list);
    unlink(d->copy);
    state_release(&d->s);
    reference_set_release(&d->refs);
    exam_close(&d->exam);
    chain_release(&d->chain);
    buf_release(&d->words);
}

static void press(struct desk *d, const char *text)
{
    struct event e = {.type = EVENT_KEY};

    for (size_t used; *text; text += used) {
        used = key_parse(text, strlen(text), &e.key);
        assert_true(used > 0);
        action_event(&d->s, &e);
        state_draw(&d->s);
    }
}

static void attach(struct desk *d, const char *command, const char *path)
{
    char line[128];

    snprintf(line, sizeof line, ":%s %s<Enter>", command, path);
    press(d, line);
}

static bool shows(struct desk *d, const char *words)
{
    state_draw(&d->s);
    buf_clear(&d->words);
    assert_int_equal(grid_save(&d->s.grid, false, &d->words), 0);
    return strstr(buf_cstr(&d->words), words) != NULL;
}

/* From every row to both sides, as if each row were asked. */
static void seeks_as_one_by_one(struct desk *d)
{
    uint64_t rows = covering_rows(&d->s), before = 0, found;

    for (uint64_t n = 1; n <= rows; n++) {
        assert_int_equal(covering_seek(&d->s, n, -1), before);
        if (covering_differs(&d->s, n))
            before = n;
    }
    for (uint64_t n = rows, after = 0; n > 0; n--) {
        assert_int_equal(covering_seek(&d->s, n, 1), after);
        if (covering_differs(&d->s, n))
            after = n;
    }
    found = covering_seek(&d->s, 0, 1);
    assert_true(found > 0 && covering_differs(&d->s, found));
}

static void discrepancies_are_found_both_ways(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, true);
    attach(&d, "expect", d.list);
    press(&d, "C");
    assert_true(d.s.verdict.counts.assessed);
    assert_int_equal(d.s.verdict.coverage, COVERAGE_DISCREPANT);
    assert_int_equal(covering_rows(&d.s), covering_list_rows(&d.s) + MANY);
    seeks_as_one_by_one(&d);
    press(&d, "=");
    assert_int_equal(covering_rows(&d.s), 5);
    seeks_as_one_by_one(&d);
    leave(&d);
}

static void both_sides_say_the_same(void **state)
{
    struct desk d;
    uint64_t found[6] = {0}, first[6] = {0}, action;

    (void)state;
    sit(&d, true);
    attach(&d, "expect", d.list);
    for (uint64_t n = 1; n <= MANY; n++) {
        enum expected_fate fate = expected_of_entry(d.refs.expected, n, &action);
        bool named = expected_seek(d.refs.expected, n, 1, FINDING_COUNT) == n;
        assert_int_equal(fate >= EXPECTED_MISPLACED, named);
        assert_int_equal(fate == EXPECTED_MATCHED, action > 0);
        found[action]++;
        if (first[action] == 0)
            first[action] = n;
    }
    for (uint64_t i = 1; i <= 5; i++) {
        struct expected_action a = expected_action(d.refs.expected, i);
        assert_int_equal(a.found, found[i]);
        assert_int_equal(a.first, first[i]);
    }
    assert_int_equal(found[1] + found[2], d.s.verdict.counts.matched);
    assert_int_equal(expected_of_entry(d.refs.expected, MANY + 1, &action), EXPECTED_NOT_HELD);
    leave(&d);
}

static void enter_goes_to_the_entry(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, true);
    attach(&d, "expect", d.list);
    press(&d, "C<Enter>");
    assert_true(shows(&d, "no entry is matched with it"));
    press(&d, "g");
    for (int i = 0; i < MANY && covering_entry(&d.s, d.s.covering.selected[0]) != 700; i++)
        press(&d, "n");
    press(&d, "<Enter>");
    assert_int_equal(d.s.selected, 700);
    press(&d, "CGN");
    assert_true(covering_differs(&d.s, d.s.covering.selected[0]));
    leave(&d);
}

static void wait_for_check(struct desk *d)
{
    for (int i = 0; i < 10000 && !d->s.referenced; i++) {
        usleep(1000);
        state_refresh(&d->s);
    }
    assert_true(d->s.referenced);
}

static void a_list_is_checked_behind_the_screen(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, false);
    attach(&d, "expect", d.list);
    if (d.s.checking.running) {
        assert_true(shows(&d, "coverage is being judged"));
        press(&d, "jCcd");
        assert_true(d.s.prompting);
        press(&d, "no<Enter>");
    }
    wait_for_check(&d);
    assert_non_null(d.refs.expected);
    assert_int_equal(d.s.verdict.coverage, COVERAGE_DISCREPANT);
    leave(&d);
}

static void what_is_given_up_is_taken_off(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, false);
    attach(&d, "baseline", d.copy);
    press(&d, "<Enter><Enter><Enter><Enter><Enter>");
    if (d.s.checking.running) {
        checking_cancel(&d.s);
        wait_for_check(&d);
        assert_int_equal(d.refs.count, 0);
        assert_true(shows(&d, "given up and taken off"));
        assert_true(checking_gave_up_copy(&d.s));
        assert_false(checking_gave_up_list(&d.s));
        assert_true(shows(&d, "ENDPOINT not assessed given up"));
        attach(&d, "baseline", d.copy);
        press(&d, "<Enter><Enter><Enter><Enter><Enter>");
    }
    wait_for_check(&d);
    assert_false(checking_gave_up_copy(&d.s));
    assert_int_equal(d.refs.count, 1);
    assert_int_equal(d.refs.item[0].result, REFERENCE_CONTRADICTED);
    leave(&d);
}

static void left_while_it_runs(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, false);
    attach(&d, "expect", d.list);
    attach(&d, "baseline", d.copy);
    press(&d, "<Enter><Enter><Enter><Enter><Enter>");
    leave(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discrepancies_are_found_both_ways),
        cmocka_unit_test(both_sides_say_the_same),
        cmocka_unit_test(enter_goes_to_the_entry),
        cmocka_unit_test(a_list_is_checked_behind_the_screen),
        cmocka_unit_test(what_is_given_up_is_taken_off),
        cmocka_unit_test(left_while_it_runs),
    };

    return cmocka_run_group_tests_name("tui/covering", tests, NULL, NULL);
}
