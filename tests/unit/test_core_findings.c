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

enum { LENGTH = 5, CHANGES = 4, WANTS = 14 };

/* What a finding must say. `at`: what stands at its offset, the nth time (0: the first).
 * `recomputed`: "=" is the digest of the entry before, "own" that of the entry, NULL none;
 * stored "*": anything. */
struct want {
    enum finding_code code;
    uint64_t entry;
    const char *member;
    const char *at;
    unsigned nth;
    const char *stored, *recomputed;
    enum signal_kind signal;
    int64_t missing;
    const char *says;
};

struct change {
    const char *from;
    unsigned nth;
    const char *to;
};

/* Changes to five honest entries, and every finding that they must give, in order. */
struct sample {
    struct change change[CHANGES];
    struct want want[WANTS + 1];
};

static size_t wants(const struct sample *s)
{
    size_t n = 0;

    while (s->want[n].code || s->want[n].entry)
        n++;
    return n;
}

static bool same_text(const struct str *got, const char *want)
{
    return want ? got->data && got->len == strlen(want) && memcmp(got->data, want, got->len) == 0
                : !got->data;
}

static const char *recomputed(struct exam *e, const struct want *w, char hex[DIGEST_HEX + 1])
{
    uint64_t entry = w->entry;

    if (!w->recomputed || (strcmp(w->recomputed, "=") != 0 && strcmp(w->recomputed, "own") != 0))
        return w->recomputed;
    struct entry_mark m = timeline_mark(e->t, *w->recomputed == '=' ? entry - 1 : entry);
    digest_hex(&m.digest, hex);
    return hex;
}

static bool right_place(const struct finding *f, const struct chain *c, const struct want *w)
{
    uint64_t line, column;

    if (!w->at)
        return true;
    if (!f->located || f->offset != chain_find(c, w->at, w->nth ? w->nth : 1))
        return false;
    place_naively((const char *)c->text.data, f->offset, &line, &column);
    return f->line == line && f->column == column;
}

static bool as_wanted(struct exam *e, const struct chain *c, const struct finding *f,
                      const struct want *w)
{
    char hex[DIGEST_HEX + 1];

    if (f->code != w->code || f->entry != w->entry || f->signal != w->signal)
        return false;
    if (w->member ? !f->member || strcmp(f->member, w->member) != 0 : f->member != NULL)
        return false;
    if (f->has_missing != (w->missing > 0) ||
        (w->missing > 0 && f->missing != (uint64_t)w->missing))
        return false;
    if (!right_place(f, c, w) || (w->says && !strstr(f->message.data, w->says)))
        return false;
    bool any = w->stored && strcmp(w->stored, "*") == 0;
    return (any || same_text(&f->stored, w->stored)) &&
           same_text(&f->recomputed, recomputed(e, w, hex));
}

static void tell_all(struct exam *e, const struct finding_list *l, const char *what)
{
    struct buf out;
    (void)e;
    buf_init(&out, 1 << 20);
    for (size_t i = 0; i < l->count; i++)
        describe_finding(&l->item[i], &out);
    print_error("%s: %zu findings\n%s", what, l->count, buf_cstr(&out));
    buf_release(&out);
}

static bool totals_agree(struct exam *e, const struct finding_list *l)
{
    uint64_t count[FINDING_COUNT] = {0}, severity[SEVERITY_COUNT] = {0};

    for (size_t i = 0; i < l->count; i++) {
        count[l->item[i].code]++;
        severity[finding_severity(l->item[i].code)]++;
    }
    for (int code = 0; code < FINDING_COUNT; code++)
        if (timeline_total(e->t, (enum finding_code)code) != count[code])
            return false;
    for (int s = 0; s < SEVERITY_COUNT; s++)
        if (timeline_severity_total(e->t, (enum severity)s) != severity[s])
            return false;
    return true;
}

static bool findings_agree(struct exam *e, const struct chain *c, const struct sample *s,
                           const struct finding_list *l)
{
    if (l->count != wants(s))
        return false;
    for (size_t i = 0; i < wants(s); i++)
        if (!as_wanted(e, c, &l->item[i], &s->want[i])) {
            print_error("finding %zu:\n", i + 1);
            return false;
        }
    return totals_agree(e, l);
}

/* The first failure: the first of the chain, else the first of a receipt. */
static bool first_agrees(struct exam *e, const struct sample *s)
{
    const struct want *first = NULL;
    enum finding_code code;
    uint64_t entry;

    for (size_t i = 0; i < wants(s); i++) {
        const struct want *w = &s->want[i];
        if (finding_severity(w->code) == SEVERITY_FAILURE &&
            (!first || (finding_is_chain(w->code) && !finding_is_chain(first->code))))
            first = w;
    }
    bool has = timeline_first_failure(e->t, &entry, &code);
    return has == (first != NULL) && (!has || (entry == first->entry && code == first->code));
}

static bool signal_agrees(struct exam *e, const struct sample *s)
{
    uint64_t entry, lowest = 0;

    for (size_t i = 0; i < wants(s); i++)
        if (s->want[i].signal && (!lowest || s->want[i].entry < lowest))
            lowest = s->want[i].entry;
    bool has = timeline_first_signal(e->t, &entry);
    return has == (lowest != 0) && (!has || entry == lowest);
}

static bool result_agrees(struct exam *e, const struct sample *s)
{
    bool failed = false;

    for (size_t i = 0; i < wants(s); i++)
        failed |= finding_severity(s->want[i].code) == SEVERITY_FAILURE;
    return timeline_result(e->t) == (failed ? TIMELINE_BROKEN : TIMELINE_CONSISTENT);
}

static bool check_one(const struct sample *s)
{
    struct finding_list l;
    struct chain c;
    struct exam e;

    chain_honest(&c, LENGTH);
    for (size_t i = 0; i < CHANGES && s->change[i].from; i++)
        chain_swap(&c, s->change[i].from, s->change[i].nth ? s->change[i].nth : 1, s->change[i].to);
    exam_chain(&e, &c, 2);
    exam_findings(&e, &l);
    bool good = findings_agree(&e, &c, s, &l) && first_agrees(&e, s) && signal_agrees(&e, s) &&
                result_agrees(&e, s);
    if (!good)
        tell_all(&e, &l, s->change[0].to);
    finding_list_release(&l);
    exam_close(&e);
    chain_release(&c);
    return good;
}

static void check(const struct sample *s, size_t count)
{
    bool all = true;

    for (; count; count--, s++)
        all &= check_one(s);
    assert_true(all);
}

/* Digests of the honest entries, which the next ones carry. */
#define D1 "921f472f378a9e360780e07d99d45fc2829b9a61700303f2c873bb01b072d6a3"
#define D2 "f26a852dc09cc560a23abcaa86ee4938c364b0bda122291ed85a8ec2f9d9eb2f"
#define D3 "d27aaf3a4e87243eaf3e6d00470df4241dd26bb5e13388ee50f52df817235c3e"
#define D4 "521fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d4"
#define D5 "f389c37d42e437f7826bb0931f5e423321172f257eb8e6f1c6f0545ccee6fe13"

