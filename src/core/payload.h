/* canonical_bytes: strict base64, decoded and hashed in blocks, never held whole. */
#ifndef AERSCOPE_CORE_PAYLOAD_H
#define AERSCOPE_CORE_PAYLOAD_H

#include "core/digest.h"
#include "core/entry.h"

struct payload {
    bool strict;        /* it is a string of strict base64: the rest means something */
    bool trailing_bits; /* unused bits were set */
    bool utf8;          /* the decoded bytes are UTF-8 */
    uint64_t bytes;     /* decoded */
    struct digest digest;
};

/* Called with decoded bytes as they come; 0 to go on. */
typedef int payload_put(void *arg, const void *bytes, size_t len);

/* Reads the value. `put` may be NULL. -1: the source failed, `put` stopped, or SHA-256 failed. */
int payload_read(struct payload *p, const struct value *v, const struct extent *x, struct hasher *h,
                 payload_put *put, void *arg, struct err *err);

#endif
