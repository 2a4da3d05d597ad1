#include "core/pipeline.h"

#include "base/limits.h"
#include "base/shortage.h"
#include "core/chunk.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first reads are small, so that the first entries are there at once. */
enum { FIRST_READ = 32 * 1024 };
/* Milliseconds for which a slow standard input is waited for before what came is looked at. */
enum { PATIENCE = 50 };
/* Chunks read ahead of one that takes long: their results wait in memory. */
enum { READ_AHEAD = 32 };

struct pipeline {
    struct source *source;
    struct pipeline_owner owner;
    enum layout wanted;
    bool by06;
    unsigned jobs, started;
    pthread_t thread[LIMIT_JOBS];

    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock */
    bool cancelled, failed, ended;
    bool scanning, hashing, joining; /* somebody does it now */
    bool scanned;                    /* the input was read to its end */
    bool cut;                        /* entries are over: damage was found in them */
    struct err failure;              /* why it failed */
    struct err damage;               /* code NONE: none */
    struct chunk *ready, **ready_tail; /* to be read */
    struct chunk *read;              /* read, by number */
    struct chunk *spare_chunk;
    unsigned ready_count;
    uint64_t next_join, chunks;      /* numbers */
    struct block *hash, **hash_tail; /* to be hashed, in order */
    unsigned hash_count;
    struct block *spare_block;
    unsigned blocks, blocks_max;     /* in use */

    /* only of the thread that scans */
    bool detected, drained; /* drained: entries ended or are damaged, the rest is only hashed */
    struct layout_plan plan;
    struct boundary boundary;
    struct spans spans;
    struct err scan_damage;
    uint64_t at, entries;
    size_t read_size, carried;
    unsigned char *carry;
    unsigned char *window;
};

static void fail(struct pipeline *p, const struct err *err)
{
    if (!p->failed)
        p->failure = *err;
    p->failed = true;
    pthread_cond_broadcast(&p->changed);
}

/* --- blocks and chunks; under the lock --- */

static struct block *take_block(struct pipeline *p)
{
    struct block *b = p->spare_block;

    if (b)
        p->spare_block = b->next;
    else
        b = block_new();
    if (b)
        p->blocks++;
    return b;
}

static void drop_block(struct pipeline *p, struct block *b)
{
    if (!b || --b->users > 0)
        return;
    b->next = p->spare_block;
    p->spare_block = b;
    p->blocks--;
    pthread_cond_broadcast(&p->changed);
}

static struct chunk *take_chunk(struct pipeline *p)
{
    struct chunk *c = p->spare_chunk;

    if (c)
        p->spare_chunk = c->next;
    else
        c = chunk_new();
    return c;
}

static void spare_chunk(struct pipeline *p, struct chunk *c)
{
    c->next = p->spare_chunk;
    p->spare_chunk = c;
}

static void queue_chunk(struct pipeline *p, struct chunk *c)
{
    c->next = NULL;
    c->number = p->chunks++;
    *p->ready_tail = c;
    p->ready_tail = &c->next;
    p->ready_count++;
    pthread_cond_broadcast(&p->changed);
}

static void queue_hash(struct pipeline *p, struct block *b)
{
    b->users++;
    b->next = NULL;
    *p->hash_tail = b;
    p->hash_tail = &b->next;
    p->hash_count++;
}

/* --- scanning: one thread at a time, outside the lock --- */

static int detect(struct pipeline *p, struct err *err)
{
    p->detected = true;
    if (layout_detect(&p->plan, p->source, p->wanted, p->window, LIMIT_WINDOW, err))
        return -1;
    boundary_open(&p->boundary, &p->plan);
    p->owner.layout(p->owner.arg, &p->plan);
    return 0;
}

/* The rest of a file is read for its hash. A pipe may have no end, and would be kept in a copy all the
 * while: of it only so much. */
static void bound_rest(struct pipeline *p, const struct err *damage)
{
    source_bound(p->source, (damage->located ? damage->offset : 0) + LIMIT_AFTER_DAMAGE);
}

static void note_damage(struct pipeline *p, const struct err *err)
{
    p->drained = true;
    p->scan_damage = *err;
    bound_rest(p, err);
}

