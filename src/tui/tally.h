/* How many entries up to a given one carry a finding of some kind, counted as they are published
 * and kept every few thousand entries, so that "failure 3 of 12" costs the same at any length. */
#ifndef AERSCOPE_TUI_TALLY_H
#define AERSCOPE_TUI_TALLY_H

#include "core/timeline.h"

#include <stddef.h>
#include <stdint.h>

enum { TALLY_STEP = 4096 };

struct tally {
    uint32_t mask;    /* of finding codes */
    uint64_t counted; /* entries looked at */
    uint64_t total;   /* of them with a finding */
    uint64_t *before; /* before[i]: those among the first i * TALLY_STEP entries */
    size_t room;
};

void tally_release(struct tally *y);
/* Counts up to entry `upto`. 0 or -1. */
int tally_extend(struct tally *y, const struct timeline *t, uint64_t upto);
/* Entries with a finding among 1 .. entry, which were counted. */
uint64_t tally_upto(const struct tally *y, const struct timeline *t, uint64_t entry);

#endif
