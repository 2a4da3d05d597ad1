#include "core_making.h"

#include "core/expected.h"
#include "core/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(a)             (sizeof(a) / sizeof *(a))
#define BEFORE               "\"frozen_at\":\"2026-10-01T00:00:00Z\""
#define LIST(rest)           "{\"job_id\":\"job-1\"," BEFORE "," rest "}"
#define ACTS(order, actions) LIST("\"order\":\"" order "\",\"actions\":[" actions "]")
#define ANY(actions)         ACTS("any", actions)
#define STRICT(actions)      ACTS("strict", actions)
#define E(tool)              "{\"tool\":\"" tool "\",\"kind\":\"expected\"}"
#define EN(tool, n)          "{\"tool\":\"" tool "\",\"kind\":\"expected\",\"count\":" n "}"
#define EID(tool, id)        "{\"tool\":\"" tool "\",\"kind\":\"expected\",\"id\":\"" id "\"}"
#define A(tool)              "{\"tool\":\"" tool "\",\"kind\":\"authorised\"}"
#define AN(tool, n)          "{\"tool\":\"" tool "\",\"kind\":\"authorised\",\"count\":" n "}"
#define AID(tool, id)        "{\"tool\":\"" tool "\",\"kind\":\"authorised\",\"id\":\"" id "\"}"
#define F(tool)              "{\"tool\":\"" tool "\",\"kind\":\"forbidden\"}"
/* Roots over r-1 .. r-n, by another program. */
static const char *const roots[] = {
    "a5fa777a3dc67268caea6eea038ba14177e360dba84e1db44e738dbae137e7ef",
    "0a1de49261970780ffe0f8bd82aa10798665ef50f7a3972efd5b124339309019",
    "712aaf07b8034a4d367344d4f1e6bb6f7f184e17911ea26d1769ddb88d184f19",
    "0c59988cb28dc1cc052ac789c19ec706156f8f2054fd8f2d813c9ebbb61c1509",
    "881fcd02fcc11a209864b6725099f47cb3c9d838f7f38d6c0cacc5bb4596aa08",
    "b8471ff8fd207906cc2f61b47b6ae03864ccd49718dae7650838c0b0b529f5fd",
    "411ca03cdd9646ad0f2592012eadfd40d5e208961fca48b7ea5d7cf7378bc885",
    "e35bc2a7180506756ba62cb5608a6bf86c039f383a8646abf9039ea8c697f941",
    "2797306b5cc5f85b2f0b3cba03ca0aa3d8bd2e0aec55a7b2bc38ec7f3fae940b",
};

static struct expected *from_text(const char *text)
{
    struct err err = {0};
    struct expected *e = expected_from_bytes("list.json", text, strlen(text), &err);
    assert_non_null(e);
    return e;
}

/* A closed timeline of one-letter tools. */
static void examine_tools(struct exam *e, const char *tools)
{
    struct chain c;

    chain_begin(&c, "[");
    for (const char *t = tools; *t; t++) {
        char tool[] = {*t, 0};
        struct making m = {.tool = tool, .last = ",\"created_at\":\"2026-10-02T00:00:00Z\""};
        (t[1] ? chain_add : chain_last)(&c, &m);
    }
    chain_end(&c, "]");
    exam_chain(e, &c, 1);
    chain_release(&c);
}

/* What it says of each entry: m matched, . authorised, u unexpected, f forbidden, o out of
 * order. */
static void describe(const struct expected *e, uint64_t entries, char *out)
{
    for (uint64_t n = 1; n <= entries; n++) {
        out[n - 1] = '-';
        if (expected_seek(e, n, 1, FINDING_EXPECT_UNEXPECTED) == n)
            out[n - 1] = 'u';
        if (expected_seek(e, n, 1, FINDING_EXPECT_FORBIDDEN) == n)
            out[n - 1] = 'f';
        if (expected_seek(e, n, -1, FINDING_EXPECT_ORDER) == n)
            out[n - 1] = 'o';
    }
    out[entries] = 0;
}

/* --- matching --- */

