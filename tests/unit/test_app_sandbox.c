/* What was given up is given up: each thing is tried in a process of its own. */
#include "app/sandbox.h"
#include "base/refusal.h"
#include "base/spool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char folder[64], inside[96], outside[96];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/aerscope-sandbox-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(inside, sizeof inside, "%s/in", folder);
    snprintf(outside, sizeof outside, "%s/out", folder);
    return mkdir(inside, 0700) != 0 || mkdir(outside, 0700) != 0 ? -1 : 0;
}

static int tear_down(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

enum { DONE = 0, NOT_HERE = 99 };

/* What `attempt` gave in a process that may write below `inside` alone: DONE, an errno value, or NOT_HERE where
 * `needs` is not to be had. */
static int tried(unsigned needs, int (*attempt)(void))
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        struct sandbox_plan p;

        sandbox_plan_init(&p);
        sandbox_plan_below(&p, inside);
        sandbox_plan_below(&p, "/nowhere/at/all");
        unsigned force = sandbox_enter(&p);
        sandbox_plan_release(&p);
        _exit((force & needs) == needs ? attempt() : NOT_HERE);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* The reason is for tests/lib/unit.sh. */
#define SKIP(why) (printf("# skipped: %s\n", (why)), fflush(stdout), skip())
static const char not_here[] = "this kernel or this build does not refuse it";
static const char for_sanitizers[] = "a sanitizer needs it, and is built in";

static void refused(unsigned needs, int (*attempt)(void), int why)
{
    int got = tried(needs, attempt);

    if (got == NOT_HERE)
        SKIP(not_here);
    assert_int_equal(got, why);
}

static int failed(int result)
{
    return result < 0 ? errno : DONE;
}

/* --- calls --- */

static int opens_socket(void)
{
    return failed(socket(AF_INET, SOCK_STREAM, 0));
}

static int opens_unix_socket(void)
{
    return failed(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int runs_program(void)
{
    char *argv[] = {(char *)(uintptr_t)"true", NULL};

    return failed(execve("/bin/true", argv, environ));
}

static int traces(void)
{
    return failed((int)ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}

static int types(void)
{
    return failed(ioctl(STDIN_FILENO, TIOCSTI, "x"));
}

/* The kernel looks at 32 bits of the request. */
static int types_with_more_bits(void)
{
    return failed(ioctl(STDIN_FILENO, UINT64_C(0xdead00000000) | TIOCSTI, "x"));
}

static int makes_device(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/d", inside);
    return failed(mknod(path, S_IFCHR | 0600, 0));
}

static void network(void **state)
{
    (void)state;
    refused(SANDBOX_CALLS, opens_socket, EPERM);
    refused(SANDBOX_CALLS, opens_unix_socket, EPERM);
}

static bool is_sanitized(void)
{
    char says[SANDBOX_TEXT];

    sandbox_says(says);
    return strstr(says, "sanitizer") != NULL;
}

static void programs(void **state)
{
    (void)state;
    if (is_sanitized())
        SKIP(for_sanitizers);
    refused(SANDBOX_CALLS, runs_program, EPERM);
}

static void programs_by_landlock(void **state)
{
    int got = tried(SANDBOX_WRITING, runs_program);

    (void)state;
    if (got == NOT_HERE || is_sanitized())
        SKIP(got == NOT_HERE ? not_here : for_sanitizers);
    assert_true(got == EPERM || got == EACCES);
}

static void tracing(void **state)
{
    (void)state;
    if (is_sanitized())
        SKIP(for_sanitizers);
    refused(SANDBOX_CALLS, traces, EPERM);
}

static void typing(void **state)
{
    (void)state;
    refused(SANDBOX_CALLS, types, EPERM);
    refused(SANDBOX_CALLS, types_with_more_bits, EPERM);
}

static void devices(void **state)
{
    int got = tried(SANDBOX_CALLS, makes_device);

    (void)state;
    if (got == NOT_HERE)
        SKIP(not_here);
    assert_true(got == EPERM || got == EACCES);
}

/* --- writing --- */

static int make(const char *below, const char *name)
{
    char path[160];
    int fd;

    snprintf(path, sizeof path, "%s/%s", below, name);
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0)
        return errno;
    return write(fd, "x", 1) == 1 && close(fd) == 0 ? DONE : EIO;
}

static int makes_inside(void)
{
    return make(inside, "a");
}

static int makes_outside(void)
{
    return make(outside, "a");
}

static int writes_over(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/there", outside);
    return failed(open(path, O_WRONLY));
}

static int cuts(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/there", outside);
    return failed(truncate(path, 0));
}

static int removes(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/there", outside);
    return failed(unlink(path));
}

static int moves_out(void)
{
    char from[128], to[128];

    if (make(inside, "a") != DONE)
        return EIO;
    snprintf(from, sizeof from, "%s/a", inside);
    snprintf(to, sizeof to, "%s/a", outside);
    /* Which of the two depends on what the other folder would allow. */
    return rename(from, to) == 0 ? DONE : errno == EXDEV ? EACCES : errno;
}

static int links_in(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/l", inside);
    return failed(symlink("/etc/passwd", path));
}

static int replaces_inside(void)
{
    char from[128], to[128];

    if (make(inside, "a") != DONE || make(inside, "b") != DONE)
        return EIO;
    snprintf(from, sizeof from, "%s/a", inside);
    snprintf(to, sizeof to, "%s/b", inside);
    return failed(rename(from, to));
}

static int makes_folder_inside(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/f", inside);
    return mkdir(path, 0700) == 0 ? make(path, "a") : errno;
}

static int spools_inside(void)
{
    setenv("TMPDIR", inside, 1);
    return failed(spool_file("a test", NULL));
}

static int spools_outside(void)
{
    setenv("TMPDIR", outside, 1);
    return failed(spool_file("a test", NULL));
}

static int reads(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/there", outside);
    return failed(open(path, O_RDONLY));
}

static void *makes_in_thread(void *result)
{
    *(int *)result = make(outside, "t");
    return NULL;
}

static int thread_writes(void)
{
    pthread_t thread;
    int result = DONE;

    if (pthread_create(&thread, NULL, makes_in_thread, &result) != 0 || pthread_join(thread, NULL) != 0)
        return EIO;
    return result;
}

static void writing_inside(void **state)
{
    (void)state;
    assert_int_equal(tried(0, makes_inside), DONE);
    assert_int_equal(tried(0, replaces_inside), DONE);
    assert_int_equal(tried(0, makes_folder_inside), DONE);
    assert_int_equal(tried(0, spools_inside), DONE);
}

static void writing_outside(void **state)
{
    (void)state;
    assert_int_equal(make(outside, "there"), DONE);
    refused(SANDBOX_WRITING, makes_outside, EACCES);
    refused(SANDBOX_WRITING, writes_over, EACCES);
    refused(SANDBOX_WRITING, removes, EACCES);
    refused(SANDBOX_WRITING, links_in, EACCES);
    refused(SANDBOX_WRITING, spools_outside, EACCES);
    refused(SANDBOX_WRITING, thread_writes, EACCES);
    refused(SANDBOX_WRITING, moves_out, EACCES);
    assert_int_equal(tried(0, reads), DONE);
}

/* Version 3 of the interface and later. */
static void cutting(void **state)
{
    int got;

    (void)state;
    assert_int_equal(make(outside, "there"), DONE);
    got = tried(SANDBOX_WRITING, cuts);
    if (got == NOT_HERE || got == DONE)
        SKIP(not_here);
    assert_int_equal(got, EACCES);
}

/* --- words --- */

static void says(void **state)
{
    char text[SANDBOX_TEXT];

    (void)state;
    sandbox_says(text);
    assert_true(strlen(text) > 3 && strlen(text) + 1 < sizeof text);
    assert_string_equal(refusal_says(EACCES), strerror(EACCES));
    refusal_explain("for a reason");
    assert_non_null(strstr(refusal_says(EACCES), "; for a reason"));
    assert_string_equal(refusal_says(ENOSPC), strerror(ENOSPC));
    refusal_explain(NULL);
}

/* A folder that is not there yet: the nearest one above it. */
static void folder_to_be_made(void **state)
{
    struct sandbox_plan p;
    struct stat want, got;
    char path[160];

    (void)state;
    snprintf(path, sizeof path, "%s/not/yet/there", inside);
    sandbox_plan_init(&p);
    sandbox_plan_made(&p, path);
    sandbox_plan_made(&p, "relative");
    assert_int_equal(p.places, 1);
    assert_int_equal(fstat(p.place[0], &got), 0);
    assert_int_equal(stat(inside, &want), 0);
    assert_true(want.st_ino == got.st_ino && want.st_dev == got.st_dev);
    sandbox_plan_beside(&p, "/bin/true");
    sandbox_plan_beside(&p, "true");
    sandbox_plan_beside(&p, "/true");
    assert_int_equal(p.places, 4);
    assert_int_equal(fstat(p.place[3], &got), 0);
    assert_int_equal(stat("/", &want), 0);
    assert_true(want.st_ino == got.st_ino);
    sandbox_plan_device(&p, "/dev/null");
    sandbox_plan_device(&p, inside);
    assert_int_equal(p.devices, 1);
    for (int i = 0; i < 2 * SANDBOX_PLACES; i++)
        sandbox_plan_below(&p, inside);
    assert_int_equal(p.places, SANDBOX_PLACES);
    sandbox_plan_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(network), TEST(programs), TEST(programs_by_landlock), TEST(tracing), TEST(typing), TEST(devices), TEST(writing_inside),
        TEST(writing_outside), TEST(cutting), TEST(says), TEST(folder_to_be_made),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
