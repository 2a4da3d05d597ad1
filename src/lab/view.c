/* A timeline as it was judged: what the checks said of it, kept so that it can be held against what they say of an
 * altered one. */
#include "lab/lab.h"

#include <stdlib.h>
#include <string.h>

/* Told one by one; of more than that their number counts. */
enum { TOLD_MOST = 1 << 20 };

const char *lab_judgement_name(enum lab_judgement j)
{
    static const char *const name[] = {"timeline", "endpoint", "coverage", "outcome"};

    return name[j];
}

const char *lab_sight_name(enum lab_sight s)
{
    static const char *const name[] = {"noticed", "not noticed", "not assessed", "nothing done", "not any more"};

    return name[s];
}

const char *lab_result(const struct lab_view *v, enum lab_judgement j)
{
    switch (j) {
    case LAB_TIMELINE: return timeline_result_name(v->verdict.timeline);
    case LAB_ENDPOINT: return endpoint_result_name(v->verdict.endpoint);
    case LAB_COVERAGE: return coverage_result_name(v->verdict.coverage);
    default: return outcome_result_name(v->verdict.outcome);
    }
}

/* ---------------------------------------------------------------------------------------------------
 * What was told */

/* FNV-1a. */
static uint64_t hash(uint64_t h, const struct str *s)
{
    for (size_t i = 0; s->data != NULL && i < s->len; i++)
        h = (h ^ (unsigned char)s->data[i]) * UINT64_C(0x100000001b3);
    return (h ^ 0xff) * UINT64_C(0x100000001b3);
}

static uint64_t says(const struct finding *f)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    h = hash(h, &f->message);
    h = hash(h, &f->stored);
    return hash(h, &f->recomputed) + f->missing;
}

static int add(struct lab_view *v, struct lab_told t, struct err *err)
{
    if (v->tolds == TOLD_MOST) {
        v->cut = true;
        return 0;
    }
    if (v->tolds == v->room) {
        size_t room = v->room * 2 + 16;
        struct lab_told *more = realloc(v->told, room * sizeof *more);
        if (more == NULL)
            return err_set(err, ERR_MEMORY, "no memory to say who notices");
        v->told = more;
        v->room = room;
    }
    v->told[v->tolds++] = t;
    return 0;
}

/* Warnings that hang on the entries; where a reference lies and what its times are, no step changes. */
static bool is_told(enum finding_code c)
{
    return finding_severity(c) == SEVERITY_FAILURE || c == FINDING_COMMITMENT_CLOSED || c == FINDING_BASELINE_NOT_BOUND;
}

/* One that is unusable has nothing against the timeline: its failures are its own. */
static int add_reference(struct lab_view *v, const struct reference *r, size_t number, struct err *err)
{
    if (r->result == REFERENCE_UNUSABLE)
        return 0;
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.item[i];

        if (is_told(f->code) &&
            add(v, (struct lab_told){.reference = number, .code = f->code, .says = says(f)}, err) != 0)
            return -1;
    }
    return 0;
}

static int add_list(struct lab_view *v, const struct expected *e, struct err *err)
{
    static const enum finding_code of_entries[] = {FINDING_EXPECT_UNEXPECTED, FINDING_EXPECT_FORBIDDEN,
                                                   FINDING_EXPECT_ORDER};

    for (uint64_t i = 0; i < expected_list_findings(e) && !v->cut; i++) {
        struct lab_told t = {.code = expected_list_code(e, i), .action = expected_list_action(e, i)};

        if (t.action > 0) {
            struct expected_action a = expected_action(e, t.action);
            t.says = a.count - a.found;
        }
        if (add(v, t, err) != 0)
            return -1;
    }
    for (size_t c = 0; c < sizeof of_entries / sizeof *of_entries; c++)
        for (uint64_t at = expected_seek(e, 1, 1, of_entries[c]); at > 0 && !v->cut;
             at = expected_seek(e, at + 1, 1, of_entries[c]))
            if (add(v, (struct lab_told){.code = of_entries[c], .entry = at}, err) != 0)
                return -1;
    return 0;
}

static int order(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

int lab_told_order(const void *a, const void *b)
{
    const struct lab_told *x = a, *y = b;
    int by = order(x->code, y->code);

    if (by == 0)
        by = order(x->action, y->action);
    if (by == 0)
        by = order(x->entry, y->entry);
    return by != 0 ? by : order(x->reference, y->reference);
}

/* Those in the timeline's own file are not carried over, so they are not counted. */
static int tell(struct lab_view *v, const struct reference_set *refs, struct err *err)
{
    v->result = malloc((refs->count + 1) * sizeof *v->result);
    if (v->result == NULL)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    for (size_t i = 0; i < refs->count; i++) {
        if (refs->item[i].embedded)
            continue;
        v->result[v->results++] = refs->item[i].result;
        if (add_reference(v, &refs->item[i], v->results, err) != 0)
            return -1;
    }
    if (refs->expected != NULL && add_list(v, refs->expected, err) != 0)
        return -1;
    if (v->tolds > 1)
        qsort(v->told, v->tolds, sizeof *v->told, lab_told_order);
    return 0;
}

int lab_view(struct lab_view *v, struct timeline *t, const struct reference_set *refs, struct err *err)
{
    struct entry_mark last;

    memset(v, 0, sizeof *v);
    v->timeline = t;
    if (verdict_make(&v->verdict, t, refs, err) != 0)
        return -1;
    last = timeline_mark(t, v->verdict.entries);
    v->has_end = last.has_digest && timeline_construction(t) == CONSTRUCTION_07;
    v->end = last.digest;
    for (size_t i = 0; i < refs->count; i++)
        if (refs->item[i].embedded) {
            v->embedded = true;
            v->own = refs->item[i].result;
        }
    return tell(v, refs, err);
}

void lab_view_release(struct lab_view *v)
{
    free(v->told);
    free(v->result);
    v->told = NULL;
    v->result = NULL;
    v->tolds = v->room = v->results = 0;
}
