#include "base/base64.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* A decoder as slow and plain as can be. */
struct plain {
    bool whole, trailing_bits;
    size_t len;
    unsigned char bytes[256];
};

static int value_of(char c)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c != '\0' ? strchr(alphabet, c) : NULL;
    return at ? (int)(at - alphabet) : -1;
}

/* Padding that may stand at the end: none, one or two. */
static size_t padding(const char *text, size_t len)
{
    if (len < 4 || text[len - 1] != '=')
        return 0;
    return text[len - 2] == '=' ? 2 : 1;
}

static struct plain decode_plainly(const char *text, size_t len)
{
    struct plain out = {.whole = len % 4 == 0};
    size_t digits = out.whole ? len - padding(text, len) : len;
    unsigned bits = 0, have = 0;
    for (size_t i = 0; i < digits; i++) {
        if (value_of(text[i]) < 0) {
            out.whole = false;
            break;
        }
        bits = bits << 6 | (unsigned)value_of(text[i]);
        have += 6;
        if (have >= 8) {
            have -= 8;
            out.bytes[out.len++] = (unsigned char)(bits >> have);
        }
    }
    out.trailing_bits = out.whole && (bits & ((1U << have) - 1)) != 0;
    return out;
}

struct fed {
    struct base64 d;
    unsigned char *bytes;
    size_t len;
};

/* Each piece gets exactly the room it is promised, so that a sanitizer sees one byte too many. */
static void feed(struct fed *f, const char *text, size_t len)
{
    unsigned char *out = malloc(base64_room(len));
    size_t n = base64_feed(&f->d, text, len, out);
    assert_true(n <= base64_room(len));
    f->bytes = realloc(f->bytes, f->len + n + 1);
    memcpy(f->bytes + f->len, out, n);
    f->len += n;
    free(out);
}

static void check_in_pieces(const char *text, size_t len, size_t first, size_t second)
{
    struct plain expected = decode_plainly(text, len);
    struct fed f = {.len = 0};
    feed(&f, text, first);
    feed(&f, text + first, second - first);
    feed(&f, text + second, len - second);
    assert_int_equal(base64_whole(&f.d), expected.whole);
    if (expected.whole) {
        assert_int_equal(f.len, expected.len);
        assert_memory_equal(f.bytes, expected.bytes, f.len);
        assert_int_equal(f.d.trailing_bits, expected.trailing_bits);
    }
    free(f.bytes);
}

static void vectors_of_the_standard(void **state)
{
    (void)state;
    static const char *const vectors[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const char *bytes = vectors[i][0], *text = vectors[i][1];
        char encoded[16];
        struct fed f = {.len = 0};
        base64_encode(encoded, bytes, strlen(bytes));
        assert_string_equal(encoded, text);
        feed(&f, text, strlen(text));
        assert_true(base64_whole(&f.d));
        assert_false(f.d.trailing_bits);
        assert_int_equal(f.len, strlen(bytes));
        assert_memory_equal(f.bytes, bytes, f.len);
        free(f.bytes);
    }
}

static void every_length_comes_back(void **state)
{
    (void)state;
    unsigned char bytes[150];
    char text[204];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 167 + 13);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        struct fed f = {.len = 0};
        base64_encode(text, bytes, len);
        assert_int_equal(strlen(text), (len + 2) / 3 * 4);
        feed(&f, text, strlen(text));
        assert_true(base64_whole(&f.d));
        assert_int_equal(f.len, len);
        assert_memory_equal(f.bytes, bytes, len);
        free(f.bytes);
    }
}

/* Each byte at each place of texts with all three endings, in pieces too. */
static void every_corruption_of_one_byte(void **state)
{
    (void)state;
    static const char *const texts[] = {"SGVsbG8sIHdvcmxkISBhYmNk",
                                        "SGVsbG8sIHdvcmxkISBhYmM=", "SGVsbG8sIHdvcmxkISBhYg=="};
    for (size_t t = 0; t < 3; t++) {
        size_t len = strlen(texts[t]);
        for (size_t at = 0; at < len; at++) {
            for (unsigned c = 0; c < 256; c++) {
                char text[32];
                memcpy(text, texts[t], len);
                text[at] = (char)c;
                check_in_pieces(text, len, 0, 0);
                check_in_pieces(text, len, at, at + 1);
            }
        }
    }
}

