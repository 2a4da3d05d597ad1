#include "base/text.h"

#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <uniwidth.h>

#define TEXT(s) s, sizeof(s) - 1

static struct buf out;

static int init_buffer(void **state)
{
    (void)state;
    buf_init(&out, 64 * 1024 * 1024);
    return 0;
}

static int release_buffer(void **state)
{
    (void)state;
    buf_release(&out);
    return 0;
}

static const char *escape(const char *bytes, size_t len, unsigned flags)
{
    buf_clear(&out);
    assert_int_equal(text_escape(&out, bytes, len, flags), 0);
    return buf_cstr(&out);
}

struct sample {
    const char *bytes;
    size_t len;
    unsigned flags;
    const char *expected;
};

static void check_samples(const struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_string_equal(escape(samples[i].bytes, samples[i].len, samples[i].flags),
                            samples[i].expected);
}

#define CHECK(samples) check_samples(samples, sizeof(samples) / sizeof *(samples))

static void plain_text_stays(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT(""), 0, ""},
        {TEXT("plain text, 100% of \"it\" \\ & <b>"), 0, "plain text, 100% of \"it\" \\ & <b>"},
        {TEXT("gr\xC3\xBC\xC3\x9F"), 0, "gr\xC3\xBC\xC3\x9F"},
        {TEXT("q\xCC\xA3\xCC\x88n"), 0, "q\xCC\xA3\xCC\x88n"},
        {TEXT("\xEA\xB0\x81\xEA\xB0\x80"), 0, "\xEA\xB0\x81\xEA\xB0\x80"},
        {TEXT("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE3\x81\xAE\xE3\x83\x86\xE3\x82\xAD"), 0,
         "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE3\x81\xAE\xE3\x83\x86\xE3\x82\xAD"},
        {TEXT("\xD0\xB4\xD0\xB0, \xD0\xBD\xD0\xB5\xD1\x82"), 0,
         "\xD0\xB4\xD0\xB0, \xD0\xBD\xD0\xB5\xD1\x82"},
        {TEXT("\xE2\x82\xAC \xE2\x86\x92 \xF0\x9F\x98\x80"), 0,
         "\xE2\x82\xAC \xE2\x86\x92 \xF0\x9F\x98\x80"},
    };
    CHECK(samples);
}

static void what_hides_becomes_a_token(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT("a\0b"), 0, "a<U+0000>b"},
        {TEXT("a\tb\r\n"), 0, "a<U+0009>b<U+000D><U+000A>"},
        {TEXT("\033[31m"), 0, "<U+001B>[31m"},
        {TEXT("a\x7F"), 0, "a<U+007F>"},
        {TEXT("a\xC2\x85\xC2\x9B"), 0, "a<U+0085><U+009B>"},
        {TEXT("a\xC2\xA0z"), 0, "a<U+00A0>z"},
        {TEXT("a\xC2\xADz"), 0, "a<U+00AD>z"},
        {TEXT("a\xE2\x80\x8Bz\xE2\x80\x8D"), 0, "a<U+200B>z<U+200D>"},
        {TEXT("a\xE2\x80\xAEz\xE2\x81\xA9"), 0, "a<U+202E>z<U+2069>"},
        {TEXT("a\xE2\x80\xA8z\xE2\x80\xA9"), 0, "a<U+2028>z<U+2029>"},
        {TEXT("a\xE3\x80\x80z\xE1\x9A\x80"), 0, "a<U+3000>z<U+1680>"},
        {TEXT("a\xEF\xBB\xBFz"), 0, "a<U+FEFF>z"},
        {TEXT("\xE2\x9D\xA4\xEF\xB8\x8F"), 0, "\xE2\x9D\xA4<U+FE0F>"},
        {TEXT("a\xF3\xA0\x84\x80\xF3\xA0\x81\xA1"), 0, "a<U+E0100><U+E0061>"},
        {TEXT("\xE1\x85\x9F\xE1\x85\xA0\xE3\x85\xA4\xEF\xBE\xA0\xE2\xA0\x80"), 0,
         "<U+115F><U+1160><U+3164><U+FFA0><U+2800>"},
        {TEXT("a\xEE\x80\x80\xF4\x8F\xBF\xBD"), 0, "a<U+E000><U+10FFFD>"},
        {TEXT("a\xCD\xB8\xEF\xBF\xBF"), 0, "a<U+0378><U+FFFF>"},
        {TEXT("\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA"), 0, "<U+1F1E9><U+1F1EA>"},
        {TEXT("\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD"), 0, "\xF0\x9F\x91\x8D<U+1F3FD>"},
        {TEXT("\xE2\x84\xAA\xCD\xBE"), 0, "<U+212A><U+037E>"},
        {TEXT("\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8"), 0, "\xE1\x84\x80<U+1161><U+11A8>"},
        {TEXT("\xF0\x9F\x87\xA6\xF0\x9F\x87\xBF"), 0, "<U+1F1E6><U+1F1FF>"},
        {TEXT("\xF0\x9F\x8F\xBB\xF0\x9F\x8F\xBF"), 0, "<U+1F3FB><U+1F3FF>"},
        {TEXT("\xE0\xB5\x8E"), 0, "<U+0D4E>"},
        {TEXT("\xE4\xB7\x80\xE4\xB7\xBF\xE3\x89\x88\xE3\x89\x8F"), 0,
         "<U+4DC0><U+4DFF><U+3248><U+324F>"},
    };
    CHECK(samples);
}

