#include "tui/list_row.h"

#include "base/text.h"
#include "tui/compare.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

struct row_at {
    const struct state *s;
    struct grid *g;
    struct rect area;
    const struct columns *c;
    int row;
    uint64_t entry;
    enum style style; /* of the row as a whole */
};

static void draw_field(const struct row_at *r, int row, struct column at, const struct field *f,
                       size_t across)
{
    struct text_piece piece;
    size_t skip = 0, cells = 0;
    const char *text = f->text.data ? f->text.data : "";
    enum style style = f->type == JSON_ABSENT ? STYLE_LABEL : r->style;
    int col = at.at, begin;

    while (cells < across && text_next(text, f->text.len, &skip, &piece))
        cells += (size_t)piece.width;
    if (across > 0 && at.cells > 1)
        col = draw_word(r->g, r->area, row, col, STYLE_CUT, "~");
    begin = col;
    col = draw_fit(r->g, r->area, row, col, at.at + at.cells - col, style, text + skip,
                   f->text.len - skip);
    if (f->type != JSON_ABSENT)
        search_mark(r->s, r->g, rect_part(r->area, row, 0, 1, r->area.cols), begin, col, text,
                    f->text.len, skip);
    if (f->cut && col < at.at + at.cells)
        draw_word(r->g, r->area, row, col, STYLE_CUT, "~");
}

static void draw_digest(const struct row_at *r, struct column at, const char *hex)
{
    struct buf text;

    buf_init(&text, 128);
    if (strspn(hex, "0") == DIGEST_HEX && at.at == r->c->recomputed.at)
        buf_adds(&text, "64 zeros");
    else
        show_hex_short(&text, hex, r->c->hex_ends);
    draw_word(r->g, r->area, r->row, at.at, r->style, buf_cstr(&text));
    buf_release(&text);
}

static void draw_digests(const struct row_at *r, const struct row *row)
{
    static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
    char hex[DIGEST_HEX + 1];
    struct entry_mark before;

    if (row->prev_hex[0])
        draw_digest(r, r->c->stored, row->prev_hex);
    else
        draw_field(r, r->row, r->c->stored, &row->prev, 0);
    if (r->entry == 1) {
        draw_digest(r, r->c->recomputed, zeros);
        return;
    }
    before = timeline_mark(r->s->timeline, r->entry - 1);
    digest_hex(&before.digest, hex);
    if (before.has_digest)
        draw_digest(r, r->c->recomputed, hex);
    else
        draw_word(r->g, r->area, r->row, r->c->recomputed.at, r->style, "no digest");
}

static void draw_sign(const struct row_at *r)
{
    char mark[2] = {mark_sign(r->s, r->entry), '\0'};

    if (mark[0] != ' ')
        draw_word(r->g, r->area, r->row, r->c->mark, STYLE_TITLE, mark);
    if (state_entry_fails(r->s, r->entry))
        draw_word(r->g, r->area, r->row, r->c->sign, STYLE_FAILURE, "!");
    else if (state_entry_warns(r->s, r->entry))
        draw_word(r->g, r->area, r->row, r->c->sign, STYLE_WARNING, "?");
}

static void draw_link(const struct row_at *r)
{
    enum link_state link = compare_link(r->s, r->entry);
    bool broken = link == LINK_STATE_BROKEN;
    const char *word = broken ? "BROKEN" : link_state_name(link);
    char text[32];

    if (r->c->two_rows && link != LINK_STATE_GENESIS)
        snprintf(text, sizeof text, "%s %s", broken ? "LINK" : "link", word);
    else
        snprintf(text, sizeof text, "%s", word);
    draw_word(r->g, r->area, r->row,
              r->c->link.at + (r->c->two_rows ? r->c->link.cells - (int)strlen(text) : 0),
              broken ? STYLE_FAILURE : r->style, text);
}

static void draw_number(const struct row_at *r)
{
    char number[NUMBER_ROOM];
    int len = snprintf(number, sizeof number, "%llu", (unsigned long long)r->entry);

    if (r->entry == r->s->selected)
        draw_word(r->g, r->area, r->row, 0, r->style, ">");
    draw_word(r->g, r->area, r->row, r->c->number_end - len, r->style, number);
}

/* "LOGGED BY AGENT = agent assertion"; the class gives way where there is no room for both. */
static void draw_class_row(const struct row_at *r, const struct row *row, enum standing standing)
{
    const char *name = standing_name(standing);
    struct column at = {2, r->area.cols - 2 - (int)strlen(name) - 3};
    int end =
        (int)text_width(row->provenance_class.text.data ? row->provenance_class.text.data : "",
                        row->provenance_class.text.len);

    draw_field(r, r->row + 1, at, &row->provenance_class, 0);
    end = at.at + (end < at.cells ? end + row->provenance_class.cut : at.cells);
    end = draw_word(r->g, r->area, r->row + 1, end, r->style, " = ");
    draw_word(r->g, r->area, r->row + 1, end, r->style, name);
}

static void draw_unread(const struct row_at *r, const struct row *row)
{
    const char *words = !row || !row->changed ? "(cannot be read again)"
                        : r->area.cols < 64   ? "(changed since)"
                                              : "(changed since: not what was examined)";

    draw_word(r->g, r->area, r->row, r->c->tool.at, STYLE_FAILURE, words);
}

