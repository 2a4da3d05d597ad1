#include "tui/editor.h"
#include "tui/event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void type(struct editor *e, const char *keys)
{
    uint32_t key;

    for (size_t used; *keys; keys += used) {
        used = key_parse(keys, strlen(keys), &key);
        assert_true(used > 0);
        assert_true(editor_key(e, key));
    }
}

static void gives(const char *keys, const char *want)
{
    struct editor e;

    editor_init(&e, 0);
    type(&e, keys);
    assert_string_equal(editor_text(&e), want);
    editor_release(&e);
}

static void edits_in_place(void **state)
{
    (void)state;
    gives("abc", "abc");
    gives("ab<Enter>cd", "ab\ncd");
    gives("ab<Enter>cd<Up>x<Down>y", "abx\ncdy");
    gives("abc<Left><Left>x", "axbc");
    gives("ab<Enter>cd<Home>x<Up><End>y", "aby\nxcd");
    gives("ab<Enter>cd<Home><BS>", "abcd");
    gives("ab<Enter>cd<Up><End><Del>", "abcd");
    gives("one two three<C-Left><C-Left>x", "one xtwo three");
    gives("one two<Home><C-Right>x", "onex two");
    gives("one two<C-W>x", "one x");
    gives("one two<Left><C-U>", "o");
    gives("one two<Home><C-K>three", "three");
    gives("one<Enter>two<Up><End><C-K>", "onetwo");
}

static void alt_takes_words_out(void **state)
{
    struct editor e;

    (void)state;
    editor_init(&e, 0);
    editor_set(&e, "one two three", 13);
    assert_true(editor_key(&e, K_ALT | K_BACKSPACE));
    assert_string_equal(editor_text(&e), "one two ");
    assert_true(editor_key(&e, K_HOME));
    assert_true(editor_key(&e, K_ALT | 'd'));
    assert_string_equal(editor_text(&e), " two ");
    editor_release(&e);
}

static void what_was_taken_out_comes_back(void **state)
{
    (void)state;
    gives("one two<C-A><C-K><C-Y><C-Y>", "one twoone two");
    gives("one two<C-W><C-Y>", "one two");
    gives("one<C-U><C-U><C-Y>", "one");
}

static void graphemes_stay_whole(void **state)
{
    (void)state;
    gives("a\u6f22b<Left><Left>x", "ax\u6f22b");
    gives("\u0928\u093f\u0928<Left><Left>x", "x\u0928\u093f\u0928");
    gives("\u0928\u093f\u0928<Left><BS>", "\u0928");
    gives("\u202ex<Home><Right>y", "\u202eyx");
}

static void pasted(struct editor *e, const char *bytes, size_t len, const char *want)
{
    editor_set(e, "", 0);
    e->replaced = 0;
    editor_insert(e, bytes, len);
    assert_string_equal(editor_text(e), want);
}

static void pastes_as_it_is(void **state)
{
    struct editor e;

    (void)state;
    editor_init(&e, 0);
    pasted(&e, "a\r\nb\rc\nd", 8, "a\nb\nc\nd");
    pasted(&e, "a\033[31m\t\x18\x7f", 9, "a\033[31m\t\x18\x7f");
    assert_int_equal(e.replaced, 0);
    pasted(&e, "a\0b\xff", 4, "a\ufffdb\ufffd");
    assert_int_equal(e.replaced, 2);
    editor_release(&e);
}

static void what_does_not_fit_changes_nothing(void **state)
{
    static char much[EDITOR_BYTES];
    struct editor e;

    (void)state;
    memset(much, 'x', sizeof much);
    editor_init(&e, 0);
    editor_insert(&e, much, sizeof much - 2);
    assert_false(e.refused);
    editor_insert(&e, "abc", 3);
    assert_true(e.refused);
    assert_int_equal(e.in.text.len, sizeof much - 2);
    e.refused = false;
    type(&e, "ab");
    assert_false(e.refused);
    type(&e, "c");
    assert_true(e.refused);
    assert_int_equal(e.in.text.len, sizeof much);
    type(&e, "<BS><BS>d");
    assert_int_equal(e.in.text.len, sizeof much - 1);
    editor_release(&e);
}

