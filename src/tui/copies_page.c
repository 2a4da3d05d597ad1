#include "tui/copies_page.h"

#include "base/text.h"
#include "tui/show.h"

#include <string.h>

/* ---- the comparison ---- */

static const char *certainty(const struct copies *c)
{
    return c->proved ? "proved" : "possible";
}

void copies_page_title(const struct comparing *x, struct buf *out)
{
    show_result(out, copies_category_name(x->copies.category));
    buf_addf(out, ", %s", certainty(&x->copies));
}

void copies_page_counts(const struct comparing *x, struct buf *out)
{
    struct copies_count count[COPIES_COUNTS];
    size_t n = copies_counts(&x->copies, count);
    char number[NUMBER_ROOM];

    for (size_t i = 0; i < n; i++)
        buf_addf(out, "%s%s %s", i > 0 ? ", " : "", show_number(number, count[i].entries),
                 count[i].says);
}

static void put_words(struct page *p, int cols, enum style style, const char *label,
                      const char *text)
{
    int col = cols < 64 ? 0 : 11;

    page_line(p);
    if (cols < 64 && label[0]) {
        page_word(p, 0, style, label);
        page_line(p);
    } else {
        page_word(p, cols >= COPIES_WIDE, style, label);
    }
    page_wrap_word(p, col, cols, STYLE_NORMAL, text);
}

static void add_proof(const struct copies *c, struct buf *out)
{
    copies_say_proof(c, out);
    if (!c->other.told)
        return;
    buf_adds(out, "; in the other order: ");
    copies_say_other(c, out);
}

static void add_found(const struct copies *c, struct buf *out)
{
    char n[NUMBER_ROOM];

    buf_adds(out, copies_says(c));
    if (c->reopened)
        buf_adds(out, "; its last entry is closed in the earlier copy alone");
    if (c->entry > 0) {
        buf_addf(out, "; the first difference%s is at ", c->beyond > 0 ? " of digests" : "");
        copies_say_entry(c, out);
    }
    if (c->start > 0)
        buf_addf(out, "; it begins with what entry %s of the earlier copy records", show_number(n, c->start));
}

void copies_page_found(struct page *p, const struct state *s, int cols)
{
    const struct copies *c = &s->comparing.copies;
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    add_found(c, &text);
    put_words(p, cols, STYLE_LABEL, "FOUND", buf_cstr(&text));
    buf_clear(&text);
    add_proof(c, &text);
    put_words(p, cols, c->proved ? STYLE_TITLE : STYLE_LABEL, c->proved ? "PROVED" : "POSSIBLE",
              buf_cstr(&text));
    put_words(p, cols, STYLE_LABEL, "NOT SHOWN", copies_limits(c->category));
    buf_release(&text);
}

static void put_file(struct page *p, const struct state *s, int cols, const char *label,
                     const char *path, uint64_t entries)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_count(&text, entries, "entry", "entries");
    buf_adds(&text, "  ");
    show_cstr(&text, path, s->flags);
    put_words(p, cols, STYLE_LABEL, label, buf_cstr(&text));
    buf_release(&text);
}

void copies_page_files(struct page *p, const struct state *s, int cols)
{
    const struct comparing *x = &s->comparing;

    put_file(p, s, cols, "EARLIER", x->path, x->copies.earlier_entries);
    put_file(p, s, cols, "LATER", source_path(timeline_source(x->later)),
             x->copies.later_entries);
}

/* ---- rows ---- */

static bool has_earlier(const struct copies_row *row)
{
    return row->kind != COPIES_ADDED && row->kind != COPIES_MOVED_TO;
}

static bool has_later(const struct copies_row *row)
{
    return row->kind != COPIES_MISSING && row->kind != COPIES_MOVED_FROM;
}

int copies_page_height(const struct copies_row *row, int cols)
{
    int sides = cols >= COPIES_WIDE || row->kind == COPIES_SAME
                    ? 1
                    : has_earlier(row) + has_later(row);

    return sides * (cols < 64 ? 2 : 1) + copies_differs(row);
}

static void add_value(struct buf *out, const struct entry_value *v, unsigned flags,
                      const char *absent)
{
    if (v->type == JSON_ABSENT)
        buf_adds(out, absent);
    else
        show_value(out, v, false, flags);
}

