/* The document aerscope.report/1: a verdict as `verify` gives it, and what a report has besides. */
#include "report/doc.h"

#include "base/shortage.h"
#include "report/entry_row.h"
#include "report/render.h"
#include "report/report_json.h"
#include "report/reproduce.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_CELLS = 256 };

static const char *const which_name[] = {"flagged", "all", "range"};

/* ---------------------------------------------------------------------------------------------------
 * Entries */

/* A string decoded; any other value as its JSON text, told by `types`. */
static void member(struct json *j, const char *name, const struct entry_value *v)
{
    if (v->type == JSON_ABSENT)
        json_null(j, name);
    else
        json_str(j, name, &v->text);
}

static bool is_integer(const struct entry_value *v)
{
    size_t minus = v->type == JSON_NUMBER && v->text.len > 1 && v->text.data[0] == '-';

    return v->type == JSON_NUMBER && strspn(v->text.data + minus, "0123456789") == v->text.len - minus;
}

static void members(struct json *j, const struct entry_text *text)
{
    if (is_integer(&text->member[MEMBER_SEQ]))
        json_seq(j, &text->member[MEMBER_SEQ].text);
    else
        member(j, "seq", &text->member[MEMBER_SEQ]);
    member(j, "id", &text->member[MEMBER_ID]);
    member(j, "tool", &text->member[MEMBER_TOOL]);
    member(j, "job_id", &text->member[MEMBER_JOB_ID]);
    member(j, "provenance_class", &text->member[MEMBER_PROVENANCE_CLASS]);
}

/* Those of the members above that are not what they are shown as: of another type, or cut. */
static void exceptions(struct json *j, const struct entry_text *text)
{
    static const enum member shown[] = {MEMBER_SEQ,    MEMBER_ID,
                                        MEMBER_TOOL,   MEMBER_JOB_ID,
                                        MEMBER_PROVENANCE_CLASS, MEMBER_PREV_DIGEST};

    json_object(j, "types");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const struct entry_value *v = &text->member[shown[i]];

        if (v->type != JSON_STRING && !(shown[i] == MEMBER_SEQ && is_integer(v)))
            json_text(j, member_name(shown[i]), json_type_name(v->type));
    }
    json_end(j);
    json_array(j, "cut");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (text->member[shown[i]].cut)
            json_text(j, NULL, member_name(shown[i]));
    json_end(j);
}

static void codes(struct json *j, uint64_t bits)
{
    json_array(j, "findings");
    for (int c = 0; c < FINDING_COUNT; c++)
        if (bits >> c & 1)
            json_text(j, NULL, finding_code_name((enum finding_code)c));
    json_end(j);
}

static void note(struct json *j, const struct casefile_note *n)
{
    static const char *const place[] = {
        [NOTE_PENDING] = "pending",     [NOTE_HERE] = "on_these_bytes", [NOTE_BY_DIGEST] = "by_digest",
        [NOTE_BY_NUMBER] = "by_number", [NOTE_ORPHAN] = "orphaned",
    };

    json_object(j, NULL);
    json_position(j, "entry", n->here);
    json_text(j, "place", place[n->place]);
    json_uint(j, "made_on_entry", n->entry);
    json_digest(j, "entry_digest", n->has_digest, &n->entry_digest);
    json_digest(j, "made_on_sha256", n->has_made_on, &n->made_on);
    json_text(j, "mark", n->mark == MARK_NONE ? NULL : mark_name(n->mark));
    json_text(j, "text", n->text);
    json_text(j, "at", n->at);
    json_text(j, "edited_at", n->edited_at);
    json_end(j);
}

