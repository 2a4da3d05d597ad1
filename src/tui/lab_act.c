/* What the keys of the lab do, and what has no place on a training copy. */
#include "tui/lab.h"

#include "base/shown.h"
#include "report/attack.h"
#include "report/output.h"
#include "report/reproduce.h"
#include "tui/action.h"
#include "tui/export.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>

/* Nothing of the lab may be touched while a task works with it. */
static bool is_busy(struct state *s)
{
    if (s->lab->stage == LAB_IDLE)
        return false;
    state_say(s, STYLE_NORMAL, "a training copy is being made; %s gives it up", action_sign(ACTION_CANCEL));
    return true;
}

/* The list of expected actions and the references are others than those that the copy was checked against. */
static bool is_outdated(const struct laboratory *x)
{
    return x->now->course == COURSE_FREE && !x->now->sample &&
           (x->refs != x->evidence->refs->count || x->list != x->evidence->refs->expected);
}

/* No step is there to be taken back, put away or done again: what is put away is named, or how to begin. */
static void say_none(struct laboratory *x)
{
    const struct lab_program *away = x->held.at[PLACE_AWAY];
    struct lab_own own = away ? lab_own(away->lab) : (struct lab_own){0, 0};
    char steps[NUMBER_ROOM];
    size_t n = own.steps + own.undone;

    if (n > 0)
        state_say(x->shown, STYLE_NORMAL, "no step is at hand; %s %s put away: %s brings %s back", show_number(steps, n),
                  n == 1 ? "step is" : "steps are", action_sign(ACTION_LAB_UNDO), n == 1 ? "it" : "them");
    else
        state_say(x->shown, STYLE_NORMAL, "no step was done; %s opens the lab", action_sign(ACTION_LAB));
}

/* What leads to one is named, if anything does. */
static void say_no_copy(struct laboratory *x, const char *what)
{
    struct err err = {0};

    if (lab_is_due(x))
        state_say(x->shown, STYLE_NORMAL, "%s: %s makes it again", what, action_sign(ACTION_LAB_EVIDENCE));
    else if (lab_all_undone(x))
        return;
    else if (x->held.at[PLACE_AWAY])
        say_none(x);
    else if (!lab_usable(x, &err))
        state_say(x->shown, STYLE_WARNING, "%s; %s", what, err.text);
    else
        state_say(x->shown, STYLE_NORMAL, "%s: %s makes one", what, action_sign(ACTION_LAB));
}

/* ---- going in and out ---- */

static void say_evidence(struct state *s)
{
    state_say(s, STYLE_NORMAL, "the evidence, as it was; %s goes back to the training copy",
              action_sign(ACTION_LAB_EVIDENCE));
}

static void show_copy(struct laboratory *x)
{
    struct err err = {0};

    lab_show(x, x->copy.state);
    state_push(x->copy.state, &view_lab_seen);
    if (!lab_usable(x, &err) && err.code != ERR_CHANGED)
        state_say(x->shown, STYLE_WARNING, "as it was judged before: %s", err.text);
    else if (is_outdated(x))
        lab_make(x, CHANGE_NONE);
    else
        lab_say_judgements(x);
}

static void evidence(struct state *s)
{
    struct laboratory *x = s->lab;

    if (s->training) {
        lab_show(x, x->evidence);
        say_evidence(x->evidence);
    } else if (x->copy.state) {
        show_copy(x);
    } else if (lab_is_due(x)) {
        lab_make(x, CHANGE_NONE);
    } else {
        say_no_copy(x, "this is the evidence; there is no training copy");
    }
}

bool lab_leave(struct state *s)
{
    if (!s->training)
        return false;
    if (state_view(s) == &view_lab_seen)
        evidence(s);
    else if (s->depth == 1)
        state_push(s, &view_lab_seen);
    else
        return false;
    return true;
}

static bool open_menu(struct state *s)
{
    struct laboratory *x = s->lab;
    struct err err = {0};

    if (x->now->lab && !x->now->sample && x->now->course == COURSE_FREE)
        return true;
    if (lab_usable(x, &err) && lab_open(x, false, false, &err) == 0)
        return true;
    state_say(s, STYLE_WARNING, "%s; %s shows the lab on a timeline of its own", err.text,
              action_sign(ACTION_LAB_TOUR));
    return false;
}

