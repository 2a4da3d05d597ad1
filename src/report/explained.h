/* What explains a finding, as JSON and as text. */
#ifndef AERSCOPE_REPORT_EXPLAINED_H
#define AERSCOPE_REPORT_EXPLAINED_H

#include "report/report.h"
#include "report/sheet.h"

/* The array "explanations"; empty where nothing is explained. 0 or -1; well-formed in both
 * cases. */
int json_explanations(struct json *j, const struct report *r, const struct finding *f,
                      struct err *err);
/* The object "explained": what is known of the file. */
void json_explained(struct json *j, const struct report *r);

int text_explanations(struct sheet *p, const struct report *r, const struct finding *f,
                      struct err *err);
void text_explained(struct sheet *p, const struct report *r);

#endif
