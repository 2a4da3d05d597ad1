#include "base/source.h"

#include "base/buf.h"
#include "base/refusal.h"
#include "base/spool.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN_CELLS = 200, SHOWN_MAX = 64 * 1024 };

struct source {
    char *path;          /* as given */
    char *shown;         /* for messages: escaped, shortened */
    bool standard_input;
    bool unnamed;        /* no path to look at again */
    int fd;              /* -1 for memory */
    _Atomic int copy;    /* of what that held when it was opened, to be read in its place; -1: none */
    struct stat st;      /* as it was when opened */
    struct spool *spool; /* for what is no regular file */
    void *memory;
    size_t memory_len;
    char *page; /* of a file: all its bytes, kept at hand */
    pthread_mutex_t lock; /* over what follows */
    struct err failure;   /* of the first read that failed */
};

/* The path as messages show it. */
static char *shown_path(const char *path)
{
    if (strcmp(path, "-") == 0)
        return strdup("standard input");
    struct buf b;
    struct str s = {.data = NULL};
    size_t used;
    buf_init(&b, SHOWN_MAX);
    if (text_escape(&b, path, strlen(path), 0) == 0) {
        size_t whole = b.len;
        b.len = text_fit(buf_cstr(&b), whole, SHOWN_CELLS, &used);
        if (b.len < whole)
            buf_adds(&b, "...");
        str_take(&s, &b);
    }
    buf_release(&b);
    return s.data;
}

static struct source *allocate(const char *path, struct err *err)
{
    struct source *s = calloc(1, sizeof *s);
    if (s) {
        s->fd = -1;
        atomic_init(&s->copy, -1);
        pthread_mutex_init(&s->lock, NULL);
        s->standard_input = s->unnamed = strcmp(path, "-") == 0;
        s->path = strdup(path);
        s->shown = shown_path(path);
        if (s->path && s->shown)
            return s;
    }
    source_free(s);
    err_set(err, ERR_MEMORY, "no memory to open a file");
    return NULL;
}

