/* One pass over the entries of a timeline: which class each is of, and whether the list was
 * frozen before the first of them was created. */
#include "core/expected_impl.h"

#include "core/keyed.h"
#include "core/telling.h"

#include <stdio.h>
#include <string.h>

struct pass {
    struct expected *e;
    struct timeline *t;
    struct matcher *m;
    uint64_t job[2], created[2]; /* fingerprints of the job and of the name created_at */
    bool touched;
    struct value time; /* created_at of the entry at hand */
    struct telling w;
    struct err *err;
};

static int key_of(struct pass *p, const struct value *v, uint64_t key[2])
{
    const struct extent *x = &p->w.x;

    if (keyed_string(&key[0], 0, x, v->offset, v->length, v->plain, p->err))
        return -1;
    return keyed_string(&key[1], 1, x, v->offset, v->length, v->plain, p->err);
}

static bool same(const uint64_t a[2], const uint64_t b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

/* --- the first time --- */

/* The last of that name, as everywhere. */
static int on_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct pass *p = arg;
    uint64_t key[2];

    if (known != MEMBER_COUNT || v->type != JSON_STRING)
        return 0;
    if (key_of(p, name, key))
        return -1;
    if (same(key, p->created))
        p->time = *v;
    return 0;
}

static int add_time(struct pass *p, struct finding *f, const char *text)
{
    if (str_set(&f->message, text, strlen(text))) {
        finding_release(f);
        return telling_no_memory(p->err);
    }
    return finding_list_add(&p->e->list, f) ? telling_no_memory(p->err) : 0;
}

static int warn_late(struct pass *p, const struct str *created)
{
    char text[256];
    struct finding f;

    snprintf(text, sizeof text,
             "frozen_at %.40s lies after created_at %.40s of this entry, which no digest binds: the "
             "list was not frozen beforehand",
             p->e->frozen_at.data, created->data);
    if (telling_begin(&p->w, &f, FINDING_EXPECT_TIME, MEMBER_COUNT)) {
        finding_release(&f);
        return -1;
    }
    f.member = "created_at";
    telling_place(&p->w, &f, p->time.offset);
    if (str_set(&f.stored, created->data, created->len)) {
        finding_release(&f);
        return telling_no_memory(p->err);
    }
    return add_time(p, &f, text);
}

static int warn_no_time(struct pass *p)
{
    struct finding f;

    finding_init(&f, FINDING_EXPECT_TIME, 0);
    f.member = "frozen_at";
    p->e->frozen = FROZEN_NOT_BEFOREHAND;
    return add_time(
        p, &f,
        p->e->frozen_at.data
            ? "no entry has a created_at that is a time: that the list was frozen beforehand is "
              "not shown"
            : "the list does not say when it was frozen: that it was frozen beforehand is not "
              "shown");
}

static int compare_times(struct pass *p, const struct str *created)
{
    struct instant at;
    const char *why;

    if (rfc3339_parse(created->data, created->len, &at, &why) != 0)
        return 0;
    bool late = instant_compare(&p->e->frozen_instant, &at) > 0;
    p->e->frozen = late ? FROZEN_NOT_BEFOREHAND : FROZEN_BEFOREHAND;
    return late ? warn_late(p, created) : 0;
}

static int look_at_time(struct pass *p)
{
    struct str text = {0};
    bool cut = false;

    if (p->time.type != JSON_STRING)
        return 0;
    int status = telling_value(&p->w, &text, &cut, &p->time);
    if (status == 0 && !cut)
        status = compare_times(p, &text);
    str_release(&text);
    return status;
}

static bool wants_time(const struct pass *p)
{
    return p->e->frozen_at.data && p->e->frozen == FROZEN_NOT_COMPARED;
}

/* --- an entry --- */

static int read_hash(struct pass *p, struct traits *x)
{
    struct payload payload;

    if (payload_read(&payload, &p->w.f.entry.member[MEMBER_CANONICAL_BYTES], &p->w.x,
                     p->t->desk.hasher, NULL, NULL, p->err))
        return -1;
    x->has_hash = payload.strict;
    x->hash = payload.digest;
    return 0;
}