static const struct {
    const char *list, *tools;
    const char *entries; /* - for no finding */
    uint64_t expected, matched, missing, authorised, unexpected, forbidden, out_of_order;
} table[] = {
    {ANY(""), "a", "u", 0, 0, 0, 0, 1, 0, 0},
    {ANY(E("a")), "a", "-", 1, 1, 0, 0, 0, 0, 0},
    {ANY(E("a")), "aa", "-u", 1, 1, 0, 0, 1, 0, 0},
    {ANY(E("a")), "b", "u", 1, 0, 1, 0, 1, 0, 0},
    {ANY(E("A")), "a", "u", 1, 0, 1, 0, 1, 0, 0},
    {ANY(E("\\u0061")), "a", "-", 1, 1, 0, 0, 0, 0, 0},
    {ANY(EN("a", "2")), "aaa", "--u", 2, 2, 0, 0, 1, 0, 0},
    {ANY(EN("a", "3")), "aa", "--", 3, 2, 1, 0, 0, 0, 0},
    {ANY(E("a") "," E("a")), "aaa", "--u", 2, 2, 0, 0, 1, 0, 0},
    {ANY(EN("a", "1000000000000000000")), "a", "-", 1000000000000000000, 1, 999999999999999999, 0,
     0, 0, 0},
    {ANY(A("a")), "b", "u", 0, 0, 0, 0, 1, 0, 0},
    {ANY(A("a")), "a", "-", 0, 0, 0, 1, 0, 0, 0},
    {ANY(A("a")), "aa", "-u", 0, 0, 0, 1, 1, 0, 0},
    {ANY(AN("a", "1000000000000000000")), "aaa", "---", 0, 0, 0, 3, 0, 0, 0},
    {ANY(AN("a", "1000000000000000000") "," AN("a", "1000000000000000000")), "aaa", "---", 0, 0, 0,
     3, 0, 0, 0},
    {ANY(A("a") "," E("a")), "a", "-", 1, 1, 0, 0, 0, 0, 0},
    {ANY(A("a") "," E("a")), "aa", "--", 1, 1, 0, 1, 0, 0, 0},
    {ANY(A("a") "," E("a")), "aaa", "--u", 1, 1, 0, 1, 1, 0, 0},
    {ANY(F("a")), "b", "u", 0, 0, 0, 0, 1, 0, 0},
    {ANY(F("a") "," E("b")), "ab", "f-", 1, 1, 0, 0, 0, 1, 0},
    {ANY(F("a") "," E("a")), "a", "f", 1, 0, 1, 0, 0, 1, 0},
    {ANY("{\"tool\":\"a\",\"kind\":\"forbidden\",\"id\":\"r-2\"}," EN("a", "3")), "aaaa", "-f--", 3,
     3, 0, 0, 0, 1, 0},
    {ANY(EID("a", "r-2")), "aa", "u-", 1, 1, 0, 0, 1, 0, 0},
    {ANY(EID("a", "r-2")), "ab", "uu", 1, 0, 1, 0, 2, 0, 0},
    {ANY(E("a") "," EID("a", "r-1")), "aa", "--", 2, 2, 0, 0, 0, 0, 0},
    {ANY(E("a") "," AID("a", "r-1")), "aa", "--", 1, 1, 0, 1, 0, 0, 0},
    {ANY(E("a") "," AID("a", "r-1")), "a", "-", 1, 1, 0, 0, 0, 0, 0},
    {ANY(E("a") "," E("b")), "ba", "--", 2, 2, 0, 0, 0, 0, 0},
    {STRICT(E("a") "," E("b")), "ab", "--", 2, 2, 0, 0, 0, 0, 0},
    {STRICT(E("a") "," E("b")), "ba", "o-", 2, 2, 0, 0, 0, 0, 1},
    {STRICT(E("a") "," E("b") "," E("c") "," E("d")), "bcda", "---o", 4, 4, 0, 0, 0, 0, 1},
    {STRICT(E("a") "," E("b") "," E("c") "," E("d")), "dabc", "o---", 4, 4, 0, 0, 0, 0, 1},
    {STRICT(E("a") "," E("b") "," E("a")), "aba", "---", 3, 3, 0, 0, 0, 0, 0},
    {STRICT(E("a") "," EN("b", "2") "," E("c")), "abbc", "----", 4, 4, 0, 0, 0, 0, 0},
    {STRICT(E("a") "," EN("b", "2") "," E("c")), "babc", "o---", 4, 4, 0, 0, 0, 0, 1},
    {STRICT(E("b") "," E("a") "," AN("a", "5")), "aba", "---", 2, 2, 0, 1, 0, 0, 0},
    {STRICT(A("x") "," E("a") "," E("b") "," A("y")), "yaxb", "----", 2, 2, 0, 2, 0, 0, 0},
    {STRICT(E("b") "," E("a")), "aba", "u--", 2, 2, 0, 0, 1, 0, 0},
    {STRICT(E("a") "," E("b") "," E("c")), "ac", "--", 3, 2, 1, 0, 0, 0, 0},
};

