/* What the lab shows of itself: the steps there are, and what each judgement saw of those in force. */
#ifndef AERSCOPE_TUI_LAB_PAGE_H
#define AERSCOPE_TUI_LAB_PAGE_H

#include "tui/state.h"

/* All kinds of steps, each beginning at an anchor; the selected one in full. */
void lab_page_menu(struct page *p, const struct state *s, int cols);
/* Steps, the command that does the same, the judgements before and after. */
void lab_page_seen(struct page *p, const struct state *s, int cols);

#endif
