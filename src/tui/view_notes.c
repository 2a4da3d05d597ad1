#include "tui/view.h"

#include "base/text.h"
#include "tui/frame.h"
#include "tui/notes_page.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

/* A note takes two rows, or three where class and standing need one; below the list, where there is room,
 * the selected one in full. */
enum { NARROW = 80, FULL_LEAST = 12 };

static int rows_each(struct rect body)
{
    return body.cols < NARROW ? 3 : 2;
}

static struct rect list_part(struct rect body)
{
    int full = body.rows >= FULL_LEAST ? body.rows / 3 : 0;

    return rect_part(body, 0, 0, body.rows - full, body.cols);
}

static struct rect full_part(struct rect body)
{
    int rows = body.rows - list_part(body).rows;

    return rect_part(body, body.rows - rows, 0, rows, body.cols);
}

/* What is shown of one, whether it is a note or a draft. */
struct shown_note {
    struct casefile_note note; /* of a draft, what it has of one */
    bool draft;
    uint64_t entry; /* 0: none here */
};

static struct shown_note shown_note(const struct state *s, const struct listed_note *l)
{
    struct shown_note n = {.draft = l->draft, .entry = l->entry};
    const struct draft *d = &s->drafts.item[l->at];

    if (!l->draft) {
        n.note = casefile_note(s->casing.file, l->at);
        return n;
    }
    n.note.entry = d->entry;
    n.note.text = d->text.data ? d->text.data : "";
    n.note.place = l->entry ? NOTE_HERE : NOTE_ORPHAN;
    return n;
}

/* ---- preparing ---- */

static void keep_in_sight(struct notes_list *l)
{
    size_t page = (size_t)l->page;

    if (l->selected < l->top)
        l->top = l->selected;
    if (l->selected >= l->top + page)
        l->top = l->selected - page + 1;
    if (l->top + page > l->count)
        l->top = l->count > page ? l->count - page : 0;
}

static void prepare_full(struct state *s, struct rect area)
{
    const struct listed_note *l = notes_list_selected(&s->notes_list);
    struct page *p = &s->text_page;
    struct shown_note n;

    text_begin(s);
    if (!l || area.rows == 0)
        return;
    n = shown_note(s, l);
    page_line(p);
    notes_put_text(p, s, 0, area.cols, n.note.text[0] ? n.note.text : mark_name(n.note.mark));
    text_fit_area(s, area);
}

static void prepare(struct state *s, struct rect body)
{
    struct notes_list *l = &s->notes_list;
    struct rect list = list_part(body);
    int page = (list.rows - 1) / rows_each(list);

    if (notes_list_make(s) < 0)
        state_say(s, STYLE_WARNING, "no memory for all notes");
    l->page = page > 1 ? page : 1;
    keep_in_sight(l);
    for (size_t i = l->top; i < l->count && i < l->top + (size_t)l->page; i++)
        if (l->item[i].entry)
            rows_load(&s->rows, s->timeline, l->item[i].entry);
    prepare_full(s, full_part(body));
}

/* ---- drawing ---- */

static void draw_class(const struct state *s, struct grid *g, struct rect area, int row, int col,
                       uint64_t entry, enum style style)
{
    const struct row *r = rows_find(&s->rows, entry);
    const char *standing;
    struct buf text;

    if (entry == 0 || !r)
        return;
    standing = standing_name(timeline_mark(s->timeline, entry).standing);
    buf_init(&text, LIMIT_MESSAGE);
    if (r->failed)
        buf_adds(&text, "(not read again)");
    else if (r->provenance_class.text.data)
        buf_add(&text, r->provenance_class.text.data, r->provenance_class.text.len);
    else
        buf_adds(&text, "no class");
    col = draw_fit(g, area, row, col, area.cols - col - 3 - (int)strlen(standing), style,
                   buf_cstr(&text), text.len);
    col = draw_word(g, area, row, col, style, " = ");
    draw_word(g, area, row, col, style, standing);
    buf_release(&text);
}

