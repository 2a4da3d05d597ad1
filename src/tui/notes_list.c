#include "tui/notes_list.h"

#include "tui/state.h"

#include <stdlib.h>
#include <string.h>

void notes_list_release(struct notes_list *l)
{
    free(l->item);
    memset(l, 0, sizeof *l);
}

const struct listed_note *notes_list_selected(const struct notes_list *l)
{
    return l->selected < l->count ? &l->item[l->selected] : NULL;
}

static bool add(struct notes_list *l, struct listed_note n)
{
    if (l->count == l->room) {
        size_t more = l->room ? l->room * 2 : 64;
        struct listed_note *bigger = realloc(l->item, more * sizeof *bigger);
        if (!bigger)
            return false;
        l->item = bigger;
        l->room = more;
    }
    l->item[l->count++] = n;
    return true;
}

/* Drafts go before the notes of their entry. */
static int by_entry(const void *left, const void *right)
{
    const struct listed_note *a = left, *b = right;
    uint64_t x = a->entry ? a->entry : UINT64_MAX, y = b->entry ? b->entry : UINT64_MAX;

    if (x != y)
        return x < y ? -1 : 1;
    if (a->draft != b->draft)
        return a->draft ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

uint64_t drafts_entry(const struct state *s, const struct draft *d)
{
    struct entry_mark at;

    if (d->entry > s->progress.entries)
        return 0;
    at = timeline_mark(s->timeline, d->entry);
    if (at.has_digest != d->has_digest || (d->has_digest && !digest_equal(&at.digest, &d->digest)))
        return 0;
    return d->entry;
}

int notes_list_make(struct state *s)
{
    struct notes_list *l = &s->notes_list;
    const struct casefile *c = s->casing.file;
    bool all = true;

    l->count = 0;
    for (size_t i = 0; c && i < s->drafts.count; i++)
        all = all && (s->drafts.item[i].stored || add(l, (struct listed_note){true, i, drafts_entry(s, &s->drafts.item[i])}));
    for (size_t i = 0; c && i < casefile_notes(c); i++)
        all = all && add(l, (struct listed_note){false, i, casefile_note(c, i).here});
    if (!l->by_time && l->count > 1)
        qsort(l->item, l->count, sizeof *l->item, by_entry);
    if (l->selected >= l->count)
        l->selected = l->count ? l->count - 1 : 0;
    return all ? 0 : -1;
}
