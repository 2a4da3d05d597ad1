/* The entries that stand here, numbered and linked anew, against the digest of a contradicted reference. */
#include "explain/endpoint_impl.h"

#include "core/chain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FROM_MOST = 8, ORDERS_MOST = 4, CLOSES = 3, WAYS = 2 * CLOSES };

/* How close stands on the way; nothing more is put otherwise than is needed. */
enum close_how { CLOSE_AS_IT_IS, CLOSE_LAST, CLOSE_NONE };
struct way {
    bool numbered; /* by their places */
    enum close_how close;
};

/* The last entries up to a place, kept for walks in many orders. */
enum { KEPT_MOST = 40, KEPT_BYTES = 1 << 20 };
struct kept_parts {
    uint64_t from;
    size_t count;
    struct parts item[KEPT_MOST];
};

struct walk {
    struct end *w;
    const struct kept_parts *kept; /* NULL: read one by one */
    int least;                     /* the first way that is gone */
    const struct order *order; /* NULL: as they stand */
    uint64_t from;
    unsigned written;
    struct digest before[WAYS];
    bool numbers[WAYS], closes[WAYS]; /* the way puts a number, a close otherwise than it is */
    struct preimage text;
};

static struct way way(int i)
{
    return (struct way){i >= CLOSES, (enum close_how)(i % CLOSES)};
}

/* The digest of the entry in way `i`, linked to the one before it. */
static bool step(struct walk *k, const struct parts *at, uint64_t place, int i)
{
    struct explainer *e = k->w->e;
    struct way how = way(i);
    struct parts p = *at;
    char hex[DIGEST_HEX + 1];

    digest_hex(&k->before[i], hex);
    p.text[MEMBER_PREV_DIGEST] = (struct str){hex, DIGEST_HEX};
    p.has |= 1u << MEMBER_PREV_DIGEST;
    if (how.numbered) {
        k->numbers[i] |= !at->seq_small || at->seq != (int64_t)place;
        p.seq = (int64_t)place;
        p.seq_small = true;
        p.has |= 1u << MEMBER_SEQ;
    }
    if (how.close != CLOSE_AS_IT_IS) {
        p.close = how.close == CLOSE_LAST && place == k->w->place;
        k->closes[i] |= p.close != at->close;
    }
    return preimage_make(&k->text, &p, k->written) == 0 && k->text.lacks == 0 &&
           trial_digest(&e->trial, k->text.bytes.data, k->text.bytes.len, &k->before[i]);
}

/* 0, with `*alive` false where an entry has no digest or the budget is used up; -1. */
static int step_all(struct walk *k, uint64_t place, bool *alive)
{
    uint64_t entry = k->order ? order_entry(k->order, place) : place;
    struct parts at;
    int status = 0;

    if (k->kept) {
        *alive = trial_more(&k->w->e->trial);
        for (int i = k->least; i < WAYS && *alive; i++)
            *alive = step(k, &k->kept->item[entry - k->kept->from], place, i);
        return 0;
    }
    status = timeline_parts(k->w->e->t, entry, &at, k->w->err);

    *alive = status == 0 && trial_more(&k->w->e->trial);
    for (int i = 0; i < WAYS && *alive; i++)
        *alive = step(k, &at, place, i);
    parts_release(&at);
    return status;
}

static int say_given(struct walk *k, int i)
{
    struct end *w = k->w;
    struct draft d;

    draft_begin(&d, w->e, k->order ? EXPLANATION_OTHER_ORDER : EXPLANATION_MEMBER_CHANGED, k->from, true);
    d.x.other = w->place;
    if (k->from == w->place)
        draft_say(&d, "entry %" PRIu64, k->from);
    else
        draft_say(&d, "the entries from %" PRIu64 " to %" PRIu64, k->from, w->place);
    if (k->order) {
        draft_say(&d, " in");
        order_say(&d, k->order);
    }
    draft_say(&d, "%s", k->numbers[i] ? ", numbered by their places" : "");
    if (k->closes[i])
        draft_say(&d, way(i).close != CLOSE_LAST ? ", with close false"
                      : k->from == w->place      ? ", with close true"
                                                 : ", closed at the last of them alone");
    draft_say(&d, ", linked %sto the one in front", k->from == w->place ? "" : "each ");
    draft_written(&d, k->written);
    draft_say(&d, k->from == w->place ? ", has the digest that the reference states"
                                      : ", give the digest that the reference states");
    return draft_end(&d, w->out, w->err) || say_which(w, k->from) ? -1 : 0;
}

static bool digest_before(const struct walk *k, struct digest *out)
{
    const struct explainer *e = k->w->e;
    struct entry_mark m;

    memset(out, 0, sizeof *out);
    if (k->from == 1)
        return true;
    if (k->written)
        return digest_of_entry(e, k->from - 1, out);
    m = timeline_mark(e->t, k->from - 1);
    *out = m.digest;
    return m.has_digest;
}

