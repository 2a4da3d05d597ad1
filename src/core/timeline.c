#include "core/timeline_impl.h"

#include "core/keyed.h"

#include <stdlib.h>
#include <string.h>

const char *construction_name(enum construction c)
{
    return c == CONSTRUCTION_06 ? "aer1-06" : "aer1-07";
}

const char *timeline_result_name(enum timeline_result r)
{
    static const char *const name[] = {"pending", "consistent", "broken", "historical", "unreadable"};
    return name[r];
}

/* Reading what is published takes the lock too: the timeline is const to its reader, not to itself. */
static void lock(const struct timeline *t)
{
    pthread_mutex_lock((pthread_mutex_t *)(uintptr_t)&t->lock);
}

static void unlock(const struct timeline *t)
{
    pthread_mutex_unlock((pthread_mutex_t *)(uintptr_t)&t->lock);
}

static int open_parts(struct timeline *t, struct err *err)
{
    struct pipeline_owner owner;

    t->index = index_new();
    t->page = malloc(LIMIT_WINDOW);
    t->file_hasher = hasher_new(err);
    if (!t->file_hasher || bench_init(&t->desk, err))
        return -1;
    if (!t->index || !t->page)
        return err_set(err, ERR_MEMORY, "no memory for the index of a timeline");
    timeline_join_init(t, &owner);
    t->pipeline = pipeline_new(t->source, t->options.layout, t->by06, t->options.jobs, &owner, err);
    return t->pipeline ? 0 : -1;
}

struct timeline *timeline_new(struct source *source, const struct timeline_options *options,
                              struct err *err)
{
    struct timeline *t = calloc(1, sizeof *t);

    if (!t) {
        err_set(err, ERR_MEMORY, "no memory for a timeline");
        return NULL;
    }
    t->source = source;
    t->options = *options;
    t->by06 = options->construction == CONSTRUCTION_06;
    pthread_mutex_init(&t->lock, NULL);
    pthread_mutex_init(&t->desk_lock, NULL);
    pthread_cond_init(&t->over, NULL);
    if (open_parts(t, err) == 0)
        return t;
    timeline_free(t);
    return NULL;
}

void timeline_free(struct timeline *t)
{
    if (!t)
        return;
    if (t->started)
        source_cancel(t->source);
    pipeline_free(t->pipeline);
    index_free(t->index);
    keep_release(&t->keep);
    free(t->page);
    hasher_free(t->file_hasher);
    bench_release(&t->desk);
    lineindex_release(&t->lines);
    str_release(&t->job);
    pairs_release(&t->jobs.pairs);
    free(t->jobs.row);
    pthread_mutex_destroy(&t->lock);
    pthread_mutex_destroy(&t->desk_lock);
    pthread_cond_destroy(&t->over);
    free(t);
}

int timeline_start(struct timeline *t, struct err *err)
{
    t->started = true;
    return pipeline_start(t->pipeline, err);
}

void timeline_run(struct timeline *t)
{
    t->started = true;
    pipeline_run(t->pipeline, &t->desk);
}

int timeline_wait(struct timeline *t, struct err *err)
{
    lock(t);
    while (!t->done)
        pthread_cond_wait(&t->over, &t->lock);
    if (t->failed && err)
        *err = t->failure;
    int status = t->failed ? -1 : 0;
    unlock(t);
    return status;
}

void timeline_cancel(struct timeline *t)
{
    pipeline_cancel(t->pipeline);
    source_cancel(t->source);
}

struct progress timeline_progress(const struct timeline *t)
{
    struct progress p = {0};
    bool final = false;
    uint64_t size = source_size(t->source, &final);

    lock(t);
    p.done = t->done;
    p.failed = t->failed;
    p.entries = t->published;
    p.bytes_read = t->done && !t->failed ? size : t->bytes_examined;
    p.bytes_total = final ? size : 0;
    unlock(t);
    return p;
}

struct source *timeline_source(const struct timeline *t)
{
    return t->source;
}

