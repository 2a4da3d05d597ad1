#include "base/decimal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void whole_numbers(void **state)
{
    static const struct {
        const char *text;
        uint64_t value;
    } known[] = {
        {"0", 0},
        {"7", 7},
        {"007", 7},
        {"4294967296", UINT64_C(4294967296)},
        {"18446744073709551609", UINT64_MAX - 6},
        {"18446744073709551610", UINT64_MAX - 5},
        {"18446744073709551615", UINT64_MAX},
        {"00000000000000000000000000018446744073709551615", UINT64_MAX},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint64_t n = 99;

        assert_true(decimal_parse(known[i].text, &n));
        assert_true(n == known[i].value);
    }
}

static void no_numbers(void **state)
{
    static const char *const wrong[] = {"",    "-",   "-1",   "+1",   " 1",   "1 ",  "0x10", "1e3",
                                        "1.0", "1_0", "x",    "\t1",  "1\n",  "--1", "\xD9\xA1",
                                        "18446744073709551616", "18446744073709551620",
                                        "99999999999999999999", "184467440737095516150"};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint64_t n = 99;

        if (decimal_parse(wrong[i], &n))
            print_error("%s\n", wrong[i]);
        assert_false(decimal_parse(wrong[i], &n));
    }
}

static void what_stands_behind(void **state)
{
    const char *text = "12-34x", *at = text, *too_large = "18446744073709551616-1", *before = too_large;
    uint64_t n = 0;

    (void)state;
    assert_true(decimal_take(&at, &n));
    assert_int_equal(n, 12);
    assert_ptr_equal(at, text + 2);
    assert_false(decimal_take(&at, &n));
    assert_ptr_equal(at, text + 2);
    at++;
    assert_true(decimal_take(&at, &n));
    assert_int_equal(n, 34);
    assert_ptr_equal(at, text + 5);
    assert_false(decimal_take(&too_large, &n));
    assert_ptr_equal(too_large, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(no_numbers),
        cmocka_unit_test(what_stands_behind),
    };
    return cmocka_run_group_tests_name("base/decimal", tests, NULL, NULL);
}
