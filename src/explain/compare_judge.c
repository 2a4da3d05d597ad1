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
                       struct err *err)
{
    struct entry_text text;

    if (timeline_read_entry(t, entry, STORED_ROOM, &text, err))
        return -1;
    const struct entry_value *v = &text.member[MEMBER_PREV_DIGEST];
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

/* 1: `cut` ends, closed, with the entry that the next one of `whole` cites. `*entry` gets its
 * number. */
static int is_reclosed(struct judging *j, struct timeline *whole, struct timeline *cut,
                       uint64_t *entry)
{
    uint64_t last = timeline_progress(cut).entries;
    struct digest carried;
    bool has;

    if (!copies_by_digest(j->c) || last == 0 || last >= timeline_progress(whole).entries ||
        j->by_digest + 1 < last)
        return 0;
    if (stored_prev(whole, last + 1, &carried, &has, j->err))
        return -1;
    int status = has ? opens_to(cut, last, &carried, j->err) : 0;
    if (status > 0) {
        *entry = last;
        j->c->has_carried = true;
        j->c->carried = carried;
    }
    return status;
}

/* The end of the earlier copy was opened again, and entries follow. */
static int is_reopened(struct judging *j)
{
    struct copies *c = j->c;
    uint64_t last = c->earlier_entries;

    if (!copies_by_digest(c) || last == 0 || c->later_entries <= last || j->whole + 1 != last)
        return 0;
    struct entry_mark here = timeline_mark(c->later, last);
    if (!here.has_digest)
        return 0;
    return opens_to(c->earlier, last, &here.digest, j->err);
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
    return j->c->later_entries > j->c->earlier_entries && j->whole == j->c->earlier_entries;
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
    bool forked = j->by_digest > 0 || c->shared_content || c->total[COPIES_MOVED_FROM];
    return settle(j, forked ? COPIES_FORKED : COPIES_UNRELATED, j->by_digest + 1);
}

static int judge(struct judging *j)
{
    struct copies *c = j->c;
    uint64_t entry = 0;

    if (is_identical(j))
        return settle(j, COPIES_IDENTICAL, 0);
    if (is_extended(j))
        return settle(j, COPIES_EXTENDED, c->earlier_entries + 1);
    int status = is_reopened(j);
    if (status) {
        c->reopened = true;
        return status < 0 ? -1 : settle(j, COPIES_EXTENDED, c->earlier_entries);
    }
    status = is_reclosed(j, c->earlier, c->later, &entry);
    if (status)
        return status < 0 ? -1 : settle(j, COPIES_RECLOSED, entry);
    return judge_rest(j);
}

/* The copy that the first unchanged entry after the first change speaks for. */
static enum copies_side first_original(const struct copies *c)
{
    struct copies_row row = {0}, before = {0};
    bool changed = false;

    while (copies_next(c, &row)) {
        bool same = row.kind == COPIES_SAME || row.kind == COPIES_UNBOUND;
        if (same && changed)
            return copies_original(c, &before);
        changed = changed || !same;
        before = row;
    }
    return COPIES_NEITHER;
}

static bool is_proved(const struct copies *c)
{
    return c->category <= COPIES_BEHEADED ||
           (c->category == COPIES_EDITED && c->original != COPIES_NEITHER);
}

int copies_judge(struct copies *c, struct err *err)
{
    struct judging j = {.c = c, .err = err};

    j.by_digest = common_start(c, false);
    j.whole = common_start(c, true);
    if (judge(&j) || (c->category != COPIES_RECLOSED &&
                      is_reclosed(&j, c->later, c->earlier, &c->other_reclosed) < 0))
        return -1;
    if (c->category == COPIES_EDITED)
        c->original = first_original(c);
    c->proved = is_proved(c);
    return 0;
}