enum layout timeline_layout(const struct timeline *t)
{
    lock(t);
    enum layout layout = t->laid_out ? t->plan.layout : LAYOUT_AUTO;
    unlock(t);
    return layout;
}

struct str timeline_job(const struct timeline *t)
{
    lock(t);
    struct str job = t->job;
    unlock(t);
    return job;
}

bool timeline_job_is(const struct timeline *t, const struct str *job)
{
    lock(t);
    bool is = t->has_job && keyed_text(0, job->data, job->len) == t->job_hash[0] &&
              keyed_text(1, job->data, job->len) == t->job_hash[1];
    unlock(t);
    return is;
}

const struct selection *timeline_selection(const struct timeline *t)
{
    return t->options.selection;
}

struct job_totals timeline_jobs(const struct timeline *t)
{
    lock(t);
    struct job_totals n = {t->jobs.pairs.count, t->jobs.without, t->jobs.unlisted};
    unlock(t);
    return n;
}

size_t timeline_job_rows(const struct timeline *t, size_t from, struct job_count *out, size_t room)
{
    size_t n = 0;

    lock(t);
    while (n < room && from + n < t->jobs.pairs.count) {
        out[n] = t->jobs.row[from + n];
        n++;
    }
    unlock(t);
    return n;
}

int64_t timeline_job_find(const struct timeline *t, const uint64_t hash[2])
{
    lock(t);
    int64_t at = pairs_find(&t->jobs.pairs, hash);
    unlock(t);
    return at;
}

bool timeline_sha256(const struct timeline *t, struct digest *out)
{
    lock(t);
    bool has = t->done && t->has_sha256;
    if (has)
        *out = t->sha256;
    unlock(t);
    return has;
}

void timeline_leave_out(struct timeline *t, const char *extension)
{
    t->left_out = extension;
}

const char *timeline_left_out(const struct timeline *t)
{
    return t->left_out;
}

enum timeline_result timeline_result(const struct timeline *t)
{
    lock(t);
    enum timeline_result r = t->done && !t->failed ? t->result : TIMELINE_PENDING;
    unlock(t);
    return r;
}

enum construction timeline_asked(const struct timeline *t)
{
    return t->options.construction;
}

enum construction timeline_construction(const struct timeline *t)
{
    lock(t);
    enum construction c = t->by06 || (t->done && t->construction == CONSTRUCTION_06) ? CONSTRUCTION_06
                                                                                    : CONSTRUCTION_07;
    unlock(t);
    return c;
}

bool timeline_by06(const struct timeline *t)
{
    return timeline_construction(t) == CONSTRUCTION_06;
}

const struct damage *timeline_damage(const struct timeline *t)
{
    lock(t);
    const struct damage *d = t->done && t->has_damage ? &t->damage : NULL;
    unlock(t);
    return d;
}

uint64_t timeline_training(const struct timeline *t)
{
    lock(t);
    uint64_t n = t->training;
    unlock(t);
    return n;
}

uint64_t timeline_total(const struct timeline *t, enum finding_code c)
{
    lock(t);
    uint64_t n = t->total[c];
    unlock(t);
    return n;
}

uint64_t timeline_severity_total(const struct timeline *t, enum severity s)
{
    uint64_t n = 0;

    lock(t);
    for (int c = 0; c < FINDING_COUNT; c++)
        if (finding_severity((enum finding_code)c) == s)
            n += t->total[c];
    unlock(t);
    return n;
}

bool timeline_first_failure(const struct timeline *t, uint64_t *entry, enum finding_code *code)
{
    lock(t);
    bool has = t->has_first;
    if (has) {
        *entry = t->first_entry;
        *code = t->first_code;
    }
    unlock(t);
    return has;
}

bool timeline_first_signal(const struct timeline *t, uint64_t *entry)
{
    lock(t);
    bool has = t->first_signal != 0;
    if (has)
        *entry = t->first_signal;
    unlock(t);
    return has;
}

