#include "tui/screen.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    char mark;
    unsigned attributes;
} styles[STYLE_COUNT] = {
#define X(name, mark, attributes) {mark, attributes},
    STYLE_TABLE(X)
#undef X
};

static char style_mark(enum style s)
{
    return styles[s].mark;
}

unsigned style_attributes(enum style s)
{
    return styles[s].attributes;
}

static const struct cell blank = {" ", 1, 1, STYLE_NORMAL};

int grid_resize(struct grid *g, int rows, int cols)
{
    struct cell *cell = calloc((size_t)rows * (size_t)cols + 1, sizeof *cell);

    if (!cell)
        return -1;
    grid_release(g);
    *g = (struct grid){.rows = rows, .cols = cols, .cell = cell};
    grid_clear(g);
    return 0;
}

void grid_release(struct grid *g)
{
    free(g->cell);
    memset(g, 0, sizeof *g);
}

void grid_clear(struct grid *g)
{
    for (size_t i = 0; i < (size_t)g->rows * (size_t)g->cols; i++)
        g->cell[i] = blank;
    g->cursor_row = g->cursor_col = 0;
    g->cursor_shown = false;
}

struct rect grid_area(const struct grid *g)
{
    return (struct rect){0, 0, g->rows, g->cols};
}

/* A cell of the grid. */
static struct cell *there(const struct grid *g, int row, int col)
{
    return &g->cell[(size_t)row * (size_t)g->cols + (size_t)col];
}

/* NULL: it lies outside. */
static struct cell *cell_at(const struct grid *g, int row, int col)
{
    return row < 0 || row >= g->rows || col < 0 || col >= g->cols ? NULL : there(g, row, col);
}

const struct cell *grid_cell(const struct grid *g, int row, int col)
{
    return cell_at(g, row, col);
}

bool cell_equal(const struct cell *a, const struct cell *b)
{
    return a->len == b->len && a->width == b->width && a->style == b->style &&
           memcmp(a->text, b->text, a->len) == 0;
}

static int clamp(int n, int low, int high)
{
    return n < low ? low : n > high ? high : n;
}

struct rect rect_part(struct rect r, int row, int col, int rows, int cols)
{
    row = clamp(row, 0, r.rows);
    col = clamp(col, 0, r.cols);
    return (struct rect){r.row + row, r.col + col, clamp(rows, 0, r.rows - row),
                         clamp(cols, 0, r.cols - col)};
}

/* What is left of a wide character when a part of it is overwritten must not stay. */
static void split(struct grid *g, int row, int col)
{
    struct cell *c;

    while (col > 0 && cell_at(g, row, col) && cell_at(g, row, col)->width == 0)
        col--;
    c = cell_at(g, row, col);
    for (int width = c ? c->width : 0; width > 0; width--, col++)
        if ((c = cell_at(g, row, col)))
            *c = blank;
}

/* A grapheme too long for a cell is shown as something that is there and cannot be shown. */
static void put(struct grid *g, int row, int col, enum style style, const struct text_piece *p)
{
    struct cell *c = cell_at(g, row, col);
    bool fits = p->len <= CELL_BYTES && p->width < CELL_BYTES;

    if (!c || !cell_at(g, row, col + p->width - 1))
        return;
    for (int i = 0; i < p->width; i++) {
        split(g, row, col + i);
        *there(g, row, col + i) = (struct cell){.width = 0, .style = (unsigned char)style};
    }
    if (fits)
        memcpy(c->text, p->bytes, p->len);
    else
        memset(c->text, '?', CELL_BYTES);
    c->len = fits ? (unsigned char)p->len : 1;
    c->width = fits ? (unsigned char)p->width : 1;
    c->style = fits ? (unsigned char)style : STYLE_TOKEN;
    for (int i = 1; i < p->width && !fits; i++)
        *cell_at(g, row, col + i) = *c;
}

/* A token is many cells of one character each; anything else is one grapheme. */
static void put_piece(struct grid *g, int row, int col, enum style style,
                      const struct text_piece *p)
{
    if (!p->token) {
        put(g, row, col, style, p);
        return;
    }
    for (size_t i = 0; i < p->len; i++) {
        struct text_piece one = {p->bytes + i, 1, 1, false};
        put(g, row, col + (int)i, STYLE_TOKEN, &one);
    }
}

int draw_text(struct grid *g, struct rect area, int row, int col, enum style style,
              const char *text, size_t len)
{
    struct text_piece p;
    size_t at = 0;

    if (row < 0 || row >= area.rows || col < 0)
        return col;
    while (text_next(text, len, &at, &p)) {
        if (p.width > area.cols - col)
            break;
        if (p.width > 0)
            put_piece(g, area.row + row, area.col + col, style, &p);
        col += p.width;
    }
    return col;
}

int draw_word(struct grid *g, struct rect area, int row, int col, enum style style,
              const char *literal)
{
    return draw_text(g, area, row, col, style, literal, strlen(literal));
}

int draw_fit(struct grid *g, struct rect area, int row, int col, int cells, enum style style,
             const char *text, size_t len)
{
    size_t used, fits;

    if (cells > area.cols - col)
        cells = area.cols - col;
    if (cells <= 0)
        return col;
    if (text_width(text, len) <= (size_t)cells)
        return draw_text(g, area, row, col, style, text, len);
    fits = text_fit(text, len, (size_t)cells - 1, &used);
    col = draw_text(g, area, row, col, style, text, fits);
    return draw_word(g, area, row, col, STYLE_CUT, "~");
}

int draw_repeat(struct grid *g, struct rect area, int row, int col, int times, enum style style,
                const char *literal)
{
    while (times-- > 0 && col < area.cols)
        col = draw_word(g, area, row, col, style, literal);
    return col;
}

void draw_match(struct grid *g, struct rect area, int row, int col, int cells)
{
    if (row < 0 || row >= area.rows)
        return;
    for (int i = col; i < col + cells && i < area.cols; i++) {
        struct cell *c = cell_at(g, area.row + row, area.col + i);
        if (c && c->style != STYLE_CUT)
            c->style = c->style == STYLE_TOKEN ? STYLE_MATCH_TOKEN : STYLE_MATCH;
    }
}

static int add_row_text(const struct grid *g, int row, int end, struct buf *out)
{
    for (int col = 0; col < end; col++) {
        const struct cell *c = there(g, row, col);
        if (buf_add(out, c->text, c->len) < 0)
            return -1;
    }
    return buf_addc(out, '\n');
}

static int add_row_styles(const struct grid *g, int row, int end, struct buf *out)
{
    for (int col = 0; col < end; col++)
        if (buf_addc(out, style_mark(there(g, row, col)->style)) < 0)
            return -1;
    return buf_addc(out, '\n');
}

static int text_end(const struct grid *g, int row)
{
    int end = g->cols;

    while (end > 0) {
        const struct cell *c = there(g, row, end - 1);
        if (c->len != 1 || c->text[0] != ' ')
            break;
        end--;
    }
    return end;
}

static int style_end(const struct grid *g, int row)
{
    int end = g->cols;

    while (end > 0 && there(g, row, end - 1)->style == STYLE_NORMAL)
        end--;
    return end;
}

int grid_save(const struct grid *g, bool with_styles, struct buf *out)
{
    for (int row = 0; row < g->rows; row++)
        if (add_row_text(g, row, text_end(g, row), out) < 0)
            return -1;
    if (!with_styles)
        return 0;
    if (buf_adds(out, "styles:\n") < 0)
        return -1;
    for (int row = 0; row < g->rows; row++)
        if (add_row_styles(g, row, style_end(g, row), out) < 0)
            return -1;
    return 0;
}
