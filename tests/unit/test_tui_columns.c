#include "tui/columns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The end of a column that begins at `from` or later; columns never overlap. */
static int after(int from, const struct column *c, int cols)
{
    if (c->cells == 0)
        return from;
    assert_true(c->at >= from);
    assert_true(c->cells > 0);
    assert_true(c->at + c->cells <= cols);
    return c->at + c->cells;
}

static void nothing_overlaps_at_any_width(void **state)
{
    static const uint64_t entries[] = {1, 99999, 100000, 1000000, 4294967294u};

    (void)state;
    for (int cols = 64; cols <= 300; cols++)
        for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
            struct columns c;
            int at;
            columns_place(&c, cols, entries[i]);
            assert_false(c.two_rows);
            assert_true(c.sign >= c.number_end);
            at = after(c.sign + 1, &c.tool, cols);
            at = after(at, &c.id, cols);
            at = after(at, &c.provenance_class, cols);
            at = after(at, &c.standing, cols);
            assert_true(c.standing.cells >= 19);
            at = after(at, &c.stored, cols);
            at = after(at, &c.recomputed, cols);
            at = after(at, &c.link, cols);
            assert_true(c.link.cells >= 7);
            assert_true(c.mark < cols);
            assert_true(c.tool.cells >= 5);
            assert_true(c.provenance_class.cells >= 10);
        }
}

static void narrow_lists_have_two_rows_an_entry(void **state)
{
    struct columns c;

    (void)state;
    for (int cols = 40; cols < 64; cols++) {
        columns_place(&c, cols, 4294967294u);
        assert_true(c.two_rows);
        assert_true(c.tool.cells > 0);
        assert_true(c.tool.at + c.tool.cells <= c.sign);
        assert_true(c.sign < c.link.at);
        assert_true(c.link.at + c.link.cells <= c.mark);
        assert_true(c.mark < cols);
    }
}

/* The class is the word that matters most: it is whole as soon as the tool has room to be told. */
static void a_standard_class_is_whole(void **state)
{
    static const uint64_t entries[] = {8, 99999, 300000, 1000000, 9999999};

    (void)state;
    for (int cols = 119; cols <= 300; cols++)
        for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
            struct columns c;
            columns_place(&c, cols, entries[i]);
            assert_true(c.provenance_class.cells >= 22);
            assert_true(c.tool.cells >= 12);
            assert_true(c.id.cells <= 36);
        }
}

static void an_id_is_whole_where_there_is_room(void **state)
{
    (void)state;
    for (int cols = 160; cols <= 300; cols++) {
        struct columns c;
        columns_place(&c, cols, 1000000);
        assert_int_equal(c.id.cells, 36);
    }
}

static void digests_from_100_and_the_id_from_150_columns(void **state)
{
    struct columns c;

    (void)state;
    columns_place(&c, 99, 8);
    assert_int_equal(c.stored.cells, 0);
    columns_place(&c, 100, 8);
    assert_true(c.stored.cells > 0);
    assert_int_equal(c.id.cells, 0);
    columns_place(&c, 150, 8);
    assert_true(c.id.cells > 0);
}

/* The layouts that are written down. */
static void the_columns_of_120_and_80(void **state)
{
    struct columns c;

    (void)state;
    columns_place(&c, 120, 8);
    assert_int_equal(c.number_end, 6);
    assert_int_equal(c.sign, 7);
    assert_int_equal(c.mark, 8);
    assert_int_equal(c.tool.at, 10);
    assert_int_equal(c.provenance_class.at, 27);
    assert_int_equal(c.stored.cells, 18);
    columns_place(&c, 80, 8);
    assert_int_equal(c.sign, 7);
    assert_int_equal(c.tool.at, 9);
    assert_int_equal(c.provenance_class.at, 22);
    columns_place(&c, 40, 8);
    assert_int_equal(c.number_end, 5);
    assert_int_equal(c.tool.at, 6);
    assert_int_equal(c.sign, 25);
    assert_int_equal(c.link.at, 27);
    assert_int_equal(c.mark, 39);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_overlaps_at_any_width),
        cmocka_unit_test(narrow_lists_have_two_rows_an_entry),
        cmocka_unit_test(a_standard_class_is_whole),
        cmocka_unit_test(an_id_is_whole_where_there_is_room),
        cmocka_unit_test(digests_from_100_and_the_id_from_150_columns),
        cmocka_unit_test(the_columns_of_120_and_80),
    };
    return cmocka_run_group_tests_name("tui/columns", tests, NULL, NULL);
}
