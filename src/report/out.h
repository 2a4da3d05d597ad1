/* Where text goes: a block of bytes in front of somebody who writes it on. An error sticks, so that a
 * long series of additions needs one check at its end, and a full disk is noticed. */
#ifndef AERSCOPE_REPORT_OUT_H
#define AERSCOPE_REPORT_OUT_H

#include <stddef.h>

enum { OUT_BLOCK = 16 * 1024 };

/* Writes all `len` bytes: 0, or an errno value. */
typedef int out_write(void *arg, const void *bytes, size_t len);

struct out {
    out_write *write; /* NULL: whatever is added is dropped */
    void *arg;
    int error; /* errno of the first failure; nothing is written after it */
    size_t len;
    char block[OUT_BLOCK];
};

void out_init(struct out *o, out_write *write, void *arg);
void out_add(struct out *o, const void *bytes, size_t len);
void out_addc(struct out *o, char c);
void out_adds(struct out *o, const char *s);
void out_repeat(struct out *o, char c, size_t times);
/* At most 255 bytes of text; for evidence use the functions above. */
void out_addf(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Passes on what waits. 0, or the errno value that stuck. */
int out_flush(struct out *o);

/* An out_write for a `struct buf *`. */
int out_to_buf(void *buf, const void *bytes, size_t len);

#endif
