#include "core/provenance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define CLASS(text, standing)            \
    {                                    \
        text, sizeof(text) - 1, standing \
    }

static const struct {
    const char *text;
    size_t len;
    enum standing standing;
} classes[] = {
    CLASS("LOGGED BY AGENT", STANDING_AGENT),
    CLASS("OBSERVED VIA GATEWAY", STANDING_GATEWAY),
    CLASS("EXECUTED BY X", STANDING_RECORDER),
    CLASS("EXECUTED BY 9", STANDING_RECORDER),
    CLASS("EXECUTED BY ZAMBO", STANDING_RECORDER),
    CLASS("EXECUTED BY A B C", STANDING_RECORDER),
    CLASS("EXECUTED BY TOOLHOST-2.B_9", STANDING_RECORDER),
    CLASS("EXECUTED BY A.B", STANDING_RECORDER),
    CLASS("EXECUTED BY A..B", STANDING_RECORDER),
    CLASS("EXECUTED BY A - B", STANDING_RECORDER),
    CLASS("EXECUTED BY EXECUTED BY X", STANDING_RECORDER),
    /* the name of the system */
    CLASS("EXECUTED BY ", STANDING_NONE),
    CLASS("EXECUTED BY", STANDING_NONE),
    CLASS("EXECUTED BYX", STANDING_NONE),
    CLASS("EXECUTED BY  X", STANDING_NONE),
    CLASS("EXECUTED BY X ", STANDING_NONE),
    CLASS("EXECUTED BY A  B", STANDING_NONE),
    CLASS("EXECUTED BY -X", STANDING_NONE),
    CLASS("EXECUTED BY X-", STANDING_NONE),
    CLASS("EXECUTED BY .X", STANDING_NONE),
    CLASS("EXECUTED BY X.", STANDING_NONE),
    CLASS("EXECUTED BY _X", STANDING_NONE),
    CLASS("EXECUTED BY X_", STANDING_NONE),
    CLASS("EXECUTED BY x", STANDING_NONE),
    CLASS("EXECUTED BY Xx", STANDING_NONE),
    CLASS("EXECUTED BY A/B", STANDING_NONE),
    CLASS("EXECUTED BY A\tB", STANDING_NONE),
    CLASS("EXECUTED BY A\nB", STANDING_NONE),
    CLASS("EXECUTED BY X\n", STANDING_NONE),
    CLASS("EXECUTED BY A\0B", STANDING_NONE),
    CLASS("EXECUTED BY X\0", STANDING_NONE),
    CLASS("EXECUTED BY \xD0\x90", STANDING_NONE),
    CLASS("EXECUTED BY A\xC2\xA0"
          "B",
          STANDING_NONE),
    CLASS("EXECUTED BY A\xE2\x80\x8B"
          "B",
          STANDING_NONE),
    CLASS("EXECUTED BY \xC3\x84", STANDING_NONE),
    CLASS("EXECUTED BY A\xCC\x88", STANDING_NONE),
    /* the words before it */
    CLASS("", STANDING_NONE),
    CLASS(" ", STANDING_NONE),
    CLASS("EXECUTED", STANDING_NONE),
    CLASS("executed by X", STANDING_NONE),
    CLASS("Executed By X", STANDING_NONE),
    CLASS(" EXECUTED BY X", STANDING_NONE),
    CLASS("EXECUTED  BY X", STANDING_NONE),
    CLASS("EXECUTED\xC2\xA0"
          "BY X",
          STANDING_NONE),
    CLASS("\xEF\xBB\xBF"
          "EXECUTED BY X",
          STANDING_NONE),
    CLASS("NOT EXECUTED BY X", STANDING_NONE),
    CLASS("logged by agent", STANDING_NONE),
    CLASS("LOGGED BY AGENT ", STANDING_NONE),
    CLASS(" LOGGED BY AGENT", STANDING_NONE),
    CLASS("LOGGED BY AGENT\n", STANDING_NONE),
    CLASS("LOGGED BY AGENT\0", STANDING_NONE),
    CLASS("LOGGED  BY AGENT", STANDING_NONE),
    CLASS("LOGGED BY AGENTS", STANDING_NONE),
    CLASS("LOGGED BY", STANDING_NONE),
    CLASS("OBSERVED VIA GATEWAY\0", STANDING_NONE),
    CLASS("OBSERVED VIA GATEWAY 2", STANDING_NONE),
    CLASS("OBSERVED VIA GATEWA\xD0\xA3", STANDING_NONE),
    CLASS("OBSERVED VIA", STANDING_NONE),
    CLASS("RECORDED BY X", STANDING_NONE),
};

static void each_class_has_its_standing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(classes); i++) {
        enum standing got = provenance_standing(classes[i].text, classes[i].len);
        if (got != classes[i].standing)
            print_error("%s: %s\n", classes[i].text, standing_name(got));
        assert_int_equal(got, classes[i].standing);
    }
}

/* A name of one byte, whichever it is: a capital letter or a digit, and no other. */
static void every_byte_as_a_system(void **state)
{
    (void)state;
    char text[] = "EXECUTED BY ?", inner[] = "EXECUTED BY A?B";
    for (int c = 0; c < 256; c++) {
        bool outer = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        bool within = outer || c == '.' || c == '_' || c == '-' || c == ' ';
        text[12] = (char)c;
        assert_int_equal(provenance_standing(text, 13), outer ? STANDING_RECORDER : STANDING_NONE);
        inner[13] = (char)c;
        assert_int_equal(provenance_standing(inner, 15),
                         within ? STANDING_RECORDER : STANDING_NONE);
    }
}

/* The length counts, not a NUL, and nothing behind it is looked at. */
static void cut_anywhere(void **state)
{
    (void)state;
    static const char agent[] = "LOGGED BY AGENT", gateway[] = "OBSERVED VIA GATEWAY";
    for (size_t len = 0; len < sizeof agent - 1; len++)
        assert_int_equal(provenance_standing(agent, len), STANDING_NONE);
    for (size_t len = 0; len < sizeof gateway - 1; len++)
        assert_int_equal(provenance_standing(gateway, len), STANDING_NONE);
    assert_int_equal(provenance_standing("EXECUTED BY XYZ junk", 14), STANDING_RECORDER);
}

static void standings_are_named_and_explained(void **state)
{
    (void)state;
    assert_string_equal(standing_name(STANDING_RECORDER), "recorder execution");
    assert_string_equal(standing_name(STANDING_GATEWAY), "gateway observation");
    assert_string_equal(standing_name(STANDING_AGENT), "agent assertion");
    assert_string_equal(standing_name(STANDING_NONE), "none");
    for (int s = 0; s < STANDING_COUNT; s++)
        assert_true(strlen(standing_says((enum standing)s)) > 20);
    assert_non_null(strstr(standing_says(STANDING_AGENT), "not an observation"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_class_has_its_standing),
        cmocka_unit_test(every_byte_as_a_system),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(standings_are_named_and_explained),
    };
    return cmocka_run_group_tests_name("core/provenance", tests, NULL, NULL);
}