/* The link into entry n does not hold, because the one before digests otherwise or has no
 * digest. */
#define BROKEN(n, d)                                                            \
    {                                                                           \
        FINDING_LINK, n, "prev_digest", "\"" d "\"", 1, d, "=", SIGNAL_NONE, 0, \
            "recomputed digest"                                                 \
    }
#define UNLINKED(n, d)                                                                           \
    {                                                                                            \
        FINDING_LINK, n, "prev_digest", "\"" d "\"", 1, d, NULL, SIGNAL_NONE, 0, "has no digest" \
    }
/* A finding about a member, with what is stored. */
#define ABOUT(code, n, member, at, stored)                                   \
    {                                                                        \
        FINDING_##code, n, member, at, 1, stored, NULL, SIGNAL_NONE, 0, NULL \
    }
#define SAYS(code, n, member, at, stored, says)                              \
    {                                                                        \
        FINDING_##code, n, member, at, 1, stored, NULL, SIGNAL_NONE, 0, says \
    }
#define ENTRY(n) "{\"id\":\"r-" #n "\""

static void the_honest_have_none(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {{{"", 1, ""}}, {{0}}},
        {{{"\"tool\"", 3, "\"close\":false,\"tool\""}}, {{0}}},
        {{{"eyJuIjozfQ==", 1, "eyJuIjoz\\u0066Q=="}}, {{0}}},
        {{{"fs.read", 2, "f\\u0073.read"}}, {{0}}},
        {{{ENTRY(2), 1, "{\"x\":1,\"y\":{\"id\":1,\"id\":2},\"id\":\"r-2\""}}, {{0}}},
    };
    check(samples, COUNT(samples));
}

static void not_object(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {{{ENTRY(3), 1, "7,\n" ENTRY(3)}, {",\"close\":true}", 1, "}"}},
         {SAYS(NOT_OBJECT, 3, NULL, "7,\n", NULL, "number"),
          {FINDING_SEQ, 4, "seq", "3,\"job", 1, "3", "4", SIGNAL_NONE, 0, "seq is 3 at position 4"},
          UNLINKED(4, D2),
          {FINDING_SEQ, 5, "seq", "4,\"job", 1, "4", "5", SIGNAL_NONE, 0, NULL},
          {FINDING_SEQ, 6, "seq", "5,\"job", 1, "5", "6", SIGNAL_NONE, 0, NULL},
          {FINDING_NOT_CLOSED, 6, "close", ENTRY(5), 1, NULL, NULL, SIGNAL_OPEN_END, 0, NULL}}},
        {{{ENTRY(1), 1, "\"text\"," ENTRY(1)},
          {",\n" ENTRY(2), 1, ",[]," ENTRY(2)},
          {"}]\n", 1, "},null]"}},
         {SAYS(NOT_OBJECT, 1, NULL, "\"text\"", NULL, "string"),
          {FINDING_SEQ, 2, "seq", "1,\"job", 1, "1", "2", SIGNAL_NONE, 0, NULL},
          UNLINKED(2, ZEROS),
          SAYS(NOT_OBJECT, 3, NULL, "[],", NULL, "array"),
          {FINDING_SEQ, 4, "seq", "2,\"job", 1, "2", "4", SIGNAL_NONE, 0, NULL},
          UNLINKED(4, D1),
          {FINDING_SEQ, 5, "seq", "3,\"job", 1, "3", "5", SIGNAL_NONE, 0, NULL},
          {FINDING_SEQ, 6, "seq", "4,\"job", 1, "4", "6", SIGNAL_NONE, 0, NULL},
          {FINDING_SEQ, 7, "seq", "5,\"job", 1, "5", "7", SIGNAL_NONE, 0, NULL},
          {FINDING_CLOSE_EARLY, 7, "close", "true", 1, "true", NULL, SIGNAL_ENTRIES_AFTER_CLOSE, 0,
           NULL},
          SAYS(NOT_OBJECT, 8, NULL, "null]", NULL, "null"),
          {FINDING_NOT_CLOSED, 8, "close", "null]", 1, NULL, NULL, SIGNAL_OPEN_END, 0, NULL}}},
    };
    check(samples, COUNT(samples));
}

static void base64(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {{{"\"canonical_bytes\":\"eyJuIjozfQ==\",", 1, ""}},
         {SAYS(BASE64, 3, "canonical_bytes", ENTRY(3), NULL, "absent"), UNLINKED(4, D3)}},
        {{{"\"eyJuIjozfQ==\"", 1, "null"}},
         {SAYS(BASE64, 3, "canonical_bytes", "null", "null", "null"), UNLINKED(4, D3)}},
        {{{"\"eyJuIjozfQ==\"", 1, "[\"eyJuIjozfQ==\"]"}},
         {SAYS(BASE64, 3, "canonical_bytes", "[\"eyJ", "[\"eyJuIjozfQ==\"]", "array"),
          UNLINKED(4, D3)}},
        {{{"eyJuIjozfQ==", 1, "eyJuIjozfQ="}},
         {SAYS(BASE64, 3, "canonical_bytes", "\"eyJuIjozfQ=\"", "eyJuIjozfQ=", "strict base64"),
          UNLINKED(4, D3)}},
        {{{"eyJuIjozfQ==", 1, "eyJuIjozfQ==\\n"}},
         {ABOUT(BASE64, 3, "canonical_bytes", "\"eyJuIjozfQ==\\n", "eyJuIjozfQ==\n"),
          UNLINKED(4, D3)}},
        {{{"eyJuIjozfQ==", 1, "eyJu-jozfQ=="}},
         {ABOUT(BASE64, 3, "canonical_bytes", "\"eyJu-", "eyJu-jozfQ=="), UNLINKED(4, D3)}},
        {{{"eyJuIjo1fQ==", 1, " eyJuIjo1fQ=="}},
         {ABOUT(BASE64, 5, "canonical_bytes", "\" eyJ", " eyJuIjo1fQ==")}},
        /* accepted, and told */
        {{{"eyJuIjozfQ==", 1, "eyJuIjozfR=="}},
         {{FINDING_TRAILING_BITS, 3, "canonical_bytes", "\"eyJuIjozfR", 1, "eyJuIjozfR==", NULL,
           SIGNAL_NONE, 0, "trailing bits"}}},
        {{{"eyJuIjozfQ==", 1, ""}},
         {BROKEN(4, D3),
          {FINDING_EMPTY_BYTES, 3, "canonical_bytes", "\"\"", 1, "", NULL, SIGNAL_NONE, 0,
           "no bytes"}}},
        {{{"eyJuIjozfQ==", 1, "/w=="}},
         {BROKEN(4, D3),
          {FINDING_UTF8, 3, "canonical_bytes", "\"/w==", 1, "/w==", NULL, SIGNAL_NONE, 0,
           "UTF-8"}}},
        {{{"eyJuIjozfQ==", 1, "4pg="}},
         {BROKEN(4, D3), ABOUT(UTF8, 3, "canonical_bytes", "\"4pg=", "4pg=")}},
    };
    check(samples, COUNT(samples));
}

