#include "tui/source_page.h"

#include "base/text.h"
#include "base/utf8.h"
#include "tui/show.h"

#include <stdlib.h>
#include <string.h>

size_t source_piece_length(const char *piece, size_t len, bool token)
{
    unsigned char utf8[4];

    if (!token)
        return len;
    if (len > 2 && piece[2] == 'x') /* <0xFF> */
        return 1;
    return utf8_encode(utf8, (uint32_t)strtoul(piece + 3, NULL, 16));
}

struct writer {
    struct page *p;
    int label, text, cols;    /* columns of the place, of the text, and the width */
    int offset_end, line_end; /* of the columns with numbers */
    bool slides;              /* lines are cut, not wrapped */
    bool narrow;              /* the offset stands in a row of its own, once a line */
    uint64_t offset, line;    /* line 0: not known */
    bool line_begins;
};

static void begin_row(struct writer *w)
{
    char offset[NUMBER_ROOM], line[NUMBER_ROOM];

    show_number(offset, w->offset);
    show_number(line, w->line);
    page_line(w->p);
    if (!w->narrow) {
        page_word(w->p, w->offset_end - (int)strlen(offset), STYLE_LABEL, offset);
        if (w->line_begins && w->line > 0)
            page_word(w->p, w->line_end - (int)strlen(line), STYLE_LABEL, line);
    } else if (w->line_begins) {
        if (w->line > 0)
            page_format(w->p, w->label, STYLE_LABEL, "line %s, byte %s", line, offset);
        else
            page_format(w->p, w->label, STYLE_LABEL, "byte %s", offset);
        page_line(w->p);
    }
}

static bool is_newline(const struct text_piece *piece)
{
    return piece->token && piece->len == 8 && memcmp(piece->bytes, "<U+000A>", 8) == 0;
}

/* The bytes of escaped text that fill a row, to the end of a line at most. */
static size_t row_length(const char *text, size_t len, size_t cells, size_t *raw, bool *ended)
{
    size_t at = 0, used = 0, whole = 0;
    struct text_piece piece;

    *raw = 0;
    *ended = false;
    while (!*ended && text_next(text, len, &at, &piece)) {
        used += (size_t)piece.width;
        if (used > cells && whole > 0)
            break;
        *raw += source_piece_length(piece.bytes, piece.len, piece.token);
        whole = at;
        *ended = is_newline(&piece);
    }
    return whole;
}

static void write_rows(struct writer *w, const char *text, size_t len)
{
    int width = w->cols - w->text - w->narrow; /* where no number tells what went before, a sign */
    size_t cells = w->slides ? SIZE_MAX : width > 8 ? (size_t)width : 8;

    while (len > 0 && !w->p->failed) {
        size_t raw, part;
        bool ended;
        part = row_length(text, len, cells, &raw, &ended);
        begin_row(w);
        if (w->slides)
            page_slide_evidence(w->p, w->text, 0, w->cols, STYLE_NORMAL, text, part, false);
        else
            page_text(w->p, w->text, STYLE_NORMAL, text, part);
        if (!w->p->failed)
            w->p->span[w->p->spans - 1].more = w->narrow && !ended && part < len;
        w->offset += raw;
        w->line += ended && w->line > 0;
        w->line_begins = ended;
        text += part;
        len -= part;
    }
}

static void place_columns(struct writer *w, const struct detail *d)
{
    char last[NUMBER_ROOM];

    w->offset_end = w->label + (int)strlen(show_number(last, d->text.offset + d->text.length));
    w->line_end = w->offset_end;
    if (w->line > 0)
        w->line_end += 2 + (int)strlen(show_number(last, w->line + d->bytes.len));
    w->text = w->narrow ? w->label + 1 : w->line_end + 2;
}

void source_page_add(struct page *p, const struct state *s, int col, int cols)
{
    const struct detail *d = &s->detail;
    struct writer w = {
        .p = p, .label = col, .cols = cols, .slides = s->cut_lines, .narrow = cols < 72,
        .line_begins = true};
    struct buf text;

    w.offset = d->text.offset;
    w.line = d->line;
    place_columns(&w, d);
    buf_init(&text, 16 * BYTES_SHOWN);
    text_escape(&text, d->bytes.data ? (const char *)d->bytes.data : "", d->bytes.len,
                s->flags | TEXT_PROSE);
    write_rows(&w, buf_cstr(&text), text.len);
    buf_release(&text);
}