static void enter(struct state *s)
{
    struct laboratory *x = s->lab;

    if (state_view(s) == &view_lab)
        state_pop(s);
    else if (s->training && state_view(s) != &view_lab_seen)
        state_push(s, &view_lab_seen);
    else if (s->training && !lab_tells(x))
        state_say(s, STYLE_NORMAL, "the steps of the exercise are not shown; %s shows them",
                  action_sign(ACTION_LAB_SOLUTION));
    else if (s->training)
        state_push(s, &view_lab);
    else if (x->copy.state)
        show_copy(x);
    else if (lab_is_due(x))
        lab_make(x, CHANGE_NONE);
    else if (open_menu(s))
        state_push(s, &view_lab);
}

/* ---- steps ---- */

static void say_course(struct state *s)
{
    enum lab_course course = s->lab->now->course;

    state_say(s, STYLE_NORMAL, "the steps are %s; %s ends %s",
              course == COURSE_TOUR   ? "those of the tour"
              : course == COURSE_QUIZ ? "those of the exercise"
                                      : "on the timeline of the tour",
              action_sign(ACTION_LAB_RESET), course == COURSE_FREE ? "them" : "it");
}

/* Where the steps are the user's own. */
static bool may_change(struct state *s)
{
    struct laboratory *x = s->lab;

    if (x->now->lab && x->now->course == COURSE_FREE)
        return true;
    if (!x->now->lab)
        say_none(x);
    else
        say_course(s);
    return false;
}

bool lab_brings_back(const struct laboratory *x)
{
    if (x->put_away || !x->now->lab)
        return x->held.at[PLACE_AWAY] != NULL;
    return x->now->course == COURSE_FREE && lab_steps(x->now->lab) == 0 && x->held.at[PLACE_AWAY];
}

static void undo(struct state *s)
{
    struct laboratory *x = s->lab;

    if (lab_brings_back(x)) {
        lab_bring_back(x);
    } else if (!may_change(s)) {
        return;
    } else if (!lab_undo(x->now->lab)) {
        state_say(s, STYLE_NORMAL, "no step is in force");
    } else if (lab_steps(x->now->lab) > 0 || x->now->sample) {
        lab_make(x, CHANGE_UNDONE);
    } else {
        x->put_away = false;
        lab_drop_copy(x);
        state_push(x->shown, &view_lab);
        state_say(x->shown, STYLE_NORMAL, "no step is in force any more: this is the evidence; %s does it again",
                  action_sign(ACTION_LAB_REDO));
    }
}

static void redo(struct state *s)
{
    if (!may_change(s))
        return;
    if (lab_redo(s->lab->now->lab))
        lab_make(s->lab, CHANGE_REDONE);
    else
        state_say(s, STYLE_NORMAL, "no step was undone");
}

static void say_put_away(struct laboratory *x, struct lab_own own)
{
    char steps[NUMBER_ROOM];
    size_t n = own.steps + own.undone;

    state_say(x->shown, STYLE_NORMAL, "%s %s put away, with %s copy; %s brings %s back. This is the evidence, as it was",
              show_number(steps, n), n == 1 ? "step is" : "steps are", n == 1 ? "its" : "their",
              action_sign(ACTION_LAB_UNDO), n == 1 ? "it" : "them");
}

static void reset(struct state *s)
{
    struct laboratory *x = s->lab;
    bool was = x->now->course != COURSE_FREE || x->copy.state;
    struct lab_own own = x->now->lab ? lab_own(x->now->lab) : (struct lab_own){0, 0};
    struct buf gone;
    bool taken;

    buf_init(&gone, LIMIT_MESSAGE);
    if (x->now->course == COURSE_QUIZ)
        lab_exercise_gone(x->now, &gone);
    taken = lab_take_up(x);

    x->put_away = own.steps + own.undone > 0;
    if (state_view(x->evidence) == &view_lab)
        state_pop(x->evidence);
    if (!taken)
        buf_adds(&gone, gone.len > 0 ? "; this is the evidence, as it was"
                                     : "the training copy is gone; this is the evidence, as it was");
    else if (gone.len > 0 && x->stage == LAB_IDLE)
        buf_addf(&gone, "; %s", buf_cstr(&x->shown->message));
    if (!taken && x->put_away)
        say_put_away(x, own);
    else if (!taken && !was)
        say_none(x);
    else if (gone.len > 0)
        lab_say_first(x, false, buf_cstr(&gone));
    buf_release(&gone);
}

/* ---- saving ---- */

static struct history *past_paths(struct state *s)
{
    return &s->paths;
}

static const struct prompt prompt_save = {
    .sign = "training copy to: ", .done = lab_save_as, .past = past_paths, .path = true, .asks = true};

