/* Which references belong to which of several timelines: each goes to those that have its job. */
#ifndef AERSCOPE_APP_PAIRING_H
#define AERSCOPE_APP_PAIRING_H

#include "core/reference.h"

struct pairing {
    struct reference_set all; /* with the list of expected actions; loaded once, since one may come from standard input */
    bool *paired;             /* with some timeline so far */
    bool *lent;               /* is in the set of the timeline at hand */
    size_t count;
    bool list_paired; /* the list of expected actions was, with some timeline */
    bool list_lent;
    size_t owned; /* items of `all`, the paired ones at its end included */
};

/* Takes over what `all` owns, also on failure. 0 or -1. */
int pairing_init(struct pairing *p, struct reference_set *all, struct err *err);
void pairing_release(struct pairing *p);
/* Hands all to the only timeline there is, of whatever job they are. */
void pairing_give(struct pairing *p, struct reference_set *mine);
/* Lends `mine` the references of the timeline's job, checked against it; the one in its own file goes
 * with them. 0 or -1; to be returned in both cases. */
int pairing_lend(struct pairing *p, struct timeline *t, struct instant now,
                 struct reference_set *mine, struct err *err);
void pairing_return(struct pairing *p, struct reference_set *mine);
/* At the end: only those that no timeline has the job of are left in `all`, and are unusable. */
void pairing_keep_unpaired(struct pairing *p);

#endif
