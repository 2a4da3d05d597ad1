/* A report as Markdown (CommonMark, with the tables of GitHub's). There is no HTML in it, and evidence
 * stands in code spans alone: nothing in one is markup, an autolink or a mention. */
#include "report/render.h"

#include "base/text.h"
#include "report/doc.h"
#include "report/document.h"

#include <inttypes.h>
#include <string.h>

enum { MAP_CELLS = 64, MARKED = 16, LABEL_WIDTH = 12 };

struct md {
    bool in_table; /* a cell is being put down */
};

static struct md *md(const struct doc *d)
{
    return d->own;
}

/* ---------------------------------------------------------------------------------------------------
 * Inline */

/* The longest run of backquotes. */
static size_t longest_run(const char *text, size_t len)
{
    size_t most = 0, run = 0;

    for (size_t i = 0; i < len; i++) {
        run = text[i] == '`' ? run + 1 : 0;
        if (run > most)
            most = run;
    }
    return most;
}

static bool all_spaces(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] != ' ')
            return false;
    return true;
}

/* One space is taken off both ends of a span that has one at both, and a backquote at an end would
 * lengthen the delimiter. */
static bool needs_padding(const char *text, size_t len)
{
    char first = text[0], last = text[len - 1];

    return first == '`' || last == '`' ||
           (first == ' ' && last == ' ' && !all_spaces(text, len));
}

static void put_span(struct doc *d, const char *text, size_t len)
{
    size_t ticks = longest_run(text, len) + 1;
    bool padded = needs_padding(text, len);

    out_repeat(d->out, '`', ticks);
    out_adds(d->out, padded ? " " : "");
    out_add(d->out, text, len);
    out_adds(d->out, padded ? " " : "");
    out_repeat(d->out, '`', ticks);
}

/* In a table a vertical bar would end the cell, in a span too, and programs differ on how one is
 * escaped there: it stands between spans as a reference. */
static void put_code(struct doc *d, const char *text, size_t len)
{
    while (len > 0) {
        const char *bar = md(d)->in_table ? memchr(text, '|', len) : NULL;
        size_t n = bar != NULL ? (size_t)(bar - text) : len;

        if (n > 0)
            put_span(d, text, n);
        if (bar != NULL)
            out_adds(d->out, "&#124;");
        n += bar != NULL;
        text += n;
        len -= n;
    }
}

static void put_evidence(struct doc *d, const char *text, size_t len)
{
    if (len > 0)
        put_code(d, text, len);
    else
        out_adds(d->out, "(empty)");
}

static void put_words(struct doc *d, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (strchr("\\`*_[]<>#|&~$", text[i]) != NULL)
            out_addc(d->out, '\\');
        out_addc(d->out, text[i]);
    }
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters, or a short number, and marks that mean nothing around them: anything else in a sentence may
 * be, or become, markup, a link or a mention. */
static bool is_plain_word(const char *word, size_t len)
{
    size_t from = 0, to = len;

    while (from < to && strchr("(\"", word[from]) != NULL)
        from++;
    while (to > from && strchr(")\",.;:", word[to - 1]) != NULL)
        to--;
    if (from == to || to - from > 40)
        return false;
    if (is_digit(word[from]) && to - from > 6)
        return false;
    for (size_t i = from; i < to; i++)
        if (!(is_digit(word[from]) ? is_digit(word[i]) : is_letter(word[i])))
            return false;
    return true;
}

/* Evidence in a sentence stands between quotes, and has none of that kind in it: the length of all that, 0 where
 * none begins here. */
static size_t quoted_length(const char *text, size_t at, size_t len)
{
    const char *end;

    if ((text[at] != '"' && text[at] != '\'') || (at > 0 && strchr(" (", text[at - 1]) == NULL))
        return 0;
    end = memchr(text + at + 1, text[at], len - at - 1);
    return end != NULL ? (size_t)(end - text) + 1 - at : 0;
}

/* Bytes up to the next single space, or to what is quoted. */
static size_t word_length(const char *text, size_t at, size_t len)
{
    for (size_t i = at + 1; i < len; i++)
        if ((text[i] == ' ' && text[i - 1] != ' ' && (i + 1 == len || text[i + 1] != ' ')) ||
            quoted_length(text, i, len) > 0)
            return i - at;
    return len - at;
}

/* The marks around a word that may be evidence are not of it. */
static void put_word(struct doc *d, const char *word, size_t len)
{
    size_t from = 0, to = len;

    if (is_plain_word(word, len)) {
        put_words(d, word, len);
        return;
    }
    while (from < to && word[from] == '(')
        from++;
    while (to > from && strchr("),.;:", word[to - 1]) != NULL)
        to--;
    put_words(d, word, from);
    if (to > from)
        put_code(d, word + from, to - from);
    put_words(d, word + to, len - to);
}

