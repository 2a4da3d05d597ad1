#include "tui/lab.h"

#include "report/attack.h"
#include "report/shell.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void lab_begin(struct laboratory *x, struct state *evidence, const struct worker *behind)
{
    memset(x, 0, sizeof *x);
    buf_init(&x->says, LIMIT_REFERENCE);
    x->evidence = x->shown = evidence;
    x->worker.at_once = behind->at_once;
    x->worker.notify = behind->notify;
    x->worker.notify_arg = behind->notify_arg;
    evidence->lab = x;
}

/* ---- a copy ---- */

static void release_copy(struct lab_copy *c)
{
    if (c->state) {
        state_release(c->state);
        free(c->state);
    }
    timeline_free(c->timeline);
    source_free(c->source);
    if (c->refs)
        reference_set_release(c->refs);
    free(c->refs);
    memset(c, 0, sizeof *c);
}

/* What runs behind the screen tells it as that of the evidence does. */
static void keep_workers(struct state *to, const struct worker *as)
{
    struct worker *behind[] = {&to->explaining.worker, &to->comparing.worker, &to->checking.worker};

    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        worker_like(behind[i], as);
}

static int make_state(struct laboratory *x, struct lab_copy *c, struct err *err)
{
    struct state *s = calloc(1, sizeof *s);

    if (!s)
        return err_set(err, ERR_MEMORY, "no memory to show a training copy");
    state_init(s, c->timeline, c->refs, x->evidence->now);
    state_choices(s, x->evidence);
    keep_workers(s, &x->worker);
    s->lab = x;
    s->training = true;
    s->casing.offered = true; /* no case file goes with a copy */
    state_set_title(s, lab_base_path(x));
    if (grid_resize(&s->grid, x->shown->grid.rows, x->shown->grid.cols) < 0) {
        state_release(s);
        free(s);
        return err_set(err, ERR_MEMORY, "no memory for the screen");
    }
    c->state = s;
    return 0;
}

static int copy_refs(struct laboratory *x, struct lab_copy *c, struct err *err)
{
    if (x->course == COURSE_TOUR)
        return lab_tour_refs(x, c->refs, err);
    return x->sample ? 0 : lab_copy_references(c->refs, x->evidence->refs, err);
}

/* Takes over what was made, and has it examined. */
static int examine(struct laboratory *x, struct err *err)
{
    const struct timeline_options how = {
        .layout = LAYOUT_ARRAY, .notify = x->worker.notify, .notify_arg = x->worker.notify_arg};
    struct lab_copy *c = &x->next;

    c->source = x->made;
    x->made = NULL;
    c->applied = x->applied;
    c->refs = calloc(1, sizeof *c->refs);
    if (!c->refs)
        return err_set(err, ERR_MEMORY, "no memory for the references");
    if (copy_refs(x, c, err) < 0)
        return -1;
    c->timeline = timeline_new(c->source, &how, err);
    if (!c->timeline)
        return -1;
    timeline_leave_out(c->timeline, LAB_MARK);
    if (timeline_start(c->timeline, err) < 0)
        return -1;
    return make_state(x, c, err);
}

/* ---- before and after ---- */

static void forget_notice(struct laboratory *x)
{
    lab_notice_release(x->notice);
    memset(x->notice, 0, sizeof x->notice);
    lab_view_release(&x->before);
    lab_view_release(&x->after);
}

static int judge_before(struct laboratory *x, struct err *err)
{
    struct state *e = x->evidence;

    if (x->course != COURSE_TOUR && !x->sample)
        return lab_view(&x->before, x->base, e->refs, err);
    reference_set_release(&x->witness);
    if (x->course == COURSE_TOUR && lab_tour_refs(x, &x->witness, err) < 0)
        return -1;
    if (references_check(&x->witness, x->base, e->now, err) < 0)
        return -1;
    return lab_view(&x->before, x->base, &x->witness, err);
}

static int judge(struct laboratory *x, struct err *err)
{
    struct lab_copy *c = &x->next;

    forget_notice(x);
    if (c->state->progress.failed)
        return timeline_wait(c->timeline, err) < 0 ? -1 : err_set(err, ERR_IO, "the copy was not examined");
    if (!c->state->referenced)
        return err_set(err, ERR_IO, "the references were not checked against the copy");
    if (judge_before(x, err) < 0 || lab_view(&x->after, c->timeline, c->refs, err) < 0)
        return -1;
    return lab_notice(x->lab, &x->before, &x->after, c->refs, x->notice, err);
}

