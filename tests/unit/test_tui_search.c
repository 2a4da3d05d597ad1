/* Search and filter on timelines, by the keys that a user presses. */
#include "core_making.h"

#include "tui/action.h"
#include "tui/filter.h"
#include "tui/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { MANY = 9000 }; /* more than a slice */

struct desk {
    struct chain chain;
    struct exam exam;
    struct reference_set refs;
    struct state s;
    struct buf words;
};

static void sit(struct desk *d)
{
    exam_chain(&d->exam, &d->chain, 1);
    state_init(&d->s, d->exam.t, &d->refs, (struct instant){0});
    state_set_title(&d->s, "made.json");
    assert_int_equal(grid_resize(&d->s.grid, 24, 80), 0);
    state_refresh(&d->s);
    state_draw(&d->s);
    buf_init(&d->words, 4096);
}

/* Tools a, b, c in turn. */
static void sit_before(struct desk *d, uint64_t entries)
{
    static const char *const tools[] = {"tool.a", "tool.b", "tool.c"};

    memset(d, 0, sizeof *d);
    chain_begin(&d->chain, "[");
    for (uint64_t i = 0; i + 1 < entries; i++)
        chain_add(&d->chain, &(struct making){.tool = tools[i % 3]});
    chain_last(&d->chain, &(struct making){.tool = tools[(entries - 1) % 3]});
    chain_end(&d->chain, "]");
    sit(d);
}

static void leave(struct desk *d)
{
    state_release(&d->s);
    exam_close(&d->exam);
    chain_release(&d->chain);
    buf_release(&d->words);
}

static void press(struct desk *d, const char *text)
{
    struct event e;

    event_init(&e);
    e.type = EVENT_KEY;
    for (size_t used; *text; text += used) {
        used = key_parse(text, strlen(text), &e.key);
        assert_true(used > 0);
        action_event(&d->s, &e);
        state_draw(&d->s);
    }
    event_release(&e);
}

static void work(struct desk *d)
{
    while (state_busy(&d->s))
        state_work(&d->s);
    state_draw(&d->s);
}

static const char *status(struct desk *d)
{
    buf_clear(&d->words);
    search_status(&d->s, 80, &d->words);
    return buf_cstr(&d->words);
}

static const char *banner(struct desk *d)
{
    buf_clear(&d->words);
    filter_banner(&d->s, 80, &d->words);
    return buf_cstr(&d->words);
}

static const char *message(struct desk *d)
{
    return d->s.message.len ? buf_cstr(&d->s.message) : "";
}

static void goes_to_matches_and_wraps(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, 8);
    press(&d, "/tool.b<Enter>");
    assert_int_equal(d.s.selected, 2);
    assert_string_equal(status(&d), "search \"tool.b\" 3 matches in 8 entries, search finished");
    press(&d, "n");
    assert_int_equal(d.s.selected, 5);
    press(&d, "2n");
    assert_int_equal(d.s.selected, 2);
    assert_string_equal(message(&d), "search wrapped to the first match");
    press(&d, "N");
    assert_int_equal(d.s.selected, 8);
    assert_string_equal(message(&d), "search wrapped to the last match");
    press(&d, "g/tool.[ac]<Enter>");
    assert_string_equal(status(&d), "search \"tool.[ac]\" no match in 8 entries, search finished; bytes left out");
    press(&d, "/<C-R>tool.[ac]<Enter>");
    assert_string_equal(status(&d),
                        "search regex \"tool.[ac]\" 5 matches in 8 entries, search finished");
    leave(&d);
}

static void says_so_far_until_it_knows(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, MANY);
    press(&d, "/nowhere<Enter>");
    assert_non_null(strstr(status(&d), "no match so far, "));
    assert_non_null(strstr(status(&d), " % of what is read searched"));
    assert_true(state_busy(&d.s));
    work(&d);
    assert_false(state_busy(&d.s));
    assert_string_equal(status(&d),
                        "search \"nowhere\" no match in 9,000 entries, search finished; bytes left out");
    leave(&d);
}

