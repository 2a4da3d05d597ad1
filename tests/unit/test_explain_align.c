#include "explain/align.h"
#include "explain/parted_sort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { MOST = 64 };

struct seen {
    uint32_t to[MOST];
    enum align_kind kind[MOST];
    size_t in_order, moved;
};

static void found(void *arg, enum align_kind kind, uint32_t a, uint32_t b)
{
    struct seen *s = arg;

    assert_true(a < MOST);
    assert_int_equal(s->to[a], UINT32_MAX);
    s->to[a] = b;
    s->kind[a] = kind;
    s->in_order += kind == ALIGN_IN_ORDER;
    s->moved += kind == ALIGN_MOVED;
}

static void fill(struct align_key *key, const char *text)
{
    for (uint32_t i = 0; text[i]; i++) {
        memset(&key[i], 0, sizeof key[i]);
        key[i].key.byte[0] = (unsigned char)text[i];
        key[i].at = i;
    }
}

static void align(struct seen *s, const char *a, const char *b)
{
    struct align_key x[MOST], y[MOST];

    memset(s, 0, sizeof *s);
    memset(s->to, 0xff, sizeof s->to);
    fill(x, a);
    fill(y, b);
    assert_int_equal(align_series(x, strlen(a), y, strlen(b), found, NULL, s), 0);
}

static void pairs_of_known_series(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t in_order, moved;
    } known[] = {
        {"", "", 0, 0},
        {"", "abc", 0, 0},
        {"abc", "", 0, 0},
        {"abc", "abc", 3, 0},
        {"abc", "xyz", 0, 0},
        {"abcdef", "abdef", 5, 0},
        {"abdef", "abcdef", 5, 0},
        {"abc", "acb", 2, 1},
        {"abcd", "dabc", 3, 1},
        {"abcd", "dcba", 1, 3},
        {"aaa", "aa", 2, 0},
        {"aa", "aaaa", 2, 0},
        {"abab", "baba", 3, 1},
        {"hxhy", "xhy", 3, 0},
        {"xhy", "hxhy", 3, 0},
        {"ahxhyhzb", "ahxyhhzb", 7, 1},
        {"abcdefgh", "efghabcd", 4, 4},
    };
    struct seen s;

    for (size_t i = 0; i < COUNT(known); i++) {
        align(&s, known[i].a, known[i].b);
        if (s.in_order != known[i].in_order || s.moved != known[i].moved)
            print_error("%s and %s\n", known[i].a, known[i].b);
        assert_int_equal(s.in_order, known[i].in_order);
        assert_int_equal(s.moved, known[i].moved);
    }
}

/* Of two series in which one element is as good as another to be the one that stayed, the one at one place is. */
static void what_is_at_one_place_has_not_moved(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        uint32_t stayed;
    } known[] = {{"234", "432", 1}, {"bcdef", "fcdeb", 2}, {"ab1cd", "dc1ba", 2}, {"12345", "54321", 2}};
    struct seen s;

    for (size_t i = 0; i < COUNT(known); i++) {
        align(&s, known[i].a, known[i].b);
        assert_int_equal(s.to[known[i].stayed], known[i].stayed);
        assert_int_equal(s.kind[known[i].stayed], ALIGN_IN_ORDER);
    }
}

/* Longest common subsequence, by another way. */
static size_t longest(const char *a, const char *b)
{
    size_t best[MOST + 1][MOST + 1] = {{0}}, an = strlen(a), bn = strlen(b);

    for (size_t i = an; i-- > 0;)
        for (size_t j = bn; j-- > 0;)
            best[i][j] = a[i] == b[j]                        ? best[i + 1][j + 1] + 1
                         : best[i + 1][j] > best[i][j + 1] ? best[i + 1][j]
                                                           : best[i][j + 1];
    return best[0][0];
}

static bool is_before(const struct seen *s, size_t i, size_t j)
{
    return s->to[i] < s->to[j];
}

/* Equal keys, each used once, and those in order are in order. */
static void random_series_are_aligned(void **state)
{
    (void)state;
    char a[MOST], b[MOST];
    struct seen s;

    srand(20261001);
    for (int round = 0; round < 2000; round++) {
        size_t an = (size_t)rand() % 40, bn = (size_t)rand() % 40, last = SIZE_MAX;
        for (size_t i = 0; i < an; i++)
            a[i] = (char)('a' + rand() % 26);
        for (size_t i = 0; i < bn; i++)
            b[i] = (char)('a' + rand() % 26);
        a[an] = b[bn] = 0;
        align(&s, a, b);
        assert_int_equal(s.in_order, longest(a, b));
        bool used[MOST] = {false};
        for (size_t i = 0; i < an; i++) {
            if (s.to[i] == UINT32_MAX)
                continue;
            assert_int_equal(a[i], b[s.to[i]]);
            assert_false(used[s.to[i]]);
            used[s.to[i]] = true;
            if (s.kind[i] != ALIGN_IN_ORDER)
                continue;
            assert_true(last == SIZE_MAX || is_before(&s, last, i));
            last = i;
        }
    }
}

/* --- sorting in parts --- */

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static unsigned part_of(const void *item, uint64_t most)
{
    const uint64_t *x = item;

    return (unsigned)(*x / (most / SORT_PARTS + 1));
}

static bool third_time(void *arg)
{
    unsigned *asked = arg;

    return ++*asked == 3;
}

static void parts_are_sorted_and_can_be_stopped(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 1000, 16384, 100000};
    /* All of one part, few, and many. */
    static const uint64_t most[] = {1, 1000, UINT64_C(1) << 40};
    static uint64_t some[100000], same[100000];

    for (size_t i = 0; i < COUNT(counts); i++)
        for (size_t k = 0; k < COUNT(most); k++) {
            uint64_t x = 88172645463325252u;
            unsigned asked = 0;
            struct parted_sort by = {sizeof *some, part_of, most[k], by_number, NULL, NULL};
            for (size_t n = 0; n < counts[i]; n++) {
                x ^= x << 13, x ^= x >> 7, x ^= x << 17;
                some[n] = same[n] = x % most[k];
            }
            assert_int_equal(parted_sort(some, counts[i], &by), 0);
            qsort(same, counts[i], sizeof *same, by_number);
            assert_memory_equal(some, same, counts[i] > 0 ? counts[i] * sizeof *some : 1);
            by.stop = third_time;
            by.arg = &asked;
            assert_int_equal(parted_sort(some, counts[i], &by), counts[i] < 16384 ? 0 : -1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_of_known_series),
        cmocka_unit_test(what_is_at_one_place_has_not_moved),
        cmocka_unit_test(random_series_are_aligned),
        cmocka_unit_test(parts_are_sorted_and_can_be_stopped),
    };
    return cmocka_run_group_tests_name("explain/align", tests, NULL, NULL);
}
