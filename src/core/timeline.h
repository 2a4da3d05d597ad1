/* A timeline: the index of its entries and everything that recomputation says about them.
 *
 * An examination runs on its own threads. Entries are published in file order; what is published never
 * changes again, except that the last published entry may still turn out not to be the last of the file.
 * Every function that takes a `const struct timeline *` may be called from one other thread at any time. */
#ifndef AERSCOPE_CORE_TIMELINE_H
#define AERSCOPE_CORE_TIMELINE_H

#include "base/buf.h"
#include "base/err.h"
#include "base/source.h"
#include "core/digest.h"
#include "core/finding.h"
#include "core/provenance.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct selection;

enum layout { LAYOUT_AUTO, LAYOUT_ARRAY, LAYOUT_WRAPPED, LAYOUT_LINES, LAYOUT_ENTRY, LAYOUT_COUNT };
/* "array", "wrapped", "lines"; one entry alone over several lines (LAYOUT_ENTRY) counts as lines. */
const char *layout_name(enum layout l);

enum construction { CONSTRUCTION_AUTO, CONSTRUCTION_07, CONSTRUCTION_06 };
const char *construction_name(enum construction c); /* "aer1-07", "aer1-06" */

enum timeline_result {
    TIMELINE_PENDING, /* the examination is not over */
    TIMELINE_CONSISTENT,
    TIMELINE_BROKEN,
    TIMELINE_HISTORICAL,
    TIMELINE_UNREADABLE
};
const char *timeline_result_name(enum timeline_result r);

/* The members of an entry that the checks use. */
enum member {
    MEMBER_SEQ,
    MEMBER_PREV_DIGEST,
    MEMBER_JOB_ID,
    MEMBER_ID,
    MEMBER_TOOL,
    MEMBER_PROVENANCE_CLASS,
    MEMBER_CANONICAL_BYTES,
    MEMBER_OUTPUT_HASH,
    MEMBER_CLOSE,
    MEMBER_ENTRY_DIGEST,
    MEMBER_COUNT
};
const char *member_name(enum member m);

enum json_type {
    JSON_ABSENT,
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};
const char *json_type_name(enum json_type t);

struct timeline_options {
    /* Which entries of the file are the timeline: positions count them alone, places and the SHA-256 are those
     * of the file. An input of whose entries none is selected is refused. NULL: all. It must outlive the
     * examination. */
    struct selection *selection;
    bool count_jobs;                /* for timeline_jobs() */
    enum construction construction; /* what to judge by; AUTO recognises -06 by its digests */
    enum layout layout;
    unsigned jobs;                  /* threads, 0: one a processor */
    /* Called (from a thread of the examination, at most some ten times a second and once at the end)
     * when there is more to see. May be NULL. */
    void (*notify)(void *arg);
    void *notify_arg;
};

struct timeline;

/* Takes over nothing: `source` must outlive the timeline. NULL on error. */
struct timeline *timeline_new(struct source *source, const struct timeline_options *options,
                              struct err *err);
void timeline_free(struct timeline *t); /* cancels first */
/* Starts the examination and returns at once. 0, or -1 when no thread could be started. */
int timeline_start(struct timeline *t, struct err *err);
/* Examines on the calling thread, to the end; no other thread may use the timeline meanwhile. What came of
 * it: timeline_wait(). */
void timeline_run(struct timeline *t);
/* Waits for its end. 0: done, also when the input was damaged or refused (timeline_damage());
 * -1: it could not be examined (I/O, changed while read, memory, cancelled). */
int timeline_wait(struct timeline *t, struct err *err);
/* Asks it to stop, and ends all waiting for standard input: nothing more can be read from the source. */
void timeline_cancel(struct timeline *t);

struct progress {
    bool done;           /* nothing will change any more */
    bool failed;         /* could not be examined: timeline_wait() has the error */
    uint64_t entries;    /* published so far */
    uint64_t bytes_read; /* of the input, examined */
    uint64_t bytes_total;/* 0 while unknown (standard input) */
};
struct progress timeline_progress(const struct timeline *t);

/* An extension of this name (static) is not looked at where entries are held against those of another copy: for
 * what the program itself added. Before the first comparison. NULL: every member is. */
void timeline_leave_out(struct timeline *t, const char *extension);
const char *timeline_left_out(const struct timeline *t);

