#include "base/text.h"
#include "tui/state.h"

#include <string.h>

void search_mark(const struct state *s, struct grid *g, struct rect area, int col, int end,
                 const char *text, size_t len, size_t skip)
{
    size_t at, to = 0;

    while (matcher_next(&s->search.matcher, text, len, to, &at, &to)) {
        size_t from = at > skip ? at : skip;
        int begin = col + (int)text_width(text + skip, from - skip);
        if (to > from && begin < end) {
            int cells = (int)text_width(text + from, to - from);
            draw_match(g, area, 0, begin, cells < end - begin ? cells : end - begin);
        }
    }
}

/* ---- pages ---- */

static bool is_evidence(const struct span *s)
{
    return s->style == STYLE_NORMAL || s->style == STYLE_TOKEN || s->style == STYLE_DIFFERENT;
}

/* Spans that are one text: wrapped, or with some of its digits in another style. */
static bool goes_on(const struct page *p, size_t i)
{
    const struct span *a = &p->span[i - 1], *b = &p->span[i];
    size_t width = text_width((const char *)p->text.data + a->at, a->len);

    if (!is_evidence(b) || a->at + a->len != b->at)
        return false;
    return b->goes_on || (size_t)b->col == (size_t)a->col + width;
}

static bool is_hex(const char *text, const char *with, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!strchr("0123456789abcdef", text[i]) && !strchr(with, text[i]))
            return false;
    return true;
}

/* Byte of the text with spaces that digit `n` of it is. */
static size_t place_of_digit(const char *text, size_t n)
{
    size_t at = 0;

    for (;; at++)
        if (text[at] != ' ' && n-- == 0)
            return at;
}

static void mark_digits(struct page *p, size_t at, const char *text, size_t from, size_t to)
{
    page_match(p, at + place_of_digit(text, from), at + place_of_digit(text, to - 1) + 1);
}

/* Digests are shown in groups: a match may go across the spaces between. */
static void mark_digest(const struct matcher *m, struct page *p, size_t at, const char *text,
                        size_t len)
{
    const struct search_digits *d = &m->digits;
    size_t head = d->len - d->ends, from = 0;
    const char *found;
    struct buf digits;

    buf_init(&digits, 4096);
    for (size_t i = 0; i < len; i++)
        if (text[i] != ' ')
            buf_addc(&digits, text[i]);
    if (d->ends == 0)
        for (; (found = memmem(buf_cstr(&digits) + from, digits.len - from, d->hex, d->len)) != NULL;
             from += d->len) {
            from = (size_t)(found - buf_cstr(&digits));
            mark_digits(p, at, text, from, from + d->len);
        }
    else if (digits.len == DIGEST_HEX && memcmp(buf_cstr(&digits), d->hex, head) == 0 &&
             memcmp(buf_cstr(&digits) + DIGEST_HEX - d->ends, d->hex + head, d->ends) == 0) {
        mark_digits(p, at, text, 0, head);
        mark_digits(p, at, text, DIGEST_HEX - d->ends, DIGEST_HEX);
    }
    buf_release(&digits);
}

static void mark_text(const struct matcher *m, struct page *p, size_t at, size_t len)
{
    struct buf text; /* the page's has no end for an expression */
    size_t from, to = 0;

    buf_init(&text, len + 1);
    if (buf_add(&text, p->text.data + at, len) < 0)
        return;
    if (m->digits.len > 0 && len < 4096 && is_hex(buf_cstr(&text), " ", len))
        mark_digest(m, p, at, buf_cstr(&text), len);
    else
        while (matcher_next(m, buf_cstr(&text), len, to, &from, &to))
            page_match(p, at + from, at + to);
    buf_release(&text);
}

void search_mark_page(const struct state *s, struct page *p)
{
    size_t end;

    if (!s->search.matcher.text)
        return;
    for (size_t i = 0; i < p->spans; i = end) {
        end = i + 1;
        if (!is_evidence(&p->span[i]))
            continue;
        while (end < p->spans && goes_on(p, end))
            end++;
        mark_text(&s->search.matcher, p, p->span[i].at,
                  p->span[end - 1].at + p->span[end - 1].len - p->span[i].at);
    }
}
