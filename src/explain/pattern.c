/* How the broken links hang together: what was deleted, put in, or lost. */
#include "explain/explain_impl.h"

#include "core/chain.h"

#include <inttypes.h>
#include <string.h>

enum { RUN_LINKS = 64, RUN_ENTRIES = 256 };

/* A number that is stated already decides nothing more. */
static const char *other_copy(const struct explainer *e)
{
    for (size_t i = 0; e->refs && i < e->refs->count; i++)
        if (e->refs->item[i].has_count)
            return "another copy of the timeline";
    return "another copy of the timeline, or a reference that states the number of its entries";
}

static const char *entries(uint64_t n)
{
    return n == 1 ? "entry" : "entries";
}

/* --- copies --- */

/* The entry with the seq of `q` has the digest of `q`: all eight members are the same. */
static bool is_renumbered_copy(struct explainer *e, uint64_t entry, uint64_t q, struct err *err)
{
    struct parts a, b;
    int64_t by;
    bool copy = false;
    struct digest target = e->trial.target;

    memset(&b, 0, sizeof b);
    if (timeline_parts(e->t, entry, &a, err) == 0 && timeline_parts(e->t, q, &b, err) == 0 &&
        a.seq_small && b.seq_small && a.seq != b.seq && digest_of_entry(e, q, &e->trial.target))
        copy = search_seq(&a, e->base, b.seq - a.seq, 0, &e->trial, &by);
    e->trial.target = target;
    parts_release(&a);
    parts_release(&b);
    return copy;
}

/* The entry of which this one is a copy, 0 for none. */
static uint64_t copied_from(struct explainer *e, uint64_t entry, bool *renumbered, struct err *err)
{
    struct digest d;
    int64_t p = broken_points(e, entry);
    uint64_t q = digest_of_entry(e, entry, &d) ? entry_of_digest(e, &d, entry) : 0;

    *renumbered = false;
    if (q || p < 0)
        return q;
    q = (uint64_t)p + 1;
    if (q == entry || q > e->entries || !is_renumbered_copy(e, entry, q, err))
        return 0;
    *renumbered = true;
    return q;
}

static int say_copied(struct explainer *e, uint64_t entry, uint64_t q, struct explanation_list *out,
                      struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_DUPLICATED, entry, false);
    d.x.other = q;
    draft_say(&d,
              "one of entries %" PRIu64 " and %" PRIu64
              " was put in as a copy of the other, or written over one that stood in its place, or the "
              "recorder wrote it twice",
              entry < q ? entry : q, entry < q ? q : entry);
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* 1 said, 0 it is none, -1. */
static int explain_copy(struct explainer *e, uint64_t entry, struct explanation_list *out,
                        struct err *err)
{
    bool renumbered;
    struct draft d;
    uint64_t q = entry ? copied_from(e, entry, &renumbered, err) : 0;

    if (q == 0)
        return 0;
    draft_begin(&d, e, EXPLANATION_DUPLICATED, entry, true);
    d.x.other = q;
    draft_say(&d, "entry %" PRIu64 "%s", entry, renumbered ? " with the seq of the other" : "");
    draft_say(&d, " has the digest of entry %" PRIu64, q);
    draft_written(&d, e->base);
    draft_say(&d, ": what it binds is the same in both%s", renumbered ? " but for seq" : "");
    return draft_end(&d, out, err) || say_copied(e, entry, q, out, err) ? -1 : 1;
}

/* --- entries between --- */

bool all_of_other_job(struct explainer *e, uint64_t from, uint64_t to)
{
    for (uint64_t entry = from; entry <= to; entry++)
        if (!(timeline_mark(e->t, entry).mask & FINDING_BIT(JOB)))
            return false;
    return true;
}

static int say_inserted(struct explainer *e, uint64_t from, uint64_t to,
                        struct explanation_list *out, struct err *err)
{
    uint64_t count = to - from + 1;
    bool other = all_of_other_job(e, from, to);
    struct draft d;

    if (original_has_all(e, from, to))
        return 0;

