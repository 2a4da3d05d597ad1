#include "core_making.h"

#include "core/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define ZEROS    "0000000000000000000000000000000000000000000000000000000000000000"

/* The last digest of five honest entries, and that of the third, as it stands and closed. */
#define D5 "f389c37d42e437f7826bb0931f5e423321172f257eb8e6f1c6f0545ccee6fe13"
#define D3 "d27aaf3a4e87243eaf3e6d00470df4241dd26bb5e13388ee50f52df817235c3e"
#define T  "\"published_at\":\"2026-10-01T18:30:00Z\""

#define COMMITMENT(job, digest, count) \
    "{\"job_id\":\"" job "\",\"final_entry_digest\":\"" digest "\",\"entry_count\":" count "," T "}"

static struct instant far_future(void)
{
    struct instant i;
    const char *why;
    assert_int_equal(rfc3339_parse("2030-01-01T00:00:00Z", 20, &i, &why), 0);
    return i;
}

/* --- form --- */

static void read_form(struct reference_set *set, const char *text, size_t len)
{
    struct err err = {0};
    memset(set, 0, sizeof *set);
    struct reference *r = reference_add_bytes(set, "commitment.json", text, len, &err);
    assert_non_null(r);
    assert_ptr_equal(r, &set->item[0]);
}

static void a_right_form(void **state)
{
    (void)state;
    static const char text[] =
        "\xEF\xBB\xBF { \"extra\":[{\"job_id\":1}], \"entry_count\" : 12, \"job_id\":\"j\\u0000\","
        "\"published_at\":\"2026-10-01T18:30:00.25+02:00\",\"final_entry_digest\":\"" D5 "\"}\n";
    struct reference_set set;
    struct digest d;
    read_form(&set, text, sizeof text - 1);
    const struct reference *r = &set.item[0];
    assert_true(r->readable);
    assert_int_equal(r->findings.count, 0);
    assert_int_equal(r->kind, REFERENCE_COMMITMENT);
    assert_string_equal(r->path, "commitment.json");
    assert_int_equal(r->job_id.len, 2);
    assert_memory_equal(r->job_id.data, "j\0", 2);
    assert_true(r->has_count && r->count == 12);
    assert_true(digest_parse(D5, 64, &d) && r->has_digest && digest_equal(&d, &r->final_digest));
    assert_string_equal(r->published_at.data, "2026-10-01T18:30:00.25+02:00");
    assert_true(r->published.seconds == INT64_C(1790872200));
    assert_int_equal(r->independent, INDEPENDENT_UNKNOWN);
    assert_int_equal(r->result, REFERENCE_UNCHECKED);
    assert_int_equal(digest_bytes(text, sizeof text - 1, &d, NULL), 0);
    assert_true(r->has_sha256 && digest_equal(&d, &r->sha256));
    reference_set_release(&set);
}

/* What is wrong, by member, and a word of the sentence. */
struct form {
    const char *text;
    const char *member[5];
    const char *says;
};

#define J "\"job_id\":\"j\","
#define F "\"final_entry_digest\":\"" D5 "\","
#define N "\"entry_count\":5,"

