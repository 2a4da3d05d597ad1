/* Earlier copies: which of their entries the file still has, which a digest speaks for, and what they
 * say of one link. */
#include "core/chain.h"
#include "explain/baseline.h"
#include "explain/compare_impl.h"
#include "explain/original_impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RUN_ENTRIES = 256, STOP_EVERY = 4096 };

/* --- asking --- */

uint64_t original_find(const struct original *o, const struct digest *d)
{
    uint32_t first, last;

    if (digest_is_zero(d) || !digest_map_find(o->map, d, &first, &last))
        return 0;
    struct entry_mark m = timeline_mark(o->copies->earlier, first);
    if (m.has_digest && digest_equal(&m.digest, d))
        return first;
    m = timeline_mark(o->copies->earlier, last);
    return m.has_digest && digest_equal(&m.digest, d) ? last : 0;
}

bool original_has_all(const struct explainer *e, uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < e->originals; i++) {
        bool same = true;
        for (uint64_t entry = from; same && entry <= to; entry++)
            original_of(&e->original[i], entry, &same);
        if (same)
            return true;
    }
    return false;
}

uint64_t original_of(const struct original *o, uint64_t entry, bool *same)
{
    uint64_t there = o->copies->back[entry];

    *same = there > 0 && pair_one_digest(o->copies->state[there]) && copies_tied(o->copies, there, entry);
    return there;
}

/* The entry of the copy stands in the file, whatever was changed in it; 0 for none. */
static uint64_t stands_as(const struct original *o, uint64_t there)
{
    return o->copies->pair[there];
}

bool original_fixed(const struct original *o, uint64_t from, uint64_t to)
{
    return o->fixed_by >= 0 && from >= o->fixed_from && to <= o->fixed_to;
}

/* --- opening --- */

static int map_copy(struct explainer *e, struct original *o, struct err *err)
{
    struct timeline *t = o->copies->earlier;
    uint64_t entries = o->copies->earlier_entries;

    o->map = digest_map_new(entries);
    if (!o->map)
        return err_set(err, ERR_MEMORY, "no memory for explanations");
    for (uint64_t entry = 1; entry <= entries; entry++) {
        struct entry_mark m = timeline_mark(t, entry);
        if (entry % STOP_EVERY == 0 && e->trial.stop && e->trial.stop(e->trial.arg))
            return err_set(err, ERR_CANCELLED, "explaining was stopped");
        if (m.has_digest)
            digest_map_add(o->map, &m.digest, (uint32_t)entry);
    }
    return 0;
}

/* The entry of the copy that the reference has seen as the end, 0 for none; with its close put the
 * other way where that alone gives the digest. */
int original_seen(const struct original *o, const struct reference *r, uint64_t *entry,
                  bool *flipped, struct err *err)
{
    struct timeline *t = o->copies->earlier;
    uint64_t count = r->has_count && r->count > 0 ? (uint64_t)r->count : 0;
    struct digest other;

    *flipped = false;
    *entry = original_find(o, &r->final_digest);
    if (*entry || count == 0 || count > o->copies->earlier_entries)
        return 0;
    struct entry_mark m = timeline_mark(t, count);
    if (!m.has_digest)
        return 0;
    if (timeline_digest_closed(t, count, !m.close, &other, err))
        return -1;
    *flipped = digest_equal(&other, &r->final_digest);
    *entry = *flipped ? count : 0;
    return 0;
}

uint64_t original_linked_from(const struct original *o, uint64_t end)
{
    uint64_t from = timeline_seek(o->copies->earlier, end, -1,
                                  FINDING_BIT(LINK) | FINDING_BIT(GENESIS));

    return from > 0 ? from : 1;
}

static int by_place(const void *a, const void *b)
{
    const struct original_cited *x = a, *y = b;

    return (x->there > y->there) - (x->there < y->there);
}

