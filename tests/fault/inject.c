/* Makes one call of the program fail: preloaded, it stands before the C library.
 *
 *   FAULT=KIND:N:ACTION     the N-th call of that kind (from 1) fails
 *   FAULT=KIND:N+:ACTION    and every one after it
 *   FAULT=count             none does; each call is logged as "KIND N SITE", where SITE tells apart the ways
 *                           by which the program came to call it
 *   FAULT_LOG=FILE          where that goes, and "fired KIND N FD CALLER" when one failed
 *   FAULT_CLOCK=SECONDS     the time of day stands there, in seconds since 1970, which may be negative
 *
 * ACTION is the name of an error, or
 *   short  one byte is read or written, or half of what was asked for where there is more
 *   eof    nothing is read, as at the end of a file
 *   done   the call is made, and then said to have failed with EIO
 *   late   the call is made, and SIGTERM comes before it returns
 *   term, kill  the signal of that name comes instead
 *   slow   the call is made two seconds later
 * With FAULT_NO_TMPFILE in the environment no file system has files without a name.
 * What is not named in FAULT is passed on. Nothing of the library itself fails. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#define KINDS(X)                                                                                                       \
    X(alloc) X(read) X(write) X(stderr) X(open) X(make) X(close) X(stat) X(rename) X(fsync) X(chmod) X(unlink) X(mkdir)       \
    X(pipe) X(thread) X(random) X(flock) X(fcntl) X(list) X(map) X(mode) X(path) X(cut)

enum kind {
#define X(name) KIND_##name,
    KINDS(X)
#undef X
    KIND_COUNT
};

static const char *const kind_name[KIND_COUNT] = {
#define X(name) #name,
    KINDS(X)
#undef X
};

enum { SHORT = -1, AT_END = -2, DONE = -3, DIE_TERM = -4, DIE_KILL = -5, SLOW = -6, LATE = -7, FRAMES = 32, NEAR = 4 };

static const struct {
    const char *name;
    int action;
} actions[] = {
    {"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"EINTR", EINTR},
    {"EACCES", EACCES}, {"EPERM", EPERM},   {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN}, {"ENOENT", ENOENT},
    {"EROFS", EROFS},   {"EDQUOT", EDQUOT}, {"EXDEV", EXDEV},   {"EFBIG", EFBIG},   {"ENOLCK", ENOLCK},
    {"EINVAL", EINVAL}, {"ENOSYS", ENOSYS}, {"ESTALE", ESTALE}, {"EPIPE", EPIPE},   {"EBADF", EBADF},
    {"short", SHORT},   {"eof", AT_END},    {"done", DONE},     {"term", DIE_TERM}, {"kill", DIE_KILL},
    {"slow", SLOW},     {"late", LATE},
};

static struct {
    bool counts, goes_on;
    int kind, action;
    unsigned long at;
} plan = {.kind = -1};

static atomic_ulong calls[KIND_COUNT];
static int log_fd = -1;
static atomic_bool ready;
static _Thread_local bool inside __attribute__((tls_model("initial-exec")));
static uintptr_t program_from, program_to;

/* ---------------------------------------------------------------------------------------------------
 * What is asked for */

static int action_of(const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0)
            return actions[i].action;
    _exit(99);
}

static void read_plan(const char *text)
{
    char kind[32] = "", action[32] = "";
    char plus[2];

    plan.counts = strcmp(text, "count") == 0;
    if (plan.counts)
        return;
    if (sscanf(text, "%31[a-z]:%lu%1[+]:%31s", kind, &plan.at, plus, action) == 4)
        plan.goes_on = true;
    else if (sscanf(text, "%31[a-z]:%lu:%31s", kind, &plan.at, action) != 3)
        _exit(99);
    for (int k = 0; k < KIND_COUNT; k++)
        if (strcmp(kind_name[k], kind) == 0)
            plan.kind = k;
    if (plan.kind < 0)
        _exit(99);
    plan.action = action_of(action);
}

static int find_program(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size, (void)arg;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type != PT_LOAD || (p->p_flags & PF_X) == 0)
            continue;
        program_from = info->dlpi_addr + p->p_vaddr;
        program_to = program_from + p->p_memsz;
    }
    return 1; /* the first is the program */
}

static void say(const char *text, size_t len)
{
    if (log_fd >= 0)
        syscall(SYS_write, log_fd, text, len);
}

/* ---------------------------------------------------------------------------------------------------
 * Where a call comes from: the return addresses in the program itself, whatever of libraries lies between */

