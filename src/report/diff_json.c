#include "report/json.h"
#include "report/report_diff.h"

struct writing {
    struct json json;
    const struct report_diff *d;
    uint64_t limit;
    struct err *err;
};

static void put_digest(struct json *j, const char *name, bool known, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    if (known)
        digest_hex(d, hex);
    json_text(j, name, known ? hex : NULL);
}

static void put_tool(struct json *j)
{
    json_object(j, "tool");
    json_text(j, "name", TOOL_NAME);
    json_text(j, "version", PACKAGE_VERSION);
    json_text(j, "profile", TOOL_PROFILE);
    json_end(j);
}

static void put_copy(struct json *j, const char *name, const struct report_copy *copy)
{
    struct timeline *t = copy->timeline;
    struct str job = {NULL, 0};
    struct digest sha256;
    bool known = t != NULL && timeline_sha256(t, &sha256);

    if (t != NULL)
        job = timeline_job(t);
    json_object(j, name);
    json_text(j, "path", copy->path);
    put_digest(j, "sha256", known, &sha256);
    if (t != NULL)
        json_uint(j, "entries", timeline_progress(t).entries);
    else
        json_null(j, "entries");
    json_str(j, "job_id", &job);
    if (copy->error != NULL)
        json_text(j, "error", copy->error);
    json_end(j);
}

/* ---------------------------------------------------------------------------------------------------
 * What was found */

/* Which copy, as they are named here, has the entry. */
static const char *has_entry(const struct copies *c, uint64_t entry)
{
    const char *side = copies_side_name(copies_side_of(c, entry));

    return entry == 0 ? NULL : side != NULL ? side : "both";
}

static void put_other_order(struct json *j, const struct copies *c)
{
    if (!c->other.told) {
        json_null(j, "other_order");
        return;
    }
    json_object(j, "other_order");
    json_text(j, "category", copies_category_name(c->other.category));
    json_position(j, "entry", c->other.entry);
    json_text(j, "entry_of", has_entry(c, c->other.entry));
    json_position(j, "start", c->other.start);
    json_text(j, "certainty", c->other.proved ? "proved" : "possible");
    json_end(j);
}

static void put_category(struct json *j, const struct copies *c)
{
    json_text(j, "category", copies_category_name(c->category));
    json_position(j, "entry", c->entry);
    json_text(j, "entry_of", has_entry(c, c->entry));
    json_text(j, "certainty", c->proved ? "proved" : "possible");
}

static void put_no_category(struct json *j)
{
    json_null(j, "category");
    json_null(j, "entry");
    json_null(j, "entry_of");
    json_null(j, "certainty");
}

/* The link that keeps what follows the earlier copy from being tied to it. */
static int put_unlinked(struct writing *w)
{
    const struct copies *c = w->d->copies;
    struct json *j = &w->json;
    struct entry_text text;

    if (c->unlinked == 0) {
        json_null(j, "unlinked");
        return 0;
    }
    if (timeline_read_entry(c->later, c->unlinked, LIMIT_SHOWN, &text, w->err) != 0)
        return -1;
    const struct entry_value *v = &text.member[MEMBER_PREV_DIGEST];
    const struct str none = {NULL, 0};
    struct entry_mark before = timeline_mark(c->later, c->unlinked - 1);
    json_object(j, "unlinked");
    json_uint(j, "entry", c->unlinked);
    json_str(j, "stored", v->type == JSON_STRING ? &v->text : &none);
    put_digest(j, "recomputed", before.has_digest, &before.digest);
    json_end(j);
    entry_text_release(&text);
    return 0;
}

static void put_details(struct json *j, const struct copies *c)
{
    struct buf proof;

    buf_init(&proof, LIMIT_MESSAGE);
    copies_say_proof(c, &proof);
    json_text(j, "meaning", copies_says(c));
    json_bool(j, "reopened", c->reopened);
    json_position(j, "start", c->start);
    json_position(j, "first_not_bound", c->beyond);
    put_digest(j, "carried", c->has_carried, &c->carried);
    json_text(j, "proof", buf_cstr(&proof));
    buf_release(&proof);
    json_text(j, "original", copies_side_name(c->original));
    put_other_order(j, c);
    json_text(j, "does_not_show", copies_limits(c->category));
}

