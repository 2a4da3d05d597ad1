/* A line being typed: UTF-8, edited in place, safe to paste into. */
#ifndef AERSCOPE_TUI_LINE_H
#define AERSCOPE_TUI_LINE_H

#include "tui/typed.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum line_result { LINE_GOES_ON, LINE_DONE, LINE_CANCELLED };

void line_init(struct typed *l); /* typed_release() ends it */
const char *line_text(const struct typed *l); /* NUL-terminated */
int line_set(struct typed *l, const char *text);
enum line_result line_key(struct typed *l, uint32_t key);
/* Inserts text; control characters and what is no UTF-8 are left out. */
void line_insert(struct typed *l, const void *bytes, size_t len);

#endif
