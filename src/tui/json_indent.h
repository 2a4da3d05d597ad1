/* JSON set in lines. Only white space between tokens changes; every lexeme stands as it was. */
#ifndef AERSCOPE_TUI_JSON_INDENT_H
#define AERSCOPE_TUI_JSON_INDENT_H

#include "base/buf.h"

enum { JSON_INDENT = 2 };

/* Appends the text in lines that end in a line feed, indented by spaces. 0; -1 where it is not one
 * strict JSON value (RFC 8259, UTF-8, at most LIMIT_DEPTH deep) or the buffer failed: what was
 * appended means nothing then. */
int json_indent(const void *bytes, size_t len, struct buf *out);

#endif
