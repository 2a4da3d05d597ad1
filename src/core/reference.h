/* Outside references: what is known of the end of the timeline from elsewhere, and what each check gave.
 * draft-zambo-aer1-09, section 7.3 (chain commitment). */
#ifndef AERSCOPE_CORE_REFERENCE_H
#define AERSCOPE_CORE_REFERENCE_H

#include "base/rfc3339.h"
#include "core/expected.h"
#include "core/timeline.h"

enum reference_kind {
    REFERENCE_COMMITMENT,
    REFERENCE_HEAD,
    REFERENCE_COUNT_ONLY,
    REFERENCE_BASELINE,
    REFERENCE_MANIFEST
};
const char *reference_kind_name(enum reference_kind k); /* "commitment", "head", "count", ... */

enum independence { INDEPENDENT_UNKNOWN, INDEPENDENT_YES, INDEPENDENT_NO };
const char *independence_name(enum independence i);

enum reference_result {
    REFERENCE_UNCHECKED,
    REFERENCE_MATCHES,
    REFERENCE_CONTRADICTED,
    REFERENCE_EARLIER,   /* confirms the first `entry_count` entries, not the end */
    REFERENCE_UNUSABLE,
    REFERENCE_COUNT_AGREES, /* a count alone that agrees: not sufficient for a match */
    REFERENCE_RESULTS
};
/* "matches", "contradicted", "earlier", "unusable"; "not_assessed" for unchecked and for a count that agrees. */
const char *reference_result_name(enum reference_result r);

struct reference;
/* How a kind is checked that takes more than this layer knows: by a layer above. */
struct reference_judge {
    /* Sets what is read and `result`, and adds findings; their places are filled in behind it. Called at
     * each check, whatever came of the timeline. 0 or -1. */
    int (*check)(void *arg, struct reference *r, struct timeline *t, struct err *err);
    void (*free)(void *arg);
    void *arg;
};

struct reference {
    enum reference_kind kind;
    char *path;              /* as given; NULL for --head and --count */
    bool embedded;           /* sits in the timeline's own file: never independent */
    bool own_file;           /* is the timeline's own file: likewise */
    struct digest sha256;    /* of the reference's bytes */
    bool has_sha256;
    bool has_before;         /* it was read again: its bytes before that had this digest */
    struct digest before;
    bool has_meant;          /* what is stated was stated of these bytes: of others a check drops it */
    struct digest meant;
    char *was_stated;        /* of other bytes, in words that are escaped; NULL: nothing */
    struct digest was_of;    /* of those bytes */
    /* the examiner's statements, NULL where nothing was said */
    char *witness, *authority, *retrieved_from, *retrieved_at;
    enum independence independent;
    bool by_line;            /* the command line stated it */
    enum independence not_taken; /* a case file states it, whose history does not vouch for that: it does not count */
    /* as read */
    bool readable;           /* the form is right; else `findings` says what is wrong */
    struct str job_id;       /* data NULL: none stated */
    bool has_digest;
    struct digest final_digest;
    bool has_count;
    int64_t count;           /* as stated: may be below 1; of more than 18 digits it is cut to 10^18 */
    struct str count_text;   /* of one that was cut: as stated; else data NULL */
    struct str published_at;
    struct instant published;
    /* as checked; at the last visible entry */
    enum reference_result result;
    uint64_t confirmed;      /* EARLIER: the first so many entries, not the end */
    bool same_end;           /* the last visible entry has the digest of its last one, whatever else differs */
    bool of_timeline;        /* it states the job of the timeline's first entry */
    uint64_t number;         /* of entries up to the end that it states, by its count, else by the entry that has
                                its digest; 0: not known */
    uint64_t differs;        /* the first entry of which it is known that it states another one; 0: none */
    bool end_open;           /* it confirms an entry that closes nothing: a state on the way to a later end */
    bool time_odd;           /* its published_at lies after its retrieval, or either after the present */
    bool elsewhere;          /* it contradicts, and its digest is that of an entry at another place than it counts */
    uint64_t linked_from;    /* of one that matches or is earlier: its digest fixes the entries from here on, by links
                                that hold; 0 for others */
    uint64_t of_entry;       /* the entry at the place that is its number, where its digest is of that one: as it stands,
                                with close put otherwise, or written otherwise; 0: not known */
    bool of_closed;          /* it is of that one with close true */
    unsigned of_written;     /* bits of core/encoding.h; 0: as the format writes */
    bool tied;               /* no failure stands between the first entry and the one that it confirms */
    struct finding_list findings;
    struct reference_judge judge; /* of zeros: checked here */
};

struct reference_set {
    struct reference *item;
    size_t count, room;
    struct expected *expected; /* what the entries are held against; NULL: no list */
};

/* The entry that its digest is held against: of an `earlier` one the entry that it confirms, which is
 * taken as closed where that gives the digest, else the last visible one. */
