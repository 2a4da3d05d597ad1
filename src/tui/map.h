/* The map: the whole timeline in one row of cells, the worst finding of each, and the mix of its
 * standings in a second one. It is counted once, as entries are published, in a bounded number of
 * grains that double in size when they run out, so that a frame costs the same at any length. */
#ifndef AERSCOPE_TUI_MAP_H
#define AERSCOPE_TUI_MAP_H

#include "core/timeline.h"
#include "tui/screen.h"

struct state;

enum { MAP_GRAINS = 2048 };

enum map_worst { MAP_UNSEEN, MAP_CLEAR, MAP_WARNING, MAP_SIGNAL, MAP_FAILURE };

struct map_grain {
    enum map_worst worst;
    uint64_t standing[STANDING_COUNT];
};

struct map {
    bool on;
    uint64_t each;  /* entries of a grain */
    uint64_t taken; /* entries counted */
    struct map_grain *grain;
};

void map_release(struct map *m);
/* Counts at most `limit` more entries, up to entry `upto`. 0 or -1. */
int map_extend(struct map *m, const struct timeline *t, uint64_t upto, uint64_t limit);

/* Cells of a row `cols` wide, for a timeline of `entries` entries as far as that is known. */
int map_cells(const struct map *m, uint64_t entries, int cols);
/* What is in a cell; the worst is MAP_UNSEEN where nothing was counted. */
struct map_grain map_cell(const struct map *m, uint64_t entries, int cols, int cell);
/* The first entry of a cell, and the cell of an entry. */
uint64_t map_first(const struct map *m, uint64_t entries, int cols, int cell);
int map_cell_of(const struct map *m, uint64_t entries, int cols, uint64_t entry);
char map_sign(enum map_worst worst);
/* R, G, A or - for one standing; r, g, a or n for the most frequent of several. */
char map_standing(const struct map_grain *g);

/* ---- on the screen (map_rows.c) ---- */

void map_toggle(struct state *s);
bool map_busy(const struct state *s);
void map_step(struct state *s);
/* Rows that it takes from the views. */
int map_height(const struct state *s, const struct grid *g);
void map_draw(const struct state *s, struct grid *g, struct rect area);
/* The entry that a cell of the screen stands for: the first of its worst findings. 0: it is not on
 * the map. */
uint64_t map_entry_at(const struct state *s, int row, int col);
/* Cells of the map as it is, or would be if it were shown. */
int map_has(struct state *s);
/* Shows it and goes to cell n, of 1 to map_has(). */
void map_go(struct state *s, uint64_t n);

#endif
