/* Entries that no digest pairs: told by what was recorded in them. An id, a payload or a class is
 * whatever the author of a copy wrote, and may stand more than once: what is paired here is a way to
 * show what differs, and proves nothing of how it came about. */
#include "core/prints.h"
#include "explain/align.h"
#include "explain/compare_impl.h"

#include <stdlib.h>
#include <string.h>

enum {
    JOB = 1 << RECORDED_JOB,
    ID = 1 << RECORDED_ID,
    TOOL = 1 << RECORDED_TOOL,
    CLASS = 1 << RECORDED_CLASS,
    BYTES = 1 << RECORDED_BYTES,
    LINK = 1 << RECORDED_LINK,
    ALIKE = 4 /* parts of the five that two entries in one place share */
};

/* What both have alike, the surest first: of several that record the same, those that store the same link. */
struct level {
    unsigned alike;
    bool once; /* across other pairs only where it stands once in each copy, among what is not paired */
};
static const struct level level[] = {
    {JOB | ID | TOOL | CLASS | BYTES | LINK, false},
    {JOB | ID | TOOL | CLASS | BYTES, false},
    {ID | TOOL | CLASS | BYTES, false},
    {ID | BYTES, false},
    {ID | TOOL | CLASS, true},
    {TOOL | CLASS | BYTES, true},
    {ID, true},
    {TOOL | BYTES, true},
};
enum { LEVELS = sizeof level / sizeof *level, CONTENT_LEVELS = 3, OTHER_JOB = 2, BEFORE_PLACES = 4 };

struct item {
    uint32_t at;
    struct entry_record record;
};

struct side {
    struct timeline *t;
    struct item *item; /* not paired by digest, by their entries rising */
    size_t count;
    struct align_key *key; /* room for all */
    size_t keys;           /* in use */
};

struct recording {
    struct copies *c;
    struct side earlier, later;
    unsigned level;
    bool one_gap; /* nothing that is not paired stands outside of one gap */
    struct err *err;
};

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory to compare two copies");
}

static int stopped_or_no_memory(struct recording *w)
{
    if (copies_stopped(w->c))
        return err_set(w->err, ERR_CANCELLED, "the comparison was given up");
    return no_memory(w->err);
}

/* --- gaps --- */

/* A stretch between two pairs that are in order: [a, a_end) and [b, b_end). Begins with {1, 1, 1, 1}. */
struct gap {
    uint64_t a, a_end, b, b_end;
};

static void copies_next_gap(const struct copies *c, struct gap *g)
{
    g->a = g->a_end;
    g->b = g->b_end;
    while (g->a_end <= c->earlier_entries && !pair_in_order(c->state[g->a_end]))
        g->a_end++;
    while (g->b_end <= c->later_entries &&
           !(c->back[g->b_end] && pair_in_order(c->state[c->back[g->b_end]])))
        g->b_end++;
}

/* Passes the pair that ends the gap; false behind the last. */
static bool copies_pass_gap(const struct copies *c, struct gap *g)
{
    if (g->a_end > c->earlier_entries)
        return false;
    g->a_end++;
    g->b_end++;
    return true;
}

/* --- what is not paired --- */

static int read_side(struct recording *w, struct side *s, const uint32_t *taken, uint64_t entries)
{
    size_t left = 0;

    for (uint64_t entry = 1; entry <= entries; entry++)
        left += taken[entry] == 0;
    s->item = calloc(left + 1, sizeof *s->item);
    s->key = calloc(left + 1, sizeof *s->key);
    if (!s->item || !s->key)
        return no_memory(w->err);
    for (uint64_t entry = 1; entry <= entries; entry++) {
        struct item *item = &s->item[s->count];
        if (taken[entry])
            continue;
        item->at = (uint32_t)entry;
        if (copies_step(w->c, w->err) || timeline_recorded(s->t, entry, &item->record, w->err))
            return -1;
        s->count++;
    }
    return 0;
}

