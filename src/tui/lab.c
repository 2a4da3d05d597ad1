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
    buf_init(&x->first, LIMIT_MESSAGE);
    x->evidence = x->shown = evidence;
    x->now = held_now(&x->held);
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
    free(c->saved);
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
    if (x->now->course == COURSE_TOUR)
        return lab_tour_refs(x, c->refs, err);
    return x->now->sample ? 0 : lab_copy_references(c->refs, x->evidence->refs, &x->list_bytes, err);
}

/* Takes over what was made, and has it examined. */
static int examine(struct laboratory *x, struct err *err)
{
    const struct timeline_options how = {
        .construction = timeline_asked(x->now->base), .layout = LAYOUT_ARRAY,
        .notify = x->worker.notify, .notify_arg = x->worker.notify_arg};
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

/* ---- for the screen ---- */

static void put_command(struct laboratory *x)
{
    struct buf text, witness;

    buf_init(&text, LIMIT_REFERENCE);
    buf_init(&witness, LIMIT_MESSAGE);
    attack_witness(&witness, x->copy.refs);
    attack_construction(&witness, timeline_asked(x->now->base));
    buf_adds(&witness, x->now->mark_all ? "--mark-all --explain" : "--explain");
    str_release(&x->same);
    if (attack_command(&text, x->now->lab, x->now->sample ? NULL : lab_base_path(x), buf_cstr(&witness)) == 0)
        str_take(&x->same, &text);
    buf_release(&witness);
    buf_release(&text);
}

void lab_remember(struct laboratory *x)
{
    buf_release(&x->says);
    buf_init(&x->says, LIMIT_REFERENCE);
    x->steps = lab_steps(x->now->lab);
    x->undone = lab_undone(x->now->lab);
    x->shown_stop = x->now->stop;
    x->shown_look = x->now->look;
    x->base_entries = lab_entries_before(x->now->lab);
    for (size_t i = 0; i < x->steps; i++) {
        buf_adds(&x->says, lab_says(x->now->lab, i));
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
    lab_forget_notice(x);
}

static void forget_made(struct laboratory *x)
{
    release_copy(&x->next);
    source_free(x->made);
    x->made = NULL;
}

/* A step that nobody said yes to is none. */
static void drop_unasked(struct laboratory *x)
{
    if (x->now->lab && (x->stage == LAB_ASKING || (x->stage == LAB_ADDING && x->err.code == ERR_NONE)))
        lab_withdraw(x->now->lab);
}

/* What is under way ends, and the copy goes; the programs stay. */
static void end_making(struct laboratory *x)
{
    worker_end(&x->worker);
    drop_unasked(x);
    if (x->stage == LAB_SAVING && x->err.code == ERR_NONE)
        lab_keep(x->now->lab);
    forget_made(x);
    lab_drop_copy(x);
    reference_set_release(&x->witness);
    lab_step_release(&x->step);
    memset(&x->step, 0, sizeof x->step);
    free(x->typed);
    free(x->save_path);
    x->typed = x->save_path = NULL;
    x->stage = LAB_IDLE;
    x->change = CHANGE_NONE;
    x->due = 0;
    x->stopped = false;
    buf_clear(&x->first);
    x->first_failed = false;
}

/* Another program is at hand, without a copy as yet. */
static void turn_to_now(struct laboratory *x)
{
    x->now = held_now(&x->held);
    x->shown_stop = x->now->stop;
    x->shown_look = x->now->look;
}

static void let_go(struct laboratory *x)
{
    end_making(x);
    held_let_go(&x->held);
    turn_to_now(x);
}

void lab_put_aside(struct laboratory *x)
{
    held_put_aside(&x->held);
    turn_to_now(x);
}

/* Its copy, or the evidence where no step of it is in force. */
static void go_on_with(struct laboratory *x)
{
    if (!lab_all_undone(x) && lab_is_due(x))
        lab_make(x, CHANGE_NONE);
}

bool lab_take_up(struct laboratory *x)
{
    bool there;

    let_go(x);
    there = held_take(&x->held, PLACE_ASIDE);
    turn_to_now(x);
    if (there)
        go_on_with(x);
    return there;
}

bool lab_bring_back(struct laboratory *x)
{
    if (!x->held.at[PLACE_AWAY])
        return false;
    end_making(x);
    lab_put_aside(x);
    held_take(&x->held, PLACE_AWAY);
    turn_to_now(x);
    x->put_away = false;
    go_on_with(x);
    return true;
}

void lab_set_aside(struct laboratory *x)
{
    bool begun = x->change == CHANGE_BEGUN;

    end_making(x);
    if (begun) {
        /* What was to be begun is not; what was on before it is. */
        let_go(x);
        held_take(&x->held, PLACE_ASIDE);
    }
    turn_to_now(x);
    timeline_free(x->unmarked);
    x->unmarked = NULL;
    held_detach(&x->held, x->evidence->timeline);
}

void lab_end(struct laboratory *x)
{
    end_making(x);
    held_release(&x->held);
    turn_to_now(x);
    timeline_free(x->unmarked);
    x->unmarked = NULL;
    release_copy(&x->gone);
    buf_release(&x->first);
    buf_release(&x->says);
    str_release(&x->same);
    document_release(&x->list_bytes);
}

static void take_back(struct laboratory *x)
{
    enum lab_change change = x->change;
    struct err err = {0};

    x->change = CHANGE_NONE;
    if (change == CHANGE_ADDED) {
        lab_withdraw(x->now->lab);
        x->now->course = x->course_before;
    }
    if (change == CHANGE_REDONE)
        lab_undo(x->now->lab);
    if (change == CHANGE_UNDONE)
        lab_redo(x->now->lab);
    if (change == CHANGE_MOVED) {
        x->now->stop = x->shown_stop;
        x->now->look = x->shown_look;
    }
    if (change == CHANGE_BEGUN || (change == CHANGE_MOVED && lab_tour_steps(x->now->lab, x->now->stop, x->now->look, &err) < 0))
        lab_take_up(x);
}

static void fail(struct laboratory *x)
{
    bool stopped = x->stopped;
    struct buf text;

    if (x->err.code == ERR_CHANGED)
        lab_can_make(x, &x->err);
    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, stopped ? "given up: nothing was changed" : "no training copy was made: ");
    if (!stopped)
        show_escaped(&text, x->err.text, strlen(x->err.text), x->evidence->flags);
    x->stage = LAB_IDLE;
    x->stopped = false;
    x->due = 0;
    forget_made(x);
    take_back(x);
    lab_say_first(x, !stopped, buf_cstr(&text));
    buf_release(&text);
}

/* What a tour or an exercise took the place of. */
static void forget_courses(struct laboratory *x)
{
    for (const struct lab_program *p; (p = held_course(&x->held)) != NULL; held_forget_course(&x->held))
        if (p->course == COURSE_QUIZ && !lab_same_exercise(p, x->now))
            lab_exercise_gone(p, &x->first);
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
        forget_courses(x);
    if (x->change == CHANGE_ADDED)
        lab_add_dropped(x, "was dropped", "were dropped", &x->first);
    x->stage = LAB_IDLE;
    x->change = CHANGE_NONE;
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
    if (lab_judge(x, &x->err) < 0)
        fail(x);
    else
        take_over(x);
}

/* ---- the task ---- */

static void draw_steps(struct laboratory *x)
{
    x->now->drawn = true;
    lab_add_random(x->now->lab, x->now->attacks, x->now->seed, &x->err);
}

/* Of bytes that stay what they are, so that it can be made again whatever becomes of the file. */
static void apply(void *arg)
{
    struct laboratory *x = arg;

    source_secure(timeline_source(x->now->base), worker_stopped, &x->worker, &x->err);
    if (x->err.code == ERR_NONE && x->now->course == COURSE_QUIZ && !x->now->drawn)
        draw_steps(x);
    if (x->err.code == ERR_NONE && x->marked)
        lab_judge_unmarked(x, &x->err);
    if (x->err.code == ERR_NONE)
        x->made = lab_apply(x->now->lab, lab_base_path(x), &x->applied, &x->err);
}

void lab_make(struct laboratory *x, enum lab_change change)
{
    x->change = change;
    x->stopped = false;
    x->put_away &= change == CHANGE_NONE;
    err_clear(&x->err);
    x->stage = LAB_APPLYING;
    x->marked = lab_is_marked(x);
    if (x->marked)
        reference_set_release(&x->witness);
    if ((x->marked && lab_copy_references(&x->witness, x->evidence->refs, &x->list_bytes, &x->err) < 0) ||
        worker_start(&x->worker, apply, x, &x->err) < 0)
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
    return x->now->sample ? "the timeline of the tour" : source_path(timeline_source(x->now->base));
}

static void refuse_changed(struct err *err)
{
    err_set(err, ERR_CHANGED, "the file changed since it was read: %s reads it again", action_sign(ACTION_RELOAD));
}

bool lab_can_make(const struct laboratory *x, struct err *err)
{
    struct source *source = timeline_source(x->now->base);
    struct err why = {0};

    if (source_is_secured(source) || source_unchanged(source, &why) == 0)
        return true;
    refuse_changed(err);
    return false;
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
        refuse_changed(err);
    else if (e->progress.entries == 0)
        err_set(err, ERR_FORM, "the timeline has no entry: there is nothing to alter");
    else if (!e->referenced)
        err_set(err, ERR_USAGE, "the references are still being checked: the lab opens when that is done");
    else
        return true;
    return false;
}

static int open_sample(struct lab_program *p, struct err *err)
{
    const struct timeline_options how = {.layout = LAYOUT_ARRAY};

    p->sample = true;
    p->sample_source = lab_sample(err);
    if (!p->sample_source)
        return -1;
    p->base = timeline_new(p->sample_source, &how, err);
    if (!p->base || timeline_start(p->base, err) < 0)
        return -1;
    return timeline_wait(p->base, err);
}

int lab_open(struct laboratory *x, bool sample, bool mark_all, struct err *err)
{
    const struct lab_options options = {
        .mark_all = mark_all, .secured = true, .naming = LAB_BY_NAME, .stop = worker_stopped, .stop_arg = &x->worker};
    struct lab_program *p;
    int status = 0;

    let_go(x);
    p = held_new(&x->held, err);
    if (!p)
        return -1;
    x->now = p;
    p->mark_all = mark_all;
    if (sample)
        status = open_sample(p, err);
    else
        p->base = x->evidence->timeline;
    if (status == 0)
        p->lab = lab_new(p->base, &options, err);
    if (p->lab)
        return 0;
    let_go(x);
    return -1;
}
