#include "core/verdict.h"

#include "base/limits.h"
#include "core/chain.h"

#include <string.h>

const char *endpoint_result_name(enum endpoint_result r)
{
    static const char *const name[] = {"not_assessed", "matches", "contradicted", "unusable"};
    return name[r];
}

const char *coverage_result_name(enum coverage_result r)
{
    static const char *const name[] = {"not_assessed", "reconciled", "discrepant"};
    return name[r];
}

const char *outcome_result_name(enum outcome_result r)
{
    static const char *const name[] = {"not_assessed", "recorded"};
    return name[r];
}

static const struct finding *first_signal(const struct finding_list *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->item[i].signal != SIGNAL_NONE)
            return &l->item[i];
    return NULL;
}

static void take_signal(struct verdict *v, const struct finding *f)
{
    v->has_signal = true;
    v->signal_entry = f->entry;
    v->signal_code = f->code;
    v->signal = f->signal;
    v->has_missing = f->has_missing;
    v->missing = f->missing;
}

static int find_signal(struct verdict *v, struct timeline *t, const struct reference_set *refs,
                       struct err *err)
{
    struct finding_list l = {0};
    const struct finding *f;
    uint64_t entry;
    int status = 0;

    if (timeline_first_signal(t, &entry)) {
        status = timeline_entry_findings(t, entry, &l, err);
        f = first_signal(&l);
        if (f)
            take_signal(v, f);
        finding_list_release(&l);
    }
    for (size_t i = 0; i < refs->count && !v->has_signal; i++) {
        f = first_signal(&refs->item[i].findings);
        if (f)
            take_signal(v, f);
    }
    return status;
}

/* contradicted if any is, else matches if any does, else unusable if any is, else not assessed. */
static enum endpoint_result judge_endpoint(const struct reference_set *refs)
{
    unsigned seen = 0;

    for (size_t i = 0; i < refs->count; i++)
        seen |= 1u << refs->item[i].result;
    if (seen & 1u << REFERENCE_CONTRADICTED)
        return ENDPOINT_CONTRADICTED;
    if (seen & 1u << REFERENCE_MATCHES)
        return ENDPOINT_MATCHES;
    return seen & 1u << REFERENCE_UNUSABLE ? ENDPOINT_UNUSABLE : ENDPOINT_NOT_ASSESSED;
}

static void count_totals(struct verdict *v, const struct timeline *t, const struct reference_set *refs)
{
    for (int c = 0; c < FINDING_COUNT; c++)
        v->totals[c] = timeline_total(t, (enum finding_code)c);
    for (size_t i = 0; i < refs->count; i++)
        for (size_t j = 0; j < refs->item[i].findings.count; j++)
            v->totals[refs->item[i].findings.item[j].code]++;
    for (int c = FINDING_EXPECT_MISSING; refs->expected && c <= FINDING_EXPECT_TIME; c++)
        v->totals[c] = expected_total(refs->expected, (enum finding_code)c);
    for (int c = 0; c < FINDING_COUNT; c++)
        v->severity[finding_severity((enum finding_code)c)] += v->totals[c];
}

static void judge_coverage(struct verdict *v, const struct reference_set *refs)
{
    if (refs->expected)
        v->counts = expected_coverage(refs->expected);
    if (!v->counts.assessed)
        return;
    const struct coverage *c = &v->counts;
    bool differs = c->missing || c->unexpected || c->forbidden || c->out_of_order ||
                   v->totals[FINDING_EXPECT_MERKLE_ROOT];
    v->coverage = differs ? COVERAGE_DISCREPANT : COVERAGE_RECONCILED;
}

static bool is_same_end(const struct reference_set *refs)
{
    bool same = false;

    for (size_t i = 0; i < refs->count; i++) {
        if (refs->item[i].result != REFERENCE_CONTRADICTED)
            continue;
        if (!refs->item[i].same_end)
            return false;
        same = true;
    }
    return same;
}

/* Links that do not hold and are looked into for that of the last entry. */
enum { CITING_MOST = 1000 };

