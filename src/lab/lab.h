/* The training lab: a program of attacks and repairs over a timeline, and what each judgement can see of it. The
 * timeline itself is never changed; the altered one is a copy in an unlinked file. Serves `aerscope attack` and
 * the inspector alike. Not for two threads at once. */
#ifndef AERSCOPE_LAB_LAB_H
#define AERSCOPE_LAB_LAB_H

#include "core/verdict.h"
#include "lab/step.h"

/* The member that altered entries carry; the digest does not bind it. */
#define LAB_MARK       TRAINING_MEMBER
#define LAB_MARK_VALUE "training copy, not evidence"

struct lab_options {
    unsigned jobs;      /* threads that examine the files that are spliced in; 0: one a processor */
    bool unmarked;      /* no entry is given LAB_MARK; else altered ones, and the last where none of those is left */
    bool mark_all;      /* every entry carries it, so that it gives nothing away */
    bool secured;       /* what becomes of a file is not asked: `t` is of a secured source, and spliced files become that */
    enum lab_naming naming; /* how a step that is refused is called */
    bool (*stop)(void *arg); /* asked now and then while applying; may be NULL */
    void *stop_arg;
};

struct lab;
/* `t` must be examined to its end, undamaged, and outlive the lab. NULL on error. */
struct lab *lab_new(struct timeline *t, const struct lab_options *options, struct err *err);
void lab_free(struct lab *l);

/* Adds a step behind those in force; steps undone before are forgotten, unless it is withdrawn. It is checked against the timeline as the
 * steps so far leave it: positions, members, that something is left, and the file to splice is opened and
 * examined. Copies `s`. 0, or -1 with nothing changed (ERR_USAGE: the step itself is off). */
int lab_add(struct lab *l, const struct lab_step *s, struct err *err);
/* The same by name, as it is written behind its option. */
int lab_add_text(struct lab *l, enum lab_kind kind, const char *text, struct err *err);
/* False when there is nothing to undo, to do again. */
bool lab_undo(struct lab *l);
bool lab_redo(struct lab *l);
/* The step that lab_add() added goes, and the steps that it made forgotten can be done again. Straight after it. */
void lab_withdraw(struct lab *l);
/* From here on it works on `t`, which holds the same bytes, examined to its end. */
void lab_rebase(struct lab *l, struct timeline *t);
void lab_reset(struct lab *l); /* no steps, and nothing to do again */

size_t lab_steps(const struct lab *l);    /* in force */
size_t lab_undone(const struct lab *l);   /* that can be done again */
size_t lab_forgotten(const struct lab *l); /* that could be, until the step added last, while that can be withdrawn */
const struct lab_step *lab_step_at(const struct lab *l, size_t i);
/* Steps of the user's own: those in force, and those that can be done again. */
struct lab_own {
    size_t steps, undone;
};
struct lab_own lab_own(const struct lab *l);
struct lab_own lab_unkept(const struct lab *l); /* of these, those that no file has a copy of */
void lab_give(struct lab *l); /* the steps so far are nobody's own: they were drawn, or are those of a tour */
void lab_keep(struct lab *l); /* the copy of the steps in force is in a file */
/* What step i (from 0) does, in a sentence: with class and standing where a member is named. Escaped. */
const char *lab_says(const struct lab *l, size_t i);
/* Entries before all steps, and after those in force. */
uint64_t lab_entries_before(const struct lab *l);
uint64_t lab_entries(const struct lab *l);
struct timeline *lab_timeline(const struct lab *l);

/* The altered timeline, layout array, in an unlinked temporary file. `name` is what source_path() answers. NULL on
 * error. */
struct lab_applied {
    uint64_t entries; /* written */
    bool marked;      /* entries were given LAB_MARK, */
    bool all;         /* every one of them; */
    bool last_alone;  /* and none that can carry it was altered: the last that can says what the copy is */
    bool not_objects; /* some are no objects, and cannot carry it */
};
/* Which entries carry LAB_MARK, as a part of a sentence; NULL where none was given it. */
const char *lab_mark_words(const struct lab_applied *a);
struct source *lab_apply(struct lab *l, const char *name, struct lab_applied *out, struct err *err);
/* The same, passed on as it is made, without a copy in a file: for who needs it once. `put` returns 0, or an errno
 * value. 0 or -1; what was passed on before a failure is no whole timeline. */
