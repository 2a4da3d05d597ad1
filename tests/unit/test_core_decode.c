#include "core/decode.h"
#include "core/keyed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const size_t windows[] = {0, 16, 17, 19, 33, 64, 1024}; /* 0: in memory */

struct sample {
    const char *text; /* without its quotes */
    const char *want;
    size_t len;
};

#define SAMPLE(text, want)           \
    {                                \
        text, want, sizeof(want) - 1 \
    }

static const struct sample samples[] = {
    SAMPLE("", ""),
    SAMPLE("a", "a"),
    SAMPLE(" ~", " ~"),
    SAMPLE("\x7F", "\x7F"),
    SAMPLE("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t"),
    SAMPLE("\\u0000", "\0"),
    SAMPLE("\\u0041\\u005a\\u005A", "AZZ"),
    SAMPLE("\\u000a\\u000A", "\n\n"),
    SAMPLE("\\u007f\\u0080\\u07ff", "\x7F\xC2\x80\xDF\xBF"),
    SAMPLE("\\u0800\\uABCD\\uabcd\\uffff", "\xE0\xA0\x80\xEA\xAF\x8D\xEA\xAF\x8D\xEF\xBF\xBF"),
    SAMPLE("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"),
    /* pairs */
    SAMPLE("\\ud800\\udc00", "\xF0\x90\x80\x80"),
    SAMPLE("\\uD83D\\uDE00", "\xF0\x9F\x98\x80"),
    SAMPLE("\\uDBFF\\uDFFF", "\xF4\x8F\xBF\xBF"),
    SAMPLE("\\ud83d\\ude00\\ud83d\\ude01", "\xF0\x9F\x98\x80\xF0\x9F\x98\x81"),
    /* surrogates without their other half */
    SAMPLE("\\ud800", "\xED\xA0\x80"),
    SAMPLE("\\udbff", "\xED\xAF\xBF"),
    SAMPLE("\\udc00", "\xED\xB0\x80"),
    SAMPLE("\\udfff", "\xED\xBF\xBF"),
    SAMPLE("\\ud83dx", "\xED\xA0\xBDx"),
    SAMPLE("\\ud83d\\n", "\xED\xA0\xBD\n"),
    SAMPLE("\\ud83d\\\\ude00", "\xED\xA0\xBD\\ude00"),
    SAMPLE("\\ud83d\\u0041", "\xED\xA0\xBD"
                             "A"),
    SAMPLE("\\ud83d\\ud83d\\ude00", "\xED\xA0\xBD\xF0\x9F\x98\x80"),
    SAMPLE("\\ude00\\ud83d", "\xED\xB8\x80\xED\xA0\xBD"),
    SAMPLE("\\ude00\\ude00", "\xED\xB8\x80\xED\xB8\x80"),
    SAMPLE("\\ud83d\xF0\x9F\x98\x80", "\xED\xA0\xBD\xF0\x9F\x98\x80"),
    SAMPLE("\\ud83dude00", "\xED\xA0\xBDude00"),
    SAMPLE("\\\\ud83d\\ude00", "\\ud83d\xED\xB8\x80"),
};

/* --- decoding in pieces --- */

struct pieces {
    unsigned char bytes[4096];
    size_t len;
};

static void decode_all(struct pieces *out, const struct extent *x, uint64_t quote, size_t window,
                       size_t piece)
{
    unsigned char *room = malloc(window ? window : 1), *to = malloc(piece);
    struct err err = {0};
    struct decoder d;

    out->len = 0;
    decoder_open(&d, x, quote, room, window, &err);
    while (!d.ended) {
        ssize_t got = decoder_next(&d, to, piece);
        assert_true(got >= 0 && (size_t)got <= piece);
        assert_true(got > 0 || d.ended);
        assert_true(out->len + (size_t)got <= sizeof out->bytes);
        memcpy(out->bytes + out->len, to, (size_t)got);
        out->len += (size_t)got;
    }
    free(room);
    free(to);
}

/* A string behind `before` plain characters of its own, as evidence: memory or a source. */
struct evidence {
    struct source *source;
    unsigned char *bytes;
    size_t len;
};

static struct evidence evidence_of(const char *text, size_t before, const char *behind)
{
    struct err err = {0};
    struct evidence e;

    e.len = before + strlen(text) + strlen(behind) + 2;
    e.bytes = malloc(e.len + 1);
    e.bytes[0] = '"';
    memset(e.bytes + 1, 'p', before);
    sprintf((char *)e.bytes + 1 + before, "%s\"%s", text, behind);
    e.source = source_from_memory("text", e.bytes, e.len, &err);
    assert_non_null(e.source);
    return e;
}

static struct extent extent_of(const struct evidence *e, size_t window)
{
    return (struct extent){.memory = window ? NULL : e->bytes, .to = e->len, .source = e->source};
}

static void evidence_free(struct evidence *e)
{
    source_free(e->source);
    free(e->bytes);
}

static void check_pieces(const struct sample *s, size_t before, const char *behind)
{
    static const size_t pieces[] = {DECODER_ROOM, 17, 21, 64, 1000};
    struct evidence e = evidence_of(s->text, before, behind);
    struct pieces got;

    for (size_t w = 0; w < COUNT(windows); w++)
        for (size_t p = 0; p < COUNT(pieces); p++) {
            struct extent x = extent_of(&e, windows[w]);
            decode_all(&got, &x, 0, windows[w], pieces[p]);
            assert_int_equal(got.len, before + s->len);
            assert_memory_equal(got.bytes + before, s->want, s->len);
            for (size_t i = 0; i < before; i++)
                assert_int_equal(got.bytes[i], 'p');
        }
    evidence_free(&e);
}

static void decodes_whatever_the_pieces(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++)
        for (size_t before = 0; before < 70; before++)
            check_pieces(&samples[i], before, "");
}

