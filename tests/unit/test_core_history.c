/* The historical construction: told by its digests, never by an absent member, and never called
 * current. */
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

/* `members` on each entry, besides the three that aer1-06 binds; NULL: none. */
static void chain_06(struct chain *c, unsigned count, const char *members)
{
    chain_begin(c, "[");
    for (unsigned i = 1; i <= count; i++) {
        char payload[32], base64[64];
        struct digest d;
        snprintf(payload, sizeof payload, "{\"n\":%u}", i);
        base64_encode(base64, payload, strlen(payload));
        if (c->entries++)
            buf_adds(&c->text, ",\n");
        c->at = c->text.len;
        buf_addf(&c->text, "{%s\"canonical_bytes\":\"%s\",\"prev_digest\":\"%s\"%s}",
                 members ? members : "", base64, c->prev, i == count ? ",\"close\":true" : "");
        assert_int_equal(digest_bytes(payload, strlen(payload), &d, NULL), 0);
        digest_hex(&d, c->prev);
    }
    chain_end(c, "]\n");
}

static void judged(struct exam *e, const struct chain *c, enum construction by)
{
    struct timeline_options options = {.construction = by, .jobs = 2};
    exam_bytes(e, c->text.data, c->text.len, &options);
    assert_int_equal(e->status, 0);
}

static void assert_result(const struct chain *c, enum construction by, enum timeline_result want,
                          enum construction in_force)
{
    struct exam e;
    judged(&e, c, by);
    assert_int_equal(timeline_result(e.t), want);
    assert_int_equal(timeline_construction(e.t), in_force);
    exam_close(&e);
}

static void recognised_by_its_digests(void **state)
{
    (void)state;
    static const char *const members[] = {
        NULL,
        "\"id\":\"a\",",
        "\"job_id\":\"j\",\"tool\":\"t\",\"seq\":7,",
        /* every member of the current construction, right in form */
        "\"id\":\"a\",\"job_id\":\"j\",\"tool\":\"t\",\"provenance_class\":\"LOGGED BY AGENT"
        "\",\"seq\":1,",
    };
    static const unsigned lengths[] = {2, 3, 50, 3000};
    for (size_t m = 0; m < COUNT(members); m++)
        for (size_t i = 0; i < COUNT(lengths); i++) {
            struct chain c;
            chain_06(&c, lengths[i], members[m]);
            assert_result(&c, CONSTRUCTION_AUTO, TIMELINE_HISTORICAL, CONSTRUCTION_06);
            assert_result(&c, CONSTRUCTION_07, TIMELINE_BROKEN, CONSTRUCTION_07);
            assert_result(&c, CONSTRUCTION_06, TIMELINE_HISTORICAL, CONSTRUCTION_06);
            chain_release(&c);
        }
}

static void the_current_is_never_historical(void **state)
{
    (void)state;
    struct chain c;
    chain_honest(&c, 5);
    assert_result(&c, CONSTRUCTION_AUTO, TIMELINE_CONSISTENT, CONSTRUCTION_07);
    assert_result(&c, CONSTRUCTION_07, TIMELINE_CONSISTENT, CONSTRUCTION_07);
    assert_result(&c, CONSTRUCTION_06, TIMELINE_BROKEN, CONSTRUCTION_06);
    chain_release(&c);
}

/* A link broken, the genesis not zeros, the end open, the bytes unreadable, an early close:
 * broken. */
static void one_thing_wrong_is_not_historical(void **state)
{
    (void)state;
    static const struct {
        const char *from;
        unsigned nth;
        const char *to;
    } known[] = {
        {"eyJuIjoyfQ==", 1, "eyJuIjo5fQ=="},
        {ZEROS, 1, ZEROS "0"},
        {ZEROS, 1, "1" ZEROS},
        {",\"close\":true", 1, ""},
        {"true", 1, "false"},
        {"true", 1, "1"},
        {"eyJuIjo0fQ==", 1, "eyJuIjo0fQ="},
        {"{\"canonical_bytes\":\"eyJuIjoy", 1, "{\"close\":true,\"canonical_bytes\":\"eyJuIjoy"},
        {"{\"canonical_bytes\":\"eyJuIjoy", 1, "{\"close\":\"x\",\"canonical_bytes\":\"eyJuIjoy"},
        {",\n", 1, ",null,\n"},
        {"\"prev_digest\":\"" ZEROS "\"", 1, "\"x\":0"},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct chain c;
        chain_06(&c, 4, NULL);
        assert_result(&c, CONSTRUCTION_AUTO, TIMELINE_HISTORICAL, CONSTRUCTION_06);
        chain_swap(&c, known[i].from, known[i].nth, known[i].to);
        assert_result(&c, CONSTRUCTION_AUTO, TIMELINE_BROKEN, CONSTRUCTION_07);
        assert_result(&c, CONSTRUCTION_06, TIMELINE_BROKEN, CONSTRUCTION_06);
        chain_release(&c);
    }
}

