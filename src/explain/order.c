/* Broken links that fit another order of the entries. That they fit is proved; whether the entries changed
 * places or their prev_digests were written anew for that order is no digest's to show. */
#include "explain/explain_impl.h"

#include <inttypes.h>
#include <string.h>

static bool points(const struct explainer *e, uint64_t entry, uint64_t to)
{
    return broken_points(e, entry) == (int64_t)to;
}

/* The link out of the last entry is not there to be looked at. */
static bool points_or_end(const struct explainer *e, uint64_t entry, uint64_t to)
{
    return entry > e->entries || points(e, entry, to);
}

/* By what they store, entries n and m (n < m) are exchanged. */
static bool is_swap(const struct explainer *e, uint64_t n, uint64_t m)
{
    if (n == 0 || n >= m || m > e->entries || !points(e, m, n - 1) || !points_or_end(e, m + 1, n))
        return false;
    return m == n + 1 ? points(e, n, m) : points(e, n, m - 1) && points(e, n + 1, m);
}

/* By what they store, the entry that stands at `to` belongs at `from`. */
static bool is_move(const struct explainer *e, uint64_t from, uint64_t to)
{
    if (from == 0 || to == 0 || from > e->entries || to > e->entries || from == to)
        return false;
    if (from < to)
        return points(e, from, to) && points(e, to, from - 1) && points_or_end(e, to + 1, to - 1);
    return points(e, to, from) && points(e, to + 1, to - 1) && points_or_end(e, from + 1, to);
}

static void put(struct order *o, const struct explainer *e, uint64_t entry, uint64_t place)
{
    if (entry > e->entries)
        return;
    o->entry[o->count] = entry;
    o->place[o->count++] = place;
}

static void place_swap(struct order *o, const struct explainer *e, uint64_t n, uint64_t m)
{
    *o = (struct order){.swap = true, .n = n, .m = m};
    put(o, e, n, m);
    if (m > n + 1)
        put(o, e, n + 1, n + 1);
    put(o, e, m, n);
    put(o, e, m + 1, m + 1);
}

static void place_move(struct order *o, const struct explainer *e, uint64_t from, uint64_t to)
{
    *o = (struct order){.n = from, .m = to};
    if (from < to) {
        put(o, e, from, from + 1);
        put(o, e, to, from);
        put(o, e, to + 1, to + 1);
    } else {
        put(o, e, to, from);
        put(o, e, to + 1, to);
        put(o, e, from + 1, from + 1);
    }
}

/* Where an entry digests with another seq than its own, it is that of its place in the order. */
static bool is_numbered(const struct explainer *e, const struct order *o)
{
    for (size_t i = 0; i < o->count; i++) {
        const struct broken *b = broken_at(e, o->entry[i]);
        if (b->renumbered && b->seq + UINT64_C(1) != o->place[i])
            return false;
    }
    return true;
}

static bool find_swap(const struct explainer *e, uint64_t at, struct order *o)
{
    uint64_t p = (uint64_t)broken_points(e, at);
    const uint64_t pair[][2] = {{at, p + 1}, {at, p}, {at - 1, p}, {p + 1, at}, {p, at - 1}};

    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if (is_swap(e, pair[i][0], pair[i][1])) {
            place_swap(o, e, pair[i][0], pair[i][1]);
            return true;
        }
    return false;
}

static bool find_move(const struct explainer *e, uint64_t at, struct order *o)
{
    int64_t before = at > 1 ? broken_points(e, at - 1) : -1;
    uint64_t p = (uint64_t)broken_points(e, at), b = before < 0 ? e->entries + 1 : (uint64_t)before;
    const uint64_t pair[][2] = {{at, p}, {p + 1, at}, {b + 1, at - 1},
                                {p, at}, {b, at - 1}, {at - 1, p}};

    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if (is_move(e, pair[i][0], pair[i][1])) {
            place_move(o, e, pair[i][0], pair[i][1]);
            return true;
        }
    return false;
}

bool order_of(const struct explainer *e, const struct broken *b, struct order *out)
{
    if (!b->zero && !b->points)
        return false;
    return (find_swap(e, b->entry, out) || find_move(e, b->entry, out)) && is_numbered(e, out);
}

uint64_t order_entry(const struct order *o, uint64_t place)
{
    if (o->swap)
        return place == o->n ? o->m : place == o->m ? o->n : place;
    if (place == o->n)
        return o->m;
    if (o->n < o->m)
        return place > o->n && place <= o->m ? place - 1 : place;
    return place >= o->m && place < o->n ? place + 1 : place;
}

