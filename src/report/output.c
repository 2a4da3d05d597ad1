#include "report/output.h"

#include "base/doomed.h"
#include "base/rename.h"
#include "base/refusal.h"
#include "base/shown.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static bool for_commands;

void output_for_commands(void)
{
    for_commands = true;
}

int output_write_fd(int fd, const void *bytes, size_t len)
{
    const char *from = bytes;

    while (len > 0) {
        ssize_t n = write(fd, from, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        from += n;
        len -= (size_t)n;
    }
    return 0;
}

static int to_fd(void *arg, const void *bytes, size_t len)
{
    const struct output *o = arg;

    return output_write_fd(o->fd, bytes, len);
}

static int refuse(const struct output *o, struct err *err, const char *why)
{
    return err_set(err, ERR_USAGE, "output '%s' %s", shown(o->path).text, why);
}

static int fail(const struct output *o, struct err *err, const char *what, int number)
{
    return err_set(err, ERR_IO, "output '%s': %s: %s", shown(o->path).text, what, refusal_says(number));
}

/* ---------------------------------------------------------------------------------------------------
 * Checks */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_input(const struct output *o, const struct stat *st)
{
    for (size_t i = 0; i < o->inputs.count; i++) {
        const char *path = o->inputs.path[i];
        struct stat in;

        if ((strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(path, &in)) == 0 &&
            same_file(&in, st))
            return true;
    }
    return false;
}

/* Looks at what stands at the name now. */
static int check_place(const struct output *o, struct err *err)
{
    struct stat st;

    if (fstatat(o->dir, o->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? 0 : fail(o, err, "cannot be looked at", errno);
    if (S_ISLNK(st.st_mode))
        return refuse(o, err, "is a symbolic link, and none is followed: name the file itself");
    if (is_input(o, &st))
        return refuse(o, err, "is an input: evidence is never written over; name another file");
    if (S_ISDIR(st.st_mode))
        return refuse(o, err, "is a directory: name a file in it");
    if (!S_ISREG(st.st_mode))
        return refuse(o, err, for_commands ? "is no regular file: use the shell's > for it"
                                             : "is no regular file: name another file");
    if (!o->force)
        return refuse(o, err,
                      for_commands ? "exists already: name another file, or add --force"
                                   : "exists already: name another file");
    return 0;
}

static int open_directory(struct output *o, struct err *err)
{
    const char *slash = strrchr(o->path, '/');
    char *dir;

    o->name = slash != NULL ? slash + 1 : o->path;
    if (*o->name == '\0')
        return refuse(o, err, "names a directory: name a file in it");
    dir = slash == NULL ? strdup(".") : strndup(o->path, (size_t)(slash - o->path) + 1);
    if (dir == NULL)
        return err_set(err, ERR_MEMORY, "no memory for a path");
    o->dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(dir);
    return o->dir >= 0 ? 0 : fail(o, err, "its directory cannot be opened", errno);
}

static int make_temporary(struct output *o, struct err *err)
{
    for (int tries = 0; tries < 16; tries++) {
        uint64_t random;

        if (getrandom(&random, sizeof random, 0) != sizeof random)
            return fail(o, err, "no random name", errno);
        snprintf(o->temporary, sizeof o->temporary, ".aerscope-%016llx",
                 (unsigned long long)random);
        if ((o->fd = doomed_make(o->dir, o->temporary, O_WRONLY)) >= 0)
            return 0;
        if (errno != EEXIST)
            break;
    }
    o->temporary[0] = '\0';
    return fail(o, err, "no file can be made beside it", errno);
}

static int check_stdout(const struct output *o, struct err *err)
{
    struct stat st;

    if (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode) && is_input(o, &st))
        return err_set(err, ERR_USAGE,
                       "standard output is an input: evidence is never written over; redirect it "
                       "elsewhere");
    return 0;
}

int output_open(struct output *o, const char *path, bool force, bool quiet,
                struct output_inputs inputs, struct err *err)
{
    memset(o, 0, offsetof(struct output, out));
    o->path = path;
    o->force = force;
    o->inputs = inputs;
    o->dir = -1;
    o->fd = STDOUT_FILENO;
    out_init(&o->out, quiet && path == NULL ? NULL : to_fd, o);
    if (path == NULL)
        return check_stdout(o, err);
    if (open_directory(o, err) != 0 || check_place(o, err) != 0)
        return -1;
    return make_temporary(o, err);
}

/* ---------------------------------------------------------------------------------------------------
 * Putting it in place */

static int place(struct output *o, struct err *err)
{
    if (check_place(o, err) != 0)
        return -1;
    if ((o->force ? renameat(o->dir, o->temporary, o->dir, o->name)
                  : rename_new(o->dir, o->temporary, o->name)) != 0)
        return fail(o, err, "cannot be put in place", errno);
    doomed_drop(o->dir, o->temporary);
    o->temporary[0] = '\0';
    if (fsync(o->dir) != 0 && errno != EINVAL)
        return fail(o, err, "its directory cannot be synced", errno);
    return 0;
}

static int finish_file(struct output *o, struct err *err)
{
    mode_t mask = umask(0);
    int number = 0;

    umask(mask);
    if (fchmod(o->fd, 0666 & ~mask) != 0 || fsync(o->fd) != 0)
        number = errno;
    if (close(o->fd) != 0 && number == 0)
        number = errno;
    o->fd = -1;
    return number == 0 ? place(o, err) : fail(o, err, "cannot be written", number);
}

static int finish_stdout(int number, struct err *err)
{
    if (number == 0)
        return 0;
    if (number == EPIPE)
        return err_set(err, ERR_IO, "%s", "");
    return err_set(err, ERR_IO, "standard output: cannot be written: %s", strerror(number));
}

bool output_is_same(const struct output *a, const struct output *b)
{
    struct stat x, y;

    return a->path != NULL && b->path != NULL && strcmp(a->name, b->name) == 0 && fstat(a->dir, &x) == 0 &&
           fstat(b->dir, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool output_is_empty(const struct output *o)
{
    struct stat st;

    return o->out.len == 0 && o->out.error == 0 && fstat(o->fd, &st) == 0 && st.st_size == 0;
}

int output_close(struct output *o, struct err *err)
{
    int number = out_flush(&o->out);

    if (o->path == NULL)
        return finish_stdout(number, err);
    if (number != 0)
        return fail(o, err, "cannot be written", number);
    return finish_file(o, err);
}

void output_release(struct output *o)
{
    if (o->temporary[0] != '\0') {
        unlinkat(o->dir, o->temporary, 0);
        doomed_drop(o->dir, o->temporary);
    }
    if (o->path != NULL && o->fd >= 0)
        close(o->fd);
    if (o->dir >= 0)
        close(o->dir);
}
