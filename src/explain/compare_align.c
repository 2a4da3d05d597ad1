/* Which entry of one copy stands for which of the other. */
#include "base/limits.h"
#include "explain/align.h"
#include "explain/compare_impl.h"

#include <stdlib.h>
#include <string.h>

/* By what an entry is known again. */
struct keys {
    struct digest *earlier, *later; /* from 1 */
};

struct aligning {
    struct copies *c;
    struct keys keys;
    struct err *err;
};

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory to compare two copies");
}

/* --- by digest --- */

static int key_of(struct timeline *t, uint64_t entry, bool by_digest, struct digest *key,
                  struct err *err)
{
    struct entry_mark mark = timeline_mark(t, entry);
    struct entry_prints prints;

    *key = mark.digest;
    if (by_digest && mark.has_digest)
        return 0;
    if (timeline_prints(t, entry, &prints, err))
        return -1;
    int status = entry_prints_whole(&prints, key, err);
    entry_prints_release(&prints);
    return status;
}

static struct digest *make_keys(struct aligning *w, struct timeline *t, uint64_t entries)
{
    bool by_digest = copies_by_digest(w->c);
    struct err *err = w->err;
    struct digest *key = calloc(entries + 1, sizeof *key);

    if (!key) {
        no_memory(err);
        return NULL;
    }
    for (uint64_t entry = 1; entry <= entries; entry++)
        if (copies_step(w->c, err) || key_of(t, entry, by_digest, &key[entry], err)) {
            free(key);
            return NULL;
        }
    return key;
}

static void found_key(void *arg, enum align_kind kind, uint32_t a, uint32_t b)
{
    copies_pair(arg, a, b, kind == ALIGN_MOVED ? PAIR_MOVED : PAIR_SAME);
}

/* For want of memory, or because it was stopped. */
static int not_aligned(struct aligning *w)
{
    if (copies_stopped(w->c))
        return err_set(w->err, ERR_CANCELLED, "the comparison was given up");
    return no_memory(w->err);
}

static struct align_key *key_series(const struct digest *key, uint64_t from, uint64_t to)
{
    struct align_key *out = calloc(to - from + 1, sizeof *out);

    for (uint64_t i = from; out && i < to; i++)
        out[i - from] = (struct align_key){key[i], (uint32_t)i};
    return out;
}

/* Those of [from, end) that both have, whatever stands between. */
static int align_middle(struct aligning *w, uint64_t from, uint64_t a_end, uint64_t b_end)
{
    struct align_key *a = key_series(w->keys.earlier, from, a_end);
    struct align_key *b = key_series(w->keys.later, from, b_end);
    int status = -1;

    if (a && b)
        status = align_series(a, a_end - from, b, b_end - from, found_key, copies_stopped, w->c);
    free(a);
    free(b);
    return status ? not_aligned(w) : 0;
}

static int align_by_key(struct aligning *w)
{
    struct copies *c = w->c;
    uint64_t from = 1, a = c->earlier_entries + 1, b = c->later_entries + 1;

    for (; from < a && from < b; from++) {
        if (!digest_equal(&w->keys.earlier[from], &w->keys.later[from]))
            break;
        copies_pair(c, from, from, PAIR_SAME);
    }
    for (; a > from && b > from; a--, b--) {
        if (!digest_equal(&w->keys.earlier[a - 1], &w->keys.later[b - 1]))
            break;
        copies_pair(c, a - 1, b - 1, PAIR_SAME);
    }
    return align_middle(w, from, a, b);
}

/* --- by what was recorded --- */

/* 1: both hold the same but for their number and links. */
static int same_content(struct aligning *w, uint64_t a, uint64_t b)
{
    struct digest x, y;

    if (digest_equal(&w->keys.earlier[a], &w->keys.later[b]))
        return 1;
    if (timeline_mark(w->c->earlier, a).close != timeline_mark(w->c->later, b).close)
        return 0;
    if (copies_step(w->c, w->err) || timeline_content(w->c->earlier, a, true, &x, w->err) ||
        timeline_content(w->c->later, b, true, &y, w->err))
        return -1;
    return digest_equal(&x, &y);
}

static void forget_pairs(struct copies *c)
{
    memset(c->pair, 0, (c->earlier_entries + 2) * sizeof *c->pair);
    memset(c->back, 0, (c->later_entries + 2) * sizeof *c->back);
    memset(c->state, 0, (c->earlier_entries + 2) * sizeof *c->state);
}

static void pair_shifted(struct aligning *w, uint64_t shift)
{
    forget_pairs(w->c);
    for (uint64_t b = 1; b <= w->c->later_entries; b++) {
        bool same = digest_equal(&w->keys.earlier[b + shift], &w->keys.later[b]);
        copies_pair(w->c, b + shift, b, same ? PAIR_SAME : PAIR_CHANGED);
    }
    w->c->start = shift + 1;
}

/* 1: the whole of one copy is the end of the other, entry by entry. */
static int is_end_of(struct aligning *w, bool later_is_part)
{
    const struct copies *c = w->c;
    uint64_t part = later_is_part ? c->later_entries : c->earlier_entries;
    uint64_t whole = later_is_part ? c->earlier_entries : c->later_entries, shift = whole - part;
    int same = 1;

    if (part == 0 || part >= whole || digest_equal(&w->keys.earlier[1], &w->keys.later[1]))
        return 0;
    for (uint64_t i = 1; i <= part && same == 1; i++)
        same = later_is_part ? same_content(w, i + shift, i) : same_content(w, i, i + shift);
    return same;
}

