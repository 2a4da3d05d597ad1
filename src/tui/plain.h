/* For screen readers and braille: where a movement came to, in one line. */
#ifndef AERSCOPE_TUI_PLAIN_H
#define AERSCOPE_TUI_PLAIN_H

#include "tui/screen.h"

#include <stdbool.h>

struct state;

/* Says it in the row of messages when the selection moved since; the entry is loaded. */
void plain_announce(struct state *s);
/* Of a view that was drawn there and is no list of entries: puts the cursor on its selected row, and says that when it
 * is another than before. True when it was said, for which the view has less room. */
bool plain_announce_row(struct state *s, struct rect body);

#endif
