/* The four judgements with their reasons and limits, and what they were given by. */
#include "report/document_impl.h"

#include "base/shortage.h"
#include "base/text.h"
#include "report/says.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin(struct doc *d, const char *name, const char *id, const char *result)
{
    doc_say(d, "%s: ", name);
    document_words(d, result);
    doc_heading(d, 2, id);
}

static void limits(struct doc *d, const char *text)
{
    doc_say(d, "%s", text);
    doc_aside(d, "not shown");
}

static void put_timeline(struct doc *d)
{
    const struct report *r = d->report;
    struct buf said;

    begin(d, "Timeline", "judgement-timeline", timeline_result_name(r->verdict.timeline));
    doc_say(d, "Are the visible entries ordered, linked and closed, and do their bytes match?");
    doc_field(d, "question");
    buf_init(&said, LIMIT_MESSAGE);
    says_timeline(&said, r);
    document_said(d, &said);
    doc_field(d, "found");
    buf_release(&said);
    limits(d, verdict_timeline_limits(&r->verdict));
}

static void put_visible_end(struct doc *d)
{
    const struct report *r = d->report;
    struct entry_mark mark = timeline_mark(r->timeline, r->verdict.entries);
    struct buf cited;

    if (r->verdict.entries == 0 || r->verdict.timeline == TIMELINE_UNREADABLE)
        return;
    doc_entry(d, r->verdict.entries);
    buf_init(&cited, LIMIT_MESSAGE);
    says_citing(&cited, &r->verdict);
    document_said(d, &cited);
    buf_release(&cited);
    doc_field(d, "visible end");
    if (mark.has_digest)
        doc_digest(d, &mark.digest);
    else
        doc_say(d, "none: its members are not of the types that a digest needs");
    doc_field(d, "its digest");
}

static void put_endpoint(struct doc *d)
{
    const struct report *r = d->report;
    const char *contrast = says_contrast(r);

    begin(d, "Endpoint", "judgement-endpoint", endpoint_result_name(r->verdict.endpoint));
    doc_say(d, "Does the timeline reach an end that an outside witness had published?");
    doc_field(d, "question");
    doc_say(d, "%s", says_endpoint(r));
    doc_field(d, "found");
    put_visible_end(d);
    if (contrast != NULL) {
        doc_say(d, "%s", contrast);
        doc_field(d, "no rule fails");
    }
    limits(d, verdict_endpoint_limits(&r->verdict));
}

static void put_coverage(struct doc *d)
{
    const struct report *r = d->report;
    const struct coverage *c = &r->verdict.counts;

    begin(d, "Coverage", "judgement-coverage", coverage_result_name(r->verdict.coverage));
    doc_say(d, "Is every action that was authorised or expected in it, and nothing else?");
    doc_field(d, "question");
    if (c->assessed)
        doc_say(d,
                "of %" PRIu64 " expected actions %" PRIu64 " are matched and %" PRIu64
                " missing; entries that are unexpected: %" PRIu64 ", forbidden: %" PRIu64,
                c->expected, c->matched, c->missing, c->unexpected, c->forbidden);
    else
        doc_say(d, "%s", says_coverage_open(r));
    doc_say(d, "%s", says_list_other(r));
    doc_field(d, "found");
    limits(d, verdict_coverage_limits(&r->verdict));
}

static void put_outcome(struct doc *d)
{
    const struct report *r = d->report;

    begin(d, "Outcome", "judgement-outcome", outcome_result_name(r->verdict.outcome));
    doc_say(d, "Did the effect (payment, delivery, change) happen?");
    doc_field(d, "question");
    if (r->verdict.outcome == OUTCOME_RECORDED)
        doc_say(d, "the case file has what a system stated of it; see the outcome statements below");
    else if (r->casefile != NULL && casefile_outcomes(r->casefile) > 0)
        doc_say(d, "%zu %s recorded in the case file, none that is about this timeline and says which system stated what",
                casefile_outcomes(r->casefile), casefile_outcomes(r->casefile) == 1 ? "statement is" : "statements are");
    else
        doc_say(d, "no statement of a system that owns the effect was recorded");
    doc_field(d, "found");
    limits(d, verdict_outcome_limits(&r->verdict));
}

