#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <unistr.h>

struct sample {
    const char *bytes;
    size_t len;
    uint32_t cp; /* NONE: no character */
};

#define NONE UINT32_MAX
#define SAMPLE(s, cp)        \
    {                        \
        s, sizeof(s) - 1, cp \
    }
#define COUNT(samples) (sizeof(samples) / sizeof *(samples))

/* First and last of each length, and both sides of each border. */
static const struct sample samples[] = {
    SAMPLE("\x00", 0),
    SAMPLE("\x7F", 0x7F),
    SAMPLE("\xC2\x80", 0x80),
    SAMPLE("\xDF\xBF", 0x7FF),
    SAMPLE("\xE0\xA0\x80", 0x800),
    SAMPLE("\xED\x9F\xBF", 0xD7FF),
    SAMPLE("\xEE\x80\x80", 0xE000),
    SAMPLE("\xEF\xBB\xBF", 0xFEFF),
    SAMPLE("\xEF\xBF\xBD", 0xFFFD),
    SAMPLE("\xEF\xBF\xBF", 0xFFFF),
    SAMPLE("\xF0\x90\x80\x80", 0x10000),
    SAMPLE("\xF4\x8F\xBF\xBF", 0x10FFFF),
    /* above the end, and forms of five and six bytes */
    SAMPLE("\xF4\x90\x80\x80", NONE),
    SAMPLE("\xF5\x80\x80\x80", NONE),
    SAMPLE("\xF7\xBF\xBF\xBF", NONE),
    SAMPLE("\xF8\x88\x80\x80\x80", NONE),
    SAMPLE("\xFC\x84\x80\x80\x80\x80", NONE),
    SAMPLE("\xFE", NONE),
    SAMPLE("\xFF", NONE),
    /* continuation bytes alone */
    SAMPLE("\x80", NONE),
    SAMPLE("\xBF\x80", NONE),
    /* cut short */
    SAMPLE("\xC2", NONE),
    SAMPLE("\xE0\xA0", NONE),
    SAMPLE("\xF0\x90\x80", NONE),
    SAMPLE("\xC2 ", NONE),
    SAMPLE("\xE2\x82 ", NONE),
    SAMPLE("\xF0\x9F\x98 ", NONE),
    SAMPLE("\xE2\x82\xC2", NONE),
    /* overlong */
    SAMPLE("\xC0\xAF", NONE),
    SAMPLE("\xC1\xBF", NONE),
    SAMPLE("\xE0\x80\xAF", NONE),
    SAMPLE("\xE0\x9F\xBF", NONE),
    SAMPLE("\xF0\x80\x80\xAF", NONE),
    SAMPLE("\xF0\x8F\xBF\xBF", NONE),
    SAMPLE("\xC0\x80", NONE),
    /* surrogates */
    SAMPLE("\xED\xA0\x80", NONE),
    SAMPLE("\xED\xAF\xBF", NONE),
    SAMPLE("\xED\xB0\x80", NONE),
    SAMPLE("\xED\xBF\xBF", NONE),
};

static const unsigned char *bytes_of(const struct sample *s)
{
    return (const unsigned char *)s->bytes;
}

static void decodes_the_border_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++) {
        const struct sample *s = &samples[i];
        uint32_t cp = 0xABCDEF;
        size_t n = utf8_decode(bytes_of(s), s->len, false, &cp);
        assert_int_equal(n, s->cp == NONE ? 0 : s->len);
        assert_int_equal(cp, s->cp == NONE ? 0xABCDEF : s->cp);
        assert_int_equal(utf8_span(bytes_of(s), s->len), n);
    }
    uint32_t cp;
    assert_int_equal(utf8_decode((const unsigned char *)"", 0, false, &cp), 0);
}

static void surrogates_where_they_are_allowed(void **state)
{
    (void)state;
    for (uint32_t cp = 0xD000; cp <= 0xEFFF; cp++) {
        unsigned char bytes[4];
        uint32_t back;
        bool surrogate = cp >= 0xD800 && cp <= 0xDFFF;
        assert_int_equal(utf8_encode(bytes, cp), 3);
        assert_int_equal(utf8_decode(bytes, 3, true, &back), 3);
        assert_int_equal(back, cp);
        assert_int_equal(utf8_decode(bytes, 3, false, &back), surrogate ? 0 : 3);
    }
}

static void encodes_every_code_point(void **state)
{
    (void)state;
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        unsigned char bytes[4];
        uint8_t expected[6];
        if (cp >= 0xD800 && cp <= 0xDFFF)
            continue;
        size_t n = utf8_encode(bytes, cp);
        if ((int)n != u8_uctomb(expected, cp, sizeof expected) || memcmp(bytes, expected, n) != 0)
            fail_msg("U+%04X", (unsigned)cp);
    }
}

