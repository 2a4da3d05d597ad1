/* References against a finished timeline, and against each other. */
#include "core/reference.h"

#include "base/limits.h"
#include "core/commitment.h"

#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    struct reference_set *set;
    struct timeline *t;
    struct reference *r;
    int number;           /* of `r` in the set */
    uint64_t entries;
    struct entry_mark last; /* of the last visible entry */
    struct str last_class;
    struct err *err;
};

/* Puts a finding of this reference at the last visible entry. */
static int place_at_end(struct check *c, struct finding *f)
{
    struct err ignored;

    f->reference = c->number;
    f->entry = c->entries;
    f->standing = c->last.standing;
    f->located = c->entries > 0;
    f->offset = c->last.offset;
    if (f->located)
        timeline_place(c->t, f->offset, &f->line, &f->column, &ignored);
    return c->last_class.data ? str_set(&f->provenance_class, c->last_class.data, c->last_class.len) : 0;
}

/* Adds a finding of this reference at the last visible entry; NULL without memory. */
static struct finding *add(struct check *c, enum finding_code code, const char *member, const char *fmt,
                           ...) __attribute__((format(printf, 4, 5)));

static struct finding *add(struct check *c, enum finding_code code, const char *member, const char *fmt,
                           ...)
{
    char text[512];
    struct finding f;
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    finding_init(&f, code, c->entries);
    f.member = member;
    if (str_set(&f.message, text, strlen(text)) || place_at_end(c, &f)) {
        finding_release(&f);
        err_set(c->err, ERR_MEMORY, "no memory for findings");
        return NULL;
    }
    if (finding_list_add(&c->r->findings, &f)) {
        err_set(c->err, ERR_MEMORY, "no memory for findings");
        return NULL;
    }
    return &c->r->findings.item[c->r->findings.count - 1];
}

static int set_text(struct str *s, const char *text)
{
    return str_set(s, text, strlen(text));
}

/* --- job --- */

/* How the entries stand to the job of the reference. */
struct jobs {
    bool some;   /* an entry has it */
    bool others; /* an entry has another one, or none */
    uint64_t other; /* the first such entry that was met */
};

static int look_at(struct check *c, uint64_t entry, const struct str *job, struct jobs *jobs)
{
    struct entry_text e;

    if (timeline_read_entry(c->t, entry, LIMIT_REFERENCE, &e, c->err))
        return -1;
    const struct entry_value *v = &e.member[MEMBER_JOB_ID];
    bool has = v->type == JSON_STRING && !v->cut && str_equal(&v->text, job);
    jobs->some |= has;
    if (!has && !jobs->others)
        jobs->other = entry;
    jobs->others |= !has;
    entry_text_release(&e);
    return 0;
}

/* Entries that no finding speaks of have the job of entry 1; the rest are read. */
static int count_jobs(struct check *c, const struct str *job, struct jobs *jobs)
{
    uint32_t doubt = UINT32_C(1) << FINDING_JOB | UINT32_C(1) << FINDING_MEMBER |
                     UINT32_C(1) << FINDING_NOT_OBJECT;
    bool first = timeline_job_is(c->t, job), has_first = timeline_job(c->t).data != NULL;

    *jobs = (struct jobs){first, c->entries > 0 && has_first && !first, 1};
    for (uint64_t entry = 1; entry <= c->entries && !(jobs->some && jobs->others); entry++) {
        if (has_first)
            entry = timeline_seek(c->t, entry, 1, doubt);
        if (entry == 0)
            break;
        if (look_at(c, entry, job, jobs))
            return -1;
    }
    return 0;
}

