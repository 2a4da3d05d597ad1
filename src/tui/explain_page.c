#include "tui/explain_page.h"

#include "base/text.h"
#include "tui/show.h"

#include <string.h>

enum { VALUE_CELLS = 24 };

static const char *certainty(const struct explanation *x)
{
    if (x->proved)
        return "PROVED";
    return x->kind == EXPLANATION_UNEXPLAINED ? "UNEXPLAINED" : "POSSIBLE";
}

/* ---- the short form ---- */

/* One member that was another, in a value that is short and stands on one line. */
static bool is_short(const struct explanation *x)
{
    return x->proved && x->kind == EXPLANATION_MEMBER_CHANGED && x->members == 1 &&
           x->member[0].original.data && x->member[0].original.len <= VALUE_CELLS;
}

static bool is_class(const struct explanation *x)
{
    return strcmp(x->member[0].member, member_name(MEMBER_PROVENANCE_CLASS)) == 0;
}

/* "class LOGGED BY AGENT", and its standing: none is named without the other. */
static void add_original(const struct state *s, const struct explanation *x, struct buf *out)
{
    const struct str *v = &x->member[0].original;

    buf_addf(out, "%s ", is_class(x) ? "class" : x->member[0].member);
    show_str(out, v, s->flags);
    if (is_class(x))
        buf_addf(out, ", %s", standing_name(provenance_standing(v->data, v->len)));
}

static void add_short(const struct state *s, const struct explanation *x, struct buf *out)
{
    char n[NUMBER_ROOM];

    buf_addf(out, "entry %s with ", show_number(n, x->entry));
    add_original(s, x, out);
    buf_addf(out, "%s digests to the stored value", is_class(x) ? "," : "");
}

static void add_shortest(const struct state *s, const struct explanation *x, struct buf *out)
{
    char n[NUMBER_ROOM];

    buf_addf(out, "%s with ", show_number(n, x->entry));
    add_original(s, x, out);
}

/* ---- lines ---- */

static void add_text(const struct state *s, const struct form *f, const struct explanation *x,
                     struct buf *out)
{
    if (f->halves && is_short(x))
        add_shortest(s, x, out);
    else if (!f->card && !f->wide && is_short(x))
        add_short(s, x, out);
    else
        show_escaped(out, x->text.data ? x->text.data : "", x->text.len, s->flags);
}

static void add_lower(struct buf *out, const char *word)
{
    for (; *word; word++)
        buf_addc(out, *word + 'a' - 'A');
}

static void put_line(struct page *p, const struct form *f, const char *label, enum style style,
                     struct buf *text)
{
    page_line(p);
    page_word(p, f->label, style, label);
    page_wrap(p, f->halves ? 0 : f->text, f->cols,
              label[0] || f->halves ? STYLE_NORMAL : STYLE_LABEL, buf_cstr(text), text->len, false);
}

static void put_text(struct page *p, const struct state *s, const struct form *f,
                     const struct explanation *x)
{
    struct buf text;

    buf_init(&text, 4 * LIMIT_MESSAGE);
    if (f->halves) {
        add_lower(&text, certainty(x));
        buf_adds(&text, ": ");
    }
    add_text(s, f, x, &text);
    put_line(p, f, f->halves ? "" : certainty(x), x->proved ? STYLE_TITLE : STYLE_LABEL, &text);
    buf_release(&text);
}

static void put_decides(struct page *p, const struct state *s, const struct form *f,
                        const struct explanation *x)
{
    struct buf text;

    if (!x->decides.data)
        return;
    buf_init(&text, 4 * LIMIT_MESSAGE);
    buf_adds(&text, "would be decided by ");
    show_escaped(&text, x->decides.data, x->decides.len, s->flags);
    put_line(p, f, "", STYLE_LABEL, &text);
    buf_release(&text);
}

/* Of an entry that is not the one whose class stands in the head. */
static void put_standing(struct page *p, const struct state *s, const struct form *f,
                         const struct explanation *x)
{
    char n[NUMBER_ROOM];
    struct buf text;

    buf_init(&text, 4 * LIMIT_MESSAGE);
    buf_addf(&text, "entry %s: ", show_number(n, x->entry));
    if (x->provenance_class.data)
        show_str(&text, &x->provenance_class, s->flags);
    else
        buf_adds(&text, "no class");
    buf_addf(&text, " = %s", standing_name(x->standing));
    put_line(p, f, "", STYLE_LABEL, &text);
    buf_release(&text);
}

