/* Long lines of an entry's bytes: wrapped, or cut and moved sideways. */
#ifndef AERSCOPE_TUI_WRAP_H
#define AERSCOPE_TUI_WRAP_H

#include "tui/state.h"

/* From one to the other, for all entries from now on; what stands on top stays there. */
void wrap_toggle(struct state *s);
/* The actions that scroll sideways, for the details; false: it is none of them. `count` 0: none was given. */
bool wrap_across(struct state *s, enum action a, uint64_t count);
/* After the details were built, the bytes last: slides their lines, and keeps the place over a toggle. */
void wrap_settle(struct state *s);

#endif
