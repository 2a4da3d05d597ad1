/* The list of all notes: which are shown, in which order, and which of them is selected. */
#ifndef AERSCOPE_TUI_NOTES_LIST_H
#define AERSCOPE_TUI_NOTES_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state;

struct listed_note {
    bool draft;
    size_t at;      /* in the case file, or among the drafts */
    uint64_t entry; /* of this timeline; 0: none */
};

struct notes_list {
    struct listed_note *item;
    size_t count, room;
    size_t selected, top;
    int page;     /* how many fit */
    bool by_time; /* else by entry, those without one at the end */
};

void notes_list_release(struct notes_list *l);
/* All of them as they are now; the selection stays within. 0, or -1 without memory. */
int notes_list_make(struct state *s);
/* NULL while there is none. */
const struct listed_note *notes_list_selected(const struct notes_list *l);

#endif
