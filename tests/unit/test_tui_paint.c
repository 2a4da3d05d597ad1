#include "tui/paint.h"
#include "tui/shift.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 12, COLS = 30 };

/* ---- a terminal: ASCII, and the abilities as ESC, letter, numbers ---- */

struct screen {
    char cell[ROWS][COLS + 1];
    int row, col, top, bottom, clears;
};

static void put(struct buf *out, enum ability a, int first, int second)
{
    if (a == ABILITY_DOWN)
        buf_adds(out, "\n");
    else
        buf_addf(out, "\033%c%d,%d;", 'A' + (int)a, first, second);
}

static void blank(struct screen *s, int row, int from, int to)
{
    for (int col = from; col < to && col < COLS; col++)
        s->cell[row][col] = ' ';
}

static void scroll(struct screen *s, int by)
{
    size_t rows = (size_t)(s->bottom - s->top);

    if (by > 0)
        memmove(s->cell[s->top], s->cell[s->top + 1], rows * sizeof *s->cell);
    else
        memmove(s->cell[s->top + 1], s->cell[s->top], rows * sizeof *s->cell);
    blank(s, by > 0 ? s->bottom : s->top, 0, COLS);
}

static void act(struct screen *s, enum ability a, int first, int second)
{
    switch (a) {
    case ABILITY_CLEAR:
        s->clears++;
        for (int row = 0; row < ROWS; row++)
            blank(s, row, 0, COLS);
        break;
    case ABILITY_ADDRESS: s->row = first, s->col = second; break;
    case ABILITY_COLUMN: s->col = first; break;
    case ABILITY_RIGHT: s->col += first; break;
    case ABILITY_LEFT: s->col -= first; break;
    case ABILITY_UP: s->row--; break;
    case ABILITY_ERASE: blank(s, s->row, s->col, COLS); break;
    case ABILITY_BLANK: blank(s, s->row, s->col, s->col + first); break;
    case ABILITY_REGION: s->top = first, s->bottom = second, s->row = s->col = 0; break;
    case ABILITY_FORWARD:
        assert_int_equal(s->row, s->bottom);
        scroll(s, 1);
        break;
    case ABILITY_BACKWARD:
        assert_int_equal(s->row, s->top);
        scroll(s, -1);
        break;
    default: break;
    }
}

static void feed(struct screen *s, struct buf *bytes)
{
    const char *at = buf_cstr(bytes), *end = at + bytes->len;
    int first, second, used;
    char ability;

    while (at < end) {
        if (*at == '\033' && sscanf(at, "\033%c%d,%d;%n", &ability, &first, &second, &used) == 3) {
            act(s, (enum ability)(ability - 'A'), first, second);
            at += used;
            continue;
        }
        if (*at == '\r' || *at == '\n') {
            s->col = *at == '\r' ? 0 : s->col;
            s->row += *at++ == '\n';
            assert_in_range(s->row, 0, ROWS - 1);
            continue;
        }
        assert_in_range(s->col, 0, COLS - 1);
        s->cell[s->row][s->col++] = *at++;
    }
    buf_clear(bytes);
}

static void begin(struct painter *p, struct screen *s)
{
    painter_init(p);
    memset(s, 0, sizeof *s);
    for (int a = 0; a < ABILITY_COUNT; a++)
        p->can.has[a] = true;
    p->can.put = put;
    p->can.last_cell = true;
    s->bottom = ROWS - 1;
}

/* Paints, and looks whether the terminal then shows the grid. Returns the bytes sent. */
static size_t shows(struct painter *p, struct screen *s, const struct grid *g)
{
    size_t sent;

    assert_int_equal(painter_paint(p, g), 0);
    sent = p->bytes.len;
    feed(s, &p->bytes);
    for (int row = 0; row < ROWS; row++)
        for (int col = 0; col < COLS; col++)
            assert_int_equal(s->cell[row][col], grid_cell(g, row, col)->text[0]);
    assert_int_equal(s->top, 0);
    assert_int_equal(s->bottom, ROWS - 1);
    return sent;
}

