/* What a comparison proves, in words. */
#include "explain/compare.h"

#include <inttypes.h>

static int say_reclosed(const struct copies *c, struct buf *out)
{
    return buf_addf(out,
                    "with close false the digest of entry %" PRIu64
                    " of the later copy is the prev_digest that entry %" PRIu64
                    " of the earlier copy carries",
                    c->entry, c->entry + 1);
}

static int say_extended(const struct copies *c, struct buf *out)
{
    if (c->unlinked == 0)
        return buf_adds(out, "the later copy begins with the entries of the earlier one, and every "
                             "entry after them cites the one before it");
    return buf_addf(out,
                    "that the later copy begins with the %" PRIu64
                    " entries of the earlier one is certain; that what follows was recorded after "
                    "them is not: the prev_digest of entry %" PRIu64
                    " is not the digest of entry %" PRIu64,
                    c->earlier_entries, c->unlinked, c->unlinked - 1);
}

static int say_category(const struct copies *c, struct buf *out)
{
    if (c->category == COPIES_RECLOSED)
        return say_reclosed(c, out);
    if (c->earlier_entries == 0 || c->later_entries == 0)
        return buf_adds(out, "one of the copies has no entry, so no digest was compared");
    if (c->category == COPIES_EXTENDED)
        return say_extended(c, out);
    if (copies_same_digests(c))
        return buf_adds(out, "every digest is the same in both, and only members that no digest binds "
                             "differ");
    return buf_adds(out, c->proved ? "digests that were recomputed tie the two together"
                                   : "that they differ is certain, how it came about is not");
}

int copies_say_proof(const struct copies *c, struct buf *out)
{
    say_category(c, out);
    if (c->original != COPIES_NEITHER)
        buf_addf(out,
                 "; the first entry after the change that is the same in both cites the entry of the "
                 "%s copy",
                 copies_side_name(c->original));
    if (c->other_job > 0)
        buf_addf(out, "; %" PRIu64 " %s the same (id, tool, class and bytes) for another job_id",
                 c->other_job, c->other_job == 1 ? "entry records" : "entries record");
    return out->failed ? -1 : 0;
}

/* --- the other order --- */

static void say_other_reclosed(const struct copies *c, struct buf *out)
{
    buf_addf(out,
             "with close false the digest of entry %" PRIu64
             " of the earlier copy is the prev_digest that entry %" PRIu64
             " of the later one carries",
             c->other.entry, c->other.entry + 1);
}

static void say_other_part(const struct copies *c, struct buf *out)
{
    if (c->other.category == COPIES_BEHEADED)
        buf_addf(out,
                 "the earlier copy is the end of the later one, from its entry %" PRIu64
                 " on, and the entries before that are gone",
                 c->other.start);
    else if (c->other.category == COPIES_CUT)
        buf_adds(out, "the earlier copy is the beginning of the later one, and the rest is gone");
    else
        buf_adds(out, "the earlier copy begins with all of the later one and goes on");
}

int copies_say_other(const struct copies *c, struct buf *out)
{
    if (!c->other.told)
        return 0;
    buf_adds(out, copies_category_name(c->other.category));
    if (c->other.entry > 0)
        buf_addf(out, " at entry %" PRIu64, c->other.entry);
    buf_adds(out, c->other.proved ? ", proved: " : ", possible: ");
    if (c->other.category == COPIES_RECLOSED)
        say_other_reclosed(c, out);
    else
        say_other_part(c, out);
    return buf_adds(out, ". Make sure which copy was taken first");
}
