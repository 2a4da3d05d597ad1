/* What a list of expected actions sees of the steps, and what one would. */
#include "lab/notice_impl.h"

#include "base/limits.h"

#include <inttypes.h>

#define NOT_HISTORICAL "No list of expected actions is held against a historical timeline."

/* Whether no entry is of the job of entry 1 as it was. A head of that job is asked. 1, 0 or -1. */
static int is_of_another_job(const struct looking *k, const struct str *job)
{
    struct reference_set set = {0};
    char zeros[DIGEST_HEX + 1];
    struct digest none = {0};
    struct reference *r;
    int status = -1;

    if (job->data == NULL || job->len >= LIMIT_SHOWN)
        return 0;
    digest_hex(&none, zeros);
    r = reference_add_head(&set, zeros, k->err);
    if (r != NULL && str_set(&r->job_id, job->data, job->len) != 0)
        err_set(k->err, ERR_MEMORY, "no memory to say who notices");
    else if (r != NULL && references_check(&set, k->after->timeline, (struct instant){0}, k->err) == 0)
        status = set.item[0].result == REFERENCE_UNUSABLE;
    reference_set_release(&set);
    return status;
}

/* What the list has against the copy, in clauses with "; " between. Lists differ: one may name tools alone, or ids and
 * output hashes too, ask for an order, or authorise what it does not expect. How many. */
static unsigned add_clauses(const struct traits *t, bool has_job, bool jobs, struct buf *b)
{
    bool reordered = has_job ? t->reordered : t->reordered_all;
    const struct {
        bool so;
        const char *says;
    } clause[] = {
        {t->went && !jobs, "would miss what was taken out, if it expects it"},
        {t->went && jobs, "would miss what was taken out, if it expects it and an entry of its job is left"},
        {t->added, "would not have expected what was put in, unless it allows for it"},
        {t->foreign, "would not have expected entries of another job, if it names the job"},
        {t->job && has_job, "would judge otherwise what had its job changed, if it names the old or the new one"},
        {t->tool, "would miss a tool that was changed, if it expects it, and not have expected what stands in its place, "
                  "unless it allows for it"},
        {t->tool_new && !t->tool, "would not have expected an entry that got a tool, unless it allows for it"},
        {t->id && !t->bytes, "would notice the ids that were changed only if it names ids"},
        {t->bytes && !t->id, "would notice the bytes that were changed only if it names output hashes"},
        {t->id && t->bytes, "would notice the ids that were changed only if it names ids, and the bytes only if it names "
                            "output hashes"},
        {reordered, "would have another order, if it is strict about that, expects these entries and tells them apart"},
        {t->reordered_all && !reordered,
         "would have another order, if it names no job, is strict about that, expects these entries and tells them apart"},
        {!reordered && !t->reordered_all && t->order && (t->went || t->came || t->tool || t->tool_new),
         "may have another order, if it is strict about that and an action that it expects comes more than once"},
    };
    unsigned n = 0;

    for (size_t i = 0; i < sizeof clause / sizeof *clause; i++)
        if (clause[i].so)
            buf_addf(b, "%s%s", n++ > 0 ? "; " : "", clause[i].says);
    return n;
}

static void add_nothing(const struct traits *t, bool has_job, struct buf *b)
{
    if (t->unnamed)
        buf_adds(b, "would have nothing new to say of these steps: what was taken out or changed has no tool that a list "
                    "could name, so that none expects it");
    else
        buf_addf(b, "would have nothing to say of these steps: no action came, went or changed its %stool, id or bytes",
                 has_job ? "job, " : "");
}

static const char *time_says(enum lab_time time)
{
    switch (time) {
    case LAB_TIME_EARLIER:
        return "; the first created_at that is a time is an earlier one now, so that a list may not be shown to be frozen "
               "beforehand that was";
    case LAB_TIME_LATER:
        return "; the first created_at that is a time is a later one now, so that a list may pass for frozen beforehand that "
               "did not";
    case LAB_TIME_NONE:
        return "; no created_at is a time any more, so that no list is shown to be frozen beforehand";
    case LAB_TIME_ANY:
        return "; a created_at is a time now, so that a list may be shown to be frozen beforehand";
    default: return "";
    }
}

/* Where no list can be held against the one or the other. */
static bool say_historical(struct looking *k)
{
    bool was = k->before->verdict.timeline == TIMELINE_HISTORICAL, is = k->after->verdict.timeline == TIMELINE_HISTORICAL;

    if (is)
        buf_adds(&k->text, NOT_HISTORICAL);
    else if (was && !k->traits.none)
        buf_adds(&k->text, "No list of expected actions was given. None is held against a historical timeline, as this one was "
                           "before the steps; one would be held against it now, and what that says may have been so before.");
    return is || (was && !k->traits.none);
}

