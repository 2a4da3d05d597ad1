/* Cells of comma-separated values: quoted, no formula, nothing taken for a number, and one to one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/text.h"
#include "report/csv.h"

#include <string.h>

static void cell_is(const char *evidence, const char *want)
{
    struct buf written;
    struct out out;
    struct csv csv;

    buf_init(&written, 4096);
    out_init(&out, out_to_buf, &written);
    csv_init(&csv, &out);
    csv_evidence(&csv, evidence, strlen(evidence), TEXT_WTF8, false);
    assert_int_equal(out_flush(&out), 0);
    assert_string_equal(buf_cstr(&written), want);
    csv_release(&csv);
    buf_release(&written);
}

static void test_plain(void **state)
{
    (void)state;
    cell_is("fs.read", "fs.read");
    cell_is("r-0001", "r-0001");
    cell_is("9f31c2aa-77b0", "9f31c2aa-77b0");
    cell_is("LOGGED BY AGENT", "LOGGED BY AGENT");
    cell_is("it's a=b, c@d", "\"it's a=b, c@d\"");
    cell_is("", "");
}

static void test_quoting(void **state)
{
    (void)state;
    cell_is("a,b", "\"a,b\"");
    cell_is("a\"b", "\"a\"\"b\"");
    cell_is("\"", "\"\"\"\"");
    cell_is("a\r\nb\tc", "a<U+000D><U+000A>b<U+0009>c");
}

static void test_formulas(void **state)
{
    (void)state;
    cell_is("=1+1", "<U+003D>1+1");
    cell_is("+1", "<U+002B>1");
    cell_is("-1", "<U+002D>1");
    cell_is("@SUM(A1)", "<U+0040>SUM(A1)");
    cell_is("\xef\xbc\x9d" "1", "<U+FF1D>1");
    cell_is("\xef\xbc\x8b" "1", "<U+FF0B>1");
    cell_is("\xef\xbc\x8d" "1", "<U+FF0D>1");
    cell_is("\xef\xbc\xa0" "a", "<U+FF20>a");
    cell_is("\"=1", "\"\"\"<U+003D>1\"");
    cell_is("'=1", "<U+0027><U+003D>1");
    cell_is("\" ' =1", "\"\"\" ' <U+003D>1\"");
    cell_is("a;=cmd|' /C calc'!A0", "\"a;<U+003D>cmd|' /C calc'!A0\"");
    cell_is("a; \"-1", "\"a; \"\"<U+002D>1\"");
    cell_is("==", "<U+003D>=");
    cell_is("\t=1", "<U+0009>=1");
}

static void test_numbers(void **state)
{
    static const char *const values[] = {
        "0", "007", "1e5", "1E+5", "12345678901234567890", "1.5", "1,5", ".5", "50%", "$5", "(5)", "1/2",
        "2026-10-05", "12:30", "2026-10-05T09:31:00Z", "TRUE", "false", "Wahr", "MARCH1", "sept2",
        "#REF!", "#N/A",
    };
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct buf want;
        bool quoted = strpbrk(values[i], ",") != NULL;

        buf_init(&want, 100);
        buf_addf(&want, "%s'%s%s", quoted ? "\"" : "", values[i], quoted ? "\"" : "");
        cell_is(values[i], buf_cstr(&want));
        buf_release(&want);
    }
    cell_is("5 Oct 2026", "'5 Oct 2026");
    cell_is("\xef\xbc\x91\xef\xbc\x92", "'\xef\xbc\x91\xef\xbc\x92");
    cell_is("0000000000000000000000000000000000000000000000000000000000000000",
            "'0000000000000000000000000000000000000000000000000000000000000000");
    cell_is("march", "march");
    cell_is("e", "e");
    cell_is("1f", "1f");
    cell_is("...", "...");
}

/* What undoing gives must tell the cells apart: none of these may be equal. */
static void test_one_to_one(void **state)
{
    (void)state;
    cell_is("'0", "<U+0027>0");
    cell_is("0", "'0");
    cell_is("<U+003D>1", "<U+003C>U+003D>1");
    cell_is("<U+0027>0", "<U+003C>U+0027>0");
    cell_is("''0", "<U+0027>'0");
}

static void test_row(void **state)
{
    struct buf written;
    struct out out;
    struct csv csv;

    (void)state;
    buf_init(&written, 4096);
    out_init(&out, out_to_buf, &written);
    csv_init(&csv, &out);
    csv_uint(&csv, 18446744073709551615u);
    csv_empty(&csv);
    csv_evidence(&csv, NULL, 0, 0, false);
    csv_safe(&csv, "x", 1);
    csv_end(&csv);
    csv_empty(&csv);
    csv_uint(&csv, 0);
    csv_end(&csv);
    out_flush(&out);
    assert_string_equal(buf_cstr(&written), "18446744073709551615,,,x\n,0\n");
    csv_release(&csv);
    buf_release(&written);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),   cmocka_unit_test(test_quoting),
        cmocka_unit_test(test_formulas), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_one_to_one), cmocka_unit_test(test_row),
    };
    return cmocka_run_group_tests_name("report_csv", tests, NULL, NULL);
}