/* The later copy is the end of the earlier one, entry by entry. */
static int align_beheaded(struct aligning *w)
{
    struct copies *c = w->c;
    int same = is_end_of(w, true), other = same ? 0 : is_end_of(w, false);

    if (same == 1)
        pair_shifted(w, c->earlier_entries - c->later_entries);
    if (other == 1)
        c->other_start = c->later_entries - c->earlier_entries + 1;
    return same < 0 || other < 0 ? -1 : 0;
}

/* A stretch between two pairs that are in order: [a, a_end) and [b, b_end). */
struct gap {
    uint64_t a, a_end, b, b_end;
};

static void next_gap(const struct copies *c, struct gap *g)
{
    g->a = g->a_end;
    g->b = g->b_end;
    while (g->a_end <= c->earlier_entries && !pair_in_order(c->state[g->a_end]))
        g->a_end++;
    while (g->b_end <= c->later_entries &&
           !(c->back[g->b_end] && pair_in_order(c->state[c->back[g->b_end]])))
        g->b_end++;
}

/* Passes the pair that ends the gap. */
static bool pass_pair(const struct copies *c, struct gap *g)
{
    if (g->a_end > c->earlier_entries)
        return false;
    g->a_end++;
    g->b_end++;
    return true;
}

/* What entries are told by when they are not the same. */
enum by { BY_CONTENT, BY_CONTENT_WITHOUT_JOB, BY_PLACE };

/* Those of [from, to) that have no partner yet. */
static int content_series(struct aligning *w, bool later, enum by by, uint64_t from, uint64_t to,
                          struct align_key **out, size_t *count)
{
    struct timeline *t = later ? w->c->later : w->c->earlier;
    const uint32_t *taken = later ? w->c->back : w->c->pair;

    *count = 0;
    *out = calloc(to - from + 1, sizeof **out);
    if (!*out)
        return no_memory(w->err);
    for (uint64_t i = from; i < to; i++) {
        if (taken[i])
            continue;
        (*out)[*count].at = (uint32_t)i;
        if (copies_step(w->c, w->err) ||
            timeline_content(t, i, by == BY_CONTENT, &(*out)[(*count)++].key, w->err))
            return -1;
    }
    return 0;
}

static void found_content(void *arg, enum align_kind kind, uint32_t a, uint32_t b)
{
    struct copies *c = arg;

    c->shared_content = true;
    copies_pair(c, a, b, kind == ALIGN_MOVED ? PAIR_MOVED : PAIR_CHANGED);
}

static void found_other_job(void *arg, enum align_kind kind, uint32_t a, uint32_t b)
{
    struct copies *c = arg;

    c->other_job++;
    found_content(arg, kind, a, b);
}

static int fill_by_content(struct aligning *w, const struct gap *g, enum by by)
{
    align_found *found = by == BY_CONTENT ? found_content : found_other_job;
    struct align_key *a = NULL, *b = NULL;
    size_t an, bn;
    int status = content_series(w, false, by, g->a, g->a_end, &a, &an);

    if (status == 0)
        status = content_series(w, true, by, g->b, g->b_end, &b, &bn);
    if (status == 0 && align_series(a, an, b, bn, found, copies_stopped, w->c))
        status = not_aligned(w);
    free(a);
    free(b);
    return status;
}

/* What is left stands for what is in its place. */
static void fill_by_place(struct copies *c, const struct gap *g)
{
    uint64_t a = g->a, b = g->b;

    for (;;) {
        while (a < g->a_end && c->pair[a])
            a++;
        while (b < g->b_end && c->back[b])
            b++;
        if (a == g->a_end || b == g->b_end)
            return;
        copies_pair(c, a++, b++, PAIR_CHANGED);
    }
}

static int fill_gaps(struct aligning *w, enum by by)
{
    struct gap g = {1, 1, 1, 1};

    do {
        next_gap(w->c, &g);
        if (g.a == g.a_end || g.b == g.b_end)
            continue;
        if (by != BY_PLACE && fill_by_content(w, &g, by))
            return -1;
        if (by == BY_PLACE)
            fill_by_place(w->c, &g);
    } while (pass_pair(w->c, &g));
    return 0;
}

static int align_all(struct aligning *w)
{
    if (align_by_key(w) || align_beheaded(w))
        return -1;
    if (w->c->start)
        return 0;
    return fill_gaps(w, BY_CONTENT) || fill_gaps(w, BY_CONTENT_WITHOUT_JOB) ||
                   fill_gaps(w, BY_PLACE)
               ? -1
               : 0;
}

int copies_align(struct copies *c, struct err *err)
{
    struct aligning w = {.c = c, .err = err};
    int status = -1;

    w.keys.earlier = make_keys(&w, c->earlier, c->earlier_entries);
    if (w.keys.earlier)
        w.keys.later = make_keys(&w, c->later, c->later_entries);
    if (w.keys.later)
        status = align_all(&w);
    free(w.keys.earlier);
    free(w.keys.later);
    return status;
}
