/* What the pipeline hands over, put together in file order. */
#include "core/timeline_impl.h"

#include "base/shown.h"
#include "core/decode.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_PIECE = 16 * 1024, FIRST_JOBS = 64 };

static void lock(struct timeline *t)
{
    pthread_mutex_lock(&t->lock);
}

static void unlock(struct timeline *t)
{
    pthread_mutex_unlock(&t->lock);
}

/* Some six times a second, so that showing progress costs nothing. */
static void notify(struct timeline *t, bool always)
{
    struct timespec now;
    bool whole;

    if (!t->options.notify)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    /* Of standard input nothing more may come for long, so what came is told at once. */
    source_size(t->source, &whole);
    int64_t passed = (now.tv_sec - t->notified.tv_sec) * INT64_C(1000000000) +
                     (now.tv_nsec - t->notified.tv_nsec);
    if (!always && whole && passed < INT64_C(160000000))
        return;
    t->notified = now;
    t->options.notify(t->options.notify_arg);
}

static void on_layout(void *arg, const struct layout_plan *plan)
{
    struct timeline *t = arg;

    lock(t);
    t->plan = *plan;
    t->laid_out = true;
    t->total[FINDING_BOM] += plan->bom;
    unlock(t);
}

/* Failures of the chain come before those of receipts; within each, the lowest entry and the order of
 * the checks. The codes of entries stand in that order. */
static bool comes_first(const struct timeline *t, uint64_t entry, enum finding_code code)
{
    bool chain = finding_is_chain(code), first_chain = t->has_first && finding_is_chain(t->first_code);

    if (!t->has_first || chain != first_chain)
        return !t->has_first || chain;
    return entry != t->first_entry ? entry < t->first_entry : code < t->first_code;
}

static void note_first(struct timeline *t, uint64_t entry, uint32_t mask)
{
    uint32_t fail = mask & t->failures;

    if (mask & MARK_SIGNAL && (!t->first_signal || entry < t->first_signal))
        t->first_signal = entry;
    if (!fail)
        return;
    enum finding_code code = (enum finding_code)__builtin_ctz(fail);
    if (!comes_first(t, entry, code))
        return;
    t->has_first = true;
    t->first_entry = entry;
    t->first_code = code;
}

static void count_mask(struct timeline *t, uint32_t mask)
{
    for (uint32_t rest = mask & ((UINT32_C(1) << FINDING_ENTRY_COUNT) - 1); rest; rest &= rest - 1)
        t->total[__builtin_ctz(rest)]++;
}

/* A finding that shows only when the next entry, or the end, is known. */
static void add_late(struct timeline *t, uint64_t entry, enum finding_code code)
{
    index_mark(t->index, entry, UINT32_C(1) << code | MARK_SIGNAL);
    t->total[code]++;
    note_first(t, entry, index_at(t->index, entry)->mask);
}

/* --- provenance --- */

/* The name of a class that is new; read from the input, since most entries repeat one. Not beyond the
 * entry: bytes of standard input may not be there yet. */
static int class_name(struct timeline *t, const struct result *r, uint64_t to, struct str *name,
                      struct err *err)
{
    struct extent x = {.from = r->class_at, .to = to, .source = t->source};
    struct buf text;

    buf_init(&text, LIMIT_SHOWN + 64);
    int status = decode_string(&text, &x, r->class_at, LIMIT_SHOWN, err);
    if (status >= 0 && str_take(name, &text))
        status = err_set(err, ERR_MEMORY, "no memory for a provenance class");
    buf_release(&text);
    return status < 0 ? -1 : 0;
}

static void count_class(struct class_count *c, const struct result *r, uint64_t entry)
{
    c->entries++;
    if (!c->first_entry)
        c->first_entry = entry;
    c->standing = (enum standing)r->standing;
}

static int note_class(struct timeline *t, const struct result *r, uint64_t to, struct record *rec,
                      uint64_t entry, struct err *err)
{
    uint16_t number = CLASS_OTHER;
    struct class_row *row;
    struct str name = {0};

    t->standing[r->standing]++;
    rec->class = r->has_class ? (uint16_t)(CLASS_OTHER + r->standing) : CLASS_ABSENT;
    if (!r->has_class) {
        count_class(&t->absent, r, entry);
        return 0;
    }
    row = index_class(t->index, r->class_hash, &number);
    if (!row && index_classes(t->index) < LIMIT_CLASSES) {
        if (class_name(t, r, to, &name, err))
            return -1;
        row = index_class_add(t->index, r->class_hash, &name, &number);
        str_release(&name);
    }
    if (row)
        rec->class = number;
    count_class(row ? &row->count : &t->other[r->standing], r, entry);
    return 0;
}

