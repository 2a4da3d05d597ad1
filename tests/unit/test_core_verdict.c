#include "core_making.h"

#include "core/verdict.h"

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
#define D5       "f389c37d42e437f7826bb0931f5e423321172f257eb8e6f1c6f0545ccee6fe13"
#define D3       "d27aaf3a4e87243eaf3e6d00470df4241dd26bb5e13388ee50f52df817235c3e"
/* SHA-256 of {}. */
#define BYTES "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

#define COMMITMENT(digest, count)                                                        \
    "{\"job_id\":\"job-1\",\"final_entry_digest\":\"" digest "\",\"entry_count\":" count \
    ",\"published_at\":\"2026-10-01T18:30:00Z\"}"

/* A timeline under references, and what comes of it. */
struct stage {
    struct exam e;
    struct reference_set set;
    struct verdict v;
};

static void stage_judge(struct stage *s)
{
    struct instant now = {.seconds = INT64_C(4000000000)};
    assert_int_equal(references_check(&s->set, s->e.t, now, &s->e.err), 0);
    assert_int_equal(verdict_make(&s->v, s->e.t, &s->set, &s->e.err), 0);
}

static void stage_close(struct stage *s)
{
    reference_set_release(&s->set);
    exam_close(&s->e);
}

/* References by letter: m matches, c contradicted, e earlier, u unusable, n a count that agrees;
 * the letter behind each is its independence: y, n, or ? for unknown. */
static void add_references(struct stage *s, const char *which)
{
    for (; *which; which += 2) {
        struct err err = {0};
        struct reference *r = NULL;
        const char *text = "{}";
        if (*which == 'm')
            text = COMMITMENT(D5, "5");
        if (*which == 'c')
            text = COMMITMENT(ZEROS, "8");
        if (*which == 'e')
            text = COMMITMENT(D3, "3");
        r = *which == 'n' ? reference_add_count(&s->set, "5", &err)
                          : reference_add_bytes(&s->set, NULL, text, strlen(text), &err);
        assert_non_null(r);
        r->independent = which[1] == 'y'   ? INDEPENDENT_YES
                         : which[1] == 'n' ? INDEPENDENT_NO
                                           : INDEPENDENT_UNKNOWN;
    }
}

enum { CONSISTENT, BROKEN, RECEIPT, HISTORICAL, UNREADABLE, FAILED_UNREADABLE, EMPTY, KINDS };

static void examine_kind(struct stage *s, int kind)
{
    static const char historical[] =
        "[{\"job_id\":\"job-1\",\"canonical_bytes\":\"e30=\",\"prev_digest\":\"" ZEROS "\"},"
        "{\"job_id\":\"job-1\",\"canonical_bytes\":\"e30=\",\"close\":true,\"prev_digest\":\"" BYTES
        "\"}]";
    struct chain c;

    memset(s, 0, sizeof *s);
    chain_honest(&c, 5);
    if (kind == BROKEN || kind == FAILED_UNREADABLE)
        chain_swap(&c, "fs.read", 2, "fs.write");
    if (kind == RECEIPT)
        chain_swap(&c, "\"seq\":2", 1, "\"output_hash\":\"x\",\"seq\":2");
    if (kind == UNREADABLE || kind == FAILED_UNREADABLE)
        chain_swap(&c, "\"seq\":5", 1, "\"seq\":05");
    if (kind == EMPTY)
        exam_bytes(&s->e, "[]", 2, NULL);
    else if (kind == HISTORICAL)
        exam_bytes(&s->e, historical, sizeof historical - 1, NULL);
    else
        exam_bytes(&s->e, c.text.data, c.text.len, NULL);
    chain_release(&c);
}

/* Exit statuses: as they are, with --allow-unwitnessed, with --require=endpoint, with
 * --require=coverage. */
