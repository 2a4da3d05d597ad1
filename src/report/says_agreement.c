/* What several references say together: what each result came to, and which of them do not go with which. */
#include "report/says.h"

#include <inttypes.h>

static const struct {
    enum reference_result result;
    const char *one, *many;
} result_row[] = {
    {REFERENCE_MATCHES, "confirms the end", "confirm the end"},
    {REFERENCE_EARLIER, "confirms an earlier state", "confirm an earlier state"},
    {REFERENCE_COUNT_AGREES, "states the number of entries that are here, which alone confirms no end",
     "state the number of entries that are here, which alone confirms no end"},
    {REFERENCE_UNUSABLE, "is unusable", "are unusable"},
    {REFERENCE_UNCHECKED, "was not compared", "were not compared"},
};

static void say_number(struct buf *out, size_t n, const char *one, const char *many)
{
    if (n > 0)
        buf_addf(out, "%s%zu %s", out->len > 0 ? "; " : "", n, n == 1 ? one : many);
}

/* The end itself is not contradicted by what has its digest. */
static void say_contradicted(struct buf *out, const struct reference_set *refs)
{
    size_t all = 0, same_end = 0;

    for (size_t i = 0; i < refs->count; i++) {
        if (refs->item[i].result != REFERENCE_CONTRADICTED)
            continue;
        all++;
        same_end += refs->item[i].same_end;
    }
    say_number(out, all - same_end, "contradicts the end", "contradict the end");
    say_number(out, same_end, "has the digest of the visible end and does not agree otherwise",
               "have the digest of the visible end and do not agree otherwise");
}

static void say_results(struct buf *out, const struct reference_set *refs, const struct agreement *a)
{
    for (size_t i = 0; i < sizeof result_row / sizeof *result_row; i++) {
        say_number(out, a->results[result_row[i].result], result_row[i].one, result_row[i].many);
        if (result_row[i].result == REFERENCE_MATCHES)
            say_contradicted(out, refs);
    }
}

/* --- a pair --- */

struct pair {
    const struct reference *a, *b;
    size_t number[2]; /* of them, from 1 */
};

static void say_times(struct buf *out, const struct pair *p)
{
    bool swapped = p->a->count < p->b->count;
    const struct reference *early = swapped ? p->b : p->a, *late = swapped ? p->a : p->b;
    char room[2][COUNT_ROOM];

    buf_addf(out,
             "do not fit by their times: reference %zu counts %s entries and was %s before reference "
             "%zu, which counts %s; a timeline does not shrink, so the later one is of an older state, or not both are right",
             p->number[swapped], reference_count_text(early, room[0]),
             early->published_at.data ? "published" : "retrieved", p->number[!swapped],
             reference_count_text(late, room[1]));
}

static void say_opposed(struct buf *out, const struct pair *p)
{
    bool swapped = p->a->result == REFERENCE_CONTRADICTED;
    const struct reference *confirms = swapped ? p->b : p->a;

    buf_addf(out, "do not agree: reference %zu confirms ", p->number[swapped]);
    if (confirms->result == REFERENCE_EARLIER)
        buf_addf(out, "the first %" PRIu64 " entries", confirms->confirmed);
    else
        buf_adds(out, "the visible end");
    buf_addf(out, ", and what reference %zu states is another", p->number[!swapped]);
}

static const char *why_undated(const struct pair *p)
{
    struct instant at;
    bool a = reference_latest(p->a, &at), b = reference_latest(p->b, &at);

    if (p->a->time_odd || p->b->time_odd)
        return "the time of one of them cannot be";
    if (!a && !b)
        return "neither is dated";
    return "not both are dated by a time of publication";
}

