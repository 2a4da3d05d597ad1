/* Several lines of text being typed: UTF-8 by grapheme, wrapped to the width there is, safe to paste
 * into. What is shown is escaped, and the cursor never stands inside a token. */
#ifndef AERSCOPE_TUI_EDITOR_H
#define AERSCOPE_TUI_EDITOR_H

#include "tui/screen.h"
#include "tui/typed.h"

#include <stdint.h>

enum { EDITOR_BYTES = 64 * 1024 };

/* A row of the screen: bytes [from, to) of the text. */
struct editor_row {
    size_t from, to;
};

struct editor {
    struct typed in;   /* UTF-8 without NUL; lines end with a line feed, and the cursor is between graphemes */
    unsigned flags;    /* of text_escape() */
    uint64_t changes;  /* goes up with each change */
    bool refused;      /* something did not fit; the caller resets it */
    uint64_t replaced; /* bytes of pastes that were no text; the caller resets it */

    int cols;       /* that rows were made for */
    bool laid;      /* `row` is of the text as it is */
    struct editor_row *row;
    size_t rows, room;
    size_t top;  /* first row shown */
    int page;    /* rows shown */
    int goal;    /* column that up and down keep to; -1: none */
};

void editor_init(struct editor *e, unsigned flags);
void editor_release(struct editor *e);
void editor_set(struct editor *e, const char *text, size_t len); /* the cursor goes to its end */
const char *editor_text(struct editor *e);                       /* NUL-terminated */
/* Nothing but spaces and line ends. */
bool editor_blank(const struct editor *e);

/* Inserts what was pasted as it is: CR LF and CR become LF, a NUL or a byte that is no UTF-8 becomes
 * U+FFFD and is counted. All or nothing. */
void editor_insert(struct editor *e, const void *bytes, size_t len);
/* Takes a key that moves or edits; false when it does neither. */
bool editor_key(struct editor *e, uint32_t key);

/* Makes rows of this width and brings the cursor in sight. */
void editor_fit(struct editor *e, struct rect area);
/* After editor_fit() for the same area; sets the grid's cursor. */
void editor_draw(const struct editor *e, struct grid *g, struct rect area);
/* Rows above and below what is shown. */
size_t editor_above(const struct editor *e);
size_t editor_below(const struct editor *e);

#endif
