/* Earlier copies: what one entry has otherwise than the one of the file that it corresponds to. */
#include "core/chain.h"
#include "core/prints.h"
#include "explain/compare_impl.h"
#include "explain/original_impl.h"

#include <inttypes.h>
#include <string.h>

enum { NAMED = 8 };

const char original_decides[] =
    "a reference outside that has the digest of an entry of the earlier copy from there on, or which of "
    "the two copies was taken first";

/* --- what may have led to it --- */

void original_story(struct draft *d, struct explainer *e, const struct original *o,
                    const struct explanation *proved, enum explanation_kind kind)
{
    draft_begin(d, e, kind, proved->entry, false);
    d->x.other = proved->other;
    d->x.missing = proved->missing;
    d->x.reference = o->reference;
}

int original_story_end(struct draft *d, struct explanation_list *out, struct err *err)
{
    draft_decides(d, "%s", copy_wanted(d->e));
    return draft_end(d, out, err);
}

/* --- one entry --- */

int original_same_record(struct explainer *e, const struct original *o, uint64_t there, uint64_t here,
                         struct err *err)
{
    struct digest a, b;

    if (timeline_content(o->copies->earlier, there, true, &a, err) ||
        timeline_content(e->t, here, true, &b, err))
        return -1;
    return digest_equal(&a, &b);
}

bool original_one_digest(const struct explainer *e, const struct original *o, uint64_t there, uint64_t here)
{
    struct entry_mark a = timeline_mark(o->copies->earlier, there), b = timeline_mark(e->t, here);

    return a.has_digest && b.has_digest && digest_equal(&a.digest, &b.digest);
}

static bool same_member(const struct parts *a, const struct parts *b, enum member m)
{
    if ((a->has >> m & 1) != (b->has >> m & 1))
        return false;
    if (!(a->has >> m & 1))
        return true;
    if (m == MEMBER_CLOSE)
        return a->close == b->close;
    if (m == MEMBER_CANONICAL_BYTES)
        return digest_equal(&a->output, &b->output);
    return str_equal(&a->text[m], &b->text[m]);
}

/* What is digested and is not the same; whether more than the number and the link differ. */
static int compare_entries(const struct parts *there, const struct parts *here, struct hit *hit,
                           bool *more)
{
    *more = false;
    for (int slot = 0; slot < SLOT_COUNT; slot++) {
        enum member m = slot_member[slot];
        struct change *c = &hit->change[hit->count];
        if (same_member(there, here, m))
            continue;
        *more |= m != MEMBER_PREV_DIGEST && m != MEMBER_SEQ;
        c->member = m;
        hit->count++;
        if (member_found(here, m, &c->found) || member_found(there, m, &c->original))
            return -1;
    }
    return 0;
}

int original_read_both(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                       struct hit *hit, bool *more, struct err *err)
{
    struct parts a = {0}, b = {0};
    int status = timeline_parts(o->copies->earlier, there, &a, err);

    memset(hit, 0, sizeof *hit);
    if (status == 0)
        status = timeline_parts(e->t, entry, &b, err);
    if (status == 0 && compare_entries(&a, &b, hit, more))
        status = err_set(err, ERR_MEMORY, "no memory for explanations");
    parts_release(&a);
    parts_release(&b);
    if (status)
        hit_release(hit);
    return status;
}

const char *original_close(const struct original *o, uint64_t there, bool flipped)
{
    if (!flipped)
        return "";
    return timeline_mark(o->copies->earlier, there).close ? " with close false" : " with close true";
}

void original_say_fixed(struct draft *d, const struct original *o)
{
    say_reference(&d->text, d->e, o->fixed_by);
    draft_say(d, " has the digest of entry %" PRIu64 " of the copy%s, and the links of the copy from entry %" PRIu64
                 " up to it hold",
              o->fixed_to, original_close(o, o->fixed_to, o->fixed_flipped), o->fixed_from);
}

/* It has the id or the bytes that it had: else it may be another one in the same place. */
static bool is_known_again(const struct hit *hit)
{
    bool id = true, bytes = true;

    for (size_t i = 0; i < hit->count; i++) {
        id &= hit->change[i].member != MEMBER_ID;
        bytes &= hit->change[i].member != MEMBER_CANONICAL_BYTES;
    }
    return id || bytes;
}

/* The file ends here, closed, and the next entry of the copy cites that end with close false. */
static bool is_reclosed(const struct original *o, uint64_t there, uint64_t entry)
{
    return o->copies->category == COPIES_RECLOSED && there == entry && entry == o->copies->entry;
}

static bool has_digest_here(const struct explainer *e, const struct original *o, uint64_t there)
{
    struct entry_mark m = timeline_mark(o->copies->earlier, there);

    return !m.has_digest || entry_of_digest(e, &m.digest, 0) > 0;
}

/* What speaks for the entry of the copy; false when nothing does. */
static bool say_proof(struct draft *d, const struct original *o, uint64_t there, uint64_t entry,
                      bool known)
{
    const struct original_cited *by = original_spoken_for(o, there);

    if (by && by->there == there && (known || by->by == entry + 1))
        draft_say(d, " and entry %" PRIu32 " of this file stores the digest of that%s", by->by,
                  has_digest_here(d->e, o, there) ? "" : ", which no entry of this file has");
    else if (by && known)
        draft_say(d,
                  " and entry %" PRIu32 " of this file stores the digest of entry %" PRIu32
                  " of the copy, and the links up to it hold there",
                  by->by, by->there);
    else if (is_reclosed(o, there, entry))
        draft_say(d, " and entry %" PRIu64 " of the copy cites entry %" PRIu64 " of this file with close false",
                  there + 1, entry);
    else if (known && original_fixed(o, there, there)) {
        draft_say(d, " and ");
        original_say_fixed(d, o);
    } else
        return false;
    return true;
}

