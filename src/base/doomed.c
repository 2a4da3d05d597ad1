#include "base/doomed.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A command has two outputs; the inspector a report, and a case file that another thread writes. */
enum { DOOMED = 4, FREE = -1, TAKEN = -2 };
/* Milliseconds that a signal waits for a file which another thread is about to doom. */
enum { PATIENCE = 1000 };

static _Atomic int doomed_dir[DOOMED] = {FREE, FREE, FREE, FREE};
static char doomed_name[DOOMED][NAME_MAX + 1];
/* Threads that are making one, and have all signals blocked: they go on while another one handles a signal. */
static atomic_int making;

static const int deadly[] = {SIGHUP,  SIGINT,  SIGQUIT,   SIGILL,   SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV,
                             SIGUSR2, SIGALRM, SIGTERM,   SIGXCPU,  SIGVTALRM, SIGPROF, SIGIO, SIGSYS,
#ifdef SIGSTKFLT
                             SIGSTKFLT,
#endif
#ifdef SIGPWR
                             SIGPWR,
#endif
};

void doomed_unlink(void)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};

    for (int i = 0; i < PATIENCE && atomic_load(&making) > 0; i++)
        nanosleep(&millisecond, NULL);
    for (int i = 0; i < DOOMED; i++)
        if (doomed_dir[i] >= 0)
            unlinkat(doomed_dir[i], doomed_name[i], 0);
}

static void on_deadly(int number)
{
    doomed_unlink();
    signal(number, SIG_DFL);
    raise(number);
}

/* Whoever catches one ends the process in an orderly way; what the parent ignored (nohup) stays ignored. */
static void watch_for(int number)
{
    struct sigaction act, old;

    if (sigaction(number, NULL, &old) != 0 || (old.sa_flags & SA_SIGINFO) || old.sa_handler != SIG_DFL)
        return;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_deadly;
    sigemptyset(&act.sa_mask);
    sigaction(number, &act, NULL);
}

static void watch(void)
{
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        watch_for(deadly[i]);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        watch_for(number);
}

static void doom(int dir, const char *name)
{
    size_t len = strlen(name);
    int slot = 0, none = FREE;

    if (len > NAME_MAX)
        return;
    while (slot < DOOMED && !atomic_compare_exchange_strong(&doomed_dir[slot], &none, TAKEN)) {
        none = FREE;
        slot++;
    }
    if (slot == DOOMED)
        return;
    memcpy(doomed_name[slot], name, len + 1);
    doomed_dir[slot] = dir;
}

int doomed_make(int dir, const char *name, int access)
{
    sigset_t all, before;
    int fd, number;

    /* Before there is anything to take away: a signal may come to a thread that does not block it. */
    watch();
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    atomic_fetch_add(&making, 1);
    fd = openat(dir, name, access | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    number = errno;
    if (fd >= 0)
        doom(dir, name);
    atomic_fetch_sub(&making, 1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = number;
    return fd;
}

void doomed_drop(int dir, const char *name)
{
    for (int i = 0; i < DOOMED; i++)
        if (doomed_dir[i] == dir && strcmp(doomed_name[i], name) == 0)
            doomed_dir[i] = FREE;
}
