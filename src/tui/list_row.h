/* An entry as a row of the list, and the row after the last one. */
#ifndef AERSCOPE_TUI_LIST_ROW_H
#define AERSCOPE_TUI_LIST_ROW_H

#include "tui/columns.h"
#include "tui/state.h"

/* The rows must have been loaded. */
void list_row_draw(const struct state *s, struct grid *g, struct rect area, const struct columns *c,
                   int row, uint64_t entry);
/* What cites the last entry, or why that is not known yet. */
void list_end_draw(const struct state *s, struct grid *g, struct rect area, const struct columns *c,
                   int row);

#endif