static void bad_bytes_and_surrogates(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT("a\xFF\xFEz"), 0, "a<0xFF><0xFE>z"},
        {TEXT("\xC0\xAF"), 0, "<0xC0><0xAF>"},
        {TEXT("\xE2\x82"), 0, "<0xE2><0x82>"},
        {TEXT("\xED\xA0\xBD"), 0, "<0xED><0xA0><0xBD>"},
        {TEXT("\xED\xA0\xBD"), TEXT_WTF8, "<U+D83D>"},
        {TEXT("\xED\xA0\xBD\xED\xB8\x80"), TEXT_WTF8, "<U+D83D><U+DE00>"},
        {TEXT("\xED\xA0"), TEXT_WTF8, "<0xED><0xA0>"},
    };
    CHECK(samples);
}

static void literal_forms_are_escaped(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT("<U+202E>"), 0, "<U+003C>U+202E>"},
        {TEXT("<U+10FFFF>"), 0, "<U+003C>U+10FFFF>"},
        {TEXT("<U+FFFFF>"), 0, "<U+003C>U+FFFFF>"},
        {TEXT("<0xFF>"), 0, "<U+003C>0xFF>"},
        {TEXT("<<U+0041>"), 0, "<<U+003C>U+0041>"},
        {TEXT("<U+<U+0041>"), 0, "<U+<U+003C>U+0041>"},
        {TEXT("<U+041><U+0000041><U+00e9><u+0041><U+0041<U+0041 >"), 0,
         "<U+041><U+0000041><U+00e9><u+0041><U+0041<U+0041 >"},
        {TEXT("<0xff><0xF><0xFFF><0XFF><0xFF"), 0, "<0xff><0xF><0xFFF><0XFF><0xFF"},
        {TEXT("<U+00\0"
              "41>"),
         0, "<U+00<U+0000>41>"},
        {TEXT("<"), 0, "<"},
        {TEXT("<>"), 0, "<>"},
        {TEXT("x<U+"), 0, "x<U+"},
    };
    CHECK(samples);
}

static void edge_spaces(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT(" a b  c "), 0, "<U+0020>a b  c<U+0020>"},
        {TEXT("  a"), 0, "<U+0020><U+0020>a"},
        {TEXT("a  "), 0, "a<U+0020><U+0020>"},
        {TEXT("   "), 0, "<U+0020><U+0020><U+0020>"},
        {TEXT(" "), TEXT_PROSE, "<U+0020>"},
        {TEXT("a\n b"), TEXT_PROSE, "a<U+000A> b"},
        {TEXT(" "), TEXT_ASCII, "<U+0020>"},
    };
    CHECK(samples);
}

#define ACUTE "\xCC\x81"

static void marks_need_a_base_and_are_four(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT(ACUTE "a"), 0, "<U+0301>a"},
        {TEXT("q" ACUTE ACUTE ACUTE ACUTE), 0, "q" ACUTE ACUTE ACUTE ACUTE},
        {TEXT("q" ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE "x" ACUTE), 0,
         "q" ACUTE ACUTE ACUTE ACUTE "<U+0301><U+0301>x" ACUTE},
        {TEXT("q" ACUTE ACUTE ACUTE "x" ACUTE ACUTE), 0, "q" ACUTE ACUTE ACUTE "x" ACUTE ACUTE},
        {TEXT("a\xE2\x80\x8D" ACUTE), 0, "a<U+200D><U+0301>"},
        {TEXT("a " ACUTE), 0, "a <U+0301>"},
        {TEXT("a\xFF" ACUTE), 0, "a<0xFF><U+0301>"},
        {TEXT("<U+0041>" ACUTE), 0, "<U+003C>U+0041>" ACUTE},
        {TEXT("\xEF\xBD\xB6\xEF\xBE\x9E\xEF\xBE\x9E"), 0, "\xEF\xBD\xB6\xEF\xBE\x9E\xEF\xBE\x9E"},
        {TEXT("\xEF\xBE\x9E"), 0, "<U+FF9E>"},
        {TEXT("\xE0\xB8\x99\xE0\xB9\x89\xE0\xB8\xB3"), 0, "\xE0\xB8\x99\xE0\xB9\x89\xE0\xB8\xB3"},
        {TEXT("\xE0\xB2\x95\xE0\xB2\xBF"), 0, "\xE0\xB2\x95\xE0\xB2\xBF"},
        {TEXT("\xE0\xB8\xB3"), 0, "<U+0E33>"},
        {TEXT("1\xE2\x83\xA3"), 0, "1\xE2\x83\xA3"},
    };
    CHECK(samples);
}

