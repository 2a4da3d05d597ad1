#include "tui/explaining.h"

#include "tui/compare.h"
#include "tui/state.h"

#include <string.h>

static void forget(struct explained *one)
{
    explanation_list_release(&one->list);
    memset(one, 0, sizeof *one);
}

void explaining_release(struct explaining *x)
{
    worker_end(&x->worker);
    explainer_free(x->explainer);
    x->explainer = NULL;
    forget(&x->task);
    for (size_t i = 0; i < EXPLAINED_KEPT; i++)
        forget(&x->kept[i]);
    x->stopped_at = 0;
    x->exhausted = false;
}

bool explaining_can(enum finding_code code)
{
    return code == FINDING_LINK || code == FINDING_GENESIS || code == FINDING_NOT_CLOSED ||
           code == FINDING_COMMITMENT_COUNT || code == FINDING_COMMITMENT_CLOSED || code == FINDING_COMMITMENT_DIGEST ||
           (code >= FINDING_BASELINE_RECLOSED && code < FINDING_BASELINE_UNRELATED);
}

/* ---- what is kept ---- */

static bool same(const struct finding_key *a, const struct finding_key *b)
{
    return a->code == b->code && a->entry == b->entry && a->reference == b->reference;
}

const struct explained *explaining_find(const struct explaining *x, const struct finding_key *key)
{
    for (size_t i = 0; i < EXPLAINED_KEPT; i++)
        if (x->kept[i].used && same(&x->kept[i].of, key))
            return &x->kept[i];
    return NULL;
}

static void keep(struct explaining *x)
{
    struct explained *to = &x->kept[x->next++ % EXPLAINED_KEPT];

    forget(to);
    *to = x->task;
    to->used = true;
    memset(&x->task, 0, sizeof x->task);
}

static void forget_stopped(struct explaining *x)
{
    for (size_t i = 0; i < EXPLAINED_KEPT; i++)
        if (x->kept[i].stopped)
            forget(&x->kept[i]);
    x->stopped_at = 0;
}

/* ---- the task ---- */

static int explain(struct explaining *x, struct err *err)
{
    struct finding f;
    int status;

    if (!x->explainer)
        x->explainer =
            explainer_new(x->timeline, x->refs, x->effort ? x->effort : EXPLAIN_EFFORT, err);
    if (!x->explainer)
        return -1;
    explainer_stop(x->explainer, worker_stopped, &x->worker);
    finding_init(&f, x->task.of.code, x->task.of.entry);
    f.reference = x->task.of.reference;
    status = explain_finding(x->explainer, &f, &x->task.list, err);
    finding_release(&f);
    return status;
}

static void task(void *arg)
{
    struct explaining *x = arg;

    x->task.failed = explain(x, &x->task.err) < 0;
}

/* One that was stopped says so for ever. */
static void finish(struct state *s)
{
    struct explaining *x = &s->explaining;

    if (x->task.failed && x->task.err.code == ERR_CANCELLED) {
        x->task.stopped = true;
        x->stopped_at = s->selected;
        explainer_free(x->explainer);
        x->explainer = NULL;
    }
    if (x->explainer)
        x->exhausted = explainer_summary(x->explainer).exhausted;
    keep(x);
}

void explaining_take(struct state *s)
{
    if (worker_take(&s->explaining.worker))
        finish(s);
}

/* ---- asking ---- */

void explaining_ask(struct state *s, const struct finding_key *key)
{
    struct explaining *x = &s->explaining;

    if (!s->referenced || !explaining_can(key->code))
        return;
    explaining_take(s);
    if (x->worker.running || explaining_find(x, key))
        return;
    x->timeline = s->timeline;
    x->refs = s->refs;
    x->task.of = *key;
    if (worker_start(&x->worker, task, x, &x->task.err) < 0)
        x->task.failed = true;
    if (!x->worker.running)
        finish(s);
}

static const uint32_t link_mask = UINT32_C(1) << FINDING_LINK | UINT32_C(1) << FINDING_GENESIS;

static size_t link_key(const struct state *s, uint64_t entry, struct finding_key *out)
{
    uint32_t mask = timeline_mark(s->timeline, entry).mask;

    *out = (struct finding_key){FINDING_LINK, entry, -1};
    if (mask & UINT32_C(1) << FINDING_GENESIS)
        out->code = FINDING_GENESIS;
    return (mask & link_mask) != 0;
}

static size_t reference_keys(const struct state *s, const struct reference *r,
                             struct finding_key out[COMPARISON_KEYS])
{
    const struct finding_list *l = &r->findings;
    size_t n = 0;

    for (size_t i = 0; i < l->count && n < COMPARISON_KEYS; i++)
        if (explaining_can(l->item[i].code))
            out[n++] = (struct finding_key){l->item[i].code, l->item[i].entry,
                                            (int)(r - s->refs->item)};
    return n;
}

size_t explaining_keys(const struct state *s, const struct comparison *c,
                       struct finding_key out[COMPARISON_KEYS])
{
    if (c->result != COMPARED_FAILS)
        return 0;
    switch (c->kind) {
    case COMPARE_LINK_IN: return link_key(s, c->entry, out);
    case COMPARE_LINK_OUT: return link_key(s, c->entry + 1, out);
    case COMPARE_ENDPOINT: return reference_keys(s, c->reference, out);
    default: return 0;
    }
}

void explaining_ask_entry(struct state *s)
{
    struct finding_key key[COMPARISON_KEYS] = {{FINDING_NOT_CLOSED, s->detail.entry, -1}};
    struct comparison c[COMPARISONS];
    size_t n;

    if (s->explaining.stopped_at && s->explaining.stopped_at != s->selected)
        forget_stopped(&s->explaining);
    if (!s->referenced || s->detail.failed)
        return;
    if (timeline_mark(s->timeline, s->detail.entry).mask & UINT32_C(1) << FINDING_NOT_CLOSED)
        explaining_ask(s, &key[0]);
    n = compare_entry(s, c);
    for (size_t i = 0; i < n; i++)
        for (size_t k = explaining_keys(s, &c[i], key); k > 0; k--)
            explaining_ask(s, &key[k - 1]);
}

bool explaining_cancel(struct state *s)
{
    if (!s->explaining.worker.running)
        return false;
    worker_stop(&s->explaining.worker);
    return true;
}
