/* Where each entry of the altered timeline comes from: the entries that the steps left, found again wherever they
 * stand now. */
#ifndef AERSCOPE_LAB_TRACK_H
#define AERSCOPE_LAB_TRACK_H

#include "lab/lab_impl.h"

/* Entries that follow each other, now and before. */
struct run {
    uint64_t at, count;
    uint64_t origin; /* where the first of them stood before; 0: they were put in, as copies or from elsewhere */
};

struct track {
    struct run *item; /* by `at` */
    size_t count, room;
    struct run *left; /* the same by `origin`, those that were put in left out */
    size_t lefts;
};

/* Of an entry that stands twice the first one is it, and the other a copy. What was taken out and put in again at its
 * place, member by member the same, is it too. 0 or -1; releasing is due in both cases. */
int track_of(struct track *t, struct lab *l, struct err *err);
void track_release(struct track *t);
uint64_t track_origin(const struct track *t, uint64_t at); /* 0: it was put in */
uint64_t track_now(const struct track *t, uint64_t entry); /* where what stood there stands now; 0: nowhere */
bool track_left(const struct track *t, uint64_t entry); /* the entry that stood there is still one, wherever; or 0 */

#endif
