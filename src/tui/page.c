#include "tui/page.h"

#include "base/limits.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 8 * 1024 * 1024 };

void page_init(struct page *p)
{
    memset(p, 0, sizeof *p);
    buf_init(&p->text, PAGE_BYTES);
}

void page_release(struct page *p)
{
    buf_release(&p->text);
    free(p->span);
    free(p->first);
    free(p->match);
    page_init(p);
}

static bool grow(struct page *p, void *array, size_t count, size_t *room, size_t size)
{
    void **data = array, *bigger;
    size_t more = *room ? *room * 2 : 64;

    if (count < *room)
        return true;
    bigger = realloc(*data, more * size);
    if (!bigger) {
        p->failed = true;
        return false;
    }
    *data = bigger;
    *room = more;
    return true;
}

void page_line(struct page *p)
{
    if (grow(p, &p->first, p->count, &p->room, sizeof *p->first))
        p->first[p->count++] = p->spans;
}

void page_anchor(struct page *p)
{
    if (p->anchors < PAGE_ANCHORS)
        p->anchor[p->anchors++] = p->count;
}

int page_text(struct page *p, int col, enum style style, const char *text, size_t len)
{
    struct span s = {.at = p->text.len, .len = len, .col = col, .style = style};

    if (p->count == 0 || buf_add(&p->text, text, len) < 0) {
        p->failed = true;
        return col;
    }
    if (grow(p, &p->span, p->spans, &p->span_room, sizeof *p->span))
        p->span[p->spans++] = s;
    return col + (int)text_width(text, len);
}

int page_word(struct page *p, int col, enum style style, const char *literal)
{
    return page_text(p, col, style, literal, strlen(literal));
}

int page_fit(struct page *p, int col, int cells, enum style style, const char *text, size_t len,
             bool cut)
{
    size_t room = cells > 0 ? (size_t)cells : 0, used;

    if (text_width(text, len) + cut <= room)
        col = page_text(p, col, style, text, len);
    else if (room > 0)
        cut = true, col = page_text(p, col, style, text, text_fit(text, len, room - 1, &used));
    else
        return col;
    return cut ? page_word(p, col, STYLE_CUT, "~") : col;
}

int page_format(struct page *p, int col, enum style style, const char *fmt, ...)
{
    char text[1024];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return page_word(p, col, style, text);
}

static bool is_newline(const struct text_piece *piece)
{
    return piece->token && piece->len == 8 && memcmp(piece->bytes, "<U+000A>", 8) == 0;
}

/* Bytes of the next line: all that fits, back to after the last space when there is one. */
static size_t wrap_length(const char *text, size_t len, size_t cells, bool at_newlines)
{
    size_t at = 0, used = 0, space = 0, before = 0;
    struct text_piece piece;

    while (text_next(text, len, &at, &piece)) {
        used += (size_t)piece.width;
        if (used > cells && before > 0)
            return space ? space : before;
        if (at_newlines && is_newline(&piece))
            return at;
        if (piece.len == 1 && *piece.bytes == ' ')
            space = at;
        before = at;
    }
    return len;
}

/* A line feed shows as the end of a line by itself. */
static bool ends_line(const char *text, size_t len, bool at_newlines)
{
    static const char newline[] = "<U+000A>";
    size_t n = sizeof newline - 1;

    return at_newlines && len >= n && memcmp(text + len - n, newline, n) == 0;
}

/* `like`: the column, the style, and whether lines that go on get a sign. */
static int wrap(struct page *p, struct span like, int cols, const char *text, size_t len,
                bool at_newlines)
{
    size_t cells = cols > like.col + 8 ? (size_t)(cols - like.col) : 8;
    int end = like.col;

    for (bool after = false; len > 0; after = true) {
        size_t part = wrap_length(text, len, cells, at_newlines);
        bool more = like.more && part < len && !ends_line(text, part, at_newlines);
        if (more)
            part = wrap_length(text, len, cells - 1, at_newlines);
        if (after)
            page_line(p);
        end = page_text(p, like.col, like.style, text, part);
        if (p->failed)
            break;
        p->span[p->spans - 1].goes_on = after;
        p->span[p->spans - 1].more = more;
        text += part;
        len -= part;
    }
    return end;
}

int page_wrap(struct page *p, int col, int cols, enum style style, const char *text, size_t len,
              bool at_newlines)
{
    return wrap(p, (struct span){.col = col, .style = style}, cols, text, len, at_newlines);
}

