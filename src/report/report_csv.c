/* The entries of a report as comma-separated values: a row an entry, and what stands at none. */
#include "report/csv.h"
#include "report/entry_row.h"
#include "report/render.h"

#include "base/shortage.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "entry,offset,line,seq,id,tool,provenance_class,standing,link,stored_prev,"
                           "recomputed_prev,digest,output,findings,mark,note\n";

enum { CELL_OFFSET = 1, CELL_SEQ = 3, CELL_FINDINGS = 13 };

/* Digits up to which a double holds every integer. */
enum { EXACT_DIGITS = 15 };

static void put_words(struct csv *c, const char *words)
{
    csv_safe(c, words, strlen(words));
}

/* A value that is no string stands as it does in the file. */
static void put_member(struct csv *c, const struct entry_row *row, enum member m)
{
    const struct entry_value *v = &row->text.member[m];

    csv_evidence(c, v->type != JSON_ABSENT ? v->text.data : NULL, v->text.len,
                 v->type == JSON_STRING ? TEXT_WTF8 : 0, v->cut);
}

/* A whole number that no spreadsheet rounds stands as one. */
static void put_seq(struct csv *c, const struct entry_row *row)
{
    const struct entry_value *v = &row->text.member[MEMBER_SEQ];

    if (v->type == JSON_NUMBER && v->text.len <= EXACT_DIGITS &&
        strspn(v->text.data, "0123456789") == v->text.len)
        csv_number(c, v->text.data, v->text.len);
    else
        put_member(c, row, MEMBER_SEQ);
}

static void put_digest(struct csv *c, bool known, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    if (!known) {
        csv_empty(c);
        return;
    }
    digest_hex(d, hex);
    csv_safe(c, hex, DIGEST_HEX);
}

/* Codes with spaces between, in the order of the checks. */
static void put_codes(struct csv *c, uint64_t codes)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    for (int code = 0; code < FINDING_COUNT; code++)
        if (codes >> code & 1)
            buf_addf(&text, "%s%s", text.len > 0 ? " " : "", finding_code_name((enum finding_code)code));
    csv_safe(c, buf_cstr(&text), text.len);
    buf_release(&text);
}

#define BETWEEN "<note>"

/* A note, escaped, in which no BETWEEN is left but as another token. */
static void add_note(struct buf *text, struct buf *escaped, const char *words)
{
    const char *from, *found;

    buf_clear(escaped);
    text_escape(escaped, words, strlen(words), TEXT_PROSE);
    from = buf_cstr(escaped);
    buf_adds(text, text->len > 0 ? BETWEEN : "");
    for (; (found = strstr(from, BETWEEN)) != NULL; from = found + 1) {
        buf_add(text, from, (size_t)(found - from));
        buf_adds(text, "<U+003C>");
    }
    buf_adds(text, from);
    if (escaped->failed)
        text->failed = true;
}

/* The notes of the entry, newest first. */
static void put_notes(struct csv *c, const struct casefile *from, uint64_t entry)
{
    size_t n = casefile_entry_notes(from, entry, NULL, 0), *note = shortage_unless(calloc(n + 1, sizeof *note));
    struct buf text, escaped;

    buf_init(&text, SIZE_MAX);
    buf_init(&escaped, SIZE_MAX);
    if (note != NULL)
        casefile_entry_notes(from, entry, note, n);
    for (size_t i = 0; note != NULL && i < n; i++) {
        const char *words = casefile_note(from, note[i]).text;

        if (*words != '\0')
            add_note(&text, &escaped, words);
    }
    csv_safe(c, buf_cstr(&text), text.len);
    if ((note == NULL || text.failed) && c->out->error == 0)
        c->out->error = ENOMEM;
    buf_release(&escaped);
    buf_release(&text);
    free(note);
}

static void put_case(struct csv *c, const struct casefile *from, uint64_t entry)
{
    if (from == NULL) {
        csv_empty(c);
        csv_empty(c);
        return;
    }
    put_words(c, mark_name(casefile_entry_mark(from, entry)));
    put_notes(c, from, entry);
}