static int find_cited(struct explainer *e, struct original *o, struct err *err)
{
    o->cited = calloc(e->brokens + 1, sizeof *o->cited);
    if (!o->cited)
        return err_set(err, ERR_MEMORY, "no memory for explanations");
    for (size_t i = 0; i < e->brokens; i++) {
        const struct broken *b = &e->broken[i];
        uint64_t there = b->is_digest ? original_find(o, &b->stored) : 0;
        if (there)
            o->cited[o->cites++] = (struct original_cited){(uint32_t)there, b->entry};
    }
    qsort(o->cited, o->cites, sizeof *o->cited, by_place);
    return 0;
}

const struct original_cited *original_spoken_for(const struct original *o, uint64_t there)
{
    size_t low = 0, high = o->cites;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (o->cited[mid].there < there)
            low = mid + 1;
        else
            high = mid;
    }
    return low < o->cites && original_linked_from(o, o->cited[low].there) <= there ? &o->cited[low]
                                                                                  : NULL;
}

/* The reference that fixes most of the copy. */
static int fix(struct explainer *e, struct original *o, struct err *err)
{
    uint64_t end, from;
    bool flipped;

    o->fixed_by = -1;
    for (size_t i = 0; i < e->refs->count; i++) {
        const struct reference *r = &e->refs->item[i];
        if (r->kind == REFERENCE_BASELINE || !r->readable || !r->has_digest || r->embedded ||
            r->own_file || r->result == REFERENCE_UNUSABLE)
            continue;
        if (original_seen(o, r, &end, &flipped, err))
            return -1;
        from = end > 0 ? original_linked_from(o, end) : 0;
        if (end == 0 || (o->fixed_by >= 0 && end - from <= o->fixed_to - o->fixed_from))
            continue;
        o->fixed_by = (int)i;
        o->fixed_from = from;
        o->fixed_to = end;
        o->fixed_flipped = flipped;
    }
    return 0;
}

int originals_open(struct explainer *e, struct err *err)
{
    for (size_t i = 0; e->refs && i < e->refs->count && e->originals < ORIGINALS; i++) {
        const struct copies *copies = baseline_copies(&e->refs->item[i]);
        if (!copies || e->by06 || !copies_by_digest(copies) || e->refs->item[i].own_file)
            continue;
        struct original *o = &e->original[e->originals++];
        o->reference = (int)i;
        o->copies = copies;
        if (map_copy(e, o, err) || find_cited(e, o, err) || fix(e, o, err))
            return -1;
    }
    return 0;
}

void originals_close(struct explainer *e)
{
    for (size_t i = 0; i < e->originals; i++) {
        digest_map_free(e->original[i].map);
        free(e->original[i].cited);
    }
    memset(e->original, 0, sizeof e->original);
    e->originals = 0;
}

/* --- one link: 1 said, 0 nothing to say, -1 --- */

struct link {
    struct explainer *e;
    const struct original *o;
    const struct broken *b;
    uint64_t cited; /* the entry of the copy whose digest is stored, 0 for none */
    struct explanation_list *out;
    struct err *err;
};

static void begin(struct link *l, struct draft *d, enum explanation_kind kind, uint64_t entry,
                  bool proved)
{
    draft_begin(d, l->e, kind, entry, proved);
    d->x.reference = l->o->reference;
    draft_say(d, "entry %" PRIu32 " of this file stores the digest of entry %" PRIu64 " of the earlier copy, ",
              l->b->entry, l->cited);
    say_reference(&d->text, l->e, l->o->reference);
    draft_say(d, ": ");
}

static int end(struct link *l, struct draft *d)
{
    return draft_end(d, l->out, l->err) ? -1 : 1;
}

/* What may have led to a relation that is proved. 1 or -1. */
static int say_story(struct link *l, const struct explanation *proved, enum explanation_kind kind,
                     const char *here)
{
    struct draft d;

    original_story(&d, l->e, l->o, proved, kind);
    draft_say(&d, "if entry %" PRIu32 " of this file stores what it was recorded with, %s; else that prev_digest was "
                  "put there", l->b->entry, here);
    return original_story_end(&d, l->out, l->err) ? -1 : 1;
}

