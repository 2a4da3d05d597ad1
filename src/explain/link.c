/* One broken link: each hypothesis in turn, the cheap ones first. */
#include "explain/explain_impl.h"

#include "core/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct link {
    struct explainer *e;
    const struct broken *b; /* in the list, or `own` */
    struct broken own;
    struct parts before, at; /* the entries on its two sides; `before` is empty for entry 1 */
    struct explanation_list *out;
    size_t begun; /* explanations that were there before */
    struct err *err;
};

bool is_proved(const struct explanation_list *l, size_t from)
{
    for (size_t i = from; i < l->count; i++)
        if (l->item[i].proved && l->item[i].kind != EXPLANATION_AS_PUBLISHED)
            return true;
    return false;
}

int say_unexplained(struct explainer *e, uint64_t entry, struct explanation_list *out,
                    struct err *err)
{
    struct draft d;
    uint64_t tried = e->trial.tried;

    draft_begin(&d, e, EXPLANATION_UNEXPLAINED, entry, false);
    if (tried == 0)
        draft_say(&d, "there was no hypothesis to try");
    else
        draft_say(&d, "%" PRIu64 " %s tried, none gives the digest sought", tried, tried == 1 ? "hypothesis" : "hypotheses");
    if (untried(e))
        draft_say(&d, "; a bound was reached, and others are left untried");
    draft_decides(&d, "%s%s", copy_wanted(e),
                  e->trial.cut ? ", or a greater --effort" : "");
    return draft_end(&d, out, err);
}

/* What no digest is, no hypothesis can give. */
static int say_no_digest(struct explainer *e, uint64_t entry, struct explanation_list *out,
                         struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_UNEXPLAINED, entry, false);
    draft_say(&d,
              "the prev_digest of entry %" PRIu64 " is no digest as the format writes one, in 64 digits of lower case, "
              "so nothing was tried against it",
              entry);
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* --- what is known of the whole file --- */

/* Who wrote it so is no digest's to show: an edit can be linked anew by any program. */
static int say_writer(struct link *l, unsigned encoding)
{
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_ENCODING, l->before.entry, false);
    d.x.encoding = encoding;
    d.x.innocent = is_habit(l->e);
    if (d.x.innocent)
        draft_say(&d, "an innocent reading: the producer writes so; whoever linked all these entries "
                      "anew with such a program would leave the same");
    else
        draft_say(&d,
                  "a producer that writes so, or a hand that changed entry %" PRIu64
                  " and linked it anew with another program: %s",
                  l->before.entry,
                  l->e->plain > 0 ? "other links hold as the format writes, as where one producer writes only some "
                                    "characters otherwise, or where two programs wrote"
                                  : "so few links show no habit");
    draft_decides(&d, "%s", copy_wanted(l->e));
    return draft_end(&d, l->out, l->err);
}

static int say_encoding(struct link *l, unsigned encoding)
{
    struct explainer *e = l->e;
    struct draft d;

    if (count_plain(e, l->err))
        return -1;
    draft_begin(&d, e, EXPLANATION_ENCODING, l->before.entry, true);
    d.x.encoding = encoding;
    draft_say(&d, "entry %" PRIu64 " as it stands, written otherwise (", l->before.entry);
    encoding_say(&d.text, encoding);
    draft_say(&d, "), digests to the stored value; of %" PRIu64 " broken links %" PRIu64
                  " hold in this or another such way of writing",
              timeline_total(e->t, FINDING_LINK), e->encoded);
    if (e->plain > 0)
        draft_say(&d,
                  ", and %s%" PRIu64 " other %s as the format writes, where that makes a difference",
                  e->plain_cut ? "at least " : "", e->plain, e->plain == 1 ? "link holds" : "links hold");
    return draft_end(&d, l->out, l->err) || say_writer(l, encoding) ? -1 : 0;
}

static int say_writer06(struct link *l)
{
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_CONSTRUCTION, l->before.entry, false);
    draft_say(&d,
              "a recorder that goes by another revision, or a hand that changed entry %" PRIu64
              " in what such a link does not bind, and linked it anew so",
              l->before.entry);
    draft_decides(&d, "%s", copy_wanted(l->e));
    return draft_end(&d, l->out, l->err);
}

