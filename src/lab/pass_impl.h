/* Inside of a pass; for its files alone. */
#ifndef AERSCOPE_LAB_PASS_IMPL_H
#define AERSCOPE_LAB_PASS_IMPL_H

#include "lab/ahead.h"
#include "lab/pass.h"
#include "lab/patch.h"

/* Bytes of one of the timelines, in hand. */
struct page {
    unsigned char *bytes; /* LIMIT_BLOCK */
    struct source *source;
    uint64_t from;
    size_t len;
};

/* An entry on its way through the levels. */
struct item {
    unsigned file; /* where it comes from */
    uint64_t entry;
    struct timeline *t;
    struct entry_mark mark;    /* of the examination */
    const struct piece *piece; /* that brought it in */
    bool read;   /* the pass's patch has it; else nothing of it is changed so far */
    bool marked; /* a stage gave it the mark */
};

/* What a level passed on last. */
struct before {
    bool raw; /* as it is in its file */
    unsigned file;
    uint64_t entry;
    bool known; /* whether it has a digest, and which; else the raw one tells */
    bool has_digest;
    struct digest digest;
};

/* A stage, which takes its entries from the stage below. */
struct level {
    const struct stage *stage;
    size_t piece; /* of its rope, with the entry that is next, */
    uint64_t within;
    uint64_t position; /* of the entry at hand */
    bool last;    /* what it passes on is written, */
    bool marking; /* and no step comes after it */
    bool follows; /* a stored entry_digest is brought along in the entry at hand */
    struct before before;
};

/* Entries that follow each other in their file and are copied as they are. */
struct run {
    unsigned file;
    uint64_t first, count;
};

struct pass {
    struct lab *l;
    struct lab_file *file; /* as the lab's, file 0 being what the chain before gave */
    struct level level[CHAIN_MOST];
    size_t levels;
    bool links;        /* some stage relinks, so that payloads are wanted */
    struct writer w;
    struct bench b;
    struct page page, tail; /* of the entry at hand, of others */
    struct patch patch;
    const struct piece *piece; /* read ahead, */
    struct ahead *ahead;       /* by this; NULL: nobody */
    uint64_t read;             /* entries of it, before that */
    struct run run;
    struct item item;
    uint64_t begun;
    bool any;          /* an entry was written */
    bool given;        /* a chain before gave entries the mark, */
    bool marked;       /* and one of those is left, or some entry was given it now */
    bool last_alone;   /* and only the last one that can carry it, which nothing altered */
    uint64_t last;     /* that one's position after all steps; 0: none can, */
    bool others;       /* as what is no object cannot */
    struct err *err;
};

/* pass_read.c: all return 0 or -1. */

/* The range of an entry, to the next one; in memory where it fits into a block, and good until the page is used
 * again. */
int pass_find(struct pass *p, struct page *page, const struct lab_file *f, uint64_t entry, struct extent *x);
/* Reads the entry at hand into the patch. */
int pass_read(struct pass *p);
void pass_end_ahead(struct pass *p);
/* Writes the entry at hand as it is in its file, with those before it. */
int pass_keep(struct pass *p);
/* Writes what is to be copied so far, */
int pass_flush(struct pass *p);
/* and then what stands in front of an entry. */
void pass_separate(struct pass *p);

/* pass_alter.c */

/* What the stage of a level does to the entry at hand, numbered `seq` (0: stays). 0 or -1. */
int pass_alter(struct pass *p, struct level *v, const struct piece *piece, uint64_t seq);
/* Writes the entry at hand, which is changed. 0 or -1. */
int pass_write(struct pass *p, struct level *v);
int pass_no_memory(struct pass *p);

#endif
