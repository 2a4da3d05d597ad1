/* The index of entries and the table of ids, beyond one segment and with wrong guesses. */
#include "core/index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

enum { ENTRIES = 70000 }; /* more than four segments */

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed ^ *seed >> 29;
}

static struct index *filled(uint64_t guess)
{
    struct index *x = index_new();

    assert_non_null(x);
    if (guess)
        index_expect(x, guess);
    for (uint64_t entry = 1; entry <= ENTRIES; entry++) {
        assert_non_null(index_add(x, entry * 1000));
        assert_int_equal(index_id(x, entry * UINT64_C(0x9e3779b97f4a7c15), entry), 0);
    }
    return x;
}

static void all_entries_are_kept_whatever_was_expected(void **state)
{
    static const uint64_t guess[] = {0, 1, 1000, ENTRIES - 1, 80000, 3000000, UINT64_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof guess / sizeof *guess; i++) {
        struct index *x = filled(guess[i]);
        assert_int_equal(index_count(x), ENTRIES);
        for (uint64_t entry = 1; entry <= ENTRIES; entry++) {
            uint64_t hash = entry * UINT64_C(0x9e3779b97f4a7c15);
            assert_int_equal(record_offset(index_at(x, entry)), entry * 1000);
            assert_int_equal(index_at(x, entry)->mask, 0);
            assert_int_equal(index_id_holder(x, hash), entry);
            assert_int_equal(index_id(x, hash, entry + 1), entry);
        }
        index_free(x);
    }
}

static uint64_t plain_seek(const struct index *x, uint64_t entry, int step, uint32_t bits)
{
    for (; entry >= 1 && entry <= ENTRIES; entry += (uint64_t)(int64_t)step)
        if (index_at(x, entry)->mask & bits)
            return entry;
    return 0;
}

static void what_is_sought_is_found_across_segments(void **state)
{
    static const uint64_t marked[] = {1, 2, 16384, 16385, 32768, 49153, 69999, ENTRIES};
    struct index *x = filled(0);
    uint64_t seed = 3;

    (void)state;
    for (size_t i = 0; i < sizeof marked / sizeof *marked; i++)
        index_mark(x, marked[i], i % 2 ? 4 : 8);
    index_mark(x, 40000, 16);
    for (int i = 0; i < 400; i++) {
        uint64_t entry = i < 16 ? marked[i % 8] + (uint64_t)(i / 8) : 1 + next_random(&seed) % ENTRIES;
        for (uint32_t bits = 4; bits <= 32; bits *= 2)
            for (int step = -1; step <= 1; step += 2)
                assert_int_equal(index_seek(x, entry, step, ENTRIES, bits), plain_seek(x, entry, step, bits));
    }
    assert_int_equal(index_seek(x, 33000, 1, 39999, 16), 0); /* not beyond what is published */
    assert_int_equal(index_seek(x, 0, 1, ENTRIES, 12), 0);
    assert_int_equal(index_seek(x, ENTRIES + 1, 1, ENTRIES, 12), 0);
    index_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_entries_are_kept_whatever_was_expected),
        cmocka_unit_test(what_is_sought_is_found_across_segments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
