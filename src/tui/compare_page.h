/* A comparison as lines: stored and recomputed under each other. */
#ifndef AERSCOPE_TUI_COMPARE_PAGE_H
#define AERSCOPE_TUI_COMPARE_PAGE_H

#include "tui/compare.h"
#include "tui/form.h"

void compare_page_add(struct page *p, const struct state *s, const struct form *f,
                      const struct comparison *c, bool title);
/* "link into 5" */
void compare_page_name(const struct comparison *c, struct buf *out);

#endif
