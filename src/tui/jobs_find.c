/* A search in the table of jobs: for text that an id has, as it is shown or as it is. The ids are read from the file
 * again, and so a few at a time. */
#include "tui/jobs.h"

#include "base/text.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>

enum { STEP = 200 };

/* Of an id of more than JOB_ID_MOST bytes what is within them. */
static bool id_has(struct state *s, uint64_t entry, const char *sought)
{
    struct entry_text text = {0};
    const struct entry_value *v = &text.member[MEMBER_JOB_ID];
    struct err ignored = {0};
    struct buf shows;
    bool has = false;

    buf_init(&shows, SIZE_MAX);
    if (timeline_read_members(s->timeline, entry, JOB_ID_MOST, &text, &ignored) == 0 && v->type == JSON_STRING) {
        show_value(&shows, v, false, s->flags);
        has = memmem(v->text.data, v->text.len, sought, strlen(sought)) != NULL ||
              strcasestr(buf_cstr(&shows), sought) != NULL;
    }
    buf_release(&shows);
    entry_text_release(&text);
    return has;
}

void jobs_find_release(struct jobs *j)
{
    str_release(&j->sought);
    free(j->hit);
    j->hit = NULL;
    j->hits = j->hit_room = 0;
}

static size_t next_to(size_t row, int step, size_t count)
{
    return step > 0 ? (row + 1) % count : (row ? row : count) - 1;
}

/* ---- what came of it ---- */

static void add_sought(const struct state *s, struct buf *out)
{
    buf_adds(out, "\"");
    show_cstr(out, s->jobs.sought.data, s->flags | TEXT_QUOTED);
    buf_adds(out, "\"");
}

static void say_none(struct state *s)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    add_sought(s, &text);
    state_say(s, STYLE_NORMAL, "no job of the table%s has %s in its id", s->progress.done ? "" : " so far",
              buf_cstr(&text));
    buf_release(&text);
}

/* "match 2 of 3: "pay" in the id of a job; search wrapped to the first" */
static void say_which(struct state *s)
{
    const struct jobs *j = &s->jobs;
    char which[NUMBER_ROOM], all[NUMBER_ROOM];
    size_t at = 1;
    struct buf text;

    for (size_t i = 0; i < j->hits; i++)
        at += j->hit[i] < j->row;
    buf_init(&text, LIMIT_MESSAGE);
    add_sought(s, &text);
    state_say(s, STYLE_NORMAL, "match %s of %s%s: %s in the id of a job%s", show_number(which, at),
              show_number(all, j->hits), s->progress.done ? "" : " so far", buf_cstr(&text),
              !j->seek_wrapped ? "" : j->hits == 1 ? "; search wrapped: no other match"
              : j->seek_step > 0 ? "; search wrapped to the first" : "; search wrapped to the last");
    buf_release(&text);
}

/* ---- looking ---- */

static void note_hit(struct jobs *j, size_t row)
{
    size_t room = j->hit_room ? 2 * j->hit_room : 64;
    size_t *more = j->hits < j->hit_room ? j->hit : realloc(j->hit, room * sizeof *more);

    if (!more)
        return; /* one is not counted */
    if (j->hits == j->hit_room)
        j->hit_room = room;
    j->hit = more;
    j->hit[j->hits++] = row;
}

static void arrive(struct jobs *j, size_t row)
{
    j->seek_wrapped = row == j->row ? j->seek_left < j->seek_of : (row < j->row) == (j->seek_step > 0);
    j->row = row;
    j->seek_found = true;
}

/* All rows were looked at for it before: the nearest of those that have it. */
static void go_to_known(struct state *s)
{
    struct jobs *j = &s->jobs;
    size_t from = j->row, best = j->hit[0], far = SIZE_MAX;

    for (size_t i = 0; i < j->hits; i++) {
        size_t row = j->hit[i], way = j->seek_step > 0 ? row - from : from - row;
        if ((j->seek_step > 0 ? row <= from : row >= from))
            way += j->seek_of;
        if (way < far)
            far = way, best = row;
    }
    j->seek_wrapped = j->seek_step > 0 ? best <= from : best >= from;
    j->row = best;
    say_which(s);
}

static void begin(struct state *s, int step, bool here)
{
    struct jobs *j = &s->jobs;
    size_t count = timeline_jobs(s->timeline).jobs;

    if (!j->sought.data || count == 0) {
        state_say(s, STYLE_NORMAL, count == 0 ? "no job is here to be found" : "nothing was looked for in the table yet");
        return;
    }
    j->row = j->row < count ? j->row : 0;
    j->seek_step = step;
    if (!here && j->seek_left == 0 && j->seek_of == count && j->hits > 0) {
        go_to_known(s);
        return;
    }
    j->hits = 0;
    j->seek_found = j->seek_wrapped = false;
    j->seek_at = here ? j->row : next_to(j->row, step, count);
    j->seek_left = j->seek_of = count;
    jobs_find_step(s);
}

void jobs_find(struct state *s, const char *text)
{
    if (*text && str_set(&s->jobs.sought, text, strlen(text)) < 0)
        state_say(s, STYLE_WARNING, "no memory for what is looked for");
    else
        begin(s, 1, true);
}

void jobs_find_next(struct state *s, int step)
{
    begin(s, step, false);
}

bool jobs_find_busy(const struct state *s)
{
    return s->jobs.seek_left > 0 && state_view(s) == &view_jobs;
}

void jobs_find_stop(struct state *s)
{
    if (s->jobs.seek_left > 0)
        s->jobs.seek_of = 0; /* not all were looked at */
    s->jobs.seek_left = 0;
}

/* Those that have it are counted also when the first of them is found. */
void jobs_find_step(struct state *s)
{
    struct jobs *j = &s->jobs;
    struct job_count c;

    if (!jobs_find_busy(s))
        return;
    for (int i = 0; i < STEP && j->seek_left > 0; i++, j->seek_left--) {
        if (timeline_job_rows(s->timeline, j->seek_at, &c, 1) == 1 && id_has(s, c.first, j->sought.data)) {
            note_hit(j, j->seek_at);
            if (!j->seek_found)
                arrive(j, j->seek_at);
        }
        j->seek_at = next_to(j->seek_at, j->seek_step, j->seek_of);
    }
    if (j->seek_left > 0)
        return;
    if (j->seek_found)
        say_which(s);
    else
        say_none(s);
}

static const struct prompt prompt_jobs = {.sign = "/", .done = jobs_find};

void jobs_find_ask(struct state *s)
{
    prompt_open(s, &prompt_jobs);
}
