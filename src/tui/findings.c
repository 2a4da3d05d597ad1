#include "tui/findings.h"

#include <string.h>

void findings_release(struct findings *f)
{
    enum findings_order order = f->order;

    if (f->begun)
        finding_walk_release(&f->walk);
    finding_list_release(&f->list);
    memset(f, 0, sizeof *f);
    f->order = order;
}

/* 1 when one came. */
static int fetch_one(struct findings *f)
{
    struct finding one;
    int got = finding_walk_next(&f->walk, &one, &f->err);

    if (got > 0 && finding_list_add(&f->list, &one) < 0)
        got = err_set(&f->err, ERR_MEMORY, "no memory for the findings");
    return got;
}

void findings_fetch(struct findings *f, struct timeline *t, const struct reference_set *refs,
                    size_t count)
{
    if (!f->begun)
        finding_walk_init(&f->walk, t, refs);
    f->begun = true;
    if (count > LIMIT_FINDINGS)
        count = LIMIT_FINDINGS;
    while (!f->ended && f->list.count < count) {
        int got = fetch_one(f);
        f->failed = got < 0;
        f->ended = got <= 0;
    }
    if (f->list.count >= LIMIT_FINDINGS)
        f->ended = true;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* By kind: severity, code, entry. By place: what is about no entry, then entry, severity, code. */
static int compare(const struct finding *a, const struct finding *b, enum findings_order order)
{
    int entry = compare_numbers(a->entry, b->entry);
    int severity = (int)finding_severity(a->code) - (int)finding_severity(b->code);
    int code = (int)a->code - (int)b->code;

    if (order == FINDINGS_BY_PLACE)
        return entry ? entry : severity ? severity : code;
    return severity ? severity : code ? code : entry;
}

void findings_arrange(struct findings *f, struct timeline *t, const struct reference_set *refs,
                      enum findings_order order)
{
    findings_fetch(f, t, refs, LIMIT_FINDINGS);
    f->order = order;
    for (size_t i = 0; i < f->list.count; i++) {
        size_t to = i;
        while (to > 0 && compare(&f->list.item[f->at[to - 1]], &f->list.item[i], order) > 0)
            to--;
        memmove(&f->at[to + 1], &f->at[to], (i - to) * sizeof *f->at);
        f->at[to] = (unsigned short)i;
    }
}

const struct finding *findings_at(const struct findings *f, size_t i)
{
    return i < f->list.count ? &f->list.item[f->at[i]] : NULL;
}
