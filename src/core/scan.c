#include "core/scan.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE 1
#include <immintrin.h>
#define WIDE_EQUAL(v, c) _mm256_cmpeq_epi8((v), _mm256_set1_epi8(c))
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

#ifdef WIDE

/* Past the plain bytes by 32, as long as there are so many. */
__attribute__((target("avx2"))) static const unsigned char *plain_wide(const unsigned char *p,
                                                                       const unsigned char *end)
{
    for (; end - p >= 32; p += 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)p);
        __m256i outside = _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), v), WIDE_EQUAL(v, 0x7f));
        __m256i quoting = _mm256_or_si256(WIDE_EQUAL(v, '"'), WIDE_EQUAL(v, '\\'));
        unsigned stops = (unsigned)_mm256_movemask_epi8(_mm256_or_si256(outside, quoting));
        if (stops)
            return p + __builtin_ctz(stops);
    }
    return p;
}

#endif

const unsigned char *scan_plain_on(const unsigned char *p, const unsigned char *end)
{
#ifdef WIDE
    if (__builtin_cpu_supports("avx2"))
        p = plain_wide(p, end);
#endif
    for (; end - p >= 16; p += 16) {
        unsigned stops = scan_plain_stops(p);
        if (stops)
            return p + __builtin_ctz(stops);
    }
    return walk(p, end, PLAIN);
}

static inline unsigned high_stops(const unsigned char *p)
{
    return (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(const void *)p));
}

const unsigned char *scan_high(const unsigned char *p, const unsigned char *end)
{
    if (end - p < 16)
        return walk(p, end, HIGH);
    const unsigned char *last = end - 16;
    for (; p < last; p += 16) {
        unsigned stops = high_stops(p);
        if (stops)
            return p + __builtin_ctz(stops);
    }
    /* The last vector overlaps what was looked at. */
    unsigned stops = high_stops(last);
    return stops ? last + __builtin_ctz(stops) : end;
}

/* 64 bytes as bits, the first byte lowest. `bracket`: [ ] { } and a few bytes that stand in strings only. */
struct bits {
    uint64_t quote, backslash, bracket;
};

static inline uint64_t movemask(__m128i v)
{
    return (uint64_t)(unsigned)_mm_movemask_epi8(v);
}

static inline uint64_t movemasks(const __m128i v[4])
{
    return (movemask(v[0]) | movemask(v[1]) << 16) | (movemask(v[2]) | movemask(v[3]) << 16) << 32;
}

static inline void classify(struct bits *b, const unsigned char *p)
{
    __m128i quote[4], backslash[4], bracket[4];

    for (int i = 0; i < 4; i++) {
        __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
        quote[i] = EQUAL(v, '"');
        backslash[i] = EQUAL(v, '\\');
        bracket[i] = EQUAL(_mm_or_si128(v, _mm_set1_epi8('[' ^ '}')), '}' | '[');
    }
    __m128i any = _mm_or_si128(_mm_or_si128(backslash[0], backslash[1]), _mm_or_si128(backslash[2], backslash[3]));
    b->quote = movemasks(quote);
    b->bracket = movemasks(bracket);
    b->backslash = movemask(any) ? movemasks(backslash) : 0;
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
    b->bracket &= ~escaped;
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
static unsigned take_brackets(struct nest *n, const unsigned char *p, uint64_t bracket)
{
    for (; bracket; bracket &= bracket - 1) {
        unsigned at = (unsigned)__builtin_ctzll(bracket);
        if (p[at] == '{' || p[at] == '[')
            n->depth++;
        else if ((p[at] == '}' || p[at] == ']') && --n->depth == 0)
            return at + 1;
    }
    return 0;
}

/* Takes 64 bytes: 64, or up to the bracket that closed the value, then with `depth` 0. */
static inline unsigned take_bits(struct nest *n, const unsigned char *p, struct bits *b)
{
    if (b->backslash | n->escaped)
        drop_escaped(b, escaped_bits(b->backslash, &n->escaped));
    uint64_t inside = prefix_xor(b->quote) ^ -(uint64_t)n->in_string;
    unsigned taken = take_brackets(n, p, b->bracket & ~inside);
    if (taken) {
        n->in_string = n->escaped = false;
        return taken;
    }
    n->in_string = inside >> 63;
    return 64;
}

const unsigned char *scan_nest_narrow(const unsigned char *p, const unsigned char *end, struct nest *n)
{
    struct bits b;

    while (end - p >= 64) {
        classify(&b, p);
        p += take_bits(n, p, &b);
        if (n->depth == 0)
            return p;
    }
    return scan_nest_portable(p, end, n);
}

#ifdef WIDE

__attribute__((target("avx2"))) static inline uint64_t wide_mask(__m256i low, __m256i high)
{
    return (uint64_t)(unsigned)_mm256_movemask_epi8(low) | (uint64_t)(unsigned)_mm256_movemask_epi8(high) << 32;
}

__attribute__((target("avx2"))) static inline void classify_wide(struct bits *b, const unsigned char *p)
{
#define WIDE_BRACKET(v)  WIDE_EQUAL(_mm256_or_si256((v), _mm256_set1_epi8('[' ^ '}')), '}' | '[')
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));

    b->quote = wide_mask(WIDE_EQUAL(low, '"'), WIDE_EQUAL(high, '"'));
    b->backslash = wide_mask(WIDE_EQUAL(low, '\\'), WIDE_EQUAL(high, '\\'));
    b->bracket = wide_mask(WIDE_BRACKET(low), WIDE_BRACKET(high));
