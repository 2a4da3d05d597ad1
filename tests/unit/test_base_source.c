#include "base/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static char folder[4096];

static const char *in_folder(const char *name)
{
    static char path[8192];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *write_file(const char *name, const char *text)
{
    const char *path = in_folder(name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    return path;
}

static struct source *open_or_fail(const char *path)
{
    struct err e;
    err_clear(&e);
    struct source *s = source_open(path, &e);
    if (!s)
        fail_msg("%s", e.text);
    return s;
}

static void assert_reads(struct source *s, uint64_t offset, size_t len, const char *expected)
{
    struct err e;
    char out[256];
    assert_true(len <= sizeof out);
    ssize_t n = source_read(s, offset, out, len, &e);
    if (n < 0)
        fail_msg("%s", e.text);
    assert_int_equal(n, strlen(expected));
    assert_memory_equal(out, expected, (size_t)n);
}

static int make_folder(void **state)
{
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/test-source-XXXXXX", base && *base ? base : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"file", "other", "fifo", "bad\033name\xFF"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(in_folder(names[i]));
    return rmdir(folder);
}

/* Standard input as a test wants it. */
static int saved_input = -1;

static void set_input(int fd)
{
    if (saved_input < 0)
        saved_input = dup(STDIN_FILENO);
    assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
}

static int restore_input(void **state)
{
    (void)state;
    if (saved_input >= 0) {
        dup2(saved_input, STDIN_FILENO);
        close(saved_input);
        saved_input = -1;
    }
    return 0;
}

/* Standard input is a pipe; returns its other end. */
static int pipe_to_input(void)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    set_input(ends[0]);
    close(ends[0]);
    return ends[1];
}

static void reads_a_file(void **state)
{
    (void)state;
    const char *path = write_file("file", "0123456789");
    struct source *s = open_or_fail(path);
    bool final = false;
    assert_string_equal(source_path(s), path);
    assert_int_equal(source_size(s, &final), 10);
    assert_true(final);
    assert_reads(s, 0, 4, "0123");
    assert_reads(s, 6, 100, "6789");
    assert_reads(s, 10, 1, "");
    assert_reads(s, UINT64_MAX, 100, "");
    assert_reads(s, 3, 0, "");
    struct err e;
    assert_int_equal(source_unchanged(s, &e), 0);
    source_cancel(s);
    assert_reads(s, 0, 4, "0123");
    source_free(s);
    source_free(NULL);
}

static void knows_the_file_behind(void **state)
{
    (void)state;
    struct stat st, other;
    assert_int_equal(stat(write_file("file", "x"), &st), 0);
    assert_int_equal(stat(write_file("other", "x"), &other), 0);
    struct source *s = open_or_fail(in_folder("file"));
    assert_true(source_is(s, &st));
    assert_false(source_is(s, &other));
    source_free(s);
    s = source_from_memory("memory", "x", 1, NULL);
    memset(&other, 0, sizeof other);
    assert_false(source_is(s, &other));
    source_free(s);
}

static void reads_memory(void **state)
{
    (void)state;
    char bytes[] = "a\0c";
    struct err e;
    struct source *s = source_from_memory("name", bytes, 3, &e);
    bool final = false;
    bytes[0] = 'x';
    char out[8];
    assert_int_equal(source_size(s, &final), 3);
    assert_true(final);
    assert_int_equal(source_read(s, 0, out, sizeof out, &e), 3);
    assert_memory_equal(out, "a\0c", 3);
    assert_int_equal(source_read(s, 2, out, 1, &e), 1);
    assert_int_equal(out[0], 'c');
    assert_int_equal(source_read(s, 3, out, 1, &e), 0);
    assert_string_equal(source_path(s), "name");
    assert_int_equal(source_unchanged(s, &e), 0);
    source_free(s);
    s = source_from_memory("empty", NULL, 0, &e);
    assert_non_null(s);
    assert_int_equal(source_read(s, 0, out, 1, &e), 0);
    source_free(s);
}

static void assert_refused(const char *path, const char *part)
{
    struct err e;
    err_clear(&e);
    assert_null(source_open(path, &e));
    assert_int_equal(e.code, ERR_OPEN);
    if (!strstr(e.text, part))
        fail_msg("%s", e.text);
    assert_null(source_open(path, NULL));
}

static void refuses_what_it_cannot_open(void **state)
{
    (void)state;
    assert_refused(in_folder("missing"), "missing: No such file or directory");
    assert_refused(folder, " is a directory");
    assert_refused("", "No such file");
    assert_refused(in_folder("bad\033name\xFF"), "bad<U+001B>name<0xFF>: No such file");
    int fd = open(folder, O_RDONLY);
    set_input(fd);
    close(fd);
    assert_refused("-", "standard input is a directory");
    close(STDIN_FILENO);
    assert_refused("-", "cannot open standard input");
}

/* The messages keep a path of any length to themselves. */
static void long_paths_are_shortened(void **state)
{
    (void)state;
    char path[3000];
    struct err e;
    memset(path, 0xFF, sizeof path);
    path[sizeof path - 1] = '\0';
    assert_null(source_open(path, &e));
    assert_non_null(strstr(e.text, "<0xFF>...: "));
    assert_null(strstr(e.text, "<0xF..."));
}

static void assert_changed(struct source *s, const char *part)
{
    struct err e;
    err_clear(&e);
    assert_int_equal(source_unchanged(s, &e), -1);
    assert_int_equal(e.code, ERR_CHANGED);
    if (!strstr(e.text, part))
        fail_msg("%s", e.text);
    assert_int_equal(source_unchanged(s, NULL), -1);
    source_free(s);
}

static bool stops(void *arg)
{
    (void)arg;
    return true;
}

/* Whatever becomes of the file, the same is read; whether it changed is told all the same. */
static void secures(void **state)
{
    (void)state;
    struct err e;
    struct source *s = open_or_fail(write_file("file", "0123456789")), *other;
    int fd;
    err_clear(&e);
    assert_false(source_is_secured(s));
    assert_int_equal(source_secured_file(s), -1);
    assert_int_equal(source_secure(s, stops, NULL, &e), -1);
    assert_int_equal(e.code, ERR_CANCELLED);
    assert_false(source_is_secured(s));
    assert_int_equal(source_secure(s, NULL, NULL, &e), 0);
    assert_int_equal(source_secure(s, stops, NULL, &e), 0);
    assert_true(source_is_secured(s));
    assert_int_equal(source_unchanged(s, &e), 0);
    write_file("file", "abcdefg");
    assert_reads(s, 0, 100, "0123456789");
    assert_int_equal(source_size(s, NULL), 10);
    assert_false(source_touched(s));
    fd = source_secured_file(s);
    assert_true(fd >= 0);
    assert_changed(s, "had 10 bytes and has 7");
    other = open_or_fail(write_file("file", "0123456789"));
    source_secure_as(other, fd);
    assert_int_equal(unlink(in_folder("file")), 0);
    assert_reads(other, 4, 100, "456789");
    assert_changed(other, "was removed or renamed after it was opened");
}

/* Of bytes that are no more those that were opened no copy is made, nor where there is no room for one. */
static void secures_nothing_else(void **state)
{
    (void)state;
    struct err e;
    struct source *s = open_or_fail(write_file("file", "0123456789"));
    err_clear(&e);
    write_file("file", "abcdefg");
    assert_int_equal(source_secure(s, NULL, NULL, &e), -1);
    assert_int_equal(e.code, ERR_CHANGED);
    assert_false(source_is_secured(s));
    source_free(s);
    s = open_or_fail(write_file("file", "0123456789"));
    const char *before = getenv("TMPDIR");
    char *copy = before ? strdup(before) : NULL;
    setenv("TMPDIR", in_folder("nowhere"), 1);
    assert_int_equal(source_secure(s, NULL, NULL, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    assert_false(source_is_secured(s));
    if (copy)
        setenv("TMPDIR", copy, 1);
    else
        unsetenv("TMPDIR");
    free(copy);
    source_free(s);
    s = source_from_memory("name", "abc", 3, &e);
    assert_true(source_is_secured(s));
    assert_int_equal(source_secure(s, stops, NULL, &e), 0);
    source_free(s);
}

static void notices_growth(void **state)
{
    (void)state;
    struct source *s = open_or_fail(write_file("file", "0123456789"));
    FILE *f = fopen(in_folder("file"), "a");
    fputs("more", f);
    fclose(f);
    assert_reads(s, 8, 100, "89");
    assert_int_equal(source_size(s, NULL), 10);
    assert_changed(s, "had 10 bytes and has 14");
}

static void notices_a_cut(void **state)
{
    (void)state;
    struct err e;
    char out[10];
    struct source *s = open_or_fail(write_file("file", "0123456789"));
    assert_int_equal(truncate(in_folder("file"), 4), 0);
    assert_reads(s, 0, 4, "0123");
    assert_int_equal(source_read(s, 2, out, 5, &e), -1);
    assert_int_equal(e.code, ERR_CHANGED);
    assert_non_null(strstr(e.text, "ends at byte 4 and had 10 bytes"));
    assert_changed(s, "had 10 bytes and has 4");
}

/* Times are set by hand: within one tick of the clock a change of them could not be seen. */
static void set_times(const char *path, time_t when)
{
    const struct timespec times[2] = {{.tv_sec = when}, {.tv_sec = when}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void notices_a_touch(void **state)
{
    (void)state;
    const char *path = write_file("file", "0123456789");
    set_times(path, 1000000000);
    struct source *s = open_or_fail(path);
    set_times(path, 1000000001);
    assert_changed(s, "was written to");
}

static void notices_a_touch_of_a_nanosecond(void **state)
{
    (void)state;
    const char *path = write_file("file", "0123456789");
    struct timespec times[2] = {{.tv_sec = 1000000000, .tv_nsec = 5},
                                {.tv_sec = 1000000000, .tv_nsec = 5}};
    utimensat(AT_FDCWD, path, times, 0);
    struct source *s = open_or_fail(path);
    times[1].tv_nsec = 6;
    utimensat(AT_FDCWD, path, times, 0);
    assert_changed(s, "was written to");
}

/* Waits until a change of the attributes shows in the file's ctime. */
static void change_attributes(const char *path)
{
    struct stat before, now;
    assert_int_equal(stat(path, &before), 0);
    do {
        assert_int_equal(chmod(path, 0640), 0);
        assert_int_equal(chmod(path, 0600), 0);
        assert_int_equal(stat(path, &now), 0);
    } while (before.st_ctim.tv_sec == now.st_ctim.tv_sec &&
             before.st_ctim.tv_nsec == now.st_ctim.tv_nsec);
}

static void notices_times_set_back(void **state)
{
    (void)state;
    const char *path = write_file("file", "0123456789");
    set_times(path, 1000000000);
    struct source *s = open_or_fail(path);
    change_attributes(path);
    set_times(path, 1000000000);
    assert_changed(s, "attributes");
}

static void notices_a_replacement(void **state)
{
    (void)state;
    struct source *s = open_or_fail(write_file("file", "0123456789"));
    write_file("other", "0123456789");
    char from[8192];
    snprintf(from, sizeof from, "%s", in_folder("other"));
    assert_int_equal(rename(from, in_folder("file")), 0);
    assert_reads(s, 0, 4, "0123");
    assert_changed(s, "was replaced by another file");
}

static void notices_removal(void **state)
{
    (void)state;
    struct source *s = open_or_fail(write_file("file", "0123456789"));
    unlink(in_folder("file"));
    assert_changed(s, "was removed or renamed");
}

static void a_file_as_standard_input_is_read_in_place(void **state)
{
    (void)state;
    int fd = open(write_file("file", "0123456789"), O_RDONLY);
    set_input(fd);
    close(fd);
    struct source *s = open_or_fail("-");
    bool final = false;
    assert_int_equal(source_size(s, &final), 10);
    assert_true(final);
    assert_reads(s, 8, 10, "89");
    assert_int_equal(lseek(STDIN_FILENO, 0, SEEK_CUR), 0);
    assert_int_equal(source_unchanged(s, NULL), 0);
    assert_int_equal(truncate(in_folder("file"), 4), 0);
    assert_changed(s, "standard input changed");
}

static void standard_input_goes_on_where_it_is(void **state)
{
    (void)state;
    int fd = open(write_file("file", "0123456789"), O_RDONLY);
    assert_int_equal(lseek(fd, 6, SEEK_SET), 6);
    set_input(fd);
    close(fd);
    struct source *s = open_or_fail("-");
    bool final = false;
    assert_reads(s, 0, 100, "6789");
    assert_int_equal(source_size(s, &final), 4);
    assert_true(final);
    source_free(s);
}

/* Writes to a pipe piece by piece, each only after the test asked for it. */
static void spools_as_bytes_come(void **state)
{
    (void)state;
    int out = pipe_to_input();
    struct source *s = open_or_fail("-");
    bool final = true;
    assert_int_equal(source_size(s, &final), 0);
    assert_false(final);
    assert_int_equal(write(out, "abc", 3), 3);
    assert_reads(s, 0, 2, "ab");
    assert_reads(s, 1, 2, "bc");
    source_size(s, &final);
    assert_false(final);
    assert_int_equal(write(out, "defg", 4), 4);
    assert_reads(s, 2, 5, "cdefg");
    close(out);
    assert_reads(s, 5, 100, "fg");
    assert_reads(s, 7, 1, "");
    assert_reads(s, 0, 100, "abcdefg");
    assert_int_equal(source_size(s, &final), 7);
    assert_true(final);
    assert_int_equal(source_unchanged(s, NULL), 0);
    source_free(s);
}

struct writer {
    int fd;
    size_t total, piece;
};

static unsigned char pattern(size_t at)
{
    return (unsigned char)(at * 2654435761U >> 13);
}

static void *write_pattern(void *arg)
{
    struct writer *w = arg;
    unsigned char block[4096];
    for (size_t at = 0; at < w->total;) {
        size_t n = w->total - at < w->piece ? w->total - at : w->piece;
        for (size_t i = 0; i < n; i++)
            block[i] = pattern(at + i);
        ssize_t put = write(w->fd, block, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            break;
        at += (size_t)put;
    }
    close(w->fd);
    return NULL;
}

struct reader {
    struct source *s;
    size_t from, step, total, wrong;
};

static void *read_pattern(void *arg)
{
    struct reader *r = arg;
    unsigned char block[5000];
    for (size_t at = r->from; at < r->total; at += r->step) {
        ssize_t n = source_read(r->s, at, block, sizeof block, NULL);
        size_t expected = r->total - at < sizeof block ? r->total - at : sizeof block;
        if (n != (ssize_t)expected)
            r->wrong++;
        for (ssize_t i = 0; i < n; i++)
            r->wrong += block[i] != pattern(at + (size_t)i);
    }
    return NULL;
}

static void many_readers_of_one_pipe(void **state)
{
    (void)state;
    enum { TOTAL = 3 * 1000 * 1000 + 17, READERS = 3 };
    struct writer w = {.fd = pipe_to_input(), .total = TOTAL, .piece = 3001};
    struct source *s = open_or_fail("-");
    struct reader readers[READERS];
    pthread_t threads[READERS + 1];
    for (size_t i = 0; i < READERS; i++) {
        readers[i] = (struct reader){.s = s, .from = i * 777, .step = 4096, .total = TOTAL};
        pthread_create(&threads[i], NULL, read_pattern, &readers[i]);
    }
    pthread_create(&threads[READERS], NULL, write_pattern, &w);
    for (size_t i = 0; i <= READERS; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < READERS; i++)
        assert_int_equal(readers[i].wrong, 0);
    bool final = false;
    assert_int_equal(source_size(s, &final), TOTAL);
    assert_true(final);
    source_free(s);
}

static void a_bound_ends_what_is_spooled(void **state)
{
    (void)state;
    int out = pipe_to_input();
    struct source *s = open_or_fail("-");
    bool final = true;
    assert_int_equal(write(out, "abcdef", 6), 6);
    assert_reads(s, 0, 6, "abcdef");
    source_bound(s, 8);
    source_bound(s, 1000);
    assert_false(source_is_bounded(s));
    assert_int_equal(write(out, "gh", 2), 2);
    assert_reads(s, 6, 2, "gh");
    assert_false(source_is_bounded(s));
    assert_int_equal(write(out, "ijk", 3), 3);
    assert_reads(s, 8, 100, "ijk");
    assert_true(source_is_bounded(s));
    /* Its end is there, though the other side still writes. */
    assert_int_equal(source_size(s, &final), 11);
    assert_true(final);
    assert_reads(s, 11, 1, "");
    source_free(s);
    close(out);
}

static void a_bound_that_is_passed_already(void **state)
{
    (void)state;
    int out = pipe_to_input();
    struct source *s = open_or_fail("-");
    bool final;
    assert_int_equal(write(out, "abcdef", 6), 6);
    assert_reads(s, 0, 6, "abcdef");
    close(out);
    assert_reads(s, 6, 1, "");
    source_bound(s, 6);
    assert_false(source_is_bounded(s));
    source_bound(s, 5);
    assert_true(source_is_bounded(s));
    source_size(s, &final);
    assert_true(final);
    source_free(s);
}

static void a_pause_ends_what_is_bounded(void **state)
{
    (void)state;
    int out = pipe_to_input();
    struct source *s = open_or_fail("-");
    assert_int_equal(write(out, "abc", 3), 3);
    source_bound(s, 100);
    assert_reads(s, 0, 100, "abc");
    assert_true(source_is_bounded(s));
    source_free(s);
    close(out);
}

static void spools_a_fifo_and_a_device(void **state)
{
    (void)state;
    const char *path = in_folder("fifo");
    assert_int_equal(mkfifo(path, 0600), 0);
    struct source *s = open_or_fail(path); /* nobody writes yet */
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_true(source_is(s, &st));
    int out = open(path, O_WRONLY | O_NONBLOCK);
    assert_true(out >= 0);
    assert_int_equal(write(out, "abc", 3), 3);
    assert_reads(s, 0, 3, "abc");
    close(out);
    assert_reads(s, 0, 100, "abc");
    source_free(s);
    s = open_or_fail("/dev/null");
    assert_reads(s, 0, 100, "");
    source_free(s);
}

/* Neither a quiet input nor one without end keeps source_free() waiting. */
static void frees_an_input_that_never_ends(void **state)
{
    (void)state;
    int out = pipe_to_input();
    source_free(open_or_fail("-"));
    close(out);
    struct source *s = open_or_fail("/dev/zero");
    char zeros[100];
    assert_int_equal(source_read(s, 1000000, zeros, sizeof zeros, NULL), 100);
    source_free(s);
}

static void leaves_the_flags_of_standard_input(void **state)
{
    (void)state;
    int out = pipe_to_input();
    int before = fcntl(STDIN_FILENO, F_GETFL);
    struct source *s = open_or_fail("-");
    assert_int_equal(write(out, "a", 1), 1);
    assert_reads(s, 0, 1, "a");
    assert_int_equal(fcntl(STDIN_FILENO, F_GETFL), before);
    source_free(s);
    assert_int_equal(fcntl(STDIN_FILENO, F_GETFL), before);
    close(out);
}

struct waiting {
    struct source *s;
    struct err err;
    ssize_t result;
};

static void *wait_for_more(void *arg)
{
    struct waiting *w = arg;
    char out[10];
    w->result = source_read(w->s, 0, out, sizeof out, &w->err);
    return NULL;
}

static void cancel_wakes_who_waits(void **state)
{
    (void)state;
    int out = pipe_to_input();
    struct source *s = open_or_fail("-");
    assert_int_equal(write(out, "abc", 3), 3);
    assert_reads(s, 0, 3, "abc");
    struct waiting w = {.s = s};
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_more, &w);
    poll(NULL, 0, 20); /* the test holds as well when the reader comes later */
    source_cancel(s);
    pthread_join(thread, NULL);
    assert_int_equal(w.result, -1);
    assert_int_equal(w.err.code, ERR_CANCELLED);
    assert_reads(s, 0, 3, "abc");
    wait_for_more(&w);
    assert_int_equal(w.result, -1);
    bool final = true;
    source_size(s, &final);
    assert_false(final);
    close(out);
    source_free(s);
}

static void assert_fails_to_read(struct source *s, size_t len, const char *part)
{
    struct err e;
    char *out = malloc(len);
    err_clear(&e);
    assert_int_equal(source_read(s, 0, out, len, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    if (!strstr(e.text, part))
        fail_msg("%s", e.text);
    assert_int_equal(source_read(s, 0, out, len, NULL), -1);
    free(out);
}

/* A limit on the size of files stands in for a full disk. */
static void a_full_disk_reaches_the_reader(void **state)
{
    (void)state;
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 10000;
    setrlimit(RLIMIT_FSIZE, &small);
    struct source *s = open_or_fail("/dev/zero");
    assert_fails_to_read(s, 20000, "File too large; raise the limit on the size of a file (ulimit -f), or read a file");
    bool final = true;
    source_size(s, &final);
    assert_false(final);
    source_free(s);
    setrlimit(RLIMIT_FSIZE, &before);
}

static void a_failing_input_reaches_the_reader(void **state)
{
    (void)state;
    int fd = open("/dev/null", O_WRONLY);
    set_input(fd);
    close(fd);
    struct source *s = open_or_fail("-");
    assert_fails_to_read(s, 1, "cannot read standard input after 0 bytes: ");
    source_free(s);
}

static void a_missing_temporary_folder_is_said(void **state)
{
    (void)state;
    struct err e;
    const char *before = getenv("TMPDIR");
    char *copy = before ? strdup(before) : NULL;
    setenv("TMPDIR", in_folder("no\033ne"), 1);
    assert_null(source_open("/dev/null", &e));
    assert_int_equal(e.code, ERR_IO);
    assert_non_null(strstr(e.text, "no<U+001B>ne: No such file"));
    assert_non_null(strstr(e.text, "set TMPDIR"));
    if (copy)
        setenv("TMPDIR", copy, 1);
    else
        unsetenv("TMPDIR");
    free(copy);
}

/* Nothing with a name is in the folder while the copy is used, and nobody else may read it. */
static void the_copy_has_no_name(void **state)
{
    (void)state;
    char *copy = getenv("TMPDIR") ? strdup(getenv("TMPDIR")) : NULL;
    setenv("TMPDIR", folder, 1);
    int out = pipe_to_input();
    struct source *s = open_or_fail("-");
    assert_int_equal(write(out, "secret", 6), 6);
    assert_reads(s, 0, 6, "secret");
    unsigned copies = 0;
    for (int fd = 3; fd < 64; fd++) {
        struct stat st;
        if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 6) {
            assert_int_equal(st.st_nlink, 0);
            assert_int_equal(st.st_mode & 07777, 0600);
            assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
            copies++;
        }
    }
    assert_int_equal(copies, 1);
    close(out);
    source_free(s);
    if (copy)
        setenv("TMPDIR", copy, 1);
    else
        unsetenv("TMPDIR");
    free(copy);
}

static void nothing(int sig)
{
    (void)sig;
}

/* Signals that break system calls off, all the while. */
static void interruptions_do_no_harm(void **state)
{
    (void)state;
    const struct itimerval every = {{.tv_usec = 500}, {.tv_usec = 500}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = nothing}, before;
    sigaction(SIGALRM, &action, &before);
    setitimer(ITIMER_REAL, &every, NULL);
    many_readers_of_one_pipe(state);
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &before, NULL);
}

static int each_setup(void **state)
{
    alarm(60); /* what waits here waits for ever */
    return make_folder(state);
}

static int each_teardown(void **state)
{
    alarm(0);
    restore_input(state);
    return remove_folder(state);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, each_setup, each_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(reads_a_file),
        TEST(knows_the_file_behind),
        TEST(reads_memory),
        TEST(refuses_what_it_cannot_open),
        TEST(long_paths_are_shortened),
        TEST(secures),
        TEST(secures_nothing_else),
        TEST(notices_growth),
        TEST(notices_a_cut),
        TEST(notices_a_touch),
        TEST(notices_a_touch_of_a_nanosecond),
        TEST(notices_times_set_back),
        TEST(notices_a_replacement),
        TEST(notices_removal),
        TEST(a_file_as_standard_input_is_read_in_place),
        TEST(standard_input_goes_on_where_it_is),
        TEST(spools_as_bytes_come),
        TEST(many_readers_of_one_pipe),
        TEST(a_bound_ends_what_is_spooled),
        TEST(a_bound_that_is_passed_already),
        TEST(a_pause_ends_what_is_bounded),
        TEST(spools_a_fifo_and_a_device),
        TEST(frees_an_input_that_never_ends),
        TEST(leaves_the_flags_of_standard_input),
        TEST(cancel_wakes_who_waits),
        TEST(a_full_disk_reaches_the_reader),
        TEST(a_failing_input_reaches_the_reader),
        TEST(a_missing_temporary_folder_is_said),
        TEST(the_copy_has_no_name),
        TEST(interruptions_do_no_harm),
    };
    return cmocka_run_group_tests_name("base/source", tests, NULL, NULL);
}
