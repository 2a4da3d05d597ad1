#include "lab/ahead.h"

#include "base/limits.h"
#include "base/shortage.h"

#include <pthread.h>
#include <stdlib.h>

enum { BATCHES = 3, BATCH_ENTRIES = 512 };

/* Entries that follow each other, and their bytes. */
struct batch {
    unsigned char *bytes; /* LIMIT_BLOCK */
    uint64_t first;
    size_t count;
    struct seen seen[BATCH_ENTRIES];
};

struct ahead {
    const struct lab_file *file;
    uint64_t next, last;
    bool payloads;
    struct bench bench; /* of the thread */
    bool looked;        /* by the pass, into the batch that it is at */
    pthread_t thread;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t moved;
    uint64_t filled, done; /* batches: by the thread, and those nobody looks at any more */
    bool ended, stop;
    struct batch batch[BATCHES];
};

/* ---------------------------------------------------------------------------------------------------
 * The thread */

static bool has_room(struct ahead *a)
{
    bool stop;

    pthread_mutex_lock(&a->lock);
    while (a->filled - a->done == BATCHES && !a->stop)
        pthread_cond_wait(&a->moved, &a->lock);
    stop = a->stop;
    pthread_mutex_unlock(&a->lock);
    return !stop;
}

static uint64_t behind(const struct lab_file *f, uint64_t entry, struct entry_mark *next)
{
    bool final;

    if (entry == f->entries)
        return source_size(timeline_source(f->t), &final);
    *next = timeline_mark(f->t, entry + 1);
    return next->offset;
}

/* As many entries as there are in a block; none where the first is larger. -1: a failure. */
static int fill(struct ahead *a, struct batch *b)
{
    struct source *source = timeline_source(a->file->t);
    struct entry_mark mark = timeline_mark(a->file->t, a->next), next = {0};
    uint64_t from = mark.offset;
    struct err err = {0};
    ssize_t got = source_read(source, from, b->bytes, LIMIT_BLOCK, &err);

    b->first = a->next;
    b->count = 0;
    while (got > 0 && b->count < BATCH_ENTRIES && a->next <= a->last) {
        struct extent x = {.from = mark.offset, .to = behind(a->file, a->next, &next), .source = source};
        struct seen *s = &b->seen[b->count];

        if (x.to > from + (uint64_t)got)
            break;
        x.memory = b->bytes + (x.from - from);
        if (seen_read(s, &x, &a->bench, &err) != 0 ||
            (a->payloads && seen_payload(s, mark.mask, &a->bench, &err) != 0))
            return -1;
        b->count++;
        a->next++;
        mark = next;
    }
    if (b->count == 0)
        a->next++;
    return got < 0 ? -1 : 0;
}

static void *run(void *arg)
{
    struct ahead *a = arg;
    int status = 0;

    while (status == 0 && a->next <= a->last && has_room(a)) {
        status = fill(a, &a->batch[a->filled % BATCHES]);
        pthread_mutex_lock(&a->lock);
        a->filled += status == 0;
        pthread_cond_signal(&a->moved);
        pthread_mutex_unlock(&a->lock);
    }
    pthread_mutex_lock(&a->lock);
    a->ended = true;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------
 * The pass */

static void release(struct ahead *a)
{
    for (int i = 0; i < BATCHES; i++)
        free(a->batch[i].bytes);
    bench_release(&a->bench);
    free(a);
}

static bool has_memory(struct ahead *a)
{
    struct err ignored = {0};

    for (int i = 0; i < BATCHES; i++) {
        a->batch[i].bytes = shortage_unless(malloc(LIMIT_BLOCK));
        if (a->batch[i].bytes == NULL)
            return false;
    }
    return bench_init(&a->bench, &ignored) == 0;
}

struct ahead *ahead_begin(const struct lab_file *f, uint64_t first, uint64_t last, bool payloads)
{
    struct ahead *a = shortage_unless(calloc(1, sizeof *a));

    if (a == NULL)
        return NULL;
    a->file = f;
    a->next = first;
    a->last = last;
    a->payloads = payloads;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->moved, NULL);
    if (has_memory(a) && pthread_create(&a->thread, NULL, run, a) == 0)
        return a;
    release(a);
    return NULL;
}

/* The first batch that was filled and not let go; NULL: there is none, nor will there be. */
static struct batch *front(struct ahead *a)
{
    bool any;

    if (a->looked)
        return &a->batch[a->done % BATCHES];
    pthread_mutex_lock(&a->lock);
    while (a->filled == a->done && !a->ended)
        pthread_cond_wait(&a->moved, &a->lock);
    any = a->filled > a->done;
    pthread_mutex_unlock(&a->lock);
    a->looked = any;
    return any ? &a->batch[a->done % BATCHES] : NULL;
}

static void let_go(struct ahead *a)
{
    a->looked = false;
    pthread_mutex_lock(&a->lock);
    a->done++;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
}

struct seen *ahead_entry(struct ahead *a, uint64_t entry)
{
    struct batch *b = front(a);

    while (b != NULL && entry >= b->first + b->count) {
        let_go(a);
        b = front(a);
    }
    return b != NULL && entry >= b->first ? &b->seen[entry - b->first] : NULL;
}

void ahead_end(struct ahead *a)
{
    if (a == NULL)
        return;
    pthread_mutex_lock(&a->lock);
    a->stop = true;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    release(a);
}
