#include "core/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { OK = -1, MAX_WINDOW = 64 };

static const size_t windows[] = {0, 16, 17, 33, MAX_WINDOW}; /* 0: in memory */

/* A text, and where and why it is refused. */
struct sample {
    const char *text;
    size_t len;
    int offset; /* OK: accepted */
    const char *says;
};

#define GOOD(t)                    \
    {                              \
        t, sizeof(t) - 1, OK, NULL \
    }
#define BAD(t, offset, says)           \
    {                                  \
        t, sizeof(t) - 1, offset, says \
    }

#define CUT_STRING "in the middle of a string: it is cut off"
#define CUT_VALUE  "it is cut off"
#define NO_VALUE   "no JSON value begins like this"
#define NO_ESCAPE  "no such escape"
#define NO_HEX     "four hexadecimal digits"
#define CONTROL    "raw control character"
#define NO_UTF8    "not UTF-8"
#define NO_DIGIT   "a digit is missing"
#define BEHIND     "something stands behind"

/* --- numbers --- */

static const struct sample numbers[] = {
    GOOD("0"),
    GOOD("-0"),
    GOOD("1"),
    GOOD("-1"),
    GOOD("10"),
    GOOD("1234567890"),
    GOOD("0.0"),
    GOOD("-0.0"),
    GOOD("1.5"),
    GOOD("0.00000000000000000000000000000000000000001"),
    GOOD("1e1"),
    GOOD("1E1"),
    GOOD("1e+1"),
    GOOD("1e-1"),
    GOOD("1E+01"),
    GOOD("0e0"),
    GOOD("-0E-0"),
    GOOD("1.25e400"),
    GOOD("1E400"),
    GOOD("1e999999999999999999999"),
    GOOD("1e-400"),
    GOOD("123456789012345678901234567890123456789012345678901234567890123456789012345678901234"
         "567890"),
    BAD("01", 1, "leading zero"),
    BAD("-01", 2, "leading zero"),
    BAD("00", 1, "leading zero"),
    BAD("-", 1, NO_DIGIT),
    BAD("--1", 1, NO_DIGIT),
    BAD("-a", 1, NO_DIGIT),
    BAD("- 1", 1, NO_DIGIT),
    BAD("1.", 2, NO_DIGIT),
    BAD("1.e1", 2, NO_DIGIT),
    BAD("1.-1", 2, NO_DIGIT),
    BAD("-1.", 3, NO_DIGIT),
    BAD("1e", 2, NO_DIGIT),
    BAD("1e+", 3, NO_DIGIT),
    BAD("1E-", 3, NO_DIGIT),
    BAD("1e+-1", 3, NO_DIGIT),
    BAD("1e1.5", 3, BEHIND),
    BAD("1e 1", 2, NO_DIGIT),
    BAD("1.5.5", 3, BEHIND),
    BAD("0x1", 1, BEHIND),
    BAD("0x", 1, BEHIND),
    BAD("1_000", 1, BEHIND),
    BAD("1,000", 1, BEHIND),
    BAD("1f", 1, BEHIND),
    BAD("+1", 0, NO_VALUE),
    BAD(".5", 0, NO_VALUE),
    BAD("e1", 0, NO_VALUE),
    BAD("NaN", 0, NO_VALUE),
    BAD("Infinity", 0, NO_VALUE),
    BAD("-Infinity", 1, NO_DIGIT),
    BAD("\xEF\xBC\x91", 0, NO_VALUE), /* a fullwidth digit */
};

/* --- strings --- */

