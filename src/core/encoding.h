/* The bytes that an entry digest is taken of, as a producer may have written them, with places in
 * which a member can be put otherwise. */
#ifndef AERSCOPE_CORE_ENCODING_H
#define AERSCOPE_CORE_ENCODING_H

#include "core/parts.h"

/* How a producer may write the object otherwise than the format says; bits, 0 is the format. */
enum {
    ENCODE_RAW = 1,           /* only what RFC 8259 requires is escaped */
    ENCODE_DELETE = 2,        /* U+007F stands as it is */
    ENCODE_UPPER = 4,         /* upper-case hexadecimal digits in escapes */
    ENCODE_LONG = 8,          /* \u000a where there is a short escape */
    ENCODE_SPACES = 16,       /* a space after each separator */
    ENCODE_PREFIX = 32,       /* "sha256:" before output_hash */
    ENCODE_NO_CLOSE = 64,     /* close is left out where it is false */
    ENCODE_FRACTION = 128,    /* seq as 1.0 */
    ENCODE_NEVER_CLOSE = 256, /* close is left out always */
    ENCODE_ALL = 511
};
enum { ENCODE_NAMES = 9 };
/* Of one bit, for programs. */
const char *encoding_name(unsigned bit);
/* Appends the words of all bits. */
int encoding_say(struct buf *out, unsigned encoding);
/* The bits that make a difference for this entry. */
unsigned encoding_matters(const struct parts *p);

/* The ways of writing, those of few bits first: from 0 the next one that makes a difference to an entry to which
 * these bits do; 0 after the last. */
unsigned encoding_next(unsigned encoding, unsigned matters);

/* The digested members, in the order in which they are written. */
enum slot {
    SLOT_CLOSE, /* with its name and the separator after it */
    SLOT_ID,
    SLOT_JOB,
    SLOT_OUTPUT,
    SLOT_PREV,
    SLOT_CLASS,
    SLOT_SEQ,
    SLOT_TOOL,
    SLOT_COUNT
};
extern const enum member slot_member[SLOT_COUNT]; /* canonical_bytes for SLOT_OUTPUT */

/* Each appends a member as it stands in its slot; 0 or -1. */
int encode_close(struct buf *out, bool close, unsigned encoding);
int encode_text(struct buf *out, const void *wtf8, size_t len, unsigned encoding);
int encode_output(struct buf *out, const struct digest *d, unsigned encoding);
int encode_seq(struct buf *out, int64_t seq, unsigned encoding);

struct preimage {
    struct buf bytes;
    size_t from[SLOT_COUNT], to[SLOT_COUNT];
    unsigned lacks; /* bits of enum slot: there is no value for it */
};
void preimage_init(struct preimage *p);
void preimage_release(struct preimage *p);
/* Writes the entry; 0 or -1 (memory). */
int preimage_make(struct preimage *p, const struct parts *parts, unsigned encoding);
/* Writes `base` with other bytes in one slot. */
int preimage_put(struct preimage *p, const struct preimage *base, enum slot slot, const void *bytes,
                 size_t len);

#endif