/* ---------------------------------------------------------------------------------------------------
 * Lists */

static int put_standing(struct writing *w, const char *name, struct timeline *t, uint64_t entry)
{
    struct entry_text text;

    if (timeline_read_entry(t, entry, LIMIT_SHOWN, &text, w->err) != 0)
        return -1;
    const struct entry_value *v = &text.member[MEMBER_PROVENANCE_CLASS];
    const struct str none = {NULL, 0};
    json_object(&w->json, name);
    json_uint(&w->json, "entry", entry);
    json_str(&w->json, "provenance_class", v->type == JSON_STRING ? &v->text : &none);
    json_text(&w->json, "standing", standing_name(timeline_mark(t, entry).standing));
    json_end(&w->json);
    entry_text_release(&text);
    return 0;
}

enum { VALUE_SHOWN = 512 }; /* bytes of a member that stands more than once */

static int put_values(struct writing *w, const char *name, struct timeline *t, uint64_t entry,
                      const struct copies_member *m)
{
    struct member_values v;

    if (timeline_values_of(t, entry, &m->name, VALUE_SHOWN, &v, w->err) != 0)
        return -1;
    json_array(&w->json, name);
    for (size_t i = 0; i < v.count; i++)
        json_str(&w->json, NULL, &v.item[i].text);
    json_end(&w->json);
    member_values_release(&v);
    return 0;
}

/* Those that stand more than once in one of the two entries, with all their values. */
static int put_repeated(struct writing *w, const struct copies_row *row, const struct copies_members *m)
{
    const struct copies *c = w->d->copies;
    int rc = 0;

    json_array(&w->json, "repeated");
    for (size_t i = 0; rc == 0 && i < m->count; i++) {
        if (!copies_repeats(&m->item[i]))
            continue;
        json_object(&w->json, NULL);
        json_str(&w->json, "member", &m->item[i].name);
        rc = put_values(w, "earlier", c->earlier, row->earlier, &m->item[i]);
        if (rc == 0)
            rc = put_values(w, "later", c->later, row->later, &m->item[i]);
        json_end(&w->json);
    }
    json_end(&w->json);
    return rc;
}

static void put_members(struct json *j, const struct copies_members *m)
{
    json_array(j, "members");
    for (size_t i = 0; i < m->count; i++)
        json_str(j, NULL, &m->item[i].name);
    json_end(j);
    json_array(j, "not_bound");
    for (size_t i = 0; i < m->count; i++)
        if (!m->item[i].bound)
            json_str(j, NULL, &m->item[i].name);
    json_end(j);
}

static int put_difference(struct writing *w, const struct copies_row *row)
{
    const struct copies *c = w->d->copies;
    struct copies_members m;
    int rc;

    if (copies_members(c, row->earlier, row->later, &m, w->err) != 0)
        return -1;
    json_object(&w->json, NULL);
    json_uint(&w->json, "entry", row->earlier);
    json_uint(&w->json, "later_entry", row->later);
    put_members(&w->json, &m);
    json_text(&w->json, "original", copies_side_name(copies_original(c, row)));
    rc = put_repeated(w, row, &m);
    if (rc == 0)
        rc = put_standing(w, "earlier", c->earlier, row->earlier);
    if (rc == 0)
        rc = put_standing(w, "later", c->later, row->later);
    json_end(&w->json);
    copies_members_release(&m);
    return rc;
}

static bool is_difference(const struct copies_row *row)
{
    return row->kind == COPIES_CHANGED || row->kind == COPIES_UNBOUND;
}

static int put_differences(struct writing *w)
{
    struct copies_row row = {0};
    uint64_t given = 0;
    int rc = 0;

    json_array(&w->json, "differences");
    while (rc == 0 && given < w->limit && copies_next(w->d->copies, &row)) {
        if (!is_difference(&row))
            continue;
        rc = put_difference(w, &row);
        given++;
    }
    json_end(&w->json);
    return rc;
}

