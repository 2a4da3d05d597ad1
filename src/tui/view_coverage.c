#include "tui/action.h"
#include "tui/covering_page.h"
#include "tui/frame.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

/* Where there is room, words stand over the rows and both sides of the selected one below them;
 * where there is none, the page of words has them. */
enum { HEAD_LEAST = 16, LIMITS_LEAST = 28, PAIR_ROWS = 5 };

static struct rect inner(struct rect body)
{
    return rect_part(body, 1, 0, body.rows, body.cols);
}

static bool has_pair(const struct state *s, struct rect body)
{
    return body.rows >= HEAD_LEAST && covering_rows(s) > 0;
}

static struct rect rows_part(const struct state *s, struct rect body)
{
    struct rect area = inner(body);

    return has_pair(s, body) ? rect_part(area, 0, 0, area.rows - PAIR_ROWS - 1, area.cols) : area;
}

static struct rect pair_part(const struct state *s, struct rect body)
{
    struct rect area = inner(body);

    return rect_part(area, area.rows - (has_pair(s, body) ? PAIR_ROWS : 0), 0, area.rows, area.cols);
}

/* ---- before drawing ---- */

static void put_head(struct page *p, struct state *s, struct rect body)
{
    if (s->refs->expected && body.rows >= HEAD_LEAST) {
        covering_page_counts(p, s, body.cols);
        covering_page_frozen(p, s, body.cols);
        if (body.rows >= LIMITS_LEAST)
            covering_page_limits(p, s, body.cols);
    }
    covering_page_none(p, s, body.cols);
    if (covering_rows(s) > 0)
        covering_page_names(p, s, body.cols);
    p->pinned = p->count;
}

/* The first discrepancy, else the first row; what was selected stays while it is there. */
static void settle(struct state *s, uint64_t rows)
{
    struct covering *c = &s->covering;
    uint64_t *selected = &c->selected[c->page];

    if (*selected == 0)
        *selected = covering_seek(s, 0, 1);
    if (*selected == 0)
        *selected = 1;
    if (*selected > rows)
        *selected = rows;
}

static void put_rows(struct page *p, struct state *s, struct rect area)
{
    struct covering *c = &s->covering;
    uint64_t rows = covering_rows(s), *top = &c->top[c->page];
    int height = covering_page_height(area.cols), fit = (area.rows - (int)p->pinned) / height;

    s->text_scroll = (struct scroll){.page = fit > 1 ? fit : 1};
    if (rows == 0)
        return;
    settle(s, rows);
    if (fit < 1)
        fit = 1;
    if (c->selected[c->page] < *top || *top == 0)
        *top = c->selected[c->page];
    if (c->selected[c->page] >= *top + (uint64_t)fit)
        *top = c->selected[c->page] - (uint64_t)fit + 1;
    if (*top + (uint64_t)fit > rows + 1)
        *top = rows + 1 > (uint64_t)fit ? rows + 1 - (uint64_t)fit : 1;
    for (uint64_t n = *top; n <= rows && n < *top + (uint64_t)fit; n++)
        covering_page_row(p, s, n, area.cols);
}

static void put_all_words(struct page *p, struct state *s, int cols)
{
    covering_page_none(p, s, cols);
    if (s->refs->expected) {
        covering_page_counts(p, s, cols);
        covering_page_frozen(p, s, cols);
        covering_page_list(p, s, cols);
    }
    covering_page_limits(p, s, cols);
}

static void prepare(struct state *s, struct rect body)
{
    struct page *p = &s->text_page;

    text_begin(s);
    if (s->covering.page == COVERING_WORDS) {
        put_all_words(p, s, body.cols);
        text_fit_area(s, body);
        return;
    }
    put_head(p, s, body);
    put_rows(p, s, rows_part(s, body));
    page_release(&s->detail_page);
    if (has_pair(s, body))
        covering_page_pair(&s->detail_page, s, body.cols);
}

/* ---- drawing ---- */

static const char *page_words(const struct state *s, int cols)
{
    static const char *const words[COVERING_PAGES][2] = {
        {"coverage by entry", "coverage: missing actions, then every entry"},
        {"coverage by action", "coverage: every action of the list"},
        {"coverage in words", "coverage: what it shows and what it does not"}};

    return words[s->covering.page][cols >= 80];
}

