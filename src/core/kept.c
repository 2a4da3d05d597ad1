#include "core/kept.h"

#include "base/shortage.h"

#include <stdlib.h>
#include <string.h>

static int note_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct kept *k = arg;

    if (known == MEMBER_COUNT && k->extras < ENTRY_EXTRAS)
        k->extra[k->extras++] = (struct kept_extra){*name, *v};
    return 0;
}

int kept_read(struct kept *k, const struct extent *x, unsigned depth, struct bench *b, struct err *err)
{
    struct entry_visitor visitor = {note_member, k};

    k->extras = 0;
    return facts_visit(&k->facts, x, depth, b, &visitor, err);
}

static uint64_t size_of(const struct kept *k)
{
    return k->facts.entry.end - k->facts.entry.offset;
}

static void raise_least(struct keep *keep)
{
    size_t left = 0;

    keep->least = keep->least ? keep->least * 2 : 1;
    for (size_t i = 0; i < keep->count; i++) {
        if (size_of(keep->item[i]) < keep->least)
            free(keep->item[i]);
        else
            keep->item[left++] = keep->item[i];
    }
    keep->count = left;
}

void keep_add(struct keep *keep, struct kept *k)
{
    if (!keep->item)
        keep->item = shortage_unless(malloc(KEPT_MAX * sizeof *keep->item));
    while (keep->count == KEPT_MAX && size_of(k) >= keep->least)
        raise_least(keep);
    if (!keep->item || size_of(k) < keep->least)
        free(k);
    else
        keep->item[keep->count++] = k;
}

const struct kept *keep_find(const struct keep *keep, uint64_t entry)
{
    size_t low = 0, high = keep->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keep->item[middle]->entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low < keep->count && keep->item[low]->entry == entry ? keep->item[low] : NULL;
}

void keep_release(struct keep *keep)
{
    for (size_t i = 0; i < keep->count; i++)
        free(keep->item[i]);
    free(keep->item);
    memset(keep, 0, sizeof *keep);
}