static int fill_block(struct pipeline *p, struct block *b, struct err *err)
{
    memcpy(b->data, p->carry, p->carried);
    b->fresh = p->carried;
    b->offset = p->at - p->carried;
    ssize_t got = source_read_some(p->source, p->at, b->data + p->carried, p->read_size, PATIENCE, err);
    if (got < 0)
        return -1;
    b->len = p->carried + (size_t)got;
    p->at += (uint64_t)got;
    if (p->at > LIMIT_BYTES)
        return err_set(err, ERR_MEMORY, "the input is larger than 2^48 bytes");
    p->carried = 0;
    if (p->read_size < LIMIT_BLOCK)
        p->read_size *= 2;
    return 0;
}

/* Entries of this block that end later: they are kept for the next block, or, being larger than one,
 * are left to be read through the source. */
static void carry_on(struct pipeline *p, const struct block *b)
{
    uint64_t end = b->offset + b->len;

    if (p->drained || !boundary_inside(&p->boundary) || p->boundary.from < b->offset)
        return;
    size_t open = (size_t)(end - p->boundary.from);
    if (open > LIMIT_BLOCK)
        return;
    p->carried = open;
    memcpy(p->carry, b->data + b->len - open, open);
}

static int after_entries(struct pipeline *p, struct err *err)
{
    if (p->drained || p->boundary.state != BOUNDARY_ENDED)
        return 0;
    if (layout_tail(&p->plan, p->source, p->boundary.end, p->window, LIMIT_WINDOW, err)) {
        if (err->code != ERR_FORM)
            return -1;
        note_damage(p, err);
    }
    p->drained = true;
    return 0;
}

static int find_entries(struct pipeline *p, const struct block *b, struct err *err)
{
    uint64_t from = b->offset + b->fresh;
    const unsigned char *data = b->data + b->fresh;

    if (p->drained)
        return 0;
    if (from < p->plan.start) {
        uint64_t skip = p->plan.start - from;
        if (skip >= b->len - b->fresh)
            return 0;
        from += skip;
        data += skip;
    }
    if (boundary_feed(&p->boundary, data, b->data + b->len, from, &p->spans, err)) {
        if (err->code != ERR_FORM)
            return -1;
        note_damage(p, err);
    }
    return 0;
}

static int end_of_input(struct pipeline *p, struct err *err)
{
    if (p->drained)
        return 0;
    if (boundary_close(&p->boundary, p->at, &p->spans, err)) {
        if (err->code != ERR_FORM)
            return -1;
        note_damage(p, err);
    }
    return after_entries(p, err);
}

/* How many spans from `from` on go into one chunk. */
static size_t chunk_span(const struct pipeline *p, size_t from, const struct block *b)
{
    size_t n = 0;

    if (p->spans.item[from].from < b->offset)
        return 1;
    while (from + n < p->spans.count && n < CHUNK_ENTRIES)
        n++;
    return n;
}

static int make_chunks(struct pipeline *p, struct block *b, struct err *err)
{
    for (size_t at = 0; at < p->spans.count;) {
        size_t n = chunk_span(p, at, b);
        struct chunk *c = take_chunk(p);
        if (!c)
            return err_set(err, ERR_MEMORY, "no memory for a chunk of entries");
        memcpy(c->span, p->spans.item + at, n * sizeof *c->span);
        c->count = n;
        c->first = p->entries + 1;
        c->block = p->spans.item[at].from < b->offset ? NULL : b;
        b->users += c->block != NULL;
        p->entries += n;
        at += n;
        queue_chunk(p, c);
    }
    p->spans.count = 0;
    return 0;
}

static int scan_block(struct pipeline *p, struct block *b, struct err *err)
{
    if (!p->detected && detect(p, err)) {
        if (err->code != ERR_FORM)
            return -1;
        note_damage(p, err);
    }
    /* Not as soon as the last entry is found: what follows in a pipe may be long in coming. */
    if (after_entries(p, err))
        return -1;
    if (source_is_bounded(p->source)) {
        b->fresh = b->len = 0;
        return 0;
    }
    if (fill_block(p, b, err))
        return -1;
    if (b->len == b->fresh)
        return end_of_input(p, err);
    if (find_entries(p, b, err))
        return -1;
    carry_on(p, b);
    return 0;
}

