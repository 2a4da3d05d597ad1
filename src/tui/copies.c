#include "tui/copies.h"

#include "base/text.h"
#include "core/selection.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

void comparing_release(struct comparing *x)
{
    worker_end(&x->worker);
    copies_release(&x->copies);
    timeline_free(x->earlier);
    selection_free(x->selection);
    source_free(x->source);
    free(x->path);
    free(x->mark);
    for (size_t i = 0; i < NAMES_KEPT; i++)
        str_release(&x->names[i].text);
    *x = (struct comparing){.worker.at_once = x->worker.at_once,
                            .worker.notify = x->worker.notify,
                            .worker.notify_arg = x->worker.notify_arg};
}

/* ---- the task ---- */

/* Rows are reached from the mark before them. */
static int index_rows(struct comparing *x, struct err *err)
{
    struct copies_row row = {0}, before = row;
    size_t room = 0;

    for (; copies_next(&x->copies, &row); before = row) {
        if (x->rows % ROWS_A_MARK == 0) {
            size_t n = x->rows / ROWS_A_MARK;
            struct copies_row *more = x->mark;
            if (n == room) {
                room = room ? 2 * room : 64;
                more = realloc(x->mark, room * sizeof *more);
            }
            if (!more)
                return err_set(err, ERR_MEMORY, "no memory to compare two copies");
            x->mark = more;
            x->mark[n] = before;
        }
        x->rows++;
        x->differing += copies_differs(&row);
    }
    return 0;
}

/* What was read must be what was compared. */
static void compare(void *arg)
{
    struct comparing *x = arg;

    if (copies_compare(&x->copies, x->earlier, x->later, &x->watch, &x->err) < 0 ||
        source_unchanged(x->source, &x->err) < 0 ||
        source_unchanged(timeline_source(x->later), &x->err) < 0 || index_rows(x, &x->err) < 0)
        if (x->err.code == ERR_NONE)
            err_set(&x->err, ERR_IO, "the two could not be compared");
}

static const struct prompt prompt_copy;
static void leave_views(struct state *s);

/* Where it is being looked at, another file can be named at once. */
static void fail(struct state *s)
{
    struct comparing *x = &s->comparing;
    struct err err = x->err;
    char *path = NULL;

    x->stage = COMPARING_FAILED;
    copies_release(&x->copies);
    if (state_view(s) == &view_copies && !s->prompting)
        path = strdup(x->path);
    if (!path)
        return;
    leave_views(s);
    comparing_release(x);
    prompt_refuse_err(s, &prompt_copy, path, &err);
    free(path);
}

static void conclude(struct state *s)
{
    struct comparing *x = &s->comparing;

    if (x->err.code != ERR_NONE) {
        fail(s);
        return;
    }
    x->stage = COMPARING_DONE;
    x->selected = x->again > 0 && x->again <= x->rows ? x->again : copies_seek(x, 0, 1);
    x->selected += x->selected == 0;
    x->top = 1;
}

/* ---- what it waits for ---- */

static void say_damage(const struct damage *at, const char *which, struct err *err)
{
    if (at)
        err_set(err, ERR_FORM,
                "the %s copy cannot be read to its end: byte %llu, line %llu, column %llu: %.380s",
                which, (unsigned long long)at->offset, (unsigned long long)at->line,
                (unsigned long long)at->column, at->message);
}

static void look_for_damage(struct comparing *x)
{
    say_damage(timeline_damage(x->later), "later", &x->err);
    say_damage(timeline_damage(x->earlier), "earlier", &x->err);
}

static void start(struct state *s)
{
    struct comparing *x = &s->comparing;

    if (timeline_wait(x->earlier, &x->err) == 0)
        look_for_damage(x);
    x->watch.stop = worker_stopped;
    x->watch.arg = &x->worker;
    atomic_store(&x->watch.percent, 0);
    if (x->err.code == ERR_NONE)
        worker_start(&x->worker, compare, x, &x->err);
    if (x->err.code != ERR_NONE && !x->worker.running) {
        fail(s);
        return;
    }
    x->stage = COMPARING_ROWS;
    if (!x->worker.running)
        conclude(s);
}

void copies_follow(struct state *s)
{
    struct comparing *x = &s->comparing;

    if (x->stage == COMPARING_READING && s->progress.failed) {
        err_set(&x->err, ERR_IO, "the timeline itself was not examined to its end");
        fail(s);
    }
    if (x->stage == COMPARING_READING && s->progress.done && timeline_progress(x->earlier).done)
        start(s);
    if (x->stage == COMPARING_ROWS && worker_take(&x->worker))
        conclude(s);
}

unsigned copies_percent(const struct comparing *x)
{
    struct progress p;

    if (x->stage == COMPARING_ROWS)
        return atomic_load(&x->watch.percent);
    if (!x->earlier)
        return 0;
    p = timeline_progress(x->earlier);
    if (p.done || p.bytes_total == 0)
        return p.done ? 100 : 0;
    return (unsigned)((double)p.bytes_read * 100.0 / (double)p.bytes_total);
}

