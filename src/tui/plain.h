/* For screen readers and braille: where a movement came to, in one line. */
#ifndef AERSCOPE_TUI_PLAIN_H
#define AERSCOPE_TUI_PLAIN_H

struct state;

/* Says it in the row of messages when the selection moved since; the entry is loaded. */
void plain_announce(struct state *s);

#endif
