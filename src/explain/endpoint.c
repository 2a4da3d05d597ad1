/* References that the visible end contradicts. */
#include "explain/explain_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct end {
    struct explainer *e;
    const struct reference *r;
    int number; /* of it */
    struct parts last;
    struct explanation_list *out;
    size_t begun;
    struct err *err;
};

/* What stands at the beginning is fixed by another reference. */
static void say_settled_start(struct end *w, struct draft *d)
{
    struct settled by;
    uint64_t first = settled_start(w->e, w->number, &by);

    if (first == 0)
        return;
    draft_say(d, "; ");
    say_reference(&d->text, w->e, by.reference);
    draft_say(d,
              " has the digest of entry %" PRIu64
              ", so that, if it is what was published then, this happened after that entry",
              first);
}

/* --- another entry is the one that the witness saw --- */

/* The entry stands at another place than the number that its digest binds. */
static int say_displaced(struct end *w, uint64_t entry, int64_t seq)
{
    bool later = (int64_t)entry > seq;
    struct draft d;

    draft_begin(&d, w->e, later ? EXPLANATION_INSERTED : EXPLANATION_MOVED, entry, false);
    draft_say(&d,
              "the reference counts as this entry is numbered, %" PRId64 ", and not as it stands: ", seq);
    if (later)
        draft_say(&d, "entries were put in before entry %" PRIu64 ", or it was moved back", entry);
    else
        draft_say(&d, "entry %" PRIu64 " was moved forward, or entries before it were taken out", entry);
    draft_say(&d, "; or the reference was made of a file that had it so");
    draft_decides(&d, "%s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

static int say_seen(struct end *w, uint64_t entry, bool flipped)
{
    char room[COUNT_ROOM];
    struct entry_mark m = timeline_mark(w->e->t, entry);
    bool counts = w->r->has_count && !w->e->by06;
    struct parts p;
    struct draft d;

    if (timeline_parts(w->e->t, entry, &p, w->err)) {
        parts_release(&p);
        return -1;
    }
    bool numbered = counts && p.seq_small, same = numbered && p.seq == w->r->count;
    int64_t seq = p.seq;
    parts_release(&p);
    draft_begin(&d, w->e, EXPLANATION_WITNESS_SAW, entry, true);
    draft_say(&d,
              "the reference has the digest of entry %" PRIu64 "%s", entry,
              !flipped  ? ""
              : m.close ? " with close false"
                        : " with close true");
    draft_written(&d, flipped || !digest_equal(&m.digest, &w->r->final_digest) ? w->e->base : 0);
    if (numbered && !same)
        draft_say(&d, "; that digest binds seq %" PRId64 ", and the reference counts %s", seq,
                  reference_count_text(w->r, room));
    if (draft_end(&d, w->out, w->err))
        return -1;
    return same && seq != (int64_t)entry ? say_displaced(w, entry, seq) : 0;
}

/* The digest of an entry with close put the other way, in the file's encoding. */
static int flipped_digest(struct explainer *e, uint64_t entry, struct preimage *text,
                          struct digest *out, bool *has, struct err *err)
{
    struct parts p;
    int status = timeline_parts(e->t, entry, &p, err);

    p.close = !p.close;
    *has = status == 0 && preimage_make(text, &p, e->base) == 0 && text->lacks == 0 &&
           trial_digest(&e->trial, text->bytes.data, text->bytes.len, out);
    parts_release(&p);
    if (status == 0 && e->trial.stopped)
        status = err_set(err, ERR_CANCELLED, "explaining was stopped");
    return status;
}

/* Once for all references: the last entries of the file, each as the end of a timeline. */
static int map_flipped(struct explainer *e, struct preimage *text, struct err *err)
{
    uint64_t from = e->entries > FLIPPED_MAX ? e->entries - FLIPPED_MAX : 1;
    struct digest d;
    bool has;

    e->flipped = digest_map_new(e->entries - from);
    if (!e->flipped)
        return err_set(err, ERR_MEMORY, "no memory for explanations");
    for (uint64_t entry = from; entry < e->entries; entry++) {
        if (flipped_digest(e, entry, text, &d, &has, err))
            return -1;
        if (has)
            digest_map_add(e->flipped, &d, (uint32_t)entry);
    }
    return 0;
}

static int find_flipped(struct end *w, struct preimage *text, uint64_t *entry)
{
    struct explainer *e = w->e;
    uint32_t first, last;
    struct digest d;
    bool has = false;
    int status = 0;

    *entry = 0;
    if (!e->flipped && map_flipped(e, text, w->err))
        return -1;
    if (e->entries > FLIPPED_MAX)
        note_narrow(e);
    if (!digest_map_find(e->flipped, &e->trial.target, &first, &last))
        return 0;
    status = flipped_digest(e, last, text, &d, &has, w->err);
    if (has && digest_equal(&d, &e->trial.target))
        *entry = last;
    return status;
}

static int explain_seen(struct end *w)
{
    struct explainer *e = w->e;
    uint64_t entry = entry_of_digest(e, &w->r->final_digest, e->entries);
    uint64_t spent = e->trial.spent;
    struct preimage text;

    if (entry)
        return say_seen(w, entry, false);
    if (e->by06)
        return 0;
    preimage_init(&text);
    int status = find_flipped(w, &text, &entry);
    preimage_release(&text);
    e->trial.spent = spent;
    return status == 0 && entry ? say_seen(w, entry, true) : status;
}

/* --- the last entry, or one before it, was another --- */

static int explain_encoded(struct end *w)
{
    unsigned encoding = encoding_find(w->e, &w->last);
    struct draft d;

    if (!encoding)
        return 0;
    draft_begin(&d, w->e, EXPLANATION_ENCODING, w->last.entry, true);
    d.x.encoding = encoding;
    d.x.innocent = false;
    draft_say(&d, "the last entry as it stands, written otherwise (");
    encoding_say(&d.text, encoding);
    draft_say(&d, "), has the digest that the reference states");
    if (draft_end(&d, w->out, w->err))
        return -1;
    draft_begin(&d, w->e, EXPLANATION_ENCODING, w->last.entry, false);
    d.x.encoding = encoding;
    d.x.innocent = false;
    draft_say(&d, "whoever made the reference writes so; whether that was the recorder, and before or after any "
                  "change to the entries in front, is not shown");
    draft_decides(&d, "where the reference was kept and who could write it, or an earlier copy of the timeline");
    return draft_end(&d, w->out, w->err);
}

/* A digest ties what the reference states to other entries than the visible ones. Which of the two was
 * first is no digest's to show. */
static int say_which(struct end *w, uint64_t entry)
{
    bool stated = w->r->independent == INDEPENDENT_YES && !w->r->embedded && !w->r->own_file;
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_END_REPLACED, entry, false);
    draft_say(&d, stated ? "if the reference states the end as it was, the timeline was changed from entry "
                           "%" PRIu64 " on after it was published, and what follows rewritten; else the "
                           "reference was made over other entries"
                         : "the timeline was changed from entry %" PRIu64 " on, or the reference was made "
                           "over other entries than those that were recorded: it is not stated to be "
                           "independent", entry);
    draft_decides(&d, "where the reference was kept and who could write it, or an earlier copy of the "
                      "timeline");
    return draft_end(&d, w->out, w->err);
}

static int explain_last_member(struct end *w)
{
    struct explainer *e = w->e;
    struct search s = {.t = e->t, .parts = &w->last, .values = &e->values, .trial = &e->trial};
    struct draft d;
    struct hit hit = {0};
    uint64_t all = e->trial.limit;

    if (explain_values(e, w->err))
        return -1;
    if (e->entries > 1)
        s.has_prev = broken_at(e, e->entries) && digest_of_entry(e, e->entries - 1, &s.prev);
    trial_share(&e->trial, e->effort / 2);
    int status = search_members(&s, &hit, w->err);
    e->trial.limit = all;
    if (status == 0 && hit.count) {
        draft_begin(&d, e, EXPLANATION_MEMBER_CHANGED, e->entries, true);
        draft_say(&d, "the last entry, %" PRIu64 ", with ", e->entries);
        draft_hit(&d, &hit);
        draft_as_links(&d);
        draft_say(&d, " has the digest that the reference states");
        status = draft_end(&d, w->out, w->err) || say_which(w, e->entries) ? -1 : 0;
    }
    hit_release(&hit);
    return status;
}

static int explain_rewritten(struct end *w)
{
    struct explainer *e = w->e;
    uint64_t edited;
    struct draft d;
    struct hit hit;
    int status = relink_search(e, e->entries, &hit, &edited, w->err);

    if (status == 0 && edited) {
        bool inserted = hit.count == 0;
        draft_begin(&d, e, inserted ? EXPLANATION_INSERTED : EXPLANATION_MEMBER_CHANGED, edited,
                    true);
        draft_say(&d, inserted ? "without entry %" PRIu64 : "entry %" PRIu64 " with ", edited);
        draft_hit(&d, &hit);
        draft_say(&d, " and the entries after it as they would then be numbered and linked");
        draft_as_links(&d);
        draft_say(&d, " give the digest that the reference states");
        status = draft_end(&d, w->out, w->err) || say_which(w, edited) ? -1 : 0;
    }
    hit_release(&hit);
    return status;
}

static int say_replaced(struct end *w)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_END_REPLACED, w->e->entries, false);
    draft_say(&d,
              "the last entry was replaced, or an earlier one was changed and every link after it "
              "rewritten: inside the timeline neither leaves a trace");
    say_settled_start(w, &d);
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

