/* The tour, stop by stop, and exercises whose steps are drawn by a seed. */
#include "tui/lab.h"

#include "base/decimal.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

bool lab_tells(const struct laboratory *x)
{
    return x->now->course != COURSE_QUIZ || x->now->solved;
}

/* ---- the tour ---- */

int lab_tour_refs(struct laboratory *x, struct reference_set *refs, struct err *err)
{
    enum lab_witness witness = lab_tour[x->now->stop].look[x->now->look].witness;
    const char *value;
    struct buf option;
    struct reference *r = NULL;

    if (witness == LAB_NO_WITNESS)
        return 0;
    buf_init(&option, LIMIT_MESSAGE);
    lab_tour_witness(x->now->lab, witness, &option);
    value = strchr(buf_cstr(&option), '=');
    if (value)
        r = witness == LAB_COUNT ? reference_add_count(refs, value + 1, err)
                                 : reference_add_head(refs, value + 1, err);
    buf_release(&option);
    return r ? 0 : -1;
}

static void say_failed(struct laboratory *x, const char *what, const struct err *err)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, what);
    show_escaped(&text, err->text, strlen(err->text), x->evidence->flags);
    lab_say_first(x, true, buf_cstr(&text));
    buf_release(&text);
}

static void take_look(struct laboratory *x, enum lab_change change)
{
    struct err err = {0};

    if (lab_tour_steps(x->now->lab, x->now->stop, x->now->look, &err) < 0) {
        lab_take_up(x);
        say_failed(x, "the tour stops here: ", &err);
        return;
    }
    lab_make(x, change);
}

/* On the timeline at hand where that can be; else on that of the tour. */
static int open_for_tour(struct laboratory *x, bool sample, struct err *err)
{
    struct err why = {0};

    if (!sample && lab_usable(x, &why) && lab_open(x, false, false, &why) == 0 && lab_tour_check(x->now->lab, &why) == 0)
        return 0;
    return lab_open(x, true, false, err);
}

void lab_tour_begin(struct state *s, bool sample)
{
    struct laboratory *x = s->lab;
    struct err err = {0};

    lab_put_aside(x);
    if (open_for_tour(x, sample, &err) < 0) {
        lab_take_up(x);
        say_failed(x, "no tour: ", &err);
        return;
    }
    x->now->course = COURSE_TOUR;
    x->now->stop = x->now->look = 0;
    take_look(x, CHANGE_BEGUN);
}

/* False at the first and the last look. */
static bool move_on(struct laboratory *x, int step)
{
    if (step > 0 && x->now->look + 1 < lab_tour[x->now->stop].looks)
        x->now->look++;
    else if (step > 0 && x->now->stop + 1 < LAB_STOPS)
        x->now->stop++, x->now->look = 0;
    else if (step < 0 && x->now->look > 0)
        x->now->look--;
    else if (step < 0 && x->now->stop > 0)
        x->now->stop--, x->now->look = lab_tour[x->now->stop].looks - 1;
    else
        return false;
    return true;
}

void lab_tour_go(struct state *s, int step)
{
    struct laboratory *x = s->lab;

    if (x->now->course != COURSE_TOUR)
        state_say(s, STYLE_NORMAL, "no tour is on; %s begins it", action_sign(ACTION_LAB_TOUR));
    else if (!move_on(x, step))
        state_say(s, STYLE_NORMAL, step > 0 ? "this was the last stop; %s ends the tour"
                                            : "this is the first stop; %s ends the tour",
                  action_sign(ACTION_LAB_RESET));
    else
        take_look(x, CHANGE_MOVED);
}

enum { LAB_LOOKS_MOST = LAB_STOPS * LAB_LOOKS };

bool lab_tour_queue(struct laboratory *x, enum action a)
{
    if ((a != ACTION_LAB_NEXT && a != ACTION_LAB_PREVIOUS) || x->now->course != COURSE_TOUR || x->stopped ||
        (x->stage != LAB_APPLYING && x->stage != LAB_EXAMINING))
        return false;
    /* Held down, a key does not ask for more than there is. */
    if (a == ACTION_LAB_NEXT && x->due < LAB_LOOKS_MOST)
        x->due++;
    if (a == ACTION_LAB_PREVIOUS && x->due > -LAB_LOOKS_MOST)
        x->due--;
    return true;
}

void lab_tour_due(struct laboratory *x)
{
    int step = x->due < 0 ? -1 : 1;
    bool moved = false;

    if (x->now->course == COURSE_TOUR)
        while (x->due != 0 && move_on(x, step)) {
            x->due -= step;
            moved = true;
        }
    x->due = 0;
    if (moved)
        take_look(x, CHANGE_MOVED);
}

/* ---- exercises ---- */

static void take_seed(struct state *s, const char *line)
{
    lab_quiz_begin(s, line);
}

static const char *const seed_lines[] = {"SEED, or SEED ATTACKS: the same seed hides the same steps", NULL};
static const struct prompt prompt_seed = {
    .sign = "seed: ", .done = take_seed, .lines = seed_lines, .asks = true};

void lab_quiz_ask(struct state *s)
{
    enum { SEEDS = 10000 };
    char usual[32];

    snprintf(usual, sizeof usual, "%ld", (long)(time(NULL) % SEEDS));
    prompt_open(s, &prompt_seed);
    prompt_propose(s, s->lab->worker.at_once ? "1" : usual);
}

/* "17" or "17 2" */
static bool take_numbers(const char *text, uint64_t *seed, unsigned *attacks)
{
    uint64_t n = 1;

    text += strspn(text, " ");
    if (!decimal_take(&text, seed))
        return false;
    text += strspn(text, " ");
    if (*text && !decimal_take(&text, &n))
        return false;
    *attacks = (unsigned)n;
    return text[strspn(text, " ")] == '\0' && n >= 1 && n <= LAB_RANDOM_MOST;
}

void lab_quiz_begin(struct state *s, const char *argument)
{
    struct laboratory *x = s->lab;
    struct err err = {0};
    uint64_t seed;
    unsigned attacks;

    if (!take_numbers(argument, &seed, &attacks)) {
        prompt_refuse(s, &prompt_seed, argument, "a number is accepted, and behind it how many attacks, 1 to 100");
        return;
    }
    lab_put_aside(x);
    if (lab_open(x, !lab_usable(x, &err), true, &err) < 0) {
        lab_take_up(x);
        say_failed(x, "no exercise: ", &err);
        return;
    }
    x->now->course = COURSE_QUIZ;
    x->now->seed = seed;
    x->now->attacks = attacks;
    lab_make(x, CHANGE_BEGUN);
}

void lab_quiz_solve(struct state *s)
{
    struct laboratory *x = s->lab;

    if (x->now->course != COURSE_QUIZ) {
        state_say(s, STYLE_NORMAL, "no exercise is on; %s begins one", action_sign(ACTION_LAB_QUIZ));
        return;
    }
    x->now->solved = true;
    if (!x->copy.state) {
        lab_make(x, CHANGE_NONE);
        return;
    }
    lab_remember(x);
    lab_show(x, x->copy.state);
    state_push(x->copy.state, &view_lab_seen);
    lab_say_judgements(x);
}