/* What shows the comparison there was, below others too. */
static void leave_views(struct state *s)
{
    size_t kept = 0, depth = (size_t)s->depth;

    for (size_t i = 0; i < depth; i++)
        if (s->view[i] != &view_copies && s->view[i] != &view_pair && s->view[i] != &view_found)
            s->view[kept++] = s->view[i];
    while ((size_t)s->depth > kept)
        state_pop(s);
}

bool copies_cancel(struct state *s)
{
    struct comparing *x = &s->comparing;

    if (x->stage != COMPARING_READING && x->stage != COMPARING_ROWS)
        return false;
    leave_views(s);
    comparing_release(x);
    state_say(s, STYLE_NORMAL, "the comparison was given up");
    return true;
}

/* ---- opening ---- */

/* One that has no end would keep the screen waiting. */
static int is_file(const char *path, struct err *err)
{
    struct stat st;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(err, ERR_OPEN, "it is no regular file");
    return 0;
}

/* What is no timeline, or is damaged early, shows in a moment: for that the prompt waits, and no longer. */
static int look_at_copy(struct timeline *t, bool at_once, struct err *err)
{
    static const struct timespec pause = {.tv_nsec = 2000000};
    enum { TURNS = 50 };
    struct progress p = timeline_progress(t);

    for (int i = 0; !p.done && !p.failed && (at_once || i < TURNS); i++) {
        nanosleep(&pause, NULL);
        p = timeline_progress(t);
    }
    if (p.failed)
        return timeline_wait(t, err);
    if (p.done)
        say_damage(timeline_damage(t), "earlier", err);
    return err->code == ERR_NONE ? 0 : -1;
}

/* The comparison that there is stays until the other copy is there. */
static int open_copy(struct state *s, const char *path, struct err *err)
{
    struct comparing *x = &s->comparing;
    struct timeline_options how = {.construction = CONSTRUCTION_07,
                                   .notify = x->worker.notify,
                                   .notify_arg = x->worker.notify_arg};
    char *kept = strdup(path);
    struct source *source = NULL;
    struct timeline *earlier = NULL;
    bool alone = s->jobs.open.data;

    if (!kept)
        return err_set(err, ERR_MEMORY, "no memory for a comparison");
    if (is_file(path, err) == 0)
        source = source_open(path, err);
    if (source && alone)
        how.selection = selection_new(&s->jobs.open, err);
    if (source && (how.selection || !alone))
        earlier = timeline_new(source, &how, err);
    if (!earlier || timeline_start(earlier, err) < 0 ||
        look_at_copy(earlier, x->worker.at_once, err) < 0) {
        timeline_free(earlier);
        selection_free(how.selection);
        source_free(source);
        free(kept);
        return -1;
    }
    comparing_release(x);
    x->path = kept;
    x->source = source;
    x->selection = how.selection;
    x->earlier = earlier;
    x->later = s->timeline;
    return 0;
}

static const char *remark_file(const struct state *s, int fewer)
{
    static const char *const words[] = {"the file of an earlier copy; Esc cancels", "Esc cancels"};

    (void)s;
    return fewer < 2 ? words[fewer] : NULL;
}

static struct history *paths(struct state *s)
{
    return &s->paths;
}

static const struct prompt prompt_copy = {.sign = "compare with: ",
                                          .done = copies_file,
                                          .remark = remark_file,
                                          .past = paths,
                                          .path = true};

void copies_file(struct state *s, const char *path)
{
    struct comparing *x = &s->comparing;
    struct err err = {0};

    if (!*path) {
        prompt_refuse(s, &prompt_copy, path, "write the name of a file; Esc leaves it");
        return;
    }
    if (open_copy(s, path, &err) < 0) {
        prompt_refuse_err(s, &prompt_copy, path, &err);
        return;
    }
    x->stage = COMPARING_READING;
    x->own = state_is_file(s, path);
    leave_views(s);
    state_push(s, &view_copies);
    copies_follow(s);
}

void copies_again(struct state *s, const char *path, uint64_t row)
{
    copies_file(s, path);
    if (s->comparing.stage == COMPARING_DONE && row > 0 && row <= s->comparing.rows)
        s->comparing.selected = row;
    else
        s->comparing.again = row;
}

void copies_ask(struct state *s)
{
    prompt_open(s, &prompt_copy);
}

static const char *baseline_path(const struct state *s)
{
    for (size_t i = 0; i < s->refs->count; i++)
        if (s->refs->item[i].kind == REFERENCE_BASELINE && s->refs->item[i].path)
            return s->refs->item[i].path;
    return NULL;
}

void copies_open(struct state *s)
{
    const char *path = baseline_path(s);

    if (s->comparing.stage != COMPARING_NONE)
        state_push(s, &view_copies);
    else if (path)
        copies_file(s, path);
    else
        copies_ask(s);
}
