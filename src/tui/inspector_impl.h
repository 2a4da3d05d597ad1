/* Inside of the inspector: what its loop and a script share. */
#ifndef AERSCOPE_TUI_INSPECTOR_IMPL_H
#define AERSCOPE_TUI_INSPECTOR_IMPL_H

#include "tui/inspector.h"
#include "tui/state.h"

enum {
    INSPECTOR_SIZE = 1000, /* rows or columns at most */
    INSPECTOR_ESC_MS = 40  /* Esc alone acts after this, and no key sequence is slower */
};

struct inspector {
    struct inspector_setup setup;
    int wake[2];
    struct state state; /* of the evidence */
    struct laboratory lab;
    struct state *at; /* what the screen shows: that, or the state of a training copy */
    struct terminal *terminal;
    bool left_early, gave_up_copy, gave_up_list;
    bool over, judged;
    struct verdict verdict; /* when it was left, where `judged` */
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
    struct event *waiting; /* came while a report was written, and act behind it, in their order */
    size_t waitings, waiting_room;
    int64_t read_at; /* when the terminal was last read while a report was written */
};

/* The examination is over, however it ended. */
bool inspector_examined(const struct inspector *in);
/* Takes in what was noted by inspector_notify(). */
void inspector_take_wakeups(struct inspector *in);
/* Takes in what the lab did, and shows what it wants shown. */
void inspector_follow(struct inspector *in);
void inspector_reload(struct inspector *in);
/* Milliseconds of a clock that no one sets. */
int64_t inspector_clock(void);
void inspector_paint(struct inspector *in);
/* Stops the process (its group, as a Ctrl-Z would), and goes on at the size that the terminal has then. */
void inspector_suspend(struct inspector *in, bool group);

/* Asked while a report is written (inspector_writing.c): tells how far it is; true when it is to stop. */
bool inspector_writes(void *inspector, uint64_t bytes);
/* The next event: what waited comes before what is read. False when there is none. */
bool inspector_next(struct inspector *in, bool late, struct event *e);
void inspector_drop_waiting(struct inspector *in);
/* Runs the script of the setup (inspector_script.c). 0 or -1. */
int inspector_play(struct inspector *in, struct err *err);

#endif
