/* The parts of the text report that are lists: references, provenance, findings. */
#ifndef AERSCOPE_REPORT_TEXT_PARTS_H
#define AERSCOPE_REPORT_TEXT_PARTS_H

#include "report/report.h"
#include "report/sheet.h"

/* "1 entry", "2 entries" and the like, into the sentence. */
void text_count(struct sheet *p, uint64_t n, const char *one, const char *many);
/* A result's name with spaces for its underscores, into the sentence. */
void text_words(struct sheet *p, const char *name);
/* A standing's name, and that an assertion is no observation, into the sentence. */
void text_standing(struct sheet *p, enum standing s);
/* Digest behind a label. */
void text_digest(struct sheet *p, const char *label, const struct digest *d);

/* What several references say together, and in which order they were published. */
void text_agreement(struct sheet *p, const struct reference_set *refs);
/* `t`: what it was checked against, NULL for none. */
void text_reference(struct sheet *p, const struct reference *ref, size_t number, struct timeline *t);
int text_provenance(struct sheet *p, const struct report *r, bool all, struct err *err);
/* One finding below a label of its own: where, who says so, both values, what it means. */
void text_finding(struct sheet *p, const char *label, const struct finding *f);
int text_findings(struct sheet *p, const struct report *r, bool all, struct err *err);

#endif
