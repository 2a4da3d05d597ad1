/* Words for a shell, given to a shell. */
#include "report/shell.h"

#include "core/digest.h"
#include "report/reproduce.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static const char *run(const char *command)
{
    static char out[8192];
    FILE *p = popen(command, "r");
    size_t n;

    assert_non_null(p);
    n = fread(out, 1, sizeof out - 1, p);
    out[n] = '\0';
    assert_int_equal(pclose(p), 0);
    return out;
}

/* What the shell makes of the word for this path. */
static const char *given(const char *path)
{
    struct buf command;
    const char *out;

    buf_init(&command, 8192);
    buf_adds(&command, "printf '%s' ");
    assert_int_equal(shell_path(&command, path), 0);
    assert_true(shell_plain(command.data, command.len));
    out = run(buf_cstr(&command));
    buf_release(&command);
    return out;
}

static void gives_paths_as_they_are(void **state)
{
    static const char *const paths[] = {
        "a.json",
        "/srv/a b/c.json",
        "it's",
        "$(touch x)",
        "`id`",
        "a;b&c|d",
        "a\"b\\c",
        "*?[a]{b,c}~",
        "~root",
        "-e",
        "--help",
        "\xc3\xa9.json",
        "-\xc3\xa9",
        "100%\xc3\xa9%s",
        "a\nb",
        "\x1b[2Jx",
        "\xff\xfe",
        "<U+0041>",
        "<0xFF>'$x",
        "!history",
        "a\tb",
        "# c",
        "=x",
        "\\",
        "\xc3\xa9"
        "7",
        "0",
        "\\n\xc3\xa9",
        "\x01"
        "1",
    };

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_string_equal(given(paths[i]), paths[i]);
}

static void shows_no_path_as_a_token(void **state)
{
    struct buf out;

    (void)state;
    buf_init(&out, 256);
    assert_int_equal(shell_path(&out, "<U+202E>"), 0);
    assert_null(strstr(buf_cstr(&out), "<U+"));
    buf_release(&out);
}

static void refuses_what_no_word_can_be(void **state)
{
    static const char *const paths[] = {"", "-", "a\n"};
    struct buf out;

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        buf_init(&out, 256);
        assert_int_equal(shell_path(&out, paths[i]), -1);
        buf_release(&out);
    }
    buf_init(&out, 256);
    assert_int_equal(shell_quote(&out, "a\x1b", 2), -1);
    assert_int_equal(shell_quote(&out, "\xc3\xa9", 2), -1);
    buf_release(&out);
}

static void writes_a_preimage_that_gives_its_digest(void **state)
{
    static const char *const preimages[] = {
        "x", "{\"id\":\"it's\"}", "''", "\\n %s $x `y`", "{\"a\":\"\\u0041\\\\\"}", "-n", "  ",
    };
    char hex[DIGEST_HEX + 1];
    struct digest d;
    struct buf out;

    (void)state;
    for (size_t i = 0; i < sizeof preimages / sizeof *preimages; i++) {
        const char *p = preimages[i];
        buf_init(&out, 8192);
        assert_int_equal(reproduce_by_hand(&out, p, strlen(p)), 0);
        assert_int_equal(digest_bytes(p, strlen(p), &d, NULL), 0);
        digest_hex(&d, hex);
        assert_memory_equal(run(buf_cstr(&out)), hex, DIGEST_HEX);
        buf_release(&out);
    }
}

static void writes_no_preimage_that_is_not_short_and_plain(void **state)
{
    char longer[REPRODUCE_PLAIN_MAX + 1];
    static const struct {
        const char *text;
        size_t len;
    } bad[] = {{"", 0}, {"a\nb", 3}, {"\xc3\xa9", 2}, {"a\0b", 3}, {"{\"a\":\"<U+0041>\"}", 16}};
    struct buf out;

    (void)state;
    memset(longer, 'x', sizeof longer);
    buf_init(&out, 8192);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        buf_clear(&out);
        assert_int_equal(reproduce_by_hand(&out, bad[i].text, bad[i].len), -1);
    }
    buf_clear(&out);
    assert_int_equal(reproduce_by_hand(&out, longer, sizeof longer), -1);
    buf_clear(&out);
    assert_int_equal(reproduce_by_hand(&out, longer, sizeof longer - 1), 0);
    buf_release(&out);
}

/* No line is longer, and the shell gets the words that it gets without lines. */
static void same_words(const char *command, size_t indent, size_t cols)
{
    static char want[8192];
    struct buf lines;

    buf_init(&lines, 16384);
    assert_int_equal(shell_lines(&lines, command, indent, cols), 0);
    for (size_t at = 0, len, col = indent; at < lines.len; at += len + 1, col = 0) {
        len = strcspn((const char *)lines.data + at, "\n");
        assert_true(col + len <= cols);
    }
    snprintf(want, sizeof want, "%s", run(command));
    assert_string_equal(run(buf_cstr(&lines)), want);
    buf_release(&lines);
}

static void lines_are_joined_to_the_same_words(void **state)
{
    static const char *const values[] = {
        "short", "of the whole sum", "4={\"quote\":\"Q-5519\",\"payee\":\"Northgate Paper   Supplies\",\"n\":\"it's $(id) `x` \\\"}",
        "a path/with blanks/and a very long name that goes on and on/x.json", "\xc3\xa9\xc3\xa9\xc3\xa9 and some more of it, 100 %",
        "<U+202E> is no token", "two\nlines that end in one\n", "", "\n\n",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"};
    enum { VALUES = sizeof values / sizeof *values };
    struct buf command;

    (void)state;
    buf_init(&command, 16384);
    for (size_t i = 0; i < VALUES; i++)
        for (size_t cols = 27; cols < 130; cols += 7) {
            buf_clear(&command);
            buf_adds(&command, SHELL_FEED " printf '%s|' ");
            assert_int_equal(shell_value(&command, values[i]), 0);
            buf_adds(&command, " --option=");
            assert_int_equal(shell_value(&command, values[(i + cols) % VALUES]), 0);
            buf_adds(&command, " --last");
            same_words(buf_cstr(&command), cols % 2 ? 11 : 2, cols);
        }
    buf_release(&command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_paths_as_they_are),
        cmocka_unit_test(shows_no_path_as_a_token),
        cmocka_unit_test(refuses_what_no_word_can_be),
        cmocka_unit_test(writes_a_preimage_that_gives_its_digest),
        cmocka_unit_test(writes_no_preimage_that_is_not_short_and_plain),
        cmocka_unit_test(lines_are_joined_to_the_same_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
