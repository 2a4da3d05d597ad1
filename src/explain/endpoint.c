/* References that the visible end contradicts. */
#include "explain/endpoint_impl.h"

#include "core/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Another reference has the digest of the last entry with close put the other way, and links lead there from the first
 * one. */
static bool flipped_start(const struct end *w, struct settled *by)
{
    const struct explainer *e = w->e;

    if (timeline_seek(e->t, e->entries, -1, FINDING_BIT(LINK) | FINDING_BIT(GENESIS)) > 0)
        return false;
    for (size_t i = 0; i < e->refs->count; i++) {
        const struct reference *r = &e->refs->item[i];
        if ((int)i == w->number || r->of_entry != e->entries || r->of_written || r->of_closed == w->last.close ||
            r->embedded || r->own_file || r->independent != INDEPENDENT_YES)
            continue;
        *by = (struct settled){(int)i, 1, e->entries, false};
        return true;
    }
    return false;
}

/* What stands at the beginning is fixed by another reference. */
static void say_settled_start(struct end *w, struct draft *d)
{
    struct settled by;
    uint64_t first = settled_start(w->e, w->number, &by);
    bool flipped = first == 0 && flipped_start(w, &by);

    if (flipped)
        first = by.to;
    if (first == 0)
        return;
    draft_say(d, "; ");
    say_reference(&d->text, w->e, by.reference);
    draft_say(d, " has the digest of entry %" PRIu64 "%s", first,
              !flipped ? "" : w->last.close ? " with close false" : " with close true");
    draft_say(d,
              ", so that, if it is what was published then, and before this happened, this happened after "
              "that entry");
}

static int say_replaced(struct end *w)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_END_REPLACED, w->e->entries, false);
    draft_say(&d,
              "the last entry was replaced, or earlier ones were changed, put in another order, put in or taken out, and "
              "every number and link after them rewritten: inside the timeline that leaves no trace");
    say_settled_start(w, &d);
    draft_say(&d, "; or the reference was made over other entries, or by another rule");
    draft_decides(&d, "a copy of the timeline that ends in the digest of the reference");
    return draft_end(&d, w->out, w->err);
}

/* --- entries missing, or more than the witness saw --- */

static int say_closed_as(struct draft *d, struct end *w)
{
    char hex[DIGEST_HEX + 1];
    struct digest open;

    if (!w->last.close || w->e->by06 || !timeline_mark(w->e->t, w->e->entries).has_digest)
        return 0;
    if (timeline_digest_closed(w->e->t, w->e->entries, false, &open, w->err))
        return -1;
    digest_hex(&open, hex);
    draft_decides(d,
                  "; with close false entry %" PRIu64 " has the digest %s and entry %" PRIu64
                  " of a longer copy stores that if the end was cut here",
                  w->e->entries, hex, w->e->entries + 1);
    return 0;
}

static int say_cut(struct end *w, uint64_t missing)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_CUT, w->e->entries, false);
    d.x.missing = missing;
    draft_say(&d, "%" PRIu64 " %s cut off the end%s", missing,
              missing == 1 ? "entry was" : "entries were",
              w->last.close
                  ? ", and the last one left was closed: inside the timeline that leaves no trace"
                  : "");
    say_settled_start(w, &d);
    draft_decides(&d, "an earlier or a longer copy of the timeline");
    int status = say_closed_as(&d, w);
    return draft_end(&d, w->out, w->err) || status ? -1 : 0;
}