struct reference_end {
    uint64_t entry; /* 0: the timeline has none */
    bool has_digest, closed;
    struct digest digest;
    bool otherwise; /* its digest is this one, and binds another number than the reference counts: */
    int64_t seq;
};
int reference_end(const struct reference *r, struct timeline *t, struct reference_end *out, struct err *err);

enum { COUNT_DIGITS = 256, COUNT_ROOM = 32 };
/* The count as it is stated, in `room` or in the reference; "" where there is none. */
const char *reference_count_text(const struct reference *r, char room[COUNT_ROOM]);

/* Each appends one reference and returns it (valid until the next append), NULL on ERR_MEMORY/USAGE.
 * A file that cannot be read or has a bad form is appended too, with its findings: it is `unusable`. */
struct reference *reference_add_commitment(struct reference_set *set, const char *path, struct err *err);
/* A commitment as bytes; `name` is what is shown as its path. */
struct reference *reference_add_bytes(struct reference_set *set, const char *name, const void *bytes,
                                      size_t len, struct err *err);
/* HEX[@COUNT]; ERR_USAGE when it is not that. */
struct reference *reference_add_head(struct reference_set *set, const char *text, struct err *err);
struct reference *reference_add_count(struct reference_set *set, const char *text, struct err *err);
/* One that something else than its file shows to be unusable: `why` is a sentence, evidence in it is escaped.
 * `path` may be NULL. */
struct reference *reference_add_unusable(struct reference_set *set, enum reference_kind kind,
                                         const char *path, const char *why, struct err *err);
/* Nothing is stated of it. */
void reference_unstate(struct reference *r);
/* Takes one off; those behind it move up. Findings that name references by number are made anew by the
 * next check. */
void reference_set_remove(struct reference_set *set, size_t at);
/* Moves all of `from` to the end of `to`. 0, or -1 with nothing moved. */
int reference_set_join(struct reference_set *to, struct reference_set *from, struct err *err);
/* One that a layer above checks. Takes over the judge's argument, also on failure. */
struct reference *reference_add_judged(struct reference_set *set, enum reference_kind kind,
                                       const char *path, const struct reference_judge *judge,
                                       struct err *err);
void reference_set_release(struct reference_set *set);

/* Checks all, and the list of expected actions, against a finished timeline (results of an earlier check are dropped), the commitment in
 * its own file included, which is appended on the first call. Nothing is assessed on a timeline that was
 * not read to its end; all are unusable on a historical one. `now` bounds published_at. 0 or -1. */
int references_check(struct reference_set *set, struct timeline *t, struct instant now,
                     struct err *err);

/* What two checked references are to each other, the worse the later. */
enum reference_relation {
    RELATION_NONE,         /* nothing that both state can be compared */
    RELATION_SAME,         /* one end, as far as both state it */
    RELATION_FITS,         /* different ends, the shorter one before the longer; or one entry put in two ways */
    RELATION_UNDATED,      /* different ends, and which was first, or that it leads to the other, is not shown; or one
                              digest that two entries have */
    RELATION_RESULTS,      /* one confirms what the other contradicts */
    RELATION_TIMES,        /* the one published later counts fewer entries: of an older state, or wrong */
    RELATION_EQUIVOCATION, /* they cannot both be of one finished timeline, by the current rules */
    RELATIONS
};
enum reference_relation references_relate(const struct reference *a, const struct reference *b);

/* What the checked references say together. */
struct agreement {
    size_t results[REFERENCE_RESULTS]; /* references with each result */
    size_t usable;                     /* that say something about the timeline */
    size_t pairs[RELATIONS];           /* of references, by what they are to each other, */
    size_t first[RELATIONS][2];        /* and the first of them: indices, the lower one first */
    enum reference_relation worst;
};
struct agreement references_agree(const struct reference_set *set);
/* "agree", "differ" (RELATION_UNDATED), "disagree", "equivocation"; NULL where nothing was compared. */
const char *agreement_name(const struct agreement *a);
/* Why two of one job exclude each other: goes on after the names of both, "references 1 and 2 ". */
void reference_say_excluded(struct buf *out, const struct reference *a, const struct reference *b);
/* Both have the digest of one entry, put in two ways: as it stands, closed otherwise, or written otherwise. */
bool reference_same_entry(const struct reference *a, const struct reference *b);
/* One digest, and different numbers. */
bool reference_same_digest(const struct reference *a, const struct reference *b);
/* When the reference was there at the latest: when it was published, else when it was retrieved. False where
 * neither is stated as a time. */
bool reference_latest(const struct reference *r, struct instant *at);
/* By times that can be, `first` was there before `then` was published. */
bool reference_was_before(const struct reference *first, const struct reference *then);
/* Fills `order` (room for all) with the references that have a time of publication, earliest first; how
 * many. */
size_t references_in_time(const struct reference_set *set, size_t *order);

#endif