static int say_head(struct end *w, uint64_t missing)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_HEAD_LOST, 1, false);
    d.x.missing = missing;
    draft_say(&d,
              "or the %" PRIu64 " missing stood in front or between: a count cannot tell",
              missing);
    draft_decides(&d, "%s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

/* The first entries are fixed, so that nothing is missing in front of them. */
static int say_between(struct end *w, uint64_t missing)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_DELETED, w->e->entries, false);
    d.x.missing = missing;
    draft_say(&d, "or the %" PRIu64 " missing stood between", missing);
    say_settled_start(w, &d);
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
                         "was the last one then; the two references speak of different ends, and neither "
                         "excludes what would follow from the other",
                         w->out, w->err);
}

/* What the digest of the reference says of its number. */
static int seen_or_renumbered(struct end *w, uint64_t there)
{
    if (!w->r->has_digest || is_proved(w->out, w->begun))
        return 0;
    if (explain_seen(w))
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

static int say_part(struct end *w)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_WINDOW_EXPORT, w->e->entries, false);
    draft_say(&d, "an innocent reading: the file is an export of a part of the timeline, closed and linked for "
                  "itself");
    draft_decides(&d, "how the file was made, and the whole timeline");
    return draft_end(&d, w->out, w->err);
}

static int explain_number(struct end *w)
{
    const struct reference *r = w->r;
    uint64_t here = w->e->entries, there = r->count > 0 ? (uint64_t)r->count : 0;
    struct entry_mark last = timeline_mark(w->e->t, here);
    struct settled start;

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
    bool head_may = settled_start(w->e, w->number, &start) == 0;
    if (say_cut(w, there - here) ||
        (w->last.close && (head_may ? say_head(w, there - here) : say_between(w, there - here))))
        return -1;
    if (w->last.close)
        return say_part(w);
    return say_live(w->e, w->out, w->err);
}

/* --- all --- */

static int explain_digest(struct end *w)
{
    struct explainer *e = w->e;
    bool same_count = !w->r->has_count || w->r->count == (int64_t)e->entries;
    int status = explain_seen(w);

    if (status == 0 && !is_proved(w->out, w->begun) && !e->by06)
        status = explain_encoded(w);
    if (status == 0 && same_count && !is_proved(w->out, w->begun) && !e->by06)
        status = explain_last_member(w);
    bool one_less = w->r->count + 1 == (int64_t)e->entries;
    if (status == 0 && (same_count || one_less) && !is_proved(w->out, w->begun) && !e->by06)
        status = explain_rewritten(w);
    if (status == 0 && is_proved(w->out, w->begun))
        return say_other_end(w);
    if (status)
        return status;
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
