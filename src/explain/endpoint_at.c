/* What entry would have the digest of a contradicted reference, put otherwise. */
#include "explain/endpoint_impl.h"

#include <inttypes.h>
#include <string.h>

static bool at_end(const struct end *w)
{
    return w->place == w->e->entries;
}

static bool said(const struct end *w)
{
    return is_proved(w->out, w->begun);
}

static void say_goes_on(const struct end *w, struct draft *d, uint64_t last)
{
    if (last < w->e->entries)
        draft_say(d, "; and the timeline went on after entry %" PRIu64 ", or entries were added", last);
}

/* Another reference has the entry as it stands. */
static void say_stood(const struct end *w, struct draft *d, uint64_t entry)
{
    struct settled by;

    if (!settled_by(w->e, entry, w->number, &by))
        return;
    struct entry_mark m = timeline_mark(w->e->t, by.to);
    if (by.to == entry && !digest_equal(&m.digest, &w->e->refs->item[by.reference].final_digest))
        return;
    draft_say(d, "; ");
    say_reference(&d->text, w->e, by.reference);
    if (by.to == entry)
        draft_say(d, " has the digest of that entry as it stands here");
    else
        draft_say(d, " has the digest of entry %" PRIu64 ", and the links from entry %" PRIu64 " to it hold", by.to, entry);
    draft_say(d, ": if it is what was published then, entry %" PRIu64 " stood so then", entry);
}

/* Whose digest the reference was made of, and what came of that entry since, no digest says. */
int say_maker(struct end *w, enum explanation_kind kind, uint64_t entry, unsigned encoding)
{
    struct draft d;

    draft_begin(&d, w->e, kind, entry, false);
    d.x.encoding = encoding;
    d.x.innocent = false;
    draft_say(&d, "whoever made the reference writes so; whether that was the recorder, and before or after any "
                  "change to the entries in front, is not shown");
    say_goes_on(w, &d, entry);
    draft_decides(&d, "where the reference was kept and who could write it, or an earlier copy of the timeline");
    return draft_end(&d, w->out, w->err);
}

static int explain_encoded(struct end *w, const struct parts *at)
{
    bool flipped = w->r->of_entry == w->place && w->r->of_closed != at->close;
    unsigned encoding = w->r->of_entry == w->place ? w->r->of_written : encoding_find(w->e, at);
    const char *close = !flipped ? "as it stands" : at->close ? "with close false" : "with close true";
    struct draft d;

    if (!encoding)
        return 0;
    draft_begin(&d, w->e, EXPLANATION_ENCODING, w->place, true);
    d.x.encoding = encoding;
    d.x.innocent = false;
    if (at_end(w))
        draft_say(&d, "the last entry %s, written otherwise (", close);
    else
        draft_say(&d, "entry %" PRIu64 " %s, written otherwise (", w->place, close);
    encoding_say(&d.text, encoding);
    draft_say(&d, "), has the digest that the reference states");
    if (draft_end(&d, w->out, w->err))
        return -1;
    if (say_maker(w, EXPLANATION_ENCODING, w->place, encoding))
        return -1;
    return flipped ? say_flipped(w, w->place, !at->close) : 0;
}

static int explain_construction(struct end *w, const struct parts *at)
{
    struct draft d;

    if (!(at->has >> MEMBER_CANONICAL_BYTES & 1) || !digest_equal(&at->output, &w->r->final_digest))
        return 0;
    draft_begin(&d, w->e, EXPLANATION_CONSTRUCTION, w->place, true);
    draft_say(&d,
              "the reference has the digest of entry %" PRIu64
              " by the construction of revision -06, which binds its decoded canonical_bytes and nothing else",
              w->place);
    return draft_end(&d, w->out, w->err) || say_maker(w, EXPLANATION_CONSTRUCTION, w->place, 0) ? -1 : 0;
}