static void put_sentence(struct doc *d, const char *text, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        n = quoted_length(text, at, len);
        if (n > 2) {
            put_words(d, text + at, 1);
            put_code(d, text + at + 1, n - 2);
            put_words(d, text + at + n - 1, 1);
        } else if (n > 0 || text[at] == ' ') {
            n = n > 0 ? n : 1;
            put_words(d, text + at, n);
        } else {
            n = word_length(text, at, len);
            put_word(d, text + at, n);
        }
    }
}

static void put_link(struct doc *d, const struct run *r)
{
    bool linked = doc_has_row(d, r->entry);

    out_adds(d->out, linked ? "[" : "");
    put_words(d, r->data, r->len);
    if (linked)
        out_addf(d->out, "](#entry-%" PRIu64 ")", r->entry);
}

static void put_run(struct doc *d, const struct run *r)
{
    struct str s = doc_shown(d, r);

    switch (r->kind) {
    case RUN_WORDS: put_words(d, s.data, s.len); break;
    case RUN_STRESSED:
        out_adds(d->out, "**");
        put_words(d, s.data, s.len);
        out_adds(d->out, "**");
        break;
    case RUN_EVIDENCE: put_evidence(d, s.data, s.len); break;
    case RUN_SENTENCE: put_sentence(d, s.data, s.len); break;
    case RUN_DIGEST: put_code(d, s.data, s.len); break;
    case RUN_ENTRY: put_link(d, r); break;
    }
}

static void put_runs(struct doc *d, const struct runs *text)
{
    for (size_t i = 0; i < text->count; i++)
        put_run(d, &text->item[i]);
}

static void put_line(struct doc *d, const struct runs *text)
{
    put_runs(d, text);
    out_addc(d->out, '\n');
}

/* ---------------------------------------------------------------------------------------------------
 * Blocks: an empty line stands before each */

static void begin(struct doc *d, const struct runs *title)
{
    out_adds(d->out, "# ");
    put_line(d, title);
}

static void end(struct doc *d)
{
    (void)d;
}

static void heading(struct doc *d, int level, const char *id, const struct runs *text)
{
    (void)id;
    out_addc(d->out, '\n');
    out_repeat(d->out, '#', (size_t)level + 1);
    out_addc(d->out, ' ');
    put_line(d, text);
}

static void paragraph(struct doc *d, const struct runs *text)
{
    out_addc(d->out, '\n');
    put_line(d, text);
}

static void aside(struct doc *d, const char *label, const struct runs *text)
{
    out_adds(d->out, "\n> **");
    put_words(d, label, strlen(label));
    out_adds(d->out, ":** ");
    put_line(d, text);
}

static void command(struct doc *d, const char *text, size_t len)
{
    size_t ticks = longest_run(text, len) + 1;

    if (ticks < 3)
        ticks = 3;
    out_addc(d->out, '\n');
    out_repeat(d->out, '`', ticks);
    out_adds(d->out, "sh\n");
    out_add(d->out, text, len);
    out_addc(d->out, '\n');
    out_repeat(d->out, '`', ticks);
    out_addc(d->out, '\n');
}

static void put_map_row(struct doc *d, const struct doc_map *m, const char *label, bool standings)
{
    out_adds(d->out, label);
    for (size_t i = 0; i < m->cells; i++)
        out_addc(d->out, standings ? doc_map_standing(&m->cell[i]) : doc_map_sign(m->cell[i].worst));
    out_addc(d->out, '\n');
}

static void map(struct doc *d, const struct doc_map *m)
{
    out_adds(d->out, "\n```text\n");
    put_map_row(d, m, "worst     ", false);
    put_map_row(d, m, "standing  ", true);
    out_adds(d->out, "```\n");
}

/* ---------------------------------------------------------------------------------------------------
 * Series */

static void put_head(struct doc *d, const struct doc_table *t)
{
    out_adds(d->out, "\n**");
    put_words(d, t->caption, strlen(t->caption));
    out_adds(d->out, "**\n");
    if (t->records)
        return;
    out_adds(d->out, "\n|");
    for (size_t i = 0; i < t->columns; i++) {
        out_addc(d->out, ' ');
        put_words(d, t->column[i], strlen(t->column[i]));
        out_adds(d->out, " |");
    }
    out_adds(d->out, "\n|");
    for (size_t i = 0; i < t->columns; i++)
        out_adds(d->out, " --- |");
    out_addc(d->out, '\n');
}

