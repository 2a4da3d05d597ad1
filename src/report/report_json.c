#include "report/report_json.h"

#include "base/shortage.h"

#include "report/coverage.h"
#include "report/explained.h"
#include "report/json.h"
#include "report/render.h"
#include "report/report_case.h"
#include "report/says.h"

#include <stdlib.h>
#include <string.h>

void json_digest(struct json *j, const char *name, bool known, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    if (known)
        digest_hex(d, hex);
    json_text(j, name, known ? hex : NULL);
}

static void tool(struct json *j)
{
    json_object(j, "tool");
    json_text(j, "name", TOOL_NAME);
    json_text(j, "version", PACKAGE_VERSION);
    json_text(j, "profile", TOOL_PROFILE);
    json_end(j);
}

static void input_line(struct json *j, const struct report *r)
{
    if (r->input_line > 0)
        json_uint(j, "input_line", r->input_line);
}

static void timeline(struct json *j, const struct report *r)
{
    struct timeline *t = r->timeline;
    enum layout layout = timeline_layout(t);
    struct str job = timeline_job(t);
    struct digest sha256;
    bool final, known = timeline_sha256(t, &sha256);

    json_object(j, "timeline");
    json_text(j, "path", r->path);
    input_line(j, r);
    json_digest(j, "sha256", known, &sha256);
    json_uint(j, "bytes", source_size(timeline_source(t), &final));
    json_text(j, "layout", layout == LAYOUT_AUTO ? NULL : layout_name(layout));
    json_uint(j, "entries", r->verdict.entries);
    json_str(j, "job_id", &job);
    json_end(j);
}

static void selected(struct json *j, const struct selection *s)
{
    struct str job = selection_job(s);

    json_object(j, "selected");
    json_str(j, "job_id", &job);
    json_uint(j, "entries", selection_taken(s));
    json_uint(j, "of", selection_entries(s));
    json_uint(j, "without_job_id", selection_without_job(s));
    json_end(j);
}

static void timeline_judgement(struct json *j, const struct report *r)
{
    const struct verdict *v = &r->verdict;

    json_object(j, "timeline");
    json_text(j, "result", timeline_result_name(r->verdict.timeline));
    if (v->has_failure) {
        json_object(j, "first_failure");
        json_position(j, "entry", v->failure_entry);
        json_text(j, "code", finding_code_name(v->failure_code));
        json_end(j);
    } else {
        json_null(j, "first_failure");
    }
    json_text(j, "does_not_show", verdict_timeline_limits(v));
    json_end(j);
}

static bool listed_before(const struct finding_list *l, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (l->item[k].code == l->item[i].code)
            return true;
    return false;
}

static void codes(struct json *j, const struct finding_list *l)
{
    json_array(j, "codes");
    for (size_t i = 0; i < l->count; i++)
        if (!listed_before(l, i))
            json_text(j, NULL, finding_code_name(l->item[i].code));
    json_end(j);
}

/* The entry that its digest was held against; null where that was not done. */
static void held_against(struct json *j, const struct reference *ref, struct timeline *t)
{
    bool done = ref->has_digest && t != NULL && ref->result != REFERENCE_UNCHECKED &&
                ref->result != REFERENCE_UNUSABLE;
    struct err ignored = {0};
    struct reference_end end;

    if (!done || reference_end(ref, t, &end, &ignored) != 0 || end.entry == 0) {
        json_null(j, "held_against");
        return;
    }
    json_object(j, "held_against");
    json_uint(j, "entry", end.entry);
    json_bool(j, "closed", end.closed);
    json_digest(j, "recomputed", end.has_digest, &end.digest);
    json_end(j);
}

static void reference(struct json *j, const struct reference *ref, struct timeline *t)
{
    json_object(j, NULL);
    json_text(j, "kind", reference_kind_name(ref->kind));
    json_text(j, "path", ref->path);
    json_digest(j, "sha256", ref->has_sha256, &ref->sha256);
    json_text(j, "result", reference_result_name(ref->result));
    if (ref->count_text.data != NULL)
        json_str(j, "entry_count", &ref->count_text);
    else if (ref->has_count)
        json_int(j, "entry_count", ref->count);
    else
        json_null(j, "entry_count");
    json_str(j, "published_at", &ref->published_at);
    json_text(j, "witness", ref->witness);
    json_text(j, "authority", ref->authority);
    json_text(j, "retrieved_from", ref->retrieved_from);
    json_text(j, "retrieved_at", ref->retrieved_at);
    json_text(j, "independent", independence_name(ref->independent));
    codes(j, &ref->findings);
    json_str(j, "job_id", &ref->job_id);
    json_digest(j, "final_entry_digest", ref->has_digest, &ref->final_digest);
    json_bool(j, "embedded", ref->embedded);
    held_against(j, ref, t);
    if (ref->result == REFERENCE_COUNT_AGREES)
        json_text(j, "note", "the count agrees; a count alone is not sufficient");
    json_end(j);
}

