#include "lab/traits.h"

#include "base/limits.h"
#include "base/rfc3339.h"
#include "core/chain.h"
#include "lab/same.h"

#include <stdlib.h>
#include <string.h>

/* Entries without a digest that are read to tell whether they are as they were, and such that were put in. */
enum { READ_MOST = 1000 };

static void note(struct traits *t, const struct differing *d)
{
    t->tool |= d->tool_named;
    t->tool_new |= d->tool_unnamed;
    t->job |= d->job;
    t->id |= d->id && d->nameable;
    t->bytes |= d->bytes && d->nameable;
    t->unnamed |= (d->id || d->bytes || d->tool) && !d->nameable;
    t->other |= d->tool || d->job || d->id || d->bytes || d->unbound || d->place;
}

/* Of a piece: whether the order of a list says something of it; of an entry that got another job only one does that
 * names no job, and of a copy that is none any more, or one from elsewhere, none. */
enum { THERE, AWAY_JOB, AWAY };

/* Entries that steps edit, held against what they were. `away`: by piece. 0 or -1. */
static int note_edits(struct traits *t, struct lab *l, const struct track *track, struct timeline *after, unsigned char *away,
                      struct err *err)
{
    uint64_t at = 1;

    for (size_t i = 0; i < l->rope.count; i++) {
        const struct piece *p = &l->rope.item[i];
        uint64_t was = p->edits > 0 ? track_origin(track, at) : 0;
        bool copy = p->edits > 0 && was == 0 && p->file == 0;
        struct differing d = {.tool = false};

        if ((was > 0 || copy) &&
            differing_of(&d, l->file[0].t, copy ? p->first : was, after, at, p, err) != 0)
            return -1;
        if (was > 0)
            note(t, &d);
        away[i] = p->file != 0 || (copy && (d.tool || d.id || d.bytes)) ? AWAY : d.job ? AWAY_JOB : THERE;
        at += p->count;
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Entries that came and went */

/* A list of expected actions names tools: whether it can name this entry. Of the first READ_MOST that leave a doubt.
 * 1, 0 or -1. */
static int is_nameable(struct timeline *t, uint64_t at, unsigned *read, struct err *err)
{
    uint32_t mask = timeline_mark(t, at).mask;
    struct entry_text e = {0};
    int status;

    if (mask & FINDING_BIT(NOT_OBJECT))
        return 0;
    if (!(mask & FINDING_BIT(MEMBER)) || ++*read > READ_MOST)
        return 1;
    status = timeline_read_members(t, at, LIMIT_SHOWN, &e, err);
    if (status == 0)
        status = tool_is_nameable(&e.member[MEMBER_TOOL]);
    entry_text_release(&e);
    return status;
}

/* Those from `first` to before `end`. 0 or -1. */
static int note_some(bool *some, bool *named, struct timeline *t, uint64_t first, uint64_t end, struct err *err)
{
    unsigned read = 0;

    *some |= first < end;
    for (uint64_t at = first; at < end && !*named; at++) {
        int is = is_nameable(t, at, &read, err);

        if (is < 0)
            return -1;
        *named = is > 0;
    }
    return 0;
}

static int note_entries(struct traits *t, const struct lab *l, const struct track *track, struct timeline *after,
                        struct err *err)
{
    struct timeline *before = l->file[0].t;
    uint64_t next = 1;

    for (size_t i = 0; i < track->count; i++) {
        const struct run *r = &track->item[i];

        if (r->origin == 0 && note_some(&t->added, &t->came, after, r->at, r->at + r->count, err) != 0)
            return -1;
    }
    for (size_t i = 0; i < track->lefts; i++) {
        const struct run *r = &track->left[i];

        if (note_some(&t->removed, &t->went, before, next, r->origin, err) != 0)
            return -1;
        next = r->origin + r->count;
    }
    if (note_some(&t->removed, &t->went, before, next, l->file[0].entries + 1, err) != 0)
        return -1;
    t->unnamed = t->removed && !t->went;
    return 0;
}

/* Whether there are two that a list can put in an order. 0 or -1. */
static int note_two(struct traits *t, struct timeline *after, struct err *err)
{
    uint64_t entries = timeline_progress(after).entries, named = 0;
    unsigned read = 0;

    for (uint64_t at = 1; at <= entries && named < 2; at++) {
        int is = is_nameable(after, at, &read, err);

        if (is < 0)
            return -1;
        named += is > 0;
    }
    t->order = named == 2;
    return 0;
}

static int is_of_job(struct timeline *t, uint64_t at, const struct str *job, struct err *err)
{
    struct entry_text e = {0};
    int status = timeline_read_members(t, at, LIMIT_SHOWN, &e, err);
    const struct entry_value *v = &e.member[MEMBER_JOB_ID];

    if (status == 0)
        status = v->type == JSON_STRING && !v->cut && str_equal(&v->text, job);
    entry_text_release(&e);
    return status;
}

/* A job that is longer than is shown is known in part alone. */
static int note_foreign(struct traits *t, const struct lab *l, const struct track *track, struct timeline *after,
                        struct err *err)
{
    struct str job = timeline_job(l->file[0].t);
    unsigned read = 0;

    if (job.data == NULL || job.len >= LIMIT_SHOWN)
        return 0;
    for (size_t i = 0; i < track->count && !t->foreign; i++)
        for (uint64_t k = 0; k < track->item[i].count && track->item[i].origin == 0 && !t->foreign; k++) {
            int own = ++read <= READ_MOST ? is_of_job(after, track->item[i].at + k, &job, err) : 1;

            if (own < 0)
                return -1;
            if (read > READ_MOST)
                return 0;
            t->foreign = own == 0;
        }
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Time */

/* The last of that name, as everywhere. */
static bool created(const struct entry_text *e, struct instant *at)
{
    const struct entry_extra *found = NULL;
    const char *why;

    for (size_t i = 0; i < e->extras; i++)
        if (!e->extra[i].name_cut && strcmp(e->extra[i].name.data, "created_at") == 0 && e->extra[i].type == JSON_STRING)
            found = &e->extra[i];
    return found != NULL && !found->cut && rfc3339_parse(found->text.data, found->text.len, at, &why) == 0;
}

/* 1, 0 or -1. */
static int first_time(struct timeline *t, struct instant *at, struct err *err)
{
    uint64_t entries = timeline_progress(t).entries;
    int is = 0;

    for (uint64_t n = 1; n <= entries && n <= READ_MOST && is == 0; n++) {
        struct entry_text e = {0};

        is = timeline_read_members(t, n, LIMIT_SHOWN, &e, err) != 0 ? -1 : created(&e, at);
        entry_text_release(&e);
    }
    return is;
}

static int note_time(struct traits *t, struct timeline *before, struct timeline *after, struct err *err)
{
    struct instant was = {0}, is = {0};
    int had = first_time(before, &was, err), has = had < 0 ? -1 : first_time(after, &is, err), order;

    if (has < 0)
        return -1;
    order = had != 0 && has != 0 ? instant_compare(&is, &was) : 0;
    t->time = had != has ? (has != 0 ? LAB_TIME_ANY : LAB_TIME_NONE)
              : order < 0  ? LAB_TIME_EARLIER
              : order > 0  ? LAB_TIME_LATER
                           : LAB_TIME_SAME;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Order */

static bool holds(const struct piece *p, uint64_t entry)
{
    return p->first <= entry && entry - p->first < p->count;
}

struct order {
    const struct lab *l;
    const unsigned char *away;
    unsigned char least; /* from here on a piece has no place in the order */
    bool jobs;           /* nor have entries of another job, and there are some */
    bool unnamed;        /* nor have those that a list cannot name, and there may be some */
    unsigned *read;
    struct err *err;
};

static bool is_out(const struct order *o, size_t piece)
{
    return o->away[piece] >= o->least;
}

/* The first piece from `from` on that has the entry, or a copy of it; the number of pieces where none has. */
static size_t find_piece(const struct order *o, size_t from, uint64_t entry)
{
    const struct rope *r = &o->l->rope;

    while (from < r->count && (is_out(o, from) || !holds(&r->item[from], entry)))
        from++;
    return from;
}

/* The first entry behind this one that is still in some piece; 0: none. `at`: the piece at hand. */
static uint64_t next_left(const struct order *o, size_t at, uint64_t entry)
{
    const struct rope *r = &o->l->rope;
    uint64_t next = 0;

    if (!is_out(o, at) && holds(&r->item[at], entry + 1))
        return entry + 1;
    for (size_t i = 0; i < r->count; i++) {
        const struct piece *p = &r->item[i];
        uint64_t first = p->first > entry ? p->first : entry + 1;

        if (!is_out(o, i) && first - p->first < p->count && (next == 0 || first < next))
            next = first;
    }
    return next;
}

/* Whether the order of a list says something of the entry. 1, 0 or -1. */
static int has_place(const struct order *o, uint64_t entry)
{
    struct timeline *t = o->l->file[0].t;

    if (o->jobs && timeline_mark(t, entry).mask & FINDING_BIT(JOB))
        return 0;
    return o->unnamed ? is_nameable(t, entry, o->read, o->err) : 1;
}

/* Whether the entries cannot be found one behind the other as they were; of one that stands twice either will do. 1, 0
 * or -1. */
static int is_reordered(const struct order *o)
{
    const struct rope *r = &o->l->rope;
    size_t at = 0;

    for (uint64_t entry = next_left(o, 0, 0); entry > 0;) {
        uint64_t last = entry;
        int place = has_place(o, entry);

        if (place < 0)
            return -1;
        if (place > 0) {
            at = find_piece(o, at, entry);
            if (at == r->count)
                return 1;
            if (!o->jobs && !o->unnamed)
                last = r->item[at].first + r->item[at].count - 1;
        }
        entry = next_left(o, at, last);
    }
    return 0;
}

static int note_order(struct traits *t, const struct lab *l, const unsigned char *away, struct err *err)
{
    struct timeline *before = l->file[0].t;
    bool others = timeline_seek(before, 1, 1, FINDING_BIT(JOB)) > 0;
    bool unnamed = timeline_seek(before, 1, 1, FINDING_BIT(NOT_OBJECT) | FINDING_BIT(MEMBER)) > 0;
    unsigned read = 0;
    int own = is_reordered(&(struct order){l, away, AWAY_JOB, others, unnamed, &read, err});
    int all = own < 0 ? -1 : is_reordered(&(struct order){l, away, AWAY, false, unnamed, &read, err});

    t->reordered = own > 0;
    t->reordered_all = all > 0;
    return all < 0 ? -1 : 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Nothing at all */

static uint32_t hash_bits(void)
{
    return FINDING_BIT(OUTPUT_HASH) | FINDING_BIT(ENTRY_DIGEST);
}

/* An entry that no step edited: a repair may have written its link, and with it a stored digest that was wrong. */
static int is_same(struct timeline *was, struct timeline *is, uint64_t at, unsigned *read, struct err *err)
{
    struct entry_mark a = timeline_mark(was, at), b = timeline_mark(is, at);

    if (a.mask != b.mask || a.has_digest != b.has_digest)
        return 0;
    if (a.has_digest && !(a.mask & hash_bits()))
        return digest_equal(&a.digest, &b.digest);
    return ++*read <= READ_MOST ? same_members(was, at, is, at, err) : 0;
}

static int note_nothing(struct traits *t, struct lab *l, const struct track *track, struct timeline *after,
                        struct err *err)
{
    struct timeline *was = l->file[0].t;
    unsigned read = 0;
    int same = 1;

    if (t->other || track->count != 1 || track->item[0].origin != 1 || track->item[0].count != l->file[0].entries)
        return 0;
    for (uint64_t at = 1; at <= l->file[0].entries && same == 1; at++)
        same = is_same(was, after, at, &read, err);
    t->nothing = same == 1;
    return same < 0 ? -1 : 0;
}

int traits_of(struct traits *t, struct lab *l, const struct track *track, struct timeline *after, struct err *err)
{
    unsigned char *away = calloc(l->rope.count + 1, sizeof *away);
    int status;

    memset(t, 0, sizeof *t);
    if (away == NULL)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    t->none = l->steps == 0;
    status = note_entries(t, l, track, after, err);
    if (status == 0)
        status = note_edits(t, l, track, after, away, err);
    if (status == 0)
        status = note_foreign(t, l, track, after, err);
    if (status == 0)
        status = note_two(t, after, err);
    if (status == 0)
        status = note_time(t, l->file[0].t, after, err);
    if (status == 0)
        status = note_order(t, l, away, err);
    if (status == 0)
        status = note_nothing(t, l, track, after, err);
    free(away);
    return status;
}
