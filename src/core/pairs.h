/* Numbers, from 0 on, for what two keyed hashes (core/keyed.h) stand for: hostile text that must not collide. */
#ifndef AERSCOPE_CORE_PAIRS_H
#define AERSCOPE_CORE_PAIRS_H

#include <stddef.h>
#include <stdint.h>

struct pairs {
    uint64_t (*hash)[2]; /* by number */
    size_t count, room;
    uint32_t *slot; /* number + 1, 0 for none */
    size_t slots;
};
enum { PAIRS_NONE = -1 };

/* Zero-initialise. */
void pairs_release(struct pairs *p);
/* The number of these hashes, or PAIRS_NONE. */
int64_t pairs_find(const struct pairs *p, const uint64_t hash[2]);
/* Gives new ones, which are not in it, the next number. -1 without memory. */
int64_t pairs_add(struct pairs *p, const uint64_t hash[2]);

#endif