/* What follows from other members is not told once more. */
static bool is_derived(const struct copies_member *m, bool bound, bool bytes)
{
    return (m->known == MEMBER_ENTRY_DIGEST && bound) || (m->known == MEMBER_OUTPUT_HASH && bytes);
}

bool original_say_unbound(struct draft *d, const struct copies_members *m, const char *before)
{
    bool bound = false, bytes = false;
    size_t named = 0, more = 0;

    for (size_t i = 0; i < m->count; i++) {
        bound |= m->item[i].bound && !copies_repeats(&m->item[i]);
        bytes |= m->item[i].known == MEMBER_CANONICAL_BYTES;
    }
    for (size_t i = 0; i < m->count; i++) {
        if ((m->item[i].bound && !copies_repeats(&m->item[i])) || is_derived(&m->item[i], bound, bytes))
            continue;
        if (named == NAMED) {
            more++;
            continue;
        }
        draft_say(d, "%s", named++ == 0 ? before : ", ");
        draft_quote(d, &m->item[i].name);
        if (copies_repeats(&m->item[i]))
            draft_say(d, " (in the copy %u, in this file %u values of that name)", m->item[i].times[0], m->item[i].times[1]);
    }
    if (more > 0)
        draft_say(d, " and %zu more", more);
    return named > 0;
}

/* What is proved of two entries that stand for each other is how they differ. */
static int say_changed_here(struct explainer *e, const struct original *o, uint64_t there,
                            const struct explanation *told, enum explanation_kind kind, struct explanation_list *out,
                            struct err *err)
{
    struct draft d;

    original_story(&d, e, o, told, kind);
    draft_say(&d, "if entry %" PRIu64 " of the copy is as it was recorded, entry %" PRIu64
                  " of this file is that one, changed%s%s, or is another one; else the one of the copy was changed or "
                  "put in, or both were",
              there, told->entry, kind == EXPLANATION_MOVED ? " and in another place" : "",
              kind == EXPLANATION_RELINK_STOPPED ? " and with the links after it rewritten up to there" : "");
    return original_story_end(&d, out, err);
}

static int say_changed(struct explainer *e, const struct original *o, uint64_t there,
                       uint64_t entry, uint64_t stopped, struct hit *hit,
                       struct explanation_list *out, struct err *err)
{
    bool again = is_known_again(hit), known = again || there == entry;
    bool moved = o->copies->state[there] == PAIR_MOVED_CHANGED;
    struct copies_members m;
    struct draft d;

    if (copies_members(o->copies, there, entry, &m, err))
        return -1;
    enum explanation_kind kind = stopped ? EXPLANATION_RELINK_STOPPED
                                 : moved ? EXPLANATION_MOVED
                                         : EXPLANATION_MEMBER_CHANGED;
    draft_begin(&d, e, kind, entry, false);
    d.x.reference = o->reference;
    d.x.other = stopped ? stopped : moved || !again ? there : 0;
    draft_say(&d, "entry %" PRIu64 " of this file is set beside entry %" PRIu64 " of the earlier copy, ", entry,
              there);
    say_reference(&d.text, e, o->reference);
    draft_say(&d, ", by ");
    copies_say_basis(&m, &d.text);
    draft_say(&d, "; that one has ");
    draft_hit(&d, hit);
    d.x.proved = say_proof(&d, o, there, entry, known);
    if (stopped)
        draft_say(&d, " and what follows differs in number and link alone, up to entry %" PRIu64 " of this file",
                  stopped);
    original_say_unbound(&d, &m, "; what else differs: ");
    copies_members_release(&m);
    if (d.x.proved && (moved || !again) && !stopped)
        d.x.kind = EXPLANATION_COPY_DIFFERS;
    else if (!d.x.proved && !moved && !stopped)
        d.x.other = 0;
    if (!d.x.proved)
        draft_decides(&d, "%s", original_decides);
    struct explanation told = d.x;
    if (draft_end(&d, out, err))
        return -1;
    return !told.proved || say_changed_here(e, o, there, &told, kind, out, err) == 0 ? 1 : -1;
}

int original_say_hit(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     struct hit *hit, struct explanation_list *out, struct err *err)
{
    return say_changed(e, o, there, entry, 0, hit, out, err);
}

int original_changed(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     uint64_t stopped, struct explanation_list *out, struct err *err)
{
    struct hit hit;
    bool more;

    if (original_read_both(e, o, there, entry, &hit, &more, err))
        return -1;
    int said = hit.count ? say_changed(e, o, there, entry, stopped, &hit, out, err) : 0;
    hit_release(&hit);
    return said;
}

int original_differs(struct explainer *e, const struct original *o, uint64_t there, uint64_t entry,
                     bool *differs, struct err *err)
{
    struct hit hit;

    if (original_read_both(e, o, there, entry, &hit, differs, err))
        return -1;
    hit_release(&hit);
    return 0;
}