    draft_begin(&d, e, other ? EXPLANATION_SPLICED : EXPLANATION_INSERTED, from, false);
    d.x.other = to;
    if (count == 1)
        draft_say(&d, "entry %" PRIu64 " was put in", from);
    else
        draft_say(&d, "entries %" PRIu64 " to %" PRIu64 " were put in", from, to);
    draft_say(&d,
              "%s: entry %" PRIu64 " stores the digest of entry %" PRIu64,
              other ? " from another job" : "", to + 1, from - 1);
    const struct broken *by = broken_at(e, to + 1);
    draft_written(&d, by && by->recoded ? e->base : 0);
    draft_say(&d, ", as one that was written directly after that does");
    draft_decides(&d, "%s%s", other ? "the timeline of the other job, or " : "", other_copy(e));
    return draft_end(&d, out, err);
}

/* The run of entries that begins here and after which the chain goes on from before it; its last
 * entry. */
static uint64_t run_until(struct explainer *e, const struct broken *b)
{
    const struct broken *end = e->broken + e->brokens, *next = b;
    bool listed = b >= e->broken && b < end;

    for (int i = 0; listed && i < RUN_LINKS && ++next < end; i++)
        if (next->points == b->entry - 1 && !next->renumbered)
            return next->entry - 1;
    return 0;
}

static int say_points(struct explainer *e, const struct broken *b, struct explanation_list *out,
                      struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_POINTS_AT, b->entry, true);
    d.x.other = b->points;
    draft_say(&d, "the prev_digest of entry %" PRIu32 " is the digest of entry %" PRIu32, b->entry,
              b->points);
    if (b->renumbered)
        draft_say(&d, " with seq %" PRIu32, b->seq);
    draft_written(&d, b->recoded ? e->base : 0);
    return draft_end(&d, out, err);
}

/* Nothing says more than that it has the digest of an entry that does not stand before it. */
static int say_put_there(struct explainer *e, const struct broken *b, struct explanation_list *out,
                         struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_MEMBER_CHANGED, b->entry, false);
    draft_say(&d,
              "the prev_digest of entry %" PRIu32
              " was overwritten with the digest of entry %" PRIu32
              "%s, or the entries stand in another order than the one in which they were linked, or an entry that had "
              "that digest stood in front of it and was changed or left out",
              b->entry, b->points, b->renumbered ? " with that seq" : "");
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* 1 said, 0 nothing to say, -1. */
static int explain_copies(struct explainer *e, const struct broken *b, struct explanation_list *out,
                          struct err *err)
{
    int said = explain_copy(e, b->entry, out, err);

    return said == 0 && !b->zero ? explain_copy(e, b->entry - 1, out, err) : said;
}

int explain_points(struct explainer *e, const struct broken *b, bool own_prev,
                   struct explanation_list *out, struct err *err)
{
    uint64_t at = b->entry, p = b->points;

    if (!b->zero && say_points(e, b, out, err))
        return -1;
    int said = explain_order(e, b, out, err);
    size_t begun = out->count;
    if (said == 0) {
        said = explain_copies(e, b, out, err);
        begun = out->count;
        if (said >= 0 && original_link(e, b, out, err))
            return -1;
    }
    if (said || is_proved(out, begun) || b->zero || own_prev)
        return said < 0 ? -1 : 0;
    if (p + 1 < at && at - p <= RUN_ENTRIES && !b->renumbered && say_inserted(e, p + 1, at - 1, out, err))
        return -1;
    return say_put_there(e, b, out, err);
}

/* --- links that nothing visible explains --- */

int say_window(struct explainer *e, uint64_t entry, const char *what, struct explanation_list *out, struct err *err)
{
    enum stated stated = states_these(e);
    struct draft d;

    draft_begin(&d, e, EXPLANATION_WINDOW_EXPORT, entry, false);
    d.x.innocent = stated == STATED_NOTHING;
    draft_say(&d, "%sthe file is an export of a part of the timeline%s%s", d.x.innocent ? "an innocent reading: " : "", what,
              d.x.innocent              ? ""
              : stated == STATED_THESE ? ", and the reference that states its end or its number was made over it"
                                       : "; but a reference counts as many entries as are here, and states another end");
    draft_decides(&d, "how the file was made, and the whole timeline");
    return draft_end(&d, out, err);
}

/* What the first entry stores may have been put there by anybody. */
static int say_first_overwritten(struct explainer *e, struct explanation_list *out, struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_MEMBER_CHANGED, 1, false);
    draft_say(&d, "or the prev_digest of entry 1 was overwritten, or its producer begins a timeline with another value "
                  "than 64 zeros");
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

