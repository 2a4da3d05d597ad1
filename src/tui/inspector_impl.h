/* Inside of the inspector: what its loop and a script share. */
#ifndef AERSCOPE_TUI_INSPECTOR_IMPL_H
#define AERSCOPE_TUI_INSPECTOR_IMPL_H

#include "tui/inspector.h"
#include "tui/state.h"

enum { INSPECTOR_SIZE = 1000 }; /* rows or columns at most */

struct inspector {
    struct inspector_setup setup;
    int wake[2];
    struct state state; /* of the evidence */
    struct laboratory lab;
    struct state *at; /* what the screen shows: that, or the state of a training copy */
    struct terminal *terminal;
    bool left_early, gave_up_copy, gave_up_list;
    enum outcome_result outcome; /* when it was left */
    size_t unkept; /* then, too */
    bool gone;       /* the terminal is no more */
    uint64_t written; /* of what was said, by a script */
    int ended_by;    /* a signal, 0: none */
    bool dirty;      /* the screen is not what the state is */
    int64_t painted; /* when, in milliseconds */
    int64_t draft;   /* when what is typed is to be kept; 0: nothing is to be */
    int watch;       /* descriptor of tui/watch.h */
    bool mouse;      /* the terminal was told to report it */
};

/* The examination is over, however it ended. */
bool inspector_examined(const struct inspector *in);
/* Takes in what was noted by inspector_notify(). */
void inspector_take_wakeups(struct inspector *in);
/* Takes in what the lab did, and shows what it wants shown. */
void inspector_follow(struct inspector *in);
void inspector_reload(struct inspector *in);
/* Runs the script of the setup (inspector_script.c). 0 or -1. */
int inspector_play(struct inspector *in, struct err *err);

#endif
