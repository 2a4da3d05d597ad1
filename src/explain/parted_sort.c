#include "explain/parted_sort.h"

#include "base/shortage.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 1 << 14, STOP_EVERY = 1 << 18, STOP_PARTS = 64 };

static unsigned char *item_at(void *items, size_t i, const struct parted_sort *by)
{
    return (unsigned char *)items + i * by->size;
}

static bool stopped(const struct parted_sort *by)
{
    return by->stop && by->stop(by->arg);
}

static void count_parts(void *items, size_t count, const struct parted_sort *by, size_t *end)
{
    for (size_t i = 0; i < count; i++)
        end[by->part(item_at(items, i, by), by->most)]++;
    for (size_t p = 1; p < SORT_PARTS; p++)
        end[p] += end[p - 1];
}

static void exchange(unsigned char *a, unsigned char *b, size_t size)
{
    unsigned char kept[SORT_ITEM];

    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
}

/* Each item into its part, by exchange with what stands there. */
static int distribute(void *items, const struct parted_sort *by, size_t *next, const size_t *end)
{
    size_t steps = 0;

    for (size_t p = 0; p < SORT_PARTS; p++)
        while (next[p] < end[p]) {
            unsigned char *here = item_at(items, next[p], by);
            unsigned to = by->part(here, by->most);
            if (++steps % STOP_EVERY == 0 && stopped(by))
                return -1;
            if (to != p)
                exchange(here, item_at(items, next[to], by), by->size);
            next[to]++;
        }
    return 0;
}

static int sort_parts(void *items, const struct parted_sort *by, const size_t *end)
{
    for (size_t p = 0; p < SORT_PARTS; p++) {
        size_t from = p > 0 ? end[p - 1] : 0;
        if (p % STOP_PARTS == 0 && stopped(by))
            return -1;
        if (end[p] - from > 1)
            qsort(item_at(items, from, by), end[p] - from, by->size, by->order);
    }
    return 0;
}

int parted_sort(void *items, size_t count, const struct parted_sort *by)
{
    int status = -1;

    if (stopped(by))
        return -1;
    if (count < WHOLE) {
        if (count > 1)
            qsort(items, count, by->size, by->order);
        return 0;
    }
    size_t *end = shortage_unless(calloc(SORT_PARTS, sizeof *end)), *next = shortage_unless(calloc(SORT_PARTS, sizeof *next));
    if (end && next) {
        count_parts(items, count, by, end);
        memcpy(next + 1, end, (SORT_PARTS - 1) * sizeof *next);
        status = distribute(items, by, next, end) || sort_parts(items, by, end) ? -1 : 0;
    }
    free(end);
    free(next);
    return status;
}
