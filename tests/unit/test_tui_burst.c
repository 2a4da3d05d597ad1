#include "tui/burst.h"
#include "tui/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static bool pasted(const char *text, bool prompting)
{
    return burst_is_paste((const unsigned char *)text, strlen(text), prompting);
}

static void typed_keys(void **state)
{
    static const char *const keys[] = {"j",         "jjjjjjjjjjjj", "qqqqqqqq",  "900000G", "5j",
                                       "jkGe?:\033", "\033[B\033[B\033[B\033[B", "gge", "12345678G",
                                       ":save-screen out\r", "/pay.send\r", "&has:failure\r"};

    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_false(pasted(keys[i], false));
        assert_false(pasted(keys[i], true));
    }
}

static void pasted_text(void **state)
{
    static const char *const texts[] = {
        "q:quit\rq", "{\"seq\":1,\"close\":true}\r", "pay.send mail\n", "one\rtwo\rthree\r",
        ":quit\rq:quit\r", "jjjq\rF o:quit\rxX\003jjjq\rF o:quit\rxX\003",
        "text with \033[31mcolour\033[m in it, pasted\r", "9f31c2aa77b0e4d102c6f5e8a4419b3c", "tab\tand more"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_true(pasted(texts[i], false));
}

static void in_a_prompt_only_several_lines_are(void **state)
{
    (void)state;
    assert_true(pasted("first line\rsecond\r", true));
    assert_false(pasted("one line with an Enter\r", true));
    assert_false(pasted("ends in CR LF\r\n", true));
}

static int events(struct input *in, bool late, struct event *e, enum event_type type)
{
    int n = 0;

    while (input_next(in, late, e))
        n += e->type == type;
    return n;
}

static void feed(struct input *in, const char *text, bool prompting)
{
    input_feed_typed(in, text, strlen(text), prompting);
}

static void a_burst_becomes_one_paste(void **state)
{
    struct input in;
    struct event e;

    (void)state;
    input_init(&in);
    event_init(&e);
    feed(&in, "one\rtwo qq", false);
    assert_int_equal(events(&in, false, &e, EVENT_PASTE), 0);
    assert_true(input_waits(&in));
    feed(&in, "q", false);
    assert_int_equal(events(&in, true, &e, EVENT_PASTE), 1);
    assert_string_equal(buf_cstr(&e.text), "one\rtwo qqq");
    assert_false(input_waits(&in));
    feed(&in, "q", false);
    assert_int_equal(events(&in, false, &e, EVENT_KEY), 1);
    event_release(&e);
    input_release(&in);
}

static void a_key_after_a_burst_is_a_key(void **state)
{
    struct input in;
    struct event e;

    (void)state;
    input_init(&in);
    event_init(&e);
    feed(&in, "one\rtwo\rthree", false);
    feed(&in, "\033[B", false);
    assert_true(input_next(&in, false, &e));
    assert_int_equal(e.type, EVENT_PASTE);
    assert_true(input_next(&in, false, &e));
    assert_int_equal(e.type, EVENT_KEY);
    assert_int_equal(e.key, K_DOWN);
    event_release(&e);
    input_release(&in);
}

static void marks_are_not_a_burst(void **state)
{
    struct input in;
    struct event e;

    (void)state;
    input_init(&in);
    event_init(&e);
    feed(&in, "\033[200~one\rtwo", false);
    feed(&in, " three\rfour and five", false);
    assert_int_equal(events(&in, true, &e, EVENT_PASTE), 0);
    feed(&in, "\033[201~", false);
    assert_int_equal(events(&in, false, &e, EVENT_PASTE), 1);
    assert_string_equal(buf_cstr(&e.text), "one\rtwo three\rfour and five");
    event_release(&e);
    input_release(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_keys),
        cmocka_unit_test(pasted_text),
        cmocka_unit_test(in_a_prompt_only_several_lines_are),
        cmocka_unit_test(a_burst_becomes_one_paste),
        cmocka_unit_test(a_key_after_a_burst_is_a_key),
        cmocka_unit_test(marks_are_not_a_burst),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
