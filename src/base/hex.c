#include "base/hex.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* One more than the value of a lowercase digit, 0 for anything else. */
static const unsigned char nibble[256] = {
    ['0'] = 1, ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
};

static void encode_bytes(char *out, const unsigned char *p, size_t len)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < len; i++) {
        out[2 * i] = digit[p[i] >> 4];
        out[2 * i + 1] = digit[p[i] & 15];
    }
}

/* True when all are digits; what was written before a bad one means nothing. */
static bool decode_bytes(unsigned char *out, size_t len, const unsigned char *text)
{
    unsigned bad = 0;

    for (size_t i = 0; i < len; i++) {
        unsigned high = nibble[text[2 * i]], low = nibble[text[2 * i + 1]];
        bad |= !high | !low;
        out[i] = (unsigned char)((high - 1) << 4 | ((low - 1) & 15));
    }
    return !bad;
}

#ifdef __SSE2__

enum { STEP = 16 };

/* Digits of the 16 values 0..15 in `v`. */
static __m128i digits(__m128i v)
{
    __m128i letters =
        _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8(9)), _mm_set1_epi8('a' - '0' - 10));

    return _mm_add_epi8(_mm_add_epi8(v, _mm_set1_epi8('0')), letters);
}

static void encode_step(char *out, const unsigned char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i low = digits(_mm_and_si128(v, _mm_set1_epi8(15)));
    __m128i high = digits(_mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(15)));

    _mm_storeu_si128((__m128i *)(void *)out, _mm_unpacklo_epi8(high, low));
    _mm_storeu_si128((__m128i *)(void *)(out + 16), _mm_unpackhi_epi8(high, low));
}

static __m128i between(__m128i v, char first, char last)
{
    return _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8((char)(first - 1))),
                         _mm_cmplt_epi8(v, _mm_set1_epi8((char)(last + 1))));
}

/* 16 digits to 8 values in the low bytes of 16-bit words; `*all` loses bits where one is none. */
static __m128i values(const unsigned char *text, int *all)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)text);
    __m128i number = between(v, '0', '9'), letter = between(v, 'a', 'f');
    __m128i base = _mm_or_si128(_mm_and_si128(number, _mm_set1_epi8('0')),
                                _mm_and_si128(letter, _mm_set1_epi8('a' - 10)));

    *all &= _mm_movemask_epi8(_mm_or_si128(number, letter));
    v = _mm_sub_epi8(v, base);
    __m128i high = _mm_and_si128(_mm_slli_epi16(v, 4), _mm_set1_epi16(0xf0));
    return _mm_or_si128(high, _mm_srli_epi16(v, 8));
}

static bool decode_step(unsigned char *out, const unsigned char *text)
{
    int all = 0xffff;
    __m128i first = values(text, &all), second = values(text + 16, &all);

    _mm_storeu_si128((__m128i *)(void *)out, _mm_packus_epi16(first, second));
    return all == 0xffff;
}

#else

enum { STEP = 8 };

static void encode_step(char *out, const unsigned char *p)
{
    encode_bytes(out, p, STEP);
}

static bool decode_step(unsigned char *out, const unsigned char *text)
{
    return decode_bytes(out, STEP, text);
}

#endif

void hex_encode(char *out, const void *bytes, size_t len)
{
    const unsigned char *p = bytes;

    for (; len >= STEP; p += STEP, out += 2 * STEP, len -= STEP)
        encode_step(out, p);
    encode_bytes(out, p, len);
    out[2 * len] = 0;
}

static bool decode(unsigned char *to, size_t len, const unsigned char *t)
{
    for (; len >= STEP; to += STEP, t += 2 * STEP, len -= STEP)
        if (!decode_step(to, t))
            return false;
    return decode_bytes(to, len, t);
}

bool hex_decode(void *out, size_t len, const char *text, size_t text_len)
{
    if (text_len / 2 != len || text_len % 2 != 0)
        return false;
    return decode(out, len, (const unsigned char *)text);
}
