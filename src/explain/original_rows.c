/* Earlier copies: the entries that are otherwise in the file, one after the other. */
#include "core/chain.h"
#include "explain/compare_impl.h"
#include "explain/original_impl.h"

#include <inttypes.h>
#include <string.h>

enum { LISTED = 8, LOOKED_AT = 4096 };

struct rows {
    struct explainer *e;
    const struct original *o;
    uint64_t to; /* entries of the copy that are looked at */
    uint64_t from[2], until[2]; /* the run at hand: in the copy, in the file */
    enum copies_kind run;       /* its kind; COPIES_SAME for none */
    uint64_t here;              /* the last entry of the file that was passed */
    uint64_t next_there;        /* the next entry of the copy */
    uint64_t listed, followers, looked, left;
    struct explanation_list *out;
    struct err *err;
};

static bool full(struct rows *r)
{
    r->left += r->listed >= LISTED;
    return r->listed >= LISTED;
}

static void name_run(struct draft *d, uint64_t from, uint64_t to, const char *of)
{
    if (from == to)
        draft_say(d, "entry %" PRIu64 "%s ", from, of);
    else
        draft_say(d, "entries %" PRIu64 " to %" PRIu64 "%s ", from, to, of);
}

/* What may have led to it, where a digest ties the two. */
enum tale_of { TALE_MISSING, TALE_ADDED, TALE_REPEATED, TALE_MOVED, TALE_UNBOUND };
struct tale {
    enum tale_of of;
    enum explanation_kind kind;
    uint64_t from, to; /* entries of the copy where they are missing, of this file otherwise; */
    uint64_t other;    /* the one that goes with `from` */
    bool twin;         /* another one beside records the same */
    bool end;          /* nothing of this file stands behind */
};

static void tell_missing(struct draft *d, const struct tale *t)
{
    bool one = t->from == t->to;

    draft_say(d, "if ");
    name_run(d, t->from, t->to, " of the copy");
    draft_say(d, "%s recorded, %s taken out of this file, left out of it or changed in it%s%s; else %s put into the copy or "
                 "changed there",
              one ? "was" : "were", one ? "it was" : "they were",
              t->twin ? ", or another one that records the same was" : "",
              t->end ? ", or came after this file was made" : "", one ? "it was" : "they were");
}

static void tell_added(struct draft *d, const struct tale *t)
{
    bool one = t->from == t->to;

    draft_say(d, "if ");
    name_run(d, t->from, t->to, " of this file");
    draft_say(d, "%s recorded, %s taken out of the copy, left out of it or changed in it%s; else %s put into this file or "
                 "changed in it",
              one ? "was" : "were", one ? "it was" : "they were",
              t->twin ? ", or another one that records the same was" : "", one ? "it was" : "they were");
}

static void tell(struct draft *d, const struct tale *t)
{
    switch (t->of) {
    case TALE_MISSING: tell_missing(d, t); break;
    case TALE_ADDED: tell_added(d, t); break;
    case TALE_REPEATED:
        draft_say(d, "if that entry was recorded once, one of entries %" PRIu64 " and %" PRIu64
                     " of this file was put in as a copy of the other; else the copy lacks one", t->from, t->other);
        break;
    case TALE_MOVED:
        draft_say(d, "if the order of the copy is that of the recording, entry %" PRIu64
                     " of this file, or those across which it stands, were moved; else that was done in the copy, or "
                     "in both", t->from);
        break;
    case TALE_UNBOUND:
        draft_say(d, "if entry %" PRIu64 " of the copy is as it was recorded, entry %" PRIu64
                     " of this file was changed in that; else the one of the copy was, or both were", t->other, t->from);
        break;
    }
}

static int say_tale(struct rows *r, const struct explanation *told, const struct tale *t)
{
    struct draft d;

    original_story(&d, r->e, r->o, told, t->kind);
    tell(&d, t);
    return original_story_end(&d, r->out, r->err);
}

