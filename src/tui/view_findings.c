#include "tui/view.h"

#include "base/text.h"
#include "tui/action.h"
#include "tui/explain_page.h"
#include "tui/frame.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

/* What and where, with class and standing, and the message under it; where it is narrow, class and
 * standing have a row of their own between them. */
enum { NARROW = 80 };

static int rows_each(struct rect body)
{
    return body.cols < NARROW ? 3 : 2;
}

static int page_rows(struct rect body)
{
    int rows = (body.rows - 1) / rows_each(body);

    return rows > 1 ? rows : 1;
}

static bool over(const struct state *s)
{
    return s->progress.done || s->progress.failed;
}

/* Below the list, what explains the selected finding, where there is room and anything to explain. */
enum { EXPLAINED_LEAST = 12 };

static int explained_rows(const struct state *s, struct rect body)
{
    bool any = s->verdict.endpoint == ENDPOINT_CONTRADICTED;

    for (int code = 0; code < FINDING_COUNT; code++)
        any = any || (explaining_can((enum finding_code)code) &&
                      timeline_total(s->timeline, (enum finding_code)code) > 0);
    return any && s->referenced && body.rows >= EXPLAINED_LEAST ? body.rows / 3 : 0;
}

static struct rect list_part(const struct state *s, struct rect body)
{
    return rect_part(body, 0, 0, body.rows - explained_rows(s, body), body.cols);
}

static struct rect explained_part(const struct state *s, struct rect body)
{
    int rows = explained_rows(s, body);

    return rect_part(body, body.rows - rows, 0, rows, body.cols);
}

static void put_unexplained(struct state *s, struct rect area)
{
    page_line(&s->text_page);
    page_wrap_word(&s->text_page, 2, area.cols, STYLE_LABEL, "Only broken links, open and contradicted ends are explained.");
}

static void prepare_explained(struct state *s, struct rect area)
{
    const struct finding *f = findings_selected(&s->findings);
    struct form form = form_of(area.cols);
    struct finding_key key;

    form.card = true;
    text_begin(s);
    if (!f) {
        put_unexplained(s, area);
        return;
    }
    key = (struct finding_key){f->code, f->entry, f->reference};
    explaining_ask(s, &key);
    if (area.rows == 0)
        return;
    explain_page_finding(&s->text_page, s, &form, f);
    if (s->text_page.count > 0)
        explain_page_note(&s->text_page, s, &form);
    else
        put_unexplained(s, area);
    text_fit_area(s, area);
}

static void prepare(struct state *s, struct rect body)
{
    findings_show(&s->findings, s->timeline, s->refs, (size_t)page_rows(list_part(s, body)),
                  over(s));
    prepare_explained(s, explained_part(s, body));
}

static void status(const struct state *s, struct buf *out)
{
    const struct finding *f = findings_selected(&s->findings);

    /* On the lowest screens its rows are needed for class and standing. */
    if (f && s->grid.rows >= 12 && explained_rows(s, frame_room(s, &s->grid)) == 0)
        explain_page_brief(s, f, out);
}

static void draw_explained(const struct state *s, struct grid *g, struct rect area)
{
    size_t below = s->text_scroll.last_top - s->text_scroll.top;
    char more[64] = "";

    if (area.rows == 0)
        return;
    if (below > 0 && s->text_page.count > 0)
        snprintf(more, sizeof more, "%s: %zu more below", action_sign(ACTION_SCROLL_DOWN),
                 below);
    frame_rule(s, g, area, 0, STYLE_LABEL, "what explains it", more);
    page_draw(&s->text_page, g, rect_part(area, 1, 0, area.rows, area.cols), s->text_scroll.top);
}

static const char *severity_sign(enum severity severity)
{
    static const char *const signs[SEVERITY_COUNT] = {"!", "?", " "};

    return signs[severity];
}

static enum style severity_style(enum severity severity)
{
    static const enum style styles[SEVERITY_COUNT] = {STYLE_FAILURE, STYLE_WARNING, STYLE_NORMAL};

