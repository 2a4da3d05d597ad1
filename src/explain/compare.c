#include "explain/compare.h"

#include "explain/compare_impl.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_A_LOOK = 256 };

const char *copies_category_name(enum copies_category c)
{
    static const char *const name[COPIES_COUNT] = {
#define X(id, text, says) text,
        COPIES_TABLE(X)
#undef X
    };
    return name[c];
}

const char *copies_limits(enum copies_category c)
{
    switch (c) {
    case COPIES_IDENTICAL:
        return "Two copies that agree do not show that either is what was recorded: both may have "
               "been made after a change. They say nothing of calls that were never recorded.";
    case COPIES_EXTENDED:
        return "The earlier copy speaks of its own entries alone, not of those that came after it, "
               "nor of the end: whoever has a copy can go on from it. It does not show that "
               "either copy is what was recorded.";
    case COPIES_UNRELATED:
        return "Nothing ties the two together: they may be of two jobs, or one may be written anew "
               "from its first entry on, with other ids, tools or bytes.";
    default:
        return "Which of the two was taken first, who changed what, and why, is not in them: the "
               "names earlier and later are the examiner's. A change that was made before both "
               "copies were taken is not seen.";
    }
}

const char *copies_side_name(enum copies_side s)
{
    static const char *const name[] = {NULL, "earlier", "later"};
    return name[s];
}

bool copies_by_digest(const struct copies *c)
{
    return timeline_construction(c->earlier) == CONSTRUCTION_07 &&
           timeline_construction(c->later) == CONSTRUCTION_07;
}

void copies_pair(struct copies *c, uint64_t earlier, uint64_t later, enum pairing_state state)
{
    c->pair[earlier] = (uint32_t)later;
    c->back[later] = (uint32_t)earlier;
    c->state[earlier] = (unsigned char)state;
}

static int open_tables(struct copies *c, struct err *err)
{
    c->pair = calloc(c->earlier_entries + 2, sizeof *c->pair);
    c->back = calloc(c->later_entries + 2, sizeof *c->back);
    c->state = calloc(c->earlier_entries + 2, sizeof *c->state);
    if (!c->pair || !c->back || !c->state)
        return err_set(err, ERR_MEMORY, "no memory to compare two copies");
    return 0;
}

static void count_rows(struct copies *c)
{
    struct copies_row row = {0};

    while (copies_next(c, &row)) {
        c->total[row.kind]++;
        if (row.kind == COPIES_MOVED_FROM)
            c->moved_as[copies_moved_as(c, &row)]++;
    }
}

/* ---------------------------------------------------------------------------------------------------
 * Steps: each entry of both is looked at some three times. */

bool copies_stopped(void *copies)
{
    struct copies_watch *w = ((struct copies *)copies)->watch;

    return w && w->stop && w->stop(w->arg);
}

static void set_percent(struct copies *c)
{
    uint64_t all = 3 * (c->earlier_entries + c->later_entries) + 1;

    if (c->watch)
        atomic_store(&c->watch->percent, c->steps < all ? (unsigned)(100 * c->steps / all) : 99);
}

int copies_step(struct copies *c, struct err *err)
{
    if (c->steps++ % STEPS_A_LOOK)
        return 0;
    set_percent(c);
    return copies_stopped(c) ? err_set(err, ERR_CANCELLED, "the comparison was given up") : 0;
}

int copies_compare(struct copies *c, struct timeline *earlier, struct timeline *later,
                   struct copies_watch *watch, struct err *err)
{
    memset(c, 0, sizeof *c);
    c->watch = watch;
    c->earlier = earlier;
    c->later = later;
    c->earlier_entries = timeline_progress(earlier).entries;
    c->later_entries = timeline_progress(later).entries;
    timeline_leave_out(earlier, timeline_left_out(later));
    if (open_tables(c, err) || copies_align(c, err) || copies_sweep(c, err))
        return -1;
    count_rows(c);
    return copies_judge(c, err);
}

void copies_release(struct copies *c)
{
    free(c->pair);
    free(c->back);
    free(c->state);
    memset(c, 0, sizeof *c);
}

/* ---------------------------------------------------------------------------------------------------
 * Rows */

static void take_earlier(struct copies_row *row, enum copies_kind kind, uint64_t other)
{
    row->kind = kind;
    row->earlier = row->next_earlier++;
    row->later = other;
}

static void take_later(struct copies_row *row, enum copies_kind kind, uint64_t other)
{
    row->kind = kind;
    row->earlier = other;
    row->later = row->next_later++;
}

static void take_both(struct copies_row *row, unsigned char state)
{
    row->kind = state == PAIR_SAME      ? COPIES_SAME
                : state == PAIR_UNBOUND ? COPIES_UNBOUND
                                        : COPIES_CHANGED;
    row->earlier = row->next_earlier++;
    row->later = row->next_later++;
}