/* A count does not say where they stood. */
static int say_elsewhere(struct end *w, uint64_t missing)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_HEAD_LOST, 1, false);
    d.x.missing = missing;
    if (missing == 1)
        draft_say(&d, "or the one missing");
    else
        draft_say(&d, "or the %" PRIu64 " missing", missing);
    draft_say(&d, " stood in front%s: a count cannot tell%s%s", w->e->entries > 1 ? " or between" : "",
              missing > 1 ? ", nor whether all stood in one place" : "",
              timeline_result(w->e->t) == TIMELINE_CONSISTENT ? "" : "; more are missing if some that stand here were not "
                                                                     "in it");
    say_settled_start(w, &d);
    draft_decides(&d, "%s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

/* What the number of the last entry would make of it. */
static int say_by_number(struct end *w, uint64_t there)
{
    uint64_t here = w->e->entries, seq = w->last.seq_small && w->last.seq > 0 ? (uint64_t)w->last.seq : 0;
    struct draft d;

    if (seq <= here || seq > there)
        return 0;
    draft_begin(&d, w->e, seq < there ? EXPLANATION_CUT : EXPLANATION_DELETED, here, false);
    d.x.missing = there - here;
    draft_say(&d, "entry %" PRIu64 ", the last, has seq %" PRIu64 ": if that is its number, %" PRIu64 " more stood before it",
              here, seq, seq - here);
    if (seq < there)
        draft_say(&d, ", and %" PRIu64 " %s cut off the end", there - seq, there - seq == 1 ? "was" : "were");
    draft_decides(&d, "%s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

/* --- the last entry is the one that a witness saw --- */

/* The entry at which entries are missing by the numbers, else the first whose link breaks, with
 * `*missing` 0; 0 for none. */
static int first_gap(struct end *w, uint64_t *at, uint64_t *missing)
{
    struct explainer *e = w->e;

    *at = *missing = 0;
    for (size_t i = 0; i < e->brokens && *at == 0; i++) {
        struct parts here = {0}, before = {0};
        uint64_t entry = e->broken[i].entry;
        int status = timeline_parts(e->t, entry, &here, w->err);
        if (status == 0 && entry > 1)
            status = timeline_parts(e->t, entry - 1, &before, w->err);
        bool known = here.seq_small && (entry == 1 || before.seq_small);
        if (status == 0 && known && here.seq > before.seq + 1) {
            *at = entry;
            *missing = (uint64_t)(here.seq - before.seq - 1);
        }
        parts_release(&here);
        parts_release(&before);
        if (status)
            return -1;
    }
    if (*at == 0 && e->brokens > 0)
        *at = e->broken[0].entry;
    return 0;
}

static int say_gap(struct end *w, uint64_t missing)
{
    uint64_t at, leap;
    struct draft d;

    if (first_gap(w, &at, &leap))
        return -1;
    draft_begin(&d, w->e, at == 1 ? EXPLANATION_HEAD_LOST : EXPLANATION_DELETED, at ? at : 1, false);
    d.x.missing = missing;
    draft_say(&d, "the %s that it counts more stood before the last one",
              missing == 1 ? "entry" : "entries");
    if (leap == 0 && at)
        draft_say(&d, ": the links break first at entry %" PRIu64, at);
    else if (at == 1)
        draft_say(&d, ": the first entry has seq %" PRIu64, leap + 1);
    else if (at)
        draft_say(&d, ": seq leaps by %" PRIu64 " at entry %" PRIu64, leap + 1, at);
    draft_decides(&d, "%s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

static int say_more(struct end *w, uint64_t extra)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_INSERTED, w->e->entries, false);
    draft_say(&d, "%" PRIu64 " %s put in after the reference was published", extra,
              extra == 1 ? "entry was" : "entries were");
    say_settled_start(w, &d);
    draft_decides(&d, "%s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

/* The last entry with the number that the reference counts has its digest: 1 said, 0 not, -1. */
static int explain_renumbered_end(struct end *w, uint64_t there)
{
    struct explainer *e = w->e;
    uint64_t here = e->entries;
    struct hit hit = {0};
    struct draft d;
    char text[32];
    int64_t by;

    if (!w->last.seq_small || there > INT64_MAX / 2 || (uint64_t)w->last.seq == there ||
        !search_seq(&w->last, e->base, (int64_t)there - w->last.seq, 0, &e->trial, &by))
        return 0;
    snprintf(text, sizeof text, "%" PRIu64, there);
    hit.count = 1;
    hit.change[0].member = MEMBER_SEQ;
    draft_begin(&d, e, EXPLANATION_MEMBER_CHANGED, here, true);
    if (member_found(&w->last, MEMBER_SEQ, &hit.change[0].found) ||
        str_set(&hit.change[0].original, text, strlen(text)))
        d.text.failed = true;
    draft_say(&d, "the last entry, %" PRIu64 ", with ", here);
    draft_hit(&d, &hit);
    draft_as_links(&d);
    draft_say(&d, " has the digest that the reference states");
    if (draft_end(&d, w->out, w->err))
        return -1;
    return (there > here ? say_gap(w, there - here) : say_more(w, here - there)) ? -1 : 1;
}

/* The digest of the reference is that of the last entry, and its count is another: that entry states
 * its own number. */
static int explain_count_alone(struct end *w, uint64_t there)
{
    uint64_t here = w->e->entries;
    struct settled by = {w->number, here, here, false};
    bool fits = w->last.seq_small && w->last.seq == (int64_t)there;

    if (say_published(w->e, here, &by,
                      fits ? "was the last one then; what the counts differ by stands before it"
                           : "was the last one then; it is not numbered as the reference counts, so the "
                             "reference does not agree with itself",
                      w->out, w->err))
        return -1;
    if (!fits)
        return 0;
    return there > here ? say_gap(w, there - here) : say_more(w, here - there);
}

/* Another reference has the digest of the last entry. It and this one speak of different ends, so neither
 * excludes what the other would show. */
static int say_other_end(struct end *w)
{
    struct explainer *e = w->e;
    struct settled by;

    if (!settled_by(e, e->entries, w->number, &by))
        return 0;
    return say_published(e, e->entries, &by,
                         "was the last one then, as it stands here; the other reference does not state "
                         "this digest for this number",
                         w->out, w->err);
}

/* What the digest is of: an entry here, or one put otherwise. */
static int explain_what(struct end *w)
{
    bool counted = !w->r->has_count || (w->r->count > 0 && (uint64_t)w->r->count <= w->e->entries);
    bool less = w->r->has_count && w->r->count > 0 && (uint64_t)w->r->count < w->e->entries;

    w->asked = true;
    if (explain_seen(w))
        return -1;
    if (w->e->by06)
        return 0;
    if (!is_proved(w->out, w->begun) && counted && explain_at(w))
        return -1;
    if (!is_proved(w->out, w->begun) && less && explain_rewritten(w, (uint64_t)w->r->count + 1))
        return -1;
    return is_proved(w->out, w->begun) ? 0 : explain_stored(w);
}

/* What the digest of the reference says of its number. */
static int seen_or_renumbered(struct end *w, uint64_t there)
{
    if (!w->r->has_digest || is_proved(w->out, w->begun))
        return 0;
    if (!w->asked && explain_what(w))
        return -1;
    if (is_proved(w->out, w->begun))
        return 1;
    return w->e->by06 ? 0 : explain_renumbered_end(w, there);
}

/* A timeline has an entry at least, and one that could be written has not so many. */
static int say_no_count(struct end *w)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_UNEXPLAINED, w->e->entries, false);
    draft_say(&d, w->r->count < 1 ? "no timeline has fewer than one entry: that is the number of none"
                                  : "no timeline that could be written has so many entries: that is the "
                                    "number of none");
    draft_decides(&d, "where the reference comes from");
    return draft_end(&d, w->out, w->err);
}

/* With a digest that no entry here was found to have, more differs than that the timeline went on. */
static int say_continued(struct end *w)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_CONTINUED, w->e->entries, false);
    d.x.innocent = !w->r->has_digest;
    if (w->r->has_digest)
        draft_say(&d, "the timeline went on after the reference was published; no entry here was found to have "
                      "its digest, so that entry was another then, or written otherwise");
    else
        draft_say(&d, "an innocent reading: the timeline went on after the number was stated");
    draft_decides(&d, "the copy that the reference was made from");
    return draft_end(&d, w->out, w->err);
}

static int explain_number(struct end *w)
{
    const struct reference *r = w->r;
    uint64_t here = w->e->entries, there = r->count > 0 ? (uint64_t)r->count : 0;
    struct entry_mark last = timeline_mark(w->e->t, here);

    if (!r->has_count || there == here)
        return 0;
    if (r->has_digest && last.has_digest && digest_equal(&last.digest, &r->final_digest))
        return explain_count_alone(w, there);
    int said = seen_or_renumbered(w, there);
    if (said)
        return said < 0 ? -1 : 0;
    if (say_other_end(w))
        return -1;
    if (there == 0 || r->count_text.data)
        return say_no_count(w);
    if (there < here && say_more(w, here - there))
        return -1;
    if (there < here)
        return say_continued(w);
    if (say_by_number(w, there) || say_cut(w, there - here) || say_elsewhere(w, there - here))
        return -1;
    if (w->last.close)
        return say_window(w->e, w->e->entries,
                          timeline_result(w->e->t) == TIMELINE_CONSISTENT ? ", closed and linked for itself" : "", w->out,
                          w->err);
    return say_live(w->e, w->out, w->err);
}

/* --- all --- */

static int explain_digest(struct end *w)
{
    struct explainer *e = w->e;
    bool same_count = !w->r->has_count || w->r->count == (int64_t)e->entries;

    if (explain_what(w))
        return -1;
    if (is_proved(w->out, w->begun))
        return say_other_end(w);
    if (!same_count)
        return explain_number(w);
    return say_other_end(w) || say_replaced(w) || say_unexplained(e, e->entries, w->out, w->err) ? -1 : 0;
}

int explain_endpoint(struct explainer *e, const struct finding *f, struct explanation_list *out,
                     struct err *err)
{
    struct end w = {.e = e, .out = out, .begun = out->count, .err = err};

    if (!e->refs || f->reference < 0 || (size_t)f->reference >= e->refs->count || e->entries == 0)
        return 0;
    w.number = f->reference;
    w.r = &e->refs->item[f->reference];
    w.place = w.r->has_count && w.r->count > 0 && (uint64_t)w.r->count < e->entries ? (uint64_t)w.r->count : e->entries;
    int status = timeline_parts(e->t, e->entries, &w.last, err);
    int said = status == 0 ? original_end(e, f->reference, out, err) : -1;
    status = said < 0 ? -1 : 0;
    if (said == 0) {
        budget_begin(e, &w.r->final_digest);
        status = f->code == FINDING_COMMITMENT_DIGEST && w.r->has_digest ? explain_digest(&w)
                                                                         : explain_number(&w);
        budget_end(e);
    }
    parts_release(&w.last);
    return status;
}
