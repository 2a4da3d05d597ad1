#include "app/pool.h"

#include "base/limits.h"
#include "report/output.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SLOTS = 256,                  /* jobs under way */
    HELD_MOST = 32 * 1024 * 1024, /* bytes of jobs that wait, in memory */
    OUTPUT_MOST = 128 * 1024,     /* bytes of a job's output that wait for its turn */
    KEPT_MOST = 16 * 1024         /* bytes of a buffer that are not given back between jobs */
};

struct slot {
    void *job, *result;
    size_t bytes;
    bool done;
    struct buf out, complaints;
};

struct pool_place {
    struct pool *pool;
    struct slot *slot;
    uint64_t number;
    bool in_turn;
    struct out out;
};

struct pool {
    struct pool_work work;
    struct out *out; /* of whoever is putting */
    pthread_t thread[LIMIT_JOBS];
    unsigned threads;

    pthread_mutex_t lock;
    pthread_cond_t given_more, moved;
    /* under the lock: numbers of jobs, each a step further */
    uint64_t given, taken, put;
    size_t held;
    bool putting; /* somebody writes to `out` */
    bool closed, failed;
    struct slot slot[SLOTS];
    struct pool_place place[LIMIT_JOBS]; /* one a thread */
};

static struct slot *slot_of(struct pool *p, uint64_t number)
{
    return &p->slot[number % SLOTS];
}

/* ---------------------------------------------------------------------------------------------------
 * Putting out, by the one that is `putting`, without the lock */

static void empty(struct buf *b)
{
    if (b->cap > KEPT_MOST)
        buf_release(b);
    buf_clear(b);
}

static void put_out(struct pool *p, struct slot *s)
{
    out_add(p->out, s->out.data, s->out.len);
    empty(&s->out);
}

static void put_slot(struct pool *p, struct slot *s)
{
    put_out(p, s);
    if (s->complaints.len > 0) {
        out_flush(p->out);
        output_write_fd(STDERR_FILENO, s->complaints.data, s->complaints.len);
    }
    empty(&s->complaints);
    if (s->result != NULL)
        p->work.join(p->work.arg, s->result);
    s->result = NULL;
}

/* ---------------------------------------------------------------------------------------------------
 * Under the lock */

static void step(struct pool *p, struct slot *s)
{
    s->done = false;
    p->put++;
    p->held -= s->bytes;
    p->failed |= p->out->error != 0;
    pthread_cond_broadcast(&p->moved);
}

/* Puts what is done and next; then what waits in the output goes on its way too. */
static void put_done(struct pool *p)
{
    bool waits = true;

    if (p->putting)
        return;
    p->putting = true;
    for (;;) {
        struct slot *s = slot_of(p, p->put);
        bool next = p->put < p->taken && s->done;

        if (!next && !waits)
            break;
        pthread_mutex_unlock(&p->lock);
        if (next)
            put_slot(p, s);
        else
            out_flush(p->out);
        pthread_mutex_lock(&p->lock);
        if (next)
            step(p, s);
        waits = next;
    }
    p->failed |= p->out->error != 0;
    p->putting = false;
    pthread_cond_broadcast(&p->moved);
}

static void finish(struct pool_place *at)
{
    struct pool *p = at->pool;

    if (!at->in_turn) {
        at->slot->done = true;
        put_done(p);
        return;
    }
    pthread_mutex_unlock(&p->lock);
    put_slot(p, at->slot);
    pthread_mutex_lock(&p->lock);
    step(p, at->slot);
    p->putting = false;
    put_done(p);
}

/* ---------------------------------------------------------------------------------------------------
 * A job */

void pool_turn(struct pool_place *at)
{
    struct pool *p = at->pool;

    if (at->in_turn)
        return;
    pthread_mutex_lock(&p->lock);
    while (p->put != at->number || p->putting)
        pthread_cond_wait(&p->moved, &p->lock);
    p->putting = true;
    pthread_mutex_unlock(&p->lock);
    at->in_turn = true;
    put_out(p, at->slot);
}

