/* What a terminal sends of itself: where the mouse is, which background it has. */
#ifndef AERSCOPE_TUI_REPLY_H
#define AERSCOPE_TUI_REPLY_H

#include "tui/event.h"

/* A report of the mouse, whole, as xterm's mode 1006 sends it. False when it is none; one without
 * meaning here is MOUSE_NONE. */
bool reply_mouse(const unsigned char *bytes, size_t len, struct event *e);
/* The answer to a question for the background (OSC 11), without what begins and ends it: 0xRRGGBB.
 * False when it is in another form. */
bool reply_ground(const char *text, size_t len, uint32_t *out);
/* True when the byte can stand in such an answer. */
bool reply_may_hold(unsigned char c);

#endif