bool original_gone(const struct explainer *e, const struct original *o, uint64_t there)
{
    struct entry_mark m = timeline_mark(o->copies->earlier, there);

    return stands_as(o, there) == 0 && m.has_digest && entry_of_digest(e, &m.digest, 0) == 0;
}

/* How many entries of the copy are not in the file, from `to` back to the one behind `after`. */
static uint64_t count_gone(const struct link *l, uint64_t after, uint64_t to)
{
    uint64_t there = to;

    while (there > after && original_gone(l->e, l->o, there))
        there--;
    return to - there;
}

/* Entries up to the one that is cited are missing before the link, or nothing is said. */
static int say_missing(struct link *l, uint64_t after)
{
    uint64_t missing = count_gone(l, after, l->cited);
    bool head = l->b->entry == 1 && missing == l->cited;
    struct draft d;

    if (missing == 0)
        return 0;
    begin(l, &d, EXPLANATION_COPY_DIFFERS, l->b->entry, true);
    d.x.missing = missing;
    if (missing == 1)
        draft_say(&d, "no entry of this file has that digest, and none is set beside that entry");
    else
        draft_say(&d, "no entry of this file has the digest of one of the entries %" PRIu64 " to %" PRIu64
                      " of the copy, and none is set beside one of them", l->cited - missing + 1, l->cited);
    struct explanation proved = d.x;
    if (end(l, &d) < 0)
        return -1;
    return say_story(l, &proved, head ? EXPLANATION_HEAD_LOST : EXPLANATION_DELETED,
                     missing == 1 ? "that one was taken out of this file, left out of it or changed in it"
                                  : "these were taken out of this file, left out of it or changed in it");
}

/* What is cited has a counterpart in the file, in another place and with another digest. */
static int say_elsewhere(struct link *l)
{
    uint64_t there = l->cited, here = stands_as(l->o, there);

    if (here == 0 || here + 1 == l->b->entry || l->o->copies->state[there] != PAIR_MOVED_CHANGED)
        return 0;
    return original_changed(l->e, l->o, there, here, 0, l->out, l->err);
}

static int say_put_in(struct link *l, uint64_t from)
{
    uint64_t to = l->b->entry - 1;
    bool same, other = all_of_other_job(l->e, from, to);
    uint64_t there = original_of(l->o, l->b->entry, &same);
    const struct original_cited *by = original_spoken_for(l->o, l->cited + 1);
    bool stored = by && by->there == l->cited + 1 && by->by == l->b->entry + 1;
    bool proved = there == l->cited + 1 && (same || stored);
    struct draft d;

    if (!proved && l->b->points)
        return 0;
    enum explanation_kind kind = other ? EXPLANATION_SPLICED : EXPLANATION_INSERTED;
    begin(l, &d, proved ? EXPLANATION_COPY_DIFFERS : kind, from, proved);
    d.x.other = to;
    if (proved && same)
        draft_say(&d, "directly after that the copy has entry %" PRIu32 " of this file, by its digest; here ",
                  l->b->entry);
    else if (proved)
        draft_say(&d, "directly after that the copy has an entry whose digest entry %" PRIu32
                      " of this file stores; here ", by->by);
    if (from == to)
        draft_say(&d, "entry %" PRIu64 " of this file stands between", from);
    else
        draft_say(&d, "entries %" PRIu64 " to %" PRIu64 " of this file stand between", from, to);
    if (!proved)
        draft_decides(&d, "a copy that has entry %" PRIu32 " of this file as well", l->b->entry);
    struct explanation told = d.x;
    if (end(l, &d) < 0)
        return -1;
    return proved ? say_story(l, &told, kind, from == to ? "the one between was put in here, or moved here"
                                                         : "those between were put in here, or moved here")
                  : 1;
}

/* The first of the entries up to `to` that the copy does not have; 0 where they are too many, or
 * stand in it otherwise. */
static uint64_t new_from(const struct link *l, uint64_t to)
{
    bool same = false;

    for (uint64_t entry = to; entry > 0 && to - entry < RUN_ENTRIES; entry--) {
        uint64_t there = original_of(l->o, entry, &same);
        if (same)
            return entry + 1;
        if (there > 0)
            return 0;
        if (entry == 1)
            return 1;
    }
    return 0;
}

