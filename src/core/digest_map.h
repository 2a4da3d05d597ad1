/* From a digest to the entries that have it. */
#ifndef AERSCOPE_CORE_DIGEST_MAP_H
#define AERSCOPE_CORE_DIGEST_MAP_H

#include "core/digest.h"

#include <stdint.h>

/* Holds a keyed hash of each digest with the first and the last entry that has it: what is found
 * must be compared with the digest of that entry. */
struct digest_map;

/* Room for `entries` digests. NULL without memory. */
struct digest_map *digest_map_new(uint64_t entries);
void digest_map_free(struct digest_map *m);
/* `entry` counts from 1 and rises from call to call. */
void digest_map_add(struct digest_map *m, const struct digest *d, uint32_t entry);
/* False when no entry has it. */
bool digest_map_find(const struct digest_map *m, const struct digest *d, uint32_t *first,
                     uint32_t *last);

#endif
