#include "tui/keymap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* Presses the keys of a script line; what the last of them makes of it. */
static enum action pressed(struct keys *k, const char *text, bool *unknown)
{
    enum action a = ACTION_NONE;
    uint32_t key;

    keys_clear(k);
    for (size_t used; *text; text += used) {
        used = key_parse(text, strlen(text), &key);
        assert_true(used > 0);
        a = keys_take(k, key, unknown);
    }
    return a;
}

static void finds(const char *text, enum action want, uint64_t count)
{
    struct keys k;
    bool unknown;

    assert_int_equal(pressed(&k, text, &unknown), want);
    assert_int_equal(k.count, count);
    assert_false(unknown);
}

static void keys_have_their_actions(void **state)
{
    (void)state;
    finds("j", ACTION_DOWN, 0);
    finds("<Down>", ACTION_DOWN, 0);
    finds("<C-n>", ACTION_DOWN, 0);
    finds("<PgUp>", ACTION_PAGE_UP, 0);
    finds("G", ACTION_LAST, 0);
    finds("zt", ACTION_ROW_TOP, 0);
    finds("zb", ACTION_ROW_BOTTOM, 0);
    finds("<Space>", ACTION_PAGE_DOWN, 0);
    finds("<Enter>", ACTION_CARD, 0);
    finds("<Esc>", ACTION_BACK, 0);
    finds("<lt>", ACTION_JUMP_BACK, 0);
    finds(">", ACTION_JUMP_FORWARD, 0);
    finds("<F1>", ACTION_HELP, 0);
    finds("q", ACTION_QUIT, 0);
}

static void numbers_are_counts(void **state)
{
    (void)state;
    finds("5j", ACTION_DOWN, 5);
    finds("120G", ACTION_LAST, 120);
    finds("10zt", ACTION_ROW_TOP, 10);
    finds("0", ACTION_LEFT_EDGE, 0);
    finds("99999999999999999999j", ACTION_DOWN, 9999999999);
}

static void unfinished_keys_are_no_action(void **state)
{
    struct keys k;
    bool unknown;

    (void)state;
    assert_int_equal(pressed(&k, "z", &unknown), ACTION_NONE);
    assert_false(unknown);
    assert_false(keys_idle(&k));
    assert_int_equal(pressed(&k, "12", &unknown), ACTION_NONE);
    assert_false(unknown);
    assert_false(keys_idle(&k));
    keys_clear(&k);
    assert_true(keys_idle(&k));
}

static void keys_without_action_say_so(void **state)
{
    static const char *const none[] = {"zq", "zj", "<F9>", "\u6f22", "<C-A>", "<BackTab>"};
    struct keys k;
    bool unknown;

    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(pressed(&k, none[i], &unknown), ACTION_NONE);
        assert_true(unknown);
    }
}

static void every_action_has_a_name_of_its_own_and_help(void **state)
{
    bool several;

    (void)state;
    for (int a = 1; a < ACTION_COUNT; a++) {
        const char *name = action_name((enum action)a);
        assert_true(strlen(name) > 0);
        assert_true(strlen(action_help((enum action)a)) > 0);
        assert_int_equal(action_parse(name, strlen(name), &several), a);
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz-"), strlen(name));
    }
}

enum { KEYS_MAX = 256 };

/* All keys of the table, one in each string, as people read them. */
static size_t all_keys(char out[KEYS_MAX][KEY_LABEL_ROOM])
{
    struct buf keys;
    size_t n = 0;
    char *rest = NULL;

    buf_init(&keys, 8192);
    for (int a = 1; a < ACTION_COUNT; a++) {
        action_keys((enum action)a, &keys);
        buf_adds(&keys, ", ");
    }
    for (char *key = strtok_r((char *)keys.data, ", ", &rest); key;
         key = strtok_r(NULL, ", ", &rest))
        snprintf(out[n++], KEY_LABEL_ROOM, "%s", key);
    buf_release(&keys);
    return n;
}

static void no_key_stands_for_two_actions(void **state)
{
    static char keys[KEYS_MAX][KEY_LABEL_ROOM];
    size_t n = all_keys(keys);

    (void)state;
    assert_in_range(n, ACTION_COUNT / 2, KEYS_MAX - 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            assert_string_not_equal(keys[i], keys[j]);
}

static void names_can_be_shortened(void **state)
{
    bool several;

    (void)state;
    assert_int_equal(action_parse("over", 4, &several), ACTION_OVERVIEW);
    assert_int_equal(action_parse("first", 5, &several), ACTION_FIRST);
    assert_int_equal(action_parse("first-", 6, &several), ACTION_FIRST_FAILURE);
    assert_int_equal(action_parse("next", 4, &several), ACTION_NONE);
    assert_true(several);
    assert_int_equal(action_parse("xyz", 3, &several), ACTION_NONE);
    assert_false(several);
    assert_int_equal(action_parse("", 0, &several), ACTION_NONE);
}

static void keys_are_written_for_people(void **state)
{
    struct buf out;

    (void)state;
    buf_init(&out, 256);
    action_keys(ACTION_DOWN, &out);
    assert_string_equal(buf_cstr(&out), "j, Down, Ctrl-N");
    buf_clear(&out);
    action_keys(ACTION_ROW_TOP, &out);
    assert_string_equal(buf_cstr(&out), "zt");
    buf_clear(&out);
    action_key(ACTION_JUMP_BACK, &out);
    assert_string_equal(buf_cstr(&out), "<");
    buf_clear(&out);
    action_key(ACTION_GOTO, &out);
    assert_string_equal(buf_cstr(&out), "");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_have_their_actions),
        cmocka_unit_test(numbers_are_counts),
        cmocka_unit_test(unfinished_keys_are_no_action),
        cmocka_unit_test(keys_without_action_say_so),
        cmocka_unit_test(every_action_has_a_name_of_its_own_and_help),
        cmocka_unit_test(no_key_stands_for_two_actions),
        cmocka_unit_test(names_can_be_shortened),
        cmocka_unit_test(keys_are_written_for_people),
    };
    return cmocka_run_group_tests_name("tui/keymap", tests, NULL, NULL);
}