/* --- one entry --- */

static int note_id(struct timeline *t, const struct result *r, uint32_t *mask, uint64_t entry,
                   struct err *err)
{
    if (!r->id_hash)
        return 0;
    int64_t holder = index_id(t->index, r->id_hash, entry);
    if (holder < 0)
        return err_set(err, ERR_MEMORY, "no memory for the table of ids");
    if (holder > 0)
        *mask |= FINDING_BIT(DUPLICATE_ID);
    return 0;
}

static uint32_t job_mask(const struct timeline *t, const struct result *r)
{
    bool has = r->job_hash[0] || r->job_hash[1];

    if (t->by06 || !t->has_job || !has)
        return 0;
    return r->job_hash[0] == t->job_hash[0] && r->job_hash[1] == t->job_hash[1] ? 0 : FINDING_BIT(JOB);
}

static int add_job(struct job_list *l, const struct result *r)
{
    if (l->pairs.count == l->room) {
        size_t room = l->room ? 2 * l->room : FIRST_JOBS;
        struct job_count *row = realloc(l->row, room * sizeof *row);
        if (!row)
            return -1;
        l->row = row;
        l->room = room;
    }
    l->row[l->pairs.count] = (struct job_count){.hash = {r->job_hash[0], r->job_hash[1]}};
    return pairs_add(&l->pairs, r->job_hash) < 0 ? -1 : 0;
}

/* Entries of one job mostly follow each other. */
static int note_job(struct job_list *l, const struct result *r, uint64_t entry)
{
    const uint64_t *hash = r->job_hash;
    int64_t at = (int64_t)l->latest;

    if (!hash[0] && !hash[1]) {
        l->without++;
        return 0;
    }
    if (l->pairs.count == 0 || l->row[at].hash[0] != hash[0] || l->row[at].hash[1] != hash[1])
        at = pairs_find(&l->pairs, hash);
    if (at == PAIRS_NONE && l->pairs.count == LIMIT_JOB_ROWS) {
        l->unlisted++;
        return 0;
    }
    if (at == PAIRS_NONE) {
        if (add_job(l, r) < 0)
            return -1;
        at = (int64_t)l->pairs.count - 1;
        l->row[at].first = entry;
    }
    l->latest = (size_t)at;
    l->row[at].entries++;
    l->row[at].last = entry;
    return 0;
}

static int join_one(struct timeline *t, const struct chunk *c, size_t i, struct err *err)
{
    const struct result *r = &c->result[i];
    uint64_t entry = c->first + i;
    uint32_t mask = r->mask | job_mask(t, r);

    if (i + 1 < c->done && mask & MARK_CLOSE)
        mask |= FINDING_BIT(CLOSE_EARLY) | MARK_SIGNAL;
    struct record *rec = index_add(t->index, r->offset);
    if (!rec)
        return err_set(err, ERR_MEMORY, "no memory for more entries than %llu",
                       (unsigned long long)index_count(t->index));
    rec->digest = r->digest;
    rec->offset_high |= r->training ? RECORD_TRAINING : 0;
    if (note_id(t, r, &mask, entry, err) || note_class(t, r, c->span[i].to, rec, entry, err))
        return -1;
    if (t->options.count_jobs && note_job(&t->jobs, r, entry))
        return err_set(err, ERR_MEMORY, "no memory for the list of jobs");
    index_mark(t->index, entry, mask);
    count_mask(t, mask);
    t->training += r->training;
    note_first(t, entry, mask);
    return 0;
}

/* --- chunks --- */

/* From the first chunk, when the size of the input is known. */
static void expect_entries(struct timeline *t, const struct chunk *c)
{
    bool whole;
    uint64_t size = source_size(t->source, &whole), read = c->span[c->done - 1].to;

    if (whole && read > 0)
        index_expect(t->index, size / (read / c->done + 1));
}

/* An entry too large for a block is not read a second time for it. */
static int job_text(struct timeline *t, const struct chunk *c, struct buf *text, struct err *err)
{
    struct extent x = {.from = c->result[0].offset, .to = c->span[0].to, .source = t->source};
    struct facts read;
    const struct facts *f = c->kept ? &c->kept->facts : &read;

    pthread_mutex_lock(&t->desk_lock);
    int status = c->kept ? 0 : facts_read(&read, &x, t->plan.depth, &t->desk, err);
    if (status == 0)
        status = decode_string(text, &x, f->entry.member[MEMBER_JOB_ID].offset, LIMIT_SHOWN, err);
    pthread_mutex_unlock(&t->desk_lock);
    return status;
}

