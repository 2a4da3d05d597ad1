/* Earlier copies: the entries that are otherwise in the file, one after the other. */
#include "core/chain.h"
#include "core/prints.h"
#include "explain/compare_impl.h"
#include "explain/original_impl.h"

#include <inttypes.h>
#include <string.h>

enum { LISTED = 8, NAMED = 8, LOOKED_AT = 4096 };

static const char copy_decides[] =
    "a reference outside that has the digest of an entry of the earlier copy from there on, or which of "
    "the two copies was taken first";

/* --- one entry --- */

static bool same_member(const struct parts *a, const struct parts *b, enum member m)
{
    if ((a->has >> m & 1) != (b->has >> m & 1))
        return false;
    if (!(a->has >> m & 1))
        return true;
    if (m == MEMBER_CLOSE)
        return a->close == b->close;
    if (m == MEMBER_CANONICAL_BYTES)
        return digest_equal(&a->output, &b->output);
    return str_equal(&a->text[m], &b->text[m]);
}

/* What is digested and is not the same; whether more than the number and the link differ. */
static int compare_entries(const struct parts *there, const struct parts *here, struct hit *hit,
                           bool *more)
{
    *more = false;
    for (int slot = 0; slot < SLOT_COUNT; slot++) {
        enum member m = slot_member[slot];
        struct change *c = &hit->change[hit->count];
        if (same_member(there, here, m))
            continue;
        *more |= m != MEMBER_PREV_DIGEST && m != MEMBER_SEQ;
        c->member = m;
        hit->count++;
        if (member_found(here, m, &c->found) || member_found(there, m, &c->original))
            return -1;
    }
    return 0;
}

int original_read_both(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                       struct hit *hit, bool *more, struct err *err)
{
    struct parts a = {0}, b = {0};
    int status = timeline_parts(o->copies->earlier, there, &a, err);

    memset(hit, 0, sizeof *hit);
    if (status == 0)
        status = timeline_parts(e->t, entry, &b, err);
    if (status == 0 && compare_entries(&a, &b, hit, more))
        status = err_set(err, ERR_MEMORY, "no memory for explanations");
    parts_release(&a);
    parts_release(&b);
    if (status)
        hit_release(hit);
    return status;
}

static const char *with_close(const struct original *o, uint64_t there, bool flipped)
{
    if (!flipped)
        return "";
    return timeline_mark(o->copies->earlier, there).close ? " with close false" : " with close true";
}

static void say_fixed(struct draft *d, const struct original *o)
{
    say_reference(&d->text, d->e, o->fixed_by);
    draft_say(d, " has the digest of entry %" PRIu64 " of the copy%s, and the links up to it hold",
              o->fixed_to, with_close(o, o->fixed_to, o->fixed_flipped));
}

/* It stands where it stood, or has the id or the bytes that it had: else it may be another one. */
static bool is_known_again(uint64_t there, uint64_t entry, const struct hit *hit)
{
    bool id = true, bytes = true;

    for (size_t i = 0; i < hit->count; i++) {
        id &= hit->change[i].member != MEMBER_ID;
        bytes &= hit->change[i].member != MEMBER_CANONICAL_BYTES;
    }
    return there == entry || id || bytes;
}

/* The file was closed anew here, and the next entry of the copy gives it away. */
static bool is_reclosed(const struct original *o, uint64_t there)
{
    return o->copies->category == COPIES_RECLOSED && there == o->copies->entry;
}

/* What speaks for the entry of the copy; false when nothing does. */
static bool say_proof(struct draft *d, const struct original *o, uint64_t there, uint64_t entry,
                      bool known)
{
    const struct original_cited *by = original_spoken_for(o, there);

    if (by && by->there == there && (known || by->by == entry + 1))
        draft_say(d, " and entry %" PRIu32 " stores the digest of that", by->by);
    else if (by && known)
        draft_say(d,
                  " and entry %" PRIu32 " stores the digest of entry %" PRIu32
                  " of the copy, and the links up to it hold there",
                  by->by, by->there);
    else if (is_reclosed(o, there))
        draft_say(d, " and entry %" PRIu64 " of the copy cites it with close false", there + 1);
    else if (known && original_fixed(o, there, there)) {
        draft_say(d, " and ");
        say_fixed(d, o);
    } else
        return false;
    return true;
}

