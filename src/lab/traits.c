#include "lab/traits.h"

#include <stdlib.h>
#include <string.h>

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void note_set(struct traits *t, const char *member)
{
    static const char *const content[] = {"id", "canonical_bytes"};
    static const char *const place[] = {"seq", "prev_digest", "job_id", "provenance_class", "close"};

    t->time |= strcmp(member, "created_at") == 0;
    if (strcmp(member, "tool") == 0)
        t->tool = true;
    else if (is_among(member, content, sizeof content / sizeof *content))
        t->content = true;
    else
        t->unbound |= !is_among(member, place, sizeof place / sizeof *place);
}

static void note_edit(struct traits *t, const struct edit *e)
{
    if (e->kind == EDIT_SET)
        note_set(t, e->by->member.data);
    t->content |= e->kind == EDIT_BYTES || e->kind == EDIT_REPLACE;
}

/* ---------------------------------------------------------------------------------------------------
 * Entries */

/* Entries of the timeline itself that follow each other. */
struct span {
    uint64_t first, count;
};

static int by_first(const void *a, const void *b)
{
    const struct span *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

/* The spans sorted; those that meet or overlap become one. How many there are then. */
static size_t join_spans(struct traits *t, struct span *s, size_t count)
{
    size_t n = 0;

    if (count > 1)
        qsort(s, count, sizeof *s, by_first);
    for (size_t i = 0; i < count; i++) {
        struct span *last = n > 0 ? &s[n - 1] : NULL;

        if (last == NULL || s[i].first > last->first + last->count) {
            s[n++] = s[i];
            continue;
        }
        t->added |= s[i].first < last->first + last->count; /* an entry that stands twice */
        if (s[i].first + s[i].count > last->first + last->count)
            last->count = s[i].first + s[i].count - last->first;
    }
    return n;
}

/* The entries that are left stand one behind the other as they did, whatever stands between. */
static bool is_in_order(const struct rope *r, const struct span *left, size_t spans)
{
    size_t at = 0;
    uint64_t next = spans > 0 ? left[0].first : 0;

    for (size_t i = 0; i < r->count && at < spans; i++) {
        const struct piece *p = &r->item[i];

        if (p->file != 0 || next < p->first || next >= p->first + p->count)
            continue;
        next = p->first + p->count;
        if (next == left[at].first + left[at].count && ++at < spans)
            next = left[at].first;
    }
    return at == spans;
}

static int note_entries(struct traits *t, const struct lab *l)
{
    const struct rope *r = &l->rope;
    struct span *s = malloc((r->count + 1) * sizeof *s);
    size_t count = 0;

    if (s == NULL)
        return -1;
    for (size_t i = 0; i < r->count; i++) {
        if (r->item[i].file == 0)
            s[count++] = (struct span){r->item[i].first, r->item[i].count};
        else
            t->added = true;
    }
    count = join_spans(t, s, count);
    t->removed = count != 1 || s[0].first != 1 || s[0].count != l->file[0].entries;
    t->reordered = !is_in_order(r, s, count);
    free(s);
    return 0;
}

int traits_of(struct traits *t, const struct lab *l)
{
    memset(t, 0, sizeof *t);
    t->none = l->steps == 0;
    for (size_t i = 0; i < l->steps; i++)
        t->relinked |= l->done[i]->step.kind == LAB_RELINK || l->done[i]->step.kind == LAB_AS_06;
    for (size_t i = 0; i < l->rope.count; i++)
        for (size_t k = 0; k < l->rope.item[i].edits; k++)
            note_edit(t, &l->rope.item[i].edit[k]);
    return note_entries(t, l);
}
