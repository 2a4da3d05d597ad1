/* What can be typed in the row above the last: each kind has its sign, its past, its own keys. */
#ifndef AERSCOPE_TUI_PROMPT_H
#define AERSCOPE_TUI_PROMPT_H

#include "tui/state.h"

struct prompt {
    const char *sign; /* before what is typed */
    void (*done)(struct state *s, const char *line);
    /* Its own meaning of a key; false leaves it to the line. May be NULL. */
    bool (*key)(struct state *s, uint32_t key);
    /* What was typed before; may be NULL. */
    struct history *(*past)(struct state *s);
    /* At the right of the row, in fewer and fewer words until it fits; may be NULL. */
    const char *(*remark)(const struct state *s, int fewer);
};

extern const struct prompt prompt_search, prompt_filter;

void prompt_open(struct state *s, const struct prompt *p);
void prompt_key(struct state *s, uint32_t key);

#endif
