#include "tui/frame.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdio.h>

void scroll_fit(struct scroll *c, const struct page *p, int rows)
{
    c->last_top = page_last_top(p, rows);
    if (c->top > c->last_top)
        c->top = c->last_top;
    c->page = rows - (int)p->pinned > 1 ? rows - (int)p->pinned : 1;
}

void text_begin(struct state *s)
{
    page_release(&s->text_page);
}

static struct rect page_area(struct rect body)
{
    return rect_part(body, 1, 0, body.rows, body.cols);
}

void text_fit_area(struct state *s, struct rect body)
{
    scroll_fit(&s->text_scroll, &s->text_page, page_area(body).rows);
}

void text_move(struct state *s, enum unit unit, long n)
{
    struct scroll *c = &s->text_scroll;
    size_t rows = unit == UNIT_PAGE   ? (size_t)c->page
                  : unit == UNIT_HALF ? (size_t)(c->page + 1) / 2
                                      : 1;
    size_t by = (size_t)(n < 0 ? -n : n) * rows;

    if (unit == UNIT_END)
        c->top = n < 0 ? 0 : c->last_top;
    else if (n < 0)
        c->top = c->top < by ? 0 : c->top - by;
    else
        c->top = c->last_top - c->top < by ? c->last_top : c->top + by;
}

void text_draw(const struct state *s, struct grid *g, struct rect body)
{
    size_t below = s->text_scroll.last_top - s->text_scroll.top;
    char more[64] = "";

    if (below > 0)
        snprintf(more, sizeof more, "%zu more below", below);
    frame_rule(s, g, body, 0, STYLE_TITLE, state_view(s)->name, more);
    page_draw(&s->text_page, g, page_area(body), s->text_scroll.top);
}

const struct hint text_hints[] = {
    {ACTION_BACK, "back"}, {ACTION_DOWN, "down"}, {ACTION_PAGE_DOWN, "page"}, {ACTION_FIRST, "top"},
    {ACTION_LAST, "end"},  {ACTION_QUIT, "back"}, {ACTION_NONE, NULL},
};
