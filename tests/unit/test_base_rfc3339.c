#include "base/rfc3339.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void good_times(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t seconds;
        uint32_t nanoseconds;
    } cases[] = {
        {"1970-01-01T00:00:00Z", 0, 0},
        {"2026-11-30T11:02:05Z", 1796036525, 0},
        {"2026-11-30T11:02:05.25Z", 1796036525, 250000000},
        {"2026-11-30T11:02:05.000000001Z", 1796036525, 1},
        {"2026-11-30T11:02:05.9999999999999Z", 1796036525, 999999999},
        {"2026-11-30T13:02:05+02:00", 1796036525, 0},
        {"2026-11-30T05:32:05-05:30", 1796036525, 0},
        {"2026-11-30T11:02:05+00:00", 1796036525, 0},
        {"2026-11-30T11:02:05-00:00", 1796036525, 0},
        {"2026-12-01T11:01:05+23:59", 1796036525, 0},
        {"2026-11-29T11:03:05-23:59", 1796036525, 0},
        {"1969-12-31T23:59:59Z", -1, 0},
        {"2000-02-29T00:00:00Z", 951782400, 0},
        {"2024-02-29T23:59:59Z", 1709251199, 0},
        {"0001-01-01T00:00:00Z", -62135596800, 0},
        {"0004-02-29T00:00:00Z", -62035891200, 0},
        {"9999-12-31T23:59:59Z", 253402300799, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct instant at;
        const char *why = NULL;
        if (rfc3339_parse(cases[i].text, strlen(cases[i].text), &at, &why) != 0)
            fail_msg("%s: %s", cases[i].text, why);
        assert_int_equal(at.seconds, cases[i].seconds);
        assert_int_equal(at.nanoseconds, cases[i].nanoseconds);
    }
}

static void bad_times_and_why(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "a digit is missing"},
        {"2026", "the date is not YYYY-MM-DD"},
        {"0000-01-01T00:00:00Z", "no such year"},
        {"2026-00-30T11:02:05Z", "no such month"},
        {"2026-13-30T11:02:05Z", "no such month"},
        {"2026-11-00T11:02:05Z", "no such day"},
        {"2026-11-31T11:02:05Z", "no such day"},
        {"2026-01-32T11:02:05Z", "no such day"},
        {"2026-02-29T11:02:05Z", "no such day"},
        {"1900-02-29T11:02:05Z", "no such day"},
        {"2100-02-29T11:02:05Z", "no such day"},
        {"2000-02-30T11:02:05Z", "no such day"},
        {"2026-11-30t11:02:05Z", "no upper-case T between date and time"},
        {"2026-11-30 11:02:05Z", "no upper-case T between date and time"},
        {"2026-11-30", "no upper-case T between date and time"},
        {"2026-11-30T24:00:00Z", "no such hour"},
        {"2026-11-30T23:60:00Z", "no such minute"},
        {"2016-12-31T23:59:60Z", "no such second"},
        {"2026-11-30T11:02Z", "the time is not hh:mm:ss"},
        {"2026-11-30T11:02:05.Z", "no digit after the decimal point"},
        {"2026-11-30T11:02:05,5Z", "no Z (upper case) or offset from UTC after the time"},
        {"2026-11-30T11:02:05z", "no Z (upper case) or offset from UTC after the time"},
        {"2026-11-30T11:02:05", "no Z (upper case) or offset from UTC after the time"},
        {"2026-11-30T11:02:05.5", "no Z (upper case) or offset from UTC after the time"},
        {"2026-11-30T11:02:05+24:00", "no such offset from UTC"},
        {"2026-11-30T11:02:05+23:60", "no such offset from UTC"},
        {"2026-11-30T11:02:05+0200", "the offset from UTC is not hh:mm"},
        {"2026-11-30T11:02:05+02", "the offset from UTC is not hh:mm"},
        {"2026-11-30T11:02:05Z ", "something follows the time"},
        {"2026-11-30T11:02:05ZZ", "something follows the time"},
        {"2026-11-30T11:02:05+02:00Z", "something follows the time"},
        {" 2026-11-30T11:02:05Z", "a digit is missing"},
        {"+2026-11-30T11:02:05Z", "a digit is missing"},
        {"-001-11-30T11:02:05Z", "a digit is missing"},
        {"12026-11-30T11:02:05Z", "the date is not YYYY-MM-DD"},
        {"2026-1-30T11:02:05Z", "a digit is missing"},
        {"20261130T110205Z", "the date is not YYYY-MM-DD"},
        {"2026-11-30T1 :02:05Z", "a digit is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct instant at = {.seconds = 4711, .nanoseconds = 1};
        const char *why = "";
        assert_int_equal(rfc3339_parse(cases[i][0], strlen(cases[i][0]), &at, &why), -1);
        if (strcmp(why, cases[i][1]) != 0)
            fail_msg("%s: %s", cases[i][0], why);
        assert_int_equal(at.seconds, 4711);
    }
    struct instant at;
    const char *why;
    assert_int_equal(rfc3339_parse("2026-11-30T11:02:05Z\0", 21, &at, &why), -1);
    assert_int_equal(rfc3339_parse("2026", 4, &at, NULL), -1);
}

