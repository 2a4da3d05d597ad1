/* Commands of one line that give an entry's digest by other means than this program's screen. */
#ifndef AERSCOPE_REPORT_REPRODUCE_H
#define AERSCOPE_REPORT_REPRODUCE_H

#include "core/timeline.h"

enum { REPRODUCE_PLAIN_MAX = 1024 }; /* bytes of a preimage that is written out */

struct reproduce {
    uint64_t entry; /* 0: nothing loaded */
    bool final;
    bool has_digest;
    bool named;         /* the timeline has a name that the command can use */
    struct str by_tool; /* a pipe of this program's preimage */
    struct str by_hand; /* the preimage written out; data NULL where it is not short and plain */
};

void reproduce_release(struct reproduce *r);
/* Makes the commands unless they are there; again when the examination has ended since. `path`: the file that they
 * name; NULL: none holds the timeline. */
void reproduce_load(struct reproduce *r, struct timeline *t, const char *path, uint64_t entry, bool final);

/* What stands for the timeline where it has no name that a command can use. */
#define REPRODUCE_FILE "FILE"

/* A shell function aer_entry of several lines, with Python and nothing of this program: it reads an entry
 * out of a file (FILE OFFSET LENGTH) and prints its digest by the construction and its stored
 * prev_digest. Behind the place pairs of member and JSON value may follow, which are put in before. An
 * entry whose members have other types has no digest in it. 0 or -1. */
int reproduce_program(struct buf *out, enum construction c);
/* Its call. */
int reproduce_by_program(struct buf *out, const char *path, uint64_t offset, uint64_t length);

/* A word pair that goes behind the call: the member as it would have been, of a changed one of an explanation. 0, or
 * -1 where a command cannot say it; what is appended then is to be thrown away. */
int reproduce_put(struct buf *out, const char *member, const struct str *value);

/* sha256sum of a file. 0, or 1 where REPRODUCE_FILE stands for it. */
int reproduce_file(struct buf *out, const char *path);
/* A program in Python that follows the first records of a case file's history and prints the head after them: more
 * may have been written since. 0 or 1, likewise. */
int reproduce_history(struct buf *out, const char *path, size_t records);
/* The same verdict, of the entries of that job. 0 or 1, likewise. */
int reproduce_job(struct buf *out, const char *path, const struct str *job);
/* The command by hand, of the bytes that an entry hashes. 0 or -1. */
int reproduce_by_hand(struct buf *out, const void *preimage, size_t len);

#endif
