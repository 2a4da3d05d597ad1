#include "tui/jobs.h"

#include "base/shown.h"
#include "base/text.h"
#include "core/keyed.h"
#include "core/selection.h"
#include "tui/action.h"
#include "tui/lab.h"
#include "tui/reread.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 256 };

/* ---- keeping ---- */

static void end_release(struct job_end *e)
{
    str_release(&e->class);
    str_release(&e->seq);
    memset(e, 0, sizeof *e);
}

static void forget_lines(struct jobs *j)
{
    for (size_t i = 0; i < JOBS_LINES; i++) {
        str_release(&j->line[i].job);
        j->line[i].first = 0;
    }
    end_release(&j->first);
    end_release(&j->last);
}

void jobs_release(struct jobs *j)
{
    forget_lines(j);
    str_release(&j->open);
    str_release(&j->wanted);
    jobs_find_release(j);
    free(j->known);
    memset(j, 0, sizeof *j);
}

static void hash_of(const struct str *job, uint64_t hash[2])
{
    for (uint64_t seed = 0; seed < 2; seed++)
        hash[seed] = job->data ? keyed_text(seed, job->data, job->len) : 0;
}

void jobs_take_over(struct jobs *to, struct jobs *from)
{
    forget_lines(from);
    *to = *from;
    memset(from, 0, sizeof *from);
    to->noted = to->stuck = false;
    to->seek_left = to->seek_of = 0; /* of the rows that were */
    if (!to->going)
        return;
    hash_of(&to->open, to->was);
    str_release(&to->open);
    to->opened = to->wanted.data;
    to->open = to->wanted;
    to->wanted = (struct str){0};
    to->going = false;
    to->arriving = true;
}

void jobs_return(struct state *s)
{
    struct job_count c;

    s->jobs.returning = timeline_job_rows(s->timeline, s->jobs.row, &c, 1) == 1;
    if (s->jobs.returning)
        memcpy(s->jobs.was, c.hash, sizeof c.hash);
}

void jobs_stay(struct state *s, const char *why)
{
    struct jobs *j = &s->jobs;
    bool back = j->going && j->open.data && !j->wanted.data;

    j->stuck = j->stuck || back;
    j->going = false;
    str_release(&j->wanted);
    if (back)
        state_say(s, STYLE_FAILURE, "no way back to all entries: not read again: %s; %s tries again, and %s leaves the "
                  "inspector", why, action_sign(ACTION_JOBS), action_sign(ACTION_QUIT));
    else
        state_say(s, STYLE_FAILURE, "not read again: %s; this is of the bytes as they were read", why);
}

/* ---- going ---- */

/* What would be lost, or be held against other entries than it is about; NULL when nothing. */
static const char *keeps_here(const struct state *s)
{
    if (s->casing.file)
        return "a case file is open, and is about all entries: without --case, aerscope view --job=ID looks at one job";
    if (noting_unkept(s))
        return "a note is being written, and notes are about all entries: finish it first";
    if (!reread_can_copies(s))
        return "an earlier copy that came through a pipe cannot be read again for one job";
    return NULL;
}

/* Back to all entries goes also while one job is still examined. */
static const char *cannot_go(const struct state *s)
{
    if (s->jobs.open.data)
        return keeps_here(s);
    if (!s->progress.done)
        return s->progress.failed ? "the file was not read to its end: there are no jobs to open"
                                  : "the entries are read so far, and not to their end: a job is opened when they are";
    if (s->changed)
        return "the file changed since it was read: read it again first";
    return keeps_here(s);
}

/* Takes the text over, also where it is not gone to; data NULL for all entries. */
static void go(struct state *s, struct str *job)
{
    const char *why;

    if (!s->jobs.open.data)
        state_watch(s);
    why = cannot_go(s);
    if (why)
        state_say(s, STYLE_WARNING, "%s", why);
    if (why || (s->jobs.open.data && !lab_may_return(s))) {
        str_release(job);
        return;
    }
    if (!s->jobs.open.data)
        s->jobs.left = s->selected;
    str_release(&s->jobs.wanted);
    s->jobs.wanted = *job;
    s->jobs.going = true;
    s->reload.due = true;
}

static void go_back(struct state *s)
{
    struct str all = {0};

    go(s, &all);
}

bool jobs_can_leave(const struct state *s)
{
    return s->jobs.open.data && s->jobs.opened && !s->jobs.stuck && !cannot_go(s);
}

bool jobs_leave(struct state *s)
{
    bool can = jobs_can_leave(s);

    if (can)
        go_back(s);
    return can;
}

