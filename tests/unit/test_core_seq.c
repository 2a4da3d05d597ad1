#include "core/seq.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct seq read_at(const char *lexeme, size_t before, bool memory)
{
    char *bytes = malloc(before + strlen(lexeme) + 4);
    struct err err = {0};
    struct seq s;

    memset(bytes, '7', before);
    sprintf(bytes + before, "%s99e", lexeme); /* digits behind it are not its own */
    struct source *source = source_from_memory("text", bytes, strlen(bytes), &err);
    struct extent x = {
        .memory = memory ? (unsigned char *)bytes : NULL, .to = strlen(bytes), .source = source};
    assert_int_equal(seq_read(&s, &x, before, strlen(lexeme), &err), 0);
    source_free(source);
    free(bytes);
    return s;
}

static void assert_same(const struct seq *a, const struct seq *b)
{
    assert_int_equal(a->integer, b->integer);
    assert_int_equal(a->small, b->small);
    assert_true(a->value == b->value);
}

/* The same in memory and through a window, whatever stands before. */
static struct seq read_seq(const char *lexeme)
{
    struct seq first = read_at(lexeme, 0, true);
    static const size_t before[] = {1, 50, 63, 64, 65};
    for (size_t i = 0; i < COUNT(before); i++) {
        struct seq a = read_at(lexeme, before[i], true), b = read_at(lexeme, before[i], false);
        assert_same(&first, &a);
        assert_same(&first, &b);
    }
    return first;
}

static void exact_integers(void **state)
{
    (void)state;
    static const struct {
        const char *lexeme;
        int64_t value;
    } known[] = {
        {"0", 0},
        {"1", 1},
        {"-1", -1},
        {"10", 10},
        {"100", 100},
        {"1000000000000", 1000000000000},
        {"9007199254740991", 9007199254740991},
        {"9007199254740992", 9007199254740992},
        {"9007199254740993", 9007199254740993},
        {"-9007199254740993", -9007199254740993},
        {"99999999999999999", 99999999999999999},
        {"100000000000000000", 100000000000000000},
        {"999999999999999999", 999999999999999999},
        {"-999999999999999999", -999999999999999999},
        {"123456789012345678", 123456789012345678},
        {"4294967296", 4294967296},
        /* a fraction or an exponent that leaves an integer */
        {"1.0", 1},
        {"1e0", 1},
        {"1E0", 1},
        {"1e+0", 1},
        {"1e-0", 1},
        {"10e-1", 1},
        {"1000e-3", 1},
        {"0.1e1", 1},
        {"0.01e2", 1},
        {"0.001E+3", 1},
        {"1.50e1", 15},
        {"1.5e1", 15},
        {"15.0", 15},
        {"15e0", 15},
        {"150e-1", 15},
        {"1.5e+1", 15},
        {"0.15e2", 15},
        {"1500000e-5", 15},
        {"2e3", 2000},
        {"1.000000000000000000000000000000000000000000", 1},
        {"-1.0", -1},
        {"-10e-1", -1},
        {"12e2", 1200},
        {"1.0e0", 1},
        {"1e15", 1000000000000000},
        {"9e15", 9000000000000000},
        {"9007199254740992.0", 9007199254740992},
        {"9007199254740992e0", 9007199254740992},
        {"900719925474099.2e1", 9007199254740992},
        {"90071992547409920e-1", 9007199254740992},
        {"0.9007199254740992e16", 9007199254740992},
        {"-9007199254740992.0", -9007199254740992},
        {"9007199254740991.000", 9007199254740991},
        {"1000000000000000000000000000000e-30", 1},
        {"0.000000000000000000000000000001e30", 1},
        /* zero, however it is written */
        {"-0", 0},
        {"0.0", 0},
        {"-0.0", 0},
        {"0e0", 0},
        {"0e5", 0},
        {"0e-5", 0},
        {"-0.000E+9", 0},
        {"0e999999999999999999", 0},
        {"0e-999999999999999999", 0},
        {"0.0e99999999999999999999999999", 0},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct seq s = read_seq(known[i].lexeme);
        if (!s.integer || !s.small || s.value != known[i].value)
            print_error("%s: %d %d %lld\n", known[i].lexeme, s.integer, s.small,
                        (long long)s.value);
        assert_true(s.integer && s.small && s.value == known[i].value);
    }
}

