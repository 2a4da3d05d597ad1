/* The steps done, in stages, and those in chains. */
#include "lab/pass.h"

#include <stdlib.h>
#include <string.h>

static bool ends_stage(enum lab_kind k)
{
    return k == LAB_RELINK || k == LAB_AS_06;
}

/* A repair brings a stored entry_digest along, and what comes after it does not. */
static bool begins_stage(enum lab_kind k, bool repaired)
{
    return repaired && (k == LAB_SET || k == LAB_SET_BYTES || k == LAB_AS_06);
}

/* Gathers steps from *at on, which is moved behind them. */
static int plan(const struct lab *l, uint64_t entries, size_t *at, struct stage *s)
{
    bool repaired = false;

    memset(s, 0, sizeof *s);
    if (rope_init(&s->rope, entries) != 0)
        return -1;
    while (*at < l->steps) {
        const struct lab_step *step = &l->done[*at]->step;

        if (begins_stage(step->kind, repaired))
            return 0;
        ++*at;
        if (lab_step_rope(l, &s->rope, step) != 0)
            return -1;
        repaired |= step->kind == LAB_RENUMBER || step->kind == LAB_RECLOSE || step->kind == LAB_REPLACE_LAST;
        if (!ends_stage(step->kind))
            continue;
        s->relink = true;
        s->by06 = step->kind == LAB_AS_06;
        s->from = s->by06 ? 1 : step->n;
        return 0;
    }
    return 0;
}

/* What a chain gave is what the next one begins with. */
static int adopt(struct lab_file *f, struct source *made, unsigned jobs, struct err *err)
{
    struct timeline_options how = {.construction = CONSTRUCTION_07, .jobs = jobs};

    timeline_free(f->source != NULL ? f->t : NULL);
    source_free(f->source);
    f->source = made;
    f->t = timeline_new(made, &how, err);
    if (f->t == NULL || timeline_start(f->t, err) != 0 || timeline_wait(f->t, err) != 0)
        return -1;
    if (timeline_damage(f->t) != NULL)
        return err_set(err, ERR_FORM, "the altered timeline cannot be read: %s", timeline_damage(f->t)->message);
    f->entries = timeline_progress(f->t).entries;
    return 0;
}

static int check_sources(const struct lab *l, struct err *err)
{
    for (size_t i = 0; i < l->files && !l->options.secured; i++)
        if (source_unchanged(timeline_source(l->file[i].t), err) != 0)
            return -1;
    return 0;
}

/* Whether its entries can be taken from the stage before as they come. */
static bool follows_on(const struct rope *r)
{
    uint64_t next = 1;

    for (size_t i = 0; i < r->count; i++) {
        const struct piece *piece = &r->item[i];

        if (piece->file != 0)
            continue;
        if (piece->first < next)
            return false;
        next = piece->first + piece->count;
    }
    return true;
}

/* Gathers stages from *at on, which is moved behind them. 0 or -1; releasing is due in both cases. */
static int plan_chain(const struct lab *l, uint64_t entries, size_t *at, struct chain *c)
{
    c->stages = 0;
    do {
        struct stage *s = &c->stage[c->stages++];
        size_t next = *at;

        if (plan(l, entries, &next, s) != 0)
            return -1;
        if (c->stages > 1 && !follows_on(&s->rope)) {
            rope_release(&s->rope);
            c->stages--;
            break;
        }
        entries = s->rope.entries;
        *at = next;
    } while (*at < l->steps && c->stages < CHAIN_MOST);
    c->last = *at >= l->steps;
    return 0;
}

static void release_chain(struct chain *c)
{
    for (size_t i = 0; i < c->stages; i++)
        rope_release(&c->stage[i].rope);
}

/* All but the last chain go into files. */
static int run_chains(struct lab *l, struct lab_file *file, struct target *to, struct lab_applied *out, struct err *err)
{
    size_t at = 0;
    int status;

    do {
        struct chain chain;
        struct target between = {.name = to->name};

        status = plan_chain(l, file[0].entries, &at, &chain);
        if (status != 0)
            err_set(err, ERR_MEMORY, "no memory for the steps");
        else
            status = chain_run(l, file, &chain, chain.last ? to : &between, out, err);
        release_chain(&chain);
        if (status == 0 && between.made != NULL)
            status = adopt(&file[0], between.made, l->options.jobs, err);
    } while (status == 0 && at < l->steps);
    return status;
}

static int apply(struct lab *l, struct target *to, struct lab_applied *out, struct err *err)
{
    struct lab_file *file = malloc(l->files * sizeof *file);
    int status;

    memset(out, 0, sizeof *out);
    if (file == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the steps");
    memcpy(file, l->file, l->files * sizeof *file);
    status = run_chains(l, file, to, out, err);
    if (file[0].source != NULL) {
        timeline_free(file[0].t);
        source_free(file[0].source);
    }
    free(file);
    return status == 0 ? check_sources(l, err) : -1;
}

struct source *lab_apply(struct lab *l, const char *name, struct lab_applied *out, struct err *err)
{
    struct target to = {.name = name};

    if (apply(l, &to, out, err) == 0)
        return to.made;
    source_free(to.made);
    return NULL;
}

const char *lab_mark_words(const struct lab_applied *a)
{
    if (!a->marked)
        return NULL;
    if (a->last_alone)
        return a->not_objects ? "no entry that can carry " LAB_MARK " was altered, so the last that can does"
                              : "no entry that is left was altered, so the last one carries " LAB_MARK;
    if (a->all)
        return a->not_objects ? "every entry that is an object carries " LAB_MARK : "every entry carries " LAB_MARK;
    return a->not_objects ? "those that a step wrote or put where they are, and that are objects, carry " LAB_MARK
                          : "those that a step wrote or put where they are carry " LAB_MARK;
}

/* In an array nothing can be nested deeper than it was; a line has one level less around it. */
bool lab_can_pass(const struct lab *l)
{
    for (size_t i = 0; i < l->files; i++)
        if (timeline_layout(l->file[i].t) != LAYOUT_ARRAY && timeline_layout(l->file[i].t) != LAYOUT_WRAPPED)
            return false;
    return l->rope.entries > 0;
}

int lab_pass(struct lab *l, int (*put)(void *arg, const void *bytes, size_t len), void *arg, struct lab_applied *out,
             struct err *err)
{
    struct target to = {.name = "", .put = put, .arg = arg};

    return apply(l, &to, out, err);
}
