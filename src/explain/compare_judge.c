/* The category: the first that fits. */
#include "explain/compare_impl.h"

#include <string.h>

enum { STORED_ROOM = 128 }; /* more than a digest takes */

struct judging {
    struct copies *c;
    uint64_t by_digest; /* entries at the beginning that are the same by their digests */
    uint64_t whole;     /* the same in every member */
    struct err *err;
};

static uint64_t common_start(const struct copies *c, bool whole)
{
    uint64_t n = 0;

    while (n < c->earlier_entries && c->pair[n + 1] == n + 1 &&
           (whole ? c->state[n + 1] == PAIR_SAME : pair_one_digest(c->state[n + 1])))
        n++;
    return n;
}

/* --- a close that was put in or taken out --- */

static int stored_prev(struct timeline *t, uint64_t entry, struct digest *out, bool *has,
                       bool *string, struct err *err)
{
    struct entry_text text;

    if (timeline_read_entry(t, entry, STORED_ROOM, &text, err))
        return -1;
    const struct entry_value *v = &text.member[MEMBER_PREV_DIGEST];
    *string = v->type == JSON_STRING;
    *has = v->type == JSON_STRING && !v->cut && digest_parse(v->text.data, v->text.len, out);
    entry_text_release(&text);
    return 0;
}

/* 1: the closed entry has this digest when `close` is false. */
static int opens_to(struct timeline *t, uint64_t entry, const struct digest *want, struct err *err)
{
    struct entry_mark mark = timeline_mark(t, entry);
    struct digest open;

    if (!mark.close || !mark.has_digest)
        return 0;
    if (timeline_digest_closed(t, entry, false, &open, err))
        return -1;
    return digest_equal(&open, want);
}

/* 1: `cut` ends, closed, with the entry that the next one of `whole` cites. */
static int is_reclosed(struct judging *j, struct timeline *whole, struct timeline *cut)
{
    uint64_t last = timeline_progress(cut).entries;
    struct digest carried;
    bool has, string;

    if (!copies_by_digest(j->c) || last == 0 || last >= timeline_progress(whole).entries ||
        j->by_digest + 1 < last)
        return 0;
    if (stored_prev(whole, last + 1, &carried, &has, &string, j->err))
        return -1;
    int status = has ? opens_to(cut, last, &carried, j->err) : 0;
    if (status > 0) {
        j->c->has_carried = true;
        j->c->carried = carried;
    }
    return status;
}

/* 1: the end of `part` was opened again in `whole`, and entries follow. */
static int is_reopened(struct judging *j, struct timeline *part, struct timeline *whole)
{
    uint64_t last = timeline_progress(part).entries;

    if (!copies_by_digest(j->c) || last == 0 || timeline_progress(whole).entries <= last ||
        j->by_digest + 1 != last)
        return 0;
    struct entry_mark here = timeline_mark(whole, last);
    if (!here.has_digest)
        return 0;
    return opens_to(part, last, &here.digest, j->err);
}

/* The first entry after the first `common` whose link does not hold, 0 for none. */
static uint64_t first_unlinked(struct timeline *t, uint64_t common)
{
    uint64_t entries = timeline_progress(t).entries;

    for (uint64_t entry = common + 1; entry <= entries; entry++)
        if (!copies_linked(t, entry))
            return entry;
    return 0;
}

static int find_unlinked(struct judging *j)
{
    struct copies *c = j->c;
    struct digest ignored;
    bool has;

    c->unlinked = first_unlinked(c->later, c->earlier_entries);
    return c->unlinked ? stored_prev(c->later, c->unlinked, &ignored, &has, &c->unlinked_stores, j->err) : 0;
}

/* --- the rest --- */

static int is_one_job(const struct judging *j)
{
    struct str job = timeline_job(j->c->earlier);

    return job.data && timeline_job_is(j->c->later, &job);
}

static bool is_end_replaced(const struct judging *j)
{
    const struct copies *c = j->c;

    return c->earlier_entries == c->later_entries && j->by_digest + 1 == c->earlier_entries &&
           (j->by_digest > 0 || is_one_job(j));
}

/* Entries that are the same stand behind the first that is not, or only members beyond the digest
 * differ. */
static bool is_edited(const struct judging *j)
{
    const struct copies *c = j->c;

    if (c->total[COPIES_UNBOUND])
        return true;
    return c->total[COPIES_SAME] > j->by_digest;
}

static bool is_extended(const struct judging *j)
{
    return j->c->later_entries > j->c->earlier_entries && j->by_digest == j->c->earlier_entries;
}

static bool is_identical(const struct judging *j)
{
    return j->whole == j->c->earlier_entries && j->whole == j->c->later_entries;
}

static int settle(struct judging *j, enum copies_category category, uint64_t entry)
{
    j->c->category = category;
    j->c->entry = entry;
    return 0;
}

static int judge_rest(struct judging *j)
{
    struct copies *c = j->c;

    if (j->by_digest == c->later_entries && c->later_entries < c->earlier_entries)
        return settle(j, COPIES_CUT, j->by_digest + 1);
    if (c->start)
        return settle(j, COPIES_BEHEADED, 1);
    if (is_end_replaced(j))
        return settle(j, COPIES_END_REPLACED, c->earlier_entries);
    if (is_edited(j))
        return settle(j, COPIES_EDITED, j->whole + 1);
    bool forked = j->by_digest > 0 || c->shared_content;
    return settle(j, forked ? COPIES_FORKED : COPIES_UNRELATED, j->by_digest + 1);
}

