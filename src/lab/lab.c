#include "base/limits.h"
#include "base/shortage.h"
#include "base/text.h"
#include "lab/lab_impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for the steps");
}

struct lab *lab_new(struct timeline *t, const struct lab_options *options, struct err *err)
{
    struct lab *l = shortage_unless(calloc(1, sizeof *l));

    if (l != NULL) {
        l->options = *options;
        l->file = calloc(1, sizeof *l->file);
    }
    if (l == NULL || l->file == NULL || rope_init(&l->rope, timeline_progress(t).entries) != 0) {
        lab_free(l);
        no_memory(err);
        return NULL;
    }
    l->file[0] = (struct lab_file){.t = t, .entries = timeline_progress(t).entries};
    l->files = 1;
    return l;
}

static void release_done(struct lab_done *d)
{
    lab_step_release(&d->step);
    str_release(&d->says);
    free(d);
}

static void forget_former(struct lab *l)
{
    for (size_t i = 0; i < l->formers; i++)
        release_done(l->former[i]);
    free(l->former);
    l->former = NULL;
    l->formers = 0;
}

static void forget(struct lab *l, size_t from)
{
    forget_former(l);
    for (size_t i = from; i < l->all; i++)
        release_done(l->done[i]);
    l->all = from;
    if (l->steps > from)
        l->steps = from;
}

/* The steps undone are put where lab_withdraw() finds them. */
static int keep_former(struct lab *l, struct err *err)
{
    size_t undone = l->all - l->steps;

    forget_former(l);
    if (undone == 0)
        return 0;
    l->former = malloc(undone * sizeof(struct lab_done *));
    if (l->former == NULL)
        return no_memory(err);
    memcpy(l->former, l->done + l->steps, undone * sizeof(struct lab_done *));
    l->formers = undone;
    l->all = l->steps;
    return 0;
}

/* There is room for them: they were there before. */
static void restore_former(struct lab *l)
{
    if (l->formers > 0)
        memcpy(l->done + l->all, l->former, l->formers * sizeof(struct lab_done *));
    l->all += l->formers;
    free(l->former);
    l->former = NULL;
    l->formers = 0;
}

void lab_free(struct lab *l)
{
    if (l == NULL)
        return;
    forget(l, 0);
    free(l->done);
    rope_release(&l->rope);
    for (size_t i = 1; i < l->files; i++) {
        timeline_free(l->file[i].t);
        source_free(l->file[i].source);
        free(l->file[i].path);
    }
    free(l->file);
    free(l);
}

/* ---------------------------------------------------------------------------------------------------
 * Files that are spliced in */

unsigned lab_file_of(const struct lab *l, const struct lab_step *s)
{
    unsigned i = 1;

    while (i < l->files && strcmp(l->file[i].path, s->file.data) != 0)
        i++;
    return i;
}

/* The error is told of the timeline that is attacked: which file it is about, and where, stands in the text. */
static int refuse_damage(const struct lab_file *f, const struct damage *d, struct err *err)
{
    struct buf name;

    buf_init(&name, LIMIT_MESSAGE);
    text_quote(&name, f->path, strlen(f->path), 0, 120);
    if (d->refused)
        err_set(err, ERR_FORM, "cannot splice %s: %s", buf_cstr(&name), d->message);
    else
        err_set(err, ERR_FORM,
                "cannot splice %s, which is damaged at byte %" PRIu64 ", line %" PRIu64 ", column %" PRIu64
                ": %s; get another copy of it",
                buf_cstr(&name), d->offset, d->line, d->column, d->message);
    buf_release(&name);
    return -1;
}

static int examine(struct lab_file *f, const struct lab_options *options, struct err *err)
{
    struct timeline_options how = {.construction = CONSTRUCTION_07, .jobs = options->jobs};

    f->source = source_open(f->path, err);
    if (f->source == NULL)
        return -1;
    f->t = timeline_new(f->source, &how, err);
    if (f->t == NULL || timeline_start(f->t, err) != 0 || timeline_wait(f->t, err) != 0)
        return -1;
    if (timeline_damage(f->t) != NULL)
        return refuse_damage(f, timeline_damage(f->t), err);
    f->entries = timeline_progress(f->t).entries;
    return options->secured ? source_secure(f->source, options->stop, options->stop_arg, err) : 0;
}

/* Once opened a file stays, also when its step is undone: it is read once (standard input can be no more). */
static int open_file(struct lab *l, const struct lab_step *s, struct err *err)
{
    struct lab_file *more, f = {0};

    if (s->kind != LAB_SPLICE || lab_file_of(l, s) < l->files)
        return 0;
    more = realloc(l->file, (l->files + 1) * sizeof *more);
    f.path = strdup(s->file.data);
    if (more != NULL)
        l->file = more;
    if (more == NULL || f.path == NULL) {
        free(f.path);
        return no_memory(err);
    }
    if (examine(&f, &l->options, err) == 0) {
        l->file[l->files++] = f;
        return 0;
    }
    timeline_free(f.t);
    source_free(f.source);
    free(f.path);
    return -1;
}

/* ---------------------------------------------------------------------------------------------------
 * The program */