/* Mark and notes of the entry, newest first. -1 without memory. */
static int noted(struct json *j, const struct casefile *c, uint64_t entry)
{
    enum mark mark = c != NULL ? casefile_entry_mark(c, entry) : MARK_NONE;
    size_t n = c != NULL ? casefile_entry_notes(c, entry, NULL, 0) : 0, *at = shortage_unless(calloc(n + 1, sizeof *at));

    json_text(j, "mark", mark == MARK_NONE ? NULL : mark_name(mark));
    json_array(j, "notes");
    if (at != NULL && n > 0)
        casefile_entry_notes(c, entry, at, n);
    for (size_t i = 0; at != NULL && i < n; i++) {
        struct casefile_note one = casefile_note(c, at[i]);

        note(j, &one);
    }
    json_end(j);
    free(at);
    return at != NULL ? 0 : -1;
}

static void reproduced(struct json *j, const struct report *r, const struct entry_row *row)
{
    struct buf command;

    buf_init(&command, LIMIT_MESSAGE);
    reproduce_by_program(&command, r->path, row->text.offset, row->text.length);
    json_text(j, "reproduce",
              command.failed || r->training || !row->mark.has_digest ? NULL : buf_cstr(&command));
    buf_release(&command);
}

/* The number of the action of the list that the entry is matched with, or that covers or forbids it. */
static void action(struct json *j, const struct report *r, uint64_t entry)
{
    uint64_t number = 0;

    if (r->refs->expected != NULL)
        expected_of_entry(r->refs->expected, entry, &number);
    if (number > 0)
        json_uint(j, "action", number);
    else
        json_null(j, "action");
}

static void entry(struct json *j, const struct report *r, const struct entry_row *row)
{
    json_object(j, NULL);
    json_uint(j, "entry", row->entry);
    json_uint(j, "offset", row->offset);
    json_uint(j, "length", row->text.length);
    json_uint(j, "line", row->line);
    members(j, &row->text);
    json_text(j, "standing", standing_name(row->mark.standing));
    json_bool(j, "close", row->mark.close);
    json_text(j, "link", link_state_name(row->link));
    member(j, "stored_prev", &row->text.member[MEMBER_PREV_DIGEST]);
    json_digest(j, "recomputed_prev", row->has_before, &row->before);
    json_digest(j, "digest", row->mark.has_digest, &row->mark.digest);
    json_digest(j, "output", row->text.has_output, &row->text.output);
    codes(j, row->codes);
    action(j, r, row->entry);
    exceptions(j, &row->text);
    if (noted(j, r->casefile, row->entry) != 0 && j->out->error == 0)
        j->out->error = ENOMEM;
    reproduced(j, r, row);
    json_end(j);
}

static void selection(struct json *j, const struct entry_set *set)
{
    json_object(j, "selection");
    json_text(j, "entries", which_name[set->which]);
    if (set->which == REPORT_RANGE && set->from > set->to) {
        json_null(j, "from");
        json_null(j, "to");
    } else if (set->which == REPORT_RANGE) {
        json_uint(j, "from", set->from);
        json_uint(j, "to", set->to);
    }
    if (set->which == REPORT_FLAGGED) {
        json_uint(j, "flagged", set->flagged);
        json_uint(j, "shown", set->shown);
    }
    json_end(j);
}

static int entries(struct json *j, const struct report *r, const struct report_request *request,
                   struct err *err)
{
    const struct entry_row *row;
    struct entry_set set = {0};
    struct entry_rows rows = {0};
    uint64_t limit = request->style.all_findings ? UINT64_MAX : LIMIT_FINDINGS;
    int rc = entry_set_init(&set, r, request, limit, err) == 0 ? 1 : -1;

    if (rc == 1)
        selection(j, &set);
    json_array(j, "entries");
    if (rc == 1)
        rc = entry_rows_init(&rows, &set, err) == 0 ? 1 : -1;
    while (rc == 1 && j->out->error == 0 && (rc = entry_rows_next(&rows, &row, err)) == 1)
        entry(j, r, row);
    json_end(j);
    entry_rows_release(&rows);
    entry_set_release(&set);
    return rc < 0 ? -1 : 0;
}

