#include "explain/trial.h"

enum { STOP_EVERY = 256, LONG_TEXT = 1024 };

bool trial_more(struct trial *t)
{
    if (t->spent >= t->limit)
        t->cut = true;
    return !t->stopped && !t->failed && t->spent < t->limit;
}

bool trial_digest(struct trial *t, const void *bytes, size_t len, struct digest *out)
{
    if (t->tried++ % STOP_EVERY == 0 && t->stop && t->stop(t->arg))
        t->stopped = true;
    t->spent += 1 + len / LONG_TEXT;
    hasher_begin(t->hasher);
    hasher_add(t->hasher, bytes, len);
    if (hasher_end(t->hasher, out))
        t->failed = true;
    return !t->failed;
}

bool trial_hit(struct trial *t, const void *bytes, size_t len)
{
    struct digest d;

    return trial_digest(t, bytes, len, &d) && digest_equal(&d, &t->target);
}

uint64_t trial_share(struct trial *t, uint64_t share)
{
    uint64_t old = t->limit;

    if (t->spent + share < t->limit)
        t->limit = t->spent + share;
    return old;
}
