/* Errors as values. No function below src/app prints an error or leaves the program:
 * it fills a caller-owned `struct err` and returns -1. */
#ifndef AERSCOPE_BASE_ERR_H
#define AERSCOPE_BASE_ERR_H

#include <stdbool.h>
#include <stdint.h>

enum err_code {
    ERR_NONE = 0,
    ERR_USAGE,    /* the caller's words are off */
    ERR_OPEN,     /* a file cannot be opened */
    ERR_IO,       /* reading or writing failed */
    ERR_MEMORY,   /* no memory, or a ceiling of base/limits.h was reached */
    ERR_FORM,     /* the input is not what it must be; `located` says where */
    ERR_CHANGED,  /* a file changed while it was read */
    ERR_CANCELLED /* somebody asked to stop */
};

/* text: one sentence, NUL-terminated, what and what to do, evidence already escaped.
 * offset from 0; line and column (in bytes) from 1, 0 where they are not known. */
struct err {
    enum err_code code;
    bool located;
    uint64_t offset, line, column;
    char text[512];
};

/* Fills `e` (may be NULL) and returns -1, so that `return err_set(...)` reads as one act. */
int err_set(struct err *e, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a place in the input. */
int err_at(struct err *e, uint64_t offset, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void err_clear(struct err *e);

#endif
