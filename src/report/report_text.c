#include "report/report_text.h"

#include "base/text.h"
#include "report/coverage.h"
#include "report/explained.h"
#include "report/render.h"
#include "report/text_parts.h"

#include <inttypes.h>
#include <string.h>

static void put_file(struct sheet *p, const struct report *r)
{
    const struct timeline *t = r->timeline;
    struct str job = timeline_job(t);
    struct digest sha256;
    bool final;

    sheet_quote(p, r->path, strlen(r->path), 0);
    sheet_prose(p, 0, 2);
    sheet_say(p, "%s, ",
              timeline_layout(t) == LAYOUT_AUTO ? "not recognised"
                                                : layout_name(timeline_layout(t)));
    text_count(p, r->verdict.entries, "entry, ", "entries, ");
    text_count(p, source_size(timeline_source(t), &final), "byte", "bytes");
    sheet_field(p, "layout");
    if (job.data != NULL)
        sheet_value(p, "job", job.data, job.len, TEXT_WTF8);
    if (r->verdict.entries > 0) {
        sheet_say(p, "%s", construction_name(r->verdict.construction));
        sheet_field(p, "construction");
    }
    if (timeline_sha256(t, &sha256))
        text_digest(p, "sha256", &sha256);
}

static void put_judgement(struct sheet *p, const char *name, const char *result)
{
    sheet_blank(p);
    text_words(p, result);
    sheet_heading(p, name, buf_cstr(&p->text));
    buf_clear(&p->text);
}

static void put_limits(struct sheet *p, const char *limits)
{
    sheet_safe(p, limits, strlen(limits));
    sheet_field(p, "not shown");
}

/* ---------------------------------------------------------------------------------------------------
 * Timeline */

static void say_damage(struct sheet *p, const struct damage *d)
{
    sheet_say(p, d->refused ? "nothing was examined: " : "reading stopped at ");
    sheet_say(p, "byte %" PRIu64, d->offset);
    if (d->line > 0)
        sheet_say(p, ", line %" PRIu64 ", column %" PRIu64, d->line, d->column);
    sheet_say(p, ": ");
    sheet_safe(p, d->message, strlen(d->message));
    if (d->refused)
        return;
    sheet_say(p, "; before it ");
    text_count(p, d->entries_read, "entry was examined", "entries were examined");
    sheet_say(p, ", nothing after it was");
}

static void say_unreadable(struct sheet *p, const struct report *r)
{
    const struct damage *d = timeline_damage(r->timeline);

    if (r->error.code != ERR_NONE)
        sheet_safe(p, r->error.text, strlen(r->error.text));
    else if (d != NULL)
        say_damage(p, d);
}

static void say_timeline(struct sheet *p, const struct report *r)
{
    switch (r->verdict.timeline) {
    case TIMELINE_CONSISTENT:
        text_count(p, r->verdict.entries, "visible entry is", "visible entries are");
        sheet_say(
            p, " numbered, linked and closed as the rules ask, by recomputation of every digest");
        break;
    case TIMELINE_BROKEN:
        text_count(p, timeline_severity_total(r->timeline, SEVERITY_FAILURE), "failure",
                   "failures");
        sheet_say(p, " over ");
        text_count(p, r->verdict.entries, "visible entry", "visible entries");
        sheet_say(p, ", by recomputation of every digest");
        break;
    case TIMELINE_HISTORICAL:
        sheet_say(p,
                  "every link holds by the construction of revision -06, which binds the decoded "
                  "canonical_bytes and nothing else: no tool, id, job, class, number or close. By "
                  "the current rules it fails");
        break;
    case TIMELINE_UNREADABLE:
    case TIMELINE_PENDING: say_unreadable(p, r); break;
    }
}

static bool is_chain_signal(const struct verdict *v)
{
    return finding_is_chain(v->signal_code);
}

static void put_signal(struct sheet *p, const struct verdict *v)
{
    sheet_say(p, "entry %" PRIu64 ", %s, %s", v->signal_entry, finding_code_name(v->signal_code),
              signal_name(v->signal));
    if (v->has_missing) {
        sheet_say(p, ", ");
        text_count(p, v->missing, "entry missing", "entries missing");
    }
    sheet_say(p, ": %s", signal_says(v->signal));
    sheet_field(p, "first signal");
}

