/* Entries of one timeline, read ahead of the pass by a thread of its own: what an entry says by itself waits for no
 * entry before it. */
#ifndef AERSCOPE_LAB_AHEAD_H
#define AERSCOPE_LAB_AHEAD_H

#include "lab/lab_impl.h"
#include "lab/patch.h"

struct ahead;
/* Begins with entries first..last of `f`, which must outlive it; `payloads`: these are wanted as well. NULL where
 * there is no thread or memory for it: the caller reads for itself. */
struct ahead *ahead_begin(const struct lab_file *f, uint64_t first, uint64_t last, bool payloads);
/* An entry behind those asked for before, good until the next call. NULL: it is too large to be read ahead, or
 * reading failed, and whoever reads it sees why. */
struct seen *ahead_entry(struct ahead *a, uint64_t entry);
void ahead_end(struct ahead *a); /* NULL is good */

#endif
