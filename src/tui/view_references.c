#include "tui/view.h"

#include "tui/attach.h"
#include "tui/board.h"
#include "tui/compare_page.h"
#include "tui/covering_page.h"
#include "tui/judgement.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

static const struct reference *selected(const struct state *s)
{
    return s->board.selected < s->refs->count ? &s->refs->item[s->board.selected] : NULL;
}

static enum style result_style(const struct state *s, const struct reference *r)
{
    bool fails = r->result == REFERENCE_CONTRADICTED || !r->readable ||
                 (s->referenced && r->result == REFERENCE_UNUSABLE);

    return fails ? STYLE_FAILURE : STYLE_TITLE;
}

/* "> 1  commitment head.json  CONTRADICTED"; where it is narrow, the result has its own row. */
static void put_head(struct page *p, const struct state *s, size_t i, int cols)
{
    const struct reference *r = &s->refs->item[i];
    bool is_selected = i == s->board.selected;
    struct buf name, result;
    int col;

    buf_init(&name, LIMIT_MESSAGE);
    buf_init(&result, 256);
    show_reference(&name, r, s->flags);
    board_result(s, r, &result);
    page_line(p);
    page_word(p, 0, STYLE_SELECTED, is_selected ? ">" : " ");
    col = page_format(p, 2, is_selected ? STYLE_SELECTED : STYLE_NORMAL, "%zu  %s", i + 1,
                      r->path ? reference_kind_name(r->kind) : "");
    col += r->path != NULL;
    col = page_fit(p, col, cols - col, STYLE_NORMAL, buf_cstr(&name), name.len, false);
    if (col + 2 + (int)result.len > cols)
        page_line(p), col = 3;
    page_wrap_word(p, col + 2, cols, result_style(s, r), buf_cstr(&result));
    buf_release(&name);
    buf_release(&result);
}

/* The references, and after them the list of expected actions where there is one. */
static size_t items(const struct state *s)
{
    return s->refs->count + (s->refs->expected || checking_has_list(s));
}

static void put_none(struct page *p, const struct state *s, int cols)
{
    page_line(p);
    page_wrap_word(p, 0, cols, STYLE_NORMAL,
                   s->progress.done ? "No reference." : "No reference so far.");
    page_line(p);
    page_wrap_word(p, 0, cols, STYLE_LABEL,
                   "Nothing inside a chain cites the digest of its last entry: a cut or replaced "
                   "end does not show without a statement of the end that was kept elsewhere.");
    page_line(p);
    if (s->training) {
        page_wrap_word(p, 0, cols, STYLE_LABEL, "References are attached to the evidence; copies are held against the same.");
        return;
    }
    page_word(p, 0, STYLE_KEY, action_sign(ACTION_REFERENCES));
    page_wrap_word(p, (int)strlen(action_sign(ACTION_REFERENCES)) + 1, cols, STYLE_LABEL,
                   "attaches one: a commitment, a head or a count known from elsewhere, an earlier "
                   "copy, or a list of expected actions.");
}

/* ---- the list ---- */

static void list_result(const struct state *s, struct buf *out)
{
    struct wording w;
    char *tab;

    judgement_words(s, JUDGE_COVERAGE, &w);
    tab = strchr(w.text[0], '\t');
    if (tab)
        *tab = '\0';
    buf_addf(out, "coverage %s%s%s", w.text[0], tab ? ": " : "", tab ? tab + 1 : "");
}

static void put_list_head(struct page *p, const struct state *s, int cols)
{
    bool is_selected = s->board.selected == s->refs->count;
    struct buf text;
    int col;

    buf_init(&text, LIMIT_MESSAGE);
    list_result(s, &text);
    page_line(p);
    page_word(p, 0, STYLE_SELECTED, is_selected ? ">" : " ");
    col = page_format(p, 2, is_selected ? STYLE_SELECTED : STYLE_NORMAL, "%zu  expected actions",
                      s->refs->count + 1);
    if (col + 2 + (int)text.len > cols)
        page_line(p), col = 3;
    page_wrap_word(p, col + 2, cols,
                   s->verdict.coverage == COVERAGE_DISCREPANT ? STYLE_FAILURE : STYLE_TITLE,
                   buf_cstr(&text));
    buf_release(&text);
}

static void put_list_changed(struct page *p, const struct state *s, int cols)
{
    struct buf text;

    buf_init(&text, 256);
    reread_list_words(s, &text);
    if (text.len > 0) {
        page_line(p);
        page_word(p, 0, STYLE_FAILURE, "CHANGED");
        page_wrap_word(p, 11, cols, STYLE_FAILURE, buf_cstr(&text));
    }
    buf_release(&text);
}

/* While a task has it, nothing of it is looked at. */
static void put_list(struct page *p, const struct state *s, int cols)
{
    put_list_head(p, s, cols);
    if (!s->refs->expected)
        return;
    put_list_changed(p, s, cols);
    covering_page_list(p, s, cols);
    covering_page_frozen(p, s, cols);
    covering_page_counts(p, s, cols);
    page_line(p);
    page_word(p, 5, STYLE_LABEL, action_sign(ACTION_CARD));
    page_wrap_word(p, 6 + (int)strlen(action_sign(ACTION_CARD)), cols, STYLE_LABEL,
                   "shows every action and every entry against each other");
}

/* Lines [from, to) of the page come in sight. */
static void bring_in_sight(struct state *s, size_t from, size_t to)
{
    struct scroll *c = &s->text_scroll;
    size_t rows = (size_t)c->page;

    if (to > c->top + rows)
        c->top = to - rows;
    if (from < c->top)
        c->top = from;
}

