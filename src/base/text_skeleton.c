#include "base/text.h"
#include "base/text_class.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

struct look_alike {
    uint32_t cp;
    char latin;
};

/* What looks like a Latin letter and does not decompose to it. Sorted. */
static const struct look_alike look_alikes[] = {
    {0x0131, 'i'}, {0x0251, 'a'}, {0x0261, 'g'}, {0x0269, 'i'}, {0x026A, 'i'}, {0x028F, 'y'},
    {0x0391, 'a'}, {0x0392, 'b'}, {0x0395, 'e'}, {0x0396, 'z'}, {0x0397, 'h'}, {0x0399, 'i'},
    {0x039A, 'k'}, {0x039C, 'm'}, {0x039D, 'n'}, {0x039F, 'o'}, {0x03A1, 'p'}, {0x03A4, 't'},
    {0x03A5, 'y'}, {0x03A7, 'x'}, {0x03B1, 'a'}, {0x03B3, 'y'}, {0x03B5, 'e'}, {0x03B7, 'n'},
    {0x03B9, 'i'}, {0x03BA, 'k'}, {0x03BD, 'v'}, {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03C3, 'o'},
    {0x03C4, 't'}, {0x03C5, 'u'}, {0x03C7, 'x'}, {0x03C9, 'w'}, {0x03F2, 'c'}, {0x03F3, 'j'},
    {0x03F9, 'c'}, {0x0405, 's'}, {0x0406, 'i'}, {0x0408, 'j'}, {0x0410, 'a'}, {0x0412, 'b'},
    {0x0415, 'e'}, {0x041A, 'k'}, {0x041C, 'm'}, {0x041D, 'h'}, {0x041E, 'o'}, {0x0420, 'p'},
    {0x0421, 'c'}, {0x0422, 't'}, {0x0423, 'y'}, {0x0425, 'x'}, {0x0430, 'a'}, {0x0432, 'b'},
    {0x0433, 'r'}, {0x0435, 'e'}, {0x043A, 'k'}, {0x043C, 'm'}, {0x043D, 'h'}, {0x043E, 'o'},
    {0x043F, 'n'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'},
    {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x0474, 'v'}, {0x0475, 'v'}, {0x04AE, 'y'},
    {0x04AF, 'y'}, {0x04BA, 'h'}, {0x04BB, 'h'}, {0x04C0, 'l'}, {0x04CF, 'l'}, {0x0501, 'd'},
    {0x051A, 'q'}, {0x051B, 'q'}, {0x051C, 'w'}, {0x051D, 'w'}, {0x0555, 'o'}, {0x0570, 'h'},
    {0x0578, 'n'}, {0x057D, 'u'}, {0x0581, 'g'}, {0x0585, 'o'}, {0x13A0, 'd'}, {0x13A1, 'r'},
    {0x13A2, 't'}, {0x13A5, 'i'}, {0x13AC, 'e'}, {0x13C4, 'v'}, {0x13DA, 's'}, {0x13DE, 'l'},
    {0x13DF, 'c'}, {0x13E2, 'p'}, {0x13E6, 'k'},
};

static int compare(const void *a, const void *b)
{
    const struct look_alike *x = a, *y = b;
    return (x->cp > y->cp) - (x->cp < y->cp);
}

static bool is_dropped(uint32_t cp)
{
    return class_is_control(cp) || class_is_invisible(cp) ||
           uc_is_general_category_withtable(cp, UC_CATEGORY_MASK_M);
}

static void add_character(struct buf *out, uint32_t cp)
{
    unsigned char bytes[4];
    buf_add(out, bytes, utf8_encode(bytes, cp));
}

/* Most names are ASCII: the same folding without asking the character tables. 0: dropped. */
static char fold_ascii(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c | 0x20);
    if (c == '0')
        return 'o';
    if (c == '1')
        return 'l';
    return c <= ' ' || c == '-' || c == '_' || c == '.' || c == 0x7f ? 0 : (char)c;
}

/* Decompositions are a few levels deep at most, so the recursion is. */
static void fold(struct buf *out, uint32_t cp)
{
    if (cp < 0x80) {
        char c = fold_ascii((unsigned char)cp);
        if (c)
            buf_addc(out, c);
        return;
    }
    if (is_dropped(cp))
        return;
    struct look_alike key = {.cp = cp};
    const struct look_alike *found =
        bsearch(&key, look_alikes, sizeof look_alikes / sizeof key, sizeof key, compare);
    if (found) {
        buf_addc(out, found->latin);
        return;
    }
    ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
    int tag;
    int count = uc_decomposition(cp, &tag, parts);
    for (int i = 0; i < count; i++)
        fold(out, parts[i]);
    if (count > 0)
        return;
    ucs4_t lower = uc_tolower(cp);
    if (lower != cp)
        fold(out, lower);
    else
        add_character(out, cp);
}

int text_skeleton(struct buf *out, const void *wtf8, size_t len)
{
    const unsigned char *p = wtf8;
    for (size_t at = 0, n; at < len && !out->failed; at += n) {
        uint32_t cp = 0;
        n = utf8_decode(p + at, len - at, true, &cp);
        if (n > 0) {
            fold(out, cp);
        } else {
            buf_addc(out, p[at]);
            n = 1;
        }
    }
    return out->failed ? -1 : 0;
}

/* Text that begins like `words`: spelt with look-alikes, in any case, and with spaces and hyphens wherever. */
static bool text_begins_like(const char *text, const char *words)
{
    struct buf begins, like;
    bool same;

    buf_init(&begins, SIZE_MAX);
    buf_init(&like, SIZE_MAX);
    text_skeleton(&begins, text, strlen(text));
    text_skeleton(&like, words, strlen(words));
    same = like.len > 0 && begins.len >= like.len && memcmp(begins.data, like.data, like.len) == 0;
    buf_release(&begins);
    buf_release(&like);
    return same;
}

int text_escape_name(struct buf *out, const char *name, const char *words, unsigned flags)
{
    uint32_t first;
    size_t len = text_begins_like(name, words) ? utf8_decode((const unsigned char *)name, strlen(name), false, &first) : 0;

    if (len > 0)
        buf_addf(out, "<U+%04X>", (unsigned)first);
    return text_escape(out, name + len, strlen(name) - len, flags);
}