/* 1, or 0 for an entry of another job; -1. */
static int is_of_job(struct pass *p)
{
    const struct value *v = &p->w.f.entry.member[MEMBER_JOB_ID];
    uint64_t key[2];

    if (!p->e->job_id.data)
        return 1;
    if (v->type != JSON_STRING)
        return 0;
    return key_of(p, v, key) ? -1 : same(key, p->job);
}

static int note(struct pass *p, uint32_t *class)
{
    const struct value *m = p->w.f.entry.member;
    struct traits x = {.has_id = false};
    unsigned levels;

    *class = 0;
    if (m[MEMBER_TOOL].type != JSON_STRING)
        return 0;
    if (key_of(p, &m[MEMBER_TOOL], x.tool))
        return -1;
    levels = matcher_levels(p->m, x.tool);
    if (LEVEL_NEEDS_ID(levels) && m[MEMBER_ID].type == JSON_STRING) {
        x.has_id = true;
        if (key_of(p, &m[MEMBER_ID], x.id))
            return -1;
    }
    if (LEVEL_NEEDS_HASH(levels) && read_hash(p, &x))
        return -1;
    return levels ? matcher_note(p->m, &x, class, p->err) : 0;
}

static int changed(struct pass *p)
{
    if (p->err->code != ERR_FORM)
        return -1;
    return err_set(p->err, ERR_CHANGED, "the input changed while it was examined");
}

static int read_entry(struct pass *p, uint64_t number)
{
    struct entry_visitor visitor = {on_member, p};
    struct timeline *t = p->t;

    p->w.entry = number;
    p->time.type = JSON_ABSENT;
    memset(&p->w.f.seq, 0, sizeof p->w.f.seq);
    if (timeline_extent(t, number, &p->w.x, p->err))
        return -1;
    if (entry_read(&p->w.f.entry, &p->w.x, t->plan.depth, t->desk.names, t->desk.window,
                   LIMIT_WINDOW, wants_time(p) ? &visitor : NULL, p->err))
        return changed(p);
    return p->touched ? timeline_still(t, number, p->err) : 0;
}

/* What a finding about the entry needs beside its members. */
static int read_time(struct pass *p, uint64_t number)
{
    if (p->time.type != JSON_STRING || !wants_time(p))
        return 0;
    struct value time = p->time;
    if (timeline_facts(p->t, number, &p->w.x, &p->w.f, p->err))
        return -1;
    p->time = time;
    return look_at_time(p);
}

static int look_at(struct pass *p, uint64_t number)
{
    struct expected *e = p->e;

    if (read_entry(p, number) || read_time(p, number))
        return -1;
    int mine = is_of_job(p);
    if (mine < 0)
        return -1;
    if (mine)
        return note(p, &e->which[number - 1]);
    e->fate[number - 1] = FATE_FOREIGN;
    return 0;
}

enum { STOP_EACH = 256 };

static int look_at_all(struct pass *p)
{
    for (uint64_t number = 1; number <= p->e->entries; number++) {
        pthread_mutex_lock(&p->t->desk_lock);
        int status = look_at(p, number);
        pthread_mutex_unlock(&p->t->desk_lock);
        if (status)
            return -1;
        if (number % STOP_EACH == 0 && p->e->stop && p->e->stop(p->e->stop_arg))
            return err_set(p->err, ERR_CANCELLED, "holding the list against the entries was given up");
    }
    if (!p->touched && source_touched(p->t->source))
        return err_set(p->err, ERR_CHANGED,
                       "the input was changed while it was held against the list");
    return p->e->frozen == FROZEN_NOT_COMPARED ? warn_no_time(p) : 0;
}

int expected_sweep(struct expected *e, struct timeline *t, struct matcher *m, struct err *err)
{
    static const char created[] = "created_at";
    struct err own = {0};
    struct pass p = {
        .e = e, .t = t, .m = m, .touched = source_touched(t->source), .err = err ? err : &own};

    p.w.t = t;
    p.w.err = p.err;
    err_clear(p.err);
    key_of_text(p.created, &(struct str){(char *)(uintptr_t)created, sizeof created - 1});
    if (e->job_id.data)
        key_of_text(p.job, &e->job_id);
    return look_at_all(&p);
}
