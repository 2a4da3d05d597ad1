/* Reports for others, by document.c in the form of each format. */
#ifndef AERSCOPE_REPORT_RENDER_H
#define AERSCOPE_REPORT_RENDER_H

#include "report/report.h"

/* As struct report_writer has it. */
int render_csv(struct out *out, const struct report *r, const struct report_request *request,
               struct err *err);
int render_json(struct out *out, const struct report *r, const struct report_request *request,
                struct err *err);
int render_html(struct out *out, const struct report *r, const struct report_request *request,
                struct err *err);
int render_md(struct out *out, const struct report *r, const struct report_request *request,
              struct err *err);
int render_text(struct out *out, const struct report *r, const struct report_request *request,
                struct err *err);

#endif
