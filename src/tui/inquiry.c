#include "tui/inquiry.h"

#include <stdlib.h>
#include <string.h>

int inquiry_begin(struct inquiry *i, struct question *q, const char *text, struct err *err)
{
    char *copy = strdup(text);

    inquiry_end(i);
    if (!copy) {
        question_free(q);
        return err_set(err, ERR_MEMORY, "no memory for a search");
    }
    i->text = copy;
    i->on = sweep_init(&i->sweep, q, err) == 0;
    if (!i->on)
        inquiry_end(i);
    return i->on ? 0 : -1;
}

void inquiry_end(struct inquiry *i)
{
    sweep_release(&i->sweep);
    free(i->text);
    memset(i, 0, sizeof *i);
}

/* One that is not on has nothing to stop: a mark left on it would end whatever waits for both. */
void inquiry_stop(struct inquiry *i)
{
    i->stopped = i->on;
}

static bool ended(const struct progress *p)
{
    return p->done || p->failed;
}

bool inquiry_busy(const struct inquiry *i, const struct progress *p)
{
    if (!i->on || i->stopped)
        return false;
    return i->sweep.done < p->entries || (ended(p) && !i->settled);
}

bool inquiry_final(const struct inquiry *i, const struct progress *p)
{
    return i->on && ended(p) && i->settled && i->sweep.done >= p->entries;
}

void inquiry_step(struct inquiry *i, struct timeline *t, const struct progress *p)
{
    if (!inquiry_busy(i, p))
        return;
    if (ended(p) && !i->settled) {
        sweep_unask(&i->sweep);
        i->settled = true;
    }
    if (sweep_advance(&i->sweep, t, &i->err) < 0)
        i->stopped = i->failed = true;
}

unsigned inquiry_percent(const struct inquiry *i, const struct progress *p)
{
    if (i->sweep.done >= p->entries)
        return 100;
    return (unsigned)((double)i->sweep.done * 100.0 / (double)p->entries);
}