static void members(void **state)
{
    (void)state;
#define MISSING(m, at, stored, says) SAYS(MEMBER, 3, m, at, stored, says)
    static const struct sample samples[] = {
        {{{ENTRY(3), 1, "{\"x\":\"r-3\""}},
         {MISSING("id", "{\"x\":\"r-3\"", NULL, "id is absent"), UNLINKED(4, D3)}},
        {{{"\"r-3\"", 1, "\"\""}}, {MISSING("id", "\"\"", "", "empty string"), BROKEN(4, D3)}},
        {{{"\"r-3\"", 1, "12"}}, {MISSING("id", "12,", "12", "number"), UNLINKED(4, D3)}},
        {{{"\"fs.read\"", 3, "null"}}, {MISSING("tool", "null", "null", "null"), UNLINKED(4, D3)}},
        {{{"\"fs.read\"", 3, "\"\""}}, {MISSING("tool", "\"\"", "", "empty"), BROKEN(4, D3)}},
        {{{"\"fs.read\"", 3, "{\"name\":\"fs.read\",\"version\":\"1\"}"}},
         {MISSING("tool", "{\"name\"", "{\"name\":\"fs.read\",\"version\":\"1\"}",
                  "looks like a full receipt, not a timeline entry"),
          UNLINKED(4, D3)}},
        {{{"\"LOGGED BY AGENT\"", 3, "false"}},
         {MISSING("provenance_class", "false", "false", "false"), UNLINKED(4, D3)}},
        {{{"\"LOGGED BY AGENT\"", 3, "\"\""}},
         {MISSING("provenance_class", "\"\"", "", "empty"), BROKEN(4, D3)}},
        {{{"\"job_id\":\"job-1\",", 3, ""}},
         {MISSING("job_id", ENTRY(3), NULL, "absent"), UNLINKED(4, D3)}},
        {{{"\"job-1\"", 3, "[]"}}, {MISSING("job_id", "[],", "[]", "array"), UNLINKED(4, D3)}},
        {{{"\"prev_digest\":\"" D2 "\"", 1, "\"y\":0"}},
         {MISSING("prev_digest", ENTRY(3), NULL, "absent"), UNLINKED(4, D3)}},
        {{{"\"" D2 "\"", 1, "0"}}, {MISSING("prev_digest", "0}", "0", "number"), UNLINKED(4, D3)}},
        {{{D2, 1, ""}},
         {MISSING("prev_digest", "\"\"", "", "empty"),
          {FINDING_LINK, 3, "prev_digest", "\"\"", 1, "", "=", SIGNAL_NONE, 0, NULL},
          BROKEN(4, D3)}},
        /* several in one entry, in the order in which they are named */
        {{{"\"job_id\":\"job-1\",\"tool\":\"fs.read\",\"provenance_class\":\"LOGGED BY AGENT\"", 3,
           "\"tool\":1"},
          {ENTRY(3), 1, "{\"id\":null"}},
         {SAYS(MEMBER, 3, "id", "null", "null", NULL),
          SAYS(MEMBER, 3, "tool", "1,\"can", "1", NULL),
          SAYS(MEMBER, 3, "provenance_class", "{\"id\":null", NULL, NULL),
          SAYS(MEMBER, 3, "job_id", "{\"id\":null", NULL, NULL), UNLINKED(4, D3)}},
    };
    check(samples, COUNT(samples));
}

static void seq_types(void **state)
{
    (void)state;
#define TYPE(at, stored, says) SAYS(SEQ_TYPE, 3, "seq", at, stored, says)
    static const struct sample samples[] = {
        {{{"\"seq\":3,", 1, ""}}, {TYPE(ENTRY(3), NULL, "absent"), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":\"3\""}}, {TYPE("\"3\"", "3", "string"), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":true"}}, {TYPE("true", "true", "true"), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":null"}}, {TYPE("null", "null", "null"), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":[3]"}}, {TYPE("[3]", "[3]", "array"), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":3.5"}}, {TYPE("3.5", "3.5", "no integer"), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":1e400"}},
         {TYPE("1e400", "1e400", "beyond 2^53"), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":9007199254740993.0"}},
         {TYPE("9007199254740993.0", "9007199254740993.0", NULL), UNLINKED(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":3.00000000000000000001"}},
         {TYPE("3.000", "3.00000000000000000001", NULL), UNLINKED(4, D3)}},
    };
    check(samples, COUNT(samples));
}

static void seq_values(void **state)
{
    (void)state;
#define SEQ(n, at, stored, want, signal, missing)                         \
    {                                                                     \
        FINDING_SEQ, n, "seq", at, 1, stored, want, signal, missing, NULL \
    }
#define SPELLED(n, at, stored) SAYS(NUMBER_SPELLING, n, "seq", at, stored, "not written as one")
    static const struct sample samples[] = {
        {{{"\"seq\":2", 1, "\"seq\":2.0"}}, {SPELLED(2, "2.0", "2.0")}},
        {{{"\"seq\":3", 1, "\"seq\":30e-1"}}, {SPELLED(3, "30e-1", "30e-1")}},
        {{{"\"seq\":3", 1, "\"seq\":0"}},
         {
             SEQ(3, "0,\"job", "0", "3", SIGNAL_NONE, 0),
             BROKEN(4, D3),
         }},
        {{{"\"seq\":3", 1, "\"seq\":-0"}},
         {SEQ(3, "-0", "-0", "3", SIGNAL_NONE, 0), BROKEN(4, D3), SPELLED(3, "-0", "-0")}},
        {{{"\"seq\":3", 1, "\"seq\":-3"}},
         {SEQ(3, "-3,\"", "-3", "3", SIGNAL_NONE, 0), BROKEN(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":2"}},
         {SEQ(3,
              "2,\"job_id\":\"job-1\",\"tool\":\"fs.read\",\"provenance_class\":\"LOGGED BY A"
              "GENT\",\"canonical_bytes\":\"eyJuIjoz",
              "2", "3", SIGNAL_NONE, 0),
          BROKEN(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":4.0"}},
         {SEQ(3, "4.0", "4.0", "3", SIGNAL_GAP, 1), BROKEN(4, D3), SPELLED(3, "4.0", "4.0")}},
        {{{"\"seq\":3", 1, "\"seq\":99"}},
         {SEQ(3, "99,\"job", "99", "3", SIGNAL_GAP, 96), BROKEN(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":999999999999999999"}},
         {SEQ(3, "999999999999999999", "999999999999999999", "3", SIGNAL_GAP, 999999999999999996),
          BROKEN(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":18446744073709551619"}},
         {SEQ(3, "18446744073709551619", "18446744073709551619", "3", SIGNAL_GAP, 0),
          BROKEN(4, D3)}},
        {{{"\"seq\":3", 1, "\"seq\":-18446744073709551619"}},
         {SEQ(3, "-18446744073709551619", "-18446744073709551619", "3", SIGNAL_NONE, 0),
          BROKEN(4, D3)}},
        {{{"\"seq\":1", 1, "\"seq\":4"}},
         {SEQ(1,
              "4,\"job_id\":\"job-1\",\"tool\":\"fs.read\",\"provenance_class\":\"LOGGED BY A"
              "GENT\",\"canonical_bytes\":\"eyJuIjox",
              "4", "1", SIGNAL_HEAD_MISSING, 3),
          BROKEN(2, D1)}},
        {{{"\"seq\":1", 1, "\"seq\":0"}},
         {SEQ(1, "0,\"job", "0", "1", SIGNAL_NONE, 0), BROKEN(2, D1)}},
        {{{"\"seq\":1", 1, "\"seq\":-5"}},
         {SEQ(1, "-5", "-5", "1", SIGNAL_NONE, 0), BROKEN(2, D1)}},
        {{{"\"seq\":1", 1, "\"seq\":100000000000000000000"}},
         {SEQ(1, "100000000000000000000", "100000000000000000000", "1", SIGNAL_HEAD_MISSING, 0),
          BROKEN(2, D1)}},
        {{{"\"seq\":5", 1, "\"seq\":7"}}, {SEQ(5, "7,\"job", "7", "5", SIGNAL_GAP, 2)}},
        /* renumbered from 4 on: one gap, and then every number is off */
        {{{"\"seq\":4", 1, "\"seq\":6"}, {"\"seq\":5", 1, "\"seq\":7"}},
         {SEQ(4, "6,\"job", "6", "4", SIGNAL_GAP, 2), SEQ(5, "7,\"job", "7", "5", SIGNAL_NONE, 0),
          BROKEN(5, D4)}},
    };
    check(samples, COUNT(samples));
}

