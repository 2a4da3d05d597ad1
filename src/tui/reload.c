#include "tui/reload.h"

#include "tui/lab.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>

void reload_ask(struct state *s)
{
    if (strcmp(source_path(timeline_source(s->timeline)), "-") == 0)
        state_say(s, STYLE_NORMAL, "standard input cannot be read again");
    else if (lab_may_reload(s))
        s->reload.due = true;
}

/* The commitment in the file itself was read from the old one; others stay. */
static void drop_embedded(struct reference_set *refs)
{
    for (size_t i = refs->count; i > 0; i--)
        if (refs->item[i - 1].embedded)
            reference_set_remove(refs, i - 1);
}

/* Of a file that was not read to its end there is less to tell than of the one before. */
static struct reloading remember(const struct state *s)
{
    struct reloading r = {.entry = s->selected, .entries = s->progress.entries};

    if (!s->progress.done && s->reload.entries > 0)
        r = s->reload;
    else
        r.has_sha256 = timeline_sha256(s->timeline, &r.sha256);
    r.announcing = true;
    return r;
}

/* What the user chose and typed outlives the file. */
static void keep_choices(struct state *s, struct state *old)
{
    state_choices(s, old);
    state_keep(s, old);
    jobs_take_over(&s->jobs, &old->jobs);
    s->map.on = old->map.on;
    worker_like(&s->explaining.worker, &old->explaining.worker);
    worker_like(&s->checking.worker, &old->checking.worker);
    s->checking.gave_up_copy = old->checking.gave_up_copy;
    s->checking.gave_up_list = old->checking.gave_up_list;
    worker_like(&s->comparing.worker, &old->comparing.worker);
}

static bool shows_copies(const struct state *s)
{
    for (size_t i = 0; i < (size_t)s->depth; i++)
        if (s->view[i] == &view_copies)
            return true;
    return false;
}

/* What was looked at, where it is about the file as a whole and says nothing of one that was. */
static const struct view *looked_at(const struct state *s)
{
    const struct view *v = state_view(s);

    return v == &view_jobs || v == &view_overview || v == &view_facts || v == &view_provenance ? v : NULL;
}

/* Other entries of the same file: where one stood among those before means nothing here. */
static void arrive(struct state *s)
{
    bool alone = s->jobs.open.data;

    s->reload.entry = alone ? 0 : s->jobs.left;
    s->reload.announcing = false;
    s->moved = !alone;
    if (!alone)
        state_push(s, &view_jobs);
}

void reload_take(struct state *s, struct timeline *t, struct instant now)
{
    char *copy = shows_copies(s) && s->comparing.path ? strdup(s->comparing.path) : NULL;
    const struct view *looked = s->jobs.going ? NULL : looked_at(s);
    uint64_t row = s->comparing.selected;
    struct state old;

    if (looked == &view_jobs)
        jobs_return(s);
    explaining_release(&s->explaining);
    comparing_release(&s->comparing);
    checking_release(s);
    casing_wait(s); /* it notes in here that it is done */
    old = *s;
    casing_forget_timeline(&old);
    drop_embedded(old.refs);
    state_init(s, t, old.refs, now);
    keep_choices(s, &old);
    s->reload = remember(&old);
    s->moved = true;
    if (s->jobs.arriving)
        arrive(s);
    reread_all(s);
    if (filter_on(&old) && !s->jobs.arriving)
        filter_begin(s, old.filter.inquiry.text);
    state_release(&old);
    state_refresh(s);
    if (looked)
        state_push(s, looked);
    if (copy)
        copies_again(s, copy, row);
    free(copy);
}

/* What became of the references and the list, which were read again as well. */
static void add_files(const struct state *s, struct buf *out)
{
    const struct rereading *r = &s->rereading;

    if (r->files > 0 && reread_changed(s) == 0)
        buf_addf(out, "; %s beside it %s", r->files == 1 ? "the file" : "the files",
                 r->files == 1 ? "is what it was" : "are what they were");
    if (r->kept > 0)
        buf_addf(out, "; %zu from a pipe not read again", r->kept);
}

/* What changed comes first: on a narrow screen the rest is cut. */
static void add_changed(const struct state *s, struct buf *out)
{
    reread_words(s, out);
    if (out->len > 0)
        buf_adds(out, "; ");
}

static void add_case(const struct state *s, struct buf *out)
{
    struct buf words;

    buf_init(&words, LIMIT_MESSAGE);
    casing_foreign_words(s, &words);
    buf_addf(out, "%s%s", words.len > 0 ? "; " : "", buf_cstr(&words));
    buf_release(&words);
}

static void announce(struct state *s)
{
    const struct reloading *r = &s->reload;
    char had[NUMBER_ROOM], has[NUMBER_ROOM];
    struct digest now;
    struct buf changed, files;
    bool known = timeline_sha256(s->timeline, &now) && r->has_sha256;
    bool same = known && memcmp(&now, &r->sha256, sizeof now) == 0;

    buf_init(&changed, LIMIT_MESSAGE);
    buf_init(&files, LIMIT_MESSAGE);
    add_changed(s, &changed);
    if (same || changed.len == 0)
        add_files(s, &files);
    if (s->lab)
        lab_reopen(s->lab, &files);
    if (!same && casing_foreign(s))
        add_case(s, &files);
    if (s->casing.failed)
        buf_addf(&files, "; the case file is NOT WRITTEN: %s; :case FILE writes elsewhere",
                 s->casing.err.text);
    state_say(s, (same || !known) && reread_changed(s) == 0 ? STYLE_NORMAL : STYLE_FAILURE,
              "%s%s%sread again: %s before, %s now; %s SHA-256 %s%s", changed.len ? "CHANGED: " : "",
              buf_cstr(&changed), changed.len ? "the timeline " : "", show_number(had, r->entries),
              show_number(has, s->progress.entries), changed.len ? "its" : "the",
              !known ? "before is not known"
              : same ? "is the same"
                     : "differs: it has other bytes",
              buf_cstr(&files));
    buf_release(&changed);
    buf_release(&files);
}

void reload_follow(struct state *s)
{
    struct reloading *r = &s->reload;
    bool over = s->progress.done || s->progress.failed;

    if (s->selected > 1)
        r->entry = 0;
    if (r->entry > 1 && (s->progress.entries >= r->entry || over)) {
        uint64_t last = s->progress.entries;
        state_select(s, r->entry < last ? r->entry : last);
        r->entry = 0;
    }
    /* An earlier copy is read to its end before what it is can be told. */
    if (r->announcing && s->progress.done && s->opened)
        announce(s);
    r->announcing = r->announcing && !(over && s->opened);
}
