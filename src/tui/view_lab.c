#include "tui/frame.h"
#include "tui/lab_page.h"
#include "tui/show.h"
#include "tui/view.h"

#include <string.h>

static struct rect inner(struct rect body)
{
    return rect_part(body, 1, 0, body.rows, body.cols);
}

static size_t line_of(const struct page *p, size_t kind)
{
    return kind < p->anchors ? p->anchor[kind] : p->count;
}

/* The selected kind whole, or its beginning where that is all there is room for. */
static void bring_in_sight(struct state *s, int rows)
{
    const struct page *p = &s->text_page;
    struct scroll *c = &s->text_scroll;
    size_t first = line_of(p, s->lab->kind), end = line_of(p, s->lab->kind + 1);

    if (end > c->top + (size_t)rows)
        c->top = end - (size_t)rows;
    if (first < c->top)
        c->top = first;
}

/* ---- keys ---- */

/* What there is to take back and to do again; asked while no task works with the lab. */
static void look_at_steps(struct laboratory *x)
{
    const struct lab_program *p = x->now;
    bool own = p->lab && p->course == COURSE_FREE;

    if (x->stage != LAB_IDLE)
        return;
    x->takes_back = lab_brings_back(x) || (own && lab_steps(p->lab) > 0);
    x->does_again = own && lab_undone(p->lab) > 0;
}

static bool is_first(const struct laboratory *x)
{
    return x->shown_stop == 0 && x->shown_look == 0;
}

static bool is_last(const struct laboratory *x)
{
    return x->shown_stop + 1 == LAB_STOPS && x->shown_look + 1 == lab_tour[x->shown_stop].looks;
}

static bool has_use(const struct laboratory *x, enum action a)
{
    switch (a) {
    case ACTION_LAB: return lab_tells(x);
    case ACTION_LAB_UNDO: return x->takes_back;
    case ACTION_LAB_REDO: return x->does_again;
    case ACTION_LAB_SAVE: return x->copy.state != NULL;
    case ACTION_LAB_SOLUTION: return !x->now->solved;
    case ACTION_LAB_NEXT: return !is_last(x);
    case ACTION_LAB_PREVIOUS: return !is_first(x);
    default: return true;
    }
}

/* Of those that the view has, the ones that do something now. */
static void choose_hints(struct laboratory *x, const struct hint *all)
{
    struct hint *to = x->hint;

    look_at_steps(x);
    for (; all->action != ACTION_NONE; all++)
        if (has_use(x, all->action))
            *to++ = *all;
    *to = *all;
}

static const struct hint *chosen_hints(const struct state *s)
{
    return s->lab->hint;
}

/* ---- the menu ---- */

static const struct hint menu_hints[] = {
    {ACTION_CARD, "choose"},    {ACTION_DOWN, "next"},      {ACTION_LAB_UNDO, "undo"},
    {ACTION_LAB_TOUR, "tour"},  {ACTION_LAB_QUIZ, "quiz"},  {ACTION_LAB_REDO, "redo"},
    {ACTION_LAB_SAVE, "save"},  {ACTION_HELP, "help"},      {ACTION_QUIT, "back"},
    {ACTION_NONE, NULL},
};

static void prepare_menu(struct state *s, struct rect body)
{
    choose_hints(s->lab, menu_hints);
    text_begin(s);
    lab_page_menu(&s->text_page, s, body.cols);
    bring_in_sight(s, inner(body).rows);
    text_fit_area(s, body);
}

static void draw_menu(const struct state *s, struct grid *g, struct rect body)
{
    const struct laboratory *x = s->lab;
    struct buf steps;

    buf_init(&steps, 64);
    if (x->copy.state)
        show_count(&steps, x->steps, "step", "steps"), buf_adds(&steps, " in force");
    frame_rule(s, g, body, 0, STYLE_TITLE,
               body.cols < 64 ? "training lab" : "training lab: attacks and repairs on a copy in memory",
               buf_cstr(&steps));
    page_draw(&s->text_page, g, inner(body), s->text_scroll.top);
    g->cursor_row = inner(body).row + (int)(line_of(&s->text_page, x->kind) - s->text_scroll.top);
    g->cursor_col = body.col;
    buf_release(&steps);
}

