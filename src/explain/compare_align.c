/* Which entry of one copy stands for which of the other. */
#include "explain/align.h"

#include "base/shortage.h"
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
    struct align_key *out = shortage_unless(calloc(to - from + 1, sizeof *out));

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

/* The copy with fewer entries is the end of the other: entry by entry. */
static void pair_shifted(struct aligning *w)
{
    struct copies *c = w->c;
    uint64_t a = c->earlier_entries, b = c->later_entries;

    forget_pairs(c);
    for (; a > 0 && b > 0; a--, b--) {
        bool same = digest_equal(&w->keys.earlier[a], &w->keys.later[b]);
        copies_pair(c, a, b, same ? PAIR_SAME : PAIR_CHANGED);
    }
    c->shared_content = true;
    c->start = a > 0 ? a + 1 : 0;
    c->other_start = b > 0 ? b + 1 : 0;
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

/* What a digest pairs is not set beside another one. */
static bool is_paired_otherwise(const struct copies *c)
{
    for (uint64_t a = 1; a <= c->earlier_entries; a++)
        if (c->pair[a] && c->pair[a] + c->earlier_entries != a + c->later_entries)
            return true;
    return false;
}

/* One copy is the end of the other, entry by entry. */
static int align_beheaded(struct aligning *w)
{
    int same = is_paired_otherwise(w->c) ? 0 : is_end_of(w, w->c->later_entries < w->c->earlier_entries);

    if (same == 1)
        pair_shifted(w);
    return same < 0 ? -1 : 0;
}

/* --- all --- */

static int align_all(struct aligning *w)
{
    if (align_by_key(w) || align_beheaded(w))
        return -1;
    return w->c->start || w->c->other_start ? 0 : copies_pair_records(w->c, w->err);
}

/* The shorter copy is taken first, or the one whose first other key is less, so that which of several
 * pairings is found does not hang on the order in which the two are named. */
static bool is_exchanged(const struct aligning *w)
{
    const struct copies *c = w->c;
    uint64_t a = c->earlier_entries, b = c->later_entries;

    for (uint64_t i = 1; a == b && i <= a; i++) {
        int order = memcmp(&w->keys.earlier[i], &w->keys.later[i], sizeof w->keys.earlier[i]);
        if (order)
            return order > 0;
    }
    return a > b;
}

/* The pairs of each copy with those of the other, and their states by the entries of the other. */
static int exchange(struct aligning *w)
{
    struct copies *c = w->c, was = *c;
    struct keys keys = w->keys;
    unsigned char *state = calloc(c->later_entries + 2, sizeof *state);

    if (!state)
        return no_memory(w->err);
    for (uint64_t i = 1; i <= was.earlier_entries; i++)
        if (was.pair[i])
            state[was.pair[i]] = was.state[i];
    free(c->state);
    c->state = state;
    c->earlier = was.later;
    c->later = was.earlier;
    c->earlier_entries = was.later_entries;
    c->later_entries = was.earlier_entries;
    c->pair = was.back;
    c->back = was.pair;
    c->start = was.other_start;
    c->other_start = was.start;
    w->keys = (struct keys){keys.later, keys.earlier};
    return 0;
}

static int align_either_way(struct aligning *w)
{
    bool exchanged = is_exchanged(w);

    if (exchanged && exchange(w))
        return -1;
    int status = align_all(w);
    return exchanged && exchange(w) ? -1 : status;
}

int copies_align(struct copies *c, struct err *err)
{
    struct aligning w = {.c = c, .err = err};
    int status = -1;

    w.keys.earlier = make_keys(&w, c->earlier, c->earlier_entries);
    if (w.keys.earlier)
        w.keys.later = make_keys(&w, c->later, c->later_entries);
    if (w.keys.later)
        status = align_either_way(&w);
    free(w.keys.earlier);
    free(w.keys.later);
    return status;
}