static void job_genesis_link(void **state)
{
    (void)state;
#define JOB(n, at, stored)                                                                      \
    {                                                                                           \
        FINDING_JOB, n, "job_id", at, 1, stored, "job-1", SIGNAL_NONE, 0, "not that of entry 1" \
    }
    static const struct sample samples[] = {
        {{{"\"job-1\"", 3, "\"job-2\""}}, {JOB(3, "\"job-2\"", "job-2"), BROKEN(4, D3)}},
        {{{"\"job-1\"", 5, "\"job-10\""}}, {JOB(5, "\"job-10\"", "job-10")}},
        {{{"\"job-1\"", 3, "\"job\\u002d1\""}}, {{0}}},
        {{{"\"job-1\"", 3, "\"job-1\\u0000\""}},
         {{FINDING_JOB, 3, "job_id", "\"job-1\\u0000\"", 1, "*", "job-1", SIGNAL_NONE, 0, NULL},
          BROKEN(4, D3),
          {FINDING_CONTROL, 3, "job_id", "\"job-1\\u0000\"", 1, "*", NULL, SIGNAL_NONE, 0,
           "control"}}},
        /* genesis */
        {{{ZEROS, 1, D5}},
         {{FINDING_GENESIS, 1, "prev_digest", "\"" D5 "\"", 1, D5, ZEROS, SIGNAL_HEAD_MISSING, 0,
           "64 zeros"},
          BROKEN(2, D1)}},
        {{{ZEROS, 1, ZEROS "0"}},
         {{FINDING_GENESIS, 1, "prev_digest", "\"" ZEROS "0\"", 1, ZEROS "0", ZEROS,
           SIGNAL_HEAD_MISSING, 0, NULL},
          BROKEN(2, D1)}},
        {{{ZEROS, 1, "0"}},
         {{FINDING_GENESIS, 1, "prev_digest", "\"0\"", 1, "0", ZEROS, SIGNAL_HEAD_MISSING, 0, NULL},
          BROKEN(2, D1)}},
        {{{ZEROS, 1, D5}, {"\"seq\":1", 1, "\"seq\":9"}},
         {SEQ(1, "9,\"job", "9", "1", SIGNAL_HEAD_MISSING, 8),
          {FINDING_GENESIS, 1, "prev_digest", "\"" D5 "\"", 1, D5, ZEROS, SIGNAL_HEAD_MISSING, 8,
           NULL},
          BROKEN(2, D1)}},
        /* link */
        {{{D2, 1, D1}},
         {{FINDING_LINK, 3, "prev_digest", "\"" D1 "\"", 2, D1, "=", SIGNAL_NONE, 0, NULL},
          BROKEN(4, D3)}},
        /* one digit */
        {{{D4, 1, "521fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d5"}},
         {{FINDING_LINK, 5, "prev_digest",
           "\"521fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d5\"", 1,
           "521fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d5", "=", SIGNAL_NONE, 0,
           NULL}}},
        {{{D4, 1, "421fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d4"}},
         {{FINDING_LINK, 5, "prev_digest",
           "\"421fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d4\"", 1,
           "421fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d4", "=", SIGNAL_NONE, 0,
           NULL}}},
        {{{D4, 1, "521fb21a74bfb9e111f69c78ea57438621181241c44a9bc8a48e2238ccfc36d4"}},
         {{FINDING_LINK, 5, "prev_digest",
           "\"521fb21a74bfb9e111f69c78ea57438621181241c44a9bc8a48e2238ccfc36d4\"", 1,
           "521fb21a74bfb9e111f69c78ea57438621181241c44a9bc8a48e2238ccfc36d4", "=", SIGNAL_NONE, 0,
           NULL}}},
        {{{D4, 1, ZEROS}},
         {{FINDING_LINK, 5, "prev_digest", "\"" ZEROS "\"", 2, ZEROS, "=", SIGNAL_NONE, 0, NULL}}},
        {{{D4, 1, "521FB21A74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d4"}},
         {{FINDING_LINK, 5, "prev_digest", "\"521FB", 1,
           "521FB21A74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d4", "=", SIGNAL_NONE, 0,
           NULL}}},
        {{{D4, 1, " " D4}},
         {{FINDING_LINK, 5, "prev_digest", "\" 521f", 1, " " D4, "=", SIGNAL_NONE, 0, NULL}}},
        {{{D4, 1, "sha256:" D4}},
         {{FINDING_LINK, 5, "prev_digest", "\"sha256", 1, "sha256:" D4, "=", SIGNAL_NONE, 0,
           NULL}}},
        {{{D4, 1,
           "\\u0035"
           "21fb21a74bfb9e111f69c78ea57438681181241c44a9bc8a48e2238ccfc36d4"}},
         {{0}}},
        /* what is changed under a link shows at the next entry, and there alone */
        {{{"fs.read", 2, "fs.write"}}, {BROKEN(3, D2)}},
        {{{"LOGGED BY AGENT", 2, "EXECUTED BY ZAMBO"}}, {BROKEN(3, D2)}},
        {{{"\"r-2\"", 1, "\"r-2b\""}}, {BROKEN(3, D2)}},
        {{{"eyJuIjoyfQ==", 1, "eyJuIjo5fQ=="}}, {BROKEN(3, D2)}},
        {{{"fs.read", 5, "fs.write"}}, {{0}}},
    };
    check(samples, COUNT(samples));
}

