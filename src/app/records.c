#include "app/records.h"

#include "base/refusal.h"
#include "base/shown.h"
#include "base/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 128 * 1024, FIRST_ROOM = 4096 };

/* A record that is being read. */
struct growing {
    struct record_bytes *out;
    size_t room;
};

int records_open(struct records *r, const char *path, char delimiter, struct err *err)
{
    bool input = strcmp(path, "-") == 0;
    struct stat st;

    *r = (struct records){.fd = -1, .delimiter = (unsigned char)delimiter};
    r->block = malloc(BLOCK);
    r->shown = input ? strdup("standard input") : strdup(shown(path).text);
    if (r->block == NULL || r->shown == NULL)
        return err_set(err, ERR_MEMORY, "no memory to read a list");
    r->fd = input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                  : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (r->fd < 0)
        return err_set(err, ERR_OPEN, "cannot open %s: %s", r->shown, input ? strerror(errno) : refusal_of_open(path, errno));
    if (fstat(r->fd, &st) == 0 && S_ISDIR(st.st_mode))
        return err_set(err, ERR_OPEN, "%s is a folder, and no list of names: find lists what is below it; see "
                       "--files-from in aerscope(1)", r->shown);
    if (input && isatty(r->fd))
        return err_set(err, ERR_USAGE, "standard input is a terminal: pipe something into it");
    return 0;
}

void records_close(struct records *r)
{
    if (r->fd >= 0)
        close(r->fd);
    free(r->block);
    free(r->shown);
}

static int fill(struct records *r, struct err *err)
{
    struct pollfd p = {.fd = r->fd, .events = POLLIN};
    ssize_t n;

    while ((n = read(r->fd, r->block, BLOCK)) < 0)
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            poll(&p, 1, -1);
        else if (errno != EINTR)
            return err_set(err, ERR_IO, "cannot read %s: %s", r->shown, strerror(errno));
    r->from = 0;
    r->len = (size_t)n;
    r->ended = n == 0;
    return 0;
}

/* What could not be kept is passed over to its end. */
static void give_up(struct growing *g)
{
    struct record_bytes *out = g->out;
    struct err why = out->err;
    uint64_t len = out->len;

    record_bytes_release(out);
    out->err = why;
    out->len = len;
}

static void put_file(struct record_bytes *out, const unsigned char *bytes, size_t len, uint64_t offset)
{
    uint64_t left;

    if (pwrite_fully(out->fd, bytes, len, offset) != 0) {
        err_set(&out->err, ERR_IO, "a record could not be kept in a file: %s", refusal_of_temporary(errno));
    } else if (offset + len >= out->look) {
        out->look = offset + len + SPOOL_LOOK;
        if (!spool_has_room(out->fd, &left))
            err_set(&out->err, ERR_IO, "a record could not be kept in a file after %" PRIu64 " bytes: only %" PRIu64
                    " are free in TMPDIR, and these are left to others; set TMPDIR to a folder with more room",
                    offset + len, left);
    }
}

static void to_file(struct growing *g)
{
    struct record_bytes *out = g->out;

    out->fd = spool_file("a record", &out->err);
    if (out->fd < 0)
        return;
    put_file(out, out->data, (size_t)out->len, 0);
    free(out->data);
    out->data = NULL;
}

static void to_memory(struct growing *g, size_t more)
{
    struct record_bytes *out = g->out;
    size_t room = g->room > 0 ? g->room : FIRST_ROOM;
    unsigned char *data;

    while (room < out->len + more)
        room *= 2;
    data = room > g->room || out->data == NULL ? realloc(out->data, room) : out->data;
    if (data == NULL) {
        err_set(&out->err, ERR_MEMORY, "no memory for a record");
        return;
    }
    out->data = data;
    g->room = room;
}

static void grow(struct growing *g, const unsigned char *bytes, size_t len)
{
    struct record_bytes *out = g->out;

    if (out->err.code != ERR_NONE) {
        out->len += len;
        return;
    }
    if (out->fd < 0 && out->len + len > RECORD_MEMORY)
        to_file(g);
    else if (out->fd < 0)
        to_memory(g, len);
    if (out->err.code == ERR_NONE && out->fd >= 0)
        put_file(out, bytes, len, out->len);
    if (out->err.code != ERR_NONE)
        give_up(g);
    else if (out->fd < 0 && len > 0)
        memcpy(out->data + out->len, bytes, len);
    out->len += len;
}

int records_next(struct records *r, struct record_bytes *out, struct err *err)
{
    struct growing g = {.out = out};
    bool some = false;

    *out = (struct record_bytes){.fd = -1};
    for (;;) {
        const unsigned char *from, *end;

        if (r->len == 0 && !r->ended && fill(r, err) != 0) {
            record_bytes_release(out);
            return -1;
        }
        if (r->len == 0)
            return some;
        from = r->block + r->from;
        end = memchr(from, r->delimiter, r->len);
        size_t len = end != NULL ? (size_t)(end - from) : r->len;
        if (out->len + len > r->most) {
            record_bytes_release(out);
            return err_set(err, ERR_FORM, "%s: a %s in it goes on for more than %zu bytes: %s, and nothing behind that is "
                           "read", r->shown, r->what, r->most, r->why);
        }
        grow(&g, from, len);
        some = true;
        r->from += len + (end != NULL);
        r->len -= len + (end != NULL);
        if (end != NULL)
            return 1;
    }
}

void record_bytes_release(struct record_bytes *b)
{
    free(b->data);
    if (b->fd >= 0)
        close(b->fd);
    *b = (struct record_bytes){.fd = -1};
}

struct source *record_source(struct record_bytes *b, const char *name, struct err *err)
{
    struct source *s = NULL;

    if (b->err.code != ERR_NONE) {
        *err = b->err;
    } else if (b->fd >= 0) {
        s = source_from_file(name, b->fd, err);
        b->fd = -1;
    } else {
        s = source_from_memory(name, b->data, (size_t)b->len, err);
    }
    record_bytes_release(b);
    return s;
}