static int say_list_would(struct looking *k)
{
    struct str job = timeline_job(k->before->timeline);
    const struct traits *t = &k->traits;
    struct buf *b = &k->text;
    int other;

    if (say_historical(k))
        return 0;
    buf_adds(b, "No list of expected actions was given.");
    if (t->none)
        return 0;
    other = is_of_another_job(k, &job);
    if (other < 0)
        return -1;
    buf_adds(b, " One that was frozen beforehand ");
    if (other > 0) {
        buf_adds(b, "for the job of entry 1 as it was says nothing of entries none of which is of that job.");
        return 0;
    }
    if (job.data == NULL)
        buf_adds(b, k->before->verdict.entries > 0 ? "and names no job, for entry 1 as it was has none, "
                                                    : "and names no job, for there was no entry, ");
    if (add_clauses(t, job.data != NULL, timeline_total(k->before->timeline, FINDING_JOB) > 0, b) == 0)
        add_nothing(t, job.data != NULL, b);
    else if (t->went && t->came)
        buf_adds(b, "; where a call that was put in has the tool of one that was taken out, it stands for that, unless the list "
                    "names ids or output hashes, and these differ");
    buf_addf(b, "%s.", time_says(t->time));
    return 0;
}

/* Appends what the first new finding of the list says. 0 or -1. */
static int say_told(struct looking *k)
{
    const struct lab_told *t = &k->fresh.told;
    const struct expected *e = k->refs->expected;
    struct finding_list l = {0};
    struct finding f;
    int status = 0;

    if (t->entry > 0)
        status = expected_entry_findings(e, k->after->timeline, t->entry, &l, k->err);
    for (uint64_t i = 0; t->entry == 0 && l.count == 0 && status == 0 && i < expected_list_findings(e); i++) {
        if (expected_list_code(e, i) != t->code || expected_list_action(e, i) != t->action)
            continue;
        status = expected_list_finding(e, i, &f) != 0 || finding_list_add(&l, &f) != 0 ? -1 : 0;
        if (status != 0)
            err_set(k->err, ERR_MEMORY, "no memory to say who notices");
    }
    if (status == 0)
        buf_addf(&k->text, ": %s.", l.count > 0 ? finding_says(&l.item[0]) : finding_code_text(t->code));
    finding_list_release(&l);
    return status;
}

/* A list that cannot be used has a finding that says why. */
static int say_unusable(struct looking *k)
{
    const struct expected *e = k->refs->expected;
    struct finding f;

    buf_adds(&k->text, "The list that was given says nothing about this timeline");
    if (expected_list_findings(e) > 0) {
        if (expected_list_finding(e, 0, &f) != 0)
            return err_set(k->err, ERR_MEMORY, "no memory to say who notices");
        buf_addf(&k->text, ": %s: %s", finding_code_name(f.code), finding_says(&f));
        finding_release(&f);
    }
    buf_addc(&k->text, '.');
    return 0;
}

static int say_not_held(struct looking *k)
{
    const struct expected *e = k->refs->expected;

    if (e == NULL)
        return say_list_would(k);
    if (k->after->verdict.timeline != TIMELINE_HISTORICAL || expected_about(e).malformed)
        return say_unusable(k);
    buf_adds(&k->text, NOT_HISTORICAL);
    return 0;
}

int notice_coverage(struct looking *k, struct lab_notice *n)
{
    const struct verdict *a = &k->after->verdict;
    int status = 0;

    if (a->coverage == COVERAGE_NOT_ASSESSED) {
        n->sight = LAB_NOT_ASSESSED;
        return say_not_held(k);
    }
    n->has_code = notice_any(k, FRESH_NEW, LAB_COVERAGE, SEVERITY_FAILURE, &n->code);
    n->sight = n->has_code ? LAB_NOTICED : k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
    if (n->has_code) {
        notice_codes(k, FRESH_NEW, LAB_COVERAGE, SEVERITY_FAILURE);
        status = say_told(k);
        if (k->before->verdict.coverage == COVERAGE_DISCREPANT)
            buf_adds(&k->text, " It was discrepant before as well, and this was not said.");
        notice_only_now(k);
    } else if (a->coverage == COVERAGE_RECONCILED) {
        buf_adds(&k->text, "The visible actions are those of the list. A list names actions: who says that they "
                           "happened, and calls that never reached the recorder, it does not judge.");
    } else {
        buf_adds(&k->text, k->traits.none ? "It is discrepant as it is."
                                          : "It was discrepant before, and these steps add nothing to that.");
    }
    notice_no_more(k, LAB_COVERAGE);
    notice_warnings(k, LAB_COVERAGE);
    return status;
}
