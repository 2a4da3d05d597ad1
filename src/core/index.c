#include "core/index.h"

#include "base/limits.h"
#include "base/region.h"
#include "base/shortage.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEGMENT_BITS = 14,
    SEGMENT = 1 << SEGMENT_BITS,
    SEGMENTS = 1 << (32 - SEGMENT_BITS),
    PARTS = 256,
    FIRST_SLOTS = 16,
    EXPECTED_MAX = 1 << 21,
    EXPECTED_MANY = 4 * SEGMENT,    /* from here on the tables of ids lie in a space of their own */
    LARGE_BYTES = 16 * 1024 * 1024, /* of that: taken whole even where the guess was wrong */
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
    uint32_t *any; /* the bits that an entry of the segment has */
    uint64_t count;
    struct part part[PARTS];
    uint32_t expected; /* slots that a part may need */
    struct region ids; /* where the tables of the parts lie; may be none */
    struct class_row *class;
    uint16_t *class_slot; /* number + 1 */
    size_t classes;
};

struct index *index_new(void)
{
    struct index *x = shortage_unless(calloc(1, sizeof *x));

    if (!x)
        return NULL;
    x->segment = shortage_unless(calloc(SEGMENTS, sizeof *x->segment));
    x->any = shortage_unless(calloc(SEGMENTS, sizeof *x->any));
    x->class_slot = shortage_unless(calloc(CLASS_SLOTS, sizeof *x->class_slot));
    if (x->segment && x->any && x->class_slot)
        return x;
    index_free(x);
    return NULL;
}

static bool within(const struct region *r, const void *p)
{
    return r->base && (const unsigned char *)p >= r->base && (const unsigned char *)p < r->base + r->bytes;
}

static void free_outside(const struct region *r, void *p)
{
    if (!within(r, p))
        free(p);
}

void index_free(struct index *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < SEGMENTS && x->segment && x->segment[i]; i++)
        free(x->segment[i]);
    for (size_t i = 0; i < PARTS; i++)
        free_outside(&x->ids, x->part[i].slot);
    for (size_t i = 0; i < x->classes; i++)
        str_release(&x->class[i].count.name);
    region_release(&x->ids);
    free(x->segment);
    free(x->any);
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

void index_mark(struct index *x, uint64_t entry, uint32_t bits)
{
    index_at(x, entry)->mask |= bits;
    x->any[(entry - 1) >> SEGMENT_BITS] |= bits;
}

uint64_t index_seek(const struct index *x, uint64_t entry, int step, uint64_t last, uint32_t bits)
{
    while (entry >= 1 && entry <= last) {
        uint64_t segment = (entry - 1) >> SEGMENT_BITS;
        if (!(x->any[segment] & bits))
            entry = step > 0 ? ((segment + 1) << SEGMENT_BITS) + 1 : segment << SEGMENT_BITS;
        else if (index_at(x, entry)->mask & bits)
            return entry;
        else
            entry += (uint64_t)(int64_t)step;
    }
    return 0;
}

static struct slot *find_slot(const struct part *p, uint32_t low, uint32_t high)
{
    uint32_t i = (uint32_t)((uint64_t)low * p->slots >> 32);

    while (p->slot[i].entry && (p->slot[i].low != low || p->slot[i].high != high))
        i = i + 1 == p->slots ? 0 : i + 1;
    return &p->slot[i];
}

/* The first table of a part lies where those of all parts do, if there is such a space. */
static struct slot *new_slots(struct index *x, const struct part *p, uint32_t slots)
{
    if (p->slots == 0 && x->ids.base && slots == x->expected)
        return (struct slot *)(void *)x->ids.base + (size_t)(p - x->part) * slots;
    return shortage_unless(calloc(slots, sizeof(struct slot)));
}

static int part_grow(struct index *x, struct part *p)
{
    struct part bigger = {.slots = p->slots ? p->slots + p->slots / 2 : FIRST_SLOTS, .used = p->used};

    if (bigger.slots < x->expected)
        bigger.slots = x->expected;
    bigger.slot = new_slots(x, p, bigger.slots);
    if (!bigger.slot)
        return -1;
    for (uint32_t i = 0; i < p->slots; i++)
        if (p->slot[i].entry)
            *find_slot(&bigger, p->slot[i].low, p->slot[i].high) = p->slot[i];
    free_outside(&x->ids, p->slot);
    *p = bigger;
    return 0;
}

void index_expect(struct index *x, uint64_t entries)
{
    if (x->expected > 0)
        return;
    if (entries > EXPECTED_MAX)
        entries = EXPECTED_MAX;
    x->expected = (uint32_t)(entries / PARTS * 4 / 3) + FIRST_SLOTS;
    if (entries < EXPECTED_MANY)
        return;
    /* Ids are looked for anywhere, where large pages help; records come one after the other, where clearing such
     * a page takes more than it saves. */
    region_reserve(&x->ids, (size_t)PARTS * x->expected * sizeof(struct slot), LARGE_BYTES);
}

int64_t index_id(struct index *x, uint64_t hash, uint64_t entry)
{
    struct part *p = &x->part[hash >> 56];
    uint32_t low = (uint32_t)hash, high = (uint32_t)(hash >> 32);

    if ((uint64_t)p->used * 6 >= (uint64_t)p->slots * 5 && part_grow(x, p))
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
        struct class_row *class = shortage_unless(realloc(x->class, room * sizeof *class));
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
