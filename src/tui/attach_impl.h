/* Between the parts of attaching: what is asked (attach_ask.c), what is read and checked (attach.c). */
#ifndef AERSCOPE_TUI_ATTACH_IMPL_H
#define AERSCOPE_TUI_ATTACH_IMPL_H

#include "tui/state.h"

enum {
    ASK_KIND,
    ASK_COMMITMENT,
    ASK_HEAD,
    ASK_COUNT,
    ASK_BASELINE,
    ASK_EXPECTED,
    ASK_WITNESS,
    ASK_AUTHORITY,
    ASK_FROM,
    ASK_AT,
    ASK_INDEPENDENCE
};
/* One of these questions, with what was answered to it before. */
void attach_question(struct state *s, int ask);
/* The same with what was typed, to be mended, and the reason; it is escaped here. */
void attach_refuse(struct state *s, int ask, const char *typed, const struct err *err);

/* The one that is asked about; NULL for none. */
struct reference *attach_staged(struct state *s);
void attach_forget_staged(struct state *s);
/* All is answered: it goes on the board and is checked. */
void attach_take_staged(struct state *s);

#endif