static void draw_cursor(const struct state *s, struct grid *g, struct rect area)
{
    const struct covering *c = &s->covering;
    uint64_t above = c->selected[c->page] - c->top[c->page];

    g->cursor_row = area.row + (int)s->text_page.pinned +
                    (int)above * covering_page_height(area.cols);
    g->cursor_col = area.col;
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    struct rect area = rows_part(s, body), pair = pair_part(s, body);
    char more[64] = "";

    if (s->covering.page == COVERING_WORDS && s->text_scroll.last_top > s->text_scroll.top)
        snprintf(more, sizeof more, "%zu more below", s->text_scroll.last_top - s->text_scroll.top);
    frame_rule(s, g, body, 0, STYLE_TITLE, page_words(s, body.cols), more);
    page_draw(&s->text_page, g, area, s->text_scroll.top);
    if (covering_rows(s) > 0)
        draw_cursor(s, g, area);
    if (!has_pair(s, body))
        return;
    frame_rule(s, g, rect_part(inner(body), area.rows, 0, 1, body.cols), 0, STYLE_LABEL,
               "the selected row", "");
    page_draw(&s->detail_page, g, pair, 0);
}

static void status(const struct state *s, struct buf *out)
{
    const struct covering *c = &s->covering;
    char n[NUMBER_ROOM], all[NUMBER_ROOM];
    uint64_t rows = covering_rows(s);

    if (rows == 0)
        return;
    buf_addf(out, "row %s of %s; ", show_number(n, c->selected[c->page]), show_number(all, rows));
    show_count(out, covering_total(s), "discrepancy", "discrepancies");
}

/* ---- keys ---- */

static void move(struct state *s, enum unit unit, long n)
{
    struct covering *c = &s->covering;
    uint64_t rows = covering_rows(s), by = (uint64_t)(n < 0 ? -n : n), *selected;

    if (c->page == COVERING_WORDS) {
        text_move(s, unit, n);
        return;
    }
    if (rows == 0)
        return;
    selected = &c->selected[c->page];
    if (unit == UNIT_PAGE || unit == UNIT_HALF)
        by *= (uint64_t)(unit == UNIT_PAGE ? s->text_scroll.page : (s->text_scroll.page + 1) / 2);
    if (unit == UNIT_END)
        by = rows;
    if (n < 0)
        *selected = *selected > by ? *selected - by : 1;
    else
        *selected = rows - *selected > by ? *selected + by : rows;
}

static void next_discrepancy(struct state *s, int step, uint64_t count)
{
    struct covering *c = &s->covering;
    uint64_t found;

    if (covering_rows(s) == 0)
        return;
    found = c->selected[c->page];
    for (uint64_t i = count ? count : 1; i > 0 && found; i--)
        found = covering_seek(s, found, step);
    if (found)
        c->selected[c->page] = found;
    else
        state_say(s, STYLE_NORMAL, "no %s discrepancy", step > 0 ? "further" : "earlier");
}

static void go_there(struct state *s)
{
    uint64_t row = covering_rows(s) ? s->covering.selected[s->covering.page] : 0;
    uint64_t entry = covering_entry(s, row);

    if (row == 0)
        return;
    if (entry == 0)
        state_say(s, STYLE_NORMAL, "no entry is matched with it");
    else if (!filter_refuses(s, entry)) {
        while (state_view(s) != &view_list && state_view(s) != &view_card)
            state_pop(s);
        s->moved = true;
        state_jump(s, entry);
    }
}

static void next_page(struct state *s)
{
    s->covering.page = (enum covering_page)((s->covering.page + 1) % COVERING_PAGES);
    s->text_scroll.top = 0;
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    if (find_step(a) != 0) {
        next_discrepancy(s, find_step(a), count);
        return true;
    }
    switch (a) {
    case ACTION_CARD: go_there(s); return true;
    case ACTION_LAYOUT: next_page(s); return true;
    default: return false;
    }
}

static const struct hint hints[] = {
    {ACTION_NEXT_MATCH, "next"}, {ACTION_CARD, "go"},   {ACTION_LAYOUT, "turn"}, {ACTION_DOWN, "down"},
    {ACTION_HELP, "help"},       {ACTION_QUIT, "back"}, {ACTION_NONE, NULL},
};

static const struct hint wide_hints[] = {
    {ACTION_BACK, "back"},     {ACTION_NEXT_MATCH, "discrepancy"}, {ACTION_CARD, "go there"},
    {ACTION_LAYOUT, "turn"},   {ACTION_REFERENCES, "references"},  {ACTION_DOWN, "down"},
    {ACTION_HELP, "help"},     {ACTION_QUIT, "back"},              {ACTION_NONE, NULL},
};

const struct view view_coverage = {.name = "coverage",
                                   .prepare = prepare,
                                   .draw = draw,
                                   .move = move,
                                   .act = act,
                                   .finds = true,
                                   .status = status,
                                   .wide_hints = wide_hints,
                                   .hints = hints};