/* 1: go on; 0: the job settles the result; -1. */
static int check_job(struct check *c, bool *contradicted)
{
    struct str first = timeline_job(c->t);
    struct reference *r = c->r;
    struct jobs jobs;

    if (!r->job_id.data)
        return c->entries > 0;
    if (count_jobs(c, &r->job_id, &jobs))
        return -1;
    if (jobs.some && !jobs.others)
        return 1;
    struct finding *f =
        jobs.some ? add(c, FINDING_COMMITMENT_JOB, "job_id",
                        "the reference is for this job, and entry %llu has another job_id, or none",
                        (unsigned long long)jobs.other)
                  : add(c, FINDING_COMMITMENT_JOB, "job_id",
                        "no entry has the job that the reference is for: it is the head of another job");
    if (!f || str_set(&f->stored, r->job_id.data, r->job_id.len) ||
        (!jobs.some && first.data && str_set(&f->recomputed, first.data, first.len)))
        return -1;
    *contradicted = jobs.some;
    return jobs.some;
}

/* --- count and digest --- */

/* The reference speaks of an earlier state: its digest is that of entry N, as it stands or closed. */
static int is_earlier(struct check *c, bool *earlier)
{
    struct reference *r = c->r;
    struct entry_mark m;
    struct digest closed;

    *earlier = false;
    if (!r->has_digest || !r->has_count || r->count < 1 || (uint64_t)r->count >= c->entries)
        return 0;
    m = timeline_mark(c->t, (uint64_t)r->count);
    if (!m.has_digest)
        return 0;
    *earlier = digest_equal(&m.digest, &r->final_digest);
    if (*earlier || m.close)
        return 0;
    if (timeline_digest_closed(c->t, (uint64_t)r->count, true, &closed, c->err))
        return -1;
    *earlier = digest_equal(&closed, &r->final_digest);
    return 0;
}

/* A head without a count may be that of any entry. */
static bool is_inner_head(struct check *c)
{
    if (c->r->has_count)
        return false;
    for (uint64_t entry = 1; entry < c->entries; entry++) {
        struct entry_mark m = timeline_mark(c->t, entry);
        if (m.has_digest && digest_equal(&m.digest, &c->r->final_digest)) {
            c->r->confirmed = entry;
            return true;
        }
    }
    return false;
}

static int check_count(struct check *c)
{
    struct reference *r = c->r;
    char stored[32], here[32];

    if (!r->has_count || (r->count > 0 && (uint64_t)r->count == c->entries))
        return 0;
    snprintf(stored, sizeof stored, "%lld", (long long)r->count);
    snprintf(here, sizeof here, "%llu", (unsigned long long)c->entries);
    struct finding *f = add(c, FINDING_COMMITMENT_COUNT, "entry_count", "%s %s, %s here", stored,
                            r->kind == REFERENCE_COMMITMENT ? "committed" : "stated", here);
    if (!f || set_text(&f->stored, stored) || set_text(&f->recomputed, here))
        return -1;
    bool more = r->count > 0 && (uint64_t)r->count > c->entries;
    f->signal = more ? SIGNAL_ENTRIES_MISSING : SIGNAL_CONTINUES_PAST_WITNESS;
    f->has_missing = more;
    f->missing = more ? (uint64_t)r->count - c->entries : 0;
    return 1;
}

static int check_digest(struct check *c, bool count_differs)
{
    struct reference *r = c->r;
    char hex[DIGEST_HEX + 1];

    if (!r->has_digest || (c->last.has_digest && digest_equal(&c->last.digest, &r->final_digest)))
        return 0;
    struct finding *f = add(c, FINDING_COMMITMENT_DIGEST, "final_entry_digest", "%s",
                            c->last.has_digest
                                ? "the final entry digest of the reference is not that of the last visible "
                                  "entry; no rule inside the chain can show this"
                                : "the last visible entry has no digest that could be compared");
    if (!f)
        return -1;
    digest_hex(&r->final_digest, hex);
    if (set_text(&f->stored, hex))
        return -1;
    digest_hex(&c->last.digest, hex);
    if (c->last.has_digest && set_text(&f->recomputed, hex))
        return -1;
    if (!count_differs && r->has_count)
        f->signal = SIGNAL_END_REPLACED;
    return 1;
}