static void closing(void **state)
{
    (void)state;
#define CLOSE(code, n, at, stored, signal, says)                         \
    {                                                                    \
        FINDING_##code, n, "close", at, 1, stored, NULL, signal, 0, says \
    }
    static const struct sample samples[] = {
        {{{",\"close\":true", 1, ""}},
         {CLOSE(NOT_CLOSED, 5, ENTRY(5), NULL, SIGNAL_OPEN_END, "does not close")}},
        {{{"\"close\":true", 1, "\"close\":false"}},
         {CLOSE(NOT_CLOSED, 5, "false", "false", SIGNAL_OPEN_END, NULL)}},
        {{{"\"close\":true", 1, "\"close\":null"}},
         {CLOSE(CLOSE_TYPE, 5, "null", "null", SIGNAL_NONE, "neither"),
          CLOSE(NOT_CLOSED, 5, "null", "null", SIGNAL_OPEN_END, NULL)}},
        {{{"\"close\":true", 1, "\"close\":\"true\""}},
         {CLOSE(CLOSE_TYPE, 5, "\"true\"", "true", SIGNAL_NONE, NULL),
          CLOSE(NOT_CLOSED, 5, "\"true\"", "true", SIGNAL_OPEN_END, NULL)}},
        {{{"\"close\":true", 1, "\"close\":1"}},
         {CLOSE(CLOSE_TYPE, 5, "1}", "1", SIGNAL_NONE, NULL),
          CLOSE(NOT_CLOSED, 5, "1}", "1", SIGNAL_OPEN_END, NULL)}},
        {{{ENTRY(2), 1, "{\"close\":[],\"id\":\"r-2\""}},
         {CLOSE(CLOSE_TYPE, 2, "[]", "[]", SIGNAL_NONE, NULL), UNLINKED(3, D2)}},
        {{{ENTRY(2), 1, "{\"close\":true,\"id\":\"r-2\""}},
         {CLOSE(CLOSE_EARLY, 2, "true", "true", SIGNAL_ENTRIES_AFTER_CLOSE, "entries follow"),
          BROKEN(3, D2)}},
        {{{ENTRY(1), 1, "{\"close\":true,\"id\":\"r-1\""},
          {ENTRY(4), 1, "{\"close\":true,\"id\":\"r-4\""}},
         {CLOSE(CLOSE_EARLY, 1, "true", "true", SIGNAL_ENTRIES_AFTER_CLOSE, NULL),
          BROKEN(2, D1),
          {FINDING_CLOSE_EARLY, 4, "close", "true", 2, "true", NULL, SIGNAL_ENTRIES_AFTER_CLOSE, 0,
           NULL},
          BROKEN(5, D4)}},
    };
    check(samples, COUNT(samples));
}

static void receipts(void **state)
{
    (void)state;
#define H3 "215ddd5567ca2590efd4ea109b4e56cbe591e2676fbf54a9262692c539166da6"
    static const struct sample samples[] = {
        {{{ENTRY(3), 1, "{\"output_hash\":\"" ZEROS "\",\"id\":\"r-3\""}},
         {{FINDING_OUTPUT_HASH, 3, "output_hash", "\"" ZEROS "\"", 2, ZEROS, H3, SIGNAL_NONE, 0,
           NULL}}},
        {{{ENTRY(3), 1, "{\"entry_digest\":\"" D3 "\",\"id\":\"r-3\""}}, {{0}}},
        {{{ENTRY(3), 1, "{\"entry_digest\":\"sha256:" D3 "\",\"id\":\"r-3\""}}, {{0}}},
        {{{ENTRY(3), 1, "{\"entry_digest\":\"SHA256:" D3 "\",\"id\":\"r-3\""}},
         {{FINDING_ENTRY_DIGEST, 3, "entry_digest", "\"SHA256", 1, "SHA256:" D3, "own", SIGNAL_NONE,
           0, NULL}}},
        {{{ENTRY(3), 1, "{\"entry_digest\":\"" D2 "\",\"id\":\"r-3\""}},
         {{FINDING_ENTRY_DIGEST, 3, "entry_digest", "\"" D2 "\"", 1, D2, "own", SIGNAL_NONE, 0,
           NULL}}},
        {{{ENTRY(3), 1, "{\"entry_digest\":null,\"id\":\"r-3\""}},
         {{FINDING_ENTRY_DIGEST, 3, "entry_digest", "null", 1, "null", "own", SIGNAL_NONE, 0,
           NULL}}},
        {{{ENTRY(3), 1, "{\"entry_digest\":\"" D3 "\",\"id\":7"}},
         {SAYS(MEMBER, 3, "id", "7,", "7", NULL),
          {FINDING_ENTRY_DIGEST, 3, "entry_digest", "\"" D3 "\"", 1, D3, NULL, SIGNAL_NONE, 0,
           NULL},
          {FINDING_LINK, 4, "prev_digest", "\"" D3 "\"", 2, D3, NULL, SIGNAL_NONE, 0, NULL}}},
        /* the chain's failures come first, wherever they stand */
        {{{ENTRY(2), 1, "{\"entry_digest\":0,\"id\":\"r-2\""}, {"fs.read", 3, "x"}},
         {{FINDING_ENTRY_DIGEST, 2, "entry_digest", "0,\"id", 1, "0", "own", SIGNAL_NONE, 0, NULL},
          BROKEN(4, D3)}},
    };
    check(samples, COUNT(samples));
}

/* --- warnings and notes --- */

#define WARN(code, n, member, at, nth, stored, says)                           \
    {                                                                          \
        FINDING_##code, n, member, at, nth, stored, NULL, SIGNAL_NONE, 0, says \
    }

static void warnings_about_text(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {{{"\"r-5\"", 1, "\"r\\u0000\\u0000\""}},
         {WARN(CONTROL, 5, "id", "\"r\\u0000", 1, "*", "control")}},
        {{{"fs.read", 5, "fs\\u001b[2Jread"}},
         {WARN(CONTROL, 5, "tool", "\"fs\\u001b", 1, "fs\x1b[2Jread", NULL)}},
        {{{"fs.read", 5, "fs\x7Fread"}},
         {WARN(CONTROL, 5, "tool", "\"fs\x7F", 1, "fs\x7Fread", NULL)}},
        {{{"fs.read", 5, "fs\\u009bread"}},
         {WARN(CONTROL, 5, "tool", "\"fs\\u009b", 1, "fs\xC2\x9Bread", NULL)}},
        {{{"fs.read", 5, "fs\xC2\x85"}},
         {WARN(CONTROL, 5, "tool", "\"fs\xC2", 1, "fs\xC2\x85", NULL)}},
        {{{"fs.read", 5, "a\\ud800b"}},
         {WARN(SURROGATE, 5, "tool", "\"a\\ud800", 1,
               "a\xED\xA0\x80"
               "b",
               "unpaired")}},
        {{{"fs.read", 5, "a\\ud83d\\ude00b"}}, {{0}}},
        {{{"fs.read", 5, "a\\u202eb"}},
         {WARN(INVISIBLE, 5, "tool", "\"a\\u202e", 1,
               "a\xE2\x80\xAE"
               "b",
               "invisible")}},
        {{{"fs.read", 5,
           "a\xE2\x80\x8B"
           "b"}},
         {WARN(INVISIBLE, 5, "tool", "\"a\xE2", 1,
               "a\xE2\x80\x8B"
               "b",
               NULL)}},
        {{{"fs.read", 5, "p\\u0430y"}},
         {WARN(MIXED_SCRIPT, 5, "tool", "\"p\\u0430", 1, "p\xD0\xB0y", "more than one script")}},
        {{{"fs.read", 5, "\xD0\xBE\xD0\xBF\xD0\xBB"}}, {{0}}},
        /* each member, and several of them */
        {{{"\"r-5\"", 1, "\"\\u0001\\u200b\""}, {"fs.read", 5, "\\u0002"}},
         {WARN(CONTROL, 5, "id", "\"\\u0001", 1, "*", NULL),
          WARN(CONTROL, 5, "tool", "\"\\u0002", 1, "*", NULL),
          WARN(INVISIBLE, 5, "id", "\"\\u0001", 1, "*", NULL)}},
        {{{"LOGGED BY AGENT", 5, "LOGGED BY AGENT\\u0007"}},
         {WARN(UNRECOGNISED, 5, "provenance_class", "\"LOGGED BY AGENT\\u0007", 1, "*",
               "no standing"),
          WARN(CONTROL, 5, "provenance_class", "\"LOGGED BY AGENT\\u0007", 1, "*", NULL)}},
        /* other members are not looked at */
        {{{ENTRY(5), 1, "{\"note\":\"\\u0000\\ud800\\u202e\",\"id\":\"r-5\""}}, {{0}}},
    };
    check(samples, COUNT(samples));
}

