/* The four judgements, side by side and never merged into one. */
#ifndef AERSCOPE_CORE_VERDICT_H
#define AERSCOPE_CORE_VERDICT_H

#include "core/reference.h"
#include "core/timeline.h"

enum endpoint_result {
    ENDPOINT_NOT_ASSESSED,
    ENDPOINT_MATCHES,
    ENDPOINT_CONTRADICTED,
    ENDPOINT_UNUSABLE
};
enum coverage_result { COVERAGE_NOT_ASSESSED, COVERAGE_RECONCILED, COVERAGE_DISCREPANT };
enum outcome_result { OUTCOME_NOT_ASSESSED, OUTCOME_RECORDED };
const char *endpoint_result_name(enum endpoint_result r);
const char *coverage_result_name(enum coverage_result r);
const char *outcome_result_name(enum outcome_result r);

struct verdict {
    enum timeline_result timeline; /* PENDING while the examination runs */
    enum construction construction;
    uint64_t entries;              /* so far, or all */
    bool has_failure;
    uint64_t failure_entry;        /* 0: the file */
    enum finding_code failure_code;
    bool has_signal;               /* the first: lowest entry, the chain's before the endpoint's */
    uint64_t signal_entry;
    enum finding_code signal_code;
    enum signal_kind signal;
    bool has_missing;
    uint64_t missing;
    enum endpoint_result endpoint;
    bool same_end; /* all that contradicts the end has the digest of the last visible entry */
    bool witnessed;                /* a reference stated to be independent confirmed the end */
    enum coverage_result coverage;
    struct coverage counts;        /* of coverage; all zero where it is not assessed */
    enum outcome_result outcome;
    uint64_t cited_by;     /* the first entry whose prev_digest is the digest of the last, which stands behind it; 0:
                            * none, */
    bool cited_unknown;    /* or too many links are broken to look into them all; */
    bool uncitable;        /* or the last has no digest that could be cited */
    uint64_t totals[FINDING_COUNT];
    uint64_t severity[SEVERITY_COUNT];
};

/* From what is known now; may be called while the examination runs. 0 or -1. */
int verdict_make(struct verdict *v, struct timeline *t, const struct reference_set *refs,
                 struct err *err);

/* What each judgement does not show: one or two plain sentences, chosen by its result. Static. */
const char *verdict_timeline_limits(const struct verdict *v);
const char *verdict_endpoint_limits(const struct verdict *v);
const char *verdict_coverage_limits(const struct verdict *v);
const char *verdict_outcome_limits(const struct verdict *v);

/* The exit status of `verify` for this verdict: 0, 1, 2 or 3. */
struct verdict_demands {
    bool endpoint, coverage; /* --require */
    bool allow_unwitnessed;
};
int verdict_status(const struct verdict *v, const struct reference_set *refs,
                   const struct verdict_demands *demands);

/* All findings: failures first, then warnings, then notes; within a severity by entry, the chain's
 * before the references', and those before coverage's. */
struct finding_walk {
    struct timeline *timeline;
    const struct reference_set *refs;
    enum severity severity;
    int stage;
    uint64_t entry;
    size_t reference, at; /* `at` also counts the findings about a list of expected actions */
    struct finding_list pending;
};
void finding_walk_init(struct finding_walk *w, struct timeline *t, const struct reference_set *refs);
/* 1 with `*out` filled (the caller releases it), 0 at the end, -1 on error. */
int finding_walk_next(struct finding_walk *w, struct finding *out, struct err *err);
void finding_walk_release(struct finding_walk *w);

#endif
