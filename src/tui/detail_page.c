#include "tui/detail_page.h"

#include "base/text.h"
#include "tui/bytes_page.h"
#include "tui/card_page.h"
#include "tui/compare_page.h"
#include "tui/explain_page.h"
#include "tui/notes_page.h"
#include "tui/show.h"
#include "tui/wrap.h"

#include <string.h>

/* " = agent assertion, not an observation; ..." as far as it fits; the standing always does. */
static void standing_text(struct buf *out, enum standing standing, int cells)
{
    const char *name = standing_name(standing), *says = standing_says(standing);
    bool begins = strncmp(says, name, strlen(name)) == 0;

    if (begins && (int)strlen(says) + 3 <= cells)
        buf_addf(out, " = %s", says);
    else if (!begins && (int)(strlen(says) + strlen(name)) + 5 <= cells)
        buf_addf(out, " = %s: %s", name, says);
    else
        buf_addf(out, " = %s", name);
}

static enum style member_style(enum json_type type)
{
    return type == JSON_ABSENT ? STYLE_LABEL : STYLE_NORMAL;
}

static int put_field(struct page *p, int col, int cells, const struct field *f)
{
    return page_fit(p, col, cells, member_style(f->type), f->text.data ? f->text.data : "",
                    f->text.len, f->cut);
}

/* Class and standing; the class gives way where there is no room for both. */
static void put_class(struct page *p, int col, int end, const struct state *s,
                      const struct row *row)
{
    enum standing standing = timeline_mark(s->timeline, s->detail.entry).standing;
    int least = (int)strlen(standing_name(standing)) + 3;
    struct buf text;

    buf_init(&text, 1024);
    col = put_field(p, col, end - col - least, &row->provenance_class);
    standing_text(&text, standing, end - col);
    page_word(p, col, STYLE_NORMAL, buf_cstr(&text));
    buf_release(&text);
}

/* Tool and close, up to the edge. */
static void put_actor(struct page *p, const struct state *s, const struct form *f, int col,
                      const struct row *row)
{
    enum { CLOSE_CELLS = 8 };
    const struct entry_value *v = &s->detail.text.member[MEMBER_CLOSE];
    struct buf text;
    int cells;

    buf_init(&text, LIMIT_MESSAGE);
    show_value(&text, v, false, s->flags);
    cells = (int)text_width(buf_cstr(&text), text.len) + v->cut;
    if (cells > CLOSE_CELLS)
        cells = CLOSE_CELLS;
    col = page_word(p, col, STYLE_LABEL, "tool ");
    col = put_field(p, col, f->cols - col - cells - (int)strlen("   close "), &row->tool);
    col = page_word(p, col, STYLE_LABEL, "   close ");
    page_fit(p, col, f->cols - col, member_style(v->type), buf_cstr(&text), text.len, v->cut);
    buf_release(&text);
}

/* The first line, which stays: class and standing, and what else has room. */
static void put_head(struct page *p, const struct state *s, const struct form *f,
                     const struct row *row)
{
    int col = f->cols - (f->wide ? 32 : f->cols < 80 ? 30 : 34);

    page_line(p);
    p->pinned = 1;
    if (f->cols < 64) {
        put_class(p, f->label, f->cols, s, row);
        return;
    }
    put_class(p, f->label, col - 1, s, row);
    put_actor(p, s, f, col, row);
}

static const char *severity_word(enum severity severity)
{
    static const char *const words[SEVERITY_COUNT] = {"FAILURE", "WARNING", "NOTE"};

    return words[severity];
}

static void put_labelled(struct page *p, const struct form *f, enum style style, const char *label,
                         const struct buf *text)
{
    page_line(p);
    page_word(p, f->label, style, label);
    page_wrap(p, f->halves ? 8 : f->text, f->cols, STYLE_NORMAL,
              text->data ? (const char *)text->data : "", text->len, false);
}

/* The counts themselves stand with the comparison. */
static void put_finding(struct page *p, const struct state *s, const struct form *f,
                        const struct finding *one)
{
    enum severity severity = finding_severity(one->code);
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (one->code != FINDING_COMMITMENT_COUNT || one->signal == SIGNAL_NONE) {
        buf_addf(&text, "%s: ", finding_code_name(one->code));
        show_escaped(&text, one->message.data ? one->message.data : "", one->message.len, s->flags);
        put_labelled(p, f, severity == SEVERITY_FAILURE ? STYLE_FAILURE : STYLE_WARNING,
                     severity_word(severity), &text);
    }
    if (one->signal != SIGNAL_NONE) {
        buf_clear(&text);
        buf_addf(&text, "%s: %s", signal_name(one->signal), signal_says(one->signal, one->code));
        put_labelled(p, f, STYLE_LABEL, "SIGNAL", &text);
    }
    buf_release(&text);
    if (one->code == FINDING_NOT_CLOSED || one->code == FINDING_COMMITMENT_CLOSED)
        explain_page_finding(p, s, f, one);
}