static const struct form forms[] = {
    {"", {"-"}, "not JSON"},
    {"{", {"-"}, "not JSON at byte 1"},
    {"[]", {"-"}, "array"},
    {"null", {"-"}, "null"},
    {"{" J F N T "} x", {"-"}, "not JSON at byte"},
    {"{" J F N T ",}", {"-"}, "not JSON"},
    {"{\"job_id\":01}", {"-"}, "not JSON at byte 11"},
    {"{}", {"job_id", "final_entry_digest", "entry_count", "published_at"}, "absent"},
    {"{" F N T "}", {"job_id"}, "absent"},
    {"{\"job_id\":\"\"," F N T "}", {"job_id"}, "empty"},
    {"{\"job_id\":7," F N T "}", {"job_id"}, "number"},
    {"{\"job_id\":null," F N T "}", {"job_id"}, "null"},
    {"{\"Job_id\":\"j\"," F N T "}", {"job_id"}, "absent"},
    {"{" J N T "}", {"final_entry_digest"}, "absent"},
    {"{" J "\"final_entry_digest\":\"\"," N T "}", {"final_entry_digest"}, "64 lowercase"},
    {"{" J "\"final_entry_digest\":\"F389c37d42e437f7826bb0931f5e423321172f257eb8e6f1c6f0545ccee6fe"
     "13\"," N T "}",
     {"final_entry_digest"},
     "64 lowercase"},
    {"{" J "\"final_entry_digest\":\"sha256:" D5 "\"," N T "}",
     {"final_entry_digest"},
     "64 lowercase"},
    {"{" J "\"final_entry_digest\":\"" D5 " \"," N T "}", {"final_entry_digest"}, "64 lowercase"},
    {"{" J "\"final_entry_digest\":\"" D5 "0\"," N T "}", {"final_entry_digest"}, "64 lowercase"},
    {"{" J "\"final_entry_digest\":5," N T "}", {"final_entry_digest"}, "number"},
    {"{" J F T "}", {"entry_count"}, "absent"},
    {"{" J F "\"entry_count\":5.0," T "}", {"entry_count"}, "a fraction or an exponent"},
    {"{" J F "\"entry_count\":5e0," T "}", {"entry_count"}, "integer"},
    {"{" J F "\"entry_count\":5E0," T "}", {"entry_count"}, "integer"},
    {"{" J F "\"entry_count\":5.5," T "}", {"entry_count"}, "integer"},
    {"{" J F "\"entry_count\":\"5\"," T "}", {"entry_count"}, "string"},
    {"{" J F "\"entry_count\":true," T "}", {"entry_count"}, "true"},
    {"{" J F "\"entry_count\":null," T "}", {"entry_count"}, "null"},
    {"{" J F "\"entry_count\":5}", {"published_at"}, "absent"},
    {"{" J F N "\"published_at\":1}", {"published_at"}, "number"},
    {"{" J F N "\"published_at\":\"\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01 18:30:00Z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01t18:30:00Z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01T18:30:00z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01T18:30:00\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01T18:30:00.Z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01T18:30:60Z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01T24:00:00Z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-02-29T00:00:00Z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"0000-01-01T00:00:00Z\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01T18:30:00+24:00\"}", {"published_at"}, "RFC 3339"},
    {"{" J F N "\"published_at\":\"2026-10-01T18:30:00Z\\u0000\"}", {"published_at"}, "RFC 3339"},
    /* twice */
    {"{" J J F N T "}", {"job_id"}, "twice"},
    {"{" J F N T ",\"\\u0066inal_entry_digest\":\"" D5 "\"}", {"final_entry_digest"}, "twice"},
    {"{" J F N N T "}", {"entry_count"}, "twice"},
    {"{" J F N T "," T "}", {"published_at"}, "twice"},
    {"{" J F N T ",\"witness\":\"a\",\"witness\":\"b\"}", {"-"}, "twice"},
    /* several, in the order of the members */
    {"{\"published_at\":0,\"entry_count\":0.5,\"final_entry_digest\":\"x\",\"job_id\":[]}",
     {"job_id", "final_entry_digest", "entry_count", "published_at"},
     "array"},
};

static void each_wrong_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct reference_set set;
        size_t want = 0;
        read_form(&set, forms[i].text, strlen(forms[i].text));
        const struct finding_list *l = &set.item[0].findings;
        while (want < COUNT(forms[i].member) && forms[i].member[want])
            want++;
        if (l->count != want || set.item[0].readable)
            print_error("%s: %zu\n", forms[i].text, l->count);
        assert_int_equal(l->count, want);
        assert_false(set.item[0].readable);
        for (size_t n = 0; n < want; n++) {
            assert_int_equal(l->item[n].code, FINDING_COMMITMENT_FORM);
            assert_string_equal(l->item[n].member ? l->item[n].member : "-", forms[i].member[n]);
        }
        if (!strstr(l->item[0].message.data, forms[i].says))
            print_error("%s: %s\n", forms[i].text, l->item[0].message.data);
        assert_non_null(strstr(l->item[0].message.data, forms[i].says));
        reference_set_release(&set);
    }
}

static void counts_of_any_size(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t count;
    } known[] = {{"0", 0},
                 {"-0", 0},
                 {"-1", -1},
                 {"1", 1},
                 {"999999999999999999", INT64_C(999999999999999999)},
                 {"1000000000000000000", INT64_C(1000000000000000000)},
                 {"99999999999999999999999", INT64_C(1000000000000000000)},
                 {"-99999999999999999999999", INT64_C(-1000000000000000000)}};
    for (size_t i = 0; i < COUNT(known); i++) {
        struct reference_set set;
        char text[512];
        snprintf(text, sizeof text, "{" J F "\"entry_count\":%s," T "}", known[i].text);
        read_form(&set, text, strlen(text));
        assert_true(set.item[0].readable);
        assert_true(set.item[0].has_count && set.item[0].count == known[i].count);
        reference_set_release(&set);
    }
}

/* --- heads and counts --- */