int lab_step_rope(const struct lab *l, struct rope *r, const struct lab_step *s)
{
    switch (s->kind) {
    case LAB_DROP_TAIL: return rope_remove(r, r->entries - s->n + 1, s->n);
    case LAB_DROP_HEAD: return rope_remove(r, 1, s->n);
    case LAB_DELETE: return rope_remove(r, s->n, 1);
    case LAB_DUPLICATE: return rope_duplicate(r, s->n);
    case LAB_MOVE: return rope_move(r, s->n, s->to);
    case LAB_SWAP: return rope_swap(r, s->n, s->to);
    case LAB_SET: return rope_edit(r, s->n, (struct edit){EDIT_SET, s});
    case LAB_SET_BYTES: return rope_edit(r, s->n, (struct edit){EDIT_BYTES, s});
    case LAB_REPLACE_LAST: return rope_edit(r, r->entries, (struct edit){EDIT_REPLACE, s});
    case LAB_SPLICE: return rope_splice(r, lab_file_of(l, s), s->n, s->to, s->at);
    case LAB_RENUMBER: rope_renumber(r); return 0;
    case LAB_RECLOSE: return rope_reclose(r, s);
    case LAB_AS_06:
    case LAB_RELINK:
    case LAB_KINDS: break;
    }
    return 0;
}

/* The rope of the steps in force, made anew. */
static int replay(struct lab *l)
{
    rope_release(&l->rope);
    if (rope_init(&l->rope, l->file[0].entries) != 0)
        return -1;
    for (size_t i = 0; i < l->steps; i++)
        if (lab_step_rope(l, &l->rope, &l->done[i]->step) != 0)
            return -1;
    return 0;
}

static int append(struct lab *l, struct lab_done *d, struct err *err)
{
    if (l->all == l->room) {
        size_t room = l->room * 2 + 8;
        struct lab_done **more = realloc(l->done, room * sizeof(struct lab_done *));
        if (more == NULL)
            return no_memory(err);
        l->done = more;
        l->room = room;
    }
    if (lab_step_rope(l, &l->rope, &d->step) != 0) {
        replay(l);
        return no_memory(err);
    }
    l->done[l->all++] = d;
    l->steps = l->all;
    return 0;
}

int lab_add(struct lab *l, const struct lab_step *s, struct err *err)
{
    struct lab_done *d;

    if (open_file(l, s, err) != 0 || lab_step_check(l, s, err) != 0)
        return -1;
    d = calloc(1, sizeof *d);
    if (d == NULL)
        return no_memory(err);
    if (lab_step_copy(&d->step, s) != 0) {
        free(d);
        return no_memory(err);
    }
    if (lab_step_says(l, &d->step, &d->says, err) == 0 && keep_former(l, err) == 0) {
        if (append(l, d, err) == 0)
            return 0;
        restore_former(l);
    }
    release_done(d);
    return -1;
}

int lab_add_text(struct lab *l, enum lab_kind kind, const char *text, struct err *err)
{
    struct lab_step s;
    int status = lab_step_parse(&s, kind, text, l->options.naming, err);

    if (status == 0)
        status = lab_add(l, &s, err);
    lab_step_release(&s);
    return status;
}

bool lab_undo(struct lab *l)
{
    forget_former(l);
    if (l->steps == 0)
        return false;
    l->steps--;
    if (replay(l) != 0)
        lab_reset(l);
    return true;
}

bool lab_redo(struct lab *l)
{
    forget_former(l);
    if (l->steps == l->all || lab_step_rope(l, &l->rope, &l->done[l->steps]->step) != 0)
        return false;
    l->steps++;
    return true;
}

void lab_withdraw(struct lab *l)
{
    struct lab_done *d;

    if (l->steps == 0 || l->steps != l->all)
        return;
    d = l->done[--l->all];
    l->steps = l->all;
    restore_former(l);
    if (replay(l) != 0)
        lab_reset(l);
    release_done(d);
}

void lab_rebase(struct lab *l, struct timeline *t)
{
    l->file[0].t = t;
}

void lab_reset(struct lab *l)
{
    forget(l, 0);
    replay(l);
}

size_t lab_steps(const struct lab *l)
{
    return l->steps;
}

size_t lab_undone(const struct lab *l)
{
    return l->all - l->steps;
}

size_t lab_forgotten(const struct lab *l)
{
    return l->formers;
}

static struct lab_own count_own(const struct lab *l, bool kept_too)
{
    struct lab_own own = {0, 0};

    for (size_t i = 0; i < l->all; i++)
        if (!l->done[i]->given && (kept_too || !l->done[i]->kept))
            *(i < l->steps ? &own.steps : &own.undone) += 1;
    return own;
}

struct lab_own lab_own(const struct lab *l)
{
    return count_own(l, true);
}

struct lab_own lab_unkept(const struct lab *l)
{
    return count_own(l, false);
}

void lab_give(struct lab *l)
{
    for (size_t i = 0; i < l->all; i++)
        l->done[i]->given = true;
}

void lab_keep(struct lab *l)
{
    for (size_t i = 0; i < l->steps; i++)
        l->done[i]->kept = true;
}

const struct lab_step *lab_step_at(const struct lab *l, size_t i)
{
    return &l->done[i]->step;
}

const char *lab_says(const struct lab *l, size_t i)
{
    return l->done[i]->says.data;
}

uint64_t lab_entries_before(const struct lab *l)
{
    return l->file[0].entries;
}

uint64_t lab_entries(const struct lab *l)
{
    return l->rope.entries;
}

struct timeline *lab_timeline(const struct lab *l)
{
    return l->file[0].t;
}