/* Canonically equal spellings look the same (UAX 15): only normal form C stays as it is. */
static void another_spelling_shows(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT("caf\xC3\xA9"), 0, "caf\xC3\xA9"},
        {TEXT("cafe" ACUTE), 0, "cafe<U+0301>"},
        {TEXT("\xC3\xAA" ACUTE), 0, "\xC3\xAA<U+0301>"},
        {TEXT("q" ACUTE "\xCC\xA3"), 0, "q" ACUTE "<U+0323>"},
        {TEXT("\xEF\xAC\x9D"), 0, "<U+FB1D>"},
    };
    CHECK(samples);
}

#define CYR_A  "\xD0\xB0"
#define CYR_O  "\xD0\xBE"
#define GRK_A  "\xCE\xB1"
#define HAN    "\xE6\x97\xA5"
#define HIRA   "\xE3\x81\xAE"
#define KANA   "\xE3\x83\x86"
#define HANGUL "\xED\x95\x9C"
#define BOPO   "\xE3\x84\x85"
#define LONG   "\xE3\x83\xBC" /* U+30FC, shared by the two kana */
#define COMMA  "\xE3\x80\x81" /* U+3001 */

static void mixed_scripts_in_names(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT("p" CYR_A "ypal"), 0, "p<U+0430>ypal"},
        {TEXT(CYR_A CYR_O "a"), 0, "<U+0430><U+043E>a"},
        {TEXT(CYR_A CYR_O " a"), 0, "<U+0430><U+043E> a"},
        {TEXT(CYR_A CYR_O GRK_A CYR_A), 0, CYR_A CYR_O "<U+03B1>" CYR_A},
        {TEXT(GRK_A CYR_A), 0, GRK_A "<U+0430>"},
        {TEXT(CYR_A "1-2_3" ACUTE), 0, CYR_A "1-2_3" ACUTE},
        {TEXT(HAN HIRA KANA), 0, HAN HIRA KANA},
        {TEXT(HAN HANGUL), 0, HAN HANGUL},
        {TEXT(HAN BOPO), 0, HAN BOPO},
        {TEXT(HIRA HANGUL), 0, HIRA "<U+D55C>"},
        {TEXT(HAN HIRA HANGUL), 0, HAN HIRA "<U+D55C>"},
        {TEXT(HIRA BOPO), 0, HIRA "<U+3105>"},
        {TEXT("a" HAN), 0, "a<U+65E5>"},
        {TEXT("a" LONG "b"), 0, "a<U+30FC>b"},
        {TEXT(HIRA LONG KANA LONG HAN), 0, HIRA LONG KANA LONG HAN},
        {TEXT(HANGUL LONG), 0, HANGUL "<U+30FC>"},
        {TEXT("a" COMMA), 0, "a<U+3001>"},
        {TEXT(HANGUL COMMA HAN), 0, HANGUL COMMA HAN},
        {TEXT("\xD6\x89"
              "a"),
         0, "<U+0589>a"},
        {TEXT("\xC2\xB5s 5\xC2\xB0"), 0, "\xC2\xB5s 5\xC2\xB0"},
    };
    CHECK(samples);
}

static void mixed_scripts_in_prose(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT("abc " CYR_A CYR_O ", " GRK_A "!"), TEXT_PROSE, "abc " CYR_A CYR_O ", " GRK_A "!"},
        {TEXT("abc p" CYR_A "y " CYR_A), TEXT_PROSE, "abc p<U+0430>y " CYR_A},
        {TEXT(CYR_A "p " CYR_A), TEXT_PROSE, "<U+0430>p " CYR_A},
        {TEXT("{\"n\":\"" CYR_A "\",\"m\":\"" HAN "\"}"), TEXT_PROSE,
         "{\"n\":\"" CYR_A "\",\"m\":\"" HAN "\"}"},
        {TEXT(CYR_A CYR_O ".com"), TEXT_PROSE, "<U+0430><U+043E>.com"},
        {TEXT(CYR_A CYR_O "-a_"), TEXT_PROSE, "<U+0430><U+043E>-a_"},
        {TEXT(CYR_A "\xE2\x80\x8B"
                    "a"),
         TEXT_PROSE, "<U+0430><U+200B>a"},
        {TEXT(CYR_A "\xE2\x80\x99"
                    "a"),
         TEXT_PROSE,
         "<U+0430>\xE2\x80\x99"
         "a"},
        {TEXT(CYR_A "\n"
                    "a"),
         TEXT_PROSE, CYR_A "<U+000A>a"},
        {TEXT(CYR_A "\xFF"
                    "a"),
         TEXT_PROSE, CYR_A "<0xFF>a"},
        {TEXT("a" COMMA HAN), TEXT_PROSE, "a" COMMA HAN},
    };
    CHECK(samples);
}