/* That another entry beside the first or the last of these records the same, so that it might be the one. */
static int say_twin(struct rows *r, struct draft *d, enum copies_side side, uint64_t from, uint64_t to, bool *has)
{
    uint64_t twin = 0, of = from;

    if (copies_twin(r->o->copies, side, from, &twin, r->err))
        return -1;
    bool inside = twin >= from && twin <= to;
    if ((twin == 0 || inside) && from < to) {
        of = to;
        if (copies_twin(r->o->copies, side, to, &twin, r->err))
            return -1;
        inside = twin >= from && twin <= to;
    }
    *has = twin > 0 && !inside;
    if (*has)
        draft_say(d, "; entries %" PRIu64 " and %" PRIu64 " of %s record the same job_id, id, tool, class and bytes", of,
                  twin, side == COPIES_EARLIER ? "the copy" : "this file");
    return 0;
}

static int finish(struct rows *r, struct draft *d, const struct tale *t)
{
    struct explanation told = d->x;

    r->listed++;
    d->x.reference = r->o->reference;
    if (!told.proved)
        draft_decides(d, "%s", original_decides);
    if (draft_end(d, r->out, r->err))
        return -1;
    return told.proved ? say_tale(r, &told, t) : 0;
}

/* The file ends, as it stands or without the close of its last entry, in what the first of these entries
 * of the copy cites. */
static bool goes_on_there(const struct rows *r, uint64_t from)
{
    const struct copies *c = r->o->copies;

    return from == c->later_entries + 1 &&
           (c->category == COPIES_RECLOSED || (c->category == COPIES_CUT && copies_linked(c->earlier, from)));
}

/* Those of the copy whose digests stand in the file, as those of others of the copy. */
static uint64_t count_repeated(const struct rows *r, uint64_t from, uint64_t to)
{
    uint64_t n = 0;

    for (uint64_t there = from; there <= to; there++)
        n += !original_gone(r->e, r->o, there);
    return n;
}

static void say_no_digest_here(struct draft *d, bool one, uint64_t repeated)
{
    if (repeated == 0)
        draft_say(d, ", and none of it has %s", one ? "its digest" : "one of their digests");
    else if (one)
        draft_say(d, "; it has no digest, or that of another entry as well");
    else
        draft_say(d, "; %" PRIu64 " of them have no digest, or that of another entry as well", repeated);
}

static int say_missing(struct rows *r)
{
    uint64_t from = r->from[0], to = r->until[0], next = r->here + 1;
    bool end = to == r->o->copies->earlier_entries || next > r->e->entries;
    const struct broken *link = end ? NULL : broken_at(r->e, next);
    bool cited = link && link->is_digest && original_find(r->o, &link->stored) == to;
    bool fixed = original_fixed(r->o, from, to), goes_on = end && goes_on_there(r, from);
    uint64_t repeated = count_repeated(r, from, to);
    bool proved = repeated == 0 && (fixed || cited || goes_on);
    enum explanation_kind kind = from == 1 ? EXPLANATION_HEAD_LOST
                                 : end     ? EXPLANATION_CUT
                                           : EXPLANATION_DELETED;
    struct draft d;

    draft_begin(&d, r->e, proved ? EXPLANATION_COPY_DIFFERS : kind, end ? r->e->entries : next, proved);
    d.x.missing = to - from + 1;
    name_run(&d, from, to, " of the earlier copy");
    draft_say(&d, "%s beside no entry of this file", from == to ? "is set" : "are set");
    say_no_digest_here(&d, from == to, repeated);
    if (fixed) {
        draft_say(&d, ": ");
        original_say_fixed(&d, r->o);
    } else if (cited)
        draft_say(&d, ": entry %" PRIu64 " of this file stores the digest of entry %" PRIu64 " of the copy", next,
                  to);
    else if (goes_on)
        draft_say(&d, ": entry %" PRIu64 " of the copy cites the last entry of this file%s", from,
                  r->o->copies->category == COPIES_RECLOSED ? " with close false" : "");
    bool twin;
    if (say_twin(r, &d, COPIES_EARLIER, from, to, &twin)) {
        draft_drop(&d);
        return -1;
    }
    return finish(r, &d, &(struct tale){TALE_MISSING, kind, from, to, 0, twin, end});
}