static int put_moved_row(struct writing *w, const struct copies_row *row)
{
    const struct copies *c = w->d->copies;
    bool same_digest = copies_moved_as(c, row) != COPIES_CHANGED;
    struct copies_members m;
    int rc;

    if (copies_members(c, row->earlier, row->later, &m, w->err) != 0)
        return -1;
    json_object(&w->json, NULL);
    json_uint(&w->json, "entry", row->earlier);
    json_uint(&w->json, "later_entry", row->later);
    json_bool(&w->json, "same_digest", same_digest);
    put_members(&w->json, &m);
    rc = put_repeated(w, row, &m);
    if (rc == 0)
        rc = put_standing(w, "earlier", c->earlier, row->earlier);
    if (rc == 0)
        rc = put_standing(w, "later", c->later, row->later);
    json_end(&w->json);
    copies_members_release(&m);
    return rc;
}

static int put_moved(struct writing *w)
{
    struct copies_row row = {0};
    uint64_t given = 0;
    int rc = 0;

    json_array(&w->json, "moved");
    while (rc == 0 && given < w->limit && copies_next(w->d->copies, &row)) {
        if (row.kind != COPIES_MOVED_FROM)
            continue;
        rc = put_moved_row(w, &row);
        given++;
    }
    json_end(&w->json);
    return rc;
}

static void put_range(struct json *j, uint64_t from, uint64_t to)
{
    json_object(j, NULL);
    json_uint(j, "from", from);
    json_uint(j, "to", to);
    json_end(j);
}

/* Entries of one copy alone, as ranges of its numbers. */
static void put_ranges(struct writing *w, const char *name, enum copies_kind kind)
{
    struct copies_row row = {0};
    uint64_t given = 0, from = 0, to = 0;

    json_array(&w->json, name);
    while (given < w->limit && copies_next(w->d->copies, &row)) {
        uint64_t entry = kind == COPIES_MISSING ? row.earlier : row.later;

        if (row.kind != kind)
            continue;
        if (from > 0 && entry != to + 1) {
            put_range(&w->json, from, to);
            given++;
            from = 0;
        }
        from = from > 0 ? from : entry;
        to = entry;
    }
    if (from > 0 && given < w->limit)
        put_range(&w->json, from, to);
    json_end(&w->json);
}

static void put_totals(struct json *j, const struct copies *c)
{
    const uint64_t *total = c->total;

    json_uint(j, "differences_total", total[COPIES_CHANGED] + total[COPIES_UNBOUND]);
    json_object(j, "totals");
    json_uint(j, "same", total[COPIES_SAME]);
    json_uint(j, "changed", total[COPIES_CHANGED]);
    json_uint(j, "not_bound", total[COPIES_UNBOUND]);
    json_uint(j, "missing", total[COPIES_MISSING]);
    json_uint(j, "added", total[COPIES_ADDED]);
    json_uint(j, "moved", total[COPIES_MOVED_FROM]);
    json_uint(j, "moved_changed", c->moved_as[COPIES_CHANGED]);
    json_uint(j, "moved_not_bound", c->moved_as[COPIES_UNBOUND]);
    json_end(j);
}

static int put_lists(struct writing *w)
{
    int rc = put_unlinked(w) != 0 || put_differences(w) != 0 ? -1 : 0;

    put_totals(&w->json, w->d->copies);
    json_uint(&w->json, "other_job", w->d->copies->other_job);
    put_ranges(w, "missing", COPIES_MISSING);
    put_ranges(w, "added", COPIES_ADDED);
    return rc == 0 ? put_moved(w) : rc;
}

int report_diff_json(struct out *out, const struct report_diff *d, struct err *err)
{
    struct writing w = {
        .d = d, .limit = d->style.all_findings ? UINT64_MAX : LIMIT_FINDINGS, .err = err};
    int rc = 0;

    json_init(&w.json, out, false);
    json_object(&w.json, NULL);
    json_text(&w.json, "schema", "aerscope.diff/1");
    put_tool(&w.json);
    if (d->copies != NULL)
        put_category(&w.json, d->copies);
    else
        put_no_category(&w.json);
    put_copy(&w.json, "earlier", &d->earlier);
    put_copy(&w.json, "later", &d->later);
    if (d->copies != NULL) {
        put_details(&w.json, d->copies);
        rc = put_lists(&w);
    } else {
        json_array(&w.json, "differences");
        json_end(&w.json);
    }
    json_end(&w.json);
    return rc;
}
