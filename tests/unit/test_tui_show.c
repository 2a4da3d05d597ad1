/* Different evidence never looks the same: values, names, and texts over several rows. */
#include "base/text.h"
#include "tui/page.h"
#include "tui/show.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    enum json_type type;
    const char *text;
} values[] = {
    {JSON_ABSENT, ""},          {JSON_NULL, "null"},       {JSON_TRUE, "true"},
    {JSON_FALSE, "false"},      {JSON_NUMBER, "1"},        {JSON_NUMBER, "1.0"},
    {JSON_NUMBER, "-1e5"},      {JSON_ARRAY, "[1]"},       {JSON_OBJECT, "{\"a\":1}"},
    {JSON_STRING, ""},          {JSON_STRING, " "},        {JSON_STRING, "null"},
    {JSON_STRING, "true"},      {JSON_STRING, "false"},    {JSON_STRING, "1"},
    {JSON_STRING, "1.0"},       {JSON_STRING, "-1e5"},     {JSON_STRING, "[1]"},
    {JSON_STRING, "{\"a\":1}"}, {JSON_STRING, "(absent)"}, {JSON_STRING, "absent"},
    {JSON_STRING, "\"\""},      {JSON_STRING, "\"1\""},    {JSON_STRING, "\"\\\"1\\\"\""},
    {JSON_STRING, "\\"},        {JSON_STRING, "\"\\"},     {JSON_STRING, "a "},
    {JSON_STRING, "a"},         {JSON_STRING, "\"a\""},    {JSON_STRING, "a\""},
};
enum { VALUES = sizeof values / sizeof *values };

static void show(size_t i, bool quoted, struct buf *out)
{
    struct entry_value v = {.type = values[i].type};

    buf_init(out, 4096);
    v.text.data = strdup(values[i].text);
    v.text.len = strlen(values[i].text);
    assert_int_equal(show_value(out, &v, quoted, 0), 0);
    str_release(&v.text);
}

static void values_differ(void **unused)
{
    struct buf a, b;

    (void)unused;
    for (int quoted = 0; quoted < 2; quoted++)
        for (size_t i = 0; i < VALUES; i++)
            for (size_t k = 0; k < i; k++) {
                show(i, quoted, &a);
                show(k, quoted, &b);
                assert_string_not_equal(buf_cstr(&a), buf_cstr(&b));
                buf_release(&a);
                buf_release(&b);
            }
}

static void a_usual_string_has_no_quotes(void **unused)
{
    static const char *const usual[] = {"pay.send", "3d-print", "LOGGED BY AGENT", "it's \"it\""};

    (void)unused;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        struct entry_value v = {.type = JSON_STRING,
                                .text = {strdup(usual[i]), strlen(usual[i])}};
        struct buf out;
        buf_init(&out, 4096);
        show_value(&out, &v, false, 0);
        assert_string_equal(buf_cstr(&out), usual[i]);
        buf_release(&out);
        str_release(&v.text);
    }
}

static void names_that_are_no_words_are_quoted(void **unused)
{
    static const char *const names[][2] = {
        {"created_at", "created_at"}, {"", "\"\""}, {"h  x", "\"h  x\""}, {"a\"b", "\"a<U+0022>b\""}};

    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct str name = {strdup(names[i][0]), strlen(names[i][0])};
        struct buf out;
        buf_init(&out, 4096);
        show_name(&out, &name, false, 0);
        assert_string_equal(buf_cstr(&out), names[i][1]);
        buf_release(&out);
        str_release(&name);
    }
}

/* ---- rows ---- */

enum { COLS = 24, ROWS = 12 };

static void draw(const char *text, bool at_newlines, struct buf *out)
{
    struct grid g = {0};
    struct page p;
    struct buf escaped;

    assert_int_equal(grid_resize(&g, ROWS, COLS), 0);
    grid_clear(&g);
    page_init(&p);
    buf_init(&escaped, 4096);
    buf_init(out, 65536);
    text_escape(&escaped, text, strlen(text), TEXT_PROSE);
    page_line(&p);
    page_wrap_evidence(&p, 3, COLS, STYLE_NORMAL, buf_cstr(&escaped), escaped.len, at_newlines);
    page_draw(&p, &g, grid_area(&g), 0);
    assert_int_equal(grid_save(&g, true, out), 0);
    buf_release(&escaped);
    page_release(&p);
    grid_release(&g);
}

static void rows_differ(const char *const *texts, size_t count)
{
    struct buf a, b;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            draw(texts[i], true, &a);
            draw(texts[k], true, &b);
            assert_string_not_equal(buf_cstr(&a), buf_cstr(&b));
            buf_release(&a);
            buf_release(&b);
        }
}

static void no_space_is_lost(void **unused)
{
    enum { MOST = 60 };
    char text[MOST][128];
    const char *texts[MOST];

    (void)unused;
    for (int i = 0; i < MOST; i++) {
        snprintf(text[i], sizeof text[i], "foo%*s%s", i + 1, "", "a.word.of.nineteen");
        texts[i] = text[i];
    }
    rows_differ(texts, MOST);
}