static int same_record(struct rows *r, uint64_t there, uint64_t here)
{
    return original_same_record(r->e, r->o, there, here, r->err);
}

enum neighbours { APART, BY_LINK, BY_REFERENCE };

/* In the copy the entries on both sides follow each other: by a link that holds between the same two
 * entries, or because a reference fixes the copy there. */
static enum neighbours were_neighbours(struct rows *r)
{
    uint64_t next = r->until[1] + 1;
    bool before = true, after;

    if (next > r->e->entries)
        return APART;
    uint64_t a = r->from[1] > 1 ? original_of(r->o, r->from[1] - 1, &before) : 0;
    uint64_t b = original_of(r->o, next, &after);
    if (b == 0 || b != a + 1 || (a == 0 && r->from[1] > 1))
        return APART;
    const struct original_cited *by = original_spoken_for(r->o, b);
    after |= by && by->there == b && by->by == next + 1;
    if (a > 0 && before && after && copies_linked(r->o->copies->earlier, b))
        return BY_LINK;
    if (!original_fixed(r->o, a > 0 ? a : 1, b))
        return APART;
    bool known = (a == 0 || same_record(r, a, r->from[1] - 1) > 0) && same_record(r, b, next) > 0;
    return known ? BY_REFERENCE : APART;
}

/* Nothing of the copy stands behind them: it may have been made before they were recorded. */
static int say_after_end(struct rows *r)
{
    const struct copies *c = r->o->copies;
    uint64_t from = r->from[1], to = r->until[1];
    bool linked = from > 1 && c->earlier_entries > 0 && copies_tied(c, c->earlier_entries, from - 1) &&
                  copies_linked(r->e->t, from);
    struct draft d;

    draft_begin(&d, r->e, linked ? EXPLANATION_CONTINUED : EXPLANATION_INSERTED, from, false);
    d.x.other = to;
    name_run(&d, from, to, " of this file");
    if (linked)
        draft_say(&d, "%s behind entry %" PRIu64 " of this file, which has the digest of the last one of the earlier copy and is cited "
                      "by entry %" PRIu64 " of this file: the timeline may have gone on after the copy was made, or %s put in",
                  from == to ? "stands" : "stand", from - 1, from, from == to ? "it was" : "they were");
    else
        draft_say(&d, "%s behind all that is set beside entries of the earlier copy: the timeline may have gone on from "
                      "another state than that copy, or %s put in", from == to ? "stands" : "stand",
                  from == to ? "it was" : "they were");
    return finish(r, &d, NULL);
}

/* The first of these entries of the file that has the digest of one of the copy, 0 for none, and that
 * one. */
static uint64_t first_repeated(const struct rows *r, uint64_t from, uint64_t to, uint64_t *there)
{
    for (uint64_t here = from; here <= to; here++) {
        struct entry_mark m = timeline_mark(r->e->t, here);
        *there = m.has_digest ? original_find(r->o, &m.digest) : 0;
        if (*there > 0)
            return here;
    }
    return 0;
}

static bool all_have_digests(const struct rows *r, uint64_t from, uint64_t to)
{
    for (uint64_t here = from; here <= to; here++)
        if (!timeline_mark(r->e->t, here).has_digest)
            return false;
    return true;
}

/* The copy has the digest as well, and there it is that of an entry to which another of the file
 * corresponds. */
static int say_repeated(struct rows *r, uint64_t here, uint64_t there)
{
    uint64_t other = r->o->copies->pair[there];
    struct draft d;

    draft_begin(&d, r->e, EXPLANATION_DUPLICATED, here, true);
    d.x.other = other;
    draft_say(&d, "entry %" PRIu64 " of this file has the digest of entry %" PRIu64
                  " of the earlier copy, beside which entry %" PRIu64 " of this file is set",
              here, there, other);
    return finish(r, &d, &(struct tale){TALE_REPEATED, EXPLANATION_DUPLICATED, here, here, other, false, false});
}

