/* References and lists taken in and off while the timeline is looked at: what is asked of each, and
 * the check that follows. A file that cannot be used at all is refused where its name was typed; one
 * of the right form that says nothing about this timeline is taken in and shown as that. */
#ifndef AERSCOPE_TUI_ATTACH_H
#define AERSCOPE_TUI_ATTACH_H

#include "core/reference.h"

struct state;

struct attaching {
    struct reference_set staged; /* one that was read, while its questions are asked */
    size_t detach;               /* number of the reference that may be taken off */
    const void *trial;           /* an earlier copy just attached, until it is checked */
    bool tried;                  /* attaching it waits for that */
    /* What was said to be checked: it is told when that is over. */
    enum { TELL_NOTHING, TELL_REFERENCE, TELL_LIST, TELL_LIST_INSTEAD } tells;
};

void attaching_release(struct attaching *a);

/* Asks what is to be attached. */
void attach_ask(struct state *s);
/* Asks for one of a kind: commitment, head, count, baseline, list of expected actions. */
enum attach_kind {
    ATTACH_COMMITMENT = 1,
    ATTACH_HEAD,
    ATTACH_COUNT,
    ATTACH_BASELINE,
    ATTACH_EXPECTED
};
void attach_ask_for(struct state *s, enum attach_kind kind);
/* Each reads a reference and asks who keeps it; one that cannot be used is refused at the prompt. */
void attach_file(struct state *s, const char *path);
void attach_head(struct state *s, const char *text);
void attach_count(struct state *s, const char *text);
void attach_baseline(struct state *s, const char *path);
/* A list of expected actions, or a workflow receipt; the one before it goes. */
void attach_expected(struct state *s, const char *path);
/* Takes off the list, and the reference that came with a receipt. */
void attach_drop_list(struct state *s);
/* After a check: says what came of an earlier copy, or refuses it. */
void attach_settle(struct state *s);
/* Asks whether to take off the reference at this place of the set; the place after the last is
 * that of the list. One that the case file has goes out of it too, unless it is to be back next time. */
void detach_ask(struct state *s, size_t at);

#endif