static int say_construction(struct link *l)
{
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_CONSTRUCTION, l->before.entry, true);
    draft_say(&d,
              "the stored value is the digest of entry %" PRIu64
              " by the construction of revision -06, "
              "which binds its decoded canonical_bytes and nothing else",
              l->before.entry);
    return draft_end(&d, l->out, l->err) || say_writer06(l) ? -1 : 0;
}

static int say_new_genesis(struct link *l)
{
    uint64_t entry = l->at.entry;
    struct settled by;
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_NEW_GENESIS, entry, false);
    draft_say(&d, "entry %" PRIu64 " has 64 zeros as prev_digest, as a first entry has: ", entry);
    if (l->at.seq_small && l->at.seq == 1)
        draft_say(&d, "its seq is 1 as well: the beginning of this or another timeline stands here, or both were "
                      "overwritten");
    else if (settled_by(l->e, entry, -1, &by) && by.trusted)
        draft_say(&d, "a timeline begins here, or its prev_digest was overwritten before a reference to it was "
                      "published");
    else
        draft_say(&d, "a timeline begins here, or its prev_digest was overwritten");
    draft_decides(
        &d, "the timeline that ends before entry %" PRIu64 ", and the one that begins with it",
        entry);
    return draft_end(&d, l->out, l->err);
}

/* --- prev_digest of the entry itself --- */

/* Which of the two values was put there afterwards no digest says. */
static int say_overwritten(struct link *l)
{
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_MEMBER_CHANGED, l->at.entry, false);
    draft_say(&d,
              "the prev_digest of entry %" PRIu64 " was overwritten after entry %" PRIu64
              " was written, or that of entry %" PRIu64 " was put there afterwards",
              l->at.entry, l->at.entry + 1, l->at.entry + 1);
    draft_decides(&d, "%s", copy_wanted(l->e));
    return draft_end(&d, l->out, l->err);
}

/* The entry after it cites it with another prev_digest: that is what does not fit, not what stands
 * before. */
static int try_own_prev(struct link *l)
{
    static const struct digest zero;
    const struct broken *next = broken_at(l->e, l->at.entry + 1);
    struct digest prev = zero;
    struct hit hit = {0};
    struct draft d;

    if (!next || !next->is_digest ||
        (l->before.entry && !digest_of_entry(l->e, l->before.entry, &prev)))
        return 0;
    struct digest target = l->e->trial.target;
    l->e->trial.target = next->stored;
    bool is_it = search_prev(&l->at, l->e->base, &prev, &l->e->trial);
    l->e->trial.target = target;
    if (!is_it)
        return 0;
    struct change *c = &hit.change[hit.count++];
    c->member = MEMBER_PREV_DIGEST;
    char hex[DIGEST_HEX + 1];
    digest_hex(&prev, hex);
    draft_begin(&d, l->e, EXPLANATION_MEMBER_CHANGED, l->at.entry, true);
    if (member_found(&l->at, c->member, &c->found) || str_set(&c->original, hex, DIGEST_HEX))
        d.text.failed = true;
    draft_say(&d, "entry %" PRIu64 " with ", l->at.entry);
    draft_hit(&d, &hit);
    draft_as_links(&d);
    draft_say(&d,
              " digests to the value that entry %" PRIu64
              " stores%s",
              l->at.entry + 1,
              l->before.entry ? ", and that prev_digest is the digest of the entry before it" : "");
    if (draft_end(&d, l->out, l->err))
        return -1;
    return say_overwritten(l);
}

/* --- members of the entry before --- */

/* Which side of the link is as it was recorded no digest says. */
static int say_either(struct link *l)
{
    uint64_t before = l->before.entry, at = l->at.entry;
    struct settled by;
    struct draft d;
    bool settled = settled_by(l->e, before, -1, &by);

    if (settled && say_published(l->e, before, &by, "was not changed since then", l->out, l->err))
        return -1;
    bool fixed = settled && by.trusted;
    draft_begin(&d, l->e, EXPLANATION_MEMBER_CHANGED, fixed ? at : before, false);
    if (fixed)
        draft_say(&d,
                  "the prev_digest of entry %" PRIu64 " was put there, for an entry %" PRIu64
                  " that was never so, or before that was published; or entry %" PRIu64
                  " was changed before that was published",
                  at, before, before);
    else
        draft_say(&d,
                  "if entry %" PRIu64 " stores what it cited, entry %" PRIu64
                  " was changed afterwards; else that prev_digest was put there, over an entry that was "
                  "so before, or was changed too",
                  at, before);
    draft_decides(&d, "%s", copy_wanted(l->e));
    return draft_end(&d, l->out, l->err);
}