static size_t first_from(const struct side *s, uint64_t entry)
{
    size_t low = 0, high = s->count;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (s->item[mid].at < entry)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Below the levels of the whole content, what is absent or empty tells no entry. */
static bool is_told(const struct recording *w, const struct item *item)
{
    unsigned needed = level[w->level].alike & (ID | BYTES);

    return w->level < CONTENT_LEVELS || (item->record.has & needed) == needed;
}

static int make_key(struct recording *w, const struct item *item, struct align_key *out)
{
    unsigned char text[sizeof item->record.print] = {0};

    for (size_t part = 0; part < RECORDED_COUNT; part++)
        if (level[w->level].alike >> part & 1)
            memcpy(text + part * RECORD_PRINT, item->record.print[part], RECORD_PRINT);
    out->at = item->at;
    return digest_bytes(text, sizeof text, &out->key, w->err);
}

/* Those of [from, to) that have no partner yet. */
static int make_keys(struct recording *w, struct side *s, const uint32_t *taken, uint64_t from,
                     uint64_t to)
{
    s->keys = 0;
    for (size_t i = first_from(s, from); i < s->count && s->item[i].at < to; i++)
        if (!taken[s->item[i].at] && is_told(w, &s->item[i]) &&
            make_key(w, &s->item[i], &s->key[s->keys++]))
            return -1;
    return 0;
}

static int make_both(struct recording *w, const struct gap *g)
{
    return make_keys(w, &w->earlier, w->c->pair, g->a, g->a_end) ||
                   make_keys(w, &w->later, w->c->back, g->b, g->b_end)
               ? -1
               : 0;
}

static const struct entry_record *record_of(const struct side *s, uint64_t entry)
{
    size_t i = first_from(s, entry);

    return i < s->count && s->item[i].at == entry ? &s->item[i].record : NULL;
}

/* --- by what is alike --- */

static bool have_jobs(const struct recording *w, uint64_t a, uint64_t b)
{
    const struct entry_record *x = record_of(&w->earlier, a), *y = record_of(&w->later, b);

    return x && y && (x->has & y->has & JOB);
}

static void found(void *arg, enum align_kind kind, uint32_t a, uint32_t b)
{
    struct recording *w = arg;

    w->c->shared_content |= w->level < CONTENT_LEVELS;
    w->c->other_job += w->level == OTHER_JOB && have_jobs(w, a, b);
    copies_pair(w->c, a, b, kind == ALIGN_MOVED ? PAIR_MOVED_CHANGED : PAIR_CHANGED);
}

/* Across pairs that are in order. */
static void found_across(void *arg, enum align_kind kind, uint32_t a, uint32_t b)
{
    (void)kind;
    found(arg, ALIGN_MOVED, a, b);
}

static bool stopped(void *arg)
{
    return copies_stopped(((struct recording *)arg)->c);
}

static int align_keys(struct recording *w, align_found *tell)
{
    struct side *a = &w->earlier, *b = &w->later;

    if (a->keys == 0 || b->keys == 0)
        return 0;
    return align_series(a->key, a->keys, b->key, b->keys, tell, stopped, w) ? stopped_or_no_memory(w) : 0;
}

static int pair_within(struct recording *w)
{
    struct gap g = {1, 1, 1, 1};
    size_t gaps = 0;

    do {
        copies_next_gap(w->c, &g);
        gaps += g.a < g.a_end || g.b < g.b_end;
        if (g.a == g.a_end || g.b == g.b_end)
            continue;
        if (make_both(w, &g) || align_keys(w, found))
            return -1;
    } while (copies_pass_gap(w->c, &g));
    w->one_gap = gaps < 2;
    return 0;
}

static int leave_once(struct recording *w, struct side *s)
{
    int64_t left = align_once(s->key, s->keys, stopped, w);

    s->keys = left < 0 ? 0 : (size_t)left;
    return left < 0 ? stopped_or_no_memory(w) : 0;
}

static int pair_across(struct recording *w)
{
    const struct gap all = {1, w->c->earlier_entries + 1, 1, w->c->later_entries + 1};

    if (w->one_gap)
        return 0;
    if (make_both(w, &all))
        return -1;
    if (level[w->level].once && (leave_once(w, &w->earlier) || leave_once(w, &w->later)))
        return -1;
    return align_keys(w, found_across);
}

/* --- by place --- */

static bool is_alike(const struct recording *w, uint64_t a, uint64_t b)
{
    const struct entry_record *x = record_of(&w->earlier, a), *y = record_of(&w->later, b);
    unsigned parts = 0;

    for (size_t part = 0; x && y && part <= RECORDED_BYTES; part++)
        parts += (x->has & y->has) >> part & 1 &&
                 memcmp(x->print[part], y->print[part], RECORD_PRINT) == 0;
    return parts >= ALIKE;
}

static void pair_alike(struct recording *w, uint64_t a, uint64_t b)
{
    if (!w->c->pair[a] && !w->c->back[b] && is_alike(w, a, b))
        copies_pair(w->c, a, b, PAIR_CHANGED);
}

/* What stands in its place, counted from either end of the gap, and is most of what it is there. */
static void pair_in_place(struct recording *w)
{
    struct gap g = {1, 1, 1, 1};

    do {
        copies_next_gap(w->c, &g);
        for (uint64_t i = 0; g.a + i < g.a_end && g.b + i < g.b_end; i++)
            pair_alike(w, g.a + i, g.b + i);
    } while (copies_pass_gap(w->c, &g));
    g = (struct gap){1, 1, 1, 1};
    do {
        copies_next_gap(w->c, &g);
        for (uint64_t i = 1; g.a + i <= g.a_end && g.b + i <= g.b_end; i++)
            pair_alike(w, g.a_end - i, g.b_end - i);
    } while (copies_pass_gap(w->c, &g));
}

/* What is left stands for what is in its place. */
static void pair_rest(struct copies *c)
{
    struct gap g = {1, 1, 1, 1};

    do {
        copies_next_gap(c, &g);
        for (uint64_t a = g.a, b = g.b; a < g.a_end && b < g.b_end;) {
            if (c->pair[a])
                a++;
            else if (c->back[b])
                b++;
            else
                copies_pair(c, a++, b++, PAIR_CHANGED);
        }
    } while (copies_pass_gap(c, &g));
}

/* --- all --- */

static int pair_records(struct recording *w)
{
    for (w->level = 0; w->level < LEVELS; w->level++) {
        if (w->level == BEFORE_PLACES)
            pair_in_place(w);
        if (pair_within(w) || pair_across(w))
            return -1;
    }
    pair_rest(w->c);
    return 0;
}

static void release(struct side *s)
{
    free(s->item);
    free(s->key);
}

int copies_pair_records(struct copies *c, struct err *err)
{
    struct recording w = {.c = c, .earlier.t = c->earlier, .later.t = c->later, .err = err};
    int status = -1;

    if (read_side(&w, &w.earlier, c->pair, c->earlier_entries) == 0 &&
        read_side(&w, &w.later, c->back, c->later_entries) == 0)
        status = w.earlier.count > 0 && w.later.count > 0 ? pair_records(&w) : 0;
    release(&w.earlier);
    release(&w.later);
    return status;
}
