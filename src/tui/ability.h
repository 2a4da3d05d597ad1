/* What a terminal can do, apart from how its description is read: the painter knows only this. */
#ifndef AERSCOPE_TUI_ABILITY_H
#define AERSCOPE_TUI_ABILITY_H

#include "base/buf.h"

#include <stdbool.h>

/* id, name in terminfo */
#define ABILITY_TABLE(X) \
    X(CLEAR, "clear")    \
    X(ADDRESS, "cup")    \
    X(COLUMN, "hpa")     \
    X(RIGHT, "cuf")      \
    X(LEFT, "cub")       \
    X(DOWN, "cud1")      \
    X(UP, "cuu1")        \
    X(ERASE, "el")       \
    X(BLANK, "ech")      \
    X(PLAIN, "sgr0")     \
    X(BOLD, "bold")      \
    X(UNDERLINE, "smul") \
    X(REVERSE, "rev")    \
    X(COLOR, "setaf")    \
    X(HIDE, "civis")     \
    X(SHOW, "cnorm")     \
    X(REGION, "csr")     \
    X(FORWARD, "ind")    \
    X(BACKWARD, "ri")

enum ability {
#define X(id, name) ABILITY_##id,
    ABILITY_TABLE(X) ABILITY_COUNT
#undef X
};

struct abilities {
    bool has[ABILITY_COUNT];
    /* Adds what makes the terminal do it, with the two numbers that some of them take. */
    void (*put)(struct buf *out, enum ability a, int first, int second);
    bool last_cell; /* the last cell can be written without scrolling */
    int colors;     /* 0 and less: none */
};

#endif