bool copies_next(const struct copies *c, struct copies_row *row)
{
    if (row->next_earlier == 0)
        row->next_earlier = row->next_later = 1;
    uint64_t a = row->next_earlier, b = row->next_later;
    if (a <= c->earlier_entries && !pair_in_order(c->state[a])) {
        take_earlier(row, c->pair[a] ? COPIES_MOVED_FROM : COPIES_MISSING, c->pair[a]);
        return true;
    }
    if (b <= c->later_entries && !(c->back[b] && pair_in_order(c->state[c->back[b]]))) {
        take_later(row, c->back[b] ? COPIES_MOVED_TO : COPIES_ADDED, c->back[b]);
        return true;
    }
    if (a > c->earlier_entries)
        return false;
    take_both(row, c->state[a]);
    return true;
}

enum copies_kind copies_moved_as(const struct copies *c, const struct copies_row *row)
{
    switch (c->state[row->earlier]) {
    case PAIR_MOVED_UNBOUND: return COPIES_UNBOUND;
    case PAIR_MOVED_CHANGED: return COPIES_CHANGED;
    default: return COPIES_SAME;
    }
}

bool copies_linked(struct timeline *t, uint64_t entry)
{
    struct entry_mark mark = timeline_mark(t, entry);

    return link_state(&mark, entry, timeline_construction(t)) == LINK_STATE_HOLDS;
}

bool copies_tied(const struct copies *c, uint64_t earlier, uint64_t later)
{
    struct entry_mark a = timeline_mark(c->earlier, earlier), b = timeline_mark(c->later, later);

    return a.has_digest && b.has_digest && digest_equal(&a.digest, &b.digest);
}

/* The entry is in both copies, after something that is not: it cites what stood before it when it
 * was made. */
static enum copies_side cited(const struct copies *c, uint64_t earlier, uint64_t later)
{
    bool a = copies_linked(c->earlier, earlier), b = copies_linked(c->later, later);

    if (!copies_by_digest(c) || a == b || !copies_tied(c, earlier, later))
        return COPIES_NEITHER;
    return a ? COPIES_EARLIER : COPIES_LATER;
}

enum copies_side copies_original(const struct copies *c, const struct copies_row *row)
{
    uint64_t a = row->next_earlier, b = row->next_later;

    if (a > c->earlier_entries || c->pair[a] != b || !pair_one_digest(c->state[a]))
        return COPIES_NEITHER;
    return cited(c, a, b);
}

/* ---------------------------------------------------------------------------------------------------
 * Members */

static int compare_names(const struct member_print *a, const struct member_print *b)
{
    size_t len = a->name.len < b->name.len ? a->name.len : b->name.len;
    int order = memcmp(a->name.data, b->name.data, len);

    return order ? order : (a->name.len > b->name.len) - (a->name.len < b->name.len);
}

static int add_member(struct copies_members *out, const struct member_print *a, const struct member_print *b)
{
    const struct member_print *m = a ? a : b;
    struct copies_member *to = &out->item[out->count++];

    to->known = m->known;
    to->bound = member_is_bound(m->known);
    to->in_earlier = a != NULL;
    to->in_later = b != NULL;
    to->times[0] = a ? a->times : 0;
    to->times[1] = b ? b->times : 0;
    return str_set(&to->name, m->name.data, m->name.len);
}

/* Both are in the order of their names. */
static int add_differing(struct copies_members *out, const struct entry_prints *a,
                         const struct entry_prints *b)
{
    size_t i = 0, j = 0;
    int status = 0;

    while (status == 0 && (i < a->count || j < b->count)) {
        int order = i == a->count   ? 1
                    : j == b->count ? -1
                                    : compare_names(&a->item[i], &b->item[j]);
        if (order || !digest_equal(&a->item[i].print, &b->item[j].print))
            status = add_member(out, order <= 0 ? &a->item[i] : NULL, order >= 0 ? &b->item[j] : NULL);
        i += order <= 0;
        j += order >= 0;
    }
    return status;
}

static int make_members(struct copies_members *out, const struct entry_prints *a,
                        const struct entry_prints *b, struct err *err)
{
    out->item = calloc(a->count + b->count + 1, sizeof *out->item);
    if (!out->item || add_differing(out, a, b)) {
        copies_members_release(out);
        return err_set(err, ERR_MEMORY, "no memory to compare members");
    }
    return 0;
}

int copies_members(const struct copies *c, uint64_t earlier, uint64_t later,
                   struct copies_members *out, struct err *err)
{
    struct entry_prints a, b;

    memset(out, 0, sizeof *out);
    if (timeline_prints(c->earlier, earlier, &a, err))
        return -1;
    int status = timeline_prints(c->later, later, &b, err);
    if (status == 0) {
        status = make_members(out, &a, &b, err);
        entry_prints_release(&b);
    }
    entry_prints_release(&a);
    return status;
}

void copies_members_release(struct copies_members *m)
{
    for (size_t i = 0; m->item && i < m->count; i++)
        str_release(&m->item[i].name);
    free(m->item);
    memset(m, 0, sizeof *m);
}
