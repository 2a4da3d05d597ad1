#include "core_making.h"

#include "core/boundary.h"
#include "core/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* As short as an entry can be and still be taken for one. */
#define E  "{\"prev_digest\":\"\",\"canonical_bytes\":\"\"}"
#define E2 "{\"canonical_bytes\":\"\",\"x\":[{\"timeline\":[]}],\"prev_digest\":\"\"}"
#define C  "{\"final_entry_digest\":\"\"}"

enum { REFUSED = -1, WHOLE = -2 };

struct sample {
    const char *text;
    size_t len;
    enum layout wanted, layout;
    uint64_t entries;
    int offset; /* of the damage; REFUSED: as something else; WHOLE: neither */
    const char *says;
};

#define READ(text, layout, entries)                                       \
    {                                                                     \
        text, sizeof(text) - 1, LAYOUT_AUTO, layout, entries, WHOLE, NULL \
    }
#define REFUSE(text, says)                                                 \
    {                                                                      \
        text, sizeof(text) - 1, LAYOUT_AUTO, LAYOUT_AUTO, 0, REFUSED, says \
    }
#define DAMAGE(text, layout, entries, at, says)                        \
    {                                                                  \
        text, sizeof(text) - 1, LAYOUT_AUTO, layout, entries, at, says \
    }
#define ASKED(text, wanted, layout, entries)                         \
    {                                                                \
        text, sizeof(text) - 1, wanted, layout, entries, WHOLE, NULL \
    }
#define ASKED_REFUSE(text, wanted, says)                              \
    {                                                                 \
        text, sizeof(text) - 1, wanted, LAYOUT_AUTO, 0, REFUSED, says \
    }

static bool holds(const struct sample *s, struct exam *e)
{
    const struct damage *d = timeline_damage(e->t);

    if (timeline_progress(e->t).entries != s->entries)
        return false;
    if (s->offset == WHOLE)
        return !d && timeline_layout(e->t) == s->layout &&
               timeline_result(e->t) != TIMELINE_UNREADABLE;
    if (!d || timeline_result(e->t) != TIMELINE_UNREADABLE || !strstr(d->message, s->says))
        return false;
    if (s->offset == REFUSED)
        return d->refused && d->entries_read == 0;
    return d->offset == (uint64_t)s->offset && d->entries_read == s->entries && d->line > 0;
}

static void tell(const struct sample *s, struct exam *e)
{
    const struct damage *d = timeline_damage(e->t);

    print_error(
        "%s\n  %s, %llu entries, %s at %lld: %s\n", s->text, layout_name(timeline_layout(e->t)),
        (unsigned long long)timeline_progress(e->t).entries, d && d->refused ? "refused" : "damage",
        d ? (long long)d->offset : -1, d ? d->message : "");
}

static void check(const struct sample *s, size_t count)
{
    bool all = true;

    for (; count; count--, s++) {
        struct timeline_options options = {.layout = s->wanted, .jobs = 2};
        struct exam e;
        exam_bytes(&e, s->text, s->len, &options);
        assert_int_equal(e.status, 0);
        if (!holds(s, &e)) {
            tell(s, &e);
            all = false;
        }
        exam_close(&e);
    }
    assert_true(all);
}

/* --- recognised by looking --- */