static int judge(struct judging *j)
{
    struct copies *c = j->c;

    if (is_identical(j))
        return settle(j, COPIES_IDENTICAL, 0);
    if (is_extended(j))
        return settle(j, COPIES_EXTENDED, c->earlier_entries + 1);
    int status = is_reopened(j, c->earlier, c->later);
    if (status) {
        c->reopened = true;
        return status < 0 ? -1 : settle(j, COPIES_EXTENDED, c->earlier_entries);
    }
    status = is_reclosed(j, c->earlier, c->later);
    if (status)
        return status < 0 ? -1 : settle(j, COPIES_RECLOSED, c->later_entries);
    return judge_rest(j);
}

/* --- the other order --- */

static int other(struct judging *j, enum copies_category category, uint64_t entry, bool proved)
{
    j->c->other = (struct copies_other){.told = true,
                                        .category = category,
                                        .entry = entry,
                                        .proved = proved && (j->c->undigested == 0 || category == COPIES_RECLOSED)};
    return 0;
}

/* Entries of one digest stand for each other. */
static bool has_tied(const struct copies *c)
{
    return c->total[COPIES_SAME] + c->total[COPIES_UNBOUND] > c->undigested;
}

/* The first that would fit, of those in which one copy is a part of the other. */
static int judge_other(struct judging *j)
{
    struct copies *c = j->c;
    uint64_t a = c->earlier_entries, b = c->later_entries;

    if (c->category == COPIES_IDENTICAL)
        return 0;
    if (b < a && j->by_digest == b)
        return other(j, COPIES_EXTENDED, b + 1, b > 0 && first_unlinked(c->earlier, b) == 0);
    int status = is_reopened(j, c->later, c->earlier);
    if (status) {
        other(j, COPIES_EXTENDED, b, first_unlinked(c->earlier, b) == 0);
        c->other.reopened = true;
        return status < 0 ? -1 : 0;
    }
    status = c->category != COPIES_RECLOSED ? is_reclosed(j, c->later, c->earlier) : 0;
    if (status)
        return status < 0 ? -1 : other(j, COPIES_RECLOSED, a, true);
    if (j->by_digest == a && a < b)
        return other(j, COPIES_CUT, a + 1, a > 0);
    if (c->other_start) {
        other(j, COPIES_BEHEADED, 1, has_tied(c));
        c->other.start = c->other_start;
    }
    return 0;
}

/* The copy that the first unchanged entry after the first change speaks for. */
static enum copies_side first_original(struct copies *c)
{
    struct copies_row row = {0}, before = {0};
    bool changed = false;

    while (copies_next(c, &row)) {
        bool same = row.kind == COPIES_SAME || row.kind == COPIES_UNBOUND;
        if (same && changed) {
            c->citing[0] = before.next_earlier;
            c->citing[1] = before.next_later;
            return copies_original(c, &before);
        }
        changed = changed || !same;
        before = row;
    }
    return COPIES_NEITHER;
}

bool copies_same_digests(const struct copies *c)
{
    return c->earlier_entries == c->later_entries && c->total[COPIES_UNBOUND] > 0 &&
           c->total[COPIES_SAME] + c->total[COPIES_UNBOUND] == c->earlier_entries;
}

/* What the sentence says has to be recomputed: where entries have no digest, or no digest is in both, that
 * is not so. */
static bool is_proved(const struct copies *c)
{
    if (c->earlier_entries == 0 || c->later_entries == 0)
        return false;
    switch (c->category) {
    case COPIES_RECLOSED: return true;
    case COPIES_EDITED: return c->original != COPIES_NEITHER;
    case COPIES_EXTENDED: return c->undigested == 0 && c->unlinked == 0;
    case COPIES_BEHEADED: return c->undigested == 0 && has_tied(c);
    default: return c->undigested == 0 && c->category <= COPIES_CUT;
    }
}

static uint64_t count_undigested(const struct copies *c)
{
    uint64_t n = 0;

    for (uint64_t entry = 1; entry <= c->earlier_entries; entry++) {
        unsigned char state = c->state[entry];
        n += (state == PAIR_SAME || state == PAIR_UNBOUND) && !copies_tied(c, entry, c->pair[entry]);
    }
    return n;
}

int copies_judge(struct copies *c, struct err *err)
{
    struct judging j = {.c = c, .err = err};

    j.by_digest = common_start(c, false);
    j.whole = common_start(c, true);
    c->undigested = count_undigested(c);
    if (judge(&j) || judge_other(&j))
        return -1;
    c->start = c->category == COPIES_BEHEADED ? c->start : 0;
    if (c->category == COPIES_EXTENDED && c->earlier_entries > 0 && find_unlinked(&j))
        return -1;
    if (c->category == COPIES_EDITED)
        c->original = first_original(c);
    c->beyond = j.whole < j.by_digest && j.whole + 1 < c->entry ? j.whole + 1 : 0;
    c->proved = is_proved(c);
    return 0;
}
