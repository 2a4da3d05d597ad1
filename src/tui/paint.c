#include "tui/paint.h"

#include "tui/shift.h"

#include <string.h>

/* Cells that are written again rather than passed; blanks that are erased; rows that are passed one by one; shifts
 * of rows in one painting. */
enum { OUTPUT_MAX = 16 * 1024 * 1024, WAY_MAX = 256, WRITE_OVER = 3, BLANK_RUN = 12, ROWS_RUN = 4, SHIFTS = 3 };

void painter_init(struct painter *p)
{
    memset(p, 0, sizeof *p);
    memset(p->palette.color, -1, sizeof p->palette.color);
    buf_init(&p->bytes, OUTPUT_MAX);
    buf_init(&p->way, WAY_MAX);
    buf_init(&p->other, WAY_MAX);
    painter_forget(p);
}

void painter_release(struct painter *p)
{
    buf_release(&p->bytes);
    buf_release(&p->way);
    buf_release(&p->other);
    grid_release(&p->shown);
}

void painter_forget(struct painter *p)
{
    p->known = false;
}

void painter_recolor(struct painter *p, const struct palette *palette)
{
    for (size_t i = 0; i < (size_t)p->shown.rows * (size_t)p->shown.cols; i++) {
        struct cell *c = &p->shown.cell[i];
        if (p->palette.color[c->style] != palette->color[c->style])
            *c = (struct cell){.width = c->width};
    }
    p->palette = *palette;
    p->style = -1;
}

static void put(struct painter *p, enum ability a)
{
    if (p->can.has[a])
        p->can.put(&p->bytes, a, 0, 0);
}

static bool same_look(const struct painter *p, int a, int b)
{
    return a >= 0 && b >= 0 && style_attributes((enum style)a) == style_attributes((enum style)b) &&
           p->palette.color[a] == p->palette.color[b];
}

static void set_style(struct painter *p, int style)
{
    unsigned now = style_attributes((enum style)style);
    int color = p->palette.color[style];

    if (same_look(p, p->style, style))
        return;
    if (!same_look(p, p->style, STYLE_NORMAL))
        put(p, ABILITY_PLAIN);
    if (now & ATTR_BOLD)
        put(p, ABILITY_BOLD);
    if (now & ATTR_UNDERLINE)
        put(p, ABILITY_UNDERLINE);
    if (now & ATTR_REVERSE)
        put(p, ABILITY_REVERSE);
    if (color >= 0 && p->can.has[ABILITY_COLOR] && color < p->can.colors)
        p->can.put(&p->bytes, ABILITY_COLOR, color, 0);
    p->style = style;
}

static bool is_ascii(const struct cell *c)
{
    return c->len == 1 && (unsigned char)c->text[0] < 0x80;
}

/* True when the cells from the cursor to `col` can be written again for less than an address. */
static bool write_over(struct painter *p, const struct grid *g, int row, int col)
{
    if (p->row != row || p->col > col || col - p->col > WRITE_OVER)
        return false;
    for (int i = p->col; i < col; i++) {
        const struct cell *c = grid_cell(g, row, i);
        if (!is_ascii(c) || !same_look(p, c->style, p->style))
            return false;
    }
    for (; p->col < col; p->col++)
        buf_addc(&p->bytes, grid_cell(g, row, p->col)->text[0]);
    return true;
}

static void step(struct painter *p, enum ability a, int by)
{
    p->can.put(&p->other, a, by, 0);
}

/* The way that was tried is taken where it is shorter. */
static void offer(struct painter *p)
{
    if (p->way.len == 0 || p->other.len < p->way.len) {
        struct buf shorter = p->other;
        p->other = p->way;
        p->way = shorter;
    }
    buf_clear(&p->other);
}

static bool go_rows(struct painter *p, int rows)
{
    enum ability one = rows < 0 ? ABILITY_UP : ABILITY_DOWN;
    int n = rows < 0 ? -rows : rows;

    if (n > ROWS_RUN || (n > 0 && !p->can.has[one]))
        return false;
    for (; n > 0; n--)
        step(p, one, 0);
    return true;
}

static void try_sideways(struct painter *p, int rows, int cols)
{
    enum ability far = cols > 0 ? ABILITY_RIGHT : ABILITY_LEFT;

    if ((cols == 0 || p->can.has[far]) && go_rows(p, rows)) {
        if (cols != 0)
            step(p, far, cols < 0 ? -cols : cols);
        offer(p);
    }
}

static void try_column(struct painter *p, int rows, int col)
{
    if (p->can.has[ABILITY_COLUMN] && go_rows(p, rows)) {
        step(p, ABILITY_COLUMN, col);
        offer(p);
    }
}

/* By the edge at the left, where every row begins. */
static void try_edge(struct painter *p, int rows, int col)
{
    if ((col > 0 && !p->can.has[ABILITY_RIGHT]) || !go_rows(p, rows))
        return;
    buf_adds(&p->other, "\r");
    if (col > 0)
        step(p, ABILITY_RIGHT, col);
    offer(p);
}

static void move_to(struct painter *p, const struct grid *g, int row, int col)
{
    if ((p->row == row && p->col == col) || (g && write_over(p, g, row, col)))
        return;
    buf_clear(&p->way);
    if (p->row >= 0) {
        try_sideways(p, row - p->row, col - p->col);
        try_column(p, row - p->row, col);
        try_edge(p, row - p->row, col);
    }
    p->can.put(&p->other, ABILITY_ADDRESS, row, col);
    offer(p);
    buf_add(&p->bytes, p->way.data, p->way.len);
    p->row = row;
    p->col = col;
}

