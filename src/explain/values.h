/* What the members of a file's entries are: from these an entry is put together as it may have
 * been. */
#ifndef AERSCOPE_EXPLAIN_VALUES_H
#define AERSCOPE_EXPLAIN_VALUES_H

#include "core/reference.h"
#include "core/encoding.h"

/* A value that a member may have had: as it stands in its slot, and for showing. */
struct candidate {
    struct str encoded, shown;
};

struct candidate_list {
    struct candidate *item;
    size_t count, room, bytes;
    uint32_t *slot; /* by keyed hash of `shown`; number + 1 */
};

/* Entries read, at most; of a longer timeline every so many. */
enum { VALUES_ROWS = 1 << 17, VALUES_DISTINCT = 4096, VALUES_BYTES = 8 << 20 };

struct values {
    unsigned encoding;
    struct candidate_list of[SLOT_COUNT]; /* classes, tools, jobs, close: each value once */
    uint64_t step;                        /* row r is entry 1 + r * step */
    size_t rows;
    struct buf ids;   /* encoded ids of all rows */
    uint32_t *id_end; /* of row r in `ids` */
    struct digest *output;
    bool *has_output;
    bool cut; /* not all was taken */
};

/* Reads the entries. `stop` may be NULL. 0 or -1. */
int values_read(struct values *v, struct timeline *t, const struct reference_set *refs,
                unsigned encoding, bool (*stop)(void *), void *arg, struct err *err);
void values_release(struct values *v);

/* Adds a value unless it is there. 0 or -1 (memory). */
int candidate_add(struct candidate_list *l, const void *encoded, size_t len, const void *shown,
                  size_t shown_len);
void candidate_list_release(struct candidate_list *l);

#endif
