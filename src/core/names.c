#include "core/names.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 24, FIRST_SLOTS = 256, SKELETON_MAX = 4096 };

struct names {
    size_t count;
    uint64_t few[FEW];  /* entries rarely have more names than these */
    uint64_t *slot;     /* open addressing, 0 is free */
    size_t slots;
    struct buf skeleton;
};

struct names *names_new(void)
{
    struct names *n = calloc(1, sizeof *n);

    if (n)
        buf_init(&n->skeleton, SKELETON_MAX);
    return n;
}

void names_free(struct names *n)
{
    if (!n)
        return;
    buf_release(&n->skeleton);
    free(n->slot);
    free(n);
}

void names_begin(struct names *n)
{
    n->count = 0;
}

static bool slot_add(uint64_t *slot, size_t slots, uint64_t hash)
{
    size_t i = hash & (slots - 1);

    while (slot[i] && slot[i] != hash)
        i = (i + 1) & (slots - 1);
    if (slot[i])
        return false;
    slot[i] = hash;
    return true;
}

/* A table for `slots` names, with those of the smaller one moved over. */
static int grow(struct names *n, size_t slots)
{
    uint64_t *slot = calloc(slots, sizeof *slot);

    if (!slot)
        return -1;
    const uint64_t *from = n->count == FEW ? n->few : n->slot;
    size_t count = n->count == FEW ? FEW : n->slots;
    for (size_t i = 0; i < count; i++)
        if (from[i])
            slot_add(slot, slots, from[i]);
    free(n->slot);
    n->slot = slot;
    n->slots = slots;
    return 0;
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
    if (n->count == FEW && grow(n, FIRST_SLOTS))
        return -1;
    if (n->count * 2 >= n->slots && grow(n, n->slots * 2))
        return -1;
    if (!slot_add(n->slot, n->slots, hash))
        return 1;
    n->count++;
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
