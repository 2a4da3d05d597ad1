/* A growable byte buffer with a ceiling chosen at init. A failed addition sets `failed` and every
 * later one fails too, so a series of additions needs one check at its end. */
#ifndef AERSCOPE_BASE_BUF_H
#define AERSCOPE_BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buf {
    unsigned char *data; /* `len` bytes and one NUL after them (NULL while empty) */
    size_t len, cap, max;
    bool failed;
};

/* An owned run of bytes that may hold NUL; data is NULL for "none", and has a NUL after its end. */
struct str {
    char *data;
    size_t len;
};

void buf_init(struct buf *b, size_t max);
void buf_release(struct buf *b); /* frees; the buffer may be used again */
void buf_clear(struct buf *b);   /* empties, keeps the memory, resets `failed` */
/* 0, or -1 when memory or the ceiling gave out. */
int buf_add(struct buf *b, const void *bytes, size_t len);
int buf_addc(struct buf *b, int byte);
int buf_adds(struct buf *b, const char *s);
int buf_addf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int buf_addv(struct buf *b, const char *fmt, va_list args) __attribute__((format(printf, 2, 0)));
/* Room for `len` more bytes; NULL on failure. The caller adds to b->len what it wrote. */
unsigned char *buf_reserve(struct buf *b, size_t len);
const char *buf_cstr(struct buf *b); /* "" while empty; belongs to the buffer */

/* memset() to zero, not to be inlined: for a size that it knows, a compiler takes an instruction that is
 * slow to start, which shows where millions of small structures are cleared. */
void buf_wipe(void *bytes, size_t len);

int str_set(struct str *s, const void *bytes, size_t len); /* replaces; 0 or -1 */
int str_take(struct str *s, struct buf *b);                /* takes the buffer's bytes; 0 or -1 */
void str_release(struct str *s);
bool str_equal(const struct str *a, const struct str *b);

#endif
