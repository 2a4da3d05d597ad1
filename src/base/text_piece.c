#include "base/text.h"
#include "base/text_class.h"
#include "base/utf8.h"

#include <unictype.h>
#include <unigbrk.h>

static int cells(uint32_t cp)
{
    int width = class_width(cp);
    return width > 0 ? width : 0;
}

/* What of a grapheme the next character's place depends on, beyond the character before it (UAX 29, GB11 to GB13:
 * two regional indicators are a flag, pictographs are joined). */
struct grapheme {
    uint32_t last;
    unsigned indicators; /* that it ends with */
    bool pictograph;     /* it ends with one, and what extends that */
};

static bool is_indicator(uint32_t cp)
{
    return cp >= 0x1F1E6 && cp <= 0x1F1FF;
}

static bool is_pictograph(uint32_t cp)
{
    return cp > 0x7F && uc_is_property_extended_pictographic(cp);
}

static void add(struct grapheme *g, uint32_t cp)
{
    int property = uc_graphemeclusterbreak_property(cp);
    bool extends = property == GBP_EXTEND || property == GBP_ZWJ;

    g->indicators = is_indicator(cp) ? g->indicators + 1 : 0;
    g->pictograph = is_pictograph(cp) || (g->pictograph && extends);
    g->last = cp;
}

static bool ends_before(const struct grapheme *g, uint32_t next)
{
    enum { JOINER = 0x200D };

    if (is_indicator(next) && g->indicators > 0)
        return g->indicators % 2 == 0;
    if (g->last == JOINER && g->pictograph && is_pictograph(next))
        return false;
    return uc_is_grapheme_break(g->last, next);
}

/* One grapheme; a token that follows is not part of it, as '<' extends none. */
static size_t take_grapheme(const unsigned char *p, size_t len, int *width)
{
    struct grapheme g = {.last = 0};
    uint32_t cp;
    size_t at = utf8_decode(p, len, false, &cp);

    if (at == 0) {
        *width = 1;
        return 1;
    }
    *width = cells(cp);
    add(&g, cp);
    for (size_t n; at < len; at += n) {
        n = utf8_decode(p + at, len - at, false, &cp);
        if (n == 0 || ends_before(&g, cp))
            break;
        *width += cells(cp);
        add(&g, cp);
    }
    return at;
}

static bool is_plain_at(const unsigned char *p, size_t len)
{
    return p[0] >= 0x20 && p[0] < 0x7F && (len == 1 || p[1] < 0x80);
}

bool text_next(const char *escaped, size_t len, size_t *at, struct text_piece *piece)
{
    if (*at >= len)
        return false;
    const unsigned char *p = (const unsigned char *)escaped + *at;
    size_t left = len - *at;
    *piece = (struct text_piece){.bytes = escaped + *at, .len = token_span(p, left)};
    if (piece->len > 0) {
        piece->token = true;
        piece->width = (int)piece->len;
    } else if (is_plain_at(p, left)) {
        piece->len = 1;
        piece->width = 1;
    } else {
        piece->len = take_grapheme(p, left, &piece->width);
    }
    *at += piece->len;
    return true;
}

size_t text_width(const char *escaped, size_t len)
{
    struct text_piece piece;
    size_t at = 0, width = 0;
    while (text_next(escaped, len, &at, &piece))
        width += (size_t)piece.width;
    return width;
}

size_t text_fit(const char *escaped, size_t len, size_t max, size_t *used)
{
    struct text_piece piece;
    size_t at = 0, width = 0, end = 0;
    while (text_next(escaped, len, &at, &piece) && width + (size_t)piece.width <= max) {
        width += (size_t)piece.width;
        end = at;
    }
    if (used)
        *used = width;
    return end;
}
