/* What a comparison proves, in words. */
#include "explain/compare.h"

#include <inttypes.h>
#include <string.h>

static bool has_end_digests(const struct copies *c)
{
    return timeline_mark(c->earlier, c->earlier_entries).has_digest &&
           timeline_mark(c->later, c->later_entries).has_digest && c->undigested == 0;
}

/* Where not all members of what both begin with are the same: by whether some have no digest, and whether the
 * last one is reopened. */
static const char *const extended_says[2][2] = {
    {"the entries of the earlier copy have the digests of the first ones of the later copy, which goes on",
     "the entries of the earlier copy, the last one with close false, have the digests of the first ones of the "
     "later copy, which goes on"},
    {"the first entries of the later copy are those of the earlier one, by digest or, where there is none, by members, "
     "and it goes on",
     "the first entries of the later copy are those of the earlier one, by digest or, where there is none, by members, "
     "the last one with close false, and it goes on"},
};

const char *copies_says(const struct copies *c)
{
    static const char *const text[COPIES_COUNT] = {
#define X(id, name, says) says,
        COPIES_TABLE(X)
#undef X
    };

    if (c->earlier_entries == 0 && c->later_entries > 0)
        return "the earlier copy has no entry, and the later one has";
    if (c->later_entries == 0 && c->earlier_entries > 0)
        return "the later copy has no entry, and the earlier one has";
    if (c->category == COPIES_EXTENDED && (c->reopened || c->beyond > 0))
        return extended_says[c->undigested > 0][c->reopened];
    if (c->category == COPIES_CUT && c->undigested > 0)
        return "the later copy ends where the earlier one goes on";
    if (c->category == COPIES_END_REPLACED && c->later_entries == 1)
        return has_end_digests(c) ? "the only entries have different digests" : "the only entries differ";
    if (c->category == COPIES_END_REPLACED && !has_end_digests(c))
        return "the last entries differ, and those before them do not";
    if (c->category == COPIES_EDITED && c->undigested > 0)
        return "entries differ; from the first that does on, some are the same in both copies";
    return text[c->category];
}

static int say_reclosed(const struct copies *c, struct buf *out)
{
    return buf_addf(out,
                    "with close false the digest of entry %" PRIu64
                    " of the later copy is the prev_digest that entry %" PRIu64
                    " of the earlier copy carries",
                    c->entry, c->entry + 1);
}

/* What is no digest of an entry, or cites none, is no link either. */
static int say_unlinked(const struct copies *c, struct buf *out)
{
    if (!timeline_mark(c->later, c->unlinked - 1).has_digest)
        return buf_addf(out, "entry %" PRIu64 " of the later copy, which the next one would have to cite, has no digest",
                        c->unlinked - 1);
    if (!c->unlinked_stores)
        return buf_addf(out, "entry %" PRIu64 " of the later copy has no prev_digest that is a string", c->unlinked);
    return buf_addf(out,
                    "the prev_digest of entry %" PRIu64
                    " of the later copy is not the digest of its entry %" PRIu64,
                    c->unlinked, c->unlinked - 1);
}

/* The last entry of the earlier copy is opened again in the later one. */
static int say_reopened(const struct copies *c, struct buf *out)
{
    buf_addf(out,
             "with close false the last entry of the earlier copy, %" PRIu64
             ", has the digest of entry %" PRIu64 " of the later one",
             c->earlier_entries, c->earlier_entries);
    if (c->earlier_entries > 1)
        buf_adds(out, c->undigested > 0 ? ", and what stands before it is the same in both, by digest or, where there "
                                          "is none, by members"
                      : c->beyond > 0   ? ", and those before it have the same digests in both"
                                        : ", and what stands before it is the same in both");
    if (c->unlinked == 0)
        return buf_adds(out, "; every entry after it cites the one before");
    buf_adds(out, "; that what follows was recorded after it is not certain: ");
    return say_unlinked(c, out);
}

static int say_extended(const struct copies *c, struct buf *out)
{
    if (c->reopened)
        return say_reopened(c, out);
    bool same = c->beyond == 0, all = c->undigested == 0;
    if (c->unlinked == 0)
        return buf_addf(out, "%s, and every entry after them cites the one before it",
                        same  ? "the later copy begins with the entries of the earlier one"
                        : all ? "the first entries of the later copy have the digests of those of the earlier one"
                              : "the first entries of the later copy are those of the earlier one, by digest or, where "
                                "there is none, by members");
    if (same || all)
        buf_addf(out, "that the later copy begins with the %s%" PRIu64 " entries of the earlier one",
                 same ? "" : "digests of the ", c->earlier_entries);
    else
        buf_addf(out, "that the first %" PRIu64 " entries of the later copy are those of the earlier one, by digest or, "
                      "where there is none, by members,", c->earlier_entries);
    buf_adds(out, " is certain; that what follows was recorded after them is not: ");
    return say_unlinked(c, out);
}

