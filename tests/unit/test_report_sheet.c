#include "report/sheet.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

struct made {
    struct buf buf;
    struct out out;
    struct sheet sheet;
};

static struct sheet *begin(struct made *m, bool utf8, bool colour)
{
    buf_init(&m->buf, 1 << 20);
    out_init(&m->out, out_to_buf, &m->buf);
    sheet_init(&m->sheet, &m->out, utf8, colour);
    return &m->sheet;
}

static const char *text(struct made *m)
{
    assert_int_equal(out_flush(&m->out), 0);
    return buf_cstr(&m->buf);
}

static void end(struct made *m)
{
    sheet_release(&m->sheet);
    buf_release(&m->buf);
}

static void expect(struct made *m, const char *want)
{
    assert_string_equal(text(m), want);
    end(m);
}

/* Every line has at most 80 cells. */
static void expect_narrow(struct made *m)
{
    const char *line = text(m);

    while (*line != '\0') {
        size_t len = strcspn(line, "\n");

        assert_true(text_width(line, len) <= SHEET_WIDTH);
        line += len + 1;
    }
}

static void wraps_at_words(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, true, false);

    (void)state;
    for (int i = 0; i < 20; i++)
        sheet_say(s, "%sword%d", i > 0 ? " " : "", i);
    sheet_prose(s, 2, 4);
    expect_narrow(&m);
    expect(&m, "  word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11\n"
               "    word12 word13 word14 word15 word16 word17 word18 word19\n");
}

static void keeps_runs_of_spaces(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, true, false);

    (void)state;
    sheet_say(s, "a  b   c");
    sheet_prose(s, 0, 0);
    expect(&m, "a  b   c\n");
}

static void marks_words_that_it_has_to_break(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, true, false);
    char word[200], want[300];

    (void)state;
    memset(word, 'x', sizeof word);
    sheet_safe(s, word, sizeof word);
    sheet_prose(s, 0, 2);
    memset(want, 'x', sizeof want);
    memcpy(want + 79, "\\\n  ", 4);
    memcpy(want + 83 + 77, "\\\n  ", 4);
    memcpy(want + 164 + 44, "\n", 2);
    expect(&m, want);
}

/* What comes behind it keeps its space. */
static void keeps_the_space_behind_a_broken_word(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, true, false);
    char word[83], want[128];

    (void)state;
    memset(word, 'x', sizeof word);
    word[82] = ':';
    sheet_safe(s, word, sizeof word);
    sheet_say(s, " expected once");
    sheet_prose(s, 0, 0);
    memset(want, 'x', 79);
    strcpy(want + 79, "\\\nxxx: expected once\n");
    expect(&m, want);
}

static void never_breaks_a_digest(void **state)
{
    static const char digest[] = "9f31c2aa77b0e4d102c6f5e8a4419b3c5d02118e6ac0f913e7b8442019d3c5fa";
    struct made m;
    struct sheet *s = begin(&m, true, false);

    (void)state;
    sheet_say(s, "with output_hash %s: expected (%s)", digest, digest);
    sheet_field(s, "differs");
    expect(&m, "  differs       with output_hash\n"
               "                9f31c2aa77b0e4d102c6f5e8a4419b3c5d02118e6ac0f913e7b8442019d3c5fa:\n"
               "                expected\n"
               "                (9f31c2aa77b0e4d102c6f5e8a4419b3c5d02118e6ac0f913e7b8442019d3c5fa)\n");
}

static void holds_a_sentence_of_any_length(void **state)
{
    size_t size = 3 * 1024 * 1024;
    char *word = malloc(size);
    struct made m;
    struct sheet *s;

    (void)state;
    assert_non_null(word);
    memset(word, 'x', size);
    s = begin(&m, true, false);
    buf_init(&m.buf, SIZE_MAX);
    sheet_evidence(s, word, size, 0);
    sheet_line(s);
    assert_int_equal(out_flush(&m.out), 0);
    assert_int_equal(m.buf.len, size + 1);
    end(&m);
    free(word);
}

static void never_breaks_behind_a_backslash(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, true, false);
    char word[78];

    (void)state;
    memset(word, 'x', sizeof word);
    word[77] = '\\';
    sheet_safe(s, word, sizeof word);
    sheet_say(s, " y");
    sheet_prose(s, 0, 0);
    expect_narrow(&m);
    assert_non_null(strstr(text(&m), "\\ y\n"));
    end(&m);
}

static void never_cuts_a_token(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, true, false);
    char bytes[60];
    const char *at;
    size_t tokens = 0;

    (void)state;
    memset(bytes, '\033', sizeof bytes);
    sheet_evidence(s, bytes, sizeof bytes, 0);
    sheet_field(s, "message");
    sheet_value(s, "stored", bytes, sizeof bytes, TEXT_WTF8);
    expect_narrow(&m);
    for (at = text(&m); (at = strstr(at, "<U+001B>")) != NULL; at++)
        tokens++;
    assert_int_equal(tokens, 2 * sizeof bytes);
    end(&m);
}

static void shows_digests_bare_and_all_else_in_quotes(void **state)
{
    static const char digest[] = "9f31c2aa77b0e4d102c6f5e8a4419b3c5d02118e6ac0f913e7b8442019d3c5fa";
    struct made m;
    struct sheet *s = begin(&m, true, false);

    (void)state;
    sheet_value(s, "stored", digest, 64, 0);
    sheet_value(s, "stored", "", 0, 0);
    sheet_value(s, "stored", "9F", 2, 0);
    expect(&m, "  stored        9f31c2aa77b0e4d102c6f5e8a4419b3c5d02118e6ac0f913e7b8442019d3c5fa\n"
               "  stored        \"\"\n"
               "  stored        \"9F\"\n");
}

static void shows_ascii_where_nothing_else_can_be_shown(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, false, false);

    (void)state;
    sheet_safe(s, "caf\xc3\xa9 <U+001B>", 14);
    sheet_line(s);
    sheet_evidence(s, "caf\xc3\xa9", 5, 0);
    sheet_line(s);
    expect(&m, "caf<U+00E9> <U+001B>\ncaf<U+00E9>\n");
}

static void reverses_tokens_where_there_is_colour(void **state)
{
    struct made m;
    struct sheet *s = begin(&m, true, true);

    (void)state;
    sheet_heading(s, "TIMELINE", "broken");
    sheet_evidence(s, "a\033b", 3, 0);
    sheet_line(s);
    expect(&m, "\033[1mTIMELINE\033[22m  broken\na\033[7m<U+001B>\033[27mb\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wraps_at_words),
        cmocka_unit_test(keeps_runs_of_spaces),
        cmocka_unit_test(marks_words_that_it_has_to_break),
        cmocka_unit_test(keeps_the_space_behind_a_broken_word),
        cmocka_unit_test(never_breaks_a_digest),
        cmocka_unit_test(holds_a_sentence_of_any_length),
        cmocka_unit_test(never_breaks_behind_a_backslash),
        cmocka_unit_test(never_cuts_a_token),
        cmocka_unit_test(shows_digests_bare_and_all_else_in_quotes),
        cmocka_unit_test(shows_ascii_where_nothing_else_can_be_shown),
        cmocka_unit_test(reverses_tokens_where_there_is_colour),
    };

    return cmocka_run_group_tests_name("report_sheet", tests, NULL, NULL);
}
