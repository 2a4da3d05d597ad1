/* Two copies of a timeline held against each other: what is the same in both, what is not, and
 * which of the known patterns that is. Entries are aligned by their digests; those whose digests
 * are in one copy alone by what was recorded, wherever it stands (all of it, then the most of it), and
 * what is left by its place. The pairs are the same whichever copy is named first. */
#ifndef AERSCOPE_EXPLAIN_COMPARE_H
#define AERSCOPE_EXPLAIN_COMPARE_H

#include "core/prints.h"
#include "core/timeline.h"

#include <stdatomic.h>

/* name, what it says of the two: the relation that was found, not how it came about. The first that
 * fits. */
#define COPIES_TABLE(X)                                                                             \
    X(IDENTICAL, "identical", "both copies hold the same entries")                                  \
    X(EXTENDED, "extended",                                                                         \
      "the later copy begins with the entries of the earlier one and goes on")                      \
    X(RECLOSED, "reclosed",                                                                         \
      "the later copy ends with a closed entry; with close false that is the entry which the next " \
      "one of the earlier copy cites")                                                              \
    X(CUT, "cut",                                                                                   \
      "the entries of the later copy have the digests of the first ones of the earlier copy, which " \
      "goes on")                                                                                    \
    X(BEHEADED, "beheaded",                                                                         \
      "each entry of the later copy records what the one in its place at the end of the earlier "   \
      "copy does, which has entries before those")                                                  \
    X(END_REPLACED, "end_replaced",                                                                 \
      "the last entries have different digests, and those before them the same ones")               \
    X(EDITED, "edited",                                                                             \
      "entries differ; from the first that does on, some have the same digest in both copies")      \
    X(FORKED, "forked",                                                                             \
      "some entries have one digest in both or do not differ in id, tool, class and bytes; from "    \
      "one entry on, no digest of one stands in the other from there on")                           \
    X(UNRELATED, "unrelated", "the two share no digest, and no entry of one records what one of the other does")

enum copies_category {
#define X(name, text, says) COPIES_##name,
    COPIES_TABLE(X)
#undef X
        COPIES_COUNT
};
const char *copies_category_name(enum copies_category c); /* "end_replaced" */
/* What a comparison with this result does not show: plain sentences. Static. */
const char *copies_limits(enum copies_category c);

enum copies_side { COPIES_NEITHER, COPIES_EARLIER, COPIES_LATER };
const char *copies_side_name(enum copies_side s); /* "earlier", "later"; NULL for neither */

enum copies_kind {
    COPIES_SAME,
    COPIES_UNBOUND, /* one digest, and members differ that it does not bind */
    COPIES_CHANGED, /* two entries that stand for each other, by what they hold or by their place */
    COPIES_MISSING, /* in the earlier copy alone */
    COPIES_ADDED,   /* in the later copy alone */
    COPIES_MOVED_FROM, /* stands elsewhere in the later copy, told at both places; see copies_moved_as */
    COPIES_MOVED_TO,
    COPIES_KINDS
};

/* For a comparison that runs beside something else: how far it is, and whether it is to end. */
struct copies_watch {
    bool (*stop)(void *arg); /* asked now and then; may be NULL */
    void *arg;
    atomic_uint percent;
};

/* What the comparison would say with the two copies exchanged. */
struct copies_other {
    bool told; /* it says that one is a part of the other: reclosed, extended, cut, beheaded */
    enum copies_category category;
    uint64_t entry, start; /* as below, of the copies as they would then be named */
    bool proved, reopened;
};

struct copies {
    struct timeline *earlier, *later;
    uint64_t earlier_entries, later_entries;
    enum copies_category category;
    uint64_t entry; /* the first at which they differ; 0: none */
    uint64_t beyond; /* one before it that differs in what no digest binds; 0: none */
    bool proved;    /* a digest that was reproduced ties the copies together as the category says */
    uint64_t undigested; /* entries that are the same by their members alone: they have no digest */
    bool reopened;  /* of extended: the last entry of the earlier copy is closed in it alone */
    uint64_t unlinked; /* of extended: the first entry beyond the earlier copy whose link does not
                        * hold; 0: all that follows is linked to its end */
    bool unlinked_stores; /* it has a prev_digest that is a string */
    uint64_t start; /* of beheaded: the entry of the earlier copy that is the first of the later */
    bool has_carried;        /* of reclosed, also in the other order */
    struct digest carried;   /* the prev_digest that gives it away */
    struct copies_other other;
    uint64_t other_job; /* pairs of entries that differ in job_id, which both have, and not in id, tool, class and bytes */
    enum copies_side
        original; /* of edited: the copy whose entry the first unchanged one after it cites, and no more */
    uint64_t citing[2]; /* where that unchanged one stands, in the earlier and in the later copy; 0: none */
    uint64_t total[COPIES_KINDS]; /* rows of each kind */
    uint64_t moved_as[COPIES_KINDS]; /* of those that moved, each once: what copies_moved_as says */
    /* in the compare files alone */
    uint32_t *pair, *back; /* of each entry of one copy (from 1) the entry of the other; 0: none */
    unsigned char *state;  /* of each entry of the earlier copy */
    bool shared_content;
    uint64_t other_start; /* the entry of the later copy that is the first of the earlier */
    struct copies_watch *watch;
    uint64_t steps;
};

