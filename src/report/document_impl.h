/* The parts of a report; for document*.c alone. Each puts down its own headings. Those that read evidence
 * again return 0 or -1. */
#ifndef AERSCOPE_REPORT_DOCUMENT_IMPL_H
#define AERSCOPE_REPORT_DOCUMENT_IMPL_H

#include "report/doc.h"

/* document_about.c */
void document_title(struct doc *d);
void document_summary(struct doc *d);
void document_examined(struct doc *d);
void document_made(struct doc *d);

/* document_judged.c */
void document_judgements(struct doc *d);
void document_provenance(struct doc *d);
void document_references(struct doc *d);
void document_coverage(struct doc *d);

/* document_map.c */
void document_map(struct doc *d);

/* document_findings.c */
int document_first(struct doc *d, struct err *err);
int document_findings(struct doc *d, struct err *err);

/* document_entries.c */
int document_entries(struct doc *d, struct err *err);

/* document_case.c: what the case file says */
void document_outcome(struct doc *d);
void document_notes(struct doc *d);
void document_case(struct doc *d);

/* document_checks.c */
int document_reproduce(struct doc *d, struct err *err);
void document_remaining(struct doc *d);

/* Small words. */
void document_count(struct doc *d, uint64_t n, const char *one, const char *many);
void document_words(struct doc *d, const char *name);
/* Text that a function of report/says.h made; empties it. */
void document_said(struct doc *d, struct buf *said);
/* What the user states in words, judged word by word as in a note; or that nothing was stated. */
void document_given(struct doc *d, const char *text);
/* A standing with the class that it comes from. What is evidence stands last, here as everywhere in a
 * field: words behind it could be taken for its own, and its own for ours. */
void document_standing(struct doc *d, enum standing s, const struct str *class_text);

#endif