static int write_place(void *arg, const void *bytes, size_t len)
{
    struct pool_place *at = arg;
    struct buf *kept = &at->slot->out;

    if (!at->in_turn && kept->len + len <= OUTPUT_MOST && buf_add(kept, bytes, len) == 0)
        return 0;
    kept->failed = false;
    pool_turn(at);
    out_add(at->pool->out, bytes, len);
    return at->pool->out->error;
}

struct out *pool_out(struct pool_place *at)
{
    return &at->out;
}

struct buf *pool_complaints(struct pool_place *at)
{
    return &at->slot->complaints;
}

bool pool_is_first(const struct pool_place *at)
{
    return at->number == 0;
}

static void do_job(struct pool *p, struct pool_place *at)
{
    struct slot *s;
    bool wanted = !p->failed;

    at->number = p->taken++;
    at->slot = s = slot_of(p, at->number);
    at->in_turn = false;
    pthread_mutex_unlock(&p->lock);
    out_init(&at->out, write_place, at);
    if (wanted)
        s->result = p->work.run(p->work.arg, s->job, at);
    else
        p->work.drop(s->job);
    out_flush(&at->out);
    pthread_mutex_lock(&p->lock);
    finish(at);
}

static void *run(void *arg)
{
    struct pool_place *at = arg;
    struct pool *p = at->pool;

    pthread_mutex_lock(&p->lock);
    while (p->taken < p->given || !p->closed)
        if (p->taken < p->given)
            do_job(p, at);
        else
            pthread_cond_wait(&p->given_more, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static bool start(struct pool *p)
{
    struct pool_place *at = &p->place[p->threads];

    at->pool = p;
    return pthread_create(&p->thread[p->threads], NULL, run, at) == 0;
}

/* ---------------------------------------------------------------------------------------------------
 * The owner's side */

int pool_give(struct pool *p, void *job, size_t bytes)
{
    struct slot *s;

    pthread_mutex_lock(&p->lock);
    while (!p->failed && (p->given - p->put == SLOTS || (p->held + bytes > HELD_MOST && p->given > p->put)))
        pthread_cond_wait(&p->moved, &p->lock);
    if (p->failed) {
        pthread_mutex_unlock(&p->lock);
        p->work.drop(job);
        return -1;
    }
    s = slot_of(p, p->given++);
    s->job = job;
    s->bytes = bytes;
    p->held += bytes;
    pthread_cond_signal(&p->given_more);
    pthread_mutex_unlock(&p->lock);
    return 0;
}

void pool_end(struct pool *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->closed = true;
    pthread_cond_broadcast(&p->given_more);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    for (int i = 0; i < SLOTS; i++) {
        buf_release(&p->slot[i].out);
        buf_release(&p->slot[i].complaints);
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->given_more);
    pthread_cond_destroy(&p->moved);
    free(p);
}

static unsigned wanted_threads(unsigned threads)
{
    long n = threads > 0 ? (long)threads : sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > LIMIT_JOBS ? LIMIT_JOBS : (unsigned)n;
}

struct pool *pool_new(unsigned threads, struct out *out, const struct pool_work *work, struct err *err)
{
    struct pool *p = calloc(1, sizeof *p);

    if (p == NULL) {
        err_set(err, ERR_MEMORY, "no memory for the threads");
        return NULL;
    }
    p->work = *work;
    p->out = out;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->given_more, NULL);
    pthread_cond_init(&p->moved, NULL);
    for (int i = 0; i < SLOTS; i++) {
        buf_init(&p->slot[i].out, SIZE_MAX);
        buf_init(&p->slot[i].complaints, SIZE_MAX);
    }
    while (p->threads < wanted_threads(threads) && start(p))
        p->threads++;
    if (p->threads > 0)
        return p;
    pool_end(p);
    err_set(err, ERR_MEMORY, "no thread could be started");
    return NULL;
}