/* Long enough for every width at which it is decoded, and what is left behind each. */
static void every_corruption_of_a_long_text(void **state)
{
    (void)state;
    unsigned char bytes[102];
    char good[140], text[140];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37 + 200);
    for (size_t size = 100; size <= sizeof bytes; size++) {
        base64_encode(good, bytes, size);
        size_t len = strlen(good);
        for (size_t at = 0; at < len; at++) {
            memcpy(text, good, len);
            for (unsigned c = 0; c < 256; c++) {
                text[at] = (char)c;
                check_in_pieces(text, len, 0, at % 5);
            }
        }
    }
}

/* First pieces that leave characters waiting, before and behind a long one. */
static void long_texts_in_pieces(void **state)
{
    (void)state;
    unsigned char bytes[140];
    char text[200];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 91 + 7);
    for (size_t size = 20; size <= sizeof bytes; size++) {
        base64_encode(text, bytes, size);
        size_t len = strlen(text);
        for (size_t a = 0; a < 8; a++)
            for (size_t b = 0; b < 8; b++)
                check_in_pieces(text, len, a, len - b);
    }
}

static void every_length_and_every_cut(void **state)
{
    (void)state;
    const char *text = "SGVsbG8sIHdvcmxkISBhYg==";
    for (size_t len = 0; len <= strlen(text); len++) {
        for (size_t a = 0; a <= len; a++) {
            for (size_t b = a; b <= len; b++)
                check_in_pieces(text, len, a, b);
        }
    }
}

/* All texts of up to five characters over an alphabet of what matters. */
static void every_short_text(void **state)
{
    (void)state;
    static const char units[] = {'A', 'B', '/', '=', '\n', '-', '\0'};
    enum { BASE = sizeof units };
    size_t total = 1;
    for (size_t len = 0; len <= 5; len++, total *= BASE) {
        for (size_t v = 0; v < total; v++) {
            char text[5];
            for (size_t i = 0, rest = v; i < len; i++, rest /= BASE)
                text[i] = units[rest % BASE];
            check_in_pieces(text, len, len / 2, len);
        }
    }
}

static void nothing_follows_padding(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "Zg==Zg==", "Zg===", "Zm8=Z", "Zg== ", "Zg==\n",   "Zg=",   "Zg",     "Z",
        "Z===",     "====",  "=",     "Zg=g",  "Zm8=====", "Zm9v=", "Zm9v==", "Zm9v===="};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (size_t cut = 0; cut <= strlen(bad[i]); cut++) {
            struct fed f = {.len = 0};
            feed(&f, bad[i], cut);
            feed(&f, bad[i] + cut, strlen(bad[i]) - cut);
            assert_false(base64_whole(&f.d));
            free(f.bytes);
        }
    }
}

static void stops_at_the_first_bad_character(void **state)
{
    (void)state;
    char text[101];
    memset(text, 'Q', 100);
    text[100] = '\0';
    for (size_t at = 0; at < 100; at++) {
        struct fed f = {.len = 0};
        text[at] = '-';
        feed(&f, text, 100);
        assert_true(f.d.bad);
        assert_int_equal(f.len, at / 4 * 3);
        feed(&f, "QUJD", 4);
        assert_int_equal(f.len, at / 4 * 3);
        assert_false(base64_whole(&f.d));
        text[at] = 'Q';
        free(f.bytes);
    }
}

static void trailing_bits_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool bits;
    } cases[] = {{"Zg==", false}, {"Zh==", true},  {"Zv==", true}, {"ZA==", false},
                 {"Zm8=", false}, {"Zm9=", true},  {"Zm+=", true}, {"Zm4=", false},
                 {"Zm//", false}, {"////", false}, {"//==", true}, {"/w==", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fed f = {.len = 0};
        feed(&f, cases[i].text, 4);
        assert_true(base64_whole(&f.d));
        assert_int_equal(f.d.trailing_bits, cases[i].bits);
        free(f.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_of_the_standard),
        cmocka_unit_test(every_length_comes_back),
        cmocka_unit_test(every_corruption_of_one_byte),
        cmocka_unit_test(every_corruption_of_a_long_text),
        cmocka_unit_test(long_texts_in_pieces),
        cmocka_unit_test(every_length_and_every_cut),
        cmocka_unit_test(every_short_text),
        cmocka_unit_test(nothing_follows_padding),
        cmocka_unit_test(stops_at_the_first_bad_character),
        cmocka_unit_test(trailing_bits_are_reported),
    };
    return cmocka_run_group_tests_name("base/base64", tests, NULL, NULL);
}