/* 1 said, 0 not, -1. */
static int walk_so(struct end *w, uint64_t from, const struct order *order, const struct kept_parts *kept,
                   unsigned written)
{
    struct walk k = {.w = w, .order = order, .kept = kept, .least = kept ? CLOSES : 0, .from = from, .written = written};
    struct explainer *e = w->e;
    struct digest first;
    bool alive = from > 0 && from <= w->place && digest_before(&k, &first);
    int status = 0;

    if (!alive)
        return 0;
    /* Begun and not brought to an end, it would be of no use. */
    if (e->trial.spent >= e->trial.limit || (w->place - from + 1) * (uint64_t)(WAYS - k.least) > e->trial.limit - e->trial.spent) {
        e->trial.cut = true;
        return 0;
    }
    for (int i = 0; i < WAYS; i++)
        k.before[i] = first;
    preimage_init(&k.text);
    for (uint64_t place = from; place <= w->place && alive && status == 0; place++)
        status = step_all(&k, place, &alive);
    preimage_release(&k.text);
    for (int i = k.least; i < WAYS && alive && status == 0; i++)
        if (digest_equal(&k.before[i], &w->r->final_digest))
            return say_given(&k, i) ? -1 : 1;
    return status;
}

/* As the format writes, and in the file's way. */
static int walk(struct end *w, uint64_t from, const struct order *order)
{
    int said = walk_so(w, from, order, NULL, 0);

    return said == 0 && w->e->base ? walk_so(w, from, order, NULL, w->e->base) : said;
}

/* From where numbers, links or closes do not fit. */
static int walk_from(struct end *w)
{
    static const uint32_t odd = FINDING_BIT(LINK) | FINDING_BIT(GENESIS) | FINDING_BIT(SEQ) | FINDING_BIT(CLOSE_EARLY);
    uint64_t from = timeline_seek(w->e->t, 1, 1, odd);
    int said = 0;

    for (int i = 0; i < FROM_MOST && from && from <= w->place && said == 0; i++) {
        said = walk(w, from, NULL);
        from = from < w->e->entries ? timeline_seek(w->e->t, from + 1, 1, odd) : 0;
    }
    return said;
}

/* In an order that the links fit. */
static int walk_orders(struct end *w)
{
    struct explainer *e = w->e;
    struct order last = {0}, o;
    int said = 0, orders = 0;

    for (size_t i = 0; i < e->brokens && orders < ORDERS_MOST && said == 0; i++) {
        if (!order_of(e, &e->broken[i], &o) || (o.swap == last.swap && o.n == last.n && o.m == last.m))
            continue;
        uint64_t high = o.n > o.m ? o.n : o.m, low = o.n < o.m ? o.n : o.m;
        orders++;
        last = o;
        if (high <= w->place)
            said = walk(w, low, &o);
    }
    return said;
}

int explain_chain(struct end *w)
{
    uint64_t all = trial_share(&w->e->trial, w->e->effort / 2);
    int said = walk_orders(w);

    if (said == 0)
        said = walk_from(w);
    w->e->trial.limit = all;
    return said < 0 ? -1 : 0;
}

/* --- orders that no link shows --- */

static bool has_room(const struct end *w, uint64_t from)
{
    const struct trial *t = &w->e->trial;

    return t->spent < t->limit && (w->place - from + 1) * CLOSES <= t->limit - t->spent;
}

static int try_order(struct end *w, const struct kept_parts *kept, bool swap, uint64_t n, uint64_t m)
{
    struct order o = {.swap = swap, .n = n, .m = m};

    return walk_so(w, n < m ? n : m, &o, kept, w->e->base);
}

/* Entries so far apart, the last ones first: those ask for the fewest hashes. */
static int try_apart(struct end *w, const struct kept_parts *kept, uint64_t apart, bool *room)
{
    int said = 0;

    for (uint64_t n = w->place - apart; n >= kept->from && n > 0 && said == 0; n--) {
        *room = has_room(w, n);
        if (!*room) {
            w->e->trial.cut = true;
            return 0;
        }
        said = try_order(w, kept, true, n, n + apart);
        if (said == 0 && apart > 1)
            said = try_order(w, kept, false, n, n + apart);
        if (said == 0 && apart > 1)
            said = try_order(w, kept, false, n + apart, n);
    }
    return said;
}

static bool is_large(const struct end *w, uint64_t entry)
{
    struct timeline *t = w->e->t;

    return entry < w->e->entries && timeline_mark(t, entry + 1).offset - timeline_mark(t, entry).offset > KEPT_BYTES;
}

static int keep_parts(struct end *w, struct kept_parts *kept)
{
    uint64_t from = w->place > KEPT_MOST ? w->place - KEPT_MOST + 1 : 1;
    int status = 0;

    for (uint64_t entry = w->place; entry > from; entry--)
        if (is_large(w, entry - 1))
            from = entry;
    if (from > 1)
        note_narrow(w->e);
    kept->from = from;
    for (uint64_t entry = from; entry <= w->place && status == 0; entry++)
        status = timeline_parts(w->e->t, entry, &kept->item[kept->count++], w->err);
    return status;
}

int explain_orders(struct end *w)
{
    struct kept_parts *kept = calloc(1, sizeof *kept);
    bool room = true;
    int said;

    if (!kept)
        return err_set(w->err, ERR_MEMORY, "no memory for explanations");
    said = keep_parts(w, kept);
    for (uint64_t apart = 1; said == 0 && room && apart < kept->count; apart++)
        said = try_apart(w, kept, apart, &room);
    for (size_t i = 0; i < kept->count; i++)
        parts_release(&kept->item[i]);
    free(kept);
    return said < 0 ? -1 : 0;
}
