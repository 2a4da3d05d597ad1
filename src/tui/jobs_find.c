/* A search in the table of jobs: for text that an id has, as it is shown or as it is. The ids are read from the file
 * again, and so a few at a time. */
#include "tui/jobs.h"

#include "base/text.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

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

static void begin(struct state *s, int step, bool here)
{
    struct jobs *j = &s->jobs;
    size_t count = timeline_jobs(s->timeline).jobs;

    j->seek_left = 0;
    if (!j->sought.data || count == 0) {
        state_say(s, STYLE_NORMAL, count == 0 ? "no job is here to be found" : "nothing was looked for in the table yet");
        return;
    }
    j->seek_step = step;
    j->seek_at = j->row < count ? j->row : 0;
    if (!here)
        j->seek_at = step > 0 ? (j->seek_at + 1) % count : (j->seek_at ? j->seek_at : count) - 1;
    j->seek_left = count;
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
    s->jobs.seek_left = 0;
}

static void say_none(struct state *s)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_cstr(&text, s->jobs.sought.data, s->flags | TEXT_QUOTED);
    state_say(s, STYLE_NORMAL, "no job of the table%s has \"%s\" in its id", s->progress.done ? "" : " so far",
              buf_cstr(&text));
    buf_release(&text);
}

void jobs_find_step(struct state *s)
{
    struct jobs *j = &s->jobs;
    size_t count = timeline_jobs(s->timeline).jobs;
    struct job_count c;

    if (!jobs_find_busy(s))
        return;
    for (int i = 0; i < STEP && j->seek_left > 0; i++, j->seek_left--) {
        if (timeline_job_rows(s->timeline, j->seek_at, &c, 1) == 1 && id_has(s, c.first, j->sought.data)) {
            j->row = j->seek_at;
            j->seek_left = 0;
            return;
        }
        j->seek_at = j->seek_step > 0 ? (j->seek_at + 1) % count : (j->seek_at ? j->seek_at : count) - 1;
    }
    if (j->seek_left == 0)
        say_none(s);
}

static const struct prompt prompt_jobs = {.sign = "/", .done = jobs_find};

void jobs_find_ask(struct state *s)
{
    prompt_open(s, &prompt_jobs);
}