void order_say(struct draft *d, const struct order *o)
{
    if (o->swap)
        draft_say(d, " the order with entries %" PRIu64 " and %" PRIu64 " exchanged", o->n, o->m);
    else
        draft_say(d, " the order with entry %" PRIu64 " at position %" PRIu64, o->m, o->n);
}

/* --- saying --- */

static void begin(struct draft *d, struct explainer *e, const struct order *o,
                  enum explanation_kind kind, bool proved)
{
    draft_begin(d, e, kind, o->swap ? o->n : o->m, proved);
    d->x.other = o->swap ? o->m : o->n;
}

static void name_entries(struct draft *d, const uint64_t *entry, size_t count)
{
    for (size_t i = 0; i < count; i++)
        draft_say(d, "%s%" PRIu64, i == 0 ? "" : i + 1 < count ? ", " : " and ", entry[i]);
}

/* What they are digests of is not all as it stands here. */
static void say_how(struct draft *d, const struct order *o)
{
    bool recoded = false;

    for (size_t i = 0; i < o->count; i++) {
        const struct broken *b = broken_at(d->e, o->entry[i]);
        recoded |= b->recoded;
        if (b->renumbered)
            draft_say(d, ", entry %" PRIu32 " with seq %" PRIu32, b->points, b->seq);
        if (o->place[i] == 1)
            draft_say(d, ", 64 zeros where none would");
    }
    draft_written(d, recoded ? d->e->base : 0);
}

static int say_fits(struct explainer *e, const struct order *o, struct explanation_list *out,
                    struct err *err)
{
    struct draft d;

    begin(&d, e, o, EXPLANATION_OTHER_ORDER, true);
    draft_say(&d, "the prev_digests of entries ");
    name_entries(&d, o->entry, o->count);
    draft_say(&d, " fit");
    order_say(&d, o);
    draft_say(&d, ": they are the digests of those that would then stand before them");
    say_how(&d, o);
    return draft_end(&d, out, err);
}

static int say_changed_places(struct explainer *e, const struct order *o, struct explanation_list *out,
                              struct err *err)
{
    struct draft d;