static void a_late_match_is_gone_to_unless_the_user_moved(void **state)
{
    struct desk d;

    (void)state;
    memset(&d, 0, sizeof d);
    chain_begin(&d.chain, "[");
    for (int i = 0; i < MANY; i++)
        chain_add(&d.chain, NULL);
    chain_last(&d.chain, &(struct making){.tool = "rare.one"});
    chain_end(&d.chain, "]");
    sit(&d);
    press(&d, "/rare.one<Enter>");
    assert_int_equal(d.s.selected, 1);
    press(&d, "j");
    work(&d);
    assert_int_equal(d.s.selected, 2);
    press(&d, "n");
    assert_int_equal(d.s.selected, MANY + 1);
    press(&d, "g/rare.one<Enter>");
    work(&d);
    assert_int_equal(d.s.selected, MANY + 1);
    press(&d, "n");
    assert_string_equal(message(&d), "search wrapped: no other match");
    leave(&d);
}

static void is_cancelled_and_taken_up_again(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, MANY);
    press(&d, "/nowhere<Enter><C-C>");
    assert_false(state_busy(&d.s));
    assert_false(d.s.leaving);
    assert_non_null(strstr(status(&d), "search stopped"));
    press(&d, "n");
    assert_true(state_busy(&d.s));
    work(&d);
    assert_non_null(strstr(status(&d), "search finished"));
    press(&d, "<C-C>");
    assert_true(d.s.leaving);
    leave(&d);
}

static void the_prompt_remembers(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, 8);
    press(&d, "/tool.a<Enter>/tool.c<Enter>");
    assert_int_equal(d.s.selected, 3);
    press(&d, "/<Up><Up><Enter>");
    assert_int_equal(d.s.selected, 4);
    press(&d, "n/<Enter>");
    assert_int_equal(d.s.selected, 7);
    assert_string_equal(d.s.search.inquiry.text, "tool.a");
    press(&d, "/(<C-R><Enter>");
    assert_true(d.s.prompting);
    assert_string_equal(line_text(&d.s.prompt), "(");
    assert_non_null(strstr(buf_cstr(&d.s.prompt_note), "not a regular expression"));
    press(&d, "<BS>tool.b<Enter>");
    assert_false(d.s.prompting);
    assert_int_equal(d.s.selected, 8);
    leave(&d);
}

static void a_filter_shows_the_file_in_its_order(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, 8);
    press(&d, "4G&tool=tool.b<Enter>");
    assert_int_equal(d.s.selected, 5);
    assert_string_equal(banner(&d),
                        "FILTER tool=tool.b: 3 of 8 entries shown, the file has all 8; \\ clears");
    press(&d, "j");
    assert_int_equal(d.s.selected, 8);
    press(&d, "j");
    assert_int_equal(d.s.selected, 8);
    press(&d, "g");
    assert_int_equal(d.s.selected, 2);
    press(&d, "3G");
    assert_int_equal(d.s.selected, 2);
    assert_string_equal(message(&d), "the filter hides entry 3; \\ shows all");
    press(&d, "5G<lt>");
    assert_int_equal(d.s.selected, 2);
    press(&d, "\\");
    assert_int_equal(d.s.selected, 2);
    assert_int_equal(shown_total(&d.s), 8);
    leave(&d);
}

static void a_search_goes_on_among_what_is_shown(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, 8);
    press(&d, "&entry=4-8<Enter>/tool.a<Enter>");
    assert_int_equal(d.s.selected, 4);
    press(&d, "nn");
    assert_int_equal(d.s.selected, 4);
    press(&d, "&<C-U>tool=tool.b<Enter>n");
    assert_string_equal(message(&d), "the filter hides 3 that match; \\ shows all");
    leave(&d);
}

