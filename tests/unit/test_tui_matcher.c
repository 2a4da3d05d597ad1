#include "tui/matcher.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* All matches as "from-to from-to". */
static const char *found(const char *what, bool regex, const char *text)
{
    static char out[256];
    struct matcher m;
    size_t at, end = 0, len = 0;

    *out = '\0';
    assert_int_equal(matcher_init(&m, what, regex), 0);
    while (matcher_next(&m, text, strlen(text), end, &at, &end))
        len += (size_t)snprintf(out + len, sizeof out - len, "%s%zu-%zu", len ? " " : "", at, end);
    matcher_release(&m);
    return out;
}

static void finds_text(void **state)
{
    (void)state;
    assert_string_equal(found("fs", false, "fs.write fs"), "0-2 9-11");
    assert_string_equal(found("fs", false, "FS.write"), "0-2");
    assert_string_equal(found("Fs", false, "fs.write"), "");
    assert_string_equal(found("aa", false, "aaaa"), "0-2 2-4");
    assert_string_equal(found(".", false, "a.b"), "1-2");
    assert_string_equal(found("longer", false, "long"), "");
    assert_string_equal(found("", false, "long"), "");
}

static void finds_expressions(void **state)
{
    (void)state;
    assert_string_equal(found("f.", true, "fs fx"), "0-2 3-5");
    assert_string_equal(found("^f", true, "ff"), "0-1");
    assert_string_equal(found("x*", true, "axxa"), "1-3");
    assert_string_equal(found("(a|b)+$", true, "ab-ab"), "3-5");
}

static void tokens_stay_whole(void **state)
{
    (void)state;
    assert_string_equal(found("202e", false, "a<U+202E>b"), "1-9");
    assert_string_equal(found("<u+202e>b", false, "a<U+202E>b"), "1-10");
}

static void a_bad_expression_matches_nothing(void **state)
{
    struct matcher m;
    size_t at, end;

    (void)state;
    assert_int_equal(matcher_init(&m, "(", true), -1);
    assert_false(matcher_next(&m, "(", 1, 0, &at, &end));
    matcher_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_text),
        cmocka_unit_test(finds_expressions),
        cmocka_unit_test(tokens_stay_whole),
        cmocka_unit_test(a_bad_expression_matches_nothing),
    };
    return cmocka_run_group_tests_name("tui/matcher", tests, NULL, NULL);
}