static const struct sample strings[] = {
    GOOD("\"\""), GOOD("\"a\""), GOOD("\" ~\""), GOOD("\"/\""), GOOD("\"'\""),
    GOOD("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), GOOD("\"\\u0000\\u001f\\u007F\\uABCD\\uabcd\\uFFFF\""),
    GOOD("\"\\ud83d\\ude00\""), GOOD("\"\\ud83d\""), GOOD("\"\\ude00\\ud83d\""),
    GOOD("\"\\ud83d\\n\""), GOOD("\"\\ud83dx\""), GOOD("\"\x7F\""), /* RFC 8259 lets U+007F stand */
    GOOD("\"\xC2\x80\""), GOOD("\"\xDF\xBF\""), GOOD("\"\xE0\xA0\x80\""), GOOD("\"\xED\x9F\xBF\""),
    GOOD("\"\xEE\x80\x80\""), GOOD("\"\xEF\xBF\xBF\""), GOOD("\"\xF0\x90\x80\x80\""),
    GOOD("\"\xF4\x8F\xBF\xBF\""), GOOD("\"\xEF\xBB\xBF\""), GOOD("\"\xE2\x80\xA8\""),
    GOOD("\"a string that is longer than the smallest windows, so that its plain run goes on\""),
    BAD("\"", 1, CUT_STRING), BAD("\"a", 2, CUT_STRING), BAD("\"a\\", 2, CUT_STRING),
    BAD("\"a\\\"", 4, CUT_STRING), BAD("\"\\\\\\\"", 5, CUT_STRING), BAD("\"\\u", 1, CUT_STRING),
    BAD("\"\\u1", 1, CUT_STRING), BAD("\"\\u123", 1, CUT_STRING), BAD("\"\\u1234", 7, CUT_STRING),
    BAD("\"\\x41\"", 1, NO_ESCAPE), BAD("\"a\\ \"", 2, NO_ESCAPE), BAD("\"\\'\"", 1, NO_ESCAPE),
    BAD("\"\\a\"", 1, NO_ESCAPE), BAD("\"\\v\"", 1, NO_ESCAPE), BAD("\"\\0\"", 1, NO_ESCAPE),
    BAD("\"\\N\"", 1, NO_ESCAPE), BAD("\"\\U0041\"", 1, NO_ESCAPE), BAD("\"\\\0\"", 1, NO_ESCAPE),
    BAD("\"\\\n\"", 1, NO_ESCAPE), BAD("\"\\\xC3\xA9\"", 1, NO_ESCAPE), BAD("\"\\u\"", 1, NO_HEX),
    BAD("\"\\u12\"34\"", 1, NO_HEX), BAD("\"\\u12g4\"", 1, NO_HEX), BAD("\"\\u 123\"", 1, NO_HEX),
    BAD("\"\\u+123\"", 1, NO_HEX), BAD("\"\\u{41}\"", 1, NO_HEX), BAD("\"\0\"", 1, CONTROL),
    BAD("\"\x01\"", 1, CONTROL), BAD("\"ab\x1F\"", 3, CONTROL), BAD("\"a\n\"", 2, CONTROL),
    BAD("\"a\r\"", 2, CONTROL), BAD("\"\t\"", 1, CONTROL), BAD("'a'", 0, NO_VALUE),
    BAD("\xE2\x80\x9C"
        "a\xE2\x80\x9D",
        0, NO_VALUE),
    /* continuation bytes alone */
    BAD("\"\x80\"", 1, NO_UTF8), BAD("\"a\xBF\"", 2, NO_UTF8), BAD("\"\xC3\xA9\xA9\"", 3, NO_UTF8),
    /* overlong */
    BAD("\"\xC0\x80\"", 1, NO_UTF8), BAD("\"\xC1\xBF\"", 1, NO_UTF8),
    BAD("\"\xE0\x80\xAF\"", 1, NO_UTF8), BAD("\"\xE0\x9F\xBF\"", 1, NO_UTF8),
    BAD("\"\xF0\x80\x80\xAF\"", 1, NO_UTF8), BAD("\"\xF0\x8F\xBF\xBF\"", 1, NO_UTF8),
    /* surrogates */
    BAD("\"\xED\xA0\x80\"", 1, NO_UTF8), BAD("\"\xED\xBF\xBF\"", 1, NO_UTF8),
    BAD("\"\xED\xA0\xBD\xED\xB8\x80\"", 1, NO_UTF8),
    /* above U+10FFFF */
    BAD("\"\xF4\x90\x80\x80\"", 1, NO_UTF8), BAD("\"\xF5\x80\x80\x80\"", 1, NO_UTF8),
    BAD("\"\xF8\x88\x80\x80\x80\"", 1, NO_UTF8), BAD("\"\xFE\"", 1, NO_UTF8),
    BAD("\"\xFF\"", 1, NO_UTF8),
    /* sequences that are cut */
    BAD("\"\xC3\"", 1, NO_UTF8), BAD("\"\xE2\x82\"", 1, NO_UTF8),
    BAD("\"\xF0\x9F\x98\"", 1, NO_UTF8), BAD("\"\xF0\x9F\x98x\"", 1, NO_UTF8),
    BAD("\"\xC3", 1, NO_UTF8), BAD("\"\xF0\x9F\x98", 1, NO_UTF8),
    BAD("\"\xE9t\xE9\"", 1, NO_UTF8), /* ISO 8859-1 */
};

