#include "tui/action.h"
#include "tui/copies_page.h"
#include "tui/frame.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

/* Words over the rows take what room there is, and none where it is small: = shows them. */
enum { HEAD_LEAST = 14 };

static struct rect inner(struct rect body)
{
    return rect_part(body, 1, 0, body.rows, body.cols);
}

/* ---- before there are rows ---- */

static void put_waiting(struct page *p, const struct state *s, int cols)
{
    const struct comparing *x = &s->comparing;
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (x->stage == COMPARING_FAILED)
        buf_adds(&text, "Not compared: "),
            show_escaped(&text, x->err.text, strlen(x->err.text), s->flags);
    else if (x->stage == COMPARING_ROWS)
        buf_addf(&text, "comparing, %u %% so far (%s gives up)", copies_percent(x),
                 action_sign(ACTION_CANCEL));
    else if (copies_percent(x) < 100)
        buf_addf(&text, "reading the earlier copy, %u %% so far (%s gives up)",
                 copies_percent(x), action_sign(ACTION_CANCEL));
    else
        buf_addf(&text, "waiting until this timeline is examined (%s gives up)",
                 action_sign(ACTION_CANCEL));
    page_line(p);
    page_wrap(p, 0, cols, x->stage == COMPARING_FAILED ? STYLE_FAILURE : STYLE_LABEL,
              buf_cstr(&text), text.len, false);
    buf_release(&text);
}

/* ---- rows ---- */

static void put_names(struct page *p, int cols)
{
    page_line(p);
    if (cols < COPIES_WIDE) {
        page_word(p, 0, STYLE_COLUMNS, cols < 64 ? "  E earlier  L later  = in both"
                                                 : "   E earlier copy  L later copy  = in both");
        return;
    }
    page_word(p, 2, STYLE_COLUMNS, "earlier: entry, tool, class = standing");
    page_word(p, cols / 2 + 1, STYLE_COLUMNS, "later: entry, tool, class = standing");
}

static void put_head(struct page *p, struct state *s, struct rect area)
{
    if (area.rows >= HEAD_LEAST) {
        copies_page_files(p, s, area.cols);
        copies_page_found(p, s, area.cols);
        if (p->count > (size_t)area.rows / 2) {
            page_release(p);
            copies_page_found(p, s, area.cols);
        }
    }
    put_names(p, area.cols);
    p->pinned = p->count;
}

/* Lines from row `top` to the selected one. */
static int height_to(const struct comparing *x, uint64_t top, int cols, int limit)
{
    struct copies_row row;
    int lines = 0;

    for (uint64_t n = top; n <= x->selected && lines <= limit && copies_row_at(x, n, &row); n++)
        lines += copies_page_height(&row, cols);
    return lines;
}

static void bring_in_sight(struct comparing *x, int cols, int rows)
{
    if (x->selected < x->top)
        x->top = x->selected;
    if (x->selected - x->top > (uint64_t)rows)
        x->top = x->selected - (uint64_t)rows;
    while (x->top < x->selected && height_to(x, x->top, cols, rows) > rows)
        x->top++;
}

static void put_rows(struct page *p, struct state *s, struct rect area)
{
    struct comparing *x = &s->comparing;
    int rows = area.rows - (int)p->pinned;
    struct copies_row row;

    bring_in_sight(x, area.cols, rows);
    if (!copies_row_at(x, x->top, &row))
        return;
    for (uint64_t n = x->top; p->count < (size_t)area.rows; n++) {
        copies_page_row(p, s, n, &row, area.cols);
        if (!copies_next(&x->copies, &row))
            break;
    }
}

static void prepare(struct state *s, struct rect body)
{
    struct page *p = &s->text_page;
    struct rect area = inner(body);

    text_begin(s);
    if (s->comparing.stage != COMPARING_DONE) {
        put_waiting(p, s, area.cols);
    } else {
        put_head(p, s, area);
        put_rows(p, s, area);
    }
    s->text_scroll = (struct scroll){.page = area.rows > 2 ? area.rows / 2 : 1};
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    const struct comparing *x = &s->comparing;
    struct buf left, right;

    buf_init(&left, 256);
    buf_init(&right, 256);
    buf_adds(&left, body.cols < 64 ? "" : "comparison: ");
    if (x->stage == COMPARING_DONE) {
        copies_page_title(x, &left);
        if (body.cols >= 64)
            copies_page_counts(x, &right);
    } else {
        buf_adds(&left, x->stage == COMPARING_FAILED ? "none" : "not made yet");
    }
    if ((int)(left.len + right.len) + 10 > body.cols)
        buf_clear(&right);
    frame_rule(s, g, body, 0, STYLE_TITLE, buf_cstr(&left), buf_cstr(&right));
    page_draw(&s->text_page, g, inner(body), 0);
    buf_release(&left);
    buf_release(&right);
}