static void nothing_shown_is_said(void **state)
{
    struct desk d;
    struct buf words;

    (void)state;
    sit_before(&d, 8);
    buf_init(&words, 256);
    press(&d, "&failures<Enter>jkgG<Space>eE");
    filter_end_words(&d.s, false, &words);
    assert_string_equal(buf_cstr(&words), "(the filter shows none of 8 entries)");
    press(&d, "&<C-U>!has:failure<Enter>G");
    assert_false(filter_ends_early(&d.s));
    press(&d, "&<C-U>entry=2-5<Enter>G");
    assert_true(filter_ends_early(&d.s));
    buf_clear(&words);
    filter_end_words(&d.s, false, &words);
    assert_string_equal(buf_cstr(&words), "(not the end: the filter hides 3 more after entry 5)");
    press(&d, "&<C-U>has:nothing<Enter>");
    assert_non_null(strstr(buf_cstr(&d.s.prompt_note), "has: takes failure"));
    assert_string_equal(line_text(&d.s.prompt), "has:nothing");
    buf_release(&words);
    leave(&d);
}

static void a_filter_says_so_far_too(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, MANY);
    press(&d, "&tool=tool.c<Enter>");
    assert_non_null(strstr(banner(&d), " of 9,000 entries shown so far, "));
    work(&d);
    assert_string_equal(banner(&d), "FILTER tool=tool.c: 3,000 of 9,000 shown; \\ clears");
    press(&d, "G");
    assert_int_equal(d.s.selected, 9000);
    press(&d, "5kg<Space>");
    assert_true(d.s.selected % 3 == 0);
    leave(&d);
}

static void digests_are_followed_both_ways(void **state)
{
    struct desk d;

    (void)state;
    sit_before(&d, 8);
    press(&d, "5G[");
    assert_int_equal(d.s.selected, 4);
    press(&d, "]]]");
    assert_int_equal(d.s.selected, 7);
    press(&d, "<lt><lt>");
    assert_int_equal(d.s.selected, 5);
    press(&d, ">");
    assert_int_equal(d.s.selected, 6);
    press(&d, "G]");
    assert_string_equal(message(&d), "none in this file cites the digest of this entry");
    press(&d, "g[");
    assert_non_null(strstr(message(&d), "64 zeros"));
    press(&d, "&entry=1-2,<Enter><BS><Enter>j]");
    assert_int_equal(d.s.selected, 2);
    assert_string_equal(message(&d), "the filter hides entry 3; \\ shows all");
    leave(&d);
}

static void one_chain_names_an_entry_far_off(void **state)
{
    char hex[DIGEST_HEX + 1];
    struct entry_mark second;
    struct desk d;

    (void)state;
    sit_before(&d, MANY * 4);
    second = timeline_mark(d.exam.t, MANY * 4 - 3);
    digest_hex(&second.digest, hex);
    exam_close(&d.exam);
    state_release(&d.s);
    memcpy(d.chain.text.data + chain_find(&d.chain, "\"prev_digest\":\"", 3) + 15, hex, DIGEST_HEX);
    sit(&d);
    press(&d, "3G[");
    assert_int_equal(d.s.selected, 3);
    assert_non_null(strstr(message(&d), "looking for the entry that prev_digest names"));
    assert_true(state_busy(&d.s));
    press(&d, "<C-C>");
    assert_false(state_busy(&d.s));
    press(&d, "[");
    work(&d);
    assert_int_equal(d.s.selected, MANY * 4 - 3);
    press(&d, "]");
    work(&d);
    assert_int_equal(d.s.selected, MANY * 4 - 2);
    press(&d, "2G]");
    work(&d);
    assert_string_equal(message(&d), "none in this file cites the digest of this entry");
    leave(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_to_matches_and_wraps),
        cmocka_unit_test(says_so_far_until_it_knows),
        cmocka_unit_test(a_late_match_is_gone_to_unless_the_user_moved),
        cmocka_unit_test(is_cancelled_and_taken_up_again),
        cmocka_unit_test(the_prompt_remembers),
        cmocka_unit_test(a_filter_shows_the_file_in_its_order),
        cmocka_unit_test(a_search_goes_on_among_what_is_shown),
        cmocka_unit_test(nothing_shown_is_said),
        cmocka_unit_test(a_filter_says_so_far_too),
        cmocka_unit_test(digests_are_followed_both_ways),
        cmocka_unit_test(one_chain_names_an_entry_far_off),
    };
    return cmocka_run_group_tests_name("tui/search", tests, NULL, NULL);
}
