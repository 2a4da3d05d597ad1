/* References against a finished timeline, and against each other. */
#include "core/reference_impl.h"

#include "base/limits.h"
#include "core/commitment.h"
#include "core/parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Puts a finding of this reference at the last visible entry. */
static int place_at_end(struct reference_check *c, struct finding *f)
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

struct finding *reference_finding(struct reference_check *c, enum finding_code code, const char *member,
                                  const char *fmt, ...)
{
    char text[1024];
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
    bool named; /* an entry names a job */
};

static int look_at(struct reference_check *c, uint64_t entry, const struct str *job, struct jobs *jobs)
{
    struct entry_text e;

    if (timeline_read_entry(c->t, entry, LIMIT_REFERENCE, &e, c->err))
        return -1;
    const struct entry_value *v = &e.member[MEMBER_JOB_ID];
    bool has = v->type == JSON_STRING && !v->cut && str_equal(&v->text, job);
    jobs->some |= has;
    jobs->named |= v->type == JSON_STRING;
    if (!has && !jobs->others)
        jobs->other = entry;
    jobs->others |= !has;
    entry_text_release(&e);
    return 0;
}

/* Entries that no finding speaks of have the job of entry 1; the rest are read. */
static int count_jobs(struct reference_check *c, const struct str *job, struct jobs *jobs)
{
    uint32_t doubt = UINT32_C(1) << FINDING_JOB | UINT32_C(1) << FINDING_MEMBER |
                     UINT32_C(1) << FINDING_NOT_OBJECT;
    bool first = timeline_job_is(c->t, job), has_first = timeline_job(c->t).data != NULL;

    *jobs = (struct jobs){first, c->entries > 0 && has_first && !first, 1, has_first};
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
static int check_job(struct reference_check *c, bool *contradicted)
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
        jobs.some ? reference_finding(c, FINDING_COMMITMENT_JOB, "job_id",
                        "the reference is for this job, and entry %llu has another job_id, or none",
                        (unsigned long long)jobs.other)
        : jobs.named
            ? reference_finding(c, FINDING_COMMITMENT_JOB, "job_id",
                        "no entry has the job that the reference is for: it is the head of another job")
            : reference_finding(c, FINDING_COMMITMENT_JOB, "job_id",
                        "no entry names a job, so none is shown to be of the one that the reference is for");
    if (!f || str_set(&f->stored, r->job_id.data, r->job_id.len) ||
        (!jobs.some && first.data && str_set(&f->recomputed, first.data, first.len)))
        return -1;
    *contradicted = jobs.some;
    return jobs.some;
}

/* --- count and digest --- */

/* The reference speaks of an earlier state: its digest is that of entry N, as it stands or closed. */
static int is_earlier(struct reference_check *c, bool *earlier)
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
static bool is_inner_head(struct reference_check *c)
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

static int check_count(struct reference_check *c)
{
    struct reference *r = c->r;
    char room[COUNT_ROOM], here[32];
    const char *stored = reference_count_text(r, room);

    if (!r->has_count || (r->count > 0 && (uint64_t)r->count == c->entries))
        return 0;
    snprintf(here, sizeof here, "%llu", (unsigned long long)c->entries);
    struct finding *f = reference_finding(c, FINDING_COMMITMENT_COUNT, "entry_count", "%s %s, %s here", stored,
                            r->kind == REFERENCE_COMMITMENT ? "committed" : "stated", here);
    if (!f || set_text(&f->stored, stored) || set_text(&f->recomputed, here))
        return -1;
    bool more = r->count > 0 && (uint64_t)r->count > c->entries;
    f->signal = more ? SIGNAL_ENTRIES_MISSING : SIGNAL_CONTINUES_PAST_WITNESS;
    f->has_missing = more && !r->count_text.data;
    f->missing = f->has_missing ? (uint64_t)r->count - c->entries : 0;
    return 1;
}

/* A rule inside the chain has something against the last entry as well. */
static bool end_fails(const struct reference_check *c)
{
    for (uint32_t rest = c->last.mask & ((UINT32_C(1) << FINDING_ENTRY_COUNT) - 1); rest != 0; rest &= rest - 1)
        if (finding_severity((enum finding_code)__builtin_ctz(rest)) == SEVERITY_FAILURE)
            return true;
    return false;
}

