/* The case file is written behind the screen: nothing waits for a slow disk but the end. fsync() is ours here. */
#include "core_making.h"

#include "tui/notes.h"
#include "tui/prompt.h"
#include "tui/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static bool closed, full;
static int arrived;

/* The disk: it takes as long as the gate is closed. */
int fsync(int fd)
{
    int result;

    (void)fd;
    pthread_mutex_lock(&gate);
    arrived++;
    pthread_cond_broadcast(&moved);
    while (closed)
        pthread_cond_wait(&moved, &gate);
    result = full ? -1 : 0;
    pthread_mutex_unlock(&gate);
    if (result < 0)
        errno = ENOSPC;
    return result;
}

static void set_gate(bool shut)
{
    pthread_mutex_lock(&gate);
    closed = shut;
    arrived = 0;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&gate);
}

static void wait_for_disk(void)
{
    pthread_mutex_lock(&gate);
    while (arrived == 0)
        pthread_cond_wait(&moved, &gate);
    pthread_mutex_unlock(&gate);
}

struct desk {
    char folder[64], path[96], file[96];
    struct chain chain;
    struct exam e;
    struct reference_set refs;
    struct state s;
};

static void sit(struct desk *d)
{
    memset(d, 0, sizeof *d);
    full = false;
    set_gate(false);
    strcpy(d->folder, "/tmp/aerscope-casing.XXXXXX");
    assert_non_null(mkdtemp(d->folder));
    snprintf(d->path, sizeof d->path, "%s/one.case", d->folder);
    chain_honest(&d->chain, 6);
    exam_chain(&d->e, &d->chain, 1);
    state_init(&d->s, d->e.t, &d->refs, (struct instant){0});
    state_set_title(&d->s, "made.json");
    assert_int_equal(grid_resize(&d->s.grid, 30, 120), 0);
    casing_begin(&d->s, d->path);
    d->s.casing.asked = true;
    state_refresh(&d->s);
}

static void leave(struct desk *d)
{
    char draft[128];

    set_gate(false);
    state_release(&d->s);
    exam_close(&d->e);
    chain_release(&d->chain);
    snprintf(draft, sizeof draft, "%s.draft", d->path);
    unlink(draft);
    unlink(d->path);
    assert_int_equal(rmdir(d->folder), 0);
}

static void note(struct desk *d, uint64_t entry, const char *text)
{
    struct err err = {0};

    assert_int_equal(casefile_add_note(d->s.casing.file, entry, NULL, MARK_NONE, text, &err), 0);
    casing_changed(&d->s);
}

static bool words_have(struct desk *d, const char *text)
{
    struct buf words;
    bool has;

    buf_init(&words, 4096);
    casing_words(&d->s, false, &words);
    has = strstr(buf_cstr(&words), text) != NULL;
    buf_release(&words);
    return has;
}

static size_t notes_on_disk(const struct desk *d)
{
    struct casefile *c = casefile_open(d->path, CASEFILE_READ, NULL);
    size_t n;

    assert_non_null(c);
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    n = casefile_notes(c);
    casefile_free(c);
    return n;
}

/* casing_save() is back before the disk is; were it not, this would never end. */
static void nothing_waits_for_the_disk(void **state)
{
    struct desk d;

    (void)state;
    sit(&d);
    set_gate(true);
    note(&d, 1, "first");
    assert_true(words_have(&d, "not written yet"));
    casing_save(&d.s);
    wait_for_disk();
    assert_non_null(d.s.casing.writing);
    assert_true(words_have(&d, "not written yet"));
    assert_int_not_equal(access(d.path, F_OK), 0);
    /* What comes meanwhile waits for its turn. */
    note(&d, 2, "second");
    casing_save(&d.s);
    casing_settle(&d.s);
    assert_true(d.s.casing.due);
    set_gate(false);
    casing_wait(&d.s);
    assert_int_equal(notes_on_disk(&d), 1);
    assert_true(words_have(&d, "not written yet"));
    casing_save(&d.s);
    casing_wait(&d.s);
    assert_int_equal(notes_on_disk(&d), 2);
    assert_false(words_have(&d, "written"));
    leave(&d);
}