static void matches_as_the_table_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(table); i++) {
        struct expected *e = from_text(table[i].list);
        struct exam x;
        char got[32];
        examine_tools(&x, table[i].tools);
        assert_int_equal(expected_check(e, x.t, &x.err), 0);
        struct coverage c = expected_coverage(e);
        describe(e, strlen(table[i].tools), got);
        if (strcmp(got, table[i].entries) != 0)
            fail_msg("%s on %s: %s, not %s", table[i].list, table[i].tools, got, table[i].entries);
        assert_true(c.assessed);
        assert_true(c.expected == table[i].expected);
        assert_true(c.matched == table[i].matched && c.missing == table[i].missing);
        assert_true(c.authorised == table[i].authorised);
        assert_true(c.unexpected == table[i].unexpected && c.forbidden == table[i].forbidden);
        assert_true(c.out_of_order == table[i].out_of_order);
        assert_true(expected_total(e, FINDING_EXPECT_UNEXPECTED) == c.unexpected);
        assert_true(expected_total(e, FINDING_EXPECT_FORBIDDEN) == c.forbidden);
        assert_true(expected_total(e, FINDING_EXPECT_ORDER) == c.out_of_order);
        assert_int_equal(expected_total(e, FINDING_EXPECT_MISSING) > 0, c.missing > 0);
        assert_true(expected_total(e, FINDING_EXPECT_TIME) == 0);
        exam_close(&x);
        expected_free(e);
    }
}

static void compares_the_output_hash(void **state)
{
    (void)state;
    char text[512], hex[DIGEST_HEX + 1];
    struct digest d;

    assert_int_equal(digest_bytes("{\"n\":2}", 7, &d, NULL), 0);
    digest_hex(&d, hex);
    for (int tagged = 0; tagged < 2; tagged++) {
        struct exam x;
        char got[8];
        snprintf(text, sizeof text,
                 ANY("{\"tool\":\"a\",\"kind\":\"expected\",\"output_hash\":\"%s%s\"}"),
                 tagged ? "sha256:" : "", hex);
        struct expected *e = from_text(text);
        examine_tools(&x, "aaa");
        assert_int_equal(expected_check(e, x.t, &x.err), 0);
        describe(e, 3, got);
        assert_string_equal(got, "u-u");
        exam_close(&x);
        expected_free(e);
    }
}

/* --- form --- */

