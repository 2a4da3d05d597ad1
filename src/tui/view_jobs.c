#include "tui/view.h"

#include "base/text.h"
#include "tui/frame.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

/* A job takes a row, or two where it is narrow; below the table, where there is room, the selected one with its first
 * and last entry. */
enum { NARROW = 80, WIDE = 100, BELOW_LEAST = 14, BELOW_ROWS = 8, JOB_COL_WIDE = 63, JOB_COL = 43 };

static int rows_each(struct rect body)
{
    return body.cols < NARROW ? 2 : 1;
}

static struct rect table_part(struct rect body)
{
    int below = body.rows >= BELOW_LEAST ? BELOW_ROWS : 0;

    return rect_part(body, 0, 0, body.rows - below, body.cols);
}

static struct rect below_part(struct rect body)
{
    int rows = body.rows - table_part(body).rows;

    return rect_part(body, body.rows - rows, 0, rows, body.cols);
}

/* Its title, and the heads of the columns where there are any. */
static int head_rows(struct rect body)
{
    return body.cols < NARROW ? 1 : 2;
}

/* ---- preparing ---- */

static void keep_in_sight(struct jobs *j, size_t count)
{
    size_t page = (size_t)j->page;

    if (j->row >= count)
        j->row = count > 0 ? count - 1 : 0;
    if (j->row < j->top)
        j->top = j->row;
    if (j->row >= j->top + page)
        j->top = j->row - page + 1;
    if (j->top + page > count)
        j->top = count > page ? count - page : 0;
}

static void put_time(struct page *p, int cols, const struct job_end *e)
{
    char at[32];

    if (e->time.state == TIME_BAD) {
        page_wrap_word(p, 12, cols, STYLE_WARNING, "created_at that is no time");
    } else if (e->time.state == TIME_TWICE) {
        page_wrap_word(p, 12, cols, STYLE_WARNING, "more than one created_at");
    } else if (e->time.state == TIME_GOOD) {
        rfc3339_format(at, e->time.at.seconds);
        page_format(p, 12, STYLE_NORMAL, "created_at %s, not bound by the digest", at);
    } else {
        page_wrap_word(p, 12, cols, STYLE_LABEL, "no created_at");
    }
}

/* "first entry  1,204  seq 1  LOGGED BY AGENT = agent assertion", and its time under it. */
static void put_end(struct page *p, const struct state *s, int cols, const char *label, const struct job_end *e)
{
    const char *standing = standing_name(timeline_mark(s->timeline, e->entry).standing);
    char n[NUMBER_ROOM];
    int col;

    page_line(p);
    page_word(p, 0, STYLE_LABEL, label);
    col = page_format(p, 12, STYLE_NORMAL, "%s  ", show_number(n, e->entry));
    if (e->failed) {
        page_word(p, col, STYLE_WARNING, "cannot be read again");
        return;
    }
    col = page_word(p, col, STYLE_LABEL, "seq ");
    if (e->seq.data)
        col = page_fit(p, col, 24, STYLE_NORMAL, e->seq.data, e->seq.len, false);
    else
        col = page_word(p, col, STYLE_TOKEN, "(absent)");
    col += 2;
    if (e->class.data)
        col = page_fit(p, col, cols - col - 3 - (int)strlen(standing), STYLE_NORMAL, e->class.data, e->class.len, false);
    else
        col = page_word(p, col, STYLE_TOKEN, "no class");
    page_format(p, col, STYLE_NORMAL, " = %s", standing);
    page_line(p);
    put_time(p, cols, e);
}

static void prepare_below(struct state *s, struct rect area)
{
    const struct jobs *j = &s->jobs;
    const struct job_line *l = jobs_line(j, j->row);
    struct page *p = &s->text_page;

    text_begin(s);
    if (area.rows == 0 || !l || timeline_jobs(s->timeline).jobs == 0)
        return;
    page_line(p);
    page_word(p, 0, STYLE_LABEL, "job");
    page_wrap_evidence(p, 12, area.cols, STYLE_NORMAL, l->job.data ? l->job.data : "", l->job.len, false);
    put_end(p, s, area.cols, "first entry", &j->first);
    put_end(p, s, area.cols, s->progress.done ? "last entry" : "last so far", &j->last);
    page_line(p);
    page_wrap_word(p, 0, area.cols, STYLE_LABEL,
                   "A job is examined when it is opened. What left one by its job_id is not in it.");
    text_fit_area(s, area);
}

