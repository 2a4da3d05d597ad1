/* What kind of input this is, found by looking, and where its entries begin. */
#ifndef AERSCOPE_CORE_LAYOUT_H
#define AERSCOPE_CORE_LAYOUT_H

#include "core/entry.h"

struct layout_plan {
    enum layout layout;
    bool bom;
    uint64_t start;  /* where entries are looked for: after the bracket of the array, or the first value */
    unsigned depth;  /* containers open around an entry */
    /* of a wrapped timeline */
    enum { WRAP_NONE, WRAP_TIMELINE, WRAP_ENTRIES } wrap;
    uint64_t wrap_at; /* of the array */
    bool has_commitment;
    uint64_t commitment_at, commitment_length;
    bool unhashed;            /* the input was not read to its end */
    bool ambiguous;           /* it was refused because two timelines could be read out of it */
    bool saw_prev, saw_bytes; /* the wrapper itself has prev_digest, canonical_bytes */
};

/* Looks at the beginning of the input. -1: ERR_FORM located where it is damaged, not located where it is
 * something else than a timeline; or the source failed. `window` has `room` bytes. */
int layout_detect(struct layout_plan *plan, struct source *source, enum layout wanted,
                  unsigned char *window, size_t room, struct err *err);
/* Reads what follows the entries, from `from` to the end of the input: the rest of the wrapper, and then
 * nothing but white space. -1 as above. */
int layout_tail(struct layout_plan *plan, struct source *source, uint64_t from, unsigned char *window,
                size_t room, struct err *err);

#endif
