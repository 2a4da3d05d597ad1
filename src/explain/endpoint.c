/* References that the visible end contradicts. */
#include "explain/explain_impl.h"

#include <inttypes.h>
#include <string.h>

struct end {
    struct explainer *e;
    const struct reference *r;
    struct parts last;
    struct explanation_list *out;
    size_t begun;
    struct err *err;
};

/* --- another entry is the one that the witness saw --- */

static int say_seen(struct end *w, uint64_t entry, bool flipped)
{
    bool close = timeline_mark(w->e->t, entry).close;
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_WITNESS_SAW, entry, true);
    draft_say(&d,
              "the reference has the digest of entry %" PRIu64
              "%s: the witness saw a timeline that ended there",
              entry,
              !flipped ? ""
              : close  ? " with close false"
                       : " with close true");
    if (w->r->has_count && w->r->count != (int64_t)entry)
        draft_say(&d, ", and states another number of entries, %" PRId64, w->r->count);
    return draft_end(&d, w->out, w->err);
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
    draft_say(&d,
              "the last entry written otherwise by its producer has the digest of the reference (");
    encoding_say(&d.text, encoding);
    draft_say(&d, "): not an edit of what was published");
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
        draft_say(&d, " has the digest of the reference");
        status = draft_end(&d, w->out, w->err);
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
        draft_say(&d,
                  " and the entries after it as they would then be numbered and linked give the "
                  "digest of the reference: it was %s, and all that follows rewritten",
                  inserted ? "put in" : "changed");
        status = draft_end(&d, w->out, w->err);
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
              "or the %" PRIu64
              " missing stood in front, and the rest was numbered and linked anew: a "
              "count cannot tell",
              missing);
    draft_decides(&d, "an earlier copy of the timeline");
    return draft_end(&d, w->out, w->err);
}

static int say_innocent(struct end *w, enum explanation_kind kind, const char *text,
                        const char *decides)
{
    struct draft d;

    draft_begin(&d, w->e, kind, w->e->entries, false);
    draft_say(&d, "an innocent reading: %s", text);
    draft_decides(&d, "%s", decides);
    return draft_end(&d, w->out, w->err);
}

static int say_live(struct end *w)
{
    return say_innocent(w, EXPLANATION_LIVE_COPY,
                        "the file was copied while the timeline was being written",
                        "a later copy of the timeline, which begins with these entries");
}

static int explain_number(struct end *w)
{
    const struct reference *r = w->r;
    uint64_t here = w->e->entries, there = r->count > 0 ? (uint64_t)r->count : 0;

    if (!r->has_count || there == here)
        return 0;
    if (there < here)
        return say_innocent(
            w, EXPLANATION_CONTINUED,
            "the timeline went on after the reference was published; its first entries were "
            "not those that are here",
            "the copy that the reference was made from");
    if (say_cut(w, there - here) || (w->last.close && say_head(w, there - here)))
        return -1;
    if (w->last.close)
        return say_innocent(
            w, EXPLANATION_WINDOW_EXPORT,
            "the file is an export of a part of the timeline, closed and linked for itself",
            "how the file was made, and the whole timeline");
    return say_live(w);
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
    if (status || is_proved(w->out, w->begun))
        return status;
    if (!same_count)
        return explain_number(w);
    return say_replaced(w) || say_unexplained(e, e->entries, w->out, w->err) ? -1 : 0;
}

int explain_endpoint(struct explainer *e, const struct finding *f, struct explanation_list *out,
                     struct err *err)
{
    struct end w = {.e = e, .out = out, .begun = out->count, .err = err};

    if (!e->refs || f->reference < 0 || (size_t)f->reference >= e->refs->count || e->entries == 0)
        return 0;
    w.r = &e->refs->item[f->reference];
    int status = timeline_parts(e->t, e->entries, &w.last, err);
    if (status == 0) {
        budget_begin(e, &w.r->final_digest);
        status = f->code == FINDING_COMMITMENT_DIGEST && w.r->has_digest ? explain_digest(&w)
                                                                         : explain_number(&w);
        budget_end(e);
    }
    parts_release(&w.last);
    return status;
}

int explain_open_end(struct explainer *e, uint64_t entry, struct explanation_list *out,
                     struct err *err)
{
    struct end w = {.e = e, .out = out, .err = err};
    struct draft d;

    draft_begin(&d, e, EXPLANATION_CUT, entry, false);
    draft_say(&d, "entries were cut off the end");
    draft_decides(&d, "a reference outside that states the number of entries, or a longer copy");
    return draft_end(&d, out, err) || say_live(&w) ? -1 : 0;
}
