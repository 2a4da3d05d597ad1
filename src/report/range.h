/* A range of entries as written on the command line and in prompts. */
#ifndef AERSCOPE_REPORT_RANGE_H
#define AERSCOPE_REPORT_RANGE_H

#include <stdint.h>

/* "A-B" with 1 <= A <= B, or one number for both. 0, or -1 when it is neither. */
int range_parse(const char *text, uint64_t *from, uint64_t *to);

#endif
