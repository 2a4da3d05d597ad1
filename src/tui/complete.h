/* Names of files, completed where they are typed. */
#ifndef AERSCOPE_TUI_COMPLETE_H
#define AERSCOPE_TUI_COMPLETE_H

#include <stddef.h>

struct state;

/* Completes the path that begins at byte `from` of the prompt and ends at its cursor, as far as the
 * names agree; where they do not, the names are told above the prompt. Regular files and folders
 * alone; hidden ones when their name is begun. */
void complete_path(struct state *s, size_t from);

#endif
