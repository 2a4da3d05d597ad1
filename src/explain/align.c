#include "explain/align.h"

#include "base/shortage.h"

#include "explain/parted_sort.h"

#include <stdlib.h>
#include <string.h>

struct align_pair {
    uint32_t a, b;
};

/* Of the longest rising run of b that ends at each pair: by its length, the pair of the least b. */
struct runs {
    struct align_pair *pair;
    size_t pairs;
    size_t *tail;   /* pair at the end of the best run of each length */
    size_t *before; /* of each pair: the one before it in its run, SIZE_MAX for none */
    size_t length;
};

enum { STOP_EVERY = 1 << 16 };

static int by_key(const void *a, const void *b)
{
    const struct align_key *x = a, *y = b;
    int order = memcmp(&x->key, &y->key, sizeof x->key);

    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static int by_a(const void *a, const void *b)
{
    const struct align_pair *x = a, *y = b;

    return (x->a > y->a) - (x->a < y->a);
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

static size_t find_pairs(const struct align_key *a, size_t an, const struct align_key *b, size_t bn,
                         struct align_pair *out)
{
    size_t i = 0, j = 0, n = 0;

    while (i < an && j < bn) {
        int order = memcmp(&a[i].key, &b[j].key, sizeof a[i].key);
        if (order == 0)
            out[n++] = (struct align_pair){a[i].at, b[j].at};
        i += order <= 0;
        j += order >= 0;
    }
    return n;
}

/* The length of the longest run that pair `p` can be put behind. */
static size_t fitting(const struct runs *r, size_t p)
{
    size_t low = 0, high = r->length;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (r->pair[r->tail[mid]].b < r->pair[p].b)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool find_runs(struct runs *r, bool (*stop)(void *), void *arg)
{
    for (size_t p = 0; p < r->pairs; p++) {
        if (stop && p % STOP_EVERY == 0 && stop(arg))
            return false;
        size_t length = fitting(r, p);
        r->before[p] = length > 0 ? r->tail[length - 1] : SIZE_MAX;
        r->tail[length] = p;
        if (length == r->length)
            r->length++;
    }
    return true;
}

static void tell(const struct runs *r, align_found *found, void *arg)
{
    size_t next = r->length > 0 ? r->tail[r->length - 1] : SIZE_MAX;

    for (size_t p = r->pairs; p-- > 0;) {
        bool in_order = p == next;
        found(arg, in_order ? ALIGN_IN_ORDER : ALIGN_MOVED, r->pair[p].a, r->pair[p].b);
        if (in_order)
            next = r->before[p];
    }
}

static uint64_t greatest_a(const struct runs *r)
{
    uint64_t most = 1;

    for (size_t p = 0; p < r->pairs; p++)
        most = r->pair[p].a > most ? r->pair[p].a : most;
    return most;
}

/* Pairs by the place of their first element, and of these the runs. */
static int order_pairs(struct runs *r, bool (*stop)(void *), void *arg)
{
    struct parted_sort by = {sizeof *r->pair, digit_of_a, greatest_a(r), by_a, stop, arg};

    return parted_sort(r->pair, r->pairs, &by) || !find_runs(r, stop, arg) ? -1 : 0;
}

int align_series(struct align_key *a, size_t an, struct align_key *b, size_t bn, align_found *found,
                 bool (*stop)(void *), void *arg)
{
    struct parted_sort keys = {sizeof *a, digit_of_key, 0, by_key, stop, arg};
    size_t most = an < bn ? an : bn;
    struct runs r = {0};
    int status = -1;

    if (most == 0)
        return 0;
    r.pair = shortage_unless(calloc(most, sizeof *r.pair));
    r.tail = shortage_unless(calloc(most, sizeof *r.tail));
    r.before = shortage_unless(calloc(most, sizeof *r.before));
    if (r.pair && r.tail && r.before)
        status = parted_sort(a, an, &keys) || parted_sort(b, bn, &keys) ? -1 : 0;
    if (status == 0) {
        r.pairs = find_pairs(a, an, b, bn, r.pair);
        status = order_pairs(&r, stop, arg);
    }
    if (status == 0)
        tell(&r, found, arg);
    free(r.pair);
    free(r.tail);
    free(r.before);
    return status;
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
