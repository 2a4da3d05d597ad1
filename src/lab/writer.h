/* The altered timeline as it is written: a block in memory in front of an unlinked file. What was written last can
 * be read again and taken back. */
#ifndef AERSCOPE_LAB_WRITER_H
#define AERSCOPE_LAB_WRITER_H

#include "core/cursor.h"

struct writer {
    const char *name; /* for messages: unescaped */
    int fd;
    uint64_t base;    /* offset in the file of block[0] */
    unsigned char *block;
    size_t len;
    struct source *view; /* of the file as far as it is written; NULL: to be opened */
    uint64_t viewed;
    struct err err;   /* the first failure sticks */
};

/* 0 or -1; releasing is due in both cases. */
int writer_init(struct writer *w, const char *name, struct err *err);
void writer_release(struct writer *w);
/* The file with everything in it, handed over; NULL on error. */
struct source *writer_finish(struct writer *w, struct err *err);

void writer_add(struct writer *w, const void *bytes, size_t len);
/* Copies bytes [from, to) of a source, in blocks. */
void writer_copy(struct writer *w, struct source *s, uint64_t from, uint64_t to);
/* Offset behind what was written. */
uint64_t writer_at(const struct writer *w);
/* Says that an entry begins, so that one of usual size stays in memory until the next begins. */
void writer_begin(struct writer *w);
/* What was written from `from` on, good until more is written. 0 or -1. */
int writer_extent(struct writer *w, uint64_t from, struct extent *x, struct err *err);
/* Forgets what was written from `to` on. */
void writer_back(struct writer *w, uint64_t to);
/* 0, or -1 with the failure that stuck. */
int writer_status(const struct writer *w, struct err *err);

#endif
