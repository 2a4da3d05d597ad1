/* Numbers as people and files write them: decimal digits alone. */
#ifndef AERSCOPE_BASE_DECIMAL_H
#define AERSCOPE_BASE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* The number that *at begins with, which is moved behind its last digit. False, 0 and nothing moved, where there is
 * no digit (a sign or a blank is none) or the number is above UINT64_MAX. */
bool decimal_take(const char **at, uint64_t *out);
/* The whole of `text` is one. */
bool decimal_parse(const char *text, uint64_t *out);

#endif
