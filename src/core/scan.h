/* Searches over runs of bytes: vectors where the machine has them, the same answers everywhere. */
#ifndef AERSCOPE_CORE_SCAN_H
#define AERSCOPE_CORE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Each returns the first byte of [p, end) at which it stops, or `end`.
 * plain: not one of U+0020..U+007E, or '"' or '\'.  high: 0x80 or above. */
static inline const unsigned char *scan_plain(const unsigned char *p, const unsigned char *end);
const unsigned char *scan_high(const unsigned char *p, const unsigned char *end);

/* Where a JSON value stands between its brackets. */
struct nest {
    uint64_t depth;  /* open brackets, strings aside */
    bool in_string;
    bool escaped;    /* the next byte is behind a backslash */
};
/* Follows [p, end) until the depth falls to 0: the byte after that bracket, or `end`. Brackets are not told
 * apart by kind: that is the strict reader's to do. depth >= 1. */
const unsigned char *scan_nest(const unsigned char *p, const unsigned char *end, struct nest *n);

/* Where the quotes in [p, p + len) are, when it holds at most `room` of them and besides nothing but
 * U+0020..U+007E without a backslash; how many, else 0, which it also is on a machine without the vectors for
 * it: there reading in turn is quicker. `at` has room for SCAN_QUOTES_SLACK more. 64 <= len <= 65535. */
enum { SCAN_QUOTES_SLACK = 64 };
size_t scan_quotes(const unsigned char *p, size_t len, uint16_t *at, size_t room);
size_t scan_quotes_portable(const unsigned char *p, size_t len, uint16_t *at, size_t room);

/* Line feeds in [p, p + len). */
size_t scan_lines(const unsigned char *p, size_t len);

/* What scan_nest() does without the wider vectors that not every machine has. */
const unsigned char *scan_nest_narrow(const unsigned char *p, const unsigned char *end, struct nest *n);

/* The portable forms, for the test that holds them equal. */
const unsigned char *scan_plain_portable(const unsigned char *p, const unsigned char *end);
const unsigned char *scan_high_portable(const unsigned char *p, const unsigned char *end);
const unsigned char *scan_nest_portable(const unsigned char *p, const unsigned char *end,
                                        struct nest *n);

/* --- the ends of short strings, which most are, are found without a call --- */

const unsigned char *scan_plain_on(const unsigned char *p, const unsigned char *end);

#ifdef __SSE2__

/* A bit for each of 16 bytes at which scan_plain() stops. */
static inline unsigned scan_plain_stops(const unsigned char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    /* As signed bytes, everything below 0x20 or above 0x7f is less than 0x20. */
    __m128i outside = _mm_or_si128(_mm_cmplt_epi8(v, _mm_set1_epi8(0x20)),
                                   _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7f)));
    __m128i quoting = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                                   _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(outside, quoting));
}

static inline const unsigned char *scan_plain(const unsigned char *p, const unsigned char *end)
{
    if (end - p < 16)
        return scan_plain_on(p, end);
    unsigned stops = scan_plain_stops(p);
    return stops ? p + __builtin_ctz(stops) : scan_plain_on(p + 16, end);
}

#else

static inline const unsigned char *scan_plain(const unsigned char *p, const unsigned char *end)
{
    return scan_plain_on(p, end);
}

#endif

#endif
