/* Jobs that several threads do at once, and whose output comes in the order in which they were given. What a job
 * writes before its turn is kept, up to a bound; memory does not grow with the number of jobs. */
#ifndef AERSCOPE_APP_POOL_H
#define AERSCOPE_APP_POOL_H

#include "base/buf.h"
#include "base/err.h"
#include "report/out.h"

#include <stdbool.h>
#include <stddef.h>

struct pool;

/* Where a job that is being done stands in the order. */
struct pool_place;
/* Its output; what is added after an error of the whole output goes nowhere. */
struct out *pool_out(struct pool_place *at);
/* What goes to standard error behind its output, as it is. */
struct buf *pool_complaints(struct pool_place *at);
bool pool_is_first(const struct pool_place *at);
/* Waits until everything before this job was put out; from then on its output goes straight on, and no other job
 * is in its turn until this one is done. */
void pool_turn(struct pool_place *at);

struct pool_work {
    void *arg;
    /* Does a job, which it takes over, on a thread of the pool. What it returns goes to `join`. */
    void *(*run)(void *arg, void *job, struct pool_place *at);
    /* In the order of the jobs and one at a time, when the job's output was put out. Takes over `result`. */
    void (*join)(void *arg, void *result);
    /* A job that is not done, since the output failed. */
    void (*drop)(void *job);
};

/* `out` is the pool's until its end. NULL when no thread could be started. */
struct pool *pool_new(unsigned threads, struct out *out, const struct pool_work *work, struct err *err);
/* Waits until there is room for the job, of which `bytes` are in memory. -1: the output failed, and the job was
 * dropped. Whatever waits in the output is flushed when no job that is done stands behind it. */
int pool_give(struct pool *p, void *job, size_t bytes);
/* Waits until all jobs are done, and frees. */
void pool_end(struct pool *p);

#endif
