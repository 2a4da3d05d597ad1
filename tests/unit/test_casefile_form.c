/* Case files that are damaged, hostile or newer: refused with the place, or read and never written. */
#include "casefile_making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define S "{\"schema\":\"aerscope.case/1\""

static struct casefile *of(const char *text)
{
    spew(path, text, strlen(text));
    return casefile_open(path, CASEFILE_WRITE, &err);
}

/* Each is refused; nothing of the file is changed by that. */
static void refused(void **state)
{
    static const struct {
        const char *text;
        const char *at; /* where it is: the place of this in the text; NULL: the beginning */
        const char *says;
    } all[] = {
        {"", NULL, "empty"},
        {"[]", NULL, "no case file"},
        {"{}", NULL, "no case file"},
        {"{\"schema\":1}", NULL, "no case file"},
        {"{\"schema\":\"aerscope.verdict/1\"}", NULL, "its schema is \"aerscope.verdict/1\""},
        {"{\"schema\":\"aerscope.case/1x\"}", NULL, "its schema is \"aerscope.case/1x"},
        {"{\"schema\":\"aerscope.case/0\"}", NULL, "its schema is \"aerscope.case/0"},
        {"{\"schema\":\"\\u001b[1m\"}", NULL, "its schema is \"<U+001B>[1m"},
        {"{\"schema\":\"aerscope.case/1\\u0000\"}", NULL, "its schema is \"aerscope.case/1<U+0000>"},
        {S, NULL, "cut off"},
        {S "} 7", "7", "after the end"},
        {S ",}", "}", "name"},
        {S ",\"x\":'a'}", "'a", ""},
        {S ",\"x\":\"\x01\"}", "\x01", "control"},
        {S ",\"x\":\"\xff\"}", "\xff", "UTF-8"},
        {S ",\"x\":01}", "1}", ""},
        {S ",\"x\":NaN}", "NaN", ""},
        /* what cJSON would cut, refuse without a place, or read as something else */
        {S ",\"x\":\"a\\u0000b\"}", "\"a\\u", "U+0000"},
        {S ",\"a\\u0000b\":1}", "\"a\\u", "U+0000"},
        {S ",\"x\":\"\\ud800\"}", "\"\\ud", "unpaired surrogate"},
        {S ",\"x\":[[\"\\udc00x\"]]}", "\"\\ud", "unpaired surrogate"},
        {S ",\"x\":1,\"x\":2}", "\"x\":2", "the member \"x\" stands twice in this object: here, and before at line 1, column 29"},
        {S ",\"x\":{\"y\":1,\"\\u0079\":2}}", "\"\\u0079", "the member \"y\" stands twice in this object: here, and before at line 1, column 34"},
        {S ",\"schema\":\"aerscope.case/1\"}", "\"schema\":\"aerscope.case/1\"}", "the member \"schema\" stands twice"},
        {S ",\"c\":1,\"a\":1,\"b\":1,\"a\":{},\"c\":2}", "\"a\":{", "the member \"a\" stands twice"},
        /* what is known has a type */
        {S ",\"notes\":{}}", "{}", "notes is object: an array"},
        {S ",\"notes\":[1]}", "1]", "an element of notes is number: an object"},
        {S ",\"notes\":[null]}", "null", "an element of notes is null: an object"},
        {S ",\"notes\":[{\"entry\":0}]}", "0}", "number of an entry"},
        {S ",\"notes\":[{\"entry\":1.0}]}", "1.0", "number of an entry"},
        {S ",\"notes\":[{\"entry\":4294967295}]}", "4294", "number of an entry"},
        {S ",\"notes\":[{\"entry\":\"1\"}]}", "\"1\"", "number of an entry"},
        {S ",\"notes\":[{\"entry_digest\":\"AB\"}]}", "\"AB", "64 lowercase"},
        {S ",\"notes\":[{\"text\":[]}]}", "[]}", "text is array: a string"},
        {S ",\"notes\":[{\"at\":\"2026-02-30T00:00:00Z\"}]}", "\"2026", "no such day"},
        {S ",\"timeline\":[]}", "[]", "timeline is array: an object"},
        {S ",\"timeline\":{\"sha256\":5}}", "5}", "sha256 is number: a string"},
        {S ",\"references\":[{\"checks\":[{\"codes\":[1]}]}]}", "1]", "an element of codes is number: a string"},
        {S ",\"references\":[{\"independent\":\"maybe\"}]}", "\"maybe", "none of yes, no, unknown"},
        {S ",\"references\":[{\"independent\":true}]}", "true", "independent is true: a string"},
        {S ",\"references\":[{\"kind\":\"baseline\"}]}", "\"baseline", "none of commitment, head, count"},
        {S ",\"baseline\":{\"independent\":\"certainly\"}}", "\"certainly", "none of yes, no, unknown"},
        {S ",\"baseline\":{\"checks\":[1]}}", "1]", "an element of checks is number: an object"},
        {S ",\"history\":[{\"previous\":\"0\"}]}", "\"0\"", "64 lowercase"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct str after;

        err_clear(&err);
        assert_null(of(all[i].text));
        if (err.code != ERR_FORM || strstr(err.text, all[i].says) == NULL ||
            (*all[i].text != '\0' && strstr(err.text, "left as it is") == NULL))
            fail_msg("%s: %s", all[i].text, err.text);
        if (all[i].at != NULL && err.offset != (size_t)(strstr(all[i].text, all[i].at) - all[i].text) &&
            err.offset != strlen(all[i].text))
            fail_msg("%s: byte %d: %s", all[i].text, (int)err.offset, err.text);
        after = slurp(path);
        assert_string_equal(after.data != NULL ? after.data : "", all[i].text);
        str_release(&after);
    }
}

static void line_and_column(void **state)
{
    (void)state;
    assert_null(of("{\"schema\":\"aerscope.case/1\",\n \"notes\":\n   [ 7 ]}"));
    assert_true(err.located);
    assert_int_equal(err.line, 3);
    assert_int_equal(err.column, 6);
    assert_int_equal(err.offset, 28 + 11 + 5);
}

static struct casefile *nested(unsigned depth)
{
    struct buf b;
    struct casefile *c;

    buf_init(&b, SIZE_MAX);
    buf_adds(&b, S ",\"x\":");
    for (unsigned i = 1; i < depth; i++)
        buf_addc(&b, '[');
    for (unsigned i = 1; i < depth; i++)
        buf_addc(&b, ']');
    buf_addc(&b, '}');
    c = of(buf_cstr(&b));
    buf_release(&b);
    return c;
}

static void depth_is_bounded(void **state)
{
    struct casefile *c = nested(32);

    (void)state;
    assert_non_null(c);
    casefile_free(c);
    assert_null(nested(33));
    assert_non_null(strstr(err.text, "deeper than 32"));
    assert_null(nested(100000));
    assert_int_equal(err.code, ERR_FORM);
}

static void size_is_bounded(void **state)
{
    FILE *f = fopen(path, "wb");

    (void)state;
    assert_non_null(f);
    fputs(S ",\"x\":\"", f);
    assert_int_equal(fseek(f, LIMIT_CASE + 70000, SEEK_SET), 0);
    fputs("\"}", f);
    fclose(f);
    assert_null(casefile_open(path, CASEFILE_WRITE, &err));
    assert_non_null(strstr(err.text, "larger than a case file may be"));
}

static void name_is_bounded(void **state)
{
    char text[512] = S ",\"";
    size_t len = strlen(text);
    struct casefile *c;

    (void)state;
    memset(text + len, 'n', 200);
    strcpy(text + len + 200, "\":1}");
    c = of(text);
    assert_non_null(c);
    casefile_free(c);
    memset(text + len, 'n', 201);
    strcpy(text + len + 201, "\":1}");
    assert_null(of(text));
    assert_non_null(strstr(err.text, "more than 200 bytes"));
}

/* A writer of a later minor version may have added members anywhere: they come back as they were. */
static void unknown_members_are_kept(void **state)
{
    static const char text[] =
        S ",\"x\":{\"deep\":[1,-5,999999999999999,true,false,null,\"\\u00e9\\n\\ud83d\\ude00\"]},"
          "\"timeline\":{\"path\":\"a\",\"y\":1},\"notes\":[{\"entry\":3,\"text\":\"t\",\"mark\":\"odd\",\"z\":{}}],"
          "\"review\":null,\"references\":[{\"path\":\"p\",\"w\":[\"\\u202e\"]}]}";
    struct casefile *c = of(text);
    struct str after;

    (void)state;
    if (c == NULL)
        fail_msg("%s", err.text);
    assert_null(casefile_read_only(c));
    assert_int_equal(casefile_history(c), HISTORY_NONE);
    assert_int_equal(casefile_note(c, 0).mark, MARK_NONE);
    good(casefile_add_note(c, 1, NULL, MARK_CLEARED, "mine", &err));
    good(casefile_edit_note(c, 0, "other text", &err));
    good(casefile_add_review(c, &(struct casefile_review){.reviewer = "R", .statement = "s"}, &err));
    saved(c);
    casefile_free(c);
    after = slurp(path);
    for (const char *p = after.data; *p != '\0'; p++)
        assert_true(*p == '\n' || *p == '\t' || (*p >= ' ' && *p <= '~'));
    assert_non_null(strstr(after.data, "\"deep\":\t[1, -5, 999999999999999, true, false, null, "
                                       "\"\\u00e9\\n\\ud83d\\ude00\"]"));
    assert_non_null(strstr(after.data, "\"y\":\t1"));
    assert_non_null(strstr(after.data, "\"odd\""));
    assert_non_null(strstr(after.data, "\"z\":\t{"));
    assert_non_null(strstr(after.data, "\"w\":\t[\"\\u202e\"]"));
    str_release(&after);
    c = opened(CASEFILE_WRITE);
    assert_null(casefile_read_only(c));
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    assert_string_equal(casefile_note(c, 0).text, "other text");
    assert_int_equal(casefile_reviews(c), 1);
    casefile_free(c);
}

static void newer_schema_is_only_read(void **state)
{
    struct casefile *c = of("{\"schema\":\"aerscope.case/2\",\"examiner\":\"E\",\"notes\":{\"of\":7.5},"
                            "\"references\":\"none\",\"timeline\":[],\"history\":[{\"previous\":1}]}");
    char copy[160];

    (void)state;
    assert_non_null(c);
    assert_non_null(strstr(casefile_read_only(c), "aerscope.case/2 is newer"));
    assert_string_equal(casefile_examiner(c), "E");
    assert_int_equal(casefile_notes(c), 0);
    assert_int_equal(casefile_references(c), 0);
    assert_null(casefile_timeline(c).path);
    assert_int_equal(casefile_history(c), HISTORY_UNCHECKED);
    assert_int_equal(casefile_add_note(c, 1, NULL, MARK_NONE, "x", &err), -1);
    snprintf(copy, sizeof copy, "%s/copy.case", folder);
    assert_int_equal(casefile_save_as(c, copy, &err), -1);
    assert_int_equal(files(), 1);
    casefile_free(c);
}

static void inexact_numbers_are_only_read(void **state)
{
    static const char *const all[] = {"0.1", "1e400", "12345678901234567890", "-0", "1.0", "1000000000000000"};

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[128];
        struct casefile *c;

        snprintf(text, sizeof text, S ",\"x\":[%s]}", all[i]);
        c = of(text);
        assert_non_null(c);
        assert_non_null(casefile_read_only(c));
        assert_non_null(strstr(casefile_read_only(c), "byte 33, line 1"));
        casefile_free(c);
    }
}

