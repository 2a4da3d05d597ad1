/* A file that is looked at by the system, so that a change of it is known without asking. */
#ifndef AERSCOPE_TUI_WATCH_H
#define AERSCOPE_TUI_WATCH_H

#include <stdbool.h>

/* A descriptor for poll(), readable when something happened to the file; -1 where the system offers
 * none, or the path is standard input. */
int watch_open(const char *path);
/* Takes what is there. */
void watch_drain(int fd);
void watch_close(int *fd);

#endif