static int say_cut(const struct copies *c, struct buf *out)
{
    if (c->undigested > 0)
        return buf_addf(out, "the %" PRIu64 " %s of the later copy %s the same as the first %" PRIu64
                             " of the earlier one, by digest or, where there is none, by members",
                        c->later_entries, c->later_entries == 1 ? "entry" : "entries",
                        c->later_entries == 1 ? "is" : "are", c->later_entries);
    return buf_addf(out,
                    "the %" PRIu64 " %s of the later copy %s the digests of the first %" PRIu64
                    " of the earlier one, entry by entry",
                    c->later_entries, c->later_entries == 1 ? "entry" : "entries",
                    c->later_entries == 1 ? "has" : "have", c->later_entries);
}

static int say_beheaded(const struct copies *c, struct buf *out)
{
    uint64_t tied = c->total[COPIES_SAME] + c->total[COPIES_UNBOUND] - c->undigested;

    buf_addf(out,
             "entries %" PRIu64 " to %" PRIu64 " of the earlier copy and 1 to %" PRIu64
             " of the later one %s job_id, id, tool, class and bytes; ",
             c->start, c->earlier_entries, c->later_entries,
             c->undigested > 0 ? "do not differ in" : "record the same");
    if (tied == 0)
        return buf_adds(out, "none of them has the same digest in both");
    return buf_addf(out, "%" PRIu64 " of them %s the same digest in both", tied, tied == 1 ? "has" : "have");
}

/* One digest, so one prev_digest in both: it is that of the entry before in one of the copies alone. */
static int say_cited(const struct copies *c, struct buf *out)
{
    int side = c->original == COPIES_EARLIER ? 0 : 1;
    const char *name[] = {copies_side_name(COPIES_EARLIER), copies_side_name(COPIES_LATER)};

    buf_addf(out,
             "entry %" PRIu64 " of the earlier copy and entry %" PRIu64
             " of the later one have the same digest, and their prev_digest is the digest of entry %" PRIu64
             " of the %s copy; ",
             c->citing[0], c->citing[1], c->citing[side] - 1, name[side]);
    if (c->citing[!side] == 1)
        return buf_addf(out, "in the %s copy none stands before", name[!side]);
    return buf_addf(out, "it is not that of entry %" PRIu64 " of the %s copy", c->citing[!side] - 1, name[!side]);
}

static int say_category(const struct copies *c, struct buf *out)
{
    if (c->category == COPIES_RECLOSED)
        return say_reclosed(c, out);
    if (c->earlier_entries == 0 || c->later_entries == 0)
        return buf_adds(out, "one of the copies has no entry, so no digest was compared");
    if (c->category == COPIES_EXTENDED)
        return say_extended(c, out);
    if (c->category == COPIES_CUT)
        return say_cut(c, out);
    if (c->category == COPIES_BEHEADED)
        return say_beheaded(c, out);
    if (c->category == COPIES_IDENTICAL)
        return buf_adds(out, "every entry is the same in both, in all its members");
    if (copies_same_digests(c))
        return buf_adds(out, "every digest is the same in both, and members differ");
    if (c->original != COPIES_NEITHER)
        return say_cited(c, out);
    return buf_adds(out, "that they differ is certain, how it came about is not");
}

int copies_say_proof(const struct copies *c, struct buf *out)
{
    say_category(c, out);
    if (c->beyond > 0)
        buf_addf(out, "; entry %" PRIu64 " of both copies has one digest, and members of it differ",
                 c->beyond);
    if (c->undigested > 0)
        buf_addf(out, "; %" PRIu64 " %s no digest, and %s the same in all members", c->undigested,
                 c->undigested == 1 ? "entry has" : "entries have", c->undigested == 1 ? "is" : "are");
    if (c->other_job > 0)
        buf_addf(out, "; %" PRIu64 " %s of entries %s not differ in id, tool, class and bytes, and %s in job_id",
                 c->other_job, c->other_job == 1 ? "pair" : "pairs", c->other_job == 1 ? "does" : "do",
                 c->other_job == 1 ? "does" : "do");
    return out->failed ? -1 : 0;
}

enum copies_side copies_side_of(const struct copies *c, uint64_t entry)
{
    return entry > c->later_entries     ? COPIES_EARLIER
           : entry > c->earlier_entries ? COPIES_LATER
                                        : COPIES_NEITHER;
}

static int say_entry(const struct copies *c, uint64_t entry, struct buf *out)
{
    enum copies_side side = copies_side_of(c, entry);

    return buf_addf(out, "entry %" PRIu64 " of %s", entry,
                    side == COPIES_EARLIER ? "the earlier copy"
                    : side == COPIES_LATER ? "the later copy"
                                           : "both copies");
}

int copies_say_entry(const struct copies *c, struct buf *out)
{
    return say_entry(c, c->entry, out);
}

