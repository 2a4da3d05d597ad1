/* Inside of the lab; for the files of this layer alone. */
#ifndef AERSCOPE_LAB_LAB_IMPL_H
#define AERSCOPE_LAB_LAB_IMPL_H

#include "lab/lab.h"
#include "lab/rope.h"

/* A timeline that entries are taken of. */
struct lab_file {
    char *path;             /* as given; NULL for the timeline that is attacked */
    struct source *source;  /* owned; NULL for that one */
    struct timeline *t;
    uint64_t entries;
};

struct lab_done {
    struct lab_step step;
    struct str says;
    bool given, kept; /* not the user's own; in a file */
};

struct lab {
    struct lab_options options;
    struct lab_file *file; /* 0: the timeline that is attacked */
    size_t files;
    struct lab_done **done; /* each in memory of its own: edits of a rope point to steps */
    size_t steps, all, room; /* in force, with those undone */
    struct lab_done **former; /* undone when the last step was added, while that one can be withdrawn */
    size_t formers;
    struct rope rope;       /* after the steps in force; where entries come from, whatever their links */
};

/* The file of a splice that was opened when its step was added. */
unsigned lab_file_of(const struct lab *l, const struct lab_step *s);
/* Does the step to a rope; links are not its business. 0 or -1 (no memory). */
int lab_step_rope(const struct lab *l, struct rope *r, const struct lab_step *s);
/* Checks the step against the rope as it stands. 0 or -1. */
int lab_step_check(struct lab *l, const struct lab_step *s, struct err *err);
/* The sentence, before the step is done. 0 or -1. */
int lab_step_says(struct lab *l, const struct lab_step *s, struct str *out, struct err *err);
/* Class and standing of an entry where it comes from, appended in brackets. 0 or -1. */
int lab_add_class(const struct lab *l, uint64_t position, struct buf *out, struct err *err);

#endif
