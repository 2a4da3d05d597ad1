/* All findings in the order in which they are reported. */
#include "core/verdict.h"

#include <stdlib.h>
#include <string.h>

enum stage { STAGE_FILE, STAGE_ENTRIES, STAGE_REFERENCES, STAGE_COVERAGE };

void finding_walk_init(struct finding_walk *w, struct timeline *t, const struct reference_set *refs)
{
    memset(w, 0, sizeof *w);
    w->timeline = t;
    w->refs = refs;
}

void finding_walk_release(struct finding_walk *w)
{
    finding_list_release(&w->pending);
    w->at = 0;
}

static int copy(struct finding *to, const struct finding *from, struct err *err)
{
    return finding_copy(to, from) ? err_set(err, ERR_MEMORY, "no memory for findings") : 1;
}

/* The next pending finding of the severity in turn; 0 when the list is used up. */
static int take_pending(struct finding_walk *w, struct finding *out)
{
    while (w->at < w->pending.count) {
        struct finding *f = &w->pending.item[w->at++];
        if (finding_severity(f->code) != w->severity)
            continue;
        *out = *f;
        finding_init(f, f->code, 0); /* handed over */
        return 1;
    }
    finding_walk_release(w);
    return 0;
}

static int next_entry(struct finding_walk *w, struct err *err)
{
    uint64_t entry = timeline_seek(w->timeline, w->entry + 1, 1, finding_mask(w->severity));

    if (entry == 0)
        return 0;
    w->entry = entry;
    return timeline_entry_findings(w->timeline, entry, &w->pending, err) ? -1 : 1;
}

static int next_reference(struct finding_walk *w, struct finding *out, struct err *err)
{
    for (; w->reference < w->refs->count; w->reference++, w->at = 0) {
        const struct finding_list *l = &w->refs->item[w->reference].findings;
        while (w->at < l->count) {
            const struct finding *f = &l->item[w->at++];
            if (finding_severity(f->code) == w->severity)
                return copy(out, f, err);
        }
    }
    return 0;
}

/* About the list first, then about entries, which are all failures. */
static int next_coverage(struct finding_walk *w, struct finding *out, struct err *err)
{
    const struct expected *e = w->refs->expected;

    while (e && w->at < expected_list_findings(e)) {
        size_t i = w->at++;
        if (finding_severity(expected_list_code(e, i)) != w->severity)
            continue;
        return expected_list_finding(e, i, out) ? err_set(err, ERR_MEMORY, "no memory for findings") : 1;
    }
    if (!e || w->severity != SEVERITY_FAILURE)
        return 0;
    w->entry = expected_seek(e, w->entry + 1, 1, FINDING_COUNT);
    if (w->entry == 0)
        return 0;
    struct finding_list one = {0};
    if (expected_entry_findings(e, w->timeline, w->entry, &one, err))
        return -1;
    *out = one.item[0];
    free(one.item);
    return 1;
}

static void next_severity(struct finding_walk *w)
{
    w->severity++;
    w->stage = STAGE_FILE;
    w->entry = 0;
    w->reference = w->at = 0;
}

/* Loads more into `pending`, or moves on; -1 on error. */
static int advance(struct finding_walk *w, struct err *err)
{
    if (w->stage == STAGE_FILE) {
        w->stage = STAGE_ENTRIES;
        return timeline_file_findings(w->timeline, &w->pending, err);
    }
    int status = next_entry(w, err);
    if (status == 0)
        w->stage = STAGE_REFERENCES;
    return status < 0 ? -1 : 0;
}

int finding_walk_next(struct finding_walk *w, struct finding *out, struct err *err)
{
    while (w->severity < SEVERITY_COUNT) {
        if (w->stage == STAGE_REFERENCES) {
            int status = next_reference(w, out, err);
            if (status)
                return status;
            w->stage = STAGE_COVERAGE;
            w->entry = w->at = 0;
        }
        if (w->stage == STAGE_COVERAGE) {
            int status = next_coverage(w, out, err);
            if (status)
                return status;
            next_severity(w);
            continue;
        }
        if (take_pending(w, out))
            return 1;
        if (advance(w, err))
            return -1;
    }
    return 0;
}
