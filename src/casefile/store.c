/* Case files on disk: read through one descriptor, locked against other writers, put in place by rename.
 *
 * The lock is flock() on the case file itself. A new version is locked before it is renamed into place, so
 * that there is no moment without a lock; whoever gets a lock looks whether the file is still the one at
 * its path. The lock goes when the process does. Beside it a record lock says which process has it. */
#include "casefile/casefile_impl.h"

#include "base/doomed.h"
#include "base/refusal.h"
#include "base/rename.h"
#include "base/shortage.h"
#include "base/shown.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

enum { OPEN_TRIES = 16, BLOCK = 64 * 1024 };

static int fail(const struct casefile *c, struct err *err, const char *what, int number)
{
    return err_set(err, ERR_IO, "case file '%s': %s: %s", shown(c->path).text, what, refusal_says(number));
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool same_bytes(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && same_time(&a->st_mtim, &b->st_mtim);
}

static bool same_state(const struct stat *a, const struct stat *b)
{
    return same_file(a, b) && same_bytes(a, b) && same_time(&a->st_ctim, &b->st_ctim);
}

/* ---- locks ---- */

/* 0, or the process that has it; -1 when it cannot be told which. */
static pid_t holder(int fd)
{
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    return fcntl(fd, F_GETLK, &l) == 0 && l.l_type != F_UNLCK && l.l_pid > 0 ? l.l_pid : -1;
}

/* 0 or an errno value. */
static int lock(int fd)
{
    struct flock mine = {.l_type = F_RDLCK, .l_whence = SEEK_SET};

    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        return errno;
    fcntl(fd, F_SETLK, &mine);
    return 0;
}

static void tell_holder(struct casefile *c, int fd, int number)
{
    pid_t pid = holder(fd);

    if (number != EWOULDBLOCK)
        casefile_set_read_only(c, true, "it cannot be locked against other writers: %s", strerror(number));
    else if (pid < 0)
        casefile_set_read_only(c, true, "another process has it open for writing: leave that one first");
    else
        casefile_set_read_only(c, true, "process %ld has it open for writing: leave that one first",
                               (long)pid);
}

/* What it holds in memory alone is not seen here. */
static void tell_writer(struct casefile *c)
{
    c->writer = (long)holder(c->fd);
}

/* ---- opening ---- */

static int open_directory(struct casefile *c, int *number)
{
    const char *slash = strrchr(c->path, '/');
    char *dir = slash == NULL ? shortage_unless(strdup(".")) : shortage_unless(strndup(c->path, (size_t)(slash - c->path) + 1));

    c->name = slash != NULL ? slash + 1 : c->path;
    c->dir = dir != NULL ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    *number = dir != NULL ? errno : ENOMEM;
    free(dir);
    return c->dir >= 0 ? 0 : -1;
}

static int open_file(struct casefile *c, struct err *err)
{
    int number;

    if (open_directory(c, &number) != 0 ||
        (c->fd = openat(c->dir, c->name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) < 0) {
        err_set(err, ERR_OPEN, "cannot open the case file '%s': %s", shown(c->path).text,
                refusal_of_open(c->path, c->dir < 0 ? number : errno));
        return -1;
    }
    if (fstat(c->fd, &c->st) != 0)
        return fail(c, err, "cannot be looked at", errno);
    if (S_ISREG(c->st.st_mode))
        return 0;
    return err_set(err, ERR_OPEN, "'%s' is no regular file, so no case file",
                   shown(c->path).text);
}

/* Whether the file may be replaced where it is; the reason otherwise. */
static void check_place(struct casefile *c)
{
    struct stat st;

    if (fstatat(c->dir, c->name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode))
        casefile_set_read_only(c, true, "it is a symbolic link, and none is written through: name the file itself");
    else if (faccessat(c->dir, c->name, W_OK, AT_EACCESS) != 0)
        casefile_set_read_only(c, true, "it cannot be written: %s", strerror(errno));
    else if (faccessat(c->dir, ".", W_OK | X_OK, AT_EACCESS) != 0)
        casefile_set_read_only(c, true, "its folder cannot be written to: %s", strerror(errno));
}

/* Somebody may put a new version in place between opening and locking: then that one is opened. */
static int open_locked(struct casefile *c, struct err *err)
{
    for (int i = 0; i < OPEN_TRIES; i++) {
        struct stat st;
        int number;

        store_close(c);
        if (open_file(c, err) != 0)
            return -1;
        check_place(c);
        if (c->read_only[0] != '\0')
            return 0;
        number = lock(c->fd);
        if (number != 0) {
            tell_holder(c, c->fd, number);
            return 0;
        }
        if (fstatat(c->dir, c->name, &st, 0) == 0 && same_file(&st, &c->st))
            return 0;
    }
    return err_set(err, ERR_CHANGED, "case file '%s': it is being replaced again and again",
                   shown(c->path).text);
}

static int read_all(struct casefile *c, int fd, struct buf *bytes, struct err *err)
{
    for (;;) {
        unsigned char *to = buf_reserve(bytes, BLOCK);
        ssize_t n;

        if (to == NULL)
            return err_set(err, ERR_FORM, "larger than a case file may be (%d bytes)", LIMIT_CASE);
        n = pread(fd, to, BLOCK, (off_t)bytes->len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(c, err, "cannot be read", errno);
        if (n == 0)
            return 0;
        bytes->len += (size_t)n;
    }
}

/* What writers that were killed left behind. With the lock nobody else writes; a file that is locked
 * all the same stays. */
static void sweep(const struct casefile *c)
{
    int fd = openat(c->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), one;
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    char head[NAME_MAX + 32];
    struct dirent *e;
    struct stat st;

    snprintf(head, sizeof head, ".%s.aerscope-", c->name);
    while (dir != NULL && (e = readdir(dir)) != NULL) {
        if (strncmp(e->d_name, head, strlen(head)) != 0)
            continue;
        one = openat(c->dir, e->d_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
        if (one >= 0 && fstat(one, &st) == 0 && S_ISREG(st.st_mode) &&
            flock(one, LOCK_EX | LOCK_NB) == 0)
            unlinkat(c->dir, e->d_name, 0);
        if (one >= 0)
            close(one);
    }
    if (dir != NULL)
        closedir(dir);
    else if (fd >= 0)
        close(fd);
}

int store_open(struct casefile *c, enum casefile_mode mode, struct buf *bytes, struct err *err)
{
    struct stat after;

    if (mode == CASEFILE_READ)
        casefile_set_read_only(c, true, "it was opened for reading only");
    if ((mode == CASEFILE_READ ? open_file(c, err) : open_locked(c, err)) != 0 ||
        read_all(c, c->fd, bytes, err) != 0)
        return -1;
    /* A writer may have put another one in its place, which shows in st_ctim: this one is whole all the same. */
    if (fstat(c->fd, &after) != 0 || !same_bytes(&after, &c->st))
        return err_set(err, ERR_CHANGED, "case file '%s': it changed while it was read; open it again",
                       shown(c->path).text);
    if (mode == CASEFILE_READ)
        tell_writer(c);
    if (c->read_only[0] == '\0')
        sweep(c);
    c->exists = true;
    return 0;
}

void store_close(struct casefile *c)
{
    if (c->fd >= 0)
        close(c->fd);
    if (c->dir >= 0)
        close(c->dir);
    c->fd = c->dir = -1;
}

/* ---- saving ---- */

struct saving {
    char name[NAME_MAX + 1]; /* of the temporary file, "" when there is none */
    int fd;
    struct stat st;
};

static int make_temporary(struct casefile *c, struct saving *s, struct err *err)
{
    for (int i = 0; i < OPEN_TRIES; i++) {
        uint32_t random;

        if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
            return fail(c, err, "no random name", errno);
        if ((size_t)snprintf(s->name, sizeof s->name, ".%s.aerscope-%08" PRIx32, c->name, random) >=
            sizeof s->name) {
            s->name[0] = '\0';
            return err_set(err, ERR_IO, "case file '%s': its name is too long", shown(c->path).text);
        }
        if ((s->fd = doomed_make(c->dir, s->name, O_RDWR)) >= 0)
            return 0;
        if (errno != EEXIST)
            break;
    }
    s->name[0] = '\0';
    return fail(c, err, "no file can be made in its folder", errno);
}

static int write_all(struct casefile *c, struct saving *s, const struct buf *text, struct err *err)
{
    size_t done = 0;

    while (done < text->len) {
        ssize_t n = write(s->fd, text->data + done, text->len - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(c, err, "cannot be written", errno);
        done += (size_t)n;
    }
    if (fchmod(s->fd, 0600) != 0 || fsync(s->fd) != 0)
        return fail(c, err, "cannot be written", errno);
    return fstat(s->fd, &s->st) == 0 ? 0 : fail(c, err, "cannot be looked at", errno);
}

static int is_changed(const struct casefile *c, struct err *err)
{
    return err_set(err, ERR_CHANGED,
                   "case file '%s': somebody else changed it since it was read, so it is not written over; "
                   "save to another name and compare",
                   shown(c->path).text);
}

/* Times alone may differ (a backup, a change of mode): then the bytes decide. */
static int check_bytes(struct casefile *c, struct err *err)
{
    int fd = openat(c->dir, c->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct digest now;
    struct buf bytes;
    int rc = -1;

    buf_init(&bytes, LIMIT_CASE + BLOCK);
    if (fd >= 0 && read_all(c, fd, &bytes, err) == 0 &&
        digest_bytes(buf_cstr(&bytes), bytes.len, &now, err) == 0)
        rc = c->has_sha256 && digest_equal(&now, &c->sha256) ? 0 : is_changed(c, err);
    else if (fd < 0)
        rc = fail(c, err, "cannot be looked at", errno);
    buf_release(&bytes);
    if (fd >= 0)
        close(fd);
    return rc;
}

static int check_target(struct casefile *c, struct err *err)
{
    struct stat st;

    if (fstatat(c->dir, c->name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT)
            return 0;
        return fail(c, err, "cannot be looked at", errno);
    }
    if (S_ISLNK(st.st_mode))
        return err_set(err, ERR_USAGE, "case file '%s': a symbolic link stands there, and none is written through",
                       shown(c->path).text);
    for (size_t i = 0; i < c->inputs; i++)
        if (c->input[i].dev == st.st_dev && c->input[i].ino == st.st_ino)
            return err_set(err, ERR_USAGE, "case file '%s': this is an input, and none is ever written over",
                           shown(c->path).text);
    if (!S_ISREG(st.st_mode) || !c->exists)
        return err_set(err, ERR_CHANGED, "case file '%s': something is there already, and it is not written over; name another file",
                       shown(c->path).text);
    if (same_state(&st, &c->st))
        return 0;
    return same_file(&st, &c->st) ? check_bytes(c, err) : is_changed(c, err);
}

/* Exchanges both, looks at what came out, and takes it back if it is not the file that was read: between
 * a look and a rename somebody could have saved. 1: exchanged, the old version has the temporary name. */
static int exchange(struct casefile *c, const struct saving *s, struct err *err)
{
    struct stat out;

    if (rename_exchange(c->dir, s->name, c->name) != 0) {
        if (errno == EINVAL || errno == ENOSYS)
            return 0;
        return errno == ENOENT ? is_changed(c, err) : fail(c, err, "cannot be put in place", errno);
    }
    if (fstatat(c->dir, s->name, &out, AT_SYMLINK_NOFOLLOW) == 0 && same_file(&out, &c->st))
        return 1;
    if (rename_exchange(c->dir, s->name, c->name) != 0)
        return fail(c, err, "somebody else's version was put aside and cannot be put back", errno);
    return is_changed(c, err);
}

static int put_in_place(struct casefile *c, struct saving *s, struct err *err)
{
    struct stat there;
    bool replaces = fstatat(c->dir, c->name, &there, AT_SYMLINK_NOFOLLOW) == 0;
    int rc;

    /* From here on the name may be that of another version, which may be somebody else's. */
    doomed_drop(c->dir, s->name);
    if (!replaces && rename_new(c->dir, s->name, c->name) != 0)
        return errno == EEXIST ? is_changed(c, err) : fail(c, err, "cannot be put in place", errno);
    rc = replaces ? exchange(c, s, err) : 0;
    if (rc < 0)
        return -1;
    if (rc == 1)
        unlinkat(c->dir, s->name, 0);
    else if (replaces && renameat(c->dir, s->name, c->dir, c->name) != 0)
        return fail(c, err, "cannot be put in place", errno);
    s->name[0] = '\0';
    return 0;
}

/* What the worker has is a copy, whose path, name, folder and inputs are those of the case file: it is all
 * that is looked at, and all that is changed, on another thread. */
struct casefile_writing {
    struct casefile copy;
    struct buf text;
    uint64_t changes; /* of the case file, when its text was taken */
    size_t estimate;
    bool synced;      /* its folder was, too */
    int result;
    struct err err;
};

static void put_back(struct casefile *c, struct saving *s, const struct digest *sha256)
{
    c->fd = s->fd;
    s->fd = -1;
    if (fstat(c->fd, &c->st) != 0)
        c->st = s->st;
    c->sha256 = *sha256;
    c->has_sha256 = c->exists = true;
}

static int save_text(struct casefile_writing *w, struct err *err)
{
    struct saving s = {.fd = -1};
    struct casefile *c = &w->copy;
    struct digest sha256;
    int number, rc = digest_bytes(w->text.data, w->text.len, &sha256, err);

    c->fd = -1;
    if (rc == 0)
        rc = check_target(c, err);
    if (rc == 0)
        rc = make_temporary(c, &s, err);
    if (rc == 0 && (number = lock(s.fd)) != 0)
        rc = fail(c, err, "cannot be locked", number);
    if (rc == 0 && write_all(c, &s, &w->text, err) == 0 && put_in_place(c, &s, err) == 0) {
        put_back(c, &s, &sha256);
        w->synced = fsync(c->dir) == 0 || errno == EINVAL;
        if (!w->synced)
            rc = fail(c, err, "its folder cannot be synced", errno);
    } else {
        rc = -1;
    }
    if (s.name[0] != '\0') {
        unlinkat(c->dir, s.name, 0);
        doomed_drop(c->dir, s.name);
    }
    if (s.fd >= 0)
        close(s.fd);
    return rc;
}

static void adopt(struct casefile *c, const struct casefile_writing *w)
{
    if (c->fd >= 0)
        close(c->fd);
    c->fd = w->copy.fd;
    c->st = w->copy.st;
    c->sha256 = w->copy.sha256;
    c->has_sha256 = c->exists = true;
    c->dirty = !w->synced || c->changes != w->changes;
    c->saved = w->copy.sealed;
    c->saved_head = w->copy.head;
    c->estimate = w->text.len + (c->estimate - w->estimate);
    if (c->history == HISTORY_NONE && c->saved > 0)
        c->history = HISTORY_HOLDS;
}

static int open_place(struct casefile *c, struct err *err)
{
    struct stat st;
    int number;

    /* One that was taken away may be there again; nothing can be made in what is left of the old one. */
    if (c->dir >= 0 && fstat(c->dir, &st) == 0 && st.st_nlink == 0) {
        close(c->dir);
        c->dir = -1;
    }
    if (c->dir >= 0 || open_directory(c, &number) == 0)
        return 0;
    if (number == ENOENT && propose_make(c->path) && open_directory(c, &number) == 0)
        return 0;
    return fail(c, err, "its folder cannot be opened", number);
}

static int refuse_folder(const char *path, const char *what, struct err *err)
{
    return err_set(err, ERR_OPEN, "case file '%s': its folder %s: %s", shown(path).text, what, strerror(errno));
}

int casefile_place(const char *path, struct err *err)
{
    const char *slash = strrchr(path, '/');
    struct stat st;
    char *dir;
    int rc = 0;

    if (slash != NULL && slash[1] == '\0')
        return err_set(err, ERR_USAGE, "'%s' names a folder: name a file in it", shown(path).text);
    if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode) && stat(path, &st) != 0)
        return err_set(err, ERR_OPEN, "case file '%s': a symbolic link that leads nowhere stands there, and none is written "
                       "through: name another file", shown(path).text);
    dir = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    if (dir == NULL)
        return casefile_no_memory(err);
    if (stat(dir, &st) != 0)
        rc = errno == ENOENT && propose_makes(path) ? 0 : refuse_folder(path, "cannot be opened", err);
    else if (faccessat(AT_FDCWD, dir, W_OK | X_OK, AT_EACCESS) != 0)
        rc = refuse_folder(path, "cannot be written to", err);
    free(dir);
    return rc;
}

int casefile_make_folder(struct casefile *c, struct err *err)
{
    struct saving s = {.fd = -1};

    if (open_place(c, err) != 0 || make_temporary(c, &s, err) != 0)
        return -1;
    unlinkat(c->dir, s.name, 0);
    doomed_drop(c->dir, s.name);
    close(s.fd);
    return 0;
}

struct casefile_writing *casefile_save_begin(struct casefile *c, struct err *err)
{
    struct casefile_writing *w;

    if (casefile_writable(c, err) != 0 || open_place(c, err) != 0 || record_seal(c, err) != 0)
        return NULL;
    w = calloc(1, sizeof *w);
    if (w == NULL) {
        casefile_no_memory(err);
        return NULL;
    }
    w->copy = *c;
    w->changes = c->changes;
    w->estimate = c->estimate;
    w->result = -1;
    buf_init(&w->text, LIMIT_CASE);
    if (tree_print(c->root, &w->text) == 0)
        return w;
    buf_release(&w->text);
    free(w);
    casefile_no_memory(err);
    return NULL;
}

void casefile_save_write(struct casefile_writing *w)
{
    w->result = save_text(w, &w->err);
}

int casefile_save_end(struct casefile *c, struct casefile_writing *w, struct err *err)
{
    int rc = w->result;

    if (w->copy.fd >= 0)
        adopt(c, w);
    if (rc != 0 && err != NULL)
        *err = w->err;
    buf_release(&w->text);
    free(w);
    return rc;
}

int casefile_save(struct casefile *c, struct err *err)
{
    struct casefile_writing *w;

    if (!c->dirty)
        return 0;
    w = casefile_save_begin(c, err);
    if (w == NULL)
        return -1;
    casefile_save_write(w);
    return casefile_save_end(c, w, err);
}

long casefile_writer(const struct casefile *c)
{
    return c->writer > 0 ? c->writer : 0;
}