static void prepare(struct state *s, struct rect body)
{
    struct rect table = table_part(body);
    int page = (table.rows - head_rows(body)) / rows_each(body);

    s->jobs.page = page < 1 ? 1 : page < JOBS_LINES ? page : JOBS_LINES;
    keep_in_sight(&s->jobs, timeline_jobs(s->timeline).jobs);
    jobs_load(s, s->jobs.page);
    prepare_below(s, below_part(body));
}

/* ---- drawing ---- */

static void draw_id(struct grid *g, struct rect area, int row, int col, const struct job_line *l, enum style style)
{
    if (l->failed)
        draw_word(g, area, row, col, STYLE_WARNING, "(cannot be read again)");
    else
        draw_fit(g, area, row, col, area.cols - col, style, l->job.data ? l->job.data : "", l->job.len);
}

static enum style result_style(const char *result)
{
    bool bad = strcmp(result, "broken") == 0 || strcmp(result, "unreadable") == 0;

    return bad ? STYLE_FAILURE : STYLE_NORMAL;
}

static void draw_row(const struct state *s, struct grid *g, struct rect area, int row, const struct job_count *c,
                     const struct job_line *l, enum style style)
{
    bool wide = area.cols >= WIDE;
    char entries[NUMBER_ROOM], first[NUMBER_ROOM], last[NUMBER_ROOM], text[4 * NUMBER_ROOM];
    const char *result = jobs_result(s, c);

    show_number(entries, c->entries);
    show_number(first, c->first);
    show_number(last, c->last);
    if (wide)
        snprintf(text, sizeof text, "%13s %14s %14s", entries, first, last);
    else
        snprintf(text, sizeof text, "%11s %13s", entries, first);
    draw_word(g, area, row, 2, style, text);
    draw_word(g, area, row, wide ? 47 : 29, style == STYLE_SELECTED ? style : result_style(result), result);
    draw_id(g, area, row, wide ? JOB_COL_WIDE : JOB_COL, l, style);
}

/* "8 entries, 1 to 21, consistent" */
static void job_words(const struct state *s, const struct job_count *c, struct buf *out)
{
    char first[NUMBER_ROOM], last[NUMBER_ROOM];

    show_count(out, c->entries, "entry", "entries");
    buf_addf(out, ", %s to %s%s, %s", show_number(first, c->first), show_number(last, c->last),
             s->progress.done ? "" : " so far", jobs_result(s, c));
}

/* "job 2 of 4: pay-71: 8 entries, 1 to 21, consistent" */
static void aloud(const struct state *s, struct buf *out)
{
    const struct job_line *l = jobs_line(&s->jobs, s->jobs.row);
    char at[NUMBER_ROOM], all[NUMBER_ROOM];
    struct job_count c;

    if (!l || timeline_job_rows(s->timeline, s->jobs.row, &c, 1) == 0)
        return;
    buf_addf(out, "job %s of %s%s: ", show_number(at, s->jobs.row + 1),
             show_number(all, timeline_jobs(s->timeline).jobs), s->progress.done ? "" : " so far");
    buf_adds(out, l->failed ? "cannot be read again" : l->job.data ? l->job.data : "");
    buf_adds(out, ": ");
    job_words(s, &c, out);
}

/* The id, and those words under it. */
static void draw_narrow(const struct state *s, struct grid *g, struct rect area, int row, const struct job_count *c,
                        const struct job_line *l, enum style style)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    job_words(s, c, &text);
    draw_id(g, area, row, 4, l, style);
    draw_fit(g, area, row + 1, 6, area.cols - 6, style, buf_cstr(&text), text.len);
    buf_release(&text);
}

static void draw_heads(const struct state *s, struct grid *g, struct rect area)
{
    const char *last = s->progress.done ? "last entry" : "last so far";
    bool wide = area.cols >= WIDE;
    char text[96];

    if (wide)
        snprintf(text, sizeof text, "%13s %14s %14s  %-14s  job", "entries", "first entry", last, "timeline");
    else
        snprintf(text, sizeof text, "%11s %13s  %-12s  job", "entries", "first entry", "timeline");
    draw_word(g, area, 1, 2, STYLE_LABEL, text);
}

static void draw_rest(const struct state *s, struct grid *g, struct rect area, int row)
{
    struct job_totals n = timeline_jobs(s->timeline);
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "(%s", n.jobs == 0 ? "no job" : s->progress.done ? "after the last job" : "the last so far");
    if (n.without > 0) {
        buf_adds(&text, "; ");
        show_count(&text, n.without, "entry has", "entries have");
        buf_adds(&text, " no job_id that is a string");
    }
    if (n.unlisted > 0) {
        buf_adds(&text, "; ");
        show_count(&text, n.unlisted, "entry is", "entries are");
        buf_adds(&text, " of jobs too many to list");
    }
    buf_adds(&text, ")");
    if (row < area.rows)
        draw_fit(g, area, row, 2, area.cols - 2, STYLE_LABEL, buf_cstr(&text), text.len);
    buf_release(&text);
}