static void ascii_alone(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {TEXT("gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80~"), TEXT_ASCII, "gr<U+00FC><U+00DF> <U+1F600>~"},
        {TEXT("a" ACUTE "\xFF\x7F"), TEXT_ASCII, "a<U+0301><0xFF><U+007F>"},
        {TEXT("\xED\xA0\xBD"), TEXT_ASCII | TEXT_WTF8, "<U+D83D>"},
    };
    CHECK(samples);
}

/* ---- Injectivity: escaped text is read back by a reader that knows nothing but the forms. ---- */

static size_t read_token(const char *p, const char *head, size_t least, size_t most,
                         uint32_t *value)
{
    size_t n = strlen(head);
    if (strncmp(p, head, n) != 0)
        return 0;
    size_t digits = strspn(p + n, "0123456789ABCDEF");
    if (digits < least || digits > most || p[n + digits] != '>')
        return 0;
    *value = (uint32_t)strtoul(p + n, NULL, 16);
    return n + digits + 1;
}

/* Undoes the escaping; returns the length. */
static size_t read_back(const char *escaped, unsigned char *bytes)
{
    size_t len = 0, n;
    uint32_t value;
    for (const char *p = escaped; *p; p += n) {
        if ((n = read_token(p, "<U+", 4, 6, &value)) > 0) {
            len += utf8_encode(bytes + len, value);
        } else if ((n = read_token(p, "<0x", 2, 2, &value)) > 0) {
            bytes[len++] = (unsigned char)value;
        } else {
            n = 1;
            bytes[len++] = (unsigned char)*p;
        }
    }
    return len;
}

static bool comes_back(const unsigned char *bytes, size_t len, unsigned flags)
{
    unsigned char back[256];
    const char *escaped = escape((const char *)bytes, len, flags);
    return read_back(escaped, back) == len && memcmp(back, bytes, len) == 0;
}

/* Whether all pieces are good to print, and their lengths and widths add up. */
static bool prints_safely(unsigned flags)
{
    const char *escaped = buf_cstr(&out);
    struct text_piece piece;
    size_t at = 0, bytes = 0, width = 0;
    while (text_next(escaped, out.len, &at, &piece)) {
        uint32_t cp = 0;
        bytes += piece.len;
        width += (size_t)piece.width;
        if (utf8_span((const unsigned char *)piece.bytes, piece.len) != piece.len)
            return false;
        utf8_decode((const unsigned char *)piece.bytes, piece.len, false, &cp);
        if (piece.width < 1 || cp < 0x20 || cp == 0x7F ||
            ((flags & TEXT_ASCII) && piece.len > 1 && !piece.token))
            return false;
        if (cp != ' ' && uc_is_general_category_withtable(
                             cp, UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_Z | UC_CATEGORY_MASK_M))
            return false;
    }
    size_t used;
    return bytes == out.len && width == text_width(escaped, out.len) &&
           text_fit(escaped, out.len, width, &used) == out.len && used == width;
}

static const char *const units[] = {
    "<",   ">",   "U+0041",       "0x41",         " ", "a", "\n", "\xFF",
    CYR_A, ACUTE, "\xE2\x80\x8D", "\xED\xA0\xBD",
};

enum { UNITS = sizeof units / sizeof *units, LONGEST = 5 };

static size_t combine(size_t v, size_t count, unsigned char *bytes)
{
    size_t len = 0;
    for (size_t i = 0; i < count; i++, v /= UNITS) {
        size_t n = strlen(units[v % UNITS]);
        memcpy(bytes + len, units[v % UNITS], n);
        len += n;
    }
    return len;
}