static void heads_and_counts(void **state)
{
    (void)state;
    static const char *const bad_heads[] = {
        "",           "@5",
        D5 "@",       D5 "@x",
        D5 "@-1",     D5 "@1.0",
        D5 "@ 5",     D5 "@9999999999999999999",
        D5 "0",       "abc",
        D5 "@5@5",    "F389c37d42e437f7826bb0931f5e423321172f257eb8e6f1c6f0545ccee6fe13",
        "sha256:" D5, " " D5};
    static const char *const bad_counts[] = {
        "", "-1", "x", "1.0", "1 ", "+1", "9999999999999999999", "0x10"};
    struct reference_set set = {0};
    struct reference *r;
    struct err err = {0};
    for (size_t i = 0; i < COUNT(bad_heads); i++) {
        assert_null(reference_add_head(&set, bad_heads[i], &err));
        assert_int_equal(err.code, ERR_USAGE);
    }
    for (size_t i = 0; i < COUNT(bad_counts); i++) {
        assert_null(reference_add_count(&set, bad_counts[i], &err));
        assert_int_equal(err.code, ERR_USAGE);
    }
    assert_int_equal(set.count, 0);
    r = reference_add_head(&set, D5, &err);
    assert_true(r && r->kind == REFERENCE_HEAD && r->readable && r->has_digest && !r->has_count &&
                !r->path);
    r = reference_add_head(&set, D5 "@5", &err);
    assert_true(r && r->has_count && r->count == 5);
    r = reference_add_count(&set, "0", &err);
    assert_true(r && r->kind == REFERENCE_COUNT_ONLY && r->readable && r->has_count &&
                r->count == 0 && !r->has_digest);
    assert_int_equal(set.count, 3);
    reference_set_release(&set);
}

/* --- against a timeline --- */

struct want {
    enum reference_result result;
    const char *codes; /* with a space behind each */
    enum signal_kind signal;
    uint64_t missing;
};

struct checked {
    struct chain c;
    struct exam e;
    struct reference_set set;
};

static void checked_open(struct checked *k)
{
    memset(k, 0, sizeof *k);
    chain_honest(&k->c, 5);
}

/* Examines what the chain is by now. */
static void checked_examine(struct checked *k)
{
    exam_bytes(&k->e, k->c.text.data, k->c.text.len, NULL);
    assert_int_equal(k->e.status, 0);
}

static void checked_add(struct checked *k, const char *text)
{
    struct err err = {0};
    struct reference *r;
    if (*text == '{')
        r = reference_add_bytes(&k->set, NULL, text, strlen(text), &err);
    else if (*text == '#')
        r = reference_add_count(&k->set, text + 1, &err);
    else
        r = reference_add_head(&k->set, text, &err);
    assert_non_null(r);
}

static void checked_run(struct checked *k)
{
    assert_int_equal(references_check(&k->set, k->e.t, far_future(), &k->e.err), 0);
}

static void checked_close(struct checked *k)
{
    reference_set_release(&k->set);
    exam_close(&k->e);
    chain_release(&k->c);
}

static void assert_wanted(const struct reference *r, const struct want *w, const char *what)
{
    enum signal_kind signal = SIGNAL_NONE;
    uint64_t missing = 0;
    struct buf codes;
    buf_init(&codes, 4096);
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.item[i];
        buf_addf(&codes, "%s ", finding_code_name(f->code) + strlen("commitment."));
        if (f->signal && !signal) {
            signal = f->signal;
            missing = f->has_missing ? f->missing : 0;
        }
    }
    if (r->result != w->result || strcmp(buf_cstr(&codes), w->codes) != 0)
        print_error("%s: %s, %s\n", what, reference_result_name(r->result), buf_cstr(&codes));
    assert_int_equal(r->result, w->result);
    assert_string_equal(buf_cstr(&codes), w->codes);
    assert_int_equal(signal, w->signal);
    assert_int_equal(missing, w->missing);
    buf_release(&codes);
}

