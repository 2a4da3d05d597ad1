#include "app/nearest.h"
#include "app/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { WORDS = 32 };

static struct options options;
static struct err error;
static char words[1024];

/* Parses a line of words with single spaces between. */
static int parse(const char *line)
{
    char *argv[WORDS];
    int argc = 0;

    options_release(&options);
    memset(&options, 0, sizeof options);
    err_clear(&error);
    strcpy(words, line);
    for (char *at = words; at != NULL && argc < WORDS; argc++) {
        argv[argc] = at;
        at = strchr(at, ' ');
        if (at != NULL)
            *at++ = '\0';
    }
    return options_parse(&options, argc, argv, &error);
}

static void good(const char *line)
{
    if (parse(line) != 0)
        fail_msg("%s: %s", line, error.text);
}

static void bad(const char *line, const char *says)
{
    if (parse(line) == 0)
        fail_msg("%s: taken", line);
    assert_int_equal(error.code, ERR_USAGE);
    if (strstr(error.text, says) == NULL)
        fail_msg("%s: says '%s', not '%s'", line, error.text, says);
}

static void view_is_the_command_when_none_is_named(void **state)
{
    (void)state;
    good("aerscope x.json");
    assert_int_equal(options.command, COMMAND_VIEW);
    assert_int_equal(options.operands, 1);
    good("aerscope -- verify");
    assert_int_equal(options.command, COMMAND_VIEW);
    assert_string_equal(options.operand[0], "verify");
    good("aerscope --color=never verify x y");
    assert_int_equal(options.command, COMMAND_VERIFY);
    assert_int_equal(options.operands, 2);
}

static void options_stand_anywhere_in_every_form(void **state)
{
    static const char *const lines[] = {
        "a verify x --commitment=c -o f",
        "a --commitment c --output f verify x",
        "a -cc verify -of x",
        "a verify -c c x --output=f",
        "a -c c -o f verify -- x",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        good(lines[i]);
        assert_int_equal(options.references, 1);
        assert_string_equal(options.reference[0].value, "c");
        assert_string_equal(options.output, "f");
        assert_int_equal(options.operands, 1);
        assert_string_equal(options.operand[0], "x");
    }
    good("a verify x -o -");
    assert_null(options.output);
    good("a verify -- -x --y");
    assert_int_equal(options.operands, 2);
}

static void of_an_option_given_twice_the_last_counts(void **state)
{
    (void)state;
    good("a verify --format=json --format=ndjson x --jobs=2 --jobs=3");
    assert_string_equal(options.format->name, "ndjson");
    assert_int_equal(options.jobs, 3);
}

static void descriptions_go_to_the_reference_before_them(void **state)
{
    (void)state;
    good("a verify x -c a --witness=w --independent=yes --head=00 --authority=o "
         "--retrieved-from=p --retrieved-at=2026-11-30T11:02:05Z --count=3");
    assert_int_equal(options.references, 3);
    assert_int_equal(options.reference[0].kind, REFERENCE_COMMITMENT);
    assert_string_equal(options.reference[0].witness, "w");
    assert_int_equal(options.reference[0].independent, INDEPENDENT_YES);
    assert_null(options.reference[0].authority);
    assert_int_equal(options.reference[1].kind, REFERENCE_HEAD);
    assert_string_equal(options.reference[1].authority, "o");
    assert_int_equal(options.reference[1].independent, INDEPENDENT_UNKNOWN);
    assert_int_equal(options.reference[2].kind, REFERENCE_COUNT_ONLY);
    bad("a verify x --witness=w -c a", "just before");
    bad("a verify x --independent=no", "just before");
    bad("a verify x -c a --witness=w --witness=w", "twice");
    bad("a verify x -c a --independent=no --independent=no", "twice");
    bad("a verify x -c a --independent=maybe", "yes, no, unknown");
    bad("a verify x -c a --retrieved-at=yesterday", "YYYY-MM-DD");
}

