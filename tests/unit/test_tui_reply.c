#include "tui/reply.h"
#include "tui/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static struct event ground(const char *answer)
{
    struct event e;

    memset(&e, 0, sizeof e);
    assert_int_equal(reply_ground((const unsigned char *)answer, strlen(answer), &e),
                     strlen(answer));
    return e;
}

static void grounds(void **state)
{
    (void)state;
    assert_int_equal(ground("\033]11;rgb:0000/0000/0000\033\\").key, 0);
    assert_int_equal(ground("\033]11;rgb:ffff/ffff/ffff\a").key, 0xffffff);
    assert_int_equal(ground("\033]11;rgb:1e/1e/2e\a").key, 0x1e1e2e);
    assert_int_equal(ground("\033]11;rgba:fdfd/f6f6/e3e3/ffff\a").key, 0xfdf6e3);
    assert_int_equal(ground("\033]11;rgb:f/0/8\a").key, 0xff0088);
    assert_int_equal(ground("\033]11;rgb:f/0/8\a").type, EVENT_GROUND);
    assert_int_equal(ground("\033]11;#123456\a").type, EVENT_NONE);
    assert_int_equal(ground("\033]11;\a").type, EVENT_NONE);
    assert_int_equal(ground("\033]11;rgb:12/34\a").type, EVENT_NONE);
}

static void is_none(const char *bytes)
{
    struct event e;

    assert_int_equal(reply_ground((const unsigned char *)bytes, strlen(bytes), &e), 0);
}

static void not_a_ground(void **state)
{
    (void)state;
    is_none("\033");
    is_none("\033[A");
    is_none("\033]10;rgb:0/0/0\a");
    is_none("j");
    is_none("\033]11;rgb:0000000000000000000000000000000000000000000000000000000000000000");
}

/* An answer that comes in pieces, slowly, between keys: none of it is a key. */
static void an_answer_between_keys(void **state)
{
    static const char *const pieces[] = {"j\033]11;", "rgb:0000/00", "00/0000\033", "\\k"};
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
    assert_int_equal(keys, 2);
    assert_int_equal(grounds_seen, 1);
    assert_false(in.asked);
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
    assert_false(reply_mouse((const unsigned char *)"\033[<0;7;3", 8, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grounds),
        cmocka_unit_test(not_a_ground),
        cmocka_unit_test(an_answer_between_keys),
        cmocka_unit_test(mice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
