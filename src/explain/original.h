/* An earlier copy as a source of what stood in the timeline: for the files of src/explain alone. */
#ifndef AERSCOPE_EXPLAIN_ORIGINAL_H
#define AERSCOPE_EXPLAIN_ORIGINAL_H

#include "core/digest_map.h"
#include "explain/compare.h"
#include "explain/explain.h"

enum { ORIGINALS = 4 }; /* earlier copies that are looked at */

/* A broken link of the file that stores the digest of an entry of the copy. */
struct original_cited {
    uint32_t there, by;
};

struct original {
    int reference;
    const struct copies *copies;
    struct digest_map *map;
    /* Entries of the copy that an outside reference fixes: its digest is that of the last of them, and
     * links that hold lead there. `fixed_by` is -1 for none. */
    int fixed_by;
    uint64_t fixed_from, fixed_to;
    bool fixed_flipped; /* with the close of the last one put the other way */
    struct original_cited *cited; /* by the entry of the copy, rising */
    size_t cites;
};

/* The entry of the copy with this digest, 0 for none. */
uint64_t original_find(const struct original *o, const struct digest *d);
/* The entry of the copy that stands for this one, and whether it is the same by its digest. */
uint64_t original_of(const struct original *o, uint64_t entry, bool *same);

#endif