/* --- literals, containers, what stands between --- */

static const struct sample values[] = {
    GOOD("true"),
    GOOD("false"),
    GOOD("null"),
    GOOD("{}"),
    GOOD("[]"),
    GOOD("[[]]"),
    GOOD("[{}]"),
    GOOD("{\"\":0}"),
    GOOD("{\"a\":{\"b\":[1,2,{\"c\":null}]},\"a\":true}"),
    GOOD("[ 1 ,\t2\r,\n3 ]"),
    GOOD("{ \"a\" : 1 , \"b\" : [ ] , \"c\" : { } }"),
    GOOD("[\"]\",\"}\",\"[{\",\"\\\"]\"]"),
    BAD("", 0, CUT_VALUE),
    BAD("tru", 0, NO_VALUE),
    BAD("True", 0, NO_VALUE),
    BAD("truE", 0, NO_VALUE),
    BAD("trux", 0, NO_VALUE),
    BAD("fals", 0, NO_VALUE),
    BAD("nul", 0, NO_VALUE),
    BAD("nil", 0, NO_VALUE),
    BAD("None", 0, NO_VALUE),
    BAD("undefined", 0, NO_VALUE),
    BAD("truefalse", 4, BEHIND),
    BAD("nulll", 4, BEHIND),
    BAD("]", 0, NO_VALUE),
    BAD("}", 0, NO_VALUE),
    BAD(",", 0, NO_VALUE),
    BAD(":", 0, NO_VALUE),
    BAD("//x\n1", 0, NO_VALUE),
    BAD("/* x */1", 0, NO_VALUE),
    BAD("#x\n1", 0, NO_VALUE),
    BAD("\0", 0, NO_VALUE),
    BAD("\x0C"
        "1",
        0, NO_VALUE),
    BAD("\xC2\xA0"
        "1",
        0, NO_VALUE),
    BAD("\xEF\xBB\xBF"
        "1",
        0, NO_VALUE), /* a byte order mark is the file's, not a value's */
    BAD("1 2", 2, BEHIND),
    BAD("{} {}", 3, BEHIND),
    BAD("[]]", 2, BEHIND),
    BAD("1\0", 1, BEHIND),
    /* trailing and missing commas */
    BAD("[1,]", 3, NO_VALUE),
    BAD("[,]", 1, NO_VALUE),
    BAD("[,1]", 1, NO_VALUE),
    BAD("[1,,2]", 3, NO_VALUE),
    BAD("[1 2]", 3, "comma or ]"),
    BAD("[1;2]", 2, "comma or ]"),
    BAD("[[1,],2]", 4, NO_VALUE),
    BAD("{\"a\":1,}", 7, "member name"),
    BAD("{,}", 1, "member name"),
    BAD("{\"a\":1,,\"b\":2}", 7, "member name"),
    BAD("{\"a\":1 \"b\":2}", 7, "comma or }"),
    /* members */
    BAD("{a:1}", 1, "member name"),
    BAD("{'a':1}", 1, "member name"),
    BAD("{1:1}", 1, "member name"),
    BAD("{null:1}", 1, "member name"),
    BAD("{\"a\"}", 4, "colon"),
    BAD("{\"a\" 1}", 5, "colon"),
    BAD("{\"a\"=1}", 4, "colon"),
    BAD("{\"a\":}", 5, NO_VALUE),
    BAD("{\"a\":1:2}", 6, "comma or }"),
    BAD("{\"a\\q\":1}", 3, NO_ESCAPE),
    BAD("{\"a\xFF\":1}", 3, NO_UTF8),
    /* brackets that do not match */
    BAD("[}", 1, NO_VALUE),
    BAD("{]", 1, "member name"),
    BAD("[1}", 2, "comma or ]"),
    BAD("{\"a\":1]", 6, "comma or }"),
    BAD("{\"a\":[1}]", 7, "comma or ]"),
    /* cut off */
    BAD("[", 1, CUT_VALUE),
    BAD("[1", 2, CUT_VALUE),
    BAD("[1,", 3, CUT_VALUE),
    BAD("[1, ", 4, CUT_VALUE),
    BAD("{", 1, CUT_VALUE),
    BAD("{\"a", 3, CUT_STRING),
    BAD("{\"a\"", 4, CUT_VALUE),
    BAD("{\"a\":", 5, CUT_VALUE),
    BAD("{\"a\":1", 6, CUT_VALUE),
    BAD("{\"a\":1,", 7, CUT_VALUE),
    BAD("[[[", 3, CUT_VALUE),
};

