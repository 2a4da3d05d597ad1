#include "tui/screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static const char *saved(const struct grid *g, bool styles)
{
    static char text[4096];
    struct buf out;

    buf_init(&out, sizeof text);
    assert_int_equal(grid_save(g, styles, &out), 0);
    snprintf(text, sizeof text, "%s", buf_cstr(&out));
    buf_release(&out);
    return text;
}

static struct grid made(int rows, int cols)
{
    struct grid g = {0};

    assert_int_equal(grid_resize(&g, rows, cols), 0);
    return g;
}

static void draws_and_saves_without_trailing_spaces(void **state)
{
    struct grid g = made(3, 10);

    (void)state;
    draw_word(&g, grid_area(&g), 0, 2, STYLE_NORMAL, "one");
    draw_word(&g, grid_area(&g), 2, 0, STYLE_FAILURE, "three  ");
    assert_string_equal(saved(&g, false), "  one\n\nthree\n");
    assert_string_equal(saved(&g, true), "  one\n\nthree\nstyles:\n\n\n!!!!!!!\n");
    grid_release(&g);
}

static void clips_to_the_area(void **state)
{
    struct grid g = made(3, 10);
    struct rect part = rect_part(grid_area(&g), 1, 3, 1, 4);

    (void)state;
    assert_int_equal(draw_word(&g, part, 0, 0, STYLE_NORMAL, "abcdefgh"), 4);
    draw_word(&g, part, 1, 0, STYLE_NORMAL, "below");
    draw_word(&g, part, -1, 0, STYLE_NORMAL, "above");
    draw_word(&g, part, 0, 4, STYLE_NORMAL, "x");
    assert_string_equal(saved(&g, false), "\n   abcd\n\n");
    grid_release(&g);
}

static void a_part_is_never_larger_than_the_whole(void **state)
{
    struct rect whole = {2, 3, 5, 7}, part;

    (void)state;
    part = rect_part(whole, 1, 2, 100, 100);
    assert_int_equal(part.row, 3);
    assert_int_equal(part.col, 5);
    assert_int_equal(part.rows, 4);
    assert_int_equal(part.cols, 5);
    part = rect_part(whole, 9, -4, -1, 3);
    assert_int_equal(part.row, 7);
    assert_int_equal(part.rows, 0);
    assert_int_equal(part.col, 3);
    assert_int_equal(part.cols, 3);
}

static void marks_what_is_cut(void **state)
{
    struct grid g = made(4, 8);
    struct rect all = grid_area(&g);

    (void)state;
    assert_int_equal(draw_fit(&g, all, 0, 0, 5, STYLE_NORMAL, "abcde", 5), 5);
    assert_int_equal(draw_fit(&g, all, 1, 0, 5, STYLE_NORMAL, "abcdef", 6), 5);
    assert_int_equal(draw_fit(&g, all, 2, 6, 5, STYLE_NORMAL, "abcdef", 6), 8);
    assert_int_equal(draw_fit(&g, all, 3, 0, 0, STYLE_NORMAL, "abcdef", 6), 0);
    assert_string_equal(saved(&g, true),
                        "abcde\nabcd~\n      a~\n\nstyles:\n\n....~\n.......~\n\n");
    grid_release(&g);
}

static void a_token_is_in_its_own_style_and_never_cut(void **state)
{
    struct grid g = made(2, 20);
    const char *text = "a<U+202E>b";

    (void)state;
    draw_text(&g, grid_area(&g), 0, 0, STYLE_SELECTED, text, strlen(text));
    draw_fit(&g, grid_area(&g), 1, 0, 8, STYLE_SELECTED, text, strlen(text));
    assert_string_equal(saved(&g, true), "a<U+202E>b\na~\nstyles:\nsTTTTTTTTs\ns~\n");
    grid_release(&g);
}

static void a_wide_character_takes_two_cells(void **state)
{
    struct grid g = made(1, 5);
    const char *text = "\u6f22\u5b57x";

    (void)state;
    assert_int_equal(draw_text(&g, grid_area(&g), 0, 0, STYLE_NORMAL, text, strlen(text)), 5);
    assert_int_equal(grid_cell(&g, 0, 0)->width, 2);
    assert_int_equal(grid_cell(&g, 0, 1)->width, 0);
    assert_string_equal(saved(&g, false), "\u6f22\u5b57x\n");
    grid_release(&g);
}

