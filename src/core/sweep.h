/* A question put to every entry, answered a slice at a time: search and filter. Answers are kept as one
 * bit an entry, so that going to the next or previous one is immediate and counts are exact as far as
 * the sweep has come. */
#ifndef AERSCOPE_CORE_SWEEP_H
#define AERSCOPE_CORE_SWEEP_H

#include "core/timeline.h"

/* What is asked. */
struct question;

/* Text that is shown of an entry contains `text`. A text without upper-case letters is found in either case.
 * Eight or more hexadecimal digits, in either case, are also looked for in the stored and
 * recomputed digests. */
/* Digits of a digest as they may be typed: in one, in groups as they are shown, or the beginning and the
 * end with ".." between. */
enum { SEARCH_DIGITS = 8 };
struct search_digits {
    char hex[DIGEST_HEX + 1]; /* in lower case; the beginning and the end without what is between */
    size_t len, ends;         /* how many; how many of them are the end, 0 where all stand together */
    bool apart;               /* in groups, or both ends */
};
/* False when the text is anything else, or has less than SEARCH_DIGITS of them. */
bool search_digits(const char *text, struct search_digits *out);

struct search_options {
    const char *text; /* UTF-8; as it is shown, so <U+202E> finds that character */
    bool regex;       /* an extended regular expression (POSIX) */
    bool payload;     /* in the decoded canonical_bytes as well */
};
/* NULL on error: ERR_USAGE for a bad expression or an empty text. */
struct question *question_search(const struct search_options *o, struct err *err);

/* Predicates separated by spaces, all of which must hold; a value with spaces stands in double quotes:
 *   class= class!= class~ class!~   tool, id, job likewise: equal, not equal, contains, does not contain
 *   standing=agent|gateway|recorder|none, standing!=
 *   has:failure has:warning has:remark has:signal has:CODE (chain.link), and !has: of each
 *   entry=A-B
 * and of what an examiner noted (question_notes()):
 *   mark=s|q|c|i|none, by letter or name, and mark!=   has:note has:mark   note~ note= note!~ note!=
 * Texts are compared as they are shown. ERR_USAGE says which predicate is wrong and what is known. */
struct question *question_filter(const char *text, struct err *err);
/* The entry that a reference contradicts, 0 for none: a filter counts it as one with a failure and with
 * a signal, though no rule of the chain fails in it. Of no effect on a search. */
void question_contradicted(struct question *q, uint64_t entry);
void question_free(struct question *q);

/* What an examiner noted of the entries. It is asked of every one, so it must answer at once. */
struct sweep_notes {
    /* 's' 'q' 'c' 'i', or ' ' for none. */
    char (*mark)(void *arg, uint64_t entry);
    /* Calls `visit` with the text of each note, escaped and NUL-terminated, until it returns 1; returns
     * what it returned last, 0 where there is no note with a text. */
    int (*texts)(void *arg, uint64_t entry, int (*visit)(void *with, const char *text, size_t len),
                 void *with);
    void *arg;
};
/* A search looks into them as well, and a filter's predicates of marks and notes ask them; without them
 * nothing is noted. They must outlive the question. */
void question_notes(struct question *q, const struct sweep_notes *notes);

struct sweep {
    struct question *question; /* owned */
    unsigned char *bit;        /* of entry 1, 2, ...: lowest bit first */
    size_t room;
    uint64_t done;             /* entries asked so far: 1..done */
    uint64_t hits;             /* of them */
    unsigned char *block;
};

/* Takes over `q`, also on failure. 0 or -1. */
int sweep_init(struct sweep *s, struct question *q, struct err *err);
void sweep_release(struct sweep *s);
/* Asks more entries, about a megabyte of them or what is published. 1 when there may be more published
 * ones, 0 when all that are published were asked, -1. */
int sweep_advance(struct sweep *s, struct timeline *t, struct err *err);
/* Forgets the answer about the last entry asked: it may turn out to be the last of the file. */
void sweep_unask(struct sweep *s);
/* Asks an entry again that was asked before, as what is noted of it changed. 0 or -1. */
int sweep_again(struct sweep *s, struct timeline *t, uint64_t entry, struct err *err);
/* Forgets all answers. */
void sweep_restart(struct sweep *s);
bool sweep_hit(const struct sweep *s, uint64_t entry);
/* The next hit at or after (step 1) or at or before (step -1) `entry`; 0: none among those asked. */
uint64_t sweep_seek(const struct sweep *s, uint64_t entry, int step);
/* How many hits stand in entries 1..entry. */
uint64_t sweep_rank(const struct sweep *s, uint64_t entry);
/* The entry of hit number n, from 1; 0: none. */
uint64_t sweep_select(const struct sweep *s, uint64_t n);

#endif