static void leaving_waits(void **state)
{
    struct desk d;

    (void)state;
    sit(&d);
    set_gate(true);
    note(&d, 1, "first");
    assert_false(casing_may_leave(&d.s));
    wait_for_disk();
    assert_false(d.s.leaving);
    assert_false(d.s.prompting);
    assert_non_null(strstr(buf_cstr(&d.s.message), "leaves when it is written"));
    note(&d, 2, "second"); /* goes along */
    set_gate(false);
    for (int i = 0; i < 20000 && !d.s.leaving; i++) {
        casing_settle(&d.s);
        usleep(1000);
    }
    assert_true(d.s.leaving);
    assert_int_equal(notes_on_disk(&d), 2);
    leave(&d);
}

static void leaving_asks_when_it_cannot_be_written(void **state)
{
    struct desk d;

    (void)state;
    sit(&d);
    full = true;
    note(&d, 1, "first");
    assert_false(casing_may_leave(&d.s));
    casing_wait(&d.s);
    assert_false(d.s.leaving);
    assert_true(d.s.prompting);
    assert_non_null(strstr(d.s.prompt_kind->sign, "leave all the same?"));
    assert_true(words_have(&d, "NOT WRITTEN"));
    assert_int_not_equal(access(d.path, F_OK), 0);
    d.s.prompting = false;
    full = false;
    assert_false(casing_may_leave(&d.s));
    casing_wait(&d.s);
    assert_true(d.s.leaving);
    assert_int_equal(notes_on_disk(&d), 1);
    leave(&d);
}

/* The end by a signal: there is no loop any more. */
static void the_end_waits(void **state)
{
    struct err err = {0};
    struct desk d;

    (void)state;
    sit(&d);
    note(&d, 1, "first");
    casing_save(&d.s);
    note(&d, 2, "second");
    assert_int_equal(casing_end(&d.s, &err), 0);
    assert_int_equal(notes_on_disk(&d), 2);
    leave(&d);
}

/* Nobody can be asked any more: whoever ends it is told what is lost. */
static void the_end_tells_what_is_lost(void **state)
{
    struct err err = {0};
    struct desk d;

    (void)state;
    sit(&d);
    full = true;
    note(&d, 1, "first");
    assert_int_equal(casing_end(&d.s, &err), -1);
    assert_non_null(strstr(err.text, "cannot be"));
    full = false;
    assert_int_equal(casing_end(&d.s, &err), 0);
    assert_int_equal(notes_on_disk(&d), 1);
    leave(&d);
}

static void type(struct desk *d, const char *text)
{
    for (; *text; text++)
        noting_key(&d->s, (unsigned char)*text);
}

/* Until the note is on the disk, what was typed is in the file of drafts. */
static void a_draft_goes_when_its_note_is_written(void **state)
{
    struct desk d;
    char draft[128];

    (void)state;
    sit(&d);
    note(&d, 1, "so that it is there");
    casing_save(&d.s);
    casing_wait(&d.s);
    snprintf(draft, sizeof draft, "%s.draft", d.path);
    d.s.selected = 3;
    noting_write(&d.s);
    assert_true(d.s.noting.open);
    type(&d, "typed");
    noting_keep(&d.s);
    assert_int_equal(access(draft, F_OK), 0);
    set_gate(true);
    noting_key(&d.s, 'X' & 0x1f);
    wait_for_disk();
    assert_false(d.s.noting.open);
    assert_int_equal(access(draft, F_OK), 0);
    /* It is a note already, and no draft to go on with. */
    assert_int_equal(notes_list_make(&d.s), 0);
    assert_int_equal(d.s.notes_list.count, 2);
    set_gate(false);
    casing_wait(&d.s);
    assert_int_not_equal(access(draft, F_OK), 0);
    assert_int_equal(notes_on_disk(&d), 2);
    leave(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_waits_for_the_disk),
        cmocka_unit_test(leaving_waits),
        cmocka_unit_test(leaving_asks_when_it_cannot_be_written),
        cmocka_unit_test(the_end_waits),
        cmocka_unit_test(the_end_tells_what_is_lost),
        cmocka_unit_test(a_draft_goes_when_its_note_is_written),
    };

    return cmocka_run_group_tests_name("tui_casing", tests, NULL, NULL);
}