/* A comparison on the page says the same with all its digits. */
static bool compared(const struct finding *f)
{
    return f->code == FINDING_LINK || f->code == FINDING_GENESIS ||
           f->code == FINDING_OUTPUT_HASH || f->code == FINDING_ENTRY_DIGEST ||
           f->code == FINDING_COMMITMENT_DIGEST || f->code == FINDING_COMMITMENT_COUNT;
}

enum stage { BEFORE_COMPARISONS, BESIDE_COMPARISON, AFTER_COMPARISONS };

/* Failures that no comparison shows come first. What a comparison with a reference shows is explained
 * under it, what one inside the timeline shows after all of them. */
static enum stage stage_of(const struct finding *f, const struct reference *r)
{
    if (finding_severity(f->code) != SEVERITY_FAILURE)
        return AFTER_COMPARISONS;
    if (!compared(f))
        return BEFORE_COMPARISONS;
    return r && r->readable ? BESIDE_COMPARISON : AFTER_COMPARISONS;
}

static void put_finding_list(struct page *p, const struct state *s, const struct form *f,
                             const struct finding_list *list, const struct reference *r,
                             enum stage stage)
{
    for (size_t i = 0; i < list->count; i++)
        if (stage_of(&list->item[i], r) == stage)
            put_finding(p, s, f, &list->item[i]);
}

static void put_findings(struct page *p, const struct state *s, const struct form *f,
                         enum stage stage)
{
    put_finding_list(p, s, f, &s->detail.findings, NULL, stage);
    if (!s->referenced || s->detail.entry != s->progress.entries)
        return;
    for (size_t i = 0; i < s->refs->count; i++)
        put_finding_list(p, s, f, &s->refs->item[i].findings, &s->refs->item[i], stage);
}

static void put_member(struct page *p, const struct state *s, const struct form *f,
                       const char *name, const struct entry_value *v)
{
    int at = f->halves ? 10 : f->text;
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_value(&text, v, false, s->flags);
    page_line(p);
    page_word(p, f->label, STYLE_LABEL, name);
    at = page_wrap_evidence(p, at, f->cols, member_style(v->type), buf_cstr(&text), text.len,
                            false);
    if (v->cut)
        page_word(p, at, STYLE_CUT, "~");
    buf_release(&text);
}

/* Tool, class and close stand in the head as well, where they may be cut. */
static void put_members(struct page *p, const struct state *s, const struct form *f)
{
    const struct entry_value *m = s->detail.text.member;

    page_anchor(p);
    put_member(p, s, f, "id", &m[MEMBER_ID]);
    put_member(p, s, f, "job_id", &m[MEMBER_JOB_ID]);
    put_member(p, s, f, "seq", &m[MEMBER_SEQ]);
    if (!f->card && f->cols >= 64)
        return;
    put_member(p, s, f, "tool", &m[MEMBER_TOOL]);
    put_member(p, s, f, "class", &m[MEMBER_PROVENANCE_CLASS]);
    put_member(p, s, f, "close", &m[MEMBER_CLOSE]);
}