static void recognises_layouts(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        READ("[]", LAYOUT_ARRAY, 0),
        READ(" \t\r\n[ \n ] \n", LAYOUT_ARRAY, 0),
        READ("[" E "]", LAYOUT_ARRAY, 1),
        READ("[" E "," E2 "\n,\n" E "]\n\n", LAYOUT_ARRAY, 3),
        READ("[1,null,true,\"a]\",[[]],{}]", LAYOUT_ARRAY, 6),
        READ("[ 1 , -2.5e3 , \"\\\"\" , [ ] ]", LAYOUT_ARRAY, 4),
        READ("[{\"vectors\":[]}]", LAYOUT_ARRAY, 1),
        /* wrapped */
        READ("{\"timeline\":[]}", LAYOUT_WRAPPED, 0),
        READ("{\"timeline\":[" E "]}", LAYOUT_WRAPPED, 1),
        READ("{\"entries\":[" E "," E "]}\n", LAYOUT_WRAPPED, 2),
        READ("{ \"a\" : { \"timeline\" : [ 1 ] } , \"timeline\" : [ " E " ] , \"b\" : [ 1 ] } ",
             LAYOUT_WRAPPED, 1),
        READ("{\"\\u0074imeline\":[" E "]}", LAYOUT_WRAPPED, 1),
        READ("{\"commitment\":" C ",\"timeline\":[" E "]}", LAYOUT_WRAPPED, 1),
        READ("{\"timeline\":[" E "],\"commitment\":" C "}", LAYOUT_WRAPPED, 1),
        READ("{\"vectors\":1,\"final_entry_digest\":2,\"entries\":[" E "]}", LAYOUT_WRAPPED, 1),
        READ("{\"prev_digest\":\"\",\"timeline\":[" E "]}", LAYOUT_WRAPPED, 1),
        READ("{\"Timeline\":[],\"entries\":[" E "]}", LAYOUT_WRAPPED, 1),
        /* lines */
        READ(E "\n" E "\n", LAYOUT_LINES, 2),
        READ(E "\n" E, LAYOUT_LINES, 2),
        READ("\n\n" E "\n\n \t\n" E2 "\n\n", LAYOUT_LINES, 2),
        READ(E "\r\n\r\n" E "\r\n", LAYOUT_LINES, 2),
        READ("  " E "  \n\t" E "\t\r\n", LAYOUT_LINES, 2),
        READ(E "\n1\nnull\n\"a\"\n[]\n", LAYOUT_LINES, 5),
        READ("{\"prev_digest\":\"\"}\n" E "\n", LAYOUT_LINES, 2),
        READ("{\"id\":\"a\"}\n" E "\n", LAYOUT_LINES, 2),
        READ("{\"commitment\":1,\"timeline\":2,\"entries\":{},\"prev_digest\":\"\",\"canonical"
             "_bytes\":\"\"}\n" E,
             LAYOUT_LINES, 2),
        READ("{\"prev_digest\":\"\",\"canonical_bytes\":\"\",\"timeline\":[],\"entries\":[]}\n" E,
             LAYOUT_LINES, 2),
        /* one entry alone, over several lines or on one */
        READ(E, LAYOUT_LINES, 1),
        READ(E "\n", LAYOUT_LINES, 1),
        READ("{\n\"prev_digest\":\"\",\n\"canonical_bytes\":\"\"\n}\n", LAYOUT_ENTRY, 1),
        READ("\r\n{\r\n\"prev_digest\":\"\",\"canonical_bytes\":\"\"}\r\n\r\n", LAYOUT_ENTRY, 1),
    };
    check(samples, COUNT(samples));
}

static void takes_the_layout_asked_for(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        ASKED("[" E "]", LAYOUT_ARRAY, LAYOUT_ARRAY, 1),
        ASKED("{\"entries\":[" E "]}", LAYOUT_WRAPPED, LAYOUT_WRAPPED, 1),
        ASKED("{\"a\":1}\n{\"b\":2}", LAYOUT_LINES, LAYOUT_LINES, 2),
        ASKED("{\"entries\":[" E "]}", LAYOUT_LINES, LAYOUT_LINES, 1),
        ASKED_REFUSE("[" E "]", LAYOUT_LINES, "not of the layout lines"),
        ASKED_REFUSE("[" E "]", LAYOUT_WRAPPED, "not of the layout wrapped"),
        ASKED_REFUSE(E, LAYOUT_WRAPPED, "layout wrapped"),
        ASKED_REFUSE("{\"timeline\":1}", LAYOUT_WRAPPED, "layout wrapped"),
        ASKED_REFUSE("{\"entries\":[" E "]}", LAYOUT_ARRAY, "layout array"),
        ASKED_REFUSE(E "\n" E, LAYOUT_ARRAY, "layout array"),
    };
    check(samples, COUNT(samples));
}

