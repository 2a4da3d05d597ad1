/* What surrounds every view: the rows at the top that never scroll away, the rows at the bottom. */
#ifndef AERSCOPE_TUI_FRAME_H
#define AERSCOPE_TUI_FRAME_H

#include "tui/state.h"
#include "tui/view.h"

enum { FRAME_HEAD = 3, FRAME_FOOT = 2, FRAME_MIN_ROWS = 10, FRAME_MIN_COLS = 40, FRAME_SHORT = 18 };

/* Smaller than this: position and two judgements alone. */
bool frame_tiny(const struct grid *g);
/* Where a note is typed there. */
struct rect frame_tiny_note(const struct grid *g);
/* Smaller than this, nothing but leaving and redrawing acts. */
bool frame_unusable(const struct grid *g);
/* Between head and foot; a filter and the map take rows of it. frame_room() when nothing is said,
 * frame_body() without the rows that a long message takes. */
struct rect frame_room(const struct state *s, const struct grid *g);
struct rect frame_body(const struct state *s, const struct grid *g);
void frame_draw(const struct state *s, struct grid *g);
void frame_draw_tiny(const struct state *s, struct grid *g);
/* A row of frame characters with words in it: "--- entry 5 ---- byte 2,311 --". */
void frame_rule(const struct state *s, struct grid *g, struct rect area, int row, enum style style,
                const char *left, const char *right);
const char *frame_dash(const struct state *s);
const char *frame_bar(const struct state *s);

#endif
