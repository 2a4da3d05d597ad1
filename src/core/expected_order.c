/* Which of the matched entries are out of order: those beside the longest run of entries whose
 * actions rise as the list has them, so that one entry that was moved is one, wherever it went. */
#include "core/expected_impl.h"

#include "base/shortage.h"

#include <stdlib.h>

enum { NONE = 0xffffffff };

struct run {
    uint32_t
        *end; /* for each length of a run: the entry that ends the one with the lowest action */
    uint32_t *before; /* for each entry: the one before it in its run */
    size_t length;
};

static size_t place_in(const struct run *r, const uint32_t *which, uint32_t action)
{
    size_t low = 0, high = r->length;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (which[r->end[mid]] <= action)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void find_run(struct run *r, const struct expected *e)
{
    for (uint64_t i = 0; i < e->entries; i++) {
        if (e->fate[i] != FATE_MATCHED)
            continue;
        size_t at = place_in(r, e->which, e->which[i]);
        r->before[i] = at > 0 ? r->end[at - 1] : NONE;
        r->end[at] = (uint32_t)i;
        r->length += at == r->length;
    }
}

static void mark(const struct run *r, struct expected *e)
{
    uint32_t next = r->length ? r->end[r->length - 1] : NONE;

    for (uint64_t i = e->entries; i-- > 0;) {
        if (e->fate[i] != FATE_MATCHED)
            continue;
        if (i == next)
            next = r->before[i];
        else
            e->fate[i] = FATE_MISPLACED;
    }
}

int matcher_order(struct expected *e, struct err *err)
{
    struct run r = {.end = shortage_unless(calloc((size_t)e->entries + 1, sizeof *r.end)),
                    .before = shortage_unless(calloc((size_t)e->entries + 1, sizeof *r.before))};
    bool has = r.end && r.before;

    if (has) {
        find_run(&r, e);
        mark(&r, e);
    }
    free(r.end);
    free(r.before);
    return has ? 0 : err_set(err, ERR_MEMORY, "no memory to find the order of entries");
}