static int say_head_lost(struct explainer *e, uint64_t missing, const char *why,
                         struct explanation_list *out, struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_HEAD_LOST, 1, false);
    d.x.missing = missing;
    if (missing)
        draft_say(&d, "%" PRIu64 " %s in front of entry 1 %s missing: %s", missing,
                  entries(missing), missing == 1 ? "is" : "are", why);
    else
        draft_say(&d, "entries in front of entry 1 are missing: %s", why);
    draft_decides(&d, "%s", other_copy(e));
    if (draft_end(&d, out, err) || say_first_overwritten(e, out, err))
        return -1;
    return missing ? say_window(e, 1, ", without its beginning", out, err) : 0;
}

/* Nothing need be missing where a link breaks. */
static int say_otherwise(struct explainer *e, uint64_t at, struct explanation_list *out, struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_MEMBER_CHANGED, at, false);
    draft_say(&d, "or the prev_digest of entry %" PRIu64 " was overwritten, or entry %" PRIu64
                  " was changed or put in the place of another, or they were linked by another rule", at, at - 1);
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

static int say_deleted(struct explainer *e, uint64_t at, uint64_t missing, const char *why,
                       struct explanation_list *out, struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_DELETED, at, false);
    d.x.missing = missing;
    draft_say(&d, "%" PRIu64 " %s between entries %" PRIu64 " and %" PRIu64 " %s missing: %s",
              missing, entries(missing), at - 1, at, missing == 1 ? "is" : "are", why);
    draft_decides(&d, "%s", other_copy(e));
    return draft_end(&d, out, err) || say_otherwise(e, at, out, err) ||
                   say_window(e, at, ", in which entries were left out", out, err)
               ? -1
               : 0;
}

/* How much greater the seq is with which the entry has the digest that the next one stores; `likely` is tried first. */
static int64_t seq_offset(struct explainer *e, const struct parts *p, int64_t likely)
{
    const struct broken *next = broken_at(e, p->entry + 1);
    struct digest target = e->trial.target;
    uint64_t limit = e->trial.limit;
    int64_t by = 0;

    if (!next || !next->is_digest || next->points)
        return 0;
    e->trial.target = next->stored;
    e->trial.limit = e->trial.spent + 2 * SEQ_MOST + 2;
    bool hit = (likely && search_seq(p, e->base, likely, 0, &e->trial, &by)) ||
               search_seq(p, e->base, e->seq_hint, SEQ_MOST, &e->trial, &by);
    e->trial.target = target;
    e->trial.limit = limit;
    if (hit && by)
        e->seq_hint = by;
    return hit ? by : 0;
}

static int64_t seq_offset_of(struct explainer *e, uint64_t entry, struct err *err)
{
    struct parts p;
    int64_t by = 0;

    if (entry == 0)
        return 0;
    if (timeline_parts(e->t, entry, &p, err) == 0)
        by = seq_offset(e, &p, 0);
    parts_release(&p);
    return by;
}

static int say_renumbered(struct explainer *e, const struct parts *at, int64_t seq, uint64_t missing,
                          struct explanation_list *out, struct err *err)
{
    bool head = at->entry <= 2;
    struct draft d;

    draft_begin(&d, e, head ? EXPLANATION_HEAD_LOST : EXPLANATION_DELETED, head ? 1 : at->entry, false);
    d.x.missing = missing;
    draft_say(&d, "with seq %" PRId64 " entry %" PRIu64 " digests to what entry %" PRIu64
                  " stores: if it was recorded so, %" PRIu64 " %s ", seq, at->entry, at->entry + 1, missing,
              entries(missing));
    if (head)
        draft_say(&d, "in front of entry %s %s missing", at->entry == 1 ? "1" : "1, or between entries 1 and 2,",
                  missing == 1 ? "is" : "are");
    else
        draft_say(&d, "between entries %" PRIu64 " and %" PRIu64 " %s missing", at->entry - 1, at->entry,
                  missing == 1 ? "is" : "are");
    draft_say(&d, ", and it was numbered anew");
    draft_decides(&d, "%s", other_copy(e));
    if (draft_end(&d, out, err))
        return -1;
    return at->entry == 1 ? say_first_overwritten(e, out, err) : say_otherwise(e, at->entry, out, err);
}

