#include "core/digest_map.h"

#include "base/shortage.h"

#include "core/keyed.h"

#include <stdlib.h>

struct cell {
    uint64_t hash;
    uint32_t first, last; /* 0: free */
};

struct digest_map {
    struct cell *cell;
    uint64_t mask;
};

struct digest_map *digest_map_new(uint64_t entries)
{
    struct digest_map *m = shortage_unless(calloc(1, sizeof *m));
    uint64_t cells = 16;

    while (cells < entries + entries / 2)
        cells *= 2;
    if (m)
        m->cell = shortage_unless(calloc((size_t)cells, sizeof *m->cell));
    if (!m || !m->cell) {
        free(m);
        return NULL;
    }
    m->mask = cells - 1;
    return m;
}

void digest_map_free(struct digest_map *m)
{
    if (!m)
        return;
    free(m->cell);
    free(m);
}

static struct cell *find_cell(const struct digest_map *m, uint64_t hash)
{
    uint64_t i = hash & m->mask;

    while (m->cell[i].first && m->cell[i].hash != hash)
        i = (i + 1) & m->mask;
    return &m->cell[i];
}

void digest_map_add(struct digest_map *m, const struct digest *d, uint32_t entry)
{
    uint64_t hash = keyed_hash(0, d->byte, DIGEST_SIZE);
    struct cell *c = find_cell(m, hash);

    c->hash = hash;
    c->last = entry;
    if (!c->first)
        c->first = entry;
}

bool digest_map_find(const struct digest_map *m, const struct digest *d, uint32_t *first,
                     uint32_t *last)
{
    const struct cell *c = find_cell(m, keyed_hash(0, d->byte, DIGEST_SIZE));

    *first = c->first;
    *last = c->last;
    return c->first != 0;
}