static void says_what_it_looks_like(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        REFUSE("", "empty (0 bytes)"),
        REFUSE(" \n\t\r\n", "only white space"),
        REFUSE("\xEF\xBB\xBF", "only white space"),
        REFUSE("{\"job_id\":\"a\",\"final_entry_digest\":\"b\",\"entry_count\":1,\"published_at"
               "\":\"c\"}",
               "a chain commitment; give it with --commitment"),
        REFUSE("{\"construction\":\"aer1-07\",\"vectors\":[]}",
               "a conformance corpus; run it with 'aerscope conformance'"),
        REFUSE("{\"type\":\"verifiable-workflow-receipt\",\"steps\":[],\"merkle_root\":\"\"}",
               "a workflow receipt"),
        REFUSE("{\"job_id\":\"a\",\"frozen_at\":\"b\",\"actions\":[]}",
               "a list of expected actions"),
        REFUSE("{\"schema\":\"aerscope.verdict/1\",\"judgements\":{}}",
               "a verdict that aerscope wrote"),
        REFUSE("{\"examiner\":\"a\",\"history\":[]}", "a case file"),
        REFUSE("{\"receipt_schema_version\":\"1\",\"tool\":{}}", "a receipt"),
        REFUSE("{}", "some other JSON object"),
        REFUSE("{\"a\":1}", "some other JSON object"),
        REFUSE("{\n\"id\":\"a\"\n}\n{}", "some other JSON object"),
        REFUSE("{\"timeline\":{\"0\":1}}", "some other JSON object"),
        REFUSE("\"text\"", "a single JSON value or plain text"),
        REFUSE("12", "a single JSON value or plain text"),
        REFUSE("-1", "a single JSON value or plain text"),
        REFUSE("null", "a single JSON value or plain text"),
        REFUSE("true", "a single JSON value or plain text"),
        REFUSE("\xFF\xFE[\0]\0", "UTF-16"),
        REFUSE("\xFE\xFF\0[\0]", "UTF-16"),
        REFUSE("\0[\0]", "UTF-16"),
        REFUSE("\x1F\x8B\x08\0\0\0\0\0", "a gzip file; unpack it first"),
    };
    check(samples, COUNT(samples));
}

/* Which of two timelines counts would be the reader's choice: none does, wherever the second
 * stands. */
static void refuses_two_timelines_in_one_object(void **state)
{
    (void)state;
#define TWICE "two timelines in one object"
    static const struct sample samples[] = {
        REFUSE("{\"timeline\":[" E "],\"entries\":[" E "]}", TWICE),
        REFUSE("{\"entries\":[" E "],\"timeline\":[" E "]}", TWICE),
        REFUSE("{\"timeline\":[" E "],\"timeline\":[" E "]}", TWICE),
        REFUSE("{\"timeline\":[" E "],\"\\u0065ntries\":[" E "]}", TWICE),
        REFUSE("{\"timeline\":[" E "],\"x\":0,\"entries\":5}", TWICE),
        REFUSE("{\"timeline\":5,\"entries\":[" E "]}", TWICE),
        REFUSE("{\"entries\":{},\"timeline\":[" E "]}", TWICE),
        REFUSE("{\"timeline\":null,\"timeline\":[" E "]}", TWICE),
        REFUSE("{\"timeline\":[" E "],\"commitment\":" C ",\"commitment\":" C "}",
               "\"commitment\" stands twice"),
        REFUSE("{\"commitment\":" C ",\"timeline\":[" E "],\"commitment\":" C "}",
               "\"commitment\" stands twice"),
        REFUSE("{\"commitment\":" C ",\"commitment\":" C ",\"timeline\":[" E "]}",
               "\"commitment\" stands twice"),
        REFUSE("{\"prev_digest\":\"\",\"timeline\":[" E "],\"canonical_bytes\":\"\"}", "ambiguous"),
        REFUSE("{\"canonical_bytes\":\"\",\"entries\":[" E "],\"prev_digest\":\"\"}", "ambiguous"),
        REFUSE("{\"entries\":[" E "],\"prev_digest\":\"\",\"canonical_bytes\":\"\"}", "ambiguous"),
    };
    check(samples, COUNT(samples));
}