    return styles[severity];
}

static void add_class(const struct finding *f, unsigned flags, struct buf *out)
{
    if (f->entry == 0)
        return;
    if (findings_unread(f))
        buf_adds(out, "(not read again)");
    else if (f->provenance_class.data)
        text_escape(out, f->provenance_class.data, f->provenance_class.len, flags | TEXT_WTF8);
    else
        buf_adds(out, "no class");
}

/* "LOGGED BY AGENT = agent assertion"; a finding about a reference or the file has none. */
static void draw_class(const struct state *s, struct grid *g, struct rect area, int row, int col,
                       const struct finding *f, enum style style)
{
    const char *standing = standing_name(f->standing);
    int room = area.cols - col - 3 - (int)strlen(standing);
    struct buf text;

    if (f->entry == 0 || f->reference >= 0)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    add_class(f, s->flags, &text);
    col = draw_fit(g, area, row, col, room, style, buf_cstr(&text), text.len);
    col = draw_word(g, area, row, col, style, " = ");
    draw_word(g, area, row, col, style, standing);
    buf_release(&text);
}

static void draw_head(const struct state *s, struct grid *g, struct rect area, int row,
                      const struct finding *f, enum style style)
{
    enum severity severity = finding_severity(f->code);
    char n[NUMBER_ROOM], place[NUMBER_ROOM + 8];
    int col;

    snprintf(place, sizeof place, f->entry ? "entry %s" : "file", show_number(n, f->entry));
    draw_word(g, area, row, 2, severity_style(severity), severity_sign(severity));
    col = draw_word(g, area, row, 4, style, place);
    col = draw_word(g, area, row, col + 2, style, finding_code_name(f->code));
    if (area.cols < NARROW)
        draw_class(s, g, area, row + 1, 6, f, style);
    else
        draw_class(s, g, area, row, col + 2, f, style);
}

static void draw_finding(const struct state *s, struct grid *g, struct rect area, int row,
                         const struct finding *f, bool selected)
{
    enum style style = selected ? STYLE_SELECTED : STYLE_NORMAL;
    struct buf text;

    if (selected) {
        draw_word(g, area, row, 0, style, ">");
        g->cursor_row = area.row + row;
        g->cursor_col = area.col;
    }
    draw_head(s, g, area, row, f, style);
    buf_init(&text, LIMIT_MESSAGE);
    show_escaped(&text, f->message.data ? f->message.data : "", f->message.len, s->flags);
    draw_fit(g, area, row + rows_each(area) - 1, 6, area.cols, style, buf_cstr(&text), text.len);
    buf_release(&text);
}

static void title_words(const struct state *s, int cols, struct buf *out)
{
    const uint64_t *n = s->verdict.severity;

    if (cols < 64) {
        show_count(out, n[SEVERITY_FAILURE] + n[SEVERITY_WARNING] + n[SEVERITY_NOTE], "finding",
                   "findings");
    } else {
        show_count(out, n[SEVERITY_FAILURE], "failure", "failures");
        buf_adds(out, ", ");
        show_count(out, n[SEVERITY_WARNING], "warning", "warnings");
        buf_adds(out, ", ");
        show_count(out, n[SEVERITY_NOTE], "note", "notes");
    }
    if (!over(s))
        buf_adds(out, " so far");
    if (s->findings.more && cols >= 100)
        buf_adds(out, "; more below");
}

/* Where there is more that was not read there may be more to find. */
static bool unread(const struct state *s)
{
    return timeline_damage(s->timeline) || s->progress.failed;
}

static const char *rest_words(const struct state *s, bool none)
{
    if (!over(s))
        return none ? "No finding so far." : "(the last so far)";
    if (unread(s))
        return none ? "No finding in what was read." : "(after the last finding in what was read)";
    return none ? "No finding." : "(after the last finding)";
}

