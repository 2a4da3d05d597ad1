#include "core/scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { LENGTHS = 81, ALIGNMENTS = 32 };

typedef const unsigned char *scan(const unsigned char *p, const unsigned char *end);

static const struct {
    const char *name;
    scan *fast, *portable;
} scans[] = {
    {"plain", scan_plain, scan_plain_portable},
    {"high", scan_high, scan_high_portable},
};

/* Exactly as long as the run, so that a sanitizer sees a byte read behind it. */
struct run {
    unsigned char *room;
    unsigned char *p, *end;
};

static struct run run_of(const unsigned char *bytes, size_t len, size_t alignment)
{
    struct run r;
    r.room = malloc(alignment + len ? alignment + len : 1);
    assert_non_null(r.room);
    r.p = r.room + alignment;
    r.end = r.p + len;
    memcpy(r.p, bytes, len);
    return r;
}

static void compare_all(const unsigned char *bytes, size_t len, size_t alignment)
{
    struct run r = run_of(bytes, len, alignment);
    for (size_t i = 0; i < COUNT(scans); i++) {
        size_t fast = (size_t)(scans[i].fast(r.p, r.end) - r.p);
        size_t slow = (size_t)(scans[i].portable(r.p, r.end) - r.p);
        if (fast != slow)
            print_error("%s of %zu bytes at %zu\n", scans[i].name, len, alignment);
        assert_int_equal(fast, slow);
    }
    free(r.room);
}

static unsigned next(unsigned *seed)
{
    *seed = *seed * 1103515245U + 12345U;
    return *seed >> 16;
}

static void random_runs(void **state)
{
    (void)state;
    unsigned seed = 20261130;
    unsigned char bytes[LENGTHS];
    for (size_t len = 0; len < LENGTHS; len++)
        for (size_t alignment = 0; alignment < ALIGNMENTS; alignment++) {
            for (size_t i = 0; i < len; i++)
                bytes[i] = (unsigned char)next(&seed);
            compare_all(bytes, len, alignment);
        }
}

/* One odd byte, whichever it is, in a run of bytes at which no scan stops. */
static void every_byte_at_every_place(void **state)
{
    (void)state;
    unsigned char bytes[LENGTHS];
    for (unsigned odd = 0; odd < 256; odd++)
        for (size_t len = 1; len < LENGTHS; len += 7)
            for (size_t at = 0; at < len; at++) {
                memset(bytes, 'a', len);
                bytes[at] = (unsigned char)odd;
                compare_all(bytes, len, (odd + at) % ALIGNMENTS);
            }
}

/* Neighbours of the bytes that stop a scan: one bit or one step away. */
static void near_misses(void **state)
{
    (void)state;
    static const char stops[] = "\"\\{}[]\x1f\x20\x7e\x7f\x80\xff";
    unsigned char bytes[LENGTHS];
    unsigned seed = 7;
    for (size_t len = 0; len < LENGTHS; len++)
        for (size_t alignment = 0; alignment < ALIGNMENTS; alignment++) {
            for (size_t i = 0; i < len; i++) {
                unsigned char c = (unsigned char)stops[next(&seed) % (sizeof stops - 1)];
                bytes[i] = next(&seed) % 8 ? (unsigned char)(c ^ 1U << next(&seed) % 8) : c;
            }
            compare_all(bytes, len, alignment);
        }
}

static bool stops_by_the_header(scan *which, unsigned c)
{
    if (which == scan_high)
        return c >= 0x80;
    return c < 0x20 || c > 0x7e || c == '"' || c == '\\';
}

static void stops_where_the_header_says(void **state)
{
    (void)state;
    unsigned char bytes[LENGTHS];
    for (size_t i = 0; i < COUNT(scans); i++)
        for (unsigned c = 0; c < 256; c++)
            for (size_t at = 0; at < 40; at++) {
                memset(bytes, 'a', sizeof bytes);
                bytes[at] = (unsigned char)c;
                size_t want = stops_by_the_header(scans[i].fast, c) ? at : sizeof bytes;
                assert_int_equal(scans[i].fast(bytes, bytes + sizeof bytes) - bytes, want);
            }
}

