/* Steps as they are asked for: the argument, as it stands behind the option of `aerscope attack`; then what it will
 * do, before anything is done. */
#include "tui/lab.h"

#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void cancelled(struct state *s)
{
    struct laboratory *x = s->lab;

    if (x->stage == LAB_ASKING)
        lab_withdraw(x->now->lab);
    x->stage = LAB_IDLE;
    state_say(s, STYLE_NORMAL, "nothing was done");
}

static struct history *past_paths(struct state *s)
{
    return &s->paths;
}

static void take_argument(struct state *s, const char *line);
static void take_hash(struct state *s, const char *line);
static void take_answer(struct state *s, const char *line);

static const struct prompt arguments[LAB_KINDS] = {
#define X(id, name, argument, repair, does, shows) \
    [LAB_##id] = {.sign = name ": ", .done = take_argument, .cancelled = cancelled, .asks = true},
    LAB_TABLE(X)
#undef X
};
static const struct prompt prompt_splice = {.sign = "splice: ",
                                            .done = take_argument,
                                            .cancelled = cancelled,
                                            .past = past_paths,
                                            .path = true,
                                            .asks = true};
static const struct prompt prompt_hash = {
    .sign = "a stored output_hash: ", .done = take_hash, .cancelled = cancelled, .asks = true};
static const struct prompt prompt_apply = {
    .sign = "apply? ", .done = take_answer, .cancelled = cancelled, .asks = true};

static const struct prompt *prompt_of(enum lab_kind kind)
{
    return kind == LAB_SPLICE ? &prompt_splice : &arguments[kind];
}

/* ---- the argument ---- */

/* False where it is the beginning of one. */
static bool is_whole(enum lab_kind kind)
{
    return kind != LAB_SET && kind != LAB_SET_BYTES;
}

static void add_usual(const struct state *s, enum lab_kind kind, struct buf *out)
{
    uint64_t entries = lab_entries(s->lab->now->lab), at = s->selected;

    if (at < 1 || at > entries)
        at = entries;
    switch (kind) {
    /* What was selected is left as the last, or as the first; at the first entry nothing was selected yet. */
    case LAB_DROP_TAIL: buf_addf(out, "%" PRIu64, at > 1 && at < entries ? entries - at : 1); break;
    case LAB_DROP_HEAD: buf_addf(out, "%" PRIu64, at > 1 ? at - 1 : 1); break;
    case LAB_DELETE:
    case LAB_DUPLICATE: buf_addf(out, "%" PRIu64, at); break;
    case LAB_MOVE:
    case LAB_SWAP: buf_addf(out, "%" PRIu64 ":%" PRIu64, at, at < entries ? at + 1 : at - 1); break;
    case LAB_SET: buf_addf(out, "%" PRIu64 ".provenance_class=", at); break;
    case LAB_SET_BYTES: buf_addf(out, "%" PRIu64 "=", at); break;
    default: break;
    }
}

static void tell_kind(struct state *s, enum lab_kind kind)
{
    const struct lab_kind_about *about = &lab_about[kind];
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    lab_add_name(&text, kind, LAB_BY_NAME);
    buf_addf(&text, ": %s", about->does);
    prompt_tell(s, buf_cstr(&text));
    buf_release(&text);
}

static void begin_adding(struct state *s);

/* False while a task works with the lab. */
static bool choose(struct state *s, enum lab_kind kind)
{
    struct laboratory *x = s->lab;
    struct err err = {0};

    if (x->stage != LAB_IDLE) {
        state_say(s, STYLE_NORMAL, "a training copy is being made; %s gives it up", action_sign(ACTION_CANCEL));
        return false;
    }
    if (!lab_can_make(x, &err)) {
        lab_watch(x);
        state_say(s, STYLE_WARNING, "no step is taken: %s", err.text);
        return false;
    }
    lab_step_release(&x->step);
    memset(&x->step, 0, sizeof x->step);
    x->step.kind = kind;
    x->kind = kind;
    return true;
}

void lab_begin_step(struct state *s, enum lab_kind kind, const char *argument)
{
    if (!choose(s, kind))
        return;
    s->lab->by_name = true;
    take_argument(s, argument);
}

void lab_ask(struct state *s, enum lab_kind kind)
{
    struct buf usual;

    if (!choose(s, kind))
        return;
    s->lab->by_name = false;
    if (!lab_about[kind].argument) {
        take_argument(s, "");
        return;
    }
    buf_init(&usual, 64);
    add_usual(s, kind, &usual);
    prompt_open(s, prompt_of(kind));
    if (is_whole(kind))
        prompt_propose(s, buf_cstr(&usual));
    else
        line_set(&s->prompt, buf_cstr(&usual));
    tell_kind(s, kind);
    buf_release(&usual);
}

/* -1: no step sets bytes yet; else whether those that do leave a stored output_hash. The option that says so holds
 * for all of them. */
static int hash_of_others(const struct lab *l)
{
    for (size_t i = 0; i < lab_steps(l); i++)
        if (lab_step_at(l, i)->kind == LAB_SET_BYTES)
            return lab_step_at(l, i)->stale_hash;
    return -1;
}

static void ask_hash(struct state *s)
{
    prompt_open(s, &prompt_hash);
    prompt_propose(s, "follows");
    prompt_tell(s, "follows: it becomes that of the new bytes; stale: it stays as it is stored");
}

static void take_argument(struct state *s, const char *line)
{
    struct laboratory *x = s->lab;
    enum lab_kind kind = x->step.kind;
    const char *text = kind == LAB_RELINK && !*line ? NULL : line;
    struct err err = {0};
    int stale = hash_of_others(x->now->lab);

    if (text && !*text && lab_about[kind].argument) {
        prompt_refuse(s, prompt_of(kind), line, "it needs this argument; Esc leaves it");
        return;
    }
    lab_step_release(&x->step);
    memset(&x->step, 0, sizeof x->step);
    if (lab_step_parse(&x->step, kind, lab_about[kind].argument ? text : NULL, LAB_BY_NAME, &err) < 0) {
        x->step.kind = kind;
        prompt_refuse_err(s, prompt_of(kind), line, &err);
        return;
    }
    free(x->typed);
    x->typed = strdup(line);
    x->step.stale_hash = kind == LAB_SET_BYTES && stale > 0;
    if (kind == LAB_SET_BYTES && stale < 0 && !x->by_name)
        ask_hash(s);
    else
        begin_adding(s);
}

/* The beginning of a word will do; nothing typed is the first. */
static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(line)) == 0;
}

