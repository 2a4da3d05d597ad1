/* The terminal, and the only user of curses: of its terminfo alone. The screen is painted by our
 * own comparison with what was painted before, because every character that is not ASCII is
 * followed by a cursor address, so that the terminal's opinion of widths cannot move a column. */
#ifndef AERSCOPE_TUI_TERM_H
#define AERSCOPE_TUI_TERM_H

#include "base/err.h"
#include "tui/event.h"
#include "tui/paint.h"
#include "tui/screen.h"

struct terminal;

/* 0 when a screen is possible; else ERR_OPEN (no terminal) or ERR_USAGE (TERM). */
int terminal_usable(struct err *err);
/* Takes the terminal over: standard output (else /dev/tty) for the screen, standard input (else
 * /dev/tty) for keys. Signals are caught from here on (tui/signals.h). NULL on error. */
struct terminal *terminal_open(struct err *err);
/* Gives it back as it was. */
void terminal_close(struct terminal *t);
/* Gives it back, stops the process (its group, as a Ctrl-Z would), and takes it over again when the
 * process goes on. */
void terminal_suspend(struct terminal *t, bool group);
/* Takes it over again after somebody else may have changed it. */
void terminal_resume(struct terminal *t);

/* How many colours it has; 0: none. */
int terminal_colors(const struct terminal *t);
void terminal_palette(struct terminal *t, const struct palette *palette);
/* Asks for the background, where that is safe; the answer is an event. */
void terminal_ask_ground(struct terminal *t);
/* Reports of the mouse, for terminals that have any. */
void terminal_mouse(struct terminal *t, bool on);

int terminal_fd(const struct terminal *t); /* for poll(): keys */
void terminal_size(const struct terminal *t, int *rows, int *cols);
/* Makes the terminal look like `g`; writes what changed. 0, or -1 when it is gone. */
int terminal_paint(struct terminal *t, const struct grid *g);
/* The next paint draws everything. */
void terminal_forget(struct terminal *t);
/* Reads what is there, after poll() said so; `prompting`: it will go into a line. 0, or -1 when the
 * terminal is gone. */
int terminal_read(struct terminal *t, bool prompting);
/* The next event of what was read; see input_next(). */
bool terminal_next(struct terminal *t, bool late, struct event *e);
bool terminal_waits(const struct terminal *t);

/* Whether it is of a kind that may take what is copied (OSC 52). It never says whether it did. */
bool terminal_copies(const struct terminal *t);
/* Gives it the text for its clipboard. 0, or -1 when it is gone. */
int terminal_copy(struct terminal *t, const void *bytes, size_t len);

#endif
