#include "tui/card_page.h"
#include "tui/compare_page.h"
#include "tui/detail_page.h"
#include "tui/entry_rule.h"
#include "tui/frame.h"
#include "tui/show.h"
#include "tui/view.h"
#include "tui/wrap.h"

#include <string.h>

bool card_is_small(const struct state *s)
{
    return s->grid.rows < FRAME_SHORT || s->grid.cols < 64;
}

static struct rect page_area(const struct state *s, struct rect body)
{
    return card_is_small(s) ? body : rect_part(body, 1, 0, body.rows, body.cols);
}

static void prepare(struct state *s, struct rect body)
{
    card_page_load(s);
    detail_page_build(s, body.cols, card_is_small(s) ? DETAIL_SINGLE : DETAIL_CARD);
    search_reveal(s, &s->detail_page, page_area(s, body).rows, body.cols);
    s->search.reveals = false;
    scroll_fit(&s->detail_scroll, &s->detail_page, page_area(s, body).rows);
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    if (!card_is_small(s))
        entry_rule_draw(s, g, rect_part(body, 0, 0, 1, body.cols), true);
    page_draw(&s->detail_page, g, page_area(s, body), s->detail_scroll.top);
}

static bool title(const struct state *s, struct grid *g, struct rect area)
{
    struct comparison c[COMPARISONS];
    size_t count = compare_entry(s, c);
    const struct comparison *one = &c[s->comparison < count ? s->comparison : 0];
    char n[NUMBER_ROOM], all[NUMBER_ROOM];
    struct buf text;

    if (!card_is_small(s) || count == 0)
        return false;
    buf_init(&text, 256);
    buf_addf(&text, "entry %s", show_number(n, s->selected));
    if (s->progress.done && area.cols >= 40)
        buf_addf(&text, " of %s", show_number(all, s->progress.entries));
    buf_adds(&text, ", ");
    compare_page_name(one, &text);
    draw_fit(g, area, 0, 0, area.cols - (int)strlen(one->word) - 1, STYLE_TITLE, buf_cstr(&text),
             text.len);
    draw_word(g, area, 0, area.cols - (int)strlen(one->word), STYLE_TITLE, one->word);
    buf_release(&text);
    return true;
}

static void status(const struct state *s, struct buf *out)
{
    if (card_is_small(s))
        entry_place(s, out);
}

static void move(struct state *s, enum unit unit, long n)
{
    struct scroll *c = &s->detail_scroll;
    size_t by;

    if (unit == UNIT_PAGE || unit == UNIT_HALF) {
        by = (size_t)(n < 0 ? -n : n) * (size_t)(unit == UNIT_PAGE ? c->page : (c->page + 1) / 2);
        c->top = n > 0 ? c->top + by : c->top < by ? 0 : c->top - by;
        return;
    }
    view_list.move(s, unit, n);
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    if (wrap_across(s, a, count))
        return true;
    if (a == ACTION_ROW_TOP || a == ACTION_ROW_MIDDLE || a == ACTION_ROW_BOTTOM)
        state_say(s, STYLE_NORMAL, "a card has no rows to place; %s goes back to the list",
                  action_sign(ACTION_BACK));
    else if (a == ACTION_NEXT_PANE)
        state_say(s, STYLE_NORMAL, "the card is the only pane; %s and %s scroll it",
                  action_sign(ACTION_SCROLL_DOWN), action_sign(ACTION_SCROLL_UP));
    else
        return false;
    return true;
}

static const struct hint hints[] = {
    {ACTION_BACK, "list"},   {ACTION_COMPARISON, "compare"}, {ACTION_NEXT_FAILURE, "failure"},
    {ACTION_BYTES, "bytes"}, {ACTION_SCROLL_DOWN, "scroll"}, {ACTION_DOWN, "next entry"},
    {ACTION_HELP, "help"},   {ACTION_QUIT, "back"},          {ACTION_NONE, NULL},
};

const struct view view_card = {.name = "card",
                               .prepare = prepare,
                               .draw = draw,
                               .move = move,
                               .act = act,
                               .title = title,
                               .status = status,
                               .hints = hints};
