/* The bytes of an entry as lines: decoded text, hex dump, preimage, source. */
#ifndef AERSCOPE_TUI_BYTES_PAGE_H
#define AERSCOPE_TUI_BYTES_PAGE_H

#include "tui/state.h"

/* Adds a title and the loaded bytes of s->detail, from column `label` on, to a page `cols` wide. */
void bytes_page_add(struct page *p, const struct state *s, int label, int cols);
const char *bytes_mode_name(enum bytes_mode m);

#endif
