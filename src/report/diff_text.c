#include "report/report_diff.h"

#include "base/text.h"
#include "report/sheet.h"
#include "report/text_parts.h"

#include <inttypes.h>
#include <string.h>

enum { VALUE_SHOWN = 512 }; /* bytes of a member */

struct telling {
    struct sheet *p;
    const struct report_diff *d;
    uint64_t limit;
    struct err *err;
};

/* ---------------------------------------------------------------------------------------------------
 * Both copies */

static void put_copy(struct sheet *p, const char *name, const struct report_copy *copy)
{
    struct timeline *t = copy->timeline;
    struct digest sha256;
    struct str job;

    sheet_evidence(p, copy->path, strlen(copy->path), 0);
    sheet_field(p, name);
    if (copy->error != NULL) {
        sheet_safe(p, copy->error, strlen(copy->error));
        sheet_field(p, "not read");
    }
    if (t == NULL)
        return;
    text_count(p, timeline_progress(t).entries, "entry", "entries");
    sheet_field(p, "");
    job = timeline_job(t);
    if (job.data != NULL)
        sheet_value(p, "job", job.data, job.len, TEXT_WTF8);
    if (timeline_sha256(t, &sha256))
        text_digest(p, "sha256", &sha256);
}

/* ---------------------------------------------------------------------------------------------------
 * What was found */

static void put_found(struct sheet *p, const struct copies *c)
{
    sheet_say(p, "%s", copies_says(c));
    if (c->reopened)
        sheet_say(p, "; its last entry is closed in the earlier copy alone");
    sheet_field(p, "found");
    if (c->entry > 0) {
        copies_say_entry(c, &p->text);
        if (c->beyond > 0)
            sheet_say(p, "; before it entry %" PRIu64 " of both copies, which has one digest, in members", c->beyond);
        sheet_field(p, "first differs");
    }
    if (c->start > 0) {
        sheet_say(p, "what entry %" PRIu64 " of the earlier copy records", c->start);
        sheet_field(p, "begins with");
    }
}

static void put_proof(struct sheet *p, const struct copies *c)
{
    sheet_say(p, "%s: ", c->proved ? "proved" : "possible");
    copies_say_proof(c, &p->text);
    sheet_field(p, "certainty");
    if (c->category == COPIES_RECLOSED)
        text_digest(p, "carried", &c->carried);
}

static void put_other_order(struct sheet *p, const struct copies *c)
{
    if (!c->other.told)
        return;
    copies_say_other(c, &p->text);
    sheet_field(p, "other order");
    if (c->other.category == COPIES_RECLOSED)
        text_digest(p, "carried", &c->carried);
}

static void put_standing(struct sheet *p, const char *label, struct timeline *t, uint64_t entry,
                         const struct entry_text *text)
{
    const struct entry_value *class = &text->member[MEMBER_PROVENANCE_CLASS];
    enum standing standing = timeline_mark(t, entry).standing;

    sheet_say(p, "entry %" PRIu64 ", ", entry);
    text_standing(p, standing);
    sheet_say(p, ": ");
    if (class->type == JSON_STRING)
        sheet_quote(p, class->text.data, class->text.len, TEXT_WTF8);
    else
        sheet_say(p, "no class that is a string");
    sheet_field(p, label);
}

/* The stored value and the digest that it is not, under each other. */
static int put_unlinked(struct telling *w)
{
    const struct copies *c = w->d->copies;
    struct entry_text text;

    if (c->unlinked == 0)
        return 0;
    if (timeline_read_entry(c->later, c->unlinked, VALUE_SHOWN, &text, w->err) != 0)
        return -1;
    const struct entry_value *v = &text.member[MEMBER_PREV_DIGEST];
    struct entry_mark before = timeline_mark(c->later, c->unlinked - 1);
    put_standing(w->p, "not linked", c->later, c->unlinked, &text);
    if (v->type == JSON_STRING)
        sheet_value(w->p, "stored", v->text.data, v->text.len, TEXT_WTF8);
    if (before.has_digest)
        text_digest(w->p, "recomputed", &before.digest);
    entry_text_release(&text);
    return 0;
}

static void put_rows(struct sheet *p, const struct copies *c)
{
    struct copies_count count[COPIES_COUNTS];
    size_t n = copies_counts(c, count);

    for (size_t i = 0; i < n; i++)
        sheet_say(p, "%s%" PRIu64 " %s", i > 0 ? ", " : "", count[i].entries, count[i].says);
    if (n == 0)
        sheet_say(p, "none");
    sheet_field(p, "entries");
}

static int put_category(struct telling *w)
{
    const struct copies *c = w->d->copies;
    struct sheet *p = w->p;
    const char *limits = copies_limits(c->category);

    text_words(p, copies_category_name(c->category));
    sheet_heading(p, "COMPARISON", buf_cstr(&p->text));
    buf_clear(&p->text);
    put_found(p, c);
    put_proof(p, c);
    int rc = put_unlinked(w);
    put_other_order(p, c);
    put_rows(p, c);
    sheet_safe(p, limits, strlen(limits));
    sheet_field(p, "not shown");
    return rc;
}