/* 1 where the entry stores the digest; 0; -1. */
static int stores(struct timeline *t, uint64_t entry, const struct digest *d, struct err *err)
{
    struct entry_text text = {0};
    struct digest stored;
    int status = timeline_read_members(t, entry, 2 * DIGEST_HEX, &text, err);
    const struct entry_value *prev = &text.member[MEMBER_PREV_DIGEST];

    if (status == 0)
        status = prev->type == JSON_STRING && digest_parse(prev->text.data, prev->text.len, &stored) && digest_equal(&stored, d);
    entry_text_release(&text);
    return status < 0 ? -1 : status;
}

/* Links that do not hold. */
static int find_citing(struct verdict *v, struct timeline *t, const struct digest *d, struct err *err)
{
    const uint32_t broken = FINDING_BIT(LINK) | FINDING_BIT(GENESIS);
    uint64_t n = timeline_seek(t, 1, 1, broken);

    for (unsigned looked = 0; n != 0 && v->cited_by == 0; looked++) {
        int status = stores(t, n, d, err);

        if (status < 0)
            return -1;
        if (status > 0)
            v->cited_by = n;
        v->cited_unknown = status == 0 && looked == CITING_MOST;
        n = n < v->entries && !v->cited_unknown ? timeline_seek(t, n + 1, 1, broken) : 0;
    }
    return 0;
}

/* A link that holds, and is that to another entry with the digest of the last one: a copy of it, or of its bytes. */
static void find_citing_copy(struct verdict *v, struct timeline *t, const struct digest *d)
{
    const uint32_t broken = v->timeline == TIMELINE_HISTORICAL ? 0 : FINDING_BIT(LINK);

    for (uint64_t n = 1; n + 1 < v->entries && v->cited_by == 0; n++) {
        struct entry_mark mark = timeline_mark(t, n);

        if (mark.has_digest && digest_equal(&mark.digest, d) && !(timeline_mark(t, n + 1).mask & broken))
            v->cited_by = n + 1;
    }
}

/* Behind the last entry stands none, but one that was moved to the front of it may name it. */
static int judge_end(struct verdict *v, struct timeline *t, struct err *err)
{
    struct entry_mark last;

    if (v->entries == 0 || v->timeline == TIMELINE_PENDING || v->timeline == TIMELINE_UNREADABLE)
        return 0;
    last = timeline_mark(t, v->entries);
    v->uncitable = !last.has_digest;
    if (v->uncitable)
        return 0;
    /* Links of -06 that hold all are broken by the current rules. */
    if (v->timeline != TIMELINE_HISTORICAL && find_citing(v, t, &last.digest, err) != 0)
        return -1;
    if (last.mask & FINDING_BIT(DUPLICATE_ID) || v->construction == CONSTRUCTION_06)
        find_citing_copy(v, t, &last.digest);
    return 0;
}

int verdict_make(struct verdict *v, struct timeline *t, const struct reference_set *refs,
                 struct err *err)
{
    memset(v, 0, sizeof *v);
    v->timeline = timeline_result(t);
    v->construction = timeline_construction(t);
    v->entries = timeline_progress(t).entries;
    v->has_failure = timeline_first_failure(t, &v->failure_entry, &v->failure_code);
    count_totals(v, t, refs);
    if (v->timeline != TIMELINE_PENDING && v->timeline != TIMELINE_UNREADABLE)
        v->endpoint = judge_endpoint(refs);
    for (size_t i = 0; i < refs->count; i++)
        if (refs->item[i].result == REFERENCE_MATCHES && refs->item[i].independent == INDEPENDENT_YES)
            v->witnessed = true;
    v->same_end = v->endpoint == ENDPOINT_CONTRADICTED && is_same_end(refs);
    judge_coverage(v, refs);
    if (judge_end(v, t, err) != 0)
        return -1;
    return find_signal(v, t, refs, err);
}

const char *verdict_timeline_limits(const struct verdict *v)
{
    switch (v->timeline) {
    case TIMELINE_CONSISTENT:
        return "Does not show that nothing is missing: whoever cuts entries off an end and rebuilds the "
               "links, or replaces the last entry, leaves a timeline that satisfies every rule.";
    case TIMELINE_BROKEN:
        return "Shows that what stands here does not satisfy every rule; not how that came about, nor by whom, "
               "nor that the entries before are as they were recorded.";
    case TIMELINE_HISTORICAL:
        return "The links of aer1-06 cover the recorded bytes alone: job, tool, class, id and order are not "
               "bound by any digest.";
    case TIMELINE_UNREADABLE:
        return "Says nothing of what stands after the damage, and so nothing of the end.";
    default:
        return "The examination is not over: nothing is final yet.";
    }
}

