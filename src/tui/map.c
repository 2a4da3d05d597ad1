#include "tui/map.h"

#include <stdlib.h>
#include <string.h>

void map_release(struct map *m)
{
    free(m->grain);
    m->grain = NULL;
    m->each = m->taken = 0;
}

static void add(struct map_grain *to, const struct map_grain *g)
{
    if (g->worst > to->worst)
        to->worst = g->worst;
    for (int i = 0; i < STANDING_COUNT; i++)
        to->standing[i] += g->standing[i];
}

static void merge_pairs(struct map *m)
{
    for (size_t i = 0; i < MAP_GRAINS / 2; i++) {
        struct map_grain two = m->grain[2 * i];
        add(&two, &m->grain[2 * i + 1]);
        m->grain[i] = two;
    }
    memset(m->grain + MAP_GRAINS / 2, 0, MAP_GRAINS / 2 * sizeof *m->grain);
    m->each *= 2;
}

static enum map_worst worst_of(uint32_t mask, bool signal)
{
    if (mask & finding_mask(SEVERITY_FAILURE))
        return MAP_FAILURE;
    if (signal)
        return MAP_SIGNAL;
    return mask & finding_mask(SEVERITY_WARNING) ? MAP_WARNING : MAP_CLEAR;
}

static void take(struct map *m, const struct timeline *t, uint64_t entry, bool signal)
{
    struct entry_mark mark = timeline_mark(t, entry);
    struct map_grain one = {.worst = worst_of(mark.mask, signal)};

    one.standing[mark.standing] = 1;
    add(&m->grain[(entry - 1) / m->each], &one);
}

int map_extend(struct map *m, const struct timeline *t, uint64_t upto, uint64_t limit)
{
    uint64_t signal;

    if (!m->grain)
        m->grain = calloc(MAP_GRAINS, sizeof *m->grain);
    if (!m->grain)
        return -1;
    if (m->each == 0)
        m->each = 1;
    signal = timeline_seek(t, m->taken + 1, 1, ENTRY_HAS_SIGNAL);
    for (; m->taken < upto && limit > 0; limit--) {
        if (m->taken >= m->each * MAP_GRAINS)
            merge_pairs(m);
        m->taken++;
        take(m, t, m->taken, m->taken == signal);
        if (m->taken == signal)
            signal = timeline_seek(t, signal + 1, 1, ENTRY_HAS_SIGNAL);
    }
    return 0;
}

/* ---- cells ---- */

static uint64_t grains(const struct map *m, uint64_t entries)
{
    uint64_t each = m->each ? m->each : 1;

    return (entries + each - 1) / each;
}

int map_cells(const struct map *m, uint64_t entries, int cols)
{
    uint64_t all = grains(m, entries);

    return all < (uint64_t)cols ? (int)all : cols;
}

/* The first grain of a cell; of the cell after the last one, the end. */
static uint64_t grain_of(const struct map *m, uint64_t entries, int cols, int cell)
{
    uint64_t all = grains(m, entries), cells = (uint64_t)map_cells(m, entries, cols);

    return cells ? all * (uint64_t)cell / cells : 0;
}

struct map_grain map_cell(const struct map *m, uint64_t entries, int cols, int cell)
{
    struct map_grain sum = {.worst = MAP_UNSEEN};
    uint64_t end = grain_of(m, entries, cols, cell + 1);

    for (uint64_t i = grain_of(m, entries, cols, cell); m->grain && i < end && i < MAP_GRAINS; i++)
        add(&sum, &m->grain[i]);
    return sum;
}

uint64_t map_first(const struct map *m, uint64_t entries, int cols, int cell)
{
    return grain_of(m, entries, cols, cell) * (m->each ? m->each : 1) + 1;
}

int map_cell_of(const struct map *m, uint64_t entries, int cols, uint64_t entry)
{
    int cells = map_cells(m, entries, cols), low = 0;

    for (int high = cells; high - low > 1;) {
        int middle = (low + high) / 2;
        if (map_first(m, entries, cols, middle) <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

char map_sign(enum map_worst worst)
{
    return " .?s!"[worst];
}

char map_standing(const struct map_grain *g)
{
    return standing_mix(g->standing);
}
