/* The altered timeline as it is written: a block in memory in front of an unlinked file, or of somebody who takes
 * the bytes as they come. An entry that is being written can be read again and taken back. */
#ifndef AERSCOPE_LAB_WRITER_H
#define AERSCOPE_LAB_WRITER_H

#include "core/cursor.h"

/* Takes bytes: 0, or an errno value. */
typedef int writer_put(void *arg, const void *bytes, size_t len);

struct writer {
    const char *name; /* of sources made of it */
    writer_put *put;  /* NULL: a file */
    void *arg;
    int fd;           /* of the file; for a taker, of what an entry has that is larger than the block; -1: none */
    uint64_t start;   /* the file is a hole up to here */
    bool holding;     /* an entry is being written that may be taken back, */
    uint64_t held;    /* from here on */
    uint64_t base;    /* offset of block[0] */
    unsigned char *block;
    size_t len;
    struct source *view; /* of the file as far as it is written; NULL: to be opened */
    uint64_t viewed;
    struct err err;   /* the first failure sticks */
};

/* `put` NULL: into a file. 0 or -1; releasing is due in both cases. */
int writer_init(struct writer *w, const char *name, writer_put *put, void *arg, struct err *err);
void writer_release(struct writer *w);
/* The file with everything in it, handed over; NULL on error. */
struct source *writer_finish(struct writer *w, struct err *err);
/* The same for a taker: the last bytes are passed on. 0 or -1. */
int writer_end(struct writer *w, struct err *err);

void writer_add(struct writer *w, const void *bytes, size_t len);
/* Copies bytes [from, to) of a source, in blocks. */
void writer_copy(struct writer *w, struct source *s, uint64_t from, uint64_t to);
/* Offset behind what was written. */
uint64_t writer_at(const struct writer *w);
/* An entry begins, which is held until it is let go. One of usual size stays in memory. */
void writer_hold(struct writer *w);
void writer_let_go(struct writer *w);
/* What was written of the entry that is held, from `from` on; good until more is written. 0 or -1. */
int writer_extent(struct writer *w, uint64_t from, struct extent *x, struct err *err);
/* Forgets what was written of it from `to` on. */
void writer_back(struct writer *w, uint64_t to);
/* 0, or -1 with the failure that stuck. */
int writer_status(const struct writer *w, struct err *err);

#endif