static int say_changed(struct explainer *e, const struct original *o, uint64_t there,
                       uint64_t entry, uint64_t stopped, struct hit *hit,
                       struct explanation_list *out, struct err *err)
{
    bool known = is_known_again(there, entry, hit);
    struct draft d;

    draft_begin(&d, e, stopped ? EXPLANATION_RELINK_STOPPED : EXPLANATION_MEMBER_CHANGED, entry, false);
    d.x.reference = o->reference;
    d.x.other = stopped;
    draft_say(&d, "entry %" PRIu64 " corresponds to entry %" PRIu64 " of the earlier copy, ", entry, there);
    say_reference(&d.text, e, o->reference);
    draft_say(&d, ", which has ");
    draft_hit(&d, hit);
    d.x.proved = say_proof(&d, o, there, entry, known);
    if (stopped)
        draft_say(&d, " and what follows differs in number and link alone, up to entry %" PRIu64, stopped);
    if (!d.x.proved)
        draft_decides(&d, "%s", copy_decides);
    return draft_end(&d, out, err) ? -1 : 1;
}

int original_changed(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     uint64_t stopped, struct explanation_list *out, struct err *err)
{
    struct hit hit;
    bool more;

    if (original_read_both(e, o, there, entry, &hit, &more, err))
        return -1;
    int said = hit.count ? say_changed(e, o, there, entry, stopped, &hit, out, err) : 0;
    hit_release(&hit);
    return said;
}

int original_differs(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     bool *differs, struct err *err)
{
    struct hit hit;

    if (original_read_both(e, o, there, entry, &hit, differs, err))
        return -1;
    hit_release(&hit);
    return 0;
}

/* --- all --- */

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

static int finish(struct rows *r, struct draft *d, bool proved)
{
    r->listed++;
    d->x.reference = r->o->reference;
    if (!proved)
        draft_decides(d, "%s", copy_decides);
    return draft_end(d, r->out, r->err);
}

static void name_run(struct draft *d, uint64_t from, uint64_t to, const char *of)
{
    if (from == to)
        draft_say(d, "entry %" PRIu64 "%s ", from, of);
    else
        draft_say(d, "entries %" PRIu64 " to %" PRIu64 "%s ", from, to, of);
}

/* The file ends, as it stands or without the close of its last entry, in what the first missing entry
 * of the copy cites. */
static bool goes_on_there(const struct rows *r)
{
    const struct copies *c = r->o->copies;

    return c->category == COPIES_RECLOSED ||
           (c->category == COPIES_CUT && copies_linked(c->earlier, c->later_entries + 1));
}

static int say_missing(struct rows *r)
{
    uint64_t from = r->from[0], to = r->until[0], next = r->here + 1;
    bool end = to == r->o->copies->earlier_entries || next > r->e->entries;
    const struct broken *link = end ? NULL : broken_at(r->e, next);
    bool cited = link && link->is_digest && original_find(r->o, &link->stored) == to;
    bool fixed = original_fixed(r->o, from, to), goes_on = end && goes_on_there(r);
    bool proved = fixed || cited || goes_on;
    enum explanation_kind kind = from == 1 ? EXPLANATION_HEAD_LOST
                                 : end     ? EXPLANATION_CUT
                                           : EXPLANATION_DELETED;
    struct draft d;

    draft_begin(&d, r->e, kind, end ? r->e->entries : next, proved);
    d.x.missing = to - from + 1;
    name_run(&d, from, to, " of the earlier copy");
    draft_say(&d, "%s not here", from == to ? "is" : "are");
    if (fixed) {
        draft_say(&d, ": ");
        say_fixed(&d, r->o);
    } else if (cited)
        draft_say(&d, ": entry %" PRIu64 " stores the digest of the last of them", next);
    else if (goes_on)
        draft_say(&d, ": the first of them cites the last entry here%s",
                  r->o->copies->category == COPIES_RECLOSED ? " with close false" : "");
    return finish(r, &d, proved);
}

