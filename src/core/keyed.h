/* A keyed hash (SipHash-1-3, Aumasson and Bernstein 2012) for tables over hostile text: whoever made
 * the text cannot aim for collisions. The key is random in each run; no result depends on it. */
#ifndef AERSCOPE_CORE_KEYED_H
#define AERSCOPE_CORE_KEYED_H

#include "core/cursor.h"

#include <stddef.h>
#include <stdint.h>

uint64_t keyed_hash(uint64_t seed, const void *bytes, size_t len);
/* What keyed_string() gives for a string that decodes to these bytes. */
uint64_t keyed_text(uint64_t seed, const void *bytes, size_t len);
/* The hash of a validated JSON string's decoded bytes; equal strings give equal hashes however they are
 * escaped. `plain` as the reader said. -1: the source failed. */
int keyed_string(uint64_t *hash, uint64_t seed, const struct extent *x, uint64_t quote, uint64_t length,
                 bool plain, struct err *err);

#endif
