/* What a report is about: the summary, the input, the program, the examiner. */
#include "report/document_impl.h"

#include "base/text.h"
#include "report/says.h"

#include <inttypes.h>
#include <string.h>

void document_title(struct doc *d)
{
    if (d->report->training)
        doc_stress(d, "TRAINING COPY, not evidence");
    doc_say(d, d->report->training ? ": report on an altered copy of " : "Report on the timeline ");
    doc_quote(d, d->report->path, strlen(d->report->path), 0);
    doc_begin(d);
}

static void say_first_failure(struct doc *d, const struct verdict *v)
{
    if (!v->has_failure)
        return;
    doc_say(d, "; the first is ");
    if (v->failure_entry > 0) {
        doc_entry(d, v->failure_entry);
        doc_say(d, ", ");
    }
    doc_say(d, "%s: %s", finding_code_name(v->failure_code), finding_code_text(v->failure_code));
}

static void say_result(struct doc *d, const char *name, const char *result)
{
    struct buf words;

    buf_init(&words, LIMIT_MESSAGE);
    says_words(&words, result);
    doc_say(d, "%s: ", name);
    doc_stress(d, "%s", buf_cstr(&words));
    buf_release(&words);
}

static void summarise_timeline(struct doc *d)
{
    const struct report *r = d->report;
    struct buf said;

    buf_init(&said, LIMIT_MESSAGE);
    says_timeline(&said, r);
    say_result(d, "Timeline", timeline_result_name(r->verdict.timeline));
    if (said.len > 0)
        doc_say(d, " - ");
    document_said(d, &said);
    say_first_failure(d, &r->verdict);
    doc_say(d, ".");
    doc_item(d);
    buf_release(&said);
}

static void summarise_coverage(struct doc *d)
{
    const struct report *r = d->report;
    const struct coverage *c = &r->verdict.counts;

    say_result(d, "Coverage", coverage_result_name(r->verdict.coverage));
    if (c->assessed)
        doc_say(d,
                " - of %" PRIu64 " expected actions %" PRIu64 " matched, %" PRIu64
                " missing; entries that are unexpected: %" PRIu64 ", forbidden: %" PRIu64,
                c->expected, c->matched, c->missing, c->unexpected, c->forbidden);
    else
        doc_say(d, " - %s", says_coverage_open(r));
    doc_say(d, "%s.", says_list_other(r));
    doc_item(d);
}

static void put_mark(struct doc *d, const struct timeline *t)
{
    struct buf said;

    buf_init(&said, LIMIT_MESSAGE);
    says_training(&said, t);
    doc_stress(d, "It has the mark of a training copy.");
    doc_say(d, " ");
    document_said(d, &said);
    doc_say(d, ".");
    doc_paragraph(d);
    buf_release(&said);
}

void document_summary(struct doc *d)
{
    const struct report *r = d->report;
    const struct verdict *v = &r->verdict;

    if (r->training) {
        doc_stress(d, "This is a training copy.");
        doc_say(d, " Steps of the training lab altered it in memory. Nothing in this report is about the file that it "
                   "was made of, and no file of that name holds it.");
        doc_paragraph(d);
    } else if (timeline_training(r->timeline) > 0) {
        put_mark(d, r->timeline);
    }
    if (r->selection != NULL) {
        doc_stress(d, "This is about one job of the file.");
        doc_say(d, " Its entries were selected by their job_id, and nothing here is about the others. What was "
                   "examined says how many there are.");
        doc_paragraph(d);
    }
    if (says_case_doubt(r) != NULL) {
        doc_stress(d, "%s", says_case_doubt(r));
        doc_say(d, ": its statements and notes may not be what the examiner put there.");
        doc_paragraph(d);
    }
    doc_say(d, "Four judgements follow. Each answers a question of its own, and none stands for "
               "another: that a timeline is consistent does not show that nothing is missing from "
               "it, that its end was witnessed does not show that everything was recorded, and no "
               "record shows that an effect took place.");
    doc_paragraph(d);
    summarise_timeline(d);
    say_result(d, "Endpoint", endpoint_result_name(v->endpoint));
    doc_say(d, " - %s.", says_endpoint(r));
    doc_item(d);
    summarise_coverage(d);
    say_result(d, "Outcome", outcome_result_name(v->outcome));
    doc_say(d, ". %s", verdict_outcome_limits(v));
    doc_item(d);
}

