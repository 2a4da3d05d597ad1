/* One task at a time on a thread behind the screen. Between two tasks there is no thread, so that
 * nothing wakes up. */
#ifndef AERSCOPE_TUI_WORKER_H
#define AERSCOPE_TUI_WORKER_H

#include "base/err.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct worker {
    bool running; /* a thread is there, at work or to be taken in */
    bool at_once; /* tasks run before worker_start() returns: nobody waits for the screen */
    pthread_t thread;
    atomic_bool stopped, over;
    void (*task)(void *arg);
    void *arg;
    void (*notify)(void *arg); /* called from the thread when the task is over; NULL: by nobody */
    void *notify_arg;
};

/* Tells of its tasks as `as` does. */
void worker_like(struct worker *w, const struct worker *as);
/* None may be running. 0 or -1. */
int worker_start(struct worker *w, void (*task)(void *arg), void *arg, struct err *err);
/* Asks the task to stop, and returns. */
void worker_stop(struct worker *w);
/* For the task: whether it is asked to stop. */
bool worker_stopped(void *worker);
/* True once for each task that is over: what it did may be looked at. */
bool worker_take(struct worker *w);
/* Asks the task to stop, and waits until it has. */
void worker_end(struct worker *w);

#endif
