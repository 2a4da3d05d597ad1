/* Where the columns of the list stand, by its width. */
#ifndef AERSCOPE_TUI_COLUMNS_H
#define AERSCOPE_TUI_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

struct column {
    int at, cells; /* cells 0: not shown */
};

struct columns {
    bool two_rows; /* class and standing have a row of their own */
    int number_end;
    int sign, mark;
    struct column tool, id, provenance_class, standing, stored, recomputed, link;
    int hex_ends; /* digits shown of both ends of a digest */
};

/* For a list `cols` wide of `entries` entries. */
void columns_place(struct columns *c, int cols, uint64_t entries);

#endif