static void every_short_text_comes_back(void **state)
{
    (void)state;
    static const unsigned modes[] = {0, TEXT_WTF8, TEXT_WTF8 | TEXT_PROSE, TEXT_ASCII};
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        size_t total = 1;
        for (size_t count = 0; count <= LONGEST; count++, total *= UNITS) {
            for (size_t v = 0; v < total; v++) {
                unsigned char bytes[64];
                size_t len = combine(v, count, bytes);
                if (!comes_back(bytes, len, modes[m]) || !prints_safely(modes[m]))
                    fail_msg("mode %u, text %zu of %zu units: %s", modes[m], v, count,
                             buf_cstr(&out));
            }
        }
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The same without trust in the reader: no two outputs are equal. */
static void no_two_short_texts_look_the_same(void **state)
{
    (void)state;
    enum { TOTAL = UNITS * UNITS * UNITS * UNITS };
    char **outputs = calloc(TOTAL, sizeof *outputs);
    for (size_t v = 0; v < TOTAL; v++) {
        unsigned char bytes[64];
        size_t len = combine(v, 4, bytes);
        outputs[v] = strdup(escape((const char *)bytes, len, TEXT_WTF8));
    }
    qsort(outputs, TOTAL, sizeof *outputs, by_text);
    for (size_t v = 1; v < TOTAL; v++)
        assert_string_not_equal(outputs[v - 1], outputs[v]);
    for (size_t v = 0; v < TOTAL; v++)
        free(outputs[v]);
    free(outputs);
}

static void every_code_point_alone_and_between(void **state)
{
    (void)state;
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        unsigned char bytes[16] = "x";
        size_t n = utf8_encode(bytes + 1, cp);
        bytes[1 + n] = 'y';
        if (!comes_back(bytes + 1, n, TEXT_WTF8) || !prints_safely(TEXT_WTF8) ||
            !comes_back(bytes, n + 2, TEXT_WTF8) || !prints_safely(TEXT_WTF8) ||
            !comes_back(bytes, n + 2, TEXT_WTF8 | TEXT_PROSE) || !prints_safely(TEXT_WTF8) ||
            !comes_back(bytes + 1, n, TEXT_ASCII | TEXT_WTF8) || !prints_safely(TEXT_ASCII))
            fail_msg("U+%04X: %s", (unsigned)cp, buf_cstr(&out));
    }
}

/* What is shown as itself has the width that is said, whatever it stands beside. */
static void widths_are_those_of_the_library(void **state)
{
    (void)state;
    for (uint32_t cp = 0x21; cp <= 0x10FFFF; cp++) {
        unsigned char bytes[4];
        size_t n = utf8_encode(bytes, cp);
        const char *escaped = escape((const char *)bytes, n, TEXT_WTF8);
        if (out.len == n && (int)text_width(escaped, n) != uc_width(cp, "UTF-8"))
            fail_msg("U+%04X", (unsigned)cp);
    }
}

/* ---- Pieces ---- */

static void assert_piece(const char *escaped, size_t *at, const char *bytes, int width, bool token)
{
    struct text_piece piece;
    assert_true(text_next(escaped, strlen(escaped), at, &piece));
    assert_int_equal(piece.len, strlen(bytes));
    assert_memory_equal(piece.bytes, bytes, piece.len);
    assert_int_equal(piece.width, width);
    assert_int_equal(piece.token, token);
}

#define HALF_GA    "\xEF\xBD\xB6\xEF\xBE\x9E" /* two cells: the mark takes one of its own */
#define KII        "\xE0\xA4\x95\xE0\xA5\x80"
#define KANNADA_KI "\xE0\xB2\x95\xE0\xB2\xBF"

static void pieces_are_tokens_and_graphemes(void **state)
{
    (void)state;
    const char *text = "ae" ACUTE "<U+0301>" HAN "<0xFF><U+10FFFF><U+41>" HIRA
                       "\xE3\x82\x99" HALF_GA KII KANNADA_KI;
    size_t at = 0;
    assert_piece(text, &at, "a", 1, false);
    assert_piece(text, &at, "e" ACUTE, 1, false);
    assert_piece(text, &at, "<U+0301>", 8, true);
    assert_piece(text, &at, HAN, 2, false);
    assert_piece(text, &at, "<0xFF>", 6, true);
    assert_piece(text, &at, "<U+10FFFF>", 10, true);
    for (const char *c = "<U+41>"; *c; c++)
        assert_piece(text, &at, (const char[]){*c, '\0'}, 1, false);
    assert_piece(text, &at, HIRA "\xE3\x82\x99", 2, false);
    assert_piece(text, &at, HALF_GA, 2, false);
    assert_piece(text, &at, KII, 2, false);
    assert_piece(text, &at, KANNADA_KI, 1, false);
    struct text_piece piece;
    assert_false(text_next(text, strlen(text), &at, &piece));
    assert_int_equal(text_width(text, strlen(text)), 41);
    assert_int_equal(text_width("", 0), 0);
}

