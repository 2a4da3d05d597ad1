/* What was expected to happen, as a list frozen elsewhere or a workflow receipt, held against
 * what a timeline shows. */
#ifndef AERSCOPE_CORE_EXPECTED_H
#define AERSCOPE_CORE_EXPECTED_H

#include "core/timeline.h"

struct expected;
struct reference_set;

/* Reads a list, or a workflow receipt. What cannot be read or has a bad form is made too: its
 * findings say what is wrong, and it is not usable. NULL: no memory. */
struct expected *expected_open(const char *path, struct err *err);
/* The same from bytes; `name` is what is shown as its path. */
struct expected *expected_from_bytes(const char *name, const void *bytes, size_t len,
                                     struct err *err);
/* One that is not read at all: `why` is a sentence, evidence in it is escaped. */
struct expected *expected_unread(const char *path, const char *why, struct err *err);
/* A case file means a list of this SHA-256. */
void expected_mean(struct expected *e, const struct digest *sha256);
void expected_free(struct expected *e);

/* Opens the list into the set, which takes it over. The number of steps of a workflow receipt
 * becomes a reference of kind manifest in it: `*manifest` is it (valid until the next append),
 * else NULL. 0 or -1. */
struct reference;
int reference_set_expect(struct reference_set *set, const char *path, struct reference **manifest,
                         struct err *err);
/* The same of bytes; `name` as above. */
int reference_set_expect_bytes(struct reference_set *set, const char *name, const void *bytes, size_t len,
                               struct reference **manifest, struct err *err);

/* Holds it against a finished timeline; what an earlier check gave is dropped. Nothing is
 * assessed on a timeline that is historical or was not read to its end, nor by a list that is
 * not usable. 0 or -1. */
int expected_check(struct expected *e, struct timeline *t, struct err *err);

/* The same ahead of the check, beside something else: a check against this timeline that follows
 * takes what it found. `stop` is asked now and then; ERR_CANCELLED once it says true. */
int expected_prepare(struct expected *e, struct timeline *t, bool (*stop)(void *arg), void *arg,
                     struct err *err);
/* Whether a check against this timeline has its answer already. */
bool expected_prepared(const struct expected *e, struct timeline *t);

enum frozen { FROZEN_NOT_COMPARED, FROZEN_BEFOREHAND, FROZEN_NOT_BEFOREHAND };

/* What is known of it; strings are owned by it, with data NULL for what it does not state. */
struct expected_about {
    const char *path;
    bool has_sha256;
    struct digest sha256;
    bool receipt; /* a workflow receipt */
    bool has_meant; /* a case file means a list of that SHA-256 */
    struct digest meant;
    bool malformed; /* its form is not right: what is known beside path and SHA-256 means nothing */
    bool usable;  /* its form is right, and it is for the job of the timeline that was checked */
    bool foreign; /* no entry of that timeline has its job */
    bool strict;  /* the order of the expected actions counts */
    struct str job_id, source, frozen_at;
    enum frozen frozen;
    uint64_t actions; /* as listed */
    bool has_root;    /* recomputed from the steps */
    bool root_differs;
    struct digest root;
};
struct expected_about expected_about(const struct expected *e);

/* An action of the list, by its number from 1. Strings are the list's. */
enum expected_kind { EXPECTED_REQUIRED, EXPECTED_AUTHORISED, EXPECTED_FORBIDDEN };
const char *expected_kind_name(enum expected_kind k); /* "expected", "authorised", "forbidden" */
struct expected_action {
    enum expected_kind kind;
    struct str tool, id; /* id: data NULL when any will do */
    bool has_hash;
    struct digest hash;
    uint64_t count;  /* as often; of a forbidden one without meaning */
    uint64_t found;  /* entries that are matched with it; of expected actions alone */
    uint64_t first;  /* the first of them; 0: none */
    uint64_t line, column;
};
struct expected_action expected_action(const struct expected *e, uint64_t number);

/* What the last check made of an entry; from EXPECTED_MISPLACED on it is a finding. */
enum expected_fate {
    EXPECTED_NOT_HELD, /* nothing was assessed, or there is no such entry */
    EXPECTED_MATCHED,
    EXPECTED_PERMITTED, /* an authorised action covers it */
    EXPECTED_MISPLACED, /* matched, out of order */
    EXPECTED_UNNAMED,   /* unexpected: no action names it */
    EXPECTED_SURPLUS,   /* unexpected: an action names it, and not so often */
    EXPECTED_FOREIGN,   /* unexpected: it is of another job */
    EXPECTED_DENIED,    /* the list forbids it */
    EXPECTED_FATES
};
/* `*action` is the number of the action that it is matched with, or that covers or forbids it; 0: none. */
enum expected_fate expected_of_entry(const struct expected *e, uint64_t entry, uint64_t *action);

struct coverage {
    bool assessed;
    uint64_t expected; /* = matched + missing */
    uint64_t matched, missing;
    uint64_t authorised;            /* entries that an authorised action covers */
    uint64_t unexpected, forbidden; /* entries */
    uint64_t out_of_order;          /* of the matched ones */
};
struct coverage expected_coverage(const struct expected *e);

/* Findings about the list and about actions that are missing, by number. */
uint64_t expected_list_findings(const struct expected *e);
enum finding_code expected_list_code(const struct expected *e, uint64_t i);
uint64_t expected_list_entry(const struct expected *e, uint64_t i); /* 0: about none */
uint64_t expected_list_action(const struct expected *e, uint64_t i); /* that is missing; 0: none */
/* 0 with `out` to be released, or -1 without memory. */
int expected_list_finding(const struct expected *e, uint64_t i, struct finding *out);
/* How many findings of a code there are. */
uint64_t expected_total(const struct expected *e, enum finding_code c);
/* First entry at or after (step 1) or at or before (step -1) `entry` with a finding of the code,
 * or of any for FINDING_COUNT; 0: none. */
uint64_t expected_seek(const struct expected *e, uint64_t entry, int step, enum finding_code c);
/* The entry has a finding. */
bool expected_has(const struct expected *e, uint64_t entry);
/* Those about the entry, at most one; the timeline is the one that was checked. 0 or -1. */
int expected_entry_findings(const struct expected *e, struct timeline *t, uint64_t entry,
                            struct finding_list *out, struct err *err);

/* The root over `count` leaves (at least one), which are overwritten. 0 or -1. */
int expected_merkle(struct digest *leaf, size_t count, struct digest *root, struct err *err);

#endif