static void warnings_about_members(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {{{"LOGGED BY AGENT", 5, "LOGGED BY A ROBOT"}},
         {WARN(UNRECOGNISED, 5, "provenance_class", "\"LOGGED BY A ROBOT\"", 1, "LOGGED BY A ROBOT",
               "none of the three")}},
        {{{"\"r-5\"", 1, "\"r-2\""}},
         {WARN(DUPLICATE_ID, 5, "id", "\"r-2\"", 2, "r-2", "entry 2 has the same id")}},
        {{{"\"r-5\"", 1, "\"\\u0072-2\""}},
         {WARN(DUPLICATE_ID, 5, "id", "\"\\u0072-2", 1, "r-2", "entry 2")}},
        {{{"\"r-5\"", 1, "\"R-2\""}}, {{0}}},
        /* names twice that the checks do not use */
        {{{ENTRY(5), 1, "{\"x\":1,\"y\":0,\"x\":1,\"id\":\"r-5\""}},
         {WARN(JSON_DUPLICATE, 5, NULL, "\"x\":1", 2, NULL, "\"x\" stands twice")}},
        {{{ENTRY(5), 1, "{\"x\":1,\"y\":0,\"x\":1,\"\\u0079\":1,\"x\":1,\"x\":2,\"id\":\"r-5\""}},
         {WARN(JSON_DUPLICATE, 5, NULL, "\"x\":1", 2, NULL, "\"x\""),
          WARN(JSON_DUPLICATE, 5, NULL, "\"\\u0079\"", 1, NULL, "\"y\"")}},
        {{{ENTRY(5), 1, "{\"x\":{\"a\":1,\"a\":2},\"id\":\"r-5\""}}, {{0}}},
        {{{ENTRY(5), 1, "{\"x\\u0000\":1,\"x\":1,\"X\":1,\"id\":\"r-5\""}}, {{0}}},
        /* names that are nearly one that the checks use */
        {{{ENTRY(5), 1, "{\"Close\":true,\"id\":\"r-5\""}},
         {WARN(NEAR_MEMBER, 5, "close", "\"Close\"", 1, NULL, "\"Close\" is nearly \"close\"")}},
        {{{ENTRY(5), 1, "{\"tool\\u200b\":1,\"id\":\"r-5\""}},
         {WARN(NEAR_MEMBER, 5, "tool", "\"tool\\u200b", 1, NULL, "nearly \"tool\"")}},
        {{{ENTRY(5), 1, "{\"jobId\":1,\"id\":\"r-5\""}},
         {WARN(NEAR_MEMBER, 5, "job_id", "\"jobId\"", 1, NULL, NULL)}},
        {{{ENTRY(5), 1, "{\"prev-digest\":1,\"id\":\"r-5\""}},
         {WARN(NEAR_MEMBER, 5, "prev_digest", "\"prev-", 1, NULL, NULL)}},
        {{{ENTRY(5), 1, "{\"t\xD0\xBEol\":1,\"id\":\"r-5\""}},
         {WARN(NEAR_MEMBER, 5, "tool", "\"t\xD0\xBE", 1, NULL, "<U+043E>")}},
        {{{ENTRY(5), 1,
           "{\"tools\":1,\"closed\":1,\"sequence\":1,\"ids\":1,\"\":1,\"id\":\"r-5\""}},
         {{0}}},
    };
    check(samples, COUNT(samples));
}

/* --- members that stand more than once --- */

struct doubled {
    struct chain c;
    struct exam e;
    struct finding_list l;
};

static void doubled_open(struct doubled *d, const char *from, const char *to)
{
    chain_honest(&d->c, LENGTH);
    chain_swap(&d->c, from, 1, to);
    exam_chain(&d->e, &d->c, 1);
    exam_findings(&d->e, &d->l);
}

static void doubled_close(struct doubled *d)
{
    finding_list_release(&d->l);
    exam_close(&d->e);
    chain_release(&d->c);
}

/* The digest of entry 3 with another tool. */
static void digest_with_tool(const char *tool, char hex[DIGEST_HEX + 1])
{
    struct making m = {.tool = tool};
    struct chain c;
    chain_begin(&c, "[");
    chain_add(&c, NULL);
    chain_add(&c, NULL);
    chain_add(&c, &m);
    strcpy(hex, c.prev);
    chain_release(&c);
}

static void assert_reading(const struct doubled *d, const struct finding *f, size_t i,
                           const char *at, unsigned nth, const char *tool)
{
    char want[DIGEST_HEX + 1], got[DIGEST_HEX + 1];
    assert_int_equal(f->reading[i].offset, chain_find(&d->c, at, nth));
    assert_int_equal(f->reading[i].has_digest, tool != NULL);
    if (!tool)
        return;
    digest_with_tool(tool, want);
    digest_hex(&f->reading[i].digest, got);
    assert_string_equal(got, want);
}

static void a_member_twice_is_read_both_ways(void **state)
{
    (void)state;
    struct doubled d;
    doubled_open(&d, ENTRY(3), "{\"tool\":\"fs.write\",\"id\":\"r-3\"");
    assert_int_equal(d.l.count, 1);
    const struct finding *f = &d.l.item[0];
    assert_int_equal(f->code, FINDING_DUPLICATE_MEMBER);
    assert_int_equal(f->entry, 3);
    assert_string_equal(f->member, "tool");
    assert_int_equal(f->offset, chain_find(&d.c, "\"fs.read\"", 3));
    assert_memory_equal(f->stored.data, "fs.read", 8);
    assert_int_equal(f->readings, 2);
    assert_reading(&d, f, 0, "\"fs.write\"", 1, "fs.write");
    assert_reading(&d, f, 1, "\"fs.read\"", 3, "fs.read");
    doubled_close(&d);
}

