/* A line being typed: UTF-8, edited in place, safe to paste into. */
#ifndef AERSCOPE_TUI_LINE_H
#define AERSCOPE_TUI_LINE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line {
    struct buf text;
    struct buf killed; /* what Ctrl-K, -U and -W took out last, for Ctrl-Y */
    size_t at; /* cursor, in bytes, between characters */
};

enum line_result { LINE_GOES_ON, LINE_DONE, LINE_CANCELLED };

void line_init(struct line *l);
void line_release(struct line *l);
void line_clear(struct line *l);
const char *line_text(const struct line *l); /* NUL-terminated */
int line_set(struct line *l, const char *text);
enum line_result line_key(struct line *l, uint32_t key);
/* Inserts bytes as they are: a part of the name of a file. */
void line_insert_raw(struct line *l, const void *bytes, size_t len);
/* Inserts text; control characters and what is no UTF-8 are left out. */
void line_insert(struct line *l, const void *bytes, size_t len);

#endif
