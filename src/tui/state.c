#include "tui/state.h"

#include "base/text.h"
#include "base/utf8.h"
#include "tui/frame.h"
#include "tui/plain.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

void state_init(struct state *s, struct timeline *t, struct reference_set *refs, struct instant now)
{
    memset(s, 0, sizeof *s);
    s->timeline = t;
    s->refs = refs;
    s->now = now;
    s->failures = finding_mask(SEVERITY_FAILURE);
    s->warnings = finding_mask(SEVERITY_WARNING);
    s->failing.mask = s->failures;
    detail_init(&s->detail);
    copying_init(&s->copying);
    page_init(&s->detail_page);
    page_init(&s->text_page);
    line_init(&s->prompt);
    line_init(&s->help_sought);
    buf_init(&s->message, LIMIT_MESSAGE);
    buf_init(&s->prompt_note, LIMIT_MESSAGE);
    editor_init(&s->noting.editor, 0);
    noted_init(s);
    s->view[s->depth++] = &view_list;
}

void state_release(struct state *s)
{
    str_release(&s->title);
    str_release(&s->title_short);
    tally_release(&s->failing);
    rows_release(&s->rows);
    detail_release(&s->detail);
    reproduce_release(&s->reproduce);
    explaining_release(&s->explaining);
    comparing_release(&s->comparing);
    findings_release(&s->findings);
    checking_release(s);
    attaching_release(&s->attaching);
    copying_release(&s->copying);
    searching_release(&s->search);
    filtering_release(&s->filter);
    map_release(&s->map);
    casing_release(&s->casing);
    exporting_release(&s->exporting);
    stating_release(&s->stating);
    drafts_release(&s->drafts);
    noting_release(&s->noting);
    notes_list_release(&s->notes_list);
    jobs_release(&s->jobs);
    history_release(&s->commands);
    history_release(&s->paths);
    history_release(&s->statements);
    history_release(&s->searches);
    history_release(&s->filters);
    page_release(&s->detail_page);
    page_release(&s->text_page);
    typed_release(&s->prompt);
    typed_release(&s->help_sought);
    buf_release(&s->message);
    str_release(&s->row_said);
    buf_release(&s->prompt_note);
    grid_release(&s->grid);
}

static void set_escaped(struct str *out, const char *text, unsigned flags)
{
    struct buf b;

    buf_init(&b, LIMIT_MESSAGE);
    if (text_escape_name(&b, text, LAB_BANNER_BRIEF, flags) < 0)
        buf_clear(&b);
    if (b.len == 0)
        buf_adds(&b, "(no name)");
    str_take(out, &b);
    buf_release(&b);
}

void state_set_title(struct state *s, const char *path)
{
    const char *slash = strrchr(path, '/');

    s->rows.flags = s->flags;
    set_escaped(&s->title, strcmp(path, "-") == 0 ? "standard input" : path, s->flags);
    set_escaped(&s->title_short,
                strcmp(path, "-") == 0 ? "stdin"
                : slash && slash[1]    ? slash + 1
                                       : path,
                s->flags);
}

const struct view *state_view(const struct state *s)
{
    return s->view[s->depth - 1];
}

void state_push(struct state *s, const struct view *v)
{
    s->text_scroll.top = 0;
    if (state_view(s) == v)
        return;
    if (s->depth == VIEW_DEPTH)
        s->depth--;
    s->view[s->depth++] = v;
}

void state_pop(struct state *s)
{
    s->text_scroll.top = 0;
    s->detail_scroll.top = 0;
    if (s->depth > 1)
        s->depth--;
}

void state_choices(struct state *to, const struct state *from)
{
    to->choices = from->choices;
    to->rows.flags = from->rows.flags;
    to->copying.way = from->copying.way;
    to->explaining.effort = from->explaining.effort;
    to->exporting.demands = from->exporting.demands;
    to->exporting.all_findings = from->exporting.all_findings;
    to->exporting.stops = from->exporting.stops;
    to->exporting.stops_arg = from->exporting.stops_arg;
}

void state_keep(struct state *to, struct state *from)
{
    to->kept = from->kept;
    memset(&from->kept, 0, sizeof from->kept);
}