void jobs_show(struct state *s)
{
    if (s->training)
        state_say(s, STYLE_NORMAL, "a training copy is of one timeline; %s goes back to the evidence",
                  action_sign(ACTION_LAB_EVIDENCE));
    else if (s->jobs.open.data)
        go_back(s);
    else if (state_view(s) == &view_jobs)
        state_pop(s);
    else
        state_push(s, &view_jobs);
}

/* 0, or -1 where no text of that size is taken. */
static int read_id(struct state *s, uint64_t entry, struct str *out, struct err *err)
{
    struct entry_text text = {0};
    const struct entry_value *v = &text.member[MEMBER_JOB_ID];
    int rc = timeline_read_members(s->timeline, entry, JOB_ID_MOST, &text, err);

    if (rc == 0 && (v->type != JSON_STRING || v->cut))
        rc = err_set(err, ERR_FORM, "its job_id is too long to be asked for: %d bytes are taken", JOB_ID_MOST);
    if (rc == 0 && str_set(out, v->text.data, v->text.len) < 0)
        rc = err_set(err, ERR_MEMORY, "no memory for a job_id");
    entry_text_release(&text);
    return rc;
}

void jobs_open_row(struct state *s, size_t row)
{
    struct job_count c;
    struct str job = {0};
    struct err err = {0};

    if (timeline_job_rows(s->timeline, row, &c, 1) == 0)
        return;
    if (read_id(s, c.first, &job, &err) < 0) {
        state_say(s, STYLE_WARNING, "the job cannot be opened: %s", err.text);
        return;
    }
    go(s, &job);
}

void jobs_open_id(struct state *s, const char *id)
{
    uint64_t hash[2] = {keyed_text(0, id, strlen(id)), keyed_text(1, id, strlen(id))};
    int64_t row = timeline_job_find(s->timeline, hash);

    if (s->jobs.open.data || s->training) {
        state_say(s, STYLE_NORMAL, "one job is opened from all entries: %s goes back to them",
                  action_sign(s->training ? ACTION_LAB_EVIDENCE : ACTION_JOBS));
    } else if (row < 0) {
        state_say(s, STYLE_WARNING, "no entry%s has the job_id '%s'; %s is the table of those there are",
                  s->progress.done ? "" : " so far", shown(id).text, action_sign(ACTION_JOBS));
    } else {
        s->jobs.row = (size_t)row;
        jobs_open_row(s, (size_t)row);
    }
}

bool jobs_refuse(struct state *s, enum action a)
{
    enum section in = action_section(a);

    if (!s->jobs.open.data || (in != SECTION_NOTES && in != SECTION_LAB))
        return false;
    state_say(s, STYLE_WARNING,
              in == SECTION_LAB ? "the lab works on a copy of all entries, and one job alone is shown: %s goes back"
                                : "notes and a case file are about all entries, which one job counts anew: %s goes back",
              action_sign(ACTION_JOBS));
    return true;
}

/* ---- what came of it ---- */

static void know(struct state *s)
{
    struct jobs *j = &s->jobs;
    struct job_known now = {.result = s->verdict.timeline};
    struct job_known *more;
    struct digest sha256;
    size_t i = 0;

    if (!timeline_sha256(s->timeline, &sha256))
        return;
    hash_of(&j->open, now.hash);
    if (!digest_equal(&sha256, &j->known_of))
        j->knowns = 0;
    j->known_of = sha256;
    while (i < j->knowns && (j->known[i].hash[0] != now.hash[0] || j->known[i].hash[1] != now.hash[1]))
        i++;
    more = i < j->knowns ? j->known : realloc(j->known, (j->knowns + 1) * sizeof *more);
    if (!more)
        return; /* it is examined again when it is opened again */
    j->known = more;
    j->known[i] = now;
    j->knowns += i == j->knowns;
}

const char *jobs_result(const struct state *s, const struct job_count *c)
{
    const struct jobs *j = &s->jobs;
    struct digest sha256;

    if (j->knowns > 0 && timeline_sha256(s->timeline, &sha256) && digest_equal(&sha256, &j->known_of))
        for (size_t i = 0; i < j->knowns; i++)
            if (j->known[i].hash[0] == c->hash[0] && j->known[i].hash[1] == c->hash[1])
                return timeline_result_name(j->known[i].result);
    return "not examined";
}

