/* Address space for tables that may grow large. Its pages come when they are touched, all zero. */
#ifndef AERSCOPE_BASE_REGION_H
#define AERSCOPE_BASE_REGION_H

#include <stddef.h>

struct region {
    unsigned char *base; /* NULL: none */
    size_t bytes;
    void *mapped;
    size_t mapped_bytes;
};

/* Reserves `bytes`. The first `large` of them come in pages of megabytes where the system has those: fewer faults
 * and nearer addresses, for memory that is taken as soon as one byte of such a page is touched. 0, or -1 where
 * there is no such space: what wanted it does without. */
int region_reserve(struct region *r, size_t bytes, size_t large);
void region_release(struct region *r);

#endif
