/* The comparison of two copies, as text and as one JSON document (aerscope.diff/1). */
#ifndef AERSCOPE_REPORT_REPORT_DIFF_H
#define AERSCOPE_REPORT_REPORT_DIFF_H

#include "explain/compare.h"
#include "report/report.h"

struct report_copy {
    const char *path;
    struct timeline *timeline; /* NULL: it could not be opened */
    const char *error;         /* why it was not read to its end, escaped; NULL: it was */
};

struct report_diff {
    struct report_copy earlier, later;
    const struct copies *copies; /* NULL: not compared */
    struct report_style style;
};

/* Rows that are shown of each list without `all_findings`. */
enum { REPORT_DIFF_TEXT = 20 };

/* 0, or -1 when evidence could not be read again; what was written is well-formed all the same. */
int report_diff_text(struct out *out, const struct report_diff *d, struct err *err);
int report_diff_json(struct out *out, const struct report_diff *d, struct err *err);

#endif
