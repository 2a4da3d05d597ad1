/* The first failure and the first signal, then all findings, each with what explains it. */
#include "report/document_impl.h"

#include "base/text.h"
#include "core/encoding.h"
#include "report/says.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put_standing(struct doc *d, const struct finding *f)
{
    if (f->entry == 0)
        return;
    doc_entry(d, f->entry);
    doc_field(d, "at");
    /* For itself it needs no quotation marks, as in the rows of entries. */
    if (f->seq.data != NULL) {
        doc_quote(d, f->seq.data, f->seq.len, TEXT_WTF8);
        doc_field(d, "seq");
    }
    document_standing(d, f->standing, &f->provenance_class);
    doc_field(d, "standing");
}

static void put_place(struct doc *d, const struct finding *f)
{
    if (!f->located)
        return;
    doc_say(d, "byte %" PRIu64, f->offset);
    if (f->line > 0)
        doc_say(d, ", line %" PRIu64 ", column %" PRIu64, f->line, f->column);
    doc_say(d, "%s", f->in_list ? ", of the list" : "");
    doc_field(d, "place");
}

static void set_side(struct doc_pair *pair, int i, const struct str *s)
{
    pair->known[i] = s->data != NULL && digest_parse(s->data, s->len, &pair->digest[i]);
    if (!pair->known[i])
        pair->odd[i] = *s;
}

static bool is_of_digests(const struct finding *f)
{
    struct digest ignored;

    return f->code == FINDING_LINK || f->code == FINDING_GENESIS || f->code == FINDING_ENTRY_DIGEST ||
           (f->recomputed.data != NULL &&
            digest_parse(f->recomputed.data, f->recomputed.len, &ignored));
}

static void put_pair(struct doc *d, const struct finding *f)
{
    struct doc_pair pair = {
        .label = {"stored", "recomputed"},
        .none = {"none", "none: the entry has no digest, its members are not of the types it needs"},
    };

    set_side(&pair, 0, &f->stored);
    set_side(&pair, 1, &f->recomputed);
    doc_pair(d, &pair);
}

static void put_value(struct doc *d, const char *label, const struct str *s, bool cut)
{
    if (s->data == NULL)
        return;
    if (cut)
        doc_say(d, "its beginning: ");
    doc_quote(d, s->data, s->len, TEXT_WTF8);
    doc_field(d, label);
}

static void put_readings(struct doc *d, const struct finding *f)
{
    for (size_t i = 0; i < f->readings; i++) {
        doc_say(d, "with the value at byte %" PRIu64 " the digest is ", f->reading[i].offset);
        if (f->reading[i].has_digest)
            doc_digest(d, &f->reading[i].digest);
        else
            doc_say(d, "none");
        doc_field(d, "reading");
    }
}

static void put_signal(struct doc *d, const struct finding *f)
{
    if (f->signal == SIGNAL_NONE)
        return;
    doc_say(d, "%s", signal_name(f->signal));
    if (f->has_missing) {
        doc_say(d, ", ");
        document_count(d, f->missing, signal_number_says(f->signal, true), signal_number_says(f->signal, false));
    }
    doc_say(d, ": %s", signal_says(f->signal, f->code));
    doc_field(d, "signal");
}

static void put_finding(struct doc *d, const struct finding *f)
{
    put_standing(d, f);
    put_place(d, f);
    if (f->member != NULL) {
        doc_say(d, "%s", f->member);
        doc_field(d, "member");
    }
    if (f->reference >= 0) {
        doc_say(d, "reference %d", f->reference + 1);
        doc_field(d, "reference");
    }
    if (is_of_digests(f)) {
        put_pair(d, f);
    } else {
        put_value(d, "stored", &f->stored, f->stored_cut);
        put_value(d, "recomputed", &f->recomputed, false);
    }
    put_readings(d, f);
    put_signal(d, f);
    doc_sentence(d, finding_says(f), strlen(finding_says(f)));
    doc_field(d, "meaning");
}

/* ---------------------------------------------------------------------------------------------------
 * Explanations */

/* An entry other than the finding's is named with its own class and standing. */
static void put_other(struct doc *d, const struct explanation *x, uint64_t entry)
{
    if (x->entry == 0 || x->entry == entry)
        return;
    doc_entry(d, x->entry);
    doc_say(d, " as it stands: ");
    document_standing(d, x->standing, &x->provenance_class);
    doc_field(d, "about");
}

static void put_explanation(struct doc *d, const struct explanation *x, uint64_t entry)
{
    bool unexplained = x->kind == EXPLANATION_UNEXPLAINED;

    doc_sentence(d, x->text.data, x->text.len);
    doc_field(d, x->proved ? "proved" : unexplained ? "unexplained" : "possible");
    if (x->decides.data != NULL) {
        doc_sentence(d, x->decides.data, x->decides.len);
        doc_field(d, "decided by");
    }
    put_other(d, x, entry);
}

static int put_explanations(struct doc *d, const struct finding *f, struct err *err)
{
    struct explanation_list l = {NULL, 0, 0};
    int rc;

    if (d->report->explainer == NULL)
        return 0;
    rc = explain_finding(d->report->explainer, f, &l, err);
    for (size_t i = 0; i < l.count; i++)
        put_explanation(d, &l.item[i], f->entry);
    explanation_list_release(&l);
    return rc;
}

