#include "tui/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static void goes_back_and_comes_back(void **state)
{
    struct history h = {0};
    struct typed l;

    (void)state;
    line_init(&l);
    history_add(&h, "one");
    history_add(&h, "two");
    history_begin(&h);
    line_set(&l, "typing");
    history_go(&h, &l, -1);
    assert_string_equal(line_text(&l), "two");
    history_go(&h, &l, -1);
    history_go(&h, &l, -1);
    assert_string_equal(line_text(&l), "one");
    history_go(&h, &l, 1);
    history_go(&h, &l, 1);
    history_go(&h, &l, 1);
    assert_string_equal(line_text(&l), "typing");
    typed_release(&l);
    history_release(&h);
}

static void keeps_a_line_once_and_the_newest_ones(void **state)
{
    struct history h = {0};
    char text[32];

    (void)state;
    assert_null(history_newest(&h));
    history_add(&h, "a");
    history_add(&h, "b");
    history_add(&h, "a");
    assert_int_equal(h.count, 2);
    assert_string_equal(history_newest(&h), "a");
    for (int i = 0; i < 3 * HISTORY_LINES; i++) {
        snprintf(text, sizeof text, "line %d", i);
        history_add(&h, text);
    }
    assert_int_equal(h.count, HISTORY_LINES);
    assert_string_equal(history_newest(&h), text);
    history_release(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_back_and_comes_back),
        cmocka_unit_test(keeps_a_line_once_and_the_newest_ones),
    };
    return cmocka_run_group_tests_name("tui/history", tests, NULL, NULL);
}
