#include "explain/baseline.h"

#include "core/commitment.h"
#include "core/selection.h"
#include "explain/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct baseline {
    struct source *source;
    struct timeline *timeline;
    struct selection *selection; /* NULL: all its entries */
    bool finished;
    bool compared; /* with `against`, when it had these bytes */
    const struct timeline *against;
    struct digest sha256;
    struct copies result;
};

static void forget(struct baseline *b)
{
    copies_release(&b->result);
    b->compared = false;
}

static void baseline_free(void *arg)
{
    struct baseline *b = arg;

    forget(b);
    timeline_free(b->timeline);
    selection_free(b->selection);
    source_free(b->source);
    free(b);
}

/* ---------------------------------------------------------------------------------------------------
 * The copy by itself */

static int refuse(struct reference *r, const char *what, struct err *err)
{
    r->readable = false;
    return commitment_form(r, NULL, what, err);
}

static int refuse_damage(struct reference *r, const struct damage *d, struct err *err)
{
    char text[sizeof d->message + 128];

    if (d->refused)
        return refuse(r, d->message, err);
    snprintf(text, sizeof text, "byte %" PRIu64 ", line %" PRIu64 ", column %" PRIu64 ": %s",
             d->offset, d->line, d->column, d->message);
    return refuse(r, text, err);
}

/* What the copy states of its end. A last entry that closes nothing may go on to be closed, so its
 * digest is not held against other references. */
static int take_end(struct reference *r, struct timeline *t, struct err *err)
{
    uint64_t entries = timeline_progress(t).entries;
    struct entry_mark last = timeline_mark(t, entries);
    struct str job = timeline_job(t);

    r->readable = r->has_count = true;
    r->count = (int64_t)entries;
    r->has_sha256 = timeline_sha256(t, &r->sha256);
    r->has_digest = last.close && last.has_digest;
    r->final_digest = last.digest;
    if (job.data && str_set(&r->job_id, job.data, job.len))
        return err_set(err, ERR_MEMORY, "no memory for a reference");
    return 0;
}

static int finish(struct baseline *b, struct reference *r, struct err *err)
{
    struct err trouble = {0};
    const struct damage *d;

    if (b->finished)
        return 0;
    b->finished = true;
    if (timeline_wait(b->timeline, &trouble))
        return refuse(r, trouble.text, err);
    d = timeline_damage(b->timeline);
    if (d)
        return refuse_damage(r, d, err);
    if (timeline_progress(b->timeline).entries == 0)
        return refuse(r, "the earlier copy has no entry", err);
    return take_end(r, b->timeline, err);
}

/* ---------------------------------------------------------------------------------------------------
 * Against the timeline */

static enum finding_code code_of(enum copies_category c)
{
    static const enum finding_code code[COPIES_COUNT] = {
        [COPIES_IDENTICAL] = FINDING_COUNT,
        [COPIES_EXTENDED] = FINDING_BASELINE_NOT_BOUND,
        [COPIES_RECLOSED] = FINDING_BASELINE_RECLOSED,
        [COPIES_CUT] = FINDING_BASELINE_CUT,
        [COPIES_BEHEADED] = FINDING_BASELINE_BEHEADED,
        [COPIES_END_REPLACED] = FINDING_BASELINE_END_REPLACED,
        [COPIES_EDITED] = FINDING_BASELINE_EDITED,
        [COPIES_FORKED] = FINDING_BASELINE_FORKED,
        [COPIES_UNRELATED] = FINDING_BASELINE_UNRELATED,
    };
    return code[c];
}

static void set_signal(struct finding *f, const struct copies *c)
{
    bool lost = c->category == COPIES_RECLOSED || c->category == COPIES_CUT ||
                c->category == COPIES_BEHEADED;

    if (lost) {
        f->signal = SIGNAL_ENTRIES_MISSING;
        f->has_missing = true;
        f->missing = c->earlier_entries - c->later_entries;
    } else if (c->category == COPIES_END_REPLACED) {
        f->signal = SIGNAL_END_REPLACED;
    }
}

