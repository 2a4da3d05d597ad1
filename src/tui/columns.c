#include "tui/columns.h"

#include <stddef.h>
#include <string.h>

/* What the standard classes with a short name of a system take; a tool; an id that is a UUID. */
enum { STANDING_CELLS = 19, CLASS_CELLS = 22, TOOL_CELLS = 12, ID_CELLS = 36 };

static int digits(uint64_t n)
{
    int count = 1;

    while (n >= 10) {
        n /= 10;
        count++;
    }
    return count;
}

static struct column take(int *at, int cells, int gap)
{
    struct column c = {*at, cells};

    *at += cells + gap;
    return c;
}

static void place_two_rows(struct columns *c, int cols)
{
    c->two_rows = true;
    c->mark = cols - 1;
    c->sign = cols - 15;
    c->link = (struct column){cols - 13, 11};
    c->tool = (struct column){c->number_end + 1, c->sign - c->number_end - 2};
    c->provenance_class = (struct column){2, cols - 2};
}

static void place_one_row(struct columns *c, int cols)
{
    bool roomy = cols >= 76;
    int link = roomy ? 9 : 7, spare = roomy ? 4 : 1;
    int at = c->number_end + 3;
    int rest = cols - at - STANDING_CELLS - link - 4 - spare - 1;
    int class_cells = rest < 34 ? rest * 2 / 3 : CLASS_CELLS + (rest - 34) / 2;

    if (class_cells > 28)
        class_cells = 28;
    else if (class_cells < 15)
        class_cells = rest > 23 ? 15 : rest - 8;
    c->sign = c->number_end + 1;
    c->tool = take(&at, rest - class_cells, 1);
    c->provenance_class = take(&at, class_cells, 1);
    c->standing = take(&at, STANDING_CELLS, 1);
    c->link = take(&at, link, 1);
    c->mark = at;
}

static void place_with_digests(struct columns *c, int cols)
{
    bool roomy = cols >= 116;
    int hex, link = roomy ? 10 : 8, at = c->number_end + 4, rest, class_cells, id;

    c->hex_ends = roomy ? 8 : 6;
    hex = 2 * c->hex_ends + 2;
    rest = cols - at - 2 - STANDING_CELLS - 1 - 2 * (hex + 2) - link;
    id = cols < 150 ? 0 : rest - 39 < ID_CELLS ? rest - 39 : ID_CELLS;
    rest -= id ? id + 1 : 0;
    class_cells = rest < CLASS_CELLS + TOOL_CELLS ? rest * 3 / 5 : CLASS_CELLS;
    if (rest > 38)
        class_cells += (rest - 38) / 3;
    c->sign = c->number_end + 1;
    c->mark = c->number_end + 2;
    c->tool = take(&at, rest - class_cells, 1);
    if (id)
        c->id = take(&at, id, 1);
    c->provenance_class = take(&at, class_cells, 1);
    c->standing = take(&at, STANDING_CELLS, 1);
    c->stored = take(&at, hex, 2);
    c->recomputed = take(&at, hex, 2);
    c->link = take(&at, link, 0);
}

void columns_place(struct columns *c, int cols, uint64_t entries)
{
    int n = digits(entries), least = cols < 64 ? 4 : 5;

    memset(c, 0, sizeof *c);
    c->number_end = (n < least ? least : n) + 1;
    if (cols < 64)
        place_two_rows(c, cols);
    else if (cols < 100)
        place_one_row(c, cols);
    else
        place_with_digests(c, cols);
}
