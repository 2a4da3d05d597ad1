#include "base/spool.h"

#include "base/buf.h"
#include "base/doomed.h"
#include "base/refusal.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

enum { BLOCK = 256 * 1024, FOLDER_MAX = 4096, OPEN_TRIES = 16 };
/* Milliseconds after which what comes no more is given up, once it need not be awaited. */
enum { PAUSE = 2000 };

/* An input without an end must not take the last of the room from everybody else: so much of it is left, a part of the
 * whole, but no more than that many bytes. */
enum { ROOM_PART = 20, ROOM_MOST = 512 * 1024 * 1024 };

enum copying { COPYING, COMPLETE, BOUNDED, FAILED, CANCELLED };

struct spool {
    int in;       /* the caller's */
    int file;     /* the copy */
    int wake[2];  /* a byte in this pipe makes the thread look at what changed */
    char *shown;  /* for messages */
    char *folder; /* for messages */
    pthread_t thread;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t moved;
    uint64_t size, bound; /* what comes behind `bound` is not wanted */
    bool ending;
    uint64_t look; /* the thread's own: at this size it looks what room is left */
    enum copying state;
    struct err failure; /* set when FAILED */
    unsigned char block[BLOCK];
};

ssize_t pread_fully(int fd, void *out, size_t len, uint64_t offset)
{
    size_t got = 0;
    while (got < len) {
        ssize_t n = pread(fd, (char *)out + got, len - got, (off_t)(offset + got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        got += (size_t)n;
    }
    return (ssize_t)got;
}

int pwrite_fully(int fd, const void *bytes, size_t len, uint64_t offset)
{
    const unsigned char *at = bytes;
    while (len > 0) {
        ssize_t n = pwrite(fd, at, len, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        at += n;
        len -= (size_t)n;
        offset += (uint64_t)n;
    }
    return 0;
}

static const char *temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/* A descriptor, or -1 with errno. */
static int make_named(int dir, char *name, size_t room)
{
    for (int i = 0; i < OPEN_TRIES; i++) {
        uint64_t random;
        if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
            return -1;
        snprintf(name, room, "aerscope-%016" PRIx64, random);
        int fd = doomed_make(dir, name, O_RDWR);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* For file systems without O_TMPFILE. The name goes at once, by a signal's hand where one comes first. */
static int open_named_and_unlink(const char *folder)
{
    char name[32];
    int dir = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0)
        return -1;
    int fd = make_named(dir, name, sizeof name), cause = errno;
    if (fd >= 0) {
        if (unlinkat(dir, name, 0) != 0) {
            cause = errno;
            close(fd);
            fd = -1;
        }
        doomed_drop(dir, name);
    }
    close(dir);
    errno = cause;
    return fd;
}

static int open_unlinked(const char *folder)
{
#ifdef O_TMPFILE
    int fd = open(folder, O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
#endif
    return open_named_and_unlink(folder);
}

static void settle(struct spool *s, enum copying state)
{
    pthread_mutex_lock(&s->lock);
    if (s->state == COPYING)
        s->state = state;
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
}

static void publish(struct spool *s, size_t more)
{
    pthread_mutex_lock(&s->lock);
    if (s->state == COPYING)
        s->size += more;
    if (s->state == COPYING && s->size > s->bound)
        s->state = BOUNDED;
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
}

static void fail_reading(struct spool *s, int cause)
{
    err_set(&s->failure, ERR_IO, "cannot read %s after %" PRIu64 " bytes: %s", s->shown, s->size,
            strerror(cause));
    settle(s, FAILED);
}

static void fail_writing(struct spool *s, int cause)
{
    err_set(&s->failure, ERR_IO,
            "cannot keep %s in %s after %" PRIu64
            " bytes: %s, or read a file",
            s->shown, s->folder, s->size, refusal_of_temporary(cause));
    settle(s, FAILED);
}

static void fail_room(struct spool *s, uint64_t left)
{
    err_set(&s->failure, ERR_IO,
            "cannot keep %s in %s after %" PRIu64 " bytes: only %" PRIu64
            " are free there, and these are left to others; set TMPDIR to a folder with more room, or read a file",
            s->shown, s->folder, s->size, left);
    settle(s, FAILED);
}

bool spool_has_room(int file, uint64_t *left)
{
    struct statvfs v;

    if (fstatvfs(file, &v) != 0)
        return true;
    uint64_t unit = v.f_frsize, least = v.f_blocks / ROOM_PART * unit;
    if (least > ROOM_MOST)
        least = ROOM_MOST;
    *left = v.f_bavail * unit;
    return *left >= least;
}

static bool leaves_room(struct spool *s)
{
    uint64_t left;

    if (s->size < s->look)
        return true;
    s->look = s->size + SPOOL_LOOK;
    if (spool_has_room(s->file, &left))
        return true;
    fail_room(s, left);
    return false;
}

/* Whether the thread has more to do, and for how long it waits. */
static bool goes_on(struct spool *s, int *patience)
{
    pthread_mutex_lock(&s->lock);
    bool on = !s->ending && s->state == COPYING;
    *patience = s->bound == UINT64_MAX ? -1 : PAUSE;
    pthread_mutex_unlock(&s->lock);
    return on;
}

/* False when the thread has to end. Waiting here, and not in read(), leaves the flags of an input that other
 * programs share as they are. */
static bool wait_for_input(struct spool *s)
{
    struct pollfd fds[2] = {{.fd = s->in, .events = POLLIN}, {.fd = s->wake[0], .events = POLLIN}};
    char woken[16];
    int patience;

    while (goes_on(s, &patience)) {
        int n = poll(fds, 2, patience);
        if (n == 0)
            settle(s, BOUNDED);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return true; /* read() will say what is wrong */
        if (n > 0 && fds[1].revents == 0)
            return true;
        if (n > 0 && read(s->wake[0], woken, sizeof woken) < 0 && errno != EINTR)
            return false;
    }
    return false;
}

/* Copies one block; false when there is no more to do. */
static bool copy_block(struct spool *s)
{
    ssize_t n = read(s->in, s->block, sizeof s->block);
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (n < 0) {
        fail_reading(s, errno);
        return false;
    }
    if (n == 0) {
        settle(s, COMPLETE);
        return false;
    }
    if (!leaves_room(s))
        return false;
    if (pwrite_fully(s->file, s->block, (size_t)n, s->size) != 0) {
        fail_writing(s, errno);
        return false;
    }
    publish(s, (size_t)n);
    return true;
}

static void *copy(void *arg)
{
    struct spool *s = arg;
    while (wait_for_input(s) && copy_block(s))
        continue;
    return NULL;
}

/* Signals are for the other threads; a file size limit shows as EFBIG and not as SIGXFSZ. */
static int start_thread(struct spool *s)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int cause = pthread_create(&s->thread, NULL, copy, s);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return cause;
}

static void dispose(struct spool *s)
{
    if (s->file >= 0)
        close(s->file);
    if (s->wake[0] >= 0)
        close(s->wake[0]);
    if (s->wake[1] >= 0)
        close(s->wake[1]);
    pthread_cond_destroy(&s->moved);
    pthread_mutex_destroy(&s->lock);
    free(s->shown);
    free(s->folder);
    free(s);
}

static char *escaped(const char *name)
{
    struct buf b;
    struct str s = {.data = NULL};
    buf_init(&b, FOLDER_MAX);
    if (text_escape(&b, name, strlen(name), 0) != 0 || str_take(&s, &b) != 0)
        buf_release(&b);
    return s.data;
}

/* Waits with a time limit must not hang on the wall clock. */
static void init_condition(pthread_cond_t *c)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(c, &attributes);
    pthread_condattr_destroy(&attributes);
}

static struct spool *allocate(int fd, const char *shown)
{
    struct spool *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->in = fd;
    s->file = s->wake[0] = s->wake[1] = -1;
    s->bound = UINT64_MAX;
    s->look = SPOOL_LOOK;
    pthread_mutex_init(&s->lock, NULL);
    init_condition(&s->moved);
    s->shown = strdup(shown);
    s->folder = escaped(temporary_folder());
    if (s->shown && s->folder)
        return s;
    dispose(s);
    return NULL;
}

int spool_file(const char *what, struct err *err)
{
    int fd = open_unlinked(temporary_folder());
    if (fd >= 0)
        return fd;
    int cause = errno;
    char *folder = escaped(temporary_folder());
    err_set(err, ERR_IO, "cannot make a temporary file for %s in %s: %s", what, folder ? folder : "TMPDIR",
            refusal_of_temporary(cause));
    free(folder);
    return -1;
}

static int begin(struct spool *s, struct err *err)
{
    s->file = open_unlinked(temporary_folder());
    if (s->file < 0)
        return err_set(err, ERR_IO, "cannot make a temporary file in %s: %s, or read a file", s->folder,
                       refusal_of_temporary(errno));
    int cause = pipe2(s->wake, O_CLOEXEC) != 0 ? errno : start_thread(s);
    if (cause != 0)
        return err_set(err, ERR_IO, "cannot begin to read %s: %s", s->shown, strerror(cause));
    return 0;
}

struct spool *spool_start(int fd, const char *shown, struct err *err)
{
    struct spool *s = allocate(fd, shown);
    if (!s) {
        err_set(err, ERR_MEMORY, "no memory to read %s", shown);
        return NULL;
    }
    if (begin(s, err) != 0) {
        dispose(s);
        return NULL;
    }
    return s;
}

static void wake(struct spool *s)
{
    while (write(s->wake[1], "", 1) < 0 && errno == EINTR)
        continue;
}

static void ask_to_end(struct spool *s)
{
    pthread_mutex_lock(&s->lock);
    s->ending = true;
    pthread_mutex_unlock(&s->lock);
    wake(s);
}

void spool_bound(struct spool *s, uint64_t bound)
{
    pthread_mutex_lock(&s->lock);
    bool lower = bound < s->bound;
    if (lower)
        s->bound = bound;
    if (s->state == COPYING && s->size > s->bound)
        s->state = BOUNDED;
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
    if (lower)
        wake(s);
}

/* Beyond the bound it is left unread even where it came, so that the answer does not depend on who was
 * quicker. */
bool spool_is_bounded(struct spool *s)
{
    pthread_mutex_lock(&s->lock);
    bool is = s->state == BOUNDED || s->size > s->bound;
    pthread_mutex_unlock(&s->lock);
    return is;
}

void spool_cancel(struct spool *s)
{
    settle(s, CANCELLED);
    ask_to_end(s);
}

void spool_free(struct spool *s)
{
    if (!s)
        return;
    ask_to_end(s);
    pthread_join(s->thread, NULL);
    dispose(s);
}

/* Waits until `want` bytes are there or no more will come; returns the bytes there are. */
static uint64_t wait_for_bytes(struct spool *s, uint64_t want, enum copying *state)
{
    pthread_mutex_lock(&s->lock);
    while (s->size < want && s->state == COPYING)
        pthread_cond_wait(&s->moved, &s->lock);
    uint64_t size = s->size;
    *state = s->state;
    pthread_mutex_unlock(&s->lock);
    return size;
}

static struct timespec deadline(int milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += milliseconds / 1000;
    t.tv_nsec += milliseconds % 1000 * 1000000L;
    if (t.tv_nsec >= 1000000000L) {
        t.tv_nsec -= 1000000000L;
        t.tv_sec++;
    }
    return t;
}

/* No more will come, and what came is all that is read. */
static bool is_whole(enum copying state)
{
    return state == COMPLETE || state == BOUNDED;
}

static int explain_missing(struct spool *s, enum copying state, struct err *err)
{
    if (state == CANCELLED)
        return err_set(err, ERR_CANCELLED, "reading %s was cancelled", s->shown);
    if (err)
        *err = s->failure;
    return -1;
}

/* Waits until a byte behind `offset` is there, then for more until `want`, but no longer than `patience`: what
 * comes drop by drop never pauses. */
static uint64_t wait_for_some(struct spool *s, uint64_t offset, uint64_t want, int patience,
                              enum copying *state)
{
    pthread_mutex_lock(&s->lock);
    while (s->size <= offset && s->state == COPYING)
        pthread_cond_wait(&s->moved, &s->lock);
    struct timespec until = deadline(patience);
    while (patience > 0 && s->size < want && s->state == COPYING)
        if (pthread_cond_timedwait(&s->moved, &s->lock, &until) != 0)
            break;
    uint64_t size = s->size;
    *state = s->state;
    pthread_mutex_unlock(&s->lock);
    return size;
}

bool spool_has(struct spool *s, uint64_t offset)
{
    pthread_mutex_lock(&s->lock);
    bool has = s->size > offset || s->state != COPYING;
    pthread_mutex_unlock(&s->lock);
    return has;
}

static ssize_t read_copy(struct spool *s, uint64_t offset, void *out, size_t len, uint64_t size,
                         struct err *err)
{
    if (offset >= size)
        return 0;
    if (len > size - offset)
        len = (size_t)(size - offset);
    ssize_t n = pread_fully(s->file, out, len, offset);
    if (n < 0)
        return err_set(err, ERR_IO, "cannot read the copy of %s in %s at byte %" PRIu64 ": %s",
                       s->shown, s->folder, offset, strerror(errno));
    return n;
}

static uint64_t end_of(uint64_t offset, size_t len)
{
    return len > UINT64_MAX - offset ? UINT64_MAX : offset + len;
}

ssize_t spool_read(struct spool *s, uint64_t offset, void *out, size_t len, struct err *err)
{
    enum copying state;
    uint64_t want = end_of(offset, len), size = wait_for_bytes(s, want, &state);
    if (size < want && !is_whole(state))
        return explain_missing(s, state, err);
    return read_copy(s, offset, out, len, size, err);
}

ssize_t spool_read_some(struct spool *s, uint64_t offset, void *out, size_t len, int patience,
                        struct err *err)
{
    enum copying state;
    uint64_t size = wait_for_some(s, offset, end_of(offset, len), patience, &state);
    if (size <= offset && !is_whole(state))
        return explain_missing(s, state, err);
    return read_copy(s, offset, out, len, size, err);
}

uint64_t spool_size(struct spool *s, bool *final)
{
    pthread_mutex_lock(&s->lock);
    uint64_t size = s->size;
    if (final)
        *final = is_whole(s->state);
    pthread_mutex_unlock(&s->lock);
    return size;
}
