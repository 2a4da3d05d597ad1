#include "core/names.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/shortage.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 24, FIRST_SLOTS = 256, SKELETON_MAX = 4096 };

/* What is grown for one entry stays for the next: freed and grown again it would lie about in pieces. */
struct names {
    size_t count;
    uint64_t few[FEW];  /* entries rarely have more names than these */
    uint64_t *hash;     /* by number; empty while `few` has them */
    size_t room;
    uint32_t *slot;     /* open addressing: number + 1, 0 is free */
    size_t slots, slot_room;
    struct buf skeleton;
};

struct names *names_new(void)
{
    struct names *n = shortage_unless(calloc(1, sizeof *n));

    if (n)
        buf_init(&n->skeleton, SKELETON_MAX);
    return n;
}

void names_free(struct names *n)
{
    if (!n)
        return;
    buf_release(&n->skeleton);
    free(n->hash);
    free(n->slot);
    free(n);
}

void names_begin(struct names *n)
{
    n->count = 0;
}

/* The slot of this hash, or the free one where it would go. */
static size_t slot_for(const struct names *n, uint64_t hash)
{
    size_t i = hash & (n->slots - 1);

    while (n->slot[i] && n->hash[n->slot[i] - 1] != hash)
        i = (i + 1) & (n->slots - 1);
    return i;
}

/* Slots for the names there are, of which there is room for half as many. */
static int spread(struct names *n, size_t slots)
{
    if (slots > n->slot_room) {
        uint32_t *slot = shortage_unless(realloc(n->slot, slots * sizeof *slot));
        if (!slot)
            return -1;
        n->slot = slot;
        n->slot_room = slots;
    }
    n->slots = slots;
    memset(n->slot, 0, slots * sizeof *n->slot);
    for (size_t i = 0; i < n->count; i++)
        n->slot[slot_for(n, n->hash[i])] = (uint32_t)i + 1;
    return 0;
}

static int make_room(struct names *n)
{
    size_t room = n->room ? 2 * n->room : FIRST_SLOTS / 2;
    uint64_t *hash;

    if (n->count < n->room)
        return 0;
    hash = shortage_unless(realloc(n->hash, room * sizeof *hash));
    if (!hash)
        return -1;
    n->hash = hash;
    n->room = room;
    return 0;
}

static int move_few(struct names *n)
{
    if (make_room(n))
        return -1;
    memcpy(n->hash, n->few, sizeof n->few);
    return spread(n, FIRST_SLOTS);
}

static int few_add(struct names *n, uint64_t hash)
{
    for (size_t i = 0; i < n->count; i++)
        if (n->few[i] == hash)
            return 1;
    n->few[n->count++] = hash;
    return 0;
}

int names_add(struct names *n, uint64_t hash)
{
    hash += !hash;
    if (n->count < FEW)
        return few_add(n, hash);
    if (n->count >= LIMIT_NAMES)
        return -1;
    if (n->count == FEW && move_few(n))
        return -1;
    if (make_room(n) || (n->count * 2 >= n->slots && spread(n, n->slots * 2)))
        return -1;
    size_t at = slot_for(n, hash);
    if (n->slot[at])
        return 1;
    n->hash[n->count] = hash;
    n->slot[at] = (uint32_t)++n->count;
    return 0;
}

static enum member skeleton_parse(const char *s, size_t len)
{
    for (int m = 0; m < MEMBER_COUNT; m++) {
        const char *want = member_name((enum member)m);
        size_t at = 0;
        for (; *want && at < len; want++) {
            if (*want == '_')
                continue;
            if (s[at] != *want)
                break;
            at++;
        }
        if (!*want && at == len)
            return (enum member)m;
    }
    return MEMBER_COUNT;
}

enum member names_near(struct names *n, const char *name, size_t len)
{
    buf_clear(&n->skeleton);
    if (text_skeleton(&n->skeleton, name, len))
        return MEMBER_COUNT;
    return skeleton_parse(buf_cstr(&n->skeleton), n->skeleton.len);
}
