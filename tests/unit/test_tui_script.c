#include "tui/script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* Reads all of a script's keys; returns their number, or -1 where it is no script. */
static int read_keys(const char *text, uint32_t *keys, int room, struct err *err)
{
    struct script s;
    struct event e;
    int got, n = 0;

    script_from_text(&s, text);
    event_init(&e);
    while ((got = script_next(&s, &e, err)) > 0 && n < room)
        keys[n++] = e.type == EVENT_KEY ? e.key : K_NONE;
    event_release(&e);
    script_release(&s);
    return got < 0 ? -1 : n;
}

static void characters_are_keys(void **state)
{
    uint32_t keys[16];

    (void)state;
    assert_int_equal(read_keys("j G\u6f22", keys, 16, NULL), 4);
    assert_int_equal(keys[0], 'j');
    assert_int_equal(keys[1], ' ');
    assert_int_equal(keys[2], 'G');
    assert_int_equal(keys[3], 0x6f22);
}

static void line_breaks_are_not(void **state)
{
    uint32_t keys[16];

    (void)state;
    assert_int_equal(read_keys("\nj\r\nk\n\n", keys, 16, NULL), 2);
    assert_int_equal(read_keys("", keys, 16, NULL), 0);
    assert_int_equal(read_keys("\n", keys, 16, NULL), 0);
}

static void saves_a_screen(void **state)
{
    struct script s;
    struct event e;
    struct err err = {0};
    uint32_t keys[4];

    (void)state;
    script_from_text(&s, "<save --styles a b.txt>j");
    event_init(&e);
    assert_int_equal(script_next(&s, &e, &err), 1);
    assert_int_equal(e.type, EVENT_SAVE);
    assert_string_equal(buf_cstr(&e.text), "--styles a b.txt");
    assert_int_equal(script_next(&s, &e, &err), 1);
    assert_int_equal(e.key, 'j');
    event_release(&e);
    script_release(&s);
    assert_int_equal(read_keys("<save a\n>", keys, 4, &err), -1);
    assert_int_equal(read_keys("<save a", keys, 4, &err), -1);
}

static void named_keys(void **state)
{
    static const struct {
        const char *name;
        uint32_t key;
    } named[] = {
        {"<Enter>", K_ENTER},  {"<Esc>", K_ESC},        {"<Tab>", K_TAB},         {"<Space>", ' '},
        {"<Up>", K_UP},        {"<PgDn>", K_PAGE_DOWN}, {"<Home>", K_HOME},       {"<C-x>", 0x18},
        {"<C-X>", 0x18},       {"<F1>", K_F1},          {"<F12>", K_F1 + 11},     {"<lt>", '<'},
        {"<BS>", K_BACKSPACE}, {"<Del>", K_DELETE},     {"<BackTab>", K_BACKTAB}, {"<C-[>", K_ESC},
    };
    uint32_t key;

    (void)state;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        assert_int_equal(read_keys(named[i].name, &key, 1, NULL), 1);
        assert_int_equal(key, named[i].key);
    }
}

static void what_is_no_key_is_refused_with_its_line(void **state)
{
    static const char *const wrong[] = {"<Nothing>",    "<",          "<>",     "<F0>",
                                        "<F25>",        "<C->",       "<Enter", "\xff",
                                        "<resize 0 5>", "<resize 80>", "<resize 80 24",
                                        "<resize -80 24>", "<resize 80 18446744073709551640>"};
    uint32_t keys[4];
    struct err err;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(read_keys(wrong[i], keys, 4, &err), -1);
    assert_int_equal(read_keys("j\nk\n<x>", keys, 4, &err), -1);
    assert_int_equal(err.code, ERR_USAGE);
    assert_non_null(strstr(err.text, "line 3"));
}

static void waits_and_resizes(void **state)
{
    struct script s;
    struct event e;

    (void)state;
    script_from_text(&s, "<wait><resize 120 40>q");
    event_init(&e);
    assert_int_equal(script_next(&s, &e, NULL), 1);
    assert_int_equal(e.type, EVENT_WAIT);
    assert_int_equal(script_next(&s, &e, NULL), 1);
    assert_int_equal(e.type, EVENT_RESIZE);
    assert_int_equal(e.cols, 120);
    assert_int_equal(e.rows, 40);
    assert_int_equal(script_next(&s, &e, NULL), 1);
    assert_int_equal(e.type, EVENT_KEY);
    assert_int_equal(e.key, 'q');
    assert_int_equal(script_next(&s, &e, NULL), 0);
    event_release(&e);
    script_release(&s);
}

static void a_file_that_is_not_there_is_an_error(void **state)
{
    struct script s;
    struct err err;

    (void)state;
    assert_int_equal(script_open(&s, "no/such/script", &err), -1);
    assert_int_equal(err.code, ERR_OPEN);
    script_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_keys),
        cmocka_unit_test(line_breaks_are_not),
        cmocka_unit_test(saves_a_screen),
        cmocka_unit_test(named_keys),
        cmocka_unit_test(what_is_no_key_is_refused_with_its_line),
        cmocka_unit_test(waits_and_resizes),
        cmocka_unit_test(a_file_that_is_not_there_is_an_error),
    };
    return cmocka_run_group_tests_name("tui/script", tests, NULL, NULL);
}