/* `last`: the last of the entries here that give the digest. */
static int say_put_in(struct end *w, uint64_t entry, uint64_t last)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_INSERTED, entry, false);
    draft_say(&d,
              "entry %" PRIu64 " was put in after the reference was made, and what follows it was numbered and linked anew; "
              "or the reference was made over other entries than those that were recorded, or of a copy that was otherwise",
              entry);
    say_stood(w, &d, entry);
    say_goes_on(w, &d, last);
    draft_decides(&d, "where the reference was kept and who could write it, or %s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

int say_which(struct end *w, uint64_t entry)
{
    bool stated = w->r->independent == INDEPENDENT_YES && !w->r->embedded && !w->r->own_file;
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_END_REPLACED, entry, false);
    draft_say(&d,
              "what stands here from entry %" PRIu64
              " on was put otherwise after the reference was made, or the reference was made over other entries than "
              "those that were recorded, or of a copy that was otherwise%s",
              entry, stated ? "" : ": it is not stated to be independent");
    say_stood(w, &d, entry);
    say_goes_on(w, &d, w->place);
    draft_decides(&d, "where the reference was kept and who could write it, or an earlier copy of the "
                      "timeline");
    return draft_end(&d, w->out, w->err);
}

static int explain_member(struct end *w, const struct parts *at)
{
    struct explainer *e = w->e;
    struct search s = {.t = e->t, .parts = at, .values = &e->values, .trial = &e->trial};
    struct draft d;
    struct hit hit = {0};

    if (explain_values(e, w->err))
        return -1;
    if (w->place > 1)
        s.has_prev = broken_at(e, w->place) && digest_of_entry(e, w->place - 1, &s.prev);
    uint64_t all = trial_share(&e->trial, e->effort / 2);
    int status = search_members(&s, &hit, w->err);
    e->trial.limit = all;
    if (status == 0 && hit.count) {
        bool close = hit.count == 1 && hit.change[0].member == MEMBER_CLOSE;
        draft_begin(&d, e, EXPLANATION_MEMBER_CHANGED, w->place, true);
        if (at_end(w))
            draft_say(&d, "the last entry, %" PRIu64 ", with ", w->place);
        else
            draft_say(&d, "entry %" PRIu64 " with ", w->place);
        draft_hit(&d, &hit);
        draft_as_links(&d);
        draft_say(&d, " has the digest that the reference states");
        status = draft_end(&d, w->out, w->err) ? -1 : 0;
        if (status == 0)
            status = close ? say_flipped(w, w->place, !at->close) : say_which(w, w->place);
    }
    hit_release(&hit);
    return status;
}

int explain_rewritten(struct end *w, uint64_t last)
{
    struct explainer *e = w->e;
    uint64_t edited;
    struct draft d;
    struct hit hit;

    if (explain_values(e, w->err))
        return -1;
    int status = relink_search(e, last, &hit, &edited, w->err);
    if (status == 0 && edited) {
        bool inserted = hit.count == 0;
        draft_begin(&d, e, inserted ? EXPLANATION_INSERTED : EXPLANATION_MEMBER_CHANGED, edited,
                    true);
        draft_say(&d, inserted ? "without entry %" PRIu64 : "entry %" PRIu64 " with ", edited);
        draft_hit(&d, &hit);
        draft_say(&d, "%s the entries after it as they would then be numbered and linked", inserted ? "," : " and");
        if (last < e->entries)
            draft_say(&d, " up to entry %" PRIu64, last);
        draft_as_links(&d);
        draft_say(&d, " give the digest that the reference states");
        status = draft_end(&d, w->out, w->err) ? -1 : 0;
        if (status == 0)
            status = inserted ? say_put_in(w, edited, last) : say_which(w, edited);
    }
    hit_release(&hit);
    return status;
}

static int explain_parts(struct end *w, const struct parts *at)
{
    if (explain_encoded(w, at) || (!said(w) && explain_construction(w, at)))
        return -1;
    if (!said(w) && explain_chain(w))
        return -1;
    if (!said(w) && explain_member(w, at))
        return -1;
    if (!said(w) && explain_rewritten(w, w->place))
        return -1;
    return said(w) ? 0 : explain_orders(w);
}

int explain_at(struct end *w)
{
    struct parts at;
    int status = timeline_parts(w->e->t, w->place, &at, w->err);

    if (status == 0)
        status = explain_parts(w, &at);
    parts_release(&at);
    return status;
}