static const struct {
    const char *text;
    const char *member; /* of the first finding; NULL: none */
    size_t findings;
    const char *says;
    uint64_t offset;
} forms[] = {
    {"", NULL, 1, "not JSON", 0},
    {"{", NULL, 1, "not JSON", 1},
    {"[]", NULL, 1, "is an object", 0},
    {"{}", NULL, 1, "neither a list", 0},
    {"{} x", NULL, 1, "not JSON", 3},
    {"{\"actions\":[]}", "job_id", 1, "string is required", 0},
    {"{\"actions\":[],\"job_id\":7}", "job_id", 1, "number", 23},
    {"{\"actions\":[],\"job_id\":\"\"}", "job_id", 1, "empty", 23},
    {"{\"actions\":[],\"job_id\":\"j\",\"job_id\":\"k\"}", "job_id", 1, "twice", 36},
    {"{\"actions\":{},\"job_id\":\"j\"}", "actions", 1, "array is required", 11},
    {"{\"schema\":\"aerscope.expected/2\",\"actions\":[],\"job_id\":\"j\"}", "schema", 1,
     "aerscope.expected/1", 10},
    {"{\"order\":\"loose\",\"actions\":[],\"job_id\":\"j\"}", "order", 1, "strict", 9},
    {"{\"frozen_at\":\"2026-02-30T00:00:00Z\",\"actions\":[],\"job_id\":\"j\"}", "frozen_at", 1,
     "RFC 3339", 13},
    {"{\"source\":[],\"actions\":[],\"job_id\":\"j\"}", "source", 1, "array", 10},
    {"{\"job_id\":\"j\",\"actions\":[1,{}]}", NULL, 3, "action 1: an object", 25},
    {"{\"job_id\":\"j\",\"actions\":[{\"kind\":\"expected\"}]}", "tool", 1, "action 1: tool", 25},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"\",\"kind\":\"expected\"}]}", "tool", 1, "empty",
     33},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\"}]}", "kind", 1, "string is required", 25},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"authorized\"}]}", "kind", 1,
     "none of", 44},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"id\":1}]}", "id", 1,
     "string", 60},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"output_hash\":\"00\"}]}",
     "output_hash", 1, "64 lowercase", 69},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"count\":0}]}", "count",
     1, "1 to 10^18", 63},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"count\":-1}]}",
     "count", 1, "1 to 10^18", 63},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"count\":1.0}]}",
     "count", 1, "1 to 10^18", 63},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"count\":\"1\"}]}",
     "count", 1, "1 to 10^18", 63},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"count\":1000000000000000001}]}",
     "count", 1, "1 to 10^18", 63},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"expected\",\"count\":99999999999999999999999}]}",
     "count", 1, "1 to 10^18", 63},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"kind\":\"forbidden\",\"count\":1}]}",
     "count", 1, "no count", 64},
    {"{\"job_id\":\"j\",\"actions\":[" EN("t", "1000000000000000000") "," E("t") "]}", "count", 1,
     "more than 10^18", 84},
    {"{\"job_id\":\"j\",\"actions\":[{\"tool\":\"t\",\"tool\":\"u\",\"kind\":\"expected\"}]}",
     "tool", 1, "twice", 44},
    {"{\"type\":\"verifiable-workflow-receipt\",\"actions\":[]}", "actions", 1, "ambiguous", 48},
    {"{\"type\":\"verifiable-workflow-receipt\"}", "steps", 1, "array of steps", 0},
    {"{\"type\":\"verifiable-workflow-receipt\",\"steps\":[]}", "steps", 2, "without a step", 46},
    {"{\"type\":\"verifiable-workflow-receipt\",\"steps\":[{\"seq\":2,\"tool\":\"t\",\"receipt_id\":\"i\"}]}",
     "seq", 2, "step 1: seq", 54},
    {"{\"type\":\"verifiable-workflow-receipt\",\"steps\":[{\"seq\":1,\"tool\":\"t\",\"receipt_id\":\"i\"},"
     "{\"seq\":2,\"tool\":\"t\",\"receipt_id\":\"\\u0069\"}]}",
     "receipt_id", 2, "step 2: step 1 has the same", 118},
};

static void tells_what_is_wrong_with_the_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct expected *e = from_text(forms[i].text);
        struct finding f;
        if (expected_list_findings(e) != forms[i].findings)
            fail_msg("%s: %d findings", forms[i].text, (int)expected_list_findings(e));
        assert_int_equal(expected_list_code(e, 0), FINDING_EXPECT_FORM);
        assert_int_equal(expected_list_finding(e, 0, &f), 0);
        if (!strstr(f.message.data, forms[i].says) || f.offset != forms[i].offset)
            fail_msg("%s: %s at %d", forms[i].text, f.message.data, (int)f.offset);
        assert_true(forms[i].member ? f.member && strcmp(f.member, forms[i].member) == 0
                                    : !f.member);
        assert_true(f.located && f.in_list && f.line == 1 && f.column == f.offset + 1);
        assert_int_equal(f.entry, 0);
        assert_false(expected_about(e).usable);
        finding_release(&f);
        expected_free(e);
    }
}

