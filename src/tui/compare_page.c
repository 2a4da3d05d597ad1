#include "tui/compare_page.h"

#include "tui/show.h"

#include <stdio.h>
#include <string.h>

/* What is compared with what. The brief forms stand where the pane says which entry it is about. */
struct words {
    char label[64], stored[64], recomputed[64];
    const char *label_brief;
    char stored_row[64], recomputed_row[64]; /* what the rows of digits are called */
};

static void words_of_link_in(const struct comparison *c, const char *own, struct words *w)
{
    char other[NUMBER_ROOM];

    show_number(other, c->entry - 1);
    w->label_brief = "LINK INTO";
    snprintf(w->label, sizeof w->label, "LINK INTO %s", own);
    snprintf(w->stored, sizeof w->stored, "prev_digest in %s", own);
    snprintf(w->stored_row, sizeof w->stored_row, "stored in %s", own);
    if (c->entry == 1) {
        snprintf(w->recomputed, sizeof w->recomputed, "64 zeros, as a timeline begins");
        snprintf(w->recomputed_row, sizeof w->recomputed_row, "zeros");
    } else {
        snprintf(w->recomputed, sizeof w->recomputed, "digest of %s", other);
        snprintf(w->recomputed_row, sizeof w->recomputed_row, "recomputed %s", other);
    }
}

static void words_of_link_out(const struct comparison *c, const char *own, struct words *w)
{
    char other[NUMBER_ROOM];

    show_number(other, c->entry + 1);
    w->label_brief = "LINK OUT";
    snprintf(w->label, sizeof w->label, "LINK OUT OF %s", own);
    snprintf(w->stored, sizeof w->stored, "prev_digest in %s", other);
    snprintf(w->stored_row, sizeof w->stored_row, "stored in %s", other);
    snprintf(w->recomputed, sizeof w->recomputed, "digest of %s", own);
    if (c->result == COMPARED_OPEN) {
        snprintf(w->stored, sizeof w->stored, "no entry");
        snprintf(w->stored_row, sizeof w->stored_row, "stored");
    }
}

static void words_of_value(const struct comparison *c, const char *own, struct words *w)
{
    bool output = c->kind == COMPARE_OUTPUT;

    w->label_brief = output ? "OUTPUT" : "DIGEST";
    snprintf(w->label, sizeof w->label, "%s OF %s", w->label_brief, own);
    snprintf(w->stored, sizeof w->stored, output ? "output_hash" : "entry_digest");
    if (output)
        snprintf(w->recomputed, sizeof w->recomputed, "SHA-256 of canonical_bytes");
    else
        snprintf(w->recomputed, sizeof w->recomputed, "digest of %s", own);
}

static void words_of(const struct comparison *c, struct words *w)
{
    char own[NUMBER_ROOM];

    memset(w, 0, sizeof *w);
    show_number(own, c->entry);
    snprintf(w->stored_row, sizeof w->stored_row, "stored");
    snprintf(w->recomputed_row, sizeof w->recomputed_row, "recomputed");
    if (c->kind == COMPARE_LINK_IN) {
        words_of_link_in(c, own, w);
    } else if (c->kind == COMPARE_LINK_OUT) {
        words_of_link_out(c, own, w);
    } else if (c->kind == COMPARE_ENDPOINT) {
        w->label_brief = "ENDPOINT";
        snprintf(w->label, sizeof w->label, "ENDPOINT");
        snprintf(w->stored_row, sizeof w->stored_row, "committed");
        snprintf(w->recomputed, sizeof w->recomputed, "digest of %s%s", own,
                 c->closed ? ", closed" : "");
    } else {
        words_of_value(c, own, w);
    }
}