static void add_sight(struct buf *out, const struct laboratory *x, enum lab_judgement j)
{
    const char *was = lab_result(&x->before, j), *is = lab_result(&x->after, j);

    buf_addf(out, "; %s ", lab_judgement_name(j));
    show_result(out, was);
    if (strcmp(was, is) != 0) {
        buf_adds(out, " -> ");
        show_result(out, is);
    }
    if (x->notice[j].sight != LAB_NOT_ASSESSED || strcmp(is, "not_assessed") != 0)
        buf_addf(out, ": %s", lab_sight_name(x->notice[j].sight));
}

void lab_say_judgements(struct laboratory *x)
{
    char was[NUMBER_ROOM], is[NUMBER_ROOM];
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (x->before.verdict.entries == x->after.verdict.entries)
        show_count(&text, x->after.verdict.entries, "entry", "entries"), buf_adds(&text, " before and after");
    else
        buf_addf(&text, "%s %s became %s", show_number(was, x->before.verdict.entries),
                 x->before.verdict.entries == 1 ? "entry" : "entries",
                 show_number(is, x->after.verdict.entries));
    if (lab_tells(x))
        for (int j = 0; j < LAB_JUDGEMENTS; j++)
            add_sight(&text, x, (enum lab_judgement)j);
    else
        buf_adds(&text, "; what was done is not told");
    state_say(x->shown, STYLE_NORMAL, "%s", buf_cstr(&text));
    buf_release(&text);
}

/* ---- for the screen ---- */

static void put_command(struct laboratory *x)
{
    struct buf text, witness;

    buf_init(&text, LIMIT_REFERENCE);
    buf_init(&witness, LIMIT_MESSAGE);
    attack_witness(&witness, x->copy.refs);
    buf_adds(&witness, x->course == COURSE_QUIZ ? "--mark-all --explain" : "--explain");
    str_release(&x->same);
    if (attack_command(&text, x->lab, x->sample ? NULL : lab_base_path(x), buf_cstr(&witness)) == 0)
        str_take(&x->same, &text);
    buf_release(&witness);
    buf_release(&text);
}

void lab_remember(struct laboratory *x)
{
    buf_release(&x->says);
    buf_init(&x->says, LIMIT_REFERENCE);
    x->steps = lab_steps(x->lab);
    x->undone = lab_undone(x->lab);
    x->shown_stop = x->stop;
    x->shown_look = x->look;
    x->base_entries = lab_entries_before(x->lab);
    for (size_t i = 0; i < x->steps; i++) {
        buf_adds(&x->says, lab_says(x->lab, i));
        buf_addc(&x->says, '\0');
        if (x->says.failed)
            x->steps = i; /* no memory for more: what is shown are the first */
    }
    put_command(x);
}

/* ---- going on ---- */

void lab_show(struct laboratory *x, struct state *s)
{
    struct state *from = x->shown;

    if (s == from)
        return;
    s->said = from->said;
    s->mouse = from->mouse;
    s->announced = 0;
    buf_clear(&s->message);
    x->shown = s;
}

void lab_drop_copy(struct laboratory *x)
{
    lab_show(x, x->evidence);
    if (x->copy.state) {
        release_copy(&x->gone);
        x->gone = x->copy;
        memset(&x->copy, 0, sizeof x->copy);
    }
    forget_notice(x);
}

static void forget_made(struct laboratory *x)
{
    release_copy(&x->next);
    source_free(x->made);
    x->made = NULL;
}

static void forget_base(struct laboratory *x)
{
    lab_free(x->lab);
    x->lab = NULL;
    if (x->sample) {
        timeline_free(x->base);
        source_free(x->sample_source);
    }
    x->base = NULL;
    x->sample_source = NULL;
    x->sample = false;
    reference_set_release(&x->witness);
}

static void close_lab(struct laboratory *x)
{
    worker_end(&x->worker);
    forget_made(x);
    lab_drop_copy(x);
    forget_base(x);
    lab_step_release(&x->step);
    memset(&x->step, 0, sizeof x->step);
    free(x->typed);
    free(x->save_path);
    x->typed = x->save_path = NULL;
    x->course = COURSE_FREE;
    x->stage = LAB_IDLE;
    x->change = CHANGE_NONE;
    x->due = 0;
    x->stopped = x->drawn = x->solved = false;
}

static bool pop_aside(struct laboratory *x)
{
    struct lab_aside *a = x->aside;

    close_lab(x);
    if (!a)
        return false;
    x->aside = a->next;
    x->lab = a->lab;
    x->sample = a->sample;
    x->sample_source = a->sample_source;
    x->base = a->base;
    x->course = a->course;
    x->stop = a->stop;
    x->look = a->look;
    x->seed = a->seed;
    x->attacks = a->attacks;
    x->drawn = a->drawn;
    x->solved = a->solved;
    free(a);
    return true;
}

