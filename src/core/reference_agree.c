/* What references state, held against each other. */
#include "core/reference_impl.h"

#include <string.h>

/* --- jobs, ends --- */

/* A head, a number and a copy without a job are given for the timeline that is examined. */
static bool same_job(const struct reference *a, const struct reference *b)
{
    if (a->job_id.data && b->job_id.data)
        return str_equal(&a->job_id, &b->job_id);
    return (a->of_timeline || !a->job_id.data) && (b->of_timeline || !b->job_id.data);
}

static bool same_count(const struct reference *a, const struct reference *b)
{
    if (a->count_text.data && b->count_text.data)
        return str_equal(&a->count_text, &b->count_text);
    return a->count == b->count && !a->count_text.data && !b->count_text.data;
}

bool reference_same_entry(const struct reference *a, const struct reference *b)
{
    bool both = a->result == REFERENCE_EARLIER && b->result == REFERENCE_EARLIER && a->confirmed == b->confirmed;

    return both || (a->of_entry > 0 && a->of_entry == b->of_entry);
}

bool reference_same_digest(const struct reference *a, const struct reference *b)
{
    return a->has_digest && b->has_digest && a->has_count && b->has_count && !same_count(a, b) &&
           digest_equal(&a->final_digest, &b->final_digest);
}

/* Two visible entries have the digest, each at the place that one of them counts. */
static bool both_visible(const struct reference *a, const struct reference *b)
{
    return a->of_entry > 0 && b->of_entry > 0;
}

bool reference_excludes(const struct reference *a, const struct reference *b)
{
    if (!a->readable || !b->readable || !a->has_count || !b->has_count || !same_job(a, b))
        return false;
    if (!a->has_digest || !b->has_digest || reference_same_entry(a, b))
        return false;
    if (reference_same_digest(a, b))
        return !both_visible(a, b);
    return same_count(a, b) && !digest_equal(&a->final_digest, &b->final_digest);
}

void reference_say_excluded(struct buf *out, const struct reference *a, const struct reference *b)
{
    char room[2][COUNT_ROOM];

    if (reference_same_digest(a, b))
        buf_addf(out,
                 "state the same final digest and different numbers of entries, %s and %s: a digest binds one seq, so "
                 "at most one of them is of a timeline that satisfies every rule",
                 reference_count_text(a, room[0]), reference_count_text(b, room[1]));
    else
        buf_addf(out,
                 "state different final digests for the same number of entries, %s: not both are of one finished "
                 "timeline by the current rules; an entry has another digest before it is closed, and by another rule",
                 reference_count_text(a, room[0]));
}

/* A number that neither has is no number that both have. */
static bool same_number(const struct reference *a, const struct reference *b)
{
    return a->has_count && b->has_count ? same_count(a, b) : a->number > 0 && a->number == b->number;
}

static bool both_numbered(const struct reference *a, const struct reference *b)
{
    return (a->has_count && b->has_count) || (a->number > 0 && b->number > 0);
}

static bool comparable(const struct reference *a, const struct reference *b)
{
    return (a->has_digest && b->has_digest) || both_numbered(a, b);
}

/* What is judged elsewhere, and has another last digest than the timeline, does not state the end of what has it. */
static bool of_other_end(const struct reference *r)
{
    return r->judge.check && r->result == REFERENCE_CONTRADICTED && !r->same_end;
}

static bool same_end(const struct reference *a, const struct reference *b)
{
    if (a->has_digest && b->has_digest)
        return digest_equal(&a->final_digest, &b->final_digest);
    return !of_other_end(a) && !of_other_end(b) && same_number(a, b);
}

/* --- times --- */

bool reference_latest(const struct reference *r, struct instant *at)
{
    const char *why;

    *at = r->published;
    if (r->published_at.data)
        return true;
    return r->retrieved_at && rfc3339_parse(r->retrieved_at, strlen(r->retrieved_at), at, &why) == 0;
}

bool reference_shrinks(const struct reference *late, const struct reference *early)
{
    struct instant before;

    return late->readable && late->published_at.data && early->readable && late->has_count &&
           early->has_count && same_job(late, early) && late->count < early->count &&
           reference_latest(early, &before) && instant_compare(&late->published, &before) > 0;
}

bool reference_was_before(const struct reference *first, const struct reference *then)
{
    struct instant at;

    return then->published_at.data && !first->time_odd && !then->time_odd &&
           reference_latest(first, &at) && instant_compare(&then->published, &at) >= 0;
}

/* --- a pair --- */

/* What confirms the end while it is open says nothing against a greater number: the timeline may have gone
 * on. A smaller number alone, without a digest, may be that of an earlier state. */
