/* Which references state one end, what is copied under which name, findings in their two orders. */
#include "tui/board.h"

#include "tui/compare.h"
#include "tui/copy.h"
#include "tui/findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

static bool same(const char *a, const char *b)
{
    struct reference_set set = {0};
    struct err err = {0};
    const char *text[] = {a, b};
    bool result;

    for (int i = 0; i < 2; i++)
        assert_non_null(strlen(text[i]) < 20 ? reference_add_count(&set, text[i], &err)
                                             : reference_add_head(&set, text[i], &err));
    result = board_same_end(&set.item[0], &set.item[1]);
    assert_int_equal(board_same_end(&set.item[1], &set.item[0]), result);
    reference_set_release(&set);
    return result;
}

static void tells_equal_ends(void **state)
{
    (void)state;
    assert_true(same(A, A));
    assert_true(same(A "@8", A "@8"));
    assert_true(same(A "@8", A));
    assert_true(same(A "@8", "8"));
    assert_false(same(A "@8", A "@7"));
    assert_false(same(A, B));
    assert_false(same(A "@8", B "@8"));
    assert_false(same(A "@8", "7"));
    assert_false(same(A, "8")); /* they share nothing */
}

static void tells_the_jobs_of_ends(void **state)
{
    struct reference_set set = {0};
    struct err err = {0};
    bool result;

    (void)state;
    reference_add_head(&set, A, &err);
    reference_add_head(&set, A, &err);
    str_set(&set.item[0].job_id, "one", 3);
    str_set(&set.item[1].job_id, "two", 3);
    result = board_same_end(&set.item[0], &set.item[1]);
    assert_false(result);
    reference_set_release(&set);
}

static void takes_references_off_and_joins_sets(void **state)
{
    struct reference_set set = {0}, more = {0};
    struct err err = {0};

    (void)state;
    reference_add_count(&set, "1", &err);
    reference_add_count(&set, "2", &err);
    reference_add_count(&set, "3", &err);
    reference_set_remove(&set, 1);
    assert_int_equal(set.count, 2);
    assert_int_equal(set.item[1].count, 3);
    for (int i = 0; i < 9; i++)
        reference_add_count(&more, "7", &err);
    assert_int_equal(reference_set_join(&set, &more, &err), 0);
    assert_int_equal(set.count, 11);
    assert_int_equal(more.count, 0);
    assert_int_equal(set.item[10].count, 7);
    while (set.count > 0)
        reference_set_remove(&set, 0);
    reference_set_release(&set);
    reference_set_release(&more);
}

static void names_what_is_copied(void **state)
{
    static const struct {
        enum compare_kind kind;
        uint64_t entry;
        const char *stored, *recomputed;
    } rows[] = {
        {COMPARE_LINK_IN, 5, "stored prev_digest of entry 5", "recomputed digest of entry 4"},
        {COMPARE_LINK_IN, 1, "stored prev_digest of entry 1",
         "64 zeros with which a timeline begins"},
        {COMPARE_LINK_OUT, 1234, "stored prev_digest of entry 1,235",
         "recomputed digest of entry 1,234"},
        {COMPARE_OUTPUT, 5, "stored output_hash of entry 5",
         "recomputed SHA-256 of the bytes of entry 5"},
        {COMPARE_ENTRY_DIGEST, 5, "stored entry_digest of entry 5", "recomputed digest of entry 5"},
        {COMPARE_ENDPOINT, 6, "final digest of a reference, for entry 6",
         "recomputed digest of entry 6"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct comparison c = {.kind = rows[i].kind, .entry = rows[i].entry};
        struct buf name;
        buf_init(&name, 256);
        copy_side_name(&c, true, &name);
        assert_string_equal(buf_cstr(&name), rows[i].stored);
        buf_clear(&name);
        copy_side_name(&c, false, &name);
        assert_string_equal(buf_cstr(&name), rows[i].recomputed);
        buf_release(&name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_equal_ends),
        cmocka_unit_test(tells_the_jobs_of_ends),
        cmocka_unit_test(takes_references_off_and_joins_sets),
        cmocka_unit_test(names_what_is_copied),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
