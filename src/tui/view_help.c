#include "tui/view.h"

#include <string.h>

static const char *const signs[] = {
    "! a failure   ? a warning   > selected   ~ cut: there is more",
    "<U+202E> and <0xFF> in reverse stand for a character that could hide, move or imitate text, "
    "and for a byte that is no character.",
    "TL, EP, CV, OC are the four judgements, each on its own:",
    "TIMELINE: are the visible entries ordered, linked and closed, and do their bytes match? "
    "Recomputed here.",
    "ENDPOINT: does it reach an end that somebody outside had published? Only a reference from "
    "outside can tell.",
    "COVERAGE: is every expected action in it, and nothing else? Only a list made beforehand can "
    "tell.",
    "OUTCOME: did the effect happen? No timeline can tell: ask who owns the effect.",
};

static void put_title(struct page *p, const char *title)
{
    if (p->count > 0)
        page_line(p);
    page_anchor(p);
    page_line(p);
    page_word(p, 0, STYLE_TITLE, title);
}

static void put_action(struct page *p, enum action a, int cols)
{
    int at = cols >= 64 ? 28 : 4;
    struct buf text;

    buf_init(&text, 512);
    action_keys(a, &text);
    if (text.len == 0)
        buf_addf(&text, ":%s", action_name(a));
    page_line(p);
    page_word(p, 1, STYLE_KEY, buf_cstr(&text));
    if (cols < 64)
        page_line(p);
    page_wrap_word(p, at, cols, STYLE_NORMAL, action_help(a));
    buf_release(&text);
}

static void put_names(struct page *p, int cols)
{
    struct buf text;

    buf_init(&text, 4096);
    for (int a = 1; a < ACTION_COUNT; a++)
        buf_addf(&text, "%s%s", a > 1 ? ", " : "", action_name((enum action)a));
    put_title(p, "Names for the : prompt (the beginning of a name will do)");
    page_line(p);
    page_wrap(p, 1, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

static void build(struct page *p, int cols)
{
    for (int section = 0; section < SECTION_COUNT; section++) {
        put_title(p, section_title((enum section)section));
        for (int a = 1; a < ACTION_COUNT; a++)
            if (action_section((enum action)a) == (enum section)section)
                put_action(p, (enum action)a, cols);
    }
    put_names(p, cols);
    put_title(p, "Signs and words");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        page_line(p);
        page_wrap_word(p, 1, cols, STYLE_NORMAL, signs[i]);
    }
}

static void prepare(struct state *s, struct rect body)
{
    text_begin(s);
    build(&s->text_page, body.cols);
    text_fit_area(s, body);
}

const struct view view_help = {
    .name = "help", .prepare = prepare, .draw = text_draw, .move = text_move, .hints = text_hints};
