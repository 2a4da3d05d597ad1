/* A file that is another one than it was when it was examined, and what is said before all is known. */
#include "core_making.h"

#include "report/again.h"
#include "tui/action.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct desk {
    char path[32];
    struct chain chain;
    struct source *source;
    struct timeline *t;
    struct reference_set refs;
    struct state s;
};

static void write_over(const struct desk *d)
{
    FILE *f = fopen(d->path, "r+b");

    assert_non_null(f);
    assert_int_equal(fwrite(d->chain.text.data, 1, d->chain.text.len, f), d->chain.text.len);
    assert_int_equal(fclose(f), 0);
}

static void sit(struct desk *d)
{
    int fd;

    memset(d, 0, sizeof *d);
    strcpy(d->path, "/tmp/aerscope-changed.XXXXXX");
    fd = mkstemp(d->path);
    assert_true(fd >= 0);
    close(fd);
    chain_honest(&d->chain, 12);
    write_over(d);
    d->source = source_open(d->path, NULL);
    assert_non_null(d->source);
    d->t = timeline_new(d->source, &(struct timeline_options){.jobs = 1}, NULL);
    assert_non_null(d->t);
    assert_int_equal(timeline_start(d->t, NULL), 0);
    assert_int_equal(timeline_wait(d->t, NULL), 0);
    state_init(&d->s, d->t, &d->refs, (struct instant){0});
    state_set_title(&d->s, "made.json");
    assert_int_equal(grid_resize(&d->s.grid, 30, 100), 0);
    state_refresh(&d->s);
}

static void leave(struct desk *d)
{
    state_release(&d->s);
    timeline_free(d->t);
    source_free(d->source);
    chain_release(&d->chain);
    unlink(d->path);
}

static bool screen_has(struct desk *d, const char *text)
{
    struct buf screen;
    bool has;

    buf_init(&screen, 1 << 20);
    assert_int_equal(grid_save(&d->s.grid, false, &screen), 0);
    has = strstr(buf_cstr(&screen), text) != NULL;
    buf_release(&screen);
    return has;
}

/* One tool of the same length in place of another, in entry 7. */
static void change(struct desk *d)
{
    size_t at = chain_find(&d->chain, "\"tool\":\"", 7);

    d->chain.text.data[at + strlen("\"tool\":\"")] ^= 1;
    usleep(20000); /* the clock of the files is coarse */
    write_over(d);
}

static void a_changed_entry_is_not_shown(void **unused)
{
    struct desk d;

    (void)unused;
    sit(&d);
    change(&d);
    state_select(&d.s, 7);
    state_draw(&d.s);
    assert_true(screen_has(&d, "(changed since: not what was examined)"));
    assert_true(screen_has(&d, "CHANGED SINCE: not what was examined; R reads the file again"));
    assert_true(screen_has(&d, "its digest when it was examined"));
    assert_false(screen_has(&d, "DECODED BYTES"));
    state_select(&d.s, 8);
    state_draw(&d.s);
    assert_true(screen_has(&d, "DECODED BYTES"));
    leave(&d);
}

static void its_bytes_are_not_shown_beside_old_results(void **unused)
{
    struct desk d;

    (void)unused;
    sit(&d);
    state_select(&d.s, 7);
    state_draw(&d.s);
    assert_false(screen_has(&d, "CHANGED SINCE"));
    change(&d);
    for (int mode = BYTES_HEX; mode < BYTES_MODES; mode++) {
        d.s.bytes = (enum bytes_mode)mode;
        d.s.detail.bytes_loaded = false;
        detail_load_bytes(&d.s.detail, d.t, d.s.bytes);
        assert_true(d.s.detail.bytes_failed);
        assert_int_equal(d.s.detail.bytes.len, 0);
    }
    leave(&d);
}

static void findings_keep_what_was_found(void **unused)
{
    struct desk d;
    const struct finding *f;

    (void)unused;
    sit(&d);
    state_release(&d.s);
    timeline_free(d.t);
    source_free(d.source);
    change(&d); /* examined as it is now, entry 8 does not link */
    d.source = source_open(d.path, NULL);
    d.t = timeline_new(d.source, &(struct timeline_options){.jobs = 1}, NULL);
    assert_int_equal(timeline_start(d.t, NULL), 0);
    assert_int_equal(timeline_wait(d.t, NULL), 0);
    change(&d);
    state_init(&d.s, d.t, &d.refs, (struct instant){0});
    findings_show(&d.s.findings, d.t, &d.refs, 5, true);
    f = findings_selected(&d.s.findings);
    assert_non_null(f);
    assert_int_equal(f->code, FINDING_LINK);
    assert_int_equal(f->entry, 8);
    assert_true(findings_unread(f));
    assert_non_null(strstr(f->message.data, "changed after it was examined"));
    leave(&d);
}

static void what_was_said_of_a_part_goes_with_it(void **unused)
{
    struct desk d;

    (void)unused;
    sit(&d);
    d.s.opened = false;
    d.s.progress.done = false;
    state_say(&d.s, STYLE_NORMAL, "no failure after entry 3 so far");
    state_refresh(&d.s);
    assert_int_equal(d.s.message.len, 0);
    state_say(&d.s, STYLE_NORMAL, "no failure after entry 3");
    state_refresh(&d.s);
    assert_int_not_equal(d.s.message.len, 0);
    leave(&d);
}

/* What a report says of the bytes after the examination is read after it. */
static void a_report_reads_the_file_once_more(void **unused)
{
    struct desk d;
    struct digest before;
    struct err err = {0};
    struct report r = {.path = "made.json"};

    (void)unused;
    sit(&d);
    r.timeline = d.t;
    assert_int_equal(report_read_again(&r, NULL, NULL, &err), 0);
    assert_true(r.has_again && timeline_sha256(d.t, &before) && digest_equal(&before, &r.again));
    r.training = true;
    assert_int_equal(report_read_again(&r, NULL, NULL, &err), 0);
    assert_false(r.has_again);
    r.training = false;
    change(&d);
    assert_int_equal(report_read_again(&r, NULL, NULL, &err), -1);
    assert_int_equal(err.code, ERR_CHANGED);
    leave(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_entry_is_not_shown),
        cmocka_unit_test(its_bytes_are_not_shown_beside_old_results),
        cmocka_unit_test(findings_keep_what_was_found),
        cmocka_unit_test(what_was_said_of_a_part_goes_with_it),
        cmocka_unit_test(a_report_reads_the_file_once_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