    begin(&d, e, o, o->swap ? EXPLANATION_SWAPPED : EXPLANATION_MOVED, false);
    if (o->swap)
        draft_say(&d, "entries %" PRIu64 " and %" PRIu64 " changed places after they were linked", o->n,
                  o->m);
    else
        draft_say(&d, "entry %" PRIu64 " was moved here from position %" PRIu64 " after it was linked",
                  o->m, o->n);
    draft_say(&d, ", if these prev_digests are the ones that they were recorded with");
    draft_decides(&d, "%s, which has these entries in one order or the other", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* Whether these entries are numbered for the other order too, and closed for it. */
static int fits_numbers(struct explainer *e, const struct order *o, bool *seqs, bool *close, struct err *err)
{
    int status = 0;

    *seqs = true;
    *close = false;
    for (size_t i = 0; i < o->count && status == 0; i++) {
        struct parts p;
        status = timeline_parts(e->t, o->entry[i], &p, err);
        *seqs &= status == 0 && p.seq_small && p.seq == (int64_t)o->place[i];
        *close |= status == 0 && p.close && o->place[i] == e->entries && o->entry[i] != e->entries;
        parts_release(&p);
    }
    return status;
}

/* ", and so were their seqs, ...", where there is more than the links that fits the other order. */
static int say_numbers(struct draft *d, const struct order *o, struct err *err)
{
    bool seqs, close;

    if (fits_numbers(d->e, o, &seqs, &close, err))
        return -1;
    if (seqs)
        draft_say(d, ", and so were their seqs, which are those of their places in it");
    if (close)
        draft_say(d, ", and close, which stands on the one that is the last in it");
    return 0;
}

static int say_relinked(struct explainer *e, const struct order *o, struct explanation_list *out,
                        struct err *err)
{
    struct settled by;
    struct draft d;

    begin(&d, e, o, EXPLANATION_RELINKED, false);
    draft_say(&d, "the entries stand in the order in which they were recorded, and the prev_digests of "
                  "entries ");
    name_entries(&d, o->entry, o->count);
    draft_say(&d, " were written anew for the other order");
    if (say_numbers(&d, o, err)) {
        draft_drop(&d);
        return -1;
    }
    if (settled_by(e, o->entry[o->count - 1], -1, &by) && by.trusted) {
        draft_say(&d, ", before ");
        say_reference(&d.text, e, by.reference);
        draft_say(&d, " was published");
    }
    draft_decides(&d, "%s, which has these entries in one order or the other", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* --- what an earlier copy has --- */

static int say_copy(struct explainer *e, const struct order *o, const struct original_places *p,
                    struct explanation_list *out, struct err *err)
{
    bool here = p->order == ORDER_HERE;
    uint64_t first = o->n < o->m ? o->n : o->m, second = o->n < o->m ? o->m : o->n;
    struct draft d;

    begin(&d, e, o, here ? EXPLANATION_AS_PUBLISHED : EXPLANATION_COPY_DIFFERS, true);
    d.x.reference = p->reference;
    draft_say(&d, "the earlier copy, ");
    say_reference(&d.text, e, p->reference);
    draft_say(&d,
              ", has entries %" PRIu64 " and %" PRIu64 " of this file as entries %" PRIu64
              " and %" PRIu64 " of the copy, in %s order: ",
              first, second, p->there[0], p->there[1], here ? "the same" : "the other");
    draft_say(&d, p->same ? "each has the same digest in both"
                          : "each holds the same id, tool, class, job and bytes in both");
    original_places_fixed(&d, p);
    return draft_end(&d, out, err);
}

static int say_by_copy(struct explainer *e, const struct order *o, const struct original_places *p,
                       struct explanation_list *out, struct err *err)
{
    bool here = p->order == ORDER_HERE;
    enum explanation_kind kind = here      ? EXPLANATION_RELINKED
                                 : o->swap ? EXPLANATION_SWAPPED
                                           : EXPLANATION_MOVED;
    struct draft d;

    begin(&d, e, o, kind, false);
    d.x.reference = p->reference;
    if (here) {
        draft_say(&d, "if the order of the copy is that of the recording, the entries did not move, and the prev_digests "
                      "of entries ");
        name_entries(&d, o->entry, o->count);
        draft_say(&d, " of this file were written anew for the other order");
        if (say_numbers(&d, o, err)) {
            draft_drop(&d);
            return -1;
        }
        draft_say(&d, "; else they stand in both in another order "
                      "than that of the recording");
    } else if (o->swap)
        draft_say(&d, "if the order of the copy is that of the recording, entries %" PRIu64 " and %" PRIu64
                      " of this file changed places; else they did in the copy, or in both", o->n, o->m);
    else
        draft_say(&d, "if the order of the copy is that of the recording, entry %" PRIu64
                      " of this file was moved here from position %" PRIu64
                      ", or those that it stands across were moved; else that was done in the copy, or in both", o->m, o->n);
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* The entry of a move against the first and the last of those that it passed. */
static int find_places(struct explainer *e, const struct order *o, struct original_places *p,
                       struct err *err)
{
    uint64_t first = o->n < o->m ? o->n : o->m, second = o->n < o->m ? o->m : o->n;
    uint64_t near = o->n < o->m ? second - 1 : first + 1;
    struct original_places other;

    if (original_places(e, first, second, p, err))
        return -1;
    if (o->swap || p->order == ORDER_UNKNOWN || second == first + 1)
        return 0;
    if (original_places(e, o->n < o->m ? near : first, o->n < o->m ? second : near, &other, err))
        return -1;
    if (other.order != p->order || other.reference != p->reference)
        p->order = ORDER_UNKNOWN;
    return 0;
}

int explain_order(struct explainer *e, const struct broken *b, struct explanation_list *out,
                  struct err *err)
{
    struct original_places p;
    struct order o;

    if (!order_of(e, b, &o))
        return 0;
    if (say_fits(e, &o, out, err) || find_places(e, &o, &p, err))
        return -1;
    bool here = p.order == ORDER_HERE, settled = p.order == ORDER_OTHER || (here && !p.same);
    if (p.order != ORDER_UNKNOWN && say_copy(e, &o, &p, out, err))
        return -1;
    if (here && original_link(e, b, out, err))
        return -1;
    if (settled)
        return say_by_copy(e, &o, &p, out, err) ? -1 : 1;
    return say_changed_places(e, &o, out, err) || say_relinked(e, &o, out, err) ? -1 : 1;
}
