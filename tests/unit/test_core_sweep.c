/* Search and filter: a question put to every entry. */
#include "core_making.h"

#include "core/sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Asks all; the answers as digits, one an entry. */
static void answers(struct timeline *t, struct question *q, char *out)
{
    struct err err = {0};
    struct sweep s;
    int status;

    assert_int_equal(sweep_init(&s, q, &err), 0);
    while ((status = sweep_advance(&s, t, &err)) > 0)
        continue;
    assert_int_equal(status, 0);
    assert_int_equal(s.done, timeline_progress(t).entries);
    for (uint64_t n = 1; n <= s.done; n++)
        *out++ = sweep_hit(&s, n) ? '1' : '.';
    *out = 0;
    sweep_release(&s);
}

static void mixed(struct chain *c)
{
    chain_begin(c, "[");
    chain_add(c, &(struct making){.tool = "fs.read", .class = "EXECUTED BY ZAMBO"});
    chain_add(c, &(struct making){.tool = "fs.write", .class = "OBSERVED VIA GATEWAY"});
    chain_add(c, &(struct making){.tool = "HTTP.get", .job = "job-2"});
    chain_add(c, &(struct making){.class = "by hand",
                                  .last = ",\"note\":\"Hello World\"",
                                  .payload = "{\"secret\":7}"});
    chain_add(c,
              &(struct making){.seq = "9", .id = "r-1", .first = "\"trace\":[1,\"Deep\\u0000\"],"});
    chain_last(c, &(struct making){.tool = "fs.read all"});
    chain_end(c, "]");
    chain_swap(c, "Hello", 1, "H\\u0065llo");
}

/* --- filters --- */

static void filters(void **state)
{
    (void)state;
    static const char *const known[][2] = {
        {"tool=fs.read", "1..11."},
        {"tool!=fs.read", ".11..1"},
        {"tool~fs", "11.111"},
        {"tool!~fs", "..1..."},
        {"tool~FS", "......"},
        {"tool=\"fs.read all\"", ".....1"},
        {"\"tool=fs.read all\"", ".....1"},
        {"class=\"EXECUTED BY ZAMBO\"", "1....."},
        {"class~BY", "1.1.11"},
        {"job=job-1", "11.111"},
        {"job!=job-1", "..1..."},
        {"id=r-1", "1...1."},
        {"standing=recorder", "1....."},
        {"standing=gateway", ".1...."},
        {"standing=agent", "..1.11"},
        {"standing=none", "...1.."},
        {"standing!=agent", "11.1.."},
        {"standing=\"agent assertion\"", "..1.11"},
        {"has:failure", "..1.11"},
        {"!has:failure", "11.1.."},
        {"has:warning", "...11."},
        {"has:remark", "......"},
        {"has:note", "......"},
        {"has:signal", "....1."},
        {"has:chain.job", "..1..."},
        {"has:chain.link", ".....1"},
        {"!has:chain.link", "11111."},
        {"has:receipt.duplicate_id", "....1."},
        {"entry=3", "..1..."},
        {"entry=2-4", ".111.."},
        {"entry=5-", "....11"},
        {"entry!=2-4", "1...11"},
        {"entry=7-99", "......"},
        {"  tool=fs.read   standing=none ", "...1.."},
        {"tool~fs has:failure !has:warning", ".....1"},
    };
    struct chain c;
    struct exam e;
    mixed(&c);
    exam_chain(&e, &c, 2);
    /* seq 9 was written and 5 was digested: the last link does not hold. */
    for (size_t i = 0; i < COUNT(known); i++) {
        char got[16];
        struct question *q = question_filter(known[i][0], &e.err);
        assert_non_null(q);
        answers(e.t, q, got);
        if (strcmp(got, known[i][1]) != 0)
            print_error("%s\n", known[i][0]);
        assert_string_equal(got, known[i][1]);
    }
    exam_close(&e);
    chain_release(&c);
}

/* Marks and notes as an examiner may have made them: entry 2 suspicious, 3 with a note, 5 both. */
static char mark_of(void *arg, uint64_t entry)
{
    (void)arg;
    return entry == 2 ? 's' : entry == 5 ? 'i' : ' ';
}

