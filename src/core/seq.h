/* The value of a JSON number as an integer, exactly: never through a floating-point number. */
#ifndef AERSCOPE_CORE_SEQ_H
#define AERSCOPE_CORE_SEQ_H

#include "core/cursor.h"

/* A fraction or exponent form counts only up to 2^53, where every reader agrees on its value. */
#define SEQ_EXACT_MAX INT64_C(9007199254740992)

struct seq {
    bool integer;   /* the number has an integer value */
    bool small;     /* `value` holds it; otherwise its lexeme is its canonical form */
    bool spelled;   /* an integer that is not written as its canonical form: 1.0, 1e0, -0 */
    int64_t value;  /* at most 18 digits; not small: only the sign of it means something */
};

/* Reads the number lexeme at `from` of `length` bytes (already validated). -1: the source failed. */
int seq_read(struct seq *s, const struct extent *x, uint64_t from, uint64_t length, struct err *err);

#endif
