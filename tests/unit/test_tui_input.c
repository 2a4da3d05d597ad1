#include "tui/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

enum { EVENTS = 32 };

struct got {
    int count;
    uint32_t key[EVENTS]; /* K_NONE: something that is no key */
    char paste[256];
};

static void take(struct input *in, bool late, struct got *g)
{
    struct event e;

    event_init(&e);
    while (input_next(in, late, &e)) {
        if (e.type == EVENT_PASTE)
            snprintf(g->paste, sizeof g->paste, "%s", buf_cstr(&e.text));
        else if (e.type == EVENT_KEY && g->count < EVENTS)
            g->key[g->count++] = e.key;
    }
    event_release(&e);
}

/* All at once, then byte by byte: both must give the same. */
static struct got fed(const char *bytes, size_t len, bool late)
{
    struct got whole = {0}, pieces = {0};
    struct input in;

    input_init(&in);
    input_feed(&in, bytes, len);
    take(&in, false, &whole);
    take(&in, late, &whole);
    input_release(&in);
    input_init(&in);
    for (size_t i = 0; i < len; i++) {
        input_feed(&in, bytes + i, 1);
        take(&in, false, &pieces);
    }
    take(&in, late, &pieces);
    input_release(&in);
    assert_int_equal(whole.count, pieces.count);
    assert_memory_equal(whole.key, pieces.key, sizeof whole.key);
    assert_string_equal(whole.paste, pieces.paste);
    return whole;
}

static void one(const char *bytes, uint32_t want)
{
    struct got g = fed(bytes, strlen(bytes), false);

    assert_int_equal(g.count, 1);
    assert_int_equal(g.key[0], want);
}

static void characters(void **state)
{
    struct got g = fed("j\r\t\x1f\x7f", 5, false);

    (void)state;
    assert_int_equal(g.count, 5);
    assert_int_equal(g.key[1], K_ENTER);
    assert_int_equal(g.key[4], K_BACKSPACE);
    one("\u00e9", 0xe9);
    one("\u6f22", 0x6f22);
    one("\U0001f600", 0x1f600);
}

static void sequences_of_every_terminal(void **state)
{
    (void)state;
    one("\033[A", K_UP);
    one("\033OB", K_DOWN);
    one("\033[5~", K_PAGE_UP);
    one("\033[1~", K_HOME);
    one("\033OF", K_END);
    one("\033OP", K_F1);
    one("\033[[A", K_F1);
    one("\033[Z", K_BACKTAB);
}

static void what_the_description_adds(void **state)
{
    struct got g = {0};
    struct input in;

    (void)state;
    input_init(&in);
    input_learn(&in, "\033[25~", K_F1 + 12);
    input_learn(&in, "x", K_F1);
    input_learn(&in, "", K_F1);
    input_learn(&in, "\033[a very long sequence that fits nowhere", K_F1);
    input_feed(&in, "\033[25~x", 6);
    take(&in, false, &g);
    input_release(&in);
    assert_int_equal(g.count, 2);
    assert_int_equal(g.key[0], K_F1 + 12);
    assert_int_equal(g.key[1], 'x');
}

static void escape_alone_acts_when_nothing_follows(void **state)
{
    struct got g;

    (void)state;
    g = fed("\033", 1, false);
    assert_int_equal(g.count, 0);
    g = fed("\033", 1, true);
    assert_int_equal(g.count, 1);
    assert_int_equal(g.key[0], K_ESC);
    g = fed("\033\033\033[A", 5, true);
    assert_int_equal(g.count, 3);
    assert_int_equal(g.key[0], K_ESC);
    assert_int_equal(g.key[1], K_ESC);
    assert_int_equal(g.key[2], K_UP);
}

static void unknown_sequences_leave_no_keys_behind(void **state)
{
    static const char *const unknown[] = {"\033[1;5A",   "\033[<0;10;10M", "\033[?1;2c",
                                          "\033[200;1q", "\033Oq",         "\033[[E",
                                          "\033[99~"};

    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_int_equal(fed(unknown[i], strlen(unknown[i]), false).count, 0);
    assert_int_equal(fed("\033[12", 4, true).count, 0);
}

static void alt_is_its_own_key(void **state)
{
    (void)state;
    one("\033q", K_ALT | 'q');
    one("\033\u00e9", K_ALT | 0xe9);
}

static void paste_is_one_event_whatever_it_holds(void **state)
{
    static const char text[] = "\033[200~q\r:quit\r\033[A\033\033[201~j";
    struct got g = fed(text, sizeof text - 1, false);

    (void)state;
    assert_string_equal(g.paste, "q\r:quit\r\033[A\033");
    assert_int_equal(g.count, 1);
    assert_int_equal(g.key[0], 'j');
}

static void a_paste_without_end_does_not_grow(void **state)
{
    struct got g = {0};
    struct input in;
    char block[INPUT_BYTES];

    (void)state;
    memset(block, 'x', sizeof block);
    input_init(&in);
    input_feed(&in, "\033[200~", 6);
    for (int i = 0; i < 4096; i++) {
        take(&in, false, &g);
        assert_int_equal(input_room(&in), INPUT_BYTES);
        input_feed(&in, block, sizeof block);
    }
    assert_int_equal(g.count, 0);
    assert_false(input_waits(&in));
    take(&in, false, &g);
    input_feed(&in, "\033[201~j", 7);
    take(&in, false, &g);
    assert_int_equal(g.count, 1);
    input_release(&in);
}

static void bytes_that_are_no_character_are_dropped(void **state)
{
    struct got g = fed("\xff\xc3j\x80k", 5, true);

    (void)state;
    assert_int_equal(g.count, 2);
    assert_int_equal(g.key[0], 'j');
    assert_int_equal(g.key[1], 'k');
}

/* Every byte value behind an escape character, early and late. */
static void no_bytes_are_too_odd(void **state)
{
    (void)state;
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b += 5) {
            char text[4] = {'\033', (char)a, (char)b, 'x'};
            struct got g = {0};
            struct input in;
            input_init(&in);
            for (int i = 0; i < 4; i++) {
                input_feed(&in, text + i, 1);
                take(&in, false, &g);
            }
            take(&in, true, &g);
            assert_true(in.count == 0 || in.pasting);
            input_release(&in);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters),
        cmocka_unit_test(sequences_of_every_terminal),
        cmocka_unit_test(what_the_description_adds),
        cmocka_unit_test(escape_alone_acts_when_nothing_follows),
        cmocka_unit_test(unknown_sequences_leave_no_keys_behind),
        cmocka_unit_test(alt_is_its_own_key),
        cmocka_unit_test(paste_is_one_event_whatever_it_holds),
        cmocka_unit_test(a_paste_without_end_does_not_grow),
        cmocka_unit_test(bytes_that_are_no_character_are_dropped),
        cmocka_unit_test(no_bytes_are_too_odd),
    };
    return cmocka_run_group_tests_name("tui/input", tests, NULL, NULL);
}
