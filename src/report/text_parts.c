#include "report/text_parts.h"

#include "base/shortage.h"
#include "base/text.h"
#include "report/explained.h"
#include "report/says.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_CLASSES = 20 };

void text_count(struct sheet *p, uint64_t n, const char *one, const char *many)
{
    says_count(&p->text, n, one, many);
}

void text_words(struct sheet *p, const char *name)
{
    says_words(&p->text, name);
}

void text_digest(struct sheet *p, const char *label, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(d, hex);
    sheet_value(p, label, hex, DIGEST_HEX, 0);
}

void text_standing(struct sheet *p, enum standing s)
{
    sheet_say(p, "%s", says_standing(s));
}

/* ---------------------------------------------------------------------------------------------------
 * References */

static void say_given(struct sheet *p, const char *text)
{
    if (text == NULL)
        sheet_say(p, "not stated");
    else
        sheet_quote(p, text, strlen(text), TEXT_PROSE);
}

static void put_given(struct sheet *p, const char *label, const char *text)
{
    say_given(p, text);
    sheet_field(p, label);
}

static void put_result(struct sheet *p, const struct reference *ref)
{
    const struct finding_list *l = &ref->findings;

    text_words(p, reference_result_name(ref->result));
    sheet_say(p, "%s", says_reference(ref));
    for (size_t i = 0; i < l->count; i++)
        sheet_say(p, "%s%s", i == 0 ? " (" : ", ", finding_code_name(l->item[i].code));
    sheet_say(p, "%s", l->count > 0 ? ")" : "");
    sheet_field(p, "result");
}

static void put_statement(struct sheet *p, const struct reference *ref)
{
    char room[COUNT_ROOM];

    if (ref->has_count)
        sheet_say(p, "%s %s", reference_count_text(ref, room), ref->count == 1 ? "entry" : "entries");
    else
        sheet_say(p, "no count");
    if (ref->job_id.data != NULL) {
        sheet_say(p, " of job ");
        sheet_quote(p, ref->job_id.data, ref->job_id.len, TEXT_WTF8);
    }
    if (ref->published_at.data != NULL) {
        sheet_say(p, ", published at ");
        sheet_quote(p, ref->published_at.data, ref->published_at.len, TEXT_WTF8);
    }
    sheet_field(p, "states");
    if (ref->has_digest)
        text_digest(p, "final digest", &ref->final_digest);
}

/* Of the visible end the digest is told once for all references. */
static void put_earlier_end(struct sheet *p, const struct reference *ref, struct timeline *t)
{
    struct reference_end end;
    struct err ignored = {0};

    if (!ref->has_digest || !t || reference_end(ref, t, &end, &ignored) != 0)
        return;
    if (ref->result != REFERENCE_EARLIER && !end.otherwise)
        return;
    says_held_against(&p->text, ref, &end);
    sheet_field(p, "held against");
    if (end.has_digest && ref->result == REFERENCE_EARLIER)
        text_digest(p, "recomputed", &end.digest);
}

static void put_retrieval(struct sheet *p, const struct reference *ref)
{
    sheet_say(p, "from: ");
    say_given(p, ref->retrieved_from);
    sheet_field(p, "retrieved");
    sheet_say(p, "at: ");
    say_given(p, ref->retrieved_at);
    sheet_field(p, "");
}

static void put_independence(struct sheet *p, const struct reference *ref)
{
    sheet_say(p, "%s%s", independence_name(ref->independent), says_independence(ref));
    sheet_field(p, "independent");
}

void text_reference(struct sheet *p, const struct reference *ref, size_t number, struct timeline *t)
{
    char label[32];

    snprintf(label, sizeof label, "reference %zu", number);
    sheet_say(p, "%s", reference_kind_name(ref->kind));
    if (ref->path != NULL) {
        sheet_say(p, " ");
        sheet_quote(p, ref->path, strlen(ref->path), 0);
    }
    sheet_field(p, label);
    put_result(p, ref);
    put_statement(p, ref);
    put_earlier_end(p, ref, t);
    if (ref->has_sha256)
        text_digest(p, "its sha256", &ref->sha256);
    put_given(p, "witness", ref->witness);
    put_given(p, "authority", ref->authority);
    put_retrieval(p, ref);
    put_independence(p, ref);
}

