#include "base/base64.h"

#include <endian.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE 1
#include <immintrin.h>
#endif

/* clang-format off */
#define ALPHABET(X)                                                                               \
    X('A', 0) X('B', 1) X('C', 2) X('D', 3) X('E', 4) X('F', 5) X('G', 6) X('H', 7)               \
    X('I', 8) X('J', 9) X('K', 10) X('L', 11) X('M', 12) X('N', 13) X('O', 14) X('P', 15)         \
    X('Q', 16) X('R', 17) X('S', 18) X('T', 19) X('U', 20) X('V', 21) X('W', 22) X('X', 23)       \
    X('Y', 24) X('Z', 25) X('a', 26) X('b', 27) X('c', 28) X('d', 29) X('e', 30) X('f', 31)       \
    X('g', 32) X('h', 33) X('i', 34) X('j', 35) X('k', 36) X('l', 37) X('m', 38) X('n', 39)       \
    X('o', 40) X('p', 41) X('q', 42) X('r', 43) X('s', 44) X('t', 45) X('u', 46) X('v', 47)       \
    X('w', 48) X('x', 49) X('y', 50) X('z', 51) X('0', 52) X('1', 53) X('2', 54) X('3', 55)       \
    X('4', 56) X('5', 57) X('6', 58) X('7', 59) X('8', 60) X('9', 61) X('+', 62) X('/', 63)
/* clang-format on */

/* What each of the four characters gives to 24 bits. A character of the alphabet also sets a bit
 * of its own above them, so four good characters show as GOOD. */
#define AT(place, c, n) [c] = (uint32_t)(n) << (18 - 6 * (place)) | UINT32_C(1) << (24 + (place)),
#define AT0(c, n)       AT(0, c, n)
#define AT1(c, n)       AT(1, c, n)
#define AT2(c, n)       AT(2, c, n)
#define AT3(c, n)       AT(3, c, n)
#define GOOD            UINT32_C(0x0F000000)

static const uint32_t places[4][256] = {
    {ALPHABET(AT0)}, {ALPHABET(AT1)}, {ALPHABET(AT2)}, {ALPHABET(AT3)}};

static uint32_t quad_bits(const unsigned char *p)
{
    return places[0][p[0]] | places[1][p[1]] | places[2][p[2]] | places[3][p[3]];
}

static bool in_alphabet(unsigned char c)
{
    return places[3][c] != 0;
}

/* Decodes groups of eight characters while all are of the alphabet; returns how many it took.
 * Stores eight bytes for each six, which BASE64_SLACK allows for. */
static size_t feed_eights(const unsigned char *p, size_t len, unsigned char *out)
{
    size_t at = 0;
    for (; len - at >= 8; at += 8) {
        uint32_t a = quad_bits(p + at), b = quad_bits(p + at + 4);
        if ((a & b & GOOD) != GOOD)
            break;
        uint64_t bits = htobe64((uint64_t)(a & ~GOOD) << 40 | (uint64_t)(b & ~GOOD) << 16);
        memcpy(out, &bits, sizeof bits);
        out += 6;
    }
    return at;
}

#ifdef WIDE

/* The same by 32 characters (Mula and Lemire 2018): which ranges a character may be in is looked up by its
 * halves, and what to add by the high one. A store of 32 bytes for 24 fits while 36 characters are left. */
__attribute__((target("avx2"))) static size_t feed_wide(const unsigned char *p, size_t len, unsigned char *out)
{
#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)
    const __m256i low_bad = TWICE(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1a, 0x1b,
                                  0x1b, 0x1b, 0x1a);
    const __m256i high_bad = TWICE(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10,
                                   0x10, 0x10, 0x10);
    const __m256i addend = TWICE(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i big_endian = TWICE(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    const __m256i slash = _mm256_set1_epi8('/');
    size_t at = 0;

    for (; len - at >= 36; at += 32, out += 24) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(p + at));
        __m256i high = _mm256_and_si256(_mm256_srli_epi32(v, 4), slash);
        __m256i bad = _mm256_shuffle_epi8(low_bad, _mm256_and_si256(v, slash));
        if (!_mm256_testz_si256(bad, _mm256_shuffle_epi8(high_bad, high)))
            break;
        high = _mm256_add_epi8(high, _mm256_cmpeq_epi8(v, slash));
        v = _mm256_add_epi8(v, _mm256_shuffle_epi8(addend, high));
        v = _mm256_maddubs_epi16(v, _mm256_set1_epi32(0x01400140));
        v = _mm256_madd_epi16(v, _mm256_set1_epi32(0x00011000));
        v = _mm256_shuffle_epi8(v, big_endian);
        v = _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7));
        _mm256_storeu_si256((__m256i *)(void *)out, v);
    }
    return at;
