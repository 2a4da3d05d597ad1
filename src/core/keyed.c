#include "core/keyed.h"

#include "core/decode.h"

#include <pthread.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { PIECE = 256 };

static uint64_t key[2];
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static void make_key(void)
{
    if (getrandom(key, sizeof key, GRND_NONBLOCK) == (ssize_t)sizeof key)
        return;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    key[0] = (uint64_t)now.tv_nsec * UINT64_C(0x9e3779b97f4a7c15);
    key[1] = (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now;
}

struct sip {
    uint64_t v0, v1, v2, v3;
};

static inline uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline void sip_round(struct sip *s)
{
    s->v0 += s->v1;
    s->v1 = rotate(s->v1, 13) ^ s->v0;
    s->v0 = rotate(s->v0, 32);
    s->v2 += s->v3;
    s->v3 = rotate(s->v3, 16) ^ s->v2;
    s->v0 += s->v3;
    s->v3 = rotate(s->v3, 21) ^ s->v0;
    s->v2 += s->v1;
    s->v1 = rotate(s->v1, 17) ^ s->v2;
    s->v2 = rotate(s->v2, 32);
}

static inline void sip_word(struct sip *s, uint64_t m)
{
    s->v3 ^= m;
    sip_round(s);
    s->v0 ^= m;
}

uint64_t keyed_hash(uint64_t seed, const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    uint64_t last = (uint64_t)len << 56;

    pthread_once(&key_once, make_key);
    uint64_t k0 = key[0] ^ seed, k1 = key[1];
    struct sip s = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
                    k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
    for (; len >= 8; p += 8, len -= 8) {
        uint64_t m;
        memcpy(&m, p, 8);
        sip_word(&s, m);
    }
    for (size_t i = 0; i < len; i++)
        last |= (uint64_t)p[i] << 8 * i;
    sip_word(&s, last);
    s.v2 ^= 0xff;
    sip_round(&s);
    sip_round(&s);
    sip_round(&s);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

uint64_t keyed_text(uint64_t seed, const void *bytes, size_t len)
{
    const unsigned char *p = bytes;

    for (; len >= PIECE; p += PIECE, len -= PIECE)
        seed = keyed_hash(seed, p, PIECE);
    return keyed_hash(seed, p, len);
}

/* Pieces of a fixed size, so that the hash does not depend on how the decoder cuts. */
static int hash_pieces(uint64_t *hash, uint64_t seed, struct decoder *d)
{
    unsigned char piece[PIECE + DECODER_ROOM];
    size_t have = 0;

    *hash = seed;
    while (!d->ended) {
        ssize_t got = decoder_next(d, piece + have, sizeof piece - have);
        if (got < 0)
            return -1;
        have += (size_t)got;
        if (have < PIECE)
            continue;
        *hash = keyed_hash(*hash, piece, PIECE);
        have -= PIECE;
        memmove(piece, piece + PIECE, have);
    }
    *hash = keyed_hash(*hash, piece, have);
    return 0;
}

int keyed_string(uint64_t *hash, uint64_t seed, const struct extent *x, uint64_t quote, uint64_t length,
                 bool plain, struct err *err)
{
    unsigned char window[512];
    struct decoder d;

    if (x->memory && plain && length - 2 < PIECE) {
        *hash = keyed_hash(seed, x->memory + (quote + 1 - x->from), (size_t)length - 2);
        return 0;
    }
    decoder_open(&d, x, quote, window, sizeof window, err);
    return hash_pieces(hash, seed, &d);
}