static void the_refusal_names_both_places(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":1,\"timeline\":[" E "],\"entries\":[]}";
    struct exam e;
    exam_bytes(&e, text, sizeof text - 1, NULL);
    const struct damage *d = timeline_damage(e.t);
    assert_non_null(d);
    assert_int_equal(d->offset, strstr(text, "\"entries\"") - text);
    assert_non_null(strstr(d->message, "at byte 7 "));
    assert_int_equal(timeline_total(e.t, FINDING_MEMBER), 0);
    exam_close(&e);
}

/* --- damage between and around entries --- */

static void locates_damage(void **state)
{
    (void)state;
    enum { N = sizeof E - 1 };
    static const struct sample samples[] = {
        DAMAGE("[", LAYOUT_ARRAY, 0, 1, "cut off"),
        DAMAGE("[ ", LAYOUT_ARRAY, 0, 2, "cut off"),
        DAMAGE("[" E, LAYOUT_ARRAY, 1, 1 + N, "cut off"),
        DAMAGE("[" E ",", LAYOUT_ARRAY, 1, 2 + N, "cut off"),
        DAMAGE("[" E ", \n", LAYOUT_ARRAY, 1, 4 + N, "cut off"),
        DAMAGE("[" E ",{\"id\":\"a", LAYOUT_ARRAY, 1, 2 + N + 8, "cut off"),
        DAMAGE("[" E ",{\"id\":", LAYOUT_ARRAY, 1, 2 + N + 6, "cut off"),
        DAMAGE("[" E ",]", LAYOUT_ARRAY, 1, 2 + N, "an entry is expected"),
        DAMAGE("[,]", LAYOUT_ARRAY, 0, 1, "an entry is expected"),
        DAMAGE("[" E ",," E "]", LAYOUT_ARRAY, 1, 2 + N, "an entry is expected"),
        DAMAGE("[" E " " E "]", LAYOUT_ARRAY, 1, 2 + N, "a comma or ] is expected"),
        DAMAGE("[" E "}]", LAYOUT_ARRAY, 1, 1 + N, "a comma or ] is expected"),
        DAMAGE("[" E ";" E "]", LAYOUT_ARRAY, 1, 1 + N, "a comma or ] is expected"),
        DAMAGE("[" E "]x", LAYOUT_ARRAY, 1, 2 + N, "after the end"),
        DAMAGE("[" E "]\n]", LAYOUT_ARRAY, 1, 3 + N, "after the end"),
        DAMAGE("[" E "]\n[" E "]", LAYOUT_ARRAY, 1, 3 + N, "after the end"),
        DAMAGE("[" E "]\0", LAYOUT_ARRAY, 1, 2 + N, "after the end"),
        DAMAGE("[" E ",\0]", LAYOUT_ARRAY, 1, 2 + N, "no JSON value"),
        DAMAGE("[" E ",\xC2\xA0]", LAYOUT_ARRAY, 1, 2 + N, "no JSON value"),
        DAMAGE("[" E ",{\"a\":1,}," E "]", LAYOUT_ARRAY, 1, 2 + N + 7, "member name"),
        DAMAGE("[" E ",{\"a\":01}," E "]", LAYOUT_ARRAY, 1, 2 + N + 6, "leading zero"),
        DAMAGE("[" E ",{\"a\":[}," E "]", LAYOUT_ARRAY, 1, 2 + N + 6, "no JSON value"),
        DAMAGE("[" E ",{\"a\":]]" E "]", LAYOUT_ARRAY, 1, 2 + N + 5, "no JSON value"),
        DAMAGE("[" E ",{\"a\\\":1}," E "]", LAYOUT_ARRAY, 1, 2 + N + 10 + 1, "colon"),
        DAMAGE("[" E ",{\"\xFF\":1}," E "]", LAYOUT_ARRAY, 1, 2 + N + 2, "not UTF-8"),
        DAMAGE("[" E ",{\"a\":\"\n\"}]", LAYOUT_ARRAY, 1, 2 + N + 6, "raw control"),
        DAMAGE("[" E ",+1]", LAYOUT_ARRAY, 1, 2 + N, "no JSON value"),
        DAMAGE("[" E ",tru]", LAYOUT_ARRAY, 1, 2 + N, "no JSON value"),
        /* wrapped */
        DAMAGE("{", LAYOUT_AUTO, 0, 1, "cut off"),
        DAMAGE("{\"timeline\"", LAYOUT_AUTO, 0, 11, "cut off"),
        DAMAGE("{\"timeline\":[" E, LAYOUT_WRAPPED, 1, 13 + N, "cut off"),
        DAMAGE("{\"timeline\":[" E "]", LAYOUT_WRAPPED, 1, 14 + N, "cut off"),
        DAMAGE("{\"timeline\":[" E "],}", LAYOUT_WRAPPED, 1, 15 + N, "member name"),
        DAMAGE("{\"timeline\":[" E "]]", LAYOUT_WRAPPED, 1, 14 + N, "comma or }"),
        DAMAGE("{\"timeline\":[" E "]}}", LAYOUT_WRAPPED, 1, 15 + N, "after the end"),
        DAMAGE("{\"timeline\":[" E "],\"x\":nul}", LAYOUT_WRAPPED, 1, 19 + N, "no JSON value"),
        DAMAGE("{\"x\":nul,\"timeline\":[" E "]}", LAYOUT_AUTO, 0, 5, "no JSON value"),
        DAMAGE("{\"timeline\":[" E ",{\"a\":01}],\"x\":nul}", LAYOUT_WRAPPED, 1, 14 + N + 6,
               "leading zero"),
        /* what stands behind damage is not looked at: reading stopped before */
        DAMAGE("{\"timeline\":[" E ",{\"a\":01}],\"entries\":[]}", LAYOUT_WRAPPED, 1, 14 + N + 6,
               "leading zero"),
        /* lines */
        DAMAGE(E "\n{\"a\":\n1}\n", LAYOUT_LINES, 1, N + 1 + 5, "does not end on its line"),
        DAMAGE(E "\n{\"a\":1", LAYOUT_LINES, 1, N + 1 + 6, "cut off"),
        DAMAGE(E "\n{\"a\":\"\n\"}", LAYOUT_LINES, 1, N + 1 + 6, "does not end on its line"),
        DAMAGE(E "\n" E "," E "\n", LAYOUT_LINES, 2, 2 * N + 1, "after the entry"),
        DAMAGE(E " " E "\n", LAYOUT_LINES, 1, N + 1, "after the entry"),
        DAMAGE(E "\n]\n", LAYOUT_LINES, 1, N + 1, "no JSON value"),
        DAMAGE(E "\n,\n", LAYOUT_LINES, 1, N + 1, "no JSON value"),
        DAMAGE(E "\n\x0C\n" E, LAYOUT_LINES, 1, N + 1, "no JSON value"),
        DAMAGE("{\"prev_digest\":01}\n" E, LAYOUT_LINES, 0, 16, "leading zero"),
        /* one entry over several lines */
        DAMAGE("{\n\"prev_digest\":\"\",\n\"canonical_bytes\":\"\"\n}\n" E, LAYOUT_ENTRY, 1, 43,
               "after the end"),
        DAMAGE("{\n\"prev_digest\":\"\",\n\"canonical_bytes\":\"\",\n\"seq\":01}", LAYOUT_ENTRY, 0,
               49, "leading zero"),
        DAMAGE("{\n\"prev_digest\":\"\",\n\"canonical_bytes\":", LAYOUT_ENTRY, 0, 38, "cut off"),
        /* not JSON from the first byte on */
        DAMAGE("xyz", LAYOUT_AUTO, 0, 0, "not JSON"),
        DAMAGE("\xEF\xBB\xBF\xEF\xBB\xBF[]", LAYOUT_AUTO, 0, 3, "not JSON"),
        DAMAGE("\xC2\xA0[]", LAYOUT_AUTO, 0, 0, "not JSON"),
    };
    check(samples, COUNT(samples));
}