/* Which of the two was taken first no digest says. */
static void say_order(struct buf *to, const struct copies *c)
{
    buf_adds(to, "; that it is the earlier one is the examiner's statement");
    if (c->other.told)
        buf_addf(to, ": in the other order, with this file as the earlier copy, it would be %s (%s)",
                 copies_category_name(c->other.category), c->other.proved ? "proved" : "possible");
}

static int say(struct finding *f, const struct copies *c)
{
    struct buf text, of_file;

    buf_init(&text, LIMIT_MESSAGE);
    buf_init(&of_file, LIMIT_MESSAGE);
    buf_addf(&text,
             "against the earlier copy (%" PRIu64 " %s there, %" PRIu64
             " here) the first difference%s is at ",
             c->earlier_entries, c->earlier_entries == 1 ? "entry" : "entries", c->later_entries, c->beyond > 0 ? " of digests" : "");
    copies_say_entry(c, &text);
    buf_adds(&text, ": ");
    if (copies_same_digests(c))
        buf_adds(&text, "all digests are the same, that of the last entry too, and members differ");
    else
        buf_adds(&text, copies_says(c));
    if (c->beyond > 0)
        buf_addf(&text, "; before it entry %" PRIu64 " of both copies has one digest, and members of it differ", c->beyond);
    copies_say_of_file(buf_cstr(&text), &of_file);
    say_order(&of_file, c);
    int status =
        text.failed || of_file.failed || str_set(&f->message, buf_cstr(&of_file), of_file.len) ? -1 : 0;
    buf_release(&text);
    buf_release(&of_file);
    return status;
}

static int add_finding(struct reference *r, const struct copies *c, struct err *err)
{
    struct finding f;

    finding_init(&f, code_of(c->category), 0);
    set_signal(&f, c);
    if (say(&f, c)) {
        finding_release(&f);
        return err_set(err, ERR_MEMORY, "no memory for findings");
    }
    return finding_list_add(&r->findings, &f) ? err_set(err, ERR_MEMORY, "no memory for findings")
                                              : 0;
}

static int contradict(struct reference *r, const struct copies *c, struct err *err)
{
    r->result = REFERENCE_CONTRADICTED;
    r->differs = copies_same_digests(c) ? 0 : c->entry;
    return add_finding(r, c, err);
}

static bool is_same_end(const struct copies *c)
{
    struct entry_mark a = timeline_mark(c->earlier, c->earlier_entries);
    struct entry_mark b = timeline_mark(c->later, c->later_entries);

    return a.has_digest && b.has_digest && digest_equal(&a.digest, &b.digest);
}

static int conclude(struct reference *r, const struct copies *c, struct err *err)
{
    r->same_end = c->later_entries > 0 && is_same_end(c);
    if (c->category != COPIES_IDENTICAL && c->category != COPIES_EXTENDED)
        return contradict(r, c, err);
    /* Without a digest there is no end that could be the same. */
    if (!timeline_mark(c->earlier, c->earlier_entries).has_digest)
        return 0;
    r->result = c->category == COPIES_IDENTICAL ? REFERENCE_MATCHES : REFERENCE_EARLIER;
    r->confirmed = r->result == REFERENCE_EARLIER ? c->earlier_entries : 0;
    return c->beyond > 0 ? add_finding(r, c, err) : 0;
}

bool baseline_prepared(const struct baseline *b, struct timeline *t)
{
    struct digest now;

    return b->compared && b->against == t && timeline_sha256(t, &now) &&
           digest_equal(&now, &b->sha256);
}

static int compare(struct baseline *b, struct timeline *t, struct copies_watch *watch,
                   struct err *err)
{
    if (baseline_prepared(b, t))
        return 0;
    forget(b);
    int status = copies_compare(&b->result, b->timeline, t, watch, err);
    b->result.watch = NULL;
    if (status == 0) {
        b->against = t;
        b->compared = timeline_sha256(t, &b->sha256);
    }
    return status;
}

