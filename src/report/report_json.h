/* The documents aerscope.verdict/1 and aerscope.verdicts/1, and a line a file (ndjson). */
#ifndef AERSCOPE_REPORT_REPORT_JSON_H
#define AERSCOPE_REPORT_REPORT_JSON_H

#include "report/report.h"

extern const struct report_writer report_json, report_ndjson;

/* What a verdict says behind its `schema`, into the object that is open; at most `limit` findings. 0, or -1
 * when evidence could not be read again; well-formed in both cases. */
int json_verdict(struct json *j, const struct report *r, uint64_t limit, struct err *err);

/* Members that several documents have. */
void json_digest(struct json *j, const char *name, bool known, const struct digest *d);
/* `seq`: of an integer in digits a number up to 2^53, so that every reader of JSON reads the same; else its
 * lexeme as a string. */
void json_seq(struct json *j, const struct str *digits);

#endif
