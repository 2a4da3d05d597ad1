/* Member names that stand more than once in one entry, or are nearly those that the checks use, with their
 * places; read again on demand. */
#ifndef AERSCOPE_CORE_REPEATS_H
#define AERSCOPE_CORE_REPEATS_H

#include "base/limits.h"
#include "core/facts.h"

enum { REPEATS_PAIRS = 256, REPEATS_NEAR = 256 };

struct repeats {
    /* Occurrences of members that the checks use: the first ones, and the last in the last place. */
    size_t known_count[MEMBER_COUNT];
    struct value known[MEMBER_COUNT][LIMIT_READINGS];
    size_t pair_count; /* other names: where the first and where the second stands */
    struct {
        uint64_t first, second;
    } pair[REPEATS_PAIRS];
    size_t near_count; /* names that are nearly one that the checks use */
    struct {
        uint64_t at;
        enum member member;
    } near[REPEATS_NEAR];
    struct seen *seen;
    size_t seen_count, seen_room;
    unsigned wanted;
};

/* `wanted`: bits of the members whose occurrences are kept; 0: the other names. 0 or -1; release always. */
int repeats_read(struct repeats *r, const struct extent *x, unsigned depth, struct bench *b,
                 unsigned wanted, struct err *err);
void repeats_release(struct repeats *r);

#endif
