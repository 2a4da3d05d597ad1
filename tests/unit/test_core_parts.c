#include "core/digest_map.h"
#include "core/parts.h"
#include "core_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define DIGITS "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static void read_one(struct exam *e, struct parts *p, const char *text)
{
    exam_bytes(e, text, strlen(text), NULL);
    assert_int_equal(timeline_parts(e->t, 1, p, &e->err), 0);
}

static void a_whole_entry(void **state)
{
    (void)state;
    struct digest want;
    struct parts p;
    struct exam e;
    assert_true(digest_parse(DIGITS, 64, &want));
    read_one(&e, &p,
             "[{\"seq\":10e-1,\"prev_digest\":\"" DIGITS "\",\"job_id\":\"\\u00e9\",\"id\":\"\","
             "\"tool\":\"t\",\"provenance_class\":\"LOGGED BY AGENT\",\"canonical_bytes\":\"\","
             "\"output_hash\":\"sha256:" DIGITS "\",\"close\":true}]");
    assert_int_equal(p.has, (1u << MEMBER_COUNT) - 1 - (1u << MEMBER_ENTRY_DIGEST));
    assert_true(p.seq_small && p.seq == 1 && p.close && p.prev_is_digest);
    assert_string_equal(p.text[MEMBER_SEQ].data, "1");
    assert_string_equal(p.text[MEMBER_JOB_ID].data, "\xc3\xa9");
    assert_string_equal(p.text[MEMBER_ID].data, "");
    assert_true(digest_equal(&p.prev, &want) && digest_equal(&p.output, &want));
    assert_true(digest_equal(&p.stored_output, &want));
    assert_int_equal(p.standing, STANDING_AGENT);
    parts_release(&p);
    exam_close(&e);
}

static void what_cannot_be_digested(void **state)
{
    (void)state;
    struct parts p;
    struct exam e;
    read_one(&e, &p,
             "[{\"seq\":1.5,\"prev_digest\":\"x\",\"job_id\":7,\"id\":null,\"tool\":{},"
             "\"provenance_class\":[],\"canonical_bytes\":\"=\",\"output_hash\":\"x\",\"close\":0}]");
    assert_int_equal(p.has, 1u << MEMBER_PREV_DIGEST);
    assert_false(p.prev_is_digest);
    parts_release(&p);
    exam_close(&e);

    read_one(&e, &p, "[7]");
    assert_int_equal(p.has, 0);
    parts_release(&p);
    exam_close(&e);
}

static void a_text_that_is_too_long(void **state)
{
    (void)state;
    struct parts p;
    struct exam e;
    struct buf text;
    buf_init(&text, 1 << 20);
    buf_adds(&text, "[{\"tool\":\"");
    for (int i = 0; i <= PARTS_TEXT; i++)
        buf_addc(&text, 'a');
    buf_adds(&text, "\",\"id\":\"i\"}]");
    exam_bytes(&e, text.data, text.len, NULL);
    assert_int_equal(timeline_parts(e.t, 1, &p, &e.err), 0);
    assert_int_equal(p.cut, 1u << MEMBER_TOOL);
    assert_int_equal(p.has, 1u << MEMBER_ID | 1u << MEMBER_CLOSE);
    parts_release(&p);
    exam_close(&e);
    buf_release(&text);
}

static struct digest numbered(uint32_t n)
{
    struct digest d = {{0}};
    memcpy(d.byte, &n, sizeof n);
    return d;
}

static void a_map_of_digests(void **state)
{
    (void)state;
    struct digest_map *m = digest_map_new(1000);
    uint32_t first, last;
    assert_non_null(m);
    for (uint32_t i = 1; i <= 1000; i++) {
        struct digest d = numbered(i % 700);
        digest_map_add(m, &d, i);
    }
    for (uint32_t i = 1; i < 700; i++) {
        struct digest d = numbered(i);
        assert_true(digest_map_find(m, &d, &first, &last));
        assert_int_equal(first, i);
        assert_int_equal(last, i <= 300 ? i + 700 : i);
    }
    struct digest none = numbered(5000);
    assert_false(digest_map_find(m, &none, &first, &last));
    digest_map_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_entry),
        cmocka_unit_test(what_cannot_be_digested),
        cmocka_unit_test(a_text_that_is_too_long),
        cmocka_unit_test(a_map_of_digests),
    };
    return cmocka_run_group_tests_name("core_parts", tests, NULL, NULL);
}
