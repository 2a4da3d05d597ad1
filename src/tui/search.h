/* Searching: what is looked for, how far the search is, the way to the next match. */
#ifndef AERSCOPE_TUI_SEARCH_H
#define AERSCOPE_TUI_SEARCH_H

#include "tui/columns.h"
#include "tui/inquiry.h"
#include "tui/matcher.h"
#include "tui/page.h"

struct state;

struct searching {
    struct inquiry inquiry;
    struct matcher matcher;
    bool is_regex, with_payload; /* as this one is */
    /* A match yet to be found: `steps` matches on from `from`, in the direction `wanted`. */
    int wanted;
    uint64_t steps, from;
    bool reveals; /* what it came to is yet to be brought in sight */
};

void searching_release(struct searching *q);

void search_open(struct state *s);
/* Begins a search, of the last text when it is empty, and goes to the first match from the selected
 * entry on. */
void search_begin(struct state *s, const char *text);
void search_next(struct state *s, int step, uint64_t count);
/* Nothing is marked any more; next and previous take it up again. */
void search_end(struct state *s);
/* Goes to the match that is wanted, as soon as it is known which one that is. */
void search_resolve(struct state *s);
/* The user went elsewhere: no match that is found later may move the selection. */
void search_stay(struct state *s);
/* "search "quote" 1 match in 8 entries, search finished"; nothing while there is no search. */
void search_status(const struct state *s, int cols, struct buf *out);

/* (search_reveal.c) After a match was come to: slides the selected row, and scrolls and slides the details
 * in `rows` by `cols`, so that it is in sight where nothing of it is. */
void search_reveal_row(struct state *s, const struct columns *c);
void search_reveal(struct state *s, struct page *p, int rows, int cols);

/* (search_mark.c) Marks matches on a page of details; where `text` was drawn from column `col` to
 * `end` of an area of one row, what of it lies before byte `skip` not being shown. */
void search_mark_page(const struct state *s, struct page *p);
void search_mark(const struct state *s, struct grid *g, struct rect area, int col, int end,
                 const char *text, size_t len, size_t skip);

#endif