/* What a wide character would leave of the cells under it, where it is taken for narrow, is cleared
 * first. */
static void paint_cell(struct painter *p, const struct grid *g, int row, int col)
{
    const struct cell *c = grid_cell(g, row, col);

    move_to(p, g, row, col);
    set_style(p, c->style);
    if (c->width > 1) {
        for (int i = 0; i < c->width; i++)
            buf_addc(&p->bytes, ' ');
        p->row = -1;
        move_to(p, NULL, row, col);
    }
    buf_add(&p->bytes, c->text, c->len);
    p->col++;
    if (!is_ascii(c) || p->col >= g->cols)
        p->row = -1;
}

/* A space that looks the same in the terminal's own style. */
static bool is_blank(const struct cell *c)
{
    return c->len == 1 && c->text[0] == ' ' &&
           (style_attributes((enum style)c->style) & (ATTR_UNDERLINE | ATTR_REVERSE)) == 0;
}

static int used_cols(const struct grid *g, int row)
{
    int end = g->cols;

    while (end > 0 && is_blank(grid_cell(g, row, end - 1)))
        end--;
    return end;
}

static void clear_rest(struct painter *p, const struct grid *g, int row, int from, int to)
{
    move_to(p, g, row, from);
    set_style(p, STYLE_NORMAL);
    if (p->can.has[ABILITY_ERASE]) {
        put(p, ABILITY_ERASE);
        return;
    }
    for (int col = from; col < to; col++)
        buf_addc(&p->bytes, ' ');
    p->row = -1;
}

/* Erases the blanks from `col` on when that takes fewer bytes than writing them; their number. */
static int erase_run(struct painter *p, const struct grid *g, int row, int col, int end)
{
    int run = 0;

    while (col + run < end && is_blank(grid_cell(g, row, col + run)))
        run++;
    if (run < BLANK_RUN || !p->can.has[ABILITY_BLANK])
        return 0;
    move_to(p, g, row, col);
    set_style(p, STYLE_NORMAL);
    p->can.put(&p->bytes, ABILITY_BLANK, run, 0);
    return run;
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return cell_equal(a, b) || (is_blank(a) && is_blank(b));
}

static void paint_row(struct painter *p, const struct grid *g, int row)
{
    int end = used_cols(g, row), had = used_cols(&p->shown, row), run;
    bool again = false; /* the cell before may have covered this one */

    if (end == g->cols && row == g->rows - 1 && !p->can.last_cell)
        end--;
    for (int col = 0; col < end; col++) {
        const struct cell *c = grid_cell(g, row, col);
        if (c->width == 0 || (!again && same_cell(c, grid_cell(&p->shown, row, col))))
            continue;
        run = erase_run(p, g, row, col, end);
        again = run == 0 && !is_ascii(c);
        if (run > 0)
            col += run - 1;
        else
            paint_cell(p, g, row, col);
    }
    if (had > end && end < g->cols)
        clear_rest(p, g, row, end, had);
}

static int make_known(struct painter *p, const struct grid *g)
{
    if (p->known && p->shown.rows == g->rows && p->shown.cols == g->cols)
        return 0;
    if (grid_resize(&p->shown, g->rows, g->cols) < 0)
        return -1;
    put(p, ABILITY_PLAIN);
    put(p, ABILITY_CLEAR);
    p->style = STYLE_NORMAL;
    p->row = -1;
    p->known = true;
    return 0;
}

static bool can_shift(const struct painter *p)
{
    return p->can.has[ABILITY_REGION] && p->can.has[ABILITY_FORWARD] &&
           p->can.has[ABILITY_BACKWARD];
}

static void shift(struct painter *p, const struct shift *s, int rows)
{
    set_style(p, STYLE_NORMAL);
    p->can.put(&p->bytes, ABILITY_REGION, s->top, s->bottom);
    p->can.put(&p->bytes, ABILITY_ADDRESS, s->by > 0 ? s->bottom : s->top, 0);
    for (int i = 0; i < (s->by < 0 ? -s->by : s->by); i++)
        put(p, s->by > 0 ? ABILITY_FORWARD : ABILITY_BACKWARD);
    p->can.put(&p->bytes, ABILITY_REGION, 0, rows - 1);
    p->row = -1;
    shift_apply(&p->shown, s);
}

/* More than one: the list moves by an entry, and under it one link takes the place of the other. */
static void shift_rows(struct painter *p, const struct grid *g)
{
    struct shift s;

    if (!can_shift(p))
        return;
    for (int i = 0; i < SHIFTS && shift_find(&p->shown, g, &s); i++)
        shift(p, &s, g->rows);
}

static void place_cursor(struct painter *p, const struct grid *g)
{
    if (p->cursor_shown != g->cursor_shown)
        put(p, g->cursor_shown ? ABILITY_SHOW : ABILITY_HIDE);
    p->cursor_shown = g->cursor_shown;
    move_to(p, NULL, g->cursor_row, g->cursor_col);
}

int painter_paint(struct painter *p, const struct grid *g)
{
    if (make_known(p, g) < 0)
        return -1;
    shift_rows(p, g);
    for (int row = 0; row < g->rows; row++)
        paint_row(p, g, row);
    place_cursor(p, g);
    memcpy(p->shown.cell, g->cell, (size_t)g->rows * (size_t)g->cols * sizeof *g->cell);
    return 0;
}