void state_say(struct state *s, enum style style, const char *fmt, ...)
{
    struct buf text;
    va_list args;

    buf_init(&text, LIMIT_MESSAGE);
    va_start(args, fmt);
    buf_addv(&text, fmt, args);
    va_end(args);
    buf_clear(&s->message);
    show_escaped(&s->message, buf_cstr(&text), text.len, s->flags);
    s->message_style = style;
    s->said++;
    s->announced_len = 0;
    s->message_so_far = strstr(buf_cstr(&text), "so far") != NULL;
    buf_release(&text);
}

static bool contradicted_at(const struct state *s, uint64_t entry)
{
    return s->referenced && s->verdict.endpoint == ENDPOINT_CONTRADICTED && entry > 0 &&
           entry == s->progress.entries;
}

bool state_entry_fails(const struct state *s, uint64_t entry)
{
    if (entry == 0 || entry > s->progress.entries)
        return false;
    return (timeline_mark(s->timeline, entry).mask & s->failures) || contradicted_at(s, entry);
}

bool state_entry_warns(const struct state *s, uint64_t entry)
{
    if (entry == 0 || entry > s->progress.entries)
        return false;
    return (timeline_mark(s->timeline, entry).mask & s->warnings) != 0;
}

void state_select(struct state *s, uint64_t entry)
{
    if (entry == s->selected)
        return;
    s->selected = entry;
    s->detail_scroll.top = 0;
    s->comparison = 0;
}

void state_jump(struct state *s, uint64_t entry)
{
    struct jumps *j = &s->jumps;

    if (entry == s->selected)
        return;
    if (j->at + 2 > JUMPS) {
        memmove(j->entry, j->entry + 1, (JUMPS - 1) * sizeof *j->entry);
        j->at--;
    }
    j->entry[j->at++] = s->selected;
    j->entry[j->at] = entry;
    j->count = j->at + 1;
    state_select(s, entry);
}

/* ---- what the examination did ---- */

static uint64_t opening(const struct state *s)
{
    const struct verdict *v = &s->verdict;

    if (v->timeline == TIMELINE_UNREADABLE)
        return s->progress.entries;
    if (v->has_failure && finding_is_chain(v->failure_code) && v->failure_entry > 0)
        return v->failure_entry;
    if (v->has_signal && v->signal_entry > 0)
        return v->signal_entry;
    if (v->endpoint == ENDPOINT_CONTRADICTED)
        return s->progress.entries;
    return v->has_failure && v->failure_entry > 0 ? v->failure_entry : 1;
}

/* What was said of a part may be untrue of the whole. */
static void drop_so_far(struct state *s)
{
    if (s->message_so_far)
        buf_clear(&s->message);
    s->message_so_far = false;
}

static int judge(struct state *s, struct err *err)
{
    int rc = verdict_make(&s->verdict, s->timeline, s->refs, err);

    s->verdict.outcome = casing_outcome(s);
    return rc;
}

static void conclude(struct state *s)
{
    struct err err = {0};

    if (s->opened)
        return;
    if (!s->progress.failed && !checking_ready(s))
        return;
    s->opened = true;
    drop_so_far(s);
    if (s->progress.failed) {
        timeline_wait(s->timeline, &s->failure);
        s->changed = s->failure.code == ERR_CHANGED;
        state_say(s, STYLE_FAILURE, "not examined to the end: %s", s->failure.text);
        return;
    }
    findings_release(&s->findings);
    if (references_check(s->refs, s->timeline, s->now, &err) < 0 ||
        judge(s, &err) < 0) {
        state_say(s, STYLE_FAILURE, "the references were not checked: %s", err.text);
        return;
    }
    s->referenced = true;
    if (!s->moved && s->progress.entries > 0) {
        state_select(s, opening(s));
        s->list_top = 0; /* as if nothing had been shown before */
    }
    attach_settle(s);
    casing_keep(s);
}