/* The seq with which this entry has the digest that the next one stores, its own where none was found; and the
 * one that would then follow directly. */
static int64_t linked_seq(struct explainer *e, const struct parts *before, const struct parts *at, int64_t *follows,
                          struct err *err)
{
    *follows = before->seq + 1;
    int64_t by = seq_offset(e, at, before->entry ? *follows - at->seq : 0);
    if (by && at->entry > 2)
        *follows += seq_offset_of(e, at->entry - 2, err);
    return at->seq + by;
}

/* Numbers are passed over in front of this entry, as it stands or as it was linked. 1 said, 0 not, -1. */
static int explain_gap(struct explainer *e, const struct parts *before, const struct parts *at,
                       struct explanation_list *out, struct err *err)
{
    int64_t follows;

    if (!at->seq_small || !before->seq_small)
        return 0;
    int64_t seq = linked_seq(e, before, at, &follows, err);
    if (seq <= follows)
        return 0;
    uint64_t missing = (uint64_t)(seq - follows);
    if (seq != at->seq)
        return say_renumbered(e, at, seq, missing, out, err) ? -1 : 1;
    return say_deleted(e, at->entry, missing, "seq leaps, and the stored digest is that of no visible entry", out, err)
               ? -1
               : 1;
}

static int explain_job(struct explainer *e, const struct parts *at, struct explanation_list *out,
                       struct err *err)
{
    bool here = timeline_mark(e->t, at->entry).mask & FINDING_BIT(JOB);
    bool before = timeline_mark(e->t, at->entry - 1).mask & FINDING_BIT(JOB);
    struct draft d;

    if (here == before)
        return 0;
    draft_begin(&d, e, EXPLANATION_SPLICED, here ? at->entry : at->entry - 1, false);
    draft_say(&d,
              "entries of another job %s here, and the stored digest is that of no visible entry",
              here ? "begin" : "end");
    draft_decides(&d, "the timeline of the other job, or %s", other_copy(e));
    return draft_end(&d, out, err) || say_otherwise(e, at->entry, out, err) ? -1 : 1;
}

static int say_changed(struct explainer *e, uint64_t entry, bool states,
                       struct explanation_list *out, struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_MEMBER_CHANGED, entry, false);
    draft_say(&d, "entry %" PRIu64 " was changed, and nothing that was tried gives what it was, or the "
                  "prev_digest of entry %" PRIu64 " was overwritten, or it was linked to another entry, or by another rule",
              entry, entry + 1);
    if (states)
        draft_say(&d, "; the stored value is the entry_digest that it states of itself");
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* Whether numbers are passed over between the entry and the one in front of it. */
static bool leaps(struct explainer *e, uint64_t entry, struct err *err)
{
    struct parts a, b = {0};
    bool so = timeline_parts(e->t, entry - 1, &a, err) == 0 && timeline_parts(e->t, entry, &b, err) == 0 &&
              a.seq_small && b.seq_small && b.seq > a.seq + 1;

    parts_release(&a);
    parts_release(&b);
    return so;
}

/* The links were rewritten up to the entry only where the one into it holds. */
static int say_stopped(struct explainer *e, uint64_t entry, struct explanation_list *out,
                       struct err *err)
{
    const struct broken *into = broken_at(e, entry);
    struct draft d;

    if (timeline_mark(e->t, entry).mask & FINDING_BIT(LINK) && !(into && (into->encoding || into->construction)))
        return 0;
    draft_begin(&d, e, EXPLANATION_RELINK_STOPPED, entry, false);
    draft_say(&d,
              "an entry before entry %" PRIu64 " was changed, left out or put in, and the links up to entry %" PRIu64
              " were rewritten: then this link marks where that stopped",
              entry, entry);
    if (leaps(e, entry, err))
        draft_say(&d, "; seq leaps in front of entry %" PRIu64, entry);
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

/* A reference fixes the entry before the link, so that it is not what was changed since. */
static int say_not_before(struct explainer *e, uint64_t entry, struct explanation_list *out,
                          struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_DELETED, entry + 1, false);
    draft_say(&d,
              "entries between %" PRIu64 " and %" PRIu64
              " are missing, or entry %" PRIu64 " is not the one that was recorded after it, or its prev_digest was "
              "overwritten; or entry %" PRIu64 " was changed before the reference to it was made",
              entry, entry + 1, entry + 1, entry);
    draft_decides(&d, "%s", other_copy(e));
    return draft_end(&d, out, err);
}