static void half_a_wide_character_does_not_stay(void **state)
{
    struct grid g = made(1, 4);
    struct rect all = grid_area(&g);

    (void)state;
    draw_word(&g, all, 0, 0, STYLE_NORMAL, "\u6f22\u5b57");
    draw_word(&g, all, 0, 1, STYLE_NORMAL, "x");
    assert_string_equal(saved(&g, false), " x\u5b57\n");
    draw_word(&g, all, 0, 2, STYLE_NORMAL, "y");
    assert_string_equal(saved(&g, false), " xy\n");
    draw_word(&g, all, 0, 3, STYLE_NORMAL, "\u6f22");
    assert_string_equal(saved(&g, false), " xy\n");
    grid_release(&g);
}

static void marks_share_the_cell_of_their_base(void **state)
{
    struct grid g = made(1, 3);
    const char *text = "e\u0301\u0323x";

    (void)state;
    assert_int_equal(draw_text(&g, grid_area(&g), 0, 0, STYLE_NORMAL, text, strlen(text)), 2);
    assert_int_equal(grid_cell(&g, 0, 0)->len, 5);
    assert_string_equal(saved(&g, false), "e\u0301\u0323x\n");
    grid_release(&g);
}

static void a_grapheme_too_long_for_a_cell_is_shown_as_something(void **state)
{
    struct grid g = made(1, 200);
    char text[3 * 30 + 1] = "";

    (void)state;
    for (int i = 0; i < 30; i++)
        strcat(text, "\u1100");
    draw_text(&g, grid_area(&g), 0, 0, STYLE_NORMAL, text, strlen(text));
    for (int col = 0; col < g.cols; col++)
        assert_true(grid_cell(&g, 0, col)->len <= CELL_BYTES);
    grid_release(&g);
}

static void takes_any_size(void **state)
{
    struct grid g = {0};

    (void)state;
    for (int rows = 1; rows < 4; rows++)
        for (int cols = 1; cols < 4; cols++) {
            assert_int_equal(grid_resize(&g, rows, cols), 0);
            for (int row = -1; row < 5; row++)
                for (int col = -1; col < 5; col++)
                    draw_fit(&g, grid_area(&g), row, col, 9, STYLE_NORMAL, "\u6f22<0xFF>abc", 12);
            assert_null(grid_cell(&g, rows, 0));
            assert_null(grid_cell(&g, 0, cols));
        }
    grid_release(&g);
}

static void knows_equal_cells(void **state)
{
    struct grid g = made(1, 4);

    (void)state;
    draw_word(&g, grid_area(&g), 0, 0, STYLE_NORMAL, "aa");
    draw_word(&g, grid_area(&g), 0, 2, STYLE_TITLE, "a");
    assert_true(cell_equal(grid_cell(&g, 0, 0), grid_cell(&g, 0, 1)));
    assert_false(cell_equal(grid_cell(&g, 0, 0), grid_cell(&g, 0, 2)));
    assert_false(cell_equal(grid_cell(&g, 0, 0), grid_cell(&g, 0, 3)));
    grid_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_and_saves_without_trailing_spaces),
        cmocka_unit_test(clips_to_the_area),
        cmocka_unit_test(a_part_is_never_larger_than_the_whole),
        cmocka_unit_test(marks_what_is_cut),
        cmocka_unit_test(a_token_is_in_its_own_style_and_never_cut),
        cmocka_unit_test(a_wide_character_takes_two_cells),
        cmocka_unit_test(half_a_wide_character_does_not_stay),
        cmocka_unit_test(marks_share_the_cell_of_their_base),
        cmocka_unit_test(a_grapheme_too_long_for_a_cell_is_shown_as_something),
        cmocka_unit_test(takes_any_size),
        cmocka_unit_test(knows_equal_cells),
    };
    return cmocka_run_group_tests_name("tui/screen", tests, NULL, NULL);
}
