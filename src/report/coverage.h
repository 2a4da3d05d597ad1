/* The judgement on coverage, as JSON and as text. */
#ifndef AERSCOPE_REPORT_COVERAGE_H
#define AERSCOPE_REPORT_COVERAGE_H

#include "report/report.h"
#include "report/sheet.h"

/* The object "coverage". */
void json_coverage(struct json *j, const struct report *r);
/* What stands below the heading, but for the limits. 0 or -1. */
int text_coverage(struct sheet *p, const struct report *r, struct err *err);

#endif
