/* Timelines made for tests, and everything that an examination of one says. Digests are made
 * here from the description of the format, by way of nothing but SHA-256 itself. */
#ifndef AERSCOPE_TESTS_CORE_MAKING_H
#define AERSCOPE_TESTS_CORE_MAKING_H

#include "base/buf.h"
#include "core/timeline.h"

/* What an entry is made of; NULL or zero: the usual. Texts are plain ASCII without quotes or
 * backslashes. */
struct making {
    const char *id, *job, *tool, *class;
    const char *payload; /* the bytes behind canonical_bytes */
    const char
        *first; /* JSON members to put first and last, with their commas: `"x":1,` and `,"y":2` */
    const char *last;
    const char *close; /* "true", "false"; NULL: absent, except on the entry that ends a chain */
    const char *seq;   /* how it is written; the digest takes the position */
    const char *before, *after; /* white space around it */
};

struct chain {
    struct buf text;
    uint64_t entries;
    size_t at; /* where the last entry begins */
    char prev[DIGEST_HEX + 1];
    const char *between; /* `,` and a line feed, unless set */
};

void chain_begin(struct chain *c, const char *open);
void chain_add(struct chain *c, const struct making *m);  /* NULL: a usual one */
void chain_last(struct chain *c, const struct making *m); /* the same, closed */
void chain_end(struct chain *c, const char *close);
void chain_release(struct chain *c);
/* An array of `count` usual entries. */
void chain_honest(struct chain *c, uint64_t count);
/* Puts `to` where `from` stands for the nth time (from 1). */
void chain_swap(struct chain *c, const char *from, unsigned nth, const char *to);
/* Where `what` stands for the nth time. */
size_t chain_find(const struct chain *c, const char *what, unsigned nth);

/* --- examinations --- */

struct exam {
    struct source *source;
    struct timeline *t;
    struct err err;
    int status; /* of timeline_wait() */
};

/* Examines bytes from memory to the end. */
void exam_bytes(struct exam *e, const void *bytes, size_t len,
                const struct timeline_options *options);
void exam_chain(struct exam *e, const struct chain *c, unsigned jobs);
void exam_close(struct exam *e);

/* All findings in the order in which they are told. */
void exam_findings(struct exam *e, struct finding_list *out);
/* Line and column of an offset, counted byte by byte. */
void place_naively(const char *bytes, size_t offset, uint64_t *line, uint64_t *column);
/* Everything that can be asked of a finished timeline, as text: equal texts, equal examinations. */
void exam_describe(struct exam *e, struct buf *out);
void describe_finding(const struct finding *f, struct buf *out);

#endif
