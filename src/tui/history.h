/* What was typed in a prompt before, gone through with Up and Down. */
#ifndef AERSCOPE_TUI_HISTORY_H
#define AERSCOPE_TUI_HISTORY_H

#include "tui/line.h"

enum { HISTORY_LINES = 64 };

struct history {
    char *line[HISTORY_LINES]; /* the newest last */
    size_t count;
    size_t at;    /* line shown; count: what is being typed */
    char *typing; /* kept while an older line is shown */
};

void history_release(struct history *h);
/* A prompt opens: what is being typed stands after the newest. */
void history_begin(struct history *h);
/* Shows the line before (step -1) or after (step 1) in `l`; at either end nothing changes. */
void history_go(struct history *h, struct typed *l, int step);
/* Keeps a line; one that was kept already becomes the newest. Without memory it is not kept. */
void history_add(struct history *h, const char *text);
/* NULL when there is none. */
const char *history_newest(const struct history *h);

#endif
