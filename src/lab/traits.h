/* What the steps in force come to, as far as it matters to who can see it: of entries that were put in and taken out
 * again, and of edits to entries that are gone, nothing is left. */
#ifndef AERSCOPE_LAB_TRAITS_H
#define AERSCOPE_LAB_TRAITS_H

#include "lab/lab_impl.h"

struct traits {
    bool none;                      /* there are no steps */
    bool removed, added, reordered; /* entries */
    bool tool;                      /* of an entry */
    bool content;                   /* id or bytes of an entry */
    bool time;                      /* created_at of an entry */
    bool unbound;                   /* a member that the digest does not bind */
    bool relinked;
};

/* 0, or -1 (no memory). */
int traits_of(struct traits *t, const struct lab *l);

#endif
