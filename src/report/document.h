/* What a report says, in the order in which it says it. */
#ifndef AERSCOPE_REPORT_DOCUMENT_H
#define AERSCOPE_REPORT_DOCUMENT_H

#include "report/doc.h"

/* The headings of level 1 that document_write() gives, in their order, for a table of contents. */
struct document_section {
    const char *id, *name;                 /* a short name for it */
    bool (*there)(const struct report *r); /* NULL: always */
};
extern const struct document_section document_sections[]; /* the last has no id */

/* Writes the whole report in a form; `own` and `flags` become those of its struct doc. 0, or -1 when evidence could not
 * be read again. */
int document_write(struct out *out, const struct doc_form *form, void *own, unsigned flags, const struct report *r,
                   const struct report_request *request, struct err *err);

#endif
