/* The user's own steps where more than the copy is about to go: while the file is read again, and before leaving. */
#include "tui/lab.h"

#include "tui/show.h"
#include "tui/state.h"

static bool is_own(const struct lab *l, enum lab_course course, bool sample)
{
    return l && course == COURSE_FREE && !sample && lab_steps(l) + lab_undone(l) > 0;
}

/* It is the caller's then. NULL: there are none. */
static struct lab *take_own(struct laboratory *x)
{
    struct lab **at = is_own(x->lab, x->course, x->sample) ? &x->lab : NULL, *own = NULL;

    for (struct lab_aside *a = x->aside; a && !at; a = a->next)
        if (is_own(a->lab, a->course, a->sample))
            at = &a->lab;
    if (at) {
        own = *at;
        *at = NULL;
    }
    return own;
}

/* A step that nobody said yes to is none. */
static void drop_unasked(struct laboratory *x)
{
    if (x->lab && (x->stage == LAB_ASKING || (x->stage == LAB_ADDING && x->err.code == ERR_NONE)))
        lab_withdraw(x->lab);
}

void lab_set_aside(struct laboratory *x)
{
    struct lab *own;
    struct digest of;

    worker_end(&x->worker);
    drop_unasked(x);
    x->lost = x->lab && x->course != COURSE_FREE;
    own = take_own(x);
    if (own && timeline_sha256(x->evidence->timeline, &of)) {
        lab_free(x->kept);
        x->kept = own;
        x->kept_of = of;
        own = NULL;
    }
    lab_free(own);
    lab_close(x);
}

static bool holds_same(const struct laboratory *x)
{
    struct timeline *t = x->evidence->timeline;
    struct digest now;

    return !x->lab && timeline_sha256(t, &now) && digest_equal(&now, &x->kept_of) && !timeline_damage(t) &&
           timeline_progress(t).entries == lab_entries_before(x->kept);
}

static void reopen(struct laboratory *x, struct buf *out)
{
    struct lab *l = x->kept;

    x->lab = l;
    x->base = x->evidence->timeline;
    x->kept = NULL;
    lab_rebase(l, x->base);
    if (lab_steps(l) > 0)
        buf_addf(out, "; the steps of the lab are kept: %s makes their copy again", action_sign(ACTION_LAB));
    else
        buf_addf(out, "; the undone steps of the lab are kept: %s does the first of them again", action_sign(ACTION_LAB_REDO));
}

void lab_reopen(struct laboratory *x, struct buf *out)
{
    if (x->lost)
        buf_adds(out, "; the tour or exercise is over");
    x->lost = false;
    if (x->kept && holds_same(x)) {
        reopen(x, out);
    } else if (x->kept) {
        buf_adds(out, "; the steps of the lab, and their copy, are gone");
        lab_free(x->kept);
        x->kept = NULL;
    }
}

bool lab_is_due(const struct laboratory *x)
{
    return x->lab && x->course == COURSE_FREE && !x->sample && x->stage == LAB_IDLE && !x->copy.state &&
           lab_steps(x->lab) > 0;
}

bool lab_all_undone(struct laboratory *x)
{
    if (x->course != COURSE_FREE || x->sample || lab_steps(x->lab) > 0)
        return false;
    state_say(x->shown, STYLE_NORMAL, "this is the evidence; %s does again what was undone", action_sign(ACTION_LAB_REDO));
    return true;
}

static size_t own_steps(const struct laboratory *x)
{
    if (is_own(x->lab, x->course, x->sample))
        return lab_steps(x->lab);
    for (const struct lab_aside *a = x->aside; a; a = a->next)
        if (is_own(a->lab, a->course, a->sample))
            return lab_steps(a->lab);
    return 0;
}

bool lab_may_quit(struct state *s)
{
    struct laboratory *x = s->lab;
    size_t steps;

    if (!x || x->warned || (x->stage != LAB_IDLE && x->stage != LAB_ASKING))
        return true;
    steps = own_steps(x);
    if (steps == 0 || x->saved)
        return true;
    x->warned = true;
    state_say(s, STYLE_WARNING, "the training copy of %zu %s is in no file: %s saves it; leaving once more leaves without it",
              steps, steps == 1 ? "step" : "steps", action_sign(ACTION_LAB_SAVE));
    return false;
}