static const struct {
    int kind;
    const char *references;
    const char *statuses;
    enum endpoint_result endpoint;
    bool witnessed;
} table[] = {
    {CONSISTENT, "", "3011", ENDPOINT_NOT_ASSESSED, false},
    {CONSISTENT, "m?", "3031", ENDPOINT_MATCHES, false},
    {CONSISTENT, "mn", "3031", ENDPOINT_MATCHES, false},
    {CONSISTENT, "my", "0001", ENDPOINT_MATCHES, true},
    {CONSISTENT, "m?my", "0001", ENDPOINT_MATCHES, true},
    {CONSISTENT, "mnm?", "3031", ENDPOINT_MATCHES, false},
    {CONSISTENT, "cy", "1111", ENDPOINT_CONTRADICTED, false},
    {CONSISTENT, "c?", "1111", ENDPOINT_CONTRADICTED, false},
    {CONSISTENT, "cn", "1111", ENDPOINT_CONTRADICTED, false},
    {CONSISTENT, "myc?", "1111", ENDPOINT_CONTRADICTED, true},
    {CONSISTENT, "c?my", "1111", ENDPOINT_CONTRADICTED, true},
    {CONSISTENT, "ey", "3011", ENDPOINT_NOT_ASSESSED, false},
    {CONSISTENT, "eymy", "0001", ENDPOINT_MATCHES, true},
    {CONSISTENT, "eym?", "3031", ENDPOINT_MATCHES, false},
    {CONSISTENT, "u?", "2221", ENDPOINT_UNUSABLE, false},
    {CONSISTENT, "uy", "2221", ENDPOINT_UNUSABLE, false},
    {CONSISTENT, "u?my", "2221", ENDPOINT_MATCHES, true},
    {CONSISTENT, "m?u?", "2221", ENDPOINT_MATCHES, false},
    {CONSISTENT, "u?c?", "1111", ENDPOINT_CONTRADICTED, false},
    {CONSISTENT, "u?ey", "2221", ENDPOINT_UNUSABLE, false},
    {CONSISTENT, "n?", "3011", ENDPOINT_NOT_ASSESSED, false},
    {CONSISTENT, "ny", "3011", ENDPOINT_NOT_ASSESSED, false},
    {CONSISTENT, "nymy", "0001", ENDPOINT_MATCHES, true},
    {BROKEN, "", "1111", ENDPOINT_NOT_ASSESSED, false},
    {BROKEN, "my", "1111", ENDPOINT_MATCHES, true},
    {BROKEN, "u?", "1111", ENDPOINT_UNUSABLE, false},
    {RECEIPT, "", "1111", ENDPOINT_NOT_ASSESSED, false},
    {RECEIPT, "my", "1111", ENDPOINT_MATCHES, true},
    {HISTORICAL, "", "1111", ENDPOINT_NOT_ASSESSED, false},
    {HISTORICAL, "my", "1111", ENDPOINT_UNUSABLE, false},
    {UNREADABLE, "", "2211", ENDPOINT_NOT_ASSESSED, false},
    {UNREADABLE, "my", "2211", ENDPOINT_NOT_ASSESSED, false},
    {UNREADABLE, "cy", "2211", ENDPOINT_NOT_ASSESSED, false},
    {UNREADABLE, "u?", "2211", ENDPOINT_NOT_ASSESSED, false},
    {FAILED_UNREADABLE, "", "1111", ENDPOINT_NOT_ASSESSED, false},
    {FAILED_UNREADABLE, "my", "1111", ENDPOINT_NOT_ASSESSED, false},
    {EMPTY, "", "1111", ENDPOINT_NOT_ASSESSED, false},
    {EMPTY, "my", "1111", ENDPOINT_UNUSABLE, false},
};

static void exit_statuses(void **state)
{
    (void)state;
    static const struct verdict_demands demands[] = {
        {false, false, false}, {false, false, true}, {true, false, false}, {false, true, false}};
    for (size_t i = 0; i < COUNT(table); i++) {
        char got[5] = "";
        struct stage s;
        examine_kind(&s, table[i].kind);
        add_references(&s, table[i].references);
        stage_judge(&s);
        for (size_t d = 0; d < COUNT(demands); d++)
            got[d] = (char)('0' + verdict_status(&s.v, &s.set, &demands[d]));
        if (strcmp(got, table[i].statuses) != 0 || s.v.endpoint != table[i].endpoint)
            print_error("%d with %s\n", table[i].kind, table[i].references);
        assert_string_equal(got, table[i].statuses);
        assert_int_equal(s.v.endpoint, table[i].endpoint);
        assert_int_equal(s.v.witnessed, table[i].witnessed);
        assert_int_equal(s.v.coverage, COVERAGE_NOT_ASSESSED);
        assert_int_equal(s.v.outcome, OUTCOME_NOT_ASSESSED);
        stage_close(&s);
    }
}