void document_judgements(struct doc *d)
{
    doc_say(d, "The four judgements");
    doc_heading(d, 1, "judgements");
    put_timeline(d);
    put_endpoint(d);
    put_coverage(d);
    put_outcome(d);
    doc_say(d, "The exit status of aerscope verify for these inputs is %d: %s%s.", d->report->status,
            says_status(d->report), says_doubt(d->report));
    doc_paragraph(d);
}

/* ---------------------------------------------------------------------------------------------------
 * Provenance */

static void put_class(struct doc *d, const struct class_count *row, size_t number)
{
    doc_say(d, "%zu", number);
    doc_cell(d);
    if (row->name.data != NULL)
        doc_quote(d, row->name.data, row->name.len, TEXT_WTF8);
    else
        doc_say(d, "%s", row->absent ? "no class that is a string" : "further classes");
    doc_cell(d);
    doc_say(d, "%s", says_standing(row->standing));
    doc_cell(d);
    doc_say(d, "%" PRIu64, row->entries);
    doc_cell(d);
    doc_entry(d, row->first_entry);
    doc_cell(d);
    doc_row(d, 0);
}

static void put_standings(struct doc *d)
{
    static const enum standing order[] = {STANDING_RECORDER, STANDING_GATEWAY, STANDING_AGENT,
                                          STANDING_NONE};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        document_count(d, timeline_standing_total(d->report->timeline, order[i]), "entry: ",
                       "entries: ");
        doc_say(d, "%s", standing_says(order[i]));
        doc_field(d, standing_name(order[i]));
    }
}

void document_provenance(struct doc *d)
{
    static const struct doc_table table = {
        .id = "classes",
        .caption = "Provenance classes, in the order of their first entries",
        .columns = 5,
        .column = {"number", "class", "standing", "entries", "first"},
    };
    struct class_count *row = shortage_unless(calloc(REPORT_CLASSES, sizeof *row));
    size_t rows;

    if (row == NULL)
        return;
    rows = timeline_classes(d->report->timeline, row, REPORT_CLASSES);
    doc_say(d, "Provenance");
    doc_heading(d, 1, "provenance");
    doc_say(d, "A class is what the record claims: nothing in the file shows who wrote it.");
    doc_paragraph(d);
    put_standings(d);
    if (rows > 0)
        doc_table(d, &table);
    for (size_t i = 0; i < rows; i++)
        put_class(d, &row[i], i + 1);
    free(row);
}

/* ---------------------------------------------------------------------------------------------------
 * References */

static void put_stated(struct doc *d, const char *label, const struct str *s)
{
    if (s->data != NULL)
        doc_quote(d, s->data, s->len, TEXT_WTF8);
    else
        doc_say(d, "not stated");
    doc_field(d, label);
}

static void put_statement(struct doc *d, const struct reference *ref)
{
    char room[COUNT_ROOM];

    if (ref->has_count)
        doc_say(d, "%s %s", reference_count_text(ref, room), ref->count == 1 ? "entry" : "entries");
    else
        doc_say(d, "no count");
    doc_field(d, "states");
    put_stated(d, "job", &ref->job_id);
    put_stated(d, "published at", &ref->published_at);
}

/* The digest that it states against that of the visible end, or of the entry that it confirms. */
static void put_ends(struct doc *d, const struct reference *ref)
{
    struct doc_pair pair = {
        .label = {"stated", "recomputed"},
        .none = {"", "none: that entry has no digest"},
    };
    struct reference_end end;
    struct err ignored = {0};
    struct buf said;

    if (!ref->has_digest)
        return;
    bool read = reference_end(ref, d->report->timeline, &end, &ignored) == 0;
    buf_init(&said, LIMIT_MESSAGE);
    says_held_against(&said, ref, &end);
    document_said(d, &said);
    doc_field(d, "held against");
    buf_release(&said);
    pair.digest[0] = ref->final_digest;
    pair.known[0] = true;
    pair.digest[1] = end.digest;
    pair.known[1] = read && end.has_digest;
    doc_pair(d, &pair);
}

