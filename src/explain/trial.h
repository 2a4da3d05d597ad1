/* Hypotheses put to the test, counted: does this text have the digest that is stored? */
#ifndef AERSCOPE_EXPLAIN_TRIAL_H
#define AERSCOPE_EXPLAIN_TRIAL_H

#include "core/digest.h"

#include <stdint.h>

struct trial {
    struct hasher *hasher;
    struct digest target;
    uint64_t tried;          /* hashes */
    uint64_t spent, limit;   /* a hash of a long text counts for several */
    bool (*stop)(void *arg); /* asked now and then; may be NULL */
    void *arg;
    bool stopped, failed;
    bool lacking; /* what failed was memory, and not SHA-256 */
    bool cut; /* something was left untried for want of budget */
};

/* False when no more may be tried. */
bool trial_more(struct trial *t);
/* Takes a digest and counts it. False when it could not be had. */
bool trial_digest(struct trial *t, const void *bytes, size_t len, struct digest *out);
/* True when the bytes have the target's digest. */
bool trial_hit(struct trial *t, const void *bytes, size_t len);
/* Lowers the limit to a share of what was given at first; the old limit comes back. */
uint64_t trial_share(struct trial *t, uint64_t share);

#endif
