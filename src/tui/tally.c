#include "tui/tally.h"

#include <stdlib.h>

void tally_release(struct tally *y)
{
    free(y->before);
    y->before = NULL;
    y->room = 0;
    y->counted = y->total = 0;
}

static int make_room(struct tally *y, size_t steps)
{
    uint64_t *bigger;
    size_t room = y->room ? y->room : 64;

    while (room < steps)
        room *= 2;
    if (room == y->room)
        return 0;
    bigger = realloc(y->before, room * sizeof *bigger);
    if (!bigger)
        return -1;
    y->before = bigger;
    y->room = room;
    return 0;
}

static uint64_t count(const struct timeline *t, uint32_t mask, uint64_t from, uint64_t upto)
{
    uint64_t n = 0;

    while (from <= upto) {
        uint64_t found = timeline_seek(t, from, 1, mask);
        if (found == 0 || found > upto)
            break;
        n++;
        from = found + 1;
    }
    return n;
}

static uint64_t step_end(uint64_t entry)
{
    return (entry / TALLY_STEP + 1) * TALLY_STEP;
}

int tally_extend(struct tally *y, const struct timeline *t, uint64_t upto)
{
    if (make_room(y, (size_t)(upto / TALLY_STEP) + 1) < 0)
        return -1;
    if (y->counted == 0)
        y->before[0] = 0;
    while (y->counted < upto) {
        uint64_t end = step_end(y->counted);
        if (end > upto)
            end = upto;
        y->total += count(t, y->mask, y->counted + 1, end);
        y->counted = end;
        if (end % TALLY_STEP == 0)
            y->before[end / TALLY_STEP] = y->total;
    }
    return 0;
}

uint64_t tally_upto(const struct tally *y, const struct timeline *t, uint64_t entry)
{
    uint64_t step = entry / TALLY_STEP;

    if (entry > y->counted)
        entry = y->counted, step = entry / TALLY_STEP;
    if (y->counted == 0)
        return 0;
    return y->before[step] + count(t, y->mask, step * TALLY_STEP + 1, entry);
}
