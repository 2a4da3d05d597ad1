#include "tui/plain.h"

#include "base/text.h"
#include "tui/compare.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <string.h>

enum { CLASS_CELLS = 32 };

static const char *link_word(const struct state *s)
{
    struct comparison c[COMPARISONS];
    size_t n = compare_entry(s, c);

    for (size_t i = 0; i < n; i++)
        if (c[i].kind == COMPARE_LINK_IN)
            return c[i].word;
    return "not assessed";
}

static void add_class(struct buf *out, const struct state *s)
{
    const struct row *row = rows_find(&s->rows, s->selected);
    enum standing standing = timeline_mark(s->timeline, s->selected).standing;
    const struct field *f = row ? &row->provenance_class : NULL;

    if (f && f->text.data) {
        size_t used, fits = text_fit(f->text.data, f->text.len, CLASS_CELLS, &used);
        buf_add(out, f->text.data, fits);
        buf_adds(out, fits < f->text.len || f->cut ? "~" : "");
    } else {
        buf_adds(out, "no class");
    }
    buf_adds(out, " = ");
    show_result(out, standing_name(standing));
}

/* What the list shows as a letter. */
static void add_noted(struct buf *out, const struct state *s)
{
    const struct casefile *c = s->casing.file;
    enum mark mark = c ? casefile_entry_mark(c, s->selected) : MARK_NONE;

    if (mark != MARK_NONE)
        buf_addf(out, ", marked %s", mark_name(mark));
    else if (mark_sign(s, s->selected) != ' ')
        buf_adds(out, ", with a note");
}

/* Before what else is said; of an announcement that is made again, what was said behind it stays. */
static void announce(struct state *s, struct buf *text)
{
    size_t own = s->announced_len < s->message.len ? s->announced_len : s->message.len;

    s->announced_len = text->len;
    if (s->message.len > own) {
        buf_adds(text, "; ");
        s->announced_len = text->len;
        buf_add(text, s->message.data + own, s->message.len - own);
    } else {
        s->message_style = STYLE_NORMAL;
    }
    s->said++;
    buf_clear(&s->message);
    buf_add(&s->message, text->data, text->len);
}

void plain_announce(struct state *s)
{
    char at[NUMBER_ROOM], all[NUMBER_ROOM];
    struct buf text;

    if (s->selected == 0 || s->selected == s->announced)
        return;
    s->announced = s->selected;
    buf_init(&text, LIMIT_MESSAGE);
    if (s->training)
        buf_adds(&text, LAB_BANNER ", ");
    if (s->jobs.open.data)
        buf_adds(&text, "one job alone, ");
    buf_addf(&text, "entry %s of %s%s: ", show_number(at, s->selected),
             show_number(all, s->progress.entries), s->progress.done ? "" : " so far");
    add_class(&text, s);
    buf_addf(&text, ", link into it %s", link_word(s));
    add_noted(&text, s);
    announce(s, &text);
    buf_release(&text);
}

/* ---- a row of another view ---- */

static bool is_sign(const struct grid *g, int row, int col)
{
    const struct cell *c = grid_cell(g, row, col);

    return c && c->style == STYLE_SELECTED && c->len == 1 && c->text[0] == '>';
}

static bool is_blank(const struct cell *c)
{
    return c->len == 0 || (c->len == 1 && c->text[0] == ' ');
}

/* Where the text of a row begins behind the column of the sign; its end when there is none. */
static int indent(const struct grid *g, struct rect body, int row)
{
    int col = body.col + 1;

    while (col < body.col + body.cols && is_blank(grid_cell(g, row, col)))
        col++;
    return col;
}

/* Cells from there on, with one space for several. */
static void add_cells(const struct grid *g, struct rect body, int row, struct buf *out)
{
    bool apart = out->len > 0;

    for (int col = indent(g, body, row); col < body.col + body.cols; col++) {
        const struct cell *c = grid_cell(g, row, col);
        if (c->width == 0)
            continue;
        if (!is_blank(c)) {
            buf_adds(out, apart ? " " : "");
            buf_add(out, c->text, c->len);
        }
        apart = is_blank(c);
    }
}

/* The row, and those below it that are indented more. */
static void read_rows(const struct grid *g, struct rect body, int row, struct buf *out)
{
    int first = indent(g, body, row), end = body.col + body.cols, last = body.row + body.rows;

    do
        add_cells(g, body, row++, out);
    while (row < last && indent(g, body, row) > first && indent(g, body, row) < end && !is_sign(g, row, body.col));
}

bool plain_announce_row(struct state *s, struct rect body)
{
    const struct view *v = state_view(s);
    struct grid *g = &s->grid;
    int row = body.row;
    struct buf text;
    bool news;

    while (row < body.row + body.rows && !is_sign(g, row, body.col))
        row++;
    if (v == &view_list || v == &view_card || v == &view_lab || row == body.row + body.rows) {
        str_release(&s->row_said);
        return false;
    }
    g->cursor_row = row;
    g->cursor_col = body.col;
    buf_init(&text, LIMIT_MESSAGE);
    if (v->aloud)
        v->aloud(s, &text);
    else
        read_rows(g, body, row, &text);
    news = !s->row_said.data || s->row_said.len != text.len || memcmp(s->row_said.data, text.data, text.len) != 0;
    if (news && str_set(&s->row_said, buf_cstr(&text), text.len) == 0)
        announce(s, &text);
    buf_release(&text);
    return news;
}