/* One link breaks and nothing visible says why: the entry before it, or an earlier one, was
 * changed. */
static int say_edit(struct explainer *e, uint64_t entry, bool states, struct explanation_list *out,
                    struct err *err)
{
    struct settled by;

    bool settled = settled_by(e, entry, -1, &by);
    if (settled && say_published(e, entry, &by, "was not changed since then", out, err))
        return -1;
    if (settled && by.trusted)
        return say_not_before(e, entry, out, err);
    if (say_changed(e, entry, states, out, err))
        return -1;
    return entry > 1 ? say_stopped(e, entry, out, err) : 0;
}

int explain_open(struct explainer *e, const struct broken *b, const struct parts *before,
                 const struct parts *at, struct explanation_list *out, struct err *err)
{
    uint64_t until = run_until(e, b);
    int said = 0;

    if (until && until - b->entry < RUN_ENTRIES)
        return say_inserted(e, b->entry, until, out, err) || say_otherwise(e, b->entry, out, err) ? -1 : 0;
    said = explain_job(e, at, out, err);
    if (said == 0)
        said = explain_gap(e, before, at, out, err);
    if (said)
        return said < 0 ? -1 : 0;
    bool states =
        before->has >> MEMBER_ENTRY_DIGEST & 1 && digest_equal(&before->stored_entry, &b->stored);
    return say_edit(e, at->entry - 1, states, out, err);
}

/* --- the first entry --- */

/* An entry that stands behind the first and has a lesser seq: one with 64 zeros, or the last; 0 where neither has. */
static uint64_t lesser_behind(struct explainer *e, const struct parts *at, int64_t *seq, struct err *err)
{
    uint64_t entry = e->entries;

    for (size_t i = 0; i < e->brokens; i++)
        if (e->broken[i].zero) {
            entry = e->broken[i].entry;
            break;
        }
    struct parts p;
    bool lesser = entry > 1 && timeline_parts(e->t, entry, &p, err) == 0 && p.seq_small && p.seq < at->seq && p.seq > 0;
    if (entry > 1) {
        *seq = p.seq;
        parts_release(&p);
    }
    return lesser ? entry : 0;
}

/* What is numbered as if it stood in front may stand in the file. */
static int say_first_behind(struct explainer *e, const struct parts *at, uint64_t entry, int64_t seq,
                            struct explanation_list *out, struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_MOVED, entry, false);
    d.x.other = 1;
    draft_say(&d, "entry %" PRIu64 " has seq %" PRId64 " and entry 1 has seq %" PRId64
                  ": the entries stand in another order than the one in which they were recorded, or are of more than "
                  "one timeline, or were numbered otherwise", entry, seq, at->seq);
    draft_decides(&d, "%s", copy_wanted(e));
    return draft_end(&d, out, err);
}

static int explain_first_seq(struct explainer *e, const struct parts *at,
                             struct explanation_list *out, struct err *err)
{
    static const struct parts none;
    int64_t follows, seq = at->seq_small ? linked_seq(e, &none, at, &follows, err) : 0;

    if (seq > 1 && seq != at->seq)
        return say_renumbered(e, at, seq, (uint64_t)seq - 1, out, err);
    uint64_t behind = seq > 1 ? lesser_behind(e, at, &follows, err) : 0;
    if (behind && say_first_behind(e, at, behind, follows, out, err))
        return -1;
    if (seq > 1 && !behind)
        return say_head_lost(e, (uint64_t)seq - 1, "its seq says how many, and its prev_digest is not 64 zeros", out,
                             err);
    return say_head_lost(e, 0, "its prev_digest is not 64 zeros, unless that was overwritten", out, err);
}

int explain_genesis(struct explainer *e, const struct broken *b, const struct parts *at,
                    struct explanation_list *out, struct err *err)
{
    if (b->points) {
        if (say_points(e, b, out, err))
            return -1;
        int said = explain_order(e, b, out, err);
        return said < 0 || (said == 0 && say_put_there(e, b, out, err)) ? -1 : 0;
    }
    return explain_first_seq(e, at, out, err);
}