const char *verdict_endpoint_limits(const struct verdict *v)
{
    switch (v->endpoint) {
    case ENDPOINT_MATCHES:
        if (v->has_failure)
            return "Shows that the last entry is the one that this witness published. The timeline does not "
                   "satisfy every rule: what stands before a link that does not hold is not tied to this end.";
        return "Shows that the visible chain reaches the end that this witness published; it is worth what "
               "the witness is worth, and says nothing of calls that were never recorded.";
    case ENDPOINT_CONTRADICTED:
        if (!v->totals[FINDING_COMMITMENT_COUNT] && !v->totals[FINDING_COMMITMENT_DIGEST] &&
            v->totals[FINDING_COMMITMENT_JOB])
            return "Shows that entries of another job stand among those that the reference speaks of; not how "
                   "they came there.";
        if (v->same_end)
            return "The digest of the last entry is the one that the reference has: what differs is the number "
                   "of entries, or stands before the end or outside the digests. Shows that the two do not "
                   "agree; not whether either was changed, nor by whom.";
        return "Shows another end than the reference states, by the current rules; not whether either was changed, nor by "
               "whom.";
    case ENDPOINT_UNUSABLE:
        return "No reference could be used: nothing is known of the end.";
    default:
        return v->cited_by != 0
                   ? "Nothing behind the last entry cites its digest: without an outside reference a cut or replaced end "
                     "cannot be told from an honest one."
               : v->uncitable
                   ? "The last entry has no digest that could be cited: no reference outside can confirm this end."
                   : "Nothing inside the chain cites the digest of the last entry: without an outside reference a "
                     "cut or replaced end cannot be told from an honest one.";
    }
}

const char *verdict_coverage_limits(const struct verdict *v)
{
    if (v->coverage == COVERAGE_DISCREPANT)
        return "That an expected action is absent does not show that it was left out: it may never have been "
               "done, or never have reached the recorder. That an entry matches shows what the record claims, "
               "and not that nothing else was done: calls past the recorder leave no trace.";
    if (v->coverage == COVERAGE_RECONCILED)
        return "That all match does not show that nothing else was done: calls that never reached the recorder "
               "leave no trace, and what the list does not name cannot be missed. Nor would an absence show "
               "that an action was left out. The list is worth what its source is worth.";
    return "Calls that never reached the recorder leave no trace: only a list of expected actions, frozen "
           "beforehand, can be held against the timeline.";
}

const char *verdict_outcome_limits(const struct verdict *v)
{
    if (v->outcome == OUTCOME_RECORDED)
        return "What a system stated is recorded as it was handed over. Nothing of it was checked here, and "
               "whether the effect happened is never in the timeline.";
    return "Whether the effect happened is never in the timeline: the system that owns the effect must say.";
}

static bool any_unusable(const struct reference_set *refs)
{
    for (size_t i = 0; i < refs->count; i++)
        if (refs->item[i].result == REFERENCE_UNUSABLE)
            return true;
    return false;
}

static bool is_failed(const struct verdict *v, const struct verdict_demands *d)
{
    if (v->has_failure || v->timeline == TIMELINE_BROKEN || v->timeline == TIMELINE_HISTORICAL)
        return true;
    if (v->endpoint == ENDPOINT_CONTRADICTED || v->coverage == COVERAGE_DISCREPANT)
        return true;
    if (v->totals[FINDING_COMMITMENT_EQUIVOCATION] || v->totals[FINDING_EXPECT_MERKLE_ROOT])
        return true;
    if (v->timeline == TIMELINE_PENDING)
        return false;
    return (d->endpoint && v->endpoint == ENDPOINT_NOT_ASSESSED) ||
           (d->coverage && v->coverage == COVERAGE_NOT_ASSESSED);
}

int verdict_status(const struct verdict *v, const struct reference_set *refs,
                   const struct verdict_demands *demands)
{
    if (is_failed(v, demands))
        return 1;
    if (v->timeline == TIMELINE_UNREADABLE || v->timeline == TIMELINE_PENDING || any_unusable(refs) ||
        v->totals[FINDING_EXPECT_FORM])
        return 2;
    return v->witnessed || demands->allow_unwitnessed ? 0 : 3;
}