static void say_neighbours(struct rows *r, struct draft *d, uint64_t before, uint64_t after)
{
    bool same, one_digest;
    uint64_t a = original_of(r->o, before, &one_digest), b = original_of(r->o, after, &same);

    one_digest &= same;

    draft_say(d, ": entry %" PRIu64 " of the copy cites entry %" PRIu64
                 " there, and entries %" PRIu64 " and %" PRIu64 " of this file %s those two",
              b, a, after, before, one_digest ? "have the digests of" : "are set beside");
}

static int say_added(struct rows *r)
{
    uint64_t from = r->from[1], to = r->until[1];

    if (to == r->e->entries && r->next_there > r->o->copies->earlier_entries)
        return say_after_end(r);
    enum neighbours were = were_neighbours(r);
    uint64_t there, repeated = first_repeated(r, from, to, &there);
    bool proved = were != APART && !repeated && all_have_digests(r, from, to);
    struct draft d;

    if (repeated && from == to && r->o->copies->pair[there])
        return say_repeated(r, from, there);

    enum explanation_kind kind =
        all_of_other_job(r->e, from, to) ? EXPLANATION_SPLICED : EXPLANATION_INSERTED;
    draft_begin(&d, r->e, proved ? EXPLANATION_COPY_DIFFERS : kind, from, proved);
    d.x.other = to;
    name_run(&d, from, to, " of this file");
    draft_say(&d, "%s beside no entry of the earlier copy", from == to ? "is set" : "are set");
    if (proved)
        draft_say(&d, ", and none of it has %s", from == to ? "its digest" : "one of their digests");
    if (were == BY_REFERENCE) {
        draft_say(&d, ": ");
        original_say_fixed(&d, r->o);
    }
    if (were == BY_LINK)
        say_neighbours(r, &d, from - 1, to + 1);
    bool twin;
    if (say_twin(r, &d, COPIES_LATER, from, to, &twin)) {
        draft_drop(&d);
        return -1;
    }
    return finish(r, &d, &(struct tale){TALE_ADDED, kind, from, to, 0, twin, false});
}

static int say_unbound(struct rows *r, const struct copies_row *row);

/* By what is the same in both it is that entry, in another place. */
static int say_moved(struct rows *r, const struct copies_row *row)
{
    enum copies_kind as = copies_moved_as(r->o->copies, row);
    struct hit hit;
    struct draft d;
    bool more;

    if (as == COPIES_UNBOUND)
        return say_unbound(r, row);
    if (as == COPIES_CHANGED) {
        if (original_read_both(r->e, r->o, row->earlier, row->later, &hit, &more, r->err))
            return -1;
        r->listed++;
        int said = original_say_hit(r->e, r->o, row->earlier, row->later, &hit, r->out, r->err);
        hit_release(&hit);
        return said < 0 ? -1 : 0;
    }
    bool tied = copies_tied(r->o->copies, row->earlier, row->later);
    draft_begin(&d, r->e, tied ? EXPLANATION_COPY_DIFFERS : EXPLANATION_MOVED, row->later, tied);
    d.x.other = row->earlier;
    draft_say(&d, "entry %" PRIu64 " of this file has %s of entry %" PRIu64 " of the earlier copy",
              row->later, tied ? "the digest" : "the members, and no digest,", row->earlier);
    if (tied && original_fixed(r->o, row->earlier, row->earlier)) {
        draft_say(&d, ": ");
        original_say_fixed(&d, r->o);
    }
    return finish(r, &d, &(struct tale){TALE_MOVED, EXPLANATION_MOVED, row->later, row->later, row->earlier, false, false});
}

static int end_run(struct rows *r)
{
    enum copies_kind kind = r->run;

    r->run = COPIES_SAME;
    if (kind == COPIES_SAME || full(r))
        return 0;
    return kind == COPIES_MISSING ? say_missing(r) : say_added(r);
}