/* --- reading one text --- */

struct answer {
    int status;
    enum json_type type;
    bool plain;
    struct err err;
};

static void read_it(struct reader *r, struct answer *a)
{
    reader_space(r);
    a->status = reader_value(r, &a->type, &a->plain);
    if (a->status == 0 && reader_space(r) >= 0)
        a->status = reader_fail(r, BEHIND);
}

/* Reads bytes [from, from + len) of `bytes`, in memory or through a window. */
static struct answer answer_to(const char *bytes, size_t all, size_t from, size_t len,
                               unsigned depth, size_t window)
{
    struct answer a = {.status = 0};
    unsigned char *room = malloc(window ? window : 1);
    struct err failure = {0};
    struct source *s = source_from_memory("text", bytes, all, &failure);
    unsigned char *exact = malloc(len ? len : 1);
    struct reader r;

    assert_non_null(s);
    memcpy(exact, bytes + from, len);
    struct extent x = {
        .memory = window ? NULL : exact, .from = from, .to = from + len, .source = s};
    reader_open(&r, &x, from, depth, room, window, &a.err);
    read_it(&r, &a);
    free(exact);
    free(room);
    source_free(s);
    return a;
}

static void report(const struct sample *s, const struct answer *a, size_t window, size_t padding)
{
    print_error("window %zu, %zu bytes before: %.*s\n  got %d at %llu: %s\n", window, padding,
                (int)s->len, s->text, a->status, (unsigned long long)a->err.offset, a->err.text);
}

static bool as_stated(const struct sample *s, const struct answer *a, size_t before)
{
    if (s->offset == OK)
        return a->status == 0;
    return a->status == -1 && a->err.code == ERR_FORM && a->err.located &&
           a->err.offset == before + (size_t)s->offset && strstr(a->err.text, s->says);
}

/* White space before the text moves it over every place of the windows; what stands outside of
 * the range must never be seen. */
static void check_at(const struct sample *s, size_t padding)
{
    static const char outside[] = "\"9}]";
    size_t before = sizeof outside - 1, len = padding + s->len, all = before + len + before;
    char *bytes = malloc(all);

    memcpy(bytes, outside, before);
    memset(bytes + before, ' ', padding);
    memcpy(bytes + before + padding, s->text, s->len);
    memcpy(bytes + before + len, outside, before);
    for (size_t i = 0; i < COUNT(windows); i++) {
        struct answer a = answer_to(bytes, all, before, len, 0, windows[i]);
        if (!as_stated(s, &a, before + padding)) {
            report(s, &a, windows[i], padding);
            fail();
        }
    }
    free(bytes);
}

static void check_all(const struct sample *s, size_t count)
{
    for (; count; count--, s++)
        for (size_t padding = 0; padding <= MAX_WINDOW; padding++)
            check_at(s, padding);
}

static void numbers_of_the_standard_alone(void **state)
{
    (void)state;
    check_all(numbers, COUNT(numbers));
}