static void draw_entry(const struct row_at *r)
{
    const struct row *row = rows_find(&r->s->rows, r->entry);
    struct entry_mark mark = timeline_mark(r->s->timeline, r->entry);
    struct row_at rest = *r;

    draw_number(r);
    draw_sign(r);
    /* A row of a wide screen that is bold to its end would be sent again whole when the selection leaves it. */
    if (r->c->stored.cells || r->area.cols < r->g->cols)
        rest.style = STYLE_NORMAL;
    if (!row || row->failed) {
        draw_unread(r, row);
        return;
    }
    draw_link(&rest);
    if (!row->is_object) {
        draw_word(r->g, r->area, r->row, r->c->tool.at, STYLE_FAILURE, "(no object)");
        return;
    }
    draw_field(&rest, r->row, r->c->tool, &row->tool, r->s->list_across);
    if (r->c->two_rows) {
        draw_class_row(r, row, mark.standing);
        return;
    }
    if (r->c->id.cells)
        draw_field(&rest, r->row, r->c->id, &row->id, r->s->list_across);
    draw_field(&rest, r->row, r->c->provenance_class, &row->provenance_class, 0);
    draw_word(r->g, r->area, r->row, r->c->standing.at, rest.style, standing_name(mark.standing));
    if (r->c->stored.cells)
        draw_digests(&rest, row);
}

void list_row_draw(const struct state *s, struct grid *g, struct rect area, const struct columns *c,
                   int row, uint64_t entry)
{
    enum style style = entry == s->selected ? STYLE_SELECTED : STYLE_NORMAL;
    struct row_at r = {s, g, area, c, row, entry, style};

    draw_entry(&r);
}

static const struct reference *citing(const struct state *s, enum reference_result result)
{
    for (size_t i = 0; s->referenced && i < s->refs->count; i++)
        if (s->refs->item[i].result == result)
            return &s->refs->item[i];
    return NULL;
}

static void damage_row(const struct state *s, bool narrow, struct buf *out)
{
    const struct damage *d = timeline_damage(s->timeline);
    char offset[NUMBER_ROOM], line[NUMBER_ROOM];

    if (!d)
        buf_adds(out, "(not read further)");
    else if (narrow)
        buf_addf(out, "(damage in line %s)", show_number(line, d->line));
    else
        buf_addf(out, "(damage at byte %s, line %s: not read further, entries may follow)",
                 show_number(offset, d->offset), show_number(line, d->line));
}

/* That nothing behind the last entry cites it, and what else does. */
static void add_uncited(const struct state *s, struct buf *out)
{
    char last[NUMBER_ROOM], by[NUMBER_ROOM];

    show_number(last, s->progress.entries);
    if (s->verdict.cited_by != 0)
        buf_addf(out, "(after the last: entry %s, in front, cites the digest of entry %s", show_number(by, s->verdict.cited_by),
                 last);
    else if (s->verdict.uncitable)
        buf_addf(out, "(after the last: entry %s has no digest that could be cited", last);
    else
        buf_addf(out, "(after the last: no entry %scites the digest of entry %s", s->verdict.cited_unknown ? "behind " : "",
                 last);
}

static void add_uncited_narrow(const struct state *s, struct buf *out)
{
    char last[NUMBER_ROOM], by[NUMBER_ROOM];

    show_number(last, s->progress.entries);
    if (s->verdict.cited_by != 0)
        buf_addf(out, "(entry %s cites entry %s)", show_number(by, s->verdict.cited_by), last);
    else
        buf_addf(out, s->verdict.cited_unknown || s->verdict.uncitable ? "(nothing follows entry %s)" : "(nothing in here cites entry %s)", last);
}

static void end_cited(const struct state *s, bool narrow, struct buf *out)
{
    const struct reference *against = citing(s, REFERENCE_CONTRADICTED);
    const struct reference *r = against != NULL ? against : citing(s, REFERENCE_MATCHES);
    char last[NUMBER_ROOM];

    if (narrow && r == NULL) {
        add_uncited_narrow(s, out);
    } else if (narrow) {
        buf_addf(out, "(digest of %s: ", show_number(last, s->progress.entries));
    } else {
        add_uncited(s, out);
        buf_adds(out, r != NULL                  ? "; "
                      : s->verdict.cited_by != 0 || s->verdict.uncitable ? ")"
                      : s->verdict.cited_unknown ? "; a reference outside can)"
                                                   : "; only a reference outside can)");
    }
    if (r == NULL)
        return;
    buf_adds(out, against != NULL ? "contradicted by " : "cited by ");
    show_reference(out, r, s->flags);
    buf_adds(out, ")");
}

static void after_last(const struct state *s, bool narrow, struct buf *out)
{
    if (s->progress.failed) {
        if (narrow)
            buf_adds(out, "(not read further)");
        else
            buf_addf(out, "(the file was not read further, entries may follow; %s reads it again)",
                     action_sign(ACTION_RELOAD));
    } else if (!s->progress.done) {
        buf_adds(out, "(more entries are being read)");
    } else if (s->verdict.timeline == TIMELINE_UNREADABLE) {
        damage_row(s, narrow, out);
    } else {
        end_cited(s, narrow, out);
    }
}

void list_end_draw(const struct state *s, struct grid *g, struct rect area, const struct columns *c,
                   int row)
{
    struct buf text;
    int col = c->number_end + 3;

    buf_init(&text, LIMIT_MESSAGE);
    if (filter_ends_early(s))
        filter_end_words(s, area.cols < 64, &text);
    else
        after_last(s, area.cols < 64, &text);
    if (col + (int)text.len > area.cols)
        col = area.cols - (int)text.len < 2 ? 2 : area.cols - (int)text.len;
    if (text_width(buf_cstr(&text), text.len) + (size_t)col > (size_t)area.cols &&
        area.cols >= 64) {
        buf_clear(&text);
        if (filter_ends_early(s))
            filter_end_words(s, true, &text);
        else
            after_last(s, true, &text);
        col = c->number_end + 3;
    }
    draw_fit(g, area, row, col, area.cols - col, STYLE_LABEL, buf_cstr(&text), text.len);
    buf_release(&text);
}
