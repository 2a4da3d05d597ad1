/* What `verify` prints for people: 80 columns, each judgement in its own words and with its limits. */
#ifndef AERSCOPE_REPORT_REPORT_TEXT_H
#define AERSCOPE_REPORT_REPORT_TEXT_H

#include "report/report.h"

extern const struct report_writer report_text;

#endif