static void strings_of_the_standard_alone(void **state)
{
    (void)state;
    check_all(strings, COUNT(strings));
}

static void values_of_the_standard_alone(void **state)
{
    (void)state;
    check_all(values, COUNT(values));
}

/* The same texts inside a member and inside an array: places move by what stands before, and
 * what ends the range there ends the container here. */
static void check_inside(const struct sample *s, const char *open, const char *close)
{
    char bytes[256];
    size_t before = strlen(open);
    int len = snprintf(bytes, sizeof bytes, "%s%.*s%s", open, (int)s->len, s->text, close);

    if (memchr(s->text, 0, s->len) || (s->offset != OK && (size_t)s->offset >= s->len))
        return;
    if (s->offset != OK && (strcmp(s->says, BEHIND) == 0 || strstr(s->says, "cut off")))
        return;
    struct sample inside = {bytes, (size_t)len, s->offset == OK ? OK : s->offset + (int)before,
                            s->says};
    for (size_t padding = 0; padding < 20; padding++)
        check_at(&inside, padding);
}

static void the_same_inside_of_containers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        check_inside(&numbers[i], "[1, ", ",2]");
        check_inside(&numbers[i], "{\"n\":", "\n}");
    }
    for (size_t i = 0; i < COUNT(strings); i++)
        check_inside(&strings[i], "{\"long member name\" : ", ",\"x\":0}");
}

/* --- what a value is --- */

static void types_and_plainness(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum json_type type;
        bool plain;
    } known[] = {
        {"null", JSON_NULL, false},
        {"true", JSON_TRUE, false},
        {"false", JSON_FALSE, false},
        {"0", JSON_NUMBER, false},
        {"-1.5e3", JSON_NUMBER, false},
        {"{\"a\":1}", JSON_OBJECT, false},
        {"[1]", JSON_ARRAY, false},
        {"\"\"", JSON_STRING, true},
        {"\" ~\"", JSON_STRING, true},
        {"\"\x7F\"", JSON_STRING, false},
        {"\"\\u0041\"", JSON_STRING, false},
        {"\"\\/\"", JSON_STRING, false},
        {"\"\xC3\xA9\"", JSON_STRING, false},
        {"\"a plain string of more than sixteen, thirty-three and sixty-four bytes in its run\"",
         JSON_STRING, true},
        {"\"one escape behind a plain run of more than sixteen, thirty-three, sixty-four byte"
         "s\\n\"",
         JSON_STRING, false},
    };
    for (size_t i = 0; i < COUNT(known); i++)
        for (size_t w = 0; w < COUNT(windows); w++) {
            size_t len = strlen(known[i].text);
            struct answer a = answer_to(known[i].text, len, 0, len, 0, windows[w]);
            assert_int_equal(a.status, 0);
            assert_int_equal(a.type, known[i].type);
            if (a.type == JSON_STRING)
                assert_int_equal(a.plain, known[i].plain);
        }
}

/* --- nesting --- */

/* `levels` containers in one another, arrays and objects by the bits of `kinds`. */
static size_t nested(char *out, unsigned levels, unsigned kinds)
{
    char *p = out;
    for (unsigned i = 0; i < levels; i++) {
        bool object = kinds >> i % 8 & 1;
        memcpy(p, object ? "{\"a\":" : "[", object ? 5 : 1);
        p += object ? 5 : 1;
    }
    *p++ = '1';
    for (unsigned i = levels; i-- > 0;)
        *p++ = kinds >> i % 8 & 1 ? '}' : ']';
    return (size_t)(p - out);
}

static size_t place_of_level(unsigned level, unsigned kinds)
{
    size_t at = 0;
    for (unsigned i = 0; i < level; i++)
        at += kinds >> i % 8 & 1 ? 5 : 1;
    return at;
}