static void counts_lines(void **state)
{
    (void)state;
    struct expected *e = from_text("{\n \"job_id\": 1,\n \"actions\": [\n  0,\n  {},\n  \"x\"]}\n");
    static const uint64_t at[][2] = {{2, 12}, {4, 3}, {5, 3}, {5, 3}, {6, 3}};
    assert_int_equal(expected_list_findings(e), COUNT(at));
    for (size_t i = 0; i < COUNT(at); i++) {
        struct finding f;
        assert_int_equal(expected_list_finding(e, i, &f), 0);
        assert_int_equal(f.line, at[i][0]);
        assert_int_equal(f.column, at[i][1]);
        finding_release(&f);
    }
    expected_free(e);
}

static void keeps_the_first_thousand_errors(void **state)
{
    (void)state;
    struct buf b;
    struct finding f;
    buf_init(&b, SIZE_MAX / 2);
    buf_adds(&b, "{\"job_id\":\"j\",\"actions\":[0");
    for (int i = 1; i < 100000; i++)
        buf_adds(&b, ",\n0");
    buf_adds(&b, "]}");
    struct expected *e = from_text(buf_cstr(&b));
    assert_int_equal(expected_list_findings(e), 1001);
    assert_int_equal(expected_list_finding(e, 1000, &f), 0);
    assert_string_equal(f.message.data, "99000 more errors of form are not listed");
    finding_release(&f);
    expected_free(e);
    buf_release(&b);
}

/* --- workflow receipts --- */

static void write_receipt(struct buf *b, int steps, const char *root)
{
    buf_init(b, SIZE_MAX / 2);
    buf_adds(b, "{\"type\":\"verifiable-workflow-receipt\",\"merkle_root\":\"");
    buf_addf(b, "%s\",\"steps\":[", root);
    for (int i = 1; i <= steps; i++)
        buf_addf(b, "%s{\"seq\":%d,\"tool\":\"a\",\"receipt_id\":\"r-%d\"}", i > 1 ? "," : "", i,
                 i);
    buf_adds(b, "]}");
}

static void recomputes_merkle_roots(void **state)
{
    (void)state;
    char hex[DIGEST_HEX + 1], id[16];
    for (int n = 1; n <= (int)COUNT(roots); n++) {
        struct digest leaf[COUNT(roots)], root;
        struct buf b;
        for (int i = 0; i < n; i++) {
            int len = snprintf(id, sizeof id, "r-%d", i + 1);
            assert_int_equal(digest_bytes(id, (size_t)len, &leaf[i], NULL), 0);
        }
        assert_int_equal(expected_merkle(leaf, (size_t)n, &root, NULL), 0);
        digest_hex(&root, hex);
        assert_string_equal(hex, roots[n - 1]);
        write_receipt(&b, n, roots[n - 1]);
        struct expected *e = from_text(buf_cstr(&b));
        struct expected_about a = expected_about(e);
        assert_true(a.usable && a.receipt && a.strict && a.has_root && !a.root_differs);
        assert_int_equal(a.actions, n);
        assert_int_equal(expected_list_findings(e), 0);
        expected_free(e);
        buf_release(&b);
    }
}

static void a_root_that_differs(void **state)
{
    (void)state;
    struct buf b;
    struct exam x;
    struct finding f;
    write_receipt(&b, 3, roots[3]);
    struct expected *e = from_text(buf_cstr(&b));
    assert_true(expected_about(e).usable && expected_about(e).root_differs);
    assert_int_equal(expected_list_findings(e), 1);
    assert_int_equal(expected_list_finding(e, 0, &f), 0);
    assert_int_equal(f.code, FINDING_EXPECT_MERKLE_ROOT);
    assert_string_equal(f.member, "merkle_root");
    assert_string_equal(f.stored.data, roots[3]);
    assert_string_equal(f.recomputed.data, roots[2]);
    finding_release(&f);
    examine_tools(&x, "aaa");
    struct reference_set set = {.expected = e};
    struct verdict v;
    assert_int_equal(references_check(&set, x.t, (struct instant){0}, &x.err), 0);
    assert_int_equal(verdict_make(&v, x.t, &set, &x.err), 0);
    assert_true(v.counts.matched == 3 && v.counts.missing == 0);
    assert_int_equal(v.coverage, COVERAGE_DISCREPANT);
    assert_int_equal(v.totals[FINDING_EXPECT_TIME], 1);
    reference_set_release(&set);
    exam_close(&x);
    buf_release(&b);
}