static void fill(struct grid *g, int first)
{
    char text[COLS + 1];

    grid_clear(g);
    draw_word(g, grid_area(g), 0, 0, STYLE_TITLE, "title");
    for (int row = 2; row < ROWS - 2; row++) {
        snprintf(text, sizeof text, "%8d  %016llx", first + row,
                 (unsigned long long)(first + row) * 0x9e3779b97f4a7c15u);
        draw_word(g, grid_area(g), row, 0, STYLE_NORMAL, text);
    }
    draw_word(g, grid_area(g), ROWS - 1, 0, STYLE_KEY, "q quit");
}

static void rows_that_move_are_moved(void **state)
{
    static const int step[] = {1, 1, -1, 2, -2, 3, -1, 50, -50};
    struct painter p;
    struct screen s;
    struct grid g = {0};
    int first = 100;
    size_t whole;

    (void)state;
    begin(&p, &s);
    assert_int_equal(grid_resize(&g, ROWS, COLS), 0);
    fill(&g, first);
    whole = shows(&p, &s, &g);
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        first += step[i];
        fill(&g, first);
        if (abs(step[i]) == 1)
            assert_true(shows(&p, &s, &g) < whole / 2);
        else
            shows(&p, &s, &g);
    }
    assert_int_equal(s.clears, 1);
    grid_release(&g);
    painter_release(&p);
}

/* Long rows that move beside short ones that stay: no row moves whole. */
static void fill_beside(struct grid *g, int first)
{
    char text[COLS + 1];

    fill(g, first);
    for (int row = 0; row < ROWS; row++) {
        snprintf(text, sizeof text, "%02d", row);
        draw_text(g, grid_area(g), row, COLS - 3, STYLE_NORMAL, text, 2);
    }
}

/* `times` times `by` rows up and down in turn, beside others that stay. */
static void moves_beside(int times, int by)
{
    struct painter p;
    struct screen s;
    struct grid g = {0};
    struct shift shift = {0};
    int first = 100;

    begin(&p, &s);
    assert_int_equal(grid_resize(&g, ROWS, COLS), 0);
    fill_beside(&g, first);
    shows(&p, &s, &g);
    for (int i = 0; i < times; i++) {
        int step = i % 2 ? -by : by;
        first += step;
        fill_beside(&g, first);
        assert_true(shift_find(&p.shown, &g, &shift));
        assert_int_equal(shift.by, step);
        shows(&p, &s, &g);
    }
    grid_release(&g);
    painter_release(&p);
}

static void rows_that_move_beside_others_are_moved(void **state)
{
    (void)state;
    moves_beside(6, 1);
}

static void several_rows_beside_others_are_moved(void **state)
{
    (void)state;
    moves_beside(4, 3);
}

/* Rows above a line that stays move by one, those below it by two. */
static void fill_two(struct grid *g, int first)
{
    char text[COLS + 1];

    grid_clear(g);
    for (int row = 0; row < ROWS; row++) {
        unsigned long long n = (unsigned long long)(row < 6 ? first + row : 1000 + 2 * first + row);
        snprintf(text, sizeof text, "%016llx%08llx", n * 0x9e3779b97f4a7c15u, n * 0x85ebca6bu & 0xffffffffu);
        draw_word(g, grid_area(g), row, 0, STYLE_NORMAL, row == 6 ? "a line that stays" : text);
    }
}

