/* Entries read again for showing: members, payloads, the bytes hashed. */
#include "core_making.h"

#include "base/base64.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define ZEROS    "0000000000000000000000000000000000000000000000000000000000000000"

static void read_one(struct exam *e, const char *text, struct entry_text *out, size_t limit)
{
    exam_bytes(e, text, strlen(text), NULL);
    assert_int_equal(e->status, 0);
    assert_int_equal(timeline_read_entry(e->t, 1, limit, out, &e->err), 0);
}

static void done_with(struct exam *e, struct entry_text *text)
{
    entry_text_release(text);
    exam_close(e);
}

static void assert_text(const struct str *s, const char *want, size_t len)
{
    assert_non_null(s->data);
    assert_int_equal(s->len, len);
    assert_memory_equal(s->data, want, len);
    assert_int_equal(s->data[len], 0);
}

static void members_with_type_place_and_text(void **state)
{
    (void)state;
    static const char text[] =
        "[ {\"id\":\"r\\u002d1\",\"seq\":10e-1,\"job_id\":null,\"tool\":{\"name\": \"x\"},\"c"
        "lose\":true,"
        "\"provenance_class\":\"\\ud83d\\u0000\xC3\xA9\",\"canonical_bytes\":\"eyJuIjoxfQ==\","
        "\"created_at\" : [1, 2],\"Tool\":\"y\"} ]";
    static const struct {
        enum member member;
        enum json_type type;
        const char *at, *want;
        size_t len;
    } known[] = {
        {MEMBER_ID, JSON_STRING, "\"r\\u002d1\"", "r-1", 3},
        {MEMBER_SEQ, JSON_NUMBER, "10e-1", "10e-1", 5},
        {MEMBER_JOB_ID, JSON_NULL, "null", "null", 4},
        {MEMBER_TOOL, JSON_OBJECT, "{\"name\": \"x\"}", "{\"name\": \"x\"}", 13},
        {MEMBER_CLOSE, JSON_TRUE, "true", "true", 4},
        {MEMBER_PROVENANCE_CLASS, JSON_STRING, "\"\\ud83d\\u0000\xC3\xA9\"",
         "\xED\xA0\xBD\0\xC3\xA9", 6},
        {MEMBER_CANONICAL_BYTES, JSON_STRING, "\"eyJuIjoxfQ==\"", "eyJuIjoxfQ==", 12},
    };
    struct entry_text t;
    struct exam e;
    read_one(&e, text, &t, 100);
    assert_true(t.is_object);
    assert_int_equal(t.entry, 1);
    assert_int_equal(t.offset, 2);
    assert_int_equal(t.length, sizeof text - 1 - 4);
    for (size_t i = 0; i < COUNT(known); i++) {
        const struct entry_value *v = &t.member[known[i].member];
        assert_int_equal(v->type, known[i].type);
        assert_int_equal(v->offset, strstr(text, known[i].at) - text);
        assert_int_equal(v->length, strlen(known[i].at));
        assert_text(&v->text, known[i].want, known[i].len);
        assert_false(v->cut);
    }
    assert_int_equal(t.member[MEMBER_PREV_DIGEST].type, JSON_ABSENT);
    assert_null(t.member[MEMBER_PREV_DIGEST].text.data);
    assert_int_equal(t.extras, 2);
    assert_int_equal(t.extras_total, 2);
    assert_text(&t.extra[0].name, "created_at", 10);
    assert_text(&t.extra[0].text, "[1, 2]", 6);
    assert_int_equal(t.extra[0].type, JSON_ARRAY);
    assert_int_equal(t.extra[0].offset, strstr(text, "[1, 2]") - text);
    assert_text(&t.extra[1].name, "Tool", 4);
    assert_text(&t.extra[1].text, "y", 1);
    assert_true(t.has_output);
    assert_int_equal(t.output_bytes, 7);
    assert_text(&t.payload, "{\"n\":1}", 7);
    done_with(&e, &t);
}

static void the_last_of_two_is_shown(void **state)
{
    (void)state;
    struct entry_text t;
    struct exam e;
    read_one(&e, "[{\"id\":\"a\",\"id\":7}]", &t, 100);
    assert_int_equal(t.member[MEMBER_ID].type, JSON_NUMBER);
    assert_text(&t.member[MEMBER_ID].text, "7", 1);
    done_with(&e, &t);
}

static void what_is_no_object(void **state)
{
    (void)state;
    static const char *const texts[] = {"[null]", "[\"a\"]", "[ 7 ]", "[[{\"id\":1}]]"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct entry_text t;
        struct exam e;
        read_one(&e, texts[i], &t, 100);
        assert_false(t.is_object);
        assert_false(t.has_output);
        for (int m = 0; m < MEMBER_COUNT; m++)
            assert_int_equal(t.member[m].type, JSON_ABSENT);
        done_with(&e, &t);
    }
}