static void put_result(struct doc *d, const struct reference *ref)
{
    struct buf words;

    buf_init(&words, LIMIT_MESSAGE);
    says_words(&words, reference_result_name(ref->result));
    doc_stress(d, "%s", buf_cstr(&words));
    buf_release(&words);
    doc_say(d, "%s", says_reference(ref));
    doc_field(d, "result");
    for (size_t i = 0; i < ref->findings.count; i++)
        doc_say(d, "%s%s", i == 0 ? "" : ", ", finding_code_name(ref->findings.item[i].code));
    if (ref->findings.count == 0)
        doc_say(d, "none");
    doc_field(d, "codes");
}

static void put_given(struct doc *d, const char *label, const char *text)
{
    document_given(d, text);
    doc_field(d, label);
}

static void put_path(struct doc *d, const char *path)
{
    if (path == NULL)
        doc_say(d, "not stated");
    else
        doc_quote(d, path, strlen(path), 0);
    doc_field(d, "path as given");
}

static void put_reference(struct doc *d, const struct reference *ref, size_t number)
{
    char id[32];

    snprintf(id, sizeof id, "reference-%zu", number);
    doc_say(d, "Reference %zu: %s", number, reference_kind_name(ref->kind));
    doc_heading(d, 2, id);
    if (ref->path != NULL)
        put_path(d, ref->path);
    if (ref->has_sha256) {
        doc_digest(d, &ref->sha256);
        doc_field(d, "sha256");
    }
    if (ref->embedded) {
        doc_say(d, "inside the timeline's own file; this sha256 is of its bytes there, not of that file");
        doc_field(d, "stands");
    }
    put_result(d, ref);
    put_statement(d, ref);
    put_ends(d, ref);
    put_given(d, "witness", ref->witness);
    put_given(d, "authority", ref->authority);
    put_given(d, "retrieved how", ref->retrieved_from);
    put_given(d, "and when", ref->retrieved_at);
    doc_say(d, "%s%s", independence_name(ref->independent), says_independence(ref));
    doc_field(d, "independent");
}

/* One of those in the order of their times. */
static void put_dated(struct doc *d, const struct reference *ref, size_t number, bool first)
{
    char room[COUNT_ROOM];

    doc_say(d, "%sreference %zu, %s, ", first ? "" : "; ", number, ref->published_at.data);
    doc_say(d, "%s %s", reference_count_text(ref, room), ref->count == 1 ? "entry" : "entries");
    doc_say(d, "%s", says_time(ref));
}

static void put_order(struct doc *d, const struct reference_set *refs)
{
    size_t *order = shortage_unless(calloc(refs->count, sizeof *order));
    size_t n = order != NULL ? references_in_time(refs, order) : 0;
    bool begun = false;

    for (size_t i = 0; i < n; i++)
        put_dated(d, &refs->item[order[i]], order[i] + 1, i == 0);
    if (n > 0)
        doc_field(d, "by time of publication");
    free(order);
    for (size_t i = 0; n > 0 && i < refs->count; i++) {
        if (refs->item[i].readable && refs->item[i].published_at.data != NULL)
            continue;
        doc_say(d, "%sreference %zu", begun ? ", " : "", i + 1);
        begun = true;
    }
    if (begun)
        doc_field(d, "without one");
}

static void put_agreement(struct doc *d, const struct reference_set *refs)
{
    struct buf said;

    buf_init(&said, LIMIT_MESSAGE);
    says_agreement(&said, refs);
    document_said(d, &said);
    doc_field(d, "agreement");
    buf_release(&said);
    put_order(d, refs);
}