int lab_pass(struct lab *l, int (*put)(void *arg, const void *bytes, size_t len), void *arg, struct lab_applied *out,
             struct err *err);
/* Whether only memory, reading and writing can fail in that, so that nothing is passed on of what is refused. */
bool lab_can_pass(const struct lab *l);

/* ---------------------------------------------------------------------------------------------------
 * Who notices */

/* What a reference or a list had against it: equal, the same was said. */
struct lab_told {
    size_t reference; /* from 1, those of the timeline's own file left out; 0: the list */
    enum finding_code code;
    uint64_t entry, action; /* that a list has it against; 0: none */
    uint64_t says;    /* of an action that is missing: how often; else of the sentence */
};

/* A timeline as it was judged, before or after. */
struct lab_view {
    struct timeline *timeline; /* must outlive the view */
    struct verdict verdict;
    bool has_end; /* the last entry has a digest of the current construction */
    struct digest end;
    bool embedded; /* a commitment in its own file was among the references, */
    enum reference_result own; /* with this result */
    struct lab_told *told; /* in lab_told_order() */
    size_t tolds, room;
    enum reference_result *result; /* of each reference but those of the timeline's own file, */
    size_t results;                /* in their order */
    bool cut; /* more were told than are kept */
};
/* By code, action, entry, reference; for qsort() and bsearch(). */
int lab_told_order(const void *a, const void *b);
/* From an examination that is over; `refs` were checked against it. 0 or -1; releasing is due in both cases, and
 * before it is made anew. */
int lab_view(struct lab_view *v, struct timeline *t, const struct reference_set *refs, struct err *err);

void lab_view_release(struct lab_view *v);

enum lab_judgement { LAB_TIMELINE, LAB_ENDPOINT, LAB_COVERAGE, LAB_OUTCOME, LAB_JUDGEMENTS };
const char *lab_judgement_name(enum lab_judgement j); /* "timeline" */
const char *lab_result(const struct lab_view *v, enum lab_judgement j); /* "not_assessed" */

enum lab_sight {
    LAB_NOTICED,     /* a check gives another answer than before, or a failure that was not there */
    LAB_NOT_NOTICED, /* it looked, and has nothing against it */
    LAB_NOT_ASSESSED, /* it had nothing to look with */
    LAB_NOTHING_DONE, /* there are no steps that it could notice */
    LAB_NO_LONGER    /* it had something to look with before, and has nothing now */
};
const char *lab_sight_name(enum lab_sight s); /* "noticed" */

/* A failure that was not said before the steps, or with other details. */
struct lab_new {
    uint64_t entry;   /* 0: it is one of a reference: */
    size_t reference; /* this, as in struct lab_told */
    enum finding_code code;
    bool other;       /* it was said, with other details */
};

struct lab_notice {
    enum lab_sight sight;
    bool has_code; /* the first check that noticed */
    enum finding_code code;
    uint64_t entry; /* 0: none */
    struct str text; /* sentences: what noticed and how, or why not and what would have. Escaped. */
    struct lab_new *news; /* of the timeline and of the references, those with other details last; not all of many */
    size_t count;
};
/* What each judgement sees of the steps in force; `refs` were checked against the altered timeline. 0 or -1;
 * releasing is due in both cases. */
int lab_notice(struct lab *l, const struct lab_view *before, const struct lab_view *after,
               const struct reference_set *refs, struct lab_notice out[LAB_JUDGEMENTS], struct err *err);
void lab_notice_release(struct lab_notice n[LAB_JUDGEMENTS]);

/* ---------------------------------------------------------------------------------------------------
 * Exercises */

/* Numbers for exercises: SplitMix64 (Steele, Lea, Flood 2014), so that a seed gives the same everywhere. */
struct lab_random {
    uint64_t state; /* the seed at first */
};
uint64_t lab_random_next(struct lab_random *r);
/* 0..below-1, each alike: values above the largest multiple of `below` are thrown away. below >= 1. */
uint64_t lab_random_below(struct lab_random *r, uint64_t below);
/* Adds `attacks` attacks drawn by the seed, and some repairs after them; where no step stands before them and they come
 * to nothing they are drawn anew, by the numbers that follow. All steps are given then. 0 or -1. */
int lab_add_random(struct lab *l, unsigned attacks, uint64_t seed, struct err *err);
enum { LAB_RANDOM_MOST = 100 };

#endif
