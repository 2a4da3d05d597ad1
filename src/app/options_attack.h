/* The options of `attack`: steps in the order of the line, and what is made of them. */
#ifndef AERSCOPE_APP_OPTIONS_ATTACK_H
#define AERSCOPE_APP_OPTIONS_ATTACK_H

#include "base/err.h"
#include "lab/step.h"

struct options;

/* What the line asks of the lab. */
struct attack_options {
    struct lab_step *step; /* owned */
    size_t steps;
    unsigned random;     /* attacks to draw; 0: none */
    size_t random_after; /* steps of the line that stand before them */
    uint64_t seed;
    bool has_seed;
    bool stale_hash, unmarked, mark_all;
    bool list, explain, tour, sample;
    const char *answer_key; /* NULL: none */
};

void attack_options_release(struct attack_options *a);
/* Steps that read standard input. */
size_t attack_options_stdin(const struct attack_options *a);
/* What goes together, when the whole line is read. 0 or -1. */
int attack_options_check(struct options *o, struct err *err);

/* One for each row of the table of options; the value is NULL where the option takes none. */
#define ATTACK_OPTIONS(X) \
    X(drop_tail) X(drop_head) X(delete) X(duplicate) X(move) X(swap) X(set) X(set_bytes) X(replace_last) \
    X(splice) X(as_06) X(renumber) X(reclose) X(relink) X(stale_hash) X(unmarked) X(mark_all) \
    X(random) X(seed) X(answer_key) X(explain) X(list) X(tour) X(sample)
#define X(id) int set_##id(struct options *o, const char *value, struct err *err);
ATTACK_OPTIONS(X)
#undef X

#endif
