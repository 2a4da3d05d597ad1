/* The end of a timeline that nothing closes. */
#include "explain/explain_impl.h"

#include <inttypes.h>

/* --- the file was copied on the way --- */

/* Some reference has the digest of the last entry with close true. 1, 0 or -1. */
static int was_closed(struct explainer *e, struct err *err)
{
    struct entry_mark last = timeline_mark(e->t, e->entries);
    struct digest closed;

    if (!e->refs || e->refs->count == 0 || e->by06 || !last.has_digest || last.close)
        return 0;
    if (timeline_digest_closed(e->t, e->entries, true, &closed, err))
        return -1;
    for (size_t i = 0; i < e->refs->count; i++)
        if (e->refs->item[i].has_digest && digest_equal(&closed, &e->refs->item[i].final_digest))
            return 1;
    return 0;
}

/* Some reference states a closed end at an entry after which others follow here. 1, 0 or -1. */
static int closed_before(struct explainer *e, struct err *err)
{
    for (size_t i = 0; e->refs && i < e->refs->count; i++) {
        const struct reference *r = &e->refs->item[i];
        uint64_t entry = 0;
        unsigned written;
        if (!r->has_digest || r->judge.check || r->result == REFERENCE_UNUSABLE || r->result == REFERENCE_UNCHECKED)
            continue;
        if (r->of_entry > 0 ? r->of_closed && r->of_entry < e->entries : r->result == REFERENCE_EARLIER && !r->end_open)
            return 1;
        if (r->result == REFERENCE_CONTRADICTED && r->of_entry == 0 && !e->by06 &&
            flipped_entry(e, &r->final_digest, &entry, &written, err))
            return -1;
        if (entry > 0 && entry < e->entries && !timeline_mark(e->t, entry).close)
            return 1;
    }
    return 0;
}

/* Innocent only where no close is known that the file would then have to lack. */
int say_live(struct explainer *e, struct explanation_list *out, struct err *err)
{
    struct draft d;
    int closed = was_closed(e, err), before = closed < 0 ? -1 : closed_before(e, err);

    if (before < 0)
        return -1;
    if (!closed && (timeline_total(e->t, FINDING_CLOSE_EARLY) > 0 || before))
        return 0;
    draft_begin(&d, e, EXPLANATION_LIVE_COPY, e->entries, false);
    d.x.innocent = !closed;
    if (closed)
        draft_say(&d, "the file was copied before its last entry was closed, or the close was taken off: a "
                      "reference has the digest of that entry with close true");
    else
        draft_say(&d, "an innocent reading: the file was copied while the timeline was being written");
    draft_decides(&d, "a later copy of the timeline that has these entries");
    return draft_end(&d, out, err);
}

/* --- it was cut --- */

/* How many more entries a contradicted reference counts, at most; 0 where none does. */
static uint64_t counted_more(const struct explainer *e)
{
    uint64_t most = 0;

    for (size_t i = 0; e->refs && i < e->refs->count; i++) {
        const struct reference *r = &e->refs->item[i];
        bool more = r->result == REFERENCE_CONTRADICTED && r->has_count && r->count > 0 &&
                    (uint64_t)r->count > e->entries && !r->count_text.data &&
                    r->kind != REFERENCE_BASELINE;
        if (more && (uint64_t)r->count - e->entries > most)
            most = (uint64_t)r->count - e->entries;
    }
    return most;
}

/* A reference states the number of entries that are here. */
static bool counts_these(const struct explainer *e)
{
    for (size_t i = 0; e->refs && i < e->refs->count; i++)
        if (e->refs->item[i].has_count && e->refs->item[i].count == (int64_t)e->entries)
            return true;
    return false;
}

/* A state on the way to a later end is that of any timeline which went on: it speaks against no export. */
static enum stated of_this_end(const struct explainer *e, const struct reference *r)
{
    struct entry_mark last = timeline_mark(e->t, e->entries);
    bool same = r->has_digest && last.has_digest && digest_equal(&last.digest, &r->final_digest);

    if (!r->has_count)
        return same && last.close ? STATED_THESE : STATED_NOTHING;
    if (r->count != (int64_t)e->entries || (r->of_entry == e->entries && !r->of_closed && last.close))
        return STATED_NOTHING;
    return same || !r->has_digest ? STATED_THESE : STATED_NUMBER;
}

enum stated states_these(const struct explainer *e)
{
    enum stated most = STATED_NOTHING;

    for (size_t i = 0; e->refs && i < e->refs->count; i++) {
        enum stated is = of_this_end(e, &e->refs->item[i]);
        most = is > most ? is : most;
    }
    return most;
}

static int say_open_cut(struct explainer *e, struct explanation_list *out, struct err *err)
{
    uint64_t more = counted_more(e);
    struct draft d;

    draft_begin(&d, e, EXPLANATION_CUT, e->entries, false);
    d.x.missing = more;
    if (more > 0)
        draft_say(&d, "entries were cut off the end: a reference counts %" PRIu64 " more than are here, and does not say "
                      "where they stood", more);
    else
        draft_say(&d, "entries were cut off the end");
    draft_decides(&d, more > 0 || counts_these(e) ? "a longer copy"
                                                  : "a reference outside that states the number of entries, or "
                                                    "a longer copy");
    return draft_end(&d, out, err);
}

int explain_open_end(struct explainer *e, uint64_t entry, struct explanation_list *out,
                     struct err *err)
{
    size_t begun = out->count;
    struct settled by;

    if (original_open_end(e, out, err))
        return -1;
    if (is_proved(out, begun))
        return say_live(e, out, err);
    if (settled_by(e, entry, -1, &by) &&
        say_published(e, entry, &by, "was the last one then, open as it is here", out, err))
        return -1;
    return say_open_cut(e, out, err) || say_live(e, out, err) ? -1 : 0;
}