static void stops_at_the_first_of_many(void **state)
{
    (void)state;
    unsigned char bytes[64];
    memset(bytes, '"', sizeof bytes);
    for (size_t at = 0; at < sizeof bytes; at++) {
        assert_ptr_equal(scan_plain(bytes, bytes + sizeof bytes), bytes + at);
        bytes[at] = 'a';
    }
}

/* --- nesting --- */

static void assert_same_nest(const struct nest *a, const struct nest *b)
{
    assert_true(a->depth == b->depth);
    assert_int_equal(a->in_string, b->in_string);
    assert_int_equal(a->escaped, b->escaped);
}

/* From every state in which a run can begin. */
static void compare_nest(const unsigned char *bytes, size_t len, size_t alignment)
{
    struct run r = run_of(bytes, len, alignment);
    for (unsigned kind = 0; kind < 12; kind++) {
        struct nest a = {1 + kind / 4, kind & 1, kind >> 1 & 1}, b = a;
        const unsigned char *fast = scan_nest(r.p, r.end, &a);
        assert_ptr_equal(fast, scan_nest_portable(r.p, r.end, &b));
        assert_same_nest(&a, &b);
        struct nest narrow = {1 + kind / 4, kind & 1, kind >> 1 & 1};
        assert_ptr_equal(fast, scan_nest_narrow(r.p, r.end, &narrow));
        assert_same_nest(&a, &narrow);
    }
    free(r.room);
}

static void fill(unsigned char *bytes, size_t len, const char *from, unsigned *seed)
{
    for (size_t i = 0; i < len; i++)
        bytes[i] = (unsigned char)from[next(seed) % strlen(from)];
}

/* Runs in which quotes, backslashes and brackets come thick, and runs in which they are rare. */
static void nests_of_random_runs(void **state)
{
    (void)state;
    static const char *const mixes[] = {
        "\\\"",
        "{}[]",
        "\"\\{}a",
        "{{{{{}\"a\\",
        "\\\\\\\\\"a",
        "aaaaaaaaaaaa\"{}\\[]",
        "{}Yy_\x7f\"[]",
        "\"[{;;\x02\x7b\x5b\x5d\x7d\xdb\xfb\xdd\xfd\\\xdc",
    };
    unsigned char bytes[300];
    unsigned seed = 4;
    for (size_t mix = 0; mix < COUNT(mixes); mix++)
        for (size_t len = 0; len < sizeof bytes; len++)
            for (size_t alignment = 0; alignment < 4; alignment++) {
                fill(bytes, len, mixes[mix], &seed);
                compare_nest(bytes, len, alignment * 5);
            }
}

/* Backslashes in a row up to every place near the borders of 64 bytes, odd and even in number. */
static void nests_of_rows_of_backslashes(void **state)
{
    (void)state;
    unsigned char bytes[200];
    for (size_t from = 0; from < 140; from++)
        for (size_t row = 0; row < 8; row++) {
            memset(bytes, 'a', sizeof bytes);
            bytes[0] = '"';
            memset(bytes + from, '\\', row);
            memcpy(bytes + from + row, "\"}}}\"}}", 7);
            compare_nest(bytes, sizeof bytes, 0);
        }
}

/* Cut in two anywhere, a value ends where it ends in one piece. */
static void nests_go_on_in_the_next_piece(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\":[1,{\"}\":\"]\\\"}{\\\\\"}],\"long\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{"
        "{{{\\\\\\\"}}\","
        "\"b\":{\"c\":[[],[{}]]},\"d\":\"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
        "y\"} behind }";
    const unsigned char *p = (const unsigned char *)text + 1, *end = p + sizeof text - 2;
    const unsigned char *want = (const unsigned char *)strstr(text, " behind");
    for (size_t cut = 0; p + cut <= want; cut++) {
        struct nest n = {.depth = 1};
        const unsigned char *at = scan_nest(p, p + cut, &n);
        assert_ptr_equal(at, p + cut);
        if (n.depth)
            at = scan_nest(at, end, &n);
        assert_true(n.depth == 0);
        assert_ptr_equal(at, want);
    }
}