static void do_scan(struct pipeline *p)
{
    struct err err = {0};
    struct block *b = take_block(p);

    p->scanning = true;
    if (b)
        b->users = 1;
    pthread_mutex_unlock(&p->lock);
    int status = b ? scan_block(p, b, &err) : err_set(&err, ERR_MEMORY, "no memory for a block");
    if (status == 0 && p->owner.selection)
        status = selection_filter(p->owner.selection, &p->spans, b, p->source, p->plan.depth, &err);
    pthread_mutex_lock(&p->lock);
    if (status == 0)
        status = make_chunks(p, b, &err);
    if (status)
        fail(p, &err);
    else if (b->len == b->fresh)
        p->scanned = true;
    else
        queue_hash(p, b);
    drop_block(p, b);
    p->scanning = false;
    pthread_cond_broadcast(&p->changed);
}

/* --- reading chunks, hashing, joining --- */

static void keep_read(struct pipeline *p, struct chunk *c)
{
    struct chunk **at = &p->read;

    while (*at && (*at)->number < c->number)
        at = &(*at)->next;
    c->next = *at;
    *at = c;
}

static void do_chunk(struct pipeline *p, struct bench *bench)
{
    struct chunk *c = p->ready;
    struct chunk_rules rules = {p->source, p->plan.layout, p->plan.depth, p->by06};
    struct err err = {0};

    p->ready = c->next;
    if (!p->ready)
        p->ready_tail = &p->ready;
    p->ready_count--;
    bool skip = p->cut;
    pthread_mutex_unlock(&p->lock);
    int status = skip ? 0 : chunk_read(c, &rules, bench, &err);
    pthread_mutex_lock(&p->lock);
    drop_block(p, c->block);
    c->block = NULL;
    if (status)
        fail(p, &err);
    keep_read(p, c);
    pthread_cond_broadcast(&p->changed);
}

static void do_join(struct pipeline *p)
{
    struct chunk *c = p->read;
    struct err err = {0};

    p->read = c->next;
    p->joining = true;
    bool skip = p->cut;
    pthread_mutex_unlock(&p->lock);
    int status = skip ? 0 : p->owner.chunk(p->owner.arg, c, &err);
    pthread_mutex_lock(&p->lock);
    if (status)
        fail(p, &err);
    if (!skip && c->damaged) {
        p->cut = true;
        p->damage = c->err;
        bound_rest(p, &c->err);
    }
    p->next_join++;
    chunk_drop_results(c);
    spare_chunk(p, c);
    p->joining = false;
    pthread_cond_broadcast(&p->changed);
}

static void do_hash(struct pipeline *p)
{
    struct block *b = p->hash;
    struct err err = {0};

    p->hash = b->next;
    if (!p->hash)
        p->hash_tail = &p->hash;
    p->hash_count--;
    p->hashing = true;
    pthread_mutex_unlock(&p->lock);
    int status = p->owner.bytes(p->owner.arg, b->data + b->fresh, b->len - b->fresh, &err);
    pthread_mutex_lock(&p->lock);
    if (status)
        fail(p, &err);
    drop_block(p, b);
    p->hashing = false;
    pthread_cond_broadcast(&p->changed);
}

/* --- the threads --- */

static bool all_done(const struct pipeline *p)
{
    return p->scanned && !p->ready && !p->read && p->next_join == p->chunks && !p->hash && !p->hashing &&
           !p->joining && !p->scanning;
}

/* Does one thing under way of the lock; false when there is nothing to do now. */
static bool do_something(struct pipeline *p, struct bench *bench)
{
    bool may_scan = !p->scanning && !p->scanned && p->blocks < p->blocks_max;

    if (!p->joining && p->read && p->read->number == p->next_join)
        do_join(p);
    else if (may_scan && p->ready_count < 2 && source_has(p->source, p->at))
        do_scan(p);
    else if (!p->hashing && p->hash_count > p->blocks_max / 2)
        do_hash(p);
    else if (p->ready && p->ready->number < p->next_join + READ_AHEAD)
        do_chunk(p, bench);
    else if (!p->hashing && p->hash)
        do_hash(p);
    else if (may_scan)
        do_scan(p);
    else
        return false;
    return true;
}

