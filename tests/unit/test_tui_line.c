#include "tui/event.h"
#include "tui/line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static enum line_result type_in(struct typed *l, const char *keys)
{
    enum line_result result = LINE_GOES_ON;
    uint32_t key;

    for (size_t used; *keys; keys += used) {
        used = key_parse(keys, strlen(keys), &key);
        assert_true(used > 0);
        result = line_key(l, key);
    }
    return result;
}

static void gives(const char *keys, const char *want)
{
    struct typed l;

    line_init(&l);
    assert_int_equal(type_in(&l, keys), LINE_GOES_ON);
    assert_string_equal(line_text(&l), want);
    typed_release(&l);
}

static void edits_in_place(void **state)
{
    (void)state;
    gives("abc", "abc");
    gives("abc<BS>", "ab");
    gives("abc<Left><Left>x", "axbc");
    gives("abc<Home>x<End>y", "xabcy");
    gives("abc<Left><Del>", "ab");
    gives("one two<C-W>x", "one x");
    gives("one two<Left><C-U>", "o");
    gives("abc<C-A><C-F><C-D>", "ac");
    gives("one two three<C-A><C-F><C-K>", "o");
    gives("abc<C-A><C-K>", "");
    gives("one two<C-Left>x<C-Left><C-Left>y", "yone xtwo");
    gives("one two<C-A><C-Right>x<C-Right>y", "onex twoy");
}

static void puts_back_what_was_taken_out(void **state)
{
    (void)state;
    gives("one two<C-W>x<C-Y>", "one xtwo");
    gives("one two<C-U>x <C-Y>", "x one two");
    gives("one two<C-A><C-K><C-Y><C-Y>", "one twoone two");
    gives("one<C-Y>", "one");
    gives("a b<C-W><C-E><C-U>x<C-Y>", "xa ");
}

static void takes_bytes_of_a_name_as_they_are(void **state)
{
    struct typed l;

    (void)state;
    line_init(&l);
    assert_int_equal(type_in(&l, "a/b<Left>"), LINE_GOES_ON);
    typed_put(&l, "\xff\x1b", 2);
    assert_string_equal(line_text(&l), "a/\xff\x1b" "b");
    typed_release(&l);
}

static void characters_stay_whole(void **state)
{
    (void)state;
    gives("a\u00e9\u6f22<BS>", "a\u00e9");
    gives("\u00e9\u6f22<Left><Left><Del>", "\u6f22");
    gives("\u6f22x<Home><Right>\u00e9", "\u6f22\u00e9x");
}

static void ends_by_enter_escape_or_an_empty_backspace(void **state)
{
    struct typed l;

    (void)state;
    line_init(&l);
    assert_int_equal(type_in(&l, "ab<Enter>"), LINE_DONE);
    assert_string_equal(line_text(&l), "ab");
    assert_int_equal(type_in(&l, "<Esc>"), LINE_CANCELLED);
    assert_int_equal(type_in(&l, "<C-C>"), LINE_CANCELLED);
    typed_clear(&l);
    assert_int_equal(type_in(&l, "<BS>"), LINE_CANCELLED);
    typed_release(&l);
}

static void pasted_controls_are_left_out(void **state)
{
    static const char pasted[] = "a\r\nb\033[2J\x7f\xff\xc2\x9b\u00e9";
    struct typed l;

    (void)state;
    line_init(&l);
    line_set(&l, "<>");
    line_key(&l, K_LEFT);
    line_insert(&l, pasted, sizeof pasted - 1);
    assert_string_equal(line_text(&l), "<ab[2J\u00e9>");
    typed_release(&l);
}

static void has_a_ceiling(void **state)
{
    char block[5000];
    struct typed l;

    (void)state;
    memset(block, 'x', sizeof block);
    line_init(&l);
    line_insert(&l, block, sizeof block);
    line_insert(&l, block, sizeof block);
    assert_true(l.text.len <= sizeof block);
    assert_int_equal(l.at, l.text.len);
    assert_int_equal(line_key(&l, 'y'), LINE_GOES_ON);
    typed_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_in_place),
        cmocka_unit_test(puts_back_what_was_taken_out),
        cmocka_unit_test(takes_bytes_of_a_name_as_they_are),
        cmocka_unit_test(characters_stay_whole),
        cmocka_unit_test(ends_by_enter_escape_or_an_empty_backspace),
        cmocka_unit_test(pasted_controls_are_left_out),
        cmocka_unit_test(has_a_ceiling),
    };
    return cmocka_run_group_tests_name("tui/line", tests, NULL, NULL);
}
