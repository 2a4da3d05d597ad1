/* An altered timeline as pieces of the timelines that it is made of: nothing is copied until it is written. */
#ifndef AERSCOPE_LAB_ROPE_H
#define AERSCOPE_LAB_ROPE_H

#include "lab/step.h"

/* What is done to one entry, in the order of the steps. */
enum edit_kind {
    EDIT_SET,     /* a member, by the step */
    EDIT_BYTES,   /* canonical_bytes, by the step */
    EDIT_REPLACE, /* another entry altogether, by the step */
    EDIT_CLOSE,   /* close becomes true */
    EDIT_OPEN     /* it did, and becomes false again */
};
struct edit {
    enum edit_kind kind;
    const struct lab_step *by; /* must outlive the rope */
};

struct piece {
    unsigned file;  /* the timeline that its entries are of; 0: the one that is attacked */
    uint64_t first; /* of them */
    uint64_t count;
    uint64_t seq;   /* not 0: entry i of the piece (from 0) is numbered seq + i */
    bool open;      /* a close that is not false becomes false */
    bool put;       /* put where it is by a step */
    struct edit *edit; /* only where count is 1 */
    size_t edits;
};

struct rope {
    struct piece *item;
    size_t count, room;
    uint64_t entries;
};

/* All entries of file 0. 0 or -1 (no memory), as all below; after -1 the rope is only to be released. */
int rope_init(struct rope *r, uint64_t entries);
void rope_release(struct rope *r);
/* Where an entry of the rope comes from; `position` is 1..entries. */
const struct piece *rope_at(const struct rope *r, uint64_t position, uint64_t *entry);

/* Positions must be good for the rope: the caller has checked them. */
int rope_remove(struct rope *r, uint64_t position, uint64_t count);
int rope_duplicate(struct rope *r, uint64_t position);
int rope_move(struct rope *r, uint64_t position, uint64_t to);
int rope_swap(struct rope *r, uint64_t a, uint64_t b);
/* Entries first..last of `file`; the first becomes entry `at` (1..entries + 1). */
int rope_splice(struct rope *r, unsigned file, uint64_t first, uint64_t last, uint64_t at);
int rope_edit(struct rope *r, uint64_t position, struct edit edit);
void rope_renumber(struct rope *r);
int rope_reclose(struct rope *r, const struct lab_step *by);

#endif
