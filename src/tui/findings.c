#include "tui/findings.h"

#include <string.h>

void findings_release(struct findings *f)
{
    if (f->begun)
        finding_walk_release(&f->walk);
    finding_list_release(&f->list);
    memset(f, 0, sizeof *f);
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
