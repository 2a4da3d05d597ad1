#include "tui/view.h"

#include "tui/prompt.h"
#include "tui/show.h"

#include <string.h>
#include <strings.h>

static const char *const signs[] = {
    "! a failure   ? a warning   > selected   ~ cut: there is more",
    "\\ in reverse at the end of a row: the text goes on in the next row, with all its spaces.",
    "\"1\" in quotes is a string, 1 without them a number; (absent): there is no such member.",
    ("<U+202E> and <0xFF> in reverse stand for a character that could hide, move or imitate text, "
     "and for a byte that is no character."),
};

static const char *const judgements[] = {
    ("TL TIMELINE: are the visible entries ordered, linked and closed, and do their bytes match? "
     "Recomputed here. A cut end would not show."),
    ("EP ENDPOINT: does it reach an end that somebody outside had published? Only a reference from "
     "outside can tell."),
    ("CV COVERAGE: is every expected action in it, and nothing else? Only a list made beforehand "
     "can tell."),
    "OC OUTCOME: did the effect happen? No timeline can tell: ask who owns the effect.",
};

static void put_title(struct page *p, const char *title)
{
    if (p->count > 0)
        page_line(p);
    page_anchor(p);
    page_line(p);
    page_word(p, 0, STYLE_TITLE, title);
}

static void put_lines(struct page *p, int cols, const char *title, const char *const *lines,
                      size_t count)
{
    put_title(p, title);
    for (size_t i = 0; i < count; i++) {
        page_line(p);
        page_wrap_word(p, 1, cols, STYLE_NORMAL, lines[i]);
    }
}

/* The name stands where there is room for it: in a column, behind the help, behind the keys. */
enum { NAME_COL = 24, HELP_COL = 43, HELP_COL_BRIEF = 28, COLUMNS = 100, BRIEF = 64 };

static void put_name(struct page *p, enum action a, int col, int cols)
{
    if (col + 1 + (int)strlen(action_name(a)) > cols)
        page_line(p), col = HELP_COL_BRIEF;
    page_format(p, col, STYLE_LABEL, ":%s", action_name(a));
}

static void put_action(struct page *p, enum action a, int cols)
{
    struct buf text;
    int col;

    buf_init(&text, 512);
    action_keys(a, &text);
    page_line(p);
    col = page_word(p, 1, STYLE_KEY, buf_cstr(&text));
    buf_release(&text);
    if (cols >= COLUMNS) {
        put_name(p, a, col + 1 > NAME_COL ? col + 1 : NAME_COL, cols);
        page_wrap_word(p, HELP_COL, cols, STYLE_NORMAL, action_help(a));
    } else if (cols >= BRIEF) {
        col = page_wrap_word(p, HELP_COL_BRIEF, cols, STYLE_NORMAL, action_help(a));
        put_name(p, a, col + 2, cols);
    } else {
        put_name(p, a, col > 1 ? col + 2 : 1, cols);
        page_line(p);
        page_wrap_word(p, 4, cols, STYLE_NORMAL, action_help(a));
    }
}

static void put_actions(struct page *p, int cols)
{
    for (int section = 0; section < SECTION_COUNT; section++) {
        put_title(p, section_title((enum section)section));
        for (int a = 1; a < ACTION_COUNT; a++)
            if (action_section((enum action)a) == (enum section)section)
                put_action(p, (enum action)a, cols);
    }
}

static void put_how(struct page *p, int cols)
{
    struct buf text;

    buf_init(&text, 512);
    buf_addf(&text,
             "%s searches in this help. :name is the action for the prompt that %s opens; the "
             "beginning of a name will do.",
             action_sign(ACTION_SEARCH), action_sign(ACTION_COMMAND));
    page_line(p);
    page_wrap_word(p, 1, cols, STYLE_LABEL, buf_cstr(&text));
    buf_release(&text);
}

/* Where the judgements stand with two letters each, what these mean comes first. */
static void build(struct page *p, int cols)
{
    enum { JUDGEMENTS = sizeof judgements / sizeof *judgements };

    put_how(p, cols);
    if (cols < BRIEF)
        put_lines(p, cols, "The four judgements", judgements, JUDGEMENTS);
    put_actions(p, cols);
    put_lines(p, cols, "Signs and words", signs, sizeof signs / sizeof *signs);
    if (cols >= BRIEF)
        put_lines(p, cols, "The four judgements", judgements, JUDGEMENTS);
}

/* ---- searching ---- */

static const char *found_in(const char *text, size_t len, const char *sought)
{
    size_t n = strlen(sought);

    for (; n > 0 && len >= n; text++, len--)
        if (strncasecmp(text, sought, n) == 0)
            return text;
    return NULL;
}

static void mark(struct page *p, const char *sought)
{
    const char *text = (const char *)p->text.data, *found;

    for (size_t i = 0; i < p->spans; i++) {
        const struct span *s = &p->span[i];
        size_t at = s->at;
        while ((found = found_in(text + at, s->at + s->len - at, sought))) {
            at = (size_t)(found - text) + strlen(sought);
            page_match(p, (size_t)(found - text), at);
        }
    }
}

static bool line_has(const struct page *p, size_t line, const char *sought)
{
    size_t end = line + 1 < p->count ? p->first[line + 1] : p->spans;

    for (size_t i = p->first[line]; i < end; i++)
        if (found_in((const char *)p->text.data + p->span[i].at, p->span[i].len, sought))
            return true;
    return false;
}

/* From the line found before, round the end; the line becomes the first on the screen. */
static void find(struct state *s, int step, bool here)
{
    const struct page *p = &s->text_page;
    const char *sought = line_text(&s->help_sought);
    size_t at = s->help_line < p->count ? s->help_line : 0;
    struct buf text;

    for (size_t i = 0; i < p->count; i++) {
        if (i > 0 || !here)
            at = step > 0 ? (at + 1) % p->count : (at ? at : p->count) - 1;
        if (line_has(p, at, sought)) {
            s->help_line = s->text_scroll.top = at;
            return;
        }
    }
    buf_init(&text, LIMIT_MESSAGE);
    show_cstr(&text, sought, s->flags);
    state_say(s, STYLE_NORMAL, *sought ? "nothing in the help has %s" : "nothing to look for%s",
              buf_cstr(&text));
    buf_release(&text);
}

static void search_done(struct state *s, const char *line)
{
    line_set(&s->help_sought, line);
    s->help_line = s->text_scroll.top;
    find(s, 1, true);
}

static const struct prompt prompt_help = {.sign = "/", .done = search_done};

static bool act(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    switch (a) {
    case ACTION_SEARCH: prompt_open(s, &prompt_help); return true;
    case ACTION_NEXT_MATCH: find(s, 1, false); return true;
    case ACTION_PREVIOUS_MATCH: find(s, -1, false); return true;
    default: return false;
    }
}

static void prepare(struct state *s, struct rect body)
{
    text_begin(s);
    build(&s->text_page, body.cols);
    mark(&s->text_page, line_text(&s->help_sought));
    text_fit_area(s, body);
}

static const struct hint hints[] = {
    {ACTION_BACK, "back"},      {ACTION_DOWN, "down"}, {ACTION_PAGE_DOWN, "page"},
    {ACTION_SEARCH, "search"}, {ACTION_LAST, "end"},  {ACTION_QUIT, "back"},
    {ACTION_NONE, NULL},
};

const struct view view_help = {.name = "help",
                               .prepare = prepare,
                               .draw = text_draw,
                               .move = text_move,
                               .act = act,
                               .finds = true,
                               .hints = hints};
