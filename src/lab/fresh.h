/* What the checks say that they did not say before the steps, and what they do not say any more: by entry and code,
 * each entry held against the one that it comes from, and by reference or action. */
#ifndef AERSCOPE_LAB_FRESH_H
#define AERSCOPE_LAB_FRESH_H

#include "lab/track.h"

enum fresh_kind {
    FRESH_NEW,   /* it was not said */
    FRESH_OTHER, /* it was, with other details */
    FRESH_MOVED, /* it was, with the same, of an entry that stood elsewhere */
    FRESH_WHOLE, /* it is one of the beginning or of the end, and was said of the entry that stood there before */
    FRESH_GONE,  /* it is not said any more */
    FRESH_LEFT,  /* nor is it, for the entry was taken out */
    FRESH_KINDS
};

/* The first of a kind, in the order of the entries. */
struct fresh_first {
    bool any;
    enum finding_code code;
    uint64_t entry, was; /* now and before; 0: not there */
};

struct fresh {
    uint64_t total[FRESH_KINDS][FINDING_COUNT];
    struct fresh_first failure[FRESH_KINDS]; /* of an entry; those of the chain are ahead */
    struct str message; /* of the first new one, where it is known */
    bool rough;         /* so many entries have findings that of some the codes alone were compared */
    struct lab_new *news; /* failures that are new, then those with other details */
    size_t count, room;
    size_t others;      /* of them */
    uint64_t usual;     /* failures that are new, but such as every entry of a timeline that is historical has: of those
                         * that were put in, and links */
    struct lab_told told; /* the first new one of the list, in the order of the codes */
    uint64_t link06; /* of a timeline that was historical and is not any more: the first entry whose link of
                      * revision -06 does not hold; 0: none */
};
/* Whether a link had to be rewritten to hold: what it cites, or that it is the first, is otherwise than before. 0 or
 * -1. */
int fresh_links(const struct lab *l, const struct track *track, const struct timeline *before, struct timeline *after,
                bool *rewritten, struct err *err);
/* 0 or -1; releasing is due in both cases. */
int fresh_of(struct fresh *f, const struct lab *l, const struct track *track, const struct lab_view *before,
             const struct lab_view *after, struct err *err);
void fresh_release(struct fresh *f);

/* For fresh_told.c: of references and the list. */
int fresh_told(struct fresh *f, const struct track *track, const struct lab_view *before, const struct lab_view *after,
               struct err *err);
int fresh_add_new(struct fresh *f, struct lab_new n, struct err *err);

#endif