static void open(struct doc *d, enum doc_group g, const struct doc_table *table)
{
    if (g == DOC_TABLE)
        put_head(d, table);
    else
        out_addc(d->out, '\n');
}

static void close(struct doc *d, enum doc_group g, const struct doc_table *table)
{
    (void)d;
    (void)g;
    (void)table;
}

static void put_label(struct doc *d, const char *label)
{
    out_adds(d->out, "- **");
    put_words(d, label, strlen(label));
    out_adds(d->out, ":** ");
}

static void field(struct doc *d, const char *label, const struct runs *text)
{
    put_label(d, label);
    put_line(d, text);
}

static void item(struct doc *d, const struct runs *text)
{
    out_adds(d->out, "- ");
    put_line(d, text);
}

static void put_block_row(struct doc *d, const char *label, const char *text)
{
    size_t len = strlen(label);

    out_adds(d->out, "  ");
    out_adds(d->out, label);
    out_repeat(d->out, ' ', len < LABEL_WIDTH ? LABEL_WIDTH - len : 1);
    out_adds(d->out, text);
    out_addc(d->out, '\n');
}

/* Both known: under each other, with marks below where few digits differ. */
static void put_compared(struct doc *d, const struct doc_pair *pair)
{
    char hex[2][DIGEST_HEX + 1], marks[DIGEST_HEX + 1] = "";

    digest_hex(&pair->digest[0], hex[0]);
    digest_hex(&pair->digest[1], hex[1]);
    for (int i = 0; i < DIGEST_HEX; i++)
        marks[i] = hex[0][i] == hex[1][i] ? ' ' : '^';
    put_label(d, "digests");
    if (pair->differ > 0)
        out_addf(d->out, "%u of 64 digits differ\n\n", pair->differ);
    else
        out_adds(d->out, "all 64 digits are the same\n\n");
    out_adds(d->out, "  ```text\n");
    put_block_row(d, pair->label[0], hex[0]);
    put_block_row(d, pair->label[1], hex[1]);
    if (pair->differ > 0 && pair->differ <= MARKED)
        put_block_row(d, "", marks);
    out_adds(d->out, "  ```\n");
}

static void put_side(struct doc *d, const struct doc_pair *pair, int i)
{
    struct run r = {.kind = RUN_WORDS, .data = pair->none[i]};
    struct runs text = {&r, 1};
    char hex[DIGEST_HEX + 1];

    if (pair->known[i]) {
        digest_hex(&pair->digest[i], hex);
        r = (struct run){.kind = RUN_DIGEST, .data = hex, .len = DIGEST_HEX};
    } else if (pair->odd[i].data != NULL) {
        r = (struct run){
            .kind = RUN_EVIDENCE,
            .data = pair->odd[i].data,
            .len = pair->odd[i].len,
            .flags = TEXT_WTF8,
        };
    } else {
        r.len = strlen(r.data);
    }
    field(d, pair->label[i], &text);
}

static void put_pair(struct doc *d, const struct doc_pair *pair)
{
    if (pair->known[0] && pair->known[1]) {
        put_compared(d, pair);
        return;
    }
    put_side(d, pair, 0);
    put_side(d, pair, 1);
}

static void put_record(struct doc *d, const struct doc_table *t, const struct runs *cell)
{
    /* GitHub makes the anchor of the heading's words. */
    out_adds(d->out, "\n#### ");
    for (size_t i = 0; i < cell[0].count; i++)
        put_words(d, cell[0].item[i].data, cell[0].item[i].len);
    out_adds(d->out, "\n\n");
    for (size_t i = 1; i < t->columns; i++)
        if (cell[i].count > 0)
            field(d, t->column[i], &cell[i]);
}

static void row(struct doc *d, const struct doc_table *t, const struct runs *cell, uint64_t entry)
{
    (void)entry;
    if (t->records) {
        put_record(d, t, cell);
        return;
    }
    md(d)->in_table = true;
    out_addc(d->out, '|');
    for (size_t i = 0; i < t->columns; i++) {
        out_addc(d->out, ' ');
        put_runs(d, &cell[i]);
        out_adds(d->out, " |");
    }
    out_addc(d->out, '\n');
    md(d)->in_table = false;
}

static const struct doc_form form = {
    .name = "md",
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

int render_md(struct out *out, const struct report *r, const struct report_request *request,
              struct err *err)
{
    struct md m = {false};

    return document_write(out, &form, &m, 0, r, request, err);
}
