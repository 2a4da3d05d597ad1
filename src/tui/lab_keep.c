/* The programs where more than the copy is about to go: while the file is read again, and before leaving. */
#include "tui/lab.h"

#include "tui/show.h"
#include "tui/state.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static size_t all_of(struct lab_own own)
{
    return own.steps + own.undone;
}

/* ---- the evidence is read anew ---- */

static const char *course_name(const struct lab_program *p)
{
    return p->course == COURSE_TOUR ? "tour" : "exercise";
}

/* "2 steps and 1 undone", "1 undone step" */
static void add_own(struct buf *out, struct lab_own own)
{
    if (own.steps > 0)
        show_count(out, own.steps, "step", "steps");
    if (own.steps > 0 && own.undone > 0)
        buf_adds(out, " and ");
    if (own.undone > 0 && own.steps > 0)
        buf_addf(out, "%zu undone", own.undone);
    else if (own.undone > 0)
        show_count(out, own.undone, "undone step", "undone steps");
}

/* What was of other bytes. */
struct gone {
    struct lab_own own;
    bool tour;
    struct buf exercises;
};

static void goes(void *arg, const struct lab_program *p)
{
    struct gone *g = arg;
    struct lab_own own = lab_own(p->lab);

    g->own.steps += own.steps;
    g->own.undone += own.undone;
    g->tour |= p->course == COURSE_TOUR;
    if (p->course == COURSE_QUIZ) {
        buf_adds(&g->exercises, "; ");
        lab_add_exercise(p, &g->exercises);
        buf_adds(&g->exercises, " was of the bytes before, and is gone");
    }
}

static void add_gone(struct buf *out, struct gone *g)
{
    if (all_of(g->own) > 0) {
        buf_adds(out, "; ");
        add_own(out, g->own);
        buf_adds(out, all_of(g->own) == 1 ? " of the lab was of the bytes before, and is gone"
                                          : " of the lab were of the bytes before, and are gone");
    }
    buf_adds(out, buf_cstr(&g->exercises));
    if (g->tour)
        buf_adds(out, "; the tour is over");
}

static void add_kept(const struct laboratory *x, struct buf *out)
{
    const struct lab_program *p = x->now;
    struct lab_own own = {0, 0};

    if (p->lab && p->course != COURSE_FREE) {
        buf_addf(out, "; the %s is kept: %s goes on with it", course_name(p), action_sign(ACTION_LAB_EVIDENCE));
        return;
    }
    if (p->lab)
        own = (struct lab_own){lab_steps(p->lab), lab_undone(p->lab)};
    if (all_of(own) == 0)
        return;
    buf_adds(out, "; ");
    add_own(out, own);
    buf_adds(out, all_of(own) == 1 ? " of the lab is kept: " : " of the lab are kept: ");
    if (own.steps > 0)
        buf_addf(out, "%s makes %s copy again", action_sign(ACTION_LAB), all_of(own) == 1 ? "its" : "their");
    else
        buf_addf(out, "%s does %s again", action_sign(ACTION_LAB_REDO), own.undone == 1 ? "it" : "the first of them");
}

static bool is_waiting(const struct laboratory *x)
{
    for (int place = 0; place < LAB_PLACES; place++)
        for (const struct lab_program *p = x->held.at[place]; p; p = p->next)
            if (!p->base)
                return true;
    return false;
}

void lab_reopen(struct laboratory *x, struct buf *out)
{
    struct gone gone = {0};

    if (timeline_selection(x->evidence->timeline)) {
        if (is_waiting(x))
            buf_adds(out, "; the training lab waits for all entries");
        return;
    }
    buf_init(&gone.exercises, LIMIT_MESSAGE);
    held_attach(&x->held, x->evidence->timeline, goes, &gone);
    if (!x->held.at[PLACE_NOW])
        held_take(&x->held, PLACE_ASIDE);
    x->now = held_now(&x->held);
    add_gone(out, &gone);
    add_kept(x, out);
    buf_release(&gone.exercises);
}

bool lab_waits(struct state *s)
{
    struct laboratory *x = s->lab;
    struct err err = {0};

    if (!x->now->lab || x->now->base)
        return false;
    if (!lab_usable(x, &err))
        state_say(s, STYLE_NORMAL, "%s", err.text);
    else
        state_say(s, STYLE_NORMAL, "the steps wait until the timeline was read again");
    return true;
}

bool lab_is_due(const struct laboratory *x)
{
    const struct lab_program *p = x->now;

    return p->lab && p->base && x->stage == LAB_IDLE && !x->copy.state &&
           (p->course != COURSE_FREE || p->sample || lab_steps(p->lab) > 0);
}

bool lab_all_undone(struct laboratory *x)
{
    const struct lab_program *p = x->now;
    size_t undone;

    if (!p->lab || p->course != COURSE_FREE || p->sample || lab_steps(p->lab) > 0)
        return false;
    undone = lab_undone(p->lab);
    if (undone == 0)
        return false;
    state_say(x->shown, STYLE_NORMAL, "this is the evidence; %zu %s undone: %s does %s again", undone,
              undone == 1 ? "step is" : "steps are", action_sign(ACTION_LAB_REDO),
              undone == 1 ? "it" : "the first of them");
    return true;
}

/* ---- the file changes ---- */

bool lab_file_changed(const struct state *s)
{
    return s->training ? s->lab->evidence->changed : s->changed;
}