/* ---------------------------------------------------------------------------------------------------
 * The input */

static void put_sizes(struct doc *d)
{
    struct source *source = timeline_source(d->report->timeline);
    struct digest sha256;
    bool final;

    document_count(d, source_size(source, &final), "byte", "bytes");
    doc_field(d, "size");
    if (timeline_sha256(d->report->timeline, &sha256))
        doc_digest(d, &sha256);
    else
        doc_say(d, "not known: it was not read to its end");
    doc_field(d, "sha256");
    if (!d->report->has_again)
        return;
    doc_digest(d, &d->report->again);
    doc_field(d, "sha256 after");
}

/* Between opening and now; the caller checks once more when the report is written. */
static void put_identity(struct doc *d)
{
    struct source *source = timeline_source(d->report->timeline);
    struct err err = {0};

    if (d->report->training)
        doc_say(d, "a training copy: it was made in memory");
    else if (source_is_copy(source))
        doc_say(d, "read once from where it came into a private copy, of which size and sha256 are "
                   "given: what it came from cannot be looked at again");
    else if (source_unchanged(source, &err) == 0)
        doc_say(d, "the file that was opened: its device, inode, size and times were the same "
                   "after the examination and after this report was written, as far as the file "
                   "system tells%s", d->report->has_again ? "; its bytes were read once more after the examination, "
                                                            "which gave the same sha256" : "");
    else
        doc_sentence(d, err.text, strlen(err.text));
    doc_field(d, "unchanged");
}

static void put_damage(struct doc *d)
{
    struct buf said;

    if (d->report->verdict.timeline != TIMELINE_UNREADABLE)
        return;
    buf_init(&said, LIMIT_MESSAGE);
    says_timeline(&said, d->report);
    document_said(d, &said);
    doc_field(d, "damage");
    buf_release(&said);
}

static void say_selected(struct doc *d)
{
    const struct selection *s = d->report->selection;
    struct str job = selection_job(s);
    struct buf said;

    buf_init(&said, LIMIT_MESSAGE);
    says_selected(&said, s);
    document_said(d, &said);
    doc_quote(d, job.data, job.len, TEXT_WTF8);
    buf_clear(&said);
    says_selected_rest(&said, s);
    document_said(d, &said);
    buf_release(&said);
}

static void put_selected(struct doc *d)
{
    if (d->report->selection == NULL)
        return;
    say_selected(d);
    doc_field(d, "selected");
}

void document_examined(struct doc *d)
{
    const struct report *r = d->report;
    struct str job = timeline_job(r->timeline);

    doc_say(d, "What was examined");
    doc_heading(d, 1, "examined");
    doc_quote(d, r->path, strlen(r->path), 0);
    if (r->training)
        doc_say(d, ": what follows is of the copy, not of this file");
    doc_field(d, r->training ? "copy of" : "path as given");
    put_sizes(d);
    put_identity(d);
    doc_say(d, "%s", layout_name(timeline_layout(r->timeline)));
    doc_field(d, "layout");
    doc_say(d, "%s", construction_name(r->verdict.construction));
    doc_field(d, "construction");
    document_count(d, r->verdict.entries, "entry", "entries");
    doc_say(d, "%s", r->verdict.timeline == TIMELINE_UNREADABLE ? " before the damage" : "");
    doc_field(d, "entries");
    if (job.data != NULL)
        doc_quote(d, job.data, job.len, TEXT_WTF8);
    else
        doc_say(d, "entry 1 names none");
    doc_field(d, "job");
    put_selected(d);
    put_damage(d);
}

/* ---------------------------------------------------------------------------------------------------
 * Program, examiner, time */

void document_made(struct doc *d)
{
    char now[32];

    doc_say(d, "By which program, by whom and when");
    doc_heading(d, 1, "made");
    doc_say(d, "%s %s", TOOL_NAME, PACKAGE_VERSION);
    doc_field(d, "program");
    doc_say(d, "%s, %s", TOOL_PROFILE, TOOL_PROFILE_SAYS);
    doc_field(d, "profile");
    document_given(d, d->report->casefile != NULL ? casefile_examiner(d->report->casefile) : NULL);
    doc_field(d, "examiner");
    rfc3339_format(now, d->request->now.seconds);
    doc_say(d, "%s; nothing here shows that the clock was right", now);
    doc_field(d, "report made");
}
