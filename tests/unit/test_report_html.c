/* The parts of a report as HTML, each as it is written: digests side by side, sections, long tables, the
 * drawing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/render_html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct made {
    struct buf buf;
    struct out out;
    struct html own;
    struct doc doc;
    struct report report;
};

static void begin(struct made *m)
{
    memset(m, 0, sizeof *m);
    buf_init(&m->buf, 1 << 22);
    out_init(&m->out, out_to_buf, &m->buf);
    m->doc.out = &m->out;
    m->doc.form = html_form();
    m->doc.report = &m->report;
    m->doc.own = &m->own;
    buf_init(&m->doc.bytes, SIZE_MAX);
    buf_init(&m->doc.scratch, SIZE_MAX);
}

static const char *written(struct made *m)
{
    assert_int_equal(out_flush(&m->out), 0);
    return buf_cstr(&m->buf);
}

static void end(struct made *m)
{
    doc_release(&m->doc);
    buf_release(&m->buf);
}

static size_t times(const char *text, const char *part)
{
    size_t n = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

/* ---- digests ---- */

static struct doc_pair pair_of(const char *stored, const char *recomputed)
{
    struct doc_pair pair = {.label = {"stored", "recomputed"}, .known = {true, true}, .none = {"none", "none"}};

    assert_true(digest_parse(stored, DIGEST_HEX, &pair.digest[0]));
    assert_true(digest_parse(recomputed, DIGEST_HEX, &pair.digest[1]));
    return pair;
}

#define TEN "0123456789"
#define REST "012345678901234567890123456789012345678901234567890123" /* 54 digits */

static void test_few_digits_differ(void **state)
{
    struct doc_pair pair = pair_of(TEN REST, "ab23456c89" REST);
    struct made m;

    (void)state;
    begin(&m);
    doc_pair(&m.doc, &pair);
    assert_non_null(strstr(written(&m), "<span class=\"d\"><mark>01</mark>23456<mark>7</mark>89" REST "</span>"));
    assert_non_null(strstr(written(&m), "<span class=\"d\"><mark>ab</mark>23456<mark>c</mark>89" REST "</span>"));
    assert_non_null(strstr(written(&m), "3 of 64 digits differ (underlined)"));
    end(&m);
}

static void test_many_digits_differ(void **state)
{
    struct doc_pair pair = pair_of("aaaaaaaaaaaaaaaaa" "0123456" "0123456789012345678901234567890123456789",
                                   "bbbbbbbbbbbbbbbbb" "0123456" "0123456789012345678901234567890123456789");
    struct made m;

    (void)state;
    begin(&m);
    doc_pair(&m.doc, &pair);
    assert_null(strstr(written(&m), "<mark>"));
    assert_non_null(strstr(written(&m), "<span class=\"count\">17 of 64 digits differ</span>"));
    end(&m);
}

static void test_no_digit_differs(void **state)
{
    struct doc_pair pair = pair_of(TEN REST, TEN REST);
    struct made m;

    (void)state;
    begin(&m);
    doc_pair(&m.doc, &pair);
    assert_null(strstr(written(&m), "<mark>"));
    assert_non_null(strstr(written(&m), "all 64 digits are the same"));
    end(&m);
}

static void test_no_digest(void **state)
{
    char odd[] = "<b>\x1b";
    struct doc_pair pair = {.label = {"stored", "recomputed"}, .odd = {{odd, 4}}, .none = {"no", "none: & why"}};
    struct made m;

    (void)state;
    begin(&m);
    doc_pair(&m.doc, &pair);
    assert_non_null(strstr(written(&m), "<dd><bdi class=\"e\" dir=\"ltr\">&lt;b&gt;<span class=\"t\">&lt;U+001B&gt;"
                                        "</span></bdi></dd>"));
    assert_non_null(strstr(written(&m), "<dd>none: &amp; why</dd>"));
    assert_null(strstr(written(&m), "digits"));
    end(&m);
}

/* ---- sections ---- */

