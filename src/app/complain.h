/* What goes to standard error. */
#ifndef AERSCOPE_APP_COMPLAIN_H
#define AERSCOPE_APP_COMPLAIN_H

#include "base/buf.h"
#include "base/err.h"
#include "base/shown.h"

#include <stdbool.h>

/* The locale's codeset is UTF-8. */
bool complain_utf8(void);

/* What this thread complains of goes to the end of `to`, which is put out later; NULL: to standard error again. */
void complain_into(struct buf *to);

/* "aerscope: TEXT"; what is untrusted in it is escaped already. */
void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "aerscope: PATH: byte N, line N, column N: TEXT"; `path` is untrusted, NULL for none. The texts of
 * base/source name their file themselves: before them PATH is left out. */
void complain_err(const char *path, const struct err *e);
/* The same, and what to do: "; ADVICE". */
void complain_advice(const char *path, const struct err *e, const char *advice);

#endif