static int say_stopped_after(struct link *l, uint64_t after)
{
    uint64_t last = l->b->entry - 1;
    struct draft d;

    begin(l, &d, EXPLANATION_COPY_DIFFERS, after, true);
    d.x.other = last;
    draft_say(&d, "the entries up to that one are set beside those that follow entry %" PRIu64
                  " of this file, up to its entry %" PRIu64
                  ", and differ from them in number or link alone; before them the copy has another entry "
                  "than that one", after, last);
    struct explanation proved = d.x;
    if (end(l, &d) < 0)
        return -1;
    return say_story(l, &proved, EXPLANATION_RELINK_STOPPED,
                     "it cites what the copy has, and those before it were numbered or linked anew in this file, as "
                     "after a change before them, or are others");
}

/* The entry before the link differs from the one that is cited. Where that is in its number and link
 * alone, it was linked anew after a change that stands further in front. */
static int say_changed_before(struct link *l)
{
    uint64_t last = l->b->entry - 1, here = last, there = l->cited;
    bool differs = false;

    for (;; here--, there--) {
        if (original_differs(l->e, l->o, there, here, &differs, l->err))
            return -1;
        if (differs || here == 1 || there == 1 || last - here >= RUN_ENTRIES ||
            broken_at(l->e, here) || !copies_linked(l->o->copies->earlier, there) ||
            original_one_digest(l->e, l->o, there - 1, here - 1))
            break;
        if (stands_as(l->o, there - 1) != here - 1)
            return say_stopped_after(l, here - 1);
    }
    return original_changed(l->e, l->o, there, here, here == last ? 0 : last, l->out, l->err);
}

/* What stands before the link is not in the copy. */
static int say_other_before(struct link *l)
{
    uint64_t last = l->b->entry - 1, from = new_from(l, last), after = 0;
    bool same;

    if (stands_as(l->o, l->cited) == last)
        return say_changed_before(l);
    if (from == 0)
        return 0;
    if (from > 1)
        after = original_of(l->o, from - 1, &same);
    if (after == l->cited)
        return say_put_in(l, from);
    return after < l->cited ? say_missing(l, after) : 0;
}

static int say_before(struct link *l)
{
    uint64_t there;
    bool same;
    int said = say_elsewhere(l);

    if (said)
        return said;
    if (l->b->entry == 1)
        return say_missing(l, 0);
    there = original_of(l->o, l->b->entry - 1, &same);
    if (!same)
        return say_other_before(l);
    return there < l->cited ? say_missing(l, there) : 0;
}

static int say_same_break(struct link *l, uint64_t there)
{
    uint64_t entry = l->b->entry;
    struct draft d;

    draft_begin(&d, l->e, EXPLANATION_AS_PUBLISHED, entry, true);
    d.x.reference = l->o->reference;
    draft_say(&d, "the earlier copy, ");
    say_reference(&d.text, l->e, l->o->reference);
    if (there == 1 && l->b->zero)
        draft_say(&d, ", begins with entry %" PRIu64 " of this file, by its digest", entry);
    else
        draft_say(&d,
                  ", has entry %" PRIu64 " of this file as entry %" PRIu64
                  " of the copy, by its digest, which binds its prev_digest; no entry of the copy digests to that as the format "
                  "writes it",
                  entry, there);
    return draft_end(&d, l->out, l->err) ? -1 : 0;
}

