/* One entry held against another, member by member; the lab's mark is none of them. */
#ifndef AERSCOPE_LAB_SAME_H
#define AERSCOPE_LAB_SAME_H

#include "lab/lab_impl.h"

/* What differs. */
struct differing {
    bool tool, job;
    bool tool_named, tool_unnamed; /* of `tool`: the old one is such as a list can name; it is not, and the new one is */
    bool nameable; /* both are */
    bool id, bytes; /* id, the decoded bytes */
    bool unbound; /* a member that the digest does not bind */
    bool place;   /* another one that it binds, or the base64 of the same bytes */
};

/* 0 with `out` filled, or -1. Of values too large to be shown the beginning and the length are compared, and `by`
 * (may be NULL) says what steps set in them. */
int differing_of(struct differing *out, struct timeline *a, uint64_t entry_a, struct timeline *b, uint64_t entry_b,
                 const struct piece *by, struct err *err);
/* A list of expected actions can name what has this tool. */
bool tool_is_nameable(const struct entry_value *tool);
/* 1, 0 or -1. */
int same_members(struct timeline *a, uint64_t entry_a, struct timeline *b, uint64_t entry_b, struct err *err);

#endif
