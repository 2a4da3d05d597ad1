/* What is said of a copy when it is there, and what is said of steps before they go. */
#include "tui/lab.h"

#include "tui/show.h"
#include "tui/state.h"

#include <inttypes.h>
#include <string.h>

/* ---- the judgements ---- */

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
    if (x->first.len > 0)
        buf_addf(&text, "%s; ", buf_cstr(&x->first));
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
    state_say(x->shown, x->first_failed ? STYLE_FAILURE : STYLE_NORMAL, "%s", buf_cstr(&text));
    buf_clear(&x->first);
    x->first_failed = false;
    buf_release(&text);
}

/* ---- what would be gone with them ---- */

void lab_say_first(struct laboratory *x, bool failed, const char *text)
{
    state_say(x->shown, failed ? STYLE_FAILURE : STYLE_NORMAL, "%s", text);
    buf_clear(&x->first);
    x->first_failed = failed;
    if (x->stage != LAB_IDLE)
        buf_adds(&x->first, text);
}

void lab_add_exercise(const struct lab_program *p, struct buf *out)
{
    buf_addf(out, "the exercise with seed %" PRIu64 " and %u attack%s", p->seed, p->attacks, p->attacks == 1 ? "" : "s");
}

static void add_again(struct buf *out, const struct lab_program *p)
{
    buf_addf(out, "; %s with %" PRIu64 " %u draws it again", action_sign(ACTION_LAB_QUIZ), p->seed, p->attacks);
}

bool lab_same_exercise(const struct lab_program *a, const struct lab_program *b)
{
    return a->course == COURSE_QUIZ && b->course == COURSE_QUIZ && a->seed == b->seed && a->attacks == b->attacks &&
           a->sample == b->sample;
}

void lab_exercise_gone(const struct lab_program *p, struct buf *out)
{
    buf_adds(out, out->len > 0 ? "; " : "");
    lab_add_exercise(p, out);
    buf_adds(out, " is gone");
    add_again(out, p);
}

void lab_add_dropped(const struct laboratory *x, const char *was, const char *were, struct buf *out)
{
    size_t n = lab_forgotten(x->now->lab);

    if (n > 0) {
        show_count(out, n, "undone step ", "undone steps ");
        buf_adds(out, n == 1 ? was : were);
    }
}

/* What sits in the file of the evidence is not carried over. */
static bool has_given(const struct reference_set *refs)
{
    for (size_t i = 0; i < refs->count; i++)
        if (!refs->item[i].embedded)
            return true;
    return refs->expected != NULL;
}

void lab_add_ends(const struct laboratory *x, struct buf *out)
{
    const struct lab_program *p = x->now;

    if (p->course == COURSE_TOUR) {
        buf_addf(out, " This ends the tour at stop %zu of %d; %s begins it again", p->stop + 1, (int)LAB_STOPS,
                 action_sign(ACTION_LAB_TOUR));
        buf_adds(out, lab_tour[p->stop].look[p->look].witness == LAB_NO_WITNESS
                          ? "."
                          : ". The witnessed reference of the stop goes with it.");
        if (!p->sample && has_given(x->evidence->refs))
            buf_adds(out, " What was given for the evidence is held against the copy again.");
    } else if (p->course == COURSE_QUIZ) {
        buf_adds(out, " This ends ");
        lab_add_exercise(p, out);
        add_again(out, p);
        buf_addc(out, '.');
    }
}
