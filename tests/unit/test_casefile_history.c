/* The history: what it says, how it is chained, what is found when it was changed. Chains are recomputed
 * by tests/lib/refcase.py, which knows nothing but the manual page. */
#include "casefile/casefile_impl.h"
#include "casefile_making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t now;

static int64_t set_clock(void)
{
    return now;
}

static int clocked(void **state)
{
    casefile_clock = set_clock;
    now = 1790000000; /* 2026-09-21T14:13:20Z */
    return set_up(state);
}

#define CLOCKED(f) cmocka_unit_test_setup_teardown(f, clocked, tear_down)

/* The head by the independent program; its complaint where it has one. */
static void head_of(char out[128])
{
    const char *top = getenv("top_srcdir");
    char command[1024];
    FILE *p;

    snprintf(command, sizeof command, "python3 '%s/tests/lib/refcase.py' '%s' 2>&1 | tail -1",
             top != NULL ? top : ".", path);
    p = popen(command, "r");
    assert_non_null(p);
    if (fgets(out, 128, p) == NULL)
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    pclose(p);
}

static void assert_head(const struct casefile *c)
{
    char want[128], hex[DIGEST_HEX + 1];
    struct digest head;

    head_of(want);
    assert_true(casefile_history_head(c, &head));
    digest_hex(&head, hex);
    assert_string_equal(hex, want);
}

static void everything(struct casefile *c)
{
    struct digest d = {{7}};
    struct casefile_reference r = {.file = {"/e/c.json", true, {{1}}},
                                   .witness = "w \xC3\xA9 \x7f \xF0\x9F\x94\x97",
                                   .independent = INDEPENDENT_YES};
    static const char *const codes[] = {"commitment.shared", "commitment.time"};
    struct casefile_check check = {.result = "matches", .codes = 2, .has_timeline = true, .timeline = {{3}}};
    struct casefile_file file = {.path = "/e/list.json", .has_sha256 = true};
    struct casefile_reference copy = {.file = {.path = "/e/list.json", .has_sha256 = true}};
    struct casefile_outcome o = {.system = "s", .effect = "e", .statement = "st", .evidence = {.path = "/e/x"}};
    struct casefile_review review = {.reviewer = "R", .statement = "fine\nwith me"};

    good(casefile_add_note(c, 1, &d, MARK_QUESTION, "one\ttwo\n\"three\" \\ / \xE2\x80\xAE", &err));
    good(casefile_edit_note(c, 0, "other", &err));
    good(casefile_set_mark(c, 2, NULL, MARK_IMPORTANT, &err));
    good(casefile_add_reference(c, &r, &err));
    r.kind = REFERENCE_HEAD;
    r.value = "0000000000000000000000000000000000000000000000000000000000000000@8";
    good(casefile_add_reference(c, &r, &err));
    good(casefile_add_check(c, 0, &check, codes, &err));
    r.witness = "another";
    good(statement_edit(c, 0, &r, true, &err));
    good(casefile_set_expect(c, &file, &err));
    good(casefile_set_baseline(c, &copy, &err));
    good(casefile_set_expect(c, NULL, &err));
    good(casefile_add_outcome(c, &o, &err));
    good(casefile_add_review(c, &review, &err));
    good(casefile_set_examiner(c, "N. Ortiz", &err));
    good(casefile_delete_note(c, 0, &err));
    good(casefile_delete_reference(c, 1, &err));
}

static void chained_as_the_manual_says(void **state)
{
    static const char *const did[] = {
        "case.begin", "note.add", "note.edit", "mark.set", "reference.add", "reference.add",
        "reference.check", "reference.edit", "expect.set", "baseline.set", "expect.set", "outcome.add",
        "review.add", "examiner.set", "note.delete", "reference.delete"};
    struct casefile *c = fresh();

    (void)state;
    everything(c);
    assert_int_equal(casefile_records(c), 0);
    c = again(c);
    assert_int_equal(casefile_records(c), sizeof did / sizeof *did);
    for (size_t i = 0; i < sizeof did / sizeof *did; i++) {
        struct casefile_record r;
        good(casefile_record(c, i, &r, &err));
        assert_string_equal(r.did, did[i]);
        assert_string_equal(r.at, "2026-09-21T14:13:20Z");
        str_release(&r.json);
    }
    assert_head(c);
    /* And over several saves. */
    good(casefile_add_note(c, 9, NULL, MARK_NONE, "later", &err));
    saved(c);
    assert_head(c);
    good(casefile_set_mark(c, 9, NULL, MARK_CLEARED, &err));
    good(casefile_set_mark(c, 9, NULL, MARK_CLEARED, &err));
    saved(c);
    assert_head(c);
    c = again(c);
    assert_int_equal(casefile_reference(c, 0).checks, 1);
    assert_int_equal(casefile_check(c, 0, 0).codes, 2);
    assert_string_equal(casefile_check_code(c, 0, 0, 1), "commitment.time");
    assert_string_equal(casefile_reference(c, 0).witness, "another");
    assert_string_equal(casefile_baseline(c).path, "/e/list.json");
    casefile_free(c);
}

