#include "report/report_text.h"

#include "base/text.h"
#include "report/coverage.h"
#include "report/explained.h"
#include "report/render.h"
#include "report/report_case.h"
#include "report/says.h"
#include "report/text_parts.h"

#include <inttypes.h>
#include <string.h>

static void put_selection(struct sheet *p, const struct selection *s)
{
    struct str job = selection_job(s);

    says_selected(&p->text, s);
    sheet_quote(p, job.data, job.len, TEXT_WTF8);
    says_selected_rest(&p->text, s);
    sheet_field(p, "selected");
}

static void put_file(struct sheet *p, const struct report *r)
{
    const struct timeline *t = r->timeline;
    struct str job = timeline_job(t);
    struct digest sha256;
    bool final;

    sheet_name(p, r->path);
    sheet_prose(p, 0, 2);
    sheet_say(p, "%s, ",
              timeline_layout(t) == LAYOUT_AUTO ? "not recognised"
                                                : layout_name(timeline_layout(t)));
    text_count(p, r->verdict.entries, "entry, ", "entries, ");
    text_count(p, source_size(timeline_source(t), &final), "byte", "bytes");
    sheet_field(p, "layout");
    if (job.data != NULL)
        sheet_value(p, "job", job.data, job.len, TEXT_WTF8);
    if (r->selection != NULL)
        put_selection(p, r->selection);
    if (r->verdict.entries > 0) {
        sheet_say(p, "%s", construction_name(r->verdict.construction));
        sheet_field(p, "construction");
    }
    if (timeline_sha256(t, &sha256))
        text_digest(p, "sha256", &sha256);
    else {
        sheet_say(p, "not known: the input was not read to its end");
        sheet_field(p, "sha256");
    }
    if (timeline_training(t) > 0) {
        says_training(&p->text, t);
        sheet_field(p, "training");
    }
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
        text_count(p, v->missing, signal_number_says(v->signal, true), signal_number_says(v->signal, false));
    }
    sheet_say(p, ": %s", signal_says(v->signal, v->signal_code));
    sheet_field(p, "first signal");
}

static int put_timeline(struct sheet *p, const struct report *r, struct err *err)
{
    const struct verdict *v = &r->verdict;
    struct finding first;
    int rc;

    put_judgement(p, "TIMELINE", timeline_result_name(r->verdict.timeline));
    says_timeline(&p->text, r);
    sheet_field(p, "found");
    rc = report_first_failure(r, &first, err);
    if (rc == 1) {
        text_finding(p, "first failure", &first);
        rc = text_explanations(p, r, &first, err);
        finding_release(&first);
    }
    if (v->has_signal && is_chain_signal(v))
        put_signal(p, v);
    if (v->totals[FINDING_JOB] > 0) {
        sheet_say(p, "it may be a file of several: verify --list-jobs lists them, --job=ID examines one");
        sheet_field(p, "other jobs");
    }
    put_limits(p, verdict_timeline_limits(v));
    return rc < 0 ? -1 : 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Endpoint */

static void put_visible_end(struct sheet *p, const struct report *r)
{
    struct entry_mark mark;
    struct buf cited;

    if (r->verdict.entries == 0 || r->verdict.timeline == TIMELINE_UNREADABLE)
        return;
    mark = timeline_mark(r->timeline, r->verdict.entries);
    buf_init(&cited, LIMIT_MESSAGE);
    says_citing(&cited, &r->verdict);
    sheet_say(p, "entry %" PRIu64 "%s", r->verdict.entries, buf_cstr(&cited));
    buf_release(&cited);
    sheet_field(p, "visible end");
    if (mark.has_digest)
        text_digest(p, "its digest", &mark.digest);
}

static void put_endpoint(struct sheet *p, const struct report *r)
{
    const struct verdict *v = &r->verdict;

    put_judgement(p, "ENDPOINT", endpoint_result_name(v->endpoint));
    sheet_say(p, "%s", says_endpoint(r));
    sheet_field(p, "found");
    if (says_contrast(r) != NULL) {
        sheet_say(p, "%s", says_contrast(r));
        sheet_field(p, "no rule fails");
    }
    if (v->has_signal && !is_chain_signal(v))
        put_signal(p, v);
    put_visible_end(p, r);
    put_limits(p, verdict_endpoint_limits(v));
    text_agreement(p, r->refs);
    for (size_t i = 0; i < r->refs->count; i++) {
        sheet_blank(p);
        text_reference(p, &r->refs->item[i], i + 1, r->timeline);
    }
}

/* ---------------------------------------------------------------------------------------------------
 * The whole */

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
    text_outcome(p, r);
    put_limits(p, verdict_outcome_limits(&r->verdict));
    text_case(p, r);
    sheet_blank(p);
    if (rc == 0)
        rc = text_provenance(p, r, all, err);
    sheet_blank(p);
    if (rc == 0)
        rc = text_findings(p, r, all, err);
    sheet_blank(p);
    sheet_say(p, "%d: %s%s", r->status, says_status(r), says_doubt(r));
    sheet_field(p, "status");
    return rc;
}