/* "> s entry 5  2026-11-30T11:02:05Z  made on another file ...  LOGGED BY AGENT = agent assertion" */
static void draw_head(const struct state *s, struct grid *g, struct rect area, int row,
                      const struct shown_note *n, enum style style)
{
    const char *place = notes_place(&n->note, area.cols < 120);
    char number[NUMBER_ROOM], mark[2] = {mark_letter(n->note.mark), '\0'};
    struct buf text;
    int col;

    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "entry %s", show_number(number, n->entry ? n->entry : n->note.entry));
    buf_adds(&text, n->draft ? "  DRAFT" : "  ");
    notes_when(s, &n->note, &text);
    draw_word(g, area, row, 2, style, mark);
    col = draw_fit(g, area, row, 4, area.cols - 4, style, buf_cstr(&text), text.len);
    if (*place)
        col = draw_fit(g, area, row, col + 2, area.cols - col - 2, STYLE_WARNING, place,
                       strlen(place));
    if (area.cols < NARROW)
        draw_class(s, g, area, row + 1, 6, n->entry, style);
    else
        draw_class(s, g, area, row, col + 2, n->entry, style);
    buf_release(&text);
}

/* Its first line; a sign says that there is more. */
static void draw_words(const struct state *s, struct grid *g, struct rect area, int row,
                       const char *words, enum style style)
{
    size_t len = strcspn(words, "\n");
    struct buf text;
    int col;

    buf_init(&text, 10 * CASEFILE_TEXT_MAX);
    show_bytes(&text, words, len, s->flags | TEXT_PROSE);
    col = draw_fit(g, area, row, 6, area.cols - 7, style, buf_cstr(&text), text.len);
    if (words[len] && text_width(buf_cstr(&text), text.len) <= (size_t)(area.cols - 7))
        draw_word(g, area, row, col, STYLE_CUT, "~");
    buf_release(&text);
}

static void draw_note(const struct state *s, struct grid *g, struct rect area, int row, size_t i)
{
    struct shown_note n = shown_note(s, &s->notes_list.item[i]);
    bool selected = i == s->notes_list.selected;
    enum style style = selected ? STYLE_SELECTED : STYLE_NORMAL;
    int words = row + rows_each(area) - 1;
    char marked[64];

    if (selected) {
        draw_word(g, area, row, 0, style, ">");
        g->cursor_row = area.row + row;
        g->cursor_col = area.col;
    }
    draw_head(s, g, area, row, &n, style);
    snprintf(marked, sizeof marked, "(marked %s)", mark_name(n.note.mark));
    draw_words(s, g, area, words, n.note.text[0] ? n.note.text : marked, style);
}

static void draw_none(const struct state *s, struct grid *g, struct rect area)
{
    static const enum action marks[] = {ACTION_MARK_SUSPICIOUS, ACTION_MARK_QUESTION,
                                        ACTION_MARK_CLEARED, ACTION_MARK_IMPORTANT};
    int col = 2;

    draw_word(g, area, 1, 2, STYLE_LABEL,
              s->casing.file ? "No note and no mark." : "No case file is open; :case opens one.");
    col = draw_word(g, area, 2, col, STYLE_LABEL, action_sign(ACTION_NOTE));
    draw_word(g, area, 2, col, STYLE_LABEL, " on an entry writes a note.");
    col = 2;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        col = draw_word(g, area, 3, col, STYLE_LABEL, action_sign(marks[i])) + 1;
    draw_word(g, area, 3, col, STYLE_LABEL, "set a mark.");
}

