#include "tui/editor_rows.h"

#include "base/text.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

size_t editor_line_begin(const struct editor *e, size_t at)
{
    while (at > 0 && e->in.text.data[at - 1] != '\n')
        at--;
    return at;
}

size_t editor_line_end(const struct editor *e, size_t at)
{
    while (at < e->in.text.len && e->in.text.data[at] != '\n')
        at++;
    return at;
}

/* ---- the pieces of a line: what is shown, and the bytes that it is shown for ---- */

struct walk {
    const unsigned char *raw; /* the line */
    size_t at;                /* bytes of it that were passed */
    struct buf shown;
    size_t shown_at;
    struct text_piece piece;
    size_t from; /* of the piece in the line; it ends at `at` */
};

/* Spaces at the edges are text that is still being typed: they stand as spaces. */
static void walk_init(struct walk *w, const struct editor *e, size_t from, size_t to)
{
    const unsigned char *p = e->in.text.data ? e->in.text.data + from : NULL;
    size_t len = to - from, lead = 0, trail = 0;

    memset(w, 0, sizeof *w);
    w->raw = p;
    buf_init(&w->shown, 10 * EDITOR_BYTES);
    while (lead < len && p[lead] == ' ')
        lead++;
    while (trail < len - lead && p[len - 1 - trail] == ' ')
        trail++;
    for (size_t i = 0; i < lead; i++)
        buf_addc(&w->shown, ' ');
    if (len > lead + trail)
        text_escape(&w->shown, p + lead, len - lead - trail, e->flags | TEXT_PROSE);
    for (size_t i = 0; i < trail; i++)
        buf_addc(&w->shown, ' ');
}

/* A token stands for one character, everything else for itself. */
static bool walk_next(struct walk *w)
{
    if (!text_next(buf_cstr(&w->shown), w->shown.len, &w->shown_at, &w->piece))
        return false;
    w->from = w->at;
    if (w->piece.token) {
        uint32_t cp;
        size_t n = utf8_decode(w->raw + w->at, 4, false, &cp);
        w->at += n ? n : 1;
    } else {
        w->at += w->piece.len;
    }
    return true;
}

static void walk_release(struct walk *w)
{
    buf_release(&w->shown);
}

size_t editor_before(const struct editor *e, size_t at)
{
    size_t begin = editor_line_begin(e, at), found = begin;
    struct walk w;

    if (at == begin)
        return at > 0 ? at - 1 : 0;
    walk_init(&w, e, begin, editor_line_end(e, at));
    while (walk_next(&w) && begin + w.from < at)
        found = begin + w.from;
    walk_release(&w);
    return found;
}

size_t editor_after(const struct editor *e, size_t at)
{
    size_t begin = editor_line_begin(e, at), end = editor_line_end(e, at), found = end;
    struct walk w;

    if (at == end)
        return at < e->in.text.len ? at + 1 : at;
    walk_init(&w, e, begin, end);
    while (walk_next(&w))
        if (begin + w.at > at) {
            found = begin + w.at;
            break;
        }
    walk_release(&w);
    return found;
}

/* ---- rows ---- */

static bool add_row(struct editor *e, size_t from, size_t to)
{
    if (e->rows == e->room) {
        size_t more = e->room ? e->room * 2 : 64;
        struct editor_row *bigger = realloc(e->row, more * sizeof *bigger);
        if (!bigger)
            return false;
        e->row = bigger;
        e->room = more;
    }
    e->row[e->rows++] = (struct editor_row){from, to};
    return true;
}

/* Full rows of a line, broken behind a space where there is one; a cell is left for the cursor. */
static void lay_line(struct editor *e, size_t begin, size_t end)
{
    int room = e->cols > 1 ? e->cols - 1 : 1, used = 0, behind_space = 0;
    size_t from = begin, space = begin;
    struct walk w;

    walk_init(&w, e, begin, end);
    while (walk_next(&w)) {
        while (used > 0 && used + w.piece.width > room) {
            size_t to = space > from ? space : begin + w.from;
            used = space > from ? used - behind_space : 0;
            add_row(e, from, to);
            from = space = to;
        }
        used += w.piece.width;
        if (w.piece.len == 1 && *w.piece.bytes == ' ') {
            space = begin + w.at;
            behind_space = used;
        }
    }
    walk_release(&w);
    add_row(e, from, end);
}

