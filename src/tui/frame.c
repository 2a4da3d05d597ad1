#include "tui/frame.h"

#include "base/text.h"
#include "tui/header.h"
#include "tui/prompt.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

bool frame_tiny(const struct grid *g)
{
    return g->rows < FRAME_MIN_ROWS || g->cols < FRAME_MIN_COLS;
}

bool frame_unusable(const struct grid *g)
{
    return g->rows < 4 || g->cols < 20;
}

const char *frame_dash(const struct state *s)
{
    return s->plain ? " " : s->unicode_frames ? "\u2500" : "-";
}

const char *frame_bar(const struct state *s)
{
    return s->plain ? " " : s->unicode_frames ? "\u2502" : "|";
}

void frame_rule(const struct state *s, struct grid *g, struct rect area, int row, enum style style,
                const char *left, const char *right)
{
    int col = draw_repeat(g, area, row, 0, 3, STYLE_FRAME, frame_dash(s));
    int width = (int)text_width(right, strlen(right));
    int end = area.cols - (width ? width + 2 : 0);

    col = draw_word(g, area, row, col + 1, style, left) + 1;
    draw_repeat(g, area, row, col, end - 1 - col, STYLE_FRAME, frame_dash(s));
    if (width && end > col)
        draw_word(g, area, row, end, STYLE_LABEL, right);
}

/* Stays after the announcement, which the next key takes away. */
static void add_changed(const struct state *s, struct buf *out)
{
    char read_at[32];

    if (s->training) {
        lab_add_changed(s->lab, out);
        return;
    }
    rfc3339_format(read_at, s->now.seconds);
    buf_addf(out, "this is of the file as read at %s; %s reads it again", read_at,
             action_sign(ACTION_RELOAD));
}

/* What is said while there is no message. */
static void add_status(const struct state *s, int cols, struct buf *out)
{
    const struct view *v = state_view(s);

    checking_status(s, out);
    if (out->len == 0)
        lab_status(s, out);
    if (out->len == 0 && v->status)
        v->status(s, out);
    if (out->len == 0)
        search_status(s, cols, out);
    if (out->len == 0 && !lab_file_changed(s))
        jobs_status(s, out);
    if (out->len == 0 && lab_file_changed(s))
        add_changed(s, out);
}

