/* Makes a terminal look like a grid by comparing it with what was painted before. Every character
 * that is not ASCII is followed by a cursor address, so that the terminal's opinion of widths
 * cannot move a column. */
#ifndef AERSCOPE_TUI_PAINT_H
#define AERSCOPE_TUI_PAINT_H

#include "tui/ability.h"
#include "tui/screen.h"

/* A colour for each style; negative: the terminal's own. */
struct palette {
    short color[STYLE_COUNT];
};

struct painter {
    struct abilities can;
    struct palette palette;
    struct buf bytes;  /* to be written */
    struct buf way, other; /* to where the cursor has to go: the shortest so far, and one that is tried */
    struct grid shown; /* what was painted */
    bool known;        /* `shown` is what the terminal shows */
    int row, col;      /* of the cursor; row -1: not known */
    int style;         /* -1: not known */
    bool cursor_shown;
};

void painter_init(struct painter *p);
void painter_release(struct painter *p);
/* The next painting draws everything. */
void painter_forget(struct painter *p);
/* What is shown in a style whose colour is another now is drawn again by the next painting. */
void painter_recolor(struct painter *p, const struct palette *palette);
/* Adds to `bytes`. 0, or -1 without memory. */
int painter_paint(struct painter *p, const struct grid *g);

#endif
