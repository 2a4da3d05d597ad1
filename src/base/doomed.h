/* Temporary files that a signal which ends the process takes away first. What is undoomed, or was never doomed, is
 * left alone. Any thread may call these. */
#ifndef AERSCOPE_BASE_DOOMED_H
#define AERSCOPE_BASE_DOOMED_H

/* Makes the file `name` in the directory that the descriptor `dir` is open on (both last until it is undoomed), for
 * O_WRONLY or O_RDWR as `access` says, of its owner alone, and dooms it: no signal comes between, to whatever thread.
 * From the first one on, every signal that would end the process and is neither caught nor ignored takes all of them
 * away, and then takes its course. Of more than a few at once the rest stays; a name of more than NAME_MAX bytes is not
 * doomed. A descriptor; -1 with errno, EEXIST where something has the name. */
int doomed_make(int dir, const char *name, int access);
/* It was put in place, or taken away. */
void doomed_drop(int dir, const char *name);
/* Takes all away; for a handler of signals (signal-safety(7)). */
void doomed_unlink(void);

#endif