static void title_words(const struct state *s, int cols, struct buf *out)
{
    const struct casefile *c = s->casing.file;
    size_t orphans = c ? casefile_orphans(c) : 0;
    char n[NUMBER_ROOM];

    if (!c || casefile_notes(c) == 0)
        return;
    show_count(out, casefile_notes(c), "note or mark", "notes and marks");
    if (orphans > 0)
        buf_addf(out, cols < 64 ? ", %s elsewhere" : ", %s of another file without an entry here",
                 show_number(n, orphans));
    if (c && casefile_bytes(c) == CASEFILE_BYTES_OTHER && cols >= 64)
        buf_adds(out, "; made for another file");
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    struct rect list = list_part(body), area = rect_part(list, 1, 0, list.rows, list.cols);
    struct rect full = full_part(body);
    const struct notes_list *l = &s->notes_list;
    int row = 0, each = rows_each(area);
    struct buf words;

    buf_init(&words, 256);
    title_words(s, body.cols, &words);
    frame_rule(s, g, body, 0, STYLE_TITLE, l->by_time ? "notes by time" : "notes by entry",
               buf_cstr(&words));
    buf_release(&words);
    for (size_t i = l->top; i < l->count && row + each <= area.rows; i++, row += each)
        draw_note(s, g, area, row, i);
    if (l->count == 0)
        draw_none(s, g, area);
    if (full.rows > 0) {
        frame_rule(s, g, full, 0, STYLE_LABEL, "in full", "");
        page_draw(&s->text_page, g, rect_part(full, 1, 0, full.rows, full.cols),
                  s->text_scroll.top);
    }
}

/* ---- doing ---- */

static void move(struct state *s, enum unit unit, long n)
{
    struct notes_list *l = &s->notes_list;
    size_t last = l->count ? l->count - 1 : 0, by = (size_t)(n < 0 ? -n : n);

    s->text_scroll.top = 0;
    if (unit == UNIT_END)
        by = last;
    else if (unit != UNIT_ROW)
        by *= (size_t)(unit == UNIT_PAGE ? l->page : (l->page + 1) / 2);
    if (n < 0)
        l->selected = l->selected < by ? 0 : l->selected - by;
    else
        l->selected = last - l->selected < by ? last : l->selected + by;
}

static void go_there(struct state *s, const struct listed_note *l)
{
    if (l->entry == 0)
        state_say(s, STYLE_NORMAL, "no entry here is the one that it was made on");
    if (l->entry == 0 || filter_refuses(s, l->entry))
        return;
    state_pop(s);
    state_jump(s, l->entry);
}

/* A draft is gone on with where its entry is, or its note. */
static void edit(struct state *s, const struct listed_note *l)
{
    if (!l->draft) {
        noting_edit(s, l->at);
        return;
    }
    if (s->drafts.item[l->at].of[0]) {
        noting_resume(s, &s->drafts.item[l->at]);
        return;
    }
    if (l->entry == 0)
        state_say(s, STYLE_NORMAL, "no entry here is the one that it was begun on");
    else
        go_there(s, l);
    if (l->entry && s->selected == l->entry)
        noting_write(s);
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    const struct listed_note *l = notes_list_selected(&s->notes_list);

    (void)count;
    if (!l && a == ACTION_DETACH) {
        state_say(s, STYLE_NORMAL, "there is no note and no mark to take away");
        return true;
    }
    if (a == ACTION_LAYOUT)
        s->notes_list.by_time = !s->notes_list.by_time;
    else if (!l || (a != ACTION_CARD && a != ACTION_NOTE && a != ACTION_DETACH))
        return false;
    else if (a == ACTION_CARD)
        go_there(s, l);
    else if (a == ACTION_NOTE)
        edit(s, l);
    else if (l->draft)
        state_say(s, STYLE_NORMAL, "a draft: it is gone on with, and Ctrl-C in the editor throws it away");
    else
        note_delete(s, l->at);
    return true;
}

static const struct hint hints[] = {
    {ACTION_BACK, "back"},     {ACTION_CARD, "go there"}, {ACTION_NOTE, "edit"},
    {ACTION_DETACH, "delete"}, {ACTION_LAYOUT, "order"},  {ACTION_HISTORY, "history"},
    {ACTION_HELP, "help"},     {ACTION_QUIT, "back"},     {ACTION_NONE, NULL},
};

const struct view view_notes = {
    .name = "notes", .prepare = prepare, .draw = draw, .move = move, .act = act, .hints = hints};
