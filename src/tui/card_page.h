/* What only the card shows of an entry: its time against its neighbours, and how to give its digest
 * by other means. */
#ifndef AERSCOPE_TUI_CARD_PAGE_H
#define AERSCOPE_TUI_CARD_PAGE_H

#include "tui/form.h"
#include "tui/state.h"

/* Reads what the two below show. */
void card_page_load(struct state *s);
void card_page_times(struct page *p, const struct state *s, const struct form *f);
void card_page_commands(struct page *p, const struct state *s, const struct form *f);

/* The command that needs no aerscope, so that it gives the same digest however wide the screen is. */
void card_page_by_hand(struct page *p, int col, int cols, const struct str *command);

#endif