static void nesting_counts_from_the_outside(void **state)
{
    (void)state;
    static const struct {
        const char *open, *close;
        unsigned around; /* containers open around an entry */
    } layouts[] = {{"[", "]", 1}, {"{\"timeline\":[", "]}", 2}, {E "\n", "\n", 0}};
    for (size_t i = 0; i < COUNT(layouts); i++)
        for (unsigned over = 0; over < 2; over++) {
            unsigned levels = LIMIT_DEPTH - layouts[i].around - 1 + over;
            struct exam e;
            struct buf b;
            buf_init(&b, 1 << 20);
            buf_addf(&b, "%s{\"a\":", layouts[i].open);
            for (unsigned n = 0; n < levels; n++)
                buf_addc(&b, '[');
            size_t at = b.len - 1;
            for (unsigned n = 0; n < levels; n++)
                buf_addc(&b, ']');
            buf_addf(&b, "}%s", layouts[i].close);
            exam_bytes(&e, b.data, b.len, NULL);
            const struct damage *d = timeline_damage(e.t);
            assert_int_equal(d != NULL, over);
            assert_true(!d || (d->offset == at && strstr(d->message, "512")));
            exam_close(&e);
            buf_release(&b);
        }
}

/* --- byte order mark --- */

static void a_byte_order_mark_is_accepted_and_told(void **state)
{
    (void)state;
    static const char *const texts[] = {"\xEF\xBB\xBF[" E "]", "\xEF\xBB\xBF{\"timeline\":[" E "]}",
                                        "\xEF\xBB\xBF" E "\n" E, "\xEF\xBB\xBF \n[" E "]"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct finding_list l = {0};
        struct exam e;
        exam_bytes(&e, texts[i], strlen(texts[i]), NULL);
        assert_null(timeline_damage(e.t));
        assert_int_equal(timeline_total(e.t, FINDING_BOM), 1);
        assert_int_equal(timeline_mark(e.t, 1).offset, strstr(texts[i], E) - texts[i]);
        assert_int_equal(timeline_file_findings(e.t, &l, &e.err), 0);
        assert_int_equal(l.count, 1);
        assert_int_equal(l.item[0].code, FINDING_BOM);
        assert_int_equal(l.item[0].offset, 0);
        assert_int_equal(finding_severity(FINDING_BOM), SEVERITY_WARNING);
        finding_list_release(&l);
        exam_close(&e);
    }
    struct exam e;
    exam_bytes(&e, "[" E "]", strlen("[" E "]"), NULL);
    assert_int_equal(timeline_total(e.t, FINDING_BOM), 0);
    exam_close(&e);
}