void state_check(struct state *s)
{
    explaining_release(&s->explaining);
    findings_release(&s->findings);
    s->comparison = 0;
    if (!s->opened || s->progress.failed)
        return; /* it is checked when the examination is done */
    s->opened = s->referenced = false;
    s->moved = true;
    conclude(s);
}

void state_refresh(struct state *s)
{
    uint64_t settled;
    struct err err = {0};

    s->progress = timeline_progress(s->timeline);
    if (!s->referenced && judge(s, &err) < 0)
        state_say(s, STYLE_FAILURE, "%s", err.text);
    /* The last entry so far may yet turn out not to be the last. */
    settled =
        s->progress.done ? s->progress.entries : s->progress.entries - (s->progress.entries > 0);
    tally_extend(&s->failing, s->timeline, settled);
    if (s->selected == 0 && s->progress.entries > 0)
        state_select(s, 1);
    if (s->progress.done || s->progress.failed)
        conclude(s);
    explaining_take(s);
    copies_follow(s);
    filter_follow(s);
    casing_follow(s);
    reload_follow(s); /* which tells what became of all of them */
    jobs_follow(s);
    casing_keep(s);
    s->verdict.outcome = casing_outcome(s);
}

bool state_busy(const struct state *s)
{
    return inquiry_busy(&s->filter.inquiry, &s->progress) ||
           inquiry_busy(&s->search.inquiry, &s->progress) || trace_busy(s) ||
           map_busy(s) || casing_busy(s) || jobs_find_busy(s);
}

void state_work(struct state *s)
{
    inquiry_step(&s->filter.inquiry, s->timeline, &s->progress);
    inquiry_step(&s->search.inquiry, s->timeline, &s->progress);
    s->progress = timeline_progress(s->timeline);
    filter_settle(s);
    search_resolve(s);
    trace_step(s);
    map_step(s);
    jobs_find_step(s);
    if (casing_busy(s)) {
        casing_follow(s);
        s->verdict.outcome = casing_outcome(s);
    }
    if (s->opened && !state_busy(s))
        drop_so_far(s);
}

bool state_is_file(const struct state *s, const char *path)
{
    struct stat st;

    return path && stat(path, &st) == 0 && source_is(timeline_source(s->timeline), &st);
}

bool state_watch(struct state *s)
{
    struct err err = {0};
    char read_at[32];

    if (s->changed || !s->referenced || source_unchanged(timeline_source(s->timeline), &err) == 0)
        return false;
    s->changed = true;
    rfc3339_format(read_at, s->now.seconds);
    state_say(s, STYLE_FAILURE,
              "the file changed: this is of the file as read at %s, %s reads it again; %s", read_at,
              action_sign(ACTION_RELOAD), err.text);
    return true;
}

/* ---- drawing ---- */

static void load_selected(struct state *s)
{
    if (s->selected == 0)
        return;
    rows_load(&s->rows, s->timeline, s->selected);
    if (s->selected < s->progress.entries)
        rows_load(&s->rows, s->timeline, s->selected + 1);
    detail_load(&s->detail, s->timeline, s->selected, s->progress.done);
    detail_load_bytes(&s->detail, s->timeline, s->bytes);
    explaining_ask_entry(s);
}

static struct rect draw_view(struct state *s)
{
    const struct view *v = state_view(s);
    struct rect body = frame_body(s, &s->grid);

    v->prepare(s, body);
    v->draw(s, &s->grid, body);
    return body;
}

void state_draw(struct state *s)
{
    struct rect body;

    filter_follow(s);
    grid_clear(&s->grid);
    if (frame_tiny(&s->grid)) {
        if (s->noting.open)
            editor_fit(&s->noting.editor, frame_tiny_note(&s->grid));
        frame_draw_tiny(s, &s->grid);
        return;
    }
    load_selected(s);
    if (s->plain)
        plain_announce(s);
    body = draw_view(s);
    if (s->plain && !s->prompting && !s->noting.open && plain_announce_row(s, body)) {
        grid_clear(&s->grid); /* what is said takes room of the view */
        plain_announce_row(s, draw_view(s));
    }
    frame_draw(s, &s->grid);
    s->grid.cursor_shown = s->grid.cursor_shown || s->plain;
}
