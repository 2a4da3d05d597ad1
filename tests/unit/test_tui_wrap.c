/* Lines of a page that slide: whole pieces alone, in the cells that they have. */
#include "tui/page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* The row at `across`, 10 cells wide, as text. */
static const char *row(const char *text, size_t across, char *out)
{
    struct page p;
    struct grid g = {0};
    size_t n = 0;

    page_init(&p);
    page_line(&p);
    page_slide_evidence(&p, 0, 0, 10, STYLE_NORMAL, text, strlen(text), false);
    page_slide(&p, across);
    assert_int_equal(grid_resize(&g, 1, 10), 0);
    grid_clear(&g);
    page_draw(&p, &g, grid_area(&g), 0);
    for (int col = 0; col < 10; col++) {
        const struct cell *c = grid_cell(&g, 0, col);
        if (c->width == 0)
            continue;
        assert_true((c->text[0] == '~') == (c->style == STYLE_CUT));
        memcpy(out + n, c->text, c->len);
        n += c->len;
    }
    out[n] = '\0';
    grid_release(&g);
    page_release(&p);
    return out;
}

static void wide_characters_are_there_whole_or_not(void **state)
{
    static const char text[] = "\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57\u6f22"; /* 14 cells */
    char out[256];

    (void)state;
    assert_string_equal(row(text, 0, out), "\u6f22\u5b57\u6f22\u5b57~ ");
    assert_string_equal(row(text, 1, out), "~\u5b57\u6f22\u5b57\u6f22~");
    assert_string_equal(row(text, 2, out), "~ \u6f22\u5b57\u6f22~ ");
    assert_string_equal(row(text, 3, out), "~\u6f22\u5b57\u6f22\u5b57~");
    assert_string_equal(row(text, 4, out), "~ \u5b57\u6f22\u5b57\u6f22");
    assert_string_equal(row(text, 99, out), "~ \u5b57\u6f22\u5b57\u6f22");
}

static void graphemes_and_tokens_are_not_cut(void **state)
{
    static const char text[] = "ae\u0301<U+202E>be\u0301<U+200B>"; /* 1 1 8 1 1 8 */
    char out[256];

    (void)state;
    assert_string_equal(row(text, 0, out), "ae\u0301~       ");
    assert_string_equal(row(text, 1, out), "~<U+202E>~");
    assert_string_equal(row(text, 2, out), "~       b~");
    assert_string_equal(row(text, 10, out), "~e\u0301<U+200B>");
}

static void what_fits_does_not_slide(void **state)
{
    char out[256];

    (void)state;
    assert_string_equal(row("0123456789", 5, out), "0123456789");
    assert_string_equal(row("0123456789a", 5, out), "~23456789a");
    assert_string_equal(row("0123456789a", 0, out), "012345678~");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_characters_are_there_whole_or_not),
        cmocka_unit_test(graphemes_and_tokens_are_not_cut),
        cmocka_unit_test(what_fits_does_not_slide),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