/* --- a commitment beside the timeline --- */

static void finds_the_commitment_beside(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value;
    } known[] = {
        {"{\"commitment\":" C ",\"timeline\":[" E "]}", C},
        {"{\"timeline\":[" E "],\"commitment\":" C "}", C},
        {"{\"timeline\":[" E "], \"x\":{\"commitment\":1}, \"commitment\" : 5 }", "5"},
        {"{\"timeline\":[" E "]}", NULL},
        {"{\"timeline\":[{\"commitment\":1}],\"x\":{\"commitment\":1}}", NULL},
        {"{\"commitment\":" C ",\"prev_digest\":\"\",\"canonical_bytes\":\"\"}", NULL},
        {"[{\"commitment\":" C "}]", NULL},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        uint64_t offset = 0, length = 0;
        struct exam e;
        exam_bytes(&e, known[i].text, strlen(known[i].text), NULL);
        assert_int_equal(timeline_embedded_commitment(e.t, &offset, &length),
                         known[i].value != NULL);
        if (known[i].value) {
            assert_int_equal(length, strlen(known[i].value));
            assert_memory_equal(known[i].text + offset, known[i].value, length);
        }
        exam_close(&e);
    }
}

/* --- detection through windows of any size --- */

static void windows_do_not_matter(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[" E "]",
        "{\"some\":[1,{\"timeline\":[]}],\"commitment\":" C ",\"timeline\":[" E "],\"more\":null}",
        E "\n" E "\n",
        "{\n\"prev_digest\":\"\",\n\"canonical_bytes\":\"\"\n}\n",
        C,
        "{\"vectors\":[]}",
        "{\"timeline\":[],\"entries\":[]}",
        "{\"x\":tru}",
        "\xEF\xBB\xBF\n [" E "]",
        "{\"x\":\"" E "\"}",
    };
    static const size_t rooms[] = {16, 17, 33, 64, 4096};
    unsigned char window[4096];
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct layout_plan first = {0};
        struct err first_err = {0};
        struct source *s = source_from_memory("x", texts[i], strlen(texts[i]), &first_err);
        int want = layout_detect(&first, s, LAYOUT_AUTO, window, sizeof window, &first_err);
        for (size_t r = 0; r < COUNT(rooms); r++) {
            struct layout_plan plan;
            struct err err = {0};
            assert_int_equal(layout_detect(&plan, s, LAYOUT_AUTO, window, rooms[r], &err), want);
            assert_int_equal(plan.layout, first.layout);
            assert_int_equal(plan.start, first.start);
            assert_int_equal(plan.depth, first.depth);
            assert_int_equal(plan.commitment_at, first.commitment_at);
            assert_int_equal(err.offset, first_err.offset);
            assert_string_equal(err.text, first_err.text);
        }
        source_free(s);
    }
}

