#include "app/examine.h"

#include "app/case.h"
#include "app/complain.h"
#include "app/refcase.h"
#include "core/selection.h"
#include "explain/baseline.h"

#include <stdlib.h>
#include <string.h>

static int copy_text(char **to, const char *from)
{
    *to = from != NULL ? strdup(from) : NULL;
    return from == NULL || *to != NULL ? 0 : -1;
}

static int describe(struct reference *ref, const struct reference_option *r, struct err *err)
{
    ref->independent = r->independent;
    ref->by_line = r->has_independent;
    if (copy_text(&ref->witness, r->witness) != 0 ||
        copy_text(&ref->authority, r->authority) != 0 ||
        copy_text(&ref->retrieved_from, r->retrieved_from) != 0 ||
        copy_text(&ref->retrieved_at, r->retrieved_at) != 0)
        return err_set(err, ERR_MEMORY, "no memory for the references");
    return 0;
}

static struct reference *add(struct reference_set *set, const struct reference_option *r,
                             unsigned jobs, const struct str *job, struct err *err)
{
    if (r->kind == REFERENCE_BASELINE)
        return baseline_add_job(set, r->value, jobs, job, err);
    if (r->kind == REFERENCE_HEAD)
        return reference_add_head(set, r->value, err);
    if (r->kind == REFERENCE_COUNT_ONLY)
        return reference_add_count(set, r->value, err);
    return reference_add_commitment(set, r->value, err);
}

static bool is_described(const struct reference_option *r)
{
    return r->witness != NULL || r->authority != NULL || r->retrieved_from != NULL ||
           r->retrieved_at != NULL || r->has_independent;
}

/* A workflow receipt is a reference too; a list is none, and nothing can be said of it as of one. */
static int add_expected(struct reference_set *set, const struct reference_option *r, bool several,
                        struct err *err)
{
    struct reference *manifest;
    struct expected_about about;

    if (reference_set_expect(set, r->value, &manifest, err) != 0)
        return -1;
    about = expected_about(set->expected);
    if (!about.usable)
        return 0;
    if (several && about.job_id.data == NULL)
        return err_set(err, ERR_USAGE,
                       "'%s' names no job: with --expect give it with one timeline", shown(r->value).text);
    if (manifest != NULL)
        return describe(manifest, r, err);
    if (is_described(r))
        return err_set(err, ERR_USAGE,
                       "'%s' is a list of expected actions, and no reference: --witness and the like describe "
                       "references", shown(r->value).text);
    return 0;
}

int examine_line(struct reference_set *set, const struct options *o, struct err *err)
{
    for (size_t i = 0; i < o->references; i++) {
        const struct reference_option *r = &o->reference[i];
        struct reference *ref;

        if (r->kind == REFERENCE_MANIFEST) {
            if (add_expected(set, r, options_several(o), err) != 0)
                return -1;
            continue;
        }
        ref = add(set, r, o->jobs, &o->verify.job, err);
        if (ref == NULL || describe(ref, r, err) != 0)
            return -1;
    }
    return 0;
}

int examine_references(struct reference_set *set, const struct options *o, struct err *err)
{
    if (examine_line(set, o, err) != 0)
        return -1;
    return o->casefile != NULL ? refcase_bring(set, o->casefile, o, err) : 0;
}

static void begin(struct examination *e, const char *path)
{
    memset(e, 0, sizeof *e);
    e->report.path = path;
    e->report.refs = &e->refs;
    e->report.status = 2;
}

static int prepare(struct examination *e, const struct options *o, unsigned jobs, void (*notify)(void *), void *arg)
{
    struct timeline_options how = {
        .construction = o->construction,
        .layout = o->layout,
        .jobs = jobs,
        .count_jobs = notify != NULL, /* who looks at it may look at them */
        .notify = notify,
        .notify_arg = arg,
    };

    if (e->source == NULL)
        return -1;
    if (o->verify.job.data != NULL || o->verify.list_jobs) {
        how.selection = e->selection = selection_new(o->verify.list_jobs ? NULL : &o->verify.job, &e->report.error);
        if (e->selection == NULL)
            return -1;
    }
    e->timeline = timeline_new(e->source, &how, &e->report.error);
    return e->timeline != NULL ? 0 : -1;
}

static int start(struct examination *e, const struct options *o, void (*notify)(void *), void *arg)
{
    if (prepare(e, o, o->jobs, notify, arg) != 0 || timeline_start(e->timeline, &e->report.error) != 0)
        return -1;
    e->report.timeline = e->timeline;
    return 0;
}

int examine_start(struct examination *e, const char *path, const struct options *o,
                  void (*notify)(void *), void *arg)
{
    begin(e, path);
    e->source = source_open(path, &e->report.error);
    return start(e, o, notify, arg);
}

int examine_shared(struct examination *e, struct source *source, const char *path, const struct options *o,
                   void (*notify)(void *), void *arg)
{
    begin(e, path);
    e->source = source;
    return start(e, o, notify, arg);
}

int examine_source(struct examination *e, struct source *source, const char *path, const struct options *o)
{
    begin(e, path);
    e->source = source;
    return start(e, o, NULL, NULL);
}

int examine_here(struct examination *e, struct source *source, const char *path, const struct options *o)
{
    begin(e, path);
    e->source = source;
    if (prepare(e, o, 1, NULL, NULL) != 0)
        return -1;
    timeline_run(e->timeline);
    e->report.timeline = e->timeline;
    return 0;
}

void examine_wait(struct examination *e)
{
    if (timeline_wait(e->timeline, &e->report.error) == 0 && e->selection != NULL &&
        selection_job(e->selection).data != NULL)
        e->report.selection = e->selection;
}

