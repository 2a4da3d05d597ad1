#include "lab/traits.h"

#include "lab/same.h"

#include <string.h>

static void note(struct traits *t, const struct differing *d)
{
    t->tool |= d->tool;
    t->job |= d->job;
    t->content |= d->content;
    t->time |= d->time;
    t->other |= d->tool || d->job || d->content || d->unbound || d->place;
}

/* Entries that steps edit, held against what they were. */
static int note_edits(struct traits *t, struct lab *l, const struct track *track, struct timeline *after,
                      struct err *err)
{
    uint64_t at = 1;

    for (size_t i = 0; i < l->rope.count; i++) {
        const struct piece *p = &l->rope.item[i];
        uint64_t was = p->edits > 0 ? track_origin(track, at) : 0;
        struct differing d;

        if (was > 0) {
            if (differing_of(&d, l->file[0].t, was, after, at, p, err) != 0)
                return -1;
            note(t, &d);
        }
        at += p->count;
    }
    return 0;
}

static void note_entries(struct traits *t, const struct lab *l, const struct track *track)
{
    uint64_t left = 0, next = 0;

    for (size_t i = 0; i < track->count; i++) {
        const struct run *r = &track->item[i];

        if (r->origin == 0) {
            t->added = true;
            continue;
        }
        t->reordered |= r->origin < next;
        next = r->origin + r->count;
        left += r->count;
    }
    t->removed = left < l->file[0].entries;
}

int traits_of(struct traits *t, struct lab *l, const struct track *track, struct timeline *after, struct err *err)
{
    memset(t, 0, sizeof *t);
    t->none = l->steps == 0;
    for (size_t i = 0; i < l->steps; i++)
        t->relinked |= l->done[i]->step.kind == LAB_RELINK || l->done[i]->step.kind == LAB_AS_06;
    note_entries(t, l, track);
    return note_edits(t, l, track, after, err);
}