/* The class gives way where there is no room for both. */
static void put_class(struct page *p, int col, int end, const struct entry_text *t,
                      enum standing standing, unsigned flags)
{
    int room = end - col - 3 - (int)strlen(standing_name(standing));
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    add_value(&text, &t->member[MEMBER_PROVENANCE_CLASS], flags, "no class");
    col = page_fit(p, col, room, STYLE_NORMAL, buf_cstr(&text), text.len,
                   t->member[MEMBER_PROVENANCE_CLASS].cut);
    col = page_word(p, col, STYLE_NORMAL, " = ");
    page_word(p, col, STYLE_NORMAL, standing_name(standing));
    buf_release(&text);
}

static int digits_of(uint64_t n)
{
    int digits = 1;

    for (; n >= 10; n /= 10)
        digits++;
    return digits;
}

/* The number, with the same end in all rows. Returns the column of what follows. */
static int put_number(struct page *p, const struct copies *c, int col, uint64_t entry)
{
    uint64_t most =
        c->earlier_entries > c->later_entries ? c->earlier_entries : c->later_entries;
    int digits = digits_of(most) > 3 ? digits_of(most) : 3;

    page_format(p, col + digits - digits_of(entry), STYLE_NORMAL, "%llu",
                (unsigned long long)entry);
    return col + digits + 2;
}

/* Number, tool, class and standing from `col` to `end`; narrow ones take a second line. */
static void put_entry(struct page *p, const struct state *s, struct timeline *t, uint64_t entry,
                      int col, int end, bool narrow)
{
    enum { TOOL_CELLS = 10 };
    struct entry_text text = {0};
    struct err err = {0};
    struct buf tool;

    col = put_number(p, &s->comparing.copies, col, entry);
    if (timeline_read_members(t, entry, LIMIT_SHOWN, &text, &err) < 0) {
        page_word(p, col, STYLE_FAILURE, "(not read again)");
        entry_text_release(&text);
        if (narrow)
            page_line(p);
        return;
    }
    buf_init(&tool, LIMIT_MESSAGE);
    add_value(&tool, &text.member[MEMBER_TOOL], s->flags, "no tool");
    page_fit(p, col, narrow ? end - col : TOOL_CELLS, STYLE_NORMAL, buf_cstr(&tool),
             tool.len, text.member[MEMBER_TOOL].cut);
    if (narrow)
        page_line(p);
    put_class(p, narrow ? 4 : col + TOOL_CELLS + 1, end, &text, timeline_mark(t, entry).standing,
              s->flags);
    buf_release(&tool);
    entry_text_release(&text);
}

static void put_sign(struct page *p, bool selected, bool differs)
{
    page_line(p);
    page_word(p, 0, STYLE_SELECTED, selected ? ">" : " ");
    page_word(p, 1, differs ? STYLE_FAILURE : STYLE_NORMAL, differs ? "!" : " ");
}

static void put_beside(struct page *p, const struct state *s, const struct copies_row *row,
                       int cols)
{
    const struct copies *c = &s->comparing.copies;
    int half = cols / 2;

    if (has_earlier(row))
        put_entry(p, s, c->earlier, row->earlier, 2, half - 1, false);
    page_word(p, half, STYLE_FRAME, s->unicode_frames ? "\u2502" : "|");
    if (has_later(row))
        put_entry(p, s, c->later, row->later, half + 1, cols, false);
}

static void put_stacked(struct page *p, const struct state *s, const struct copies_row *row,
                        int cols)
{
    const struct copies *c = &s->comparing.copies;
    bool same = row->kind == COPIES_SAME, narrow = cols < 64;

    if (has_earlier(row) && !same) {
        page_word(p, 3, STYLE_LABEL, "E");
        put_entry(p, s, c->earlier, row->earlier, 5, cols, narrow);
        if (!has_later(row))
            return;
        put_sign(p, false, !same);
    }
    page_word(p, 3, STYLE_LABEL, same ? "=" : "L");
    put_entry(p, s, c->later, row->later, 5, cols, narrow);
}

void copies_page_row(struct page *p, struct state *s, uint64_t n, const struct copies_row *row,
                     int cols)
{
    struct comparing *x = &s->comparing;
    const char *words;

    put_sign(p, n == x->selected, copies_differs(row));
    if (cols >= COPIES_WIDE)
        put_beside(p, s, row, cols);
    else
        put_stacked(p, s, row, cols);
    if (!copies_differs(row))
        return;
    words = copies_words(x, n, row, s->flags);
    page_line(p);
    page_fit(p, cols < 64 ? 4 : cols < COPIES_WIDE ? 10 : 7, cols, STYLE_TITLE, words,
             strlen(words), false);
}
