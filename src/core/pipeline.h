/* The examination's threads. Each takes what is to be done next: find boundaries in the next block, read
 * and digest a chunk of entries, hash a block of the file, or join finished chunks in order. */
#ifndef AERSCOPE_CORE_PIPELINE_H
#define AERSCOPE_CORE_PIPELINE_H

#include "core/block.h"
#include "core/boundary.h"
#include "core/chain.h"
#include "core/kept.h"
#include "core/layout.h"
#include "core/selection.h"

/* Entries read and judged by themselves, and next to each other. */
struct result {
    uint64_t offset;
    uint32_t mask;
    uint8_t standing;
    bool has_class;
    bool training; /* it carries TRAINING_MEMBER */
    struct digest digest; /* of the construction in force */
    uint64_t id_hash, class_hash, job_hash[2];
    uint64_t class_at;
};

struct chunk {
    struct chunk *next;
    uint64_t number;      /* from 0, in file order */
    uint64_t first;       /* position of its first entry */
    size_t count;         /* of entries to read */
    struct span *span;
    struct block *block;  /* NULL: one entry larger than a block, read through the source */
    struct result *result; /* from reading to joining */
    size_t room;           /* of results */
    struct kept *kept;     /* likewise, of the one entry of a chunk without a block; may be NULL */
    size_t done;          /* results that hold */
    bool first_lacks;     /* its first entry lacks members, and none is of a wrong type */
    struct meeting meeting; /* of its first entry with the one before the chunk */
    struct carry carry;   /* of its last */
    uint64_t link06_broken; /* links inside the chunk that do not hold under -06 */
    uint64_t extra[FINDING_ENTRY_COUNT]; /* findings beyond one a mask bit */
    bool damaged;
    struct err err;
};

struct pipeline;

/* What the pipeline tells its owner. Calls come one at a time, in file order, except hash. */
struct pipeline_owner {
    void *arg;
    struct selection *selection; /* of the entries; NULL: all */
    /* The layout was recognised. */
    void (*layout)(void *arg, const struct layout_plan *plan);
    /* The next chunk of entries. -1 stops the examination. */
    int (*chunk)(void *arg, struct chunk *c, struct err *err);
    /* The next bytes of the file, for its hash and lines. -1 stops. */
    int (*bytes)(void *arg, const unsigned char *p, size_t len, struct err *err);
    /* All was read: `damage` NULL or ERR_FORM where reading stopped; or another error. Called once, last. */
    void (*end)(void *arg, const struct layout_plan *plan, const struct err *damage);
};

struct pipeline *pipeline_new(struct source *source, enum layout layout, bool by06, unsigned jobs,
                              const struct pipeline_owner *owner, struct err *err);
int pipeline_start(struct pipeline *p, struct err *err);
/* The same on the calling thread, with its bench, to the end: a small input is not worth a thread. */
void pipeline_run(struct pipeline *p, struct bench *bench);
void pipeline_cancel(struct pipeline *p);
void pipeline_free(struct pipeline *p); /* cancels and waits */

#endif