/* Of UAX 29: each string falls into these parts, whatever stands before and behind them. */
static void graphemes_are_never_split(void **state)
{
    static const char *const cases[][4] = {
        {"\U0001F1E9\U0001F1EA", "\U0001F1EB\U0001F1F7", "\U0001F1EA", NULL},       /* flags, and half of one */
        {"\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466", "x", NULL}, /* a family */
        {"\U0001F3F3\uFE0F\u200D\U0001F308", "\U0001F1E9\U0001F1EA", NULL},
        {"\U0001F44B\U0001F3FD", "\U0001F44B", NULL},                               /* a tone of skin */
        {"\U0001F469\U0001F3FF\u200D\U0001F680", "\U0001F469", NULL},
        {"\u1112\u1161\u11AB", "\u1100\u1173\u11AF", "\uD55C", NULL},               /* Hangul */
        {"\uAC00\u11A8", "\uAC00", NULL},
        {"e\u0301\u0302", "\u0E01\u0E33", "\u0995\u09BE", NULL},                    /* marks */
        {"a\u200D", "\U0001F469", NULL},                                             /* joins nothing */
        {"\U0001F469\u200D", "a", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256] = "";
        struct text_piece piece;
        size_t at = 0, cells = 0;
        for (size_t part = 0; cases[i][part]; part++)
            strcat(text, cases[i][part]);
        for (size_t part = 0; cases[i][part]; part++) {
            assert_true(text_next(text, strlen(text), &at, &piece));
            assert_int_equal(piece.len, strlen(cases[i][part]));
            assert_false(piece.token);
            /* No edge falls into it. */
            for (size_t edge = cells + 1; edge < cells + (size_t)piece.width; edge++) {
                size_t used;
                assert_int_equal(text_fit(text, strlen(text), edge, &used), at - piece.len);
                assert_int_equal(used, cells);
            }
            cells += (size_t)piece.width;
        }
        assert_int_equal(at, strlen(text));
    }
}

static void fits_whole_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t cells, len, used;
    } cases[] = {
        {"abc", 0, 0, 0},           {"abc", 2, 2, 2},           {"abc", 3, 3, 3},
        {"abc", 100, 3, 3},         {"a<U+202E>b", 8, 1, 1},    {"a<U+202E>b", 9, 9, 9},
        {"a<U+202E>b", 10, 10, 10}, {HAN HAN, 1, 0, 0},         {HAN HAN, 2, 3, 2},
        {HAN HAN, 3, 3, 2},         {"e" ACUTE "x", 1, 3, 1},   {"", 5, 0, 0},
        {"<0xFF>", 5, 0, 0},        {"e" ACUTE ACUTE, 1, 5, 1}, {"<0xFF", 4, 4, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t used = 77;
        size_t len = text_fit(cases[i].text, strlen(cases[i].text), cases[i].cells, &used);
        assert_int_equal(len, cases[i].len);
        assert_int_equal(used, cases[i].used);
        assert_int_equal(text_fit(cases[i].text, strlen(cases[i].text), cases[i].cells, NULL), len);
    }
}

/* Text that ends inside a form, in memory that ends there too. */
static void nothing_is_read_after_the_end(void **state)
{
    (void)state;
    static const char *const forms[] = {"<U+10FFFF>", "<0xFF>", "a\xCC\x81", "\xF0\x9F\x98\x80"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        for (size_t len = 1; len <= strlen(forms[i]); len++) {
            char *text = malloc(len);
            memcpy(text, forms[i], len);
            struct text_piece piece;
            size_t at = 0;
            while (text_next(text, len, &at, &piece))
                assert_true(at <= len);
            assert_int_equal(at, len);
            escape(text, len, 0);
            assert_int_equal(text_inspect(text, len), 0);
            buf_clear(&out);
            text_skeleton(&out, text, len);
            free(text);
        }
    }
}

/* A cut at any place, with what is left escaped text still. */
static void every_prefix_that_fits_is_whole(void **state)
{
    (void)state;
    const char *text =
        escape(TEXT(" a" ACUTE "\xFF" HAN "\xE2\x80\xAE<U+0041>" HAN ACUTE " x "), 0);
    size_t width = text_width(text, out.len);
    size_t before = 0;
    for (size_t cells = 0; cells <= width; cells++) {
        size_t used;
        size_t len = text_fit(text, out.len, cells, &used);
        assert_true(used <= cells && len >= before);
        assert_int_equal(text_width(text, len) + text_width(text + len, out.len - len), width);
        assert_true(((unsigned char)text[len] & 0xC0) != 0x80);
        before = len;
    }
    assert_int_equal(before, out.len);
}

/* ---- Hostile input: linear, or this test does not end. ---- */

static char *repeated(const char *unit, size_t bytes, size_t *len)
{
    size_t n = strlen(unit);
    char *text = malloc(bytes + n);
    for (*len = 0; *len < bytes; *len += n)
        memcpy(text + *len, unit, n);
    return text;
}

