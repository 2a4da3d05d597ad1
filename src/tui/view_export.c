/* What a report is to hold, where it goes, and how it begins. */
#include "tui/view.h"

#include "base/text.h"
#include "tui/frame.h"

#include <string.h>

enum { VALUE_COL = 10 };

static void prepare(struct state *s, struct rect body)
{
    (void)body;
    export_preview(s);
}

/* "> format   html  [md]  text ..." */
static void draw_formats(const struct state *s, struct grid *g, struct rect area, int row)
{
    const struct exporting *x = &s->exporting;
    const char *gap = area.cols < 48 ? "" : " ";
    int col = VALUE_COL;

    for (size_t i = 0; i < EXPORT_FORMATS; i++) {
        bool is = i == x->format;
        col = draw_word(g, area, row, col, STYLE_SELECTED, is ? "[" : " ");
        col = draw_word(g, area, row, col, is ? STYLE_SELECTED : STYLE_NORMAL, export_format_name(i));
        col = draw_word(g, area, row, col, STYLE_SELECTED, is ? "]" : " ");
        col = draw_word(g, area, row, col, STYLE_NORMAL, gap);
    }
}

static void draw_field(const struct state *s, struct grid *g, struct rect area, int row,
                       enum export_field f)
{
    static const char *const names[EXPORT_FIELDS] = {"format", "entries", "file"};
    const struct exporting *x = &s->exporting;
    enum style style = x->field == f ? STYLE_SELECTED : STYLE_NORMAL;
    struct buf text;

    if (x->field == f) {
        draw_word(g, area, row, 0, style, ">");
        g->cursor_row = area.row + row;
        g->cursor_col = area.col;
    }
    draw_word(g, area, row, 2, STYLE_LABEL, names[f]);
    if (f == EXPORT_FORMAT) {
        draw_formats(s, g, area, row);
        return;
    }
    buf_init(&text, LIMIT_MESSAGE);
    if (f == EXPORT_ENTRIES)
        export_entries_words(x, &text);
    else if (x->path)
        text_escape(&text, x->path, strlen(x->path), s->flags);
    draw_fit(g, area, row, VALUE_COL + 1, area.cols - VALUE_COL - 1, style, buf_cstr(&text), text.len);
    buf_release(&text);
}

/* What comes from evidence is escaped in it already: a '<' that begins a token is not escaped again. */
static void add_line(struct buf *out, const char *at, size_t len, unsigned flags)
{
    while (len > 0) {
        const char *less = memchr(at, '<', len);
        size_t part = less ? (size_t)(less - at) : len;

        text_escape(out, at, part, flags | TEXT_PROSE);
        if (less) {
            buf_adds(out, "<");
            part++;
        }
        at += part;
        len -= part;
    }
}

/* As the lines stand in the file, each cut where the screen ends. */
static void draw_preview(const struct state *s, struct grid *g, struct rect area)
{
    const struct buf *b = &s->exporting.preview;
    const char *at = b->data ? (const char *)b->data : "", *end = at + b->len;
    struct buf text;

    buf_init(&text, 10 * LIMIT_MESSAGE);
    for (int row = 0; row < area.rows && at < end; row++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t len = (size_t)((newline ? newline : end) - at);
        size_t shown = len < LIMIT_SHOWN ? len : LIMIT_SHOWN, lead = strspn(at, " ");
        buf_clear(&text);
        if (lead < shown)
            add_line(&text, at + lead, shown - lead, s->flags);
        draw_fit(g, area, row, (int)(lead < 40 ? lead : 40), area.cols, STYLE_NORMAL, buf_cstr(&text),
                 text.len);
        at += len + 1;
    }
    buf_release(&text);
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    struct rect area = rect_part(body, 1, 0, body.rows, body.cols);

    frame_rule(s, g, body, 0, STYLE_TITLE, "report", "");
    for (int f = 0; f < EXPORT_FIELDS; f++)
        draw_field(s, g, area, f, (enum export_field)f);
    frame_rule(s, g, area, EXPORT_FIELDS, STYLE_LABEL,
               export_as_text(&s->exporting) ? "what it says, as text" : "it begins so",
               s->exporting.plain && body.cols >= 64 ? "the preview explains nothing" : "");
    draw_preview(s, g, rect_part(area, EXPORT_FIELDS + 1, 0, area.rows, area.cols));
}

static void move(struct state *s, enum unit unit, long n)
{
    struct exporting *x = &s->exporting;
    int to = unit == UNIT_END ? (n < 0 ? 0 : EXPORT_FIELDS - 1) : (int)x->field + (n < 0 ? -1 : 1);

    x->field = (enum export_field)(to < 0 ? 0 : to >= EXPORT_FIELDS ? EXPORT_FIELDS - 1 : to);
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    if (a == ACTION_EXPORT)
        export_go(s);
    else if (a == ACTION_CARD)
        export_ask(s);
    else if (a == ACTION_RIGHT || a == ACTION_NEXT_PANE)
        export_turn(s, 1);
    else if (a == ACTION_LEFT)
        export_turn(s, -1);
    else
        return false;
    return true;
}

static const struct hint hints[] = {
    {ACTION_BACK, "cancel"}, {ACTION_EXPORT, "write it"}, {ACTION_CARD, "change"},
    {ACTION_RIGHT, "other"}, {ACTION_DOWN, "next"},       {ACTION_HELP, "help"},
    {ACTION_QUIT, "back"},   {ACTION_NONE, NULL},
};

const struct view view_export = {
    .name = "report", .prepare = prepare, .draw = draw, .move = move, .act = act, .hints = hints};