#undef TWICE
}

#endif

static void emit_good(uint32_t bits, size_t n, unsigned char *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (unsigned char)(bits >> (16 - 8 * i));
}

/* The longest run of whole quads that is quickly done. */
static size_t feed_many(const unsigned char *p, size_t len, unsigned char *out)
{
    size_t at = 0;

#ifdef WIDE
    if (len >= 36 && __builtin_cpu_supports("avx2"))
        at = feed_wide(p, len, out);
#endif
    at += feed_eights(p + at, len - at, out + at / 4 * 3);
    if (len - at >= 4 && (quad_bits(p + at) & GOOD) == GOOD) {
        emit_good(quad_bits(p + at), 3, out + at / 4 * 3);
        at += 4;
    }
    return at;
}

/* A quad at the end of what is fed that has padding and is good; 0 when it is none, else what it gives. */
static size_t feed_padded(struct base64 *d, const unsigned char *p, unsigned char *out)
{
    const unsigned char filled[4] = {p[0], p[1], p[2] == '=' ? 'A' : p[2], 'A'};
    uint32_t bits = quad_bits(filled);
    size_t n = p[2] == '=' ? 1 : 2;

    if (p[3] != '=' || (bits & GOOD) != GOOD)
        return 0;
    emit_good(bits, n, out);
    d->ended = true;
    d->trailing_bits = (bits & ~GOOD & (UINT32_C(0xFFFFFF) >> (8 * n))) != 0;
    return n;
}

/* A full quad whose characters were already judged one by one. */
static size_t emit_quad(struct base64 *d, unsigned char *out)
{
    size_t n = d->quad[2] == '=' ? 1 : d->quad[3] == '=' ? 2 : 3;
    uint32_t bits = quad_bits(d->quad) & ~GOOD;
    emit_good(bits, n, out);
    d->have = 0;
    if (n < 3) {
        d->ended = true;
        if (bits & (UINT32_C(0xFFFFFF) >> (8 * n)))
            d->trailing_bits = true;
    }
    return n;
}

static bool acceptable(const struct base64 *d, unsigned char c)
{
    if (d->ended)
        return false;
    if (c == '=')
        return d->have >= 2;
    return in_alphabet(c) && !(d->have == 3 && d->quad[2] == '=');
}

static size_t feed_one(struct base64 *d, unsigned char c, unsigned char *out)
{
    if (!acceptable(d, c)) {
        d->bad = true;
        return 0;
    }
    d->quad[d->have++] = c;
    return d->have == 4 ? emit_quad(d, out) : 0;
}

size_t base64_feed(struct base64 *d, const char *text, size_t len, unsigned char *out)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t at = 0, n = 0;
    while (at < len && !d->bad && d->have > 0)
        n += feed_one(d, p[at++], out + n);
    if (!d->bad && !d->ended) {
        size_t taken = feed_many(p + at, len - at, out + n);
        at += taken;
        n += taken / 4 * 3;
        if (len - at == 4) {
            size_t got = feed_padded(d, p + at, out + n);
            at += got ? 4 : 0;
            n += got;
        }
    }
    while (at < len && !d->bad)
        n += feed_one(d, p[at++], out + n);
    return n;
}

bool base64_whole(const struct base64 *d)
{
    return !d->bad && d->have == 0;
}

static void encode_three(char *out, const unsigned char *p)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out[0] = alphabet[p[0] >> 2];
    out[1] = alphabet[(p[0] & 3) << 4 | p[1] >> 4];
    out[2] = alphabet[(p[1] & 15) << 2 | p[2] >> 6];
    out[3] = alphabet[p[2] & 63];
}

void base64_encode(char *out, const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    for (; len >= 3; len -= 3, p += 3, out += 4)
        encode_three(out, p);
    if (len > 0) {
        const unsigned char last[3] = {p[0], len > 1 ? p[1] : 0, 0};
        encode_three(out, last);
        out[3] = '=';
        if (len == 1)
            out[2] = '=';
        out += 4;
    }
    *out = '\0';
}
