/* Notes and marks: kept over saving, edited, deleted, and found in a timeline. */
#include "casefile/casefile.h"
#include "core_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/aerscope-case.XXXXXX";
static char path[128];
static struct err err;

static int set_up(void **state)
{
    (void)state;
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/one.case", folder);
    err_clear(&err);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

/* So that nothing of one test is left, not even a temporary file: rmdir() in tear_down says so. */
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

static struct casefile *fresh(void)
{
    struct casefile *c = casefile_new(path, "M. Berger", &err);

    assert_non_null(c);
    return c;
}

static struct casefile *again(struct casefile *c)
{
    assert_int_equal(casefile_save(c, &err), 0);
    assert_false(casefile_dirty(c));
    casefile_free(c);
    c = casefile_open(path, CASEFILE_WRITE, &err);
    if (c == NULL)
        fail_msg("%s", err.text);
    assert_null(casefile_read_only(c));
    assert_null(casefile_warning(c, 0));
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    return c;
}

/* Until nothing more can be found. */
static void match_all(struct casefile *c, struct exam *e)
{
    do
        casefile_match(c, e->t, "/evidence/one.json");
    while (casefile_matching(c));
}

static struct digest digest_of(const struct exam *e, uint64_t entry)
{
    struct entry_mark m = timeline_mark(e->t, entry);

    assert_true(m.has_digest);
    return m.digest;
}

static void add(struct casefile *c, const struct exam *e, uint64_t entry, enum mark mark, const char *text)
{
    struct digest d = digest_of(e, entry);

    assert_int_equal(casefile_add_note(c, entry, &d, mark, text, &err), 0);
}

static void kept_over_saving(void **state)
{
    (void)state;
    static const char text[] = "first line\nsecond: \xC3\xA9 \xF0\x9F\x94\x97 \x7f \xE2\x80\xAE \"\\/\t\x01";
    struct casefile *c = fresh();
    struct digest d = {{1, 2, 3}};
    struct casefile_note n;

    assert_int_equal(casefile_add_note(c, 5, &d, MARK_SUSPICIOUS, text, &err), 0);
    assert_int_equal(casefile_add_note(c, 4294967294, NULL, MARK_NONE, "no digest", &err), 0);
    assert_true(casefile_dirty(c));
    c = again(c);
    assert_string_equal(casefile_examiner(c), "M. Berger");
    assert_int_equal(casefile_notes(c), 2);
    n = casefile_note(c, 0);
    assert_int_equal(n.entry, 5);
    assert_true(n.has_digest);
    assert_true(digest_equal(&n.entry_digest, &d));
    assert_int_equal(n.mark, MARK_SUSPICIOUS);
    assert_string_equal(n.text, text);
    assert_int_equal(n.place, NOTE_PENDING);
    n = casefile_note(c, 1);
    assert_int_equal(n.entry, 4294967294);
    assert_false(n.has_digest);
    assert_int_equal(n.mark, MARK_NONE);
    casefile_free(c);
}

static void pinned_to_the_bytes(void **state)
{
    (void)state;
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();
    struct casefile_file made_for;
    struct digest sha256;
    struct casefile_note n;

    chain_honest(&chain, 8);
    exam_chain(&e, &chain, 1);
    match_all(c, &e);
    assert_true(timeline_sha256(e.t, &sha256));
    made_for = casefile_timeline(c);
    assert_string_equal(made_for.path, "/evidence/one.json");
    assert_true(made_for.has_sha256);
    assert_true(digest_equal(&made_for.sha256, &sha256));
    add(c, &e, 3, MARK_NONE, "here");
    n = casefile_note(c, 0);
    assert_int_equal(n.place, NOTE_HERE);
    assert_int_equal(n.here, 3);
    assert_true(n.has_made_on && digest_equal(&n.made_on, &sha256));
    c = again(c);
    match_all(c, &e);
    assert_int_equal(casefile_bytes(c), CASEFILE_BYTES_SAME);
    assert_int_equal(casefile_note(c, 0).place, NOTE_HERE);
    assert_int_equal(casefile_orphans(c), 0);
    casefile_free(c);
    exam_close(&e);
    chain_release(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kept_over_saving),
        TEST(pinned_to_the_bytes),
    };

    return cmocka_run_group_tests_name("casefile_notes", tests, NULL, NULL);
}
