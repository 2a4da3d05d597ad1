#include "tui/times.h"

#include "tui/source_page.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static struct instant at(const char *text)
{
    struct instant i;
    const char *why;

    assert_int_equal(rfc3339_parse(text, strlen(text), &i, &why), 0);
    return i;
}

static const char *lasts(const char *from, const char *to)
{
    static char out[DURATION_ROOM];
    struct instant a = at(from), b = at(to);

    return show_duration(out, &a, &b);
}

static void tells_durations(void **state)
{
    (void)state;
    assert_string_equal(lasts("2026-01-01T00:00:00Z", "2026-01-01T00:00:05Z"), "5 s");
    assert_string_equal(lasts("2026-01-01T00:00:05Z", "2026-01-01T00:00:00Z"), "5 s");
    assert_string_equal(lasts("2026-01-01T00:00:00Z", "2026-01-02T01:02:03Z"), "1 d 1 h 2 min 3 s");
    assert_string_equal(lasts("2026-01-01T00:00:00.5Z", "2026-01-01T00:00:01.4Z"), "less than 1 s");
    assert_string_equal(lasts("2026-01-01T02:00:00+02:00", "2026-01-01T00:01:00Z"), "1 min");
    assert_string_equal(lasts("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"),
                        "3652058 d 23 h 59 min 59 s");
}

static void counts_seconds_downwards(void **state)
{
    struct instant a = at("2026-01-01T00:00:00.9Z"), b = at("2026-01-01T00:00:01.1Z");

    (void)state;
    assert_int_equal(instant_seconds_between(&a, &b), 0);
    assert_int_equal(instant_seconds_between(&b, &a), -1);
}

static void add(struct entry_text *e, const char *name, enum json_type type, const char *text)
{
    struct entry_extra *x = &e->extra[e->extras++];

    e->extras_total++;
    x->type = type;
    str_set(&x->name, name, strlen(name));
    str_set(&x->text, text, strlen(text));
}

static void takes_created_at_strictly(void **state)
{
    static const struct {
        const char *name, *text;
        enum json_type type;
        enum time_state want;
    } rows[] = {
        {"created_at", "2026-10-05T09:31:07Z", JSON_STRING, TIME_GOOD},
        {"created_at", "2026-10-05 09:31:07Z", JSON_STRING, TIME_BAD},
        {"created_at", "2026-02-30T09:31:07Z", JSON_STRING, TIME_BAD},
        {"created_at", "", JSON_STRING, TIME_BAD},
        {"created_at", "1700000000", JSON_NUMBER, TIME_BAD},
        {"created_at ", "2026-10-05T09:31:07Z", JSON_STRING, TIME_NONE},
        {"Created_at", "2026-10-05T09:31:07Z", JSON_STRING, TIME_NONE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct entry_text e;
        struct entry_time t;
        memset(&e, 0, sizeof e);
        add(&e, "other", JSON_STRING, "2026-10-05T09:31:07Z");
        add(&e, rows[i].name, rows[i].type, rows[i].text);
        entry_time_take(&t, &e);
        assert_int_equal(t.state, rows[i].want);
        assert_true((t.state == TIME_BAD) == (t.why != NULL));
        entry_text_release(&e);
    }
}

static void takes_neither_of_two(void **state)
{
    struct entry_text e;
    struct entry_time t;

    (void)state;
    memset(&e, 0, sizeof e);
    add(&e, "created_at", JSON_STRING, "2026-10-05T09:31:07Z");
    add(&e, "created_at", JSON_STRING, "2026-10-05T09:31:07Z");
    entry_time_take(&t, &e);
    assert_int_equal(t.state, TIME_TWICE);
    entry_text_release(&e);
}

/* A time that may stand among members which were not kept is not said to be absent. */
static void does_not_call_absent_what_was_not_read(void **state)
{
    struct entry_text e;
    struct entry_time t;

    (void)state;
    memset(&e, 0, sizeof e);
    add(&e, "other", JSON_NULL, "null");
    e.extras_total = 65;
    entry_time_take(&t, &e);
    assert_int_equal(t.state, TIME_UNREAD);
    entry_text_release(&e);
}

/* Every piece of escaped text knows how many bytes it stands for. */
static void counts_the_bytes_of_pieces(void **state)
{
    static const char raw[] =
        "a<b \x01\xc3\xa9\xff\xe2\x80\xae<U+0041>\xf0\x9f\x98\x80\ne\xcc\x81 ";
    static const unsigned flags[] = {0, TEXT_ASCII, TEXT_PROSE};

    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct text_piece piece;
        struct buf text;
        size_t at = 0, total = 0;
        buf_init(&text, 4096);
        assert_int_equal(text_escape(&text, raw, sizeof raw - 1, flags[i]), 0);
        while (text_next(buf_cstr(&text), text.len, &at, &piece))
            total += source_piece_length(piece.bytes, piece.len, piece.token);
        assert_int_equal(total, sizeof raw - 1);
        buf_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_durations),
        cmocka_unit_test(counts_seconds_downwards),
        cmocka_unit_test(takes_created_at_strictly),
        cmocka_unit_test(takes_neither_of_two),
        cmocka_unit_test(does_not_call_absent_what_was_not_read),
        cmocka_unit_test(counts_the_bytes_of_pieces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
