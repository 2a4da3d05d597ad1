/* The documents aerscope.verdict/1 and aerscope.verdicts/1, and a line a file (ndjson). */
#ifndef AERSCOPE_REPORT_REPORT_JSON_H
#define AERSCOPE_REPORT_REPORT_JSON_H

#include "report/report.h"

extern const struct report_writer report_json, report_ndjson;

#endif
