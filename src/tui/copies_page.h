/* A comparison of two copies as lines: what was found, the rows, a pair in full. */
#ifndef AERSCOPE_TUI_COPIES_PAGE_H
#define AERSCOPE_TUI_COPIES_PAGE_H

#include "tui/state.h"

/* "reclosed, proved" */
void copies_page_title(const struct comparing *x, struct buf *out);
/* "5 the same, 1 changed" */
void copies_page_counts(const struct comparing *x, struct buf *out);
/* What was found, how certain it is, what it does not show. */
void copies_page_found(struct page *p, const struct state *s, int cols);
/* Which file is which. */
void copies_page_files(struct page *p, const struct state *s, int cols);
/* Row `n` in so many lines as copies_page_height() says; side by side from this width on. */
enum { COPIES_WIDE = 100 };
int copies_page_height(const struct copies_row *row, int cols);
void copies_page_row(struct page *p, struct state *s, uint64_t n, const struct copies_row *row,
                     int cols);
/* The selected row: both entries, both digests under each other, each member that differs. */
void copies_page_pair(struct page *p, struct state *s, int cols);

#endif