void lab_close(struct laboratory *x)
{
    while (pop_aside(x))
        ;
}

int lab_put_aside(struct laboratory *x, struct err *err)
{
    struct lab_aside *a;

    if (!x->lab || (x->course == COURSE_FREE && lab_steps(x->lab) + lab_undone(x->lab) == 0))
        return 0;
    a = malloc(sizeof *a);
    if (!a)
        return err_set(err, ERR_MEMORY, "no memory to put the steps aside");
    *a = (struct lab_aside){.lab = x->lab,
                            .sample = x->sample,
                            .sample_source = x->sample_source,
                            .base = x->base,
                            .course = x->course,
                            .stop = x->shown_stop,
                            .look = x->shown_look,
                            .seed = x->seed,
                            .attacks = x->attacks,
                            .drawn = x->drawn,
                            .solved = x->solved,
                            .next = x->aside};
    x->aside = a;
    x->lab = NULL;
    x->base = NULL;
    x->sample_source = NULL;
    x->sample = false;
    return 0;
}

/* A tour or an exercise that another one took the place of. */
static void forget_course(struct laboratory *x)
{
    while (x->aside && x->aside->course != COURSE_FREE) {
        struct lab_aside *a = x->aside;

        x->aside = a->next;
        lab_free(a->lab);
        if (a->sample) {
            timeline_free(a->base);
            source_free(a->sample_source);
        }
        free(a);
    }
}

bool lab_take_up(struct laboratory *x)
{
    if (!pop_aside(x))
        return false;
    if (!lab_all_undone(x))
        lab_make(x, CHANGE_NONE);
    return true;
}

void lab_end(struct laboratory *x)
{
    lab_close(x);
    lab_free(x->kept);
    release_copy(&x->gone);
    buf_release(&x->says);
    str_release(&x->same);
}

static void take_back(struct laboratory *x)
{
    enum lab_change change = x->change;
    struct err err = {0};

    x->change = CHANGE_NONE;
    if (change == CHANGE_ADDED) {
        lab_withdraw(x->lab);
        x->course = x->course_before;
    }
    if (change == CHANGE_REDONE)
        lab_undo(x->lab);
    if (change == CHANGE_UNDONE)
        lab_redo(x->lab);
    x->stop = x->shown_stop;
    x->look = x->shown_look;
    if (change == CHANGE_BEGUN || (change == CHANGE_MOVED && lab_tour_steps(x->lab, x->stop, x->look, &err) < 0))
        lab_take_up(x);
}

static void fail(struct laboratory *x)
{
    bool stopped = x->stopped;
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_escaped(&text, x->err.text, strlen(x->err.text), x->evidence->flags);
    x->stage = LAB_IDLE;
    x->stopped = false;
    x->due = 0;
    forget_made(x);
    take_back(x);
    if (stopped)
        state_say(x->shown, STYLE_NORMAL, "given up: nothing was changed");
    else
        state_say(x->shown, STYLE_FAILURE, "no training copy was made: %s", buf_cstr(&text));
    buf_release(&text);
}

/* It takes the place of the one before. */
static void take_over(struct laboratory *x)
{
    struct lab_copy old = x->copy;

    x->refs = x->evidence->refs->count;
    x->list = x->evidence->refs->expected;
    if (state_view(x->evidence) == &view_lab)
        state_pop(x->evidence);
    x->copy = x->next;
    memset(&x->next, 0, sizeof x->next);
    lab_remember(x);
    if (x->change == CHANGE_BEGUN)
        forget_course(x);
    x->stage = LAB_IDLE;
    x->change = CHANGE_NONE;
    x->saved = x->warned = false;
    state_push(x->copy.state, &view_lab_seen);
    lab_show(x, x->copy.state);
    release_copy(&old);
    lab_say_judgements(x);
    lab_tour_due(x);
}

static void begin_examining(struct laboratory *x)
{
    if (x->stopped)
        err_set(&x->err, ERR_CANCELLED, "given up");
    if (x->err.code == ERR_NONE && examine(x, &x->err) == 0)
        x->stage = LAB_EXAMINING;
    else
        fail(x);
}

static void go_on_examining(struct laboratory *x)
{
    struct state *s = x->next.state;

    if (x->stopped) {
        err_set(&x->err, ERR_CANCELLED, "given up");
        fail(x);
        return;
    }
    if (x->worker.at_once)
        timeline_wait(x->next.timeline, &x->err);
    state_refresh(s);
    if (!s->opened)
        return;
    if (judge(x, &x->err) < 0)
        fail(x);
    else
        take_over(x);
}

