/* The form of a chain commitment (draft-zambo-aer1-09, section 7.3). */
#ifndef AERSCOPE_CORE_COMMITMENT_H
#define AERSCOPE_CORE_COMMITMENT_H

#include "core/members.h"
#include "core/reference.h"

/* Reads the commitment into `r`; what is wrong with its form becomes findings, and r->readable says whether
 * there are none. -1: no memory. */
int commitment_read(struct reference *r, const struct document *d, struct err *err);
/* Adds a finding commitment.form that says `what` of `member` (NULL: the whole). */
int commitment_form(struct reference *r, const char *member, const char *what, struct err *err);

#endif
