/* The screen as a text file. */
#ifndef AERSCOPE_TUI_SAVE_H
#define AERSCOPE_TUI_SAVE_H

#include "tui/state.h"

/* "[--styles] FILE": draws the screen, writes it to a new file and says so. 0, or -1 with the reason. */
int save_screen(struct state *s, const char *argument, struct err *err);

#endif
