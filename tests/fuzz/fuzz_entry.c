/* One entry: through a window it has the members that it has in memory, and its strings decode to the same. */
#include "fuzz.h"

#include "core/decode.h"
#include "core/entry.h"
#include "core/seq.h"

#include <string.h>

enum { WINDOW_LEAST = 320 }; /* a name that is looked at, and an escape behind it */

struct seen {
    uint64_t hash, members;
};

static int visit(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct seen *s = arg;
    uint64_t all[6] = {(uint64_t)known, name->offset, name->length, v->offset, v->length, (uint64_t)v->type};

    s->hash = (s->hash ^ fuzz_hash(all, sizeof all)) * UINT64_C(0x100000001b3);
    s->members++;
    return 0;
}

static void hold_decoded(const struct extent *a, const struct extent *b, const struct value *v)
{
    struct buf x, y;
    struct err err = {0};
    unsigned char window[16], piece[DECODER_ROOM];
    struct decoder d;
    ssize_t n;

    if (v->type != JSON_STRING)
        return;
    buf_init(&x, SIZE_MAX / 2);
    buf_init(&y, SIZE_MAX / 2);
    HOLDS(decode_string(&x, a, v->offset, SIZE_MAX / 4, &err) == 0);
    decoder_open(&d, b, v->offset, window, sizeof window, &err);
    while ((n = decoder_next(&d, piece, sizeof piece)) > 0)
        HOLDS(buf_add(&y, piece, (size_t)n) == 0);
    HOLDS(n == 0 && x.len == y.len && (x.len == 0 || memcmp(x.data, y.data, x.len) == 0));
    HOLDS(!v->plain || x.len == v->length - 2);
    buf_release(&x);
    buf_release(&y);
}

/* A string that is another by now than it was when it was validated: whatever it is, nothing behind it is read. */
static void decode_anything(const struct extent *a, const struct extent *b)
{
    struct err err = {0};
    struct buf x, y;

    buf_init(&x, SIZE_MAX / 2);
    buf_init(&y, SIZE_MAX / 2);
    int one = decode_string(&x, a, 0, 256, &err);
    int two = decode_string(&y, b, 0, 256, &err);
    HOLDS(one == two && (one < 0 || (x.len == y.len && (x.len == 0 || memcmp(x.data, y.data, x.len) == 0))));
    buf_release(&x);
    buf_release(&y);
}

static void hold_same(const struct entry *a, const struct entry *b)
{
    HOLDS(a->offset == b->offset && a->end == b->end && a->type == b->type && a->repeated == b->repeated);
    HOLDS(a->extras == b->extras && a->extra_repeated == b->extra_repeated && a->near == b->near);
    HOLDS(a->many == b->many);
    for (int i = 0; i < MEMBER_COUNT; i++) {
        HOLDS(a->member[i].type == b->member[i].type);
        if (a->member[i].type != JSON_ABSENT)
            HOLDS(a->member[i].offset == b->member[i].offset && a->member[i].length == b->member[i].length);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char window[WINDOW_LEAST + 64];
    struct err e[3] = {{.code = ERR_NONE}, {.code = ERR_NONE}, {.code = ERR_NONE}};
    struct source *s = source_from_memory("x", data, size, &e[0]);
    struct extent in_memory = {.memory = data, .to = size}, through = {.to = size, .source = s};
    struct seen seen[2] = {{0, 0}, {0, 0}};
    struct entry_visitor v[2] = {{visit, &seen[0]}, {visit, &seen[1]}};
    struct names *names = names_new();
    struct entry a, b;
    unsigned depth = size > 0 && data[size - 1] == '\n' ? 511 : 1;

    if (size == 0 || size > 1 << 16 || data[0] <= ' ') { /* no white space stands before an entry */
        source_free(s);
        names_free(names);
        return 0;
    }
    HOLDS(s != NULL && names != NULL);
    decode_anything(&in_memory, &through);
    int one = entry_read(&a, &in_memory, depth, names, NULL, 0, &v[0], &e[0]);
    int two = entry_read(&b, &through, depth, names, window, WINDOW_LEAST + fuzz_hash(data, size) % 64, &v[1], &e[1]);
    HOLDS(one == two && e[0].code == e[1].code && e[0].offset == e[1].offset && strcmp(e[0].text, e[1].text) == 0);
    if (one == 0) {
        HOLDS(seen[0].hash == seen[1].hash && seen[0].members == seen[1].members);
        hold_same(&a, &b);
        for (int i = 0; i < MEMBER_COUNT; i++)
            hold_decoded(&in_memory, &through, &a.member[i]);
    }
    /* Without a visitor the usual entry is read another way. */
    int three = entry_read(&b, &in_memory, depth, names, NULL, 0, NULL, &e[2]);
    HOLDS(three == one && (one == 0 || (e[2].offset == e[0].offset && strcmp(e[2].text, e[0].text) == 0)));
    if (one == 0)
        hold_same(&a, &b);
    names_free(names);
    source_free(s);
    return 0;
}
