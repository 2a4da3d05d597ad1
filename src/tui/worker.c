#include "tui/worker.h"

#include <signal.h>
#include <string.h>

static void *run(void *arg)
{
    struct worker *w = arg;

    w->task(w->arg);
    atomic_store(&w->over, true);
    if (w->notify)
        w->notify(w->notify_arg);
    return NULL;
}

/* Signals are the loop's: a thread that takes none cannot keep it from them. */
static int start_thread(struct worker *w)
{
    sigset_t all, before;
    int cause;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    cause = pthread_create(&w->thread, NULL, run, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return cause;
}

void worker_like(struct worker *w, const struct worker *as)
{
    w->at_once = as->at_once;
    w->notify = as->notify;
    w->notify_arg = as->notify_arg;
}

int worker_start(struct worker *w, void (*task)(void *arg), void *arg, struct err *err)
{
    int cause;

    w->task = task;
    w->arg = arg;
    atomic_store(&w->stopped, false);
    atomic_store(&w->over, false);
    cause = start_thread(w);
    if (cause)
        return err_set(err, ERR_MEMORY, "no thread could be started: %s", strerror(cause));
    w->running = true;
    if (w->at_once) {
        pthread_join(w->thread, NULL);
        w->running = false;
    }
    return 0;
}

void worker_stop(struct worker *w)
{
    atomic_store(&w->stopped, true);
}

bool worker_stopped(void *worker)
{
    return atomic_load(&((struct worker *)worker)->stopped);
}

bool worker_take(struct worker *w)
{
    if (!w->running || !atomic_load(&w->over))
        return false;
    pthread_join(w->thread, NULL);
    w->running = false;
    return true;
}

void worker_end(struct worker *w)
{
    if (!w->running)
        return;
    worker_stop(w);
    pthread_join(w->thread, NULL);
    w->running = false;
}