static void long_hostile_texts(void **state)
{
    (void)state;
    static const char *const hostile[] = {
        ACUTE,          " ",   "<",       "<U+", "\xFF",        "\xF0\x9F\x87\xA9",
        "\xE2\x80\x8D", CYR_A, "a" CYR_A, "-",   "a " CYR_A " "};
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        size_t len, used;
        char *text = repeated(hostile[i], 1 << 20, &len);
        for (unsigned flags = 0; flags <= TEXT_PROSE; flags += TEXT_PROSE) {
            const char *escaped = escape(text, len, flags);
            assert_true(out.len >= len);
            size_t width = text_width(escaped, out.len);
            assert_true(width > 0);
            assert_int_equal(text_fit(escaped, out.len, width, &used), out.len);
        }
        text_inspect(text, len);
        buf_clear(&out);
        assert_int_equal(text_skeleton(&out, text, len), 0);
        free(text);
    }
}

static void a_full_buffer_is_reported(void **state)
{
    (void)state;
    struct buf small;
    buf_init(&small, 10);
    assert_int_equal(text_escape(&small, TEXT("\n\n"), 0), -1);
    assert_int_equal(text_escape(&small, TEXT(""), 0), -1);
    buf_clear(&small);
    assert_int_equal(text_escape(&small, TEXT("12345678901"), 0), -1);
    buf_clear(&small);
    assert_int_equal(text_skeleton(&small, TEXT("12345678901")), -1);
    buf_clear(&small);
    assert_int_equal(text_escape(&small, TEXT("1234567890"), 0), 0);
    buf_release(&small);
}

/* ---- Warnings and near misses ---- */

static void inspects(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t len;
        unsigned found;
    } cases[] = {
        {TEXT(""), 0},
        {TEXT("plain <text>"), 0},
        {TEXT(" edge "), 0},
        {TEXT("gr\xC3\xBC\xC3\x9F" ACUTE), 0},
        {TEXT("a\0b"), TEXT_HAS_CONTROL},
        {TEXT("\x7F"), TEXT_HAS_CONTROL},
        {TEXT("\xC2\x9B"), TEXT_HAS_CONTROL},
        {TEXT("\xED\xA0\xBD"), TEXT_HAS_SURROGATE},
        {TEXT("a\xED\xB8\x80\t"), TEXT_HAS_SURROGATE | TEXT_HAS_CONTROL},
        {TEXT("a\xE2\x80\xAE"), TEXT_HAS_INVISIBLE},
        {TEXT("a\xE2\x80\x8B"), TEXT_HAS_INVISIBLE},
        {TEXT("a\xEF\xB8\x8F"), TEXT_HAS_INVISIBLE},
        {TEXT("a\xE3\x85\xA4"), TEXT_HAS_INVISIBLE | TEXT_HAS_MIXED},
        {TEXT("a\xC2\xA0"), TEXT_HAS_INVISIBLE},
        {TEXT("p" CYR_A "ypal"), TEXT_HAS_MIXED},
        {TEXT(CYR_A " a"), TEXT_HAS_MIXED},
        {TEXT(CYR_A CYR_O "-1"), 0},
        {TEXT(HAN HIRA KANA LONG COMMA), 0},
        {TEXT(HAN HIRA HANGUL), TEXT_HAS_MIXED},
        {TEXT("\xFF"), 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(text_inspect(cases[i].bytes, cases[i].len), cases[i].found);
}

static void skeletons(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t len;
        const char *expected;
    } cases[] = {
        {TEXT("close"), "close"},
        {TEXT("Close"), "close"},
        {TEXT("prev_digest"), "prevdigest"},
        {TEXT("PREV-Digest "), "prevdigest"},
        {TEXT("prev.digest"), "prevdigest"},
        {TEXT("tool\xE2\x80\x8B"), "tool"},
        {TEXT("to\xC2\xADol\xEF\xBB\xBF"), "tool"},
        {TEXT("to\0ol\x7F"), "tool"},
        {TEXT("t\xD0\xBE\xD0\xBEl"), "tool"},
        {TEXT("\xD0\xA1l\xCE\xBF\xD1\x95\xD0\xB5"), "close"},
        {TEXT("\xCE\xA4OOL"), "tool"},
        {TEXT("\xEF\xBD\x94\xEF\xBC\xAF\xEF\xBD\x8F\xEF\xBD\x8C"), "tool"},
        {TEXT("\xF0\x9D\x90\xAD\xF0\x9D\x95\xB0"
              "st"),
         "test"},
        {TEXT("\xC4\xB1"
              "d"),
         "id"},
        {TEXT("\xC4\xB0"
              "d"),
         "id"},
        {TEXT("t00l"), "tool"},
        {TEXT("se\xCC\xB1q\xCD\x8F"), "seq"},
        {TEXT("s\xC3\xA9q"), "seq"},
        {TEXT("\xE2\x84\xAA\xC5\xBF"), "ks"},
        {TEXT(HAN), HAN},
        {TEXT("\xFF"
              "A\xED\xA0\xBD"),
         "\xFF"
         "a\xED\xA0\xBD"},
        {TEXT("_-. "), ""},
        {TEXT("\xD0\xB0\xD0\xB5\xD0\xBE\xD1\x80\xD1\x81\xD1\x83\xD1\x85\xD1\x96\xD1\x98\xD1\x95"),
         "aeopcyxijs"},
        {TEXT("\xCE\x91\xCE\x92\xCE\x95\xCE\x96\xCE\x97\xCE\x99\xCE\x9A\xCE\x9C\xCE\x9D\xCE\x9F"),
         "abezhikmno"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&out);
        assert_int_equal(text_skeleton(&out, cases[i].bytes, cases[i].len), 0);
        assert_string_equal(buf_cstr(&out), cases[i].expected);
    }
}