static int say_members(struct link *l, struct hit *hit)
{
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_MEMBER_CHANGED, l->before.entry, true);
    draft_say(&d, "entry %" PRIu64 " with ", l->before.entry);
    draft_hit(&d, hit);
    draft_as_links(&d);
    draft_say(&d, " digests to the stored value");
    return draft_end(&d, l->out, l->err) || say_either(l) ? -1 : 0;
}

/* An offset that explains one seq is tried first on the others. */
static void learn(struct link *l, const struct hit *hit)
{
    int64_t seq = 0;

    if (hit->count != 1 || hit->change[0].member != MEMBER_SEQ || !l->before.seq_small)
        return;
    const struct str *text = &hit->change[0].original;
    for (size_t i = text->data[0] == '-'; i < text->len; i++)
        seq = 10 * seq + (text->data[i] - '0');
    l->e->seq_hint = (text->data[0] == '-' ? -seq : seq) - l->before.seq;
}

static int try_members(struct link *l)
{
    struct explainer *e = l->e;
    struct search s = {.t = e->t,
                       .parts = &l->before,
                       .values = &e->values,
                       .trial = &e->trial,
                       .seq_hint = e->seq_hint,
                       .neighbour = {&l->at, NULL}};
    const struct broken *own = broken_at(e, l->before.entry);
    struct hit hit;

    if (explain_values(e, l->err))
        return -1;
    if (own && l->before.entry > 1)
        s.has_prev = digest_of_entry(e, l->before.entry - 1, &s.prev);
    else if (own)
        s.has_prev = true; /* entry 1: 64 zeros */
    if (search_members(&s, &hit, l->err)) {
        hit_release(&hit);
        return -1;
    }
    if (hit.count == 0)
        return 0;
    learn(l, &hit);
    int status = say_members(l, &hit);
    hit_release(&hit);
    return status;
}

static int say_reading(struct link *l, const struct finding *f, uint64_t offset)
{
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_MEMBER_CHANGED, l->before.entry, true);
    d.x.member[0].member = f->member;
    d.x.members = 1;
    draft_say(&d,
              "entry %" PRIu64 " with the %s that stands at byte %" PRIu64
              " digests to the stored value: the same member stands there again with another value",
              l->before.entry, f->member, offset);
    return draft_end(&d, l->out, l->err) || say_either(l) ? -1 : 0;
}

/* A cheap test first: the whole tail may have been numbered anew. */
static bool try_hint(struct link *l, struct hit *hit)
{
    struct explainer *e = l->e;
    char text[32];
    int64_t by;

    if (!e->seq_hint || !search_seq(&l->before, e->base, e->seq_hint, 0, &e->trial, &by))
        return false;
    int len = snprintf(text, sizeof text, "%" PRId64, l->before.seq + by);
    struct change *c = &hit->change[0];
    c->member = MEMBER_SEQ;
    hit->count = 1;
    if (member_found(&l->before, MEMBER_SEQ, &c->found) || str_set(&c->original, text, (size_t)len))
        return false;
    return true;
}

static void say_relinked(struct draft *d, struct hit *hit, uint64_t edited, uint64_t last)
{
    bool inserted = hit->count == 0;

    draft_say(d, inserted ? "without entry %" PRIu64 : "entry %" PRIu64 " with ", edited);
    draft_hit(d, hit);
    draft_say(d,
              " and the entries after it as they would then be numbered and linked up to entry "
              "%" PRIu64,
              last);
    draft_as_links(d);
    draft_say(d, " give the stored value");
}

/* What was rewritten, and which side, no digest says. */
static int say_which_side(struct link *l, uint64_t edited, bool inserted)
{
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_RELINK_STOPPED, edited, false);
    d.x.other = l->before.entry;
    draft_say(&d,
              "if entry %" PRIu64 " stores what it cited, entry %" PRIu64
              " was %s and the links up to here rewritten; else that prev_digest was put there, over "
              "entries that were so before, or were changed too",
              l->at.entry, edited, inserted ? "put in" : "changed");
    draft_decides(&d, "%s", copy_wanted(l->e));
    return draft_end(&d, l->out, l->err);
}