/* What is longer than its row takes rows of the view: its end is what helps. */
static void message_page(const struct state *s, const struct grid *g, struct page *p)
{
    int col = g->cols >= 100 ? 1 : 0;
    struct buf text;

    page_init(p);
    page_line(p);
    if (s->message.len > 0) {
        page_wrap(p, col, g->cols, s->message_style, (const char *)s->message.data, s->message.len,
                  false);
        return;
    }
    buf_init(&text, LIMIT_MESSAGE);
    add_status(s, g->cols, &text);
    page_wrap(p, col, g->cols, STYLE_LABEL, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

static int message_height(const struct state *s, const struct grid *g)
{
    enum { LEFT_TO_VIEW = 4 };
    int room = g->rows - FRAME_HEAD - FRAME_FOOT - LEFT_TO_VIEW, rows;
    struct page p;

    if (s->prompting || room <= 0)
        return 0;
    message_page(s, g, &p);
    rows = (int)p.count - 1;
    page_release(&p);
    return rows < room ? rows : room;
}

struct rect frame_room(const struct state *s, const struct grid *g)
{
    int rows = g->rows - FRAME_HEAD - FRAME_FOOT - filter_on(s) - map_height(s, g);

    return rect_part(grid_area(g), FRAME_HEAD, 0, rows, g->cols);
}

struct rect frame_body(const struct state *s, const struct grid *g)
{
    struct rect room = frame_room(s, g);

    return rect_part(room, 0, 0, room.rows - message_height(s, g), room.cols);
}

static int hint_width(const struct hint *h, struct buf *key)
{
    buf_clear(key);
    buf_adds(key, action_sign(h->action));
    return (int)(key->len + 1 + strlen(h->label));
}

static int draw_hint(struct grid *g, struct rect area, int col, const struct hint *h,
                     const struct buf *key)
{
    col = draw_text(g, area, area.rows - 1, col, STYLE_KEY, (const char *)key->data, key->len);
    return draw_word(g, area, area.rows - 1, col + 1, STYLE_LABEL, h->label) + 2;
}

/* Where the first view is not the last one to be left. */
static bool leads_back(const struct state *s)
{
    return s->training || jobs_can_leave(s);
}

/* As many as fit; the last one, the way out, always does. */
static void draw_hints(const struct state *s, const struct hint *hints, struct grid *g, struct rect area)
{
    const struct hint *end = hints, *last;
    struct hint way_out;
    struct buf key;
    int col = area.cols >= 100 ? 1 : 0, reserved;

    buf_init(&key, 64);
    while (end[1].action != ACTION_NONE)
        end++;
    way_out = *end;
    if (way_out.action == ACTION_QUIT && s->depth == 1 && leads_back(s))
        way_out.label = "back";
    last = &way_out;
    reserved = hint_width(last, &key);
    for (const struct hint *h = hints; h < end; h++)
        if (col + hint_width(h, &key) + 2 + reserved <= area.cols)
            col = draw_hint(g, area, col, h, &key);
    hint_width(last, &key);
    draw_hint(g, area, col, last, &key);
    buf_release(&key);
}

static void draw_remark(const struct state *s, struct grid *g, struct rect area, int row, int used)
{
    const struct prompt *p = s->prompt_kind;
    const char *words;

    for (int fewer = 0; p->remark && (words = p->remark(s, fewer)); fewer++)
        if (used + 3 + (int)strlen(words) <= area.cols) {
            draw_word(g, area, row, area.cols - (int)strlen(words), STYLE_LABEL, words);
            return;
        }
}

/* Over what the view shows there: it comes back when the prompt is left. */
static void draw_over(const struct page *p, struct grid *g, int end)
{
    int rows = (int)p->count < end - FRAME_HEAD ? (int)p->count : end - FRAME_HEAD;
    struct rect over = rect_part(grid_area(g), end - rows, 0, rows, g->cols);

    for (int row = 0; row < rows; row++)
        draw_repeat(g, over, row, 0, g->cols, STYLE_NORMAL, " ");
    page_draw(p, g, over, 0);
}

/* What can be answered, and why what was typed is refused. */
static void draw_notes(const struct state *s, struct grid *g, int end)
{
    const char *const *lines = s->prompt_kind->lines;
    struct page p;

    page_init(&p);
    for (; lines && *lines; lines++) {
        page_line(&p);
        page_wrap_word(&p, 2, g->cols, STYLE_LABEL, *lines);
    }
    if (s->prompt_note.len > 0) {
        page_line(&p);
        page_wrap(&p, 0, g->cols, s->prompt_refused ? STYLE_WARNING : STYLE_NORMAL,
                  (const char *)s->prompt_note.data, s->prompt_note.len, false);
    }
    draw_over(&p, g, end);
    page_release(&p);
}

/* As many as fit. */
static int draw_line_key(struct grid *g, struct rect area, int col, const char *key, const char *does)
{
    if (col + (int)(strlen(key) + strlen(does)) >= area.cols)
        return col;
    col = draw_word(g, area, area.rows - 1, col, STYLE_KEY, key);
    return draw_word(g, area, area.rows - 1, col + 1, STYLE_LABEL, does) + 2;
}

/* The keys of a line do not depend on the configuration. */
static void draw_line_keys(const struct state *s, struct grid *g, struct rect area)
{
    const struct prompt *p = s->prompt_kind;
    const struct {
        const char *key, *does;
        bool is;
    } all[] = {
        {"Enter", "takes it", true},
        {"Esc", "cancels", true},
        {"Tab", "completes", p->path || p->names},
        {"Up", "earlier ones", p->past != NULL},
    };
    int col = area.cols >= 100 ? 1 : 0;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is)
            col = draw_line_key(g, area, col, all[i].key, all[i].does);
}

/* Cells before the cursor when so much is cut off at the left that at most `room` are left; `*skip` gets
 * the bytes that are cut off. */
static size_t scroll_prompt(struct buf *text, size_t at, size_t room, size_t *skip)
{
    size_t before = text_width(buf_cstr(text), at);
    struct text_piece piece;

    *skip = 0;
    while (before > room && text_next(buf_cstr(text), text->len, skip, &piece))
        before -= (size_t)piece.width;
    return before;
}

/* A question that leaves no room for its answer loses its beginning. Returns the column after it. */
static int draw_sign(const struct state *s, struct grid *g, struct rect area, int row)
{
    enum { ANSWER_CELLS = 6 };
    const char *sign = s->prompt_kind->sign;
    int over = (int)strlen(sign) + ANSWER_CELLS - area.cols, col = 0;

    if (over > 0) {
        col = draw_word(g, area, row, 0, STYLE_CUT, "~");
        sign += over + 1 < (int)strlen(sign) ? over + 1 : (int)strlen(sign);
    }
    return draw_word(g, area, row, col, STYLE_KEY, sign);
}

/* Keeps the cursor in sight when what is typed is longer than the row; signs say what is cut off. */
static void draw_prompt(const struct state *s, struct grid *g, struct rect area, int row)
{
    struct buf text;
    int sign = draw_sign(s, g, area, row), cut = 0;
    size_t before, at, skip, room = area.cols > sign + 3 ? (size_t)(area.cols - 2 - sign) : 1;

    buf_init(&text, 16 * LIMIT_SHOWN);
    at = show_typed(&text, line_text(&s->prompt), s->prompt.text.len, s->prompt.at, s->flags);
    before = scroll_prompt(&text, at, room, &skip);
    if (skip > 0) {
        cut = 1;
        before = scroll_prompt(&text, at, room - 1, &skip);
    }
    draw_remark(s, g, area, row, sign + (int)text_width(buf_cstr(&text), text.len));
    draw_word(g, area, row, sign, STYLE_CUT, cut ? "~" : "");
    draw_fit(g, area, row, sign + cut, area.cols - sign - cut, s->prompt_proposed ? STYLE_SELECTED : STYLE_PROMPT,
             buf_cstr(&text) + skip, text.len - skip);
    g->cursor_row = area.row + row;
    g->cursor_col = area.col + sign + cut + (int)before;
    g->cursor_shown = true;
    buf_release(&text);
}

/* Keys that wait for more, at the right. */
static void draw_pending(const struct state *s, struct grid *g, struct rect area, int row)
{
    char count[NUMBER_ROOM] = "", first[KEY_LABEL_ROOM] = "", text[2 * NUMBER_ROOM];

    if (keys_idle(&s->keys))
        return;
    if (s->keys.counted)
        snprintf(count, sizeof count, "%llu", (unsigned long long)s->keys.count);
    if (s->keys.first != K_NONE)
        key_label(s->keys.first, first);
    snprintf(text, sizeof text, " %s%s", count, first);
    draw_word(g, area, row, area.cols - (int)strlen(text), STYLE_KEY, text);
}

static void draw_said(const struct state *s, struct grid *g, int row)
{
    struct page p;

    message_page(s, g, &p);
    draw_over(&p, g, row + 1);
    page_release(&p);
}

static void draw_filter(const struct state *s, struct grid *g, struct rect area, int row)
{
    int col = area.cols >= 100 ? 1 : 0;
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    filter_banner(s, area.cols - col, &text);
    draw_text(g, area, row, col, STYLE_FILTER, buf_cstr(&text), text.len);
    buf_release(&text);
}

/* In the last row, which nothing of the evidence ever reaches, a training copy says what it is. What is left of the
 * row. */
static struct rect foot_banner(const struct state *s, struct grid *g)
{
    const char *words = g->cols < 64 ? LAB_BANNER_BRIEF : LAB_BANNER;
    struct rect all = grid_area(g);
    int col = all.cols - (int)strlen(words);

    if (!s->training)
        return all;
    draw_word(g, all, all.rows - 1, col, STYLE_SEEN, words);
    return rect_part(all, 0, 0, all.rows, col - 1);
}

static void draw_foot(const struct state *s, struct grid *g)
{
    struct rect all = grid_area(g), last = foot_banner(s, g);
    const struct view *v = state_view(s);
    int row = g->rows - FRAME_FOOT, end = row - message_height(s, g);

    if (filter_on(s))
        draw_filter(s, g, all, end - 1);
    if (map_height(s, g))
        map_draw(s, g, rect_part(all, end - filter_on(s) - map_height(s, g), 0, map_height(s, g),
                                 g->cols));
    if (s->prompting) {
        draw_notes(s, g, row);
        draw_prompt(s, g, all, row);
        draw_line_keys(s, g, last);
        return;
    }
    draw_said(s, g, row);
    draw_pending(s, g, all, row);
    if (v->line_keys) {
        int col = g->cols >= 100 ? 1 : 0;
        for (const struct line_key *k = v->line_keys; k->key; k++)
            col = draw_line_key(g, last, col, k->key, k->does);
        return;
    }
    draw_hints(s,
               v->hints_now                     ? v->hints_now(s)
               : g->cols >= 64 && v->wide_hints ? v->wide_hints
                                                : v->hints,
               g, last);
}

void frame_draw(const struct state *s, struct grid *g)
{
    const struct view *v = state_view(s);

    if (!v->title || !v->title(s, g, header_title(s, g)))
        header_file(s, g);
    header_judgements(s, g);
    draw_foot(s, g);
}

static void draw_way_out(const struct state *s, struct grid *g)
{
    struct rect last = foot_banner(s, g);
    const char *words = frame_unusable(g) ? " quit" : " quit  (40x10 shows more)";
    const char *key = action_sign(ACTION_QUIT);

    if (s->training && (int)(strlen(key) + strlen(words)) > last.cols)
        words = " quit";
    draw_word(g, last, g->rows - 1, draw_word(g, last, g->rows - 1, 0, STYLE_LABEL, key), STYLE_LABEL, words);
}

/* The row of a note that is being written is where it is typed: above the ways out of it, where there is room for them. */
struct rect frame_tiny_note(const struct grid *g)
{
    int row = g->rows > FRAME_HEAD + 1 ? g->rows - 2 : g->rows - 1;

    return rect_part(grid_area(g), row, 0, 1, g->cols);
}

static void draw_note_open(const struct state *s, struct grid *g)
{
    static const char *const ways[] = {"Ctrl-X keeps it, Esc as a draft", "^X keep, Esc draft"};
    struct rect all = grid_area(g);
    bool brief = g->cols < 31;

    if (g->rows > FRAME_HEAD)
        editor_draw(&s->noting.editor, g, frame_tiny_note(g));
    if (g->rows > FRAME_HEAD + 1)
        draw_word(g, all, g->rows - 1, 0, STYLE_LABEL, ways[brief]);
}

void frame_draw_tiny(const struct state *s, struct grid *g)
{
    header_tiny(s, g);
    if (s->prompting && g->rows > FRAME_HEAD + 1)
        draw_notes(s, g, g->rows - 1);
    if (s->prompting)
        draw_prompt(s, g, rect_part(grid_area(g), g->rows - 1, 0, 1, g->cols), 0);
    else if (s->noting.open)
        draw_note_open(s, g);
    else if (g->rows > 4)
        draw_way_out(s, g);
}