/* Each code point folds to something that folding leaves alone. */
static void skeletons_are_stable(void **state)
{
    (void)state;
    struct buf once, twice;
    buf_init(&once, 4096);
    buf_init(&twice, 4096);
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        unsigned char bytes[4];
        buf_clear(&once);
        buf_clear(&twice);
        text_skeleton(&once, bytes, utf8_encode(bytes, cp));
        text_skeleton(&twice, buf_cstr(&once), once.len);
        if (strcmp(buf_cstr(&once), buf_cstr(&twice)) != 0)
            fail_msg("U+%04X", (unsigned)cp);
    }
    buf_release(&once);
    buf_release(&twice);
}

/* TEXT_QUOTED and TEXT_SINGLE: what would end the quotes is a token, and its literal form another. */
static void nothing_ends_the_quotes(void **state)
{
    static const struct sample samples[] = {
        {TEXT("a\"b"), 0, "a\"b"},
        {TEXT("a\"b'c"), TEXT_QUOTED, "a<U+0022>b'c"},
        {TEXT("a\"b'c"), TEXT_SINGLE, "a\"b<U+0027>c"},
        {TEXT("a\"b'c"), TEXT_QUOTED | TEXT_SINGLE, "a<U+0022>b<U+0027>c"},
        {TEXT("<U+0022>"), TEXT_QUOTED, "<U+003C>U+0022>"},
        {TEXT("\""), TEXT_QUOTED | TEXT_ASCII, "<U+0022>"},
    };

    (void)state;
    CHECK(samples);
}

static const char *quote(const char *bytes, size_t len, size_t cells)
{
    buf_clear(&out);
    assert_int_equal(text_quote(&out, bytes, len, 0, cells), 0);
    return buf_cstr(&out);
}

static void quotes_are_cut_between_pieces(void **state)
{
    (void)state;
    assert_string_equal(quote(TEXT(""), 0), "\"\"");
    assert_string_equal(quote(TEXT("pay.send"), 8), "\"pay.send\"");
    assert_string_equal(quote(TEXT("pay.send"), 7), "\"pay.sen\"...");
    assert_string_equal(quote(TEXT("ab\"c"), 9), "\"ab\"...");
    assert_string_equal(quote(TEXT("ab\"c"), 10), "\"ab<U+0022>\"...");
    assert_string_equal(quote(TEXT("ab\"c"), SIZE_MAX), "\"ab<U+0022>c\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays),
        cmocka_unit_test(what_hides_becomes_a_token),
        cmocka_unit_test(bad_bytes_and_surrogates),
        cmocka_unit_test(literal_forms_are_escaped),
        cmocka_unit_test(edge_spaces),
        cmocka_unit_test(marks_need_a_base_and_are_four),
        cmocka_unit_test(another_spelling_shows),
        cmocka_unit_test(mixed_scripts_in_names),
        cmocka_unit_test(mixed_scripts_in_prose),
        cmocka_unit_test(ascii_alone),
        cmocka_unit_test(nothing_ends_the_quotes),
        cmocka_unit_test(quotes_are_cut_between_pieces),
        cmocka_unit_test(every_short_text_comes_back),
        cmocka_unit_test(no_two_short_texts_look_the_same),
        cmocka_unit_test(every_code_point_alone_and_between),
        cmocka_unit_test(widths_are_those_of_the_library),
        cmocka_unit_test(pieces_are_tokens_and_graphemes),
        cmocka_unit_test(graphemes_are_never_split),
        cmocka_unit_test(fits_whole_pieces),
        cmocka_unit_test(nothing_is_read_after_the_end),
        cmocka_unit_test(every_prefix_that_fits_is_whole),
        cmocka_unit_test(long_hostile_texts),
        cmocka_unit_test(a_full_buffer_is_reported),
        cmocka_unit_test(inspects),
        cmocka_unit_test(skeletons),
        cmocka_unit_test(skeletons_are_stable),
    };
    return cmocka_run_group_tests_name("base/text", tests, init_buffer, release_buffer);
}
