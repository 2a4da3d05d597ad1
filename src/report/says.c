#include "report/says.h"

#include <inttypes.h>
#include <string.h>

void says_count(struct buf *out, uint64_t n, const char *one, const char *many)
{
    buf_addf(out, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

void says_words(struct buf *out, const char *name)
{
    for (; *name != '\0'; name++)
        buf_addc(out, *name == '_' ? ' ' : *name);
}

void says_training(struct buf *out, const struct timeline *t)
{
    uint64_t n = timeline_training(t);

    if (n == 0)
        return;
    buf_addf(out, TRAINING_MEMBER " stands in %" PRIu64 " of ", n);
    says_count(out, timeline_progress(t).entries, "entry", "entries");
    buf_adds(out, ", as in a training copy. The digest does not bind it: anybody can add it or take it away, and no "
                  "judgement looks at it");
}

void says_selected(struct buf *out, const struct selection *s)
{
    buf_adds(out, "by --job: ");
    says_count(out, selection_taken(s), "entry", "entries");
    buf_addf(out, " of %" PRIu64 " in the file, whose job_id is ", selection_entries(s));
}

void says_selected_rest(struct buf *out, const struct selection *s)
{
    buf_adds(out, "; entry N is the Nth of them; offset, line, column and sha256 are those of the file. Of the others ");
    says_count(out, selection_without_job(s), "entry has", "entries have");
    buf_adds(out, " no job_id that is a string. What left this job by its job_id is not looked at here");
}

const char *says_standing(enum standing s)
{
    return s == STANDING_AGENT ? "agent assertion, not an observation" : standing_name(s);
}

/* ---------------------------------------------------------------------------------------------------
 * Judgements */

static void say_damage(struct buf *out, const struct damage *d)
{
    buf_adds(out, d->refused ? "nothing was examined: " : "reading stopped at ");
    buf_addf(out, "byte %" PRIu64, d->offset);
    if (d->line > 0)
        buf_addf(out, ", line %" PRIu64 ", column %" PRIu64, d->line, d->column);
    buf_adds(out, ": ");
    buf_adds(out, d->message);
    if (d->refused)
        return;
    buf_adds(out, "; before it ");
    says_count(out, d->entries_read, "entry was examined", "entries were examined");
    buf_adds(out, ", nothing after it was");
}

static void say_unreadable(struct buf *out, const struct report *r)
{
    const struct damage *d = timeline_damage(r->timeline);

    if (r->error.code != ERR_NONE)
        buf_adds(out, r->error.text);
    else if (d != NULL)
        say_damage(out, d);
}

void says_timeline(struct buf *out, const struct report *r)
{
    switch (r->verdict.timeline) {
    case TIMELINE_CONSISTENT:
        says_count(out, r->verdict.entries, "visible entry is", "visible entries are");
        buf_adds(
            out, " numbered, linked and closed as the rules ask, by recomputation of every digest");
        break;
    case TIMELINE_BROKEN:
        if (r->verdict.entries == 0) {
            buf_adds(out, "it has no entry, and a timeline has one at least: there is nothing to recompute");
            break;
        }
        says_count(out, timeline_severity_total(r->timeline, SEVERITY_FAILURE), "failure",
                   "failures");
        buf_adds(out, " over ");
        says_count(out, r->verdict.entries, "visible entry", "visible entries");
        buf_adds(out, ", by recomputation of every digest");
        break;
    case TIMELINE_HISTORICAL:
        buf_adds(out,
                  "every link holds by the construction of revision -06, which binds the decoded "
                  "canonical_bytes and nothing else: no tool, id, job, class, number or close. By "
                  "the current rules it fails");
        break;
    case TIMELINE_UNREADABLE:
    case TIMELINE_PENDING: say_unreadable(out, r); break;
    }
}

/* A reference is held against an entry in front that has the digest of the last one. */
static bool has_end_elsewhere(const struct report *r)
{
    struct entry_mark last = {0};

    if (r->verdict.entries > 0)
        last = timeline_mark(r->timeline, r->verdict.entries);
    for (size_t i = 0; i < r->refs->count && last.has_digest; i++) {
        const struct reference *ref = &r->refs->item[i];
        if (ref->result == REFERENCE_EARLIER && ref->has_digest && digest_equal(&ref->final_digest, &last.digest))
            return true;
    }
    return false;
}

void says_citing(struct buf *out, const struct verdict *v)
{
    if (v->cited_by != 0)
        buf_addf(out, "; entry %" PRIu64 ", which stands in front of it, cites its digest, and none behind it does",
                 v->cited_by);
    else if (v->uncitable)
        buf_adds(out, "; it has no digest that an entry or a reference could cite");
    else if (v->cited_unknown)
        buf_adds(out, "; no entry stands behind it that could cite its digest, and not every link in front that is "
                      "broken was looked into; a reference outside can");
    else
        buf_adds(out, "; no entry cites its digest, only a reference outside can");
}

const char *says_endpoint(const struct report *r)
{
    const struct verdict *v = &r->verdict;

    switch (v->endpoint) {
    case ENDPOINT_MATCHES:
        if (v->has_failure)
            return "the last entry is the one that a reference states; the timeline does not satisfy every rule";
        return v->witnessed
                   ? "the visible timeline reaches the end that a reference states, and the examiner states that this "
                     "reference is independent"
                   : "the visible timeline reaches the end that a reference states; it is not stated that such a "
                     "reference is independent";
    case ENDPOINT_CONTRADICTED: return "the visible timeline is not as a reference states it, by the current rules";
    case ENDPOINT_UNUSABLE: return "of the references given none could be held against this timeline";
    case ENDPOINT_NOT_ASSESSED: break;
    }
    if (r->verdict.timeline == TIMELINE_UNREADABLE)
        return "the input was not read to its end, so nothing was compared with its end";
    if (r->refs->count == 0)
        return "no outside reference was given (--commitment, --head)";
    if (r->verdict.totals[FINDING_COMMITMENT_CLOSED] > 0)
        return "no reference given has the digest of the visible end; one has that of an entry here with close true, and by "
               "the rules no entry follows a closed one";
    return has_end_elsewhere(r) ? "a reference has the digest of the last visible entry, which an earlier entry has as well: "
                                  "by its number it is held against that one, and neither confirms the visible end nor "
                                  "contradicts it"
                                : "no reference given confirms the visible end or contradicts it";
}

/* How many contradict, and how many of them are copies. */
static size_t count_contradicting(const struct reference_set *refs, size_t *copies)
{
    size_t n = 0;

    *copies = 0;
    for (size_t i = 0; i < refs->count; i++) {
        if (refs->item[i].result != REFERENCE_CONTRADICTED)
            continue;
        n++;
        *copies += refs->item[i].kind == REFERENCE_BASELINE;
    }
    return n;
}

/* All that contradicts has the digest of the last visible entry. */
static const char *contrast_of_one_end(const struct reference_set *refs)
{
    size_t copies, all = count_contradicting(refs, &copies);

    if (copies == all)
        return "by itself the timeline satisfies every rule, and its last entry has the digest of the copy's last one: "
               "what differs stands before that, or is bound by no digest";
    if (copies > 0)
        return "by itself the timeline satisfies every rule, and its last entry has the digest that is the last one of "
               "each reference which contradicts it: what differs is the number of entries, or stands before the end or "
               "outside the digests";
    return "by itself the timeline satisfies every rule, and its last entry has the digest that the reference "
           "states. A digest binds the number of its entry, so the number that the reference states does not "
           "fit its own digest";
}

const char *says_contrast(const struct report *r)
{
    const struct verdict *v = &r->verdict;

    if (v->timeline != TIMELINE_CONSISTENT || v->endpoint != ENDPOINT_CONTRADICTED)
        return NULL;
    if (v->same_end)
        return contrast_of_one_end(r->refs);
    return "by itself the timeline satisfies every rule, and no rule inside the chain can show this: nothing inside "
           "cites the digest of the last entry. When entries are cut off the end and the last one left is closed, or "
           "one is changed and all links after it are written anew, every rule holds again; only a reference outside "
           "shows it";
}

const char *says_coverage_open(const struct report *r)
{
    struct expected_about a;

    if (r->refs->expected == NULL)
        return "no list of expected actions was given (--expect)";
    a = expected_about(r->refs->expected);
    if (a.foreign)
        return "the list is for another job";
    if (!a.has_sha256)
        return "the list given could not be read";
    if (!a.usable)
        return "the list given is not of the form required";
    if (r->verdict.timeline == TIMELINE_HISTORICAL)
        return "the timeline is historical: its tools, ids and jobs are bound by no digest, so "
               "they were not held against the list";
    return "the input was not read to its end, so it was not held against the list";
}

const char *says_case_doubt(const struct report *r)
{
    if (r->casefile == NULL)
        return NULL;
    switch (casefile_history(r->casefile)) {
    case HISTORY_BROKEN: return "The history of the case file is broken: something in it was changed or cut out";
    case HISTORY_OUTSIDE:
        return "The case file was changed by something other than aerscope after the last record of its history";
    case HISTORY_UNSTATED: return "The history of the case file says nothing of the rest of it";
    case HISTORY_UNCHECKED: return "The history of the case file was not checked";
    case HISTORY_NONE: return "The case file has no history";
    case HISTORY_HOLDS: break;
    }
    return casefile_history_found(r->casefile) > 0
               ? "The history of the case file tells that it was once found changed, or without a history that speaks for it"
               : NULL;
}

bool says_list_is_other(const struct report *r)
{
    struct expected_about a;

    if (r->refs->expected == NULL)
        return false;
    a = expected_about(r->refs->expected);
    return a.has_meant && a.has_sha256 && !digest_equal(&a.meant, &a.sha256);
}

const char *says_list_other(const struct report *r)
{
    return says_list_is_other(r) ? "; the list is not the one that the case file recorded: its SHA-256 is another" : "";
}

/* ---------------------------------------------------------------------------------------------------
 * References */

static bool has_finding(const struct reference *ref, enum finding_code code)
{
    for (size_t i = 0; i < ref->findings.count; i++)
        if (ref->findings.item[i].code == code)
            return true;
    return false;
}

static const char *contradiction_says(const struct reference *ref)
{
    if (ref->kind == REFERENCE_BASELINE && ref->same_end)
        return ": the last entry has the digest of the copy's last one; what differs stands before it, or is "
               "bound by no digest";
    if (ref->same_end && has_finding(ref, FINDING_COMMITMENT_COUNT))
        return ": it states the digest of the last visible entry, and another number of entries";
    if (ref->kind == REFERENCE_BASELINE)
        return ": the timeline is neither that copy nor a continuation of it";
    if (has_finding(ref, FINDING_COMMITMENT_COUNT) || has_finding(ref, FINDING_COMMITMENT_DIGEST))
        return ": the visible end is not the one that it states, by the current rules";
    return ": not all entries are of the job that it states";
}

static const char *unusable_says(const struct reference *ref)
{
    for (size_t i = 0; i < ref->findings.count; i++)
        if (finding_severity(ref->findings.item[i].code) == SEVERITY_FAILURE)
            return ": it says nothing about this timeline";
    return ": it is compared by the digest of the current construction alone, and this timeline was judged by aer1-06";
}

const char *says_reference(const struct reference *ref)
{
    switch (ref->result) {
    case REFERENCE_MATCHES:
        if (!ref->tied)
            return ": the last entry is the one that it states; the timeline does not satisfy every rule";
        return ref->kind == REFERENCE_BASELINE
                   ? ": the copy holds the same entries; it confirms no more than that copy"
                   : ": the visible timeline reaches the end that it states";
    case REFERENCE_CONTRADICTED: return contradiction_says(ref);
    case REFERENCE_EARLIER:
        if (ref->has_digest && !ref->end_open)
            return ": it has the digest of that entry with close true, an end, and the timeline goes on here";
        if (!ref->tied)
            return ": its digest is that of one entry as it stands or closed; the timeline does not satisfy every rule up to there";
        if (!ref->has_count)
            return ": it confirms the entries up to the one that has its digest, not the end";
        if (has_finding(ref, FINDING_BASELINE_NOT_BOUND))
            return ": it confirms the entries up to its count by their digests, not the end; what no digest binds "
                   "differs";
        return ": it confirms the entries up to its count, as they stand or closed there, not the end";
    case REFERENCE_UNUSABLE: return unusable_says(ref);
    case REFERENCE_COUNT_AGREES:
        return ": the count agrees; a count alone fixes no content, so it confirms no end";
    case REFERENCE_UNCHECKED:
    case REFERENCE_RESULTS: break;
    }
    return ": it was not compared";
}

const char *says_time(const struct reference *ref)
{
    if (ref->time_odd)
        return " (that time cannot be: commitment.time)";
    return has_finding(ref, FINDING_COMMITMENT_TIME) ? " (fewer than before that: commitment.time)" : "";
}

void says_held_against(struct buf *out, const struct reference *ref, const struct reference_end *end)
{
    char room[COUNT_ROOM];

    if (ref->result == REFERENCE_EARLIER)
        buf_addf(out, "entry %" PRIu64 "%s, whose digest it states", end->entry,
                 end->closed ? " with close true" : "");
    else
        buf_addf(out, "the last visible entry, %" PRIu64, end->entry);
    if (end->otherwise)
        buf_addf(out, "; that digest binds seq %" PRId64 ", and the reference counts %s", end->seq,
                 reference_count_text(ref, room));
}

const char *says_independence(const struct reference *ref)
{
    return ref->embedded || ref->own_file
               ? ": it sits in the timeline's own file, so it is no witness"
           : ref->not_taken == INDEPENDENT_YES ? ": stated yes in the case file, not taken over: its history does not vouch for it"
           : ref->not_taken == INDEPENDENT_NO  ? ": stated no in the case file, not taken over: its history does not vouch for it"
           : ref->independent == INDEPENDENT_UNKNOWN
               ? ": nobody stated that it is, or that it is not"
           : ref->by_line ? ", by the command line"
                          : ", by the examiner's statement";
}

/* ---------------------------------------------------------------------------------------------------
 * Status */

static const char *fails_for(const struct report *r)
{
    if (r->lacks_endpoint && r->lacks_coverage)
        return "endpoint and coverage were required and are not assessed";
    if (r->lacks_endpoint)
        return "endpoint was required and is not assessed";
    if (r->lacks_coverage)
        return "coverage was required and is not assessed";
    return "something failed";
}

const char *says_doubt(const struct report *r)
{
    switch (references_agree(r->refs).worst) {
    case RELATION_UNDATED: return "; the references do not state the same end, and by what they state it is not shown that one leads to the other";
    case RELATION_RESULTS: return "; the references do not agree";
    case RELATION_TIMES: return "; the references do not fit by their times";
    case RELATION_EQUIVOCATION: return "; not all references can be of one finished timeline, by the current rules";
    default: return "";
    }
}

const char *says_status(const struct report *r)
{
    switch (r->status) {
    case 0:
        return r->verdict.witnessed
                   ? "nothing failed, and a reference that the examiner states to be independent confirmed the end"
                   : "nothing failed; that no independent reference confirmed the end was allowed";
    case 1: return fails_for(r);
    case 2: return "not everything that was given could be examined";
    default: return "nothing failed, but no reference that the examiner states to be independent confirmed the end";
    }
}
