/* Inside of the editor: graphemes, lines, and the rows that they take on the screen. */
#ifndef AERSCOPE_TUI_EDITOR_ROWS_H
#define AERSCOPE_TUI_EDITOR_ROWS_H

#include "tui/editor.h"

size_t editor_line_begin(const struct editor *e, size_t at);
size_t editor_line_end(const struct editor *e, size_t at); /* before its line feed */
/* One grapheme, or line end, back or on. */
size_t editor_before(const struct editor *e, size_t at);
size_t editor_after(const struct editor *e, size_t at);
/* The cursor `by` rows down or (negative) up, in the column that it came from. */
void editor_go_rows(struct editor *e, int by);

#endif