/* All runs of three bytes, then all of four whose first could begin a character of four. */
static void agrees_with_the_library_on_all_bytes(void **state)
{
    (void)state;
    for (uint32_t v = 0; v < 1 << 24; v++) {
        const unsigned char p[3] = {v >> 16, v >> 8 & 255, v & 255};
        ucs4_t expected;
        uint32_t cp = 0;
        int m = u8_mbtoucr(&expected, p, 3);
        size_t n = utf8_decode(p, 3, false, &cp);
        if (n != (m < 0 ? 0 : (size_t)m) || (n > 0 && cp != expected))
            fail_msg("%06X", (unsigned)v);
    }
    static const unsigned char edges[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                          0xA0, 0xBF, 0xC0, 0xF0, 0xFF};
    for (uint32_t v = 0; v < 16 * 256 * sizeof edges * sizeof edges; v++) {
        uint32_t rest = v / 4096;
        const unsigned char p[4] = {0xF0 | (v & 15), v >> 4 & 255, edges[rest % sizeof edges],
                                    edges[rest / sizeof edges]};
        ucs4_t expected;
        uint32_t cp = 0;
        int m = u8_mbtoucr(&expected, p, 4);
        size_t n = utf8_decode(p, 4, false, &cp);
        if (n != (m < 0 ? 0 : (size_t)m) || (n > 0 && cp != expected))
            fail_msg("%02X%02X%02X%02X", p[0], p[1], p[2], p[3]);
    }
}

/* The fast path of the span: something bad at each place of a long text. */
static void span_stops_at_the_place(void **state)
{
    (void)state;
    unsigned char text[200];
    for (size_t at = 0; at < sizeof text; at++) {
        memset(text, 'a', sizeof text);
        text[at] = 0x80;
        assert_int_equal(utf8_span(text, sizeof text), at);
        text[at] = 0xC3;
        assert_int_equal(utf8_span(text, sizeof text), at);
        if (at + 1 < sizeof text) {
            text[at + 1] = 0xA9;
            assert_int_equal(utf8_span(text, sizeof text), sizeof text);
        }
    }
    assert_int_equal(utf8_span(text, 0), 0);
}

static bool fed(const unsigned char *p, size_t len, size_t first, size_t second)
{
    struct utf8_state s = {.count = 0};
    utf8_feed(&s, p, first);
    utf8_feed(&s, p + first, second - first);
    utf8_feed(&s, p + second, len - second);
    return utf8_whole(&s);
}

/* All texts of up to five units, in three pieces cut anywhere. */
static void pieces_do_not_matter(void **state)
{
    (void)state;
    static const unsigned char units[] = {'a',  0x80, 0xBF, 0xC2, 0xE0,
                                          0xA0, 0xED, 0xF0, 0x90, 0xF4};
    enum { BASE = sizeof units };
    size_t total = 1;
    for (size_t len = 0; len <= 5; len++, total *= BASE) {
        for (size_t v = 0; v < total; v++) {
            unsigned char p[5];
            for (size_t i = 0, rest = v; i < len; i++, rest /= BASE)
                p[i] = units[rest % BASE];
            bool whole = !u8_check(p, len);
            for (size_t a = 0; a <= len; a++) {
                for (size_t b = a; b <= len; b++)
                    assert_int_equal(fed(p, len, a, b), whole);
            }
        }
    }
}

static void byte_by_byte(void **state)
{
    (void)state;
    const char *text = "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80!";
    struct utf8_state s = {.count = 0};
    for (size_t i = 0; i < strlen(text); i++)
        utf8_feed(&s, (const unsigned char *)text + i, 1);
    assert_true(utf8_whole(&s));
    utf8_feed(&s, (const unsigned char *)"\xF0\x9F", 2);
    assert_false(utf8_whole(&s));
    assert_false(s.bad);
    utf8_feed(&s, (const unsigned char *)"x", 1);
    utf8_feed(&s, (const unsigned char *)"y", 1);
    assert_true(s.bad);
    utf8_feed(&s, (const unsigned char *)"fine", 4);
    assert_false(utf8_whole(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_the_border_cases),
        cmocka_unit_test(surrogates_where_they_are_allowed),
        cmocka_unit_test(encodes_every_code_point),
        cmocka_unit_test(agrees_with_the_library_on_all_bytes),
        cmocka_unit_test(span_stops_at_the_place),
        cmocka_unit_test(pieces_do_not_matter),
        cmocka_unit_test(byte_by_byte),
    };
    return cmocka_run_group_tests_name("base/utf8", tests, NULL, NULL);
}
