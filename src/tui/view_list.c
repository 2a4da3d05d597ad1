#include "tui/view.h"
#include "tui/wrap.h"

#include "base/text.h"
#include "tui/columns.h"
#include "tui/detail_page.h"
#include "tui/entry_rule.h"
#include "tui/frame.h"
#include "tui/list_row.h"
#include "tui/show.h"

#include <string.h>

enum { SIDE_COLS = 160, DETAIL_COLS = 80, WIDE_COLS = 240 };

/* Where the panes stand in the body. Empty rectangles are not shown. */
struct panes_at {
    struct rect list; /* with the names of the columns */
    struct rect rule; /* the line of words over the detail, or under a list alone */
    struct rect detail;
    int bar;    /* column of the bar between panes, -1: none */
    bool names; /* the list has a row with the names of its columns */
};

static bool short_screen(struct rect body)
{
    return body.rows + FRAME_HEAD + FRAME_FOOT < FRAME_SHORT;
}

static void place_beside(struct rect body, struct panes_at *p)
{
    int detail = body.cols >= WIDE_COLS ? 120 : DETAIL_COLS;

    p->bar = body.cols - detail - 1;
    p->list = rect_part(body, 0, 0, body.rows, p->bar);
    p->rule = rect_part(body, 0, p->bar + 1, 1, detail);
    p->detail = rect_part(body, 1, p->bar + 1, body.rows - 1, detail);
}

static void place_panes(const struct state *s, struct rect body, struct panes_at *p)
{
    int list = body.rows - 1;

    p->bar = -1;
    if (s->panes == PANES_AUTO && body.cols >= SIDE_COLS && !short_screen(body)) {
        place_beside(body, p);
    } else {
        if (s->panes != PANES_LIST && !short_screen(body))
            list = (body.rows * 3 + 3) / 7;
        p->list = rect_part(body, 0, 0, list, body.cols);
        p->rule = rect_part(body, list, 0, 1, body.cols);
        p->detail = rect_part(body, list + 1, 0, body.rows, body.cols);
    }
    p->names = p->list.cols >= 64;
}

bool list_has_detail(const struct state *s)
{
    return s->panes != PANES_LIST && s->grid.rows >= FRAME_SHORT;
}

static struct rect entries_area(const struct panes_at *p)
{
    return rect_part(p->list, p->names, 0, p->list.rows, p->list.cols);
}

/* Where the detail stands beside the list no terminal can move the list alone: what is written again for that is
 * paid once for many rows, and a selection that passed the edge comes to the middle. */
static uint64_t stride(const struct panes_at *p, uint64_t rows)
{
    return p->bar >= 0 && rows > 1 ? rows / 2 : 1;
}

/* A selection that went out of sight comes back with rows before and after it; a step scrolls by as
 * much as it needs, `stride` at least. The row after the last entry belongs to it. */
static uint64_t keep_in_sight(const struct state *s, uint64_t top, uint64_t rows, uint64_t stride)
{
    uint64_t entries = shown_total(s), selected = shown_rank(s, s->selected);
    uint64_t need = selected;
    bool far = top == 0 || selected + 1 < top || selected > top + rows;

    if (need == entries && rows > 1)
        need++;
    if (far)
        top = selected > rows / 2 ? selected - rows / 2 : 1;
    if (top > selected)
        top = selected > stride ? selected - stride + 1 : 1;
    if (need >= top + rows)
        top = need - rows + stride;
    if (rows > entries)
        top = 1;
    else if (top + rows > entries + 2)
        top = entries + 2 - rows;
    return top;
}

/* What another size of the screen does to the position is undone with it; what the user does stays. */
static void place_list(struct state *s, uint64_t stride)
{
    struct list_place *p = &s->list_place;
    bool moved = s->list_top != p->top || s->selected != p->selected;

    p->top = keep_in_sight(s, moved ? s->list_top : p->wanted, (uint64_t)s->list_rows, stride);
    if (moved)
        p->wanted = p->top;
    p->selected = s->selected;
    s->list_top = p->top;
}

static void load_rows(struct state *s)
{
    uint64_t entry = shown_select(s, s->list_top);

    for (int i = 0; i < s->list_rows && entry; i++) {
        rows_load(&s->rows, s->timeline, entry);
        entry = shown_seek(s, entry + 1, 1);
    }
}

static void prepare(struct state *s, struct rect body)
{
    struct panes_at p;
    struct columns c;
    int rows;

    place_panes(s, body, &p);
    columns_place(&c, p.list.cols, s->progress.entries);
    rows = entries_area(&p).rows / (c.two_rows ? 2 : 1);
    s->list_rows = rows > 0 ? rows : 1;
    if (s->selected == 0)
        return;
    filter_settle(s);
    place_list(s, stride(&p, (uint64_t)s->list_rows));
    load_rows(s);
    search_reveal_row(s, &c);
    if (p.detail.rows > 0) {
        detail_page_build(s, p.detail.cols, DETAIL_PANE);
        search_reveal(s, &s->detail_page, p.detail.rows, p.detail.cols);
        scroll_fit(&s->detail_scroll, &s->detail_page, p.detail.rows);
    }
    s->search.reveals = false;
}

