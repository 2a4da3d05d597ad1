/* References taken in and off while the timeline is looked at: what is asked of each, and the check
 * that follows. */
#ifndef AERSCOPE_TUI_ATTACH_H
#define AERSCOPE_TUI_ATTACH_H

#include "core/reference.h"

struct state;

struct attaching {
    struct reference_set staged; /* one that was read, while its questions are asked */
    size_t detach;               /* number of the reference that may be taken off */
};

void attaching_release(struct attaching *a);

/* Asks for the file of a commitment. */
void attach_ask(struct state *s);
/* Each reads a reference and asks who keeps it; one that cannot be used is listed at once. */
void attach_file(struct state *s, const char *path);
void attach_head(struct state *s, const char *text);
void attach_count(struct state *s, const char *text);
/* Asks whether to take off the reference at this place of the set. */
void detach_ask(struct state *s, size_t at);

#endif