static void put_row(struct csv *c, const struct report *r, const struct entry_row *row)
{
    csv_uint(c, row->entry);
    csv_uint(c, row->offset);
    csv_uint(c, row->line);
    put_seq(c, row);
    put_member(c, row, MEMBER_ID);
    put_member(c, row, MEMBER_TOOL);
    put_member(c, row, MEMBER_PROVENANCE_CLASS);
    put_words(c, standing_name(row->mark.standing));
    put_words(c, link_state_name(row->link));
    put_member(c, row, MEMBER_PREV_DIGEST);
    put_digest(c, row->has_before, &row->before);
    put_digest(c, row->mark.has_digest, &row->mark.digest);
    put_digest(c, row->text.has_output, &row->text.output);
    put_codes(c, row->codes);
    put_case(c, r->casefile, row->entry);
    csv_end(c);
}

/* The cells of a row that is no entry up to its findings: `place` may be NULL. */
static void put_nowhere(struct csv *c, const struct damage *place)
{
    csv_empty(c);
    if (place != NULL) {
        csv_uint(c, place->offset);
        csv_uint(c, place->line);
    }
    for (int cell = place != NULL ? CELL_SEQ : CELL_OFFSET; cell < CELL_FINDINGS; cell++)
        csv_empty(c);
}

static void put_other(struct csv *c, const struct damage *place, uint64_t codes, const char *words)
{
    put_nowhere(c, place);
    if (words != NULL)
        put_words(c, words);
    else
        put_codes(c, codes);
    csv_empty(c);
    csv_empty(c);
    csv_end(c);
}

/* A mark or a note that has no entry here. */
static void put_orphan(struct csv *c, const struct casefile_note *note)
{
    struct buf text, escaped;

    buf_init(&text, SIZE_MAX);
    buf_init(&escaped, SIZE_MAX);
    if (*note->text != '\0')
        add_note(&text, &escaped, note->text);
    put_nowhere(c, NULL);
    put_words(c, note->place == NOTE_ORPHAN ? "note: no entry of this timeline is the one that it was made on"
                                            : "note: its entry was not found in the part that was read");
    put_words(c, mark_name(note->mark));
    csv_safe(c, buf_cstr(&text), text.len);
    csv_end(c);
    if (text.failed && c->out->error == 0)
        c->out->error = ENOMEM;
    buf_release(&escaped);
    buf_release(&text);
}

/* What stands at no entry, and that the entries are not all that there is. */
static int put_rest(struct csv *c, const struct report *r, const struct entry_set *set, struct err *err)
{
    const struct damage *d = timeline_damage(r->timeline);
    uint64_t codes = entry_set_codes(set, 0);
    struct finding_list l = {NULL, 0, 0};
    char words[sizeof d->message + 64];

    if (timeline_file_findings(r->timeline, &l, err) != 0)
        return -1;
    for (size_t i = 0; i < l.count; i++)
        codes |= UINT64_C(1) << l.item[i].code;
    finding_list_release(&l);
    if (codes != 0)
        put_other(c, NULL, codes, NULL);
    for (size_t i = 0; r->casefile != NULL && i < casefile_notes(r->casefile); i++) {
        struct casefile_note note = casefile_note(r->casefile, i);

        if (note.here == 0)
            put_orphan(c, &note);
    }
    if (d != NULL) {
        snprintf(words, sizeof words, "damage: reading stopped here: %s", d->message);
        put_other(c, d, 0, words);
    }
    return 0;
}

int render_csv(struct out *out, const struct report *r, const struct report_request *request,
               struct err *err)
{
    const struct entry_row *row;
    struct entry_set set;
    struct entry_rows rows = {0};
    struct csv csv;
    int rc;

    if (r->training)
        return err_set(err, ERR_FORM, "comma-separated values have no place that says that this is a training copy");
    csv_init(&csv, out);
    out_adds(out, head);
    rc = entry_set_init(&set, r, request, UINT64_MAX, err) == 0 && entry_rows_init(&rows, &set, err) == 0 ? 1 : -1;
    while (rc == 1 && out->error == 0 && (rc = entry_rows_next(&rows, &row, err)) == 1)
        put_row(&csv, r, row);
    if (rc == 0)
        rc = put_rest(&csv, r, &set, err);
    entry_rows_release(&rows);
    entry_set_release(&set);
    csv_release(&csv);
    return rc < 0 ? -1 : source_unchanged(timeline_source(r->timeline), err);
}
