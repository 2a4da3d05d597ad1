/* The filter: which entries the list shows, always in the order of the file. Without one, all. */
#ifndef AERSCOPE_TUI_FILTER_H
#define AERSCOPE_TUI_FILTER_H

#include "tui/inquiry.h"

struct state;

struct filtering {
    struct inquiry inquiry;
    uint64_t contradicted; /* entry that the question knows to be so */
    uint64_t origin; /* selected when it began, until the user moves; 0 then */
};

void filtering_release(struct filtering *f);

void filter_open(struct state *s);
void filter_begin(struct state *s, const char *text);
void filter_clear(struct state *s);
bool filter_on(const struct state *s);
/* True when it is on and does not (or does not yet) show the entry. */
bool filter_hides(const struct state *s, uint64_t entry);
/* The same, and says so, with the way out. */
bool filter_refuses(struct state *s, uint64_t entry);
/* Takes in what the references say of the end by now. */
void filter_follow(struct state *s);
/* The selection stands on an entry that is shown, where there is one. */
void filter_settle(struct state *s);
/* "FILTER failures: 1 of 8 entries shown, the file has all 8; \ clears" */
void filter_banner(const struct state *s, int cols, struct buf *out);
/* True when the last entry that is shown is not, or may not be, the last one read. */
bool filter_ends_early(const struct state *s);
/* What stands after the last entry shown then. */
void filter_end_words(const struct state *s, bool brief, struct buf *out);

/* Entries that are shown, by their number among those shown. */
uint64_t shown_total(const struct state *s);
uint64_t shown_rank(const struct state *s, uint64_t entry); /* shown ones among 1..entry */
uint64_t shown_select(const struct state *s, uint64_t rank);
/* The next one shown at or after (step 1) or at or before (step -1) `entry`; 0: none. */
uint64_t shown_seek(const struct state *s, uint64_t entry, int step);

#endif
