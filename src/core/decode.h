/* Decoding of a validated JSON string, in pieces: escapes resolved, surrogate pairs joined, unpaired
 * surrogates kept (WTF-8). */
#ifndef AERSCOPE_CORE_DECODE_H
#define AERSCOPE_CORE_DECODE_H

#include "base/buf.h"
#include "core/cursor.h"

struct decoder {
    struct cursor c; /* behind the opening quote */
    bool ended;
};

/* `quote` is the offset of the opening quote. */
void decoder_open(struct decoder *d, const struct extent *x, uint64_t quote, unsigned char *window,
                  size_t room, struct err *err);
enum { DECODER_ROOM = 16 }; /* the least room that decoder_next() works with */
/* Writes up to `room` bytes of whole characters; 0 at the end, -1 when the source failed. */
ssize_t decoder_next(struct decoder *d, unsigned char *out, size_t room);

/* Decodes up to about `limit` bytes into `out`; 1 when there is more, 0 when that was all, -1. */
int decode_string(struct buf *out, const struct extent *x, uint64_t quote, size_t limit,
                  struct err *err);

#endif
