/* What a report says, in the order in which it says it. */
#ifndef AERSCOPE_REPORT_DOCUMENT_H
#define AERSCOPE_REPORT_DOCUMENT_H

#include "report/doc.h"

/* Puts down the whole report. `d` is initialised. 0, or -1 when evidence could not be read again. */
int document_put(struct doc *d, struct err *err);

#endif
