/* The screen as a text file. */
#ifndef AERSCOPE_TUI_SAVE_H
#define AERSCOPE_TUI_SAVE_H

#include "tui/state.h"

/* "[--styles] FILE": draws the screen and writes it to a new file; says what became of it. */
void save_screen(struct state *s, const char *argument);

#endif
