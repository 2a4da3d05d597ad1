/* The source of an entry as it stands in the file: each row with its byte offset, each line with its
 * number. */
#ifndef AERSCOPE_TUI_SOURCE_PAGE_H
#define AERSCOPE_TUI_SOURCE_PAGE_H

#include "tui/state.h"

/* The loaded bytes of s->detail from column `col` on, to a page `cols` wide. */
void source_page_add(struct page *p, const struct state *s, int col, int cols);
/* Bytes of the input that a piece of escaped text stands for, where it was escaped without
 * TEXT_WTF8. */
size_t source_piece_length(const char *piece, size_t len, bool token);

#endif