static void put_order(struct sheet *p, const struct reference_set *refs)
{
    size_t *order = shortage_unless(calloc(refs->count, sizeof *order));
    size_t n = order != NULL ? references_in_time(refs, order) : 0;
    char room[COUNT_ROOM];

    for (size_t i = 0; i < n; i++) {
        const struct reference *ref = &refs->item[order[i]];

        sheet_say(p, "reference %zu, ", order[i] + 1);
        sheet_safe(p, ref->published_at.data, ref->published_at.len);
        sheet_say(p, ", %s %s%s", reference_count_text(ref, room), ref->count == 1 ? "entry" : "entries",
                  says_time(ref));
        sheet_field(p, i == 0 ? "by time" : "");
    }
    for (size_t i = 0; n > 0 && i < refs->count; i++)
        if (!refs->item[i].readable || refs->item[i].published_at.data == NULL)
            sheet_say(p, "%sreference %zu", p->text.len > 0 ? ", " : "without a time of publication: ", i + 1);
    if (p->text.len > 0)
        sheet_field(p, "");
    free(order);
}

void text_agreement(struct sheet *p, const struct reference_set *refs)
{
    if (refs->count < 2)
        return;
    sheet_blank(p);
    says_agreement(&p->text, refs);
    sheet_field(p, "agreement");
    put_order(p, refs);
}

/* ---------------------------------------------------------------------------------------------------
 * Provenance */

static void put_standings(struct sheet *p, const struct timeline *t)
{
    static const enum standing order[] = {STANDING_RECORDER, STANDING_GATEWAY, STANDING_AGENT,
                                          STANDING_NONE};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        text_count(p, timeline_standing_total(t, order[i]), "entry: ", "entries: ");
        text_standing(p, order[i]);
        sheet_field(p, i == 0 ? "by standing" : "");
    }
}

static void put_class(struct sheet *p, const struct class_count *row, const char *label)
{
    text_count(p, row->entries, "entry, ", "entries, ");
    text_standing(p, row->standing);
    sheet_say(p, ": ");
    if (row->name.data != NULL)
        sheet_quote(p, row->name.data, row->name.len, TEXT_WTF8);
    else
        sheet_say(p, "%s", row->absent ? "no class that is a string" : "(further classes)");
    sheet_field(p, label);
}

