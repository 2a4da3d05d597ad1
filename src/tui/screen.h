/* A grid of cells that views draw on and the terminal is made to look like. Knows no terminal.
 *
 * All text given to it must be escaped (base/text.h) or a literal of this program; it is measured
 * by text_next() and clipped to whole pieces. Tokens in it are drawn in their own style. */
#ifndef AERSCOPE_TUI_SCREEN_H
#define AERSCOPE_TUI_SCREEN_H

#include "base/buf.h"
#include "tui/style.h"

#include <stdbool.h>
#include <stddef.h>

enum { CELL_BYTES = 24 };

struct cell {
    char text[CELL_BYTES]; /* one grapheme, no NUL */
    unsigned char len;
    unsigned char width; /* 1 and more, or 0: covered by a cell before */
    unsigned char style;
};

struct grid {
    int rows, cols;
    struct cell *cell;
    int cursor_row, cursor_col; /* where the hardware cursor goes */
    bool cursor_shown;
};

struct rect {
    int row, col, rows, cols;
};

/* Zero-initialise. Resizing empties the grid; 0 or -1. */
int grid_resize(struct grid *g, int rows, int cols);
void grid_release(struct grid *g);
void grid_clear(struct grid *g);
struct rect grid_area(const struct grid *g);
const struct cell *grid_cell(const struct grid *g, int row, int col); /* NULL outside */
bool cell_equal(const struct cell *a, const struct cell *b);

/* A part of `r`, clipped to it. Rows and columns are relative to it; negative sizes mean empty. */
struct rect rect_part(struct rect r, int row, int col, int rows, int cols);

/* Each draws into the row `row` of `area` from its column `col` on, clipped to `area`, and returns
 * the column after what was drawn. */
int draw_text(struct grid *g, struct rect area, int row, int col, enum style style,
              const char *text, size_t len);
int draw_word(struct grid *g, struct rect area, int row, int col, enum style style,
              const char *literal);
/* At most `cells`; what does not fit ends in the cut sign. */
int draw_fit(struct grid *g, struct rect area, int row, int col, int cells, enum style style,
             const char *text, size_t len);
int draw_repeat(struct grid *g, struct rect area, int row, int col, int times, enum style style,
                const char *literal);
/* What is drawn there is a match of a search. */
void draw_match(struct grid *g, struct rect area, int row, int col, int cells);

/* The characters, a line a row without trailing spaces; `styles` adds a line "styles:" and the
 * style marks in the same way. 0 or -1. */
int grid_save(const struct grid *g, bool styles, struct buf *out);

#endif