static void lay(struct editor *e)
{
    size_t begin = 0, end;

    if (e->laid)
        return;
    e->rows = 0;
    for (;; begin = end + 1) {
        end = editor_line_end(e, begin);
        lay_line(e, begin, end);
        if (end == e->in.text.len)
            break;
    }
    e->laid = e->rows > 0;
}

/* Where a line goes on in a further row, its break belongs to that row. */
static size_t row_of(const struct editor *e, size_t at)
{
    size_t row = 0;

    while (row + 1 < e->rows && e->row[row + 1].from <= at)
        row++;
    return row;
}

static int column_of(const struct editor *e, size_t row, size_t at)
{
    size_t begin = editor_line_begin(e, at);
    int col = 0;
    struct walk w;

    walk_init(&w, e, begin, editor_line_end(e, at));
    while (walk_next(&w) && begin + w.from < at)
        if (begin + w.from >= e->row[row].from)
            col += w.piece.width;
    walk_release(&w);
    return col;
}

/* The place in a row that is nearest to the column from the left. In a row whose line goes on, its end
 * is the beginning of the next. */
static size_t place_at(const struct editor *e, size_t row, int col)
{
    const struct editor_row *r = &e->row[row];
    size_t begin = editor_line_begin(e, r->from), place = r->from;
    bool goes_on = row + 1 < e->rows && e->row[row + 1].from == r->to;
    int at = 0;
    struct walk w;

    walk_init(&w, e, begin, editor_line_end(e, r->from));
    while (walk_next(&w) && begin + w.at <= r->to) {
        if (begin + w.from < r->from)
            continue;
        at += w.piece.width;
        if (at > col || (goes_on && begin + w.at == r->to))
            break;
        place = begin + w.at;
    }
    walk_release(&w);
    return place;
}

void editor_go_rows(struct editor *e, int by)
{
    size_t row, last;

    lay(e);
    if (e->rows == 0)
        return;
    row = row_of(e, e->in.at);
    last = e->rows - 1;
    if (e->goal < 0)
        e->goal = column_of(e, row, e->in.at);
    if (by < 0)
        row = row < (size_t)-by ? 0 : row - (size_t)-by;
    else
        row = last - row < (size_t)by ? last : row + (size_t)by;
    e->in.at = place_at(e, row, e->goal);
}

/* ---- on the screen ---- */

void editor_fit(struct editor *e, struct rect area)
{
    size_t rows = area.rows > 0 ? (size_t)area.rows : 1, row;

    e->laid = e->laid && e->cols == area.cols;
    e->cols = area.cols;
    e->page = (int)rows;
    lay(e);
    row = row_of(e, e->in.at);
    if (e->top + rows > e->rows)
        e->top = e->rows > rows ? e->rows - rows : 0;
    if (row < e->top)
        e->top = row;
    if (row >= e->top + rows)
        e->top = row - rows + 1;
}

size_t editor_above(const struct editor *e)
{
    return e->top;
}

size_t editor_below(const struct editor *e)
{
    size_t end = e->top + (size_t)e->page;

    return e->rows > end ? e->rows - end : 0;
}

static void draw_row(const struct editor *e, struct grid *g, struct rect area, int row,
                     const struct editor_row *r)
{
    size_t begin = editor_line_begin(e, r->from);
    int col = 0;
    struct walk w;

    walk_init(&w, e, begin, editor_line_end(e, r->from));
    while (walk_next(&w) && begin + w.from < r->to)
        if (begin + w.from >= r->from)
            col = draw_text(g, area, row, col, STYLE_PROMPT, w.piece.bytes, w.piece.len);
    walk_release(&w);
}

void editor_draw(const struct editor *e, struct grid *g, struct rect area)
{
    for (int i = 0; i < area.rows && e->top + (size_t)i < e->rows; i++)
        draw_row(e, g, area, i, &e->row[e->top + (size_t)i]);
    if (e->rows > 0) {
        size_t row = row_of(e, e->in.at);
        g->cursor_row = area.row + (int)(row - e->top);
        g->cursor_col = area.col + column_of(e, row, e->in.at);
        g->cursor_shown = true;
    }
}