static void results_of_the_timeline(void **state)
{
    (void)state;
    static const struct {
        enum timeline_result result;
        bool failure;
        uint64_t entry;
        enum finding_code code;
    } want[KINDS] = {
        [CONSISTENT] = {TIMELINE_CONSISTENT, false, 0, FINDING_COUNT},
        [BROKEN] = {TIMELINE_BROKEN, true, 3, FINDING_LINK},
        [RECEIPT] = {TIMELINE_BROKEN, true, 2, FINDING_OUTPUT_HASH},
        [HISTORICAL] = {TIMELINE_HISTORICAL, true, 1, FINDING_MEMBER},
        [UNREADABLE] = {TIMELINE_UNREADABLE, false, 0, FINDING_COUNT},
        [FAILED_UNREADABLE] = {TIMELINE_UNREADABLE, true, 3, FINDING_LINK},
        [EMPTY] = {TIMELINE_BROKEN, true, 0, FINDING_EMPTY},
    };
    for (int kind = 0; kind < KINDS; kind++) {
        struct stage s;
        examine_kind(&s, kind);
        stage_judge(&s);
        assert_int_equal(s.v.timeline, want[kind].result);
        assert_int_equal(s.v.has_failure, want[kind].failure);
        if (s.v.has_failure) {
            assert_int_equal(s.v.failure_entry, want[kind].entry);
            assert_int_equal(s.v.failure_code, want[kind].code);
        }
        assert_int_equal(s.v.construction, kind == HISTORICAL ? CONSTRUCTION_06 : CONSTRUCTION_07);
        stage_close(&s);
    }
}

/* A file nobody has examined to its end has no result of any kind. */
static void nothing_is_judged_before_the_end(void **state)
{
    (void)state;
    static const struct verdict_demands none;
    struct timeline_options options = {.jobs = 1};
    struct reference_set set = {0};
    struct err err = {0};
    struct verdict v;
    struct source *source = source_from_memory("x", "[]", 2, &err);
    struct timeline *t = timeline_new(source, &options, &err);
    assert_int_equal(verdict_make(&v, t, &set, &err), 0);
    assert_int_equal(v.timeline, TIMELINE_PENDING);
    assert_int_equal(v.endpoint, ENDPOINT_NOT_ASSESSED);
    assert_int_equal(verdict_status(&v, &set, &none), 2);
    timeline_free(t);
    source_free(source);
}

/* Two references that cannot both be true are a failure even where none could be held against
 * the file. */
static void equivocation_is_a_failure(void **state)
{
    (void)state;
    static const struct verdict_demands none;
    struct stage s;
    struct err err = {0};
    examine_kind(&s, CONSISTENT);
    static const char *const texts[] = {
        "{\"job_id\":\"other\",\"final_entry_digest\":\"" D5
        "\",\"entry_count\":5,\"published_at\":\"2026-10-01T18:30:00Z\"}",
        "{\"job_id\":\"other\",\"final_entry_digest\":\"" D3
        "\",\"entry_count\":5,\"published_at\":\"2026-10-01T18:30:00Z\"}"};
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_non_null(reference_add_bytes(&s.set, NULL, texts[i], strlen(texts[i]), &err));
    stage_judge(&s);
    assert_int_equal(s.v.endpoint, ENDPOINT_UNUSABLE);
    assert_int_equal(verdict_status(&s.v, &s.set, &none), 1);
    stage_close(&s);
}

static void the_first_signal(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *references;
        enum signal_kind signal;
        uint64_t entry, missing;
    } known[] = {
        {"", "", "", SIGNAL_NONE, 0, 0},
        {"", "", "m?", SIGNAL_NONE, 0, 0},
        {"", "", "c?", SIGNAL_ENTRIES_MISSING, 5, 3},
        {"\"seq\":1", "\"seq\":4", "", SIGNAL_HEAD_MISSING, 1, 3},
        {"\"seq\":1", "\"seq\":4", "c?", SIGNAL_HEAD_MISSING, 1, 3},
        {"\"seq\":3", "\"seq\":9", "c?", SIGNAL_GAP, 3, 6},
        {",\"close\":true", "", "c?", SIGNAL_OPEN_END, 5, 0},
        {"\"seq\":2", "\"close\":true,\"seq\":2", "", SIGNAL_ENTRIES_AFTER_CLOSE, 2, 0},
        {"\"prev_digest\":\"000", "\"prev_digest\":\"001", "", SIGNAL_HEAD_MISSING, 1, 0},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct stage s = {.set = {0}};
        struct chain c;
        chain_honest(&c, 5);
        chain_swap(&c, known[i].from, 1, known[i].to);
        exam_chain(&s.e, &c, 2);
        add_references(&s, known[i].references);
        stage_judge(&s);
        assert_int_equal(s.v.has_signal, known[i].signal != SIGNAL_NONE);
        assert_int_equal(s.v.signal, known[i].signal);
        assert_int_equal(s.v.signal_entry, known[i].entry);
        assert_int_equal(s.v.has_missing, known[i].missing > 0);
        assert_int_equal(s.v.missing, known[i].missing);
        stage_close(&s);
        chain_release(&c);
    }
}