struct record timeline_record(const struct timeline *t, uint64_t entry)
{
    lock(t);
    struct record r = *index_at(t->index, entry);
    unlock(t);
    return r;
}

enum standing record_standing(const struct timeline *t, const struct record *r)
{
    if (r->class >= CLASS_OTHER)
        return r->class == CLASS_ABSENT ? STANDING_NONE : (enum standing)(r->class - CLASS_OTHER);
    return index_class_at(t->index, r->class)->count.standing;
}

struct entry_mark timeline_mark(const struct timeline *t, uint64_t entry)
{
    struct entry_mark m = {0};

    lock(t);
    if (entry == 0 || entry > index_count(t->index)) {
        unlock(t);
        return m;
    }
    const struct record *r = index_at(t->index, entry);
    m.offset = record_offset(r);
    m.mask = r->mask & ((UINT32_C(1) << FINDING_ENTRY_COUNT) - 1);
    m.standing = record_standing(t, r);
    m.has_class = r->class != CLASS_ABSENT;
    m.has_digest = r->mask & MARK_HAS_DIGEST;
    m.digest = r->digest;
    m.close = r->mask & MARK_CLOSE;
    m.training = r->offset_high & RECORD_TRAINING;
    m.signal = r->mask & MARK_SIGNAL;
    m.links = r->mask & MARK_LINK;
    m.link06 = r->mask & MARK_LINK06;
    unlock(t);
    return m;
}

enum link_state link_state(const struct entry_mark *m, uint64_t entry, enum construction by)
{
    bool holds = by == CONSTRUCTION_06 && entry > 1 ? m->link06 : m->links;

    if (!holds)
        return LINK_STATE_BROKEN;
    return entry == 1 ? LINK_STATE_GENESIS : LINK_STATE_HOLDS;
}

const char *link_state_name(enum link_state l)
{
    static const char *const name[] = {"genesis", "holds", "broken"};

    return name[l];
}

uint64_t timeline_seek(const struct timeline *t, uint64_t entry, int step, uint32_t mask)
{
    uint64_t found;

    lock(t);
    if (step < 0 && entry > t->published)
        entry = t->published;
    found = index_seek(t->index, entry, step, t->published, mask);
    unlock(t);
    return found;
}

uint64_t timeline_standing_total(const struct timeline *t, enum standing s)
{
    lock(t);
    uint64_t n = t->standing[s];
    unlock(t);
    return n;
}

static void add_class(const struct class_count *c, struct class_count *out, size_t room, size_t *n)
{
    if (c->entries && *n < room)
        out[(*n)++] = *c;
}

static int by_first_entry(const void *a, const void *b)
{
    const struct class_count *x = a, *y = b;

    return x->first_entry < y->first_entry ? -1 : x->first_entry > y->first_entry;
}

size_t timeline_classes(const struct timeline *t, struct class_count *out, size_t room)
{
    size_t n = 0, named;

    lock(t);
    for (size_t i = 0; i < index_classes(t->index); i++)
        add_class(&index_class_at(t->index, i)->count, out, room, &n);
    struct class_count absent = t->absent;
    absent.absent = true;
    add_class(&absent, out, room, &n);
    named = n;
    for (int s = 0; s < STANDING_COUNT; s++)
        add_class(&t->other[s], out, room, &n);
    unlock(t);
    qsort(out, named, sizeof *out, by_first_entry);
    return n;
}

bool timeline_embedded_commitment(const struct timeline *t, uint64_t *offset, uint64_t *length)
{
    lock(t);
    bool has = t->done && t->plan.has_commitment && t->plan.layout == LAYOUT_WRAPPED;
    if (has) {
        *offset = t->plan.commitment_at;
        *length = t->plan.commitment_length;
    }
    unlock(t);
    return has;
}

int timeline_place(struct timeline *t, uint64_t offset, uint64_t *line, uint64_t *column,
                   struct err *err)
{
    lock(t);
    int status = lineindex_place(&t->lines, t->source, offset, line, column, err);
    unlock(t);
    return status;
}