static int baseline_check(void *arg, struct reference *r, struct timeline *t, struct err *err)
{
    struct baseline *b = arg;

    if (b->timeline && finish(b, r, err))
        return -1;
    r->result = REFERENCE_UNUSABLE;
    if (!r->readable)
        return 0;
    r->result = REFERENCE_UNCHECKED;
    if (timeline_result(t) == TIMELINE_UNREADABLE || timeline_result(t) == TIMELINE_PENDING)
        return 0;
    return compare(b, t, NULL, err) ? -1 : conclude(r, &b->result, err);
}

/* ---------------------------------------------------------------------------------------------------
 * Ahead of the check */

struct baseline *baseline_of(const struct reference *r)
{
    struct baseline *b = r->judge.check == baseline_check ? r->judge.arg : NULL;

    return b && b->timeline ? b : NULL;
}

bool baseline_over(const struct baseline *b)
{
    struct progress p = timeline_progress(b->timeline);

    return p.done || p.failed;
}

unsigned baseline_percent(const struct baseline *b)
{
    struct progress p = timeline_progress(b->timeline);

    if (p.done || p.bytes_total == 0)
        return p.done ? 100 : 0;
    return (unsigned)((double)p.bytes_read * 100.0 / (double)p.bytes_total);
}

int baseline_settle(struct reference *r, struct err *err)
{
    struct baseline *b = baseline_of(r);

    return b && baseline_over(b) ? finish(b, r, err) : 0;
}

static bool is_stopped(const struct copies_watch *watch)
{
    return watch && watch->stop && watch->stop(watch->arg);
}

int baseline_prepare(struct baseline *b, struct timeline *t, struct copies_watch *watch,
                     struct err *err)
{
    static const struct timespec pause = {.tv_nsec = 5000000};
    enum timeline_result result = timeline_result(t);

    while (!baseline_over(b) && !is_stopped(watch))
        nanosleep(&pause, NULL);
    if (is_stopped(watch))
        return err_set(err, ERR_CANCELLED, "the comparison was given up");
    if (timeline_progress(b->timeline).failed || timeline_damage(b->timeline) ||
        timeline_progress(b->timeline).entries == 0 || result == TIMELINE_UNREADABLE ||
        result == TIMELINE_PENDING)
        return 0;
    return compare(b, t, watch, err);
}

const struct copies *baseline_copies(const struct reference *r)
{
    const struct baseline *b = baseline_of(r);

    return b && b->compared && r->readable ? &b->result : NULL;
}

/* ---------------------------------------------------------------------------------------------------
 * Opening */

static int start(struct baseline *b, const char *path, unsigned jobs, const struct str *job, struct err *err)
{
    struct timeline_options options = {.construction = CONSTRUCTION_07, .jobs = jobs};

    b->source = source_open(path, err);
    if (!b->source)
        return -1;
    if (job && job->data)
        options.selection = b->selection = selection_new(job, err);
    if (job && job->data && !b->selection)
        return -1;
    b->timeline = timeline_new(b->source, &options, err);
    return b->timeline && timeline_start(b->timeline, err) == 0 ? 0 : -1;
}

struct reference *baseline_add(struct reference_set *set, const char *path, unsigned jobs,
                               struct err *err)
{
    return baseline_add_job(set, path, jobs, NULL, err);
}

struct reference *baseline_add_job(struct reference_set *set, const char *path, unsigned jobs,
                                   const struct str *job, struct err *err)
{
    struct reference_judge judge = {baseline_check, baseline_free, NULL};
    struct err trouble = {0};
    struct baseline *b = calloc(1, sizeof *b);

    if (!b) {
        err_set(err, ERR_MEMORY, "no memory for a reference");
        return NULL;
    }
    judge.arg = b;
    struct reference *r = reference_add_judged(set, REFERENCE_BASELINE, path, &judge, err);
    if (r && start(b, path, jobs, job, &trouble)) {
        timeline_free(b->timeline);
        b->timeline = NULL;
        r = refuse(r, trouble.text, err) ? NULL : r;
    }
    return r;
}
