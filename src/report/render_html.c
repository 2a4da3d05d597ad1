/* The parts of a report as HTML. Evidence never stands in an attribute, a style or a name. */
#include "report/render_html.h"

#include "base/base64.h"
#include "base/text.h"
#include "core/digest.h"
#include "report/document.h"
#include "report/render.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* A long table is put down in pieces, each with its heads, so that a browser lays out only those that
 * are looked at. */
enum { PIECE_ROWS = 200, MAP_CELLS = 256, MARKED = 16, NARROW_COLUMNS = 3 };

/* ---------------------------------------------------------------------------------------------------
 * Text */

static const char *reference(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

/* Text with what HTML would take for markup written as references; no controls may be in it. */
static void html_text(struct out *out, const char *text, size_t len)
{
    size_t from = 0;

    for (size_t i = 0; i < len; i++) {
        const char *written = reference(text[i]);

        if (written == NULL)
            continue;
        out_add(out, text + from, i - from);
        out_adds(out, written);
        from = i + 1;
    }
    out_add(out, text + from, len - from);
}

static void put_word(struct doc *d, const char *words)
{
    html_text(d->out, words, strlen(words));
}

/* Escaped text with its tokens in an element of their own. */
static void put_escaped(struct doc *d, struct str s)
{
    struct text_piece piece;
    size_t at = 0, from = 0;

    if (memchr(s.data, '<', s.len) == NULL) {
        html_text(d->out, s.data, s.len);
        return;
    }
    while (text_next(s.data, s.len, &at, &piece)) {
        if (!piece.token)
            continue;
        html_text(d->out, s.data + from, (size_t)(piece.bytes - s.data) - from);
        out_adds(d->out, "<span class=\"t\">");
        html_text(d->out, piece.bytes, piece.len);
        out_adds(d->out, "</span>");
        from = (size_t)(piece.bytes - s.data) + piece.len;
    }
    html_text(d->out, s.data + from, s.len - from);
}

static void put_between(struct doc *d, const char *opening, struct str s, const char *closing)
{
    out_adds(d->out, opening);
    put_escaped(d, s);
    out_adds(d->out, closing);
}

static void put_link(struct doc *d, const struct run *r)
{
    if (doc_has_row(d, r->entry))
        out_addf(d->out, "<a href=\"#entry-%" PRIu64 "\">", r->entry);
    html_text(d->out, r->data, r->len);
    out_adds(d->out, doc_has_row(d, r->entry) ? "</a>" : "");
}

static void put_run(struct doc *d, const struct run *r)
{
    struct str s = doc_shown(d, r);

    switch (r->kind) {
    case RUN_WORDS: html_text(d->out, s.data, s.len); break;
    case RUN_STRESSED: put_between(d, "<strong>", s, "</strong>"); break;
    case RUN_EVIDENCE: put_between(d, "<bdi class=\"e\" dir=\"ltr\">", s, "</bdi>"); break;
    case RUN_SENTENCE: put_between(d, "<bdi class=\"s\" dir=\"ltr\">", s, "</bdi>"); break;
    case RUN_DIGEST: put_between(d, "<span class=\"d\">", s, "</span>"); break;
    case RUN_ENTRY: put_link(d, r); break;
    }
}

/* Runs in the elements that tell evidence from own words. */
static void html_runs(struct doc *d, const struct runs *text)
{
    for (size_t i = 0; i < text->count; i++)
        put_run(d, &text->item[i]);
}

/* One run, without those elements: for places that take text alone. */
static void html_bare(struct doc *d, const struct runs *text)
{
    for (size_t i = 0; i < text->count; i++) {
        struct str s = doc_shown(d, &text->item[i]);

        html_text(d->out, s.data, s.len);
    }
}

/* ---------------------------------------------------------------------------------------------------
 * The frame */

/* Nothing may be loaded, sent or run, and no style applies but the one of this digest. */
static void put_policy(struct doc *d)
{
    char base64[48];
    struct digest of_style;
    struct err err = {0};

    if (digest_bytes(html_style(), strlen(html_style()), &of_style, &err) != 0) {
        d->out->error = d->out->error ? d->out->error : EIO;
        return;
    }
    base64_encode(base64, of_style.byte, DIGEST_SIZE);
    out_adds(d->out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    out_addf(d->out, "style-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n", base64);
}

static void put_contents(struct doc *d)
{
    out_adds(d->out, "<nav aria-label=\"Contents\">\n<ol>\n");
    for (const struct document_section *s = document_sections; s->id != NULL; s++)
        if (s->there == NULL || s->there(d->report))
            out_addf(d->out, "<li><a href=\"#%s\">%s</a></li>\n", s->id, s->name);
    out_adds(d->out, "</ol>\n</nav>\n");
}

static void begin(struct doc *d, const struct runs *title)
{
    out_adds(d->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    put_policy(d);
    out_adds(d->out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    html_bare(d, title);
    out_adds(d->out, "</title>\n<style>");
    out_adds(d->out, html_style());
    out_adds(d->out, "</style>\n</head>\n<body>\n"
                     "<a class=\"skip\" href=\"#content\">Skip to the report</a>\n"
                     "<header>\n<p class=\"tool\">" TOOL_NAME "</p>\n<h1>");
    html_runs(d, title);
    out_adds(d->out, "</h1>\n</header>\n");
    put_contents(d);
    out_adds(d->out, "<main id=\"content\" tabindex=\"-1\">\n");
}

/* Out of the sections of this level and of those below it. */
static void leave(struct doc *d, int level)
{
    struct html *h = html(d);

    for (; h->level > 0 && h->asked[h->level] >= level; h->level--)
        out_adds(d->out, "</section>\n");
}

static void end(struct doc *d)
{
    leave(d, 1);
    out_adds(d->out, "</main>\n</body>\n</html>\n");
}

static void heading(struct doc *d, int level, const char *id, const struct runs *text)
{
    int depth;

    leave(d, level);
    /* A level that was left out would leave a gap in the order of the headings. */
    depth = ++html(d)->level;
    html(d)->asked[depth] = level;
    out_addf(d->out, "<section class=\"l%d\" aria-labelledby=\"%s\">\n", depth, id);
    out_addf(d->out, "<h%d id=\"%s\">", depth + 1, id);
    html_runs(d, text);
    out_addf(d->out, "</h%d>\n", depth + 1);
}

static void paragraph(struct doc *d, const struct runs *text)
{
    out_adds(d->out, "<p>");
    html_runs(d, text);
    out_adds(d->out, "</p>\n");
}

static void aside(struct doc *d, const char *label, const struct runs *text)
{
    out_adds(d->out, "<p class=\"aside\"><b>");
    put_word(d, label);
    out_adds(d->out, "</b> ");
    html_runs(d, text);
    out_adds(d->out, "</p>\n");
}

static void command(struct doc *d, const char *text, size_t len)
{
    out_adds(d->out, "<pre class=\"run\"><code>");
    html_text(d->out, text, len);
    out_adds(d->out, "</code></pre>\n");
}

/* ---------------------------------------------------------------------------------------------------
 * Fields and items */

static void open_table(struct doc *d, const struct doc_table *t);

static void open(struct doc *d, enum doc_group g, const struct doc_table *table)
{
    if (g == DOC_FIELDS)
        out_adds(d->out, "<dl>\n");
    else if (g == DOC_ITEMS)
        out_adds(d->out, "<ul>\n");
    else
        open_table(d, table);
}

static void close(struct doc *d, enum doc_group g, const struct doc_table *table)
{
    (void)table;
    if (g == DOC_FIELDS)
        out_adds(d->out, "</dl>\n");
    else if (g == DOC_ITEMS)
        out_adds(d->out, "</ul>\n");
    else
        out_adds(d->out, "</tbody>\n</table>\n");
}

static void put_label(struct doc *d, const char *class, const char *label)
{
    out_addf(d->out, "<div%s><dt>", class);
    put_word(d, label);
    out_adds(d->out, "</dt><dd>");
}

/* Fields without a label go on with the one before. */
static void field(struct doc *d, const char *label, const struct runs *text)
{
    put_label(d, *label == '\0' ? " class=\"more\"" : "", label);
    html_runs(d, text);
    out_adds(d->out, "</dd></div>\n");
}

static void item(struct doc *d, const struct runs *text)
{
    out_adds(d->out, "<li>");
    html_runs(d, text);
    out_adds(d->out, "</li>\n");
}

/* Digits, those that differ from the other's marked one by one or in a row. */
static void put_marked(struct doc *d, const char *hex, const char *other)
{
    bool marked = false;

    for (int i = 0; i < DIGEST_HEX; i++) {
        if ((hex[i] != other[i]) != marked)
            out_adds(d->out, marked ? "</mark>" : "<mark>");
        marked = hex[i] != other[i];
        out_addc(d->out, hex[i]);
    }
    out_adds(d->out, marked ? "</mark>" : "");
}

static void put_digest(struct doc *d, const struct doc_pair *pair, int i)
{
    char hex[2][DIGEST_HEX + 1];

    digest_hex(&pair->digest[i], hex[0]);
    out_adds(d->out, "<span class=\"d\">");
    if (pair->known[1 - i] && pair->differ <= MARKED) {
        digest_hex(&pair->digest[1 - i], hex[1]);
        put_marked(d, hex[0], hex[1]);
    } else {
        out_add(d->out, hex[0], DIGEST_HEX);
    }
    out_adds(d->out, "</span>");
}

static void put_one(struct doc *d, const struct doc_pair *pair, int i)
{
    const struct run odd = {RUN_EVIDENCE, pair->odd[i].data, pair->odd[i].len, TEXT_WTF8, 0};

    put_label(d, i == 0 ? " class=\"pair\"" : " class=\"pair second\"", pair->label[i]);
    if (pair->known[i])
        put_digest(d, pair, i);
    else if (odd.data != NULL)
        put_run(d, &odd);
    else
        put_word(d, pair->none[i]);
    if (i == 1 && pair->known[0] && pair->known[1]) {
        out_adds(d->out, "<span class=\"count\">");
        if (pair->differ == 0)
            out_adds(d->out, "all 64 digits are the same");
        else
            out_addf(d->out, "%u of 64 digits differ", pair->differ);
        out_adds(d->out, pair->differ > 0 && pair->differ <= MARKED ? " (underlined)</span>" : "</span>");
    }
    out_adds(d->out, "</dd></div>\n");
}

static void put_pair(struct doc *d, const struct doc_pair *pair)
{
    put_one(d, pair, 0);
    put_one(d, pair, 1);
}

/* ---------------------------------------------------------------------------------------------------
 * Tables */

/* Pieces of a long table are laid out when they are looked at. */
static const char *table_class(const struct doc *d, const struct doc_table *t)
{
    if (!t->records)
        return t->columns > NARROW_COLUMNS ? "wide" : "slim";
    return d->report->verdict.entries > PIECE_ROWS ? "records long" : "records";
}

static void begin_piece(struct doc *d, const struct doc_table *t)
{
    out_addf(d->out, "<table class=\"%s\"", table_class(d, t));
    if (t->id != NULL && html(d)->pieces == 0)
        out_addf(d->out, " id=\"%s\"", t->id);
    out_adds(d->out, ">\n<caption>");
    put_word(d, t->caption);
    out_adds(d->out, html(d)->pieces > 0 ? " (continued)" : "");
    out_adds(d->out, "</caption>\n<thead>\n<tr>");
    for (size_t i = 0; i < t->columns; i++) {
        out_adds(d->out, "<th scope=\"col\">");
        put_word(d, t->column[i]);
        out_adds(d->out, "</th>");
    }
    out_adds(d->out, "</tr>\n</thead>\n<tbody>\n");
    html(d)->pieces++;
    html(d)->rows = 0;
}

static void open_table(struct doc *d, const struct doc_table *t)
{
    html(d)->pieces = 0;
    begin_piece(d, t);
}

static void put_cell(struct doc *d, const struct doc_table *t, size_t i, const struct runs *text)
{
    if (i == 0) {
        out_adds(d->out, "<th scope=\"row\">");
        html_runs(d, text);
        out_adds(d->out, "</th>");
        return;
    }
    out_adds(d->out, text->count == 0 ? "<td class=\"none\"" : "<td");
    out_adds(d->out, " data-label=\"");
    put_word(d, t->column[i]);
    out_adds(d->out, "\">");
    html_runs(d, text);
    out_adds(d->out, "</td>");
}

static void row(struct doc *d, const struct doc_table *t, const struct runs *cell, uint64_t entry)
{
    if (html(d)->rows == PIECE_ROWS) {
        out_adds(d->out, "</tbody>\n</table>\n");
        begin_piece(d, t);
    }
    html(d)->rows++;
    if (entry > 0)
        out_addf(d->out, "<tr id=\"entry-%" PRIu64 "\">", entry);
    else
        out_adds(d->out, "<tr>");
    for (size_t i = 0; i < t->columns; i++)
        put_cell(d, t, i, &cell[i]);
    out_adds(d->out, "</tr>\n");
}

const struct doc_form *html_form(void)
{
    static const struct doc_form form = {
        .name = "html",
        .map_cells = MAP_CELLS,
        .draws = true,
        .begin = begin,
        .end = end,
        .heading = heading,
        .paragraph = paragraph,
        .aside = aside,
        .command = command,
        .map = html_map,
        .open = open,
        .close = close,
        .field = field,
        .pair = put_pair,
        .item = item,
        .row = row,
    };

    return &form;
}

int render_html(struct out *out, const struct report *r, const struct report_request *request,
                struct err *err)
{
    struct html own = {0};

    return document_write(out, html_form(), &own, 0, r, request, err);
}