static int learn_job(struct timeline *t, const struct chunk *c, struct err *err)
{
    const struct result *r = &c->result[0];
    struct buf text;

    t->has_job = r->job_hash[0] || r->job_hash[1];
    t->job_hash[0] = r->job_hash[0];
    t->job_hash[1] = r->job_hash[1];
    expect_entries(t, c);
    t->first_lacks = c->first_lacks;
    t->genesis_holds = c->meeting.prev_is_digest && digest_is_zero(&c->meeting.prev);
    if (!t->has_job)
        return 0;
    buf_init(&text, LIMIT_SHOWN + 64);
    int status = job_text(t, c, &text, err);
    lock(t);
    if (status >= 0 && str_take(&t->job, &text))
        status = err_set(err, ERR_MEMORY, "no memory for the job");
    unlock(t);
    buf_release(&text);
    return status < 0 ? -1 : 0;
}

/* The first entry of a chunk meets the last one of the chunk before. */
static void meet_chunk(struct timeline *t, struct chunk *c)
{
    uint32_t mask = chain_meet(&c->meeting, &t->carry, t->by06);

    if (t->carry.exists && !(mask & MARK_LINK06))
        t->link06_broken++;
    c->result[0].mask |= mask;
    t->link06_broken += c->link06_broken;
    if (t->published && index_at(t->index, t->published)->mask & MARK_CLOSE)
        add_late(t, t->published, FINDING_CLOSE_EARLY);
    t->carry = c->carry;
}

static int join_entries(struct timeline *t, struct chunk *c, struct err *err)
{
    for (size_t i = 0; i < c->done; i++)
        index_id_prefetch(t->index, c->result[i].id_hash);
    for (size_t i = 0; i < c->done; i++)
        if (join_one(t, c, i, err))
            return -1;
    for (int code = 0; code < FINDING_ENTRY_COUNT; code++)
        t->total[code] += c->extra[code];
    if (c->kept) {
        c->kept->entry = c->first;
        keep_add(&t->keep, c->kept);
        c->kept = NULL;
    }
    t->published = index_count(t->index);
    t->bytes_examined = c->span[c->done - 1].to;
    return 0;
}

static int on_chunk(void *arg, struct chunk *c, struct err *err)
{
    struct timeline *t = arg;

    if (c->done == 0)
        return 0;
    if (c->first == 1 && learn_job(t, c, err))
        return -1;
    lock(t);
    meet_chunk(t, c);
    int status = join_entries(t, c, err);
    unlock(t);
    notify(t, c->first == 1);
    return status;
}

/* In pieces that stay in the nearest cache from the hash to the count of lines. */
static int on_bytes(void *arg, const unsigned char *p, size_t len, struct err *err)
{
    struct timeline *t = arg;
    int status = 0;

    while (len > 0 && status == 0) {
        size_t piece = len < LINES_PIECE ? len : LINES_PIECE;
        hasher_add(t->file_hasher, p, piece);
        lock(t);
        status = lineindex_add(&t->lines, p, piece);
        unlock(t);
        p += piece;
        len -= piece;
    }
    return status == 0 ? 0 : err_set(err, ERR_MEMORY, "no memory for the index of lines");
}

/* --- the end --- */

static void set_damage(struct timeline *t, const struct err *e)
{
    struct damage *d = &t->damage;
    struct err ignored;

    t->has_damage = true;
    d->refused = !e->located;
    d->offset = e->offset;
    d->line = d->column = 0;
    if (e->located)
        lineindex_place(&t->lines, t->source, e->offset, &d->line, &d->column, &ignored);
    d->entries_read = t->published;
    strcpy(d->message, e->text);
}

static bool is_chain_broken(const struct timeline *t)
{
    for (int c = 0; c < FINDING_COUNT; c++)
        if (t->total[c] && finding_is_chain((enum finding_code)c))
            return true;
    return false;
}

static bool is_failed(const struct timeline *t)
{
    return is_chain_broken(t) || t->total[FINDING_OUTPUT_HASH] || t->total[FINDING_ENTRY_DIGEST];
}

/* Every link of -06 holds, there is one, the file ends closed, and the current rules fail. */
static bool is_historical(const struct timeline *t)
{
    static const enum finding_code open[] = {FINDING_NOT_OBJECT, FINDING_BASE64, FINDING_CLOSE_TYPE,
                                             FINDING_CLOSE_EARLY, FINDING_NOT_CLOSED};

    if (t->by06)
        return !is_failed(t);
    if (t->options.construction != CONSTRUCTION_AUTO || t->published < 2 || t->link06_broken ||
        !t->genesis_holds || !is_chain_broken(t))
        return false;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (t->total[open[i]])
            return false;
    return true;
}

