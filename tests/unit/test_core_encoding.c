#include "core/encoding.h"
#include "core_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define PREV     "\"prev_digest\":\"" ZEROS "\""
#define ZEROS    "0000000000000000000000000000000000000000000000000000000000000000"
/* SHA-256 of no bytes. */
#define NOTHING "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static const char entry[] =
    "[{\"seq\":1," PREV ",\"job_id\":\"j\",\"id\":\"\\u00e9\\n\",\"tool\":\"\\u007f\\u001b\\\"\","
    "\"provenance_class\":\"\\ud83d\\ude00\\udc00\",\"canonical_bytes\":\"\",\"close\":false}]";

static const struct {
    unsigned encoding;
    const char *text;
} written[] = {
    {0, "{\"close\":false,\"id\":\"\\u00e9\\n\",\"job_id\":\"j\",\"output_hash\":\"" NOTHING "\"," PREV
        ",\"provenance_class\":\"\\ud83d\\ude00\\udc00\",\"seq\":1,\"tool\":\"\\u007f\\u001b\\\"\"}"},
    {ENCODE_RAW,
     "{\"close\":false,\"id\":\"\xc3\xa9\\n\",\"job_id\":\"j\",\"output_hash\":\"" NOTHING "\"," PREV
     ",\"provenance_class\":\"\xf0\x9f\x98\x80\\udc00\",\"seq\":1,\"tool\":\"\x7f\\u001b\\\"\"}"},
    {ENCODE_DELETE,
     "{\"close\":false,\"id\":\"\\u00e9\\n\",\"job_id\":\"j\",\"output_hash\":\"" NOTHING "\"," PREV
     ",\"provenance_class\":\"\\ud83d\\ude00\\udc00\",\"seq\":1,\"tool\":\"\x7f\\u001b\\\"\"}"},
    {ENCODE_UPPER | ENCODE_LONG,
     "{\"close\":false,\"id\":\"\\u00E9\\u000A\",\"job_id\":\"j\",\"output_hash\":\"" NOTHING "\"," PREV
     ",\"provenance_class\":\"\\uD83D\\uDE00\\uDC00\",\"seq\":1,\"tool\":\"\\u007F\\u001B\\\"\"}"},
    {ENCODE_PREFIX | ENCODE_NO_CLOSE | ENCODE_FRACTION,
     "{\"id\":\"\\u00e9\\n\",\"job_id\":\"j\",\"output_hash\":\"sha256:" NOTHING "\"," PREV
     ",\"provenance_class\":\"\\ud83d\\ude00\\udc00\",\"seq\":1.0,\"tool\":\"\\u007f\\u001b\\\"\"}"},
    {ENCODE_SPACES,
     "{\"close\": false, \"id\": \"\\u00e9\\n\", \"job_id\": \"j\", \"output_hash\": \"" NOTHING
     "\", \"prev_digest\": \"" ZEROS "\", \"provenance_class\": \"\\ud83d\\ude00\\udc00\", "
     "\"seq\": 1, \"tool\": \"\\u007f\\u001b\\\"\"}"},
};

static void read_parts(struct exam *e, struct parts *p)
{
    exam_bytes(e, entry, sizeof entry - 1, NULL);
    assert_int_equal(timeline_parts(e->t, 1, p, &e->err), 0);
}

static void each_encoding_as_written(void **state)
{
    (void)state;
    struct preimage text;
    struct parts p;
    struct exam e;
    read_parts(&e, &p);
    preimage_init(&text);
    for (size_t i = 0; i < COUNT(written); i++) {
        assert_int_equal(preimage_make(&text, &p, written[i].encoding), 0);
        assert_int_equal(text.lacks, 0);
        assert_string_equal(buf_cstr(&text.bytes), written[i].text);
    }
    preimage_release(&text);
    parts_release(&p);
    exam_close(&e);
}

static int collect(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

static void the_format_is_the_one_of_the_checks(void **state)
{
    (void)state;
    struct preimage text;
    struct parts p;
    struct exam e;
    struct buf want;
    read_parts(&e, &p);
    preimage_init(&text);
    buf_init(&want, 1 << 20);
    assert_int_equal(preimage_make(&text, &p, 0), 0);
    assert_int_equal(timeline_preimage(e.t, 1, collect, &want, &e.err), 0);
    assert_string_equal(buf_cstr(&text.bytes), buf_cstr(&want));
    buf_release(&want);
    preimage_release(&text);
    parts_release(&p);
    exam_close(&e);
}

static void a_member_put_otherwise(void **state)
{
    (void)state;
    struct preimage text, other;
    struct parts p;
    struct exam e;
    read_parts(&e, &p);
    preimage_init(&text);
    preimage_init(&other);
    assert_int_equal(preimage_make(&text, &p, 0), 0);
    assert_int_equal(preimage_put(&other, &text, SLOT_JOB, "longer", 6), 0);
    assert_non_null(strstr(buf_cstr(&other.bytes), "\"job_id\":\"longer\",\"output_hash\":\"e3b0"));
    assert_int_equal(preimage_put(&text, &other, SLOT_SEQ, "77", 2), 0);
    assert_non_null(strstr(buf_cstr(&text.bytes), ",\"seq\":77,\"tool\":\"\\u007f\\u001b\\\"\"}"));
    assert_int_equal(text.to[SLOT_SEQ] - text.from[SLOT_SEQ], 2);
    assert_memory_equal(text.bytes.data + text.from[SLOT_TOOL], "\\u007f", 6);
    preimage_release(&other);
    preimage_release(&text);
    parts_release(&p);
    exam_close(&e);
}

static void what_matters(void **state)
{
    (void)state;
    struct parts p;
    struct exam e;
    read_parts(&e, &p);
    assert_int_equal(encoding_matters(&p), ENCODE_ALL & ~ENCODE_NEVER_CLOSE);
    parts_release(&p);
    exam_close(&e);

    struct chain c;
    chain_honest(&c, 1);
    exam_chain(&e, &c, 1);
    assert_int_equal(timeline_parts(e.t, 1, &p, &e.err), 0);
    assert_int_equal(encoding_matters(&p),
                     ENCODE_SPACES | ENCODE_PREFIX | ENCODE_FRACTION | ENCODE_NEVER_CLOSE);
    parts_release(&p);
    exam_close(&e);
    chain_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_encoding_as_written),
        cmocka_unit_test(the_format_is_the_one_of_the_checks),
        cmocka_unit_test(a_member_put_otherwise),
        cmocka_unit_test(what_matters),
    };
    return cmocka_run_group_tests_name("explain_encoding", tests, NULL, NULL);
}
