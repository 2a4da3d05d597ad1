#include "core_making.h"

#include "tui/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { MANY = 9001, ODD = 6000, COLS = 100 };

/* Entry ODD has a class that none knows: a warning and another standing. */
static void examine(struct exam *e, struct chain *c, uint64_t entries)
{
    chain_begin(c, "[");
    for (uint64_t i = 1; i <= entries; i++) {
        struct making m = {.class = i == ODD ? "somebody" : "LOGGED BY AGENT"};
        if (i < entries)
            chain_add(c, &m);
        else
            chain_last(c, &m);
    }
    chain_end(c, "]");
    exam_chain(e, c, 1);
}

static void release(struct exam *e, struct chain *c, struct map *m)
{
    map_release(m);
    exam_close(e);
    chain_release(c);
}

static void counts_every_entry_once(void **state)
{
    struct map m = {0};
    struct exam e;
    struct chain c;
    uint64_t agents = 0, others = 0;

    (void)state;
    examine(&e, &c, MANY);
    while (m.taken < MANY)
        assert_int_equal(map_extend(&m, e.t, MANY, 1000), 0);
    assert_int_equal(m.each, 8);
    assert_int_equal(map_cells(&m, MANY, COLS), COLS);
    for (int i = 0; i < COLS; i++) {
        struct map_grain g = map_cell(&m, MANY, COLS, i);
        bool odd = i == map_cell_of(&m, MANY, COLS, ODD);
        agents += g.standing[STANDING_AGENT];
        others += g.standing[STANDING_NONE];
        assert_int_equal(map_sign(g.worst), odd ? '?' : '.');
        assert_int_equal(map_standing(&g), odd ? 'a' : 'A');
    }
    assert_int_equal(agents, MANY - 1);
    assert_int_equal(others, 1);
    release(&e, &c, &m);
}

static void cells_and_entries_agree(void **state)
{
    struct map m = {0};
    struct exam e;
    struct chain c;

    (void)state;
    examine(&e, &c, MANY);
    assert_int_equal(map_extend(&m, e.t, MANY, MANY), 0);
    for (int cols = 1; cols < 300; cols += 37)
        for (int i = 0; i < cols; i++) {
            uint64_t first = map_first(&m, MANY, cols, i), end = map_first(&m, MANY, cols, i + 1);
            assert_true(first < end);
            assert_int_equal(map_cell_of(&m, MANY, cols, first), i);
            assert_int_equal(map_cell_of(&m, MANY, cols, end - 1), i);
        }
    release(&e, &c, &m);
}

static void few_entries_have_a_cell_each(void **state)
{
    struct map m = {0};
    struct exam e;
    struct chain c;

    (void)state;
    examine(&e, &c, 8);
    assert_int_equal(map_extend(&m, e.t, 5, 100), 0);
    assert_int_equal(map_cells(&m, 8, COLS), 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(map_first(&m, 8, COLS, i), (uint64_t)i + 1);
        assert_int_equal(map_cell(&m, 8, COLS, i).worst, i < 5 ? MAP_CLEAR : MAP_UNSEEN);
    }
    release(&e, &c, &m);
}

static void the_worst_and_the_mix_have_their_signs(void **state)
{
    struct map_grain g = {0};

    (void)state;
    assert_int_equal(map_standing(&g), ' ');
    g.standing[STANDING_RECORDER] = 3;
    assert_int_equal(map_standing(&g), 'R');
    g.standing[STANDING_NONE] = 4;
    assert_int_equal(map_standing(&g), 'n');
    g.standing[STANDING_GATEWAY] = 5;
    assert_int_equal(map_standing(&g), 'g');
    assert_int_equal(map_sign(MAP_FAILURE), '!');
    assert_int_equal(map_sign(MAP_SIGNAL), 's');
    assert_int_equal(map_sign(MAP_UNSEEN), ' ');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_every_entry_once),
        cmocka_unit_test(cells_and_entries_agree),
        cmocka_unit_test(few_entries_have_a_cell_each),
        cmocka_unit_test(the_worst_and_the_mix_have_their_signs),
    };
    return cmocka_run_group_tests_name("tui/map", tests, NULL, NULL);
}