/* By which construction it was asked to be judged: AUTO, or one that was fixed. */
enum construction timeline_asked(const struct timeline *t);

/* Known from the first published entry on. */
struct source *timeline_source(const struct timeline *t);
enum layout timeline_layout(const struct timeline *t); /* AUTO while not yet recognised */
/* job_id of entry 1, WTF-8, cut to LIMIT_SHOWN; data NULL when it has none. Owned by the timeline. */
struct str timeline_job(const struct timeline *t);
/* Whether job_id of entry 1 is this text, however long. */
bool timeline_job_is(const struct timeline *t, const struct str *job);
/* The entries that alone are the timeline; NULL: all are. Its counts hold when the examination is over. */
const struct selection *timeline_selection(const struct timeline *t);

/* The jobs that the published entries name, in the order of their first entries, where count_jobs asked for them. A
 * job_id that is no string names none. */
struct job_count {
    uint64_t hash[2]; /* keyed_text() of the job by 0 and 1: the job, while the program runs */
    uint64_t entries, first, last;
};
struct job_totals {
    size_t jobs;       /* that are listed, LIMIT_JOB_ROWS at most */
    uint64_t without;  /* entries that name none */
    uint64_t unlisted; /* entries of further jobs */
};
struct job_totals timeline_jobs(const struct timeline *t);
/* From row `from` (0 is the first) at most `room`; how many. */
size_t timeline_job_rows(const struct timeline *t, size_t from, struct job_count *out, size_t room);
/* The row of the job with these hashes, or -1. */
int64_t timeline_job_find(const struct timeline *t, const uint64_t hash[2]);

/* Known when done. */
bool timeline_sha256(const struct timeline *t, struct digest *out); /* of the file's bytes */
enum timeline_result timeline_result(const struct timeline *t);
enum construction timeline_construction(const struct timeline *t); /* 07, or 06 */

/* Damage: reading stopped here. `refused` means that the input is no timeline, or more than one, and
 * that nothing of it was examined. */
struct damage {
    bool refused;
    uint64_t offset, line, column;
    uint64_t entries_read;
    char message[512]; /* evidence in it is escaped */
};
/* NULL while there is none. */
const struct damage *timeline_damage(const struct timeline *t);

/* The member that the training lab writes into its copies. The digest does not bind it: whoever has the file can add
 * it and take it away. */
#define TRAINING_MEMBER "x_aerscope_training"
/* Published entries that carry it. No finding: it changes no judgement. */
uint64_t timeline_training(const struct timeline *t);

/* Number of findings of a code among the published entries (and of the file). */
uint64_t timeline_total(const struct timeline *t, enum finding_code c);
uint64_t timeline_severity_total(const struct timeline *t, enum severity s);
/* The first failure in the order of the checks so far; false when there is none. `*entry` is 0 for a
 * finding without an entry. */
bool timeline_first_failure(const struct timeline *t, uint64_t *entry, enum finding_code *code);
/* Entry and code of the first truncation signal of the chain so far. */
bool timeline_first_signal(const struct timeline *t, uint64_t *entry);

/* What the index knows of a published entry (1 .. progress.entries). Cheap. All zero for another number. */
struct entry_mark {
    uint64_t offset;        /* of the entry in the input */
    uint32_t mask;          /* bits of enum finding_code */
    enum standing standing;
    bool has_class;         /* provenance_class is a string */
    bool has_digest;
    struct digest digest;   /* recomputed, of the construction in force */
    bool close;             /* close is true */
    bool training;          /* it carries TRAINING_MEMBER */
    bool signal;            /* one of its findings is a truncation signal */
    bool links;             /* its prev_digest is the digest of the entry before, 64 zeros in entry 1; one that is
                             * absent or no string is neither, and no finding of a link says so */
    bool link06;            /* its prev_digest is the -06 digest of the entry before */
};
struct entry_mark timeline_mark(const struct timeline *t, uint64_t entry);

/* The link into an entry: whether its prev_digest is what a construction says it must be. Whatever else is wrong
 * with the entry is no matter of the link; one without a prev_digest is broken. */