/* Both examinations must be over, and have read their inputs to the end; what the later one leaves out of
 * comparisons (timeline.h) is left out of both. `watch` may be NULL. 0 or
 * -1, ERR_CANCELLED when it was stopped; releasing is due in all cases. */
int copies_compare(struct copies *c, struct timeline *earlier, struct timeline *later,
                   struct copies_watch *watch, struct err *err);
void copies_release(struct copies *c);

/* What was found, without a full stop. Static. */
const char *copies_says(const struct copies *c);
/* As many entries in both, with the same digests in the same order: only members that none binds differ. */
bool copies_same_digests(const struct copies *c);
/* Appends in words what is proved and what is not, and what the other order would say (nothing
 * where that is not told). Plain text without evidence. 0 or -1. */
int copies_say_proof(const struct copies *c, struct buf *out);
int copies_say_other(const struct copies *c, struct buf *out);

/* Appends the entry at which they first differ, and of which copy it is: "entry 7 of the earlier copy".
 * 0 or -1. */
int copies_say_entry(const struct copies *c, struct buf *out);
/* The copy that alone has an entry of this number; neither: both have one. */
enum copies_side copies_side_of(const struct copies *c, uint64_t entry);
/* Appends a text about both copies as it is to be where the later one is the file at hand: "this file", and the
 * earlier copy by its name. 0 or -1. */
int copies_say_of_file(const char *text, struct buf *out);

/* How many entries of each kind there are, in words that go on after the number (unpaired: without
 * counterpart in the other copy); those of which there
 * are none are left out. How many. */
struct copies_count {
    const char *says; /* "moved, changed" */
    uint64_t entries;
};
enum { COPIES_COUNTS = 8 };
size_t copies_counts(const struct copies *c, struct copies_count out[COPIES_COUNTS]);

/* The rows of both copies side by side, in an order that both keep; begins with a row of zeros. */
struct copies_row {
    enum copies_kind kind;
    uint64_t earlier, later; /* entries; 0 for none */
    uint64_t next_earlier, next_later;
};
bool copies_next(const struct copies *c, struct copies_row *row);
/* Of a row that moved: whether the two entries are COPIES_SAME, COPIES_UNBOUND or COPIES_CHANGED. */
enum copies_kind copies_moved_as(const struct copies *c, const struct copies_row *row);
/* The copy whose entry of a changed row the entry after it cites, where that one is in both. */
enum copies_side copies_original(const struct copies *c, const struct copies_row *row);

/* An entry near this one of the same copy that records the same job_id, id, tool, class and bytes; 0: none. 0 or -1. */
int copies_twin(const struct copies *c, enum copies_side side, uint64_t entry, uint64_t *twin, struct err *err);

/* A member that differs between two entries. */
struct copies_member {
    enum member known; /* MEMBER_COUNT for one that the checks do not use */
    struct str name;
    bool bound; /* by the entry digest */
    bool in_earlier, in_later;
    unsigned times[2]; /* that it stands in the earlier entry, in the later one */
};
struct copies_members {
    struct copies_member *item;
    size_t count;
};
/* In the order of their names. 0 or -1; releasing is due after 0. */
int copies_members(const struct copies *c, uint64_t earlier, uint64_t later,
                   struct copies_members *out, struct err *err);
void copies_members_release(struct copies_members *m);
/* It stands more than once in one of the two. */
bool copies_repeats(const struct copies_member *m);
/* Appends how often it stands in each: "2 times in the earlier copy, once in the later one; the last one counts". 0 or -1. */
int copies_say_repeated(const struct copies_member *m, struct buf *out);
/* Appends by what two entries that differ in these, the digest among them, are held against each other:
 * "the same id and bytes"; "place, for ..." where neither is the same. 0 or -1. */
int copies_say_basis(const struct copies_members *m, struct buf *out);

#endif