static void names_are_not_abbreviated(void **state)
{
    (void)state;
    bad("a verify x --comm=c", "did you mean --commitment");
    bad("a verify x --formt=json", "did you mean --format");
    bad("a verify x --zzzzzzzzzzzz", "unknown option '--zzzzzzzzzzzz'");
    bad("a verify x -z", "unknown option '-z'");
    bad("a verify x --expect=f --expect=g", "twice");
    bad("a verify x --expect=", "empty value");
    bad("a diff x y --expect=f", "does not take");
    bad("a verify - --expect=-", "read once");
}

static void values_are_checked(void **state)
{
    (void)state;
    bad("a verify x --format=xml", "text, json, ndjson");
    bad("a diff x y --format=ndjson", "one of text, json");
    bad("a verify x --jobs=0", "number from 1 to 64");
    bad("a verify x --jobs=-1", "number");
    bad("a verify x --jobs=2x", "number");
    bad("a digest x --entry=99999999999999999999999", "number");
    bad("a verify x --require=endpoint,outcome", "endpoint, coverage");
    bad("a verify x --require=endpoint,", "endpoint, coverage");
    bad("a verify x --construction=08", "auto, 07, 06");
    bad("a verify x --layout=xml", "array, wrapped");
    bad("a verify x --color=green", "auto, always, never");
    bad("a x --frames=double", "ascii, unicode");
    bad("a commit x --published-at=2026-02-30T00:00:00Z", "published-at");
    bad("a verify x --quiet=yes", "takes no value");
    bad("a verify x --format=", "empty value");
    bad("a verify x --format", "needs a value");
    bad("a verify x -o", "needs a value");
    good("a verify x --require=coverage,endpoint --layout=lines --construction=06");
    assert_true(options.demands.endpoint && options.demands.coverage);
    assert_int_equal(options.layout, LAYOUT_LINES);
    assert_int_equal(options.construction, CONSTRUCTION_06);
}

static void what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    bad("a", "needs TIMELINE");
    bad("a verify", "needs TIMELINE");
    bad("a x y", "'x' is no command, and");
    bad("a verfy y", "'verfy' is no command (did you mean verify?)");
    bad("a view x y", "one too many");
    bad("a digest x y", "one too many");
    bad("a digest x --format=json", "does not take --format");
    bad("a ./x -o f", "does not take --output");
    bad("a vrify -o f", "no file 'vrify', and no command of this name (did you mean verify?)");
    bad("a digest x --preimage", "--entry=N");
    bad("a verify x --force", "--output=FILE");
    bad("a verify - -", "once");
    bad("a verify - -c -", "once");
    bad("a verify x y --head=00", "names no job");
    bad("a verify x y --count=4", "names no job");
    good("a verify x y -c c");
    good("a verify - x");
}

static void help_asks_for_nothing_else(void **state)
{
    (void)state;
    good("a --help");
    assert_true(options.help && !options.named);
    good("a verify --help");
    assert_true(options.help && options.named);
    good("a --version");
    good("a help digest");
    assert_int_equal(options.command, COMMAND_HELP);
}

static void messages_escape_what_was_written(void **state)
{
    (void)state;
    bad("a verify x --\033[2J=1", "unknown option '--<U+001B>[2J'");
    bad("a verify x --format=\xff", "'<0xFF>'");
}

static void near_words_are_found(void **state)
{
    struct nearest n = {.written = "verfiy"};

    (void)state;
    nearest_try(&n, "view");
    nearest_try(&n, "verify");
    nearest_try(&n, "digest");
    assert_string_equal(nearest_word(&n), "verify");
    n = (struct nearest){.written = "xyz"};
    nearest_try(&n, "verify");
    assert_null(nearest_word(&n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_is_the_command_when_none_is_named),
        cmocka_unit_test(options_stand_anywhere_in_every_form),
        cmocka_unit_test(of_an_option_given_twice_the_last_counts),
        cmocka_unit_test(descriptions_go_to_the_reference_before_them),
        cmocka_unit_test(names_are_not_abbreviated),
        cmocka_unit_test(values_are_checked),
        cmocka_unit_test(what_does_not_go_together_is_refused),
        cmocka_unit_test(help_asks_for_nothing_else),
        cmocka_unit_test(messages_escape_what_was_written),
        cmocka_unit_test(near_words_are_found),
    };
    int failed = cmocka_run_group_tests_name("app_options", tests, NULL, NULL);

    options_release(&options);
    return failed;
}
