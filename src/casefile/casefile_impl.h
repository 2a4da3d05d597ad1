/* Inside of a case file; for the files of src/casefile alone. The cJSON tree is what the file says; the
 * lists beside it only make its arrays addressable. */
#ifndef AERSCOPE_CASEFILE_CASEFILE_IMPL_H
#define AERSCOPE_CASEFILE_CASEFILE_IMPL_H

#include "casefile/casefile.h"

#include <cjson/cJSON.h>
#include <sys/stat.h>

enum { READ_ONLY_MAX = 512 };

/* The elements of an array of the tree. */
struct list {
    cJSON **item;
    size_t count, room;
};

/* The arrays at the top. */
enum part { PART_REFERENCES, PART_OUTCOME, PART_NOTES, PART_REVIEW, PART_HISTORY, PART_COUNT };
extern const char *const part_name[PART_COUNT];

/* Where a note, or an outcome statement, was found; beside the list of the same index. */
struct place {
    uint64_t here;    /* 0: nowhere so far */
    bool by_number;   /* not by its digest */
    bool fresh;       /* made before the SHA-256 of the timeline was known */
    struct instant at;
};
struct places {
    struct place *item;
    size_t count, room;
};

struct casefile {
    char *path;
    const char *name; /* within its directory */
    int dir;          /* -1 while the directory is not there */
    int fd;           /* of the file as read or saved last, locked when it may be written; else -1 */
    bool exists;
    struct stat st;   /* of `fd` */
    bool has_sha256;
    struct digest sha256;

    bool dirty;
    uint64_t changes; /* how often it was changed */
    char read_only[READ_ONLY_MAX];
    long writer;    /* the process that had it open for writing when it was read; below 1: none */
    bool elsewhere; /* what makes it read-only holds for this place alone */
    char **warning;
    size_t warnings;
    struct {
        dev_t dev;
        ino_t ino;
    } *input;
    size_t inputs;

    cJSON *root;
    struct list part[PART_COUNT];
    size_t estimate; /* bytes that it will have, at most */
    size_t values;   /* JSON values that it has, at most */

    size_t sealed;   /* records that hold the SHA-256 of the one before */
    size_t saved;    /* records as read or saved last */
    bool has_head;
    struct digest head, saved_head; /* of the last sealed, of the last saved record */
    enum casefile_history history;
    size_t broken;
    bool starved;      /* memory gave out in the last look for places: another one at once would be no better */
    bool lacking;      /* memory gave out while it was opened: what was found of it is not all */
    bool doubted;      /* its history did not hold when it was opened, or tells that once it did not */
    size_t found_at;   /* the last record that tells so, from 1; 0: none */
    size_t since;      /* doubted: what the records from this one on put there was stated here */
    bool told_outside; /* a record says that something else changed the file */

    /* beside a timeline */
    const struct timeline *matched;
    bool pins;       /* was made in this session: pinned to the first timeline that it is matched with */
    bool has_bytes;  /* SHA-256 of the matched timeline is known */
    struct digest bytes;
    uint64_t scanned; /* entries of it that were compared with all that is pending */
    uint64_t published;
    bool settled;     /* nothing more can be found */
    struct places note_at, outcome_at;
    size_t *order;    /* notes that have a place, entry by entry, newest first; room for all */
    size_t ordered;
};

/* The real clock, in seconds; tests set another. */
extern int64_t (*casefile_clock)(void);

