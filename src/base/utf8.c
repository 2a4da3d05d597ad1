#include "base/utf8.h"

#include <string.h>

static bool continues(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* Length that the first byte announces, 0 for a byte that begins no character. */
static size_t announced(unsigned char c)
{
    if (c < 0x80)
        return 1;
    if (c >= 0xC2 && c <= 0xDF)
        return 2;
    if (c >= 0xE0 && c <= 0xEF)
        return 3;
    if (c >= 0xF0 && c <= 0xF4)
        return 4;
    return 0;
}

/* The second byte decides on overlong forms, surrogates and the upper end (Unicode, table 3-7). */
static bool second_fits(unsigned char first, unsigned char second, bool wtf8)
{
    if (!continues(second))
        return false;
    switch (first) {
    case 0xE0: return second >= 0xA0;
    case 0xED: return wtf8 || second <= 0x9F;
    case 0xF0: return second >= 0x90;
    case 0xF4: return second <= 0x8F;
    default: return true;
    }
}

size_t utf8_decode(const unsigned char *p, size_t len, bool wtf8, uint32_t *cp)
{
    if (len == 0)
        return 0;
    size_t n = announced(p[0]);
    if (n == 1) {
        *cp = p[0];
        return 1;
    }
    if (n == 0 || n > len || !second_fits(p[0], p[1], wtf8))
        return 0;

    uint32_t c = (uint32_t)(p[0] & (0xFF >> (n + 1))) << 6 | (p[1] & 0x3F);
    for (size_t i = 2; i < n; i++) {
        if (!continues(p[i]))
            return 0;
        c = c << 6 | (p[i] & 0x3F);
    }
    *cp = c;
    return n;
}

static unsigned char tail(uint32_t cp, unsigned shift)
{
    return (unsigned char)(0x80 | (cp >> shift & 0x3F));
}

size_t utf8_encode(unsigned char out[4], uint32_t cp)
{
    if (cp < 0x80) {
        out[0] = (unsigned char)cp;
        return 1;
    }
    if (cp < 0x800) {
        out[0] = (unsigned char)(0xC0 | cp >> 6);
        out[1] = tail(cp, 0);
        return 2;
    }
    if (cp < 0x10000) {
        out[0] = (unsigned char)(0xE0 | cp >> 12);
        out[1] = tail(cp, 6);
        out[2] = tail(cp, 0);
        return 3;
    }
    out[0] = (unsigned char)(0xF0 | cp >> 18);
    out[1] = tail(cp, 12);
    out[2] = tail(cp, 6);
    out[3] = tail(cp, 0);
    return 4;
}

static size_t ascii_span(const unsigned char *p, size_t len)
{
    size_t i = 0;
    for (; len - i >= 32; i += 32) {
        uint64_t w[4];
        memcpy(w, p + i, sizeof w);
        if ((w[0] | w[1] | w[2] | w[3]) & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < len && p[i] < 0x80)
        i++;
    return i;
}

size_t utf8_span(const unsigned char *p, size_t len)
{
    size_t at = 0;
    while (at < len) {
        uint32_t cp;
        size_t n =
            p[at] < 0x80 ? ascii_span(p + at, len - at) : utf8_decode(p + at, len - at, false, &cp);
        if (n == 0)
            break;
        at += n;
    }
    return at;
}

/* Takes one more byte of a character that a piece left unfinished. */
static void finish(struct utf8_state *s, unsigned char c)
{
    uint32_t cp;
    s->have[s->count++] = c;
    if (s->count < announced(s->have[0]))
        return;
    if (utf8_decode(s->have, s->count, false, &cp) == 0)
        s->bad = true;
    s->count = 0;
}

void utf8_feed(struct utf8_state *s, const unsigned char *p, size_t len)
{
    size_t at = 0;
    while (s->count > 0 && at < len)
        finish(s, p[at++]);
    if (s->bad || at == len)
        return;

    at += utf8_span(p + at, len - at);
    if (at == len)
        return;
    if (announced(p[at]) <= len - at) {
        s->bad = true;
        return;
    }
    s->count = (unsigned char)(len - at);
    memcpy(s->have, p + at, len - at);
}

bool utf8_whole(const struct utf8_state *s)
{
    return !s->bad && s->count == 0;
}