static void old_values_are_kept(void **state)
{
    struct casefile *c = fresh();
    struct casefile_record r;

    (void)state;
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "the first text", &err));
    good(casefile_edit_note(c, 0, "the second text", &err));
    good(casefile_delete_note(c, 0, &err));
    c = again(c);
    assert_int_equal(casefile_notes(c), 0);
    good(casefile_record(c, 2, &r, &err));
    assert_non_null(strstr(r.json.data, "\"new\":{\"at\":\"2026-09-21T14:13:20Z\",\"edited_at\":"));
    assert_non_null(strstr(r.json.data, "\"old\":{\"at\":"));
    assert_non_null(strstr(r.json.data, "\"text\":\"the first text\""));
    assert_non_null(strstr(r.json.data, "\"text\":\"the second text\""));
    str_release(&r.json);
    good(casefile_record(c, 3, &r, &err));
    assert_string_equal(r.did, "note.delete");
    assert_non_null(strstr(r.json.data, "\"text\":\"the second text\""));
    assert_null(strstr(r.json.data, "\"new\""));
    str_release(&r.json);
    assert_int_equal(casefile_record(c, 4, &r, &err), -1);
    casefile_free(c);
}

/* Replaces text in the file. */
static void tamper(const char *from, const char *to)
{
    struct str s = slurp(path);
    char *at = strstr(s.data, from);
    struct buf b;

    assert_non_null(at);
    buf_init(&b, SIZE_MAX);
    buf_add(&b, s.data, (size_t)(at - s.data));
    buf_adds(&b, to);
    buf_adds(&b, at + strlen(from));
    spew(path, buf_cstr(&b), b.len);
    buf_release(&b);
    str_release(&s);
}

static void three_notes(void)
{
    struct casefile *c = fresh();

    good(casefile_add_note(c, 1, NULL, MARK_NONE, "note number one", &err));
    good(casefile_add_note(c, 2, NULL, MARK_NONE, "note number two", &err));
    good(casefile_add_note(c, 3, NULL, MARK_NONE, "note number three", &err));
    saved(c);
    casefile_free(c);
}

static void broken_record_is_named(void **state)
{
    struct casefile *c;
    struct digest head;
    char copy[160];

    (void)state;
    three_notes();
    tamper("\"did\":\t\"note.add\"", "\"did\":\t\"note.odd\"");
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_BROKEN);
    assert_int_equal(casefile_history_broken(c), 3); /* the one after it does not hold its digest */
    assert_non_null(strstr(casefile_read_only(c), "broken at record 3"));
    assert_non_null(casefile_warning(c, 0));
    assert_false(casefile_history_head(c, &head));
    assert_int_equal(casefile_notes(c), 3);
    assert_int_equal(casefile_add_note(c, 1, NULL, MARK_NONE, "x", &err), -1);
    snprintf(copy, sizeof copy, "%s/copy.case", folder);
    assert_int_equal(casefile_save_as(c, copy, &err), -1);
    assert_int_equal(files(), 1);
    casefile_free(c);
}

static void first_record_must_begin(void **state)
{
    struct casefile *c;

    (void)state;
    three_notes();
    tamper("\"previous\":\t\"00", "\"previous\":\t\"01");
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_BROKEN);
    assert_int_equal(casefile_history_broken(c), 1);
    casefile_free(c);
}

static void changed_outside_is_told_and_recorded(void **state)
{
    struct casefile *c;
    struct casefile_record r;

    (void)state;
    three_notes();
    tamper("note number one", "note number 1!!");
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_OUTSIDE);
    assert_non_null(strstr(casefile_warning(c, 0), "something other than aerscope changed"));
    assert_null(casefile_read_only(c));
    assert_int_equal(casefile_history_found(c), 0);
    good(casefile_delete_note(c, 0, &err));
    saved(c);
    casefile_free(c);
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    assert_int_equal(casefile_history_found(c), 5);
    assert_non_null(strstr(casefile_warning(c, 0), "record 5 of the history (case.found_changed)"));
    good(casefile_record(c, 4, &r, &err));
    assert_string_equal(r.did, "case.found_changed");
    str_release(&r.json);
    assert_int_equal(casefile_records(c), 6);
    assert_head(c);
    casefile_free(c);
}

static void what_was_found_changed_is_not_vouched_for(void **state)
{
    struct casefile_reference yes = {.kind = REFERENCE_COUNT_ONLY, .value = "8", .independent = INDEPENDENT_YES};
    struct casefile *c = fresh();

    (void)state;
    good(casefile_add_reference(c, &(struct casefile_reference){.kind = REFERENCE_COUNT_ONLY, .value = "8"}, &err));
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "note number one", &err));
    assert_true(casefile_vouches(c, 0));
    saved(c);
    casefile_free(c);
    tamper("\"independent\":\t\"unknown\"", "\"independent\":\t\"yes\"");
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_OUTSIDE);
    assert_false(casefile_vouches(c, 0));
    good(casefile_add_note(c, 2, NULL, MARK_NONE, "note number two", &err));
    saved(c);
    casefile_free(c);
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    assert_int_equal(casefile_reference(c, 0).independent, INDEPENDENT_YES);
    assert_false(casefile_vouches(c, 0));
    good(casefile_add_reference(c, &(struct casefile_reference){.kind = REFERENCE_COUNT_ONLY, .value = "9"}, &err));
    assert_true(casefile_vouches(c, 1));
    assert_false(casefile_vouches(c, 0));
    good(statement_edit(c, 0, &yes, true, &err));
    assert_true(casefile_vouches(c, 0));
    saved(c);
    casefile_free(c);
    c = opened(CASEFILE_READ);
    assert_true(casefile_vouches(c, 0));
    assert_int_equal(casefile_history_found(c), 4);
    casefile_free(c);
}

