/* The index of a timeline's entries: 44 bytes an entry, in segments that never move, so that what is
 * published can be read while more is added. Also the tables over all entries: ids that stand again,
 * and provenance classes. */
#ifndef AERSCOPE_CORE_INDEX_H
#define AERSCOPE_CORE_INDEX_H

#include "core/chain.h"
#include "core/timeline.h"

struct record {
    uint32_t offset_low;
    uint16_t offset_high; /* and RECORD_TRAINING */
    uint16_t class; /* index of the class table, CLASS_OTHER + standing, or CLASS_ABSENT */
    uint32_t mask;
    struct digest digest;
};
enum { RECORD_TRAINING = 0x8000 }; /* the entry carries TRAINING_MEMBER; no file is as large as that offset */
enum { CLASS_OTHER = 0xfff0, CLASS_ABSENT = 0xffff };

struct index;
struct index *index_new(void);
void index_free(struct index *x);
/* Appends; NULL without memory or above LIMIT_ENTRIES. `entry` counts from 1. */
struct record *index_add(struct index *x, uint64_t offset);
struct record *index_at(const struct index *x, uint64_t entry);
uint64_t index_count(const struct index *x);
/* Adds bits to the mask of an entry: what is sought is sought among these. */
void index_mark(struct index *x, uint64_t entry, uint32_t bits);
/* From `entry` on forwards (step 1) to `last`, or backwards (-1) to 1: the next with one of the bits; 0: none. */
uint64_t index_seek(const struct index *x, uint64_t entry, int step, uint64_t last, uint32_t bits);
static inline uint64_t record_offset(const struct record *r)
{
    return (uint64_t)(r->offset_high & ~RECORD_TRAINING) << 32 | r->offset_low;
}

/* Ids: the entry that had this keyed hash first, or 0 after noting `entry`. -1 without memory. */
int64_t index_id(struct index *x, uint64_t hash, uint64_t entry);
/* About how many entries to expect, so that the table of ids need not grow by steps; before the first is added. A
 * guess from the first entries, so it is believed only up to a bound. */
void index_expect(struct index *x, uint64_t entries);
void index_id_prefetch(const struct index *x, uint64_t hash);
/* The entry noted for this hash, 0 for none. */
uint64_t index_id_holder(const struct index *x, uint64_t hash);

/* Classes, in the order of their first entry. */
struct class_row {
    uint64_t hash;
    struct class_count count;
};
/* The row of a class; NULL when it is new. */
struct class_row *index_class(struct index *x, uint64_t hash, uint16_t *number);
/* Adds a row and takes over `name`; NULL when the table is full or memory gave out. */
struct class_row *index_class_add(struct index *x, uint64_t hash, struct str *name, uint16_t *number);
void index_classes_clear(struct index *x); /* sets all counts to 0 */
size_t index_classes(const struct index *x);
const struct class_row *index_class_at(const struct index *x, size_t i);

#endif