static void draw_title(const struct state *s, struct grid *g, struct rect body)
{
    struct job_totals n = timeline_jobs(s->timeline);
    struct buf right;

    buf_init(&right, 256);
    show_count(&right, n.jobs, "job", "jobs");
    buf_addf(&right, "%s%s", n.unlisted > 0 ? " and more" : "", s->progress.done ? "" : " so far");
    frame_rule(s, g, body, 0, STYLE_TITLE, body.cols < 64 ? "jobs" : "jobs of the file, by first entry",
               buf_cstr(&right));
    buf_release(&right);
}

static void draw_below(const struct state *s, struct grid *g, struct rect area)
{
    if (area.rows == 0)
        return;
    frame_rule(s, g, area, 0, STYLE_LABEL, "the selected job", "");
    page_draw(&s->text_page, g, rect_part(area, 1, 0, area.rows, area.cols), s->text_scroll.top);
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    const struct jobs *j = &s->jobs;
    struct rect table = table_part(body);
    struct job_count c[JOBS_LINES];
    size_t n = timeline_job_rows(s->timeline, j->top, c, (size_t)j->page);
    int row = head_rows(body), each = rows_each(body);

    draw_title(s, g, body);
    if (row > 1)
        draw_heads(s, g, table);
    for (size_t i = 0; i < n && row + each <= table.rows; i++, row += each) {
        const struct job_line *l = jobs_line(j, j->top + i);
        bool selected = j->top + i == j->row;
        enum style style = selected ? STYLE_SELECTED : STYLE_NORMAL;
        if (selected) {
            draw_word(g, table, row, 0, style, ">");
            g->cursor_row = table.row + row;
            g->cursor_col = table.col;
        }
        if (l)
            (each == 1 ? draw_row : draw_narrow)(s, g, table, row, &c[i], l, style);
    }
    if (j->top + n >= timeline_jobs(s->timeline).jobs)
        draw_rest(s, g, table, row);
    draw_below(s, g, below_part(body));
}

/* ---- keys ---- */

static void move(struct state *s, enum unit unit, long n)
{
    struct jobs *j = &s->jobs;
    size_t count = timeline_jobs(s->timeline).jobs;
    long page = j->page > 1 ? j->page : 1, far = (long)count, by = n < -far ? -far : n > far ? far : n;

    if (count == 0)
        return;
    s->text_scroll.top = 0;
    j->returning = false;
    jobs_find_stop(s);
    if (unit == UNIT_END) {
        j->row = n < 0 ? 0 : count - 1;
        return;
    }
    by *= unit == UNIT_PAGE ? page : unit == UNIT_HALF ? (page + 1) / 2 : 1;
    if (by < 0)
        j->row = (size_t)-by < j->row ? j->row - (size_t)-by : 0;
    else
        j->row = (size_t)by < count - j->row ? j->row + (size_t)by : count - 1;
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    if (a == ACTION_CARD)
        jobs_open_row(s, s->jobs.row);
    else if (a == ACTION_LAST && count > 0)
        s->jobs.row = (size_t)count - 1; /* corrected when it is drawn */
    else if (a == ACTION_SEARCH)
        jobs_find_ask(s);
    else if (a == ACTION_NEXT_MATCH || a == ACTION_PREVIOUS_MATCH)
        jobs_find_next(s, a == ACTION_NEXT_MATCH ? 1 : -1);
    else
        return false;
    return true;
}

static void press(struct state *s, int row, int col)
{
    struct rect body = frame_body(s, &s->grid), table = table_part(body);
    int at = row - table.row - head_rows(body);

    (void)col;
    if (at >= 0 && row < table.row + table.rows && at / rows_each(body) < s->jobs.page)
        s->jobs.row = s->jobs.top + (size_t)(at / rows_each(body));
}

static void status(const struct state *s, struct buf *out)
{
    if (s->grid.rows >= 12 && s->grid.cols < 64)
        buf_addf(out, "a job is examined when it is opened");
}

static const struct hint hints[] = {
    {ACTION_CARD, "open"}, {ACTION_BACK, "all entries"}, {ACTION_DOWN, "down"}, {ACTION_SEARCH, "search"},
    {ACTION_HELP, "help"}, {ACTION_QUIT, "back"}, {ACTION_NONE, NULL},
};

const struct view view_jobs = {.name = "jobs", .prepare = prepare, .draw = draw, .move = move, .act = act,
                               .finds = true, .status = status, .press = press, .aloud = aloud,
                               .hints = hints};