static void one_reference_against_five_entries(void **state)
{
    (void)state;
    static const struct {
        const char *reference;
        struct want want;
    } known[] = {
        {COMMITMENT("job-1", D5, "5"), {REFERENCE_MATCHES, "", SIGNAL_NONE, 0}},
        {COMMITMENT("job-1", D5, "6"),
         {REFERENCE_CONTRADICTED, "count ", SIGNAL_ENTRIES_MISSING, 1}},
        {COMMITMENT("job-1", D5, "105"),
         {REFERENCE_CONTRADICTED, "count ", SIGNAL_ENTRIES_MISSING, 100}},
        {COMMITMENT("job-1", D5, "4"),
         {REFERENCE_CONTRADICTED, "count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {COMMITMENT("job-1", D5, "0"),
         {REFERENCE_CONTRADICTED, "count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {COMMITMENT("job-1", D5, "-5"),
         {REFERENCE_CONTRADICTED, "count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {COMMITMENT("job-1", ZEROS, "5"),
         {REFERENCE_CONTRADICTED, "digest ", SIGNAL_END_REPLACED, 0}},
        {COMMITMENT("job-1", ZEROS, "8"),
         {REFERENCE_CONTRADICTED, "count digest ", SIGNAL_ENTRIES_MISSING, 3}},
        {COMMITMENT("job-1", ZEROS, "3"),
         {REFERENCE_CONTRADICTED, "count digest ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {COMMITMENT("job-2", D5, "5"), {REFERENCE_UNUSABLE, "job ", SIGNAL_NONE, 0}},
        {COMMITMENT("JOB-1", D5, "5"), {REFERENCE_UNUSABLE, "job ", SIGNAL_NONE, 0}},
        {COMMITMENT("job-1", D5, "5.0"), {REFERENCE_UNUSABLE, "form ", SIGNAL_NONE, 0}},
        /* an earlier state */
        {COMMITMENT("job-1", D3, "3"), {REFERENCE_EARLIER, "", SIGNAL_NONE, 0}},
        {COMMITMENT("job-1", D3, "4"),
         {REFERENCE_CONTRADICTED, "count digest ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {COMMITMENT("job-1", D3, "2"),
         {REFERENCE_CONTRADICTED, "count digest ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {COMMITMENT("job-1", D3, "5"), {REFERENCE_CONTRADICTED, "digest ", SIGNAL_END_REPLACED, 0}},
        {COMMITMENT("job-2", D3, "3"), {REFERENCE_UNUSABLE, "job ", SIGNAL_NONE, 0}},
        /* heads */
        {D5, {REFERENCE_MATCHES, "", SIGNAL_NONE, 0}},
        {D5 "@5", {REFERENCE_MATCHES, "", SIGNAL_NONE, 0}},
        {D5 "@6", {REFERENCE_CONTRADICTED, "count ", SIGNAL_ENTRIES_MISSING, 1}},
        {D5 "@0", {REFERENCE_CONTRADICTED, "count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {ZEROS, {REFERENCE_CONTRADICTED, "digest ", SIGNAL_NONE, 0}},
        {ZEROS "@5", {REFERENCE_CONTRADICTED, "digest ", SIGNAL_END_REPLACED, 0}},
        {D3, {REFERENCE_EARLIER, "", SIGNAL_NONE, 0}},
        {D3 "@3", {REFERENCE_EARLIER, "", SIGNAL_NONE, 0}},
        {D3 "@4", {REFERENCE_CONTRADICTED, "count digest ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        /* a count alone */
        {"#5", {REFERENCE_COUNT_AGREES, "", SIGNAL_NONE, 0}},
        {"#7", {REFERENCE_CONTRADICTED, "count ", SIGNAL_ENTRIES_MISSING, 2}},
        {"#4", {REFERENCE_CONTRADICTED, "count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {"#0", {REFERENCE_CONTRADICTED, "count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct checked k;
        checked_open(&k);
        checked_examine(&k);
        checked_add(&k, known[i].reference);
        for (int again = 0; again < 2; again++) {
            checked_run(&k);
            assert_int_equal(k.set.count, 1);
            assert_wanted(&k.set.item[0], &known[i].want, known[i].reference);
        }
        checked_close(&k);
    }
}

/* What was published when the third entry closed the timeline, and two entries came after it. */
static void earlier_when_it_was_closed(void **state)
{
    (void)state;
    static const struct want want = {REFERENCE_EARLIER, "closed ", SIGNAL_NONE, 0};
    char text[512];
    struct checked k;
    struct chain closed;
    checked_open(&k);
    checked_examine(&k);
    chain_honest(&closed, 3);
    snprintf(text, sizeof text, COMMITMENT("job-1", "%s", "3"), closed.prev);
    checked_add(&k, text);
    checked_run(&k);
    assert_wanted(&k.set.item[0], &want, "closed");
    assert_int_equal(k.set.item[0].count, 3);
    chain_release(&closed);
    checked_close(&k);
}

static void a_head_says_which_entry_it_is(void **state)
{
    (void)state;
    struct checked k;
    checked_open(&k);
    checked_examine(&k);
    checked_add(&k, D3);
    checked_run(&k);
    assert_false(k.set.item[0].has_count);
    assert_int_equal(k.set.item[0].confirmed, 3);
    checked_close(&k);
}

static void findings_stand_at_the_last_entry(void **state)
{
    (void)state;
    struct checked k;
    checked_open(&k);
    chain_swap(&k.c, "LOGGED BY AGENT", 5, "OBSERVED VIA GATEWAY");
    checked_examine(&k);
    checked_add(&k, COMMITMENT("job-1", ZEROS, "8"));
    checked_add(&k, COMMITMENT("job-2", D5, "x"));
    checked_run(&k);
    const struct finding_list *l = &k.set.item[0].findings;
    char here[DIGEST_HEX + 1];
    struct entry_mark m = timeline_mark(k.e.t, 5);
    digest_hex(&m.digest, here);
    for (size_t i = 0; i < l->count; i++) {
        assert_int_equal(l->item[i].entry, 5);
        assert_int_equal(l->item[i].reference, 0);
        assert_true(l->item[i].located);
        assert_int_equal(l->item[i].offset, m.offset);
        assert_int_equal(l->item[i].line, 5);
        assert_int_equal(l->item[i].column, 1);
        assert_int_equal(l->item[i].standing, STANDING_GATEWAY);
        assert_string_equal(l->item[i].provenance_class.data, "OBSERVED VIA GATEWAY");
    }
    assert_string_equal(l->item[0].member, "entry_count");
    assert_string_equal(l->item[0].stored.data, "8");
    assert_string_equal(l->item[0].recomputed.data, "5");
    assert_string_equal(l->item[1].member, "final_entry_digest");
    assert_string_equal(l->item[1].stored.data, ZEROS);
    assert_string_equal(l->item[1].recomputed.data, here);
    l = &k.set.item[1].findings;
    assert_int_equal(l->count, 1);
    assert_int_equal(l->item[0].entry, 5);
    assert_int_equal(l->item[0].reference, 1);
    checked_close(&k);
}

/* The job of the reference must be that of every entry. */
static void jobs_of_the_entries(void **state)
{
    (void)state;
    static const struct {
        const char *from;
        unsigned nth;
        const char *to;
        const char *job;
        struct want want;
    } known[] = {
        {"\"job-1\"", 3, "\"job-2\"", "job-1", {REFERENCE_CONTRADICTED, "job ", SIGNAL_NONE, 0}},
        {"\"job-1\"", 3, "\"job-2\"", "job-2", {REFERENCE_CONTRADICTED, "job ", SIGNAL_NONE, 0}},
        {"\"job-1\"", 3, "\"job-2\"", "job-3", {REFERENCE_UNUSABLE, "job ", SIGNAL_NONE, 0}},
        {"\"job-1\"", 1, "\"job-2\"", "job-1", {REFERENCE_CONTRADICTED, "job ", SIGNAL_NONE, 0}},
        {"\"job-1\"", 1, "\"job-2\"", "job-2", {REFERENCE_CONTRADICTED, "job ", SIGNAL_NONE, 0}},
        {"\"job-1\"", 3, "7", "job-1", {REFERENCE_CONTRADICTED, "job ", SIGNAL_NONE, 0}},
        {"\"job_id\":\"job-1\",", 3, "", "job-1", {REFERENCE_CONTRADICTED, "job ", SIGNAL_NONE, 0}},
        {"\"job_id\":\"job-1\",", 1, "", "job-1", {REFERENCE_CONTRADICTED, "job ", SIGNAL_NONE, 0}},
        {"\"job_id\":\"job-1\",", 1, "", "job-2", {REFERENCE_UNUSABLE, "job ", SIGNAL_NONE, 0}},
        {",\n",
         2,
         ",5,\n",
         "job-1",
         {REFERENCE_CONTRADICTED, "job count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {"[",
         1,
         "[null,",
         "job-1",
         {REFERENCE_CONTRADICTED, "job count ", SIGNAL_CONTINUES_PAST_WITNESS, 0}},
        {"\"job-1\"", 3, "\"job\\u002d1\"", "job-1", {REFERENCE_MATCHES, "", SIGNAL_NONE, 0}},
        {"fs.read", 3, "x", "job-1", {REFERENCE_MATCHES, "", SIGNAL_NONE, 0}},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        char text[512];
        struct checked k;
        checked_open(&k);
        chain_swap(&k.c, known[i].from, known[i].nth, known[i].to);
        checked_examine(&k);
        snprintf(text, sizeof text, COMMITMENT("%s", D5, "5"), known[i].job);
        checked_add(&k, text);
        checked_run(&k);
        assert_wanted(&k.set.item[0], &known[i].want, known[i].to);
        checked_close(&k);
    }
}

static void jobs_longer_than_what_is_shown(void **state)
{
    (void)state;
    static const size_t lengths[] = {LIMIT_SHOWN - 1, LIMIT_SHOWN, LIMIT_SHOWN + 1,
                                     LIMIT_SHOWN + 16, 3 * LIMIT_SHOWN};
    for (size_t i = 0; i < COUNT(lengths); i++)
        for (int same = 0; same < 2; same++) {
            char *job = malloc(lengths[i] + 1), *text = malloc(lengths[i] + 512);
            struct checked k = {.set = {0}};
            struct want want = {same ? REFERENCE_MATCHES : REFERENCE_UNUSABLE, same ? "" : "job ",
                                SIGNAL_NONE, 0};
            memset(job, 'j', lengths[i]);
            job[lengths[i]] = 0;
            chain_begin(&k.c, "[");
            chain_add(&k.c, &(struct making){.job = job});
            chain_last(&k.c, &(struct making){.job = job});
            chain_end(&k.c, "]");
            checked_examine(&k);
            job[lengths[i] - 1] = same ? 'j' : 'k';
            sprintf(text, COMMITMENT("%s", "%s", "2"), job, k.c.prev);
            checked_add(&k, text);
            checked_run(&k);
            assert_wanted(&k.set.item[0], &want, "long job");
            checked_close(&k);
            free(job);
            free(text);
        }
}

static void timelines_that_nothing_can_confirm(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reference;
        struct want want;
    } known[] = {
        /* not read to its end */
        {"[{\"job_id\":\"j\"},{\"a\":01}]",
         COMMITMENT("j", D5, "5"),
         {REFERENCE_UNCHECKED, "", SIGNAL_NONE, 0}},
        {"[{\"job_id\":\"j\"}", D5, {REFERENCE_UNCHECKED, "", SIGNAL_NONE, 0}},
        {"[{\"job_id\":\"j\"}", "#1", {REFERENCE_UNCHECKED, "", SIGNAL_NONE, 0}},
        {"[{\"job_id\":\"j\"}", "{}", {REFERENCE_UNUSABLE, "form form form form ", SIGNAL_NONE, 0}},
        /* no entry */
        {"[]", COMMITMENT("j", D5, "5"), {REFERENCE_UNUSABLE, "job ", SIGNAL_NONE, 0}},
        {"[]", COMMITMENT("j", D5, "0"), {REFERENCE_UNUSABLE, "job ", SIGNAL_NONE, 0}},
        /* the last has no digest */
        {"[{\"job_id\":\"j\"}]",
         COMMITMENT("j", D5, "1"),
         {REFERENCE_CONTRADICTED, "digest ", SIGNAL_END_REPLACED, 0}},
        {"[{\"job_id\":\"j\"}]", D5, {REFERENCE_CONTRADICTED, "digest ", SIGNAL_NONE, 0}},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct checked k = {.set = {0}};
        exam_bytes(&k.e, known[i].text, strlen(known[i].text), NULL);
        checked_add(&k, known[i].reference);
        checked_run(&k);
        assert_wanted(&k.set.item[0], &known[i].want, known[i].text);
        reference_set_release(&k.set);
        exam_close(&k.e);
    }
}

static void historical_timelines_use_none(void **state)
{
    (void)state;
    static const char *const references[] = {
        COMMITMENT("job-1", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                   "2"),
        "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", "#2"};
    static const char text[] =
        "[{\"job_id\":\"job-1\",\"canonical_bytes\":\"e30=\",\"prev_digest\":\"" ZEROS "\"},"
        "{\"job_id\":\"job-1\",\"canonical_bytes\":\"e30=\",\"close\":true,"
        "\"prev_digest\":\"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\"}]";
    struct checked k = {.set = {0}};
    exam_bytes(&k.e, text, sizeof text - 1, NULL);
    assert_int_equal(timeline_result(k.e.t), TIMELINE_HISTORICAL);
    for (size_t i = 0; i < COUNT(references); i++)
        checked_add(&k, references[i]);
    checked_run(&k);
    for (size_t i = 0; i < COUNT(references); i++)
        assert_int_equal(k.set.item[i].result, REFERENCE_UNUSABLE);
    reference_set_release(&k.set);
    exam_close(&k.e);
}

/* --- several references --- */

static void equivocation(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool both;
    } known[] = {
        {COMMITMENT("job-1", D5, "5"), COMMITMENT("job-1", D5, "5"), false},
        {COMMITMENT("job-1", D5, "5"), COMMITMENT("job-1", D3, "5"), true},
        {COMMITMENT("job-1", D5, "5"), COMMITMENT("job-1", D5, "6"), true},
        {COMMITMENT("job-1", D5, "5"), COMMITMENT("job-1", D3, "3"), false},
        {COMMITMENT("job-1", D5, "5"), COMMITMENT("job-1", ZEROS, "9"), false},
        {COMMITMENT("job-1", D5, "5"), COMMITMENT("job-2", D3, "5"), false},
        {COMMITMENT("job-2", D5, "5"), COMMITMENT("job-2", D3, "5"), true},
        {COMMITMENT("job-1", D5, "5"), COMMITMENT("job-1", D3, "5.0"), false},
        {COMMITMENT("job-1", D5, "5"), D3 "@5", true},
        {COMMITMENT("job-1", D5, "5"), D3 "@3", false},
        {COMMITMENT("job-1", D5, "5"), D3, false},
        {COMMITMENT("job-2", D5, "5"), D3 "@5", false},
        {COMMITMENT("job-1", D5, "5"), "#6", false},
    };
    for (size_t i = 0; i < COUNT(known); i++)
        for (int swap = 0; swap < 2; swap++) {
            struct checked k;
            checked_open(&k);
            checked_examine(&k);
            checked_add(&k, swap ? known[i].b : known[i].a);
            checked_add(&k, swap ? known[i].a : known[i].b);
            checked_run(&k);
            size_t seen = 0;
            for (size_t r = 0; r < 2; r++)
                for (size_t f = 0; f < k.set.item[r].findings.count; f++)
                    seen += k.set.item[r].findings.item[f].code == FINDING_COMMITMENT_EQUIVOCATION;
            if (seen != (known[i].both ? 2 : 0))
                print_error("%s\n%s\n", known[i].a, known[i].b);
            assert_int_equal(seen, known[i].both ? 2 : 0);
            checked_close(&k);
        }
}

static size_t count_code(const struct reference *r, enum finding_code code)
{
    size_t n = 0;
    for (size_t i = 0; i < r->findings.count; i++)
        n += r->findings.item[i].code == code;
    return n;
}

static void times(void **state)
{
    (void)state;
    static const struct {
        const char *now, *retrieved;
        size_t warnings;
    } known[] = {
        {"2026-10-01T18:30:00Z", NULL, 0},
        {"2026-10-01T18:30:01Z", NULL, 0},
        {"2026-10-01T18:29:59.999Z", NULL, 1},
        {"2030-01-01T00:00:00Z", "2026-10-01T18:30:00Z", 0},
        {"2030-01-01T00:00:00Z", "2026-10-01T20:30:00+02:00", 0},
        {"2030-01-01T00:00:00Z", "2026-10-01T20:29:59+02:00", 1},
        {"2030-01-01T00:00:00Z", "2026-10-01T18:29:59.999999999Z", 1},
        {"2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", 2},
        {"2030-01-01T00:00:00Z", "yesterday", 0},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct instant now;
        struct checked k;
        const char *why;
        checked_open(&k);
        checked_examine(&k);
        checked_add(&k, COMMITMENT("job-1", D5, "5"));
        k.set.item[0].retrieved_at = known[i].retrieved ? strdup(known[i].retrieved) : NULL;
        assert_int_equal(rfc3339_parse(known[i].now, strlen(known[i].now), &now, &why), 0);
        assert_int_equal(references_check(&k.set, k.e.t, now, &k.e.err), 0);
        assert_int_equal(count_code(&k.set.item[0], FINDING_COMMITMENT_TIME), known[i].warnings);
        assert_int_equal(k.set.item[0].result, REFERENCE_MATCHES);
        checked_close(&k);
    }
}

static void shared_words(void **state)
{
    (void)state;
    static const struct {
        const char *witness_a, *authority_a, *witness_b, *authority_b;
        size_t warnings;
    } known[] = {
        {NULL, NULL, NULL, NULL, 0}, {"a", "x", "b", "y", 0}, {"a", NULL, "a", NULL, 1},
        {NULL, "x", NULL, "x", 1},   {"a", "x", "b", "x", 1}, {"a", NULL, NULL, "a", 0},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        struct checked k;
        checked_open(&k);
        checked_examine(&k);
        checked_add(&k, COMMITMENT("job-1", D5, "5"));
        checked_add(&k, COMMITMENT("job-1", D5, "5"));
        k.set.item[0].witness = known[i].witness_a ? strdup(known[i].witness_a) : NULL;
        k.set.item[0].authority = known[i].authority_a ? strdup(known[i].authority_a) : NULL;
        k.set.item[1].witness = known[i].witness_b ? strdup(known[i].witness_b) : NULL;
        k.set.item[1].authority = known[i].authority_b ? strdup(known[i].authority_b) : NULL;
        checked_run(&k);
        assert_int_equal(count_code(&k.set.item[0], FINDING_COMMITMENT_SHARED), 0);
        assert_int_equal(count_code(&k.set.item[1], FINDING_COMMITMENT_SHARED), known[i].warnings);
        checked_close(&k);
    }
}

/* --- files --- */

struct place {
    char dir[64], other[80], timeline[96], near[96], far[128], link[96];
};

static void write_file(const char *path, const void *bytes, size_t len)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0 && write(fd, bytes, len) == (ssize_t)len);
    close(fd);
}

static void place_open(struct place *p, const struct chain *c)
{
    static const char text[] = COMMITMENT("job-1", D5, "5");
    strcpy(p->dir, "/tmp/aerscope-reference-XXXXXX");
    assert_non_null(mkdtemp(p->dir));
    sprintf(p->other, "%s/other", p->dir);
    sprintf(p->timeline, "%s/timeline", p->dir);
    sprintf(p->near, "%s/near", p->dir);
    sprintf(p->far, "%s/far", p->other);
    sprintf(p->link, "%s/link", p->dir);
    assert_int_equal(mkdir(p->other, 0700), 0);
    write_file(p->timeline, c->text.data, c->text.len);
    write_file(p->near, text, sizeof text - 1);
    write_file(p->far, text, sizeof text - 1);
    assert_int_equal(symlink(p->near, p->link), 0);
}

static void place_remove(struct place *p)
{
    const char *const files[] = {p->link, p->near, p->far, p->timeline};
    for (size_t i = 0; i < COUNT(files); i++)
        unlink(files[i]);
    rmdir(p->other);
    rmdir(p->dir);
}

static size_t shared_of(const struct place *p, struct timeline *t, const char *path,
                        const char *second)
{
    struct reference_set set = {0};
    struct err err = {0};
    (void)p;
    assert_non_null(reference_add_commitment(&set, path, &err));
    if (second)
        assert_non_null(reference_add_commitment(&set, second, &err));
    assert_int_equal(references_check(&set, t, far_future(), &err), 0);
    for (size_t i = 0; i < set.count; i++)
        assert_int_equal(set.item[i].result, REFERENCE_MATCHES);
    size_t n = count_code(&set.item[set.count - 1], FINDING_COMMITMENT_SHARED);
    reference_set_release(&set);
    return n;
}

static void shared_folders_and_files(void **state)
{
    (void)state;
    struct place p;
    struct chain c;
    struct err err = {0};
    struct timeline_options options = {.jobs = 1};
    chain_honest(&c, 5);
    place_open(&p, &c);
    struct source *s = source_open(p.timeline, &err);
    struct timeline *t = timeline_new(s, &options, &err);
    assert_int_equal(timeline_start(t, &err), 0);
    assert_int_equal(timeline_wait(t, &err), 0);
    assert_int_equal(shared_of(&p, t, p.near, NULL), 1);
    assert_int_equal(shared_of(&p, t, p.far, NULL), 0);
    assert_int_equal(shared_of(&p, t, p.link, NULL), 1);
    assert_int_equal(shared_of(&p, t, p.near, p.far), 0);
    assert_int_equal(shared_of(&p, t, p.far, p.far), 1);
    timeline_free(t);
    source_free(s);
    place_remove(&p);
    chain_release(&c);
}

static void a_file_that_cannot_be_read_is_unusable(void **state)
{
    (void)state;
    static const char *const paths[] = {"/nonexistent/commitment", "/"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        struct checked k;
        checked_open(&k);
        checked_examine(&k);
        assert_non_null(reference_add_commitment(&k.set, paths[i], &k.e.err));
        checked_run(&k);
        assert_int_equal(k.set.item[0].result, REFERENCE_UNUSABLE);
        assert_int_equal(k.set.item[0].findings.count, 1);
        assert_int_equal(k.set.item[0].findings.item[0].code, FINDING_COMMITMENT_FORM);
        assert_null(k.set.item[0].findings.item[0].member);
        checked_close(&k);
    }
}

/* --- in the timeline's own file --- */

static void an_embedded_reference_is_never_independent(void **state)
{
    (void)state;
    static const struct {
        const char *commitment;
        enum reference_result want;
    } known[] = {
        {COMMITMENT("job-1", D5, "5"), REFERENCE_MATCHES},
        {COMMITMENT("job-1", D5, "6"), REFERENCE_CONTRADICTED},
        {COMMITMENT("job-2", D5, "5"), REFERENCE_UNUSABLE},
        {"{}", REFERENCE_UNUSABLE},
        {"null", REFERENCE_UNUSABLE},
        {"[" COMMITMENT("job-1", D5, "5") "]", REFERENCE_UNUSABLE},
    };
    for (size_t i = 0; i < COUNT(known); i++)
        for (int before = 0; before < 2; before++) {
            struct chain plain, c;
            struct checked k = {.set = {0}};
            chain_honest(&plain, 5);
            chain_begin(&c, "{");
            if (before)
                buf_addf(&c.text, "\"commitment\":%s,", known[i].commitment);
            buf_addf(&c.text, "\"timeline\":%s", buf_cstr(&plain.text));
            if (!before)
                buf_addf(&c.text, ",\"commitment\":%s", known[i].commitment);
            buf_adds(&c.text, "}");
            k.c = c;
            checked_examine(&k);
            checked_add(&k, D5);
            checked_run(&k);
            assert_int_equal(k.set.count, 2);
            assert_int_equal(k.set.item[1].independent, INDEPENDENT_NO);
            k.set.item[1].independent = INDEPENDENT_YES;
            checked_run(&k);
            assert_int_equal(k.set.count, 2);
            const struct reference *r = &k.set.item[1];
            assert_true(r->embedded);
            assert_int_equal(r->independent, INDEPENDENT_NO);
            assert_int_equal(r->result, known[i].want);
            assert_int_equal(count_code(r, FINDING_COMMITMENT_SHARED), 1);
            assert_string_equal(r->path, "made.json");
            chain_release(&plain);
            checked_close(&k);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_form),
        cmocka_unit_test(each_wrong_form),
        cmocka_unit_test(counts_of_any_size),
        cmocka_unit_test(heads_and_counts),
        cmocka_unit_test(one_reference_against_five_entries),
        cmocka_unit_test(earlier_when_it_was_closed),
        cmocka_unit_test(a_head_says_which_entry_it_is),
        cmocka_unit_test(findings_stand_at_the_last_entry),
        cmocka_unit_test(jobs_of_the_entries),
        cmocka_unit_test(jobs_longer_than_what_is_shown),
        cmocka_unit_test(timelines_that_nothing_can_confirm),
        cmocka_unit_test(historical_timelines_use_none),
        cmocka_unit_test(equivocation),
        cmocka_unit_test(times),
        cmocka_unit_test(shared_words),
        cmocka_unit_test(shared_folders_and_files),
        cmocka_unit_test(a_file_that_cannot_be_read_is_unusable),
        cmocka_unit_test(an_embedded_reference_is_never_independent),
    };
    return cmocka_run_group_tests_name("core/reference", tests, NULL, NULL);
}
