#include "tui/rows.h"

#include "tui/show.h"

#include <string.h>

enum { ROW_LIMIT = 256 };

static void field_release(struct field *f)
{
    str_release(&f->text);
}

static void row_release(struct row *r)
{
    field_release(&r->tool);
    field_release(&r->provenance_class);
    field_release(&r->id);
    field_release(&r->prev);
    memset(r, 0, sizeof *r);
}

void rows_release(struct rows *r)
{
    for (size_t i = 0; i < ROWS_KEPT; i++)
        row_release(&r->row[i]);
}

static void field_set(struct field *f, const struct entry_value *v, unsigned flags)
{
    struct buf b;

    buf_init(&b, LIMIT_MESSAGE);
    show_value(&b, v, false, flags);
    f->type = v->type;
    f->cut = v->cut;
    str_take(&f->text, &b);
    buf_release(&b);
}

static void row_fill(struct row *r, const struct entry_text *e, unsigned flags)
{
    const struct entry_value *prev = &e->member[MEMBER_PREV_DIGEST];
    struct digest d;

    r->is_object = e->is_object;
    field_set(&r->tool, &e->member[MEMBER_TOOL], flags);
    field_set(&r->provenance_class, &e->member[MEMBER_PROVENANCE_CLASS], flags);
    field_set(&r->id, &e->member[MEMBER_ID], flags);
    field_set(&r->prev, prev, flags);
    if (prev->type == JSON_STRING && digest_parse(prev->text.data, prev->text.len, &d))
        digest_hex(&d, r->prev_hex);
}

void rows_load(struct rows *r, struct timeline *t, uint64_t entry)
{
    struct row *row = &r->row[entry % ROWS_KEPT];
    struct entry_text text;
    struct err err = {0};

    if (row->entry == entry)
        return;
    row_release(row);
    memset(&text, 0, sizeof text);
    row->entry = entry;
    row->failed = timeline_read_members(t, entry, ROW_LIMIT, &text, &err) < 0;
    row->changed = row->failed && err.code == ERR_CHANGED;
    if (!row->failed)
        row_fill(row, &text, r->flags);
    entry_text_release(&text);
}

const struct row *rows_find(const struct rows *r, uint64_t entry)
{
    const struct row *row = &r->row[entry % ROWS_KEPT];

    return entry > 0 && row->entry == entry ? row : NULL;
}