static void cut_history_shows_only_by_its_head(void **state)
{
    struct casefile *c;
    struct str s;
    char *last, *end;
    struct digest before, after;

    (void)state;
    three_notes();
    c = opened(CASEFILE_READ);
    assert_true(casefile_history_head(c, &before));
    casefile_free(c);
    /* The last record is cut off: what is left holds, but for the state, which went with it. */
    s = slurp(path);
    last = strstr(s.data, "\"history\"");
    for (char *at = last; (at = strstr(at + 1, "}, {")) != NULL;)
        last = at;
    end = strrchr(s.data, ']');
    memmove(last + 1, end, strlen(end) + 1);
    spew(path, s.data, strlen(s.data));
    str_release(&s);
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_UNSTATED);
    assert_non_null(casefile_warning(c, 0));
    assert_true(casefile_history_head(c, &after));
    assert_false(digest_equal(&before, &after));
    casefile_free(c);
    assert_non_null(strstr(casefile_history_limits(), "kept elsewhere"));
}

static void clocks_may_be_wrong(void **state)
{
    struct casefile *c = fresh();
    struct casefile_record r;

    (void)state;
    now = 0;
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "in 1970", &err));
    now = INT64_C(4102444800); /* 2100-01-01 */
    good(casefile_add_note(c, 2, NULL, MARK_NONE, "in 2100", &err));
    now = 1790000100;
    good(casefile_add_note(c, 3, NULL, MARK_NONE, "and back", &err));
    saved(c);
    casefile_free(c);
    c = opened(CASEFILE_WRITE);
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    assert_non_null(strstr(casefile_warning(c, 0), "dated in the future"));
    good(casefile_record(c, 1, &r, &err));
    assert_string_equal(r.at, "2026-09-21T14:13:20Z");
    assert_non_null(strstr(r.json.data, "\"clock\":\"1970-01-01T00:00:00Z\""));
    str_release(&r.json);
    good(casefile_record(c, 2, &r, &err));
    assert_string_equal(r.at, "2100-01-01T00:00:00Z");
    assert_null(strstr(r.json.data, "\"clock\""));
    str_release(&r.json);
    good(casefile_record(c, 3, &r, &err));
    assert_string_equal(r.at, "2100-01-01T00:00:00Z");
    assert_non_null(strstr(r.json.data, "\"clock\":\"2026-09-21T14:15:00Z\""));
    str_release(&r.json);
    assert_head(c);
    casefile_free(c);
}

static void no_reproducible_clock(void **state)
{
    int64_t (*real)(void);
    struct casefile *c;

    (void)state;
    setenv("SOURCE_DATE_EPOCH", "1", 1);
    real = casefile_clock;
    casefile_clock = set_clock;
    c = fresh();
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "x", &err));
    assert_string_equal(casefile_note(c, 0).at, "2026-09-21T14:13:20Z");
    casefile_free(c);
    casefile_clock = real;
    unsetenv("SOURCE_DATE_EPOCH");
}

static void a_failed_save_seals_nothing_twice(void **state)
{
    struct casefile *c = fresh();
    char aside[160];

    (void)state;
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "one", &err));
    snprintf(aside, sizeof aside, "%s/x", folder);
    assert_int_equal(symlink("nowhere", path), 0);
    assert_int_equal(casefile_save(c, &err), -1);
    assert_int_equal(casefile_records(c), 0);
    good(casefile_add_note(c, 2, NULL, MARK_NONE, "two", &err));
    assert_int_equal(casefile_save(c, &err), -1);
    assert_int_equal(unlink(path), 0);
    c = again(c);
    assert_int_equal(casefile_records(c), 3);
    assert_head(c);
    casefile_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLOCKED(chained_as_the_manual_says),
        CLOCKED(old_values_are_kept),
        CLOCKED(broken_record_is_named),
        CLOCKED(first_record_must_begin),
        CLOCKED(changed_outside_is_told_and_recorded),
        CLOCKED(what_was_found_changed_is_not_vouched_for),
        CLOCKED(cut_history_shows_only_by_its_head),
        CLOCKED(clocks_may_be_wrong),
        CLOCKED(no_reproducible_clock),
        CLOCKED(a_failed_save_seals_nothing_twice),
    };

    return cmocka_run_group_tests_name("casefile_history", tests, NULL, NULL);
}
