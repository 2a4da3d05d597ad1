/* What was changed, and proof of it: hypotheses on broken links and contradicted endpoints.
 *
 * A digest has 256 bits, so a hypothesis that gives the stored one is proof of that relation, and of no
 * more: not of who wrote which side of it, nor when. An explanation never changes a verdict. An edit after which every later link was rewritten leaves nothing here to
 * explain. */
#ifndef AERSCOPE_EXPLAIN_EXPLAIN_H
#define AERSCOPE_EXPLAIN_EXPLAIN_H

#include "core/reference.h"
#include "core/timeline.h"

/* name, innocent, what it means */
#define EXPLANATION_TABLE(X)                                                                       \
    X(POINTS_AT, "points_at", false,                                                               \
      "the stored value is the digest of another entry of the file")                               \
    X(NEW_GENESIS, "new_genesis", false, "64 zeros after the first entry: a timeline begins here") \
    X(MEMBER_CHANGED, "member_changed", false, "with a member put otherwise the entry has the digest")                \
    X(ENCODING, "encoding", false,                                                                  \
      "the entry as it stands, written otherwise, has the stored digest")                            \
    X(CONSTRUCTION, "construction", false, "the link is one of revision -06")                       \
    X(WITNESS_SAW, "witness_saw", false, "the reference has the digest of another visible entry")  \
    X(DELETED, "deleted", false, "entries that stood between are missing")                         \
    X(INSERTED, "inserted", false, "entries were put between two that followed each other")        \
    X(DUPLICATED, "duplicated", false, "an entry stands twice")                                    \
    X(SWAPPED, "swapped", false, "two entries changed places")                                     \
    X(MOVED, "moved", false, "an entry was moved to another place")                                \
    X(OTHER_ORDER, "other_order", false, "the stored links fit another order of the entries")       \
    X(RELINKED, "relinked", false, "prev_digests were written anew for another order")              \
    X(COPY_DIFFERS, "copy_differs", false, "the earlier copy has it otherwise, and digests tie the two")   \
    X(HEAD_LOST, "head_lost", false, "entries that stood in front are missing")                    \
    X(SPLICED, "spliced", false, "entries of another job were put in")                             \
    X(RELINK_STOPPED, "relink_stopped", false,                                                     \
      "an earlier entry put otherwise, and linked up to here, gives the digest")                                    \
    X(CUT, "cut", false, "entries were cut off the end, and the last one left was closed")         \
    X(END_REPLACED, "end_replaced", false, "the end was replaced or rewritten")                    \
    X(WINDOW_EXPORT, "window_export", true, "the file is an export of a part of the timeline")     \
    X(LIVE_COPY, "live_copy", true, "the file was copied while the timeline was being written")    \
    X(CONTINUED, "continued", true, "the timeline went on after the reference was published")      \
    X(AS_PUBLISHED, "as_published", false,                                                         \
      "it was so when the reference was published, or the earlier copy made")                      \
    X(UNEXPLAINED, "unexplained", false, "no hypothesis gave the stored digest")

enum explanation_kind {
#define X(name, text, innocent, says) EXPLANATION_##name,
    EXPLANATION_TABLE(X)
#undef X
        EXPLANATION_COUNT
};
const char *explanation_name(enum explanation_kind k);

enum { EXPLAINED_MEMBERS = 8 };

/* Strings of evidence are WTF-8 and unescaped; data NULL where there is none. */
struct explanation {
    enum explanation_kind kind;
    bool proved;      /* a SHA-256 was reproduced: the text says of what; else it is possible */
    bool innocent;    /* a reading without anybody's intent */
    uint64_t entry;   /* that it is about */
    /* The entry pointed at, copied, swapped or seen; of as_published that with the digest; 0 for none. */
    uint64_t other;
    uint64_t missing; /* entries, 0 where it is not known or not about that */
    int reference;    /* from which it is taken: a number in the set, -1 for none */
    size_t members;   /* put back, each with what was found and what was there */
    struct {
        const char *member; /* static name */
        struct str found, original;
    } member[EXPLAINED_MEMBERS];
    unsigned encoding;           /* bits of core/encoding.h */
    struct str provenance_class; /* of that entry */
    enum standing standing;
    struct str text;    /* a sentence, evidence in it already escaped */
    struct str decides; /* what would decide it; data NULL for what is proved */
};

struct explanation_list {
    struct explanation *item;
    size_t count, room;
};
void explanation_list_release(struct explanation_list *l);

enum { EXPLAIN_EFFORT = 10000 };

/* Explains one timeline whose examination is over. Not for two threads at once. */
struct explainer;
/* Takes over nothing. `effort`: hashes a finding. `refs` may be NULL. NULL on error. */
struct explainer *explainer_new(struct timeline *t, const struct reference_set *refs,
                                uint64_t effort, struct err *err);
void explainer_free(struct explainer *e);
/* `stop` is asked now and then; once it says true every call returns ERR_CANCELLED. */
void explainer_stop(struct explainer *e, bool (*stop)(void *arg), void *arg);

/* Hypotheses about the whole file, once; what is asked before it does it. 0 or -1. */
int explainer_prepare(struct explainer *e, struct err *err);

/* Appends what explains a finding of the timeline: chain.link, chain.genesis, chain.not_closed,
 * and of references commitment.count, commitment.digest, commitment.closed and baseline.*; nothing for others. What a
 * reference or an earlier copy settles is taken from the set given at first. 0 or -1. */
int explain_finding(struct explainer *e, const struct finding *f, struct explanation_list *out,
                    struct err *err);
/* Whether there is anything to explain, by the totals of each code: a failure, or what is explained without one. */
bool explain_wanted(const uint64_t totals[FINDING_COUNT]);

/* What is known of the file after preparing. */
struct explainer_summary {
    uint64_t links;      /* broken ones; what entry 1 stores is no link */
    uint64_t encoded;    /* of them those that hold in another encoding */
    unsigned encoding;   /* that encoding, of all together; 0 for none */
    uint64_t plain;      /* links that hold as the format writes, where that encoding makes a difference */
    bool plain_cut;      /* or more */
    bool habit;          /* several are encoded, and there is no plain one */
    uint64_t historical; /* those that are links of revision -06 */
    uint64_t rest;       /* those that are neither, */
    uint64_t first_rest; /* and the entry into which the first of them leads, 0 for none */
    uint64_t tried;      /* hashes up to now */
    uint64_t effort;     /* hashes a finding */
    bool exhausted;      /* the budget of the file is used up: later findings get little */
    bool bounded;        /* a bound ended a search: there are hypotheses that were not tried */
};
struct explainer_summary explainer_summary(const struct explainer *e);
/* The first entries into which links lead that are neither encoded nor historical, at most `room`: how many. */
size_t explainer_others(const struct explainer *e, uint64_t *entry, size_t room);

/* What is to be said of links that hold in another encoding; goes on after "... hold in another
 * encoding (...)": plain text, nothing of evidence in it. 0 or -1. */
int explainer_say_encoded(const struct explainer_summary *s, struct buf *out);
/* That edits which were linked anew leave no trace. Static. */
const char *explain_note(void);

#endif
