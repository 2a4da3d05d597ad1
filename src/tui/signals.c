#include "tui/signals.h"

#include "base/doomed.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define CATCH_CRASHES 0
#else
#define CATCH_CRASHES 1
#endif

static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP};
enum {
    SIGNALS = 65, /* they count from 1 */
    CRASHES = sizeof crashes / sizeof *crashes,
    GUARD_BYTES = 512,
    ALTSTACK_BYTES = 64 * 1024,
    STOP_PATIENCE_MS = 200
};

static struct sigaction old_noted[SIGNALS], old_crashes[CRASHES];
static int pipe_fd[2] = {-1, -1};
static volatile sig_atomic_t fatal;

static struct {
    volatile sig_atomic_t on;
    int fd;
    struct termios mode;
    unsigned char bytes[GUARD_BYTES];
    size_t len;
} guard;

/* Those that would end the process at any moment, and that no fault of its own brings. */
static bool ends_process(int number)
{
    switch (number) {
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGTERM:
    case SIGUSR1:
    case SIGUSR2:
    case SIGALRM:
    case SIGVTALRM:
    case SIGPROF:
    case SIGXCPU:
    case SIGIO:
#ifdef SIGSTKFLT
    case SIGSTKFLT:
#endif
#ifdef SIGPWR
    case SIGPWR:
#endif
        return true;
    default: return number >= SIGRTMIN && number <= SIGRTMAX;
    }
}

static bool is_noted(int number)
{
    return number == SIGTSTP || number == SIGCONT || number == SIGWINCH || ends_process(number);
}

static void note(int number)
{
    int keep = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t n;

    if (ends_process(number))
        fatal = 1;
    n = write(pipe_fd[1], &byte, 1);
    (void)n; /* full: the loop is about to read what is there */
    errno = keep;
}

/* Nothing but unlinkat(), write(), tcsetattr() and raise(): a crash can come from anywhere. */
static void crash(int number)
{
    if (guard.on) {
        ssize_t n = write(guard.fd, guard.bytes, guard.len);
        (void)n;
        tcsetattr(guard.fd, TCSANOW, &guard.mode);
    }
    doomed_unlink();
    raise(number); /* the handler was reset on entry */
}

static void catch (int number, void (*handler)(int), int flags, struct sigaction *old)
{
    struct sigaction a;

    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    a.sa_flags = flags;
    sigemptyset(&a.sa_mask);
    sigaction(number, &a, old);
}

static void catch_crashes(void)
{
    static unsigned char stack[ALTSTACK_BYTES];
    const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};

    sigaltstack(&alternative, NULL);
    for (int i = 0; i < CRASHES; i++)
        catch (crashes[i], crash, (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK), &old_crashes[i]);
}

int signals_begin(struct err *err)
{
    if (pipe2(pipe_fd, O_CLOEXEC | O_NONBLOCK) < 0)
        return err_set(err, ERR_IO, "no pipe for signals: %s", strerror(errno));
    fatal = 0;
    for (int i = 1; i < SIGNALS; i++) {
        if (!is_noted(i))
            continue;
        /* One that ends the process must also end a write to a terminal that was stopped. */
        catch (i, note, ends_process(i) ? 0 : SA_RESTART, &old_noted[i]);
        /* What the parent ignored (nohup) stays ignored. */
        if (ends_process(i) && old_noted[i].sa_handler == SIG_IGN)
            sigaction(i, &old_noted[i], NULL);
    }
    if (CATCH_CRASHES)
        catch_crashes();
    return 0;
}

void signals_end(void)
{
    if (pipe_fd[0] < 0)
        return;
    for (int i = 1; i < SIGNALS; i++)
        if (is_noted(i))
            sigaction(i, &old_noted[i], NULL);
    for (int i = 0; CATCH_CRASHES && i < CRASHES; i++)
        sigaction(crashes[i], &old_crashes[i], NULL);
    close(pipe_fd[0]);
    close(pipe_fd[1]);
    pipe_fd[0] = pipe_fd[1] = -1;
}

int signals_fd(void)
{
    return pipe_fd[0];
}

int signals_take(void)
{
    unsigned char byte;

    return read(pipe_fd[0], &byte, 1) == 1 ? byte : 0;
}

bool signals_fatal_noted(void)
{
    return fatal != 0;
}

void signals_guard(int fd, const struct termios *mode, const void *bytes, size_t len)
{
    guard.on = 0;
    if (!mode || len > GUARD_BYTES)
        return;
    guard.fd = fd;
    guard.mode = *mode;
    memcpy(guard.bytes, bytes, len);
    guard.len = len;
    guard.on = 1;
}

static void unblock(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* Another thread may get the signal that was sent to the group, so that kill() returns before all
 * has stopped: waits for SIGCONT, though not for long, since an orphaned group is never stopped. */
void signals_stop(bool group)
{
    struct pollfd wait = {.fd = pipe_fd[0], .events = POLLIN};
    struct sigaction ours;

    catch (SIGTSTP, SIG_DFL, 0, &ours);
    unblock(SIGTSTP);
    if (group && kill(0, SIGTSTP) == 0)
        poll(&wait, 1, STOP_PATIENCE_MS);
    else
        raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

void signals_raise(int number)
{
    struct sigaction ours;

    catch (number, SIG_DFL, 0, &ours);
    unblock(number);
    raise(number);
    sigaction(number, &ours, NULL);
}