static int copy_bytes(struct laboratory *x, struct out *out)
{
    struct source *source = x->copy.source;
    bool final;
    uint64_t size = source_size(source, &final);
    char *block = malloc(LIMIT_BLOCK);

    if (!block)
        return err_set(&x->err, ERR_MEMORY, "no memory to write the training copy");
    for (uint64_t at = 0; at < size && out->error == 0 && x->err.code == ERR_NONE;) {
        ssize_t got = source_read(source, at, block, LIMIT_BLOCK, &x->err);
        if (got > 0)
            out_add(out, block, (size_t)got);
        if (got == 0)
            err_set(&x->err, ERR_IO, "the training copy ended early");
        if (worker_stopped(&x->worker))
            err_set(&x->err, ERR_CANCELLED, "given up");
        at += got > 0 ? (uint64_t)got : 0;
    }
    free(block);
    return x->err.code == ERR_NONE ? 0 : -1;
}

static void save(void *arg)
{
    struct laboratory *x = arg;
    struct output_inputs inputs = {0};
    struct output *o = calloc(1, sizeof *o);

    if (!o || export_inputs(x->evidence, &inputs, &x->err) < 0)
        err_set(&x->err, ERR_MEMORY, "no memory to write the training copy");
    else if (output_open(o, x->save_path, false, false, inputs, &x->err) == 0) {
        if (copy_bytes(x, &o->out) == 0)
            output_close(o, &x->err);
        output_release(o);
    }
    free(inputs.path);
    free(o);
}

void lab_save_as(struct state *s, const char *path)
{
    struct laboratory *x = s->lab;

    path += strspn(path, " ");
    if (!*path) {
        prompt_refuse(s, &prompt_save, path, "write the name of a new file; Esc leaves it");
        return;
    }
    free(x->save_path);
    x->save_path = strdup(path);
    err_clear(&x->err);
    x->stopped = false;
    if (!x->save_path) {
        state_say(s, STYLE_FAILURE, "no memory to save the training copy");
        return;
    }
    x->stage = LAB_SAVING;
    if (worker_start(&x->worker, save, x, &x->err) == 0)
        return;
    x->stage = LAB_IDLE;
    state_say(s, STYLE_FAILURE, "%s", x->err.text);
}

const char *lab_path_of(const struct state *s)
{
    return s->training ? s->lab->copy.saved : source_path(timeline_source(s->timeline));
}

/* Commands name it from then on. */
static void keep_saved(struct laboratory *x)
{
    lab_keep(x->now->lab);
    free(x->copy.saved);
    x->copy.saved = x->save_path;
    x->save_path = NULL;
    reproduce_release(&x->copy.state->reproduce);
}

void lab_saved(struct laboratory *x)
{
    struct state *s = x->shown;

    x->stage = LAB_IDLE;
    if (x->err.code == ERR_NONE)
        keep_saved(x);
    if (x->err.code == ERR_CANCELLED)
        state_say(s, STYLE_NORMAL, "given up: nothing was written");
    else if (x->err.code == ERR_NONE)
        state_say(s, STYLE_NORMAL, "the training copy is in %s; %s", shown(x->copy.saved).text,
                  x->copy.applied.marked ? lab_mark_words(&x->copy.applied)
                                         : "nothing in it says what it is: no entry was given " LAB_MARK);
    else if (s->prompting)
        state_say(s, STYLE_FAILURE, "not saved: %s", x->err.text);
    else
        prompt_refuse_err(s, &prompt_save, x->save_path, &x->err);
    x->stopped = false;
}

static bool may_save(struct state *s)
{
    if (s->lab->copy.state)
        return true;
    say_no_copy(s->lab, "there is no training copy to save");
    return false;
}

/* ---- actions ---- */

static bool do_action(struct state *s, enum action a)
{
    switch (a) {
    case ACTION_LAB: enter(s); break;
    case ACTION_LAB_UNDO: undo(s); break;
    case ACTION_LAB_REDO: redo(s); break;
    case ACTION_LAB_RESET: reset(s); break;
    case ACTION_LAB_EVIDENCE: evidence(s); break;
    case ACTION_LAB_SAVE:
        if (may_save(s))
            prompt_open(s, &prompt_save);
        break;
    case ACTION_LAB_TOUR: lab_tour_begin(s, false); break;
    case ACTION_LAB_NEXT: lab_tour_go(s, 1); break;
    case ACTION_LAB_PREVIOUS: lab_tour_go(s, -1); break;
    case ACTION_LAB_QUIZ: lab_quiz_ask(s); break;
    case ACTION_LAB_SOLUTION: lab_quiz_solve(s); break;
    default: return false;
    }
    return true;
}