int text_provenance(struct sheet *p, const struct report *r, bool all, struct err *err)
{
    struct class_count *row = calloc(REPORT_CLASSES, sizeof *row);
    size_t rows, shown;

    if (row == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the provenance classes");
    sheet_heading(p, "PROVENANCE", "what the record claims: nothing in it shows who wrote a class");
    put_standings(p, r->timeline);
    rows = timeline_classes(r->timeline, row, REPORT_CLASSES);
    shown = all || rows < TEXT_CLASSES ? rows : TEXT_CLASSES;
    for (size_t i = 0; i < shown; i++)
        put_class(p, &row[i], i == 0 ? "by class" : "");
    if (shown < rows) {
        sheet_say(p, "%zu more classes are not shown (--all-findings)", rows - shown);
        sheet_field(p, "");
    }
    free(row);
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Findings */

static void put_where(struct sheet *p, const char *label, const struct finding *f)
{
    if (f->entry > 0)
        sheet_say(p, "entry %" PRIu64 ", ", f->entry);
    sheet_say(p, "%s", finding_code_name(f->code));
    if (f->member != NULL)
        sheet_say(p, ", %s", f->member);
    if (f->reference >= 0)
        sheet_say(p, ", reference %d", f->reference + 1);
    sheet_field(p, label);
}

static void put_standing(struct sheet *p, const struct finding *f)
{
    if (f->entry == 0)
        return;
    text_standing(p, f->standing);
    if (f->provenance_class.data != NULL) {
        sheet_say(p, ": class ");
        sheet_quote(p, f->provenance_class.data, f->provenance_class.len, TEXT_WTF8);
    } else {
        sheet_say(p, ": no class that is a string");
    }
    sheet_field(p, "standing");
}

static void put_values(struct sheet *p, const struct finding *f)
{
    if (f->stored.data != NULL)
        sheet_value(p, "stored", f->stored.data, f->stored.len, TEXT_WTF8);
    if (f->stored_cut) {
        sheet_say(p, "(the stored value is longer; the rest is left out)");
        sheet_field(p, "");
    }
    if (f->recomputed.data != NULL) {
        sheet_value(p, "recomputed", f->recomputed.data, f->recomputed.len, TEXT_WTF8);
    } else if (f->code == FINDING_LINK || f->code == FINDING_ENTRY_DIGEST) {
        sheet_say(p, "none: the entry has no digest, its members are not of the types it needs");
        sheet_field(p, "recomputed");
    }
}

static void put_readings(struct sheet *p, const struct finding *f)
{
    for (size_t i = 0; i < f->readings; i++) {
        sheet_say(p, "with the value at byte %" PRIu64 " the digest is%s", f->reading[i].offset,
                  f->reading[i].has_digest ? "" : " none");
        sheet_field(p, "reading");
        if (f->reading[i].has_digest)
            text_digest(p, "", &f->reading[i].digest);
    }
}

static void put_place(struct sheet *p, const struct finding *f)
{
    if (!f->located)
        return;
    sheet_say(p, "byte %" PRIu64, f->offset);
    if (f->line > 0)
        sheet_say(p, ", line %" PRIu64 ", column %" PRIu64, f->line, f->column);
    sheet_say(p, "%s", f->in_list ? ", of the list" : "");
    sheet_field(p, "place");
}

void text_finding(struct sheet *p, const char *label, const struct finding *f)
{
    put_where(p, label, f);
    put_standing(p, f);
    put_values(p, f);
    put_readings(p, f);
    put_place(p, f);
    sheet_safe(p, finding_says(f), strlen(finding_says(f)));
    sheet_field(p, "meaning");
}

static void put_total(struct sheet *p, const struct report *r)
{
    const uint64_t *n = r->verdict.severity;

    text_count(p, n[SEVERITY_FAILURE], "failure, ", "failures, ");
    text_count(p, n[SEVERITY_WARNING], "warning, ", "warnings, ");
    text_count(p, n[SEVERITY_NOTE], "note", "notes");
    sheet_heading(p, "FINDINGS", buf_cstr(&p->text));
    buf_clear(&p->text);
    for (int c = 0; c < FINDING_COUNT; c++)
        if (r->verdict.totals[c] > 0)
            sheet_say(p, "%s%s %" PRIu64, p->text.len > 0 ? ", " : "",
                      finding_code_name((enum finding_code)c), r->verdict.totals[c]);
    if (p->text.len > 0)
        sheet_field(p, "by code");
}

int text_findings(struct sheet *p, const struct report *r, bool all, struct err *err)
{
    uint64_t total = report_findings_total(r);
    struct report_findings walk;
    const struct finding *f;
    int rc;

    put_total(p, r);
    report_findings_init(&walk, r, all ? UINT64_MAX : REPORT_TEXT_FINDINGS);
    text_explained(p, r);
    while ((rc = report_findings_next(&walk, &f, err)) == 1) {
        sheet_blank(p);
        text_finding(p, severity_name(finding_severity(f->code)), f);
        if ((rc = text_explanations(p, r, f, err)) != 0)
            break;
    }
    if (rc == 0 && walk.given < total) {
        sheet_blank(p);
        sheet_say(p, "%" PRIu64 " more findings are not shown (--all-findings shows them)",
                  total - walk.given);
        sheet_prose(p, SHEET_LABEL, SHEET_LABEL);
    }
    report_findings_release(&walk);
    return rc;
}