struct trail {
    uint64_t all, near;
    int depth;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *arg)
{
    uintptr_t ip = _Unwind_GetIP(context);
    struct trail *t = arg;

    if (ip < program_from || ip >= program_to)
        return _URC_NO_REASON;
    ip -= program_from;
    t->all = (t->all ^ ip) * UINT64_C(0x100000001b3);
    if (t->depth < NEAR)
        t->near = t->all;
    return ++t->depth < FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void log_call(enum kind kind, unsigned long n)
{
    struct trail t = {.all = UINT64_C(0xcbf29ce484222325)};
    char line[128];
    int len;

    _Unwind_Backtrace(step, &t);
    len = snprintf(line, sizeof line, "%s %lu %016llx %016llx\n", kind_name[kind], n, (unsigned long long)t.near,
                   (unsigned long long)t.all);
    say(line, (size_t)len);
}

static const char *object_of(void *address)
{
    Dl_info info;
    const char *name = dladdr(address, &info) != 0 && info.dli_fname != NULL ? info.dli_fname : "?", *slash = strrchr(name, '/');

    return slash != NULL ? slash + 1 : name;
}

/* 0: the call is to be made. */
static int fault_by(enum kind kind, int fd, void *caller)
{
    unsigned long n;
    char line[160];
    int len;

    if (!ready || inside)
        return 0;
    inside = true;
    n = atomic_fetch_add(&calls[kind], 1) + 1;
    if (plan.counts)
        log_call(kind, n);
    inside = false;
    if (plan.kind != (int)kind || (plan.goes_on ? n < plan.at : n != plan.at))
        return 0;
    if (n >= plan.at) {
        inside = true;
        len = snprintf(line, sizeof line, "fired %s %lu %d %.64s\n", kind_name[kind], n, fd, object_of(caller));
        say(line, (size_t)len);
        inside = false;
    }
    if (plan.action == DIE_TERM || plan.action == DIE_KILL)
        kill(getpid(), plan.action == DIE_TERM ? SIGTERM : SIGKILL);
    if (plan.action == SLOW)
        sleep(2);
    if (plan.action <= DIE_TERM && plan.action != LATE)
        return 0;
    if (plan.action > 0)
        errno = plan.action;
    return plan.action;
}

/* Who called the function that this stands in. */
#define fault(kind, fd) fault_by(kind, fd, __builtin_return_address(0))
/* Of what has no other way to go wrong. */
#define fails(kind, fd) (fault(kind, fd) > 0)

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAULT"), *path = getenv("FAULT_LOG");
    struct trail t = {.depth = 0};
    int fd;

    if (text == NULL)
        return;
    read_plan(text);
    dl_iterate_phdr(find_program, NULL);
    _Unwind_Backtrace(step, &t); /* loads what it needs */
    if (path != NULL && (fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) >= 0) {
        log_fd = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 400);
        if (log_fd < 0)
            log_fd = fd;
        else
            syscall(SYS_close, fd);
    }
    ready = true;
}

/* ---------------------------------------------------------------------------------------------------
 * Memory. Before anything can be looked up the C library's own names for its allocator are there; with FAULT_NEXT in
 * the environment it is that of whatever stands before the C library, a sanitizer's, from the first call on. */

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static struct {
    bool looked;
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void *(*memalign)(size_t, size_t);
} memory = {false, __libc_malloc, __libc_calloc, __libc_realloc, __libc_memalign};

static void look_up_memory(void)
{
    memory.looked = true;
    if (getenv("FAULT_NEXT") == NULL)
        return;
    *(void **)&memory.malloc = dlsym(RTLD_NEXT, "malloc");
    *(void **)&memory.calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&memory.realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&memory.memalign = dlsym(RTLD_NEXT, "memalign");
}

#define MEMORY(name, ...) ((memory.looked ? (void)0 : look_up_memory()), memory.name(__VA_ARGS__))

void *malloc(size_t size)
{
    return fails(KIND_alloc, -1) ? NULL : MEMORY(malloc, size);
}

void *calloc(size_t count, size_t size)
{
    return fails(KIND_alloc, -1) ? NULL : MEMORY(calloc, count, size);
}