/* ---------------------------------------------------------------------------------------------------
 * Entries */

/* The value that is read of a member; JSON_ABSENT where it is not there, or is not among those
 * shown. */
static struct entry_value value_of(const struct entry_text *text, const struct copies_member *m)
{
    struct entry_value v = {.type = JSON_ABSENT};

    if (m->known != MEMBER_COUNT)
        return text->member[m->known];
    for (size_t i = 0; i < text->extras; i++)
        if (str_equal(&text->extra[i].name, &m->name)) {
            v.type = text->extra[i].type;
            v.text = text->extra[i].text;
            v.cut = v.text.len >= VALUE_SHOWN;
        }
    return v;
}

static void put_payload(struct sheet *p, const char *label, const struct entry_text *text)
{
    text_count(p, text->output_bytes, "byte", "bytes");
    sheet_say(p, " decoded, with the SHA-256");
    sheet_field(p, label);
    text_digest(p, "", &text->output);
}

/* Each value of a member that stands more than once, as it is written. */
static int put_repeated(struct telling *w, const char *label, struct timeline *t, uint64_t entry,
                        const struct copies_member *m)
{
    struct member_values v;

    if (timeline_values_of(t, entry, &m->name, VALUE_SHOWN, &v, w->err) != 0)
        return -1;
    for (size_t i = 0; i < v.count; i++) {
        sheet_evidence(w->p, v.item[i].text.data, v.item[i].text.len, TEXT_WTF8);
        if (v.item[i].cut)
            sheet_say(w->p, " (longer; the rest is left out)");
        sheet_field(w->p, i == 0 ? label : "");
    }
    if (v.count == 0) {
        sheet_say(w->p, "absent");
        sheet_field(w->p, label);
    }
    member_values_release(&v);
    return 0;
}

static void put_value(struct sheet *p, const char *label, const struct entry_text *text,
                      const struct copies_member *m, bool there)
{
    struct entry_value v = value_of(text, m);

    if (m->known == MEMBER_CANONICAL_BYTES && text->has_output) {
        put_payload(p, label, text);
        return;
    }
    if (v.type == JSON_STRING) {
        sheet_value(p, label, v.text.data, v.text.len, TEXT_WTF8);
    } else {
        sheet_evidence(p, v.text.data, v.text.len, TEXT_WTF8);
        if (v.type == JSON_ABSENT)
            sheet_say(p, "%s", there ? "(not shown: too many members)" : "absent");
        sheet_field(p, label);
    }
    if (!v.cut)
        return;
    sheet_say(p, "(longer; the rest is left out)");
    sheet_field(p, "");
}

static int put_member(struct telling *w, const struct copies_row *row, const struct copies_member *m,
                      const struct entry_text *a, const struct entry_text *b)
{
    const struct copies *c = w->d->copies;
    struct sheet *p = w->p;

    if (m->known < MEMBER_COUNT)
        sheet_say(p, "%s", member_name(m->known));
    else
        sheet_quote(p, m->name.data, m->name.len, TEXT_WTF8);
    sheet_say(p, "%s", m->bound ? "" : " (not bound by the digest)");
    if (copies_repeats(m)) {
        sheet_say(p, ", ");
        copies_say_repeated(m, &p->text);
    }
    sheet_field(p, "member");
    if (copies_repeats(m))
        return put_repeated(w, "earlier", c->earlier, row->earlier, m) != 0
                   ? -1
                   : put_repeated(w, "later", c->later, row->later, m);
    put_value(p, "earlier", a, m, m->in_earlier);
    put_value(p, "later", b, m, m->in_later);
    return 0;
}

static void quote_member(struct sheet *p, const char *name, const struct entry_value *v)
{
    sheet_say(p, ", %s ", name);
    if (v->type == JSON_STRING)
        sheet_quote(p, v->text.data, v->text.len, TEXT_WTF8);
    else
        sheet_say(p, "none");
}

static void put_moved(struct telling *w, const struct copies_row *row, const struct entry_text *a)
{
    bool changed = copies_moved_as(w->d->copies, row) == COPIES_CHANGED;

    sheet_say(w->p, "entry %" PRIu64 " of the earlier copy %s entry %" PRIu64 " of the later one", row->earlier,
              changed ? "is paired with" : "has the digest of", row->later);
    if (!changed) {
        quote_member(w->p, "tool", &a->member[MEMBER_TOOL]);
        quote_member(w->p, "id", &a->member[MEMBER_ID]);
    }
    sheet_field(w->p, "moved");
}

static void put_basis(struct sheet *p, const struct copies_members *m)
{
    sheet_say(p, "by ");
    copies_say_basis(m, &p->text);
    sheet_field(p, "paired");
}

static bool has_two_digests(const struct copies *c, const struct copies_row *row)
{
    return row->kind == COPIES_CHANGED ||
           (row->kind == COPIES_MOVED_FROM && copies_moved_as(c, row) == COPIES_CHANGED);
}

