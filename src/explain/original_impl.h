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

/* No entry of the file stands for this one of the copy, and none has its digest. */
bool original_gone(const struct explainer *e, const struct original *o, uint64_t there);

/* Says what entry `there` of the copy has otherwise than `entry` of the file, as a change or, with
 * `stopped`, as one after which the links up to that entry were rewritten. 1 said, 0 nothing to say,
 * -1. */
int original_changed(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     uint64_t stopped, struct explanation_list *out, struct err *err);
/* What the copy has otherwise, with `more` than the number and the link; releasing is due after 0. */
int original_read_both(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                       struct hit *hit, bool *more, struct err *err);
/* Says what was read so. */
int original_say_hit(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     struct hit *hit, struct explanation_list *out, struct err *err);
/* Names the members outside the digest that differ, after `before`; false when there are none. One that
 * follows from a member of the digest that differs as well is left out. */
bool original_say_unbound(struct draft *d, const struct copies_members *m, const char *before);
/* Says by what a reference fixes the copy. */
void original_say_fixed(struct draft *d, const struct original *o);
/* " with close false", where the reference has the entry with its close put the other way. */
const char *original_close(const struct original *o, uint64_t there, bool flipped);
extern const char original_decides[];
/* The entries differ in more than number and link, so that the change is there. */
int original_differs(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     bool *differs, struct err *err);

/* Both hold the same id, tool, class, job and bytes: 1, 0, -1. */
int original_same_record(struct explainer *e, const struct original *o, uint64_t there, uint64_t here,
                         struct err *err);
bool original_one_digest(const struct explainer *e, const struct original *o, uint64_t there, uint64_t here);

/* A hypothesis on what led to a relation that is proved, about the same entries. Of "if ..., ...; else ..."
 * the two cases are all that there are. */
void original_story(struct draft *d, struct explainer *e, const struct original *o,
                    const struct explanation *proved, enum explanation_kind kind);
int original_story_end(struct draft *d, struct explanation_list *out, struct err *err);

#endif
