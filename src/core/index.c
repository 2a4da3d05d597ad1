#include "core/index.h"

#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEGMENT_BITS = 14,
    SEGMENT = 1 << SEGMENT_BITS,
    SEGMENTS = 1 << (32 - SEGMENT_BITS),
    PARTS = 256,
    FIRST_SLOTS = 16,
    EXPECTED_MAX = 1 << 21,
    CLASS_SLOTS = 2 * LIMIT_CLASSES
};

/* Open addressing; `entry` 0 is free. Many small parts, so that growing one costs little memory. */
struct slot {
    uint32_t low, high, entry;
};
struct part {
    struct slot *slot;
    uint32_t slots, used;
};

struct index {
    struct record **segment;
    uint64_t count;
    struct part part[PARTS];
    uint32_t expected; /* slots that a part may need */
    struct class_row *class;
    uint16_t *class_slot; /* number + 1 */
    size_t classes;
};

struct index *index_new(void)
{
    struct index *x = calloc(1, sizeof *x);

    if (!x)
        return NULL;
    x->segment = calloc(SEGMENTS, sizeof *x->segment);
    x->class_slot = calloc(CLASS_SLOTS, sizeof *x->class_slot);
    if (x->segment && x->class_slot)
        return x;
    index_free(x);
    return NULL;
}

void index_free(struct index *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < SEGMENTS && x->segment && x->segment[i]; i++)
        free(x->segment[i]);
    for (size_t i = 0; i < PARTS; i++)
        free(x->part[i].slot);
    for (size_t i = 0; i < x->classes; i++)
        str_release(&x->class[i].count.name);
    free(x->segment);
    free(x->class);
    free(x->class_slot);
    free(x);
}

struct record *index_at(const struct index *x, uint64_t entry)
{
    uint64_t i = entry - 1;

    return &x->segment[i >> SEGMENT_BITS][i & (SEGMENT - 1)];
}

struct record *index_add(struct index *x, uint64_t offset)
{
    if (x->count >= LIMIT_ENTRIES)
        return NULL;
    struct record **segment = &x->segment[x->count >> SEGMENT_BITS];
    if (!*segment)
        *segment = malloc(SEGMENT * sizeof **segment);
    if (!*segment)
        return NULL;
    struct record *r = index_at(x, ++x->count);
    memset(r, 0, sizeof *r);
    r->offset_low = (uint32_t)offset;
    r->offset_high = (uint16_t)(offset >> 32);
    return r;
}

uint64_t index_count(const struct index *x)
{
    return x->count;
}

static struct slot *find_slot(const struct part *p, uint32_t low, uint32_t high)
{
    uint32_t i = (uint32_t)((uint64_t)low * p->slots >> 32);

    while (p->slot[i].entry && (p->slot[i].low != low || p->slot[i].high != high))
        i = i + 1 == p->slots ? 0 : i + 1;
    return &p->slot[i];
}

static int part_grow(struct part *p, uint32_t expected)
{
    struct part bigger = {.slots = p->slots ? p->slots + p->slots / 2 : FIRST_SLOTS, .used = p->used};

    if (bigger.slots < expected)
        bigger.slots = expected;
    bigger.slot = calloc(bigger.slots, sizeof *bigger.slot);
    if (!bigger.slot)
        return -1;
    for (uint32_t i = 0; i < p->slots; i++)
        if (p->slot[i].entry)
            *find_slot(&bigger, p->slot[i].low, p->slot[i].high) = p->slot[i];
    free(p->slot);
    *p = bigger;
    return 0;
}

void index_expect(struct index *x, uint64_t entries)
{
    if (entries > EXPECTED_MAX)
        entries = EXPECTED_MAX;
    x->expected = (uint32_t)(entries / PARTS * 4 / 3) + FIRST_SLOTS;
}

int64_t index_id(struct index *x, uint64_t hash, uint64_t entry)
{
    struct part *p = &x->part[hash >> 56];
    uint32_t low = (uint32_t)hash, high = (uint32_t)(hash >> 32);

    if ((uint64_t)p->used * 6 >= (uint64_t)p->slots * 5 && part_grow(p, x->expected))
        return -1;
    struct slot *s = find_slot(p, low, high);
    if (s->entry)
        return s->entry;
    s->low = low;
    s->high = high;
    s->entry = (uint32_t)entry;
    p->used++;
    return 0;
}

void index_id_prefetch(const struct index *x, uint64_t hash)
{
    const struct part *p = &x->part[hash >> 56];

    if (p->slot)
        __builtin_prefetch(&p->slot[(uint64_t)(uint32_t)hash * p->slots >> 32]);
}

uint64_t index_id_holder(const struct index *x, uint64_t hash)
{
    const struct part *p = &x->part[hash >> 56];

    return p->slot ? find_slot(p, (uint32_t)hash, (uint32_t)(hash >> 32))->entry : 0;
}

static uint16_t *class_slot(const struct index *x, uint64_t hash)
{
    size_t i = hash & (CLASS_SLOTS - 1);

    while (x->class_slot[i] && x->class[x->class_slot[i] - 1].hash != hash)
        i = (i + 1) & (CLASS_SLOTS - 1);
    return &x->class_slot[i];
}

struct class_row *index_class(struct index *x, uint64_t hash, uint16_t *number)
{
    uint16_t slot = *class_slot(x, hash);

    if (!slot)
        return NULL;
    *number = (uint16_t)(slot - 1);
    return &x->class[slot - 1];
}

struct class_row *index_class_add(struct index *x, uint64_t hash, struct str *name, uint16_t *number)
{
    if (x->classes >= LIMIT_CLASSES)
        return NULL;
    if (!(x->classes & (x->classes - 1))) {
        size_t room = x->classes ? x->classes * 2 : 8;
        struct class_row *class = realloc(x->class, room * sizeof *class);
        if (!class)
            return NULL;
        x->class = class;
    }
    struct class_row *row = &x->class[x->classes];
    memset(row, 0, sizeof *row);
    row->hash = hash;
    row->count.name = *name;
    memset(name, 0, sizeof *name);
    *number = (uint16_t)x->classes++;
    *class_slot(x, hash) = (uint16_t)(*number + 1);
    return row;
}

void index_classes_clear(struct index *x)
{
    for (size_t i = 0; i < x->classes; i++)
        x->class[i].count.entries = 0;
}

size_t index_classes(const struct index *x)
{
    return x->classes;
}

const struct class_row *index_class_at(const struct index *x, size_t i)
{
    return &x->class[i];
}