static void rate(struct examination *e, const struct options *o)
{
    struct report *r = &e->report;

    case_judge(r, o);
    if (r->error.code == ERR_NONE) {
        r->status = verdict_status(&r->verdict, &e->refs, &o->demands);
        r->lacks_endpoint = o->demands.endpoint && r->verdict.endpoint == ENDPOINT_NOT_ASSESSED;
        r->lacks_coverage = o->demands.coverage && r->verdict.coverage == COVERAGE_NOT_ASSESSED;
        return;
    }
    r->verdict.timeline = TIMELINE_UNREADABLE;
    r->verdict.endpoint = ENDPOINT_NOT_ASSESSED;
    r->verdict.coverage = COVERAGE_NOT_ASSESSED;
    memset(&r->verdict.counts, 0, sizeof r->verdict.counts);
    /* What was recomputed stays proved, unless the file was another one meanwhile. */
    r->status = r->verdict.has_failure && r->error.code != ERR_CHANGED ? 1 : 2;
}

void examine_judge(struct examination *e, const struct options *o)
{
    struct report *r = &e->report;
    struct err err = {0};

    if (verdict_make(&r->verdict, r->timeline, &e->refs, &err) != 0 && r->error.code == ERR_NONE)
        r->error = err;
    rate(e, o);
}

void examine_take(struct examination *e, const struct options *o, const struct verdict *made)
{
    e->report.verdict = *made;
    rate(e, o);
}

int examine_explain(struct examination *e, const struct options *o, struct err *err)
{
    struct report *r = &e->report;

    if (r->timeline == NULL || r->error.code != ERR_NONE || !explain_wanted(r->verdict.totals))
        return 0;
    r->explainer = explainer_new(r->timeline, &e->refs, o->effort, err);
    return r->explainer != NULL ? explainer_prepare(r->explainer, err) : -1;
}

/* Where nothing of a timeline came before, the file may be none. */
static const char *damage_advice(const struct damage *d)
{
    if (d->refused)
        return NULL;
    if (d->offset == 0)
        return "is this a timeline? If it is, get another copy of the file";
    return "what stands before it was examined, nothing after it; get another copy of the file";
}

static void complain_damage(const char *path, const struct damage *d)
{
    struct err e = {.code = ERR_FORM,
                    .located = true,
                    .offset = d->offset,
                    .line = d->line,
                    .column = d->column};

    memcpy(e.text, d->message, sizeof e.text);
    complain_advice(path, &e, damage_advice(d));
}

static void complain_error(const char *path, const struct err *e)
{
    complain_advice(path, e,
                    e->code == ERR_CHANGED ? "examine it again when nothing writes to it" : NULL);
}

void examine_complain_reference(const struct reference *ref)
{
    struct err e = {.code = ERR_FORM};
    const char *why = "it is compared by the digest of the current construction alone, and this timeline was judged by aer1-06";

    for (size_t i = 0; i < ref->findings.count; i++) {
        const struct finding *f = &ref->findings.item[i];

        if (finding_severity(f->code) != SEVERITY_FAILURE)
            continue;
        why = finding_says(f);
        break;
    }
    err_set(&e, ERR_FORM, "unusable reference (%s): %s", reference_kind_name(ref->kind), why);
    complain_advice(ref->path, &e, "mend it or leave it out");
}

void examine_complain_list(const struct expected *list)
{
    struct err e = {0};
    struct finding f;

    err_set(&e, ERR_FORM, "unusable list of expected actions: no timeline has its job");
    for (uint64_t i = 0; i < expected_list_findings(list); i++) {
        if (expected_list_code(list, i) != FINDING_EXPECT_FORM || expected_list_finding(list, i, &f) != 0)
            continue;
        err_set(&e, ERR_FORM, "unusable list of expected actions: %s", f.message.data);
        e.located = f.located && f.line > 0;
        e.offset = f.offset;
        e.line = f.line;
        e.column = f.column;
        finding_release(&f);
        break;
    }
    complain_advice(expected_about(list).path, &e, "mend it or leave it out");
}

bool examine_lost(const struct examination *e)
{
    struct err err = {0};

    if (e->report.error.code != ERR_NONE || e->source == NULL || !source_failed(e->source, &err))
        return false;
    complain_err(e->report.path, &err);
    return true;
}

void examine_complain(const struct examination *e)
{
    const struct report *r = &e->report;
    const struct damage *d = r->timeline != NULL ? timeline_damage(r->timeline) : NULL;

    if (r->error.code != ERR_NONE)
        complain_error(r->path, &r->error);
    else if (d != NULL)
        complain_damage(r->path, d);
    for (size_t i = 0; i < e->refs.count; i++)
        if (e->refs.item[i].result == REFERENCE_UNUSABLE)
            examine_complain_reference(&e->refs.item[i]);
    if (e->refs.expected != NULL && !expected_about(e->refs.expected).usable)
        examine_complain_list(e->refs.expected);
}

void examine_release(struct examination *e)
{
    explainer_free(e->report.explainer);
    timeline_free(e->timeline);
    selection_free(e->selection);
    source_free(e->source);
    reference_set_release(&e->refs);
}

int examine_member(struct timeline *t, uint64_t entry, enum member m, struct entry_text *out,
                   struct err *err)
{
    size_t length;

    memset(out, 0, sizeof *out);
    if (timeline_read_entry(t, entry, LIMIT_SHOWN, out, err) != 0)
        return -1;
    if (!out->member[m].cut)
        return 0;
    length = (size_t)out->member[m].length;
    entry_text_release(out);
    return timeline_read_entry(t, entry, length, out, err);
}