enum link_state { LINK_STATE_GENESIS, LINK_STATE_HOLDS, LINK_STATE_BROKEN };
/* Of entry `entry` with this mark. */
enum link_state link_state(const struct entry_mark *m, uint64_t entry, enum construction by);
const char *link_state_name(enum link_state l); /* "genesis", "holds", "broken" */
/* A bit beside those of the codes: one of the entry's findings is a truncation signal. */
#define ENTRY_HAS_SIGNAL (UINT32_C(1) << 31)
/* First entry at or after (step 1) or at or before (step -1) `entry` whose mask meets `mask`; 0: none
 * among the published. */
uint64_t timeline_seek(const struct timeline *t, uint64_t entry, int step, uint32_t mask);

/* An entry read again from the input, decoded for showing. */
struct entry_value {
    enum json_type type;
    struct str text;       /* strings decoded (WTF-8), other values as they stand; cut to `limit` */
    bool cut;
    uint64_t offset;       /* of the value */
    uint64_t length;       /* bytes of the value in the input */
};
/* A member that the checks do not use, so that the digest does not bind it. */
struct entry_extra {
    struct str name, text;
    bool name_cut, cut;
    enum json_type type;
    uint64_t offset;
};
enum { ENTRY_EXTRAS = 64 };
struct entry_text {
    uint64_t entry, offset, length;
    bool is_object;
    struct entry_value member[MEMBER_COUNT];
    size_t extras;         /* shown here, at most ENTRY_EXTRAS */
    uint64_t extras_total;
    struct entry_extra extra[ENTRY_EXTRAS];
    bool has_output;       /* canonical_bytes are strict base64 */
    struct digest output;  /* SHA-256 of the decoded bytes */
    uint64_t output_bytes;
    struct str payload;    /* the decoded bytes, cut to `limit` */
};
/* Zero-initialise `out` or release it before; `limit` bytes a member. 0 or -1. */
int timeline_read_entry(struct timeline *t, uint64_t entry, size_t limit, struct entry_text *out,
                        struct err *err);
void entry_text_release(struct entry_text *e);
/* The same without `payload`, `output` and what goes with them: a large payload costs nothing. */
int timeline_read_members(struct timeline *t, uint64_t entry, size_t limit, struct entry_text *out,
                          struct err *err);
/* Decoded canonical_bytes from byte `from` on, at most `len`. Bytes written, or -1. */
ssize_t timeline_read_payload(struct timeline *t, uint64_t entry, uint64_t from, void *out, size_t len,
                              struct err *err);
/* Too large to be read again for a remark alone. */
bool entry_is_large(struct timeline *t, uint64_t entry);
/* The exact bytes whose SHA-256 is the entry's digest, passed on in pieces; -1 when it has none, with
 * the reason. `put` returns 0 to go on. */
int timeline_preimage(struct timeline *t, uint64_t entry,
                      int (*put)(void *arg, const void *bytes, size_t len), void *arg, struct err *err);
/* The digest that entry would have with `close` as given. */
int timeline_digest_closed(struct timeline *t, uint64_t entry, bool close, struct digest *out,
                           struct err *err);

/* All findings of a published entry in the order of the checks, with place and message. */
int timeline_entry_findings(struct timeline *t, uint64_t entry, struct finding_list *out,
                            struct err *err);
/* Findings that are about no entry (json.bom, chain.empty). */
int timeline_file_findings(struct timeline *t, struct finding_list *out, struct err *err);

/* Line and column (from 1, bytes) of a byte offset in what was read. */
int timeline_place(struct timeline *t, uint64_t offset, uint64_t *line, uint64_t *column,
                   struct err *err);

/* Provenance classes in the order of their first entry. The last row may stand for all classes beyond
 * LIMIT_CLASSES of one standing: then name.data is NULL. */
struct class_count {
    struct str name;       /* WTF-8; owned by the timeline; cut to LIMIT_SHOWN */
    bool absent;           /* entries without a class that is a string */
    enum standing standing;
    uint64_t entries;
    uint64_t first_entry;
};
size_t timeline_classes(const struct timeline *t, struct class_count *out, size_t room);
uint64_t timeline_standing_total(const struct timeline *t, enum standing s);

/* A chain commitment found beside a wrapped timeline: byte range of its value; false when none. */
bool timeline_embedded_commitment(const struct timeline *t, uint64_t *offset, uint64_t *length);

#endif
