#include "tui/action.h"

#include "tui/bytes_page.h"
#include "tui/compare.h"
#include "tui/frame.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/view.h"
#include "tui/wrap.h"

#include <ctype.h>

void action_goto(struct state *s, uint64_t entry)
{
    char n[NUMBER_ROOM], all[NUMBER_ROOM];

    if (entry >= 1 && entry <= s->progress.entries) {
        if (!filter_refuses(s, entry))
            state_jump(s, entry);
        return;
    }
    state_say(s, STYLE_NORMAL, "there is no entry %s; the last%s is %s", show_number(n, entry),
              s->progress.done ? "" : " so far", show_number(all, s->progress.entries));
}

static void move(struct state *s, enum action a, uint64_t count)
{
    const struct view *v = state_view(s);
    long n = count ? (long)count : 1;

    switch (a) {
    case ACTION_DOWN: v->move(s, UNIT_ROW, n); break;
    case ACTION_UP: v->move(s, UNIT_ROW, -n); break;
    case ACTION_PAGE_DOWN: v->move(s, UNIT_PAGE, n); break;
    case ACTION_PAGE_UP: v->move(s, UNIT_PAGE, -n); break;
    case ACTION_HALF_DOWN: v->move(s, UNIT_HALF, n); break;
    case ACTION_HALF_UP: v->move(s, UNIT_HALF, -n); break;
    case ACTION_FIRST: v->move(s, UNIT_END, -1); break;
    default: v->move(s, UNIT_END, 1); break;
    }
}

static bool shows_entry(const struct state *s)
{
    return state_view(s) == &view_list || state_view(s) == &view_card;
}

/* Where the details end depends on the screen: they are corrected when they are drawn. */
static void scroll_detail(struct state *s, long by)
{
    struct scroll *c = shows_entry(s) ? &s->detail_scroll : &s->text_scroll;

    if (by < 0)
        c->top = c->top < (size_t)-by ? 0 : c->top - (size_t)-by;
    else
        c->top = c->last_top - c->top < (size_t)by ? c->last_top : c->top + (size_t)by;
}

/* A page with all of them scrolls to the next; one with room for one shows it. */
static void next_comparison(struct state *s)
{
    const struct page *p = &s->detail_page;
    struct comparison c[COMPARISONS];
    size_t n = compare_entry(s, c);

    if (!shows_entry(s) || n == 0)
        return;
    s->comparison = (s->comparison + 1) % n;
    s->detail_scroll.top = 0;
    if (state_view(s) == &view_card && card_is_small(s))
        return;
    if (s->comparison > 0 && s->comparison < p->anchors && p->anchors >= n)
        s->detail_scroll.top = p->anchor[s->comparison] - p->pinned;
}

/* They stand last among the details, behind the last anchor. */
static void bring_bytes_in_sight(struct state *s)
{
    enum { BYTES_ROWS = 6 };
    const struct page *p = &s->detail_page;
    struct scroll *c = &s->detail_scroll;
    size_t at = p->anchors ? p->anchor[p->anchors - 1] - p->pinned : 0;

    if (at + BYTES_ROWS > c->top + (size_t)c->page)
        c->top = at;
}

static void next_bytes(struct state *s)
{
    s->bytes = (enum bytes_mode)((s->bytes + 1) % BYTES_MODES);
    if (state_view(s) == &view_card || (state_view(s) == &view_list && list_has_detail(s)))
        bring_bytes_in_sight(s);
    state_say(s, STYLE_NORMAL, "bytes: %s", bytes_mode_name(s->bytes));
}

static void jump_history(struct state *s, int step)
{
    struct jumps *j = &s->jumps;

    if (step < 0 ? j->at == 0 : j->at + 1 >= j->count) {
        state_say(s, STYLE_NORMAL, "no jump further %s", step < 0 ? "back" : "forward");
        return;
    }
    if (filter_refuses(s, j->entry[step < 0 ? j->at - 1 : j->at + 1]))
        return;
    j->at = step < 0 ? j->at - 1 : j->at + 1;
    state_select(s, j->entry[j->at]);
}

static void leave_view(struct state *s, bool may_quit)
{
    if (lab_leave(s))
        return;
    if (s->depth > 1)
        state_pop(s);
    else if (!jobs_leave(s))
        s->leaving = may_quit && lab_may_quit(s) && casing_may_leave(s);
}

