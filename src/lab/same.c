#include "lab/same.h"

#include "base/limits.h"

#include <string.h>

static bool same_text(const struct str *a, const struct str *b)
{
    return a->data == NULL || b->data == NULL ? a->data == b->data : str_equal(a, b);
}

static bool is_set(const struct piece *by, const char *member)
{
    for (size_t i = 0; by != NULL && i < by->edits; i++) {
        const struct edit *e = &by->edit[i];
        bool all = e->kind == EDIT_REPLACE || (e->kind == EDIT_BYTES && strcmp(member, "canonical_bytes") == 0);

        if (all || (e->kind == EDIT_SET && strcmp(e->by->member.data, member) == 0))
            return true;
    }
    return false;
}

static bool differs(const struct entry_value *a, const struct entry_value *b, const struct piece *by, enum member m)
{
    if (a->type != b->type || a->cut != b->cut || !same_text(&a->text, &b->text))
        return true;
    return a->cut && (a->length != b->length || is_set(by, member_name(m)));
}

bool tool_is_nameable(const struct entry_value *tool)
{
    return tool->type == JSON_STRING && tool->text.len > 0;
}

static void note_tool(struct differing *d, const struct entry_value *was, const struct entry_value *is)
{
    d->tool = true;
    d->tool_named = tool_is_nameable(was);
    d->tool_unnamed = !d->tool_named && tool_is_nameable(is);
}

static bool same_bytes(const struct entry_text *a, const struct entry_text *b)
{
    return a->has_output && b->has_output && digest_equal(&a->output, &b->output);
}

static void note_member(struct differing *d, enum member m, const struct entry_text *a, const struct entry_text *b)
{
    switch (m) {
    case MEMBER_TOOL: note_tool(d, &a->member[m], &b->member[m]); break;
    case MEMBER_JOB_ID: d->job = true; break;
    case MEMBER_ID: d->id = true; break;
    case MEMBER_CANONICAL_BYTES:
        if (same_bytes(a, b))
            d->place = true;
        else
            d->bytes = true;
        break;
    case MEMBER_OUTPUT_HASH:
    case MEMBER_ENTRY_DIGEST: d->unbound = true; break;
    default: d->place = true; break;
    }
}

/* ---------------------------------------------------------------------------------------------------
 * Members that the checks do not use */

static const struct entry_extra *find(const struct entry_text *e, const struct entry_extra *x)
{
    for (size_t i = 0; i < e->extras; i++)
        if (!e->extra[i].name_cut && str_equal(&e->extra[i].name, &x->name))
            return &e->extra[i];
    return NULL;
}

static void note_extras(struct differing *d, const struct entry_text *a, const struct entry_text *b,
                        const struct piece *by)
{
    for (size_t i = 0; i < a->extras; i++) {
        const struct entry_extra *x = &a->extra[i], *y = find(b, x);
        const char *name = x->name.data;

        if (x->name_cut || strcmp(name, LAB_MARK) == 0)
            continue;
        if (y != NULL && x->type == y->type && x->cut == y->cut && same_text(&x->text, &y->text) &&
            !(x->cut && is_set(by, name)))
            continue;
        d->unbound = true;
    }
}

/* Of more members than are read the number is compared; the mark may be among them. */
static bool other_number(const struct entry_text *a, const struct entry_text *b)
{
    uint64_t more = a->extras_total > b->extras_total ? a->extras_total - b->extras_total
                                                      : b->extras_total - a->extras_total;

    return more > 1;
}

/* ---------------------------------------------------------------------------------------------------
 * An entry */

static void compare(struct differing *d, const struct entry_text *a, const struct entry_text *b,
                    const struct piece *by)
{
    for (int m = 0; m < MEMBER_COUNT; m++)
        if (differs(&a->member[m], &b->member[m], by, (enum member)m))
            note_member(d, (enum member)m, a, b);
    d->nameable = tool_is_nameable(&a->member[MEMBER_TOOL]) && tool_is_nameable(&b->member[MEMBER_TOOL]);
    note_extras(d, a, b, by);
    note_extras(d, b, a, by);
    d->unbound |= other_number(a, b);
}

int differing_of(struct differing *out, struct timeline *a, uint64_t entry_a, struct timeline *b, uint64_t entry_b,
                 const struct piece *by, struct err *err)
{
    struct entry_text x = {0}, y = {0};
    int status = -1;

    memset(out, 0, sizeof *out);
    if (timeline_read_entry(a, entry_a, LIMIT_SHOWN, &x, err) == 0 &&
        timeline_read_entry(b, entry_b, LIMIT_SHOWN, &y, err) == 0) {
        compare(out, &x, &y, by);
        status = 0;
    }
    entry_text_release(&x);
    entry_text_release(&y);
    return status;
}

int same_members(struct timeline *a, uint64_t entry_a, struct timeline *b, uint64_t entry_b, struct err *err)
{
    struct differing d;

    if (differing_of(&d, a, entry_a, b, entry_b, NULL, err) != 0)
        return -1;
    return !d.tool && !d.job && !d.id && !d.bytes && !d.unbound && !d.place;
}
