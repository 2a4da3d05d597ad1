#include "tui/plain.h"

#include "base/text.h"
#include "tui/compare.h"
#include "tui/show.h"
#include "tui/state.h"

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
    if (s->message.len > 0) {
        buf_adds(&text, "; ");
        buf_add(&text, s->message.data, s->message.len);
    } else {
        s->message_style = STYLE_NORMAL;
    }
    s->said++;
    buf_clear(&s->message);
    buf_add(&s->message, text.data, text.len);
    buf_release(&text);
}
