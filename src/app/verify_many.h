/* Several timelines, examined at once, their verdicts in the order given. */
#ifndef AERSCOPE_APP_VERIFY_MANY_H
#define AERSCOPE_APP_VERIFY_MANY_H

#include "app/options.h"
#include "app/pairing.h"
#include "app/records.h"

/* Who writes down what is examined, as the line asks. */
const struct report_writer *verify_writer(const struct options *o);
/* Examines what the line names, what its list names, or each line of standard input: `list` holds names,
 * or lines, or is NULL. The exit status over all, or one of these. */
enum {
    VERIFY_CLASH = -1,     /* the output would replace one of them */
    VERIFY_UNWRITTEN = -2, /* what was found could not all be written, which was said */
    VERIFY_NONE = -3       /* there was none, which was said */
};
int verify_many(struct report_run *run, const struct options *o, struct pairing *p, struct records *list);

#endif
