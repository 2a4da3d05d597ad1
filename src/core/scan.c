#include "core/scan.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { PLAIN = 1, HIGH = 2 };

/* Where each search stops. */
static inline int stops(unsigned char c)
{
    int s = 0;

    if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\')
        s |= PLAIN;
    if (c >= 0x80)
        s |= HIGH;
    return s;
}

static inline const unsigned char *walk(const unsigned char *p, const unsigned char *end, int what)
{
    while (p < end && !(stops(*p) & what))
        p++;
    return p;
}

const unsigned char *scan_plain_portable(const unsigned char *p, const unsigned char *end)
{
    return walk(p, end, PLAIN);
}

const unsigned char *scan_high_portable(const unsigned char *p, const unsigned char *end)
{
    return walk(p, end, HIGH);
}

/* One byte of a value; true when it was the bracket that closed it. A backslash outside a string is
 * damage that the strict reader meets first, so it need not be told apart here. */
static bool nest_byte(struct nest *n, unsigned char c)
{
    if (n->escaped) {
        n->escaped = false;
    } else if (c == '\\') {
        n->escaped = true;
    } else if (n->in_string) {
        n->in_string = c != '"';
    } else if (c == '"') {
        n->in_string = true;
    } else if (c == '{' || c == '[') {
        n->depth++;
    } else if (c == '}' || c == ']') {
        return --n->depth == 0;
    }
    return false;
}

const unsigned char *scan_nest_portable(const unsigned char *p, const unsigned char *end,
                                        struct nest *n)
{
    while (p < end)
        if (nest_byte(n, *p++))
            break;
    return p;
}

#ifdef __SSE2__

#define EQUAL(v, c) _mm_cmpeq_epi8((v), _mm_set1_epi8(c))

static inline __m128i plain_stops(__m128i v)
{
    /* As signed bytes, everything below 0x20 or above 0x7f is less than 0x20. */
    __m128i outside = _mm_or_si128(_mm_cmplt_epi8(v, _mm_set1_epi8(0x20)), EQUAL(v, 0x7f));
    return _mm_or_si128(outside, _mm_or_si128(EQUAL(v, '"'), EQUAL(v, '\\')));
}

static inline __m128i high_stops(__m128i v)
{
    return v;
}

#define VECTOR_SCAN(name, stop, what)                                                              \
    const unsigned char *name(const unsigned char *p, const unsigned char *end)                    \
    {                                                                                              \
        while (end - p >= 16) {                                                                    \
            __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);                         \
            unsigned hits = (unsigned)_mm_movemask_epi8(stop(v));                                  \
            if (hits)                                                                              \
                return p + __builtin_ctz(hits);                                                    \
            p += 16;                                                                               \
        }                                                                                          \
        return walk(p, end, what);                                                                 \
    }

VECTOR_SCAN(scan_plain, plain_stops, PLAIN)
VECTOR_SCAN(scan_high, high_stops, HIGH)

/* 64 bytes as bits, the first byte lowest. */
struct bits {
    uint64_t quote, backslash, open, close;
};

static inline uint64_t movemask(__m128i v)
{
    return (uint64_t)(unsigned)_mm_movemask_epi8(v);
}

static inline void classify(struct bits *b, const unsigned char *p)
{
    *b = (struct bits){0};
    for (int i = 0; i < 4; i++) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
        __m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
        b->quote |= movemask(EQUAL(v, '"')) << 16 * i;
        b->backslash |= movemask(EQUAL(v, '\\')) << 16 * i;
        b->open |= movemask(EQUAL(folded, '{')) << 16 * i;
        b->close |= movemask(EQUAL(folded, '}')) << 16 * i;
    }
}

/* Bits of bytes behind a backslash. Backslashes are rare enough to be taken one by one. */
static uint64_t escaped_bits(uint64_t backslash, bool *escaped)
{
    uint64_t out = *escaped;

    backslash &= ~out;
    *escaped = false;
    while (backslash) {
        uint64_t first = backslash & -backslash;
        *escaped = first >> 63;
        out |= first << 1;
        backslash &= ~(first | first << 1);
    }
    return out;
}

static void drop_escaped(struct bits *b, uint64_t escaped)
{
    b->quote &= ~escaped;
    b->open &= ~escaped;
    b->close &= ~escaped;
}

/* Each bit becomes the parity of the bits up to it: inside a string between its quotes. */
static inline uint64_t prefix_xor(uint64_t x)
{
    x ^= x << 1;
    x ^= x << 2;
    x ^= x << 4;
    x ^= x << 8;
    x ^= x << 16;
    x ^= x << 32;
    return x;
}

/* Takes the brackets of a block in turn; how many bytes were taken when one closed the value, else 0. */
static unsigned take_brackets(struct nest *n, uint64_t open, uint64_t close)
{
    for (uint64_t rest = open | close; rest; rest &= rest - 1) {
        if (open & rest & -rest)
            n->depth++;
        else if (--n->depth == 0)
            return (unsigned)__builtin_ctzll(rest) + 1;
    }
    return 0;
}

const unsigned char *scan_nest(const unsigned char *p, const unsigned char *end, struct nest *n)
{
    struct bits b;

    for (; end - p >= 64; p += 64) {
        classify(&b, p);
        if (b.backslash | n->escaped)
            drop_escaped(&b, escaped_bits(b.backslash, &n->escaped));
        uint64_t inside = prefix_xor(b.quote) ^ -(uint64_t)n->in_string;
        unsigned taken = take_brackets(n, b.open & ~inside, b.close & ~inside);
        if (taken) {
            n->in_string = n->escaped = false;
            return p + taken;
        }
        n->in_string = inside >> 63;
    }
    return scan_nest_portable(p, end, n);
}

#else

const unsigned char *scan_nest(const unsigned char *p, const unsigned char *end, struct nest *n)
{
    return scan_nest_portable(p, end, n);
}

const unsigned char *scan_plain(const unsigned char *p, const unsigned char *end)
{
    return walk(p, end, PLAIN);
}

const unsigned char *scan_high(const unsigned char *p, const unsigned char *end)
{
    return walk(p, end, HIGH);
}

#endif

static size_t count_lines(const unsigned char *p, size_t len)
{
    size_t lines = 0;

    for (size_t i = 0; i < len; i++)
        lines += p[i] == '\n';
    return lines;
}

#ifdef __SSE2__

/* Matches are counted a byte wide, at most 255 times, then added up across the vector. */
static __m128i count_run(const unsigned char *p, size_t vectors)
{
    __m128i sum = _mm_setzero_si128();

    for (size_t i = 0; i < vectors; i++, p += 16)
        sum = _mm_sub_epi8(sum, EQUAL(_mm_loadu_si128((const __m128i *)(const void *)p), '\n'));
    return _mm_sad_epu8(sum, _mm_setzero_si128());
}

size_t scan_lines(const unsigned char *p, size_t len)
{
    size_t lines = 0;

    while (len >= 16) {
        size_t vectors = len / 16 < 255 ? len / 16 : 255;
        __m128i sum = count_run(p, vectors);
        lines += (size_t)_mm_cvtsi128_si64(sum) + (size_t)_mm_cvtsi128_si64(_mm_srli_si128(sum, 8));
        p += vectors * 16;
        len -= vectors * 16;
    }
    return lines + count_lines(p, len);
}

#else

size_t scan_lines(const unsigned char *p, size_t len)
{
    return count_lines(p, len);
}

#endif