void *realloc(void *old, size_t size)
{
    return size > 0 && fails(KIND_alloc, -1) ? NULL : MEMORY(realloc, old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t all;

    if (__builtin_mul_overflow(count, size, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, all);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(KIND_alloc, -1) ? NULL : MEMORY(memalign, alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *p = fails(KIND_alloc, -1) ? NULL : MEMORY(memalign, alignment, size);

    if (p == NULL)
        return ENOMEM;
    *out = p;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * The rest: NEXT(name) is that of the C library. */

#define NEXT(name)                                                                                                     \
    static __typeof__(&name) next;                                                                                     \
    if (next == NULL) {                                                                                                \
        bool before = inside;                                                                                          \
        inside = true;                                                                                                 \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                                     \
        inside = before;                                                                                               \
    }

static size_t part(size_t len)
{
    return len > 1 ? len / 2 : len;
}

ssize_t read(int fd, void *out, size_t len)
{
    NEXT(read)
    int what = fault(KIND_read, fd);

    return what > 0 ? -1 : what == AT_END ? 0 : next(fd, out, what == SHORT ? part(len) : len);
}

ssize_t __read_chk(int fd, void *out, size_t len, size_t room)
{
    (void)room;
    return read(fd, out, len);
}

ssize_t pread(int fd, void *out, size_t len, off_t at)
{
    NEXT(pread)
    int what = fault(KIND_read, fd);

    return what > 0 ? -1 : what == AT_END ? 0 : next(fd, out, what == SHORT ? part(len) : len, at);
}

ssize_t __pread_chk(int fd, void *out, size_t len, off_t at, size_t room)
{
    (void)room;
    return pread(fd, out, len, at);
}

/* A pipe between the program's own threads, which neither fills up nor breaks. */
static bool is_own_pipe(int fd)
{
    struct stat st;

    return fd > STDERR_FILENO && syscall(SYS_newfstatat, fd, "", &st, AT_EMPTY_PATH) == 0 && S_ISFIFO(st.st_mode);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
    NEXT(write)
    if (is_own_pipe(fd))
        return next(fd, bytes, len);
    int what = fault(fd == STDERR_FILENO ? KIND_stderr : KIND_write, fd);

    return what > 0 ? -1 : next(fd, bytes, what == SHORT ? part(len) : len);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t at)
{
    NEXT(pwrite)
    int what = fault(KIND_write, fd);

    return what > 0 ? -1 : next(fd, bytes, what == SHORT ? part(len) : len, at);
}

static mode_t mode_of(int flags, va_list args)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

static enum kind kind_of(int flags)
{
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? KIND_make : KIND_open;
}

static bool has_no_name(int flags)
{
    if ((flags & O_TMPFILE) != O_TMPFILE || getenv("FAULT_NO_TMPFILE") == NULL)
        return false;
    errno = EOPNOTSUPP;
    return true;
}

static int opened(int what, int fd)
{
    if (what != LATE)
        return fd;
    kill(getpid(), SIGTERM);
    usleep(100000); /* where this thread blocks it another one may be handling it */
    return fd;
}

int open(const char *path, int flags, ...)
{
    NEXT(open)
    va_list args;
    mode_t mode;
    int what;

    va_start(args, flags);
    mode = mode_of(flags, args);
    va_end(args);
    if (has_no_name(flags))
        return -1;
    what = fault(kind_of(flags), -1);
    return what > 0 ? -1 : opened(what, next(path, flags, mode));
}

int __open_2(const char *path, int flags)
{
    return open(path, flags);
}

int openat(int dir, const char *path, int flags, ...)
{
    NEXT(openat)
    va_list args;
    mode_t mode;
    int what;

    va_start(args, flags);
    mode = mode_of(flags, args);
    va_end(args);
    what = fault(kind_of(flags), -1);
    return what > 0 ? -1 : opened(what, next(dir, path, flags, mode));
}

int __openat_2(int dir, const char *path, int flags)
{
    return openat(dir, path, flags);
}

FILE *fopen(const char *path, const char *how)
{
    NEXT(fopen)
    return fails(KIND_open, -1) ? NULL : next(path, how);
}

DIR *opendir(const char *path)
{
    NEXT(opendir)
    return fails(KIND_open, -1) ? NULL : next(path);
}

DIR *fdopendir(int fd)
{
    NEXT(fdopendir)
    return fails(KIND_open, fd) ? NULL : next(fd);
}

/* Whatever it says, the descriptor is gone. */
int close(int fd)
{
    NEXT(close)
    int what = fault(KIND_close, fd), result = next(fd);

    if (what <= 0)
        return result;
    errno = what;
    return -1;
}

int stat(const char *path, struct stat *out)
{
    NEXT(stat)
    return fails(KIND_stat, -1) ? -1 : next(path, out);
}

int lstat(const char *path, struct stat *out)
{
    NEXT(lstat)
    return fails(KIND_stat, -1) ? -1 : next(path, out);
}

int fstat(int fd, struct stat *out)
{
    NEXT(fstat)
    return fails(KIND_stat, fd) ? -1 : next(fd, out);
}

int fstatat(int dir, const char *path, struct stat *out, int flags)
{
    NEXT(fstatat)
    return fails(KIND_stat, -1) ? -1 : next(dir, path, out, flags);
}

int access(const char *path, int how)
{
    NEXT(access)
    return fails(KIND_stat, -1) ? -1 : next(path, how);
}

int faccessat(int dir, const char *path, int how, int flags)
{
    NEXT(faccessat)
    return fails(KIND_stat, -1) ? -1 : next(dir, path, how, flags);
}

/* A rename over a network may have been done and its answer be lost. */
static int renamed(int what, int result)
{
    if (what != DONE)
        return result;
    errno = EIO;
    return -1;
}

int rename(const char *from, const char *to)
{
    NEXT(rename)
    int what = fault(KIND_rename, -1);

    return what > 0 ? -1 : renamed(what, next(from, to));
}

int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    NEXT(renameat)
    int what = fault(KIND_rename, -1);

    return what > 0 ? -1 : renamed(what, next(from_dir, from, to_dir, to));
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    NEXT(renameat2)
    int what = fault(KIND_rename, -1);

    return what > 0 ? -1 : renamed(what, next(from_dir, from, to_dir, to, flags));
}

int link(const char *from, const char *to)
{
    NEXT(link)
    return fails(KIND_rename, -1) ? -1 : next(from, to);
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
    NEXT(linkat)
    return fails(KIND_rename, -1) ? -1 : next(from_dir, from, to_dir, to, flags);
}

int fsync(int fd)
{
    NEXT(fsync)
    return fails(KIND_fsync, fd) ? -1 : next(fd);
}

int fchmod(int fd, mode_t mode)
{
    NEXT(fchmod)
    return fails(KIND_chmod, fd) ? -1 : next(fd, mode);
}

int unlink(const char *path)
{
    NEXT(unlink)
    return fails(KIND_unlink, -1) ? -1 : next(path);
}

int unlinkat(int dir, const char *path, int flags)
{
    NEXT(unlinkat)
    return fails(KIND_unlink, -1) ? -1 : next(dir, path, flags);
}

int mkdir(const char *path, mode_t mode)
{
    NEXT(mkdir)
    return fails(KIND_mkdir, -1) ? -1 : next(path, mode);
}

int pipe2(int fd[2], int flags)
{
    NEXT(pipe2)
    return fails(KIND_pipe, -1) ? -1 : next(fd, flags);
}

int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*start)(void *), void *arg)
{
    NEXT(pthread_create)
    int what = fault(KIND_thread, -1);

    return what > 0 ? what : next(out, attributes, start, arg);
}

ssize_t getrandom(void *out, size_t len, unsigned flags)
{
    NEXT(getrandom)
    return fails(KIND_random, -1) ? -1 : next(out, len, flags);
}

int flock(int fd, int how)
{
    NEXT(flock)
    return fails(KIND_flock, fd) ? -1 : next(fd, how);
}

int fcntl(int fd, int command, ...)
{
    NEXT(fcntl)
    va_list args;
    void *arg;

    va_start(args, command);
    arg = va_arg(args, void *);
    va_end(args);
    return fails(KIND_fcntl, fd) ? -1 : next(fd, command, arg);
}

struct dirent *readdir(DIR *dir)
{
    NEXT(readdir)
    return fails(KIND_list, -1) ? NULL : next(dir);
}

void *mmap(void *at, size_t len, int protection, int flags, int fd, off_t offset)
{
    NEXT(mmap)
    return fails(KIND_map, fd) ? MAP_FAILED : next(at, len, protection, flags, fd, offset);
}

int tcgetattr(int fd, struct termios *out)
{
    NEXT(tcgetattr)
    return fails(KIND_mode, fd) ? -1 : next(fd, out);
}

int tcsetattr(int fd, int when, const struct termios *mode)
{
    NEXT(tcsetattr)
    return fails(KIND_mode, fd) ? -1 : next(fd, when, mode);
}

char *realpath(const char *path, char *out)
{
    NEXT(realpath)
    return fails(KIND_path, -1) ? NULL : next(path, out);
}

char *getcwd(char *out, size_t room)
{
    NEXT(getcwd)
    return fails(KIND_path, -1) ? NULL : next(out, room);
}

int clock_gettime(clockid_t which, struct timespec *out)
{
    const char *text = getenv("FAULT_CLOCK");

    if (text == NULL || which != CLOCK_REALTIME)
        return (int)syscall(SYS_clock_gettime, which, out);
    *out = (struct timespec){.tv_sec = strtoll(text, NULL, 10)};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}

int ftruncate(int fd, off_t len)
{
    NEXT(ftruncate)
    return fails(KIND_cut, fd) ? -1 : next(fd, len);
}
