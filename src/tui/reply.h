/* What a terminal sends of itself: where the mouse is, which background it has. */
#ifndef AERSCOPE_TUI_REPLY_H
#define AERSCOPE_TUI_REPLY_H

#include "tui/event.h"

/* A report of the mouse, whole, as xterm's mode 1006 sends it. False when it is none; one without
 * meaning here is MOUSE_NONE. */
bool reply_mouse(const unsigned char *bytes, size_t len, struct event *e);
/* The answer to a question for the background (OSC 11). Returns its length; more than `len` when
 * more bytes are needed; 0 when it is none. A form that is not understood is EVENT_NONE. */
size_t reply_ground(const unsigned char *bytes, size_t len, struct event *e);

#endif