/* One link broken, whichever it is and whatever border it lies on. */
static void each_link_counts(void **state)
{
    (void)state;
    enum { MANY = 700 };
    struct chain c;
    chain_06(&c, MANY, "\"x\":\"................................................\",");
    for (unsigned n = 1; n < MANY; n++) {
        char prev[DIGEST_HEX + 1], payload[32];
        struct digest d;
        snprintf(payload, sizeof payload, "{\"n\":%u}", n);
        digest_bytes(payload, strlen(payload), &d, NULL);
        digest_hex(&d, prev);
        size_t at = chain_find(&c, prev, 1) + n % DIGEST_HEX;
        unsigned char kept = c.text.data[at];
        c.text.data[at] = kept == '0' ? '1' : '0';
        assert_result(&c, n % 2 ? CONSTRUCTION_AUTO : CONSTRUCTION_06, TIMELINE_BROKEN,
                      n % 2 ? CONSTRUCTION_07 : CONSTRUCTION_06);
        c.text.data[at] = kept;
    }
    assert_result(&c, CONSTRUCTION_AUTO, TIMELINE_HISTORICAL, CONSTRUCTION_06);
    chain_release(&c);
}

static void digests_shown_are_those_in_force(void **state)
{
    (void)state;
    static const enum construction how[] = {CONSTRUCTION_AUTO, CONSTRUCTION_06};
    struct chain c;
    chain_06(&c, 20, "\"id\":\"a\",");
    for (size_t i = 0; i < COUNT(how); i++) {
        struct exam e;
        judged(&e, &c, how[i]);
        for (uint64_t n = 1; n <= 20; n++) {
            char payload[32];
            struct digest want;
            struct entry_mark m = timeline_mark(e.t, n);
            snprintf(payload, sizeof payload, "{\"n\":%llu}", (unsigned long long)n);
            digest_bytes(payload, strlen(payload), &want, NULL);
            assert_true(m.has_digest);
            assert_true(digest_equal(&m.digest, &want));
            assert_int_equal(m.link06, n > 1);
        }
        exam_close(&e);
    }
    chain_release(&c);
}

