/* Inside of a check of references; for the reference_*.c files alone. */
#ifndef AERSCOPE_CORE_REFERENCE_IMPL_H
#define AERSCOPE_CORE_REFERENCE_IMPL_H

#include "core/reference.h"

struct reference_check {
    struct reference_set *set;
    struct timeline *t;
    struct reference *r;
    int number; /* of `r` in the set */
    uint64_t entries;
    struct entry_mark last; /* of the last visible entry */
    struct str last_class;
    struct err *err;
};

/* Adds a finding of this reference at the last visible entry; NULL without memory. */
struct finding *reference_finding(struct reference_check *c, enum finding_code code,
                                  const char *member, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Sets of_entry and what belongs to it; after `number` and `result`. 0 or -1. */
int reference_find_entry(struct reference_check *c);

/* Two statements of one end that cannot both be of one finished timeline, by the current rules: the digest fixes
 * seq, and so the count. */
bool reference_excludes(const struct reference *a, const struct reference *b);
/* Published later, it counts fewer entries than one that was there before: a timeline only grows. */
bool reference_shrinks(const struct reference *late, const struct reference *early);

/* What the times of the reference say, what it shares with the others, and whether it can be true
 * beside them. -1 without memory. */
int reference_check_peers(struct reference_check *c, struct instant now);

#endif
