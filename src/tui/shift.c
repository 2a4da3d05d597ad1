#include "tui/shift.h"

#include <stdint.h>
#include <string.h>

/* Below LEAST rows saved a shift costs more than it is worth; screens with more rows than ROWS are
 * drawn without. A row is near with one cell in NEAR that differs. */
enum { LEAST = 3, ROWS = 512, NEAR = 3 };

static uint64_t mix(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t row_hash(const struct grid *g, int row)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (int col = 0; col < g->cols; col++) {
        const struct cell *c = grid_cell(g, row, col);
        hash = mix(hash, c->text, c->len);
        hash = mix(hash, &c->style, sizeof c->style);
    }
    return hash;
}

struct rows {
    uint64_t had[ROWS], want[ROWS];
    int count;
};

/* Of the runs of rows that are found `by` further down, the one with the most rows that would have
 * to be drawn; the number of these. */
static int best_run(const struct rows *r, int by, int *first, int *last)
{
    int best = 0, saved = 0, start = -1;

    for (int row = 0; row < r->count; row++) {
        bool moved = row + by >= 0 && row + by < r->count && r->want[row] == r->had[row + by];

        if (!moved) {
            start = -1;
            continue;
        }
        if (start < 0) {
            start = row;
            saved = 0;
        }
        saved += r->want[row] != r->had[row];
        if (saved > best) {
            best = saved;
            *first = start;
            *last = row;
        }
    }
    return best;
}

/* Rows that are nearly what they were `by` further down: to mend them takes less than to draw them. */
static bool is_near(const struct grid *shown, const struct grid *want, int row, int by)
{
    int differ = 0;

    for (int col = 0; col < want->cols; col++)
        differ += !cell_equal(grid_cell(want, row, col), grid_cell(shown, row + by, col));
    return differ <= want->cols / NEAR;
}

/* The rows right after the run that are near are moved with it. */
static void widen(const struct grid *shown, const struct grid *want, struct shift *s)
{
    if (s->by > 0)
        while (s->bottom + 1 < want->rows && is_near(shown, want, s->bottom + 1 - s->by, s->by))
            s->bottom++;
    else
        while (s->top > 0 && is_near(shown, want, s->top - 1 - s->by, s->by))
            s->top--;
}

static int consider(const struct rows *r, int by, int best, struct shift *out)
{
    int first = 0, last = 0, distance = by < 0 ? -by : by;
    int saved = best_run(r, by, &first, &last) - distance;

    if (saved < LEAST || saved <= best)
        return best;
    out->top = by < 0 ? first + by : first;
    out->bottom = by < 0 ? last : last + by;
    out->by = by;
    return saved;
}

bool shift_find(const struct grid *shown, const struct grid *want, struct shift *out)
{
    struct rows r = {.count = want->rows};
    int best = 0, differ = 0;

    if (want->rows > ROWS || want->rows != shown->rows || want->cols != shown->cols)
        return false;
    for (int row = 0; row < r.count; row++) {
        r.had[row] = row_hash(shown, row);
        r.want[row] = row_hash(want, row);
        differ += r.had[row] != r.want[row];
    }
    for (int by = 1; differ > LEAST && by < r.count; by++) {
        best = consider(&r, by, best, out);
        best = consider(&r, -by, best, out);
    }
    if (best > 0)
        widen(shown, want, out);
    return best > 0;
}

static void clear_row(struct grid *g, int row)
{
    static const struct cell blank = {" ", 1, 1, STYLE_NORMAL};

    for (int col = 0; col < g->cols; col++)
        g->cell[(size_t)row * (size_t)g->cols + (size_t)col] = blank;
}

void shift_apply(struct grid *g, const struct shift *s)
{
    size_t cols = (size_t)g->cols, by = (size_t)(s->by < 0 ? -s->by : s->by);
    size_t rows = (size_t)(s->bottom - s->top) + 1 - by;
    struct cell *top = g->cell + (size_t)s->top * cols;

    if (s->by > 0)
        memmove(top, top + by * cols, rows * cols * sizeof *top);
    else
        memmove(top + by * cols, top, rows * cols * sizeof *top);
    for (int i = 0; i < (int)by; i++)
        clear_row(g, s->by > 0 ? s->bottom - i : s->top + i);
}
