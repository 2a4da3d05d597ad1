/* A row for each entry that was asked for. */
#include "report/document_impl.h"

#include "base/text.h"
#include "report/says.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 13 };

/* What a row is made of. */
struct row {
    struct doc *d;
    uint64_t entry;
    struct entry_mark mark, before; /* `before` of zeros for entry 1 */
    struct entry_text text;
};

static bool has(const struct row *w, enum finding_code c)
{
    return (w->mark.mask >> c & 1) != 0;
}

/* A string as it is, anything else by its type as well. */
static void put_member(struct row *w, enum member m)
{
    const struct entry_value *v = &w->text.member[m];

    if (!w->text.is_object) {
        doc_say(w->d, "the entry is no object");
    } else if (v->type == JSON_ABSENT) {
        doc_say(w->d, "absent");
    } else {
        if (v->type != JSON_STRING && !(v->type == JSON_NUMBER && m == MEMBER_SEQ))
            doc_say(w->d, "%s ", json_type_name(v->type));
        doc_quote(w->d, v->text.data, v->text.len, TEXT_WTF8);
        doc_say(w->d, "%s", v->cut ? " (cut here)" : "");
    }
    doc_cell(w->d);
}

static bool stored_digest(const struct row *w, struct digest *out)
{
    const struct entry_value *v = &w->text.member[MEMBER_PREV_DIGEST];

    return v->type == JSON_STRING && digest_parse(v->text.data, v->text.len, out);
}

static void put_link(struct row *w)
{
    struct digest stored;
    bool known = stored_digest(w, &stored);

    if (has(w, FINDING_GENESIS))
        doc_stress(w->d, "BROKEN: the first prev_digest is not 64 zeros");
    else if (has(w, FINDING_LINK))
        doc_stress(w->d, "BROKEN");
    else if (!known)
        doc_stress(w->d, "not compared: prev_digest is absent or no string");
    else
        doc_say(w->d, w->entry == 1 ? "genesis: 64 zeros" : "holds");
    if (has(w, FINDING_LINK) && w->mark.link06)
        doc_say(w->d, " (by aer1-06 it holds)");
    doc_cell(w->d);
}

static void put_stored(struct row *w)
{
    struct digest stored;

    if (stored_digest(w, &stored)) {
        doc_digest(w->d, &stored);
        doc_cell(w->d);
    } else {
        put_member(w, MEMBER_PREV_DIGEST);
    }
}

static void put_digest(struct row *w, const struct entry_mark *mark, const char *none)
{
    if (mark->has_digest)
        doc_digest(w->d, &mark->digest);
    else
        doc_say(w->d, "%s", none);
    doc_cell(w->d);
}

static void put_output(struct row *w)
{
    if (has(w, FINDING_BASE64))
        doc_stress(w->d, "canonical_bytes is absent or no strict base64");
    else if (has(w, FINDING_OUTPUT_HASH))
        doc_stress(w->d, "output_hash DIFFERS from the SHA-256 of canonical_bytes");
    else if (w->text.member[MEMBER_OUTPUT_HASH].type == JSON_ABSENT)
        doc_say(w->d, "no output_hash is stored; the recomputed one is in the digest");
    else
        doc_say(w->d, "output_hash holds");
    doc_cell(w->d);
}

/* ---------------------------------------------------------------------------------------------------
 * Findings */

static void say_code(struct doc *d, const char *code, bool *begun)
{
    doc_say(d, "%s%s", *begun ? ", " : "", code);
    *begun = true;
}

static void put_referred(struct row *w, bool *begun)
{
    const struct report *r = w->d->report;

    if (w->entry != r->verdict.entries)
        return;
    for (size_t i = 0; i < r->refs->count; i++)
        for (size_t k = 0; k < r->refs->item[i].findings.count; k++)
            if (r->refs->item[i].findings.item[k].entry == w->entry)
                say_code(w->d, finding_code_name(r->refs->item[i].findings.item[k].code), begun);
}

static int put_expected(struct row *w, bool *begun, struct err *err)
{
    const struct expected *e = w->d->report->refs->expected;
    struct finding_list list = {NULL, 0, 0};
    int rc = 0;

    if (e != NULL && expected_seek(e, w->entry, 1, FINDING_COUNT) == w->entry)
        rc = expected_entry_findings(e, w->d->report->timeline, w->entry, &list, err);
    for (size_t i = 0; i < list.count; i++)
        say_code(w->d, finding_code_name(list.item[i].code), begun);
    finding_list_release(&list);
    return rc;
}

