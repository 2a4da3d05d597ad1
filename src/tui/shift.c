#include "tui/shift.h"

#include <stdint.h>
#include <string.h>

/* Below LEAST rows that differ a shift is not looked for; screens with more rows than ROWS are drawn without.
 * Rows are looked for in PARTS, since something may stand beside what is moved.
 * Bytes: of the sequences that shift, of one that goes elsewhere. */
enum { LEAST = 3, ROWS = 512, PARTS = 8, SEQUENCES = 28, ADDRESS = 5 };

static uint64_t mix(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static bool is_blank(const struct cell *c)
{
    return c->len == 1 && c->text[0] == ' ' && c->style == STYLE_NORMAL;
}

struct rows {
    uint64_t had[ROWS][PARTS], want[ROWS][PARTS];
    int count;
};

/* Of each part of a row; 0: blank. */
static void hash_row(const struct grid *g, int row, uint64_t hash[PARTS])
{
    for (int part = 0; part < PARTS; part++) {
        int col = g->cols * part / PARTS, end = g->cols * (part + 1) / PARTS;
        bool blank = true;

        hash[part] = UINT64_C(0xcbf29ce484222325);
        for (; col < end; col++) {
            const struct cell *c = grid_cell(g, row, col);
            blank = blank && is_blank(c);
            hash[part] = mix(hash[part], c->text, c->len);
            hash[part] = mix(hash[part], &c->style, sizeof c->style);
        }
        if (blank)
            hash[part] = 0;
    }
}

/* How many parts of rows that would have to be drawn are found `by` further down. */
static int parts_moved(const struct rows *r, int by)
{
    int from = by < 0 ? -by : 0, to = by < 0 ? r->count : r->count - by, n = 0;

    for (int row = from; row < to; row++)
        for (int part = 0; part < PARTS; part++) {
            uint64_t want = r->want[row][part];
            n += want && want == r->had[row + by][part] && want != r->had[row][part];
        }
    return n;
}

/* --- where to: by what it takes to draw the rows --- */

/* About how many bytes it takes to make a row out of another, or of blanks (NULL): what differs, and an address
 * for each run of it; blanks are erased at the price of one. */
static int cost(const struct cell *want, const struct cell *had, int cols)
{
    int bytes = 0, last = -1; /* what the cell before was: 1 drawn, 0 erased, -1 left */

    for (int col = 0; col < cols; col++) {
        bool blank = is_blank(&want[col]), same = had ? cell_equal(&want[col], &had[col]) : blank;
        int now = same ? -1 : !blank;
        bytes += now == 1;
        if (now >= 0 && now != last)
            bytes += ADDRESS;
        last = now;
    }
    return bytes;
}

static const struct cell *cells(const struct grid *g, int row)
{
    return g->cell + (size_t)row * (size_t)g->cols;
}

/* What is saved where row `row` is drawn over what stood `by` further down. */
static int saving(const struct grid *shown, const struct grid *want, int row, int by)
{
    const struct cell *w = cells(want, row);

    if (row + by < 0 || row + by >= want->rows)
        return -want->cols;
    return cost(w, cells(shown, row), want->cols) - cost(w, cells(shown, row + by), want->cols);
}

/* Of all runs of rows the one that saves most when it is moved, and how much. */
static int best_rows(const struct grid *shown, const struct grid *want, int by, int *first, int *last)
{
    int best = 0, sum = 0, start = 0;

    for (int row = 0; row < want->rows; row++) {
        sum += saving(shown, want, row, by);
        if (sum <= 0) {
            sum = 0;
            start = row + 1;
        } else if (sum > best) {
            best = sum;
            *first = start;
            *last = row;
        }
    }
    return best;
}

/* The rows that come in are blank: they lose what they had. */
static int consider(const struct grid *shown, const struct grid *want, int by, int best, struct shift *out)
{
    int first = 0, last = 0, distance = by < 0 ? -by : by;
    int saved = best_rows(shown, want, by, &first, &last) - SEQUENCES;

    if (saved <= best)
        return best;
    for (int i = 1; i <= distance; i++) {
        int row = by < 0 ? first - i : last + i;
        const struct cell *w = cells(want, row);
        saved += cost(w, cells(shown, row), want->cols) - cost(w, NULL, want->cols);
    }
    if (saved <= best)
        return best;
    out->top = by < 0 ? first + by : first;
    out->bottom = by < 0 ? last : last + by;
    out->by = by;
    return saved;
}

/* The distance by which most was moved; 0: none. */
static int most_moved(const struct rows *r)
{
    int most = 0, found = 0;

    for (int by = 1; by < r->count; by++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int n = parts_moved(r, sign * by) - by;
            if (n > most) {
                most = n;
                found = sign * by;
            }
        }
    return found;
}

bool shift_find(const struct grid *shown, const struct grid *want, struct shift *out)
{
    struct rows r = {.count = want->rows};
    int best = 0, differ = 0, by;

    if (want->rows > ROWS || want->rows != shown->rows || want->cols != shown->cols)
        return false;
    for (int row = 0; row < r.count; row++) {
        hash_row(shown, row, r.had[row]);
        hash_row(want, row, r.want[row]);
        differ += memcmp(r.had[row], r.want[row], sizeof r.want[row]) != 0;
    }
    if (differ <= LEAST)
        return false;
    by = most_moved(&r);
    if (by)
        best = consider(shown, want, by, best, out);
    best = consider(shown, want, 1, best, out);
    best = consider(shown, want, -1, best, out);
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