/* --- boundaries: piece by piece as at once --- */

struct found {
    struct spans spans;
    int status;
    struct err err;
    bool ended;
    uint64_t end;
};

static void find(struct found *f, enum layout layout, const char *text, size_t len, size_t piece)
{
    struct layout_plan plan = {.layout = layout};
    struct boundary b;

    memset(f, 0, sizeof *f);
    boundary_open(&b, &plan);
    for (size_t at = 0; at < len && f->status == 0; at += piece) {
        size_t n = piece < len - at ? piece : len - at;
        char *exact = malloc(n);
        memcpy(exact, text + at, n);
        f->status = boundary_feed(&b, (unsigned char *)exact, (unsigned char *)exact + n, 1000 + at,
                                  &f->spans, &f->err);
        free(exact);
    }
    if (f->status == 0)
        f->status = boundary_close(&b, 1000 + len, &f->spans, &f->err);
    f->ended = b.state == BOUNDARY_ENDED;
    f->end = b.end;
}

static void assert_same_found(const struct found *a, const struct found *b)
{
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->spans.count, b->spans.count);
    for (size_t i = 0; i < a->spans.count; i++) {
        assert_int_equal(a->spans.item[i].from, b->spans.item[i].from);
        assert_int_equal(a->spans.item[i].to, b->spans.item[i].to);
    }
    assert_int_equal(a->err.offset, b->err.offset);
    assert_string_equal(a->err.text, b->err.text);
    assert_int_equal(a->ended, b->ended);
    assert_true(!a->ended || a->end == b->end);
}

