#include "explain/explain_impl.h"

#include <stdlib.h>

static int cancelled(struct err *err)
{
    return err_set(err, ERR_CANCELLED, "explaining was stopped");
}

struct explainer *explainer_new(struct timeline *t, const struct reference_set *refs,
                                uint64_t effort, struct err *err)
{
    struct explainer *e = calloc(1, sizeof *e);

    if (!e) {
        err_set(err, ERR_MEMORY, "no memory for explanations");
        return NULL;
    }
    e->t = t;
    e->refs = refs;
    e->effort = effort;
    e->left = effort > UINT64_MAX / BUDGET_FINDINGS ? UINT64_MAX : effort * BUDGET_FINDINGS;
    e->entries = timeline_progress(t).entries;
    e->by06 = timeline_construction(t) == CONSTRUCTION_06;
    e->trial.hasher = hasher_new(err);
    if (e->trial.hasher)
        return e;
    free(e);
    return NULL;
}

void explainer_free(struct explainer *e)
{
    if (!e)
        return;
    hasher_free(e->trial.hasher);
    originals_close(e);
    digest_map_free(e->map);
    digest_map_free(e->recoded_map);
    digest_map_free(e->flipped);
    values_release(&e->values);
    free(e->recoded);
    free(e->broken);
    free(e);
}

void explainer_stop(struct explainer *e, bool (*stop)(void *arg), void *arg)
{
    e->trial.stop = stop;
    e->trial.arg = arg;
}

int explainer_prepare(struct explainer *e, struct err *err)
{
    if (e->trial.stopped)
        return cancelled(err);
    if (e->prepared)
        return 0;
    originals_close(e);
    if (breaks_collect(e, err) || originals_open(e, err))
        return -1;
    e->prepared = true;
    return 0;
}

/* A finding gets its share as long as the file's budget lasts, then very little. */
void budget_begin(struct explainer *e, const struct digest *target)
{
    uint64_t share = e->left < e->effort ? e->left : e->effort;

    if (share < BUDGET_LEAST)
        share = e->effort < BUDGET_LEAST ? e->effort : BUDGET_LEAST;
    e->trial.target = *target;
    e->trial.limit = share;
    e->trial.tried = e->trial.spent = 0;
    e->trial.cut = false;
    e->narrow = false;
}

void note_narrow(struct explainer *e)
{
    e->narrow = true;
}

bool untried(const struct explainer *e)
{
    return e->trial.cut || e->narrow || e->narrow_file || (e->has_values && e->values.cut);
}

void budget_end(struct explainer *e)
{
    e->bounded |= untried(e);
    e->tried += e->trial.tried;
    e->left -= e->trial.spent < e->left ? e->trial.spent : e->left;
}

int explain_values(struct explainer *e, struct err *err)
{
    if (e->has_values)
        return 0;
    if (values_read(&e->values, e->t, e->refs, e->base, e->trial.stop, e->trial.arg, err))
        return -1;
    e->has_values = true;
    return 0;
}

static int explain(struct explainer *e, const struct finding *f, struct explanation_list *out,
                   struct err *err)
{
    switch (f->code) {
    case FINDING_LINK:
    case FINDING_GENESIS: return explain_link(e, f->entry, out, err);
    case FINDING_NOT_CLOSED: return explain_open_end(e, f->entry, out, err);
    case FINDING_COMMITMENT_CLOSED: return explain_closed(e, f, out, err);
    case FINDING_COMMITMENT_COUNT:
    case FINDING_COMMITMENT_DIGEST: return explain_endpoint(e, f, out, err);
    case FINDING_BASELINE_RECLOSED:
    case FINDING_BASELINE_CUT:
    case FINDING_BASELINE_BEHEADED:
    case FINDING_BASELINE_END_REPLACED:
    case FINDING_BASELINE_EDITED:
    case FINDING_BASELINE_NOT_BOUND:
    case FINDING_BASELINE_FORKED: return original_contradicts(e, f->reference, out, err);
    default: return 0;
    }
}

bool explain_wanted(const uint64_t totals[FINDING_COUNT])
{
    for (int code = 0; code < FINDING_COUNT; code++)
        if (totals[code] > 0 &&
            (code == FINDING_COMMITMENT_CLOSED || finding_severity((enum finding_code)code) == SEVERITY_FAILURE))
            return true;
    return false;
}

/* Some ask of an entry only whether it is so: what could not be read is no answer. */
static int explain_surely(struct explainer *e, const struct finding *f, struct explanation_list *out, struct err *err)
{
    struct err own = {0};
    int status = explain(e, f, out, &own);

    if (own.code == ERR_NONE)
        return status;
    *err = own;
    return -1;
}

int explain_finding(struct explainer *e, const struct finding *f, struct explanation_list *out,
                    struct err *err)
{
    if (explainer_prepare(e, err))
        return -1;
    int status = explain_surely(e, f, out, err);
    if (status == 0 && e->trial.stopped)
        status = cancelled(err);
    return status;
}

size_t explainer_others(const struct explainer *e, uint64_t *entry, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < e->brokens && n < room; i++)
        if (e->broken[i].entry > 1 && !e->broken[i].encoding && !e->broken[i].construction)
            entry[n++] = e->broken[i].entry;
    return n;
}

static uint64_t first_rest(const struct explainer *e)
{
    uint64_t entry;

    return explainer_others(e, &entry, 1) > 0 ? entry : 0;
}

struct explainer_summary explainer_summary(const struct explainer *e)
{
    uint64_t links = timeline_total(e->t, FINDING_LINK);

    return (struct explainer_summary){
        .links = links,
        .encoded = e->encoded,
        .encoding = e->base,
        .plain = e->plain,
        .plain_cut = e->plain_cut,
        .habit = is_habit(e),
        .historical = e->historical,
        .rest = links - e->encoded - e->historical,
        .first_rest = first_rest(e),
        .tried = e->tried,
        .effort = e->effort,
        .exhausted = e->left == 0,
        .bounded = e->bounded || e->narrow_file,
    };
}
