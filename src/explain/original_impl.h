/* Inside of what is said from earlier copies; for the original*.c files alone. */
#ifndef AERSCOPE_EXPLAIN_ORIGINAL_IMPL_H
#define AERSCOPE_EXPLAIN_ORIGINAL_IMPL_H

#include "explain/explain_impl.h"

/* The entry of the copy that a reference has the digest of, 0 for none. 0 or -1. */
int original_seen(const struct original *o, const struct reference *r, uint64_t *entry,
                  bool *flipped, struct err *err);
/* The first entry of the copy from which unbroken links lead to `end`. */
uint64_t original_linked_from(const struct original *o, uint64_t end);
/* Whether a reference fixes these entries of the copy. */
bool original_fixed(const struct original *o, uint64_t from, uint64_t to);

/* Says what entry `there` of the copy has otherwise than `entry` of the file. `cited_by`: the entry of
 * the file that stores the digest of that one, 0 for none. 1 said, 0 nothing to say, -1. */
int original_changed(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     uint64_t cited_by, struct explanation_list *out, struct err *err);

#endif
