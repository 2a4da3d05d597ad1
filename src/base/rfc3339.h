/* Date and time of RFC 3339, section 5.6, narrowed as a chain commitment needs it:
 * YYYY-MM-DDThh:mm:ss[.digits] and Z or +hh:mm or -hh:mm, upper case, a real date, year >= 1,
 * second <= 59, offset <= 23:59. */
#ifndef AERSCOPE_BASE_RFC3339_H
#define AERSCOPE_BASE_RFC3339_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct instant {
    int64_t seconds; /* since 1970-01-01T00:00:00Z, may be negative */
    uint32_t nanoseconds; /* digits after the ninth are read and dropped */
};

/* 0, or -1 with `*why` naming what is wrong in a static phrase ("no such day"). */
int rfc3339_parse(const char *text, size_t len, struct instant *out, const char **why);
int instant_compare(const struct instant *a, const struct instant *b);
/* "2026-11-30T11:02:05Z" (20 characters and a NUL) for a year from 1 to 9999. */
void rfc3339_format(char out[32], int64_t seconds);
/* Whether SOURCE_DATE_EPOCH is not set, or can be taken: decimal digits alone, at most SOURCE_DATE_LAST. */
bool source_date_usable(void);
#define SOURCE_DATE_LAST INT64_C(253402300799) /* 9999-12-31T23:59:59Z */
/* The nearest that has a year from 1 to 9999, which is what can be written. */
int64_t instant_within(int64_t seconds);
/* The present, as near as it can be written, or SOURCE_DATE_EPOCH where it can be taken. */
struct instant instant_now(void);

#endif