/* Each byte at each place: what is taken must be written back as it was. */
static void every_corruption_of_one_byte(void **state)
{
    (void)state;
    const char *good = "2026-11-30T11:02:05Z";
    unsigned taken = 0;
    for (size_t at = 0; at < strlen(good); at++) {
        for (unsigned c = 0; c < 256; c++) {
            char text[21], back[32];
            struct instant when;
            memcpy(text, good, sizeof text);
            text[at] = (char)c;
            if (rfc3339_parse(text, 20, &when, NULL) != 0)
                continue;
            rfc3339_format(back, when.seconds);
            assert_string_equal(back, text);
            taken++;
        }
    }
    /* digits that give a date, in each place of YYYY MM DD hh mm ss, and the six marks */
    assert_int_equal(taken, 40 + 2 + 3 + 3 + 1 + 3 + 10 + 6 + 10 + 6 + 10 + 6);
}

/* Every day of 9999 years, counted one by one. */
static void every_day_in_turn(void **state)
{
    (void)state;
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t seconds = -62135596800;
    for (int year = 1; year <= 9999; year++) {
        bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        for (int month = 1; month <= 12; month++) {
            for (int day = 1; day <= days[month - 1] + (leap && month == 2); day++) {
                char text[64], back[32];
                struct instant at = {.seconds = 0};
                snprintf(text, sizeof text, "%04d-%02d-%02dT12:34:56Z", year, month, day);
                rfc3339_parse(text, 20, &at, NULL);
                rfc3339_format(back, at.seconds);
                if (at.seconds != seconds + 45296 || strcmp(text, back) != 0)
                    fail_msg("%s", text);
                seconds += 86400;
            }
        }
    }
}

static void formats_what_no_date_was_parsed_from(void **state)
{
    (void)state;
    char text[32];
    rfc3339_format(text, -62135596801);
    assert_string_equal(text, "0000-12-31T23:59:59Z");
    rfc3339_format(text, INT64_MAX);
    assert_string_equal(text, "292277026596-12-04T15:30:07Z");
    rfc3339_format(text, INT64_MIN);
    assert_string_equal(text, "-292277022657-01-27T08:29:52Z");
}

static void instants_compare(void **state)
{
    (void)state;
    struct instant a = {.seconds = 5, .nanoseconds = 7}, b = a;
    assert_int_equal(instant_compare(&a, &b), 0);
    b.nanoseconds = 8;
    assert_true(instant_compare(&a, &b) < 0);
    assert_true(instant_compare(&b, &a) > 0);
    b = (struct instant){.seconds = -5, .nanoseconds = 999};
    assert_true(instant_compare(&a, &b) > 0);
    assert_true(instant_compare(&b, &a) < 0);
}

static void now_is_now_or_as_told(void **state)
{
    (void)state;
    setenv("SOURCE_DATE_EPOCH", "1234567890", 1);
    struct instant now = instant_now();
    assert_int_equal(now.seconds, 1234567890);
    assert_int_equal(now.nanoseconds, 0);
    assert_true(source_date_usable());
    setenv("SOURCE_DATE_EPOCH", "253402300799", 1);
    assert_int_equal(instant_now().seconds, 253402300799);
    assert_true(source_date_usable());
    static const char *const unusable[] = {"", "soon", "12x", " 12", "-12", "+12", "1.5", "253402300800",
                                           "99999999999999999999"};
    for (size_t i = 0; i <= sizeof unusable / sizeof *unusable; i++) {
        if (i < sizeof unusable / sizeof *unusable)
            setenv("SOURCE_DATE_EPOCH", unusable[i], 1);
        else
            unsetenv("SOURCE_DATE_EPOCH");
        assert_int_equal(source_date_usable(), i == sizeof unusable / sizeof *unusable);
        int64_t before = time(NULL) - 1;
        now = instant_now();
        assert_true(now.seconds >= before && now.seconds <= time(NULL) + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_times),
        cmocka_unit_test(bad_times_and_why),
        cmocka_unit_test(every_corruption_of_one_byte),
        cmocka_unit_test(every_day_in_turn),
        cmocka_unit_test(formats_what_no_date_was_parsed_from),
        cmocka_unit_test(instants_compare),
        cmocka_unit_test(now_is_now_or_as_told),
    };
    return cmocka_run_group_tests_name("base/rfc3339", tests, NULL, NULL);
}
