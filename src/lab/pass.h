/* One pass over the entries, from the first to the last; a lab of many steps needs one or a few. */
#ifndef AERSCOPE_LAB_PASS_H
#define AERSCOPE_LAB_PASS_H

#include "lab/lab_impl.h"
#include "lab/writer.h"

/* Steps that one pass does: what is done to the entries, then their links. */
struct stage {
    struct rope rope;
    bool relink, by06;
    uint64_t from; /* of relink */
    bool last;     /* no stage follows */
};

/* Where the altered timeline goes: into a file that becomes `made`, or to a taker. */
struct target {
    const char *name;
    writer_put *put; /* NULL: the file */
    void *arg;
    struct source *made;
};

/* Writes what the stage makes of `file`: the lab's files, 0 being what the stage before gave. 0 or -1. */
int stage_run(struct lab *l, struct lab_file *file, const struct stage *stage, struct target *to,
              struct lab_applied *out, struct err *err);

#endif