static void put_unread(struct page *p, const struct state *s, int cols)
{
    const struct damage *d = timeline_damage(s->timeline);
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (d && !d->refused) {
        buf_adds(&text, "Damage at ");
        show_damage(&text, d, s->flags);
        buf_adds(&text, "; what follows was not read.");
    } else {
        const char *why = d ? d->message : s->failure.text;

        buf_adds(&text, d ? "Nothing was examined: " : "Not read to its end: ");
        show_escaped(&text, why, strlen(why), s->flags);
    }
    page_line(p);
    page_wrap(p, 2, cols, STYLE_FAILURE, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

static void draw_rest(const struct state *s, struct grid *g, struct rect area, int row)
{
    bool none = s->findings.shown.count == 0;
    struct page p;

    if (s->findings.more)
        return;
    row += none;
    page_init(&p);
    page_line(&p);
    page_wrap_word(&p, 2, area.cols, STYLE_LABEL, rest_words(s, none));
    if (over(s) && unread(s))
        put_unread(&p, s, area.cols);
    page_draw(&p, g, rect_part(area, row, 0, area.rows - row, area.cols), 0);
    page_release(&p);
}

static void order_words(const struct findings *f, int cols, struct buf *out)
{
    bool place = f->order == FINDINGS_BY_PLACE;

    buf_addf(out, "%s%s", cols < 100 ? "" : "findings ", place ? "by place" : "by kind");
    if (cols >= 64)
        buf_addf(out, " (%s %s)", action_sign(ACTION_LAYOUT), place ? "by kind" : "by place");
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    struct rect list = list_part(s, body), area = rect_part(list, 1, 0, list.rows, list.cols);
    const struct findings *f = &s->findings;
    int row = 0, each = rows_each(area);
    struct buf words, order;

    buf_init(&words, 256);
    buf_init(&order, 256);
    title_words(s, body.cols, &words);
    order_words(f, body.cols, &order);
    frame_rule(s, g, body, 0, STYLE_TITLE, buf_cstr(&order), buf_cstr(&words));
    buf_release(&order);
    buf_release(&words);
    for (size_t i = 0; i < f->shown.count && row + each <= area.rows; i++, row += each)
        draw_finding(s, g, area, row, &f->shown.item[i], i == f->row);
    if (row < area.rows)
        draw_rest(s, g, area, row);
    draw_explained(s, g, explained_part(s, body));
}

static void move(struct state *s, enum unit unit, long n)
{
    enum { FAR = 100000 };
    struct findings *f = &s->findings;
    long by = n < -FAR ? -FAR : n > FAR ? FAR : n;

    s->text_scroll.top = 0;
    if (unit == UNIT_PAGE)
        by *= (long)f->page;
    else if (unit == UNIT_HALF)
        by *= (long)(f->page + 1) / 2;
    if (unit == UNIT_END)
        findings_end(f, s->timeline, s->refs, n < 0 ? -1 : 1);
    else
        findings_move(f, s->timeline, s->refs, by);
}

static void go_there(struct state *s)
{
    const struct finding *f = findings_selected(&s->findings);
    uint64_t entry = f ? f->entry : 0;

    if (!f && timeline_damage(s->timeline) && s->progress.entries > 0) {
        state_pop(s);
        find_damage(s);
        return;
    }
    if (f && entry == 0)
        state_say(s, STYLE_NORMAL, "it is about the file, not about an entry");
    if (entry == 0 || filter_refuses(s, entry))
        return;
    state_pop(s);
    state_jump(s, entry);
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    if (a == ACTION_CARD)
        go_there(s);
    else if (a == ACTION_LAYOUT)
        findings_turn(&s->findings, s->timeline, s->refs);
    else
        return false;
    return true;
}

static const struct hint hints[] = {
    {ACTION_BACK, "back"}, {ACTION_CARD, "go there"}, {ACTION_LAYOUT, "order"},
    {ACTION_DOWN, "down"}, {ACTION_HELP, "help"},     {ACTION_QUIT, "back"},
    {ACTION_NONE, NULL},
};

const struct view view_findings = {
    .name = "findings", .prepare = prepare, .draw = draw, .move = move, .act = act, .status = status,
    .hints = hints};