static void say_kind(struct state *s)
{
    const struct lab_kind_about *about = &lab_about[s->lab->kind];

    if (s->plain)
        state_say(s, STYLE_NORMAL, "%s: %s", about->name, about->does);
}

static void move_menu(struct state *s, enum unit unit, long n)
{
    size_t *kind = &s->lab->kind, last = LAB_KINDS - 1, by = (size_t)(n < 0 ? -n : n);

    if (unit == UNIT_PAGE || unit == UNIT_HALF)
        by *= 5;
    if (unit == UNIT_END)
        by = last;
    if (n < 0)
        *kind = *kind > by ? *kind - by : 0;
    else
        *kind = last - *kind > by ? *kind + by : last;
    say_kind(s);
}

static bool act_menu(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    if (a != ACTION_CARD)
        return false;
    lab_ask(s, (enum lab_kind)s->lab->kind);
    return true;
}

static void status(const struct state *s, struct buf *out)
{
    lab_status(s, out);
}

const struct view view_lab = {.name = "training lab",
                              .prepare = prepare_menu,
                              .draw = draw_menu,
                              .move = move_menu,
                              .act = act_menu,
                              .status = status,
                              .hints_now = chosen_hints,
                              .hints = menu_hints};

/* ---- before and after ---- */

static const struct hint seen_hints[] = {
    {ACTION_CARD, "copy"},     {ACTION_LAB, "steps"},     {ACTION_LAB_UNDO, "undo"},
    {ACTION_LAB_REDO, "redo"}, {ACTION_LAB_SAVE, "save"}, {ACTION_DOWN, "down"},
    {ACTION_LAB_RESET, "reset"}, {ACTION_HELP, "help"},     {ACTION_QUIT, "evidence"},
    {ACTION_NONE, NULL},
};

static const struct hint tour_hints[] = {
    {ACTION_LAB_NEXT, "next"},   {ACTION_LAB_PREVIOUS, "previous"}, {ACTION_CARD, "copy"},
    {ACTION_DOWN, "down"},       {ACTION_LAB_RESET, "end"},         {ACTION_LAB_SAVE, "save"},
    {ACTION_HELP, "help"},       {ACTION_QUIT, "evidence"},         {ACTION_NONE, NULL},
};

static const struct hint quiz_hints[] = {
    {ACTION_CARD, "copy"},    {ACTION_LAB_SOLUTION, "solve"}, {ACTION_LAB_QUIZ, "another"},
    {ACTION_LAB, "steps"},    {ACTION_DOWN, "down"},          {ACTION_LAB_RESET, "end"},
    {ACTION_LAB_SAVE, "save"}, {ACTION_HELP, "help"},         {ACTION_QUIT, "evidence"},
    {ACTION_NONE, NULL},
};

static void prepare_seen(struct state *s, struct rect body)
{
    enum lab_course course = s->lab->now->course;

    choose_hints(s->lab, course == COURSE_TOUR   ? tour_hints
                         : course == COURSE_QUIZ ? quiz_hints
                                                 : seen_hints);
    text_begin(s);
    lab_page_seen(&s->text_page, s, body.cols);
    text_fit_area(s, body);
}

static bool act_seen(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    if (a != ACTION_CARD)
        return false;
    state_pop(s);
    return true;
}

const struct view view_lab_seen = {.name = "before and after",
                                   .prepare = prepare_seen,
                                   .draw = text_draw,
                                   .move = text_move,
                                   .act = act_seen,
                                   .status = status,
                                   .hints_now = chosen_hints,
                                   .hints = seen_hints};