/* ---- lists ---- */

static bool equal(const struct explanation *a, const struct explanation *b)
{
    return str_equal(&a->text, &b->text);
}

static bool said(const struct explained *before, const struct explanation *x)
{
    for (size_t i = 0; before && i < before->list.count; i++)
        if (equal(&before->list.item[i], x))
            return true;
    return false;
}

static bool ends_block(const struct explanation_list *l, size_t i)
{
    return i + 1 == l->count || l->item[i + 1].entry != l->item[i].entry;
}

/* `own`: the entry whose class and standing are in sight. */
static void put_list(struct page *p, const struct state *s, const struct form *f, uint64_t own,
                     const struct explained *one, const struct explained *before)
{
    const struct explanation_list *l = &one->list;
    bool full = f->card || f->wide;

    for (size_t i = 0; i < l->count; i++) {
        const struct explanation *x = &l->item[i];
        if (said(before, x))
            continue;
        put_text(p, s, f, x);
        if (full)
            put_decides(p, s, f, x);
        if (full && x->entry > 0 && x->entry != own && ends_block(l, i))
            put_standing(p, s, f, x);
    }
}

static void add_waiting(const struct state *s, const struct explained *one, struct buf *out)
{
    if (!one)
        buf_addf(out, "explaining ... (%s stops)", action_sign(ACTION_CANCEL));
    else if (one->stopped)
        buf_adds(out, "not explained: stopped; select another entry and come back to begin anew");
    else
        buf_adds(out, "not explained: "),
            show_escaped(out, one->err.text, strlen(one->err.text), s->flags);
}

static void put_explained(struct page *p, const struct state *s, const struct form *f,
                          uint64_t own, const struct finding_key *key,
                          const struct finding_key *before)
{
    const struct explained *one = explaining_find(&s->explaining, key);
    struct buf text;

    if (one && !one->failed) {
        put_list(p, s, f, own, one, before ? explaining_find(&s->explaining, before) : NULL);
        return;
    }
    if (before)
        return;
    buf_init(&text, 2 * LIMIT_MESSAGE);
    add_waiting(s, one, &text);
    put_line(p, f, "", STYLE_LABEL, &text);
    buf_release(&text);
}

void explain_page_comparison(struct page *p, const struct state *s, const struct form *f,
                             const struct comparison *c)
{
    struct finding_key key[COMPARISON_KEYS];
    size_t n = s->referenced ? explaining_keys(s, c, key) : 0;

    for (size_t i = 0; i < n; i++)
        put_explained(p, s, f, c->entry, &key[i], i ? &key[0] : NULL);
}

void explain_page_finding(struct page *p, const struct state *s, const struct form *f,
                          const struct finding *one)
{
    struct finding_key key = {one->code, one->entry, one->reference};

    if (s->referenced && explaining_can(one->code))
        put_explained(p, s, f, one->entry, &key, NULL);
}

static bool any(const struct explaining *x)
{
    for (size_t i = 0; i < EXPLAINED_KEPT; i++)
        if (x->kept[i].list.count > 0)
            return true;
    return false;
}

void explain_page_note(struct page *p, const struct state *s, const struct form *f)
{
    struct buf text;

    if (!any(&s->explaining))
        return;
    buf_init(&text, LIMIT_MESSAGE);
    if (s->explaining.exhausted)
        buf_adds(&text, "the bound for the whole file was reached, so that later findings were "
                        "tried with less; ");
    buf_adds(&text, explain_note());
    put_line(p, f, f->halves ? "" : "NOT SHOWN", STYLE_LABEL, &text);
    buf_release(&text);
}

void explain_page_brief(const struct state *s, const struct finding *one, struct buf *out)
{
    struct finding_key key = {one->code, one->entry, one->reference};
    const struct form f = {.halves = true};
    const struct explained *known = explaining_find(&s->explaining, &key);

    if (!s->referenced || !explaining_can(one->code))
        return;
    if (!known || known->failed) {
        add_waiting(s, known, out);
    } else if (known->list.count > 0) {
        add_lower(out, certainty(&known->list.item[0]));
        buf_adds(out, ": ");
        add_text(s, &f, &known->list.item[0], out);
    }
}