int copies_say_of_file(const char *text, struct buf *out)
{
    static const char *const word[][2] = {{"the later copy", "this file"},
                                          {"the later one", "this file"},
                                          {"the earlier one", "the earlier copy"}};

    for (const char *at = text; *at;) {
        size_t i = 0, words = sizeof word / sizeof *word;
        while (i < words && strncmp(at, word[i][0], strlen(word[i][0])) != 0)
            i++;
        if (i < words) {
            buf_adds(out, word[i][1]);
            at += strlen(word[i][0]);
        } else {
            buf_addc(out, *at++);
        }
    }
    return out->failed ? -1 : 0;
}

static bool differs(const struct copies_members *m, enum member known)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->item[i].known == known)
            return true;
    return false;
}

bool copies_repeats(const struct copies_member *m)
{
    return m->times[0] > 1 || m->times[1] > 1;
}

static void say_times(struct buf *out, unsigned times, const char *where)
{
    if (times == 1)
        buf_addf(out, "once in %s", where);
    else if (times == 0)
        buf_addf(out, "not in %s", where);
    else
        buf_addf(out, "%u times in %s", times, where);
}

int copies_say_repeated(const struct copies_member *m, struct buf *out)
{
    say_times(out, m->times[0], "the earlier copy");
    buf_adds(out, ", ");
    say_times(out, m->times[1], "the later one");
    return buf_adds(out, m->bound ? "; the last one counts" : "");
}

int copies_say_basis(const struct copies_members *m, struct buf *out)
{
    static const enum member part[] = {MEMBER_JOB_ID, MEMBER_ID, MEMBER_TOOL, MEMBER_PROVENANCE_CLASS,
                                       MEMBER_CANONICAL_BYTES};
    bool id = !differs(m, MEMBER_ID), bytes = !differs(m, MEMBER_CANONICAL_BYTES);
    size_t same = 0;

    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        same += !differs(m, part[i]);
    if (same == sizeof part / sizeof *part)
        return buf_adds(out, "the same job_id, id, tool, class and bytes");
    return buf_adds(out, id && bytes ? "the same id and bytes"
                         : id        ? "the same id"
                         : bytes     ? "the same bytes"
                                     : "place, for neither id nor bytes are the same");
}

size_t copies_counts(const struct copies *c, struct copies_count out[COPIES_COUNTS])
{
    const struct copies_count all[COPIES_COUNTS] = {
        {"the same", c->total[COPIES_SAME]},
        {"changed", c->total[COPIES_CHANGED]},
        {"changed beyond digest", c->total[COPIES_UNBOUND]},
        {"moved", c->moved_as[COPIES_SAME]},
        {"moved, changed", c->moved_as[COPIES_CHANGED]},
        {"moved, changed beyond digest", c->moved_as[COPIES_UNBOUND]},
        {"earlier unpaired", c->total[COPIES_MISSING]},
        {"later unpaired", c->total[COPIES_ADDED]},
    };
    size_t n = 0;

    for (size_t i = 0; i < COPIES_COUNTS; i++)
        if (all[i].entries > 0)
            out[n++] = all[i];
    return n;
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
    if (c->later_entries == 0)
        buf_adds(out, "the later copy has no entry, and the earlier one has");
    else if (c->earlier_entries == 0)
        buf_adds(out, "the earlier copy has no entry, and the later one has");
    else if (c->other.category == COPIES_BEHEADED)
        buf_addf(out,
                 "each entry of the earlier copy records what the later one does from its entry %" PRIu64
                 " on",
                 c->other.start);
    else if (c->other.category == COPIES_CUT && c->undigested > 0)
        buf_adds(out, "the earlier copy ends where the later one goes on");
    else if (c->other.reopened)
        buf_addf(out, "the entries of the later copy, the last one with close false, %s the first ones of the "
                      "earlier copy, which goes on",
                 c->undigested > 0 ? "are, by digest or, where there is none, by members," : "have the digests of");
    else if (c->other.category == COPIES_EXTENDED && c->beyond > 0)
        buf_addf(out, "the entries of the later copy %s the first ones of the earlier copy, which goes on",
                 c->undigested > 0 ? "are, by digest or, where there is none, by members," : "have the digests of");
    else if (c->other.category == COPIES_CUT)
        buf_adds(out, "the entries of the earlier copy have the digests of the first ones of the later copy, which "
                      "goes on");
    else
        buf_adds(out, "the earlier copy begins with the entries of the later one and goes on");
}

int copies_say_other(const struct copies *c, struct buf *out)
{
    if (!c->other.told)
        return 0;
    buf_adds(out, copies_category_name(c->other.category));
    if (c->other.entry > 0) {
        buf_adds(out, " at ");
        say_entry(c, c->other.entry, out);
    }
    buf_adds(out, c->other.proved ? ", proved: " : ", possible: ");
    if (c->other.category == COPIES_RECLOSED)
        say_other_reclosed(c, out);
    else
        say_other_part(c, out);
    return buf_adds(out, ". Make sure which copy was taken first");
}