/* ---- the whole ---- */

static void draw_names(struct grid *g, struct rect area, const struct columns *c)
{
    draw_word(g, area, 0, c->number_end - 5, STYLE_COLUMNS, "entry");
    draw_word(g, area, 0, c->tool.at, STYLE_COLUMNS, "tool");
    if (c->id.cells)
        draw_word(g, area, 0, c->id.at, STYLE_COLUMNS, "id");
    draw_word(g, area, 0, c->provenance_class.at, STYLE_COLUMNS, "class");
    draw_word(g, area, 0, c->standing.at, STYLE_COLUMNS, "standing");
    if (c->stored.cells) {
        draw_word(g, area, 0, c->stored.at, STYLE_COLUMNS,
                  c->hex_ends == 8 ? "stored prev_digest" : "stored prev");
        draw_word(g, area, 0, c->recomputed.at, STYLE_COLUMNS, "recomputed");
    }
    draw_word(g, area, 0, c->link.at, STYLE_COLUMNS, c->link.cells >= 9 ? "link into" : "link");
}

static void draw_rows(const struct state *s, struct grid *g, struct rect area,
                      const struct columns *c)
{
    int step = c->two_rows ? 2 : 1;
    uint64_t entry = shown_select(s, s->list_top);
    int row = 0;

    for (; row + step <= area.rows && entry; row += step, entry = shown_seek(s, entry + 1, 1)) {
        list_row_draw(s, g, area, c, row, entry);
        if (entry == s->selected) {
            g->cursor_row = area.row + row;
            g->cursor_col = area.col;
        }
    }
    if (row < area.rows && entry == 0)
        list_end_draw(s, g, area, c, row);
}

static void draw_nothing(const struct state *s, struct grid *g, struct rect area)
{
    const struct damage *d = timeline_damage(s->timeline);
    struct page p;

    page_init(&p);
    page_line(&p);
    page_line(&p);
    if (!s->progress.done && !s->progress.failed)
        page_word(&p, 2, STYLE_LABEL, "no entry read so far");
    else
        page_word(&p, 2, STYLE_FAILURE, "no entry was read");
    if (d) {
        struct buf text;
        buf_init(&text, LIMIT_MESSAGE);
        show_escaped(&text, d->message, strlen(d->message), s->flags);
        page_line(&p);
        page_wrap(&p, 2, area.cols - 2, STYLE_NORMAL, buf_cstr(&text), text.len, false);
        buf_release(&text);
    }
    page_draw(&p, g, area, 0);
    page_release(&p);
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    struct panes_at p;
    struct columns c;

    place_panes(s, body, &p);
    if (s->selected == 0) {
        draw_nothing(s, g, body);
        return;
    }
    columns_place(&c, p.list.cols, s->progress.entries);
    if (p.names)
        draw_names(g, p.list, &c);
    draw_rows(s, g, entries_area(&p), &c);
    for (int row = 0; p.bar >= 0 && row < body.rows; row++)
        draw_word(g, body, row, p.bar, STYLE_FRAME, frame_bar(s));
    if (filter_hides(s, s->selected)) {
        frame_rule(s, g, p.rule, 0, STYLE_LABEL, "no entry is shown", "");
        return;
    }
    entry_rule_draw(s, g, p.rule, p.detail.rows > 0);
    page_draw(&s->detail_page, g, p.detail, s->detail_scroll.top);
}

/* ---- movement ---- */

/* So many of the entries shown further. */
static uint64_t moved(uint64_t from, long by, uint64_t last)
{
    if (by < 0)
        return from > (uint64_t)-by ? from - (uint64_t)-by : 1;
    return last - from < (uint64_t)by ? last : from + (uint64_t)by;
}

static void move(struct state *s, enum unit unit, long n)
{
    long rows = unit == UNIT_PAGE ? s->list_rows : unit == UNIT_HALF ? (s->list_rows + 1) / 2 : 1;
    uint64_t last = shown_total(s), at = shown_rank(s, s->selected);

    if (s->selected == 0)
        return;
    if (s->detail_focus && unit != UNIT_END) {
        struct scroll *c = &s->detail_scroll;
        rows = unit == UNIT_PAGE ? c->page : unit == UNIT_HALF ? (c->page + 1) / 2 : 1;
        c->top = n < 0 && c->top < (size_t)(-n * rows) ? 0 : c->top + (size_t)(n * rows);
        return;
    }
    if (last == 0)
        return;
    if (unit == UNIT_END) {
        state_jump(s, shown_select(s, n < 0 ? 1 : last));
        return;
    }
    if (unit == UNIT_PAGE)
        s->list_top = moved(s->list_top, n * rows, last);
    state_select(s, shown_select(s, moved(at, n * rows, last)));
}

