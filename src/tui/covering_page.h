/* Coverage as lines: the counts, the list, the rows, one row in full. */
#ifndef AERSCOPE_TUI_COVERING_PAGE_H
#define AERSCOPE_TUI_COVERING_PAGE_H

#include "tui/state.h"

enum { COVERING_WIDE = 100 };

/* Why there is nothing to show, or what it waits for; nothing where rows are shown. */
void covering_page_none(struct page *p, const struct state *s, int cols);
/* "6 expected: 6 matched, 0 missing, 0 out of order" and what became of the entries. */
void covering_page_counts(struct page *p, const struct state *s, int cols);
/* Whether the list was frozen beforehand. */
void covering_page_frozen(struct page *p, const struct state *s, int cols);
/* What absence and matching do not show. */
void covering_page_limits(struct page *p, const struct state *s, int cols);
/* The list: file, SHA-256, source, what it is for. */
void covering_page_list(struct page *p, const struct state *s, int cols);

/* Names over the rows. */
void covering_page_names(struct page *p, const struct state *s, int cols);
/* Row `n`, in so many lines. */
int covering_page_height(int cols);
void covering_page_row(struct page *p, struct state *s, uint64_t n, int cols);
/* Both sides of the selected row. */
void covering_page_pair(struct page *p, struct state *s, int cols);

#endif
