#include "tui/reply.h"
#include "tui/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static uint32_t ground(const char *answer)
{
    uint32_t rgb = 0x1000000;

    assert_true(reply_ground(answer, strlen(answer), &rgb));
    return rgb;
}

static void grounds(void **state)
{
    (void)state;
    assert_int_equal(ground("rgb:0000/0000/0000"), 0);
    assert_int_equal(ground("rgb:ffff/ffff/ffff"), 0xffffff);
    assert_int_equal(ground("rgb:1e/1e/2e"), 0x1e1e2e);
    assert_int_equal(ground("rgba:fdfd/f6f6/e3e3/ffff"), 0xfdf6e3);
    assert_int_equal(ground("rgb:f/0/8"), 0xff0088);
}

static void not_a_ground(void **state)
{
    static const char *const texts[] = {"", "#123456", "rgb:12/34", "rgb:", "rgb:1/2/g",
                                        "rgb:0000000000000000000000000000000000000000000000000000000000000"};
    uint32_t rgb;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(reply_ground(texts[i], strlen(texts[i]), &rgb));
}

/* An answer that comes in pieces, slowly, between keys: none of it is a key. */
static void an_answer_between_keys(void **state)
{
    static const char *const pieces[] = {"j\033]11;", "rgb:0000/00j", "00/0000\033\\", "k"};
    struct input in;
    struct event e;
    int keys = 0, grounds_seen = 0;

    (void)state;
    input_init(&in);
    event_init(&e);
    in.asked = true;
    for (size_t i = 0; i < 4; i++) {
        input_feed(&in, pieces[i], strlen(pieces[i]));
        for (int late = 0; late < 2; late++)
            while (input_next(&in, late, &e)) {
                keys += e.type == EVENT_KEY;
                grounds_seen += e.type == EVENT_GROUND;
            }
        assert_false(input_waits(&in));
    }
    assert_int_equal(keys, 3);
    assert_int_equal(grounds_seen, 1);
    assert_false(in.asked || in.answering);
    event_release(&e);
    input_release(&in);
}

static void one_mouse(const char *bytes, enum mouse want, int row, int col)
{
    struct event e;

    memset(&e, 0, sizeof e);
    assert_true(reply_mouse((const unsigned char *)bytes, strlen(bytes), &e));
    assert_int_equal(e.type, EVENT_MOUSE);
    assert_int_equal(e.mouse, want);
    assert_int_equal(e.rows, row);
    assert_int_equal(e.cols, col);
}

static void mice(void **state)
{
    struct event e;

    (void)state;
    one_mouse("\033[<0;1;1M", MOUSE_PRESS, 0, 0);
    one_mouse("\033[<0;300;90M", MOUSE_PRESS, 89, 299);
    one_mouse("\033[<0;7;3m", MOUSE_NONE, 2, 6);
    one_mouse("\033[<64;7;3M", MOUSE_WHEEL_UP, 2, 6);
    one_mouse("\033[<81;7;3M", MOUSE_WHEEL_DOWN, 2, 6);
    one_mouse("\033[<2;7;3M", MOUSE_NONE, 2, 6);
    one_mouse("\033[<32;7;3M", MOUSE_NONE, 2, 6);
    assert_false(reply_mouse((const unsigned char *)"\033[<0;7M", 7, &e));
    assert_false(reply_mouse((const unsigned char *)"\033[<0;-7;3M", 10, &e));
    assert_false(reply_mouse((const unsigned char *)"\033[<0; 7;3M", 10, &e));
    assert_false(reply_mouse((const unsigned char *)"\033[<0;7;100000M", 14, &e));
    assert_false(reply_mouse((const unsigned char *)"\033[<0;7;3MM", 10, &e));
    assert_false(reply_mouse((const unsigned char *)"\033[<", 3, &e));
    assert_false(reply_mouse((const unsigned char *)"\033[<0;7;3", 8, &e));
}

/* Without a question, or without an end, nothing is swallowed for long. */
static void no_answer_is_waited_for(void **state)
{
    struct input in;
    struct event e;
    int keys = 0;

    (void)state;
    input_init(&in);
    event_init(&e);
    in.asked = true;
    input_feed(&in, "\033]11;", 5);
    for (int i = 0; i < 100; i++) {
        input_feed(&in, "f", 1);
        while (input_next(&in, false, &e))
            keys += e.type == EVENT_KEY;
    }
    assert_int_equal(keys, 100 - ANSWER_BYTES);
    input_feed(&in, "\033]", 2);
    while (input_next(&in, true, &e))
        keys += e.type == EVENT_KEY && e.key == (']' | K_ALT);
    assert_int_equal(keys, 101 - ANSWER_BYTES);
    event_release(&e);
    input_release(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grounds),
        cmocka_unit_test(not_a_ground),
        cmocka_unit_test(an_answer_between_keys),
        cmocka_unit_test(no_answer_is_waited_for),
        cmocka_unit_test(mice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