static int collect(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

static void the_preimage_is_the_payload(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    struct buf out;
    chain_06(&c, 3, NULL);
    judged(&e, &c, CONSTRUCTION_AUTO);
    buf_init(&out, 1000);
    assert_int_equal(timeline_preimage(e.t, 2, collect, &out, &e.err), 0);
    assert_string_equal(buf_cstr(&out), "{\"n\":2}");
    buf_release(&out);
    exam_close(&e);
    chain_release(&c);
}

/* Judged by -06: what it does not bind is no failure. */
static void judged_by_06(void **state)
{
    (void)state;
    static const struct {
        const char *members;
        enum timeline_result want;
        enum finding_code code;
    } known[] = {
        {"\"id\":5,\"seq\":true,\"tool\":{},\"job_id\":\"\",", TIMELINE_HISTORICAL, FINDING_COUNT},
        {"\"seq\":1,\"seq\":2,", TIMELINE_BROKEN, FINDING_DUPLICATE_MEMBER},
        {"\"close\":null,", TIMELINE_BROKEN, FINDING_CLOSE_TYPE},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        enum finding_code code;
        uint64_t entry;
        struct chain c;
        struct exam e;
        chain_06(&c, 3, known[i].members);
        judged(&e, &c, CONSTRUCTION_06);
        assert_int_equal(timeline_result(e.t), known[i].want);
        bool has = timeline_first_failure(e.t, &entry, &code);
        assert_int_equal(has ? code : FINDING_COUNT, known[i].code);
        exam_close(&e);
        chain_release(&c);
    }
    struct chain c;
    struct exam e;
    chain_06(&c, 3, NULL);
    chain_swap(&c, "eyJuIjoxfQ==", 1, "eyJuIjo5fQ==");
    judged(&e, &c, CONSTRUCTION_06);
    assert_int_equal(timeline_total(e.t, FINDING_LINK), 1);
    assert_int_equal(timeline_severity_total(e.t, SEVERITY_FAILURE), 1);
    exam_close(&e);
    chain_release(&c);
}

/* The failures of the current rules stay told beside "historical". */
static void current_failures_stay_told(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    chain_06(&c, 3, NULL);
    judged(&e, &c, CONSTRUCTION_AUTO);
    assert_int_equal(timeline_result(e.t), TIMELINE_HISTORICAL);
    assert_int_equal(timeline_total(e.t, FINDING_MEMBER), 12);
    assert_int_equal(timeline_total(e.t, FINDING_SEQ_TYPE), 3);
    assert_int_equal(timeline_total(e.t, FINDING_LINK), 2);
    exam_close(&e);
    chain_release(&c);
}

/* One entry has no link that could tell. */
static void a_single_entry_gets_a_note(void **state)
{
    (void)state;
#define BYTES "\"canonical_bytes\":\"e30=\",\"prev_digest\":\"" ZEROS "\",\"close\":true"
#define REST  "\"id\":\"a\",\"job_id\":\"j\",\"provenance_class\":\"LOGGED BY AGENT\""
    static const struct {
        const char *text;
        bool note;
    } known[] = {
        {"[{" BYTES "}]", true},
        {"[{\"id\":\"a\"," BYTES "}]", true},
        {"[{" REST ",\"tool\":\"t\"," BYTES "}]", true}, /* lacks seq alone */
        {"[{" REST ",\"seq\":1," BYTES "}]", true},      /* lacks tool alone */
        {"[{\"x\":1," BYTES "},{}]", false},             /* two */
        {"[{\"id\":\"\"," BYTES "}]", false},            /* there, and empty */
        {"[{\"id\":5," BYTES "}]", false},               /* there, and of a wrong type */
        {"[{\"seq\":\"1\"," BYTES "}]", false},
        {"[{\"seq\":2," BYTES "}]", false}, /* another failure besides */
        {"[{\"canonical_bytes\":\"e30=\",\"prev_digest\":\"" ZEROS "\"}]", false}, /* not closed */
        {"[{\"canonical_bytes\":\"e30\",\"prev_digest\":\"" ZEROS "\",\"close\":true}]", false},
        {"[{\"canonical_bytes\":\"e30=\",\"prev_digest\":\"0\",\"close\":true}]", false},
        {"[{" REST ",\"tool\":\"t\",\"seq\":1," BYTES "}]", false}, /* nothing is wrong */
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct finding_list l = {0};
        struct exam e;
        exam_bytes(&e, known[i].text, strlen(known[i].text), NULL);
        bool note = timeline_total(e.t, FINDING_SINGLE_06) > 0;
        if (note != known[i].note)
            print_error("%s\n", known[i].text);
        assert_int_equal(note, known[i].note);
        assert_true(timeline_result(e.t) != TIMELINE_HISTORICAL);
        assert_int_equal(timeline_file_findings(e.t, &l, &e.err), 0);
        assert_int_equal(l.count, note);
        finding_list_release(&l);
        exam_close(&e);
    }
}

static void damaged_is_not_historical(void **state)
{
    (void)state;
    struct chain c;
    chain_06(&c, 4, NULL);
    chain_swap(&c, "]\n", 1, "]x");
    assert_result(&c, CONSTRUCTION_AUTO, TIMELINE_UNREADABLE, CONSTRUCTION_07);
    chain_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recognised_by_its_digests),
        cmocka_unit_test(the_current_is_never_historical),
        cmocka_unit_test(one_thing_wrong_is_not_historical),
        cmocka_unit_test(each_link_counts),
        cmocka_unit_test(digests_shown_are_those_in_force),
        cmocka_unit_test(the_preimage_is_the_payload),
        cmocka_unit_test(judged_by_06),
        cmocka_unit_test(current_failures_stay_told),
        cmocka_unit_test(a_single_entry_gets_a_note),
        cmocka_unit_test(damaged_is_not_historical),
    };
    return cmocka_run_group_tests_name("core/history", tests, NULL, NULL);
}
