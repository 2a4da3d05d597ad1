#include "explain/align.h"

#include <stdbool.h>
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

static void sort(void *item, size_t count, size_t size, int (*order)(const void *, const void *))
{
    if (count > 1)
        qsort(item, count, size, order);
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

static void find_runs(struct runs *r)
{
    for (size_t p = 0; p < r->pairs; p++) {
        size_t length = fitting(r, p);
        r->before[p] = length > 0 ? r->tail[length - 1] : SIZE_MAX;
        r->tail[length] = p;
        if (length == r->length)
            r->length++;
    }
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

int align_series(struct align_key *a, size_t an, struct align_key *b, size_t bn, align_found *found,
                 void *arg)
{
    size_t most = an < bn ? an : bn;
    struct runs r = {0};
    int status = -1;

    if (most == 0)
        return 0;
    r.pair = calloc(most, sizeof *r.pair);
    r.tail = calloc(most, sizeof *r.tail);
    r.before = calloc(most, sizeof *r.before);
    if (r.pair && r.tail && r.before) {
        sort(a, an, sizeof *a, by_key);
        sort(b, bn, sizeof *b, by_key);
        r.pairs = find_pairs(a, an, b, bn, r.pair);
        sort(r.pair, r.pairs, sizeof *r.pair, by_a);
        find_runs(&r);
        tell(&r, found, arg);
        status = 0;
    }
    free(r.pair);
    free(r.tail);
    free(r.before);
    return status;
}
