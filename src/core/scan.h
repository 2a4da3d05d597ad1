/* Searches over runs of bytes: vectors where the machine has them, the same answers everywhere. */
#ifndef AERSCOPE_CORE_SCAN_H
#define AERSCOPE_CORE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each returns the first byte of [p, end) at which it stops, or `end`.
 * plain: not one of U+0020..U+007E, or '"' or '\'.  high: 0x80 or above. */
const unsigned char *scan_plain(const unsigned char *p, const unsigned char *end);
const unsigned char *scan_high(const unsigned char *p, const unsigned char *end);

/* Where a JSON value stands between its brackets. */
struct nest {
    uint64_t depth;  /* open brackets, strings aside */
    bool in_string;
    bool escaped;    /* the next byte is behind a backslash */
};
/* Follows [p, end) until the depth falls to 0: the byte after that bracket, or `end`. Brackets are not told
 * apart by kind: that is the strict reader's to do. depth >= 1. */
const unsigned char *scan_nest(const unsigned char *p, const unsigned char *end, struct nest *n);

/* Line feeds in [p, p + len). */
size_t scan_lines(const unsigned char *p, size_t len);

/* The portable forms, for the test that holds them equal. */
const unsigned char *scan_plain_portable(const unsigned char *p, const unsigned char *end);
const unsigned char *scan_high_portable(const unsigned char *p, const unsigned char *end);
const unsigned char *scan_nest_portable(const unsigned char *p, const unsigned char *end,
                                        struct nest *n);

#endif