/* The entry before is the same in both, or stands for each other, and in the copy it is cited. */
static int say_cites_there(struct link *l, uint64_t there)
{
    uint64_t entry = l->b->entry;
    struct hit hit;
    struct draft d;
    bool same, more;

    if (entry == 1 || there == 1 || original_of(l->o, entry - 1, &same) + 1 != there ||
        !copies_linked(l->o->copies->earlier, there))
        return 0;
    if (original_read_both(l->e, l->o, there, entry, &hit, &more, l->err))
        return -1;
    if (hit.count != 1 || hit.change[0].member != MEMBER_PREV_DIGEST) {
        hit_release(&hit);
        return 0;
    }
    draft_begin(&d, l->e, EXPLANATION_MEMBER_CHANGED, entry, true);
    d.x.reference = l->o->reference;
    draft_say(&d, "entry %" PRIu64 " of this file is set beside entry %" PRIu64 " of the earlier copy, ", entry, there);
    say_reference(&d.text, l->e, l->o->reference);
    draft_say(&d, ", for its other members, all of which are the same in the digest; that one has ");
    draft_hit(&d, &hit);
    if (same)
        draft_say(&d, " and the prev_digest there is the digest of entry %" PRIu64
                      " of this file, which the copy has as entry %" PRIu64, entry - 1, there - 1);
    else
        draft_say(&d, " and the prev_digest there is the digest of entry %" PRIu64 " of the copy", there - 1);
    hit_release(&hit);
    struct explanation proved = d.x;
    if (end(l, &d) < 0)
        return -1;
    original_story(&d, l->e, l->o, &proved, EXPLANATION_MEMBER_CHANGED);
    draft_say(&d, "if entry %" PRIu64 " of the copy is as it was recorded, the prev_digest of entry %" PRIu64
                  " of this file was overwritten, or that is another entry; else the one of the copy was, or both",
              there, entry);
    return original_story_end(&d, l->out, l->err) ? -1 : 1;
}

/* The entry itself is another one in the copy. */
static int say_own(struct link *l)
{
    bool same;
    uint64_t entry = l->b->entry, there = original_of(l->o, entry, &same);

    if (there == 0)
        return 0;
    if (same)
        return say_same_break(l, there);
    int said = say_cites_there(l, there);
    if (said)
        return said;
    return original_spoken_for(l->o, there)
               ? original_changed(l->e, l->o, there, entry, 0, l->out, l->err)
               : 0;
}

static int say_link(struct link *l)
{
    int said = 0;

    l->cited = l->b->is_digest ? original_find(l->o, &l->b->stored) : 0;
    if (l->cited)
        said = say_before(l);
    return said || l->cited ? said : say_own(l);
}

static int find_places(struct explainer *e, const struct original *o, const uint64_t here[2],
                       struct original_places *out, struct err *err)
{
    bool same[2];

    for (int i = 0; i < 2; i++) {
        out->there[i] = original_of(o, here[i], &same[i]);
        int held = out->there[i] > 0 ? original_same_record(e, o, out->there[i], here[i], err) : 0;
        if (held <= 0)
            return held;
    }
    out->reference = o->reference;
    out->same = original_one_digest(e, o, out->there[0], here[0]) &&
                original_one_digest(e, o, out->there[1], here[1]);
    out->order = out->there[0] < out->there[1] ? ORDER_HERE : ORDER_OTHER;
    return 0;
}

int original_places(struct explainer *e, uint64_t first, uint64_t second, struct original_places *out,
                    struct err *err)
{
    const uint64_t here[2] = {first, second};

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < e->originals && out->order == ORDER_UNKNOWN; i++)
        if (find_places(e, &e->original[i], here, out, err))
            return -1;
    return 0;
}

void original_places_fixed(struct draft *d, const struct original_places *p)
{
    uint64_t first = p->there[0] < p->there[1] ? p->there[0] : p->there[1];
    uint64_t last = p->there[0] + p->there[1] - first;

    for (size_t i = 0; i < d->e->originals; i++) {
        const struct original *o = &d->e->original[i];
        if (o->reference != p->reference || !original_fixed(o, first, last))
            continue;
        draft_say(d, "; ");
        original_say_fixed(d, o);
    }
}

int original_link(struct explainer *e, const struct broken *b, struct explanation_list *out,
                  struct err *err)
{
    int said = 0;

    for (size_t i = 0; i < e->originals && said == 0; i++) {
        struct link l = {.e = e, .o = &e->original[i], .b = b, .out = out, .err = err};
        said = say_link(&l);
    }
    return said < 0 ? -1 : 0;
}