/* Failures, then warnings, then notes; within each by entry, the references' at the end. */
static void findings_in_their_order(void **state)
{
    (void)state;
    struct stage s = {.set = {0}};
    struct finding_walk w;
    struct finding f;
    struct chain c;
    chain_begin(&c, "\xEF\xBB\xBF[");
    chain_add(&c, &(struct making){.class = "?", .payload = ""});
    chain_add(&c, &(struct making){.class = "?"});
    chain_add(&c, &(struct making){.id = "r-1"});
    chain_end(&c, ",5]");
    exam_chain(&s.e, &c, 2);
    add_references(&s, "c?u?c?");
    stage_judge(&s);
    int severity = 0, status, n = 0, references = 0;
    uint64_t entry = 0, totals[FINDING_COUNT] = {0};
    finding_walk_init(&w, s.e.t, &s.set);
    while ((status = finding_walk_next(&w, &f, &s.e.err)) > 0) {
        int now = (int)finding_severity(f.code);
        assert_true(now >= severity);
        if (now > severity) {
            entry = 0;
            references = 0;
        }
        assert_true(f.reference >= 0 || references == 0);
        assert_true(f.entry >= entry);
        references += f.reference >= 0;
        severity = now;
        entry = f.entry;
        totals[f.code]++;
        n++;
        finding_release(&f);
    }
    finding_walk_release(&w);
    assert_int_equal(status, 0);
    assert_true(n > 12);
    for (int code = 0; code < FINDING_COUNT; code++)
        assert_int_equal(totals[code], s.v.totals[code]);
    assert_int_equal(s.v.severity[0] + s.v.severity[1] + s.v.severity[2], n);
    stage_close(&s);
    chain_release(&c);
}

static void walking_can_stop_anywhere(void **state)
{
    (void)state;
    for (int stop = 0; stop < 12; stop++) {
        struct stage s;
        struct finding_walk w;
        struct finding f;
        examine_kind(&s, HISTORICAL);
        add_references(&s, "c?u?");
        stage_judge(&s);
        finding_walk_init(&w, s.e.t, &s.set);
        for (int n = 0; n < stop && finding_walk_next(&w, &f, &s.e.err) > 0; n++)
            finding_release(&f);
        finding_walk_release(&w);
        stage_close(&s);
    }
}

/* Whatever the result, each judgement says what it does not show, and none of them promises too
 * much. */
static void each_judgement_says_its_limits(void **state)
{
    (void)state;
    static const char *const promises[] = {"valid",    "authentic", "intact", "verified",
                                           "complete", "guarantee", "OK"};
    for (int kind = 0; kind < KINDS; kind++) {
        struct stage s;
        examine_kind(&s, kind);
        stage_judge(&s);
        const char *const says[] = {verdict_timeline_limits(&s.v), verdict_endpoint_limits(&s.v),
                                    verdict_coverage_limits(&s.v), verdict_outcome_limits(&s.v)};
        for (size_t i = 0; i < COUNT(says); i++) {
            assert_true(strlen(says[i]) > 30);
            for (size_t p = 0; p < COUNT(promises); p++)
                assert_null(strstr(says[i], promises[p]));
        }
        stage_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_statuses),
        cmocka_unit_test(results_of_the_timeline),
        cmocka_unit_test(nothing_is_judged_before_the_end),
        cmocka_unit_test(equivocation_is_a_failure),
        cmocka_unit_test(the_first_signal),
        cmocka_unit_test(findings_in_their_order),
        cmocka_unit_test(walking_can_stop_anywhere),
        cmocka_unit_test(each_judgement_says_its_limits),
    };
    return cmocka_run_group_tests_name("core/verdict", tests, NULL, NULL);
}
