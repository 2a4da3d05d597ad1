#include "base/hex.h"

/* One more than the value of a lowercase digit, 0 for anything else. */
static const unsigned char nibble[256] = {
    ['0'] = 1, ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
};

void hex_encode(char *out, const void *bytes, size_t len)
{
    static const char digit[] = "0123456789abcdef";
    const unsigned char *p = bytes;
    for (size_t i = 0; i < len; i++) {
        out[2 * i] = digit[p[i] >> 4];
        out[2 * i + 1] = digit[p[i] & 15];
    }
    out[2 * len] = '\0';
}

/* Looks at all of it before it answers: faster than to leave at the first bad
 * one. */
static bool is_hex(const unsigned char *text, size_t len)
{
    bool bad = false;
    for (size_t i = 0; i < len; i++)
        bad |= !nibble[text[i]];
    return !bad;
}

bool hex_decode(void *out, size_t len, const char *text, size_t text_len)
{
    const unsigned char *t = (const unsigned char *)text;
    unsigned char *to = out;
    if (text_len / 2 != len || text_len % 2 != 0 || !is_hex(t, text_len))
        return false;
    for (size_t i = 0; i < len; i++)
        to[i] = (unsigned char)((nibble[t[2 * i]] - 1) << 4 | (nibble[t[2 * i + 1]] - 1));
    return true;
}