static int texts_of(void *arg, uint64_t entry, int (*visit)(void *, const char *, size_t), void *with)
{
    static const char three[] = "Ask the gateway", five[] = "call back";
    int *changed = arg;

    if (entry == 3 && !*changed)
        return visit(with, three, sizeof three - 1);
    return entry == 5 ? visit(with, five, sizeof five - 1) : 0;
}

static void what_was_noted(void **state)
{
    static const char *const known[][2] = {
        {"mark=s", ".1...."},      {"mark=suspicious", ".1...."}, {"mark=i", "....1."},
        {"mark=none", "1.11.1"},   {"mark!=none", ".1..1."},      {"has:mark", ".1..1."},
        {"has:note", "..1.1."},    {"!has:note", "11.1.1"},       {"note~back", "....1."},
        {"note~BACK", "......"},   {"note=\"call back\"", "....1."}, {"note!~back", "1111.1"},
        {"has:note mark=i", "....1."},
    };
    int changed = 0;
    const struct sweep_notes notes = {mark_of, texts_of, &changed};
    struct chain c;
    struct exam e;
    struct sweep s;
    struct question *q;
    struct search_options o = {.text = "gateway"};
    char got[16];

    (void)state;
    mixed(&c);
    exam_chain(&e, &c, 2);
    for (size_t i = 0; i < COUNT(known); i++) {
        q = question_filter(known[i][0], &e.err);
        assert_non_null(q);
        question_notes(q, &notes);
        answers(e.t, q, got);
        assert_string_equal(got, known[i][1]);
    }
    q = question_filter("mark=s", &e.err);
    answers(e.t, q, got);
    assert_string_equal(got, "......");
    assert_null(question_filter("mark=x", &e.err));
    assert_null(question_filter("mark~s", &e.err));

    /* A search finds notes, and an answer follows when they change. */
    q = question_search(&o, &e.err);
    question_notes(q, &notes);
    assert_int_equal(sweep_init(&s, q, &e.err), 0);
    while (sweep_advance(&s, e.t, &e.err) > 0)
        continue;
    assert_true(sweep_hit(&s, 3));
    assert_false(sweep_hit(&s, 5));
    changed = 1;
    assert_int_equal(sweep_again(&s, e.t, 3, &e.err), 0);
    assert_false(sweep_hit(&s, 3));
    assert_int_equal(sweep_again(&s, e.t, 99, &e.err), 0);
    changed = 0;
    sweep_restart(&s);
    assert_int_equal(s.done, 0);
    while (sweep_advance(&s, e.t, &e.err) > 0)
        continue;
    assert_true(sweep_hit(&s, 3));
    sweep_release(&s);
    exam_close(&e);
    chain_release(&c);
}

static void filters_that_are_none(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "   ",
        "tool",
        "tool!",
        "tools=a",
        "size=4",
        "=a",
        "tool>a",
        "has:",
        "has:nothing",
        "has:commitment.job",
        "standing=",
        "standing=king",
        "standing~agent",
        "entry=",
        "entry=0",
        "entry=a",
        "entry=4-2",
        "entry=4x",
        "entry=4-5x",
        "entry=-5",
        "entry=+5",
        "entry=2--5",
        "entry=2-+5",
        "entry=18446744073709551616",
        "entry=4-18446744073709551616",
        "entry=4-99999999999999999999x",
        "entry~4",
        "hello world",
        "tool=a nonsense",
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct err err = {0};
        struct question *q = question_filter(wrong[i], &err);
        if (q)
            print_error("%s\n", wrong[i]);
        assert_null(q);
        assert_int_equal(err.code, ERR_USAGE);
        assert_true(strlen(err.text) > 10);
    }
    struct buf many;
    struct err err = {0};
    buf_init(&many, 1 << 16);
    for (int i = 0; i < 40; i++)
        buf_adds(&many, "tool~a ");
    assert_null(question_filter(buf_cstr(&many), &err));
    buf_clear(&many);
    buf_adds(&many, "tool=");
    for (int i = 0; i < 3000; i++)
        buf_adds(&many, "a");
    assert_null(question_filter(buf_cstr(&many), &err));
    assert_int_equal(err.code, ERR_USAGE);
    buf_release(&many);
}

/* --- searches --- */