static bool may_go_on(const struct reference *against, const struct reference *r)
{
    if (r->end_open && against->number > r->number)
        return true;
    return !against->judge.check && !against->has_digest && against->number > 0 && against->number < r->number;
}

/* A digest speaks of its entry, and of what is linked to it by links that hold: not of what stands before a
 * break. */
static bool speaks_against(const struct reference *against, const struct reference *r)
{
    if (against->result != REFERENCE_CONTRADICTED || r->linked_from == 0)
        return false;
    if (against->differs > 0 && (r->result == REFERENCE_MATCHES || against->differs <= r->confirmed))
        return against->differs >= r->linked_from;
    return r->result == REFERENCE_MATCHES && !may_go_on(against, r);
}

/* Links that hold lead from the one to the other: an entry that closes nothing is no end. */
static bool on_the_way(const struct reference *first, const struct reference *then)
{
    return first->result == REFERENCE_EARLIER && first->end_open && first->tied && then->tied;
}

/* A link between the two entries that they confirm does not hold. */
static bool parted(const struct reference *first, const struct reference *then)
{
    return first->linked_from > 0 && then->linked_from > first->number;
}

static bool states_open(const struct reference *r)
{
    return r->of_entry > 0 ? !r->of_closed : r->end_open;
}

/* An entry is open first, and then closed. */
static bool reopened(const struct reference *a, const struct reference *b)
{
    const struct reference *open = states_open(a) ? a : b, *closed = open == a ? b : a;

    if (states_open(a) == states_open(b))
        return false;
    return reference_was_before(closed, open) && !reference_was_before(open, closed);
}

static bool fits(const struct reference *a, const struct reference *b)
{
    const struct reference *first = a->number < b->number ? a : b, *then = first == a ? b : a;

    if (a->elsewhere || b->elsewhere)
        return false;
    return first->number > 0 && first->number < then->number && !parted(first, then) &&
           (reference_was_before(first, then) || on_the_way(first, then));
}

static bool is_usable(const struct reference *r)
{
    return r->readable && r->result != REFERENCE_UNUSABLE && r->result != REFERENCE_UNCHECKED;
}

enum reference_relation references_relate(const struct reference *a, const struct reference *b)
{
    if (reference_excludes(a, b))
        return RELATION_EQUIVOCATION;
    if (reference_shrinks(a, b) || reference_shrinks(b, a))
        return RELATION_TIMES;
    if (!is_usable(a) || !is_usable(b) || !same_job(a, b) || !comparable(a, b))
        return RELATION_NONE;
    if (reference_same_digest(a, b))
        return RELATION_UNDATED;
    if (same_end(a, b))
        return RELATION_SAME;
    if (reference_same_entry(a, b))
        return reopened(a, b) ? RELATION_UNDATED : RELATION_FITS;
    if (speaks_against(a, b) || speaks_against(b, a))
        return RELATION_RESULTS;
    return fits(a, b) ? RELATION_FITS : RELATION_UNDATED;
}

/* --- all together --- */

static void note_pair(struct agreement *a, const struct reference_set *set, size_t i, size_t k)
{
    enum reference_relation is = references_relate(&set->item[i], &set->item[k]);

    if (a->pairs[is]++ == 0) {
        a->first[is][0] = i;
        a->first[is][1] = k;
    }
    if (is > a->worst)
        a->worst = is;
}

struct agreement references_agree(const struct reference_set *set)
{
    struct agreement a = {.worst = RELATION_NONE};

    for (size_t i = 0; i < set->count; i++) {
        a.results[set->item[i].result]++;
        a.usable += is_usable(&set->item[i]);
        for (size_t k = i + 1; k < set->count; k++)
            note_pair(&a, set, i, k);
    }
    return a;
}

const char *agreement_name(const struct agreement *a)
{
    static const char *const name[RELATIONS] = {
        [RELATION_NONE] = NULL,           [RELATION_SAME] = "agree",
        [RELATION_FITS] = "agree",        [RELATION_UNDATED] = "differ",
        [RELATION_RESULTS] = "disagree",  [RELATION_TIMES] = "disagree",
        [RELATION_EQUIVOCATION] = "equivocation",
    };
    return name[a->worst];
}

size_t references_in_time(const struct reference_set *set, size_t *order)
{
    size_t n = 0;

    for (size_t i = 0; i < set->count; i++) {
        const struct reference *r = &set->item[i];
        size_t at = n;
        if (!r->readable || !r->published_at.data)
            continue;
        while (at > 0 && instant_compare(&set->item[order[at - 1]].published, &r->published) > 0)
            at--;
        memmove(&order[at + 1], &order[at], (n - at) * sizeof *order);
        order[at] = i;
        n++;
    }
    return n;
}
