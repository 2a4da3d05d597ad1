#include "app/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef HAVE_SECCOMP
#include <seccomp.h>
#endif

/* LeakSanitizer looks for leaks by tracing the process, and sanitizers run a program that names places. */
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* ---------------------------------------------------------------------------------------------------
 * The plan */

void sandbox_plan_init(struct sandbox_plan *p)
{
    p->places = p->devices = 0;
}

void sandbox_plan_release(struct sandbox_plan *p)
{
    for (size_t i = 0; i < p->places; i++)
        close(p->place[i]);
    for (size_t i = 0; i < p->devices; i++)
        close(p->device[i]);
    p->places = p->devices = 0;
}

void sandbox_plan_below(struct sandbox_plan *p, const char *folder)
{
    int fd = p->places < SANDBOX_PLACES ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;

    if (fd >= 0)
        p->place[p->places++] = fd;
}

static void above(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash == NULL)
        strcpy(path, ".");
    else
        slash[slash == path] = '\0';
}

void sandbox_plan_beside(struct sandbox_plan *p, const char *file)
{
    char folder[PATH_MAX];

    if (strlen(file) >= sizeof folder || *file == '\0')
        return;
    strcpy(folder, file);
    above(folder);
    sandbox_plan_below(p, folder);
}

void sandbox_plan_made(struct sandbox_plan *p, const char *folder)
{
    char path[PATH_MAX];
    struct stat st;

    if (*folder != '/' || strlen(folder) >= sizeof path)
        return;
    strcpy(path, folder);
    while (stat(path, &st) != 0 && errno == ENOENT && strcmp(path, "/") != 0)
        above(path);
    sandbox_plan_below(p, path);
}

void sandbox_plan_device(struct sandbox_plan *p, const char *path)
{
    struct stat st;
    int fd = p->devices < sizeof p->device / sizeof *p->device ? open(path, O_PATH | O_CLOEXEC) : -1;

    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISCHR(st.st_mode))
        p->device[p->devices++] = fd;
    else
        close(fd);
}

/* ---------------------------------------------------------------------------------------------------
 * Landlock. The numbers are those of the kernel's interface, <linux/landlock.h>, which is not there, or older than
 * the kernel, on many machines. */

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule       445
#define SYS_landlock_restrict_self  446
#endif

enum {
    FS_EXECUTE = 1 << 0,
    FS_WRITE_FILE = 1 << 1,
    FS_REMOVE_DIR = 1 << 4,
    FS_REMOVE_FILE = 1 << 5,
    FS_MAKE_CHAR = 1 << 6,
    FS_MAKE_DIR = 1 << 7,
    FS_MAKE_REG = 1 << 8,
    FS_MAKE_SOCK = 1 << 9,
    FS_MAKE_FIFO = 1 << 10,
    FS_MAKE_BLOCK = 1 << 11,
    FS_MAKE_SYM = 1 << 12,
    FS_TRUNCATE = 1 << 14, /* ABI 3 */
    NET_BIND_TCP = 1 << 0, /* ABI 4 */
    NET_CONNECT_TCP = 1 << 1,
    SCOPE_ABSTRACT_UNIX_SOCKET = 1 << 0, /* ABI 6 */

    FS_HANDLED = FS_EXECUTE | FS_WRITE_FILE | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_CHAR | FS_MAKE_DIR |
                 FS_MAKE_REG | FS_MAKE_SOCK | FS_MAKE_FIFO | FS_MAKE_BLOCK | FS_MAKE_SYM,
    FS_PLACE = FS_WRITE_FILE | FS_REMOVE_FILE | FS_MAKE_DIR | FS_MAKE_REG,

    CREATE_RULESET_VERSION = 1,
    RULE_PATH_BENEATH = 1
};

struct ruleset_attr {
    uint64_t fs, net, scoped;
};

struct path_beneath_attr {
    uint64_t allowed;
    int32_t parent_fd;
} __attribute__((packed));

/* The version of the interface, 0 where there is none. */
static int landlock_abi(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, CREATE_RULESET_VERSION);

    return abi > 0 ? (int)abi : 0;
}

static int new_ruleset(int abi, uint64_t truncate)
{
    struct ruleset_attr a = {.fs = (FS_HANDLED | truncate) & ~(uint64_t)(SANITIZED ? FS_EXECUTE : 0)};
    size_t size = sizeof a.fs;

    if (abi >= 4) {
        a.net = NET_BIND_TCP | NET_CONNECT_TCP;
        size += sizeof a.net;
    }
    if (abi >= 6) {
        a.scoped = SCOPE_ABSTRACT_UNIX_SOCKET;
        size += sizeof a.scoped;
    }
    return (int)syscall(SYS_landlock_create_ruleset, &a, size, 0);
}

static int allow(int ruleset, int fd, uint64_t what)
{
    struct path_beneath_attr a = {.allowed = what, .parent_fd = fd};

    return (int)syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &a, 0);
}

