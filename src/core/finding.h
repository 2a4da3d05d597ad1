/* Findings: one table for code, severity and meaning. Codes are those that scripts rely on. */
#ifndef AERSCOPE_CORE_FINDING_H
#define AERSCOPE_CORE_FINDING_H

#include "base/buf.h"
#include "base/limits.h"
#include "core/digest.h"
#include "core/provenance.h"

#include <stdbool.h>
#include <stdint.h>

enum severity { SEVERITY_FAILURE, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_COUNT };

/* Those up to FINDING_ENTRY_COUNT can be found in an entry and stand in the order of the checks. */
#define FINDING_TABLE(X)                                                                             \
    X(NOT_OBJECT, "chain.not_object", FAILURE, "the entry is not a JSON object")                     \
    X(DUPLICATE_MEMBER, "chain.duplicate_member", FAILURE,                                           \
      "a member that the checks use stands twice in the entry")                                      \
    X(BASE64, "chain.base64", FAILURE, "canonical_bytes is absent or not strict base64")             \
    X(MEMBER, "chain.member", FAILURE, "a required member is absent, not a string, or empty")        \
    X(SEQ_TYPE, "chain.seq_type", FAILURE, "seq is not a number with an integer value")              \
    X(SEQ, "chain.seq", FAILURE, "seq is not the position of the entry")                             \
    X(JOB, "chain.job", FAILURE, "job_id is not that of entry 1")                                    \
    X(GENESIS, "chain.genesis", FAILURE, "the first prev_digest is not 64 zeros")                    \
    X(LINK, "chain.link", FAILURE,                                                                   \
      "prev_digest is not the recomputed digest of the entry before")                                \
    X(CLOSE_TYPE, "chain.close_type", FAILURE, "close is present and not a boolean")                 \
    X(CLOSE_EARLY, "chain.close_early", FAILURE, "close is true before the last entry")              \
    X(NOT_CLOSED, "chain.not_closed", FAILURE, "the last entry does not close the timeline")         \
    X(OUTPUT_HASH, "receipt.output_hash", FAILURE,                                                   \
      "the stored output_hash is not the SHA-256 of the decoded canonical_bytes")                    \
    X(ENTRY_DIGEST, "receipt.entry_digest", FAILURE,                                                 \
      "the stored entry_digest is not the recomputed digest of the entry")                           \
    X(UTF8, "receipt.utf8", WARNING, "the decoded canonical_bytes are not UTF-8")                    \
    X(DUPLICATE_ID, "receipt.duplicate_id", WARNING, "an earlier entry has the same id")             \
    X(UNRECOGNISED, "provenance.unrecognised", WARNING,                                              \
      "the provenance class is none of the three and has no standing")                               \
    X(JSON_DUPLICATE, "json.duplicate_member", WARNING, "a member stands twice in the entry")        \
    X(NEAR_MEMBER, "json.near_member", WARNING,                                                      \
      "a member name is nearly one that the checks use, and is not read as it")                      \
    X(CONTROL, "text.control", WARNING, "control characters in a member")                            \
    X(SURROGATE, "text.surrogate", WARNING, "an unpaired surrogate escape in a member")              \
    X(INVISIBLE, "text.invisible", WARNING, "bidirectional or invisible characters in a member")     \
    X(MIXED_SCRIPT, "text.mixed_script", WARNING, "letters of more than one script in a member")     \
    X(TRAILING_BITS, "base64.trailing_bits", WARNING, "unused trailing bits of base64 are set")      \
    X(NUMBER_SPELLING, "json.number_spelling", WARNING, "seq is an integer that is not written as one") \
    X(EMPTY_BYTES, "receipt.empty", NOTE, "canonical_bytes is an empty string")                      \
    X(MANY_MEMBERS, "json.many_members", NOTE,                                                       \
      "more members than are watched for repetition: the rest was not compared")                     \
    X(BOM, "json.bom", WARNING, "a byte order mark begins the file")                                 \
    X(EMPTY, "chain.empty", FAILURE, "the timeline has no entry")                                    \
    X(COMMITMENT_FORM, "commitment.form", FAILURE,                                                   \
      "a reference cannot be read or used, or is not of the form required")                          \
    X(COMMITMENT_JOB, "commitment.job", FAILURE,                                                     \
      "not every entry is of the job that a reference is for")                                       \
    X(COMMITMENT_COUNT, "commitment.count", FAILURE, "the number of entries differs")                \
    X(COMMITMENT_DIGEST, "commitment.digest", FAILURE,                                               \
      "the last visible entry does not have the final digest of a reference")                        \
    X(COMMITMENT_EQUIVOCATION, "commitment.equivocation", FAILURE,                                   \
      "two references for one job cannot both be of one finished timeline, by the current rules")    \
    X(COMMITMENT_CLOSED, "commitment.closed", WARNING,                                               \
      "a reference has the digest of an entry with close true, which is not closed here")            \
    X(COMMITMENT_TIME, "commitment.time", WARNING,                                                   \
      "the times of a reference do not fit each other, the present or another reference")            \
    X(COMMITMENT_SHARED, "commitment.shared", WARNING,                                               \
      "a reference shares its authority, witness, folder or file: independence may be nominal")      \
    X(SINGLE_06, "construction.single", NOTE,                                                        \
      "one entry without the members of the current construction: no link tells which one it has")   \
    X(BASELINE_RECLOSED, "baseline.reclosed", FAILURE,                                               \
      "the end, with close false, is an entry that an earlier copy goes on from")                    \
    X(BASELINE_CUT, "baseline.cut", FAILURE,                                                         \
      "the entries have the digests of the first ones of an earlier copy, which goes on")            \
    X(BASELINE_BEHEADED, "baseline.beheaded", FAILURE,                                               \
      "the entries record what the end of an earlier copy does, which has entries before it")        \
    X(BASELINE_END_REPLACED, "baseline.end_replaced", FAILURE,                                       \
      "the last entry alone is not that of an earlier copy, by its digest or, without one, members") \
    X(BASELINE_EDITED, "baseline.edited", FAILURE,                                                   \
      "entries differ from an earlier copy, and from there on some have the same digest in both")    \
    X(BASELINE_NOT_BOUND, "baseline.not_bound", WARNING,                                             \
      "the timeline goes on from an earlier copy, and what no digest binds differs")                  \
    X(BASELINE_FORKED, "baseline.forked", FAILURE,                                                   \
      "from one entry on no digest is that of an entry of an earlier copy from there on")            \
    X(BASELINE_UNRELATED, "baseline.unrelated", FAILURE,                                             \
      "no entry of an earlier copy is one of the timeline, nor records what one of them does")       \
    X(EXPECT_MISSING, "expect.missing", FAILURE,                                                     \
      "an expected action is not so often among the entries as the list says")                       \
    X(EXPECT_UNEXPECTED, "expect.unexpected", FAILURE,                                               \
      "no expected or authorised action is left that would be this entry")                           \
    X(EXPECT_FORBIDDEN, "expect.forbidden", FAILURE, "the list forbids this action")                 \
    X(EXPECT_ORDER, "expect.order", FAILURE,                                                         \
      "an expected action does not stand in the order of the list")                                  \
    X(EXPECT_FORM, "expect.form", FAILURE,                                                           \
      "a list of expected actions cannot be read, has another form, or is for another job")          \
    X(EXPECT_MERKLE_ROOT, "expect.merkle_root", FAILURE,                                             \
      "the stored root of a workflow receipt is not the one over its steps")                         \
    X(EXPECT_TIME, "expect.time", WARNING,                                                           \
      "that the list of expected actions was frozen beforehand is not shown")

