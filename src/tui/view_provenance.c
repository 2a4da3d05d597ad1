#include "tui/view.h"

#include "base/text.h"
#include "tui/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES_SHOWN = 512 };

/* What the claim leaves open, even if it is true. */
static const char *is_not(enum standing standing)
{
    static const char *const says[STANDING_COUNT] = {
        [STANDING_NONE] = "It counts as none of the three.",
        [STANDING_AGENT] = "Not shown: that the call was made at all.",
        [STANDING_GATEWAY] = "Not shown: what happened on either side of the gateway.",
        [STANDING_RECORDER] = "Not shown: that an effect followed.",
    };

    return says[standing];
}

static void put_standing(struct page *p, const struct state *s, enum standing standing, int cols)
{
    char n[NUMBER_ROOM];
    uint64_t total = timeline_standing_total(s->timeline, standing);

    page_line(p);
    page_format(p, 0, STYLE_NORMAL, "%11s", show_number(n, total));
    page_word(p, 13, STYLE_TITLE, standing_name(standing));
    if (cols < 80)
        page_line(p);
    page_wrap_word(p, cols < 80 ? 13 : 35, cols, STYLE_LABEL, standing_says(standing));
    page_line(p);
    page_wrap_word(p, cols < 80 ? 13 : 35, cols, STYLE_LABEL, is_not(standing));
}

static void put_name(struct page *p, const struct state *s, int cols, const struct class_count *c)
{
    int room = cols - 13 - 3 - (int)strlen(standing_name(c->standing)), col = 13;
    struct buf text;

    buf_init(&text, 16 * LIMIT_SHOWN);
    if (c->name.data)
        text_escape(&text, c->name.data, c->name.len, s->flags | TEXT_WTF8);
    else
        buf_adds(&text, c->absent ? "no class" : "further classes");
    col = page_fit(p, col, room, c->name.data ? STYLE_NORMAL : STYLE_TOKEN, buf_cstr(&text),
                   text.len, false);
    page_format(p, col, STYLE_NORMAL, " = %s", standing_name(c->standing));
    buf_release(&text);
}

static void put_class(struct page *p, const struct state *s, int cols, const struct class_count *c)
{
    char n[NUMBER_ROOM];

    page_line(p);
    page_format(p, 0, STYLE_NORMAL, "%11s", show_number(n, c->entries));
    put_name(p, s, cols, c);
    page_line(p);
    page_format(p, 15, STYLE_LABEL, "first in entry %s", show_number(n, c->first_entry));
}

static void put_classes(struct page *p, const struct state *s, int cols)
{
    struct class_count *c = calloc(CLASSES_SHOWN, sizeof *c);
    size_t n = c ? timeline_classes(s->timeline, c, CLASSES_SHOWN) : 0;

    for (size_t i = 0; i < n && i < CLASSES_SHOWN; i++)
        put_class(p, s, cols, &c[i]);
    if (n > CLASSES_SHOWN) {
        page_line(p);
        page_format(p, 13, STYLE_LABEL, "the first %d of %zu classes are shown", CLASSES_SHOWN, n);
    }
    free(c);
}

static void prepare(struct state *s, struct rect body)
{
    static const enum standing order[] = {STANDING_RECORDER, STANDING_GATEWAY, STANDING_AGENT,
                                          STANDING_NONE};
    struct page *p = &s->text_page;

    text_begin(s);
    page_line(p);
    page_wrap_word(p, 0, body.cols, STYLE_TITLE,
              s->progress.done ? "Entries by standing"
                               : "Entries by standing, of those read so far");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        put_standing(p, s, order[i], body.cols);
    page_line(p);
    page_line(p);
    page_word(p, 0, STYLE_TITLE, "Classes as they are written");
    put_classes(p, s, body.cols);
    page_line(p);
    page_line(p);
    page_wrap_word(
        p, 0, body.cols, STYLE_LABEL,
        "A class is what the record claims. Nothing in the file shows who wrote it, and a "
        "chain upgrades none of them.");
    text_fit_area(s, body);
}

const struct view view_provenance = {.name = "provenance",
                                     .prepare = prepare,
                                     .draw = text_draw,
                                     .move = text_move,
                                     .hints = text_hints};
