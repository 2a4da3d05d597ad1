#include "core/pairs.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

void pairs_release(struct pairs *p)
{
    free(p->hash);
    free(p->slot);
    memset(p, 0, sizeof *p);
}

static size_t slot_for(const struct pairs *p, const uint64_t hash[2])
{
    size_t at = (size_t)hash[0] & (p->slots - 1);

    while (p->slot[at]) {
        const uint64_t *h = p->hash[p->slot[at] - 1];
        if (h[0] == hash[0] && h[1] == hash[1])
            break;
        at = (at + 1) & (p->slots - 1);
    }
    return at;
}

int64_t pairs_find(const struct pairs *p, const uint64_t hash[2])
{
    return p->slots ? (int64_t)p->slot[slot_for(p, hash)] - 1 : PAIRS_NONE;
}

static int make_room(struct pairs *p)
{
    size_t room = p->room ? 2 * p->room : FIRST_ROOM;
    uint64_t(*hash)[2];
    uint32_t *slot;

    if (p->count < p->room)
        return 0;
    hash = realloc(p->hash, room * sizeof *hash);
    if (!hash)
        return -1;
    p->hash = hash;
    slot = calloc(2 * room, sizeof *slot);
    if (!slot)
        return -1;
    free(p->slot);
    p->slot = slot;
    p->slots = 2 * room;
    p->room = room;
    for (size_t i = 0; i < p->count; i++)
        p->slot[slot_for(p, p->hash[i])] = (uint32_t)i + 1;
    return 0;
}

int64_t pairs_add(struct pairs *p, const uint64_t hash[2])
{
    if (make_room(p) < 0)
        return -1;
    size_t at = slot_for(p, hash);
    p->hash[p->count][0] = hash[0];
    p->hash[p->count][1] = hash[1];
    p->slot[at] = (uint32_t)++p->count;
    return (int64_t)p->count - 1;
}