void document_references(struct doc *d)
{
    const struct reference_set *refs = d->report->refs;

    doc_say(d, "References from outside");
    doc_heading(d, 1, "references");
    doc_say(d, refs->count == 0
                   ? "None was given, so nothing outside was held against the end."
                   : "A reference is worth what its witness is worth. Who, how, when and "
                     "independence are the examiner's statements; none of them was checked.");
    doc_paragraph(d);
    if (refs->count > 1)
        put_agreement(d, refs);
    for (size_t i = 0; i < refs->count; i++)
        put_reference(d, &refs->item[i], i + 1);
}

/* ---------------------------------------------------------------------------------------------------
 * Coverage */

static void put_category(struct doc *d, const char *name, uint64_t n, const char *says)
{
    doc_say(d, "%s", name);
    doc_cell(d);
    doc_say(d, "%" PRIu64, n);
    doc_cell(d);
    doc_say(d, "%s", says);
    doc_cell(d);
    doc_row(d, 0);
}

static void put_categories(struct doc *d, const struct coverage *c)
{
    static const struct doc_table table = {
        .id = "categories",
        .caption = "Categories of coverage",
        .columns = 3,
        .column = {"category", "number", "of"},
    };

    doc_table(d, &table);
    put_category(d, "expected", c->expected, "actions on the list that must be there");
    put_category(d, "matched", c->matched, "of those, that an entry shows");
    put_category(d, "missing", c->missing, "of those, that no entry shows");
    put_category(d, "out of order", c->out_of_order, "of the matched, not in the order of the list");
    put_category(d, "authorised", c->authorised, "entries that an authorised action covers");
    put_category(d, "unexpected", c->unexpected, "entries that no action is left for");
    put_category(d, "forbidden", c->forbidden, "entries that the list forbids");
}

static void put_frozen(struct doc *d, const struct expected_about *a)
{
    put_stated(d, "frozen at", &a->frozen_at);
    if (a->frozen == FROZEN_NOT_COMPARED)
        return;
    if (a->frozen == FROZEN_BEFOREHAND)
        doc_say(d, "by what the list states: not after the first created_at, which no digest binds");
    else
        doc_say(d, "that it was frozen beforehand is not shown");
    doc_field(d, "beforehand");
}

static void put_list(struct doc *d, const struct expected_about *a)
{
    if (!a->malformed) {
        doc_say(d, a->receipt ? "workflow receipt" : "expected actions");
        doc_field(d, "kind");
    }
    put_path(d, a->path);
    if (a->has_sha256) {
        doc_digest(d, &a->sha256);
        doc_field(d, "sha256");
    }
    if (a->malformed)
        return;
    doc_say(d, "%" PRIu64 " %s, %s", a->actions,
            a->receipt ? (a->actions == 1 ? "step" : "steps")
                       : (a->actions == 1 ? "action" : "actions"),
            a->strict ? "in their order" : "in any order");
    doc_field(d, "holds");
    put_stated(d, "job", &a->job_id);
    put_stated(d, "source", &a->source);
    put_frozen(d, a);
    if (a->has_root) {
        doc_digest(d, &a->root);
        doc_field(d, "merkle root");
        doc_say(d, a->root_differs ? "recomputed; the stored one differs"
                                   : "recomputed; the stored one is the same");
        doc_field(d, "root compared");
    }
}

void document_coverage(struct doc *d)
{
    const struct report *r = d->report;
    struct expected_about about;

    doc_say(d, "Coverage by a list of expected actions");
    doc_heading(d, 1, "coverage");
    if (r->refs->expected == NULL) {
        doc_say(d, "Not assessed: %s.", says_coverage_open(r));
        doc_paragraph(d);
        return;
    }
    about = expected_about(r->refs->expected);
    if (says_list_is_other(r)) {
        doc_digest(d, &about.meant);
        doc_field(d, "recorded in the case file");
        doc_stress(d, "another list than the recorded one");
        doc_say(d, " was found at its place, and is the one that was used");
        doc_field(d, "so");
    }
    put_list(d, &about);
    if (r->verdict.counts.assessed) {
        put_categories(d, &r->verdict.counts);
        return;
    }
    doc_say(d, "%s", says_coverage_open(r));
    doc_field(d, "not assessed");
}