static void put_extra(struct page *p, const struct state *s, const struct form *f,
                      const struct entry_extra *x)
{
    struct entry_value v = {.type = x->type, .text = x->text, .cut = x->cut};
    struct buf text;
    int col;

    buf_init(&text, LIMIT_MESSAGE);
    show_name(&text, &x->name, x->name_cut, s->flags);
    page_line(p);
    col = page_fit(p, f->halves ? 2 : f->text, f->cols / 2, STYLE_NORMAL, buf_cstr(&text), text.len,
                   x->name_cut);
    buf_clear(&text);
    show_value(&text, &v, true, s->flags);
    col = page_wrap_evidence(p, col + 2, f->cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    if (x->cut)
        page_word(p, col, STYLE_CUT, "~");
    buf_release(&text);
}

static void put_extras(struct page *p, const struct state *s, const struct form *f)
{
    char n[NUMBER_ROOM];
    const struct entry_text *e = &s->detail.text;
    bool stored = e->member[MEMBER_ENTRY_DIGEST].type != JSON_ABSENT;

    if (e->extras_total == 0 && !stored)
        return;
    page_line(p);
    page_wrap_word(p, f->label, f->cols, STYLE_LABEL,
                   "NOT BOUND BY THE DIGEST, anybody can change them:");
    if (stored) {
        page_line(p);
        page_wrap_word(p, f->halves ? 2 : f->text, f->cols, STYLE_LABEL,
                       "entry_digest  (stored; compared above)");
    }
    for (size_t i = 0; i < e->extras; i++)
        put_extra(p, s, f, &e->extra[i]);
    if (e->extras_total > e->extras) {
        page_line(p);
        page_format(p, f->text, STYLE_LABEL, "and %s more (%s shows the source)",
                    show_number(n, e->extras_total - e->extras), action_sign(ACTION_BYTES));
    }
}

/* The digest that was recomputed then is known; the bytes that gave it are gone. */
static void put_examined(struct page *p, const struct state *s, const struct form *f)
{
    struct entry_mark mark = timeline_mark(s->timeline, s->detail.entry);
    char hex[DIGEST_HEX + 1];

    if (!mark.has_digest)
        return;
    digest_hex(&mark.digest, hex);
    page_line(p);
    page_word(p, f->label, STYLE_LABEL, "its digest when it was examined:");
    page_line(p);
    page_wrap_word(p, f->label, f->cols, STYLE_NORMAL, hex);
}

static void put_unreadable(struct page *p, const struct state *s, const struct form *f)
{
    bool changed = s->detail.err.code == ERR_CHANGED;
    struct buf text, words;

    buf_init(&words, 256);
    buf_init(&text, 4096);
    show_escaped(&text, s->detail.err.text, strlen(s->detail.err.text), s->flags);
    page_line(p);
    buf_addf(&words, "CHANGED SINCE: not what was examined; %s reads the file again",
             action_sign(ACTION_RELOAD));
    page_wrap_word(p, f->label, f->cols, STYLE_FAILURE,
                   changed ? buf_cstr(&words) : "This entry cannot be read again:");
    page_line(p);
    page_wrap(p, f->label, f->cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    if (changed)
        put_examined(p, s, f);
    buf_release(&words);
    buf_release(&text);
}

static void put_comparison(struct page *p, const struct state *s, const struct form *f,
                           const struct comparison *c, bool title)
{
    compare_page_add(p, s, f, c, title);
    if (f->card)
        explain_page_comparison(p, s, f, c);
    if (c->reference)
        put_finding_list(p, s, f, &c->reference->findings, c->reference, BESIDE_COMPARISON);
}

/* What comes behind the last entry that was read. */
static void put_damage(struct page *p, const struct state *s, const struct form *f)
{
    const struct damage *d = timeline_damage(s->timeline);
    struct buf text;

    if (!d || s->detail.entry != s->progress.entries)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, "behind this entry, at ");
    show_damage(&text, d, s->flags);
    put_labelled(p, f, STYLE_FAILURE, "DAMAGE", &text);
    buf_release(&text);
}

/* Beside the list: what all comparisons together are explained by. */
static void put_explained(struct page *p, const struct state *s, const struct form *f,
                          const struct comparison *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        explain_page_comparison(p, s, f, &c[i]);
}

/* Where rows are few, it goes before the values that hold; 0: behind all comparisons. */
static size_t explained_before(const struct form *f, const struct comparison *c, size_t n)
{
    for (size_t i = 1; i < n && !f->card && !f->wide; i++)
        if (c[i].result == COMPARED_HOLDS && c[i].kind != COMPARE_LINK_IN &&
            c[i].kind != COMPARE_LINK_OUT)
            return i;
    return 0;
}

static void put_body(struct page *p, struct state *s, const struct form *f, bool single)
{
    struct comparison c[COMPARISONS];
    size_t n = compare_entry(s, c), early = explained_before(f, c, n);

    if (s->comparison >= n)
        s->comparison = 0;
    if (!single) {
        put_damage(p, s, f);
        put_findings(p, s, f, BEFORE_COMPARISONS);
    }
    for (size_t i = 0; i < n; i++)
        if (!single || i == s->comparison) {
            if (i == early && early) {
                notes_page_add(p, s, f);
                put_explained(p, s, f, c, n);
            }
            c[i].current = f->card && i == s->comparison;
            put_comparison(p, s, f, &c[i], !single);
        }
    if (!early)
        notes_page_add(p, s, f);
    if (!f->card && !early)
        put_explained(p, s, f, c, n);
    if (single) {
        put_damage(p, s, f);
        put_findings(p, s, f, BEFORE_COMPARISONS);
    }
    put_findings(p, s, f, AFTER_COMPARISONS);
    if (f->card)
        explain_page_note(p, s, f);
    put_members(p, s, f);
    put_extras(p, s, f);
    if (f->card) {
        card_page_times(p, s, f);
        card_page_commands(p, s, f);
    }
    page_anchor(p);
    bytes_page_add(p, s, f->label, f->cols);
    wrap_settle(s);
}

void detail_page_build(struct state *s, int cols, enum detail_form form)
{
    struct page *p = &s->detail_page;
    struct form f = form_of(cols);
    const struct row *row = rows_find(&s->rows, s->detail.entry);

    f.card = form != DETAIL_PANE;
    page_release(p);
    if (s->detail.entry == 0 || !row)
        return;
    if (s->detail.failed) {
        put_unreadable(p, s, &f);
        return;
    }
    put_head(p, s, &f, row);
    put_body(p, s, &f, form == DETAIL_SINGLE);
    search_mark_page(s, p);
}