static int compare(struct check *c, bool contradicted)
{
    struct reference *r = c->r;
    bool earlier;

    if (is_earlier(c, &earlier))
        return -1;
    if (earlier)
        r->confirmed = (uint64_t)r->count;
    if (!contradicted && (earlier || is_inner_head(c))) {
        r->result = REFERENCE_EARLIER;
        return 0;
    }
    int count = check_count(c);
    int digest = count < 0 ? -1 : check_digest(c, count > 0);
    if (digest < 0)
        return c->err->code == ERR_NONE ? err_set(c->err, ERR_MEMORY, "no memory for findings") : -1;
    if (contradicted || count || digest)
        r->result = REFERENCE_CONTRADICTED;
    else
        r->result = r->has_digest ? REFERENCE_MATCHES : REFERENCE_COUNT_AGREES;
    return 0;
}

static int check_one(struct check *c)
{
    struct reference *r = c->r;
    bool contradicted = false;

    r->result = REFERENCE_UNUSABLE;
    if (!r->readable)
        return 0;
    if (timeline_result(c->t) == TIMELINE_UNREADABLE) {
        r->result = REFERENCE_UNCHECKED;
        return 0;
    }
    /* A commitment states a digest of the current construction: -06 has no such thing. */
    if (timeline_construction(c->t) == CONSTRUCTION_06)
        return 0;
    int status = check_job(c, &contradicted);
    if (status < 0)
        return c->err->code == ERR_NONE ? err_set(c->err, ERR_MEMORY, "no memory for findings") : -1;
    return status > 0 ? compare(c, contradicted) : 0;
}

/* --- times, and what references share --- */

static int check_time(struct check *c, struct instant now)
{
    struct reference *r = c->r;
    struct instant retrieved;
    const char *why;

    if (!r->readable || !r->published_at.data)
        return 0;
    if (instant_compare(&r->published, &now) > 0 &&
        !add(c, FINDING_COMMITMENT_TIME, "published_at", "published_at %.64s lies after the present time",
             r->published_at.data))
        return -1;
    if (!r->retrieved_at ||
        rfc3339_parse(r->retrieved_at, strlen(r->retrieved_at), &retrieved, &why) != 0 ||
        instant_compare(&r->published, &retrieved) <= 0)
        return 0;
    return add(c, FINDING_COMMITMENT_TIME, "published_at",
               "published_at %.64s lies after the time at which it was retrieved", r->published_at.data)
               ? 0
               : -1;
}

