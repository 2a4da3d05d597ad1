/* An earlier copy of the timeline as a reference of its end: it confirms only as far as it goes. */
#ifndef AERSCOPE_EXPLAIN_BASELINE_H
#define AERSCOPE_EXPLAIN_BASELINE_H

#include "core/reference.h"
#include "explain/compare.h"

/* What the last check found between the copy and the timeline; NULL before one, and for a reference
 * that is none or is unusable. The reference's own. */
const struct copies *baseline_copies(const struct reference *r);

struct copies_watch;
struct baseline;

/* Opens the copy and starts its examination; the check waits for its end. What cannot be opened is
 * appended as well, as unusable. NULL without memory. */
struct reference *baseline_add(struct reference_set *set, const char *path, unsigned jobs,
                               struct err *err);
/* The same of the entries of `job` in the copy alone; NULL, or data NULL: all. */
struct reference *baseline_add_job(struct reference_set *set, const char *path, unsigned jobs,
                                   const struct str *job, struct err *err);

/* The copy of a reference of this kind; NULL for others, and for one that could not be opened. It
 * stays where it is when the set grows, and goes with its reference. */
struct baseline *baseline_of(const struct reference *r);
/* Ahead of the check, beside something else: waits until the copy is read and compares it; a check
 * against this timeline that follows takes what it found. Nothing of the reference is touched.
 * 0, also where the copy is of no use, which the check will say; -1, ERR_CANCELLED when stopped. */
int baseline_prepare(struct baseline *b, struct timeline *t, struct copies_watch *watch,
                     struct err *err);
/* Whether a check against this timeline has its answer already. */
bool baseline_prepared(const struct baseline *b, struct timeline *t);
/* How much of the copy is read, 0 to 100; and whether that is over. */
unsigned baseline_percent(const struct baseline *b);
bool baseline_over(const struct baseline *b);
/* Takes in what was read, where that is over: r->readable says whether it can be used. 0 or -1. */
int baseline_settle(struct reference *r, struct err *err);

#endif