static void references(struct json *j, const struct reference_set *refs, struct timeline *t)
{
    json_array(j, "references");
    for (size_t i = 0; i < refs->count; i++)
        reference(j, &refs->item[i], t);
    json_end(j);
}

/* Indices of `references`, by published_at. */
static void order(struct json *j, const struct reference_set *refs)
{
    size_t *at = shortage_unless(calloc(refs->count + 1, sizeof *at));
    size_t n = at != NULL ? references_in_time(refs, at) : 0;

    json_array(j, "published_order");
    for (size_t i = 0; i < n; i++)
        json_uint(j, NULL, at[i]);
    json_end(j);
    free(at);
}

/* Null where nothing of two of them was compared. */
static void agreement(struct json *j, const struct reference_set *refs)
{
    struct agreement a = references_agree(refs);
    struct buf said;

    json_text(j, "agreement", agreement_name(&a));
    if (a.worst >= RELATION_UNDATED) {
        json_array(j, "agreement_between");
        for (int i = 0; i < 2; i++)
            json_uint(j, NULL, a.first[a.worst][i]);
        json_end(j);
    } else {
        json_null(j, "agreement_between");
    }
    buf_init(&said, LIMIT_MESSAGE);
    says_agreement(&said, refs);
    json_text(j, "agreement_says", said.len > 0 ? buf_cstr(&said) : NULL);
    buf_release(&said);
}

static void endpoint_judgement(struct json *j, const struct report *r)
{
    json_object(j, "endpoint");
    json_text(j, "result", endpoint_result_name(r->verdict.endpoint));
    json_text(j, "does_not_show", verdict_endpoint_limits(&r->verdict));
    references(j, r->refs, r->timeline);
    order(j, r->refs);
    agreement(j, r->refs);
    json_end(j);
}

static void judgements(struct json *j, const struct report *r)
{
    json_object(j, "judgements");
    timeline_judgement(j, r);
    endpoint_judgement(j, r);
    json_coverage(j, r);
    json_outcome(j, r);
    json_end(j);
}

/* A row without a class that is a string has null; one that stands for the classes beyond those
 * counted by name says so. */
static void provenance_row(struct json *j, const struct class_count *row)
{
    json_object(j, NULL);
    json_str(j, "class", &row->name);
    json_text(j, "standing", standing_name(row->standing));
    json_uint(j, "entries", row->entries);
    if (row->name.data == NULL)
        json_text(j, "stands_for", row->absent ? "no class" : "further classes");
    json_end(j);
}

