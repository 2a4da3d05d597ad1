/* Text pasted into a terminal without bracketed paste comes as keys, only faster. */
#ifndef AERSCOPE_TUI_BURST_H
#define AERSCOPE_TUI_BURST_H

#include <stdbool.h>
#include <stddef.h>

/* True when bytes that came at once are text that nobody typed: no repeated key, no command line
 * with its Enter. `prompting`: they would go into a line, where only a further line is too much. */
bool burst_is_paste(const unsigned char *bytes, size_t len, bool prompting);
/* True when bytes that came right after such text can be its continuation. */
bool burst_goes_on(const unsigned char *bytes, size_t len);

#endif