static void status(const struct state *s, struct buf *out)
{
    const struct comparing *x = &s->comparing;
    char n[NUMBER_ROOM], all[NUMBER_ROOM], differ[NUMBER_ROOM];

    if (x->stage == COMPARING_DONE)
        buf_addf(out, "row %s of %s; %s differ%s", show_number(n, x->selected),
                 show_number(all, x->rows), show_number(differ, x->differing),
                 x->differing == 1 ? "s" : "");
    if (x->stage == COMPARING_DONE && x->own)
        buf_adds(out, "; both are the timeline's own file, which shows nothing");
}

/* ---- keys ---- */

static void move(struct state *s, enum unit unit, long n)
{
    struct comparing *x = &s->comparing;
    uint64_t by = (uint64_t)(n < 0 ? -n : n);

    if (x->stage != COMPARING_DONE)
        return;
    if (unit == UNIT_PAGE || unit == UNIT_HALF)
        by *= (uint64_t)(unit == UNIT_PAGE ? s->text_scroll.page : (s->text_scroll.page + 1) / 2);
    if (unit == UNIT_END)
        by = x->rows;
    if (n < 0)
        x->selected = x->selected > by ? x->selected - by : 1;
    else
        x->selected = x->rows - x->selected > by ? x->selected + by : x->rows;
}

static void next_difference(struct state *s, int step, uint64_t count)
{
    struct comparing *x = &s->comparing;
    uint64_t found = x->selected;

    for (uint64_t i = count ? count : 1; i > 0 && found; i--)
        found = copies_seek(x, found, step);
    if (found)
        x->selected = found;
    else
        state_say(s, STYLE_NORMAL, "no %s difference", step > 0 ? "further" : "earlier");
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    if (a == ACTION_COPIES) {
        copies_ask(s);
        return true;
    }
    if (s->comparing.stage != COMPARING_DONE)
        return false;
    if (find_step(a) != 0) {
        next_difference(s, find_step(a), count);
        return true;
    }
    switch (a) {
    case ACTION_CARD: state_push(s, &view_pair); return true;
    case ACTION_LAYOUT: state_push(s, &view_found); return true;
    default: return false;
    }
}

static const struct hint hints[] = {
    {ACTION_BACK, "back"},       {ACTION_NEXT_MATCH, "difference"}, {ACTION_CARD, "pair"},
    {ACTION_LAYOUT, "in words"}, {ACTION_DOWN, "down"},             {ACTION_COPIES, "other file"},
    {ACTION_HELP, "help"},       {ACTION_QUIT, "back"},             {ACTION_NONE, NULL},
};

const struct view view_copies = {.name = "comparison",
                                 .prepare = prepare,
                                 .draw = draw,
                                 .move = move,
                                 .act = act,
                                 .finds = true,
                                 .status = status,
                                 .hints = hints};

/* ---- a pair, and the words ---- */

static void prepare_pair(struct state *s, struct rect body)
{
    text_begin(s);
    copies_page_pair(&s->text_page, s, body.cols);
    text_fit_area(s, body);
}

static bool act_pair(struct state *s, enum action a, uint64_t count)
{
    if (find_step(a) == 0)
        return false;
    s->text_scroll.top = 0;
    return act(s, a, count);
}

static const struct hint pair_hints[] = {
    {ACTION_BACK, "back"}, {ACTION_NEXT_MATCH, "next difference"}, {ACTION_DOWN, "down"},
    {ACTION_HELP, "help"}, {ACTION_QUIT, "back"},                  {ACTION_NONE, NULL},
};

const struct view view_pair = {.name = "both entries in full",
                               .prepare = prepare_pair,
                               .draw = text_draw,
                               .move = text_move,
                               .act = act_pair,
                               .finds = true,
                               .status = status,
                               .hints = pair_hints};

static void prepare_found(struct state *s, struct rect body)
{
    struct buf counts;

    buf_init(&counts, 256);
    text_begin(s);
    if (s->comparing.stage == COMPARING_DONE) {
        copies_page_files(&s->text_page, s, body.cols);
        copies_page_counts(&s->comparing, &counts);
        page_line(&s->text_page);
        page_wrap_word(&s->text_page, body.cols < 64 ? 0 : 11, body.cols, STYLE_NORMAL,
                       buf_cstr(&counts));
        copies_page_found(&s->text_page, s, body.cols);
    }
    text_fit_area(s, body);
    buf_release(&counts);
}

const struct view view_found = {.name = "what the comparison shows",
                                .prepare = prepare_found,
                                .draw = text_draw,
                                .move = text_move,
                                .hints = text_hints};