static void add_to_run(struct rows *r, const struct copies_row *row)
{
    uint64_t at[2] = {row->earlier, row->later};

    for (int side = 0; side < 2; side++) {
        r->from[side] = r->run == row->kind ? r->from[side] : at[side];
        r->until[side] = at[side];
    }
    r->run = row->kind;
}

static int has_unbound(struct rows *r, const struct copies_row *row, bool *has)
{
    struct copies_members m;

    if (copies_members(r->o->copies, row->earlier, row->later, &m, r->err))
        return -1;
    for (size_t i = 0; i < m.count; i++)
        *has |= !m.item[i].bound && m.item[i].known != MEMBER_ENTRY_DIGEST;
    copies_members_release(&m);
    return 0;
}

/* An entry of which only the number and the link differ, and whose link holds, follows one that was
 * changed. */
static int see_changed(struct rows *r, const struct copies_row *row)
{
    struct hit hit;
    bool more;
    int said = 0;

    if (r->looked++ >= LOOKED_AT) {
        note_narrow(r->e);
        r->left++;
        return 0;
    }
    if (original_read_both(r->e, r->o, row->earlier, row->later, &hit, &more, r->err))
        return -1;
    more |= broken_at(r->e, row->later) != NULL;
    if (!more && has_unbound(r, row, &more)) {
        hit_release(&hit);
        return -1;
    }
    r->followers += !more;
    if (more && !full(r)) {
        r->listed++;
        said = original_say_hit(r->e, r->o, row->earlier, row->later, &hit, r->out, r->err);
    }
    hit_release(&hit);
    return said < 0 ? -1 : 0;
}

/* One digest in both, so that the names of what differs are all that there is to say. */
static int say_unbound(struct rows *r, const struct copies_row *row)
{
    struct copies_members m = {0};
    struct draft d;

    if (copies_members(r->o->copies, row->earlier, row->later, &m, r->err))
        return -1;
    bool moved = row->kind != COPIES_UNBOUND;
    draft_begin(&d, r->e, moved ? EXPLANATION_COPY_DIFFERS : EXPLANATION_MEMBER_CHANGED, row->later, true);
    d.x.other = moved ? row->earlier : 0;
    draft_say(&d, "entry %" PRIu64 " of this file has the digest of entry %" PRIu64 " of the earlier copy, ",
              row->later, row->earlier);
    say_reference(&d.text, r->e, r->o->reference);
    original_say_unbound(&d, &m, "; these members differ: ");
    copies_members_release(&m);
    return finish(r, &d, &(struct tale){moved ? TALE_MOVED : TALE_UNBOUND,
                                        moved ? EXPLANATION_MOVED : EXPLANATION_MEMBER_CHANGED, row->later, row->later,
                                        row->earlier, false, false});
}

static int see(struct rows *r, const struct copies_row *row)
{
    bool runs = row->kind == COPIES_MISSING || row->kind == COPIES_ADDED;

    if (r->run != COPIES_SAME && row->kind != r->run && end_run(r))
        return -1;
    if (runs)
        add_to_run(r, row);
    if (row->kind == COPIES_MOVED_FROM && !full(r) && say_moved(r, row))
        return -1;
    if (row->kind == COPIES_UNBOUND && !full(r) && say_unbound(r, row))
        return -1;
    if (row->kind == COPIES_CHANGED && see_changed(r, row))
        return -1;
    if (row->later > 0 && row->kind != COPIES_MOVED_FROM)
        r->here = row->later;
    r->next_there = row->next_earlier;
    return 0;
}

