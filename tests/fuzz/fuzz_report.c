/* Every writer over a timeline, a commitment, a list of expected actions and a case file, all of them from the
 * input (parts in this order). What is written is well-formed for who reads it, shows nothing that acts there, and
 * is the same when the examination ran on more threads. */
#include "fuzz.h"

#include "casefile/casefile.h"
#include "core/reference.h"
#include "explain/explain.h"
#include "report/report.h"

#include "form.h"

#include <string.h>

enum { WRITERS = 6, EFFORT = 50, INPUT_MOST = 1 << 16 };

struct subject {
    struct fuzz_exam exam;
    struct reference_set refs;
    struct report report;
};

static const struct instant now = {.seconds = INT64_C(1790000000)};

static void open_subject(struct subject *s, const struct fuzz_parts *in, struct casefile *c, unsigned jobs)
{
    struct report *r = &s->report;
    struct err err = {0};

    memset(s, 0, sizeof *s);
    fuzz_examine(&s->exam, in->part[0].bytes, in->part[0].len, jobs, NULL);
    if (in->part[1].len > 0)
        HOLDS(reference_add_bytes(&s->refs, "a<b>&\"c.json", in->part[1].bytes, in->part[1].len, &err) != NULL);
    if (in->part[2].len > 0)
        s->refs.expected = expected_from_bytes("list\x1b[1m.json", in->part[2].bytes, in->part[2].len, &err);
    HOLDS(references_check(&s->refs, s->exam.t, now, &err) == 0);
    r->path = "an <input> & \"its\" \xff name.json";
    r->timeline = s->exam.t;
    r->refs = &s->refs;
    r->casefile = c;
    HOLDS(verdict_make(&r->verdict, r->timeline, r->refs, &err) == 0);
    if (c) {
        while (casefile_match(c, s->exam.t, "x"), casefile_matching(c))
            continue;
        r->verdict.outcome = casefile_recorded(c) > 0 ? OUTCOME_RECORDED : OUTCOME_NOT_ASSESSED;
    }
    if (r->verdict.severity[SEVERITY_FAILURE] > 0) {
        r->explainer = explainer_new(r->timeline, r->refs, EFFORT, &err);
        HOLDS(r->explainer != NULL && explainer_prepare(r->explainer, &err) == 0);
    }
}

static void close_subject(struct subject *s)
{
    if (s->report.casefile)
        casefile_match((struct casefile *)(uintptr_t)s->report.casefile, NULL, NULL);
    explainer_free(s->report.explainer);
    fuzz_close(&s->exam);
    reference_set_release(&s->refs);
}

static void write_report(const struct subject *s, const struct report_writer *w, uint64_t h, struct buf *to)
{
    static struct out out;
    struct report_request request = {
        .style = {.utf8 = h & 1, .all_findings = h >> 1 & 1},
        .entries = h & 4 ? REPORT_ALL : REPORT_FLAGGED,
        .from = 1,
        .to = 1,
        .now = now,
    };
    struct err err = {0};

    out_init(&out, out_to_buf, to);
    HOLDS_OF(w->report(&out, &s->report, &request, &err) == 0, err.text, strlen(err.text));
    HOLDS(out_flush(&out) == 0);
}

static void write_verdict(const struct subject *s, const struct report_writer *w, uint64_t h, struct buf *to)
{
    static struct out out;
    struct reference_set unpaired = {0};
    struct report_run run = {
        .out = &out, .style = {.utf8 = h & 1, .all_findings = h >> 1 & 1}, .several = h >> 3 & 1, .unpaired = &unpaired};
    struct err err = {0};

    out_init(&out, out_to_buf, to);
    w->begin(&run);
    HOLDS_OF(w->input(&run, &s->report, &err) == 0, err.text, strlen(err.text));
    w->end(&run);
    HOLDS(out_flush(&out) == 0);
}

static void look_at(const char *name, const struct buf *b)
{
    const char *bytes = (const char *)b->data;

    fuzz_holds_text(bytes ? bytes : "", b->len);
    if (strcmp(name, "json") == 0)
        form_json(bytes, b->len);
    else if (strcmp(name, "ndjson") == 0)
        form_ndjson(bytes, b->len);
    else if (strcmp(name, "html") == 0)
        form_html(bytes, b->len);
    else if (strcmp(name, "md") == 0)
        form_md(bytes, b->len);
    else if (strcmp(name, "csv") == 0)
        form_csv(bytes, b->len);
}

static void write_all(const struct subject *s, uint64_t h, struct buf to[2 * WRITERS])
{
    static const char *const name[WRITERS] = {"text", "json", "ndjson", "html", "md", "csv"};

    for (size_t i = 0; i < WRITERS; i++) {
        const struct report_writer *w = report_writer(name[i]);

        HOLDS(w != NULL);
        if (w->input) {
            write_verdict(s, w, h, &to[2 * i]);
            look_at(name[i], &to[2 * i]);
        }
        if (w->report) {
            write_report(s, w, h, &to[2 * i + 1]);
            look_at(name[i], &to[2 * i + 1]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_parts in = fuzz_split(data, size);
    uint64_t h = fuzz_hash(data, size);
    struct casefile *c = NULL;
    struct buf one[2 * WRITERS], two[2 * WRITERS];
    struct subject s;
    struct err err = {0};

    if (size > INPUT_MOST)
        return 0;
    for (size_t i = 0; i < 2 * WRITERS; i++) {
        buf_init(&one[i], SIZE_MAX / 2);
        buf_init(&two[i], SIZE_MAX / 2);
    }
    if (in.part[3].len > 0)
        c = casefile_open(fuzz_file("r.case", in.part[3].bytes, in.part[3].len), CASEFILE_READ, &err);
    open_subject(&s, &in, c, 0);
    write_all(&s, h, one);
    close_subject(&s);
    open_subject(&s, &in, c, 2);
    write_all(&s, h, two);
    close_subject(&s);
    for (size_t i = 0; i < 2 * WRITERS; i++) {
        HOLDS(one[i].len == two[i].len && (one[i].len == 0 || memcmp(one[i].data, two[i].data, one[i].len) == 0));
        buf_release(&one[i]);
        buf_release(&two[i]);
    }
    casefile_free(c);
    return 0;
}