/* O_NONBLOCK: opening a FIFO that has no writer yet must not hang; nothing else here minds it. */
static int open_descriptor(struct source *s, struct err *err)
{
    if (s->standard_input)
        s->fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    else
        s->fd = open(s->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (s->fd < 0 || fstat(s->fd, &s->st) != 0)
        return err_set(err, ERR_OPEN, "cannot open %s: %s", s->shown,
                       s->standard_input ? strerror(errno) : refusal_of_open(s->path, errno));
    if (S_ISDIR(s->st.st_mode))
        return err_set(err, ERR_OPEN, "%s is a directory", s->shown);
    return 0;
}

/* Files that the kernel makes up (/proc) say that they are empty and are not. */
static bool has_stated_size(const struct source *s)
{
    char byte;
    return s->st.st_size > 0 || pread(s->fd, &byte, 1, 0) <= 0;
}

/* Standard input that was partly read already must go on from there, so it is spooled. */
static bool readable_in_place(const struct source *s)
{
    return S_ISREG(s->st.st_mode) && has_stated_size(s) && (!s->standard_input || lseek(s->fd, 0, SEEK_CUR) == 0);
}

static int prepare(struct source *s, struct err *err)
{
    if (open_descriptor(s, err) != 0)
        return -1;
    if (s->standard_input && isatty(s->fd))
        return err_set(err, ERR_USAGE, "standard input is a terminal: pipe a timeline into it, or name a file");
    if (readable_in_place(s)) {
        posix_fadvise(s->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
        return 0;
    }
    s->spool = spool_start(s->fd, s->shown, err);
    return s->spool ? 0 : -1;
}

struct source *source_open(const char *path, struct err *err)
{
    struct source *s = allocate(path, err);
    if (s && prepare(s, err) != 0) {
        source_free(s);
        return NULL;
    }
    return s;
}

struct source *source_from_memory(const char *name, const void *bytes, size_t len, struct err *err)
{
    struct source *s = allocate(name, err);
    if (!s)
        return NULL;
    s->memory = malloc(len > 0 ? len : 1);
    if (!s->memory) {
        source_free(s);
        err_set(err, ERR_MEMORY, "no memory for %zu bytes", len);
        return NULL;
    }
    if (len > 0)
        memcpy(s->memory, bytes, len);
    s->memory_len = len;
    return s;
}

struct source *source_from_file(const char *name, int fd, struct err *err)
{
    struct source *s = allocate(name, err);
    if (!s) {
        close(fd);
        return NULL;
    }
    s->fd = fd;
    s->unnamed = true;
    s->standard_input = false;
    if (fstat(fd, &s->st) == 0)
        return s;
    err_set(err, ERR_IO, "cannot look at the copy of %s: %s", s->shown, strerror(errno));
    source_free(s);
    return NULL;
}

void source_free(struct source *s)
{
    if (!s)
        return;
    spool_free(s->spool);
    if (s->fd >= 0)
        close(s->fd);
    if (s->copy >= 0)
        close(s->copy);
    free(s->memory);
    free(s->page);
    pthread_mutex_destroy(&s->lock);
    free(s->shown);
    free(s->path);
    free(s);
}

const char *source_path(const struct source *s)
{
    return s->path;
}

static uint64_t fixed_size(const struct source *s)
{
    return s->memory ? s->memory_len : (uint64_t)s->st.st_size;
}

uint64_t source_size(struct source *s, bool *final)
{
    if (s->spool)
        return spool_size(s->spool, final);
    if (final)
        *final = true;
    return fixed_size(s);
}

/* Whoever reads may do without what could not be read; that it was so is kept. */
static int read_failed(struct source *s, const struct err *why, struct err *err)
{
    pthread_mutex_lock(&s->lock);
    if (s->failure.code == ERR_NONE && why->code != ERR_CANCELLED)
        s->failure = *why;
    pthread_mutex_unlock(&s->lock);
    if (err)
        *err = *why;
    return -1;
}

bool source_failed(struct source *s, struct err *err)
{
    pthread_mutex_lock(&s->lock);
    *err = s->failure;
    pthread_mutex_unlock(&s->lock);
    return err->code != ERR_NONE;
}

static ssize_t read_file(struct source *s, uint64_t offset, void *out, size_t len, struct err *err)
{
    struct err why = {0};
    int copy = atomic_load(&s->copy);
    ssize_t n = pread_fully(copy >= 0 ? copy : s->fd, out, len, offset);
    if (n < 0) {
        err_set(&why, ERR_IO, "cannot read %s at byte %" PRIu64 ": %s", s->shown, offset, strerror(errno));
        return read_failed(s, &why, err);
    }
    if ((size_t)n < len) {
        err_set(&why, ERR_CHANGED,
                "%s became shorter while it was read: it ends at byte %" PRIu64 " and had %" PRIu64 " bytes", s->shown,
                offset + (uint64_t)n, fixed_size(s));
        return read_failed(s, &why, err);
    }
    return n;
}

ssize_t source_read(struct source *s, uint64_t offset, void *out, size_t len, struct err *err)
{
    if (s->spool) {
        struct err why = {0};
        ssize_t n = spool_read(s->spool, offset, out, len, &why);
        return n < 0 ? read_failed(s, &why, err) : n;
    }
    uint64_t size = fixed_size(s);
    if (offset >= size)
        return 0;
    if (len > size - offset)
        len = (size_t)(size - offset);
    if (!s->memory && !s->page)
        return read_file(s, offset, out, len, err);
    memcpy(out, (s->page ? s->page : (const char *)s->memory) + offset, len);
    return (ssize_t)len;
}

void source_keep(struct source *s)
{
    size_t size = (size_t)s->st.st_size;
    struct err ignored;

    if (s->spool || s->memory || s->page)
        return;
    char *page = malloc(size > 0 ? size : 1);
    if (page && read_file(s, 0, page, size, &ignored) >= 0)
        s->page = page;
    else
        free(page);
}

ssize_t source_read_some(struct source *s, uint64_t offset, void *out, size_t len, int patience,
                         struct err *err)
{
    if (s->spool) {
        struct err why = {0};
        ssize_t n = spool_read_some(s->spool, offset, out, len, patience, &why);
        return n < 0 ? read_failed(s, &why, err) : n;
    }
    return source_read(s, offset, out, len, err);
}

bool source_has(struct source *s, uint64_t offset)
{
    return !s->spool || spool_has(s->spool, offset);
}

static bool same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool source_touched(const struct source *s)
{
    struct stat now;
    if (s->spool || s->memory || atomic_load(&s->copy) >= 0)
        return false;
    return fstat(s->fd, &now) != 0 || now.st_size != s->st.st_size ||
           !same_time(&now.st_mtim, &s->st.st_mtim) || !same_time(&now.st_ctim, &s->st.st_ctim);
}

static int changed(const struct source *s, const char *how, struct err *err)
{
    return err_set(err, ERR_CHANGED, "%s %s after it was opened", s->shown, how);
}

static int compare_descriptor(const struct source *s, struct err *err)
{
    struct stat now;
    if (fstat(s->fd, &now) != 0)
        return err_set(err, ERR_IO, "cannot look at %s again: %s", s->shown, strerror(errno));
    if (now.st_size != s->st.st_size)
        return err_set(err, ERR_CHANGED,
                       "%s changed after it was opened: it had %jd bytes and has %jd", s->shown,
                       (intmax_t)s->st.st_size, (intmax_t)now.st_size);
    if (!same_time(&now.st_mtim, &s->st.st_mtim))
        return changed(s, "was written to", err);
    return 0;
}

static int compare_path(const struct source *s, struct err *err)
{
    struct stat now;
    if (stat(s->path, &now) != 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? changed(s, "was removed or renamed", err)
                   : err_set(err, ERR_CHANGED, "cannot look at %s again: %s", s->shown,
                             strerror(errno));
    if (!source_is(s, &now))
        return changed(s, "was replaced by another file", err);
    return 0;
}

/* After the path: removing or renaming a file moves its ctime too, and says less. */
static int compare_attributes(const struct source *s, struct err *err)
{
    struct stat now;
    if (fstat(s->fd, &now) != 0)
        return err_set(err, ERR_IO, "cannot look at %s again: %s", s->shown, strerror(errno));
    if (!same_time(&now.st_ctim, &s->st.st_ctim))
        return changed(s, "had its attributes changed (permissions, links, or times set back)",
                       err);
    return 0;
}

int source_unchanged(struct source *s, struct err *err)
{
    if (s->spool || s->memory)
        return 0;
    if (compare_descriptor(s, err) != 0)
        return -1;
    if (!s->unnamed && compare_path(s, err) != 0)
        return -1;
    return compare_attributes(s, err);
}

/* ---- the bytes as they were, whatever becomes of the file ---- */

static int no_copy(const struct source *s, const char *why, struct err *err)
{
    return err_set(err, ERR_IO, "cannot copy %s to a temporary file: %s", s->shown, why);
}

static int copy_block(struct source *s, int to, uint64_t at, char *block, size_t len, struct err *err)
{
    uint64_t left;

    if (read_file(s, at, block, len, err) < 0)
        return -1;
    if (at % SPOOL_LOOK == 0 && !spool_has_room(to, &left))
        return no_copy(s, "what is free there is left to others; set TMPDIR to a folder with more room", err);
    if (pwrite_fully(to, block, len, at) != 0)
        return no_copy(s, refusal_of_temporary(errno), err);
    return 0;
}

static int copy_all(struct source *s, int to, bool (*stop)(void *arg), void *arg, struct err *err)
{
    uint64_t size = fixed_size(s);
    char *block = malloc(SPOOL_LOOK);
    int status = block ? 0 : err_set(err, ERR_MEMORY, "no memory to copy %s", s->shown);

    for (uint64_t at = 0; status == 0 && at < size; at += SPOOL_LOOK) {
        status = copy_block(s, to, at, block, size - at < SPOOL_LOOK ? (size_t)(size - at) : SPOOL_LOOK, err);
        if (status == 0 && stop && stop(arg))
            status = err_set(err, ERR_CANCELLED, "given up");
    }
    free(block);
    return status;
}

bool source_is_secured(const struct source *s)
{
    return s->spool || s->memory || s->page || (s->unnamed && !s->standard_input) || atomic_load(&s->copy) >= 0;
}

int source_secure(struct source *s, bool (*stop)(void *arg), void *arg, struct err *err)
{
    int to;

    if (source_is_secured(s))
        return 0;
    if (source_unchanged(s, err) != 0)
        return -1;
    to = spool_file(s->shown, err);
    if (to < 0)
        return -1;
    if (copy_all(s, to, stop, arg, err) == 0 && source_unchanged(s, err) == 0) {
        atomic_store(&s->copy, to);
        return 0;
    }
    close(to);
    return -1;
}

int source_secured_file(const struct source *s)
{
    int copy = atomic_load(&s->copy);

    return copy >= 0 ? fcntl(copy, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
}

void source_secure_as(struct source *s, int fd)
{
    if (source_is_secured(s))
        close(fd);
    else
        atomic_store(&s->copy, fd);
}

bool source_is_copy(const struct source *s)
{
    return s->spool || s->memory;
}

bool source_is(const struct source *s, const struct stat *st)
{
    return s->fd >= 0 && st->st_dev == s->st.st_dev && st->st_ino == s->st.st_ino;
}

void source_bound(struct source *s, uint64_t bound)
{
    if (s->spool)
        spool_bound(s->spool, bound);
}

bool source_is_bounded(struct source *s)
{
    return s->spool && spool_is_bounded(s->spool);
}

void source_cancel(struct source *s)
{
    if (s->spool)
        spool_cancel(s->spool);
}