enum finding_code {
#define X(name, code, severity, text) FINDING_##name,
    FINDING_TABLE(X)
#undef X
    FINDING_COUNT
};
enum { FINDING_ENTRY_COUNT = FINDING_BOM }; /* bits of an entry's mask */

const char *finding_code_name(enum finding_code c); /* "chain.link" */
const char *finding_code_text(enum finding_code c);
enum severity finding_severity(enum finding_code c);
const char *severity_name(enum severity s); /* "failure" */
bool finding_is_chain(enum finding_code c); /* chain.* */
/* FINDING_COUNT when no code has this name. */
enum finding_code finding_code_parse(const char *name);
/* The bits of the failures among the entry codes; of the warnings. */
uint32_t finding_mask(enum severity s);

/* Truncation signals. */
enum signal_kind {
    SIGNAL_NONE,
    SIGNAL_HEAD_MISSING,
    SIGNAL_GAP,
    SIGNAL_OPEN_END,
    SIGNAL_ENTRIES_AFTER_CLOSE,
    SIGNAL_ENTRIES_MISSING,
    SIGNAL_END_REPLACED,
    SIGNAL_CONTINUES_PAST_WITNESS,
    SIGNAL_COUNT
};
const char *signal_name(enum signal_kind s);  /* "head_missing"; NULL for none */
/* What it may mean, innocent readings too, where it stands at a finding of that code: a copy tells more
 * than a count. One sentence. */
/* What goes on after the number that the signal has: "numbers passed over". */
const char *signal_number_says(enum signal_kind s, bool one);
const char *signal_says(enum signal_kind s, enum finding_code at);

/* One finding in full. Strings of evidence are WTF-8 and unescaped unless said otherwise. */
struct finding {
    enum finding_code code;
    uint64_t entry;            /* from 1; 0 where it is not about an entry */
    struct str seq;            /* the integer as stored, decimal digits; data NULL when there is none */
    const char *member;        /* static name, NULL for none */
    struct str stored;         /* data NULL for null */
    struct str recomputed;
    bool stored_cut;           /* longer than LIMIT_SHOWN, the rest is left out */
    struct str provenance_class;
    enum standing standing;
    bool located;
    uint64_t offset, line, column;
    bool in_list;              /* the place is one in the list of expected actions, not in the timeline */
    enum signal_kind signal;
    bool has_missing;
    uint64_t missing;
    struct str message;        /* a sentence, evidence in it already escaped */
    size_t readings;           /* of chain.duplicate_member: the digest with each value of the member */
    struct {
        uint64_t offset;
        bool has_digest;
        struct digest digest;
    } reading[LIMIT_READINGS];
    uint64_t action;           /* number of the action of the list that it is about, 0 for none */
    int reference;             /* index of the reference that it is about, -1 for none */
};

struct finding_list {
    struct finding *item;
    size_t count, room;
};
void finding_init(struct finding *f, enum finding_code code, uint64_t entry);
void finding_release(struct finding *f);
/* Its sentence, else the text of its code. */
const char *finding_says(const struct finding *f);
/* 0, or -1 (no memory) with nothing to release. */
int finding_copy(struct finding *to, const struct finding *from);
/* Takes over what `f` owns, also on failure. 0 or -1. */
int finding_list_add(struct finding_list *l, struct finding *f);
void finding_list_release(struct finding_list *l);

#endif
