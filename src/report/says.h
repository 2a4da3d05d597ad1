/* Sentences that more than one format says, so that each is worded once. Static, or appended to a buffer
 * in the escaped form of base/text.h. */
#ifndef AERSCOPE_REPORT_SAYS_H
#define AERSCOPE_REPORT_SAYS_H

#include "report/report.h"

/* "1 entry", "2 entries" and the like. */
void says_count(struct buf *out, uint64_t n, const char *one, const char *many);
/* A result's name with spaces for its underscores. */
void says_words(struct buf *out, const char *name);
/* That entries carry the member of the training lab, and what that is worth; nothing where none does. */
void says_training(struct buf *out, const struct timeline *t);
/* A standing's name, and that an assertion is no observation. */
const char *says_standing(enum standing s);

/* What the examination gave for each judgement, with its reason. */
void says_timeline(struct buf *out, const struct report *r);
const char *says_endpoint(const struct report *r);
/* What cites the last entry; stands behind it, and begins with ";". */
void says_citing(struct buf *out, const struct verdict *v);
/* Why coverage was not assessed. */
const char *says_coverage_open(const struct report *r);
/* Why what the case file holds may not be what the examiner put there, as a sentence without its full stop; NULL where
 * its history gives no reason. */
const char *says_case_doubt(const struct report *r);
/* The list that was used has not the SHA-256 that the case file recorded; what to say of it then, else "". */
bool says_list_is_other(const struct report *r);
const char *says_list_other(const struct report *r);
/* What is seen when one looks at timeline and endpoint together and what the chain alone could never
 * show; NULL where there is no such thing. */
const char *says_contrast(const struct report *r);
/* What a reference's result means; begins with ": ". */
const char *says_reference(const struct reference *ref);
/* The entry that its digest is held against. */
void says_held_against(struct buf *out, const struct reference *ref, const struct reference_end *end);
/* Behind the word for its independence. */
const char *says_independence(const struct reference *ref);
/* Goes on behind a time of publication that cannot be, or not beside the others; else "". */
const char *says_time(const struct reference *ref);
/* What several references say together, and before it what came of each; nothing for fewer than two. */
void says_agreement(struct buf *out, const struct reference_set *refs);
void says_relations(struct buf *out, const struct reference_set *refs);
/* What the exit status stands for. */
const char *says_status(const struct report *r);
/* Goes on behind it where the references do not go together; else "". */
const char *says_doubt(const struct report *r);

/* Of entries that were selected by their job; what is selected stands between the two. */
void says_selected(struct buf *out, const struct selection *s);
void says_selected_rest(struct buf *out, const struct selection *s);

/* Of a file in which an entry has another job than the first. */
#define SAYS_OTHER_JOBS                                                                                                \
    "entries have other jobs than the first: it may be a file of several, which aerscope verify --list-jobs lists, "   \
    "and verify --job=ID examines one of them"

#endif