static void limits_cut_and_say_so(void **state)
{
    (void)state;
    char *text = malloc(100000);
    struct entry_text t;
    struct exam e;
    strcpy(text, "[{\"id\":\"");
    memset(text + strlen(text), 'i', 5000);
    sprintf(text + 8 + 5000, "\",\"seq\":%0*d1,\"x\":\"", 1, 1);
    size_t at = strlen(text);
    memset(text + at, 'x', 5000);
    strcpy(text + at + 5000, "\",\"tool\":\"abc\",\"canonical_bytes\":\"");
    for (int i = 0; i < 1000; i++)
        strcat(text, "QUJD");
    strcat(text, "\"}]");
    read_one(&e, text, &t, 100);
    assert_true(t.member[MEMBER_ID].cut);
    assert_true(t.member[MEMBER_ID].text.len >= 100 && t.member[MEMBER_ID].text.len < 120);
    assert_int_equal(t.member[MEMBER_ID].length, 5002);
    assert_false(t.member[MEMBER_TOOL].cut);
    assert_true(t.extra[0].text.len >= 100 && t.extra[0].text.len < 120);
    assert_int_equal(t.output_bytes, 3000);
    assert_int_equal(t.payload.len, 100);
    assert_memory_equal(t.payload.data, "ABCABC", 6);
    done_with(&e, &t);
    free(text);
}

static void many_extras(void **state)
{
    (void)state;
    struct entry_text t;
    struct exam e;
    struct buf b;
    buf_init(&b, 1 << 20);
    buf_adds(&b, "[{\"id\":\"a\"");
    for (int i = 0; i < ENTRY_EXTRAS + 36; i++)
        buf_addf(&b, ",\"n%d\":%d", i, i);
    buf_adds(&b, "}]");
    read_one(&e, buf_cstr(&b), &t, 10);
    assert_int_equal(t.extras, ENTRY_EXTRAS);
    assert_int_equal(t.extras_total, ENTRY_EXTRAS + 36);
    assert_text(&t.extra[ENTRY_EXTRAS - 1].name, "n63", 3);
    done_with(&e, &t);
    buf_release(&b);
}

/* Each entry of a file with large and small ones reads as it was written, in any order. */
static void entries_of_any_size_in_any_order(void **state)
{
    (void)state;
    static const size_t sizes[] = {
        10, LIMIT_WINDOW - 400, LIMIT_WINDOW, LIMIT_BLOCK + 50, 20, 3 * LIMIT_BLOCK, 30};
    static const uint64_t order[] = {7, 1, 6, 2, 5, 3, 4, 4, 1, 7};
    struct chain c;
    struct exam e;
    chain_begin(&c, "[");
    for (size_t i = 0; i < COUNT(sizes); i++) {
        char *large = malloc(sizes[i] + 1);
        memset(large, 'a' + (int)i, sizes[i]);
        large[sizes[i]] = 0;
        chain_add(&c, &(struct making){.payload = large, .tool = large});
        free(large);
    }
    chain_end(&c, "]");
    exam_chain(&e, &c, 2);
    for (size_t i = 0; i < COUNT(order); i++) {
        size_t n = (size_t)order[i] - 1;
        struct entry_text t;
        assert_int_equal(timeline_read_entry(e.t, order[i], 64, &t, &e.err), 0);
        assert_int_equal(t.offset, timeline_mark(e.t, order[i]).offset);
        assert_int_equal(t.output_bytes, sizes[n]);
        assert_int_equal(t.member[MEMBER_TOOL].text.data[5], 'a' + (int)n);
        assert_int_equal(t.member[MEMBER_TOOL].length, sizes[n] + 2);
        assert_int_equal(t.payload.data[5], 'a' + (int)n);
        entry_text_release(&t);
    }
    exam_close(&e);
    chain_release(&c);
}

/* --- payloads --- */

static void payloads_in_stretches(void **state)
{
    (void)state;
    enum { LONG = 50000 };
    char *payload = malloc(LONG + 1), got[LONG + 100];
    struct chain c;
    struct exam e;
    for (int i = 0; i < LONG; i++)
        payload[i] = (char)('0' + i % 73);
    payload[LONG] = 0;
    chain_begin(&c, "[");
    chain_add(&c, NULL);
    chain_last(&c, &(struct making){.payload = payload});
    chain_end(&c, "]");
    exam_chain(&e, &c, 1);
    static const size_t from[] = {0, 1, 2, 3, 8191, 8192, 6144, 24575, LONG - 1, LONG, LONG + 10};
    static const size_t lengths[] = {0, 1, 3, 100, 9000, LONG, LONG + 100};
    for (size_t f = 0; f < COUNT(from); f++)
        for (size_t n = 0; n < COUNT(lengths); n++) {
            size_t left = from[f] < LONG ? LONG - from[f] : 0,
                   want = lengths[n] < left ? lengths[n] : left;
            ssize_t len = timeline_read_payload(e.t, 2, from[f], got, lengths[n], &e.err);
            assert_int_equal(len, want);
            assert_memory_equal(got, payload + (want ? from[f] : 0), want);
        }
    exam_close(&e);
    chain_release(&c);
    free(payload);
}

/* --- preimages --- */

