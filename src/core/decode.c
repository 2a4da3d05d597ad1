#include "core/decode.h"

#include "base/utf8.h"
#include "core/scan.h"

#include <string.h>

void decoder_open(struct decoder *d, const struct extent *x, uint64_t quote, unsigned char *window,
                  size_t room, struct err *err)
{
    cursor_open(&d->c, x, quote + 1, window, room, err);
    d->ended = false;
}

static unsigned hex_digit(unsigned char c)
{
    if (c <= '9')
        return c - '0';
    return (c | 0x20u) - 'a' + 10;
}

static uint32_t hex4(const unsigned char *p)
{
    return hex_digit(p[0]) << 12 | hex_digit(p[1]) << 8 | hex_digit(p[2]) << 4 | hex_digit(p[3]);
}

/* It was validated, and is another now: the file was changed, or its source failed. The string ends here. */
static size_t cut_short(struct cursor *c)
{
    c->p = c->end;
    return 0;
}

static size_t unicode_escape(struct cursor *c, unsigned char *out)
{
    size_t have = cursor_need(c, 12);
    uint32_t cp;

    if (have < 6)
        return cut_short(c);
    cp = hex4(c->p + 2);
    c->p += 6;
    if (cp >= 0xd800 && cp <= 0xdbff && have >= 12 && c->p[0] == '\\' && c->p[1] == 'u') {
        uint32_t low = hex4(c->p + 2);
        if (low >= 0xdc00 && low <= 0xdfff) {
            cp = 0x10000 + ((cp - 0xd800) << 10) + (low - 0xdc00);
            c->p += 6;
        }
    }
    return utf8_encode(out, cp);
}

static size_t escape(struct cursor *c, unsigned char *out)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";

    if (cursor_need(c, 2) < 2)
        return cut_short(c);
    if (c->p[1] == 'u')
        return unicode_escape(c, out);
    const char *at = c->p[1] != 0 ? strchr(from, c->p[1]) : NULL;
    *out = at ? (unsigned char)to[at - from] : c->p[1];
    c->p += 2;
    return 1;
}

/* Takes what is no plain run: an escape, U+007F, or a character beyond ASCII. */
static size_t special(struct cursor *c, unsigned char *out)
{
    if (*c->p == '\\')
        return escape(c, out);
    if (*c->p < 0x80) {
        *out = *c->p++;
        return 1;
    }
    size_t len = *c->p >= 0xf0 ? 4 : *c->p >= 0xe0 ? 3 : 2;
    if (cursor_need(c, len) < len)
        return cut_short(c);
    memcpy(out, c->p, len);
    c->p += len;
    return len;
}

ssize_t decoder_next(struct decoder *d, unsigned char *out, size_t room)
{
    struct cursor *c = &d->c;
    size_t len = 0;

    while (!d->ended && room - len >= 4) {
        if (!cursor_need(c, 1))
            return -1;
        size_t span = (size_t)(c->end - c->p);
        if (span > room - len)
            span = room - len;
        const unsigned char *stop = scan_plain(c->p, c->p + span);
        size_t run = (size_t)(stop - c->p);
        memcpy(out + len, c->p, run);
        len += run;
        c->p = stop;
        if (run == span || room - len < 4)
            continue;
        if (*c->p == '"')
            d->ended = true;
        else
            len += special(c, out + len);
    }
    return (ssize_t)len;
}

int decode_string(struct buf *out, const struct extent *x, uint64_t quote, size_t limit,
                  struct err *err)
{
    unsigned char window[512];
    struct decoder d;
    size_t start = out->len;

    decoder_open(&d, x, quote, window, sizeof window, err);
    while (!d.ended && out->len - start < limit) {
        size_t left = limit - (out->len - start);
        size_t room = left < 256 ? left + DECODER_ROOM : 256;
        unsigned char *to = buf_reserve(out, room);
        if (!to)
            return err_set(err, ERR_MEMORY, "no memory to decode a string");
        ssize_t got = decoder_next(&d, to, room);
        if (got < 0)
            return -1;
        out->len += (size_t)got;
    }
    if (!d.ended && cursor_peek(&d.c) == '"')
        d.ended = true;
    return !d.ended;
}
