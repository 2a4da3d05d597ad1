#include "lab/rope.h"

#include "base/shortage.h"

#include <stdlib.h>
#include <string.h>

static int make_room(struct rope *r, size_t more)
{
    struct piece *item;
    size_t room = r->room * 2 + more;

    if (r->count + more <= r->room)
        return 0;
    item = shortage_unless(realloc(r->item, room * sizeof *item));
    if (item == NULL)
        return -1;
    r->item = item;
    r->room = room;
    return 0;
}

/* Room for `more` pieces at `at`, which the caller fills. */
static int open_gap(struct rope *r, size_t at, size_t more)
{
    if (make_room(r, more) != 0)
        return -1;
    memmove(r->item + at + more, r->item + at, (r->count - at) * sizeof *r->item);
    r->count += more;
    return 0;
}

static void close_gap(struct rope *r, size_t at, size_t gone)
{
    memmove(r->item + at, r->item + at + gone, (r->count - at - gone) * sizeof *r->item);
    r->count -= gone;
}

int rope_init(struct rope *r, uint64_t entries)
{
    memset(r, 0, sizeof *r);
    r->entries = entries;
    if (entries == 0)
        return 0;
    if (open_gap(r, 0, 1) != 0)
        return -1;
    r->item[0] = (struct piece){.first = 1, .count = entries};
    return 0;
}

void rope_release(struct rope *r)
{
    for (size_t i = 0; i < r->count; i++)
        free(r->item[i].edit);
    free(r->item);
    memset(r, 0, sizeof *r);
}

const struct piece *rope_at(const struct rope *r, uint64_t position, uint64_t *entry)
{
    uint64_t before = 0;
    size_t i = 0;

    while (position - before > r->item[i].count)
        before += r->item[i++].count;
    *entry = r->item[i].first + (position - before - 1);
    return &r->item[i];
}

/* Makes a piece begin at `position` (1..entries + 1); *at is its index. */
static int split(struct rope *r, uint64_t position, size_t *at)
{
    uint64_t before = 0, head;
    size_t i = 0;

    while (i < r->count && position - before > r->item[i].count)
        before += r->item[i++].count;
    head = position - before - 1;
    *at = i;
    if (head == 0)
        return 0;
    if (open_gap(r, i, 1) != 0)
        return -1;
    r->item[i] = r->item[i + 1];
    r->item[i].count = head;
    r->item[i + 1].first += head;
    r->item[i + 1].count -= head;
    if (r->item[i + 1].seq != 0)
        r->item[i + 1].seq += head;
    *at = i + 1;
    return 0;
}

/* Makes one entry a piece of its own. */
static int isolate(struct rope *r, uint64_t position, size_t *at)
{
    size_t end;

    return split(r, position, at) != 0 || split(r, position + 1, &end) != 0 ? -1 : 0;
}

int rope_remove(struct rope *r, uint64_t position, uint64_t count)
{
    size_t from, to;

    if (split(r, position, &from) != 0 || split(r, position + count, &to) != 0)
        return -1;
    for (size_t i = from; i < to; i++)
        free(r->item[i].edit);
    close_gap(r, from, to - from);
    r->entries -= count;
    return 0;
}

static int copy_edits(struct piece *p)
{
    struct edit *copy;

    if (p->edits == 0)
        return 0;
    copy = shortage_unless(malloc(p->edits * sizeof *copy));
    if (copy != NULL)
        memcpy(copy, p->edit, p->edits * sizeof *copy);
    p->edit = copy;
    return copy != NULL ? 0 : -1;
}

int rope_duplicate(struct rope *r, uint64_t position)
{
    size_t at;

    if (isolate(r, position, &at) != 0 || open_gap(r, at + 1, 1) != 0)
        return -1;
    r->item[at + 1] = r->item[at];
    if (copy_edits(&r->item[at + 1]) != 0) {
        close_gap(r, at + 1, 1);
        return -1;
    }
    r->item[at + 1].put = true;
    r->entries++;
    return 0;
}

/* Takes a piece of one entry out, and puts it in so that it stands at `to`. */
static int put_piece(struct rope *r, size_t from, uint64_t to)
{
    struct piece p = r->item[from];
    size_t at;

    p.put = true;
    close_gap(r, from, 1);
    r->entries--;
    if (split(r, to, &at) != 0 || open_gap(r, at, 1) != 0) {
        free(p.edit);
        return -1;
    }
    r->item[at] = p;
    r->entries++;
    return 0;
}

int rope_move(struct rope *r, uint64_t position, uint64_t to)
{
    size_t at;

    return isolate(r, position, &at) != 0 ? -1 : put_piece(r, at, to);
}

int rope_swap(struct rope *r, uint64_t a, uint64_t b)
{
    struct piece p;
    size_t i, k;

    /* The second isolation may move the first piece. */
    if (isolate(r, a, &i) != 0 || isolate(r, b, &k) != 0 || split(r, a, &i) != 0)
        return -1;
    p = r->item[i];
    r->item[i] = r->item[k];
    r->item[k] = p;
    r->item[i].put = r->item[k].put = true;
    return 0;
}

int rope_splice(struct rope *r, unsigned file, uint64_t first, uint64_t last, uint64_t at)
{
    size_t i;

    if (split(r, at, &i) != 0 || open_gap(r, i, 1) != 0)
        return -1;
    r->item[i] = (struct piece){.file = file, .first = first, .count = last - first + 1, .put = true};
    r->entries += last - first + 1;
    return 0;
}

int rope_edit(struct rope *r, uint64_t position, struct edit edit)
{
    struct piece *p;
    struct edit *more;
    size_t at;

    if (isolate(r, position, &at) != 0)
        return -1;
    p = &r->item[at];
    more = shortage_unless(realloc(p->edit, (p->edits + 1) * sizeof *more));
    if (more == NULL)
        return -1;
    p->edit = more;
    p->edit[p->edits++] = edit;
    return 0;
}

void rope_renumber(struct rope *r)
{
    uint64_t position = 1;

    for (size_t i = 0; i < r->count; i++) {
        r->item[i].seq = position;
        position += r->item[i].count;
    }
}

/* An entry that an earlier step closed is one of the rest now, and stores a close. */
static void open_again(struct piece *p)
{
    for (size_t i = 0; i < p->edits; i++)
        if (p->edit[i].kind == EDIT_CLOSE)
            p->edit[i].kind = EDIT_OPEN;
    p->open = true;
}

int rope_reclose(struct rope *r, const struct lab_step *by)
{
    for (size_t i = 0; i < r->count; i++)
        open_again(&r->item[i]);
    return rope_edit(r, r->entries, (struct edit){EDIT_CLOSE, by});
}