static int put_codes(struct row *w, struct err *err)
{
    struct timeline *t = w->d->report->timeline;
    bool begun = false;
    int rc;

    for (int c = 0; c < FINDING_ENTRY_COUNT; c++)
        if (has(w, (enum finding_code)c))
            say_code(w->d, finding_code_name((enum finding_code)c), &begun);
    if (timeline_seek(t, w->entry, 1, ENTRY_HAS_SIGNAL) == w->entry)
        say_code(w->d, "truncation signal", &begun);
    put_referred(w, &begun);
    rc = put_expected(w, &begun, err);
    if (!begun)
        doc_say(w->d, "none");
    doc_cell(w->d);
    return rc;
}

/* ---------------------------------------------------------------------------------------------------
 * Rows */

static void put_place(struct row *w)
{
    uint64_t line, column;
    struct err ignored = {0};

    doc_say(w->d, "byte %" PRIu64 ", %" PRIu64 " bytes", w->text.offset, w->text.length);
    if (timeline_place(w->d->report->timeline, w->text.offset, &line, &column, &ignored) == 0)
        doc_say(w->d, ", line %" PRIu64, line);
    doc_cell(w->d);
}

static int put_row(struct row *w, struct err *err)
{
    doc_entry(w->d, w->entry);
    doc_cell(w->d);
    put_place(w);
    put_member(w, MEMBER_SEQ);
    put_member(w, MEMBER_ID);
    put_member(w, MEMBER_TOOL);
    put_member(w, MEMBER_PROVENANCE_CLASS);
    doc_say(w->d, "%s", says_standing(w->mark.standing));
    doc_cell(w->d);
    put_link(w);
    put_stored(w);
    if (w->entry == 1) {
        doc_say(w->d, "none: no entry is before it");
        doc_cell(w->d);
    } else {
        put_digest(w, &w->before, "none: the entry before has no digest");
    }
    put_digest(w, &w->mark, "none: its members are not of the types that a digest needs");
    put_output(w);
    if (put_codes(w, err) != 0)
        return -1;
    doc_row(w->d, w->entry);
    return 0;
}

static int read_and_put(struct doc *d, uint64_t entry, struct err *err)
{
    struct timeline *t = d->report->timeline;
    struct row w = {.d = d, .entry = entry, .mark = timeline_mark(t, entry)};
    int rc;

    if (entry > 1)
        w.before = timeline_mark(t, entry - 1);
    rc = timeline_read_members(t, entry, LIMIT_SHOWN, &w.text, err);
    if (rc == 0)
        rc = put_row(&w, err);
    entry_text_release(&w.text);
    return rc;
}

static void say_which(struct doc *d)
{
    const struct doc_rows *rows = &d->rows;
    uint64_t entries = d->report->verdict.entries;

    switch (rows->which) {
    case REPORT_ALL: doc_say(d, "All "); break;
    case REPORT_RANGE: doc_say(d, "Entries %" PRIu64 " to %" PRIu64 " of ", rows->from, rows->to); break;
    case REPORT_FLAGGED:
        doc_say(d, "Entries with a finding, a mark or a note: %" PRIu64 " of ", rows->flagged);
        break;
    }
    document_count(d, entries, "entry", "entries");
    if (rows->which != REPORT_ALL)
        doc_say(d, "; the file has all %" PRIu64, entries);
    if (rows->shown < rows->flagged)
        doc_say(d, ". The first %" PRIu64 " of them are here (--all-findings has them all)",
                rows->shown);
    doc_say(d, ". Order is evidence: it is that of the file.");
    doc_paragraph(d);
}

int document_entries(struct doc *d, struct err *err)
{
    static const struct doc_table table = {
        .id = "rows",
        .caption = "Entries",
        .columns = COLUMNS,
        .column = {"entry", "place", "seq", "id", "tool", "class", "standing", "link into it",
                   "stored prev", "recomputed", "own digest", "output", "findings"},
        .records = true,
    };
    uint64_t entry = doc_next_row(d, 1);

    doc_say(d, "Entries");
    doc_heading(d, 1, "entries");
    if (d->rows.which == REPORT_RANGE && entry == 0)
        doc_say(d, "None of the entries asked for is in the file. ");
    say_which(d);
    if (entry > 0)
        doc_table(d, &table);
    for (; entry > 0; entry = doc_next_row(d, entry + 1))
        if (d->out->error != 0 || read_and_put(d, entry, err) != 0)
            return d->out->error != 0 ? 0 : -1;
    return 0;
}