static int try_relink(struct link *l)
{
    uint64_t edited, from = l->e->trial.limit;
    struct draft d;
    struct hit hit;

    /* It has a share of its own, so that the search before it cannot use it up. */
    l->e->trial.limit = l->e->trial.spent + l->e->effort / 8;
    int status = relink_search(l->e, l->before.entry, &hit, &edited, l->err);
    l->e->trial.limit = from;
    if (status == 0 && edited) {
        draft_begin(&d, l->e, EXPLANATION_RELINK_STOPPED, edited, true);
        d.x.other = l->before.entry;
        bool inserted = hit.count == 0;
        say_relinked(&d, &hit, edited, l->before.entry);
        status = draft_end(&d, l->out, l->err) || say_which_side(l, edited, inserted) ? -1 : 0;
    }
    hit_release(&hit);
    return status;
}

/* A member that stands twice: with its other value the entry may be the one that was linked. */
static int try_readings(struct link *l)
{
    struct finding_list list = {NULL, 0, 0};
    int status = 0;

    if (!(timeline_mark(l->e->t, l->before.entry).mask & FINDING_BIT(DUPLICATE_MEMBER)))
        return 0;
    status = timeline_entry_findings(l->e->t, l->before.entry, &list, l->err);
    for (size_t i = 0; i < list.count && status == 0; i++)
        for (size_t k = 0; k < list.item[i].readings && status == 0; k++)
            if (list.item[i].reading[k].has_digest &&
                digest_equal(&list.item[i].reading[k].digest, &l->b->stored))
                status = say_reading(l, &list.item[i], list.item[i].reading[k].offset);
    finding_list_release(&list);
    return status;
}

/* --- in order --- */

static int search_link(struct link *l)
{
    struct explainer *e = l->e;
    struct hit hit = {0};
    int status;

    if (try_hint(l, &hit)) {
        status = say_members(l, &hit);
        hit_release(&hit);
        return status;
    }
    uint64_t all = e->trial.limit;
    e->trial.limit -= e->effort / 8 < all / 2 ? e->effort / 8 : all / 2;
    status = try_members(l);
    e->trial.limit = all;
    if (status == 0 && !is_proved(l->out, l->begun) && l->before.entry > 1)
        status = try_relink(l);
    return status;
}

static int explain_known(struct link *l)
{
    const struct broken *b = l->b;

    if (b->construction)
        return say_construction(l);
    if (b->zero && say_new_genesis(l))
        return -1;
    if (!b->zero && !b->points)
        return 0;
    size_t begun = l->out->count;
    /* With another number put in, that is not the only entry that may have had the digest. */
    if (try_own_prev(l) || (b->renumbered && !is_proved(l->out, begun) && try_members(l)))
        return -1;
    return explain_points(l->e, b, is_proved(l->out, begun), l->out, l->err);
}

static int explain_searched(struct link *l)
{
    unsigned encoding = encoding_find(l->e, &l->before);

    if (encoding) {
        broken_encoded(l->e, l->at.entry, encoding);
        return say_encoding(l, encoding);
    }
    if (try_readings(l) || (!is_proved(l->out, l->begun) && search_link(l)))
        return -1;
    return is_proved(l->out, l->begun)
               ? 0
               : explain_open(l->e, l->b, &l->before, &l->at, l->out, l->err);
}

static int explain_first(struct link *l)
{
    if (original_link(l->e, l->b, l->out, l->err))
        return -1;
    if (!is_proved(l->out, l->begun) && try_own_prev(l))
        return -1;
    return is_proved(l->out, l->begun) ? 0 : explain_genesis(l->e, l->b, &l->at, l->out, l->err);
}

static int explain_later(struct link *l)
{
    bool producer = l->b->construction || (l->b->encoding && is_habit(l->e)), visible = l->b->points || l->b->zero;

    if (!producer && !visible && original_link(l->e, l->b, l->out, l->err))
        return -1;
    if (l->b->encoding)
        return say_encoding(l, l->b->encoding);
    if (!is_proved(l->out, l->begun) && explain_known(l))
        return -1;
    if (!is_proved(l->out, l->begun) && try_own_prev(l))
        return -1;
    return broken_open(l->b) && !is_proved(l->out, l->begun) ? explain_searched(l) : 0;
}

/* --- under revision -06, where a digest binds the decoded bytes alone --- */

