/* What can be typed in the row above the last: each kind has its sign, its past, its own keys. */
#ifndef AERSCOPE_TUI_PROMPT_H
#define AERSCOPE_TUI_PROMPT_H

#include "tui/state.h"

struct prompt {
    const char *sign; /* before what is typed */
    void (*done)(struct state *s, const char *line);
    /* Its own meaning of a key; false leaves it to the line. May be NULL. */
    bool (*key)(struct state *s, uint32_t key);
    /* It was left without an answer; may be NULL. */
    void (*cancelled)(struct state *s);
    /* What was typed before; may be NULL. */
    struct history *(*past)(struct state *s);
    /* At the right of the row, in fewer and fewer words until it fits; may be NULL. */
    const char *(*remark)(const struct state *s, int fewer);
    /* Rows above it that say what can be answered, ending with NULL; may be NULL. */
    const char *const *lines;
    bool names; /* its own keys complete names by Tab */
    bool path; /* Tab completes the name of a file */
    bool asks; /* one of several questions: a backspace too many does not leave it */
};

extern const struct prompt prompt_search, prompt_filter;

void prompt_open(struct state *s, const struct prompt *p);
/* Puts a whole answer into the open prompt: what is typed takes its place, unless it is gone into with other keys. */
void prompt_propose(struct state *s, const char *text);
/* What was pasted. */
void prompt_insert(struct state *s, const void *bytes, size_t len);
/* With a text in it, to be gone on with; NULL is none. */
void prompt_open_with(struct state *s, const struct prompt *p, const char *text);
/* Opens it with what was typed, to be mended; the reason is escaped and stands above the row. */
void prompt_refuse(struct state *s, const struct prompt *p, const char *typed, const char *reason);
/* The same; the reason is not escaped yet. */
void prompt_refuse_err(struct state *s, const struct prompt *p, const char *typed,
                       const struct err *err);
/* What was answered to yes or no, by their first letters and in any case; false: it is no answer, and stays in
 * the prompt to be mended. To be used in `done`. */
bool prompt_yes(struct state *s, const char *line, bool *yes);
/* Rows above the prompt: names to choose from. Escaped. */
void prompt_tell(struct state *s, const char *text);
void prompt_key(struct state *s, uint32_t key);

#endif