static enum style word_style(const struct comparison *c)
{
    return c->result == COMPARED_FAILS ? STYLE_FAILURE : STYLE_NORMAL;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

/* The name of what is stored; for a reference that is evidence. */
static int put_stored_name(struct page *p, int col, int cells, const struct comparison *c,
                           const struct words *w, unsigned flags)
{
    struct buf name;

    if (!c->reference)
        return page_word(p, col, STYLE_LABEL, w->stored);
    buf_init(&name, LIMIT_MESSAGE);
    show_reference(&name, c->reference, flags);
    col = page_fit(p, col, cells, STYLE_NORMAL, buf_cstr(&name), name.len, false);
    buf_release(&name);
    return col;
}

static void put_title_wide(struct page *p, int col, int end, const struct comparison *c,
                           const struct words *w, unsigned flags)
{
    bool genesis = c->kind == COMPARE_LINK_IN && c->entry == 1;

    col = put_stored_name(p, col, 26, c, w, flags);
    if (!c->reference && c->result != COMPARED_OPEN)
        col = page_word(p, col + 1, STYLE_LABEL, "(stored)");
    col = page_word(p, max(44, col + 2), STYLE_LABEL, "against");
    col = page_word(p, max(53, col + 2), STYLE_LABEL, w->recomputed);
    if (!genesis && col + 14 <= end)
        page_word(p, col + 1, STYLE_LABEL, "(recomputed)");
}

static void put_title_brief(struct page *p, int col, int end, const struct comparison *c,
                            const struct words *w, unsigned flags)
{
    bool genesis = c->kind == COMPARE_LINK_IN && c->entry == 1;
    const char *against = genesis || c->reference ? " against " : " against recomputed ";
    int rest = (int)(strlen(against) + strlen(w->recomputed)) + 1;

    /* Numbers and the word of the result are never cut: words of the sentence go, the longest first. */
    if (!c->reference && col + (int)strlen(w->stored) + rest > end) {
        against = " against "; /* the row of digits says it */
        rest = (int)(strlen(against) + strlen(w->recomputed)) + 1;
    }
    if (!c->reference && col + (int)strlen(w->stored) + rest > end)
        against = " / ";
    col = put_stored_name(p, col, end - col - rest, c, w, flags);
    col = page_word(p, col, STYLE_LABEL, against);
    page_word(p, col, STYLE_LABEL, w->recomputed);
}

static void put_title(struct page *p, const struct form *f, const struct comparison *c,
                      const struct words *w, unsigned flags)
{
    int word = f->cols - (f->wide ? 12 : 4 + (int)strlen(c->word));
    bool brief = !f->wide && (c->kind != COMPARE_LINK_IN || (int)strlen(w->label) > f->text - 2);
    int col;

    page_anchor(p);
    page_line(p);
    col = page_word(p, f->label, STYLE_LABEL, brief ? w->label_brief : w->label);
    col = max(f->text, col + 2);
    if (f->wide)
        put_title_wide(p, col, word, c, w, flags);
    else if (!f->halves)
        put_title_brief(p, col, word, c, w, flags);
    if (c->current)
        page_word(p, word - 2, STYLE_SELECTED, ">");
    page_word(p, word, word_style(c), c->word);
}

/* The digits that differ are drawn over those that were put at `col`. */
static void put_marks(struct page *p, int col, const struct comparison *c, const struct side *side,
                      int from, int count)
{
    if (!compare_marks(c))
        return;
    for (int i = from * HEX_GROUP; i < (from + count) * HEX_GROUP; i++) {
        int at = i - from * HEX_GROUP;
        if (c->stored.hex[i] != c->recomputed.hex[i])
            page_text(p, col + at + at / HEX_GROUP, STYLE_DIFFERENT, &side->hex[i], 1);
    }
}

static int put_groups(struct page *p, int col, const struct comparison *c, const struct side *side,
                      int from, int count)
{
    struct buf hex;
    int end;

    buf_init(&hex, 256);
    show_hex(&hex, side->hex, from, count);
    end = page_word(p, col, STYLE_NORMAL, buf_cstr(&hex));
    buf_release(&hex);
    put_marks(p, col, c, side, from, count);
    return end;
}

static int put_side_text(struct page *p, const struct form *f, const struct side *side)
{
    const char *text = side->text ? side->text : "";

    if (side->evidence)
        return page_wrap_evidence(p, f->digest, f->cols, STYLE_NORMAL, text, side->len, false);
    return page_wrap(p, f->digest, f->cols, STYLE_LABEL, text, side->len, false);
}

static int put_side(struct page *p, const struct form *f, const char *label,
                    const struct comparison *c, const struct side *side)
{
    page_line(p);
    page_word(p, f->label ? f->label + 2 : 0, STYLE_LABEL, label);
    if (side->hex[0])
        return put_groups(p, f->digest, c, side, 0, HEX_GROUPS);
    return put_side_text(p, f, side);
}

static void put_half(struct page *p, const struct form *f, const char *label,
                     const struct comparison *c, const struct side *side, int from)
{
    if (!side->hex[0] && from > 0)
        return;
    page_line(p);
    page_word(p, 0, STYLE_LABEL, label);
    if (side->hex[0])
        put_groups(p, f->digest, c, side, from, HEX_GROUPS / 2);
    else
        put_side_text(p, f, side);
}

static void add_differing(const struct comparison *c, struct buf *out)
{
    if (c->differing > 0)
        buf_addf(out, "%d of 64 digits differ", c->differing);
    else if (c->differing == 0 && c->result == COMPARED_HOLDS)
        buf_adds(out, "equal");
}

/* "63 of 64 digits differ", and the counts of a reference. */
static void remark(const struct state *s, const struct comparison *c, struct buf *out)
{
    if (c->reference && c->reference->has_count) {
        show_counts(out, c->reference, s->progress.entries);
        if (c->differing >= 0)
            buf_adds(out, "; ");
    }
    add_differing(c, out);
    if (c->reference && c->differing == 0 && c->result != COMPARED_HOLDS)
        buf_adds(out, "digest equal");
}

static void put_remark(struct page *p, const struct state *s, const struct form *f,
                       const struct comparison *c, int col)
{
    struct buf text;
    int room = f->cols - col - 4;

    buf_init(&text, 256);
    remark(s, c, &text);
    if (f->wide && (int)text.len <= room) {
        page_word(p, col + 4, STYLE_LABEL, buf_cstr(&text));
    } else if (c->differing != 0 || c->reference) {
        page_line(p);
        page_word(p, f->digest, STYLE_LABEL, buf_cstr(&text));
    }
    buf_release(&text);
}

/* "S stored in 5  R recomputed 4  63 differ" */
static void put_legend(struct page *p, const struct form *f, const struct comparison *c,
                       const struct words *w)
{
    struct buf text;

    buf_init(&text, 512);
    buf_addf(&text, "S %s  R %s", w->stored_row, w->recomputed_row);
    if (c->differing >= 0)
        buf_addf(&text, c->differing ? "  %d differ" : "  equal", c->differing);
    page_line(p);
    page_wrap_word(p, 0, f->cols, STYLE_LABEL, buf_cstr(&text));
    buf_release(&text);
}

static void put_halves(struct page *p, const struct state *s, const struct form *f,
                       const struct comparison *c, const struct words *w)
{
    struct buf text;

    for (int from = 0; from < HEX_GROUPS; from += HEX_GROUPS / 2) {
        put_half(p, f, "S", c, &c->stored, from);
        put_half(p, f, "R", c, &c->recomputed, from);
    }
    put_legend(p, f, c, w);
    if (!c->reference || !c->reference->has_count)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    show_counts(&text, c->reference, s->progress.entries);
    page_line(p);
    page_word(p, 0, STYLE_LABEL, buf_cstr(&text));
    buf_release(&text);
}

/* Rows of digits have short names where the title says the rest. */
static void put_sides(struct page *p, const struct state *s, const struct form *f,
                      const struct comparison *c, const struct words *w)
{
    bool link_out = c->kind == COMPARE_LINK_OUT && (int)strlen(w->stored_row) + 3 < f->digest;
    bool zeros = c->kind == COMPARE_LINK_IN && c->entry == 1;
    int col;

    if (f->halves) {
        put_halves(p, s, f, c, w);
        return;
    }
    put_side(p, f,
             c->reference          ? (f->wide ? "committed" : "commit.")
             : f->wide && link_out ? w->stored_row
                                   : "stored",
             c, &c->stored);
    col = put_side(p, f, zeros ? "zeros" : f->wide ? "recomputed" : "recomp.", c, &c->recomputed);
    put_remark(p, s, f, c, col);
}

/* Of what is stored beside the links, the title says enough when it holds; the card shows all. */
static bool only_title(const struct form *f, const struct comparison *c)
{
    return !f->card && c->result == COMPARED_HOLDS &&
           (c->kind == COMPARE_OUTPUT || c->kind == COMPARE_ENTRY_DIGEST);
}

void compare_page_add(struct page *p, const struct state *s, const struct form *f,
                      const struct comparison *c, bool title)
{
    struct words w;

    words_of(c, &w);
    if (title)
        put_title(p, f, c, &w, s->flags);
    if (!title || !only_title(f, c))
        put_sides(p, s, f, c, &w);
}

void compare_page_name(const struct comparison *c, struct buf *out)
{
    struct words w;

    words_of(c, &w);
    for (const char *l = w.label; *l; l++)
        buf_addc(out, *l >= 'A' && *l <= 'Z' ? *l - 'A' + 'a' : *l);
}
