/* The note that is being written: below the list, or alone where there is little room. */
#include "tui/frame.h"
#include "tui/notes.h"
#include "tui/show.h"
#include "tui/view.h"

#include "base/text.h"

#include <string.h>

enum { LEAST_WITH_LIST = 16, EDITOR_LEAST = 6 };

struct note_places {
    struct rect list; /* empty where there is little room */
    struct rect rule, about, text;
};

static void place(struct rect body, struct note_places *p)
{
    int list = body.rows >= LEAST_WITH_LIST ? body.rows / 2 : 0;

    p->list = rect_part(body, 0, 0, list, body.cols);
    p->rule = rect_part(body, list, 0, 1, body.cols);
    p->about = rect_part(body, list + 1, 0, 1, body.cols);
    p->text = rect_part(body, list + 2, 0, body.rows, body.cols);
}

static bool with_list(const struct state *s, const struct note_places *p)
{
    return p->list.rows > 0 && s->selected == s->noting.entry;
}

static void prepare(struct state *s, struct rect body)
{
    struct note_places p;

    place(body, &p);
    if (with_list(s, &p))
        view_list.prepare(s, p.list);
    if (s->noting.entry <= s->progress.entries)
        rows_load(&s->rows, s->timeline, s->noting.entry);
    editor_fit(&s->noting.editor, p.text);
}

/* Class and standing stand beside what is said of an entry. */
static void draw_about(const struct state *s, struct grid *g, struct rect area)
{
    const struct row *row = rows_find(&s->rows, s->noting.entry);
    enum standing standing;
    struct buf text;
    const char *name;

    if (!row || row->failed || s->noting.entry > s->progress.entries)
        return;
    standing = timeline_mark(s->timeline, s->noting.entry).standing;
    name = standing_name(standing);
    buf_init(&text, LIMIT_MESSAGE);
    if (row->provenance_class.text.data)
        buf_add(&text, row->provenance_class.text.data, row->provenance_class.text.len);
    else
        buf_adds(&text, "no class");
    draw_word(g, area, 0,
              draw_word(g, area, 0,
                        draw_fit(g, area, 0, 0, area.cols - (int)strlen(name) - 3, STYLE_LABEL,
                                 buf_cstr(&text), text.len),
                        STYLE_LABEL, " = "),
              STYLE_LABEL, name);
    buf_release(&text);
}

static void draw_rule(const struct state *s, struct grid *g, struct rect area)
{
    const struct noting *n = &s->noting;
    char number[NUMBER_ROOM];
    struct buf left, right;

    buf_init(&left, 256);
    buf_init(&right, 256);
    buf_addf(&left, "%s entry %s", n->edits ? "text of the note for" : "a note for",
             show_number(number, n->entry));
    if (editor_above(&n->editor) > 0)
        buf_addf(&right, "%zu above", editor_above(&n->editor));
    if (editor_below(&n->editor) > 0)
        buf_addf(&right, "%s%zu below", right.len ? ", " : "", editor_below(&n->editor));
    frame_rule(s, g, area, 0, STYLE_FOCUS, buf_cstr(&left), buf_cstr(&right));
    buf_release(&left);
    buf_release(&right);
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    struct note_places p;

    place(body, &p);
    if (with_list(s, &p))
        view_list.draw(s, g, p.list);
    draw_rule(s, g, p.rule);
    draw_about(s, g, p.about);
    editor_draw(&s->noting.editor, g, p.text);
}

static void move(struct state *s, enum unit unit, long n)
{
    (void)s;
    (void)unit;
    (void)n;
}

static const struct line_key keys[] = {
    {"Ctrl-X", "keeps it"}, {"Esc", "keeps a draft"}, {"Enter", "new line"},
    {"Ctrl-C", "throws it away"}, {NULL, NULL},
};

static const struct hint hints[] = {{ACTION_HELP, "help"}, {ACTION_NONE, NULL}};

const struct view view_note = {.name = "a note",
                               .prepare = prepare,
                               .draw = draw,
                               .move = move,
                               .line_keys = keys,
                               .hints = hints};
