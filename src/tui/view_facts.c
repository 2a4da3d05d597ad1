#include "tui/view.h"

#include "base/text.h"
#include "core/selection.h"
#include "report/says.h"
#include "tui/judgement.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

enum { VALUE_COL = 16 };

/* The column of the value. */
static int put_label(struct page *p, int cols, const char *label)
{
    page_line(p);
    page_word(p, 0, STYLE_LABEL, label);
    if (cols < 64)
        page_line(p);
    return cols >= 64 ? VALUE_COL : 2;
}

static void put(struct page *p, int cols, const char *label, const char *escaped, size_t len)
{
    page_wrap_evidence(p, put_label(p, cols, label), cols, STYLE_NORMAL, escaped, len, false);
}

static void put_word(struct page *p, int cols, const char *label, const char *literal)
{
    page_wrap_word(p, put_label(p, cols, label), cols, STYLE_NORMAL, literal);
}

static void put_digest(struct page *p, int cols, const char *label, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(d, hex);
    put_word(p, cols, label, hex);
}

static void put_size(struct page *p, const struct state *s, int cols)
{
    bool final;
    uint64_t size = source_size(timeline_source(s->timeline), &final);
    char number[NUMBER_ROOM], text[64];

    snprintf(text, sizeof text, "%s bytes%s", show_number(number, size), final ? "" : " so far");
    put_word(p, cols, "size", text);
}

static void put_selected(struct page *p, const struct state *s, int cols)
{
    const struct selection *selected = timeline_selection(s->timeline);
    struct str job = selection_job(selected);
    struct buf text;

    buf_init(&text, 16 * LIMIT_SHOWN + LIMIT_MESSAGE);
    says_selected(&text, selected);
    text_escape(&text, job.data, job.len < LIMIT_SHOWN ? job.len : LIMIT_SHOWN, s->flags | TEXT_WTF8);
    says_selected_rest(&text, selected);
    put(p, cols, "selected", buf_cstr(&text), text.len);
    buf_release(&text);
}

static void put_job(struct page *p, const struct state *s, int cols)
{
    struct str job = timeline_job(s->timeline);
    struct buf text;

    buf_init(&text, 16 * LIMIT_SHOWN);
    if (job.data) {
        text_escape(&text, job.data, job.len, s->flags | TEXT_WTF8);
        put(p, cols, "job", buf_cstr(&text), text.len);
        if (s->verdict.totals[FINDING_JOB] > 0)
            put_word(p, cols, "other jobs", SAYS_OTHER_JOBS);
        if (s->jobs.open.data && s->progress.done)
            put_selected(p, s, cols);
    } else if (s->progress.entries > 0) {
        put_word(p, cols, "job", "(entry 1 has none)");
    } else {
        put_word(p, cols, "job",
                 s->progress.done ? "not known: no entry was read" : "not known yet");
    }
    buf_release(&text);
}

static void put_entries(struct page *p, const struct state *s, int cols)
{
    char number[NUMBER_ROOM];
    struct buf text;

    buf_init(&text, 256);
    buf_addf(&text, "%s%s; in the chain ", show_number(number, s->progress.entries),
             s->progress.done ? "" : " so far");
    show_count(&text, timeline_severity_total(s->timeline, SEVERITY_FAILURE), "failure",
               "failures");
    buf_adds(&text, ", ");
    show_count(&text, timeline_severity_total(s->timeline, SEVERITY_WARNING), "warning",
               "warnings");
    buf_adds(&text, s->progress.done ? "" : " so far");
    put_word(p, cols, "entries", buf_cstr(&text));
    buf_release(&text);
}

static void put_training(struct page *p, const struct state *s, int cols)
{
    struct buf text;

    if (timeline_training(s->timeline) == 0)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    says_training(&text, s->timeline);
    put(p, cols, "training mark", buf_cstr(&text), text.len);
    buf_release(&text);
}

static void put_damage(struct page *p, const struct state *s, int cols)
{
    const struct damage *d = timeline_damage(s->timeline);
    struct buf text;

    if (!d)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    show_damage(&text, d, s->flags);
    put(p, cols, "damage", buf_cstr(&text), text.len);
    buf_release(&text);
}

static void put_references(struct page *p, const struct state *s, int cols)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    for (size_t i = 0; i < s->refs->count; i++) {
        const struct reference *r = &s->refs->item[i];
        buf_clear(&text);
        if (r->path)
            show_cstr(&text, r->path, s->flags);
        else
            show_reference(&text, r, s->flags);
        page_line(p);
        put(p, cols, "reference", buf_cstr(&text), text.len);
        if (r->has_sha256)
            put_digest(p, cols, "its SHA-256", &r->sha256);
        if (r->has_digest)
            put_digest(p, cols, "final digest", &r->final_digest);
    }
    buf_release(&text);
}

/* It may be of other bytes: then both digests stand here. */
static void put_case(struct page *p, const struct state *s, int cols)
{
    const struct casefile *c = s->casing.file;
    struct casefile_file made_for;
    struct buf text;

    if (!c)
        return;
    made_for = casefile_timeline(c);
    buf_init(&text, LIMIT_MESSAGE);
    show_cstr(&text, casefile_path(c), s->flags);
    page_line(p);
    put(p, cols, "case file", buf_cstr(&text), text.len);
    if (casing_foreign(s))
        put_word(p, cols, "MADE FOR", "other bytes than these, with this SHA-256:");
    if (made_for.has_sha256)
        put_digest(p, cols, casing_foreign(s) ? "" : "made for", &made_for.sha256);
    buf_release(&text);
}

static void prepare(struct state *s, struct rect body)
{
    struct page *p = &s->text_page;
    struct digest d;
    int cols = body.cols;

    text_begin(s);
    put(p, cols, "file", s->title.data, s->title.len);
    if (s->changed)
        put_word(p, cols, "CHANGED", "the file is no more what was read; this is of what was read");
    put_size(p, s, cols);
    if (timeline_sha256(s->timeline, &d))
        put_digest(p, cols, "SHA-256", &d);
    else
        put_word(p, cols, "SHA-256",
                 s->progress.done ? "not known: not read to the end" : "not known yet");
    if (timeline_layout(s->timeline) != LAYOUT_AUTO)
        put_word(p, cols, "layout", layout_name(timeline_layout(s->timeline)));
    if (s->progress.entries > 0)
        put_word(p, cols, "construction", construction_name(s->verdict.construction));
    put_job(p, s, cols);
    put_entries(p, s, cols);
    put_training(p, s, cols);
    put_damage(p, s, cols);
    put_references(p, s, cols);
    put_case(p, s, cols);
    text_fit_area(s, body);
}

const struct view view_facts = {.name = "the file",
                                .prepare = prepare,
                                .draw = text_draw,
                                .move = text_move,
                                .hints = text_hints};
