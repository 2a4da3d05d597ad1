/* The file read again: old results go, what was selected stays selected by its number. */
#ifndef AERSCOPE_TUI_RELOAD_H
#define AERSCOPE_TUI_RELOAD_H

#include "base/rfc3339.h"
#include "core/timeline.h"

struct state;

struct reloading {
    bool due;         /* asked for */
    bool announcing;  /* what it brought is to be said once it is known */
    uint64_t entry;   /* to be selected again; 0: was */
    uint64_t entries; /* there were */
    bool has_sha256;
    struct digest sha256;
};

void reload_ask(struct state *s);
/* `t`, just started, takes the place of the timeline of the state, which must still be there. */
void reload_take(struct state *s, struct timeline *t, struct instant now);
/* Follows the examination: selects, and says what changed. */
void reload_follow(struct state *s);

#endif