static void compare_pieces(enum layout layout, const char *text, size_t len)
{
    struct found whole, cut;

    find(&whole, layout, text, len, len ? len : 1);
    for (size_t piece = 1; piece < len; piece += piece < 70 ? 1 : 37) {
        find(&cut, layout, text, len, piece);
        assert_same_found(&whole, &cut);
        free(cut.spans.item);
    }
    free(whole.spans.item);
}

static void pieces_do_not_matter(void **state)
{
    (void)state;
    static const char *const arrays[] = {
        E "," E2 "]",
        " " E "\n,\t" E " ] tail",
        "1,\"a\\\"]\",[[],{}],null]",
        "{\"a\\\\\":\"}\\\"}\"},{}]",
        "]",
        "",
        E,
        E ",",
        E " x",
        "1 2]",
        "\"\\\\\"]",
        "\"abc",
        "{\"a\":[1,2",
        ",]",
        "truex]",
        "[[[[[[]]]]]]]",
        "{\"long\":\"........................................................................"
        "........................\""
        ",\"e\":\"\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\"}}}}}}]]]]]]\"},\"\\\"\",5]",
    };
    static const char *const lines[] = {E "\n" E "\r\n\n \n" E, "",       "\n\n", "{\n",
                                        "1\n2\n]\n,\n}",        " a \n b"};
    for (size_t i = 0; i < COUNT(arrays); i++)
        compare_pieces(LAYOUT_ARRAY, arrays[i], strlen(arrays[i]));
    for (size_t i = 0; i < COUNT(lines); i++)
        compare_pieces(LAYOUT_LINES, lines[i], strlen(lines[i]));
    static const char alone[] = "{\n\"a\":{}\n}\n";
    compare_pieces(LAYOUT_ENTRY, alone, sizeof alone - 1);
}

static void pieces_of_random_text_do_not_matter(void **state)
{
    (void)state;
    static const char kinds[] = "\"\"\\\\{{}}[],, \n1a";
    unsigned seed = 11;
    char text[160];
    for (int round = 0; round < 400; round++) {
        size_t len = (size_t)round % sizeof text;
        for (size_t i = 0; i < len; i++) {
            seed = seed * 1103515245U + 12345U;
            text[i] = kinds[(seed >> 16) % (sizeof kinds - 1)];
        }
        compare_pieces(round % 3 ? LAYOUT_ARRAY : LAYOUT_LINES, text, len);
    }
}

static void spans_are_the_entries(void **state)
{
    (void)state;
    static const char text[] = " {\"a\":[1]} , 12 ,\"]\" ]";
    static const char *const want[] = {"{\"a\":[1]}", "12", "\"]\""};
    struct found f;
    find(&f, LAYOUT_ARRAY, text, sizeof text - 1, sizeof text);
    assert_int_equal(f.status, 0);
    assert_int_equal(f.spans.count, COUNT(want));
    for (size_t i = 0; i < COUNT(want); i++) {
        struct span s = f.spans.item[i];
        assert_int_equal(s.to - s.from, strlen(want[i]));
        assert_memory_equal(text + (s.from - 1000), want[i], strlen(want[i]));
    }
    assert_true(f.ended);
    assert_int_equal(f.end, 1000 + sizeof text - 1);
    free(f.spans.item);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recognises_layouts),
        cmocka_unit_test(takes_the_layout_asked_for),
        cmocka_unit_test(says_what_it_looks_like),
        cmocka_unit_test(refuses_two_timelines_in_one_object),
        cmocka_unit_test(the_refusal_names_both_places),
        cmocka_unit_test(locates_damage),
        cmocka_unit_test(nesting_counts_from_the_outside),
        cmocka_unit_test(a_byte_order_mark_is_accepted_and_told),
        cmocka_unit_test(finds_the_commitment_beside),
        cmocka_unit_test(windows_do_not_matter),
        cmocka_unit_test(pieces_do_not_matter),
        cmocka_unit_test(pieces_of_random_text_do_not_matter),
        cmocka_unit_test(spans_are_the_entries),
    };
    return cmocka_run_group_tests_name("core/layout", tests, NULL, NULL);
}