/* --- quotes --- */

/* The same places and number, or 0 on a machine without the vectors for it. */
static void compare_quotes(const unsigned char *bytes, size_t len, size_t room)
{
    uint16_t fast[300 + SCAN_QUOTES_SLACK], slow[300 + SCAN_QUOTES_SLACK];
    struct run r = run_of(bytes, len, 0);
    size_t n = scan_quotes(r.p, len, fast, room), want = scan_quotes_portable(r.p, len, slow, room);
#if defined(__x86_64__) && defined(__GNUC__)
    if (!__builtin_cpu_supports("avx2"))
        want = n;
#else
    want = n;
#endif
    assert_int_equal(n, want);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(fast[i], slow[i]);
    free(r.room);
}

static void quotes_of_random_runs(void **state)
{
    (void)state;
    static const char *const mixes[] = {"\"", "\"a", "\"abcdefghijklmnop", "a"};
    unsigned char bytes[300];
    unsigned seed = 8;
    for (size_t mix = 0; mix < COUNT(mixes); mix++)
        for (size_t len = 64; len < sizeof bytes; len++) {
            fill(bytes, len, mixes[mix], &seed);
            compare_quotes(bytes, len, 300);
            compare_quotes(bytes, len, 20);
        }
}

static void quotes_beside_every_byte(void **state)
{
    (void)state;
    unsigned char bytes[150];
    for (size_t len = 64; len <= sizeof bytes; len += 43)
        for (size_t at = 0; at < len; at++)
            for (unsigned c = 0; c < 256; c++) {
                memset(bytes, 'a', sizeof bytes);
                bytes[len / 2] = bytes[0] = '"';
                bytes[at] = (unsigned char)c;
                compare_quotes(bytes, len, 96);
            }
}

/* --- lines --- */

static size_t count_naively(const unsigned char *p, size_t len)
{
    size_t lines = 0;
    for (size_t i = 0; i < len; i++)
        lines += p[i] == '\n';
    return lines;
}

static void lines_of_short_runs(void **state)
{
    (void)state;
    static const unsigned char kinds[] = {'\n', '\n', 'a', 0x0b, 0x8a, '\r'};
    unsigned seed = 99;
    unsigned char bytes[LENGTHS];
    for (size_t len = 0; len < LENGTHS; len++)
        for (size_t alignment = 0; alignment < ALIGNMENTS; alignment++) {
            for (size_t i = 0; i < len; i++)
                bytes[i] = kinds[next(&seed) % sizeof kinds];
            struct run r = run_of(bytes, len, alignment);
            assert_int_equal(scan_lines(r.p, len), count_naively(r.p, len));
            free(r.room);
        }
}

/* A sum kept in a byte overflows at 256: nothing but line feeds, around every multiple of that. */
static void lines_of_long_runs(void **state)
{
    (void)state;
    enum { LONG = 128 * 256 * 3 };
    unsigned char *bytes = malloc(LONG + 64);
    assert_non_null(bytes);
    memset(bytes, '\n', LONG + 64);
    for (size_t len = 16 * 250; len <= LONG; len += 61)
        assert_int_equal(scan_lines(bytes, len), len);
    for (size_t i = 0; i < LONG; i += 3)
        bytes[i] = 'x';
    assert_int_equal(scan_lines(bytes, LONG), count_naively(bytes, LONG));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_runs),
        cmocka_unit_test(every_byte_at_every_place),
        cmocka_unit_test(near_misses),
        cmocka_unit_test(stops_where_the_header_says),
        cmocka_unit_test(stops_at_the_first_of_many),
        cmocka_unit_test(nests_of_random_runs),
        cmocka_unit_test(nests_of_rows_of_backslashes),
        cmocka_unit_test(nests_go_on_in_the_next_piece),
        cmocka_unit_test(quotes_of_random_runs),
        cmocka_unit_test(quotes_beside_every_byte),
        cmocka_unit_test(lines_of_short_runs),
        cmocka_unit_test(lines_of_long_runs),
    };
    return cmocka_run_group_tests_name("core/scan", tests, NULL, NULL);
}
