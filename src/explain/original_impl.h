/* Inside of what is said from earlier copies; for the original*.c files alone. */
#ifndef AERSCOPE_EXPLAIN_ORIGINAL_IMPL_H
#define AERSCOPE_EXPLAIN_ORIGINAL_IMPL_H

#include "explain/explain_impl.h"

/* The entry of the copy that a reference has the digest of, 0 for none. 0 or -1. */
int original_seen(const struct original *o, const struct reference *r, uint64_t *entry,
                  bool *flipped, struct err *err);
/* The first entry of the copy from which unbroken links lead to `end`. */
uint64_t original_linked_from(const struct original *o, uint64_t end);
/* The broken link of the file that speaks for this entry of the copy: it stores its digest, or that of
 * a later one to which unbroken links lead in the copy. NULL for none. */
const struct original_cited *original_spoken_for(const struct original *o, uint64_t there);
/* Whether a reference fixes these entries of the copy. */
bool original_fixed(const struct original *o, uint64_t from, uint64_t to);

/* Says what entry `there` of the copy has otherwise than `entry` of the file, as a change or, with
 * `stopped`, as one after which the links up to that entry were rewritten. 1 said, 0 nothing to say,
 * -1. */
int original_changed(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     uint64_t stopped, struct explanation_list *out, struct err *err);
/* What the copy has otherwise, with `more` than the number and the link; releasing is due after 0. */
int original_read_both(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                       struct hit *hit, bool *more, struct err *err);
/* The entries differ in more than number and link, so that the change is there. */
int original_differs(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     bool *differs, struct err *err);

#endif