void jobs_words(const struct state *s, struct buf *out)
{
    const struct selection *selected = timeline_selection(s->timeline);
    char all[NUMBER_ROOM], some[NUMBER_ROOM];

    if (!s->jobs.open.data || !selected)
        return;
    if (s->progress.done)
        buf_addf(out, "%s of %s", show_number(some, s->progress.entries), show_number(all, selection_entries(selected)));
    else
        buf_adds(out, show_number(some, s->progress.entries));
    buf_addf(out, " entries%s", s->progress.done ? "" : " so far");
}

static void tell(struct state *s)
{
    struct digest sha256;
    bool other = s->reload.has_sha256 && timeline_sha256(s->timeline, &sha256) &&
                 !digest_equal(&sha256, &s->reload.sha256);
    struct buf words;

    buf_init(&words, LIMIT_MESSAGE);
    if (other)
        buf_adds(&words, "CHANGED: the file has other bytes than before; ");
    if (s->jobs.open.data) {
        buf_adds(&words, "one job alone: ");
        jobs_words(s, &words);
        buf_addf(&words, ", in the order of the file; %s goes back to the table", action_sign(ACTION_JOBS));
    } else {
        buf_adds(&words, "all entries of the file again");
    }
    if (s->lab)
        lab_reopen(s->lab, &words);
    state_say(s, other ? STYLE_FAILURE : STYLE_NORMAL, "%s", buf_cstr(&words));
    buf_release(&words);
}

void jobs_follow(struct state *s)
{
    struct jobs *j = &s->jobs;
    int64_t row;

    if (!s->opened || !s->progress.done)
        return;
    if (j->open.data && !j->noted)
        know(s);
    j->noted = true;
    if ((j->returning || j->arriving) && !j->open.data && (row = timeline_job_find(s->timeline, j->was)) >= 0)
        j->row = (size_t)row;
    if (j->arriving)
        tell(s);
    j->arriving = j->returning = false;
}

void jobs_status(const struct state *s, struct buf *out)
{
    struct job_totals n = timeline_jobs(s->timeline);
    char number[NUMBER_ROOM];

    if (n.jobs < 2 || state_view(s) != &view_list)
        return;
    buf_addf(out, "entries name %s%s jobs%s: %s is a table of them", show_number(number, n.jobs),
             n.unlisted > 0 ? " and more" : "", s->progress.done ? "" : " so far", action_sign(ACTION_JOBS));
}

/* ---- loading ---- */

static void load_line(struct state *s, size_t row, const struct job_count *c)
{
    struct job_line *l = &s->jobs.line[row % JOBS_LINES];
    struct entry_text text = {0};
    struct err ignored = {0};
    struct buf id;

    if (l->first == c->first)
        return;
    buf_init(&id, LIMIT_MESSAGE);
    l->first = c->first;
    l->failed = timeline_read_members(s->timeline, c->first, LINE_BYTES, &text, &ignored) < 0;
    if (!l->failed)
        show_value(&id, &text.member[MEMBER_JOB_ID], false, s->flags);
    if (text.member[MEMBER_JOB_ID].cut)
        buf_adds(&id, "~ (cut)");
    str_take(&l->job, &id);
    buf_release(&id);
    entry_text_release(&text);
}

static void take_text(struct str *out, const struct entry_value *v, unsigned flags)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (v->type != JSON_ABSENT)
        show_value(&text, v, false, flags);
    str_take(out, &text);
    buf_release(&text);
}

static void load_end(struct state *s, struct job_end *e, uint64_t entry)
{
    struct entry_text text = {0};
    struct err ignored = {0};

    if (e->entry == entry)
        return;
    end_release(e);
    e->entry = entry;
    e->failed = timeline_read_members(s->timeline, entry, LINE_BYTES, &text, &ignored) < 0;
    if (!e->failed) {
        take_text(&e->class, &text.member[MEMBER_PROVENANCE_CLASS], s->flags);
        take_text(&e->seq, &text.member[MEMBER_SEQ], s->flags);
        entry_time_take(&e->time, &text);
    }
    entry_text_release(&text);
}

void jobs_load(struct state *s, int n)
{
    struct jobs *j = &s->jobs;
    struct job_count c[JOBS_LINES];
    size_t room = n < JOBS_LINES ? (size_t)n : JOBS_LINES, have = timeline_job_rows(s->timeline, j->top, c, room);

    for (size_t i = 0; i < have; i++) {
        load_line(s, j->top + i, &c[i]);
        if (j->top + i != j->row)
            continue;
        load_end(s, &j->first, c[i].first);
        load_end(s, &j->last, c[i].last);
    }
}

const struct job_line *jobs_line(const struct jobs *j, size_t row)
{
    const struct job_line *l = &j->line[row % JOBS_LINES];

    return l->first ? l : NULL;
}
