/* The case file that a timeline was held beside, as JSON and as text; nothing where there is none. */
#ifndef AERSCOPE_REPORT_REPORT_CASE_H
#define AERSCOPE_REPORT_REPORT_CASE_H

#include "report/report.h"
#include "report/sheet.h"

/* How its notes lie beside the timeline. */
struct case_notes {
    size_t total, here, by_digest, by_number, orphaned;
};
struct case_notes case_notes(const struct casefile *c);

/* The object "outcome" of the judgements, with what systems stated. */
void json_outcome(struct json *j, const struct report *r);
/* The object "case" at the top. */
void json_case(struct json *j, const struct report *r);

/* What stands below the heading of outcome, but for the limits. */
void text_outcome(struct sheet *p, const struct report *r);
/* A section of its own. */
void text_case(struct sheet *p, const struct report *r);

#endif