/* ---------------------------------------------------------------------------------------------------
 * First failure, first signal */

/* Takes over the finding. */
static int put_first(struct doc *d, const char *label, struct finding *first, struct err *err)
{
    int rc;

    doc_say(d, "%s", finding_code_name(first->code));
    doc_field(d, label);
    put_finding(d, first);
    rc = put_explanations(d, first, err);
    finding_release(first);
    return rc;
}

static bool is_one(const struct verdict *v)
{
    return v->has_failure && v->has_signal && v->failure_entry == v->signal_entry &&
           v->failure_code == v->signal_code;
}

int document_first(struct doc *d, struct err *err)
{
    const struct verdict *v = &d->report->verdict;
    struct finding first;
    int rc;

    if (!v->has_failure && !v->has_signal)
        return 0;
    doc_say(d, "What is found first");
    doc_heading(d, 1, "first");
    rc = report_first_failure(d->report, &first, err);
    if (rc == 1)
        rc = put_first(d, "first failure", &first, err);
    if (rc != 0 || is_one(v))
        return rc;
    rc = report_first_signal(d->report, &first, err);
    return rc == 1 ? put_first(d, "first signal", &first, err) : rc;
}

/* ---------------------------------------------------------------------------------------------------
 * All */

static void put_code(struct doc *d, enum finding_code c)
{
    doc_say(d, "%s", finding_code_name(c));
    doc_cell(d);
    doc_say(d, "%" PRIu64, d->report->verdict.totals[c]);
    doc_cell(d);
    doc_say(d, "%s", severity_name(finding_severity(c)));
    doc_cell(d);
    doc_say(d, "%s", finding_code_text(c));
    doc_cell(d);
    doc_row(d, 0);
}

static void put_totals(struct doc *d)
{
    static const struct doc_table table = {
        .id = "totals",
        .caption = "Findings by code",
        .columns = 4,
        .column = {"code", "number", "severity", "meaning"},
    };
    const uint64_t *n = d->report->verdict.severity;

    document_count(d, n[SEVERITY_FAILURE], "failure, ", "failures, ");
    document_count(d, n[SEVERITY_WARNING], "warning, ", "warnings, ");
    document_count(d, n[SEVERITY_NOTE], "note.", "notes.");
    doc_paragraph(d);
    if (report_findings_total(d->report) == 0)
        return;
    doc_table(d, &table);
    for (int c = 0; c < FINDING_COUNT; c++)
        if (d->report->verdict.totals[c] > 0)
            put_code(d, (enum finding_code)c);
}

static void put_encoded(struct doc *d, const struct explainer_summary *s)
{
    struct buf words;

    if (s->encoded == 0)
        return;
    buf_init(&words, LIMIT_MESSAGE);
    if (s->encoding != 0)
        encoding_say(&words, s->encoding);
    doc_say(d, "%" PRIu64 " of %" PRIu64 " broken links hold in another encoding", s->encoded,
            s->links);
    if (words.len > 0)
        doc_say(d, " (%s)", buf_cstr(&words));
    buf_clear(&words);
    explainer_say_encoded(s, &words);
    doc_say(d, "%s", buf_cstr(&words));
    if (s->first_rest > 0) {
        doc_say(d, "; the first that it does not explain leads into ");
        doc_entry(d, s->first_rest);
    }
    doc_say(d, ".");
    doc_paragraph(d);
    buf_release(&words);
}

static void put_explained(struct doc *d)
{
    struct explainer_summary s;

    if (d->report->explainer == NULL)
        return;
    s = explainer_summary(d->report->explainer);
    put_encoded(d, &s);
    doc_say(d, "A digest has 256 bits: what gives the stored value again is proved, all else is "
               "possible and no more.");
    doc_paragraph(d);
    doc_say(d, "%s", explain_note());
    doc_aside(d, "not shown");
}

static int put_numbered(struct doc *d, const struct finding *f, uint64_t number, struct err *err)
{
    char id[40];

    snprintf(id, sizeof id, "finding-%" PRIu64, number);
    doc_say(d, "Finding %" PRIu64 ", %s: ", number, severity_name(finding_severity(f->code)));
    if (f->entry > 0) {
        doc_entry(d, f->entry);
        doc_say(d, ", ");
    }
    doc_say(d, "%s", finding_code_name(f->code));
    doc_heading(d, 3, id);
    put_finding(d, f);
    return put_explanations(d, f, err);
}

int document_findings(struct doc *d, struct err *err)
{
    uint64_t total = report_findings_total(d->report);
    struct report_findings walk;
    const struct finding *f;
    int rc;

    doc_say(d, "Findings");
    doc_heading(d, 1, "findings");
    put_totals(d);
    put_explained(d);
    report_findings_init(&walk, d->report,
                         d->request->style.all_findings ? UINT64_MAX : LIMIT_FINDINGS);
    while ((rc = report_findings_next(&walk, &f, err)) == 1)
        if ((rc = put_numbered(d, f, walk.given, err)) != 0)
            break;
    if (rc == 0 && walk.given < total) {
        doc_say(d, "%" PRIu64 " more findings of %" PRIu64 " are left out here (--all-findings has "
                   "them all); the numbers above count them.",
                total - walk.given, total);
        doc_paragraph(d);
    }
    report_findings_release(&walk);
    return rc;
}