/* ---- the task ---- */

static void draw_steps(struct laboratory *x)
{
    x->drawn = true;
    lab_add_random(x->lab, x->attacks, x->seed, &x->err);
}

static void apply(void *arg)
{
    struct laboratory *x = arg;

    if (x->course == COURSE_QUIZ && !x->drawn)
        draw_steps(x);
    if (x->err.code == ERR_NONE)
        x->made = lab_apply(x->lab, lab_base_path(x), &x->applied, &x->err);
}

void lab_make(struct laboratory *x, enum lab_change change)
{
    x->change = change;
    x->stopped = false;
    err_clear(&x->err);
    x->stage = LAB_APPLYING;
    if (worker_start(&x->worker, apply, x, &x->err) < 0)
        fail(x);
}

void lab_follow(struct laboratory *x)
{
    bool over = x->stage != LAB_IDLE && (!x->worker.running || worker_take(&x->worker));

    release_copy(&x->gone);
    if (over && x->stage == LAB_ADDING)
        lab_added(x);
    else if (over && x->stage == LAB_SAVING)
        lab_saved(x);
    else if (over && x->stage == LAB_APPLYING)
        begin_examining(x);
    if (x->stage == LAB_EXAMINING)
        go_on_examining(x);
}

bool lab_cancel(struct state *s)
{
    struct laboratory *x = s->lab;

    if (!x || x->stage == LAB_IDLE || x->stage == LAB_ASKING)
        return false;
    x->stopped = true;
    x->due = 0;
    worker_stop(&x->worker);
    if (x->stage == LAB_EXAMINING)
        timeline_cancel(x->next.timeline);
    state_say(s, STYLE_NORMAL, "giving up ...");
    return true;
}

void lab_status(const struct state *s, struct buf *out)
{
    const struct laboratory *x = s->lab;
    struct progress p;

    if (!x || x->stage == LAB_IDLE || x->stage == LAB_ASKING)
        return;
    if (x->stage == LAB_ADDING)
        buf_adds(out, "looking at the step");
    else if (x->stage == LAB_APPLYING)
        buf_adds(out, "making the training copy");
    else if (x->stage == LAB_SAVING)
        buf_adds(out, "saving the training copy");
    else {
        p = timeline_progress(x->next.timeline);
        buf_addf(out, "examining the training copy, %u %% so far",
                 (unsigned)(p.bytes_total ? p.bytes_read * 100 / p.bytes_total : 0));
    }
    buf_addf(out, " (%s gives up)", action_sign(ACTION_CANCEL));
}

/* ---- opening ---- */

const char *lab_base_path(const struct laboratory *x)
{
    return x->sample ? "the timeline of the tour" : source_path(timeline_source(x->base));
}

bool lab_usable(const struct laboratory *x, struct err *err)
{
    const struct state *e = x->evidence;
    const struct damage *d = timeline_damage(e->timeline);

    if (!e->progress.done && !e->progress.failed)
        err_set(err, ERR_USAGE, "the timeline is still being examined: the lab opens when that is done");
    else if (e->progress.failed || d)
        err_set(err, ERR_FORM, "the timeline was not read to its end: only one that can be read whole is altered");
    else if (e->changed)
        err_set(err, ERR_CHANGED, "the file changed since it was read: %s reads it again",
                action_sign(ACTION_RELOAD));
    else if (e->progress.entries == 0)
        err_set(err, ERR_FORM, "the timeline has no entry: there is nothing to alter");
    else if (!e->referenced)
        err_set(err, ERR_USAGE, "the references are still being checked: the lab opens when that is done");
    else
        return true;
    return false;
}

static int open_sample(struct laboratory *x, struct err *err)
{
    const struct timeline_options how = {.layout = LAYOUT_ARRAY};

    x->sample = true;
    x->sample_source = lab_sample(err);
    if (!x->sample_source)
        return -1;
    x->base = timeline_new(x->sample_source, &how, err);
    if (!x->base || timeline_start(x->base, err) < 0)
        return -1;
    return timeline_wait(x->base, err);
}

int lab_open(struct laboratory *x, bool sample, bool mark_all, struct err *err)
{
    const struct lab_options options = {
        .mark_all = mark_all, .stop = worker_stopped, .stop_arg = &x->worker};
    int status = 0;

    close_lab(x);
    if (sample)
        status = open_sample(x, err);
    else
        x->base = x->evidence->timeline;
    if (status == 0)
        x->lab = lab_new(x->base, &options, err);
    if (x->lab)
        return 0;
    close_lab(x);
    return -1;
}