static void searches(void **state)
{
    (void)state;
    static const struct {
        struct search_options o;
        const char *want;
    } known[] = {
        {{"fs.read", false, false}, "1..111"},     {{"http", false, false}, "..1..."},
        {{"HTTP", false, false}, "..1..."},        {{"Http", false, false}, "......"},
        {{"hello world", false, false}, "...1.."}, {{"trace", false, false}, "....1."},
        {{"<U+0000>", false, false}, "......"},    {{"zambo", false, false}, "1....."},
        {{"secret", false, false}, "......"},      {{"secret", false, true}, "...1.."},
        {{"f.\\.r", true, false}, "1..111"},       {{"^fs\\.read$", true, false}, "1..11."},
        {{"^(HTTP|by)", true, false}, "..11.."},   {{"job-[2-9]", true, false}, "..1..."},
        {{"no such text", false, true}, "......"},
    };
    struct chain c;
    struct exam e;
    mixed(&c);
    exam_chain(&e, &c, 1);
    for (size_t i = 0; i < COUNT(known); i++) {
        char got[16];
        struct question *q = question_search(&known[i].o, &e.err);
        assert_non_null(q);
        answers(e.t, q, got);
        if (strcmp(got, known[i].want) != 0)
            print_error("%s\n", known[i].o.text);
        assert_string_equal(got, known[i].want);
    }
    exam_close(&e);
    chain_release(&c);
}

/* A digest is found where it is stored and where it was recomputed. */
static void searches_for_digests(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    chain_honest(&c, 4);
    exam_chain(&e, &c, 1);
    for (uint64_t n = 1; n <= 4; n++)
        for (size_t len = 8; len <= DIGEST_HEX; len += 28) {
            char hex[DIGEST_HEX + 1], got[16], want[] = "....";
            struct entry_mark m = timeline_mark(e.t, n);
            digest_hex(&m.digest, hex);
            hex[len] = 0;
            want[n - 1] = '1';
            if (n < 4)
                want[n] = '1';
            answers(e.t, question_search(&(struct search_options){.text = hex}, &e.err), got);
            assert_string_equal(got, want);
        }
    exam_close(&e);
    chain_release(&c);
}

/* Looking through bytes first must never lose what reading would find. */
static void looking_first_loses_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "a",     "b c",    "x\\u0041y", "q\\\"r", "t\\\\u",     "\\u202e", "\xC3\xA9",  "<b>",
        "m\\/n", " edge ", "0020",      "000a",   "tab\\there", "\\ud83d", "p\\u0430y",
    };
    static const char *const asked[] = {
        "a",    "ay",    "axy",   "\"",  "u",    "202e", "<",  ">",        "/", "edge", "0020",
        "000a", "u+000", "u+002", "tab", "d83d", "0430", "\\", "\xC3\xA9", " ", "u0041"};
    struct chain c;
    struct exam e;
    chain_begin(&c, "[");
    for (size_t i = 0; i < COUNT(texts); i++) {
        char member[128];
        snprintf(member, sizeof member, "\"k%zu\":%s,", i, i % 3 ? "[ 1,\n2 ]" : "{}");
        chain_add(&c, &(struct making){.tool = "@", .first = member});
        chain_swap(&c, "@", 1, texts[i]);
    }
    chain_end(&c, "]");
    exam_chain(&e, &c, 1);
    for (size_t i = 0; i < COUNT(asked); i++) {
        char simple[32], regex[32], escaped[64], *p = escaped;
        for (const char *s = asked[i]; *s; s++) {
            if (strchr("\\.[](){}*+?^$|", *s))
                *p++ = '\\';
            *p++ = *s;
        }
        *p = 0;
        answers(e.t, question_search(&(struct search_options){.text = asked[i]}, &e.err), simple);
        answers(e.t,
                question_search(&(struct search_options){.text = escaped, .regex = true}, &e.err),
                regex);
        if (strcmp(simple, regex) != 0)
            print_error("%s\n", asked[i]);
        assert_string_equal(simple, regex);
    }
    exam_close(&e);
    chain_release(&c);
}

static void searches_that_are_none(void **state)
{
    (void)state;
    static const struct search_options wrong[] = {{"", false, false},
                                                  {"", true, false},
                                                  {"(", true, false},
                                                  {"[a", true, false},
                                                  {"a{2", true, false}};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct err err = {0};
        assert_null(question_search(&wrong[i], &err));
        assert_int_equal(err.code, ERR_USAGE);
    }
}

