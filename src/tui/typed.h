/* Text being typed, and the cursor in it: what a line and an editor do alike. The bytes may be anything; a place is
 * between two of them, and whoever calls keeps it between characters. */
#ifndef AERSCOPE_TUI_TYPED_H
#define AERSCOPE_TUI_TYPED_H

#include "base/buf.h"

struct typed {
    struct buf text;
    struct buf killed; /* what was taken out last, to be put in again */
    size_t at;         /* the cursor */
};

void typed_init(struct typed *t, size_t most); /* most bytes that it holds */
void typed_release(struct typed *t);           /* may be used again */
void typed_clear(struct typed *t);             /* but for what was taken out */

/* Puts bytes in at the cursor, which goes behind them. 0, or -1 where they do not fit: then nothing is done. */
int typed_put(struct typed *t, const void *bytes, size_t len);
/* What was taken out last. 0 or -1, likewise. */
int typed_put_back(struct typed *t);
/* Erases [from, to) for good, or takes it out; the cursor goes to its place. False where there is nothing. */
bool typed_erase(struct typed *t, size_t from, size_t to);
bool typed_take_out(struct typed *t, size_t from, size_t to);

/* Where the word before the cursor begins, or the one behind it ends. Spaces and line feeds part words. */
size_t typed_word_begin(const struct typed *t);
size_t typed_word_end(const struct typed *t);

#endif
