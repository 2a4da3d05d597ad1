/* What a reference settles: it has the digest of an entry, so that entry, and all from which unbroken
 * links lead to it, stand as they stood when it was published, if it is what was published then. That is
 * no digest's to show, so only a reference that is stated to be independent, and that none contradicts,
 * excludes anything. */
#include "explain/explain_impl.h"

#include "base/text.h"
#include "core/chain.h"
#include "explain/baseline.h"

#include <inttypes.h>
#include <string.h>

enum { PATH_CELLS = 80 };

static const uint32_t link_mask = FINDING_BIT(LINK) | FINDING_BIT(GENESIS);

void say_reference(struct buf *to, const struct explainer *e, int number)
{
    const struct reference *r = &e->refs->item[number];

    buf_addf(to, "reference %d (%s", number + 1, reference_kind_name(r->kind));
    if (r->path) {
        buf_addc(to, ' ');
        text_quote(to, r->path, strlen(r->path), 0, PATH_CELLS);
    }
    buf_addc(to, ')');
}

static bool has_last_digest(const struct explainer *e, const struct reference *r)
{
    struct entry_mark last = timeline_mark(e->t, e->entries);

    return last.has_digest && digest_equal(&last.digest, &r->final_digest);
}

/* The entry whose digest the reference has, 0 for none. What sits in the timeline's own file can be
 * rewritten with it, and an earlier copy is looked at by itself. */
static uint64_t settled_end(const struct explainer *e, const struct reference *r)
{
    bool speaks = r->readable && r->has_digest && r->result != REFERENCE_UNUSABLE &&
                  r->result != REFERENCE_UNCHECKED;

    if (!speaks || r->embedded || r->own_file || r->kind == REFERENCE_BASELINE || e->by06 ||
        e->entries == 0)
        return 0;
    /* Of two entries with its digest it speaks of the one at the place that it counts. */
    if (r->result == REFERENCE_EARLIER)
        return r->confirmed;
    return has_last_digest(e, r) ? e->entries : 0;
}

/* It speaks of a state up to `end` that is not the visible one, or of a longer one before that. */
static bool disputes(const struct reference *q, const struct reference *r, uint64_t end, bool closed)
{
    const struct copies *copies = baseline_copies(q);

    if (q->result != REFERENCE_CONTRADICTED)
        return false;
    if (copies)
        return copies->entry <= end;
    if (!q->has_count || q->count < 1 || (uint64_t)q->count <= end || closed)
        return true;
    return !q->published_at.data || !r->published_at.data ||
           instant_compare(&q->published, &r->published) < 0;
}

static bool is_trusted(const struct explainer *e, size_t number, uint64_t end)
{
    const struct reference *r = &e->refs->item[number];
    struct entry_mark last = timeline_mark(e->t, end);
    bool closed = last.close && digest_equal(&last.digest, &r->final_digest);

    if (r->independent != INDEPENDENT_YES)
        return false;
    for (size_t i = 0; i < e->refs->count; i++)
        if (i != number && disputes(&e->refs->item[i], r, end, closed))
            return false;
    return true;
}

bool settled_by(const struct explainer *e, uint64_t entry, int not, struct settled *out)
{
    bool found = false;
    uint64_t end, from;

    for (size_t i = 0; e->refs && entry > 0 && i < e->refs->count; i++) {
        if ((int)i == not)
            continue;
        end = settled_end(e, &e->refs->item[i]);
        if (end < entry)
            continue;
        from = timeline_seek(e->t, end, -1, link_mask);
        if (from > entry)
            continue;
        bool trusted = is_trusted(e, i, end);
        if (!found || trusted)
            *out = (struct settled){(int)i, from > 0 ? from : 1, end, trusted};
        if (trusted)
            return true;
        found = true;
    }
    return found;
}

uint64_t settled_start(const struct explainer *e, int not, struct settled *out)
{
    uint64_t most = 0;

    for (size_t i = 0; e->refs && i < e->refs->count; i++) {
        uint64_t end = (int)i == not ? 0 : settled_end(e, &e->refs->item[i]);
        if (end <= most || timeline_seek(e->t, end, -1, link_mask) > 1 || !is_trusted(e, i, end))
            continue;
        most = end;
        *out = (struct settled){(int)i, 1, end, true};
    }
    return most;
}

static const char *says_standing(const struct reference *r)
{
    if (r->independent == INDEPENDENT_YES)
        return "";
    return r->independent == INDEPENDENT_NO ? ", which is stated not to be independent,"
                                            : ", whose independence is not stated,";
}

/* What the digest of the entry binds as its number, where the reference that has it counts another. 0 or -1. */
static int say_bound_number(struct draft *d, uint64_t entry, const struct reference *r, struct err *err)
{
    char room[COUNT_ROOM];
    struct parts p;

    if (!r->has_count || d->e->by06)
        return 0;
    int status = timeline_parts(d->e->t, entry, &p, err);
    if (status == 0 && p.seq_small && p.seq != r->count)
        draft_say(d, "; that digest binds seq %" PRId64 ", and the reference counts %s", p.seq,
                  reference_count_text(r, room));
    parts_release(&p);
    return status;
}

int say_published(struct explainer *e, uint64_t entry, const struct settled *by, const char *text,
                  struct explanation_list *out, struct err *err)
{
    const struct reference *r = &e->refs->item[by->reference];
    struct entry_mark end = timeline_mark(e->t, by->to);
    struct draft d;

    draft_begin(&d, e, EXPLANATION_AS_PUBLISHED, entry, true);
    d.x.reference = by->reference;
    d.x.other = by->to;
    say_reference(&d.text, e, by->reference);
    draft_say(&d, " has the digest of %sentry %" PRIu64 "%s",
              by->to == e->entries ? "the last visible entry, " : "", by->to,
              digest_equal(&end.digest, &r->final_digest) ? "" : " with close true");
    if (by->to != entry)
        draft_say(&d, ", and the links from entry %" PRIu64 " to it hold", entry);
    if (say_bound_number(&d, by->to, r, err) || draft_end(&d, out, err))
        return -1;
    draft_begin(&d, e, EXPLANATION_AS_PUBLISHED, entry, false);
    d.x.reference = by->reference;
    d.x.other = by->to;
    draft_say(&d, "if ");
    say_reference(&d.text, e, by->reference);
    draft_say(&d, "%s is what was published then, entry %" PRIu64 " %s", says_standing(r), entry, text);
    draft_decides(&d, "where that reference was kept and who could write it");
    return draft_end(&d, out, err);
}

int say_cited(struct explainer *e, const struct broken *b, int reference, struct explanation_list *out, struct err *err)
{
    uint64_t at = b->entry;
    struct draft d;

    draft_begin(&d, e, EXPLANATION_AS_PUBLISHED, at, true);
    d.x.reference = reference;
    draft_say(&d, "the prev_digest of entry %" PRIu64 " is the digest that ", at);
    say_reference(&d.text, e, reference);
    draft_say(&d, " states");
    if (draft_end(&d, out, err))
        return -1;
    if (!broken_open(b) || at == 1)
        return 0;
    draft_begin(&d, e, EXPLANATION_AS_PUBLISHED, at, false);
    d.x.reference = reference;
    draft_say(&d,
              "if that reference is what was published then, and entry %" PRIu64
              " stores what it cited, another entry stood before it than entry %" PRIu64
              " as it is here; or the reference was taken from what entry %" PRIu64
              " stores, or that was put there of the reference, or both were made over entries that never stood here",
              at, at - 1, at);
    draft_decides(&d, "where that reference was kept and who could write it, or %s", copy_wanted(e));
    return draft_end(&d, out, err);
}