static bool attaches(const struct state *s, enum action a)
{
    return (a == ACTION_REFERENCES && state_view(s) == &view_references) || a == ACTION_REFERENCE || a == ACTION_KNOWN_HEAD ||
           a == ACTION_KNOWN_COUNT || a == ACTION_BASELINE || a == ACTION_EXPECT || a == ACTION_DETACH;
}

static const char *refusal(const struct state *s, enum action a)
{
    if (action_section(a) == SECTION_NOTES)
        return "no notes on a training copy";
    if (attaches(s, a))
        return "references are attached to the evidence";
    if (a == ACTION_RELOAD && !lab_file_changed(s))
        return "a training copy is read from no file";
    if (a == ACTION_COPY_COMMAND && !lab_path_of(s))
        return "the training copy is in no file that a command could name";
    return NULL;
}

/* And not with one that is begun. */
static bool works_on_now(enum action a)
{
    return a != ACTION_LAB_TOUR && a != ACTION_LAB_QUIZ && a != ACTION_LAB_RESET;
}

bool lab_action(struct state *s, enum action a)
{
    const char *why = s->training ? refusal(s, a) : NULL;

    if (s->lab)
        lab_asked_else(s->lab, a);
    if (why) {
        state_say(s, STYLE_NORMAL, "%s; %s goes back to the evidence", why, action_sign(ACTION_LAB_EVIDENCE));
        return true;
    }
    if (s->training && a == ACTION_RELOAD) {
        lab_show(s->lab, s->lab->evidence);
        reload_ask(s->lab->evidence);
        return true;
    }
    if (action_section(a) != SECTION_LAB)
        return false;
    if (!s->lab || lab_tour_queue(s->lab, a) || is_busy(s) || (works_on_now(a) && lab_waits(s)))
        return true;
    return do_action(s, a);
}

/* The menu, over what is shown, so that a step can be named: false where the lab cannot open. */
static bool open_for_step(struct state *s)
{
    struct laboratory *x = s->lab;

    if (!s->training && x->copy.state && !x->now->sample && x->now->course == COURSE_FREE)
        show_copy(x);
    if (!x->shown->training && x->copy.state && x->stage == LAB_IDLE) {
        say_course(s); /* a step on the evidence would end what is on */
        return false;
    }
    if (lab_is_due(x)) {
        lab_make(x, CHANGE_NONE); /* a step is added to what is seen */
        return false;
    }
    if (x->stage != LAB_IDLE || (!x->shown->training && !open_menu(s)))
        return false;
    if (!lab_tells(x)) {
        state_say(s, STYLE_WARNING, "no step is taken: it would stand behind steps of the exercise that are not shown; "
                  "%s shows them, and what is added then is your own", action_sign(ACTION_LAB_SOLUTION));
        return false;
    }
    state_push(x->shown, &view_lab);
    return true;
}

/* "delete 3", "delete=3", and "delete" alone, which asks for what it lacks. What it does not lack has its usual value:
 * the menu asks for that. */
static void begin_named(struct state *s, const char *line, const char *text)
{
    size_t len = strcspn(text, " =");
    enum lab_kind kind = LAB_KINDS;
    char name[32] = "";

    if (len < sizeof name)
        kind = lab_kind_named(memcpy(name, text, len));
    if (kind == LAB_KINDS) {
        command_refuse(s, line, "no step is called %s; %s lists them", shown(text).text, action_sign(ACTION_LAB));
        return;
    }
    text += len + strspn(text + len, " =");
    if (*text && !lab_about[kind].argument) {
        command_refuse(s, line, "%s takes nothing behind its name", name);
        return;
    }
    if (!open_for_step(s))
        return;
    if (*text || !lab_needs_argument(kind))
        lab_begin_step(s->lab->shown, kind, text);
    else
        lab_ask(s->lab->shown, kind);
}

bool lab_line(struct state *s, enum action a, const char *line, const char *argument)
{
    if (s->training && refusal(s, a))
        return lab_action(s, a);
    if (!*argument || action_section(a) != SECTION_LAB || !s->lab || is_busy(s))
        return false;
    if (works_on_now(a) && lab_waits(s))
        return true;
    if (a == ACTION_LAB_SAVE) {
        if (may_save(s))
            lab_save_as(s, argument);
    } else if (a == ACTION_LAB) {
        begin_named(s, line, argument);
    } else if (a == ACTION_LAB_TOUR && strcmp(argument, "sample") == 0) {
        lab_tour_begin(s, true);
    } else if (a == ACTION_LAB_QUIZ) {
        lab_quiz_begin(s, argument);
    } else {
        command_refuse(s, line, "%s takes nothing behind its name%s", action_name(a),
                       a == ACTION_LAB_TOUR ? " but sample" : "");
    }
    return true;
}
