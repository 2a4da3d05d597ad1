#include "tui/json_indent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1024 * 1024 };

static void expect(const char *json, const char *lines)
{
    struct buf out;

    buf_init(&out, ROOM);
    assert_int_equal(json_indent(json, strlen(json), &out), 0);
    assert_string_equal(buf_cstr(&out), lines);
    buf_release(&out);
}

static void refuse(const char *text, size_t len)
{
    struct buf out;

    buf_init(&out, ROOM);
    assert_int_equal(json_indent(text, len, &out), -1);
    buf_release(&out);
}

static void sets_containers_in_lines(void **state)
{
    (void)state;
    expect("{\"a\":1,\"b\":[true,null]}",
           "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null\n  ]\n}\n");
    expect(" [ { } , [ ] , \"\" ] ", "[\n  {},\n  [],\n  \"\"\n]\n");
    expect("[[[1]]]", "[\n  [\n    [\n      1\n    ]\n  ]\n]\n");
    expect("\t7\r\n", "7\n");
}

static void keeps_lexemes(void **state)
{
    (void)state;
    expect("[1.50,-0,1E+02,100000000000000000000001,\"\\u0041\\/\\ud800\",\"\xc3\xa9\"]",
           "[\n  1.50,\n  -0,\n  1E+02,\n  100000000000000000000001,\n  \"\\u0041\\/\\ud800\",\n"
           "  \"\xc3\xa9\"\n]\n");
    expect("{\"a\":1,\"a\":2}", "{\n  \"a\": 1,\n  \"a\": 2\n}\n");
    expect("\" { , : ] \\\" \"", "\" { , : ] \\\" \"\n");
}

static void refuses_what_is_no_json(void **state)
{
    static const char *const bad[] = {
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\"}",
        "{a:1}",
        "[1 2]",
        "01",
        "1.",
        "+1",
        ".5",
        "1e",
        "NaN",
        "tru",
        "truex",
        "[1]x",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a",
        "\"a\\\"",
        "'a'",
        "{\"a\":}",
        "{,}",
        "[,]",
        "}",
        "[}",
        "{]",
        "[1}",
        "{\"a\":1]",
        "\"\x01\"",
        "\"\xff\"",
        "\xef\xbb\xbf{}",
        "-",
        "// c\n1",
        "\"\xed\xa0\x80\"",
        "{\"a\":1 \"b\":2}",
        "[\"a\" : 1]",
        "\"a\nb\"",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuse(bad[i], strlen(bad[i]));
    refuse("1\0", 2);
    refuse("\"\\\0\"", 4);
}

static void stops_at_the_depth_of_the_reader(void **state)
{
    char text[2 * 513 + 1];
    struct buf out;

    (void)state;
    memset(text, '[', 512);
    memset(text + 512, ']', 512);
    buf_init(&out, ROOM);
    assert_int_equal(json_indent(text, 1024, &out), 0);
    buf_release(&out);
    memset(text, '[', 513);
    memset(text + 513, ']', 513);
    refuse(text, 1026);
}

static void fails_with_its_buffer(void **state)
{
    struct buf out;

    (void)state;
    buf_init(&out, 4);
    assert_int_equal(json_indent("[1,2,3]", 7, &out), -1);
    buf_release(&out);
}

/* Without the white space outside of strings nothing has changed. */
static void changes_white_space_alone(void **state)
{
    static const char json[] = "{\"k \\\" y\":[1,{\"z\":\"  : , \"}],\"e\":{}}";
    char bare[sizeof json];
    struct buf out;
    size_t n = 0;
    bool in = false;

    (void)state;
    buf_init(&out, ROOM);
    assert_int_equal(json_indent(json, sizeof json - 1, &out), 0);
    for (size_t i = 0; i < out.len; i++) {
        char c = (char)out.data[i];
        if (c == '"' && (i == 0 || out.data[i - 1] != '\\'))
            in = !in;
        if (in || (c != ' ' && c != '\n'))
            bare[n++] = c;
    }
    assert_int_equal(n, sizeof json - 1);
    assert_memory_equal(bare, json, n);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_containers_in_lines),
        cmocka_unit_test(keeps_lexemes),
        cmocka_unit_test(refuses_what_is_no_json),
        cmocka_unit_test(stops_at_the_depth_of_the_reader),
        cmocka_unit_test(fails_with_its_buffer),
        cmocka_unit_test(changes_white_space_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
