/* One pass over the entries, from the first to the last; a lab of many steps needs one, seldom a few. */
#ifndef AERSCOPE_LAB_PASS_H
#define AERSCOPE_LAB_PASS_H

#include "lab/lab_impl.h"
#include "lab/writer.h"

/* Steps that are done to an entry at one time: what becomes of it, then its link. */
struct stage {
    struct rope rope;
    bool relink, by06;
    uint64_t from; /* of relink */
};

/* Stages that one pass does: each takes the entries of the one before as they come. So but in the first the entries of
 * file 0 stand in their order, each once. */
enum { CHAIN_MOST = 8 };
struct chain {
    struct stage stage[CHAIN_MOST];
    size_t stages;
    bool last; /* no steps follow */
};

/* Where the altered timeline goes: into a file that becomes `made`, or to a taker. */
struct target {
    const char *name;
    writer_put *put; /* NULL: the file */
    void *arg;
    struct source *made;
};

/* Writes what the chain makes of `file`: the lab's files, 0 being what the chain before gave. 0 or -1. */
int chain_run(struct lab *l, struct lab_file *file, const struct chain *chain, struct target *to,
              struct lab_applied *out, struct err *err);

#endif