static int check_digest(struct reference_check *c, bool count_differs)
{
    struct reference *r = c->r;
    char hex[DIGEST_HEX + 1];

    if (!r->has_digest || (c->last.has_digest && digest_equal(&c->last.digest, &r->final_digest)))
        return 0;
    struct finding *f = reference_finding(c, FINDING_COMMITMENT_DIGEST, "final_entry_digest", "%s",
                            !c->last.has_digest ? "the last visible entry has no digest that could be compared"
                            : end_fails(c)
                                ? "the final entry digest of the reference is not that of the last visible entry"
                                : "the final entry digest of the reference is not that of the last visible "
                                  "entry; no rule inside the chain can show this");
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

static int compare(struct reference_check *c, bool contradicted)
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
    r->same_end = r->has_digest && digest == 0;
    if (digest < 0)
        return c->err->code == ERR_NONE ? err_set(c->err, ERR_MEMORY, "no memory for findings") : -1;
    if (contradicted || count || digest)
        r->result = REFERENCE_CONTRADICTED;
    else
        r->result = r->has_digest ? REFERENCE_MATCHES : REFERENCE_COUNT_AGREES;
    return 0;
}

static int place_all(struct reference_check *c);

static int check_above(struct reference_check *c)
{
    struct reference *r = c->r;

    if (r->judge.check(r->judge.arg, r, c->t, c->err) || place_all(c))
        return -1;
    /* Its bytes are known only now that they are read. */
    if (r->has_meant && r->has_sha256 && !digest_equal(&r->meant, &r->sha256))
        reference_unstate(r);
    return 0;
}

/* A digest confirms its entry, and what is tied to it by links that hold: not what stands before a break. */
static void note_tied(struct reference_check *c)
{
    struct reference *r = c->r;
    uint64_t failing = timeline_seek(c->t, 1, 1, finding_mask(SEVERITY_FAILURE));
    uint64_t last = r->result == REFERENCE_EARLIER ? r->confirmed : c->entries;

    r->tied = (r->result == REFERENCE_EARLIER || r->result == REFERENCE_MATCHES) &&
              (failing == 0 || failing > last);
}

/* Whether the entry whose digest it has closes nothing, as it states it. A copy that is open has no end. */
static bool confirms_open(const struct reference_check *c)
{
    const struct reference *r = c->r;
    struct entry_mark mark;

    if (r->number == 0 || r->number > c->entries ||
        (r->result != REFERENCE_EARLIER && r->result != REFERENCE_MATCHES))
        return false;
    if (!r->has_digest)
        return true;
    mark = timeline_mark(c->t, r->number);
    return !mark.close && mark.has_digest && digest_equal(&mark.digest, &r->final_digest);
}

/* How far back links that hold lead from the entry that it confirms. A copy has them all. */
static uint64_t linked_from(const struct reference_check *c)
{
    const struct reference *r = c->r;
    uint64_t last = r->result == REFERENCE_EARLIER ? r->confirmed : c->entries, from;

    if ((r->result != REFERENCE_EARLIER && r->result != REFERENCE_MATCHES) || last == 0)
        return 0;
    from = r->judge.check ? 1 : timeline_seek(c->t, last, -1, UINT32_C(1) << FINDING_LINK | UINT32_C(1) << FINDING_GENESIS);
    return from > 0 ? from : 1;
}

/* Its digest is that of an entry, and the number that it states is not the place of that one. */
static bool is_elsewhere(const struct reference_check *c)
{
    const struct reference *r = c->r;

    if (r->result != REFERENCE_CONTRADICTED || r->judge.check || !r->has_digest || !r->has_count)
        return false;
    for (uint64_t entry = 1; entry <= c->entries; entry++) {
        struct entry_mark m = timeline_mark(c->t, entry);
        if (entry != r->number && m.has_digest && digest_equal(&m.digest, &r->final_digest))
            return true;
    }
    return false;
}

/* What it states of the end, for what is held against the other references. */
static int note_end(struct reference_check *c)
{
    struct reference *r = c->r;
    bool counts = r->has_count && r->count > 0 && !r->count_text.data;

    r->of_timeline = r->job_id.data && timeline_job_is(c->t, &r->job_id);
    if (counts)
        r->number = (uint64_t)r->count;
    else if (!r->has_count)
        r->number = r->result == REFERENCE_EARLIER ? r->confirmed
                    : r->result == REFERENCE_MATCHES || r->same_end ? c->entries
                                                                    : 0;
    r->end_open = confirms_open(c);
    r->linked_from = linked_from(c);
    r->elsewhere = is_elsewhere(c);
    if (r->result == REFERENCE_CONTRADICTED && !r->judge.check && r->has_digest && !r->same_end &&
        r->number <= c->entries)
        r->differs = r->number;
    return reference_find_entry(c);
}