static int put_changed(struct telling *w, const struct copies_row *row,
                        const struct copies_members *m, const struct entry_text *a,
                        const struct entry_text *b)
{
    const struct copies *c = w->d->copies;
    enum copies_side original = copies_original(c, row);

    put_standing(w->p, "earlier", c->earlier, row->earlier, a);
    put_standing(w->p, "later", c->later, row->later, b);
    if (row->kind == COPIES_MOVED_FROM)
        put_moved(w, row, a);
    if (has_two_digests(c, row))
        put_basis(w->p, m);
    if (row->kind != COPIES_MOVED_FROM && original != COPIES_NEITHER) {
        sheet_say(w->p, "the next entry, which has the same digest in both, cites that of the %s copy",
                  copies_side_name(original));
        sheet_field(w->p, "cited");
    }
    for (size_t i = 0; i < m->count; i++)
        if (put_member(w, row, &m->item[i], a, b) != 0)
            return -1;
    return 0;
}

static int put_pair(struct telling *w, const struct copies_row *row)
{
    const struct copies *c = w->d->copies;
    struct copies_members m;
    struct entry_text a, b;
    int rc = copies_members(c, row->earlier, row->later, &m, w->err);

    if (rc != 0)
        return rc;
    rc = timeline_read_entry(c->earlier, row->earlier, VALUE_SHOWN, &a, w->err);
    if (rc == 0) {
        rc = timeline_read_entry(c->later, row->later, VALUE_SHOWN, &b, w->err);
        if (rc == 0)
            rc = put_changed(w, row, &m, &a, &b);
        entry_text_release(&b);
    }
    entry_text_release(&a);
    copies_members_release(&m);
    return rc;
}

/* An entry that is paired with none of the other copy. */
static int put_single(struct telling *w, const char *label, const char *other, struct timeline *t,
                      uint64_t entry)
{
    enum copies_side side = t == w->d->copies->earlier ? COPIES_EARLIER : COPIES_LATER;
    struct entry_text text;
    uint64_t twin;

    if (copies_twin(w->d->copies, side, entry, &twin, w->err) != 0)
        return -1;
    if (timeline_read_entry(t, entry, VALUE_SHOWN, &text, w->err) != 0)
        return -1;
    put_standing(w->p, label, t, entry, &text);
    sheet_say(w->p, "paired with none of the %s copy", other);
    quote_member(w->p, "tool", &text.member[MEMBER_TOOL]);
    quote_member(w->p, "id", &text.member[MEMBER_ID]);
    if (twin > 0)
        sheet_say(w->p, "; entry %" PRIu64 " of the %s copy records the same job_id, id, tool, class and bytes, so that "
                        "either may be the one without a partner", twin, label);
    sheet_field(w->p, "");
    entry_text_release(&text);
    return 0;
}

static int put_row(struct telling *w, const struct copies_row *row)
{
    sheet_blank(w->p);
    switch (row->kind) {
    case COPIES_MISSING: return put_single(w, "earlier", "later", w->d->copies->earlier, row->earlier);
    case COPIES_ADDED: return put_single(w, "later", "earlier", w->d->copies->later, row->later);
    default: return put_pair(w, row);
    }
}

static bool is_shown(const struct copies_row *row)
{
    return row->kind != COPIES_SAME && row->kind != COPIES_MOVED_TO;
}

static int put_differences(struct telling *w)
{
    const struct copies *c = w->d->copies;
    uint64_t total = c->total[COPIES_CHANGED] + c->total[COPIES_UNBOUND] +
                     c->total[COPIES_MISSING] + c->total[COPIES_ADDED] +
                     c->total[COPIES_MOVED_FROM];
    struct copies_row row = {0};
    uint64_t given = 0;
    int rc = 0;

    sheet_blank(w->p);
    text_count(w->p, total, "entry", "entries");
    sheet_heading(w->p, "DIFFERENCES", buf_cstr(&w->p->text));
    buf_clear(&w->p->text);
    while (rc == 0 && given < w->limit && copies_next(c, &row)) {
        if (!is_shown(&row))
            continue;
        rc = put_row(w, &row);
        given++;
    }
    if (rc == 0 && given < total) {
        sheet_blank(w->p);
        sheet_say(w->p, "%" PRIu64 " more are not shown (--all-findings shows them)",
                  total - given);
        sheet_prose(w->p, SHEET_LABEL, SHEET_LABEL);
    }
    return rc;
}

int report_diff_text(struct out *out, const struct report_diff *d, struct err *err)
{
    struct sheet p;
    struct telling w = {.p = &p,
                        .d = d,
                        .limit = d->style.all_findings ? UINT64_MAX : REPORT_DIFF_TEXT,
                        .err = err};
    int rc = 0;

    sheet_init(&p, out, d->style.utf8, d->style.colour);
    put_copy(&p, "earlier", &d->earlier);
    sheet_blank(&p);
    put_copy(&p, "later", &d->later);
    sheet_blank(&p);
    if (d->copies != NULL) {
        rc = put_category(&w);
        if (rc == 0)
            rc = put_differences(&w);
    } else {
        sheet_heading(&p, "COMPARISON", "none: not both could be read to their ends");
    }
    sheet_release(&p);
    return rc;
}