/* --- when it was frozen --- */

static const struct {
    const char *frozen, *created[2];
    enum frozen result;
    uint64_t entry;
} times[] = {
    {"2026-10-01T00:00:00Z", {"\"2026-10-02T00:00:00Z\"", NULL}, FROZEN_BEFOREHAND, 0},
    {"2026-10-02T00:00:00Z", {"\"2026-10-02T00:00:00Z\"", NULL}, FROZEN_BEFOREHAND, 0},
    {"2026-10-02T00:00:00.001Z", {"\"2026-10-02T00:00:00Z\"", NULL}, FROZEN_NOT_BEFOREHAND, 1},
    {"2026-10-02T01:00:00+02:00", {"\"2026-10-02T00:00:00Z\"", NULL}, FROZEN_BEFOREHAND, 0},
    {"2026-10-03T00:00:00Z", {NULL, "\"2026-10-02T00:00:00Z\""}, FROZEN_NOT_BEFOREHAND, 2},
    {"2026-10-03T00:00:00Z", {"7", "\"2026-10-02T00:00:00Z\""}, FROZEN_NOT_BEFOREHAND, 2},
    {"2026-10-03T00:00:00Z", {"\"soon\"", "\"2026-10-04T00:00:00Z\""}, FROZEN_BEFOREHAND, 0},
    {"2026-10-03T00:00:00Z", {NULL, NULL}, FROZEN_NOT_BEFOREHAND, 0},
};

static void examine_times(struct exam *x, size_t i)
{
    char last[2][64];
    struct chain c;

    chain_begin(&c, "[");
    for (int n = 0; n < 2; n++) {
        const char *created = times[i].created[n];
        snprintf(last[n], sizeof last[n], created ? ",\"created_at\":%s" : "%s",
                 created ? created : "");
        struct making m = {.tool = "a", .last = last[n]};
        (n ? chain_last : chain_add)(&c, &m);
    }
    chain_end(&c, "]");
    exam_chain(x, &c, 1);
    chain_release(&c);
}

static void says_whether_it_was_frozen_beforehand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(times); i++) {
        struct exam x;
        char text[256];
        snprintf(text, sizeof text,
                 "{\"job_id\":\"job-1\",\"frozen_at\":\"%s\",\"actions\":[" EN("a", "2") "]}",
                 times[i].frozen);
        struct expected *e = from_text(text);
        examine_times(&x, i);
        assert_int_equal(expected_check(e, x.t, &x.err), 0);
        assert_int_equal(expected_about(e).frozen, times[i].result);
        uint64_t warned = times[i].result == FROZEN_NOT_BEFOREHAND;
        assert_int_equal(expected_list_findings(e), warned);
        if (warned) {
            struct finding f;
            assert_int_equal(expected_list_finding(e, 0, &f), 0);
            assert_int_equal(f.code, FINDING_EXPECT_TIME);
            assert_int_equal(f.entry, times[i].entry);
            assert_true(times[i].entry == 0 ||
                        (f.located && f.provenance_class.data && f.seq.data));
            finding_release(&f);
        }
        exam_close(&x);
        expected_free(e);
    }
}

/* --- jobs and timelines --- */

static void entries_of_another_job_match_nothing(void **state)
{
    (void)state;
    struct chain c;
    struct exam x;
    char got[8];
    struct making other = {.tool = "a", .job = "job-2"}, own = {.tool = "a"};
    chain_begin(&c, "[");
    chain_add(&c, &own);
    chain_add(&c, &other);
    chain_last(&c, &own);
    chain_end(&c, "]");
    exam_chain(&x, &c, 1);
    chain_release(&c);
    struct expected *e = from_text(ANY(EN("a", "3")));
    assert_int_equal(expected_check(e, x.t, &x.err), 0);
    describe(e, 3, got);
    assert_string_equal(got, "-u-");
    assert_int_equal(expected_coverage(e).missing, 1);
    expected_free(e);

    e = from_text("{\"job_id\":\"job-3\",\"actions\":[" E("a") "]}");
    for (int again = 0; again < 2; again++) {
        assert_int_equal(expected_check(e, x.t, &x.err), 0);
        assert_false(expected_coverage(e).assessed);
        assert_true(expected_about(e).foreign && !expected_about(e).usable);
        assert_int_equal(expected_list_findings(e), 1);
        assert_int_equal(expected_list_code(e, 0), FINDING_EXPECT_FORM);
    }
    expected_free(e);
    exam_close(&x);
}