/* ---------------------------------------------------------------------------------------------------
 * The rest */

static void made(struct json *j, const struct report *r, const struct report_request *request)
{
    struct source *source = timeline_source(r->timeline);
    char now[32];

    rfc3339_format(now, request->now.seconds);
    json_text(j, "generated_at", now);
    json_text(j, "examiner", r->casefile != NULL ? casefile_examiner(r->casefile) : NULL);
    json_object(j, "examined");
    json_text(j, "read_from", source_is_copy(source) ? "private_copy" : "file");
    /* A report on a file that was changed meanwhile is thrown away. */
    if (source_is_copy(source))
        json_null(j, "unchanged");
    else
        json_bool(j, "unchanged", true);
    json_digest(j, "sha256_after", r->has_again, &r->again);
    json_end(j);
}

static void cell(struct json *j, const struct doc_cell *c)
{
    json_object(j, NULL);
    json_uint(j, "first", c->first);
    json_uint(j, "last", c->last);
    json_text(j, "worst", c->worst == DOC_CLEAR ? NULL : doc_map_says(c->worst));
    json_uint(j, "failures", c->failures);
    json_uint(j, "signals", c->signals);
    json_uint(j, "warnings", c->warnings);
    json_object(j, "standings");
    for (int s = STANDING_COUNT - 1; s >= 0; s--)
        json_uint(j, standing_name((enum standing)s), c->standing[s]);
    json_end(j);
    json_end(j);
}

static int map(struct json *j, const struct report *r, struct err *err)
{
    struct doc_map m;
    int rc = doc_map_make(&m, r, MAP_CELLS);

    json_array(j, "map");
    for (size_t i = 0; rc == 0 && i < m.cells; i++)
        cell(j, &m.cell[i]);
    json_end(j);
    free(m.cell);
    return rc == 0 ? 0 : err_set(err, ERR_MEMORY, "no memory for the map of the timeline");
}

static void notes(struct json *j, const struct casefile *c)
{
    json_array(j, "notes");
    for (size_t i = 0; c != NULL && i < casefile_notes(c); i++) {
        struct casefile_note one = casefile_note(c, i);

        note(j, &one);
    }
    json_end(j);
}

static void reviews(struct json *j, const struct casefile *c)
{
    json_array(j, "reviews");
    for (size_t i = 0; c != NULL && i < casefile_reviews(c); i++) {
        struct casefile_review one = casefile_review(c, i);

        json_object(j, NULL);
        json_text(j, "reviewer", one.reviewer);
        json_text(j, "at", one.at);
        json_digest(j, "report_sha256", one.has_report, &one.report_sha256);
        json_text(j, "statement", one.statement);
        json_end(j);
    }
    json_end(j);
}

static void reproduce(struct json *j, const struct report *r)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    json_object(j, "reproduce");
    reproduce_file(&text, r->path);
    json_text(j, "sha256", buf_cstr(&text));
    buf_clear(&text);
    reproduce_program(&text, r->verdict.construction);
    json_text(j, "program", buf_cstr(&text));
    json_end(j);
    buf_release(&text);
}

int render_json(struct out *out, const struct report *r, const struct report_request *request,
                struct err *err)
{
    struct json j;
    int rc;

    json_init(&j, out, false);
    json_object(&j, NULL);
    json_text(&j, "schema", "aerscope.report/1");
    rc = json_verdict(&j, r, request->style.all_findings ? UINT64_MAX : LIMIT_FINDINGS, err);
    made(&j, r, request);
    if (rc == 0)
        rc = map(&j, r, err);
    if (rc == 0)
        rc = entries(&j, r, request, err);
    notes(&j, r->casefile);
    reviews(&j, r->casefile);
    if (!r->training)
        reproduce(&j, r);
    json_end(&j);
    return rc == 0 ? source_unchanged(timeline_source(r->timeline), err) : -1;
}