static void test_sections(void **state)
{
    static const int level[] = {1, 3, 3, 2, 1};
    struct made m;
    char id[8];

    (void)state;
    begin(&m);
    for (size_t i = 0; i < sizeof level / sizeof *level; i++) {
        snprintf(id, sizeof id, "s%zu", i);
        doc_say(&m.doc, "S");
        doc_heading(&m.doc, level[i], id);
    }
    /* No gap in the order, the same level for the same, and what was opened is closed. */
    assert_string_equal(written(&m), "<section class=\"l1\" aria-labelledby=\"s0\">\n<h2 id=\"s0\">S</h2>\n"
                                     "<section class=\"l2\" aria-labelledby=\"s1\">\n<h3 id=\"s1\">S</h3>\n"
                                     "</section>\n"
                                     "<section class=\"l2\" aria-labelledby=\"s2\">\n<h3 id=\"s2\">S</h3>\n"
                                     "</section>\n"
                                     "<section class=\"l2\" aria-labelledby=\"s3\">\n<h3 id=\"s3\">S</h3>\n"
                                     "</section>\n</section>\n"
                                     "<section class=\"l1\" aria-labelledby=\"s4\">\n<h2 id=\"s4\">S</h2>\n");
    end(&m);
}

/* ---- tables ---- */

static void test_long_table(void **state)
{
    static const struct doc_table table = {.id = "t", .caption = "C", .columns = 2, .column = {"a", "b"}};
    struct made m;

    (void)state;
    begin(&m);
    doc_table(&m.doc, &table);
    for (int i = 1; i <= 401; i++) {
        doc_say(&m.doc, "r");
        doc_cell(&m.doc);
        doc_row(&m.doc, 0);
    }
    doc_say(&m.doc, "after");
    doc_paragraph(&m.doc);
    assert_int_equal(times(written(&m), "<table"), 3);
    assert_int_equal(times(written(&m), "</table>"), 3);
    assert_int_equal(times(written(&m), "id=\"t\""), 1);
    assert_int_equal(times(written(&m), "<th scope=\"col\">a</th><th scope=\"col\">b</th>"), 3);
    assert_int_equal(times(written(&m), "<caption>C</caption>"), 1);
    assert_int_equal(times(written(&m), "<caption>C (continued)</caption>"), 2);
    assert_int_equal(times(written(&m), "<tr><th scope=\"row\">r</th><td class=\"none\" data-label=\"b\"></td></tr>"),
                     401);
    end(&m);
}

/* ---- the drawing ---- */

static void test_map(void **state)
{
    struct doc_cell cell[4] = {
        {.worst = DOC_CLEAR, .first = 1, .last = 100, .standing = {[STANDING_AGENT] = 100}},
        {.worst = DOC_FAILURE, .first = 101, .last = 200, .failures = 1,
         .standing = {[STANDING_AGENT] = 50, [STANDING_RECORDER] = 50}},
        {.worst = DOC_FAILURE, .first = 201, .last = 300, .failures = 99,
         .standing = {[STANDING_AGENT] = 99, [STANDING_GATEWAY] = 1}},
        {.worst = DOC_CLEAR, .first = 301, .last = 400, .standing = {[STANDING_AGENT] = 100}},
    };
    struct doc_map map = {.entries = 400, .cells = 4, .cell = cell, .first_failure = 150};
    struct made m;

    (void)state;
    begin(&m);
    doc_map(&m.doc, &map);
    /* One failure is as high as many; of a standing the least is seen. */
    assert_non_null(strstr(written(&m), "<path class=\"failure\" d=\"M1 11v-10h2v10z\"/>"));
    assert_non_null(strstr(written(&m), "<path class=\"standing\" d=\"M1 47v-5h1v5z\"/>"));
    assert_non_null(strstr(written(&m), "<path class=\"standing\" d=\"M2 59v-1h1v1z\"/>"));
    assert_non_null(strstr(written(&m), "d=\"M0 71v-10h1v10zM1 71v-5h1v5zM2 71v-9h1v9zM3 71v-10h1v10z\"/>"));
    assert_null(strstr(written(&m), "class=\"signal\""));
    assert_non_null(strstr(written(&m), "400 entries from left to right. failures: 100."));
    assert_non_null(strstr(written(&m), "The first failure is at entry 150."));
    /* In words: stretches that are alike are one. */
    assert_non_null(strstr(written(&m), "<th scope=\"row\">1 to 100</th><td data-label=\"worst\">nothing found</td>"));
    assert_non_null(strstr(written(&m), "<th scope=\"row\">101 to 300</th><td data-label=\"worst\">failure</td>"
                                        "<td data-label=\"standings\">recorder execution 50, gateway observation 1, "
                                        "agent assertion 149</td>"));
    end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_digits_differ), cmocka_unit_test(test_many_digits_differ),
        cmocka_unit_test(test_no_digit_differs),  cmocka_unit_test(test_no_digest),
        cmocka_unit_test(test_sections),          cmocka_unit_test(test_long_table),
        cmocka_unit_test(test_map),
    };

    return cmocka_run_group_tests_name("report_html", tests, NULL, NULL);
}
