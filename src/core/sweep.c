#include "core/question.h"

#include <stdlib.h>
#include <string.h>

enum { SLICE_BYTES = 1 << 20, SLICE_ENTRIES = 4096 };

void question_free(struct question *q)
{
    if (q)
        q->free(q);
}

int sweep_init(struct sweep *s, struct question *q, struct err *err)
{
    memset(s, 0, sizeof *s);
    s->question = q;
    s->block = malloc(SLICE_BYTES);
    if (s->block)
        return 0;
    sweep_release(s);
    return err_set(err, ERR_MEMORY, "no memory for a search");
}

void sweep_release(struct sweep *s)
{
    question_free(s->question);
    free(s->bit);
    free(s->block);
    memset(s, 0, sizeof *s);
}

static int make_room(struct sweep *s, uint64_t entries, struct err *err)
{
    size_t need = (size_t)(entries / 8 + 1);

    if (need <= s->room)
        return 0;
    size_t room = need + need / 2 + 4096;
    unsigned char *bit = realloc(s->bit, room);
    if (!bit)
        return err_set(err, ERR_MEMORY, "no memory for the answers of a search");
    memset(bit + s->room, 0, room - s->room);
    s->bit = bit;
    s->room = room;
    return 0;
}

/* Entries that are asked together: their places, taken under one lock. */
struct slice {
    uint64_t first;
    size_t count;
    uint64_t offset[SLICE_ENTRIES + 1]; /* and where the last one ends */
    struct asked asked[SLICE_ENTRIES];
};

static void take_entry(struct slice *s, struct timeline *t, const struct record *r)
{
    struct asked *a = &s->asked[s->count];

    a->t = t;
    a->entry = s->first + s->count;
    a->mask = r->mask;
    a->digest = r->digest;
    a->standing = record_standing(t, r);
    s->offset[s->count++] = record_offset(r);
}

static void plan(struct slice *s, struct timeline *t, uint64_t done)
{
    bool final;

    s->first = done + 1;
    s->count = 0;
    pthread_mutex_lock(&t->lock);
    while (s->count < SLICE_ENTRIES && s->first + s->count <= t->published) {
        const struct record *r = index_at(t->index, s->first + s->count);
        if (s->count > 0 && record_offset(r) - s->offset[0] > SLICE_BYTES / 2)
            break;
        take_entry(s, t, r);
    }
    uint64_t next = s->first + s->count;
    s->offset[s->count] = next <= index_count(t->index) ? record_offset(index_at(t->index, next))
                                                         : source_size(t->source, &final);
    pthread_mutex_unlock(&t->lock);
}

static bool is_worth(const struct sweep *w, const struct slice *s, size_t i, size_t have)
{
    size_t from = (size_t)(s->offset[i] - s->offset[0]), to = (size_t)(s->offset[i + 1] - s->offset[0]);

    if (!w->question->worth || s->offset[i + 1] - s->offset[0] > have)
        return true;
    return w->question->worth(w->question, &s->asked[i], (struct asked_bytes){w->block + from, to - from});
}

static int ask_slice(struct sweep *w, const struct slice *s, struct err *err)
{
    size_t have = 0;

    if (w->question->worth) {
        uint64_t want = s->offset[s->count] - s->offset[0];
        ssize_t got = source_read(s->asked[0].t->source, s->offset[0], w->block,
                                  want < SLICE_BYTES ? (size_t)want : SLICE_BYTES, err);
        if (got < 0)
            return -1;
        have = (size_t)got;
    }
    for (size_t i = 0; i < s->count; i++) {
        int answer = is_worth(w, s, i, have) ? w->question->ask(w->question, &s->asked[i], err) : 0;
        if (answer < 0)
            return -1;
        uint64_t at = s->first + i - 1;
        w->bit[at / 8] |= (unsigned char)(answer << at % 8);
        w->hits += (uint64_t)answer;
        w->done++;
    }
    return 0;
}

int sweep_advance(struct sweep *s, struct timeline *t, struct err *err)
{
    struct slice *slice = malloc(sizeof *slice);

    if (!slice)
        return err_set(err, ERR_MEMORY, "no memory for a search");
    plan(slice, t, s->done);
    int status = slice->count == 0 ? 0 : 1;
    if (status && (make_room(s, s->done + slice->count, err) || ask_slice(s, slice, err)))
        status = -1;
    free(slice);
    return status;
}

static void answer(struct sweep *s, uint64_t entry, bool hit)
{
    unsigned char bit = (unsigned char)(1u << (entry - 1) % 8), *at = &s->bit[(entry - 1) / 8];

    s->hits -= sweep_hit(s, entry);
    *at = (unsigned char)(hit ? *at | bit : *at & ~bit);
    s->hits += hit;
}

int sweep_again(struct sweep *s, struct timeline *t, uint64_t entry, struct err *err)
{
    struct slice *slice;
    int hit;

    if (entry == 0 || entry > s->done)
        return 0;
    slice = malloc(sizeof *slice);
    if (!slice)
        return err_set(err, ERR_MEMORY, "no memory for a search");
    plan(slice, t, entry - 1);
    hit = s->question->ask(s->question, &slice->asked[0], err);
    free(slice);
    if (hit < 0)
        return -1;
    answer(s, entry, hit > 0);
    return 0;
}

void sweep_restart(struct sweep *s)
{
    if (s->bit)
        memset(s->bit, 0, s->room);
    s->done = s->hits = 0;
}

void question_notes(struct question *q, const struct sweep_notes *notes)
{
    q->notes = notes;
}

void sweep_unask(struct sweep *s)
{
    if (s->done == 0)
        return;
    s->hits -= sweep_hit(s, s->done);
    s->done--;
    s->bit[s->done / 8] &= (unsigned char)~(1u << s->done % 8);
}

bool sweep_hit(const struct sweep *s, uint64_t entry)
{
    return entry >= 1 && entry <= s->done && s->bit[(entry - 1) / 8] >> (entry - 1) % 8 & 1;
}

uint64_t sweep_seek(const struct sweep *s, uint64_t entry, int step)
{
    if (step < 0 && entry > s->done)
        entry = s->done;
    while (entry >= 1 && entry <= s->done) {
        if (sweep_hit(s, entry))
            return entry;
        /* Whole bytes without a hit are passed at once. */
        bool skip = s->bit[(entry - 1) / 8] == 0 && (step > 0 ? (entry - 1) % 8 == 0 : entry % 8 == 0);
        entry += (uint64_t)(int64_t)(step * (skip ? 8 : 1));
    }
    return 0;
}

uint64_t sweep_rank(const struct sweep *s, uint64_t entry)
{
    uint64_t n = 0, whole = entry / 8;

    if (entry > s->done)
        return s->hits;
    for (uint64_t i = 0; i < whole; i++)
        n += (unsigned)__builtin_popcount(s->bit[i]);
    for (uint64_t e = whole * 8 + 1; e <= entry; e++)
        n += sweep_hit(s, e);
    return n;
}

uint64_t sweep_select(const struct sweep *s, uint64_t n)
{
    uint64_t entry = 1;

    if (n == 0 || n > s->hits)
        return 0;
    for (uint64_t i = 0; entry <= s->done; i++, entry += 8) {
        uint64_t here = (unsigned)__builtin_popcount(s->bit[i]);
        if (here >= n)
            break;
        n -= here;
    }
    for (; entry <= s->done; entry++)
        if (sweep_hit(s, entry) && --n == 0)
            return entry;
    return 0;
}
