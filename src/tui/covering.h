/* Expected actions against entries: the rows of the view, by place in the file or by action. */
#ifndef AERSCOPE_TUI_COVERING_H
#define AERSCOPE_TUI_COVERING_H

#include <stdbool.h>
#include <stdint.h>

struct state;

enum covering_page {
    COVERING_ENTRIES, /* what the list itself has, then each entry in the order of the file */
    COVERING_ACTIONS, /* each action in the order of the list */
    COVERING_WORDS,
    COVERING_PAGES
};
enum { COVERING_LISTS = COVERING_WORDS };

struct covering {
    enum covering_page page;
    uint64_t selected[COVERING_LISTS], top[COVERING_LISTS]; /* rows, from 1; 0: none yet */
};

/* How many rows the page has; 0 where there is no list, or none that could be used. */
uint64_t covering_rows(const struct state *s);
/* Rows of the page of entries that are about the list: they stand first. */
uint64_t covering_list_rows(const struct state *s);
bool covering_differs(const struct state *s, uint64_t row);
/* The next row that differs after (step 1) or before (-1) `row`; 0: none. */
uint64_t covering_seek(const struct state *s, uint64_t row, int step);
/* The entry that the row leads to; 0: none. */
uint64_t covering_entry(const struct state *s, uint64_t row);
/* The action that it is about, by number; 0: none. */
uint64_t covering_action(const struct state *s, uint64_t row);
/* Discrepancies: failures about the list, actions that are missing, entries that differ. */
uint64_t covering_total(const struct state *s);

#endif