/* Closed where the reference was made, and not here. */
static int check_closed(struct reference_check *c)
{
    const struct reference *r = c->r;

    if (r->result != REFERENCE_EARLIER || r->of_entry == 0 || !r->of_closed || timeline_mark(c->t, r->of_entry).close)
        return 0;
    return reference_finding(c, FINDING_COMMITMENT_CLOSED, "close",
                             "the reference has the digest of entry %llu with close true; here close is false there, and "
                             "entries follow", (unsigned long long)r->of_entry)
               ? 0
               : err_set(c->err, ERR_MEMORY, "no memory for findings");
}

static int check_one(struct reference_check *c)
{
    struct reference *r = c->r;
    bool contradicted = false;

    r->result = REFERENCE_UNUSABLE;
    if (r->judge.check)
        return check_above(c);
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
    r->number = r->differs = r->linked_from = r->of_entry = 0;
    r->elsewhere = r->tied = r->same_end = r->end_open = r->time_odd = r->of_timeline = false;
}

/* Findings that were made without a place get it now. */
static int place_all(struct reference_check *c)
{
    for (size_t i = 0; i < c->r->findings.count; i++)
        if (place_at_end(c, &c->r->findings.item[i]))
            return err_set(c->err, ERR_MEMORY, "no memory for findings");
    return 0;
}

static int read_last(struct reference_check *c)
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

static void turn_to(struct reference_check *c, size_t i)
{
    c->r = &c->set->item[i];
    c->number = (int)i;
}

/* Each by itself, and then all against each other: what is read of one may come last. */
static int check_all(struct reference_check *c, struct instant now)
{
    for (size_t i = 0; i < c->set->count; i++) {
        turn_to(c, i);
        drop_results(c->r);
        if (place_all(c) || check_one(c))
            return -1;
        note_tied(c);
        if (note_end(c) || check_closed(c))
            return -1;
    }
    for (size_t i = 0; i < c->set->count; i++) {
        turn_to(c, i);
        if (reference_check_peers(c, now))
            return err_set(c->err, ERR_MEMORY, "no memory for findings");
    }
    return 0;
}

int references_check(struct reference_set *set, struct timeline *t, struct instant now,
                     struct err *err)
{
    struct err own = {0};
    struct reference_check c = {.set = set, .t = t, .entries = timeline_progress(t).entries, .err = err ? err : &own};

    err_clear(c.err);
    if (add_embedded(set, t, c.err))
        return -1;
    int status = read_last(&c);
    if (status == 0)
        status = check_all(&c, now);
    if (status == 0 && set->expected)
        status = expected_check(set->expected, t, c.err);
    str_release(&c.last_class);
    return status;
}

/* A digest binds the seq of its entry, wherever that stands. */
static int note_seq(const struct reference *r, struct timeline *t, struct reference_end *out, struct err *err)
{
    struct parts p;

    if (!out->has_digest || !r->has_digest || !r->has_count || r->judge.check || !digest_equal(&out->digest, &r->final_digest))
        return 0;
    int status = timeline_parts(t, out->entry, &p, err);
    out->otherwise = status == 0 && p.seq_small && p.seq != r->count;
    out->seq = p.seq;
    parts_release(&p);
    return status;
}

int reference_end(const struct reference *r, struct timeline *t, struct reference_end *out, struct err *err)
{
    uint64_t entries = timeline_progress(t).entries;
    bool earlier = r->result == REFERENCE_EARLIER && r->confirmed > 0 && r->confirmed <= entries;
    struct entry_mark mark;

    memset(out, 0, sizeof *out);
    out->entry = earlier ? r->confirmed : entries;
    if (out->entry == 0)
        return 0;
    mark = timeline_mark(t, out->entry);
    out->has_digest = mark.has_digest;
    out->digest = mark.digest;
    out->closed = earlier && r->has_digest && mark.has_digest && !mark.close &&
                  !digest_equal(&mark.digest, &r->final_digest);
    if (out->closed && timeline_digest_closed(t, out->entry, true, &out->digest, err))
        return -1;
    return timeline_construction(t) == CONSTRUCTION_06 ? 0 : note_seq(r, t, out, err);
}
