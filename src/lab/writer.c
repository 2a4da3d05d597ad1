#include "lab/writer.h"

#include "base/limits.h"
#include "base/refusal.h"
#include "base/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 2 * LIMIT_BLOCK };

int writer_init(struct writer *w, const char *name, writer_put *put, void *arg, struct err *err)
{
    memset(w, 0, sizeof *w);
    w->name = name;
    w->put = put;
    w->arg = arg;
    w->fd = put == NULL ? spool_file("the altered timeline", err) : -1;
    if (put == NULL && w->fd < 0)
        return -1;
    w->block = malloc(BLOCK);
    return w->block != NULL ? 0 : err_set(err, ERR_MEMORY, "no memory to write a timeline");
}

void writer_release(struct writer *w)
{
    source_free(w->view);
    free(w->block);
    if (w->fd >= 0)
        close(w->fd);
    w->fd = -1;
    w->block = NULL;
    w->view = NULL;
}

int writer_status(const struct writer *w, struct err *err)
{
    if (w->err.code == ERR_NONE)
        return 0;
    *err = w->err;
    return -1;
}

static void put_file(struct writer *w, const void *bytes, size_t len)
{
    if (w->fd < 0) {
        w->fd = spool_file("an entry of the altered timeline", &w->err);
        w->start = w->base;
    }
    if (w->fd >= 0 && pwrite_fully(w->fd, bytes, len, w->base) != 0)
        err_set(&w->err, ERR_IO, "cannot write the altered timeline to its temporary file: %s",
                refusal_of_temporary(errno));
}

static void pass_on(struct writer *w, const void *bytes, size_t len)
{
    int number = len > 0 ? w->put(w->arg, bytes, len) : 0;

    if (number != 0)
        err_set(&w->err, ERR_IO, "cannot write the altered timeline: %s", strerror(number));
}

/* While an entry is held its bytes go to the file alone. */
static void put(struct writer *w, const void *bytes, size_t len)
{
    if (w->err.code != ERR_NONE)
        return;
    if (w->put == NULL || w->holding)
        put_file(w, bytes, len);
    else
        pass_on(w, bytes, len);
    w->base += len;
}

static void flush(struct writer *w)
{
    size_t before = 0;

    if (w->holding && w->put != NULL && w->held > w->base) {
        before = (size_t)(w->held - w->base);
        if (w->err.code == ERR_NONE)
            pass_on(w, w->block, before);
        w->base += before;
    }
    put(w, w->block + before, w->len - before);
    w->len = 0;
}

void writer_add(struct writer *w, const void *bytes, size_t len)
{
    if (len > BLOCK - w->len) {
        flush(w);
        if (len >= BLOCK) {
            put(w, bytes, len);
            return;
        }
    }
    memcpy(w->block + w->len, bytes, len);
    w->len += len;
}

void writer_copy(struct writer *w, struct source *s, uint64_t from, uint64_t to)
{
    while (from < to && w->err.code == ERR_NONE) {
        size_t want = to - from < LIMIT_BLOCK ? (size_t)(to - from) : LIMIT_BLOCK;
        if (want > BLOCK - w->len)
            flush(w);
        ssize_t got = source_read(s, from, w->block + w->len, want, &w->err);
        if (got == 0)
            err_set(&w->err, ERR_CHANGED, "an input became shorter while it was read");
        if (got <= 0)
            return;
        w->len += (size_t)got;
        from += (uint64_t)got;
    }
}

uint64_t writer_at(const struct writer *w)
{
    return w->base + w->len;
}

void writer_hold(struct writer *w)
{
    if (w->len > BLOCK / 2)
        flush(w);
    w->holding = true;
    w->held = writer_at(w);
}

/* What a held entry has in the file goes to the taker before what it has in the block. */
static void pass_file(struct writer *w)
{
    char piece[16 * 1024];

    for (uint64_t at = w->start; at < w->base && w->err.code == ERR_NONE;) {
        size_t want = w->base - at < sizeof piece ? (size_t)(w->base - at) : sizeof piece;
        if (pread_fully(w->fd, piece, want, at) != (ssize_t)want)
            err_set(&w->err, ERR_IO, "cannot read the altered timeline again: %s", strerror(errno));
        else
            pass_on(w, piece, want);
        at += want;
    }
    source_free(w->view);
    w->view = NULL;
    close(w->fd);
    w->fd = -1;
}

void writer_let_go(struct writer *w)
{
    w->holding = false;
    if (w->put != NULL && w->fd >= 0)
        pass_file(w);
}

/* The file behind a source of its own, as long as it is now. */
static int view(struct writer *w, struct err *err)
{
    int fd;

    if (w->view != NULL && w->viewed == w->base)
        return 0;
    source_free(w->view);
    w->view = NULL;
    fd = fcntl(w->fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd < 0)
        return err_set(err, ERR_IO, "cannot read the altered timeline again: %s", strerror(errno));
    w->view = source_from_file(w->name, fd, err);
    w->viewed = w->base;
    return w->view != NULL ? 0 : -1;
}

int writer_extent(struct writer *w, uint64_t from, struct extent *x, struct err *err)
{
    *x = (struct extent){.from = from, .to = writer_at(w)};
    if (from >= w->base) {
        x->memory = w->block + (from - w->base);
        return 0;
    }
    flush(w);
    if (writer_status(w, err) != 0 || view(w, err) != 0)
        return -1;
    x->source = w->view;
    return 0;
}

void writer_back(struct writer *w, uint64_t to)
{
    if (to >= w->base) {
        w->len = (size_t)(to - w->base);
        return;
    }
    w->base = to;
    w->len = 0;
    source_free(w->view);
    w->view = NULL;
}

struct source *writer_finish(struct writer *w, struct err *err)
{
    struct source *s;
    int fd = w->fd;

    flush(w);
    if (writer_status(w, err) != 0)
        return NULL;
    if (ftruncate(fd, (off_t)w->base) != 0) {
        err_set(err, ERR_IO, "cannot end the altered timeline: %s", strerror(errno));
        return NULL;
    }
    w->fd = -1;
    s = source_from_file(w->name, fd, err);
    return s;
}

int writer_end(struct writer *w, struct err *err)
{
    flush(w);
    return writer_status(w, err);
}
