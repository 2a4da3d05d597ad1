/* Text for a POSIX shell: one word that the shell takes for exactly these bytes. */
#ifndef AERSCOPE_REPORT_SHELL_H
#define AERSCOPE_REPORT_SHELL_H

#include "base/buf.h"

#include <stdbool.h>

/* U+0020..U+007E and nothing else. */
bool shell_plain(const void *bytes, size_t len);
/* Plain text in single quotes, always. 0, or -1 also where it is not plain. */
int shell_quote(struct buf *out, const void *bytes, size_t len);
/* A file's name: as it is where that is safe, quoted, or written by printf in octal where it is not
 * plain. -1 where it is empty, a lone "-", or ends in a line feed, which no substitution keeps. */
int shell_path(struct buf *out, const char *path);
/* A value behind an option, which may also be empty or a lone "-". For one that ends in line feeds SHELL_FEED, with a
 * blank behind it, must stand before the command. 0 or -1. */
#define SHELL_FEED "lf=\"$(printf '\\012.')\";"
int shell_value(struct buf *out, const char *value);
bool shell_needs_feed(const char *value);
/* A command of words of these kinds with single blanks between them, in lines of at most `cols` cells that a shell joins
 * to the same words. It begins in column `indent`, without that many blanks before it; a line that begins with a word
 * has them, and one that goes on within a word has none. indent + 16 <= cols. 0 or -1. */
int shell_lines(struct buf *out, const char *command, size_t indent, size_t cols);

#endif
