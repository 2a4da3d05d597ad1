/* A contradicted reference; for the endpoint*.c files alone. */
#ifndef AERSCOPE_EXPLAIN_ENDPOINT_IMPL_H
#define AERSCOPE_EXPLAIN_ENDPOINT_IMPL_H

#include "explain/explain_impl.h"

struct end {
    struct explainer *e;
    const struct reference *r;
    int number; /* of it */
    struct parts last;
    uint64_t place; /* the entry at the place that it counts; the last one where it counts none or more */
    bool asked; /* what its digest is of was searched for */
    struct explanation_list *out;
    size_t begun;
    struct err *err;
};

/* endpoint_seen.c: another entry has the digest, as it stands or closed otherwise; an entry stores it. 0 or -1. */
int explain_seen(struct end *w);
int explain_stored(struct end *w);
/* What may have come of the close that the reference has, or has not. */
int say_flipped(struct end *w, uint64_t entry, bool open_now);

/* endpoint_at.c: the entry at its place, or one before it, put otherwise. 0 or -1. */
int explain_at(struct end *w);
/* The same of the last one where it counts one entry less. */
int explain_rewritten(struct end *w, uint64_t last);
/* Who writes as the reference does; `entry` has its digest so. */
int say_maker(struct end *w, enum explanation_kind kind, uint64_t entry, unsigned encoding);
/* Which of the two was first is no digest's to show. */
int say_which(struct end *w, uint64_t entry);

/* endpoint_chain.c: the entries up to its place, numbered and linked anew, also in an order that the links fit.
 * 0 or -1. */
int explain_chain(struct end *w);
/* The last ones of them with two exchanged, or one moved, as far as the budget goes; numbered and linked anew. 0 or -1. */
int explain_orders(struct end *w);

#endif