static void the_last_of_two_is_used(void **state)
{
    (void)state;
    struct doubled d;
    doubled_open(&d, "\"prev_digest\":\"" D2 "\"", "\"prev_digest\":\"" D2 "\",\"tool\":7");
    assert_int_equal(d.l.count, 3);
    assert_int_equal(d.l.item[0].code, FINDING_DUPLICATE_MEMBER);
    assert_int_equal(d.l.item[1].code, FINDING_MEMBER);
    assert_int_equal(d.l.item[2].code, FINDING_LINK);
    assert_null(d.l.item[2].recomputed.data);
    assert_reading(&d, &d.l.item[0], 0, "\"fs.read\"", 3, "fs.read");
    assert_reading(&d, &d.l.item[0], 1, "7}", 1, NULL);
    doubled_close(&d);
}

static void many_times_shows_the_first_and_the_last(void **state)
{
    (void)state;
    struct doubled d;
    doubled_open(
        &d, ENTRY(3),
        "{\"tool\":\"t1\",\"tool\":\"t2\",\"tool\":\"t3\",\"tool\":\"t4\",\"tool\":\"t5\",\"t"
        "ool\":\"t6\","
        "\"seq\":3,\"id\":\"r-3\"");
    assert_int_equal(d.l.count, 2);
    const struct finding *f = &d.l.item[1];
    assert_string_equal(d.l.item[0].member, "seq");
    assert_string_equal(f->member, "tool");
    assert_int_equal(f->readings, LIMIT_READINGS);
    assert_reading(&d, f, 0, "\"t1\"", 1, "t1");
    assert_reading(&d, f, 1, "\"t2\"", 1, "t2");
    assert_reading(&d, f, LIMIT_READINGS - 1, "\"fs.read\"", 3, "fs.read");
    assert_int_equal(timeline_total(d.e.t, FINDING_DUPLICATE_MEMBER), 2);
    doubled_close(&d);
}

/* A hundred times another member before it must not crowd out the readings. */
static void repetition_of_one_does_not_hide_another(void **state)
{
    (void)state;
    char entry[4096] = "{";
    struct doubled d;
    for (int i = 0; i < 100; i++)
        strcat(entry, "\"close\":false,");
    strcat(entry, "\"tool\":\"t1\",\"id\":\"r-3\"");
    doubled_open(&d, ENTRY(3), entry);
    assert_int_equal(d.l.count, 2);
    const struct finding *f = &d.l.item[0];
    assert_string_equal(f->member, "tool");
    assert_int_equal(f->readings, 2);
    assert_reading(&d, f, 0, "\"t1\"", 1, "t1");
    assert_reading(&d, f, 1, "\"fs.read\"", 3, "fs.read");
    assert_string_equal(d.l.item[1].member, "close");
    doubled_close(&d);
}

static void every_member_of_the_checks_is_watched(void **state)
{
    (void)state;
    for (int m = 0; m < MEMBER_COUNT; m++) {
        char entry[256];
        struct doubled d;
        const char *name = member_name((enum member)m);
        snprintf(entry, sizeof entry, "{\"%s\":null,\"\\u%04x%s\":null,\"id\":\"r-3\"", name,
                 name[0], name + 1);
        doubled_open(&d, ENTRY(3), entry);
        size_t found = 0;
        for (size_t i = 0; i < d.l.count; i++)
            found += d.l.item[i].code == FINDING_DUPLICATE_MEMBER &&
                     strcmp(d.l.item[i].member, name) == 0;
        assert_int_equal(found, 1);
        doubled_close(&d);
    }
}

/* --- more member names than rarely stand in an entry --- */

static void thousands_of_names(void **state)
{
    (void)state;
    static const unsigned counts[] = {22, 23, 24, 25, 26, 100, 128, 129, 5000};
    for (size_t i = 0; i < COUNT(counts); i++)
        for (unsigned twice = 0; twice < 2; twice++) {
            struct buf b;
            struct doubled d;
            buf_init(&b, 1 << 20);
            buf_adds(&b, "{");
            for (unsigned n = 0; n < counts[i]; n++)
                buf_addf(&b, "\"n%u\":%u,", n, n);
            if (twice)
                buf_addf(&b, "\"n%u\":0,\"n0\":0,\"n0\":0,", counts[i] - 1);
            buf_adds(&b, "\"id\":\"r-3\"");
            doubled_open(&d, ENTRY(3), buf_cstr(&b));
            assert_int_equal(d.l.count, twice ? 2 : 0);
            assert_int_equal(timeline_total(d.e.t, FINDING_JSON_DUPLICATE), twice ? 2 : 0);
            doubled_close(&d);
            buf_release(&b);
        }
}

static void more_names_than_are_watched(void **state)
{
    (void)state;
    struct buf b;
    struct doubled d;
    buf_init(&b, 1 << 24);
    buf_adds(&b, "{");
    for (unsigned n = 0; n < LIMIT_NAMES + 10; n++)
        buf_addf(&b, "\"%x\":0,", n);
    buf_adds(&b, "\"id\":\"r-3\"");
    doubled_open(&d, ENTRY(3), buf_cstr(&b));
    assert_int_equal(d.l.count, 1);
    assert_int_equal(d.l.item[0].code, FINDING_MANY_MEMBERS);
    assert_int_equal(d.l.item[0].entry, 3);
    assert_int_equal(finding_severity(FINDING_MANY_MEMBERS), SEVERITY_NOTE);
    doubled_close(&d);
    buf_release(&b);
}

/* --- what every finding carries --- */

static void class_and_standing_with_every_finding(void **state)
{
    (void)state;
    static const struct {
        const char *class;
        enum standing standing;
        bool has;
    } known[] = {
        {"\"EXECUTED BY ZAMBO\"", STANDING_RECORDER, true},
        {"\"OBSERVED VIA GATEWAY\"", STANDING_GATEWAY, true},
        {"\"LOGGED BY AGENT\"", STANDING_AGENT, true},
        {"\"WRITTEN BY HAND\"", STANDING_NONE, true},
        {"\"\"", STANDING_NONE, true},
        {"null", STANDING_NONE, false},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        char entry[1024];
        struct doubled d;
        size_t seen = 0;
        snprintf(entry, sizeof entry,
                 "{\"provenance_class\":%s,\"seq\":9,\"job_id\":\"j\",\"prev_digest\":\"x\",\"clos"
                 "e\":true,"
                 "\"canonical_bytes\":\"!\",\"output_hash\":1,\"entry_digest\":2,\"tool\":\"\\u000"
                 "0\",\"id\":\"r-2\"}"
                 ",\n{\"id\":\"r-3\"",
                 known[i].class);
        doubled_open(&d, ENTRY(3), entry);
        for (size_t n = 0; n < d.l.count; n++) {
            const struct finding *f = &d.l.item[n];
            if (f->entry != 3)
                continue;
            seen++;
            assert_int_equal(f->standing, known[i].standing);
            assert_int_equal(f->provenance_class.data != NULL, known[i].has);
            if (known[i].has)
                assert_memory_equal(f->provenance_class.data, known[i].class + 1,
                                    f->provenance_class.len);
            assert_true(f->seq.len == 1 && f->seq.data[0] == '9');
            assert_true(f->located && f->line == 3 && f->column > 0);
            assert_true(f->message.len > 0);
        }
        assert_true(seen >= 9);
        doubled_close(&d);
    }
}