static void put_unopened(struct sheet *p, const struct report *r)
{
    sheet_name(p, r->path);
    sheet_prose(p, 0, 2);
    sheet_safe(p, r->error.text, strlen(r->error.text));
    sheet_field(p, "not examined");
}

/* What failed first in the timeline; else where it is damaged, unless that is said behind. */
static void put_first(struct sheet *p, const struct report *r)
{
    const struct verdict *v = &r->verdict;
    const struct damage *d = r->input_line == 0 ? timeline_damage(r->timeline) : NULL;

    if (v->has_failure && v->failure_entry > 0)
        sheet_say(p, " (entry %" PRIu64 ", %s)", v->failure_entry, finding_code_name(v->failure_code));
    else if (v->has_failure)
        sheet_say(p, " (%s)", finding_code_name(v->failure_code));
    else if (d != NULL)
        sheet_say(p, d->refused ? " (no timeline)" : " (damaged at byte %" PRIu64 ")", d->offset);
}

/* The four judgements in a sentence. */
static void put_sentence(struct sheet *p, const struct report *r)
{
    const struct verdict *v = &r->verdict;

    sheet_say(p, "timeline %s", timeline_result_name(v->timeline));
    put_first(p, r);
    sheet_say(p, "; endpoint ");
    text_words(p, endpoint_result_name(v->endpoint));
    sheet_say(p, "; coverage ");
    text_words(p, coverage_result_name(v->coverage));
    sheet_say(p, "; outcome ");
    text_words(p, outcome_result_name(v->outcome));
}

/* Of a line of standard input its number, else the name in quotation marks: no name looks like a judgement. */
static void put_brief(struct sheet *p, const struct report *r)
{
    if (r->input_line > 0)
        sheet_say(p, "%" PRIu64, r->input_line);
    else
        sheet_quote(p, r->path, strlen(r->path), 0);
    sheet_say(p, ": ");
    if (r->timeline == NULL)
        sheet_say(p, "not examined");
    else
        put_sentence(p, r);
}

static void summarise(struct report_run *run, struct sheet *p, const struct report *r)
{
    put_brief(p, r);
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
    if (run->several) {
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
        text_reference(p, &refs->item[i], i + 1, NULL);
        sheet_blank(p);
    }
}

static void put_summary(struct sheet *p, const struct report_run *run)
{
    const char *line = (const char *)run->summary.data;
    size_t left = run->summary.len;

    if (left == 0 && run->unsummarised == 0)
        return; /* none was reached */
    sheet_heading(p, "TIMELINES", "");
    while (left > 0) {
        size_t len = strlen(line);

        sheet_safe(p, line, len);
        sheet_prose(p, 2, 4);
        line += len + 1;
        left -= len + 1;
    }
    if (run->unsummarised > 0) {
        sheet_say(p, "%" PRIu64 " more, whose judgements stand above", run->unsummarised);
        sheet_prose(p, 2, 4);
    }
    sheet_blank(p);
}

static void text_end(struct report_run *run)
{
    struct sheet p;

    sheet_init(&p, run->out, run->style.utf8, run->style.colour);
    if (run->several) {
        put_unpaired(&p, run->unpaired);
        put_summary(&p, run);
    }
    sheet_say(&p, "%s, %s", TOOL_PROFILE, TOOL_PROFILE_SAYS);
    sheet_field(&p, "profile");
    buf_release(&run->summary);
    sheet_release(&p);
}

const struct report_writer report_text = {"text", text_begin, text_input, text_end, render_text};

/* ---------------------------------------------------------------------------------------------------
 * A line an input */

static void line_nothing(struct report_run *run)
{
    (void)run;
}

/* Why there are no judgements to say, escaped; NULL where there are. */
static const char *trouble(const struct report *r)
{
    const struct damage *d = r->timeline != NULL ? timeline_damage(r->timeline) : NULL;

    if (r->error.code != ERR_NONE)
        return r->error.text;
    return d != NULL ? d->message : NULL;
}

static int line_input(struct report_run *run, const struct report *r, struct err *err)
{
    const char *why = trouble(r);
    struct sheet p;

    (void)err;
    sheet_init(&p, run->out, run->style.utf8, run->style.colour);
    put_brief(&p, r);
    if (why != NULL) {
        sheet_say(&p, "; error: ");
        sheet_safe(&p, why, strlen(why));
    }
    sheet_line(&p);
    sheet_release(&p);
    return 0;
}

const struct report_writer report_line = {"line", line_nothing, line_input, line_nothing, NULL};
