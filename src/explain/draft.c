/* Explanations put into words. */
#include "explain/explain_impl.h"

#include "base/shortage.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTE_CELLS = 160 };

static const struct {
    const char *name;
    bool innocent;
} table[EXPLANATION_COUNT] = {
#define X(id, name, innocent, says) {name, innocent},
    EXPLANATION_TABLE(X)
#undef X
};

const char *explanation_name(enum explanation_kind k)
{
    return table[k].name;
}

const char *explain_note(void)
{
    return "explanations speak of what does not fit: an edit after which every later link was "
           "rewritten leaves no trace inside the timeline; only a reference outside or an earlier "
           "copy shows a difference";
}

int explainer_say_encoded(const struct explainer_summary *s, struct buf *out)
{
    buf_adds(out, ": that gives the stored values, and the strict verdict stays; ");
    if (s->habit)
        buf_adds(out, "no link holds as the format writes where that makes a difference, as when the "
                      "producer writes so");
    else if (s->plain > 0)
        buf_addf(out,
                 "%s%" PRIu64 " %s as the format writes where that makes a difference: one producer may write "
                 "only some characters otherwise, and an edit that was linked anew with another program is not excluded",
                 s->plain_cut ? "at least " : "", s->plain, s->plain == 1 ? "link holds" : "links hold");
    else
        buf_adds(out, "so few links show no habit of a producer, and an edit that was linked anew with "
                      "another program is not excluded");
    return out->failed ? -1 : 0;
}

static void release(struct explanation *x)
{
    for (size_t i = 0; i < EXPLAINED_MEMBERS; i++) {
        str_release(&x->member[i].found);
        str_release(&x->member[i].original);
    }
    str_release(&x->provenance_class);
    str_release(&x->text);
    str_release(&x->decides);
}

void explanation_list_release(struct explanation_list *l)
{
    for (size_t i = 0; i < l->count; i++)
        release(&l->item[i]);
    free(l->item);
    memset(l, 0, sizeof *l);
}

static int append(struct explanation_list *l, const struct explanation *x)
{
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 8;
        struct explanation *more = shortage_unless(realloc(l->item, room * sizeof *more));
        if (!more)
            return -1;
        l->item = more;
        l->room = room;
    }
    l->item[l->count++] = *x;
    return 0;
}

void draft_begin(struct draft *d, struct explainer *e, enum explanation_kind kind, uint64_t entry,
                 bool proved)
{
    memset(d, 0, sizeof *d);
    d->e = e;
    d->x.kind = kind;
    d->x.entry = entry;
    d->x.proved = proved;
    d->x.innocent = table[kind].innocent;
    d->x.reference = -1;
    buf_init(&d->text, LIMIT_MESSAGE);
    buf_init(&d->decides, LIMIT_MESSAGE);
}

void draft_say(struct draft *d, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    buf_addv(&d->text, fmt, args);
    va_end(args);
}

void draft_decides(struct draft *d, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    buf_addv(&d->decides, fmt, args);
    va_end(args);
}

const char *copy_wanted(const struct explainer *e)
{
    return e->originals > 0 ? "another copy of the timeline than the one that was given, or a reference "
                              "that is stated to be independent"
                            : "an earlier copy of the timeline";
}

void draft_quote(struct draft *d, const struct str *s)
{
    if (s->data)
        text_quote(&d->text, s->data, s->len, TEXT_WTF8, QUOTE_CELLS);
    else
        draft_say(d, "none");
}

void draft_written(struct draft *d, unsigned encoding)
{
    if (!encoding)
        return;
    draft_say(d, ", written otherwise (");
    encoding_say(&d->text, encoding);
    draft_say(d, ")");
}

void draft_as_links(struct draft *d)
{
    draft_written(d, d->e->base);
    draft_say(d, "%s", d->e->base ? "," : "");
}

static bool is_word(enum member m)
{
    return m == MEMBER_SEQ || m == MEMBER_CLOSE;
}

static bool is_digest(const struct str *s)
{
    struct digest d;

    return s->data && digest_parse(s->data, s->len, &d);
}

/* A digest stands without quotes, so that its line has room for all its digits. */
static void say_value(struct draft *d, enum member m, const struct str *s)
{
    if (is_digest(s) || (is_word(m) && s->data))
        draft_say(d, "%.64s", s->data);
    else
        draft_quote(d, s);
}

/* A class is never named without what it claims. */
static void say_standing(struct draft *d, enum member m, const struct str *s)
{
    enum standing standing;

    if (m != MEMBER_PROVENANCE_CLASS || !s->data)
        return;
    standing = provenance_standing(s->data, s->len);
    draft_say(d, ", %s%s", standing == STANDING_NONE ? "no standing" : standing_name(standing),
              standing == STANDING_AGENT ? ", not an observation" : "");
}

static void say_change(struct draft *d, const struct change *c)
{
    bool digest = is_digest(&c->found);

    draft_say(d, "%s%s ", member_name(c->member),
              c->member == MEMBER_CANONICAL_BYTES ? " of SHA-256" : "");
    say_value(d, c->member, &c->original);
    say_standing(d, c->member, &c->original);
    draft_say(d, digest ? " in place of " : " (found: ");
    if (c->found.data)
        say_value(d, c->member, &c->found);
    else
        draft_say(d, "none that can be used");
    say_standing(d, c->member, &c->found);
    draft_say(d, "%s", digest ? "" : ")");
}

void draft_hit(struct draft *d, struct hit *hit)
{
    for (size_t i = 0; i < hit->count; i++) {
        struct change *c = &hit->change[i];
        draft_say(d, "%s", i > 0 ? " and " : "");
        say_change(d, c);
        d->x.member[i].member = member_name(c->member);
        d->x.member[i].found = c->found;
        d->x.member[i].original = c->original;
        memset(c, 0, sizeof *c);
    }
    d->x.members = hit->count;
    hit->count = 0;
}

/* Whatever is said of an entry comes with its class and standing. */
static int add_standing(struct draft *d, struct err *err)
{
    struct parts p;

    if (d->x.entry == 0)
        return 0;
    int status = timeline_parts(d->e->t, d->x.entry, &p, err);
    d->x.standing = p.standing;
    d->x.provenance_class = p.text[MEMBER_PROVENANCE_CLASS];
    memset(&p.text[MEMBER_PROVENANCE_CLASS], 0, sizeof p.text[0]);
    parts_release(&p);
    return status;
}

void draft_drop(struct draft *d)
{
    buf_release(&d->text);
    buf_release(&d->decides);
    release(&d->x);
}

int draft_end(struct draft *d, struct explanation_list *out, struct err *err)
{
    int status = add_standing(d, err);

    if (status == 0 &&
        (d->text.failed || d->decides.failed || str_take(&d->x.text, &d->text) ||
         (d->decides.len && str_take(&d->x.decides, &d->decides)) || append(out, &d->x)))
        status = err_set(err, ERR_MEMORY, "no memory for an explanation");
    buf_release(&d->text);
    buf_release(&d->decides);
    if (status)
        release(&d->x);
    return status;
}