static bool same_word(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* The folder of a path with links resolved; the caller frees. NULL where it cannot be told. */
static char *folder(const char *path)
{
    char *real = path ? realpath(path, NULL) : NULL;
    char *dir = real ? strdup(dirname(real)) : NULL;

    free(real);
    return dir;
}

static bool same_folder(const char *a, const char *b)
{
    char *x = folder(a), *y = folder(b);
    bool same = same_word(x, y);

    free(x);
    free(y);
    return same;
}

static const char *shared_with(const struct reference *a, const struct reference *b)
{
    if (same_word(a->path, b->path))
        return "the file";
    if (same_word(a->witness, b->witness))
        return "the witness";
    if (same_word(a->authority, b->authority))
        return "the authority";
    return NULL;
}

static int check_shared(struct check *c)
{
    const struct reference *r = c->r;

    if (r->embedded)
        return add(c, FINDING_COMMITMENT_SHARED, NULL,
                   "the reference sits in the timeline's own file: it is never independent of it")
                   ? 0
                   : -1;
    if (r->path && same_folder(r->path, source_path(timeline_source(c->t))) &&
        !add(c, FINDING_COMMITMENT_SHARED, NULL,
             "the reference lies in the folder of the timeline: whoever can change one may be able to change "
             "both"))
        return -1;
    for (int i = 0; i < c->number; i++) {
        const char *what = shared_with(r, &c->set->item[i]);
        if (what && !add(c, FINDING_COMMITMENT_SHARED, NULL,
                         "reference %d shares %s of reference %d: two files are not two trust domains",
                         c->number + 1, what, i + 1))
            return -1;
    }
    return 0;
}

/* Two statements of one end that cannot both be true: the digest fixes seq, and so the count. */
static bool cannot_both(const struct reference *a, const struct reference *b)
{
    if (!a->readable || !b->readable || !a->has_count || !b->has_count)
        return false;
    if (!a->job_id.data || !b->job_id.data || !str_equal(&a->job_id, &b->job_id))
        return false;
    if (!a->has_digest || !b->has_digest)
        return false;
    return (a->count == b->count) != digest_equal(&a->final_digest, &b->final_digest);
}

static int check_equivocation(struct check *c)
{
    for (size_t i = 0; i < c->set->count; i++) {
        if ((int)i == c->number || !cannot_both(c->r, &c->set->item[i]))
            continue;
        if (!add(c, FINDING_COMMITMENT_EQUIVOCATION, "final_entry_digest",
                 "reference %d and reference %zu state different ends of one job: both cannot be true",
                 c->number + 1, i + 1))
            return -1;
    }
    return 0;
}

/* --- all --- */

static int add_embedded(struct reference_set *set, struct timeline *t, struct err *err)
{
    uint64_t offset, length;

    for (size_t i = 0; i < set->count; i++)
        if (set->item[i].embedded)
            return 0;
    if (!timeline_embedded_commitment(t, &offset, &length))
        return 0;
    if (length > LIMIT_REFERENCE)
        length = LIMIT_REFERENCE;
    char *bytes = malloc((size_t)length + 1);
    if (!bytes)
        return err_set(err, ERR_MEMORY, "no memory for a reference");
    ssize_t got = source_read(timeline_source(t), offset, bytes, (size_t)length, err);
    struct reference *r =
        got < 0 ? NULL
                : reference_add_bytes(set, source_path(timeline_source(t)), bytes, (size_t)got, err);
    free(bytes);
    if (!r)
        return -1;
    r->embedded = true;
    r->independent = INDEPENDENT_NO;
    return 0;
}

static void drop_results(struct reference *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->findings.count; i++) {
        struct finding *f = &r->findings.item[i];
        if (f->code == FINDING_COMMITMENT_FORM)
            r->findings.item[kept++] = *f;
        else
            finding_release(f);
    }
    r->findings.count = kept;
    r->result = REFERENCE_UNCHECKED;
    r->confirmed = 0;
}

/* Findings of form were made before there was a timeline: they get their place now. */
static int place_form(struct check *c)
{
    for (size_t i = 0; i < c->r->findings.count; i++)
        if (place_at_end(c, &c->r->findings.item[i]))
            return err_set(c->err, ERR_MEMORY, "no memory for findings");
    return 0;
}

static int read_last(struct check *c)
{
    struct entry_text e;

    if (c->entries == 0)
        return 0;
    c->last = timeline_mark(c->t, c->entries);
    if (timeline_read_entry(c->t, c->entries, LIMIT_SHOWN, &e, c->err))
        return -1;
    if (e.member[MEMBER_PROVENANCE_CLASS].type == JSON_STRING) {
        c->last_class = e.member[MEMBER_PROVENANCE_CLASS].text;
        memset(&e.member[MEMBER_PROVENANCE_CLASS].text, 0, sizeof c->last_class);
    }
    entry_text_release(&e);
    return 0;
}

static int check_all(struct check *c, struct instant now)
{
    for (size_t i = 0; i < c->set->count; i++) {
        c->r = &c->set->item[i];
        c->number = (int)i;
        drop_results(c->r);
        if (place_form(c) || check_one(c))
            return -1;
        if (check_equivocation(c) || check_time(c, now) || check_shared(c))
            return err_set(c->err, ERR_MEMORY, "no memory for findings");
    }
    return 0;
}

int references_check(struct reference_set *set, struct timeline *t, struct instant now,
                     struct err *err)
{
    struct err own = {0};
    struct check c = {.set = set, .t = t, .entries = timeline_progress(t).entries, .err = err ? err : &own};

    err_clear(c.err);
    if (add_embedded(set, t, c.err))
        return -1;
    int status = read_last(&c);
    if (status == 0)
        status = check_all(&c, now);
    str_release(&c.last_class);
    return status;
}