static void finish(struct pipeline *p)
{
    struct err damage;

    if (p->ended)
        return;
    p->ended = true;
    p->plan.unhashed = source_is_bounded(p->source);
    if (!p->cut)
        p->damage = p->scan_damage;
    else
        p->plan.ambiguous = false; /* reading stopped before the second timeline */
    if (p->cancelled)
        err_set(&p->failure, ERR_CANCELLED, "the examination was cancelled");
    damage = p->failed || p->cancelled ? p->failure : p->damage;
    pthread_mutex_unlock(&p->lock);
    p->owner.end(p->owner.arg, &p->plan, damage.code == ERR_NONE ? NULL : &damage);
    pthread_mutex_lock(&p->lock);
    pthread_cond_broadcast(&p->changed);
}

static bool is_over(const struct pipeline *p)
{
    if (p->failed || p->cancelled)
        return !p->scanning && !p->hashing && !p->joining;
    return all_done(p);
}

static void work(struct pipeline *p, struct bench *bench)
{
    while (!p->ended) {
        if (is_over(p))
            finish(p);
        else if (p->failed || p->cancelled || !do_something(p, bench))
            pthread_cond_wait(&p->changed, &p->lock);
    }
}

static void *run(void *arg)
{
    struct pipeline *p = arg;
    struct bench bench;
    struct err err = {0};
    int status = bench_init(&bench, &err);

    pthread_mutex_lock(&p->lock);
    if (status)
        fail(p, &err);
    work(p, &bench);
    pthread_mutex_unlock(&p->lock);
    bench_release(&bench);
    return NULL;
}

void pipeline_run(struct pipeline *p, struct bench *bench)
{
    pthread_mutex_lock(&p->lock);
    work(p, bench);
    pthread_mutex_unlock(&p->lock);
}

static unsigned processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > LIMIT_JOBS ? LIMIT_JOBS : (unsigned)n;
}

struct pipeline *pipeline_new(struct source *source, enum layout layout, bool by06, unsigned jobs,
                              const struct pipeline_owner *owner, struct err *err)
{
    struct pipeline *p = shortage_unless(calloc(1, sizeof *p));

    if (p) {
        p->carry = shortage_unless(malloc(LIMIT_BLOCK));
        p->window = shortage_unless(malloc(LIMIT_WINDOW));
    }
    if (!p || !p->carry || !p->window) {
        if (p) {
            free(p->carry);
            free(p->window);
        }
        free(p);
        err_set(err, ERR_MEMORY, "no memory for an examination");
        return NULL;
    }
    p->source = source;
    p->owner = *owner;
    p->wanted = layout;
    p->by06 = by06;
    p->jobs = jobs == 0 ? processors() : jobs > LIMIT_JOBS ? LIMIT_JOBS : jobs;
    p->blocks_max = 2 * p->jobs + 4;
    p->read_size = FIRST_READ;
    p->ready_tail = &p->ready;
    p->hash_tail = &p->hash;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    return p;
}

int pipeline_start(struct pipeline *p, struct err *err)
{
    while (p->started < p->jobs) {
        if (pthread_create(&p->thread[p->started], NULL, run, p))
            break;
        p->started++;
    }
    return p->started > 0 ? 0 : err_set(err, ERR_MEMORY, "no thread could be started");
}

void pipeline_cancel(struct pipeline *p)
{
    pthread_mutex_lock(&p->lock);
    p->cancelled = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static void free_chunks(struct chunk *c)
{
    while (c) {
        struct chunk *next = c->next;
        chunk_free(c);
        c = next;
    }
}

static void free_blocks(struct block *b)
{
    while (b) {
        struct block *next = b->next;
        block_free(b);
        b = next;
    }
}

/* Blocks that only queued chunks still hold have no list of their own. */
static void release_ready(struct pipeline *p)
{
    for (struct chunk *c = p->ready; c; c = c->next) {
        struct block *b = c->block;
        c->block = NULL;
        if (b && --b->users == 0)
            block_free(b);
    }
}

static void release_hash(struct pipeline *p)
{
    while (p->hash) {
        struct block *b = p->hash;
        p->hash = b->next;
        if (--b->users == 0)
            block_free(b);
    }
}

void pipeline_free(struct pipeline *p)
{
    if (!p)
        return;
    pipeline_cancel(p);
    for (unsigned i = 0; i < p->started; i++)
        pthread_join(p->thread[i], NULL);
    release_hash(p);
    release_ready(p);
    free_chunks(p->ready);
    free_chunks(p->read);
    free_chunks(p->spare_chunk);
    free_blocks(p->spare_block);
    free(p->spans.item);
    free(p->carry);
    free(p->window);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
    free(p);
}