int page_wrap_evidence(struct page *p, int col, int cols, enum style style, const char *text,
                       size_t len, bool at_newlines)
{
    struct span like = {.col = col, .style = style, .more = true};

    return wrap(p, like, cols, text, len, at_newlines);
}

void page_slide_evidence(struct page *p, int left, int indent, int cols, enum style style,
                         const char *text, size_t len, bool at_newlines)
{
    for (bool after = false; len > 0; after = true) {
        size_t part = wrap_length(text, len, SIZE_MAX, at_newlines), end;

        if (after)
            page_line(p);
        end = (size_t)page_text(p, left + indent, style, text, part);
        if (p->failed)
            return;
        p->span[p->spans - 1].goes_on = after;
        p->span[p->spans - 1].slides = true;
        p->span[p->spans - 1].left = left;
        if (cols > 0 && end > (size_t)cols && end - (size_t)cols > p->across_most)
            p->across_most = end - (size_t)cols;
        text += part;
        len -= part;
    }
}

void page_slide(struct page *p, size_t cells)
{
    p->across = cells < p->across_most ? cells : p->across_most;
}

int page_wrap_word(struct page *p, int col, int cols, enum style style, const char *literal)
{
    return page_wrap(p, col, cols, style, literal, strlen(literal), false);
}

size_t page_last_top(const struct page *p, int rows)
{
    size_t shown = rows > 0 ? (size_t)rows : 0;

    return p->count > shown ? p->count - shown : 0;
}

void page_match(struct page *p, size_t at, size_t end)
{
    if (grow(p, &p->match, p->matches, &p->match_room, sizeof *p->match))
        p->match[p->matches++] = (struct page_match){at, end};
}

static void draw_matches(const struct page *p, struct grid *g, struct rect area, int row,
                         const struct span *s)
{
    const char *text = (const char *)p->text.data + s->at;

    for (size_t i = 0; i < p->matches; i++) {
        size_t at = p->match[i].at > s->at ? p->match[i].at - s->at : 0;
        size_t end = p->match[i].end < s->at + s->len ? p->match[i].end - s->at : s->len;
        if (p->match[i].end > s->at && at < end)
            draw_match(g, area, row, s->col + (int)text_width(text, at),
                       (int)text_width(text + at, end - at));
    }
}

/* Whole pieces from the page's `across` on; one that would be cut in two is left out and its other
 * cells stay blank, so that columns stay below each other. */
static void draw_sliding(const struct page *p, struct grid *g, struct rect area, int row,
                         const struct span *s)
{
    const char *text = (const char *)p->text.data + s->at;
    int col = s->col - (int)p->across, right = area.cols;
    size_t skip = 0;
    struct text_piece piece;

    if (col < s->left) {
        while (skip < s->len && col < s->left + 1 && text_next(text, s->len, &skip, &piece))
            col += piece.width;
        draw_word(g, area, row, s->left, STYLE_CUT, "~");
    }
    if (skip < s->len)
        draw_fit(g, area, row, col, right - col, s->style, text + skip, s->len - skip);
    for (size_t i = 0; i < p->matches; i++) {
        size_t at = p->match[i].at > s->at + skip ? p->match[i].at - s->at : skip;
        size_t end = p->match[i].end < s->at + s->len ? p->match[i].end - s->at : s->len;
        if (p->match[i].end > s->at + skip && at < end)
            draw_match(g, area, row, col + (int)text_width(text + skip, at - skip),
                       (int)text_width(text + at, end - at));
    }
}

static void draw_line(const struct page *p, struct grid *g, struct rect area, int row, size_t line)
{
    size_t end = line + 1 < p->count ? p->first[line + 1] : p->spans;

    for (size_t i = p->first[line]; i < end; i++) {
        const struct span *s = &p->span[i];
        if (s->slides) {
            draw_sliding(p, g, area, row, s);
            continue;
        }
        int col = draw_fit(g, area, row, s->col, area.cols - s->col, s->style,
                           (const char *)p->text.data + s->at, s->len);
        if (s->more)
            draw_word(g, area, row, col, STYLE_CUT, "\\");
        draw_matches(p, g, area, row, s);
    }
}

void page_draw(const struct page *p, struct grid *g, struct rect area, size_t top)
{
    for (int row = 0; row < area.rows; row++) {
        size_t line = (size_t)row < p->pinned ? (size_t)row : (size_t)row + top;
        if (line >= p->count)
            break;
        draw_line(p, g, area, row, line);
    }
}