void lab_add_changed(const struct laboratory *x, struct buf *out)
{
    char read_at[32];

    rfc3339_format(read_at, x->evidence->now.seconds);
    buf_addf(out, "the evidence is no more the file as read at %s%s; %s goes back to it, and reads it again", read_at,
             x->now->sample ? "" : ": the lab goes on with what was read", action_sign(ACTION_RELOAD));
}

void lab_watch(struct laboratory *x)
{
    struct buf text;

    if (!state_watch(x->evidence) || x->shown == x->evidence)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    lab_add_changed(x, &text);
    state_say(x->shown, STYLE_FAILURE, "%s", buf_cstr(&text));
    buf_release(&text);
}

/* ---- what would be lost ---- */

static struct lab_loss loss(const struct laboratory *x, bool evidence)
{
    struct lab_loss l = held_unkept(&x->held, evidence);

    /* The task may be adding another one, or it is asked about. */
    if ((x->stage == LAB_ADDING || x->stage == LAB_ASKING) && !(evidence && x->now->sample))
        l.at[PLACE_NOW] = x->settled;
    return l;
}

/* While the timeline of the evidence is another one, or shows one job alone. */
static void add_waiting(struct buf *out, enum lab_asked asked)
{
    if (asked == ASKED_LEAVE)
        buf_addf(out, ", kept until all entries are shown (%s goes back to them)", action_sign(ACTION_JOBS));
    else
        buf_adds(out, ", of which no copy can be made any more");
}

/* ": 1 of the copy (O saves it), 2 put aside (_), 1 undone (+), 1 undone and put aside (_ and then +)" */
static void add_places(const struct laboratory *x, const struct lab_loss *l, struct buf *out)
{
    const char *sep = ": ";
    size_t now = l->at[PLACE_NOW].steps, aside = l->at[PLACE_ASIDE].steps, away = all_of(l->at[PLACE_AWAY]);
    size_t undone = l->at[PLACE_NOW].undone, undone_aside = l->at[PLACE_ASIDE].undone;

    if (now > 0) {
        buf_addf(out, "%s%zu of the copy (%s %s it)", sep, now,
                 action_sign(x->copy.state ? ACTION_LAB_SAVE : ACTION_LAB_EVIDENCE), x->copy.state ? "saves" : "makes");
        sep = ", ";
    }
    if (aside > 0) {
        buf_addf(out, "%s%zu put aside (%s)", sep, aside, action_sign(ACTION_LAB_RESET));
        sep = ", ";
    }
    if (away > 0) {
        buf_addf(out, "%s%zu put away (%s%s)", sep, away, action_sign(ACTION_LAB_UNDO),
                 lab_brings_back(x) ? "" : ", when no step is in force");
        sep = ", ";
    }
    if (undone > 0) {
        buf_addf(out, "%s%zu undone (%s)", sep, undone, action_sign(ACTION_LAB_REDO));
        sep = ", ";
    }
    if (undone_aside > 0)
        buf_addf(out, "%s%zu undone and put aside (%s and then %s)", sep, undone_aside, action_sign(ACTION_LAB_RESET),
                 action_sign(ACTION_LAB_REDO));
}

static bool hold_up(struct state *s, enum lab_asked asked, const char *once_more)
{
    struct laboratory *x = s->lab;
    struct lab_loss l = loss(x, asked != ASKED_LEAVE);
    size_t n = all_of(loss_total(&l));
    struct buf text;

    if (n == 0 || x->asked == asked)
        return false;
    x->asked = asked;
    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "%s loses %zu own %s in no file", once_more, n, n == 1 ? "step that is" : "steps that are");
    if (is_waiting(x))
        add_waiting(&text, asked);
    else
        add_places(x, &l, &text);
    state_say(s, STYLE_WARNING, "%s", buf_cstr(&text));
    buf_release(&text);
    return true;
}

bool lab_may_quit(struct state *s)
{
    return !s->lab || !hold_up(s, ASKED_LEAVE, "leaving once more");
}

static bool may_read(struct state *s, enum lab_asked asked, const char *what)
{
    struct err why = {0};
    char once_more[96];

    /* Of the same bytes they are kept. */
    if (!s->lab || source_unchanged(timeline_source(s->timeline), &why) == 0)
        return true;
    state_watch(s); /* says so before this does */
    /* What cannot be read takes the place of nothing: who tries says why, and how to leave. */
    if (faccessat(AT_FDCWD, source_path(timeline_source(s->timeline)), R_OK, AT_EACCESS) != 0)
        return true;
    snprintf(once_more, sizeof once_more, "the file changed: %s once more reads it, and", what);
    return !hold_up(s, asked, once_more);
}

bool lab_may_reload(struct state *s)
{
    return may_read(s, ASKED_RELOAD, action_sign(ACTION_RELOAD));
}

bool lab_may_return(struct state *s)
{
    return may_read(s, ASKED_RETURN, "going back");
}

void lab_asked_else(struct laboratory *x, enum action a)
{
    bool leaves = a == ACTION_QUIT || a == ACTION_CANCEL;
    bool again = a == ACTION_COMMAND || (x->asked == ASKED_LEAVE && leaves) ||
                 (x->asked == ASKED_RELOAD && a == ACTION_RELOAD) ||
                 (x->asked == ASKED_RETURN && (leaves || a == ACTION_JOBS));

    if (!again)
        x->asked = ASKED_NOTHING;
}
