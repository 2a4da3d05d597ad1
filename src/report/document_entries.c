/* A row for each entry that was asked for. */
#include "report/document_impl.h"

#include "base/text.h"
#include "report/entry_row.h"
#include "report/says.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 14 };

static bool has(const struct entry_row *row, enum finding_code c)
{
    return (row->codes >> c & 1) != 0;
}

/* A string as it is, anything else by its type as well. */
static void put_member(struct doc *d, const struct entry_row *row, enum member m)
{
    const struct entry_value *v = &row->text.member[m];

    if (!row->text.is_object) {
        doc_say(d, "the entry is no object");
    } else if (v->type == JSON_ABSENT) {
        doc_say(d, "absent");
    } else {
        if (v->type != JSON_STRING && !(v->type == JSON_NUMBER && m == MEMBER_SEQ))
            doc_say(d, "%s ", json_type_name(v->type));
        doc_say(d, "%s", v->cut ? "its beginning: " : "");
        doc_quote(d, v->text.data, v->text.len, v->type == JSON_STRING ? TEXT_WTF8 : 0);
    }
    doc_cell(d);
}

static void put_link(struct doc *d, const struct entry_row *row)
{
    switch (row->link) {
    case LINK_STATE_GENESIS: doc_say(d, "genesis: 64 zeros"); break;
    case LINK_STATE_HOLDS:
        doc_say(d, d->report->verdict.construction == CONSTRUCTION_06 ? "holds by aer1-06 alone" : "holds");
        break;
    case LINK_STATE_BROKEN: doc_stress(d, "BROKEN"); break;
    }
    if (row->link == LINK_STATE_BROKEN && row->mark.link06)
        doc_say(d, " (by aer1-06 it holds)");
    doc_cell(d);
}

static void put_stored(struct doc *d, const struct entry_row *row)
{
    const struct entry_value *v = &row->text.member[MEMBER_PREV_DIGEST];
    struct digest stored;

    if (v->type != JSON_STRING || !digest_parse(v->text.data, v->text.len, &stored)) {
        put_member(d, row, MEMBER_PREV_DIGEST);
        return;
    }
    doc_digest(d, &stored);
    doc_cell(d);
}

static void put_digest(struct doc *d, bool known, const struct digest *digest, const char *none)
{
    if (known)
        doc_digest(d, digest);
    else
        doc_say(d, "%s", none);
    doc_cell(d);
}

static void put_output(struct doc *d, const struct entry_row *row)
{
    if (!row->text.has_output)
        doc_stress(d, "canonical_bytes is absent or no strict base64");
    else if (has(row, FINDING_OUTPUT_HASH))
        doc_stress(d, "output_hash DIFFERS from the SHA-256 of canonical_bytes");
    else if (row->text.member[MEMBER_OUTPUT_HASH].type == JSON_ABSENT)
        doc_say(d, "no output_hash is stored");
    else
        doc_say(d, "output_hash holds");
    if (row->text.has_output) {
        doc_say(d, "; recomputed: ");
        doc_digest(d, &row->text.output);
    }
    doc_cell(d);
}

static void put_codes(struct doc *d, const struct entry_row *row)
{
    bool begun = false;

    for (int c = 0; c < FINDING_COUNT; c++) {
        if (!has(row, (enum finding_code)c))
            continue;
        doc_say(d, "%s%s", begun ? ", " : "", finding_code_name((enum finding_code)c));
        begun = true;
    }
    if (row->mark.signal) {
        doc_say(d, "%s" "truncation signal", begun ? ", " : "");
        begun = true;
    }
    if (!begun)
        doc_say(d, "none");
    doc_cell(d);
}

