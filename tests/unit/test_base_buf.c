#include "base/buf.h"
#include "base/err.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void grows_and_stays_terminated(void **state)
{
    (void)state;
    struct buf b;
    buf_init(&b, 100000);
    assert_string_equal(buf_cstr(&b), "");
    for (int i = 0; i < 10000; i++)
        assert_int_equal(buf_addc(&b, 'a' + i % 26), 0);
    assert_int_equal(b.len, 10000);
    assert_int_equal(b.data[b.len], '\0');
    for (int i = 0; i < 10000; i++)
        assert_int_equal(b.data[i], 'a' + i % 26);
    buf_release(&b);
    assert_null(b.data);
    assert_int_equal(buf_adds(&b, "again"), 0);
    assert_string_equal(buf_cstr(&b), "again");
    buf_release(&b);
}

static void ceiling_is_exact_and_failure_sticks(void **state)
{
    (void)state;
    struct buf b;
    buf_init(&b, 100);
    char bytes[101] = "";
    assert_int_equal(buf_add(&b, bytes, 100), 0);
    assert_true(b.cap <= 101);
    assert_int_equal(buf_addc(&b, 'x'), -1);
    assert_true(b.failed);
    assert_int_equal(b.len, 100);
    assert_int_equal(buf_add(&b, "", 0), -1);
    buf_clear(&b);
    assert_false(b.failed);
    assert_int_equal(buf_add(&b, bytes, 101), -1);
    assert_int_equal(b.len, 0);
    buf_clear(&b);
    assert_int_equal(buf_adds(&b, "x"), 0);
    assert_string_equal(buf_cstr(&b), "x");
    buf_release(&b);
}

static void huge_lengths_do_not_wrap(void **state)
{
    (void)state;
    struct buf b;
    buf_init(&b, SIZE_MAX);
    assert_int_equal(buf_adds(&b, "abc"), 0);
    assert_null(buf_reserve(&b, SIZE_MAX));
    assert_true(b.failed);
    buf_clear(&b);
    assert_int_equal(buf_adds(&b, "abc"), 0);
    assert_null(buf_reserve(&b, SIZE_MAX - 3));
    buf_release(&b);
    struct str s = {.data = NULL};
    assert_int_equal(str_set(&s, "x", SIZE_MAX), -1);
}

static void reserve_then_write_less(void **state)
{
    (void)state;
    struct buf b;
    buf_init(&b, 1000);
    unsigned char *at = buf_reserve(&b, 200);
    assert_non_null(at);
    memset(at, 'z', 200);
    b.len += 3;
    assert_string_equal(buf_cstr(&b), "zzz");
    assert_int_equal(buf_adds(&b, "y"), 0);
    assert_string_equal(buf_cstr(&b), "zzzy");
    buf_release(&b);
}

static void formats(void **state)
{
    (void)state;
    struct buf b;
    buf_init(&b, 20);
    assert_int_equal(buf_addf(&b, "%d-%s", 42, "xyz"), 0);
    assert_int_equal(buf_addf(&b, "%013d", 7), 0);
    assert_string_equal(buf_cstr(&b), "42-xyz0000000000007");
    assert_int_equal(buf_addf(&b, "ab"), -1);
    assert_int_equal(b.len, 19);
    buf_release(&b);
}

static void strings_hold_nul(void **state)
{
    (void)state;
    struct str a = {.data = NULL}, b = {.data = NULL};
    assert_true(str_equal(&a, &b));
    assert_int_equal(str_set(&a, "x\0y", 3), 0);
    assert_false(str_equal(&a, &b));
    assert_int_equal(str_set(&b, "x\0z", 3), 0);
    assert_false(str_equal(&a, &b));
    assert_int_equal(str_set(&b, a.data, 3), 0);
    assert_true(str_equal(&a, &b));
    assert_int_equal(str_set(&b, "x\0y ", 4), 0);
    assert_false(str_equal(&a, &b));
    assert_false(str_equal(&b, &a));
    assert_int_equal(str_set(&b, b.data + 1, 2), 0);
    assert_memory_equal(b.data, "\0y\0", 3);
    assert_int_equal(str_set(&b, NULL, 0), 0);
    assert_non_null(b.data);
    str_release(&a);
    str_release(&b);
    assert_null(a.data);
}

static void string_takes_a_buffer(void **state)
{
    (void)state;
    struct buf b;
    struct str s = {.data = NULL};
    buf_init(&b, 10);
    assert_int_equal(str_take(&s, &b), 0);
    assert_string_equal(s.data, "");
    assert_int_equal(buf_adds(&b, "abc"), 0);
    assert_int_equal(str_take(&s, &b), 0);
    assert_string_equal(s.data, "abc");
    assert_int_equal(s.len, 3);
    assert_int_equal(b.len, 0);
    assert_int_equal(buf_adds(&b, "some"), 0);
    assert_int_equal(buf_adds(&b, "more than ten"), -1);
    assert_int_equal(str_take(&s, &b), -1);
    assert_string_equal(s.data, "abc");
    str_release(&s);
    buf_release(&b);
}

static void errors_are_values(void **state)
{
    (void)state;
    struct err e;
    assert_int_equal(err_set(NULL, ERR_IO, "nobody %d", 1), -1);
    assert_int_equal(err_at(NULL, 1, "nobody"), -1);
    assert_int_equal(err_at(&e, 77, "at %d", 5), -1);
    assert_int_equal(e.code, ERR_FORM);
    assert_true(e.located);
    assert_int_equal(e.offset, 77);
    assert_string_equal(e.text, "at 5");
    assert_int_equal(err_set(&e, ERR_OPEN, "again: %s", e.text), -1);
    assert_int_equal(e.code, ERR_OPEN);
    assert_false(e.located);
    assert_string_equal(e.text, "again: at 5");
    err_clear(&e);
    assert_int_equal(e.code, ERR_NONE);
    assert_string_equal(e.text, "");
}

/* Every place the cut can fall at, in a sentence that ends in tokens and in a mark. */
static void long_errors_are_cut_between_characters(void **state)
{
    (void)state;
    struct err e;
    char text[700];
    for (size_t lead = 440; lead < 520; lead++) {
        memset(text, 'x', lead);
        strcpy(text + lead, "<U+202E><0xFF>e\xCC\x81\xE2\x82\xAC<U+10FFFF><U+202E><U+202E><U+202E>"
                            "<U+202E><U+202E><U+202E><U+202E><U+202E><U+202E><U+202E><U+202E>");
        err_set(&e, ERR_IO, "%s", text);
        size_t len = strlen(e.text);
        assert_true(len < sizeof e.text && len > sizeof e.text - 13);
        assert_string_equal(e.text + len - 3, "...");
        assert_memory_equal(e.text, text, len - 3);
        char last = e.text[len - 4];
        assert_true(last == 'x' || last == '>' || last == '\x81' || last == '\xAC');
    }
    memset(text, 'x', 511);
    text[511] = '\0';
    err_set(&e, ERR_IO, "%s", text);
    assert_string_equal(e.text, text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_stays_terminated),
        cmocka_unit_test(ceiling_is_exact_and_failure_sticks),
        cmocka_unit_test(huge_lengths_do_not_wrap),
        cmocka_unit_test(reserve_then_write_less),
        cmocka_unit_test(formats),
        cmocka_unit_test(strings_hold_nul),
        cmocka_unit_test(string_takes_a_buffer),
        cmocka_unit_test(errors_are_values),
        cmocka_unit_test(long_errors_are_cut_between_characters),
    };
    return cmocka_run_group_tests_name("base/buf and base/err", tests, NULL, NULL);
}
