#include "tui/wrap.h"

#include "tui/bytes_page.h"
#include "tui/view.h"

enum { STEP = 4 };

/* The bytes are the last that has an anchor: a title, then the text. */
static size_t text_line(const struct page *p)
{
    return p->anchors ? p->anchor[p->anchors - 1] + 1 : 0;
}

/* Byte of the page that the line's text begins at. */
static size_t begin_of(const struct page *p, size_t line)
{
    return p->first[line] < p->spans ? p->span[p->first[line]].at : p->text.len;
}

static void keep_place(struct state *s)
{
    const struct page *p = &s->detail_page;
    size_t text = text_line(p), top = s->detail_scroll.top + p->pinned;

    s->keep_bytes = text > 0 && top > text && top < p->count;
    if (s->keep_bytes)
        s->bytes_kept = begin_of(p, top) - begin_of(p, text);
}

void wrap_toggle(struct state *s)
{
    keep_place(s);
    s->cut_lines = !s->cut_lines;
    s->detail_across = 0;
    if (!s->cut_lines)
        state_say(s, STYLE_NORMAL, "wrap on: long lines of the bytes go on in the next row");
    else if (s->bytes == BYTES_HEX)
        state_say(s, STYLE_NORMAL, "wrap off: long lines of text are cut; a hex dump has none");
    else
        state_say(s, STYLE_NORMAL, "wrap off: long lines are cut; %s and %s scroll them",
                  action_sign(ACTION_LEFT), action_sign(ACTION_RIGHT));
}

static bool is_sideways(enum action a)
{
    return a == ACTION_LEFT || a == ACTION_RIGHT || a == ACTION_LEFT_EDGE || a == ACTION_RIGHT_EDGE;
}

bool wrap_across(struct state *s, enum action a, uint64_t count)
{
    const struct page *p = &s->detail_page;
    size_t by = count ? (size_t)count : STEP;

    if (!is_sideways(a))
        return false;
    if (!s->cut_lines || p->across_most == 0) {
        state_say(s, STYLE_NORMAL,
                  s->cut_lines ? "no line of the bytes is cut" : "lines are wrapped; %s cuts them",
                  action_sign(ACTION_WRAP));
        return true;
    }
    if (a == ACTION_LEFT)
        s->detail_across = p->across > by ? p->across - by : 0;
    else if (a == ACTION_RIGHT)
        s->detail_across = p->across + by;
    else
        s->detail_across = a == ACTION_LEFT_EDGE ? 0 : p->across_most;
    return true;
}

void wrap_settle(struct state *s)
{
    struct page *p = &s->detail_page;
    size_t line = text_line(p);

    page_slide(p, s->detail_across);
    if (!s->keep_bytes)
        return;
    s->keep_bytes = false;
    if (line >= p->count)
        return;
    for (size_t from = begin_of(p, line);
         line + 1 < p->count && begin_of(p, line + 1) <= from + s->bytes_kept;)
        line++;
    s->detail_scroll.top = line - p->pinned;
}