/* What stands behind the closing quote is not part of it, even where it would complete a pair. */
static void stops_at_the_quote(void **state)
{
    (void)state;
    static const char *const behind[] = {"\\ude00", ",\"a\":1}", "\"", "\\",
                                         "xxxxxxxxxxxxxxxx\"\\ude00"};
    for (size_t i = 0; i < COUNT(samples); i++)
        for (size_t b = 0; b < COUNT(behind); b++)
            for (size_t before = 0; before < 20; before++)
                check_pieces(&samples[i], before, behind[b]);
}

/* --- whole strings with a limit --- */

static void limits_what_it_decodes(void **state)
{
    (void)state;
    struct evidence e = evidence_of("\\u00e9", 1000, "");
    for (size_t w = 0; w < COUNT(windows); w += 3)
        for (size_t limit = 0; limit < 1100; limit += limit < 980 ? 97 : 1) {
            struct extent x = extent_of(&e, windows[w]);
            struct err err = {0};
            struct buf out;
            buf_init(&out, 4096);
            int more = decode_string(&out, &x, 0, limit, &err);
            assert_int_equal(more, out.len < 1002);
            assert_true(out.len >= (limit < 1002 ? limit : 1002));
            assert_true(out.len <= limit + DECODER_ROOM);
            assert_true(more || memcmp(out.data + 1000, "\xC3\xA9", 2) == 0);
            buf_release(&out);
        }
    evidence_free(&e);
}

static void appends_to_what_is_there(void **state)
{
    (void)state;
    struct evidence e = evidence_of("b\\u0063", 0, "");
    struct extent x = extent_of(&e, 0);
    struct err err = {0};
    struct buf out;
    buf_init(&out, 100);
    buf_adds(&out, "a");
    assert_int_equal(decode_string(&out, &x, 0, 10, &err), 0);
    assert_string_equal(buf_cstr(&out), "abc");
    buf_release(&out);
    evidence_free(&e);
}

static void a_ceiling_is_no_decoded_string(void **state)
{
    (void)state;
    struct evidence e = evidence_of("", 500, "");
    struct extent x = extent_of(&e, 0);
    struct err err = {0};
    struct buf out;
    buf_init(&out, 300);
    assert_int_equal(decode_string(&out, &x, 0, 400, &err), -1);
    assert_int_equal(err.code, ERR_MEMORY);
    buf_release(&out);
    evidence_free(&e);
}

static void a_failing_source_is_told(void **state)
{
    (void)state;
    struct evidence e = evidence_of("", 100, "");
    struct extent x = {.to = 1000, .source = e.source};
    struct err err = {0};
    struct buf out;
    e.bytes[e.len - 1] = 'x';
    struct source *open_end = source_from_memory("text", e.bytes, e.len, &err);
    x.source = open_end;
    buf_init(&out, 4096);
    assert_int_equal(decode_string(&out, &x, 0, 1000, &err), -1);
    buf_release(&out);
    source_free(open_end);
    evidence_free(&e);
}

/* --- hashes of strings --- */

static uint64_t hash_of(const struct evidence *e, size_t window, bool plain, uint64_t seed)
{
    struct extent x = extent_of(e, window);
    struct err err = {0};
    uint64_t hash = 0;
    assert_int_equal(keyed_string(&hash, seed, &x, 0, e->len, plain, &err), 0);
    return hash;
}

/* The same text, plain, and with each of its characters escaped. */
static void equal_strings_have_equal_hashes(void **state)
{
    (void)state;
    static const size_t lengths[] = {0,   1,   7,   8,   9,   15,  16,  17,  254, 255,
                                     256, 257, 271, 272, 273, 511, 512, 513, 600};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        char escaped[6 * 600 + 1] = "";
        for (size_t n = 0; n < lengths[i]; n++)
            memcpy(escaped + 6 * n, "\\u0070", 7);
        struct evidence a = evidence_of("", lengths[i], ""), b = evidence_of(escaped, 0, "");
        uint64_t want = hash_of(&a, 0, true, 0);
        for (size_t w = 0; w < COUNT(windows); w++) {
            assert_true(hash_of(&a, windows[w], true, 0) == want);
            assert_true(hash_of(&a, windows[w], false, 0) == want);
            assert_true(hash_of(&b, windows[w], false, 0) == want);
            assert_true(hash_of(&b, windows[w], false, 1) != want);
        }
        evidence_free(&a);
        evidence_free(&b);
    }
}

static void different_strings_have_different_hashes(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",         "\\u0000",  "\\u0000\\u0000", "a",       "b",        "aa",     "A",
        "a\\u0000", "aaaaaaaa", "aaaaaaaab",      "\\u00e9", "e\\u0301", "\\ud83d"};
    enum { PADDINGS = 3 };
    uint64_t seen[COUNT(texts) * PADDINGS];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t padding = 0; padding < PADDINGS; padding++) {
            struct evidence e = evidence_of(texts[i], 255 * padding, "");
            seen[count] = hash_of(&e, 0, false, 0);
            for (size_t n = 0; n < count; n++)
                assert_true(seen[n] != seen[count]);
            count++;
            evidence_free(&e);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_whatever_the_pieces),
        cmocka_unit_test(stops_at_the_quote),
        cmocka_unit_test(limits_what_it_decodes),
        cmocka_unit_test(appends_to_what_is_there),
        cmocka_unit_test(a_ceiling_is_no_decoded_string),
        cmocka_unit_test(a_failing_source_is_told),
        cmocka_unit_test(equal_strings_have_equal_hashes),
        cmocka_unit_test(different_strings_have_different_hashes),
    };
    return cmocka_run_group_tests_name("core/decode", tests, NULL, NULL);
}