static void borders_are_told_apart(void **unused)
{
    static const char *const texts[] = {
        "0123456789012345678901234", "01234567890123456789 01234", "0123456789012345678 901234",
        "012345678901234567890\n1234", "abcdefghijklmnop\xE2\x80\xAExyz",
        "abcdefghijklmnop \xE2\x80\xAExyz", "abcdefghijklmnop  \xE2\x80\xAExyz",
        "01234567890123456789\\ 1234", "01234567890123456789\\1234"};

    (void)unused;
    rows_differ(texts, sizeof texts / sizeof *texts);
}

static void a_text_that_fits_has_no_sign(void **unused)
{
    struct buf out;

    (void)unused;
    draw("012345678901234567890", false, &out);
    assert_null(strchr(buf_cstr(&out), '\\'));
    buf_release(&out);
    draw("0123456789012345678901", false, &out);
    assert_non_null(strchr(buf_cstr(&out), '\\'));
    buf_release(&out);
}

/* Where the cursor is when so many bytes are before it, and what the whole looks like. */
static void types(const char *text, size_t at, const char *shown, size_t cursor)
{
    struct buf out;

    buf_init(&out, 4096);
    buf_adds(&out, "..");
    assert_int_equal(show_typed(&out, text, strlen(text), at, 0), cursor + 2);
    assert_string_equal(buf_cstr(&out), shown);
    buf_release(&out);
}

static void what_is_typed_has_its_spaces_and_its_cursor(void **unused)
{
    (void)unused;
    types("", 0, "..", 0);
    types("ab ", 3, "..ab ", 3);
    types("  ab", 1, "..  ab", 1);
    types("   ", 2, "..   ", 2);
    /* U+76E3 in a word of its own stands as itself, U+0430 in a word with a Latin letter as a token. */
    types("desk \xE7\x9B\xA3", 8, "..desk \xE7\x9B\xA3", 8);
    types("\xD0\xB0" "b c", 2, "..<U+0430>b c", 8);
    types("\xD0\xB0" "b c", 3, "..<U+0430>b c", 9);
    types("a\xFFz", 2, "..a<0xFF>z", 7);
    types("<U+0041>", 1, "..<U+003C>U+0041>", 8);
}

static void long_one(const char *piece, size_t times, size_t max, const char *head, const char *tail)
{
    char *text = calloc(times + 1, strlen(piece));
    struct buf out;

    for (size_t i = 0; i < times; i++)
        memcpy(text + i * strlen(piece), piece, strlen(piece));
    struct str all = {.data = text, .len = times * strlen(piece)};
    buf_init(&out, max);
    buf_adds(&out, "it: ");
    assert_int_equal(show_str(&out, &all, 0), 0);
    assert_false(out.failed);
    assert_true(out.len <= max);
    assert_int_equal(strncmp(buf_cstr(&out), head, strlen(head)), 0);
    assert_true(out.len > strlen(tail));
    assert_string_equal(buf_cstr(&out) + out.len - strlen(tail), tail);
    buf_release(&out);
    free(text);
}

static void what_is_too_long_is_there_up_to_a_cut(void **unused)
{
    (void)unused;
    long_one("j", 996, 1000, "it: jjj", "jjjj");
    long_one("j", 1200, 1000, "it: jjj", "jjj... (cut: 500 of 1,200 bytes)");
    long_one("j", 80000, 65536, "it: jjj", "jjj... (cut: 32,768 of 80,000 bytes)");
    /* Not inside of a character, nor of what stands for one: U+76E3, U+202E and a byte that is none. */
    long_one("\xE7\x9B\xA3", 400, 1000, "it: \xE7\x9B\xA3", "\xE7\x9B\xA3... (cut: 498 of 1,200 bytes)");
    long_one("\xE2\x80\xAE", 400, 1000, "it: <U+202E>", "<U+202E>... (cut: 249 of 1,200 bytes)");
    long_one("\xFF", 400, 1000, "it: <0xFF>", "<0xFF>... (cut: 100 of 400 bytes)");
}

static void where_there_is_no_room_it_fails(void **unused)
{
    char text[] = "jjjjjjjjjj";
    struct str one = {.data = text, .len = sizeof text - 1};
    struct buf out;

    (void)unused;
    buf_init(&out, 8);
    assert_int_equal(show_str(&out, &one, 0), -1);
    assert_true(out.failed);
    assert_int_equal(show_cstr(&out, "a", 0), -1);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_differ),
        cmocka_unit_test(a_usual_string_has_no_quotes),
        cmocka_unit_test(names_that_are_no_words_are_quoted),
        cmocka_unit_test(no_space_is_lost),
        cmocka_unit_test(borders_are_told_apart),
        cmocka_unit_test(a_text_that_fits_has_no_sign),
        cmocka_unit_test(what_is_typed_has_its_spaces_and_its_cursor),
        cmocka_unit_test(what_is_too_long_is_there_up_to_a_cut),
        cmocka_unit_test(where_there_is_no_room_it_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