/* One entry that fails only for members of the current construction that are absent. */
static bool is_single_06(const struct timeline *t)
{
    if (t->by06 || t->published != 1 || t->has_damage || !t->first_lacks)
        return false;
    for (int c = 0; c < FINDING_COUNT; c++)
        if (t->total[c] && finding_is_chain((enum finding_code)c) && c != FINDING_MEMBER &&
            c != FINDING_SEQ_TYPE)
            return false;
    return true;
}

static void judge_end(struct timeline *t)
{
    if (t->published == 0) {
        t->total[FINDING_EMPTY]++;
        t->has_first = true;
        t->first_entry = 0;
        t->first_code = FINDING_EMPTY;
    } else if (!(index_at(t->index, t->published)->mask & MARK_CLOSE)) {
        add_late(t, t->published, FINDING_NOT_CLOSED);
    }
    if (is_single_06(t))
        t->total[FINDING_SINGLE_06]++;
}

static void conclude(struct timeline *t)
{
    t->construction = t->by06 ? CONSTRUCTION_06 : CONSTRUCTION_07;
    if (t->has_damage) {
        t->result = TIMELINE_UNREADABLE;
        return;
    }
    judge_end(t);
    if (is_historical(t)) {
        t->result = TIMELINE_HISTORICAL;
        t->construction = CONSTRUCTION_06;
    } else {
        t->result = is_failed(t) ? TIMELINE_BROKEN : TIMELINE_CONSISTENT;
    }
}

/* Two timelines in one file, found after the first was read: none of it counts. */
static void forget_entries(struct timeline *t)
{
    index_classes_clear(t->index);
    memset(t->total, 0, sizeof t->total);
    memset(t->standing, 0, sizeof t->standing);
    memset(&t->absent, 0, sizeof t->absent);
    memset(t->other, 0, sizeof t->other);
    t->published = 0;
    t->has_first = false;
    t->first_signal = 0;
    t->damage.entries_read = 0;
    t->damage.refused = true;
}

static void close_examination(struct timeline *t, const struct err *failure)
{
    lock(t);
    t->failed = failure != NULL;
    if (failure)
        t->failure = *failure;
    t->done = true;
    pthread_cond_broadcast(&t->over);
    unlock(t);
    notify(t, true);
}

/* "<U+202E>" stands for a character where an id is shown: one that was copied from there is another. */
static const char *how_given(const char *job)
{
    if (strstr(job, "<U+") == NULL && strstr(job, "<0x") == NULL)
        return "";
    return "; an ID is given as its bytes, not as it is shown: for <U+202E>abc, --job=\"$(printf '\\342\\200\\256abc')\"";
}

/* Of a file that has entries none was selected: that is another thing than a timeline without entries. */
static const struct err *check_selection(const struct timeline *t, const struct err *damage, struct err *none)
{
    const struct selection *s = t->options.selection;

    if (damage || !s || selection_taken(s) > 0 || selection_entries(s) == 0)
        return damage;
    err_set(none, ERR_FORM, "none of its %llu entries has the job_id '%s'; aerscope verify --list-jobs lists those there are%s",
            (unsigned long long)selection_entries(s), shown(selection_job(s).data).text, how_given(selection_job(s).data));
    return none;
}

static void on_end(void *arg, const struct layout_plan *plan, const struct err *damage)
{
    struct timeline *t = arg;
    struct err err = {0}, none = {0};

    damage = check_selection(t, damage, &none);
    if (damage && damage->code != ERR_FORM) {
        close_examination(t, damage);
        return;
    }
    lock(t);
    t->plan.has_commitment = plan->has_commitment;
    t->plan.commitment_at = plan->commitment_at;
    t->plan.commitment_length = plan->commitment_length;
    bool hashed = hasher_end(t->file_hasher, &t->sha256) == 0;
    t->has_sha256 = hashed && !plan->unhashed;
    if (damage)
        set_damage(t, damage);
    if (damage && plan->ambiguous)
        forget_entries(t);
    conclude(t);
    bool historical = t->result == TIMELINE_HISTORICAL && !t->by06;
    unlock(t);
    if (!hashed)
        err_set(&err, ERR_IO, "SHA-256 of the file failed in OpenSSL");
    else if (source_unchanged(t->source, &err) == 0 && historical)
        timeline_adopt_06(t, &err);
    close_examination(t, err.code == ERR_NONE ? NULL : &err);
}

void timeline_join_init(struct timeline *t, struct pipeline_owner *owner)
{
    *owner = (struct pipeline_owner){t, t->options.selection, on_layout, on_chunk, on_bytes, on_end};
    hasher_begin(t->file_hasher);
    t->failures = finding_mask(SEVERITY_FAILURE);
}
