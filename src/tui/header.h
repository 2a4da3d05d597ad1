/* The rows at the top: the file, where we are in it, the four judgements each in its own cell. */
#ifndef AERSCOPE_TUI_HEADER_H
#define AERSCOPE_TUI_HEADER_H

#include "tui/state.h"

/* Names a training copy in row 1, and that one job alone is shown, for a view that has row 1 to itself; what is left of
 * the screen to the right of it. */
struct rect header_title(const struct state *s, struct grid *g);
void header_file(const struct state *s, struct grid *g);
void header_judgements(const struct state *s, struct grid *g);
/* On a screen too small for more: position, timeline, endpoint. */
void header_tiny(const struct state *s, struct grid *g);

#endif
