#include "tui/map.h"

#include "tui/frame.h"
#include "tui/state.h"

#include <string.h>

enum { STEP = 20000, LABEL_WIDE = 10, LABEL_NARROW = 4 };

static bool narrow(const struct grid *g)
{
    return g->cols < 64;
}

static int label(const struct grid *g)
{
    return narrow(g) ? LABEL_NARROW : LABEL_WIDE;
}

static int cols_of(const struct grid *g)
{
    return g->cols - label(g) - 1;
}

/* The last entry so far may yet turn out not to be the last. */
static uint64_t settled(const struct state *s)
{
    const struct progress *p = &s->progress;

    return p->done || p->failed || p->entries == 0 ? p->entries : p->entries - 1;
}

/* How many entries there will be, by what of the bytes is read: the map is not to shrink to nothing
 * and grow again while the examination runs. */
static uint64_t expected(const struct state *s)
{
    const struct progress *p = &s->progress;

    if (p->done || p->failed || p->bytes_total == 0 || p->bytes_read == 0)
        return p->entries;
    return (uint64_t)((double)p->entries / (double)p->bytes_read * (double)p->bytes_total) + 1;
}

void map_toggle(struct state *s)
{
    s->map.on = !s->map.on;
    map_step(s);
    state_say(s, STYLE_NORMAL,
              s->map.on ? "map: ! failure, s signal, ? warning, . nothing found, blank not examined"
                        : "map off");
}

bool map_busy(const struct state *s)
{
    return s->map.on && s->map.taken < settled(s);
}

void map_step(struct state *s)
{
    if (map_busy(s) && map_extend(&s->map, s->timeline, settled(s), STEP) < 0)
        s->map.on = false;
}

int map_height(const struct state *s, const struct grid *g)
{
    if (!s->map.on || frame_tiny(g))
        return 0;
    return g->rows >= FRAME_SHORT ? 2 : 1;
}

/* ---- drawing ---- */

struct span_of_cells {
    int from, to;
};

/* Cells of what the list shows. */
static struct span_of_cells in_sight(const struct state *s, uint64_t entries, int cols)
{
    uint64_t first = shown_select(s, s->list_top);
    uint64_t last = shown_select(s, s->list_top + (uint64_t)s->list_rows - 1);

    if (last == 0)
        last = shown_seek(s, s->progress.entries, -1);
    if (first == 0)
        return (struct span_of_cells){0, -1};
    return (struct span_of_cells){map_cell_of(&s->map, entries, cols, first),
                                  map_cell_of(&s->map, entries, cols, last)};
}

static bool contradicted(const struct state *s)
{
    return s->referenced && s->verdict.endpoint == ENDPOINT_CONTRADICTED;
}

static enum style style_of(int cell, int here, struct span_of_cells seen)
{
    if (cell == here)
        return STYLE_HERE;
    return cell >= seen.from && cell <= seen.to ? STYLE_SEEN : STYLE_NORMAL;
}

static void draw_cells(const struct state *s, struct grid *g, struct rect area, bool both)
{
    uint64_t entries = expected(s);
    int cols = cols_of(g), cells = map_cells(&s->map, entries, cols);
    int here = map_cell_of(&s->map, entries, cols, s->selected);
    struct span_of_cells seen = in_sight(s, entries, cols);

    for (int i = 0; i < cells; i++) {
        struct map_grain c = map_cell(&s->map, entries, cols, i);
        char sign[2] = {map_sign(c.worst), '\0'}, mix[2] = {map_standing(&c), '\0'};
        if (i == cells - 1 && contradicted(s) && c.worst != MAP_UNSEEN)
            *sign = '!';
        draw_word(g, area, 0, label(g) + i, style_of(i, here, seen), sign);
        if (both)
            draw_word(g, area, 1, label(g) + i, style_of(i, here, seen), mix);
    }
}

void map_draw(const struct state *s, struct grid *g, struct rect area)
{
    int col = g->cols >= 100 ? 1 : 0;

    draw_word(g, area, 0, col, STYLE_LABEL, "map");
    if (area.rows > 1)
        draw_word(g, area, 1, col, STYLE_LABEL, narrow(g) ? "who" : "standing");
    if (s->selected)
        draw_cells(s, g, area, area.rows > 1);
}

/* ---- going there ---- */

static uint32_t mask_of(enum map_worst worst)
{
    switch (worst) {
    case MAP_FAILURE: return finding_mask(SEVERITY_FAILURE);
    case MAP_SIGNAL: return ENTRY_HAS_SIGNAL;
    case MAP_WARNING: return finding_mask(SEVERITY_WARNING);
    default: return 0;
    }
}

static uint64_t entry_of(const struct state *s, int cell)
{
    uint64_t entries = expected(s), first, end, found = 0;
    int cols = cols_of(&s->grid), cells = map_cells(&s->map, entries, cols);
    uint32_t mask;

    if (cell < 0 || cell >= cells)
        return 0;
    first = map_first(&s->map, entries, cols, cell);
    end = map_first(&s->map, entries, cols, cell + 1);
    mask = mask_of(map_cell(&s->map, entries, cols, cell).worst);
    if (mask)
        found = timeline_seek(s->timeline, first, 1, mask);
    if (found && found < end)
        return found;
    return first <= s->progress.entries ? first : 0;
}

uint64_t map_entry_at(const struct state *s, int row, int col)
{
    const struct grid *g = &s->grid;
    struct rect body = frame_body(s, g); /* it stands below that */
    int height = map_height(s, g), top = body.row + body.rows;

    if (row < top || row >= top + height)
        return 0;
    return entry_of(s, col - label(g));
}

int map_has(struct state *s)
{
    bool on = s->map.on;
    int cells;

    s->map.on = true;
    map_step(s);
    cells = map_cells(&s->map, expected(s), cols_of(&s->grid));
    s->map.on = on;
    return cells;
}

void map_go(struct state *s, uint64_t n)
{
    uint64_t entry;

    s->map.on = true;
    map_step(s);
    entry = entry_of(s, (int)n - 1);
    if (entry == 0)
        state_say(s, STYLE_NORMAL, "nothing is examined there so far");
    else if (!filter_refuses(s, entry))
        state_jump(s, entry);
}