static void put_marks(struct doc *d, const struct entry_row *row)
{
    const struct casefile *c = d->report->casefile;
    size_t notes;

    if (c != NULL) {
        enum mark mark = casefile_entry_mark(c, row->entry);

        notes = casefile_entry_notes(c, row->entry, NULL, 0);
        if (mark != MARK_NONE)
            doc_say(d, "%s%s", mark_name(mark), notes > 0 ? ", " : "");
        if (notes > 0)
            document_count(d, notes, "note", "notes");
    }
    doc_cell(d);
}

static void put_row(struct doc *d, const struct entry_row *row)
{
    doc_entry(d, row->entry);
    doc_cell(d);
    doc_say(d, "byte %" PRIu64 ", %" PRIu64 " bytes, line %" PRIu64, row->offset, row->text.length,
            row->line);
    doc_cell(d);
    put_member(d, row, MEMBER_SEQ);
    put_member(d, row, MEMBER_ID);
    put_member(d, row, MEMBER_TOOL);
    put_member(d, row, MEMBER_PROVENANCE_CLASS);
    doc_say(d, "%s", says_standing(row->mark.standing));
    doc_cell(d);
    put_link(d, row);
    put_stored(d, row);
    if (row->entry == 1)
        doc_say(d, "64 zeros, as a timeline begins");
    if (row->entry == 1)
        doc_cell(d);
    else
        put_digest(d, row->has_before, &row->before, "none: the entry before has no digest");
    put_digest(d, row->mark.has_digest, &row->mark.digest,
               "none: its members are not of the types that a digest needs");
    put_output(d, row);
    put_codes(d, row);
    put_marks(d, row);
    doc_row(d, row->entry);
}

static void say_which(struct doc *d)
{
    const struct entry_set *rows = &d->rows;
    uint64_t entries = d->report->verdict.entries;

    switch (rows->which) {
    case REPORT_ALL: doc_say(d, "All "); break;
    case REPORT_RANGE:
        if (rows->from > rows->to)
            doc_say(d, "None of the entries asked for is in the file, which has ");
        else
            doc_say(d, "Entries %" PRIu64 " to %" PRIu64 " of ", rows->from, rows->to);
        break;
    case REPORT_FLAGGED:
        doc_say(d, "Entries with a finding, a mark or a note: %" PRIu64 " of ", rows->flagged);
        break;
    }
    document_count(d, entries, "entry", "entries");
    if (d->report->verdict.timeline == TIMELINE_UNREADABLE)
        doc_say(d, " that were read before the damage; what stands after it is not known");
    else if (rows->which == REPORT_FLAGGED || (rows->which == REPORT_RANGE && rows->from <= rows->to))
        doc_say(d, "; the file has all %" PRIu64, entries);
    if (rows->shown < rows->flagged)
        doc_say(d, ". The first %" PRIu64 " of them are here%s (--all-findings has them all)",
                rows->shown - rows->behinds,
                rows->behinds > 0 ? ", and those of the findings that are always shown" : "");
    doc_say(d, ". Order is evidence: it is that of the file.");
    doc_paragraph(d);
}

static int put_rows(struct doc *d, struct err *err)
{
    const struct entry_row *row;
    struct entry_rows rows;
    int rc = entry_rows_init(&rows, &d->rows, err) == 0 ? 1 : -1;

    while (rc == 1 && d->out->error == 0 && (rc = entry_rows_next(&rows, &row, err)) == 1)
        put_row(d, row);
    entry_rows_release(&rows);
    return rc < 0 ? -1 : 0;
}

int document_entries(struct doc *d, struct err *err)
{
    static const struct doc_table table = {
        .id = "rows",
        .caption = "Entries",
        .columns = COLUMNS,
        .column = {"entry", "place", "seq", "id", "tool", "class", "standing", "link into it",
                   "stored prev", "recomputed", "own digest", "output", "findings", "marks"},
        .records = true,
    };

    doc_say(d, "Entries");
    doc_heading(d, 1, "entries");
    say_which(d);
    if (entry_set_next(&d->rows, 1) == 0)
        return 0;
    doc_table(d, &table);
    return put_rows(d, err);
}
