/* What the steps in force come to, as far as it matters to who can see it: of entries that were put in and taken out
 * again, of members that got the value that they had, and of edits to entries that are gone, nothing is left. */
#ifndef AERSCOPE_LAB_TRAITS_H
#define AERSCOPE_LAB_TRAITS_H

#include "lab/track.h"

/* The first created_at that is a time: by it a list is frozen beforehand or not. Of the first many entries. */
enum lab_time { LAB_TIME_SAME, LAB_TIME_EARLIER, LAB_TIME_LATER, LAB_TIME_NONE, LAB_TIME_ANY };

struct traits {
    bool none;                      /* there are no steps */
    bool removed, added; /* entries, */
    bool went, came;     /* of which a list of expected actions can name some: it names a tool */
    bool reordered;                 /* entries of the job; of copies either may be it */
    bool reordered_all;             /* entries, of whatever job */
    bool tool, job;                 /* of an entry; the tool is one that a list can name, */
    bool tool_new;                  /* or only the one is that stands in its place */
    bool foreign;                   /* an entry that was put in is not of the job of entry 1 as it was; of the first many */
    bool id, bytes;                 /* of an entry that a list can name */
    bool unnamed;                   /* an entry went, or its tool, id or bytes are other ones, that no list can name */
    bool order;                     /* there are two entries that a list can name */
    enum lab_time time;             /* there is none any more; there was none */
    bool other;                     /* any member of an entry, or how it is written */
    bool nothing;                   /* of all entries: each is as it was, where it was; not told of many without a digest */
};

/* `after`: the altered timeline. 0 or -1. */
int traits_of(struct traits *t, struct lab *l, const struct track *track, struct timeline *after, struct err *err);

#endif
