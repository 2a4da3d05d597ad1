/* The escaping of untrusted text. What it writes can be read back by a reader that knows only the three forms:
 * so different inputs never give the same output. */
#include "fuzz.h"

#include "base/text.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static size_t put_character(unsigned char *to, uint32_t cp)
{
    if (cp < 0x80) {
        to[0] = (unsigned char)cp;
        return 1;
    }
    if (cp < 0x800) {
        to[0] = (unsigned char)(0xc0 | cp >> 6);
        to[1] = (unsigned char)(0x80 | (cp & 0x3f));
        return 2;
    }
    if (cp < 0x10000) {
        to[0] = (unsigned char)(0xe0 | cp >> 12);
        to[1] = (unsigned char)(0x80 | (cp >> 6 & 0x3f));
        to[2] = (unsigned char)(0x80 | (cp & 0x3f));
        return 3;
    }
    to[0] = (unsigned char)(0xf0 | cp >> 18);
    to[1] = (unsigned char)(0x80 | (cp >> 12 & 0x3f));
    to[2] = (unsigned char)(0x80 | (cp >> 6 & 0x3f));
    to[3] = (unsigned char)(0x80 | (cp & 0x3f));
    return 4;
}

/* Bytes of the token that begins here, 0 for none; its value is put to `out`. */
static size_t token(const char *p, size_t len, struct buf *out)
{
    const char *end = memchr(p, '>', len < 12 ? len : 12);
    char *stop;
    unsigned char to[4];

    if (!end || len < 6)
        return 0;
    unsigned long value = strtoul(p + 3, &stop, 16);
    if (stop != end || strspn(p + 3, "0123456789ABCDEF") != (size_t)(end - p - 3) || value > 0x10ffff)
        return 0;
    /* As it is written and no other way: at least four digits, and no zero in front of more. */
    if (memcmp(p, "<U+", 3) == 0 && (end - p == 7 || (end - p > 7 && p[3] != '0'))) {
        buf_add(out, to, put_character(to, (uint32_t)value));
    } else if (memcmp(p, "<0x", 3) == 0 && end - p == 5) {
        to[0] = (unsigned char)value;
        buf_add(out, to, 1);
    } else {
        return 0;
    }
    return (size_t)(end - p) + 1;
}

static void read_back(const char *p, size_t len, struct buf *out)
{
    while (len > 0) {
        size_t n = *p == '<' ? token(p, len, out) : 0;

        if (n == 0) {
            buf_addc(out, (unsigned char)*p);
            n = 1;
        }
        p += n;
        len -= n;
    }
}

static void look_at_pieces(const char *escaped, size_t len)
{
    struct text_piece piece;
    size_t at = 0, seen = 0, cells = 0, used;

    while (text_next(escaped, len, &at, &piece)) {
        HOLDS(piece.bytes == escaped + seen && piece.len > 0 && piece.width >= 0);
        HOLDS(!piece.token || (size_t)piece.width == piece.len);
        seen += piece.len;
        cells += (size_t)piece.width;
        HOLDS(at == seen);
    }
    HOLDS(seen == len);
    HOLDS(text_width(escaped, len) == cells);
    for (size_t room = 0; room < 12; room++) {
        size_t fit = text_fit(escaped, len, room, &used);

        HOLDS(fit <= len && used <= room && text_width(escaped, fit) == used);
        HOLDS(fit == len || room < cells || used == cells);
    }
}

/* What would hide, or move what stands around it, is never written as it is. */
static void hold_visible(const struct buf *b)
{
    static const uint32_t range[][2] = {{0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},
                                        {0x2028, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164}, {0xd800, 0xf8ff},
                                        {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0x10ffff}};

    for (size_t i = 0; i < b->len;) {
        uint32_t cp;

        i += utf8_decode(b->data + i, b->len - i, false, &cp);
        for (size_t k = 0; k < sizeof range / sizeof *range; k++)
            HOLDS_OF(cp < range[k][0] || cp > range[k][1], b->data, b->len);
    }
}

static void look_at(const uint8_t *data, size_t size, unsigned flags)
{
    struct buf escaped, back;

    buf_init(&escaped, SIZE_MAX / 2);
    buf_init(&back, SIZE_MAX / 2);
    HOLDS(text_escape(&escaped, data, size, flags) == 0);
    fuzz_holds_text(buf_cstr(&escaped), escaped.len);
    hold_visible(&escaped);
    for (size_t i = 0; i < escaped.len; i++) {
        unsigned char b = escaped.data[i];

        HOLDS(b != '\n');
        HOLDS(!(flags & TEXT_ASCII) || (b >= 0x20 && b < 0x7f));
        HOLDS(!(flags & TEXT_QUOTED) || b != '"');
        HOLDS(!(flags & TEXT_SINGLE) || b != '\'');
    }
    read_back(buf_cstr(&escaped), escaped.len, &back);
    HOLDS_OF(back.len == size && (size == 0 || memcmp(back.data, data, size) == 0), escaped.data, escaped.len);
    look_at_pieces(buf_cstr(&escaped), escaped.len);
    buf_clear(&back);
    HOLDS(text_quote(&back, data, size, flags, size % 40) == 0);
    fuzz_holds_text(buf_cstr(&back), back.len);
    buf_release(&escaped);
    buf_release(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf skeleton;

    if (size > 4096)
        return 0;
    for (unsigned flags = 0; flags < 32; flags++)
        look_at(data, size, flags);
    buf_init(&skeleton, SIZE_MAX / 2);
    HOLDS(text_skeleton(&skeleton, data, size) == 0);
    text_inspect(data, size);
    buf_release(&skeleton);
    return 0;
}