static void depth_is_counted_with_what_is_around(void **state)
{
    (void)state;
    static const unsigned outside[] = {0, 1, 2, 7, 8, 511, 512};
    static const unsigned mixes[] = {0, 0xff, 0x55, 0x9a};
    char *text = malloc(7 * 513);
    for (size_t o = 0; o < COUNT(outside); o++)
        for (size_t k = 0; k < COUNT(mixes); k++)
            for (size_t w = 0; w < COUNT(windows); w++) {
                unsigned most = LIMIT_DEPTH - outside[o];
                size_t len = nested(text, most, mixes[k]);
                struct answer a = answer_to(text, len, 0, len, outside[o], windows[w]);
                assert_int_equal(a.status, 0);
                len = nested(text, most + 1, mixes[k]);
                a = answer_to(text, len, 0, len, outside[o], windows[w]);
                assert_int_equal(a.status, -1);
                assert_int_equal(a.err.offset, place_of_level(most, mixes[k]));
                assert_non_null(strstr(a.err.text, "512"));
            }
    free(text);
}

/* Kinds are remembered a bit each: each level must be closed as it was opened. */
static void every_level_is_closed_as_it_was_opened(void **state)
{
    (void)state;
    char *text = malloc(7 * 513);
    for (unsigned wrong = 0; wrong < LIMIT_DEPTH; wrong += 3) {
        size_t len = nested(text, LIMIT_DEPTH, 0x9a);
        size_t at = len - 1 - wrong;
        text[at] = text[at] == '}' ? ']' : '}';
        struct answer a = answer_to(text, len, 0, len, 0, 0);
        assert_int_equal(a.status, -1);
        assert_int_equal(a.err.offset, at);
    }
    free(text);
}

static void siblings_do_not_add_up(void **state)
{
    (void)state;
    char text[5000] = "[";
    for (int i = 0; i < 600; i++)
        strcat(text, i % 2 ? "{}," : "[[]],");
    strcat(text, "0]");
    struct answer a = answer_to(text, strlen(text), 0, strlen(text), 0, 16);
    assert_int_equal(a.status, 0);
}

/* --- a source that fails --- */

static void a_failing_source_is_not_damage(void **state)
{
    (void)state;
    struct err err = {0};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "[1,2,3", 6), 6);
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    struct source *s = source_open(path, &err);
    assert_non_null(s);
    source_cancel(s);
    unsigned char window[16];
    struct reader r;
    struct answer a = {.status = 0};
    struct extent x = {.from = 0, .to = 1000, .source = s};
    reader_open(&r, &x, 0, 0, window, sizeof window, &a.err);
    read_it(&r, &a);
    assert_int_equal(a.status, -1);
    assert_int_equal(a.err.code, ERR_CANCELLED);
    source_free(s);
    close(ends[0]);
    close(ends[1]);
}

/* --- single steps --- */

static void expects_a_byte_behind_space(void **state)
{
    (void)state;
    struct err err = {0};
    struct reader r;
    struct extent x = {.memory = (const unsigned char *)" \t\r\n: ;", .from = 100, .to = 107};
    reader_open(&r, &x, 100, 0, NULL, 0, &err);
    assert_int_equal(reader_expect(&r, ':', "a colon"), 0);
    assert_int_equal(cursor_offset(&r.c), 105);
    assert_int_equal(reader_expect(&r, ':', "a colon"), -1);
    assert_int_equal(err.offset, 106);
    assert_non_null(strstr(err.text, "a colon"));
    r.c.p++;
    assert_int_equal(reader_space(&r), -1);
    assert_int_equal(reader_expect(&r, ':', "a colon"), -1);
    assert_int_equal(err.offset, 107);
    assert_non_null(strstr(err.text, "cut off"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_the_standard_alone),
        cmocka_unit_test(strings_of_the_standard_alone),
        cmocka_unit_test(values_of_the_standard_alone),
        cmocka_unit_test(the_same_inside_of_containers),
        cmocka_unit_test(types_and_plainness),
        cmocka_unit_test(depth_is_counted_with_what_is_around),
        cmocka_unit_test(every_level_is_closed_as_it_was_opened),
        cmocka_unit_test(siblings_do_not_add_up),
        cmocka_unit_test(a_failing_source_is_not_damage),
        cmocka_unit_test(expects_a_byte_behind_space),
    };
    return cmocka_run_group_tests_name("core/reader", tests, NULL, NULL);
}
