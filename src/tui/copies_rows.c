/* Rows of a comparison: reached by number, sought, and told what differs in them. */
#include "tui/copies.h"

#include "tui/show.h"

#include <string.h>

bool copies_differs(const struct copies_row *row)
{
    return row->kind != COPIES_SAME;
}

bool copies_row_at(const struct comparing *x, uint64_t n, struct copies_row *out)
{
    if (x->stage != COMPARING_DONE || n == 0 || n > x->rows)
        return false;
    *out = x->mark[(n - 1) / ROWS_A_MARK];
    for (uint64_t i = (n - 1) % ROWS_A_MARK + 1; i > 0; i--)
        if (!copies_next(&x->copies, out))
            return false;
    return true;
}

static uint64_t seek_on(const struct comparing *x, uint64_t n)
{
    struct copies_row row = {0};

    if (n > 0 && !copies_row_at(x, n, &row))
        return 0;
    while (copies_next(&x->copies, &row)) {
        n++;
        if (copies_differs(&row))
            return n;
    }
    return 0;
}

/* The last one in the rows of a mark that stand before `n`. */
static uint64_t last_of_mark(const struct comparing *x, uint64_t mark, uint64_t n)
{
    struct copies_row row = x->mark[mark];
    uint64_t found = 0, end = (mark + 1) * ROWS_A_MARK;

    for (uint64_t i = mark * ROWS_A_MARK + 1; i < n && i <= end; i++)
        if (copies_next(&x->copies, &row) && copies_differs(&row))
            found = i;
    return found;
}

uint64_t copies_seek(const struct comparing *x, uint64_t n, int step)
{
    uint64_t found = 0;

    if (x->stage != COMPARING_DONE || (step < 0 && n < 2))
        return 0;
    if (step > 0)
        return seek_on(x, n);
    if (n > x->rows + 1)
        n = x->rows + 1;
    for (uint64_t mark = (n - 2) / ROWS_A_MARK + 1; mark > 0 && !found; mark--)
        found = last_of_mark(x, mark - 1, n);
    return found;
}

/* ---- words ---- */

static void add_members(struct comparing *x, const struct copies_row *row, unsigned flags,
                        struct buf *out)
{
    struct copies_members m;
    struct err err = {0};

    if (copies_members(&x->copies, row->earlier, row->later, &m, &err) < 0) {
        buf_adds(out, "not read again: ");
        show_escaped(out, err.text, strlen(err.text), flags);
        return;
    }
    for (size_t i = 0; i < m.count; i++) {
        if (i > 0)
            buf_adds(out, ", ");
        show_name(out, &m.item[i].name, false, flags);
        if (!m.item[i].bound)
            buf_adds(out, " (not bound)");
        if (copies_repeats(&m.item[i]))
            buf_addf(out, " (%u times, %u times)", m.item[i].times[0], m.item[i].times[1]);
    }
    copies_members_release(&m);
}

static void add_words(struct comparing *x, const struct copies_row *row, unsigned flags,
                      struct buf *out)
{
    char n[NUMBER_ROOM];

    switch (row->kind) {
    case COPIES_UNBOUND: buf_adds(out, "same digest, differs beyond it: "); break;
    case COPIES_CHANGED: buf_adds(out, "changed: "); break;
    case COPIES_MISSING: buf_adds(out, "paired with none of the later copy"); return;
    case COPIES_ADDED: buf_adds(out, "paired with none of the earlier copy"); return;
    case COPIES_MOVED_FROM:
        buf_addf(out, "moved: entry %s of the later copy", show_number(n, row->later));
        break;
    case COPIES_MOVED_TO:
        buf_addf(out, "moved: entry %s of the earlier copy", show_number(n, row->earlier));
        break;
    default: buf_adds(out, "the same"); return;
    }
    if (row->kind == COPIES_MOVED_FROM || row->kind == COPIES_MOVED_TO) {
        if (copies_moved_as(&x->copies, row) == COPIES_SAME)
            return;
        buf_adds(out, copies_moved_as(&x->copies, row) == COPIES_CHANGED
                          ? "; changed: "
                          : "; same digest, differs beyond it: ");
    }
    add_members(x, row, flags, out);
}

const char *copies_words(struct comparing *x, uint64_t n, const struct copies_row *row,
                         unsigned flags)
{
    struct copies_names *known = &x->names[n % NAMES_KEPT];
    struct buf text;

    if (known->row == n && known->text.data)
        return known->text.data;
    buf_init(&text, LIMIT_MESSAGE);
    add_words(x, row, flags, &text);
    str_release(&known->text);
    known->row = str_take(&known->text, &text) == 0 ? n : 0;
    buf_release(&text);
    return known->row ? known->text.data : "";
}