static void entries_of_any_size_are_searched(void **state)
{
    (void)state;
    static const size_t sizes[] = {100, 600 << 10, 1 << 20, 20, 2 << 20, 30};
    char got[16];
    struct chain c;
    struct exam e;
    chain_begin(&c, "[");
    for (size_t i = 0; i < COUNT(sizes); i++) {
        char *large = malloc(sizes[i] + 1);
        memset(large, 'x', sizes[i]);
        large[sizes[i]] = 0;
        memcpy(large + sizes[i] / 3, i % 2 ? "needle" : "noodle", 6);
        chain_add(&c, &(struct making){.tool = large});
        free(large);
    }
    chain_end(&c, "]");
    exam_chain(&e, &c, 2);
    answers(e.t, question_search(&(struct search_options){.text = "needle"}, &e.err), got);
    assert_string_equal(got, ".1.1.1");
    answers(e.t, question_filter("tool~noodle", &e.err), got);
    assert_string_equal(got, "1.1.1.");
    exam_close(&e);
    chain_release(&c);
}

/* At every edge that a part could have, in the bytes, in a name and in a member of an unknown type. */
static void texts_of_any_size_are_searched_to_their_end(void **state)
{
    (void)state;
    enum { MEBI = 1 << 20, LARGE = 3 * MEBI };
    static const size_t at[] = {MEBI - 7, MEBI - 3, MEBI, MEBI + 16380, 2 * MEBI - 3, LARGE - 12};
    char *large = malloc(LARGE + 32), got[16];
    struct chain c;
    struct exam e;

    for (int where = 0; where < 3; where++) {
        chain_begin(&c, "[");
        for (size_t i = 0; i < COUNT(at); i++) {
            int begin = where == 2 ? sprintf(large, ",\"more\":[\"") : 0;
            memset(large + begin, i % 2 ? 'x' : 'y', LARGE - (size_t)begin);
            if (i % 2)
                for (size_t k = LARGE / 2; k < LARGE - 8; k += 4)
                    memcpy(large + k, "\xc3\xa9\xc3\xa9", 4);
            memcpy(large + at[i], "nee.dle", 7);
            strcpy(large + LARGE - 4, where == 2 ? "z\"]" : "wxyz");
            struct making m = {.tool = "t"};
            *(where == 0 ? &m.payload : where == 1 ? &m.tool : &m.last) = large;
            chain_add(&c, &m);
        }
        chain_end(&c, "]");
        exam_chain(&e, &c, 2);
        answers(e.t, question_search(&(struct search_options){"nee.dle", false, true}, &e.err), got);
        assert_string_equal(got, "111111");
        answers(e.t, question_search(&(struct search_options){"nee.dl[^e]", true, true}, &e.err), got);
        assert_string_equal(got, "......");
        answers(e.t, question_search(&(struct search_options){"e.dle[xyz\xc3\xa9]", true, true}, &e.err), got);
        assert_string_equal(got, "111111");
        answers(e.t, question_search(&(struct search_options){"^nee|dle$", true, true}, &e.err), got);
        assert_string_equal(got, "......");
        answers(e.t, question_search(&(struct search_options){"<0x", false, true}, &e.err), got);
        assert_string_equal(got, "......");
        if (where == 1) {
            answers(e.t, question_filter("tool~nee.dle tool~wxyz tool!=wxyz", &e.err), got);
            assert_string_equal(got, "111111");
        }
        exam_close(&e);
        chain_release(&c);
    }
    free(large);
}

/* --- the answers --- */

