#include "lab/pass_impl.h"

#include "core/chain.h"

#include <stdlib.h>

enum { STOP_EVERY = 1024 };

/* Only an object has members. */
static void find_last(struct pass *p)
{
    const struct rope *r = &p->l->rope;
    uint64_t position = r->entries, not_objects = 0;

    p->last = position;
    for (size_t i = 0; i < p->l->files; i++)
        not_objects += timeline_total(p->l->file[i].t, FINDING_NOT_OBJECT);
    if (not_objects == 0)
        return;
    p->last = 0;
    for (size_t i = r->count; i-- > 0;)
        for (uint64_t k = r->item[i].count; k-- > 0; position--) {
            const struct piece *piece = &r->item[i];

            if (timeline_mark(p->l->file[piece->file].t, piece->first + k).mask & FINDING_BIT(NOT_OBJECT))
                p->others = true;
            else if (p->last == 0)
                p->last = position;
        }
}

static bool is_stopped(struct pass *p)
{
    const struct lab_options *o = &p->l->options;

    return o->stop != NULL && ++p->begun % STOP_EVERY == 0 && o->stop(o->stop_arg);
}

/* An entry comes in. What a chain before marked is marked so in its file. */
static int begin_item(struct pass *p, const struct piece *piece, uint64_t entry)
{
    struct timeline *t = p->file[piece->file].t;

    p->item = (struct item){.file = piece->file, .entry = entry, .t = t, .piece = piece};
    p->item.mark = timeline_mark(t, entry);
    p->item.marked = p->given && piece->file == 0 && p->item.mark.training;
    return is_stopped(p) ? err_set(p->err, ERR_CANCELLED, "the steps were stopped") : 0;
}

/* The next entry of a level becomes the one at hand, altered by all stages up to there. Of the level below those in
 * front of it, which this one leaves out, are gone through as well: links go over them. */
static int advance(struct pass *p, size_t n)
{
    struct level *v = &p->level[n];
    const struct piece *piece = &v->stage->rope.item[v->piece];
    uint64_t k = v->within, entry = piece->first + k;

    if (++v->within == piece->count) {
        v->within = 0;
        v->piece++;
    }
    v->position++;
    if (n == 0 || piece->file != 0) {
        if (begin_item(p, piece, entry) != 0)
            return -1;
    } else {
        while (p->level[n - 1].position < entry)
            if (advance(p, n - 1) != 0)
                return -1;
    }
    return pass_alter(p, v, piece, piece->seq != 0 ? piece->seq + k : 0);
}

static int write_all(struct pass *p)
{
    struct level *v = &p->level[p->levels - 1];

    while (v->position < v->stage->rope.entries) {
        if (advance(p, p->levels - 1) != 0)
            return -1;
        if ((p->item.read && p->patch.cuts > 0 ? pass_write(p, v) : pass_keep(p)) != 0)
            return -1;
    }
    if (pass_flush(p) != 0)
        return -1;
    if (!p->any)
        return err_set(p->err, ERR_USAGE, "nothing would be left: an empty timeline is not written");
    writer_add(&p->w, "\n]\n", 3);
    return writer_status(&p->w, p->err);
}

static int finish(struct pass *p, struct target *to)
{
    if (to->put != NULL)
        return writer_end(&p->w, p->err);
    to->made = writer_finish(&p->w, p->err);
    return to->made != NULL ? 0 : -1;
}

static int run_pass(struct pass *p, struct target *to)
{
    int status = writer_init(&p->w, to->name, to->put, to->arg, p->err);

    p->page.bytes = malloc(LIMIT_BLOCK);
    p->tail.bytes = malloc(LIMIT_BLOCK);
    if (status == 0 && (p->page.bytes == NULL || p->tail.bytes == NULL))
        status = pass_no_memory(p);
    if (bench_init(&p->b, p->err) != 0 || status != 0 || write_all(p) != 0 || finish(p, to) != 0)
        status = -1;
    pass_end_ahead(p);
    bench_release(&p->b);
    patch_release(&p->patch);
    writer_release(&p->w);
    free(p->page.bytes);
    free(p->tail.bytes);
    return status;
}

static void set_levels(struct pass *p, const struct chain *chain)
{
    p->levels = chain->stages;
    for (size_t i = 0; i < chain->stages; i++) {
        bool last = i + 1 == chain->stages;

        p->level[i] = (struct level){.stage = &chain->stage[i], .last = last, .marking = last && chain->last};
        p->links |= chain->stage[i].relink;
    }
}

int chain_run(struct lab *l, struct lab_file *file, const struct chain *chain, struct target *to,
              struct lab_applied *out, struct err *err)
{
    struct pass p = {.l = l, .file = file, .given = out->marked, .err = err};
    int status;

    set_levels(&p, chain);
    find_last(&p);
    status = run_pass(&p, to);
    out->entries = p.level[p.levels - 1].position;
    out->marked = p.marked;
    out->last_alone = p.last_alone;
    out->not_objects = p.others;
    out->all = p.marked && l->options.mark_all;
    return status;
}