static void lists_of_null_are_empty(void **state)
{
    struct casefile *c = of(S ",\"notes\":null,\"references\":null,\"history\":null,\"expect\":null,"
                              "\"timeline\":null,\"examiner\":null}");

    (void)state;
    assert_non_null(c);
    assert_null(casefile_examiner(c));
    assert_null(casefile_expect(c).path);
    good(casefile_add_note(c, 1, NULL, MARK_NONE, "x", &err));
    saved(c);
    casefile_free(c);
    c = opened(CASEFILE_READ);
    assert_int_equal(casefile_notes(c), 1);
    assert_int_equal(casefile_records(c), 2); /* and that nothing spoke for what was there */
    assert_int_equal(casefile_history_found(c), 1);
    casefile_free(c);
}

static void texts_are_checked(void **state)
{
    struct casefile *c = fresh();
    char *longest = malloc(CASEFILE_TEXT_MAX + 2);

    (void)state;
    assert_int_equal(casefile_add_note(c, 1, NULL, MARK_NONE, "\xff", &err), -1);
    assert_non_null(strstr(err.text, "no UTF-8"));
    assert_int_equal(casefile_add_note(c, 1, NULL, MARK_NONE, "\xed\xa0\x80", &err), -1);
    assert_int_equal(casefile_add_note(c, 1, NULL, MARK_NONE, "", &err), -1);
    assert_int_equal(casefile_add_note(c, 0, NULL, MARK_NONE, "x", &err), -1);
    memset(longest, 'n', CASEFILE_TEXT_MAX + 1);
    longest[CASEFILE_TEXT_MAX + 1] = '\0';
    assert_int_equal(casefile_add_note(c, 1, NULL, MARK_NONE, longest, &err), -1);
    longest[CASEFILE_TEXT_MAX] = '\0';
    good(casefile_add_note(c, 1, NULL, MARK_NONE, longest, &err));
    free(longest);
    assert_int_equal(casefile_add_outcome(c, &(struct casefile_outcome){.system = "s"}, &err), -1);
    assert_int_equal(
        casefile_add_reference(c, &(struct casefile_reference){.file = {.path = "\xff"}}, &err), -1);
    assert_int_equal(casefile_add_reference(
                         c, &(struct casefile_reference){.file = {.path = "a"}, .retrieved_at = "now"}, &err),
                     -1);
    assert_int_equal(casefile_references(c), 0);
    assert_int_equal(casefile_notes(c), 1);
    c = again(c);
    assert_int_equal(casefile_records(c), 2);
    casefile_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(refused),
        TEST(line_and_column),
        TEST(depth_is_bounded),
        TEST(size_is_bounded),
        TEST(name_is_bounded),
        TEST(unknown_members_are_kept),
        TEST(newer_schema_is_only_read),
        TEST(inexact_numbers_are_only_read),
        TEST(lists_of_null_are_empty),
        TEST(texts_are_checked),
    };

    return cmocka_run_group_tests_name("casefile_form", tests, NULL, NULL);
}