static void a_check_drops_the_one_before(void **state)
{
    (void)state;
    struct expected *e = from_text(ANY(E("a") "," E("b")));
    struct exam first, second;
    examine_tools(&first, "cc");
    examine_tools(&second, "ab");
    for (int again = 0; again < 3; again++) {
        assert_int_equal(expected_check(e, first.t, &first.err), 0);
        assert_int_equal(expected_coverage(e).missing, 2);
        assert_int_equal(expected_list_findings(e), 2);
        assert_int_equal(expected_check(e, second.t, &second.err), 0);
        assert_int_equal(expected_coverage(e).matched, 2);
        assert_int_equal(expected_list_findings(e), 0);
        assert_int_equal(expected_seek(e, 1, 1, FINDING_COUNT), 0);
    }
    exam_close(&first);
    exam_close(&second);
    expected_free(e);
}

static void not_every_timeline_is_assessed(void **state)
{
    (void)state;
    static const char damaged[] = "[{\"job_id\":\"job-1\",\"tool\":\"a\"}, x]";
    static const char historical[] =
        "[{\"job_id\":\"job-1\",\"tool\":\"a\",\"canonical_bytes\":\"e30=\",\"prev_digest\":"
        "\"0000000000000000000000000000000000000000000000000000000000000000\"},"
        "{\"job_id\":\"job-1\",\"tool\":\"a\",\"canonical_bytes\":\"e30=\",\"close\":true,\"prev_digest\":"
        "\"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\"}]";
    static const struct {
        const char *text;
        enum timeline_result result;
        bool assessed;
    } cases[] = {{damaged, TIMELINE_UNREADABLE, false},
                 {historical, TIMELINE_HISTORICAL, false},
                 {"[{\"job_id\":\"job-1\",\"tool\":\"a\"},7]", TIMELINE_BROKEN, true},
                 {"[]", TIMELINE_BROKEN, true}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct expected *e = from_text(ANY(E("a")));
        struct exam x;
        exam_bytes(&x, cases[i].text, strlen(cases[i].text), NULL);
        assert_int_equal(timeline_result(x.t), cases[i].result);
        assert_int_equal(expected_check(e, x.t, &x.err), 0);
        assert_int_equal(expected_coverage(e).assessed, cases[i].assessed);
        exam_close(&x);
        expected_free(e);
    }
}

/* --- findings and verdict --- */

static void walks_over_all(void **state)
{
    (void)state;
    static const char *const want[] = {
        "expect.missing entry=0 member=- standing=0 cut=0",
        "expect.forbidden entry=2 seq=2 member=tool stored=f",
        "expect.unexpected entry=3 seq=3 member=tool stored=u class=LOGGED BY AGENT",
        "expect.time entry=1 seq=1 member=created_at"};
    struct reference_set set = {
        .expected = from_text(
            "{\"job_id\":\"job-1\",\"frozen_at\":\"2026-10-03T00:00:00Z\",\"actions\":[" E(
                "a") "," E("b") "," F("f") "]}")};
    struct finding_walk w;
    struct finding f;
    struct verdict v;
    struct exam x;
    size_t n = 0;
    examine_tools(&x, "afu");
    assert_int_equal(references_check(&set, x.t, (struct instant){0}, &x.err), 0);
    assert_int_equal(verdict_make(&v, x.t, &set, &x.err), 0);
    assert_int_equal(v.coverage, COVERAGE_DISCREPANT);
    assert_int_equal(v.severity[SEVERITY_FAILURE], 3);
    assert_int_equal(v.severity[SEVERITY_WARNING], 1);
    assert_false(v.has_failure);
    finding_walk_init(&w, x.t, &set);
    while (finding_walk_next(&w, &f, &x.err) == 1) {
        struct buf b;
        buf_init(&b, 1 << 16);
        describe_finding(&f, &b);
        assert_true(n < COUNT(want));
        if (strncmp(buf_cstr(&b), want[n], strlen(want[n])) != 0)
            fail_msg("%s, not %s", buf_cstr(&b), want[n]);
        n++;
        buf_release(&b);
        finding_release(&f);
    }
    finding_walk_release(&w);
    assert_int_equal(n, COUNT(want));
    reference_set_release(&set);
    exam_close(&x);
}

