/* One entry against a stored digest: which of its members, put otherwise, gives it? */
#ifndef AERSCOPE_EXPLAIN_SEARCH_H
#define AERSCOPE_EXPLAIN_SEARCH_H

#include "explain/trial.h"
#include "explain/values.h"

enum { CHANGES = 8, CHANGES_TRIED = 2 };

/* A member that was found to have been another. Texts are WTF-8; data NULL for a member that is
 * absent or cannot be digested as it stands. */
struct change {
    enum member member;
    struct str found, original;
};

struct hit {
    size_t count; /* 0: nothing gave the digest */
    struct change change[CHANGES];
};
void hit_release(struct hit *h);

struct search {
    struct timeline *t;
    const struct parts *parts;
    const struct values *values;
    struct trial *trial;
    /* What is worth trying first; 0 and false where there is nothing. */
    int64_t seq_hint;                 /* an offset that explained another entry */
    const struct parts *neighbour[2]; /* NULL: none */
    bool has_prev;
    struct digest prev; /* prev_digest as recomputed */
};
/* Tries within the budget of the trial. 0, also when nothing is found; -1 on error. */
int search_members(const struct search *s, struct hit *hit, struct err *err);
/* The offset in seq alone that gives the digest: `hint` first, then 1, -1, 2, -2 ... up to `most`.
 * False when none does. */
bool search_seq(const struct parts *parts, unsigned encoding, int64_t hint, int64_t most,
                struct trial *t, int64_t *offset);
/* Whether the entry with this prev_digest has the digest. */
bool search_prev(const struct parts *parts, unsigned encoding, const struct digest *prev,
                 struct trial *t);
/* A member of the entry as it stands, for showing. 0 or -1 (memory). */
int member_found(const struct parts *p, enum member m, struct str *out);

#endif
