/* The page of an entry's details, for the pane beside the list and for the card. */
#ifndef AERSCOPE_TUI_DETAIL_PAGE_H
#define AERSCOPE_TUI_DETAIL_PAGE_H

#include "tui/state.h"

enum detail_form {
    DETAIL_PANE,  /* beside the list: what holds is brief */
    DETAIL_CARD,  /* everything in full */
    DETAIL_SINGLE /* one comparison, state.comparison, without its title */
};

/* Builds s->detail_page, `cols` wide, from the loaded detail and rows. */
void detail_page_build(struct state *s, int cols, enum detail_form form);

#endif
