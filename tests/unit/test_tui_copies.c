/* Two copies side by side: rows by their number, differences to both sides, what is said of them. */
#include "core_making.h"

#include "tui/action.h"
#include "tui/copies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MANY = 3000 }; /* several marks */

struct desk {
    struct chain chain;
    struct exam exam;
    struct reference_set refs;
    struct state s;
    struct buf words;
    char path[64]; /* of the earlier copy */
};

static void put_file(struct desk *d, const struct chain *c)
{
    int fd;

    snprintf(d->path, sizeof d->path, "/tmp/aerscope-copies-XXXXXX");
    fd = mkstemp(d->path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, c->text.data, c->text.len), (ssize_t)c->text.len);
    close(fd);
}

/* The later copy has another tool in some entries, the links being what they were. */
static void sit(struct desk *d, uint64_t entries, unsigned every)
{
    memset(d, 0, sizeof *d);
    chain_honest(&d->chain, entries);
    put_file(d, &d->chain);
    for (unsigned n = every; every && n <= entries; n += every)
        chain_swap(&d->chain, "\"tool\":\"", n, "\"tool\":\"X");
    exam_chain(&d->exam, &d->chain, 1);
    state_init(&d->s, d->exam.t, &d->refs, (struct instant){0});
    state_set_title(&d->s, "made.json");
    d->s.comparing.worker.at_once = d->s.explaining.worker.at_once = true;
    assert_int_equal(grid_resize(&d->s.grid, 24, 80), 0);
    state_refresh(&d->s);
    buf_init(&d->words, 4096);
}

static void leave(struct desk *d)
{
    unlink(d->path);
    state_release(&d->s);
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

static void compare(struct desk *d)
{
    press(d, "D");
    press(d, d->path);
    press(d, "<Enter>");
}

static bool shows(struct desk *d, const char *words)
{
    state_draw(&d->s);
    buf_clear(&d->words);
    assert_int_equal(grid_save(&d->s.grid, false, &d->words), 0);
    return strstr(buf_cstr(&d->words), words) != NULL;
}

static void rows_are_reached_by_number(void **state)
{
    struct copies_row row = {0}, at;
    struct desk d;
    uint64_t n = 0;

    (void)state;
    sit(&d, MANY, 700);
    compare(&d);
    assert_int_equal(d.s.comparing.stage, COMPARING_DONE);
    while (copies_next(&d.s.comparing.copies, &row)) {
        assert_true(copies_row_at(&d.s.comparing, ++n, &at));
        assert_int_equal(at.kind, row.kind);
        assert_int_equal(at.earlier, row.earlier);
        assert_int_equal(at.later, row.later);
    }
    assert_int_equal(d.s.comparing.rows, n);
    assert_false(copies_row_at(&d.s.comparing, 0, &at));
    assert_false(copies_row_at(&d.s.comparing, n + 1, &at));
    leave(&d);
}

static void differences_are_found_both_ways(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, MANY, 700);
    compare(&d);
    assert_int_equal(d.s.comparing.differing, 4);
    for (uint64_t n = 0, found = 700; found <= 2800; n = found, found += 700) {
        assert_int_equal(copies_seek(&d.s.comparing, n, 1), found);
        assert_int_equal(copies_seek(&d.s.comparing, found + 700, -1), found);
    }
    assert_int_equal(copies_seek(&d.s.comparing, 2800, 1), 0);
    assert_int_equal(copies_seek(&d.s.comparing, 700, -1), 0);
    assert_int_equal(d.s.comparing.selected, 700);
    press(&d, "n");
    assert_int_equal(d.s.comparing.selected, 1400);
    press(&d, "2e");
    assert_int_equal(d.s.comparing.selected, 2800);
    press(&d, "n");
    assert_true(shows(&d, "no further difference"));
    press(&d, "NE");
    assert_int_equal(d.s.comparing.selected, 1400);
    leave(&d);
}

static void says_what_differs(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, 6, 4);
    compare(&d);
    assert_true(shows(&d, "--- comparison: edited, proved"));
    assert_true(shows(&d, "5 the same, 1 changed"));
    assert_true(shows(&d, ">! E   4 "));
    assert_true(shows(&d, " ! L   4 "));
    assert_true(shows(&d, "changed: tool"));
    press(&d, "<Enter>");
    assert_true(shows(&d, "DIGEST of the entry, recomputed"));
    assert_true(shows(&d, "MEMBER tool"));
    press(&d, "<Esc>=");
    assert_true(shows(&d, "NOT SHOWN"));
    press(&d, "<Esc><Esc>");
    assert_true(shows(&d, "TIMELINE "));
    leave(&d);
}

static void the_same_is_no_promise(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, 6, 0);
    compare(&d);
    assert_true(shows(&d, "--- comparison: identical"));
    assert_true(shows(&d, "do not show that either is what was recorded"));
    assert_false(shows(&d, "!"));
    leave(&d);
}

static void says_why_there_is_none(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, 6, 0);
    press(&d, "D/nowhere/x<Enter>");
    assert_true(shows(&d, "cannot open /nowhere/x: "));
    press(&d, "<C-U>/dev/null<Enter>");
    assert_true(shows(&d, "it is no regular file"));
    press(&d, "<Esc>");
    assert_int_equal(truncate(d.path, 400), 0);
    compare(&d);
    assert_true(shows(&d, "the earlier copy cannot be read to its end"));
    assert_string_equal(line_text(&d.s.prompt), d.path);
    assert_int_equal(d.s.comparing.stage, COMPARING_NONE);
    leave(&d);
}

static void waits_for_both(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, MANY, 700);
    d.s.comparing.worker.at_once = false;
    d.s.progress.done = false;
    copies_file(&d.s, d.path);
    assert_true(shows(&d, "(Ctrl-C gives up)"));
    press(&d, "<C-C>");
    assert_int_equal(d.s.comparing.stage, COMPARING_NONE);
    assert_true(shows(&d, "the comparison was given up"));
    d.s.progress.done = true;
    copies_file(&d.s, d.path);
    while (d.s.comparing.stage == COMPARING_READING)
        copies_follow(&d.s);
    assert_int_equal(d.s.comparing.stage, COMPARING_ROWS);
    assert_true(copies_cancel(&d.s));
    assert_int_equal(d.s.comparing.stage, COMPARING_NONE);
    assert_false(d.s.comparing.worker.running);
    compare(&d);
    while (d.s.comparing.stage != COMPARING_DONE)
        state_refresh(&d.s);
    assert_true(shows(&d, "--- comparison: "));
    leave(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_reached_by_number),
        cmocka_unit_test(differences_are_found_both_ways),
        cmocka_unit_test(says_what_differs),
        cmocka_unit_test(the_same_is_no_promise),
        cmocka_unit_test(says_why_there_is_none),
        cmocka_unit_test(waits_for_both),
    };
    return cmocka_run_group_tests_name("tui/copies", tests, NULL, NULL);
}