#undef WIDE_BRACKET
}

__attribute__((target("avx2"))) static const unsigned char *nest_wide(const unsigned char *p,
                                                                      const unsigned char *end, struct nest *n)
{
    struct bits b;

    while (end - p >= 64) {
        classify_wide(&b, p);
        p += take_bits(n, p, &b);
        if (n->depth == 0)
            return p;
    }
    return scan_nest_portable(p, end, n);
}

#endif

const unsigned char *scan_nest(const unsigned char *p, const unsigned char *end, struct nest *n)
{
#ifdef WIDE
    if (__builtin_cpu_supports("avx2"))
        return nest_wide(p, end, n);
#endif
    return scan_nest_narrow(p, end, n);
}

#else

const unsigned char *scan_nest_narrow(const unsigned char *p, const unsigned char *end, struct nest *n)
{
    return scan_nest_portable(p, end, n);
}

const unsigned char *scan_nest(const unsigned char *p, const unsigned char *end, struct nest *n)
{
    return scan_nest_portable(p, end, n);
}

const unsigned char *scan_plain_on(const unsigned char *p, const unsigned char *end)
{
    return walk(p, end, PLAIN);
}

const unsigned char *scan_high(const unsigned char *p, const unsigned char *end)
{
    return walk(p, end, HIGH);
}

#endif

size_t scan_quotes_portable(const unsigned char *p, size_t len, uint16_t *at, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        if (!(stops(p[i]) & PLAIN))
            continue;
        if (p[i] != '"' || n == room)
            return 0;
        at[n++] = (uint16_t)i;
    }
    return n;
}

#ifdef WIDE

/* The quotes of 64 bytes; `*other` collects what is neither one nor plain. */
__attribute__((target("avx2"))) static inline uint64_t quotes_wide(const unsigned char *p, __m256i *other)
{
    __m256i quote[2];

    for (int i = 0; i < 2; i++) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32 * i));
        __m256i outside = _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), v), WIDE_EQUAL(v, 0x7f));
        *other = _mm256_or_si256(*other, _mm256_or_si256(outside, WIDE_EQUAL(v, '\\')));
        quote[i] = WIDE_EQUAL(v, '"');
    }
    return wide_mask(quote[0], quote[1]);
}

/* Four at a time, whether there are so many or not: fewer branches that nobody can foretell. */
__attribute__((target("avx2,bmi,popcnt"))) static inline size_t put_places(uint16_t *at, uint64_t bits, size_t base)
{
    size_t n = (size_t)__builtin_popcountll(bits);

    for (size_t i = 0; i < n; i += 4)
        for (size_t k = 0; k < 4; k++) {
            at[i + k] = (uint16_t)(base + _tzcnt_u64(bits));
            bits = _blsr_u64(bits);
        }
    return n;
}

__attribute__((target("avx2,bmi,popcnt"))) static size_t find_quotes_wide(const unsigned char *p, size_t len,
                                                                          uint16_t *at, size_t room)
{
    __m256i other = _mm256_setzero_si256();
    size_t n = 0, done = 0;

    for (; len - done >= 64 && n <= room; done += 64)
        n += put_places(at + n, quotes_wide(p + done, &other), done);
    /* The last 64 overlap what was looked at. */
    if (done < len && n <= room)
        n += put_places(at + n, quotes_wide(p + len - 64, &other) >> (64 - (len - done)), done);
    return n > room || _mm256_movemask_epi8(other) ? 0 : n;
}

size_t scan_quotes(const unsigned char *p, size_t len, uint16_t *at, size_t room)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt"))
        return find_quotes_wide(p, len, at, room);
    return 0;
}

#else

size_t scan_quotes(const unsigned char *p, size_t len, uint16_t *at, size_t room)
{
    (void)p;
    (void)len;
    (void)at;
    (void)room;
    return 0;
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

#ifdef WIDE

/* Whole runs of 128 bytes; the same counting, by four vectors. */
__attribute__((target("avx2"))) static size_t lines_wide(const unsigned char *p, size_t runs)
{
    __m256i total = _mm256_setzero_si256();

    while (runs > 0) {
        __m256i sum[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                          _mm256_setzero_si256()};
        size_t some = runs < 255 ? runs : 255;
        runs -= some;
        for (; some > 0; some--, p += 128)
            for (int i = 0; i < 4; i++) {
                __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32 * i));
                sum[i] = _mm256_sub_epi8(sum[i], WIDE_EQUAL(v, '\n'));
            }
        for (int i = 0; i < 4; i++)
            total = _mm256_add_epi64(total, _mm256_sad_epu8(sum[i], _mm256_setzero_si256()));
    }
    uint64_t part[4];
    _mm256_storeu_si256((__m256i *)(void *)part, total);
    return (size_t)(part[0] + part[1] + part[2] + part[3]);
}

#endif

size_t scan_lines(const unsigned char *p, size_t len)
{
    size_t lines = 0;

#ifdef WIDE
    if (__builtin_cpu_supports("avx2")) {
        lines = lines_wide(p, len / 128);
        p += len / 128 * 128;
        len %= 128;
    }
#endif
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