static int explain_06(struct link *l)
{
    bool stored = l->before.has >> MEMBER_OUTPUT_HASH & 1;
    struct preimage text;
    struct draft d;
    bool is07;

    preimage_init(&text);
    is07 = preimage_make(&text, &l->before, 0) == 0 && text.lacks == 0 &&
           trial_hit(&l->e->trial, text.bytes.data, text.bytes.len);
    preimage_release(&text);
    if (is07) {
        draft_begin(&d, l->e, EXPLANATION_CONSTRUCTION, l->before.entry, true);
        draft_say(&d,
                  "the stored value is the digest of entry %" PRIu64 " by the current construction",
                  l->before.entry);
        return draft_end(&d, l->out, l->err) || say_writer06(l) ? -1 : 0;
    }
    if (!stored || !digest_equal(&l->before.stored_output, &l->b->stored))
        return 0;
    draft_begin(&d, l->e, EXPLANATION_MEMBER_CHANGED, l->before.entry, false);
    draft_say(&d,
              "the stored value is the output_hash that entry %" PRIu64
              " states, and not the SHA-256 of "
              "its canonical_bytes: these were changed",
              l->before.entry);
    draft_decides(&d, "the bytes that the recorder committed to");
    return draft_end(&d, l->out, l->err);
}

/* --- all --- */

static int explain_all(struct link *l)
{
    if (!l->before.entry)
        return explain_first(l);
    if (l->e->by06 && !l->b->construction)
        return l->b->points ? explain_points(l->e, l->b, false, l->out, l->err) : explain_06(l);
    return explain_later(l);
}

/* Beyond what the list holds a link is looked at by itself. */
static void look_alone(struct link *l)
{
    struct broken *b = &l->own;

    b->entry = (uint32_t)l->at.entry;
    b->is_digest = l->at.prev_is_digest;
    b->stored = l->at.prev;
    b->zero = b->is_digest && b->entry > 1 && digest_is_zero(&b->stored);
    b->construction = timeline_mark(l->e->t, l->at.entry).link06;
    if (broken_open(b))
        b->points = (uint32_t)entry_of_digest(l->e, &b->stored, 0);
    l->b = b;
}

/* What a reference says of the entry that does not cite the one before it. */
static int say_settled(struct link *l)
{
    struct settled by;

    if (l->b->construction || l->b->encoding || !settled_by(l->e, l->at.entry, -1, &by))
        return 0;
    return say_published(l->e, l->at.entry, &by,
                         !l->b->is_digest ? "had this prev_digest then, which is no digest"
                         : l->at.entry == 1
                             ? "had this prev_digest then, which is not 64 zeros; no entry stands in front of it here"
                         : l->b->zero ? "had these 64 zeros as prev_digest then, which cite no entry"
                                      : "had this prev_digest then. The entry in front of it does not have that "
                                        "digest; since when that is so is not shown",
                         l->out, l->err);
}

/* A reference may state what the entry stores, and no entry here was found to have. */
static int say_stated(struct link *l)
{
    struct explainer *e = l->e;

    if (!broken_open(l->b))
        return 0;
    for (size_t i = 0; e->refs && i < e->refs->count; i++) {
        const struct reference *r = &e->refs->item[i];
        if (r->readable && r->has_digest && r->kind != REFERENCE_BASELINE &&
            digest_equal(&r->final_digest, &l->b->stored))
            return say_cited(e, l->b, (int)i, l->out, l->err);
    }
    return 0;
}

/* Of 64 zeros, and of what the first entry stores, no entry here could have the digest. */
static int say_rest(struct link *l)
{
    if (!l->b->is_digest)
        return say_no_digest(l->e, l->at.entry, l->out, l->err);
    if (l->b->zero || l->at.entry == 1)
        return 0;
    return say_unexplained(l->e, l->before.entry, l->out, l->err);
}

int explain_link(struct explainer *e, uint64_t entry, struct explanation_list *out, struct err *err)
{
    struct link l = {.e = e, .out = out, .begun = out->count, .err = err};

    int status = timeline_parts(e->t, entry, &l.at, err);
    if (status == 0 && entry > 1)
        status = timeline_parts(e->t, entry - 1, &l.before, err);
    if (status == 0) {
        l.b = broken_at(e, entry);
        if (!l.b)
            look_alone(&l);
        budget_begin(e, &l.b->stored);
        status = explain_all(&l);
        if (status == 0 && !is_proved(out, l.begun))
            status = say_rest(&l);
        if (status == 0)
            status = say_stated(&l) || say_settled(&l) ? -1 : 0;
        budget_end(e);
    }
    parts_release(&l.before);
    parts_release(&l.at);
    return status;
}
