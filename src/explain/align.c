#include "explain/align.h"

#include "base/shortage.h"

#include "explain/parted_sort.h"

#include <stdlib.h>
#include <string.h>

struct align_pair {
    uint32_t a, b;
};

/* Of the runs of pairs that rise in both and end with this one, the longest; of these, the one with most pairs
 * at one place in both series. */
struct run {
    uint64_t worth; /* how many pairs, above how many of them at one place */
    uint32_t before; /* the pair before it, NONE for none */
};

struct side {
    struct align_key *key;
    size_t count;
    uint32_t from;  /* the least number */
    uint32_t span;  /* of numbers */
    bool *in_order; /* by numbers, from the least */
};

struct aligning {
    struct side a, b;
    struct align_pair *pair;
    size_t pairs;
    struct run *run; /* of each pair */
    uint32_t *best;  /* by numbers of b: a tree of the best runs that end up to there, as pairs from 1 */
    align_found *found;
    bool (*stop)(void *arg);
    void *arg;
};

enum { STOP_EVERY = 1 << 16, PAIRS_AN_ELEMENT = 32, PAIRS_LEAST = 1 << 16, PAIRS_MOST = 1 << 22 };
static const uint32_t NONE = UINT32_MAX;

static int by_key(const void *a, const void *b)
{
    const struct align_key *x = a, *y = b;
    int order = memcmp(&x->key, &y->key, sizeof x->key);

    return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* Of those with one `a` the last `b` first, so that a run takes one of them. */
static int by_a(const void *a, const void *b)
{
    const struct align_pair *x = a, *y = b;
    int order = (x->a > y->a) - (x->a < y->a);

    return order ? order : (x->b < y->b) - (x->b > y->b);
}

static unsigned digit_of_key(const void *item, uint64_t most)
{
    const struct align_key *k = item;

    (void)most;
    return (unsigned)k->key.byte[0] << 8 | k->key.byte[1];
}

static unsigned digit_of_a(const void *item, uint64_t most)
{
    const struct align_pair *p = item;

    return (unsigned)(p->a * (uint64_t)(SORT_PARTS - 1) / most);
}

/* --- what both begin and end with --- */

static bool is_rising(const struct side *s)
{
    for (size_t i = 1; i < s->count; i++)
        if (s->key[i].at <= s->key[i - 1].at)
            return false;
    return true;
}

static bool pair_equal(struct aligning *w, const struct align_key *a, const struct align_key *b)
{
    if (!digest_equal(&a->key, &b->key))
        return false;
    w->found(w->arg, ALIGN_IN_ORDER, a->at, b->at);
    return true;
}

static void pair_ends(struct aligning *w)
{
    struct side *a = &w->a, *b = &w->b;

    if (!is_rising(a) || !is_rising(b))
        return;
    while (a->count > 0 && b->count > 0 && pair_equal(w, a->key, b->key)) {
        a->key++, a->count--;
        b->key++, b->count--;
    }
    while (a->count > 0 && b->count > 0 && pair_equal(w, &a->key[a->count - 1], &b->key[b->count - 1])) {
        a->count--;
        b->count--;
    }
}

/* --- pairs --- */

/* As many from `i` on as have its key. */
static size_t group(const struct side *s, size_t i)
{
    size_t n = 1;

    while (i + n < s->count && digest_equal(&s->key[i + n].key, &s->key[i].key))
        n++;
    return n;
}

/* The next key that both have: groups of `n` from `at` on. False for none. */
static bool next_groups(const struct aligning *w, size_t at[2], size_t n[2])
{
    at[0] += n[0];
    at[1] += n[1];
    while (at[0] < w->a.count && at[1] < w->b.count) {
        int order = memcmp(&w->a.key[at[0]].key, &w->b.key[at[1]].key, sizeof w->a.key->key);
        if (order == 0) {
            n[0] = group(&w->a, at[0]);
            n[1] = group(&w->b, at[1]);
            return true;
        }
        at[0] += order < 0;
        at[1] += order > 0;
    }
    return false;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many pairs of equal keys there are; of each key the first with the first, and so on, where all are too many. */
static size_t count_pairs(const struct aligning *w, bool *all)
{
    size_t at[2] = {0}, n[2] = {0}, few = 0, limit = (w->a.count + w->b.count) * PAIRS_AN_ELEMENT + PAIRS_LEAST;
    uint64_t many = 0;

    while (next_groups(w, at, n)) {
        many += (uint64_t)n[0] * n[1];
        few += least(n[0], n[1]);
    }
    *all = many == few || many <= least(limit, PAIRS_MOST);
    return *all ? (size_t)many : few;
}

static void make_pairs(struct aligning *w, bool all)
{
    size_t at[2] = {0}, n[2] = {0}, to = 0;

    while (next_groups(w, at, n))
        for (size_t i = 0; i < (all ? n[0] : least(n[0], n[1])); i++)
            for (size_t j = all ? 0 : i; j < (all ? n[1] : i + 1); j++)
                w->pair[to++] = (struct align_pair){w->a.key[at[0] + i].at, w->b.key[at[1] + j].at};
}

/* --- runs --- */

static void keep_run(struct aligning *w, uint32_t p)
{
    for (uint32_t i = w->pair[p].b - w->b.from + 1; i <= w->b.span; i += i & (0 - i))
        if (w->best[i] == 0 || w->run[w->best[i] - 1].worth < w->run[p].worth)
            w->best[i] = p + 1;
}

/* The best run that pair `p` can be put behind, by its last pair. */
static uint32_t run_before(const struct aligning *w, uint32_t p)
{
    uint32_t found = NONE;

    for (uint32_t i = w->pair[p].b - w->b.from; i > 0; i -= i & (0 - i))
        if (w->best[i] > 0 && (found == NONE || w->run[found].worth < w->run[w->best[i] - 1].worth))
            found = w->best[i] - 1;
    return found;
}

static bool is_stopped(const struct aligning *w)
{
    return w->stop && w->stop(w->arg);
}

static bool find_runs(struct aligning *w)
{
    for (uint32_t p = 0; p < w->pairs; p++) {
        if (p % STOP_EVERY == 0 && is_stopped(w))
            return false;
        uint32_t before = run_before(w, p);
        w->run[p].before = before;
        w->run[p].worth = (before == NONE ? 0 : w->run[before].worth) + (UINT64_C(1) << 32) +
                          (w->pair[p].a == w->pair[p].b);
        keep_run(w, p);
    }
    return true;
}

static void tell_in_order(struct aligning *w)
{
    uint32_t p = 0;

    for (uint32_t i = 1; i < w->pairs; i++)
        p = w->run[i].worth > w->run[p].worth ? i : p;
    for (; w->pairs > 0 && p != NONE; p = w->run[p].before) {
        w->found(w->arg, ALIGN_IN_ORDER, w->pair[p].a, w->pair[p].b);
        w->a.in_order[w->pair[p].a - w->a.from] = true;
        w->b.in_order[w->pair[p].b - w->b.from] = true;
    }
}

/* The next of a group that is not in order; `end` for none. */
static size_t next_left(const struct side *s, size_t i, size_t end)
{
    while (i < end && s->in_order[s->key[i].at - s->from])
        i++;
    return i;
}

/* Of each key the first that is left with the first, and so on. */
static void tell_moved(struct aligning *w)
{
    size_t at[2] = {0}, n[2] = {0};

    while (next_groups(w, at, n)) {
        size_t i = next_left(&w->a, at[0], at[0] + n[0]), j = next_left(&w->b, at[1], at[1] + n[1]);
        while (i < at[0] + n[0] && j < at[1] + n[1]) {
            w->found(w->arg, ALIGN_MOVED, w->a.key[i].at, w->b.key[j].at);
            i = next_left(&w->a, i + 1, at[0] + n[0]);
            j = next_left(&w->b, j + 1, at[1] + n[1]);
        }
    }
}

/* --- all --- */

static int open_side(struct aligning *w, struct side *s)
{
    struct parted_sort keys = {sizeof *s->key, digit_of_key, 0, by_key, w->stop, w->arg};
    uint32_t last = 0;

    s->from = NONE;
    for (size_t i = 0; i < s->count; i++) {
        s->from = s->key[i].at < s->from ? s->key[i].at : s->from;
        last = s->key[i].at > last ? s->key[i].at : last;
    }
    s->span = last - s->from + 1;
    s->in_order = shortage_unless(calloc(s->span, sizeof *s->in_order));
    return s->in_order ? parted_sort(s->key, s->count, &keys) : -1;
}

static int open_pairs(struct aligning *w)
{
    bool all;

    w->pairs = count_pairs(w, &all);
    w->pair = shortage_unless(calloc(w->pairs + 1, sizeof *w->pair));
    w->run = shortage_unless(calloc(w->pairs + 1, sizeof *w->run));
    w->best = shortage_unless(calloc((size_t)w->b.span + 1, sizeof *w->best));
    if (!w->pair || !w->run || !w->best)
        return -1;
    make_pairs(w, all);
    struct parted_sort by = {sizeof *w->pair, digit_of_a, (uint64_t)w->a.from + w->a.span, by_a, w->stop, w->arg};
    return parted_sort(w->pair, w->pairs, &by);
}

static int align_rest(struct aligning *w)
{
    int status = open_side(w, &w->a) || open_side(w, &w->b) || open_pairs(w) || !find_runs(w) ? -1 : 0;

    if (status == 0) {
        tell_in_order(w);
        tell_moved(w);
    }
    free(w->a.in_order);
    free(w->b.in_order);
    free(w->pair);
    free(w->run);
    free(w->best);
    return status;
}

int align_series(struct align_key *a, size_t an, struct align_key *b, size_t bn, align_found *found,
                 bool (*stop)(void *), void *arg)
{
    struct aligning w = {.a = {.key = a, .count = an},
                         .b = {.key = b, .count = bn},
                         .found = found,
                         .stop = stop,
                         .arg = arg};

    pair_ends(&w);
    return w.a.count > 0 && w.b.count > 0 ? align_rest(&w) : 0;
}

int64_t align_once(struct align_key *a, size_t an, bool (*stop)(void *), void *arg)
{
    struct parted_sort keys = {sizeof *a, digit_of_key, 0, by_key, stop, arg};
    size_t n = 0;

    if (parted_sort(a, an, &keys))
        return -1;
    for (size_t i = 0, next; i < an; i = next) {
        for (next = i + 1; next < an && digest_equal(&a[next].key, &a[i].key);)
            next++;
        if (next == i + 1)
            a[n++] = a[i];
    }
    return (int64_t)n;
}
