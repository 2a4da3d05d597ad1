/* Which elements of two series are the same, in an order that both share. */
#ifndef AERSCOPE_EXPLAIN_ALIGN_H
#define AERSCOPE_EXPLAIN_ALIGN_H

#include "core/digest.h"

#include <stdbool.h>
#include <stdint.h>

struct align_key {
    struct digest key;
    uint32_t at; /* the caller's number of the element, rising within a series */
};

enum align_kind { ALIGN_IN_ORDER, ALIGN_MOVED };
/* Called for pairs of equal keys, each element in one at most. MOVED: it stands across pairs that are in order,
 * of which there are as many as can be (of very many that are equal: as can be with the first of a key set beside
 * the first, and so on), and of them as many at one place in both as that allows. */
typedef void align_found(void *arg, enum align_kind kind, uint32_t a, uint32_t b);

/* Changes the order of both series. `stop` is asked now and then, unless it is NULL: once it says true nothing
 * more is done. 0, or -1 without memory or when it was stopped. */
int align_series(struct align_key *a, size_t an, struct align_key *b, size_t bn, align_found *found,
                 bool (*stop)(void *arg), void *arg);

/* Sorts the series by its keys and leaves those that stand in it once. How many, or -1 as above. */
int64_t align_once(struct align_key *a, size_t an, bool (*stop)(void *arg), void *arg);

#endif