static int bound_writing(const struct sandbox_plan *p)
{
    int abi = landlock_abi(), ruleset, result = 0;
    uint64_t truncate = abi >= 3 ? FS_TRUNCATE : 0;

    if (abi == 0 || (ruleset = new_ruleset(abi, truncate)) < 0)
        return -1;
    for (size_t i = 0; i < p->places; i++)
        result |= allow(ruleset, p->place[i], FS_PLACE | truncate);
    for (size_t i = 0; i < p->devices; i++)
        result |= allow(ruleset, p->device[i], FS_WRITE_FILE | truncate);
    if (result == 0)
        result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
    return result;
}

/* ---------------------------------------------------------------------------------------------------
 * seccomp. What is not needed is refused with EPERM; all else stays as it is, so that a C library that does things
 * another way next year goes on working. */

#ifdef HAVE_SECCOMP

static const int refused[] = {
    /* the network, and other processes by way of sockets */
    SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
    SCMP_SYS(accept4), SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg),
    /* rings do calls that no filter sees */
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
    /* other processes' memory and descriptors */
    SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_getfd), SCMP_SYS(kcmp), SCMP_SYS(perf_event_open),
    /* what the kernel does for who is root, or breaks for who is not */
    SCMP_SYS(bpf), SCMP_SYS(userfaultfd), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
    SCMP_SYS(setns), SCMP_SYS(unshare), SCMP_SYS(open_by_handle_at), SCMP_SYS(init_module), SCMP_SYS(finit_module),
    SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(reboot), SCMP_SYS(swapon), SCMP_SYS(swapoff),
    SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(keyctl), SCMP_SYS(acct), SCMP_SYS(quotactl),
    SCMP_SYS(settimeofday), SCMP_SYS(clock_settime), SCMP_SYS(adjtimex), SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname), SCMP_SYS(mknod), SCMP_SYS(mknodat),
};

static const int refused_unless_sanitized[] = {
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(socketpair),
};

static int refuse(scmp_filter_ctx c, const int *call, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int why = seccomp_rule_add(c, SCMP_ACT_ERRNO(EPERM), call[i], 0);

        /* One that this machine has under no number is no danger. */
        if (why != 0 && why != -EDOM)
            return why;
    }
    return 0;
}

/* Characters put into the terminal's input would be read by the shell, as a command, when the program is gone. The
 * request is 32 bits to the kernel, whatever stands above them. */
static int refuse_typing(scmp_filter_ctx c)
{
    static const unsigned request[] = {TIOCSTI, TIOCLINUX};
    int result = 0;

    for (size_t i = 0; i < sizeof request / sizeof *request && result == 0; i++)
        result = seccomp_rule_add(c, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                  SCMP_A1(SCMP_CMP_MASKED_EQ, UINT32_MAX, request[i]));
    return result;
}

static int bound_calls(void)
{
    scmp_filter_ctx c = seccomp_init(SCMP_ACT_ALLOW);
    int result;

    if (c == NULL)
        return -1;
    result = refuse(c, refused, sizeof refused / sizeof *refused);
    if (result == 0 && !SANITIZED)
        result = refuse(c, refused_unless_sanitized,
                        sizeof refused_unless_sanitized / sizeof *refused_unless_sanitized);
    if (result == 0)
        result = refuse_typing(c);
    if (result == 0)
        result = seccomp_load(c);
    seccomp_release(c);
    return result;
}

static const char *calls_say(void)
{
    return prctl(PR_GET_SECCOMP) < 0 ? "no seccomp (the kernel has none)" : "seccomp";
}

#else

static int bound_calls(void)
{
    return -1;
}

static const char *calls_say(void)
{
    return "no seccomp (built without libseccomp)";
}

#endif

unsigned sandbox_enter(const struct sandbox_plan *p)
{
    unsigned force = 0;

#ifndef AERSCOPE_NO_SANDBOX
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 0;
    if (bound_writing(p) == 0)
        force |= SANDBOX_WRITING;
    if (bound_calls() == 0)
        force |= SANDBOX_CALLS;
#else
    (void)p, (void)bound_writing, (void)bound_calls;
#endif
    return force;
}

void sandbox_says(char out[SANDBOX_TEXT])
{
    int abi = landlock_abi();
    char landlock[64] = "no Landlock (the kernel has none)";

#ifdef AERSCOPE_NO_SANDBOX
    snprintf(out, SANDBOX_TEXT, "none (built without)");
    (void)calls_say;
    (void)abi;
    (void)landlock;
#else
    if (abi > 0)
        snprintf(landlock, sizeof landlock, "Landlock (version %d of its interface)", abi);
    snprintf(out, SANDBOX_TEXT, "%s, %s%s", calls_say(), landlock,
             SANITIZED ? ";\nbuilt with a sanitizer, so tracing and other programs are not refused" : "");
#endif
}
