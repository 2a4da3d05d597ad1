#include "base/text.h"
#include "tui/state.h"

enum { PARTS = 4 }; /* one of so many stays below a match that is brought in sight, and left of it */

/* ---- the row of the list ---- */

/* True when a match of the text is in sight between `across` and `cells` on; else `*to` gets where the first
 * one would be. */
static bool field_shows(const struct matcher *m, const struct field *f, int cells, size_t across,
                        size_t *to)
{
    size_t at, end, from = 0, width = cells > 2 ? (size_t)cells - 2 : 1; /* between the two signs */
    const char *text = f->text.data ? f->text.data : "";
    bool first = true;

    if (f->type == JSON_ABSENT)
        return false;
    for (; matcher_next(m, text, f->text.len, from, &at, &end); from = end, first = false) {
        size_t begins = text_width(text, at), ends = text_width(text, end);
        if (begins >= across && (ends <= across + width || begins == across))
            return true;
        if (first)
            *to = ends <= width ? 0 : ends - begins > width ? begins : ends - width;
    }
    return false;
}

void search_reveal_row(struct state *s, const struct columns *c)
{
    const struct row *row = rows_find(&s->rows, s->selected);
    const struct matcher *m = &s->search.matcher;
    size_t to = SIZE_MAX, none;

    if (!s->search.reveals || !m->text || !row || row->failed)
        return;
    if (field_shows(m, &row->provenance_class, c->provenance_class.cells, 0, &none) ||
        field_shows(m, &row->tool, c->tool.cells, s->list_across, &to) ||
        (c->id.cells && field_shows(m, &row->id, c->id.cells, s->list_across, &to)))
        return;
    if (to != SIZE_MAX)
        s->list_across = to;
}

/* ---- the details ---- */

/* Where a match begins and ends, in cells as if nothing were slid. */
struct place {
    size_t line;
    const struct span *span;
    int begin, end;
};

static bool place_of(const struct page *p, const struct page_match *m, struct place *out)
{
    for (size_t line = 0; line < p->count; line++) {
        size_t end = line + 1 < p->count ? p->first[line + 1] : p->spans;
        for (size_t i = p->first[line]; i < end; i++) {
            const struct span *s = &p->span[i];
            const char *text = (const char *)p->text.data + s->at;
            if (m->at < s->at || m->at >= s->at + s->len)
                continue;
            *out = (struct place){.line = line, .span = s,
                                  .begin = s->col + (int)text_width(text, m->at - s->at)};
            out->end = out->begin + (int)text_width(text + (m->at - s->at),
                                                    m->end < s->at + s->len ? m->end - m->at
                                                                            : s->at + s->len - m->at);
            return true;
        }
    }
    return false;
}

static bool in_sight(const struct state *s, const struct page *p, const struct place *at, int rows,
                     int cols)
{
    size_t top = s->detail_scroll.top + p->pinned;
    int slid = at->span->slides ? (int)p->across : 0;

    if (at->line >= p->pinned && (at->line < top || at->line >= top - p->pinned + (size_t)rows))
        return false;
    return !at->span->slides ||
           (at->begin - slid > at->span->left - (slid == 0) && at->end - slid < cols);
}

static void go_there(struct state *s, struct page *p, const struct place *at, int rows, int cols)
{
    int width = cols - at->span->left, before = width / PARTS, lines = rows - (int)p->pinned;
    size_t above = lines > PARTS ? (size_t)(lines - 1 - lines / PARTS) : 0;

    if (at->line >= p->pinned)
        s->detail_scroll.top = at->line - p->pinned > above ? at->line - p->pinned - above : 0;
    if (!at->span->slides)
        return;
    s->detail_across = at->end <= cols - 1 ? 0 : (size_t)(at->begin - at->span->left - before);
    page_slide(p, s->detail_across);
}

void search_reveal(struct state *s, struct page *p, int rows, int cols)
{
    struct place first = {0}, at;
    bool found = false;

    if (!s->search.reveals)
        return;
    for (size_t i = 0; i < p->matches; i++) {
        if (!place_of(p, &p->match[i], &at))
            continue;
        if (in_sight(s, p, &at, rows, cols))
            return;
        if (!found)
            first = at;
        found = true;
    }
    if (found)
        go_there(s, p, &first, rows, cols);
}
