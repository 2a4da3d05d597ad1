/* What was done to the case file, record by record. */
#include "tui/view.h"

#include "base/text.h"
#include "tui/show.h"

#include <string.h>

enum { RECORDS_SHOWN = 2000 };

static void put_words(struct page *p, int cols, enum style style, const char *words)
{
    page_line(p);
    page_wrap_word(p, 0, cols, style, words);
}

/* What keeps it from being checked keeps it from being written. */
static void put_unchecked(struct page *p, const struct state *s, int cols)
{
    const char *why = casefile_read_only(s->casing.file);
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, "Not checked");
    if (why) {
        buf_adds(&text, ": ");
        show_escaped(&text, why, strlen(why), s->flags);
    }
    put_words(p, cols, STYLE_WARNING, buf_cstr(&text));
    buf_release(&text);
}

static void put_state(struct page *p, const struct state *s, int cols)
{
    const struct casefile *c = s->casing.file;


    switch (casefile_history(c)) {
    case HISTORY_HOLDS:
        put_words(p, cols, STYLE_NORMAL, "Each record holds the SHA-256 of the one before it.");
        break;
    case HISTORY_BROKEN:
        page_line(p);
        page_format(p, 0, STYLE_FAILURE, "BROKEN at record %zu.", casefile_history_broken(c));
        break;
    case HISTORY_OUTSIDE:
        put_words(p, cols, STYLE_FAILURE,
                  "The records hold, but the rest of the file was CHANGED BY SOMETHING ELSE since.");
        break;
    case HISTORY_UNSTATED:
        put_words(p, cols, STYLE_WARNING,
                  "The records hold; the last one says nothing of the rest of the file.");
        break;
    case HISTORY_UNCHECKED:
        put_unchecked(p, s, cols);
        break;
    case HISTORY_NONE: put_words(p, cols, STYLE_NORMAL, "No record."); break;
    }
}

static void put_head(struct page *p, const struct casefile *c, int cols)
{
    char hex[DIGEST_HEX + 1];
    struct digest head;

    if (!casefile_history_head(c, &head))
        return;
    digest_hex(&head, hex);
    put_words(p, cols, STYLE_LABEL, "head: kept elsewhere, it shows later what was changed");
    put_words(p, cols, STYLE_TITLE, hex);
}

static void put_record(struct page *p, const struct state *s, const struct casefile *c, size_t i,
                       int cols)
{
    struct casefile_record r;
    struct buf text;
    struct err err = {0};
    int col;

    page_line(p);
    page_line(p);
    if (casefile_record(c, i, &r, &err) < 0) {
        page_word(p, 0, STYLE_FAILURE, "(not read)");
        return;
    }
    buf_init(&text, 10 * CASEFILE_TEXT_MAX);
    show_cstr(&text, r.at ? r.at : "", s->flags);
    col = page_format(p, 0, STYLE_LABEL, "%zu", i + 1);
    col = page_fit(p, col + 2, cols - col - 2, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    buf_clear(&text);
    show_cstr(&text, r.did ? r.did : "", s->flags);
    page_fit(p, col + 2, cols - col - 2, STYLE_TITLE, buf_cstr(&text), text.len, false);
    buf_clear(&text);
    show_bytes(&text, r.json.data ? r.json.data : "", r.json.len, s->flags | TEXT_PROSE);
    page_line(p);
    page_wrap_evidence(p, 2, cols, STYLE_LABEL, buf_cstr(&text), text.len, false);
    str_release(&r.json);
    buf_release(&text);
}

static void prepare(struct state *s, struct rect body)
{
    const struct casefile *c = s->casing.file;
    struct page *p = &s->text_page;
    size_t n = c ? casefile_records(c) : 0, from = n > RECORDS_SHOWN ? n - RECORDS_SHOWN : 0;

    text_begin(s);
    if (!c) {
        put_words(p, body.cols, STYLE_NORMAL, "No case file is open; :case opens one.");
        text_fit_area(s, body);
        return;
    }
    put_state(p, s, body.cols);
    put_words(p, body.cols, STYLE_WARNING, casefile_history_limits());
    put_head(p, c, body.cols);
    for (size_t i = n; i > from; i--)
        put_record(p, s, c, i - 1, body.cols);
    if (from > 0) {
        page_line(p);
        page_format(p, 0, STYLE_LABEL, "%zu older ones are in the file.", from);
    }
    text_fit_area(s, body);
}

const struct view view_history = {.name = "history of the case file",
                                  .prepare = prepare,
                                  .draw = text_draw,
                                  .move = text_move,
                                  .hints = text_hints};
