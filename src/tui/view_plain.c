#include "tui/view.h"

#include "base/text.h"
#include "tui/card_page.h"
#include "tui/compare.h"
#include "tui/show.h"

#include <string.h>

/* Rows are filled to the edge: what a mouse marks has nothing of the screen in it. */
static void put_value(struct page *p, int cols, const char *text, size_t len)
{
    size_t used;

    while (len > 0 && !p->failed) {
        size_t line = strcspn(text, "\n"), part;
        part = text_fit(text, line < len ? line : len, (size_t)cols, &used);
        page_line(p);
        page_text(p, 0, STYLE_NORMAL, text, part);
        if (part == 0 && *text != '\n')
            break;
        part += text[part] == '\n';
        text += part;
        len -= part;
    }
}

static void put_named(struct page *p, int cols, const char *name, const char *text, size_t len)
{
    page_line(p);
    page_line(p);
    page_wrap_word(p, 0, cols, STYLE_LABEL, name);
    put_value(p, cols, text, len);
}

/* Class and standing of the entry that the values are of. */
static void put_class(struct page *p, const struct state *s, uint64_t entry, int cols)
{
    const char *standing = standing_name(timeline_mark(s->timeline, entry).standing);
    const struct row *row = rows_find(&s->rows, entry);
    char n[NUMBER_ROOM];
    int col;

    page_line(p);
    col = page_format(p, 0, STYLE_LABEL, "entry %s ", show_number(n, entry));
    if (cols < 64)
        page_line(p), col = 0;
    if (row && !row->failed && row->provenance_class.text.data)
        col = page_fit(p, col, cols - col - 3 - (int)strlen(standing), STYLE_NORMAL,
                       row->provenance_class.text.data, row->provenance_class.text.len,
                       row->provenance_class.cut);
    page_format(p, col, STYLE_NORMAL, " = %s", standing);
}

static void put_side(struct page *p, int cols, const struct comparison *c, bool stored)
{
    const struct side *side = stored ? &c->stored : &c->recomputed;
    struct buf name;

    buf_init(&name, 256);
    copy_side_name(c, stored, &name);
    if (side->hex[0])
        put_named(p, cols, buf_cstr(&name), side->hex, DIGEST_HEX);
    else
        put_named(p, cols, buf_cstr(&name), side->text ? side->text : "", side->len);
    buf_release(&name);
}

static void put_entry(struct page *p, const struct state *s, int cols)
{
    const struct row *row = rows_find(&s->rows, s->detail.entry);
    struct comparison c[COMPARISONS];
    size_t n = compare_entry(s, c), i = s->comparison < n ? s->comparison : 0;

    if (n > 0) {
        put_side(p, cols, &c[i], true);
        put_side(p, cols, &c[i], false);
    }
    if (row && row->id.text.data)
        put_named(p, cols, "id", row->id.text.data, row->id.text.len);
    if (!s->reproduce.has_digest)
        return;
    if (lab_path_of(s))
        put_named(p, cols, "for a shell", s->reproduce.by_tool.data, s->reproduce.by_tool.len);
    if (!s->reproduce.by_hand.data)
        return;
    page_line(p);
    page_line(p);
    page_wrap_word(p, 0, cols, STYLE_LABEL, "for a shell, without this program");
    card_page_by_hand(p, 0, cols, &s->reproduce.by_hand);
}

/* Raw text that looks like a token must not be taken for one. */
static void put_copied(struct page *p, const struct copying *copy, int cols)
{
    const char *text = (const char *)copy->text.data;
    struct buf shown;

    buf_init(&shown, 16 * COPY_MAX);
    if (copy->escaped)
        buf_add(&shown, text, copy->text.len);
    else
        text_escape(&shown, text, copy->text.len, 0);
    put_named(p, cols, (const char *)copy->what.data, buf_cstr(&shown), shown.len);
    buf_release(&shown);
}

static void put_selected(struct page *p, struct state *s, int cols)
{
    if (!s->detail.entry)
        return;
    put_class(p, s, s->detail.entry, cols);
    if (s->detail.failed)
        return;
    reproduce_load(&s->reproduce, s->timeline, lab_path_of(s), s->detail.entry, s->progress.done);
    put_entry(p, s, cols);
}

static void put_sent(struct page *p, struct state *s, int cols)
{
    const struct copying *copy = &s->copying;

    if (copy->entry) {
        rows_load(&s->rows, s->timeline, copy->entry);
        put_class(p, s, copy->entry, cols);
    }
    put_copied(p, copy, cols);
}

/* What was sent last comes first where it is of the selected entry or of the file; of another one
 * it comes below the values of the selected one. */
static void prepare(struct state *s, struct rect body)
{
    const struct copying *copy = &s->copying;
    bool sent = copy->text.len > 0, first = copy->entry == 0 || copy->entry == s->selected;
    struct page *p = &s->text_page;

    text_begin(s);
    if (sent && first)
        put_sent(p, s, body.cols);
    if (!sent || !first || copy->entry == 0) {
        if (sent && first)
            page_line(p);
        put_selected(p, s, body.cols);
    }
    if (sent && !first) {
        page_line(p);
        put_sent(p, s, body.cols);
    }
    scroll_fit(&s->text_scroll, p, body.rows);
}

static void draw(const struct state *s, struct grid *g, struct rect body)
{
    page_draw(&s->text_page, g, body, s->text_scroll.top);
}

const struct view view_plain = {
    .name = "plain", .prepare = prepare, .draw = draw, .move = text_move, .hints = text_hints};
