/* A view: a way to look at the state. The table of its functions is all that others know of it. */
#ifndef AERSCOPE_TUI_VIEW_H
#define AERSCOPE_TUI_VIEW_H

#include "tui/keymap.h"
#include "tui/screen.h"
#include "tui/state.h"

enum unit { UNIT_ROW, UNIT_HALF, UNIT_PAGE, UNIT_END };

/* A key of a line or an editor, which no configuration changes. */
struct line_key {
    const char *key, *does;
};

struct view {
    const char *name;
    /* Loads and corrects before drawing in an area of this size. */
    void (*prepare)(struct state *s, struct rect area);
    void (*draw)(const struct state *s, struct grid *g, struct rect area);
    /* By `n` units, down or (n < 0) up. UNIT_END: to the first (n < 0) or last. */
    void (*move)(struct state *s, enum unit unit, long n);
    /* Its own meaning of an action; false leaves it to all views. May be NULL. */
    bool (*act)(struct state *s, enum action a, uint64_t count);
    bool finds; /* a search is its own */
    /* Row 1 in its place, on small screens; may be NULL. False leaves it as it is. */
    bool (*title)(const struct state *s, struct grid *g, struct rect area);
    /* What the row above the last shows while there is no message, and rows above that when it is long: it
     * must not ask for the area of the view, which depends on it. May be NULL. */
    void (*status)(const struct state *s, struct buf *out);
    /* The selected row in words, for --plain, where its columns say nothing without their heads; NULL: the row as it
     * is drawn, with what is indented below it. */
    void (*aloud)(const struct state *s, struct buf *out);
    /* A press of the mouse on that cell of the screen; may be NULL. */
    void (*press)(struct state *s, int row, int col);
    const struct hint *wide_hints; /* the same from 64 columns on; NULL: no others */
    const struct hint *hints; /* the most useful first; ends with ACTION_NONE */
    /* The same where they depend on more than the room; may be NULL. */
    const struct hint *(*hints_now)(const struct state *s);
    const struct line_key *line_keys; /* in their place while what is typed is text; ends with NULL */
};

extern const struct view view_list, view_card, view_help, view_overview, view_facts, view_findings,
    view_provenance, view_references, view_reference, view_plain, view_copies, view_pair,
    view_found, view_coverage, view_note, view_notes, view_history,
    view_export, view_jobs, view_lab, view_lab_seen;

/* Whether the card has room for one comparison at a time: row 1 names it. */
bool card_is_small(const struct state *s);

/* Whether the list has the details of the selected entry beside it or below it. */
bool list_has_detail(const struct state *s);

/* For views that are a page of text (state.text_page), under a line with their name. */
void text_begin(struct state *s);
void text_fit_area(struct state *s, struct rect body);
void text_move(struct state *s, enum unit unit, long n);
void text_draw(const struct state *s, struct grid *g, struct rect body);
extern const struct hint text_hints[];
/* Corrects a scroll position to a page that was built. */
void scroll_fit(struct scroll *c, const struct page *p, int rows);

#endif
