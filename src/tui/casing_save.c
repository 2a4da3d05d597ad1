/* The case file on its way to the disk, which nothing waits for; and the end of the program, which does. */
#include "tui/casing.h"

#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"

#include <stdarg.h>
#include <string.h>

void casing_changed(struct state *s)
{
    s->casing.due = s->casing.changed = true;
    s->casing.declined = false;
}

/* ---- writing ---- */

static void write_there(void *arg)
{
    casefile_save_write(arg);
}

static void leave_after(struct state *s);

/* A draft goes when the note is in the file, and not before. */
static void drop_drafts(struct state *s)
{
    struct err err = {0};

    if (!casefile_dirty(s->casing.file) && drafts_drop_stored(&s->drafts) && drafts_write(&s->drafts, &err) < 0)
        state_say(s, STYLE_WARNING, "%s", err.text);
}

void casing_promise(struct state *s, const char *fmt, ...)
{
    struct casing *k = &s->casing;
    struct buf text;
    va_list args;

    buf_init(&text, LIMIT_MESSAGE);
    va_start(args, fmt);
    buf_addv(&text, fmt, args);
    va_end(args);
    str_release(&k->promise);
    if (str_take(&k->promise, &text) != 0)
        buf_release(&text);
    state_say(s, STYLE_NORMAL, "being written to %s", k->name.data);
    k->promised = s->said;
    k->due = true;
}

/* Not before it is, and not over what was said since. */
static void keep_promise(struct state *s)
{
    struct casing *k = &s->casing;

    if (!k->promise.data || casefile_dirty(k->file))
        return;
    if (k->promised == s->said && s->message.len > 0)
        state_say(s, STYLE_NORMAL, "%s", k->promise.data);
    str_release(&k->promise);
}

static void tell(struct state *s, bool failed_before)
{
    struct casing *k = &s->casing;

    if (k->failed)
        state_say(s, STYLE_FAILURE, "not written, kept in memory: %s; :case FILE writes elsewhere",
                  k->err.text);
    else if (failed_before)
        state_say(s, STYLE_NORMAL, "written to %s, with what waited", k->name.data);
    else
        keep_promise(s);
}

static void finish(struct state *s)
{
    struct casing *k = &s->casing;
    struct casefile_writing *w = k->writing;
    bool before = k->failed;

    k->writing = NULL;
    err_clear(&k->err);
    k->failed = casefile_save_end(k->file, w, &k->err) < 0;
    tell(s, before);
    if (!k->failed)
        drop_drafts(s);
    leave_after(s);
}

void casing_wait(struct state *s)
{
    if (!s->casing.writing)
        return;
    worker_end(&s->casing.worker); /* the task does not look whether it is to stop */
    finish(s);
}

void casing_drop_writing(struct casing *c)
{
    struct err err = {0};

    worker_end(&c->worker);
    if (c->writing)
        casefile_save_end(c->file, c->writing, &err);
    c->writing = NULL;
}

void casing_settle(struct state *s)
{
    if (s->casing.writing && worker_take(&s->casing.worker))
        finish(s);
}

void casing_save(struct state *s)
{
    struct casing *k = &s->casing;
    struct err err = {0};
    bool before = k->failed;

    casing_settle(s);
    if (!k->due || k->writing)
        return;
    k->due = false;
    if (!casefile_dirty(k->file)) {
        keep_promise(s);
        return;
    }
    err_clear(&k->err);
    k->writing = casefile_save_begin(k->file, &k->err);
    k->failed = !k->writing;
    if (k->failed) {
        tell(s, before);
        return;
    }
    k->failed = before; /* until it is known otherwise */
    if (worker_start(&k->worker, write_there, k->writing, &err) < 0)
        casefile_save_write(k->writing);
    if (!k->worker.running)
        finish(s);
}

/* ---- leaving ---- */

static void done_leave(struct state *s, const char *line)
{
    bool yes;

    if (!prompt_yes(s, line, &yes))
        return;
    if (yes)
        s->leaving = true;
    else
        state_say(s, STYLE_NORMAL, "still here; :case FILE writes the notes elsewhere");
}

static const char *const leave_lines[] = {
    "What was noted since, or typed and not finished, cannot be written: it would be lost.",
    "yes leaves and loses it; :case FILE afterwards writes it elsewhere.", NULL};

static const struct prompt prompt_leave = {
    .sign = "leave all the same? yes or no: ", .done = done_leave, .lines = leave_lines};

static void ask_leave(struct state *s, const struct err *why)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_escaped(&text, why->text, strlen(why->text), s->flags);
    prompt_open(s, &prompt_leave);
    prompt_tell(s, buf_cstr(&text));
    buf_release(&text);
}

/* One that only learnt which timeline is beside it is not worth a file. */
static bool worth_writing(const struct state *s)
{
    const struct casing *k = &s->casing;

    return k->file && !casefile_read_only(k->file) && casefile_dirty(k->file) &&
           (k->changed || casefile_records(k->file) > 0);
}

/* Begins what is to be written before the end. True when there is nothing. */
static bool written(struct state *s)
{
    struct casing *k = &s->casing;

    casing_settle(s);
    if (!k->writing && worth_writing(s)) {
        k->due = true;
        casing_save(s);
    }
    return !k->writing;
}

bool casing_may_leave(struct state *s)
{
    struct casing *k = &s->casing;
    struct err err = {0};

    k->leaving = false;
    if (!written(s)) {
        k->leaving = true;
        state_say(s, STYLE_NORMAL, "writing the case file: leaves when it is written");
        return false;
    }
    if (k->failed && worth_writing(s)) {
        ask_leave(s, &k->err);
        return false;
    }
    if (!s->drafts.unwritten || drafts_write(&s->drafts, &err) == 0)
        return true;
    ask_leave(s, &err);
    return false;
}

/* Somebody who goes on with something else meanwhile does not leave. */
static void leave_after(struct state *s)
{
    if (!s->casing.leaving)
        return;
    s->casing.leaving = false;
    if (s->prompting || s->noting.open)
        return;
    if (s->casing.failed)
        ask_leave(s, &s->casing.err);
    else
        s->leaving = casing_may_leave(s);
}

int casing_end(struct state *s, struct err *err)
{
    struct casing *k = &s->casing;
    int rc = 0;

    drafts_end(s);
    if (s->drafts.unwritten)
        rc = drafts_write(&s->drafts, err);
    casing_wait(s);
    if (!worth_writing(s))
        return rc;
    k->due = true;
    casing_save(s);
    casing_wait(s);
    if (!k->failed || !worth_writing(s))
        return rc;
    *err = k->err;
    return -1;
}