static int put_timeline(struct sheet *p, const struct report *r, struct err *err)
{
    const struct verdict *v = &r->verdict;
    struct finding first;
    int rc;

    put_judgement(p, "TIMELINE", timeline_result_name(r->verdict.timeline));
    say_timeline(p, r);
    sheet_field(p, "found");
    rc = report_first_failure(r, &first, err);
    if (rc == 1) {
        text_finding(p, "first failure", &first);
        rc = text_explanations(p, r, &first, err);
        finding_release(&first);
    }
    if (v->has_signal && is_chain_signal(v))
        put_signal(p, v);
    put_limits(p, verdict_timeline_limits(v));
    return rc < 0 ? -1 : 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Endpoint */

static const char *endpoint_says(const struct report *r)
{
    const struct verdict *v = &r->verdict;

    switch (v->endpoint) {
    case ENDPOINT_MATCHES:
        if (v->has_failure)
            return "the last entry is the one that a reference states; the timeline is broken before it";
        return v->witnessed
                   ? "the visible timeline reaches the end that a reference states which is "
                     "said to be independent"
                   : "the visible timeline reaches the end that a reference states; of no "
                     "such reference it is said that it is independent";
    case ENDPOINT_CONTRADICTED: return "a reference and the visible timeline cannot both be right";
    case ENDPOINT_UNUSABLE: return "of the references given none says anything about this timeline";
    case ENDPOINT_NOT_ASSESSED: break;
    }
    if (r->verdict.timeline == TIMELINE_UNREADABLE)
        return "the input was not read to its end, so nothing was compared with its end";
    return r->refs->count > 0 ? "no reference given speaks of the visible end"
                              : "no outside reference was given (--commitment, --head)";
}

/* What is seen when one looks at both judgements, and what the chain alone could never show. */
static void put_contrast(struct sheet *p, const struct verdict *v)
{
    if (v->timeline != TIMELINE_CONSISTENT || v->endpoint != ENDPOINT_CONTRADICTED)
        return;
    sheet_say(
        p, "the timeline is consistent in itself, and no rule inside the chain can show this: "
           "nothing inside cites the digest of the last entry, so entries can be cut off its end, "
           "or the last one be replaced, and what is left closed again. Only the reference "
           "outside shows it");
    sheet_field(p, "why only here");
}

static void put_visible_end(struct sheet *p, const struct report *r)
{
    struct entry_mark mark;

    if (r->verdict.entries == 0 || r->verdict.timeline == TIMELINE_UNREADABLE)
        return;
    mark = timeline_mark(r->timeline, r->verdict.entries);
    sheet_say(p, "entry %" PRIu64 "; no entry cites its digest, only a reference outside can",
              r->verdict.entries);
    sheet_field(p, "visible end");
    if (mark.has_digest)
        text_digest(p, "its digest", &mark.digest);
}

static void put_endpoint(struct sheet *p, const struct report *r)
{
    const struct verdict *v = &r->verdict;

    put_judgement(p, "ENDPOINT", endpoint_result_name(v->endpoint));
    sheet_say(p, "%s", endpoint_says(r));
    sheet_field(p, "found");
    put_contrast(p, v);
    if (v->has_signal && !is_chain_signal(v))
        put_signal(p, v);
    put_visible_end(p, r);
    put_limits(p, verdict_endpoint_limits(v));
    text_agreement(p, r->refs);
    for (size_t i = 0; i < r->refs->count; i++) {
        sheet_blank(p);
        text_reference(p, &r->refs->item[i], i + 1);
    }
}

/* ---------------------------------------------------------------------------------------------------
 * The whole */

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

static const char *status_says(const struct report *r)
{
    switch (r->status) {
    case 0:
        return r->verdict.witnessed
                   ? "nothing failed, and a reference stated to be independent confirmed the end"
                   : "nothing failed; that no independent reference confirmed the end was allowed";
    case 1: return fails_for(r);
    case 2: return "not everything that was given could be examined";
    default: return "nothing failed, but no reference stated to be independent confirmed the end";
    }
}

static int put_report(struct sheet *p, const struct report *r, bool all, struct err *err)
{
    int rc;

    put_file(p, r);
    rc = put_timeline(p, r, err);
    put_endpoint(p, r);
    put_judgement(p, "COVERAGE", coverage_result_name(r->verdict.coverage));
    if (rc == 0)
        rc = text_coverage(p, r, err);
    put_limits(p, verdict_coverage_limits(&r->verdict));
    put_judgement(p, "OUTCOME", outcome_result_name(r->verdict.outcome));
    put_limits(p, verdict_outcome_limits(&r->verdict));
    sheet_blank(p);
    if (rc == 0)
        rc = text_provenance(p, r, all, err);
    sheet_blank(p);
    if (rc == 0)
        rc = text_findings(p, r, all, err);
    sheet_blank(p);
    sheet_say(p, "%d: %s", r->status, status_says(r));
    sheet_field(p, "status");
    return rc;
}

static void put_unopened(struct sheet *p, const struct report *r)
{
    sheet_quote(p, r->path, strlen(r->path), 0);
    sheet_prose(p, 0, 2);
    sheet_safe(p, r->error.text, strlen(r->error.text));
    sheet_field(p, "not examined");
}

static void summarise(struct report_run *run, struct sheet *p, const struct report *r)
{
    const struct verdict *v = &r->verdict;

    sheet_quote(p, r->path, strlen(r->path), 0);
    sheet_say(p, ": ");
    if (r->timeline == NULL) {
        sheet_say(p, "not examined");
    } else {
        sheet_say(p, "timeline %s; endpoint ", timeline_result_name(r->verdict.timeline));
        text_words(p, endpoint_result_name(v->endpoint));
        sheet_say(p, "; coverage ");
        text_words(p, coverage_result_name(v->coverage));
        sheet_say(p, "; outcome ");
        text_words(p, outcome_result_name(v->outcome));
    }
    buf_add(&run->summary, buf_cstr(&p->text), p->text.len + 1);
    buf_clear(&p->text);
}

static void text_begin(struct report_run *run)
{
    buf_init(&run->summary, SIZE_MAX);
}

static int text_input(struct report_run *run, const struct report *r, struct err *err)
{
    struct sheet p;
    int rc = 0;

    sheet_init(&p, run->out, run->style.utf8, run->style.colour);
    if (r->timeline == NULL)
        put_unopened(&p, r);
    else
        rc = put_report(&p, r, run->style.all_findings, err);
    if (run->inputs > 1) {
        sheet_blank(&p);
        sheet_rule(&p);
        summarise(run, &p, r);
    }
    sheet_release(&p);
    return rc;
}

static void put_unpaired(struct sheet *p, const struct reference_set *refs)
{
    if (refs->count == 0)
        return;
    sheet_heading(p, "REFERENCES", "that belong to none of these timelines");
    for (size_t i = 0; i < refs->count; i++) {
        text_reference(p, &refs->item[i], i + 1);
        sheet_blank(p);
    }
}

static void put_summary(struct sheet *p, const struct buf *summary)
{
    const char *line = (const char *)summary->data;
    size_t left = summary->len;

    sheet_heading(p, "TIMELINES", "");
    while (left > 0) {
        size_t len = strlen(line);

        sheet_safe(p, line, len);
        sheet_prose(p, 2, 4);
        line += len + 1;
        left -= len + 1;
    }
    sheet_blank(p);
}

static void text_end(struct report_run *run)
{
    struct sheet p;

    sheet_init(&p, run->out, run->style.utf8, run->style.colour);
    if (run->inputs > 1) {
        put_unpaired(&p, run->unpaired);
        put_summary(&p, &run->summary);
    }
    sheet_say(&p, "%s, %s", TOOL_PROFILE, TOOL_PROFILE_SAYS);
    sheet_field(&p, "profile");
    buf_release(&run->summary);
    sheet_release(&p);
}

const struct report_writer report_text = {"text", text_begin, text_input, text_end, render_text};