static void row_to(struct state *s, uint64_t above)
{
    uint64_t at = shown_rank(s, s->selected);

    s->list_top = at > above ? at - above : 1;
}

static void across(struct state *s, long by)
{
    if (by < 0)
        s->list_across = s->list_across < (size_t)-by ? 0 : s->list_across - (size_t)-by;
    else if (s->list_across < 4096)
        s->list_across += (size_t)by;
}

static void across_to_end(struct state *s)
{
    const struct row *row = rows_find(&s->rows, s->selected);
    size_t width =
        row ? text_width(row->tool.text.data ? row->tool.text.data : "", row->tool.text.len) : 0;

    s->list_across = width > 8 ? width - 8 : 0;
}

static void next_panes(struct state *s)
{
    static const char *const names[PANES_COUNT] = {"panes as the width allows",
                                                   "panes above each other", "the list alone"};

    s->panes = (enum panes)((s->panes + 1) % PANES_COUNT);
    if (s->panes == PANES_STACKED && s->grid.cols < SIDE_COLS)
        s->panes = PANES_LIST;
    if (s->panes == PANES_LIST)
        s->detail_focus = false;
    state_say(s, STYLE_NORMAL, "layout: %s", names[s->panes]);
}

static void press(struct state *s, int row, int col)
{
    struct rect body = frame_body(s, &s->grid), area;
    struct panes_at p;
    struct columns c;
    uint64_t entry;

    place_panes(s, body, &p);
    area = entries_area(&p);
    columns_place(&c, p.list.cols, s->progress.entries);
    if (row < area.row || row >= area.row + area.rows || col >= area.col + area.cols)
        return;
    entry = shown_select(s, s->list_top + (uint64_t)((row - area.row) / (c.two_rows ? 2 : 1)));
    if (entry)
        state_select(s, entry);
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    long n = count ? (long)count : 4;

    if (s->detail_focus && wrap_across(s, a, count))
        return true;
    switch (a) {
    case ACTION_ROW_TOP: row_to(s, 0); return true;
    case ACTION_ROW_MIDDLE: row_to(s, (uint64_t)s->list_rows / 2); return true;
    case ACTION_ROW_BOTTOM: row_to(s, (uint64_t)s->list_rows - 1); return true;
    case ACTION_LEFT: across(s, -n); return true;
    case ACTION_RIGHT: across(s, n); return true;
    case ACTION_LEFT_EDGE: s->list_across = 0; return true;
    case ACTION_RIGHT_EDGE: across_to_end(s); return true;
    case ACTION_LAYOUT: next_panes(s); return true;
    case ACTION_NEXT_PANE:
        s->detail_focus = !s->detail_focus && list_has_detail(s);
        if (!list_has_detail(s))
            state_say(s, STYLE_NORMAL, "the list is the only pane; %s opens the card",
                      action_sign(ACTION_CARD));
        return true;
    case ACTION_CARD:
        if (filter_hides(s, s->selected))
            state_say(s, STYLE_NORMAL, "no entry is shown; %s shows all",
                      action_sign(ACTION_CLEAR_FILTER));
        else if (s->selected)
            state_push(s, &view_card);
        return true;
    default: return false;
    }
}

static const struct hint hints[] = {
    {ACTION_HELP, "help"},
    {ACTION_NEXT_FAILURE, "failure"},
    {ACTION_CARD, "card"},
    {ACTION_OVERVIEW, "overview"},
    {ACTION_FINDINGS, "findings"},
    {ACTION_NEXT_WARNING, "warning"},
    {ACTION_NEXT_SIGNAL, "signal"},
    {ACTION_COMPARISON, "compare"},
    {ACTION_BYTES, "bytes"},
    {ACTION_PROVENANCE, "provenance"},
    {ACTION_FACTS, "file"},
    {ACTION_QUIT, "quit"},
    {ACTION_NONE, NULL},
};

static const struct hint wide_hints[] = {
    {ACTION_HELP, "help"},
    {ACTION_NEXT_FAILURE, "failure"},
    {ACTION_SEARCH, "search"},
    {ACTION_FILTER, "filter"},
    {ACTION_CARD, "card"},
    {ACTION_OVERVIEW, "overview"},
    {ACTION_FINDINGS, "findings"},
    {ACTION_NEXT_WARNING, "warning"},
    {ACTION_NEXT_SIGNAL, "signal"},
    {ACTION_BYTES, "bytes"},
    {ACTION_PROVENANCE, "provenance"},
    {ACTION_FACTS, "file"},
    {ACTION_QUIT, "quit"},
    {ACTION_NONE, NULL},
};

const struct view view_list = {.name = "entries",
                               .prepare = prepare,
                               .draw = draw,
                               .move = move,
                               .act = act,
                               .press = press,
                               .wide_hints = wide_hints,
                               .hints = hints};
