/* What the check of the references takes long for, done behind the screen: reading and comparing
 * earlier copies, holding a list of expected actions against the entries. */
#ifndef AERSCOPE_TUI_CHECKING_H
#define AERSCOPE_TUI_CHECKING_H

#include "explain/compare.h"
#include "tui/worker.h"

#include <stddef.h>

struct state;
struct baseline;

struct checking {
    struct worker worker;
    struct copies_watch watch;
    struct timeline *timeline;
    struct baseline **baseline; /* those that are read and compared */
    size_t baselines;
    struct expected *list; /* taken out of the set while it is held against the entries */
    bool running, stopped;
    bool gave_up_copy, gave_up_list; /* the last check of one was given up */
    struct err err;
};

/* Ends what runs; the list goes back into the set. */
void checking_release(struct state *s);
/* True when a check of the references takes no time; else what it waits for is begun or goes on.
 * What was given up is taken out of the set. */
bool checking_ready(struct state *s);
bool checking_cancel(struct state *s);
/* "reading the earlier copy, 37 % so far (Ctrl-C gives up)"; nothing while none runs. */
void checking_status(const struct state *s, struct buf *out);
/* Whether there is no earlier copy, no list, because its check was given up. */
bool checking_gave_up_copy(const struct state *s);
bool checking_gave_up_list(const struct state *s);
/* Whether the list is in the hands of the task. */
bool checking_has_list(const struct state *s);

#endif
