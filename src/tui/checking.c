#include "tui/checking.h"

#include "explain/baseline.h"
#include "tui/state.h"

#include <stdlib.h>
#include <string.h>

/* ---- the task ---- */

static void prepare(void *arg)
{
    struct checking *x = arg;

    for (size_t i = 0; i < x->baselines; i++)
        if (baseline_prepare(x->baseline[i], x->timeline, &x->watch, &x->err) < 0)
            return;
    if (x->list)
        expected_prepare(x->list, x->timeline, worker_stopped, &x->worker, &x->err);
}

/* ---- what there is to do ---- */

static bool is_due(const struct state *s, const struct reference *r)
{
    const struct baseline *b = baseline_of(r);

    return b && r->kind == REFERENCE_BASELINE && !baseline_prepared(b, s->timeline) &&
           (r->readable || !baseline_over(b) || r->findings.count == 0);
}

static size_t count_due(const struct state *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->refs->count; i++)
        n += is_due(s, &s->refs->item[i]);
    return n;
}

static bool list_due(const struct state *s)
{
    return s->refs->expected && !expected_prepared(s->refs->expected, s->timeline);
}

static bool readable(const struct state *s)
{
    enum timeline_result result = timeline_result(s->timeline);

    return result != TIMELINE_PENDING && result != TIMELINE_UNREADABLE;
}

static void forget(struct state *s)
{
    struct checking *x = &s->checking;

    if (x->list)
        s->refs->expected = x->list;
    x->list = NULL;
    free(x->baseline);
    x->baseline = NULL;
    x->baselines = 0;
    x->running = x->stopped = false;
}

void checking_release(struct state *s)
{
    worker_end(&s->checking.worker);
    forget(s);
}

static void begin(struct state *s)
{
    struct checking *x = &s->checking;
    size_t n = count_due(s);

    x->baseline = calloc(n + 1, sizeof *x->baseline);
    for (size_t i = 0; x->baseline && i < s->refs->count; i++)
        if (is_due(s, &s->refs->item[i]))
            x->baseline[x->baselines++] = baseline_of(&s->refs->item[i]);
    if (list_due(s)) {
        x->list = s->refs->expected;
        s->refs->expected = NULL;
    }
    x->timeline = s->timeline;
    x->watch.stop = worker_stopped;
    x->watch.arg = &x->worker;
    err_clear(&x->err);
    x->running = true;
    if (worker_start(&x->worker, prepare, x, &x->err) < 0)
        forget(s); /* the check does it then, while the screen waits */
}

/* What was given up is of no use: it goes. */
static void take_off_due(struct state *s)
{
    for (size_t i = s->refs->count; i > 0; i--)
        if (is_due(s, &s->refs->item[i - 1]))
            reference_set_remove(s->refs, i - 1);
    if (list_due(s)) {
        expected_free(s->refs->expected);
        s->refs->expected = NULL;
    }
    s->attaching.tells = TELL_NOTHING;
    state_say(s, STYLE_WARNING, "given up and taken off; attach it again to check it");
}

static void note_end(struct state *s)
{
    struct checking *x = &s->checking;
    bool stopped = x->stopped;

    if (x->baselines > 0)
        x->gave_up_copy = stopped;
    if (x->list)
        x->gave_up_list = stopped;
    forget(s);
    if (stopped)
        take_off_due(s);
}

static bool has_copy(const struct state *s)
{
    for (size_t i = 0; i < s->refs->count; i++)
        if (s->refs->item[i].kind == REFERENCE_BASELINE)
            return true;
    return false;
}

bool checking_gave_up_copy(const struct state *s)
{
    return s->checking.gave_up_copy && !has_copy(s);
}

bool checking_gave_up_list(const struct state *s)
{
    return s->checking.gave_up_list && !s->refs->expected && !s->checking.list;
}

bool checking_ready(struct state *s)
{
    struct checking *x = &s->checking;
    if (!x->running) {
        if (!readable(s) || (count_due(s) == 0 && !list_due(s)))
            return true;
        begin(s);
    }
    if (x->worker.running && !worker_take(&x->worker))
        return false;
    note_end(s);
    return true;
}

bool checking_cancel(struct state *s)
{
    struct checking *x = &s->checking;

    if (!x->running)
        return false;
    x->stopped = true;
    worker_stop(&x->worker);
    state_say(s, STYLE_NORMAL, "giving up ...");
    return true;
}

bool checking_has_list(const struct state *s)
{
    return s->checking.list != NULL;
}

void checking_status(const struct state *s, struct buf *out)
{
    const struct checking *x = &s->checking;
    if (!x->running)
        return;
    for (size_t i = 0; i < x->baselines && out->len == 0; i++)
        if (!baseline_over(x->baseline[i]))
            buf_addf(out, "reading the earlier copy, %u %% so far",
                     baseline_percent(x->baseline[i]));
    if (out->len == 0 && x->baselines > 0)
        buf_addf(out, "comparing with the earlier copy, %u %% so far",
                 atomic_load(&s->checking.watch.percent));
    if (out->len == 0)
        buf_adds(out, "holding the list against the entries so far read");
    buf_addf(out, " (%s gives up)", action_sign(ACTION_CANCEL));
}
