/* Sorting in parts, so that it can be stopped between two of them however much there is. */
#ifndef AERSCOPE_EXPLAIN_PARTED_SORT_H
#define AERSCOPE_EXPLAIN_PARTED_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SORT_PARTS = 1 << 16, SORT_ITEM = 64 /* bytes, at most */ };

struct parted_sort {
    size_t size; /* of an item */
    /* The part of an item, below SORT_PARTS, never falling in the order below. */
    unsigned (*part)(const void *item, uint64_t most);
    uint64_t most; /* passed to it */
    int (*order)(const void *a, const void *b);
    bool (*stop)(void *arg); /* NULL: never */
    void *arg;
};

/* In place. 0, or -1 without memory or when it was stopped; the items are all there, in any order. */
int parted_sort(void *items, size_t count, const struct parted_sort *by);

#endif
