/* Fingerprints to numbers. The keys are keyed hashes, so that nobody can aim for collisions. */
#include "core/expected_impl.h"

#include "base/shortage.h"

#include "core/keyed.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

void keys_release(struct keys *k)
{
    free(k->slot);
    memset(k, 0, sizeof *k);
}

static struct key_slot *find(struct key_slot *slot, size_t slots, const uint64_t key[2])
{
    size_t i = (size_t)key[0] & (slots - 1);

    while (slot[i].number && (slot[i].key[0] != key[0] || slot[i].key[1] != key[1]))
        i = (i + 1) & (slots - 1);
    return &slot[i];
}

static int grow(struct keys *k)
{
    size_t slots = k->slots ? k->slots * 2 : FIRST_SLOTS;
    struct key_slot *slot = shortage_unless(calloc(slots, sizeof *slot));

    if (!slot)
        return -1;
    for (size_t i = 0; i < k->slots; i++)
        if (k->slot[i].number)
            *find(slot, slots, k->slot[i].key) = k->slot[i];
    free(k->slot);
    k->slot = slot;
    k->slots = slots;
    return 0;
}

/* A new key is counted at once: whoever asks gives it a number. */
uint32_t *keys_at(struct keys *k, const uint64_t key[2])
{
    if (k->count * 2 >= k->slots && grow(k))
        return NULL;
    struct key_slot *s = find(k->slot, k->slots, key);
    if (!s->number) {
        memcpy(s->key, key, sizeof s->key);
        k->count++;
    }
    return &s->number;
}

uint32_t keys_find(const struct keys *k, const uint64_t key[2])
{
    return k->slots ? find(k->slot, k->slots, key)->number : 0;
}

void key_of_text(uint64_t key[2], const struct str *s)
{
    key[0] = keyed_text(0, s->data, s->len);
    key[1] = keyed_text(1, s->data, s->len);
}