static void find_action(struct state *s, enum action a, uint64_t count)
{
    switch (a) {
    case ACTION_FIRST_FAILURE: find_first_failure(s); break;
    case ACTION_DAMAGE: find_damage(s); break;
    case ACTION_FOLLOW: trace_cited(s); break;
    case ACTION_CITING: trace_citing(s); break;
    case ACTION_JUMP_BACK: jump_history(s, -1); break;
    case ACTION_JUMP_FORWARD: jump_history(s, 1); break;
    case ACTION_SEARCH: search_open(s); break;
    case ACTION_NEXT_MATCH: search_next(s, 1, count); break;
    case ACTION_PREVIOUS_MATCH: search_next(s, -1, count); break;
    case ACTION_FILTER: filter_open(s); break;
    case ACTION_CLEAR_FILTER: filter_clear(s); break;
    default: find_next(s, a, count); break;
    }
}

static void say_idle(struct state *s, enum action a)
{
    state_say(s, STYLE_NORMAL, "%s does nothing in this view", action_sign(a));
}

static void detail_action(struct state *s, enum action a, uint64_t count)
{
    long n = count ? (long)count : 1;

    switch (a) {
    case ACTION_BACK:
        if (s->depth == 1)
            search_end(s);
        leave_view(s, false);
        break;
    case ACTION_SCROLL_DOWN: scroll_detail(s, n); break;
    case ACTION_SCROLL_UP: scroll_detail(s, -n); break;
    case ACTION_COMPARISON: next_comparison(s); break;
    case ACTION_BYTES: next_bytes(s); break;
    case ACTION_WRAP: wrap_toggle(s); break;
    default: say_idle(s, a); break;
    }
}

/* Of what runs behind the screen; false when nothing does. */
static bool cancel(struct state *s)
{
    if ((lab_cancel(s) || checking_cancel(s) || copies_cancel(s) || explaining_cancel(s)) && !state_busy(s))
        return true;
    if (!state_busy(s))
        return false;
    inquiry_stop(&s->search.inquiry);
    inquiry_stop(&s->filter.inquiry);
    search_stay(s);
    trace_end(s);
    jobs_find_stop(s);
    if (s->search.inquiry.on)
        state_say(s, STYLE_NORMAL, "stopped; %s goes on with the search",
                  action_sign(ACTION_NEXT_MATCH));
    else
        state_say(s, STYLE_NORMAL, "stopped");
    return true;
}

static void program_action(struct state *s, enum action a)
{
    if (a == ACTION_CANCEL && cancel(s))
        return;
    if (a >= ACTION_COPY_RECOMPUTED && a <= ACTION_COPY_COMMAND) {
        copy_action(s, a);
        return;
    }
    switch (a) {
    case ACTION_COMMAND: command_open(s); break;
    case ACTION_EXPORT: export_open(s); break;
    case ACTION_RELOAD: reload_ask(s); break;
    case ACTION_MOUSE: mouse_toggle(s); break;
    case ACTION_REDRAW: s->redrawing = true; break;
    case ACTION_SUSPEND: s->suspending = true; break;
    default: leave_view(s, true); break;
    }
}

/* Those of the references and jobs that open no view of their own. */
static bool reference_action(struct state *s, enum action a)
{
    if (a == ACTION_REFERENCE)
        attach_ask_for(s, ATTACH_COMMITMENT);
    else if (a == ACTION_KNOWN_HEAD)
        attach_ask_for(s, ATTACH_HEAD);
    else if (a == ACTION_KNOWN_COUNT)
        attach_ask_for(s, ATTACH_COUNT);
    else if (a == ACTION_BASELINE)
        attach_ask_for(s, ATTACH_BASELINE);
    else if (a == ACTION_EXPECT)
        attach_ask_for(s, ATTACH_EXPECTED);
    else if (a == ACTION_COPIES)
        copies_open(s);
    else if (a == ACTION_JOBS)
        jobs_show(s);
    else if (a == ACTION_JOB)
        state_say(s, STYLE_NORMAL, "write :job ID; %s is a table of the jobs", action_sign(ACTION_JOBS));
    else if (a == ACTION_DETACH)
        state_say(s, STYLE_NORMAL, "choose a reference first: %s lists them",
                  action_sign(ACTION_REFERENCES));
    else
        return false;
    return true;
}

static void open_view(struct state *s, enum action a)
{
    const struct view *v = a == ACTION_OVERVIEW     ? &view_overview
                           : a == ACTION_FINDINGS   ? &view_findings
                           : a == ACTION_PROVENANCE ? &view_provenance
                           : a == ACTION_FACTS      ? &view_facts
                           : a == ACTION_REFERENCES ? &view_references
                           : a == ACTION_COVERAGE   ? &view_coverage
                           : a == ACTION_PLAIN      ? &view_plain
                                                    : &view_help;

    if (a == ACTION_MAP) {
        map_toggle(s);
        return;
    }
    s->covering.page = COVERING_ENTRIES;
    if (state_view(s) == v)
        state_pop(s);
    else
        state_push(s, v);
}

