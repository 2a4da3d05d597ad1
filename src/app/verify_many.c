#include "app/verify_many.h"

#include "base/shortage.h"

#include "app/commands.h"
#include "app/complain.h"
#include "app/examine.h"
#include "app/pool.h"
#include "app/records.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Up to this size a timeline is examined by one thread; of larger ones one at a time, by all. */
enum { SMALL = 1024 * 1024 };

struct many {
    struct report_run *run;  /* in the order of the inputs */
    struct report_run begun; /* as it was before the first */
    const struct options *o;
    const struct report_writer *writer;
    struct pairing *pairing; /* of the job in its turn */
    bool referring;
    struct instant now;      /* when the references were at hand */
    pthread_mutex_t large;
    int status;              /* in the order of the inputs */
    bool clash, unwritten;
};

struct input {
    char *path;
    struct record_bytes line; /* of an input that is a line */
    uint64_t number;          /* of it; 0: a file */
    struct err err;           /* why it cannot be examined */
    /* what came of it */
    struct report_run part;
    int status;
    bool clash, unwritten;
};

const struct report_writer *verify_writer(const struct options *o)
{
    bool text = o->format_name == NULL || strcmp(o->format_name, "text") == 0;

    return text && (o->verify.each_line || o->verify.brief) ? &report_line : o->format;
}

static void drop_input(void *job)
{
    struct input *in = job;

    record_bytes_release(&in->line);
    free(in->path);
    free(in);
}

/* ---------------------------------------------------------------------------------------------------
 * One input, on a thread of the pool */

static struct source *open_input(struct input *in, struct err *err)
{
    if (in->err.code != ERR_NONE) {
        *err = in->err;
        return NULL;
    }
    if (in->number == 0)
        return source_open(in->path, err);
    return record_source(&in->line, in->path, err);
}

/* An existing file that --force lets the output replace may be one that a list names. */
static bool is_output(const struct options *o, const struct source *s)
{
    struct stat st;

    return o->output != NULL && s != NULL && stat(o->output, &st) == 0 && source_is(s, &st);
}

static void read_timeline(struct many *m, struct examination *e, struct source *source, const char *path)
{
    bool whole = true;

    if (source == NULL || (source_size(source, &whole) <= SMALL && whole)) {
        if (source != NULL)
            source_keep(source);
        if (examine_here(e, source, path, m->o) == 0)
            examine_wait(e);
        return;
    }
    pthread_mutex_lock(&m->large);
    if (examine_source(e, source, path, m->o) == 0)
        examine_wait(e);
    pthread_mutex_unlock(&m->large);
}

/* Without references only the one in its own file is to be looked at, and no job waits for another. */
static void judge(struct many *m, struct examination *e, struct pool_place *at)
{
    struct err err = {0};
    int status;

    if (m->referring)
        pool_turn(at);
    if (e->timeline == NULL)
        return;
    status = m->referring ? pairing_lend(m->pairing, e->timeline, m->now, &e->refs, &err)
                          : references_check(&e->refs, e->timeline, m->now, &err);
    if (status != 0 && e->report.error.code == ERR_NONE)
        e->report.error = err;
    examine_judge(e, m->o);
}

static void verify_input(struct many *m, struct input *in, struct pool_place *at)
{
    struct examination e;
    struct err err = {0};
    struct source *source = open_input(in, &err);

    in->clash = is_output(m->o, source);
    read_timeline(m, &e, source, in->path);
    if (source == NULL)
        e.report.error = err;
    err_clear(&err);
    e.report.input_line = in->number;
    judge(m, &e, at);
    in->status = e.report.status;
    if (examine_explain(&e, m->o, &err) != 0 || m->writer->input(&in->part, &e.report, &err) != 0) {
        complain_err(in->path, &err);
        in->unwritten = true;
    }
    in->unwritten |= examine_lost(&e);
    out_flush(in->part.out);
    examine_complain(&e);
    if (m->referring)
        pairing_return(m->pairing, &e.refs);
    examine_release(&e);
}

static void *run_input(void *arg, void *job, struct pool_place *at)
{
    struct many *m = arg;
    struct input *in = job;

    complain_into(pool_complaints(at));
    report_run_part(&in->part, &m->begun, pool_out(at), pool_is_first(at));
    verify_input(m, in, at);
    complain_into(NULL);
    return in;
}

static void join_input(void *arg, void *result)
{
    struct many *m = arg;
    struct input *in = result;

    report_run_join(m->run, &in->part);
    m->status = status_worse(m->status, in->status);
    m->clash |= in->clash;
    m->unwritten |= in->unwritten;
    drop_input(in);
}

/* ---------------------------------------------------------------------------------------------------
 * Where inputs come from */

/* A list with more that can be no names is not read on: it may be none, and have no end. */
enum { NO_NAMES = 1000 };

/* What gives inputs to the pool. */
struct giver {
    struct pool *pool;
    const struct options *o;
    struct records *list;
    uint64_t given;
    unsigned refused; /* of the list: what can be no name */
    bool failed;      /* not all inputs could be given: this was said */
};

static int no_memory(struct giver *g)
{
    complain("no memory for the name of an input");
    g->failed = true;
    return -1;
}

static struct input *new_input(const char *path)
{
    struct input *in = shortage_unless(calloc(1, sizeof *in));

