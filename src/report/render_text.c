/* A report as text of 80 columns. */
#include "report/render.h"

#include "base/text.h"
#include "report/doc.h"
#include "report/document.h"
#include "report/sheet.h"

#include <inttypes.h>
#include <string.h>

enum { MAP_CELLS = SHEET_WIDTH - SHEET_VALUE };

/* What stood last, for the empty lines between. */
enum last { LAST_HEADING, LAST_PARAGRAPH, LAST_OTHER };

struct text_form {
    struct sheet sheet;
    enum last last;
};

static struct sheet *sheet(const struct doc *d)
{
    return &((struct text_form *)d->own)->sheet;
}

/* An empty line between what stands last and what comes, but not below a heading. */
static void gap(struct doc *d, enum last comes)
{
    struct text_form *t = d->own;

    if (t->last != LAST_HEADING)
        sheet_blank(&t->sheet);
    t->last = comes;
}

/* Evidence stands in quotes, so that it is told from what is said about it. */
static void add_run(struct doc *d, const struct run *r)
{
    struct str s;

    if (r->kind == RUN_EVIDENCE) {
        sheet_quote(sheet(d), r->data, r->len, r->flags);
        return;
    }
    s = doc_shown(d, r);
    sheet_safe(sheet(d), s.data, s.len);
}

static void add(struct doc *d, const struct runs *text)
{
    for (size_t i = 0; i < text->count; i++)
        add_run(d, &text->item[i]);
}

static void begin(struct doc *d, const struct runs *title)
{
    add(d, title);
    sheet_line(sheet(d));
    out_repeat(d->out, '=', SHEET_WIDTH);
    out_addc(d->out, '\n');
}

static void end(struct doc *d)
{
    (void)d;
}

static void heading(struct doc *d, int level, const char *id, const struct runs *text)
{
    (void)id;
    sheet_blank(sheet(d));
    ((struct text_form *)d->own)->last = LAST_HEADING;
    add(d, text);
    if (level < 3) {
        size_t width = text_width(buf_cstr(&sheet(d)->text), sheet(d)->text.len);

        sheet_line(sheet(d));
        out_repeat(d->out, level == 1 ? '=' : '-', width < SHEET_WIDTH ? width : SHEET_WIDTH);
        out_addc(d->out, '\n');
    } else {
        sheet_line(sheet(d));
    }
}

static void paragraph(struct doc *d, const struct runs *text)
{
    gap(d, LAST_PARAGRAPH);
    add(d, text);
    sheet_prose(sheet(d), 0, 0);
}

/* A label that is wider than its column has a line of its own. */
static bool fits(const char *label)
{
    return SHEET_LABEL + strlen(label) < SHEET_VALUE;
}

static void put_labelled(struct doc *d, const char *label)
{
    if (!fits(label)) {
        out_repeat(d->out, ' ', SHEET_LABEL);
        out_adds(d->out, label);
        out_addc(d->out, '\n');
        label = "";
    }
    sheet_field(sheet(d), label);
}

static void aside(struct doc *d, const char *label, const struct runs *text)
{
    struct text_form *t = d->own;

    if (t->last == LAST_PARAGRAPH)
        sheet_blank(&t->sheet);
    t->last = LAST_OTHER;
    add(d, text);
    put_labelled(d, label);
}

/* Words wrap like a sentence. */
static bool has_space(const struct run *r)
{
    return memchr(r->data, ' ', r->len) != NULL;
}

static void field(struct doc *d, const char *label, const struct runs *text)
{
    const struct run *r = text->item;

    if (text->count == 1 && r->kind == RUN_EVIDENCE && fits(label) && !has_space(r)) {
        sheet_value(sheet(d), label, r->data, r->len, r->flags);
        return;
    }
    add(d, text);
    put_labelled(d, label);
}

static void put_one(struct doc *d, const struct doc_pair *pair, int i)
{
    char hex[DIGEST_HEX + 1];

    if (pair->known[i]) {
        digest_hex(&pair->digest[i], hex);
        sheet_value(sheet(d), pair->label[i], hex, DIGEST_HEX, 0);
    } else if (pair->odd[i].data != NULL) {
        sheet_value(sheet(d), pair->label[i], pair->odd[i].data, pair->odd[i].len, TEXT_WTF8);
    } else {
        sheet_say(sheet(d), "%s", pair->none[i]);
        sheet_field(sheet(d), pair->label[i]);
    }
}

/* Up to so many differing digits a mark stands under each. */
enum { MARKED = 16 };