static void take_hash(struct state *s, const char *line)
{
    if (!begins(line, "follows") && !begins(line, "stale")) {
        prompt_refuse(s, &prompt_hash, line, "follows or stale is accepted");
        return;
    }
    s->lab->step.stale_hash = !begins(line, "follows");
    begin_adding(s);
}

/* ---- the step is checked ---- */

/* A file to splice is opened and examined: that is done behind the screen. */
static void add(void *arg)
{
    struct laboratory *x = arg;

    lab_add(x->now->lab, &x->step, &x->err);
}

static void begin_adding(struct state *s)
{
    struct laboratory *x = s->lab;

    err_clear(&x->err);
    x->stopped = false;
    x->settled = lab_unkept(x->now->lab);
    x->stage = LAB_ADDING;
    if (x->step.kind != LAB_SPLICE) {
        add(x);
        lab_added(x);
        return;
    }
    if (worker_start(&x->worker, add, x, &x->err) == 0)
        return;
    x->stage = LAB_IDLE;
    state_say(s, STYLE_FAILURE, "%s", x->err.text);
}

static void preview(struct laboratory *x)
{
    struct state *s = x->shown;
    char was[NUMBER_ROOM], is[NUMBER_ROOM];
    const char *says = lab_says(x->now->lab, lab_steps(x->now->lab) - 1);
    uint64_t before = s->progress.entries;
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_escaped(&text, says, strlen(says), s->flags);
    buf_addf(&text, " Entries: %s before, %s after. ", show_number(was, before),
             show_number(is, lab_entries(x->now->lab)));
    lab_add_dropped(x, "is dropped by this. ", "are dropped by this. ", &text);
    buf_adds(&text, "Enter applies it to the copy, Esc does not.");
    lab_add_ends(x, &text);
    prompt_open(s, &prompt_apply);
    prompt_propose(s, "yes");
    prompt_tell(s, buf_cstr(&text));
    buf_release(&text);
}

static void refuse(struct laboratory *x)
{
    struct state *s = x->shown;
    enum lab_kind kind = x->step.kind;

    x->stage = LAB_IDLE;
    if (lab_about[kind].argument && x->typed)
        prompt_refuse_err(s, prompt_of(kind), x->typed, &x->err);
    else
        state_say(s, STYLE_WARNING, "%s", x->err.text);
}

void lab_added(struct laboratory *x)
{
    if (x->shown->prompting)
        return; /* something else is being typed */
    if (x->stopped && x->err.code == ERR_NONE)
        lab_withdraw(x->now->lab);
    if (x->stopped) {
        x->stopped = false;
        x->stage = LAB_IDLE;
        state_say(x->shown, STYLE_NORMAL, "given up: nothing was done");
    } else if (x->err.code != ERR_NONE) {
        refuse(x);
    } else {
        x->stage = LAB_ASKING;
        preview(x);
    }
}

static void take_answer(struct state *s, const char *line)
{
    struct laboratory *x = s->lab;

    line += strspn(line, " ");
    if (begins(line, "yes")) {
        x->course_before = x->now->course;
        x->now->course = COURSE_FREE;
        lab_make(x, CHANGE_ADDED);
    } else if (begins(line, "no")) {
        cancelled(s);
    } else {
        prompt_refuse(s, &prompt_apply, line, "yes or no is accepted");
    }
}