static void check_answers(const struct sweep *s, const char *hit, uint64_t entries)
{
    uint64_t rank = 0;

    for (uint64_t n = 1; n <= entries; n++) {
        rank += hit[n] == '1';
        assert_int_equal(sweep_hit(s, n), hit[n] == '1');
        assert_int_equal(sweep_rank(s, n), rank);
        if (hit[n] == '1')
            assert_int_equal(sweep_select(s, rank), n);
    }
    assert_int_equal(s->hits, rank);
    assert_int_equal(sweep_select(s, 0), 0);
    assert_int_equal(sweep_select(s, rank + 1), 0);
    assert_false(sweep_hit(s, 0));
    assert_false(sweep_hit(s, entries + 1));
    uint64_t next = 0;
    for (uint64_t n = entries; n >= 1; n--) {
        next = hit[n] == '1' ? n : next;
        assert_int_equal(sweep_seek(s, n, 1), next);
    }
    for (uint64_t n = 1, last = 0; n <= entries; n++) {
        last = hit[n] == '1' ? n : last;
        assert_int_equal(sweep_seek(s, n, -1), last);
    }
    assert_int_equal(sweep_seek(s, entries + 50, -1), sweep_seek(s, entries, -1));
    assert_int_equal(sweep_seek(s, 0, 1), 0);
    assert_int_equal(sweep_seek(s, entries + 1, 1), 0);
}

static void answers_against_a_plain_list(void **state)
{
    (void)state;
    enum { MANY = 10000 };
    static const unsigned rare[] = {1, 2, 3, 50, 3000, 1000000};
    for (size_t r = 0; r < COUNT(rare); r++) {
        char *hit = calloc(MANY + 2, 1);
        unsigned seed = 5 + (unsigned)r;
        struct err err = {0};
        struct buf b;
        struct exam e;
        struct sweep s;
        buf_init(&b, SIZE_MAX / 2);
        buf_adds(&b, "[");
        for (int i = 1; i <= MANY; i++) {
            seed = seed * 1103515245U + 12345U;
            hit[i] = (seed >> 16) % rare[r] ? '.' : '1';
            buf_addf(&b, "%s{\"tool\":\"%c\"}", i > 1 ? "," : "", hit[i] == '1' ? 'y' : 'n');
        }
        buf_adds(&b, "]");
        exam_bytes(&e, b.data, b.len, NULL);
        assert_int_equal(sweep_init(&s, question_filter("tool=y", &err), &err), 0);
        while (sweep_advance(&s, e.t, &err) > 0)
            continue;
        check_answers(&s, hit, MANY);
        for (uint64_t n = MANY; n > MANY - 20; n--) {
            sweep_unask(&s);
            assert_int_equal(s.done, n - 1);
            assert_false(sweep_hit(&s, n));
        }
        check_answers(&s, hit, MANY - 20);
        while (sweep_advance(&s, e.t, &err) > 0)
            continue;
        check_answers(&s, hit, MANY);
        sweep_release(&s);
        exam_close(&e);
        buf_release(&b);
        free(hit);
    }
}

static void digits(const char *text, bool are, const char *hex, size_t ends)
{
    struct search_digits d;

    assert_int_equal(search_digits(text, &d), are);
    if (!are)
        return;
    assert_string_equal(d.hex, hex);
    assert_int_equal(d.len, strlen(hex));
    assert_int_equal(d.ends, ends);
    assert_int_equal(d.apart, strlen(text) != strlen(hex));
}

static void digits_are_typed_as_they_are_shown(void **state)
{
    static const char all[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    (void)state;
    digits("0123abcd", true, "0123abcd", 0);
    digits("0123ABCD 9", true, "0123abcd9", 0);
    digits("0123abcd..ef", true, "0123abcdef", 2);
    digits("0123 .. abcd", true, "0123abcd", 4);
    digits(all, true, all, 0);
    digits("0123abc", false, NULL, 0);
    digits("0123abcg", false, NULL, 0);
    digits("0123abcd..", false, NULL, 0);
    digits("..0123abcd", false, NULL, 0);
    digits("0123..abcd..ef", false, NULL, 0);
    digits("0123.abcd", false, NULL, 0);
    digits("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0", false, NULL, 0);
    digits("", false, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters),
        cmocka_unit_test(what_was_noted),
        cmocka_unit_test(filters_that_are_none),
        cmocka_unit_test(searches),
        cmocka_unit_test(searches_for_digests),
        cmocka_unit_test(looking_first_loses_nothing),
        cmocka_unit_test(searches_that_are_none),
        cmocka_unit_test(entries_of_any_size_are_searched),
        cmocka_unit_test(texts_of_any_size_are_searched_to_their_end),
        cmocka_unit_test(answers_against_a_plain_list),
        cmocka_unit_test(digits_are_typed_as_they_are_shown),
    };
    return cmocka_run_group_tests_name("core/sweep", tests, NULL, NULL);
}