static void drawn(struct editor *e, struct grid *g, const char *want)
{
    struct buf out;

    grid_clear(g);
    editor_fit(e, grid_area(g));
    editor_draw(e, g, grid_area(g));
    buf_init(&out, 4096);
    assert_int_equal(grid_save(g, false, &out), 0);
    assert_string_equal(buf_cstr(&out), want);
    buf_release(&out);
}

static void wraps_behind_spaces_and_shows_the_cursor(void **state)
{
    struct grid g = {0};
    struct editor e;

    (void)state;
    assert_int_equal(grid_resize(&g, 3, 10), 0);
    editor_init(&e, 0);
    drawn(&e, &g, "\n\n\n");
    assert_int_equal(g.cursor_col, 0);
    type(&e, "ask ops for");
    drawn(&e, &g, "ask ops\nfor\n\n");
    assert_int_equal(g.cursor_row, 1);
    assert_int_equal(g.cursor_col, 3);
    type(&e, "<Enter>one<Enter>two");
    drawn(&e, &g, "for\none\ntwo\n");
    assert_int_equal(editor_above(&e), 1);
    type(&e, "<Up><Up><Up>");
    drawn(&e, &g, "ask ops\nfor\none\n");
    assert_int_equal(g.cursor_row, 0);
    assert_int_equal(g.cursor_col, 3);
    assert_int_equal(editor_below(&e), 1);
    type(&e, "<PgDn>");
    drawn(&e, &g, "for\none\ntwo\n");
    assert_int_equal(g.cursor_col, 3);
    editor_release(&e);
    grid_release(&g);
}

static void controls_are_shown_as_tokens_and_never_cut(void **state)
{
    struct grid g = {0};
    struct editor e;

    (void)state;
    assert_int_equal(grid_resize(&g, 4, 20), 0);
    editor_init(&e, 0);
    editor_insert(&e, "note \033]0;x\a<U+001B>", 19);
    drawn(&e, &g, "note\n<U+001B>]0;x\n<U+0007><U+003C>U+0\n01B>\n");
    assert_int_equal(g.cursor_row, 3);
    assert_int_equal(g.cursor_col, 4);
    type(&e, "<Home><Right><Right><Right><Right><Right><Right>");
    drawn(&e, &g, "note\n<U+001B>]0;x\n<U+0007><U+003C>U+0\n01B>\n");
    assert_int_equal(g.cursor_row, 1);
    assert_int_equal(g.cursor_col, 8);
    type(&e, "<BS>");
    assert_string_equal(editor_text(&e), "note ]0;x\a<U+001B>");
    editor_set(&e, "\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57 ", 31);
    drawn(&e, &g,
          "\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57\u6f22\n\u5b57\n\n\n");
    assert_int_equal(g.cursor_col, 3);
    editor_release(&e);
    grid_release(&g);
}

static void any_width_will_do(void **state)
{
    struct grid g = {0};
    struct editor e;

    (void)state;
    editor_init(&e, 0);
    editor_insert(&e, "ask\033 the \u6f22\u5b57 operator\nof that gateway \u202e\n", 41);
    for (int cols = 1; cols < 60; cols++) {
        assert_int_equal(grid_resize(&g, 5, cols), 0);
        editor_fit(&e, grid_area(&g));
        editor_draw(&e, &g, grid_area(&g));
        assert_true(g.cursor_col < cols || cols < 9);
        type(&e, cols % 3 ? "<Up>" : "<PgDn>");
    }
    editor_release(&e);
    grid_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_in_place),
        cmocka_unit_test(what_was_taken_out_comes_back),
        cmocka_unit_test(alt_takes_words_out),
        cmocka_unit_test(graphemes_stay_whole),
        cmocka_unit_test(pastes_as_it_is),
        cmocka_unit_test(what_does_not_fit_changes_nothing),
        cmocka_unit_test(wraps_behind_spaces_and_shows_the_cursor),
        cmocka_unit_test(controls_are_shown_as_tokens_and_never_cut),
        cmocka_unit_test(any_width_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
