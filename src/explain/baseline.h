/* An earlier copy of the timeline as a reference of its end: it confirms only as far as it goes. */
#ifndef AERSCOPE_EXPLAIN_BASELINE_H
#define AERSCOPE_EXPLAIN_BASELINE_H

#include "core/reference.h"

/* Opens the copy and starts its examination; the check waits for its end. What cannot be opened is
 * appended as well, as unusable. NULL without memory. */
struct reference *baseline_add(struct reference_set *set, const char *path, unsigned jobs,
                               struct err *err);

#endif
