#include "report/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

struct made {
    struct buf buf;
    struct out out;
    struct json json;
};

static void begin(struct made *m, bool compact)
{
    buf_init(&m->buf, 1 << 20);
    out_init(&m->out, out_to_buf, &m->buf);
    json_init(&m->json, &m->out, compact);
}

static void expect(struct made *m, const char *want)
{
    assert_int_equal(out_flush(&m->out), 0);
    assert_string_equal(buf_cstr(&m->buf), want);
    buf_release(&m->buf);
}

static void writes_pretty_documents(void **state)
{
    struct made m;

    (void)state;
    begin(&m, false);
    json_object(&m.json, NULL);
    json_text(&m.json, "a", "b");
    json_array(&m.json, "list");
    json_uint(&m.json, NULL, UINT64_MAX);
    json_null(&m.json, NULL);
    json_end(&m.json);
    json_array(&m.json, "empty");
    json_end(&m.json);
    json_bool(&m.json, "yes", true);
    json_end(&m.json);
    expect(&m, "{\n"
               "  \"a\": \"b\",\n"
               "  \"list\": [\n"
               "    18446744073709551615,\n"
               "    null\n"
               "  ],\n"
               "  \"empty\": [],\n"
               "  \"yes\": true\n"
               "}\n");
}

static void writes_one_line_documents(void **state)
{
    struct made m;

    (void)state;
    begin(&m, true);
    json_object(&m.json, NULL);
    json_lexeme(&m.json, "n", "-12", 3);
    json_object(&m.json, "o");
    json_text(&m.json, "x", NULL);
    json_end(&m.json);
    json_end(&m.json);
    json_array(&m.json, NULL);
    json_end(&m.json);
    expect(&m, "{\"n\": -12, \"o\": {\"x\": null}}\n[]\n");
}

static void check_string(const char *bytes, size_t len, bool decoded, const char *want)
{
    struct made m;
    struct str s = {(char *)(uintptr_t)bytes, len};

    begin(&m, true);
    json_array(&m.json, NULL);
    if (decoded)
        json_str(&m.json, NULL, &s);
    else
        json_text(&m.json, NULL, bytes);
    json_end(&m.json);
    expect(&m, want);
}

static void escapes_all_that_is_not_printable_ascii(void **state)
{
    (void)state;
    check_string("\"\\/\b\t\n\f\r", 8, true, "[\"\\\"\\\\/\\b\\t\\n\\f\\r\"]\n");
    check_string("\0\x01\x1f\x7f~", 5, true, "[\"\\u0000\\u0001\\u001f\\u007f~\"]\n");
    check_string("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, true,
                 "[\"\\u00e9\\u20ac\\ud83d\\ude00\"]\n");
}

static void keeps_unpaired_surrogates_as_they_were(void **state)
{
    (void)state;
    check_string("a\xed\xa0\x80z", 5, true, "[\"a\\ud800z\"]\n");
    check_string("\xed\xbf\xbf", 3, true, "[\"\\udfff\"]\n");
}

static void tells_bytes_that_are_no_utf8_apart(void **state)
{
    (void)state;
    check_string("\xff\x80", 2, false, "[\"\\udcff\\udc80\"]\n");
    /* In a path these three bytes are no surrogate. */
    check_string("\xed\xa0\x80", 3, false, "[\"\\udced\\udca0\\udc80\"]\n");
}

static int refuse(void *arg, const void *bytes, size_t len)
{
    (void)bytes;
    (void)len;
    ++*(int *)arg;
    return 28;
}

static void an_error_sticks(void **state)
{
    struct out out;
    int calls = 0;

    (void)state;
    out_init(&out, refuse, &calls);
    out_repeat(&out, 'x', OUT_BLOCK);
    assert_int_equal(out.error, 28);
    out_repeat(&out, 'x', 3 * OUT_BLOCK);
    assert_int_equal(out_flush(&out), 28);
    assert_int_equal(calls, 1);
}

static void long_additions_pass_in_blocks(void **state)
{
    static char text[3 * OUT_BLOCK + 17];
    struct buf buf;
    struct out out;

    (void)state;
    memset(text, 'a', sizeof text);
    buf_init(&buf, 1 << 20);
    out_init(&out, out_to_buf, &buf);
    out_addc(&out, 'b');
    out_add(&out, text, sizeof text);
    assert_int_equal(out_flush(&out), 0);
    assert_int_equal(buf.len, sizeof text + 1);
    assert_int_equal(buf.data[0], 'b');
    assert_memory_equal(buf.data + 1, text, sizeof text);
    buf_release(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_pretty_documents),
        cmocka_unit_test(writes_one_line_documents),
        cmocka_unit_test(escapes_all_that_is_not_printable_ascii),
        cmocka_unit_test(keeps_unpaired_surrogates_as_they_were),
        cmocka_unit_test(tells_bytes_that_are_no_utf8_apart),
        cmocka_unit_test(an_error_sticks),
        cmocka_unit_test(long_additions_pass_in_blocks),
    };

    return cmocka_run_group_tests_name("report_json", tests, NULL, NULL);
}