static void no_integers(void **state)
{
    (void)state;
    static const char *const lexemes[] = {
        "1.5",
        "0.5",
        "-0.5",
        "1.0000000000000000000000000000000000000001",
        "1e-1",
        "15e-2",
        "1.50e0",
        "0.1e0",
        "0.01e1",
        "1000e-4",
        "1e-400",
        "1e-999999999999999999999",
        "0.1",
        "3.14159",
        "1.00000000000000001",
        "9007199254740991.5",
        "0.9007199254740993e15",
        /* above 2^53 where written as a fraction or with an exponent */
        "9007199254740993.0",
        "9007199254740993e0",
        "90071992547409930e-1",
        "9007199254740994.0",
        "-9007199254740993.0",
        "1e16",
        "1E16",
        "1.0e16",
        "10e15",
        "1e17",
        "1e18",
        "1e19",
        "1e400",
        "1e999999999999999999999",
        "1e9223372036854775807",
        "1e18446744073709551617",
        "100000000000000000000.0",
        "99999999999999999999e0",
        "9999999999999999.0",
        "1e308",
        "1.8e19",
        "18446744073709551617e0",
        "18446744073709551617.0",
    };
    for (size_t i = 0; i < COUNT(lexemes); i++) {
        struct seq s = read_seq(lexemes[i]);
        if (s.integer)
            print_error("%s: %lld\n", lexemes[i], (long long)s.value);
        assert_false(s.integer);
    }
}

/* Larger than a machine word: an integer all the same, told by its sign, and its own canonical
 * form. */
static void large_integers(void **state)
{
    (void)state;
    static const char *const lexemes[] = {
        "1000000000000000000",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "18446744073709551617",
        "100000000000000000000",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "0000000000",
        "314159265358979323846264338327950288419716939937510582097494459230781640628620899862"
        "8034825342",
    };
    char negative[128];
    for (size_t i = 0; i < COUNT(lexemes); i++) {
        struct seq s = read_seq(lexemes[i]);
        assert_true(s.integer && !s.small && s.value > 0);
        snprintf(negative, sizeof negative, "-%s", lexemes[i]);
        s = read_seq(negative);
        assert_true(s.integer && !s.small && s.value < 0);
    }
}

static void huge_strings_of_digits(void **state)
{
    (void)state;
    enum { LONG = 200000 };
    char *text = malloc(LONG + 16);
    memset(text, '0', LONG);
    text[0] = '1';
    strcpy(text + LONG, "");
    struct seq s = read_at(text, 0, false);
    assert_true(s.integer && !s.small);
    sprintf(text + LONG, "e-%d", LONG - 2);
    s = read_at(text, 0, false);
    assert_true(s.integer && s.small && s.value == 10);
    sprintf(text + LONG, "e-%d", LONG);
    assert_false(read_at(text, 0, false).integer);
    text[1] = '.';
    strcpy(text + LONG, "");
    s = read_at(text, 0, false);
    assert_true(s.integer && s.small && s.value == 1);
    strcpy(text + LONG, "1");
    assert_false(read_at(text, 0, false).integer);
    sprintf(text, "0.%0*d", LONG - 3, 7);
    sprintf(text + strlen(text), "e%d", LONG - 3);
    s = read_at(text, 0, false);
    assert_true(s.integer && s.small && s.value == 7);
    free(text);
}

/* Powers of ten around the border, written in every way. */
static void every_scale(void **state)
{
    (void)state;
    char lexeme[64];
    for (int digits = 1; digits <= 20; digits++)
        for (int exponent = -20; exponent <= 20; exponent++) {
            snprintf(lexeme, sizeof lexeme, "1%0*de%d", digits, 0, exponent);
            int scale = digits + exponent;
            struct seq s = read_seq(lexeme);
            assert_int_equal(s.integer, scale >= 0 && scale <= 15);
            int64_t want = 1;
            for (int i = 0; i < scale && scale <= 15; i++)
                want *= 10;
            assert_true(!s.integer || s.value == want);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_integers), cmocka_unit_test(no_integers),
        cmocka_unit_test(large_integers), cmocka_unit_test(huge_strings_of_digits),
        cmocka_unit_test(every_scale),
    };
    return cmocka_run_group_tests_name("core/seq", tests, NULL, NULL);
}
