#include "core/repeats.h"

#include "base/limits.h"
#include "core/decode.h"
#include "core/keyed.h"
#include "core/names.h"

#include <stdlib.h>
#include <string.h>

struct seen {
    uint64_t hash, offset;
};

struct visit {
    struct repeats *r;
    const struct extent *x;
    struct names *names;
    struct err *err;
};

static int keep_near(struct visit *w, const struct value *name)
{
    struct buf text;

    if (w->r->near_count == REPEATS_NEAR)
        return 0;
    buf_init(&text, 1024);
    int status = decode_string(&text, w->x, name->offset, 256, w->err);
    enum member m = status == 0 ? names_near(w->names, buf_cstr(&text), text.len) : MEMBER_COUNT;
    buf_release(&text);
    if (m != MEMBER_COUNT) {
        w->r->near[w->r->near_count].at = name->offset;
        w->r->near[w->r->near_count++].member = m;
    }
    return status < 0 ? -1 : 0;
}

static int keep_known(struct repeats *r, enum member m, const struct value *v)
{
    if (!(r->wanted >> m & 1))
        return 0;
    if (r->known_count[m] < LIMIT_READINGS)
        r->known_count[m]++;
    r->known[m][r->known_count[m] - 1] = *v;
    return 0;
}

static int keep_name(struct visit *w, const struct value *name)
{
    struct repeats *r = w->r;
    uint64_t hash;

    if (r->seen_count == LIMIT_NAMES)
        return 0;
    if (r->seen_count == r->seen_room) {
        size_t room = r->seen_room ? r->seen_room * 2 : 64;
        struct seen *seen = realloc(r->seen, room * sizeof *seen);
        if (!seen)
            return err_set(w->err, ERR_MEMORY, "no memory for member names");
        r->seen = seen;
        r->seen_room = room;
    }
    if (keyed_string(&hash, 0, w->x, name->offset, name->length, name->plain, w->err))
        return -1;
    r->seen[r->seen_count++] = (struct seen){hash, name->offset};
    return 0;
}

static int on_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct visit *w = arg;

    if (known != MEMBER_COUNT)
        return keep_known(w->r, known, v);
    if (w->r->wanted)
        return 0;
    return keep_near(w, name) || keep_name(w, name) ? -1 : 0;
}

static int by_hash(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;

    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static int by_second(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return x[1] < y[1] ? -1 : x[1] > y[1];
}

static void find_pairs(struct repeats *r)
{
    if (r->seen_count)
        qsort(r->seen, r->seen_count, sizeof *r->seen, by_hash);
    for (size_t i = 1; i < r->seen_count; i++) {
        bool again = r->seen[i].hash == r->seen[i - 1].hash;
        bool third = i > 1 && r->seen[i].hash == r->seen[i - 2].hash;
        if (!again || third || r->pair_count == REPEATS_PAIRS)
            continue;
        r->pair[r->pair_count].first = r->seen[i - 1].offset;
        r->pair[r->pair_count++].second = r->seen[i].offset;
    }
    qsort(r->pair, r->pair_count, sizeof *r->pair, by_second);
}

int repeats_read(struct repeats *r, const struct extent *x, unsigned depth, struct bench *b,
                 unsigned wanted, struct err *err)
{
    struct visit w = {r, x, b->names, err};
    struct entry_visitor visitor = {on_member, &w};
    struct entry e;

    memset(r, 0, sizeof *r);
    r->wanted = wanted;
    if (entry_read(&e, x, depth, b->names, b->window, LIMIT_WINDOW, &visitor, err))
        return -1;
    if (!wanted)
        find_pairs(r);
    return 0;
}

void repeats_release(struct repeats *r)
{
    free(r->seen);
    r->seen = NULL;
}