static int collect(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

static void preimages_hash_to_the_digests(void **state)
{
    (void)state;
    char *large = malloc(LIMIT_BLOCK * 2);
    struct chain c;
    struct exam e;
    memset(large, 'q', LIMIT_BLOCK * 2 - 1);
    large[LIMIT_BLOCK * 2 - 1] = 0;
    chain_begin(&c, "[");
    for (int i = 0; i < 5; i++)
        chain_add(&c, &(struct making){.id = i == 2 ? large : NULL, .tool = i == 3 ? large : NULL});
    chain_last(&c, NULL);
    chain_end(&c, "]");
    exam_chain(&e, &c, 2);
    for (uint64_t n = 1; n <= 6; n++) {
        struct entry_mark m = timeline_mark(e.t, n);
        struct digest d;
        struct buf out;
        buf_init(&out, SIZE_MAX / 2);
        assert_int_equal(timeline_preimage(e.t, n, collect, &out, &e.err), 0);
        assert_int_equal(digest_bytes(out.data, out.len, &d, NULL), 0);
        assert_true(digest_equal(&d, &m.digest));
        assert_memory_equal(
            out.data, n == 6 ? "{\"close\":true,\"id\":\"" : "{\"close\":false,\"id\":\"", 19);
        buf_release(&out);
    }
    exam_close(&e);
    chain_release(&c);
    free(large);
}

static int refuse(void *arg, const void *bytes, size_t len)
{
    (void)bytes;
    (void)len;
    ++*(int *)arg;
    return 1;
}

static void a_refusal_to_take_it_is_an_error(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    int calls = 0;
    chain_honest(&c, 1);
    exam_chain(&e, &c, 1);
    assert_int_equal(timeline_preimage(e.t, 1, refuse, &calls, &e.err), -1);
    assert_int_equal(calls, 1);
    assert_int_not_equal(e.err.code, ERR_NONE);
    exam_close(&e);
    chain_release(&c);
}

static void no_preimage_says_why(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } known[] = {
        {"[5]", "entry 1 has no digest: it is not an object"},
        {"[{\"canonical_bytes\":\"!\"}]", "not strict base64"},
        {"[{}]", "not strict base64"},
        {"[{\"canonical_bytes\":\"\"}]", "absent or of a wrong type"},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct digest d;
        struct buf out;
        struct exam e;
        buf_init(&out, 1000);
        exam_bytes(&e, known[i].text, strlen(known[i].text), NULL);
        assert_int_equal(timeline_preimage(e.t, 1, collect, &out, &e.err), -1);
        assert_non_null(strstr(e.err.text, known[i].says));
        assert_int_equal(out.len, 0);
        assert_int_equal(timeline_digest_closed(e.t, 1, true, &d, &e.err), -1);
        assert_non_null(strstr(e.err.text, known[i].says));
        buf_release(&out);
        exam_close(&e);
    }
}

static void the_digest_with_close_either_way(void **state)
{
    (void)state;
    struct chain open, closed;
    char hex[DIGEST_HEX + 1];
    struct digest d;
    struct exam e;
    chain_begin(&open, "[");
    chain_begin(&closed, "[");
    for (int i = 0; i < 3; i++) {
        chain_add(&open, NULL);
        if (i < 2)
            chain_add(&closed, NULL);
    }
    chain_last(&closed, NULL);
    chain_end(&open, "]");
    exam_chain(&e, &open, 1);
    assert_int_equal(timeline_digest_closed(e.t, 3, true, &d, &e.err), 0);
    digest_hex(&d, hex);
    assert_string_equal(hex, closed.prev);
    assert_int_equal(timeline_digest_closed(e.t, 3, false, &d, &e.err), 0);
    digest_hex(&d, hex);
    assert_string_equal(hex, open.prev);
    exam_close(&e);
    chain_release(&open);
    chain_release(&closed);
}

/* --- the entry in front of damage, and the last one --- */

static void entries_before_damage_can_be_read(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    struct entry_text t;
    chain_honest(&c, 3);
    c.text.len = chain_find(&c, "\"seq\":3", 1);
    for (int i = 0; i < 100000; i++)
        buf_addc(&c.text, i % 2 ? '\x01' : '{');
    exam_chain(&e, &c, 2);
    assert_int_equal(timeline_progress(e.t).entries, 2);
    assert_int_equal(timeline_read_entry(e.t, 2, 100, &t, &e.err), 0);
    assert_text(&t.member[MEMBER_ID].text, "r-2", 3);
    entry_text_release(&t);
    exam_close(&e);
    chain_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_with_type_place_and_text),
        cmocka_unit_test(the_last_of_two_is_shown),
        cmocka_unit_test(what_is_no_object),
        cmocka_unit_test(limits_cut_and_say_so),
        cmocka_unit_test(many_extras),
        cmocka_unit_test(entries_of_any_size_in_any_order),
        cmocka_unit_test(payloads_in_stretches),
        cmocka_unit_test(preimages_hash_to_the_digests),
        cmocka_unit_test(a_refusal_to_take_it_is_an_error),
        cmocka_unit_test(no_preimage_says_why),
        cmocka_unit_test(the_digest_with_close_either_way),
        cmocka_unit_test(entries_before_damage_can_be_read),
    };
    return cmocka_run_group_tests_name("core/desk", tests, NULL, NULL);
}