    if (in == NULL)
        return NULL;
    in->line.fd = -1;
    in->path = shortage_unless(strdup(path));
    if (in->path != NULL)
        return in;
    free(in);
    return NULL;
}

/* -1 when no more are wanted. */
static int give_path(struct giver *g, const char *path)
{
    struct input *in = new_input(path);

    return in != NULL ? pool_give(g->pool, in, 0) : no_memory(g);
}

static int give_refused(struct giver *g, const char *path, uint64_t number, const char *why)
{
    struct input *in;

    if (++g->refused > NO_NAMES) {
        complain("'%s' has more than %d names that can be none: it is no list of names, and nothing behind that is read",
                 shown(g->o->verify.files_from).text, NO_NAMES);
        g->failed = true;
        return -1;
    }
    in = new_input(path);
    if (in == NULL)
        return no_memory(g);
    err_set(&in->err, ERR_OPEN, "cannot open name %" PRIu64 " of the list: %s", number, why);
    return pool_give(g->pool, in, 0);
}

/* A name of the list, `number` from 1. */
static int give_name(struct giver *g, const struct record_bytes *name, uint64_t number)
{
    char path[4096];

    if (name->len == 0)
        return give_refused(g, "", number, "it is empty");
    if (name->data == NULL || name->len >= sizeof path)
        return give_refused(g, "...", number, "it is longer than a name can be");
    memcpy(path, name->data, (size_t)name->len);
    path[name->len] = '\0';
    if (strlen(path) != name->len)
        return give_refused(g, path, number, "there is a NUL in it; --null is for names that end with one");
    if (strcmp(path, "-") == 0)
        return give_refused(g, path, number, "- is no standard input in a list; a file of this name is ./-");
    return give_path(g, path);
}

static int give_line(struct giver *g, struct record_bytes *line, uint64_t number)
{
    char path[32];
    struct input *in;

    snprintf(path, sizeof path, "-:%" PRIu64, number);
    in = new_input(path);
    if (in == NULL) {
        record_bytes_release(line);
        return no_memory(g);
    }
    in->number = number;
    in->line = *line;
    return pool_give(g->pool, in, line->data != NULL ? (size_t)line->len : 0);
}

static int give_record(struct giver *g, struct record_bytes *record, uint64_t number)
{
    int status;

    if (g->o->verify.each_line)
        return give_line(g, record, number);
    status = give_name(g, record, number);
    record_bytes_release(record);
    return status;
}

/* A line that begins a document and does not end it is most likely that of a timeline over several lines. */
static void hint_at_whole(const struct record_bytes *line)
{
    size_t from = 0, to = line->data != NULL ? (size_t)line->len : 0;

    while (from < to && strchr(" \t\r", line->data[from]) != NULL && line->data[from] != '\0')
        from++;
    while (to > from && strchr(" \t\r", line->data[to - 1]) != NULL && line->data[to - 1] != '\0')
        to--;
    if (from < to && (line->data[from] == '[' || line->data[from] == '{') && strchr("[{,:", line->data[to - 1]) != NULL &&
        line->data[to - 1] != '\0')
        complain("line 1 begins a document and does not end it: --each-line takes each line for a timeline; one timeline "
                 "over several lines is examined without it: aerscope verify -");
}

static void give_list(struct giver *g)
{
    struct record_bytes record;
    struct err err = {0};
    int status = 1;

    for (uint64_t number = 1; g->list != NULL && (status = records_next(g->list, &record, &err)) == 1; number++) {
        g->given++;
        if (number == 1 && g->o->verify.each_line)
            hint_at_whole(&record);
        if (give_record(g, &record, number) != 0)
            return;
    }
    if (status == 0 || g->list == NULL)
        return;
    complain_err(NULL, &err);
    g->failed = true;
}

static void give_operands(struct giver *g)
{
    for (size_t i = 0; i < g->o->operands; i++) {
        g->given++;
        if (give_path(g, g->o->operand[i]) != 0)
            return;
    }
    give_list(g);
}

/* Of nothing, nothing can be said: a search that finds no file must not look like one whose files are all in order. */
static int none_given(const struct options *o)
{
    if (o->verify.each_line)
        complain("no timeline was given: standard input has no line, so nothing was examined");
    else
        complain("no timeline was given: the list '%s' has no name in it, so nothing was examined",
                 shown(o->verify.files_from).text);
    return VERIFY_NONE;
}

int verify_many(struct report_run *run, const struct options *o, struct pairing *p, struct records *list)
{
    struct many m = {
        .run = run,
        .begun = *run,
        .o = o,
        .writer = verify_writer(o),
        .pairing = p,
        .referring = p->count > 0 || p->all.expected != NULL,
        .now = instant_now(),
    };
    struct pool_work work = {&m, run_input, join_input, drop_input};
    struct giver g = {.o = o, .list = list};
    struct err err = {0};

    pthread_mutex_init(&m.large, NULL);
    g.pool = pool_new(o->jobs, run->out, &work, &err);
    if (g.pool != NULL) {
        give_operands(&g);
        pool_end(g.pool);
    } else {
        complain_err(NULL, &err);
        g.failed = true;
    }
    pthread_mutex_destroy(&m.large);
    if (g.given == 0 && !g.failed)
        return none_given(o);
    return m.clash ? VERIFY_CLASH : m.unwritten ? VERIFY_UNWRITTEN : g.failed ? status_worse(m.status, 2) : m.status;
}
