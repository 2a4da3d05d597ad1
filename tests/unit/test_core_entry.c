#include "core/entry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { ROOM = 4096 };

/* What is read of usual entries by a way of its own must be what the general way reads, damage included.
 * The general way is the one that visits members. */
static int no_matter(void *arg, enum member known, const struct value *name, const struct value *v)
{
    (void)known;
    (void)name;
    (void)v;
    ++*(unsigned *)arg;
    return 0;
}

struct reading {
    int status;
    struct entry entry;
    struct err err;
};

static struct reading read_one(const char *text, size_t len, struct names *names, bool general)
{
    struct reading r = {.status = 0};
    unsigned char window[64], *exact = malloc(len ? len : 1);
    unsigned members = 0;
    struct entry_visitor visitor = {no_matter, &members};
    memcpy(exact, text, len);
    struct extent x = {.memory = exact, .from = 1000, .to = 1000 + len};
    r.status = entry_read(&r.entry, &x, 1, names, window, sizeof window, general ? &visitor : NULL, &r.err);
    free(exact);
    return r;
}

static bool same_value(const struct value *a, const struct value *b)
{
    return a->type == b->type && a->plain == b->plain && a->offset == b->offset && a->length == b->length;
}

static bool same_entry(const struct entry *a, const struct entry *b)
{
    for (int m = 0; m < MEMBER_COUNT; m++)
        if (!same_value(&a->member[m], &b->member[m]))
            return false;
    return a->offset == b->offset && a->end == b->end && a->type == b->type && a->repeated == b->repeated &&
           a->extras == b->extras && a->extra_repeated == b->extra_repeated && a->near == b->near &&
           a->many == b->many && a->usual == b->usual;
}

static void compare(const char *text, size_t len, struct names *names)
{
    struct reading usual = read_one(text, len, names, false), general = read_one(text, len, names, true);
    bool same = usual.status == general.status &&
                (usual.status == 0 ? same_entry(&usual.entry, &general.entry)
                                   : usual.err.code == general.err.code && usual.err.offset == general.err.offset &&
                                         strcmp(usual.err.text, general.err.text) == 0);

    if (!same)
        print_error("%.*s\n  %d and %d: %s; %s\n", (int)len, text, usual.status, general.status, usual.err.text,
                    general.err.text);
    assert_true(same);
}

#define DIGITS "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define ENTRY(sep, colon)                                                                                       \
    "{\"id\"" colon "\"r-1\"" sep "\"seq\"" colon "12" sep "\"job_id\"" colon "\"j\"" sep "\"tool\"" colon        \
    "\"fs.read\"" sep "\"provenance_class\"" colon "\"LOGGED BY AGENT\"" sep "\"canonical_bytes\"" colon          \
    "\"aGVsbG8gd29ybGQ=\"" sep "\"prev_digest\"" colon "\"" DIGITS "\"" sep "\"close\"" colon "true}"

static const char *const texts[] = {
    ENTRY(",", ":"),
    ENTRY(", ", ": "),
    "{\"id\":\"\",\"seq\":999999999999999999,\"close\":false,\"output_hash\":\"sha256:" DIGITS "\"}",
    "{\"id\":\"a\",\"id\":\"b\",\"x\":\"1\",\"x\":\"2\",\"y\":3,\"entry_digest\":\"" DIGITS "\"}",
    "{\"Close\":true,\"tools\":\"\",\"seq\":1234567890123456789,\"to\\u006fl\":\"" DIGITS "\",\"seq\":-0}",
    "{\"a\":{\"b\":[1,2,{\"c\":\"}\"}]},\"d\":[],\"id\":\"caf\xc3\xa9 " DIGITS "\",\"seq\":1.0,\"n\":null}",
};

static void as_they_stand(void **state)
{
    for (size_t i = 0; i < COUNT(texts); i++)
        compare(texts[i], strlen(texts[i]), *state);
}

static const char bytes[] = "\"\\{}[]:, \t\n\r0129-+.etfnua/\x7f\x80\xc3\xa9\x1f=";

static void with_any_byte_changed(void **state)
{
    char text[ROOM];

    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t at = 0; at < strlen(texts[i]); at++)
            for (size_t c = 0; c < sizeof bytes; c++) {
                strcpy(text, texts[i]);
                text[at] = bytes[c];
                compare(text, strlen(texts[i]), *state);
            }
}

static void with_any_byte_more(void **state)
{
    char text[ROOM];

    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t at = 0; at <= strlen(texts[i]); at++)
            for (size_t c = 0; c < sizeof bytes; c++) {
                memcpy(text, texts[i], at);
                text[at] = bytes[c];
                strcpy(text + at + 1, texts[i] + at);
                compare(text, strlen(texts[i]) + 1, *state);
            }
}

static void with_any_bytes_less(void **state)
{
    char text[ROOM];

    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t at = 0; at < strlen(texts[i]); at++)
            for (size_t n = 1; n < 5 && at + n <= strlen(texts[i]); n++) {
                memcpy(text, texts[i], at);
                strcpy(text + at, texts[i] + at + n);
                compare(text, strlen(text), *state);
            }
}

static void cut_off_anywhere(void **state)
{
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t len = 0; len < strlen(texts[i]); len++)
            compare(texts[i], len, *state);
}

/* More members and longer values than the other way takes. */
static void with_many_members_and_long_values(void **state)
{
    char *text = malloc(1 << 18);

    for (int members = 1; members < 80; members++)
        for (int room = 1; room < 40000; room = room * 3 + 1) {
            size_t len = 0;
            for (int i = 0; i < members && len < 100000; i++)
                len += (size_t)sprintf(text + len, "%s\"m%d\":\"%0*d\"", i ? "," : "{", i % 70, room, i);
            strcpy(text + len, "}");
            compare(text, len + 1, *state);
        }
    free(text);
}

static int open_names(void **state)
{
    *state = names_new();
    return *state ? 0 : -1;
}

static int close_names(void **state)
{
    names_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_they_stand),
        cmocka_unit_test(with_any_byte_changed),
        cmocka_unit_test(with_any_byte_more),
        cmocka_unit_test(with_any_bytes_less),
        cmocka_unit_test(cut_off_anywhere),
        cmocka_unit_test(with_many_members_and_long_values),
    };
    return cmocka_run_group_tests_name("core/entry", tests, open_names, close_names);
}
