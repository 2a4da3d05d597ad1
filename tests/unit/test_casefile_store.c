/* What happens on disk: locks, other writers, links, inputs, full disks, kills. System calls are replaced
 * here by ones that fail, or do something else first, when a test asks for it. */
#include "casefile_making.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int write_error, fsync_error, fsync_calls;
static void (*before_rename)(void);

int renameat2(int from, const char *old, int to, const char *new, unsigned flags)
{
    void (*act)(void) = before_rename;

    before_rename = NULL;
    if (act != NULL)
        act();
    return (int)syscall(SYS_renameat2, from, old, to, new, flags);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
    if (write_error != 0 && fd > STDERR_FILENO) {
        errno = write_error;
        return -1;
    }
    return syscall(SYS_write, fd, bytes, len);
}

int fsync(int fd)
{
    fsync_calls++;
    errno = fsync_error;
    return fsync_error != 0 ? -1 : (int)syscall(SYS_fsync, fd);
}

static void two_notes(struct casefile *c)
{
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "first", &err));
    good(casefile_add_note(c, 2, NULL, MARK_NONE, "second", &err));
}

static void private_and_synced(void **state)
{
    struct casefile *c = fresh();
    struct stat st;

    (void)state;
    two_notes(c);
    umask(0);
    fsync_calls = 0;
    saved(c);
    assert_int_equal(fsync_calls, 2); /* the file, and its folder */
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    assert_int_equal(files(), 1);
    /* Nothing changed, nothing written. */
    saved(c);
    assert_int_equal(fsync_calls, 2);
    /* One that was opened to others is closed again. */
    assert_int_equal(chmod(path, 0644), 0);
    good(casefile_add_note(c, 3, NULL, MARK_NONE, "third", &err));
    saved(c);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    casefile_free(c);
}

/* ---- other writers ---- */

static void second_writer_reads(void **state)
{
    struct casefile *c = fresh(), *other;
    char pid[32];
    int tell[2], status;

    (void)state;
    two_notes(c);
    c = again(c);
    /* In this process: the lock is known, the process is not told apart. */
    other = opened(CASEFILE_WRITE);
    assert_non_null(casefile_read_only(other));
    assert_non_null(strstr(casefile_read_only(other), "open for writing"));
    assert_int_equal(casefile_notes(other), 2);
    assert_int_equal(casefile_add_note(other, 1, NULL, MARK_NONE, "x", &err), -1);
    casefile_free(other);
    /* In another one: it says which process has it, also after a save put another file in place. */
    good(casefile_add_note(c, 3, NULL, MARK_NONE, "third", &err));
    saved(c);
    snprintf(pid, sizeof pid, "process %ld has", (long)getpid());
    assert_int_equal(pipe(tell), 0);
    if (fork() == 0) {
        struct casefile *theirs = casefile_open(path, CASEFILE_WRITE, &err);
        const char *why = theirs != NULL ? casefile_read_only(theirs) : NULL;
        _exit(why != NULL && strstr(why, pid) != NULL && casefile_notes(theirs) == 3 ? 0 : 1);
    }
    assert_true(wait(&status) > 0);
    assert_int_equal(status, 0);
    close(tell[0]);
    close(tell[1]);
    casefile_free(c);
    /* And when it is free again it can be had. */
    c = opened(CASEFILE_WRITE);
    assert_null(casefile_read_only(c));
    casefile_free(c);
}

