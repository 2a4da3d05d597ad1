/* What the checks find that they did not find before the steps: by entry and code, each entry held against the one
 * that it comes from, and by reference or action. */
#ifndef AERSCOPE_LAB_FRESH_H
#define AERSCOPE_LAB_FRESH_H

#include "lab/lab_impl.h"

struct fresh {
    uint64_t total[FINDING_COUNT]; /* findings that were not there, or say something else now */
    bool any;                      /* a failure of an entry is among them; the first, those of the chain ahead, is */
    enum finding_code code;        /* this */
    uint64_t entry;                /* of this entry as it is now */
    uint64_t link06; /* of a timeline that was historical and is not any more: the first entry whose link of
                      * revision -06 does not hold; 0: none */
};
/* Whether a link had to be rewritten to hold: what it cites, or that it is the first, is otherwise than before. */
bool fresh_links(const struct lab *l, const struct timeline *before, const struct timeline *after);
void fresh_of(struct fresh *f, const struct lab *l, const struct lab_view *before, const struct lab_view *after);

#endif