/* tree.c: reading the tree, whatever it holds. */
const char *tree_text(const cJSON *object, const char *name); /* NULL: absent or no string */
bool tree_digest(const cJSON *object, const char *name, struct digest *out);
uint64_t tree_count(const cJSON *object, const char *name); /* 0: absent or no such number */
struct casefile_file tree_file(const cJSON *object, const char *name);
/* A reference, or the earlier copy (CASEFILE_BASELINE); NULL where there is none. */
cJSON *tree_reference(const struct casefile *c, size_t i);
/* Building it; NULL or false without memory, what was passed is freed then. */
bool tree_put(cJSON *object, const char *name, cJSON *value);
bool tree_put_text(cJSON *object, const char *name, const char *text); /* NULL: null */
bool tree_put_digest(cJSON *object, const char *name, const struct digest *d); /* NULL: null */
/* Exchanges the member's value, or adds it. */
bool tree_set(cJSON *object, const char *name, cJSON *value);
bool tree_set_digest(cJSON *object, const char *name, const struct digest *d);
/* The lists are made anew from the tree. 0 or -1 without memory. */
int tree_index(struct casefile *c);
/* Adds an element to an array at the top, which is made when there is none. 0 or -1; takes `item`. */
int tree_append(struct casefile *c, enum part p, cJSON *item);
/* Takes element `i` out; it is the caller's. */
cJSON *tree_detach(struct casefile *c, enum part p, size_t i);
/* How many values there are in it, itself included. */
size_t tree_values(const cJSON *value);
/* Canonical text of an element: members in code-point order, no white space, ASCII. `without` (may be
 * NULL) is a member at its top that is left out. 0 or -1. */
int tree_canonical(const cJSON *value, const char *without, struct buf *out);
int tree_sha256(const cJSON *value, const char *without, struct digest *out, struct err *err);
/* The whole as a file: indented, ASCII. 0 or -1. */
int tree_print(const cJSON *root, struct buf *out);

/* form.c: the strict check of a case file before cJSON reads it. */
struct form {
    bool newer;   /* of a schema after this one */
    bool inexact; /* has a number that writing would alter, at `inexact_at` */
    uint64_t inexact_at, inexact_line;
    size_t values;
};
int form_check(struct form *f, const char *bytes, size_t len, struct err *err);

/* history.c */
/* Adds a record, before what it tells is done, with copies of `old` and `now` (NULL: none). */
int record_add(struct casefile *c, const char *did, const cJSON *old, const cJSON *now, struct err *err);
/* Takes the last record back: what it tells could not be done. */
void record_drop(struct casefile *c);
/* Chains the records that are not, and lets the last state the rest of the file. 0 or -1. */
int record_seal(struct casefile *c, struct err *err);
void record_check(struct casefile *c);
/* The time for a new record: never before the last one's. */
void record_now(const struct casefile *c, char out[32]);

/* A record after the last doubt puts the independence there that the reference has now. */
bool record_vouches(const struct casefile *c, const cJSON *reference);

/* statements.c */
/* Changes what is stated of a reference; its checks stay. `independence` says whether that was stated, or only left
 * as it was: then it is vouched for no more than before. */
int statement_edit(struct casefile *c, size_t i, const struct casefile_reference *r, bool independence, struct err *err);

/* casefile.c */
int casefile_no_memory(struct err *err);
void casefile_set_read_only(struct casefile *c, bool elsewhere, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* 0 when it may be changed. */
int casefile_writable(const struct casefile *c, struct err *err);
/* Checks a text that is to be stored: UTF-8, at most `most` bytes. `what` names it. */
int casefile_text(const char *what, const char *text, size_t most, struct err *err);
int casefile_time(const char *what, const char *text, struct err *err);

/* store.c */
int store_open(struct casefile *c, enum casefile_mode mode, struct buf *bytes, struct err *err);
void store_close(struct casefile *c);

/* propose.c */
/* Makes that folder, 0700, when `path` names a file in it. True when it did, or it was there. */
bool propose_make(const char *path);
/* Whether that would be tried. */
bool propose_makes(const char *path);

/* match.c */
/* Room for one more note, and its place. 0 or -1. */
int match_reserve(struct casefile *c, struct err *err);
/* A note was added at the end, on this entry of the matched timeline. */
void match_added(struct casefile *c, uint64_t entry);
void match_removed(struct casefile *c, size_t note);
/* Where the notes of an entry begin in `order`, or would. */
size_t match_first(const struct casefile *c, uint64_t entry);
/* An outcome statement was added at the end, or taken out: all are found anew. */
void match_outcomes(struct casefile *c);

/* paths.c */
/* A path as a case file keeps it: absolute, or relative to the case file's folder where it lies below
 * it. -1: no UTF-8, or no memory. */
int path_store(const struct casefile *c, const char *path, struct str *out, struct err *err);
/* Every relative path in the tree is one from the folder of `from`: it is kept anew. 0 or -1. */
int path_move(struct casefile *c, const char *from, struct err *err);

#endif
