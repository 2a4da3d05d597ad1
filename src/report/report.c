#include "report/report.h"

#include "report/render.h"
#include "report/report_json.h"
#include "report/report_text.h"

#include <string.h>

const struct report_writer *report_writer(const char *name)
{
    static const struct report_writer csv = {"csv", NULL, NULL, NULL, render_csv};
    static const struct report_writer md = {"md", NULL, NULL, NULL, render_md};
    static const struct report_writer html = {"html", NULL, NULL, NULL, render_html};
    static const struct report_writer *const table[] = {
        &report_text,
        &report_json,
        &report_ndjson,
        &html,
        &md,
        &csv,
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i]->name, name) == 0)
            return table[i];
    return NULL;
}

enum { SUMMARY_MOST = 4 * 1024 * 1024 };

void report_run_part(struct report_run *part, const struct report_run *begun, struct out *out, bool first)
{
    *part = (struct report_run){
        .out = out, .style = begun->style, .several = begun->several, .unpaired = begun->unpaired, .json = begun->json};
    part->json.out = out;
    part->json.filled[part->json.depth] = !first;
    buf_init(&part->summary, SUMMARY_MOST);
}

void report_run_join(struct report_run *whole, struct report_run *part)
{
    whole->json.filled[whole->json.depth] = true;
    if (whole->unsummarised > 0 || whole->summary.len + part->summary.len > SUMMARY_MOST ||
        (part->summary.len > 0 && buf_add(&whole->summary, part->summary.data, part->summary.len) != 0))
        whole->unsummarised++;
    report_run_release(part);
}

void report_run_release(struct report_run *run)
{
    buf_release(&run->summary);
}

uint64_t report_findings_total(const struct report *r)
{
    uint64_t total = 0;

    for (int s = 0; s < SEVERITY_COUNT; s++)
        total += r->verdict.severity[s];
    return total;
}

/* Takes the first finding of a code out of the list. */
static bool take(struct finding_list *l, enum finding_code code, struct finding *out)
{
    for (size_t i = 0; i < l->count; i++) {
        if (l->item[i].code != code)
            continue;
        *out = l->item[i];
        finding_init(&l->item[i], code, out->entry);
        return true;
    }
    return false;
}

/* Looks among the findings of one entry, or of the file (entry 0). */
static int take_of_entry(struct timeline *t, uint64_t entry, enum finding_code code,
                         struct finding *out, struct err *err)
{
    struct finding_list list = {NULL, 0, 0};
    int rc = entry > 0 ? timeline_entry_findings(t, entry, &list, err)
                       : timeline_file_findings(t, &list, err);

    if (rc == 0)
        rc = take(&list, code, out);
    finding_list_release(&list);
    return rc;
}

int report_finding(const struct report *r, uint64_t entry, enum finding_code code, struct finding *out,
                   struct err *err)
{
    return take_of_entry(r->timeline, entry, code, out, err);
}

int report_first_failure(const struct report *r, struct finding *out, struct err *err)
{
    if (!r->verdict.has_failure)
        return 0;
    return take_of_entry(r->timeline, r->verdict.failure_entry, r->verdict.failure_code, out, err);
}

static const struct finding *of_references(const struct reference_set *refs, enum finding_code code)
{
    for (size_t r = 0; r < refs->count; r++)
        for (size_t i = 0; i < refs->item[r].findings.count; i++)
            if (refs->item[r].findings.item[i].code == code)
                return &refs->item[r].findings.item[i];
    return NULL;
}

int report_first_signal(const struct report *r, struct finding *out, struct err *err)
{
    const struct verdict *v = &r->verdict;
    const struct finding *kept;

    if (!v->has_signal)
        return 0;
    kept = of_references(r->refs, v->signal_code);
    if (kept == NULL)
        return take_of_entry(r->timeline, v->signal_entry, v->signal_code, out, err);
    return finding_copy(out, kept) == 0 ? 1 : err_set(err, ERR_MEMORY, "no memory for findings");
}

static void add_must(struct report_findings *f, uint64_t entry, enum finding_code code)
{
    for (size_t i = 0; i < f->musts; i++)
        if (f->must[i].entry == entry && f->must[i].code == code)
            return;
    f->must[f->musts++] = (struct report_must){entry, code};
}

size_t report_others(const struct report *r, uint64_t limit, uint64_t entry[REPORT_OTHERS])
{
    struct explainer_summary s;
    size_t room = 1;

    if (r->explainer == NULL || limit < 2)
        return 0;
    s = explainer_summary(r->explainer);
    if (s.encoded + s.historical > 0)
        room = limit / 2 < REPORT_OTHERS ? (size_t)(limit / 2) : REPORT_OTHERS;
    return explainer_others(r->explainer, entry, room);
}

static void add_others(struct report_findings *f)
{
    uint64_t entry[REPORT_OTHERS];
    size_t n = report_others(f->report, f->limit, entry);

    for (size_t i = 0; i < n; i++)
        add_must(f, entry[i], entry[i] == 1 ? FINDING_GENESIS : FINDING_LINK);
}

void report_findings_init(struct report_findings *f, const struct report *r, uint64_t limit)
{
    const struct verdict *v = &r->verdict;

    memset(f, 0, sizeof *f);
    f->report = r;
    f->limit = limit;
    finding_walk_init(&f->walk, r->timeline, r->refs);
    finding_init(&f->current, FINDING_COUNT, 0);
    if (v->has_failure)
        add_must(f, v->failure_entry, v->failure_code);
    if (v->has_signal)
        add_must(f, v->signal_entry, v->signal_code);
    add_others(f);
}

static void forget_must(struct report_findings *f, size_t i)
{
    f->musts--;
    memmove(&f->must[i], &f->must[i + 1], (f->musts - i) * sizeof *f->must);
}

static int give_must(struct report_findings *f, const struct finding **out, struct err *err)
{
    struct report_must must = f->must[0];
    int rc;

    forget_must(f, 0);
    *out = of_references(f->report->refs, must.code);
    if (*out != NULL)
        return 1;
    rc = take_of_entry(f->report->timeline, must.entry, must.code, &f->current, err);
    *out = &f->current;
    return rc;
}

static int give_next(struct report_findings *f, const struct finding **out, struct err *err)
{
    int rc = finding_walk_next(&f->walk, &f->current, err);

    *out = &f->current;
    for (size_t i = 0; rc == 1 && i < f->musts; i++)
        if (f->must[i].code == f->current.code && f->must[i].entry == f->current.entry)
            forget_must(f, i);
    return rc;
}

int report_findings_next(struct report_findings *f, const struct finding **out, struct err *err)
{
    int rc;

    finding_release(&f->current);
    finding_init(&f->current, FINDING_COUNT, 0);
    if (f->given >= f->limit)
        return 0;
    /* The last places are kept for what must be among them. */
    rc = f->limit - f->given <= f->musts ? give_must(f, out, err) : give_next(f, out, err);
    if (rc == 1)
        f->given++;
    return rc;
}

void report_findings_release(struct report_findings *f)
{
    finding_release(&f->current);
    finding_walk_release(&f->walk);
}