static int provenance(struct json *j, const struct timeline *t, struct err *err)
{
    struct class_count *row = shortage_unless(malloc(REPORT_CLASSES * sizeof *row)); /* not cleared: it is large, and filled as far as read */
    size_t rows = row != NULL ? timeline_classes(t, row, REPORT_CLASSES) : 0;

    json_array(j, "provenance");
    for (size_t i = 0; i < rows; i++)
        provenance_row(j, &row[i]);
    json_end(j);
    if (row == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the provenance classes");
    free(row);
    return 0;
}

void json_seq(struct json *j, const struct str *s)
{
    static const char most[] = "9007199254740992";
    bool minus = s->data != NULL && s->len > 0 && s->data[0] == '-';
    size_t digits = s->len - minus;

    if (s->data == NULL || digits > sizeof most - 1 ||
        (digits == sizeof most - 1 && memcmp(s->data + minus, most, digits) > 0))
        json_str(j, "seq", s);
    else
        json_lexeme(j, "seq", s->data, s->len);
}

static void place(struct json *j, const struct finding *f)
{
    if (f->located)
        json_uint(j, "offset", f->offset);
    else
        json_null(j, "offset");
    json_position(j, "line", f->located ? f->line : 0);
    json_position(j, "column", f->located ? f->column : 0);
    if (f->in_list)
        json_text(j, "place_in", "list");
}

static void readings(struct json *j, const struct finding *f)
{
    json_array(j, "readings");
    for (size_t i = 0; i < f->readings; i++) {
        json_object(j, NULL);
        json_uint(j, "offset", f->reading[i].offset);
        json_digest(j, "digest", f->reading[i].has_digest, &f->reading[i].digest);
        json_end(j);
    }
    json_end(j);
}

static int finding(struct json *j, const struct report *r, const struct finding *f, struct err *err)
{
    int rc;

    json_object(j, NULL);
    json_text(j, "code", finding_code_name(f->code));
    json_text(j, "severity", severity_name(finding_severity(f->code)));
    json_position(j, "entry", f->entry);
    json_seq(j, &f->seq);
    json_text(j, "member", f->member);
    json_str(j, "stored", &f->stored);
    if (f->stored_cut)
        json_bool(j, "stored_cut", true);
    json_str(j, "recomputed", &f->recomputed);
    json_str(j, "provenance_class", &f->provenance_class);
    json_text(j, "standing", f->entry > 0 ? standing_name(f->standing) : NULL);
    place(j, f);
    json_text(j, "signal", signal_name(f->signal));
    if (f->has_missing)
        json_uint(j, "missing", f->missing);
    json_str(j, "message", &f->message);
    if (f->readings > 0)
        readings(j, f);
    if (f->action > 0)
        json_uint(j, "action", f->action);
    if (f->reference >= 0)
        json_uint(j, "reference", (uint64_t)f->reference);
    rc = json_explanations(j, r, f, err);
    json_end(j);
    return rc;
}

static int findings(struct json *j, const struct report *r, uint64_t limit, struct err *err)
{
    struct report_findings walk;
    const struct finding *f;
    int rc;

    report_findings_init(&walk, r, limit);
    json_array(j, "findings");
    while ((rc = report_findings_next(&walk, &f, err)) == 1 && (rc = finding(j, r, f, err)) == 0)
        ;
    json_end(j);
    report_findings_release(&walk);
    return rc;
}

static void totals(struct json *j, const struct report *r)
{
    json_uint(j, "findings_total", report_findings_total(r));
    json_object(j, "totals");
    for (int c = 0; c < FINDING_COUNT; c++)
        if (r->verdict.totals[c] > 0)
            json_uint(j, finding_code_name((enum finding_code)c), r->verdict.totals[c]);
    json_end(j);
}

static void damage(struct json *j, const struct damage *d)
{
    if (d == NULL) {
        json_null(j, "damage");
        return;
    }
    json_object(j, "damage");
    json_uint(j, "offset", d->offset);
    json_position(j, "line", d->line);
    json_position(j, "column", d->column);
    json_text(j, "message", d->message);
    json_uint(j, "entries_read", d->entries_read);
    json_end(j);
}

/* Why there is no examination, or none that came to its end. */
static const char *trouble(const struct report *r, const struct err *late)
{
    const struct damage *d = r->timeline != NULL ? timeline_damage(r->timeline) : NULL;

    if (r->error.code != ERR_NONE)
        return r->error.text;
    /* Whoever reads a stream of verdicts looks at one member. */
    if (d != NULL && (d->refused || r->input_line > 0))
        return d->message;
    return late->code != ERR_NONE ? late->text : NULL;
}

int json_verdict(struct json *j, const struct report *r, uint64_t limit, struct err *err)
{
    struct err late = {0}, later = {0};
    int rc;

    if (r->training || timeline_training(r->timeline) > 0)
        json_bool(j, "training", true);
    tool(j);
    timeline(j, r);
    if (r->selection != NULL)
        selected(j, r->selection);
    json_text(j, "construction", construction_name(r->verdict.construction));
    judgements(j, r);
    rc = provenance(j, r->timeline, &late);
    if (findings(j, r, limit, &later) != 0 && rc == 0) {
        late = later;
        rc = -1;
    }
    totals(j, r);
    json_explained(j, r);
    json_case(j, r);
    damage(j, timeline_damage(r->timeline));
    if (trouble(r, &late) != NULL)
        json_text(j, "error", trouble(r, &late));
    if (rc != 0)
        *err = late;
    return rc;
}

static int verdict(struct json *j, const struct report *r, uint64_t limit, struct err *err)
{
    int rc;

    json_object(j, NULL);
    json_text(j, "schema", "aerscope.verdict/1");
    rc = json_verdict(j, r, limit, err);
    json_end(j);
    return rc;
}

static void no_verdict(struct json *j, const struct report *r)
{
    json_object(j, NULL);
    json_text(j, "path", r->path);
    input_line(j, r);
    json_text(j, "error", r->error.text);
    json_end(j);
}

static int one(struct json *j, const struct report_run *run, const struct report *r,
               struct err *err)
{
    if (r->timeline == NULL) {
        no_verdict(j, r);
        return 0;
    }
    return verdict(j, r, run->style.all_findings ? UINT64_MAX : LIMIT_FINDINGS, err);
}

static void document_begin(struct report_run *run)
{
    json_init(&run->json, run->out, false);
    if (!run->several)
        return;
    json_object(&run->json, NULL);
    json_text(&run->json, "schema", "aerscope.verdicts/1");
    json_array(&run->json, "files");
}

static int document_input(struct report_run *run, const struct report *r, struct err *err)
{
    if (!run->several && r->timeline == NULL)
        return 0;
    return one(&run->json, run, r, err);
}

static void document_end(struct report_run *run)
{
    if (!run->several)
        return;
    json_end(&run->json);
    if (run->unpaired->count > 0)
        references(&run->json, run->unpaired, NULL);
    json_end(&run->json);
}

static int line_input(struct report_run *run, const struct report *r, struct err *err)
{
    json_init(&run->json, run->out, true);
    return one(&run->json, run, r, err);
}

static void line_nothing(struct report_run *run)
{
    (void)run;
}

const struct report_writer report_json = {"json", document_begin, document_input, document_end, render_json};
const struct report_writer report_ndjson = {"ndjson", line_nothing, line_input, line_nothing, NULL};