static void put_reference(struct page *p, const struct state *s, size_t i, int cols)
{
    const struct reference *r = &s->refs->item[i];

    put_head(p, s, i, cols);
    if (r->readable)
        board_values(p, s, r, 5, cols);
    board_statements(p, s, r, 5, cols);
    board_findings(p, s, r, 5, cols);
}

static void prepare_board(struct state *s, struct rect body)
{
    struct page *p = &s->text_page;
    size_t from = 0, to = 0;

    text_begin(s);
    if (s->board.selected >= items(s))
        s->board.selected = items(s) ? items(s) - 1 : 0;
    if (s->refs->count == 0)
        put_none(p, s, body.cols);
    else
        board_agreement(p, s, body.cols);
    for (size_t i = 0; i < items(s); i++) {
        page_line(p);
        if (i == s->board.selected)
            from = i == 0 ? 0 : p->count;
        if (i < s->refs->count)
            put_reference(p, s, i, body.cols);
        else
            put_list(p, s, body.cols);
        if (i == s->board.selected)
            to = p->count;
    }
    text_fit_area(s, body);
    if (s->board.follow)
        bring_in_sight(s, from, to);
    s->board.follow = false;
    text_fit_area(s, body);
}

/* One reference fills more than a screen where that is small: rows then scroll. */
static void move_board(struct state *s, enum unit unit, long n)
{
    size_t last = items(s) ? items(s) - 1 : 0, by = (size_t)(n < 0 ? -n : n);

    if (items(s) < 2 || unit == UNIT_PAGE || unit == UNIT_HALF) {
        text_move(s, unit, n);
        return;
    }
    if (unit == UNIT_END)
        by = last;
    if (n < 0)
        s->board.selected = s->board.selected < by ? 0 : s->board.selected - by;
    else
        s->board.selected = s->board.selected + by > last ? last : s->board.selected + by;
    s->board.follow = true;
}

static bool act_board(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    if (a == ACTION_CARD && selected(s))
        state_push(s, &view_reference);
    else if (a == ACTION_CARD && s->board.selected < items(s))
        state_push(s, &view_coverage);
    else if (a == ACTION_REFERENCES)
        attach_ask(s);
    else if (a == ACTION_DETACH)
        detach_ask(s, s->board.selected);
    else
        return false;
    return true;
}

static const struct hint board_hints[] = {
    {ACTION_BACK, "back"}, {ACTION_REFERENCES, "attach"}, {ACTION_CARD, "in full"},
    {ACTION_DOWN, "next"}, {ACTION_DETACH, "take off"},   {ACTION_SCROLL_DOWN, "scroll"},
    {ACTION_HELP, "help"}, {ACTION_QUIT, "back"},         {ACTION_NONE, NULL},
};

/* Of a training copy: references are attached to the evidence, and taken off there. */
static const struct hint copy_hints[] = {
    {ACTION_BACK, "back"}, {ACTION_CARD, "in full"}, {ACTION_DOWN, "next"}, {ACTION_SCROLL_DOWN, "scroll"},
    {ACTION_LAB_EVIDENCE, "evidence"}, {ACTION_HELP, "help"}, {ACTION_QUIT, "back"}, {ACTION_NONE, NULL},
};

static const struct hint *hints_now(const struct state *s)
{
    return s->training ? copy_hints : board_hints;
}

const struct view view_references = {.name = "references",
                                     .prepare = prepare_board,
                                     .draw = text_draw,
                                     .move = move_board,
                                     .act = act_board,
                                     .hints_now = hints_now};

/* ---- one in full ---- */

static void put_path(struct page *p, const struct state *s, const struct reference *r, int cols)
{
    char hex[DIGEST_HEX + 1];
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (r->path && !r->embedded)
        show_cstr(&text, r->path, s->flags);
    else
        show_reference(&text, r, s->flags);
    page_line(p);
    page_wrap(p, 0, cols, STYLE_TITLE, buf_cstr(&text), text.len, false);
    if (r->has_sha256) {
        digest_hex(&r->sha256, hex);
        page_line(p);
        page_word(p, 0, STYLE_LABEL, "its SHA-256");
        if (cols < 80)
            page_line(p);
        page_wrap_word(p, cols < 80 ? 0 : 13, cols, STYLE_NORMAL, hex);
    }
    buf_release(&text);
}

static void put_comparison(struct page *p, const struct state *s, const struct reference *r,
                           int cols)
{
    struct form f = form_of(cols);
    struct comparison c;

    if (!r->readable || !s->referenced || s->progress.entries == 0)
        return;
    f.card = true;
    memset(&c, 0, sizeof c);
    compare_reference(s, r, &c);
    page_line(p);
    compare_page_add(p, s, &f, &c, true);
}

static void prepare_one(struct state *s, struct rect body)
{
    const struct reference *r = selected(s);
    struct page *p = &s->text_page;
    struct buf result;

    text_begin(s);
    if (r) {
        buf_init(&result, 256);
        board_result(s, r, &result);
        put_path(p, s, r, body.cols);
        page_line(p);
        page_wrap_word(p, 0, body.cols, result_style(s, r), buf_cstr(&result));
        put_comparison(p, s, r, body.cols);
        page_line(p);
        if (r->readable)
            board_values(p, s, r, 0, body.cols);
        board_statements(p, s, r, 0, body.cols);
        board_findings(p, s, r, 0, body.cols);
        buf_release(&result);
    }
    text_fit_area(s, body);
}

static bool act_one(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    if (a != ACTION_DETACH)
        return false;
    state_pop(s);
    detach_ask(s, s->board.selected);
    return true;
}

const struct view view_reference = {.name = "a reference in full",
                                    .prepare = prepare_one,
                                    .draw = text_draw,
                                    .move = text_move,
                                    .act = act_one,
                                    .hints = text_hints};