static void lock_ends_with_the_process(void **state)
{
    struct casefile *c = fresh();
    int ready[2], status;
    pid_t child;
    char byte;

    (void)state;
    two_notes(c);
    saved(c);
    casefile_free(c);
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (child == 0) {
        struct casefile *mine = casefile_open(path, CASEFILE_WRITE, &err);
        if (mine == NULL || casefile_read_only(mine) != NULL || write(ready[1], "x", 1) != 1)
            _exit(1);
        pause();
        _exit(1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    c = opened(CASEFILE_WRITE);
    assert_non_null(casefile_read_only(c));
    casefile_free(c);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    c = opened(CASEFILE_WRITE);
    assert_null(casefile_read_only(c));
    casefile_free(c);
    close(ready[0]);
    close(ready[1]);
}

static void changed_meanwhile(void **state)
{
    struct casefile *c = fresh();
    struct str before, after;
    char copy[160];

    (void)state;
    two_notes(c);
    c = again(c);
    before = slurp(path);
    spew(path, "{\"schema\":\"aerscope.case/1\"}", 28);
    good(casefile_edit_note(c, 0, "changed here", &err));
    assert_int_equal(casefile_save(c, &err), -1);
    assert_int_equal(err.code, ERR_CHANGED);
    assert_non_null(strstr(err.text, "somebody else"));
    assert_true(casefile_dirty(c));
    after = slurp(path);
    assert_string_equal(after.data, "{\"schema\":\"aerscope.case/1\"}");
    assert_int_equal(files(), 1);
    /* Both are kept: what is here goes elsewhere. */
    snprintf(copy, sizeof copy, "%s/copy.case", folder);
    good(casefile_save_as(c, copy, &err));
    assert_string_equal(casefile_path(c), copy);
    casefile_free(c);
    c = casefile_open(copy, CASEFILE_WRITE, &err);
    assert_non_null(c);
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    assert_string_equal(casefile_note(c, 0).text, "changed here");
    casefile_free(c);
    unlink(copy);
    str_release(&before);
    str_release(&after);
}

static void copied_to_another_folder(void **state)
{
    struct casefile *c = fresh();
    struct casefile_reference r = {.independent = INDEPENDENT_NO};
    struct casefile_outcome o = {.system = "s", .effect = "e", .statement = "st"};
    char below[256], sub[200], copy[256], want[256];
    struct str at = {0};
    size_t records;

    (void)state;
    two_notes(c);
    snprintf(below, sizeof below, "%s/sub/end.json", folder);
    r.file.path = o.evidence.path = below;
    good(casefile_add_reference(c, &r, &err));
    good(casefile_add_outcome(c, &o, &err));
    good(casefile_set_baseline(c, &(struct casefile_reference){.file.path = "/elsewhere/copy.json"}, &err));
    c = again(c);
    assert_string_equal(casefile_reference(c, 0).file.path, "sub/end.json");
    good(casefile_locate(c, "sub/end.json", &at, &err));
    assert_string_equal(at.data, below);
    str_release(&at);
    records = casefile_records(c);

    /* A copy that cannot be made changes nothing. */
    snprintf(copy, sizeof copy, "%s/none/two.case", folder);
    assert_int_equal(casefile_save_as(c, copy, &err), -1);
    assert_string_equal(casefile_path(c), path);
    assert_false(casefile_dirty(c));
    assert_int_equal(casefile_records(c), records);
    assert_int_equal(casefile_notes(c), 2);
    good(casefile_add_note(c, 3, NULL, MARK_NONE, "third", &err));
    c = again(c);
    assert_int_equal(casefile_records(c), records + 1);

    /* And one that is made names the same files. */
    snprintf(sub, sizeof sub, "%s/sub", folder);
    snprintf(copy, sizeof copy, "%s/two.case", sub);
    assert_int_equal(mkdir(sub, 0700), 0);
    good(casefile_save_as(c, copy, &err));
    assert_string_equal(casefile_reference(c, 0).file.path, "end.json");
    assert_string_equal(casefile_outcome(c, 0).evidence.path, "end.json");
    assert_string_equal(casefile_baseline(c).path, "/elsewhere/copy.json");
    assert_int_equal(casefile_records(c), records + 2);
    snprintf(want, sizeof want, "%s/three.case", folder);
    good(casefile_save_as(c, want, &err));
    assert_string_equal(casefile_reference(c, 0).file.path, "sub/end.json");
    casefile_free(c);
    c = casefile_open(copy, CASEFILE_WRITE, &err);
    assert_non_null(c);
    assert_null(casefile_read_only(c));
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    casefile_free(c);
    unlink(want);
    unlink(copy);
    rmdir(sub);
}

static void touched_is_not_changed(void **state)
{
    struct casefile *c = fresh();

    (void)state;
    two_notes(c);
    c = again(c);
    assert_int_equal(utimensat(AT_FDCWD, path, NULL, 0), 0);
    good(casefile_edit_note(c, 0, "again", &err));
    saved(c);
    casefile_free(c);
}

static void somebody_saves(void)
{
    char other[160];

    snprintf(other, sizeof other, "%s/theirs", folder);
    spew(other, "theirs", 6);
    assert_int_equal(rename(other, path), 0);
}

/* Between the last look and the rename. */
static void changed_at_the_last_moment(void **state)
{
    struct casefile *c = fresh();
    struct str there;

    (void)state;
    two_notes(c);
    c = again(c);
    good(casefile_edit_note(c, 0, "mine", &err));
    before_rename = somebody_saves;
    assert_int_equal(casefile_save(c, &err), -1);
    assert_int_equal(err.code, ERR_CHANGED);
    there = slurp(path);
    assert_string_equal(there.data, "theirs");
    assert_int_equal(files(), 1);
    assert_true(casefile_dirty(c));
    str_release(&there);
    casefile_free(c);
}

static void made_at_the_last_moment(void **state)
{
    struct casefile *c = fresh();
    struct str there;

    (void)state;
    before_rename = somebody_saves;
    assert_int_equal(casefile_save(c, &err), -1);
    assert_int_equal(err.code, ERR_CHANGED);
    there = slurp(path);
    assert_string_equal(there.data, "theirs");
    assert_int_equal(files(), 1);
    str_release(&there);
    casefile_free(c);
}

static void gone_meanwhile(void **state)
{
    struct casefile *c = fresh();

    (void)state;
    two_notes(c);
    c = again(c);
    assert_int_equal(unlink(path), 0);
    good(casefile_edit_note(c, 0, "kept", &err));
    c = again(c);
    assert_string_equal(casefile_note(c, 0).text, "kept");
    casefile_free(c);
}

/* ---- places ---- */

static void never_over_anything(void **state)
{
    struct casefile *c;

    (void)state;
    spew(path, "evidence", 8);
    assert_null(casefile_new(path, NULL, &err));
    assert_non_null(strstr(err.text, "exists already"));
    assert_null(casefile_open(path, CASEFILE_WRITE, &err));
    assert_int_equal(err.code, ERR_FORM);
    assert_non_null(strstr(err.text, "left as it is"));
    unlink(path);
    c = fresh();
    spew(path, "evidence", 8);
    assert_int_equal(casefile_save(c, &err), -1);
    assert_non_null(strstr(err.text, "something is there already"));
    casefile_free(c);
    assert_int_equal(files(), 1);
}

static void never_over_an_input(void **state)
{
    struct casefile *c = fresh();
    struct str before, after;
    char link_name[160];

    (void)state;
    two_notes(c);
    c = again(c);
    before = slurp(path);
    /* Under another name, too. */
    snprintf(link_name, sizeof link_name, "%s/evidence.json", folder);
    assert_int_equal(link(path, link_name), 0);
    good(casefile_protect(c, link_name, &err));
    assert_non_null(strstr(casefile_read_only(c), "input"));
    assert_int_equal(casefile_add_note(c, 1, NULL, MARK_NONE, "x", &err), -1);
    casefile_free(c);
    unlink(link_name);
    /* One that takes the place of the case file later. */
    c = opened(CASEFILE_WRITE);
    snprintf(link_name, sizeof link_name, "%s/evidence.json", folder);
    spew(link_name, "evidence", 8);
    good(casefile_protect(c, link_name, &err));
    good(casefile_edit_note(c, 0, "x", &err));
    assert_int_equal(rename(link_name, path), 0);
    assert_int_equal(casefile_save(c, &err), -1);
    assert_non_null(strstr(err.text, "this is an input"));
    after = slurp(path);
    assert_string_equal(after.data, "evidence");
    str_release(&before);
    str_release(&after);
    casefile_free(c);
}

static void never_through_a_link(void **state)
{
    struct casefile *c = fresh();
    char real[160];
    struct stat st;

    (void)state;
    two_notes(c);
    saved(c);
    casefile_free(c);
    snprintf(real, sizeof real, "%s/real.case", folder);
    assert_int_equal(rename(path, real), 0);
    assert_int_equal(symlink("real.case", path), 0);
    c = opened(CASEFILE_WRITE);
    assert_non_null(strstr(casefile_read_only(c), "symbolic link"));
    casefile_free(c);
    /* Put there after it was opened. */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(real, path), 0);
    c = opened(CASEFILE_WRITE);
    good(casefile_edit_note(c, 0, "x", &err));
    assert_int_equal(rename(path, real), 0);
    assert_int_equal(symlink("real.case", path), 0);
    assert_int_equal(casefile_save(c, &err), -1);
    assert_non_null(strstr(err.text, "symbolic link"));
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    casefile_free(c);
    unlink(real);
}

/* Without the powers of root, who may write everywhere. */
static int unprivileged(void (*act)(void))
{
    int status;

    if (fork() == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(99);
        act();
        _exit(0);
    }
    return wait(&status) > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void reads_in_a_closed_folder(void)
{
    struct casefile *c = casefile_open(path, CASEFILE_WRITE, &err);

    if (c == NULL)
        _exit(1);
    if (casefile_read_only(c) == NULL || strstr(casefile_read_only(c), "cannot be written") == NULL)
        _exit(2);
    casefile_free(c);
}

static void makes_none_in_a_closed_folder(void)
{
    char other[160];
    struct casefile *c;

    snprintf(other, sizeof other, "%s/two.case", folder);
    c = casefile_new(other, NULL, &err);
    if (c == NULL || casefile_save(c, &err) != -1 || !casefile_dirty(c))
        _exit(1);
    casefile_free(c);
}

static void cannot_read(void)
{
    if (casefile_open(path, CASEFILE_READ, &err) != NULL || err.code != ERR_OPEN ||
        strstr(err.text, "Permission denied") == NULL)
        _exit(1);
}

static void closed_folder(void **state)
{
    struct casefile *c = fresh();

    (void)state;
    two_notes(c);
    saved(c);
    casefile_free(c);
    assert_int_equal(chmod(path, 0666), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(unprivileged(reads_in_a_closed_folder), 0);
    assert_int_equal(unprivileged(makes_none_in_a_closed_folder), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(path, 0000), 0);
    assert_int_equal(unprivileged(cannot_read), 0);
    assert_int_equal(files(), 1);
}

/* ---- faults ---- */

static void keeps_all_after(const char *word)
{
    struct casefile *c = fresh();
    struct str before, after;

    two_notes(c);
    c = again(c);
    before = slurp(path);
    good(casefile_edit_note(c, 0, "changed", &err));
    write_error = strcmp(word, "write") == 0 ? ENOSPC : 0;
    fsync_error = strcmp(word, "fsync") == 0 ? EIO : 0;
    assert_int_equal(casefile_save(c, &err), -1);
    assert_int_equal(err.code, ERR_IO);
    assert_non_null(strstr(err.text, "cannot be written"));
    write_error = fsync_error = 0;
    after = slurp(path);
    assert_string_equal(before.data, after.data);
    assert_int_equal(files(), 1);
    assert_true(casefile_dirty(c));
    good(casefile_edit_note(c, 1, "and this", &err));
    c = again(c);
    assert_string_equal(casefile_note(c, 0).text, "changed");
    assert_string_equal(casefile_note(c, 1).text, "and this");
    casefile_free(c);
    str_release(&before);
    str_release(&after);
}

static void full_disk(void **state)
{
    (void)state;
    keeps_all_after("write");
}

static void failing_disk(void **state)
{
    (void)state;
    keeps_all_after("fsync");
}

/* The same by the kernel's own hand: no file may be larger. */
static void no_room(void **state)
{
    struct rlimit small = {.rlim_cur = 300, .rlim_max = RLIM_INFINITY}, old;
    struct casefile *c = fresh();

    (void)state;
    two_notes(c);
    getrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_IGN);
    small.rlim_max = old.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(casefile_save(c, &err), -1);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_non_null(strstr(err.text, "File too large"));
    assert_int_equal(files(), 0);
    c = again(c);
    assert_int_equal(casefile_notes(c), 2);
    casefile_free(c);
}

static void die(void)
{
    kill(getpid(), SIGKILL);
}

static void killed_before_the_rename(void **state)
{
    struct casefile *c = fresh();
    int status;

    (void)state;
    two_notes(c);
    saved(c);
    casefile_free(c);
    if (fork() == 0) {
        c = casefile_open(path, CASEFILE_WRITE, &err);
        if (c == NULL || casefile_edit_note(c, 0, "lost", &err) != 0)
            _exit(1);
        before_rename = die;
        casefile_save(c, &err);
        _exit(1);
    }
    assert_true(wait(&status) > 0);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(files(), 2);
    /* What was saved is whole, and what was left behind goes with the next one who writes. */
    c = opened(CASEFILE_READ);
    assert_string_equal(casefile_note(c, 0).text, "first");
    casefile_free(c);
    assert_int_equal(files(), 2);
    c = opened(CASEFILE_WRITE);
    assert_null(casefile_read_only(c));
    assert_int_equal(files(), 1);
    casefile_free(c);
}

/* ---- where it is proposed ---- */

static void proposed(void **state)
{
    struct digest one = {{1}}, two = {{0xab, 0xcd, 0xef, 0x01}};
    struct str at = {0};
    struct casefile *c;
    struct stat st;
    char want[256], made[256];

    (void)state;
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    assert_int_equal(casefile_propose("/e/pay-71.json", &one, &at, &err), -1);
    assert_non_null(strstr(err.text, "name a file"));
    setenv("HOME", folder, 1);
    good(casefile_propose("/e/pay-71.json", &one, &at, &err));
    snprintf(want, sizeof want, "%s/.local/share/aerscope/pay-71.case", folder);
    assert_string_equal(at.data, want);
    str_release(&at);
    setenv("XDG_DATA_HOME", "relative", 1);
    good(casefile_propose("-", NULL, &at, &err));
    snprintf(want, sizeof want, "%s/.local/share/aerscope/timeline.case", folder);
    assert_string_equal(at.data, want);
    str_release(&at);
    snprintf(made, sizeof made, "%s/data", folder);
    setenv("XDG_DATA_HOME", made, 1);
    good(casefile_propose("../\x1b[1m \xE2\x80\xAE.x.json", &one, &at, &err));
    snprintf(want, sizeof want, "%s/data/aerscope/__1m____.x.case", folder);
    assert_string_equal(at.data, want);
    str_release(&at);

    /* The folders are made with the first save, for nobody else. */
    good(casefile_propose("/e/pay-71.json", &one, &at, &err));
    c = casefile_new(at.data, NULL, &err);
    assert_non_null(c);
    assert_int_equal(stat(made, &st), -1);
    umask(0);
    saved(c);
    assert_int_equal(stat(made, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    casefile_free(c);
    /* Taken by a case file of no bytes so far: for these bytes another is proposed. */
    str_release(&at);
    good(casefile_propose("/e/pay-71.json", &two, &at, &err));
    snprintf(want, sizeof want, "%s/data/aerscope/pay-71-abcdef01.case", folder);
    assert_string_equal(at.data, want);
    str_release(&at);
    snprintf(want, sizeof want, "rm -rf '%s/data'", folder);
    assert_int_equal(system(want), 0);
    unsetenv("XDG_DATA_HOME");
}

static void no_other_folder_is_made(void **state)
{
    char there[256];
    struct casefile *c;

    (void)state;
    snprintf(there, sizeof there, "%s/no/one.case", folder);
    c = casefile_new(there, NULL, &err);
    assert_non_null(c);
    assert_int_equal(casefile_save(c, &err), -1);
    assert_non_null(strstr(err.text, "its folder cannot be opened"));
    assert_true(casefile_dirty(c));
    casefile_free(c);
}

static void *write_there(void *arg)
{
    casefile_save_write(arg);
    return NULL;
}

/* What is done while another thread writes is not lost, and is known not to be written. */
static void written_beside_changes(void **state)
{
    struct casefile *c = fresh();
    struct casefile_writing *w;
    struct digest head, later;
    pthread_t thread;

    (void)state;
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "first", &err));
    w = casefile_save_begin(c, &err);
    assert_non_null(w);
    assert_int_equal(pthread_create(&thread, NULL, write_there, w), 0);
    for (int i = 0; i < 50; i++)
        good(casefile_add_note(c, 2, NULL, MARK_NONE, "meanwhile", &err));
    assert_int_equal(casefile_records(c), 0);
    pthread_join(thread, NULL);
    good(casefile_save_end(c, w, &err));
    assert_true(casefile_dirty(c));
    assert_int_equal(casefile_records(c), 2);
    assert_true(casefile_history_head(c, &head));
    casefile_free(c);
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_notes(c), 1);
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    assert_true(casefile_history_head(c, &later) && digest_equal(&head, &later));
    /* And what was changed is written by the next, in one chain. */
    good(casefile_set_examiner(c, "A", &err));
    w = casefile_save_begin(c, &err);
    good(casefile_set_examiner(c, "B", &err));
    casefile_save_write(w);
    good(casefile_save_end(c, w, &err));
    c = again(c);
    assert_string_equal(casefile_examiner(c), "B");
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    casefile_free(c);
}

static void a_failed_writing_keeps_what_came_since(void **state)
{
    struct casefile *c = fresh();
    struct casefile_writing *w;

    (void)state;
    saved(c);
    good(casefile_set_examiner(c, "A", &err));
    w = casefile_save_begin(c, &err);
    assert_non_null(w);
    spew(path, "{}", 2); /* somebody else */
    good(casefile_set_examiner(c, "B", &err));
    casefile_save_write(w);
    assert_int_equal(casefile_save_end(c, w, &err), -1);
    assert_int_equal(err.code, ERR_CHANGED);
    assert_true(casefile_dirty(c));
    assert_string_equal(casefile_examiner(c), "B");
    assert_int_equal(files(), 1);
    casefile_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(private_and_synced),
        TEST(second_writer_reads),
        TEST(lock_ends_with_the_process),
        TEST(changed_meanwhile),
        TEST(copied_to_another_folder),
        TEST(touched_is_not_changed),
        TEST(changed_at_the_last_moment),
        TEST(made_at_the_last_moment),
        TEST(gone_meanwhile),
        TEST(never_over_anything),
        TEST(never_over_an_input),
        TEST(never_through_a_link),
        TEST(closed_folder),
        TEST(full_disk),
        TEST(failing_disk),
        TEST(no_room),
        TEST(killed_before_the_rename),
        TEST(proposed),
        TEST(no_other_folder_is_made),
        TEST(written_beside_changes),
        TEST(a_failed_writing_keeps_what_came_since),
    };

    return cmocka_run_group_tests_name("casefile_store", tests, NULL, NULL);
}
