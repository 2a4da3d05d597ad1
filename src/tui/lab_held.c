#include "tui/lab_held.h"

#include <stdlib.h>
#include <unistd.h>

static void program_free(struct lab_program *p)
{
    lab_free(p->lab);
    if (p->sample) {
        timeline_free(p->base);
        source_free(p->sample_source);
    }
    free(p);
}

static bool has_own(const struct lab_program *p)
{
    struct lab_own own = p->lab ? lab_own(p->lab) : (struct lab_own){0, 0};

    return own.steps + own.undone > 0;
}

static void push(struct lab_held *h, enum lab_place place, struct lab_program *p)
{
    p->next = h->at[place];
    h->at[place] = p;
}

static struct lab_program *pop(struct lab_held *h, enum lab_place place)
{
    struct lab_program *p = h->at[place];

    h->at[place] = p->next;
    p->next = NULL;
    return p;
}

struct lab_program *held_now(struct lab_held *h)
{
    return h->at[PLACE_NOW] ? h->at[PLACE_NOW] : &h->none;
}

struct lab_program *held_new(struct lab_held *h, struct err *err)
{
    struct lab_program *p = calloc(1, sizeof *p);

    if (p)
        push(h, PLACE_NOW, p);
    else
        err_set(err, ERR_MEMORY, "no memory for the steps");
    return p;
}

void held_let_go(struct lab_held *h)
{
    struct lab_program *p = h->at[PLACE_NOW] ? pop(h, PLACE_NOW) : NULL;

    if (p && has_own(p))
        push(h, PLACE_AWAY, p);
    else if (p)
        program_free(p);
}

void held_put_aside(struct lab_held *h)
{
    const struct lab_program *p = held_now(h);

    if (p->lab && (p->course != COURSE_FREE || lab_steps(p->lab) + lab_undone(p->lab) > 0))
        push(h, PLACE_ASIDE, pop(h, PLACE_NOW));
    else
        held_let_go(h);
}

const struct lab_program *held_course(const struct lab_held *h)
{
    const struct lab_program *p = h->at[PLACE_ASIDE];

    return p && p->course != COURSE_FREE && !has_own(p) ? p : NULL;
}

void held_forget_course(struct lab_held *h)
{
    program_free(pop(h, PLACE_ASIDE));
}

bool held_take(struct lab_held *h, enum lab_place place)
{
    if (!h->at[place])
        return false;
    push(h, PLACE_NOW, pop(h, place));
    return true;
}

static void forget_bytes(struct lab_held *h)
{
    if (h->has_bytes)
        close(h->bytes);
    h->has_bytes = false;
}

void held_release(struct lab_held *h)
{
    forget_bytes(h);
    for (int place = 0; place < LAB_PLACES; place++)
        while (h->at[place])
            program_free(pop(h, (enum lab_place)place));
}

/* ---- what would be lost ---- */

static void add(struct lab_own *to, struct lab_own own)
{
    to->steps += own.steps;
    to->undone += own.undone;
}

struct lab_loss held_unkept(const struct lab_held *h, bool evidence)
{
    struct lab_loss l = {0};

    for (int place = 0; place < LAB_PLACES; place++)
        for (const struct lab_program *p = h->at[place]; p; p = p->next)
            /* Steps of a tour or an exercise are nobody's own, and may be drawn at this moment. */
            if (p->lab && p->course == COURSE_FREE && !(evidence && p->sample))
                add(&l.at[place], lab_unkept(p->lab));
    return l;
}

struct lab_own loss_total(const struct lab_loss *l)
{
    struct lab_own all = {0, 0};

    for (int place = 0; place < LAB_PLACES; place++)
        add(&all, l->at[place]);
    return all;
}

/* ---- the evidence is read anew ---- */

void held_detach(struct lab_held *h, struct timeline *evidence)
{
    bool was = false;

    for (int place = 0; place < LAB_PLACES; place++)
        for (struct lab_program *p = h->at[place]; p; p = p->next)
            if (!p->sample && p->base) {
                p->base = NULL;
                was = true;
            }
    if (!was)
        return;
    h->has_of = timeline_sha256(evidence, &h->of);
    forget_bytes(h);
    h->bytes = source_secured_file(timeline_source(evidence));
    h->has_bytes = h->bytes >= 0;
}

static bool attach(struct lab_held *h, struct lab_program *p, struct timeline *t)
{
    struct digest now;

    if (!h->has_of || !timeline_sha256(t, &now) || !digest_equal(&now, &h->of) || timeline_damage(t) ||
        timeline_progress(t).entries != lab_entries_before(p->lab))
        return false;
    if (h->has_bytes)
        source_secure_as(timeline_source(t), h->bytes);
    h->has_bytes = false;
    p->base = t;
    lab_rebase(p->lab, t);
    return true;
}

void held_attach(struct lab_held *h, struct timeline *evidence, void (*goes)(void *arg, const struct lab_program *p),
                 void *arg)
{
    for (int place = 0; place < LAB_PLACES; place++)
        for (struct lab_program **at = &h->at[place], *p; (p = *at) != NULL;) {
            bool waits = !p->sample && !p->base;

            if (!waits || attach(h, p, evidence)) {
                at = &p->next;
                continue;
            }
            goes(arg, p);
            *at = p->next;
            program_free(p);
        }
    h->has_of = false;
    forget_bytes(h);
}