static void say_undated(struct buf *out, const struct pair *p)
{
    char room[2][COUNT_ROOM];

    if (reference_same_digest(p->a, p->b)) {
        buf_addf(out, "state the same final digest and different numbers of entries, %s and %s",
                 reference_count_text(p->a, room[0]), reference_count_text(p->b, room[1]));
        buf_adds(out, p->a->of_entry > 0 && p->b->of_entry > 0 ? "; here two entries have that digest" : "");
        return;
    }
    if (reference_same_entry(p->a, p->b)) {
        buf_addf(out, "have the digest of one entry, %" PRIu64 ", once with close true and once with close false; by "
                      "their times the closed one was published first", p->a->number);
        return;
    }
    buf_adds(out, "state different ends");
    if (p->a->has_count && p->b->has_count)
        buf_addf(out, ", of %s entries and of %s", reference_count_text(p->a, room[0]),
                 reference_count_text(p->b, room[1]));
    else if (p->a->number > 0 && p->b->number > 0)
        buf_addf(out, ", at entry %" PRIu64 " and at entry %" PRIu64, p->a->number, p->b->number);
    bool forth = reference_was_before(p->a, p->b), back = reference_was_before(p->b, p->a);
    if (forth && back)
        buf_adds(out, "; they state one time, and by what they state it is not shown that one leads to the other");
    else if (forth || back)
        buf_addf(out, "; by their times reference %zu was first, and by what they state it is not shown that it leads to "
                      "the other", p->number[back]);
    else
        buf_addf(out, "; %s, so which of them was first is not known", why_undated(p));
}

static void say_pair(struct buf *out, const struct reference_set *refs, const struct agreement *a,
                     enum reference_relation is)
{
    const size_t *at = a->first[is];
    struct pair p = {&refs->item[at[0]], &refs->item[at[1]], {at[0] + 1, at[1] + 1}};

    if (a->pairs[is] == 0)
        return;
    buf_addf(out, "%sReferences %zu and %zu ", out->len > 0 ? ". " : "", p.number[0], p.number[1]);
    switch (is) {
    case RELATION_EQUIVOCATION: reference_say_excluded(out, p.a, p.b); break;
    case RELATION_TIMES: say_times(out, &p); break;
    case RELATION_RESULTS: say_opposed(out, &p); break;
    default: say_undated(out, &p); break;
    }
    if (a->pairs[is] > 1)
        buf_addf(out, "; and so %zu more %s", a->pairs[is] - 1, a->pairs[is] == 2 ? "pair" : "pairs");
}

/* --- all --- */

static const char *says_harmony(const struct agreement *a)
{
    switch (a->worst) {
    case RELATION_SAME:
        return "As far as they state an end it is the same one, which weighs as much as they are independent of "
               "each other";
    case RELATION_FITS: return "They do not all state the same end, which alone does not set them against each other: a "
                               "timeline grows, and is closed at last";
    default: return "Nothing that they state can be held against each other";
    }
}

/* By the rules no entry follows a closed one: a later end is not that timeline gone on. */
static void say_closed_before(struct buf *out, const struct reference_set *refs)
{
    for (size_t i = 0; i < refs->count; i++)
        for (size_t k = 0; k < refs->count; k++) {
            const struct reference *end = &refs->item[i], *on = &refs->item[k];
            if (end->of_entry == 0 || !end->of_closed || on->number <= end->of_entry ||
                references_relate(end, on) != RELATION_FITS)
                continue;
            buf_addf(out, "; but reference %zu has the digest of entry %" PRIu64 " with close true, and reference %zu "
                          "states a later end: by the rules no entry follows a closed one", i + 1, end->of_entry, k + 1);
            return;
        }
}

void says_relations(struct buf *out, const struct reference_set *refs)
{
    struct agreement a = references_agree(refs);

    if (a.worst < RELATION_UNDATED && refs->count > 1) {
        buf_addf(out, "%s%s", out->len > 0 ? ". " : "", says_harmony(&a));
        say_closed_before(out, refs);
    }
    for (int is = RELATIONS - 1; is >= RELATION_UNDATED; is--)
        say_pair(out, refs, &a, (enum reference_relation)is);
}

void says_agreement(struct buf *out, const struct reference_set *refs)
{
    struct agreement a = references_agree(refs);

    if (refs->count < 2)
        return;
    say_results(out, refs, &a);
    says_relations(out, refs);
}