static bool needs_entry(const struct state *s, enum action a)
{
    enum section in = action_section(a);

    if (in == SECTION_FIND)
        return true;
    return shows_entry(s) && (in == SECTION_MOVE || a == ACTION_COMPARISON || a == ACTION_BYTES ||
                              a == ACTION_WRAP);
}

/* What is looked for is an entry: whatever lies over the entries goes. */
void action_to_entries(struct state *s)
{
    while (!shows_entry(s))
        state_pop(s);
}

/* A screen with no room for views takes what it can show the effect of. */
static bool allowed(const struct state *s, enum action a)
{
    enum section in = action_section(a);

    if (frame_unusable(&s->grid))
        return a == ACTION_QUIT || a == ACTION_CANCEL || a == ACTION_SUSPEND || a == ACTION_REDRAW;
    if (frame_tiny(&s->grid))
        return in == SECTION_MOVE || in == SECTION_FIND || a == ACTION_BACK ||
               in == SECTION_PROGRAM;
    return true;
}

static bool finds_in_view(const struct state *s, enum action a)
{
    return state_view(s)->finds &&
           (a == ACTION_SEARCH || a == ACTION_NEXT_MATCH || a == ACTION_PREVIOUS_MATCH ||
            a == ACTION_NEXT_FAILURE || a == ACTION_PREVIOUS_FAILURE);
}

void action_do(struct state *s, enum action a, uint64_t count)
{
    enum section in = action_section(a);

    if (finds_in_view(s, a) && state_view(s)->act(s, a, count))
        return;
    if (!allowed(s, a) || (s->selected == 0 && needs_entry(s, a)))
        return;
    if (jobs_refuse(s, a) || lab_action(s, a))
        return;
    if (in == SECTION_FIND)
        action_to_entries(s);
    s->moved = s->moved || in == SECTION_MOVE || in == SECTION_FIND;
    if (in == SECTION_MOVE || in == SECTION_FIND) {
        search_stay(s);
        trace_end(s);
        s->filter.origin = 0;
    }
    if (state_view(s)->act && state_view(s)->act(s, a, count))
        return;
    if ((a == ACTION_LAST || a == ACTION_GOTO) && count > 0 && shows_entry(s))
        action_goto(s, count);
    else if (in == SECTION_MOVE && a <= ACTION_LAST)
        move(s, a, count);
    else if (in == SECTION_FIND)
        find_action(s, a, count);
    else if (in == SECTION_DETAIL)
        detail_action(s, a, count);
    else if (in == SECTION_NOTES)
        note_action(s, a);
    else if (in == SECTION_VIEWS && !reference_action(s, a))
        open_view(s, a);
    else if (in == SECTION_PROGRAM)
        program_action(s, a);
    else if (in == SECTION_MOVE)
        say_idle(s, a);
}

/* ---- events ---- */

static void key(struct state *s, uint32_t code)
{
    bool unknown;
    enum action a;
    uint64_t count;

    if (s->prompting) {
        if (code == K_CTRL('Z'))
            s->suspending = true;
        else
            prompt_key(s, code);
        return;
    }
    if (s->noting.open) {
        noting_key(s, code);
        return;
    }
    if ((code == K_ESC || code == K_CTRL('C')) && !keys_idle(&s->keys)) {
        buf_clear(&s->message);
        keys_clear(&s->keys);
        return;
    }
    a = keys_take(&s->keys, code, &unknown);
    /* What was said stays under a prompt, so that it can be saved with the screen. */
    if (a != ACTION_COMMAND && (a != ACTION_NONE || unknown))
        buf_clear(&s->message);
    count = s->keys.count;
    if (a != ACTION_NONE || unknown)
        keys_clear(&s->keys);
    if (a != ACTION_NONE)
        action_do(s, a, count);
    else if (unknown && !frame_tiny(&s->grid))
        state_say(s, STYLE_NORMAL, "no action on that key; %s shows the keys",
                  action_sign(ACTION_HELP));
}

void action_event(struct state *s, const struct event *e)
{
    if (e->type == EVENT_KEY) {
        key(s, e->key);
    } else if (e->type == EVENT_MOUSE) {
        mouse_event(s, e);
    } else if (e->type == EVENT_PASTE && s->prompting) {
        prompt_insert(s, e->text.data, e->text.len);
    } else if (e->type == EVENT_PASTE && s->noting.open) {
        noting_paste(s, &e->text);
    } else if (e->type == EVENT_PASTE) {
        keys_clear(&s->keys);
        state_say(s, STYLE_NORMAL, "pasted text does nothing here");
    }
}