static void put_differences(struct doc *d, const struct doc_pair *pair)
{
    char hex[2][DIGEST_HEX + 1], marks[DIGEST_HEX + 1];

    if (!pair->known[0] || !pair->known[1])
        return;
    digest_hex(&pair->digest[0], hex[0]);
    digest_hex(&pair->digest[1], hex[1]);
    for (int i = 0; i < DIGEST_HEX; i++)
        marks[i] = hex[0][i] == hex[1][i] ? ' ' : '^';
    marks[DIGEST_HEX] = '\0';
    if (pair->differ > 0 && pair->differ <= MARKED) {
        out_repeat(d->out, ' ', SHEET_VALUE);
        out_adds(d->out, marks);
        out_addc(d->out, '\n');
    }
    if (pair->differ == 0)
        sheet_say(sheet(d), "all 64 digits are the same");
    else
        sheet_say(sheet(d), "%u of 64 digits differ", pair->differ);
    sheet_field(sheet(d), "");
}

static void put_pair(struct doc *d, const struct doc_pair *pair)
{
    put_one(d, pair, 0);
    put_one(d, pair, 1);
    put_differences(d, pair);
}

static void command(struct doc *d, const char *text, size_t len)
{
    gap(d, LAST_OTHER);
    out_add(d->out, text, len);
    out_addc(d->out, '\n');
}

static void put_map_row(struct doc *d, const struct doc_map *m, const char *label, bool standings)
{
    char line[MAP_CELLS + 1];

    for (size_t i = 0; i < m->cells; i++)
        line[i] = standings ? doc_map_standing(&m->cell[i]) : doc_map_sign(m->cell[i].worst);
    line[m->cells] = '\0';
    sheet_say(sheet(d), "%s", line);
    sheet_field(sheet(d), label);
}

static void map(struct doc *d, const struct doc_map *m)
{
    gap(d, LAST_OTHER);
    put_map_row(d, m, "worst", false);
    put_map_row(d, m, "standing", true);
}

static void open(struct doc *d, enum doc_group g, const struct doc_table *table)
{
    (void)g;
    if (table == NULL || !table->records)
        gap(d, LAST_OTHER);
}

static void close(struct doc *d, enum doc_group g, const struct doc_table *table)
{
    (void)d;
    (void)g;
    (void)table;
}

static void item(struct doc *d, const struct runs *text)
{
    sheet_say(sheet(d), "- ");
    add(d, text);
    sheet_prose(sheet(d), SHEET_LABEL, SHEET_LABEL + 2);
}

static void put_record(struct doc *d, const struct doc_table *t, const struct runs *cell)
{
    gap(d, LAST_OTHER);
    add(d, &cell[0]);
    sheet_line(sheet(d));
    for (size_t i = 1; i < t->columns; i++)
        if (cell[i].count > 0)
            field(d, t->column[i], &cell[i]);
}

/* A cell of evidence has lines of its own, in quotes: no word of ours stands beside it. */
static void put_cells(struct doc *d, const struct doc_table *t, const struct runs *cell,
                      const char *label)
{
    for (size_t i = 1; i < t->columns; i++) {
        if (cell[i].count == 1 && cell[i].item->kind == RUN_EVIDENCE) {
            if (sheet(d)->text.len > 0) {
                put_labelled(d, label);
                label = "";
            }
            sheet_value(sheet(d), label, cell[i].item->data, cell[i].item->len, cell[i].item->flags);
            label = "";
        } else if (cell[i].count > 0) {
            sheet_say(sheet(d), "%s%s: ", sheet(d)->text.len > 0 ? "; " : "", t->column[i]);
            add(d, &cell[i]);
        }
    }
    if (sheet(d)->text.len > 0)
        put_labelled(d, label);
}

static void row(struct doc *d, const struct doc_table *t, const struct runs *cell, uint64_t entry)
{
    char label[64] = "";

    (void)entry;
    if (t->records) {
        put_record(d, t, cell);
        return;
    }
    add(d, &cell[0]);
    if (sheet(d)->text.len < sizeof label)
        memcpy(label, buf_cstr(&sheet(d)->text), sheet(d)->text.len);
    buf_clear(&sheet(d)->text);
    put_cells(d, t, cell, label);
}

static const struct doc_form form = {
    .name = "text",
    .map_cells = MAP_CELLS,
    .begin = begin,
    .end = end,
    .heading = heading,
    .paragraph = paragraph,
    .aside = aside,
    .command = command,
    .map = map,
    .open = open,
    .close = close,
    .field = field,
    .pair = put_pair,
    .item = item,
    .row = row,
};

int render_text(struct out *out, const struct report *r, const struct report_request *request,
                struct err *err)
{
    struct text_form t = {.last = LAST_HEADING};
    int rc;

    sheet_init(&t.sheet, out, request->style.utf8, request->style.colour);
    rc = document_write(out, &form, &t, request->style.utf8 ? 0 : TEXT_ASCII, r, request, err);
    sheet_release(&t.sheet);
    return rc;
}