static const struct {
    const char *list, *tools, *statuses; /* as it is, allowed unwitnessed, coverage required */
} statuses[] = {
    {ANY(E("a")), "a", "303"}, {ANY(E("a")), "b", "111"},
    {ANY(F("a")), "a", "111"}, {STRICT(E("b") "," E("a")), "ab", "111"},
    {"{}", "a", "221"},        {"{\"job_id\":\"x\",\"actions\":[]}", "a", "221"},
};

static void gives_statuses(void **state)
{
    (void)state;
    static const struct verdict_demands demands[] = {
        {0}, {.allow_unwitnessed = true}, {.coverage = true}};
    for (size_t i = 0; i < COUNT(statuses); i++) {
        struct reference_set set = {.expected = from_text(statuses[i].list)};
        struct verdict v;
        struct exam x;
        examine_tools(&x, statuses[i].tools);
        assert_int_equal(references_check(&set, x.t, (struct instant){0}, &x.err), 0);
        assert_int_equal(verdict_make(&v, x.t, &set, &x.err), 0);
        for (size_t d = 0; d < COUNT(demands); d++)
            assert_int_equal(verdict_status(&v, &set, &demands[d]), statuses[i].statuses[d] - '0');
        reference_set_release(&set);
        exam_close(&x);
    }
}

/* --- hostile lists --- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void many_actions(struct buf *b, int way)
{
    buf_init(b, SIZE_MAX / 2);
    buf_adds(b, "{\"job_id\":\"job-1\",\"order\":\"strict\",\"actions\":[");
    for (int i = 0; i < 100000; i++) {
        buf_adds(b, i ? "," : "");
        if (way == 0)
            buf_adds(b, "{\"tool\":\"a\",\"kind\":\"expected\",\"count\":10000000000000}");
        if (way == 1)
            buf_addf(b, "{\"tool\":\"a\",\"kind\":\"expected\",\"id\":\"r-%d\"}", 100000 - i);
        if (way == 2)
            buf_addf(b, "{\"tool\":\"t%d\",\"kind\":\"forbidden\"}", i);
        if (way == 3)
            buf_addf(b, "{\"tool\":\"%c\",\"kind\":\"authorised\",\"count\":1000000000000000000}",
                     "ab"[i % 2]);
    }
    buf_adds(b, "]}");
}

static void hostile_lists_take_no_longer(void **state)
{
    (void)state;
    char tools[2001];
    struct exam x;
    memset(tools, 'a', 2000);
    tools[2000] = 0;
    examine_tools(&x, tools);
    for (int way = 0; way < 4; way++) {
        struct buf b;
        double from = seconds();
        many_actions(&b, way);
        struct expected *e = from_text(buf_cstr(&b));
        assert_true(expected_about(e).usable);
        assert_int_equal(expected_check(e, x.t, &x.err), 0);
        struct coverage c = expected_coverage(e);
        assert_true(c.matched + c.missing == c.expected);
        assert_true(c.matched + c.authorised + c.unexpected + c.forbidden == 2000);
        assert_true(seconds() - from < 20);
        expected_free(e);
        buf_release(&b);
    }
    exam_close(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_as_the_table_says),
        cmocka_unit_test(compares_the_output_hash),
        cmocka_unit_test(tells_what_is_wrong_with_the_form),
        cmocka_unit_test(counts_lines),
        cmocka_unit_test(keeps_the_first_thousand_errors),
        cmocka_unit_test(recomputes_merkle_roots),
        cmocka_unit_test(a_root_that_differs),
        cmocka_unit_test(says_whether_it_was_frozen_beforehand),
        cmocka_unit_test(entries_of_another_job_match_nothing),
        cmocka_unit_test(a_check_drops_the_one_before),
        cmocka_unit_test(not_every_timeline_is_assessed),
        cmocka_unit_test(walks_over_all),
        cmocka_unit_test(gives_statuses),
        cmocka_unit_test(hostile_lists_take_no_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