static int say_rest(struct rows *r)
{
    struct draft d;

    if (r->followers == 0 && r->left == 0)
        return 0;
    draft_begin(&d, r->e,
                r->followers > 0 ? EXPLANATION_END_REPLACED : EXPLANATION_UNEXPLAINED,
                r->e->entries, false);
    if (r->followers > 0 && r->to < r->o->copies->earlier_entries)
        draft_say(&d, "up to entry %" PRIu64 " of the copy, ", r->to);
    if (r->followers > 0 && r->listed + r->left > 0)
        draft_say(&d, "besides those that are told or counted otherwise here, ");
    if (r->followers > 0)
        draft_say(&d,
                  "%" PRIu64 " %s from the earlier copy in number and link alone, as after a change "
                  "before that was followed by numbering and linking anew, in one of the two",
                  r->followers, r->followers == 1 ? "entry differs" : "entries differ");
    if (r->left > 0)
        draft_say(&d, "%s%" PRIu64 " more %s not told here", r->followers > 0 ? "; " : "", r->left,
                  r->left == 1 ? "difference is" : "differences are");
    d.x.reference = r->o->reference;
    draft_decides(&d, "aerscope diff, which lists all");
    return draft_end(&d, r->out, r->err);
}

static int say_all(struct explainer *e, const struct original *o, uint64_t to,
                   struct explanation_list *out, struct err *err)
{
    struct rows r = {.e = e, .o = o, .to = to, .out = out, .err = err};
    struct copies_row row = {0};
    uint64_t seen = 0;

    while (copies_next(o->copies, &row)) {
        if (row.earlier > to && row.kind != COPIES_MOVED_TO)
            break;
        if (seen++ % 1024 == 0 && e->trial.stop && e->trial.stop(e->trial.arg))
            return err_set(err, ERR_CANCELLED, "explaining was stopped");
        if (see(&r, &row))
            return -1;
    }
    return end_run(&r) || say_rest(&r) ? -1 : 0;
}

/* --- an end that a reference contradicts --- */

static int say_end(struct explainer *e, const struct original *o, int reference, uint64_t seen,
                   bool flipped, struct explanation_list *out, struct err *err)
{
    struct original fixed = *o;
    struct draft d;

    draft_begin(&d, e, EXPLANATION_AS_PUBLISHED, e->entries, true);
    d.x.reference = o->reference;
    say_reference(&d.text, e, reference);
    draft_say(&d, " has the digest of entry %" PRIu64 "%s of the earlier copy, ", seen,
              original_close(o, seen, flipped));
    say_reference(&d.text, e, o->reference);
    draft_say(&d, ", and the links of the copy from entry %" PRIu64 " up to it hold",
              original_linked_from(o, seen));
    if (draft_end(&d, out, err))
        return -1;
    fixed.fixed_by = reference;
    fixed.fixed_from = original_linked_from(o, seen);
    fixed.fixed_to = seen;
    fixed.fixed_flipped = flipped;
    return say_all(e, &fixed, seen, out, err);
}

/* 1: said all that there is to say. */
int original_end(struct explainer *e, int reference, struct explanation_list *out, struct err *err)
{
    const struct reference *r = &e->refs->item[reference];
    uint64_t seen;
    bool flipped;

    for (size_t i = 0; i < e->originals && r->has_digest; i++) {
        if (original_seen(&e->original[i], r, &seen, &flipped, err))
            return -1;
        if (seen)
            return say_end(e, &e->original[i], reference, seen, flipped, out, err) ? -1 : 1;
    }
    return 0;
}

int original_open_end(struct explainer *e, struct explanation_list *out, struct err *err)
{
    for (size_t i = 0; i < e->originals; i++) {
        struct rows r = {.e = e, .o = &e->original[i], .here = e->entries, .out = out, .err = err};
        const struct copies *c = r.o->copies;
        if (c->category != COPIES_CUT)
            continue;
        r.from[0] = c->later_entries + 1;
        r.until[0] = c->earlier_entries;
        return say_missing(&r);
    }
    return 0;
}

int original_contradicts(struct explainer *e, int reference, struct explanation_list *out,
                         struct err *err)
{
    for (size_t i = 0; i < e->originals; i++)
        if (e->original[i].reference == reference &&
            e->original[i].copies->category != COPIES_UNRELATED)
            return say_all(e, &e->original[i], e->original[i].copies->earlier_entries, out, err);
    return 0;
}
