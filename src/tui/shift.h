/* Rows that only moved, so that the terminal can move them too. */
#ifndef AERSCOPE_TUI_SHIFT_H
#define AERSCOPE_TUI_SHIFT_H

#include "tui/screen.h"

/* The rows `top` to `bottom` move up by `by` (down when negative); what comes in is blank. */
struct shift {
    int top, bottom, by;
};
/* Looks for one after which fewer bytes make `want` out of `shown`; of the same size. */
bool shift_find(const struct grid *shown, const struct grid *want, struct shift *out);
void shift_apply(struct grid *g, const struct shift *s);

#endif
