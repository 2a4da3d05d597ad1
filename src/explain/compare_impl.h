/* Inside of a comparison; for the compare*.c files alone. */
#ifndef AERSCOPE_EXPLAIN_COMPARE_IMPL_H
#define AERSCOPE_EXPLAIN_COMPARE_IMPL_H

#include "explain/compare.h"

enum pairing_state {
    PAIR_NONE,
    PAIR_SAME,
    PAIR_UNBOUND,
    PAIR_CHANGED,
    PAIR_MOVED,         /* with the same digest */
    PAIR_MOVED_UNBOUND, /* and with other members beyond it */
    PAIR_MOVED_CHANGED  /* with another digest */
};

/* In both at this place of the order, whatever is otherwise in it. */
static inline bool pair_in_order(unsigned char state)
{
    return state != PAIR_NONE && state < PAIR_MOVED;
}
static inline bool pair_one_digest(unsigned char state)
{
    return state == PAIR_SAME || state == PAIR_UNBOUND;
}
void copies_pair(struct copies *c, uint64_t earlier, uint64_t later, enum pairing_state state);

/* Counts a step of the work; -1 when it was stopped. */
int copies_step(struct copies *c, struct err *err);
bool copies_stopped(void *copies);

/* Fills pair, back and state. `c->start` is set where the later copy is the end of the earlier
 * one. */
int copies_align(struct copies *c, struct err *err);
/* Pairs what no digest pairs by what was recorded, and what is left in one stretch by its place. */
int copies_pair_records(struct copies *c, struct err *err);

/* Looks for members beyond the digest among the entries that are the same by it. */
int copies_sweep(struct copies *c, struct err *err);
/* Fills what the category says. */
int copies_judge(struct copies *c, struct err *err);

/* The link into the entry holds, by whatever construction the copy is judged. */
bool copies_linked(struct timeline *t, uint64_t entry);
/* Both have a digest, and it is one. */
bool copies_tied(const struct copies *c, uint64_t earlier, uint64_t later);
/* Digests stand for entries: they are of the current construction in both. */
bool copies_by_digest(const struct copies *c);

#endif