static void long_values_are_cut(void **state)
{
    (void)state;
    struct buf b;
    struct doubled d;
    buf_init(&b, 1 << 20);
    buf_adds(&b, "\"");
    for (int i = 0; i < 10000; i++)
        buf_adds(&b, "x");
    buf_adds(&b, "\"");
    doubled_open(&d, "\"" D2 "\"", buf_cstr(&b));
    assert_int_equal(d.l.item[0].code, FINDING_LINK);
    assert_true(d.l.item[0].stored_cut);
    assert_true(d.l.item[0].stored.len >= LIMIT_SHOWN && d.l.item[0].stored.len < LIMIT_SHOWN + 64);
    assert_false(d.l.item[1].stored_cut);
    doubled_close(&d);
    buf_release(&b);
}

static void no_entry_at_all(void **state)
{
    (void)state;
    static const char *const texts[] = {"[]", " [ ]\n", "{\"timeline\":[]}"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct finding_list l;
        enum finding_code code;
        uint64_t entry = 9;
        struct exam e;
        exam_bytes(&e, texts[i], strlen(texts[i]), NULL);
        exam_findings(&e, &l);
        assert_int_equal(timeline_result(e.t), TIMELINE_BROKEN);
        assert_int_equal(l.count, 1);
        assert_int_equal(l.item[0].code, FINDING_EMPTY);
        assert_int_equal(l.item[0].entry, 0);
        assert_true(timeline_first_failure(e.t, &entry, &code));
        assert_int_equal(entry, 0);
        assert_int_equal(code, FINDING_EMPTY);
        assert_false(timeline_first_signal(e.t, &entry));
        finding_list_release(&l);
        exam_close(&e);
    }
}

/* Codes, severities and signals are what scripts rely on. */
static void codes_are_those_of_the_contract(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        enum severity severity;
    } known[] = {
        {"chain.not_object", SEVERITY_FAILURE},
        {"chain.duplicate_member", SEVERITY_FAILURE},
        {"chain.base64", SEVERITY_FAILURE},
        {"chain.member", SEVERITY_FAILURE},
        {"chain.seq_type", SEVERITY_FAILURE},
        {"chain.seq", SEVERITY_FAILURE},
        {"chain.job", SEVERITY_FAILURE},
        {"chain.genesis", SEVERITY_FAILURE},
        {"chain.link", SEVERITY_FAILURE},
        {"chain.close_type", SEVERITY_FAILURE},
        {"chain.close_early", SEVERITY_FAILURE},
        {"chain.not_closed", SEVERITY_FAILURE},
        {"chain.empty", SEVERITY_FAILURE},
        {"receipt.output_hash", SEVERITY_FAILURE},
        {"receipt.entry_digest", SEVERITY_FAILURE},
        {"receipt.utf8", SEVERITY_WARNING},
        {"receipt.duplicate_id", SEVERITY_WARNING},
        {"provenance.unrecognised", SEVERITY_WARNING},
        {"json.bom", SEVERITY_WARNING},
        {"json.duplicate_member", SEVERITY_WARNING},
        {"json.near_member", SEVERITY_WARNING},
        {"text.control", SEVERITY_WARNING},
        {"text.surrogate", SEVERITY_WARNING},
        {"text.invisible", SEVERITY_WARNING},
        {"text.mixed_script", SEVERITY_WARNING},
        {"base64.trailing_bits", SEVERITY_WARNING},
        {"json.number_spelling", SEVERITY_WARNING},
        {"receipt.empty", SEVERITY_NOTE},
        {"commitment.form", SEVERITY_FAILURE},
        {"commitment.job", SEVERITY_FAILURE},
        {"commitment.count", SEVERITY_FAILURE},
        {"commitment.digest", SEVERITY_FAILURE},
        {"commitment.equivocation", SEVERITY_FAILURE},
        {"commitment.closed", SEVERITY_WARNING},
        {"commitment.time", SEVERITY_WARNING},
        {"commitment.shared", SEVERITY_WARNING},
        {"baseline.reclosed", SEVERITY_FAILURE},
        {"baseline.cut", SEVERITY_FAILURE},
        {"baseline.beheaded", SEVERITY_FAILURE},
        {"baseline.end_replaced", SEVERITY_FAILURE},
        {"baseline.edited", SEVERITY_FAILURE},
        {"baseline.not_bound", SEVERITY_WARNING},
        {"baseline.forked", SEVERITY_FAILURE},
        {"baseline.unrelated", SEVERITY_FAILURE},
    };
    static const char *const signals[] = {"head_missing",
                                          "gap",
                                          "open_end",
                                          "entries_after_close",
                                          "entries_missing",
                                          "end_replaced",
                                          "continues_past_witness"};
    for (size_t i = 0; i < COUNT(known); i++) {
        enum finding_code code = finding_code_parse(known[i].code);
        assert_true(code < FINDING_COUNT);
        assert_string_equal(finding_code_name(code), known[i].code);
        assert_int_equal(finding_severity(code), known[i].severity);
        assert_int_equal(finding_is_chain(code), strncmp(known[i].code, "chain.", 6) == 0);
    }
    assert_int_equal(finding_code_parse("chain.nothing"), FINDING_COUNT);
    for (size_t i = 0; i < COUNT(signals); i++)
        assert_string_equal(signal_name((enum signal_kind)(i + 1)), signals[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_honest_have_none),
        cmocka_unit_test(not_object),
        cmocka_unit_test(base64),
        cmocka_unit_test(members),
        cmocka_unit_test(seq_types),
        cmocka_unit_test(seq_values),
        cmocka_unit_test(job_genesis_link),
        cmocka_unit_test(closing),
        cmocka_unit_test(receipts),
        cmocka_unit_test(warnings_about_text),
        cmocka_unit_test(warnings_about_members),
        cmocka_unit_test(a_member_twice_is_read_both_ways),
        cmocka_unit_test(the_last_of_two_is_used),
        cmocka_unit_test(many_times_shows_the_first_and_the_last),
        cmocka_unit_test(repetition_of_one_does_not_hide_another),
        cmocka_unit_test(every_member_of_the_checks_is_watched),
        cmocka_unit_test(thousands_of_names),
        cmocka_unit_test(more_names_than_are_watched),
        cmocka_unit_test(class_and_standing_with_every_finding),
        cmocka_unit_test(long_values_are_cut),
        cmocka_unit_test(no_entry_at_all),
        cmocka_unit_test(codes_are_those_of_the_contract),
    };
    return cmocka_run_group_tests_name("core/findings", tests, NULL, NULL);
}