/* Both hold the same but for their number and links, and whether they are the last. */
static int same_record(struct rows *r, uint64_t there, uint64_t here)
{
    struct digest a, b;

    if (timeline_content(r->o->copies->earlier, there, true, &a, r->err) ||
        timeline_content(r->e->t, here, true, &b, r->err))
        return -1;
    return digest_equal(&a, &b);
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
    uint64_t from = r->from[1], to = r->until[1];
    struct draft d;

    draft_begin(&d, r->e, EXPLANATION_CONTINUED, from, false);
    d.x.other = to;
    name_run(&d, from, to, "");
    draft_say(&d, "%s after the end of the earlier copy: the timeline may have gone on after it was made",
              from == to ? "stands" : "stand");
    return finish(r, &d, false);
}

static int say_added(struct rows *r)
{
    uint64_t from = r->from[1], to = r->until[1];

    if (to == r->e->entries && r->next_there > r->o->copies->earlier_entries)
        return say_after_end(r);
    enum neighbours were = were_neighbours(r);
    bool proved = were != APART;
    struct draft d;

    draft_begin(&d, r->e, all_of_other_job(r->e, from, to) ? EXPLANATION_SPLICED : EXPLANATION_INSERTED,
                from, proved);
    d.x.other = to;
    name_run(&d, from, to, "");
    draft_say(&d, "%s no counterpart in the earlier copy", from == to ? "has" : "have");
    if (were == BY_REFERENCE) {
        draft_say(&d, ": ");
        say_fixed(&d, r->o);
    }
    if (were == BY_LINK)
        draft_say(&d,
                  ", where what stands here as entries %" PRIu64 " and %" PRIu64
                  " follows one directly on the other",
                  from - 1, to + 1);
    return finish(r, &d, proved);
}

static int say_moved(struct rows *r, const struct copies_row *row)
{
    bool fixed = original_fixed(r->o, row->earlier, row->earlier);
    struct entry_mark there = timeline_mark(r->o->copies->earlier, row->earlier);
    struct entry_mark here = timeline_mark(r->e->t, row->later);
    bool same = there.has_digest && here.has_digest && digest_equal(&there.digest, &here.digest);
    struct draft d;

    draft_begin(&d, r->e, EXPLANATION_MOVED, row->later, same || fixed);
    d.x.other = row->earlier;
    draft_say(&d, "entry %" PRIu64 " %s entry %" PRIu64 " of the earlier copy", row->later,
              same ? "has the digest of" : "corresponds to", row->earlier);
    if (fixed) {
        draft_say(&d, ": ");
        say_fixed(&d, r->o);
    }
    return finish(r, &d, same || fixed);
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
    r->followers += !more;
    if (more && !full(r)) {
        r->listed++;
        said = say_changed(r->e, r->o, row->earlier, row->later, 0, &hit, r->out, r->err);
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
    draft_begin(&d, r->e, EXPLANATION_MEMBER_CHANGED, row->later, true);
    draft_say(&d, "entry %" PRIu64 " has the digest of entry %" PRIu64 " of the earlier copy, ", row->later,
              row->earlier);
    say_reference(&d.text, r->e, r->o->reference);
    draft_say(&d, "; what differs is not bound by it: ");
    for (size_t i = 0; i < m.count && i < NAMED; i++) {
        draft_say(&d, "%s", i > 0 ? ", " : "");
        draft_quote(&d, &m.item[i].name);
    }
    if (m.count > NAMED)
        draft_say(&d, " and %zu more", m.count - NAMED);
    copies_members_release(&m);
    return finish(r, &d, true);
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
              with_close(o, seen, flipped));
    say_reference(&d.text, e, o->reference);
    draft_say(&d, ": that copy up to there is what the reference states");
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
