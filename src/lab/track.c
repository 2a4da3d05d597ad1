#include "lab/track.h"

#include "base/limits.h"
#include "lab/same.h"

#include <stdlib.h>
#include <string.h>

/* Entries of a splice that are read to tell whether they are those that were taken out. */
enum { READ_MOST = 1000 };

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory to say who notices");
}

static int add(struct track *t, uint64_t count, uint64_t origin, struct err *err)
{
    struct run *last = t->count > 0 ? &t->item[t->count - 1] : NULL;
    uint64_t at = last != NULL ? last->at + last->count : 1;

    if (count == 0)
        return 0;
    if (last != NULL && (origin == 0 ? last->origin == 0 : last->origin != 0 && last->origin + last->count == origin)) {
        last->count += count;
        return 0;
    }
    if (t->count == t->room) {
        size_t room = t->room * 2 + 16;
        struct run *more = realloc(t->item, room * sizeof *more);
        if (more == NULL)
            return no_memory(err);
        t->item = more;
        t->room = room;
    }
    t->item[t->count++] = (struct run){at, count, origin};
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Entries of the timeline itself, and copies of them */

/* The run that holds what stood at `entry` before, else the first one behind it; NULL: neither. */
static const struct run *holder(const struct track *t, uint64_t entry)
{
    const struct run *next = NULL;

    for (size_t i = 0; i < t->count; i++) {
        const struct run *r = &t->item[i];

        if (r->origin == 0 || r->origin + r->count <= entry)
            continue;
        if (next == NULL || r->origin < next->origin)
            next = r;
    }
    return next;
}

static int add_own(struct track *t, const struct piece *p, struct err *err)
{
    uint64_t entry = p->first, end = p->first + p->count;

    while (entry < end) {
        const struct run *r = holder(t, entry);
        bool copy = r != NULL && r->origin <= entry;
        uint64_t to = r == NULL ? end : copy ? r->origin + r->count : r->origin;

        if (to > end)
            to = end;
        if (add(t, to - entry, copy ? 0 : entry, err) != 0)
            return -1;
        entry = to;
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Entries of another file */

static bool is_anywhere(const struct rope *r, uint64_t entry)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct piece *p = &r->item[i];

        if (p->file == 0 && p->first <= entry && entry - p->first < p->count)
            return true;
    }
    return false;
}

/* The entry behind the one that was added last; 0: that one was put in. */
static uint64_t following(const struct track *t)
{
    const struct run *last = t->count > 0 ? &t->item[t->count - 1] : NULL;

    return last == NULL ? 1 : last->origin > 0 ? last->origin + last->count : 0;
}

/* 1: entry `k` of the piece is the one at `entry`, which was taken out; 0; -1. */
static int is_it(struct lab *l, const struct piece *p, uint64_t k, uint64_t entry, struct err *err)
{
    if (entry == 0 || k >= READ_MOST || entry > l->file[0].entries || is_anywhere(&l->rope, entry))
        return 0;
    return same_members(l->file[0].t, entry, l->file[p->file].t, p->first + k, err);
}

static int add_other(struct track *t, struct lab *l, const struct piece *p, struct err *err)
{
    uint64_t k = 0;

    for (int same = 1; k < p->count && same > 0; k += same > 0) {
        uint64_t entry = following(t);

        same = is_it(l, p, k, entry, err);
        if (same < 0 || (same > 0 && add(t, 1, entry, err) != 0))
            return -1;
    }
    return add(t, p->count - k, 0, err);
}

/* ---------------------------------------------------------------------------------------------------
 * All */

static int by_origin(const void *a, const void *b)
{
    const struct run *x = a, *y = b;

    return x->origin < y->origin ? -1 : x->origin > y->origin;
}

static int sort_left(struct track *t, struct err *err)
{
    t->left = malloc((t->count + 1) * sizeof *t->left);
    if (t->left == NULL)
        return no_memory(err);
    for (size_t i = 0; i < t->count; i++)
        if (t->item[i].origin > 0)
            t->left[t->lefts++] = t->item[i];
    if (t->lefts > 1)
        qsort(t->left, t->lefts, sizeof *t->left, by_origin);
    return 0;
}

int track_of(struct track *t, struct lab *l, struct err *err)
{
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < l->rope.count; i++) {
        const struct piece *p = &l->rope.item[i];

        if ((p->file == 0 ? add_own(t, p, err) : add_other(t, l, p, err)) != 0)
            return -1;
    }
    return sort_left(t, err);
}

void track_release(struct track *t)
{
    free(t->item);
    free(t->left);
    memset(t, 0, sizeof *t);
}

uint64_t track_origin(const struct track *t, uint64_t at)
{
    size_t low = 0, high = t->count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->item[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return t->count > 0 && t->item[low].origin > 0 ? t->item[low].origin + (at - t->item[low].at) : 0;
}

uint64_t track_now(const struct track *t, uint64_t entry)
{
    size_t low = 0, high = t->lefts;
    const struct run *r;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->left[middle].origin <= entry)
            low = middle;
        else
            high = middle;
    }
    r = &t->left[low];
    return t->lefts > 0 && r->origin <= entry && entry < r->origin + r->count ? r->at + (entry - r->origin) : 0;
}

bool track_left(const struct track *t, uint64_t entry)
{
    return entry == 0 || track_now(t, entry) > 0;
}