static void two_groups_of_rows_are_moved(void **state)
{
    struct painter p;
    struct screen s;
    struct grid g = {0};

    (void)state;
    begin(&p, &s);
    assert_int_equal(grid_resize(&g, ROWS, COLS), 0);
    fill_two(&g, 100);
    shows(&p, &s, &g);
    for (int first = 101; first < 105; first++) {
        fill_two(&g, first);
        /* Three rows of 24 come in, and two shifts of four sequences. */
        assert_true(shows(&p, &s, &g) < 3 * 24 + 2 * 40 + 3 * 12);
    }
    grid_release(&g);
    painter_release(&p);
}

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static void random_row(struct grid *g, int row, unsigned *seed)
{
    static const char *const words[] = {"", "a", "entry", "EXECUTED BY ZAMBO", "                 x",
                                        "0123456789abcdef0123456789abcd"};

    draw_word(g, grid_area(g), row, (int)(next_random(seed) % 4),
              (enum style)(next_random(seed) % STYLE_COUNT), words[next_random(seed) % 6]);
}

static void whatever_changes_is_shown(void **state)
{
    struct painter p;
    struct screen s;
    struct grid g = {0};
    unsigned seed = 7;

    (void)state;
    begin(&p, &s);
    assert_int_equal(grid_resize(&g, ROWS, COLS), 0);
    for (int round = 0; round < 3000; round++) {
        p.can.has[ABILITY_REGION] = round % 3 != 0;
        p.can.has[ABILITY_BLANK] = round % 5 != 0;
        p.can.has[ABILITY_ERASE] = round % 7 != 0;
        p.can.has[ABILITY_RIGHT] = round % 2 != 0;
        p.can.has[ABILITY_LEFT] = round % 11 != 0;
        p.can.has[ABILITY_DOWN] = round % 4 != 0;
        p.can.has[ABILITY_UP] = p.can.has[ABILITY_COLUMN] = round % 3 != 1;
        if (next_random(&seed) % 4 == 0)
            fill(&g, (int)(next_random(&seed) % 6));
        for (unsigned n = next_random(&seed) % 3; n > 0; n--)
            random_row(&g, (int)(next_random(&seed) % ROWS), &seed);
        shows(&p, &s, &g);
    }
    assert_int_equal(s.clears, 1);
    grid_release(&g);
    painter_release(&p);
}

/* After each character beyond ASCII comes an address, whatever stands behind it. */
static void columns_are_pinned(void **state)
{
    static const char wide[] = "a\xe6\x97\xa5z";
    struct painter p;
    struct screen s;
    struct grid g = {0};
    const char *at;

    (void)state;
    begin(&p, &s);
    assert_int_equal(grid_resize(&g, ROWS, COLS), 0);
    draw_word(&g, grid_area(&g), 0, 0, STYLE_NORMAL, wide);
    assert_int_equal(painter_paint(&p, &g), 0);
    at = strstr(buf_cstr(&p.bytes), "\xe6\x97\xa5");
    assert_non_null(at);
    assert_memory_equal(at + 3, "\033B0,3;z", 7);
    grid_release(&g);
    painter_release(&p);
}

static void colours_are_sent_where_there_are_any(void **state)
{
    struct painter p;
    struct screen s;
    struct grid g = {0};

    (void)state;
    begin(&p, &s);
    assert_int_equal(grid_resize(&g, ROWS, COLS), 0);
    draw_word(&g, grid_area(&g), 0, 0, STYLE_FAILURE, "BROKEN");
    p.palette.color[STYLE_FAILURE] = 160;
    p.can.colors = 8;
    assert_int_equal(painter_paint(&p, &g), 0);
    assert_null(strstr(buf_cstr(&p.bytes), "160,"));
    buf_clear(&p.bytes);
    p.can.colors = 256;
    painter_forget(&p);
    assert_int_equal(painter_paint(&p, &g), 0);
    assert_non_null(strstr(buf_cstr(&p.bytes), "160,"));
    grid_release(&g);
    painter_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_move_are_moved),
        cmocka_unit_test(rows_that_move_beside_others_are_moved),
        cmocka_unit_test(several_rows_beside_others_are_moved),
        cmocka_unit_test(two_groups_of_rows_are_moved),
        cmocka_unit_test(whatever_changes_is_shown),
        cmocka_unit_test(columns_are_pinned),
        cmocka_unit_test(colours_are_sent_where_there_are_any),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
