/* Signals while the terminal is ours. TSTP, CONT, WINCH and all that would end the process (HUP, INT,
 * QUIT, TERM, USR1, XCPU, those of real time ...) are noted and reach the loop through a pipe; those of a
 * fault (ABRT, SEGV, BUS, ILL, FPE, SYS, TRAP) give the terminal back and take temporary files away
 * (base/doomed.h) at once, and then take their course. */
#ifndef AERSCOPE_TUI_SIGNALS_H
#define AERSCOPE_TUI_SIGNALS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

int signals_begin(struct err *err);
void signals_end(void);
int signals_fd(void); /* readable when one was noted */
/* The next noted signal, 0 when there is none. */
int signals_take(void);
/* True when one that ends the process has been noted and not been taken. */
bool signals_fatal_noted(void);
/* What a crash writes to `fd` and sets there; copied. A NULL `mode` ends it. */
void signals_guard(int fd, const struct termios *mode, const void *bytes, size_t len);
/* Stops the process, or its whole group as Ctrl-Z does; returns when it goes on. */
void signals_stop(bool group);
/* Ends the process by `number`, as if it had not been caught. */
void signals_raise(int number);

#endif
