/* The line of words over an entry's details: its number, its place, which failure it is. */
#ifndef AERSCOPE_TUI_ENTRY_RULE_H
#define AERSCOPE_TUI_ENTRY_RULE_H

#include "tui/state.h"

/* `scrolls`: details stand under it, so it says how much is further down. */
void entry_rule_draw(const struct state *s, struct grid *g, struct rect area, bool scrolls);
/* "byte 2,311, line 17" */
void entry_place(const struct state *s, struct buf *out);

#endif
