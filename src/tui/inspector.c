#include "tui/inspector_impl.h"

#include "base/text.h"
#include "tui/action.h"
#include "tui/signals.h"
#include "tui/term.h"
#include "tui/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    CHECK_MS = 250, /* how far a check behind the screen is, is told as often */
    FRAME_MS = 33,  /* between two paints that no key asked for */
    WORK_MS = 10,   /* keys are looked for as often while a search or a filter runs */
    DRAFT_MS = 2000, /* what is typed is in a file after this, and a disk that is slow */
    SETTLE_MS = 20 /* what is examined within this is never shown unfinished */
};

struct inspector *inspector_new(const struct inspector_setup *setup, struct err *err)
{
    struct inspector *in = calloc(1, sizeof *in);

    if (!in) {
        err_set(err, ERR_MEMORY, "no memory for the inspector");
        return NULL;
    }
    in->setup = *setup;
    in->watch = -1;
    if (pipe2(in->wake, O_CLOEXEC | O_NONBLOCK) < 0) {
        err_set(err, ERR_IO, "no pipe for the inspector: %s", strerror(errno));
        free(in);
        return NULL;
    }
    return in;
}

void inspector_free(struct inspector *in)
{
    if (!in)
        return;
    close(in->wake[0]);
    close(in->wake[1]);
    inspector_drop_waiting(in);
    free(in);
}

void inspector_notify(void *inspector)
{
    struct inspector *in = inspector;
    ssize_t n = write(in->wake[1], "", 1);

    (void)n; /* full: the loop is awake */
}

bool inspector_left_early(const struct inspector *in)
{
    return in->left_early;
}

bool inspector_gave_up_copy(const struct inspector *in)
{
    return in->gave_up_copy;
}

bool inspector_gave_up_list(const struct inspector *in)
{
    return in->gave_up_list;
}

size_t inspector_unkept(const struct inspector *in)
{
    return in->unkept;
}

enum outcome_result inspector_outcome(const struct inspector *in)
{
    return in->outcome;
}

const struct verdict *inspector_verdict(const struct inspector *in)
{
    if (in->over)
        return in->judged ? &in->verdict : NULL;
    return in->state.referenced ? &in->state.verdict : NULL;
}

int inspector_terminal(struct err *why)
{
    return terminal_usable(why);
}

bool inspector_examined(const struct inspector *in)
{
    return in->state.progress.done || in->state.progress.failed;
}

void inspector_take_wakeups(struct inspector *in)
{
    unsigned char bytes[256];
    bool first;

    while (read(in->wake[0], bytes, sizeof bytes) > 0)
        continue;
    first = in->at->progress.entries == 0;
    state_refresh(in->at);
    inspector_follow(in);
    /* Read aloud, progress is noise: it is told when asked for, or at the end. */
    in->dirty = in->dirty || !in->at->plain || inspector_examined(in) || first;
}

void inspector_follow(struct inspector *in)
{
    struct state *was = in->at;
    int rows = was->grid.rows, cols = was->grid.cols;

    lab_follow(&in->lab);
    in->at = in->lab.shown;
    if (in->at == was)
        return;
    in->dirty = true;
    if (in->at->grid.rows != rows || in->at->grid.cols != cols)
        grid_resize(&in->at->grid, rows, cols);
    state_refresh(in->at);
}

/* From a script nobody waits: what runs behind the screen is done before the next key. */
static void begin_behind(struct inspector *in)
{
    struct worker *behind[] = {&in->state.explaining.worker, &in->state.comparing.worker,
                               &in->state.checking.worker, &in->state.casing.worker};

    in->state.explaining.effort = in->setup.effort;
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        behind[i]->at_once = in->setup.script != NULL;
        behind[i]->notify = behind[i]->at_once ? NULL : inspector_notify;
        behind[i]->notify_arg = in;
    }
}

/* What the line names is recorded in the case file that it names, or that comes later. */
static void begin_case(struct inspector *in, const struct reference_set *refs)
{
    struct casing *k = &in->state.casing;

    k->bring = in->setup.bring;
    k->bring_arg = in->setup.bring_arg;
    k->given_list = refs->expected != NULL;
    k->given = refs->count + k->given_list;
    if (!in->setup.case_path)
        return;
    k->unkept = k->given;
    casing_begin(&in->state, in->setup.case_path);
}

static void begin(struct inspector *in, struct timeline *t, struct reference_set *refs,
                  struct instant now)
{
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const char *path = in->setup.title_path;

    in->left_early = in->gone = in->over = false;
    in->ended_by = 0;
    state_init(&in->state, t, refs, now);
    in->state.flags = utf8 ? 0 : TEXT_ASCII;
    in->state.unicode_frames = utf8 && in->setup.unicode_frames;
    in->state.plain = in->setup.plain;
    in->state.exporting.demands = in->setup.demands;
    in->state.exporting.all_findings = in->setup.all_findings;
    in->state.exporting.stops = in->setup.script ? NULL : inspector_writes;
    in->state.exporting.stops_arg = in;
    begin_behind(in);
    lab_begin(&in->lab, &in->state, &in->state.checking.worker);
    in->at = &in->state;
    if (in->setup.job.data)
        str_set(&in->state.jobs.open, in->setup.job.data, in->setup.job.len);
    state_set_title(&in->state, path ? path : source_path(timeline_source(t)));
    begin_case(in, refs);
    state_refresh(&in->state);
    in->dirty = true;
}

/* ---- with a terminal ---- */

int64_t inspector_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int resize(struct inspector *in)
{
    int rows, cols;

    terminal_size(in->terminal, &rows, &cols);
    if (rows > INSPECTOR_SIZE)
        rows = INSPECTOR_SIZE;
    if (cols > INSPECTOR_SIZE)
        cols = INSPECTOR_SIZE;
    in->dirty = true;
    return grid_resize(&in->at->grid, rows, cols);
}

void inspector_paint(struct inspector *in)
{
    state_draw(in->at);
    in->gone = terminal_paint(in->terminal, &in->at->grid) < 0 || in->gone;
    in->dirty = false;
    in->painted = inspector_clock();
}

static void paint_if_due(struct inspector *in)
{
    if (in->dirty && inspector_clock() - in->painted >= FRAME_MS)
        inspector_paint(in);
}

void inspector_suspend(struct inspector *in, bool group)
{
    terminal_suspend(in->terminal, group);
    in->at->suspending = false;
    resize(in);
}

static void take_signals(struct inspector *in)
{
    for (int number; !in->ended_by && (number = signals_take()) != 0;) {
        if (number == SIGTSTP) {
            inspector_suspend(in, false);
        } else if (number == SIGCONT) {
            terminal_resume(in->terminal);
            resize(in);
        } else if (number == SIGWINCH) {
            resize(in);
        } else {
            in->ended_by = number;
        }
    }
}

/* A write that a signal ended says nothing of the terminal: the process ends by that signal. */
static void take_ending(struct inspector *in)
{
    for (int number; !in->ended_by && (number = signals_take()) != 0;)
        if (number != SIGTSTP && number != SIGCONT && number != SIGWINCH)
            in->ended_by = number;
}

static void copy_out(struct inspector *in)
{
    struct copying *c = &in->at->copying;

    if (c->due && terminal_copy(in->terminal, c->text.data, c->text.len) < 0)
        in->gone = true;
    c->due = false;
}

/* Until it changed: then it is known, and asking on is of no use. */
static void watch_again(struct inspector *in)
{
    watch_close(&in->watch);
    if (!in->state.changed)
        in->watch = watch_open(source_path(timeline_source(in->state.timeline)));
}

static void take_change(struct inspector *in)
{
    watch_drain(in->watch);
    lab_watch(&in->lab);
    in->dirty = in->dirty || in->state.changed;
    if (in->state.changed)
        watch_close(&in->watch);
}

void inspector_reload(struct inspector *in)
{
    struct err err = {0};
    struct timeline *t;
    bool going = in->state.jobs.going;

    in->state.reload.due = false;
    if (!in->setup.reopen)
        return;
    t = in->setup.reopen(in->setup.reopen_arg, going ? &in->state.jobs.wanted : &in->state.jobs.open, &err);
    if (!t) {
        state_watch(&in->state); /* what it says comes before why it cannot be read */
        jobs_stay(&in->state, err.text);
        return;
    }
    lab_set_aside(&in->lab);
    reload_take(&in->state, t, instant_now());
    in->setup.reopened(in->setup.reopen_arg);
    if (in->terminal)
        watch_again(in);
}

/* ---- colours ---- */

static void use_ground(struct inspector *in, const uint32_t *ground)
{
    struct palette palette;

    theme_palette(ground, terminal_colors(in->terminal), &in->setup.colors, &palette);
    terminal_palette(in->terminal, &palette);
    in->dirty = true;
}

static bool wants_color(const struct inspector *in)
{
    const char *none = getenv("NO_COLOR");

    if (in->setup.color == COLOR_AUTO && none && *none)
        return false;
    return in->setup.color != COLOR_NEVER && terminal_colors(in->terminal) > 0;
}

static void begin_colors(struct inspector *in)
{
    uint32_t ground;

    if (!wants_color(in))
        return;
    if (theme_ground(in->setup.theme, getenv("COLORFGBG"), &ground))
        use_ground(in, &ground);
    else
        use_ground(in, NULL);
    if (in->setup.theme == THEME_AUTO)
        terminal_ask_ground(in->terminal);
}

static void take_event(struct inspector *in, const struct event *e)
{
    if (e->type == EVENT_GROUND) {
        use_ground(in, &e->key);
        return;
    }
    action_event(in->at, e);
    if (in->state.reload.due)
        inspector_reload(in);
    inspector_follow(in);
    if (in->mouse != in->at->mouse)
        terminal_mouse(in->terminal, in->mouse = in->at->mouse);
    if (in->at->redrawing)
        terminal_forget(in->terminal);
    in->at->redrawing = false;
    copy_out(in);
    if (in->at->suspending)
        inspector_suspend(in, true);
}

/* All keys that are there act before anything is painted. */
static void take_keys(struct inspector *in, bool ready, bool late)
{
    struct event e;

    if (ready && terminal_read(in->terminal, in->at->prompting || in->at->noting.open) < 0)
        in->gone = true;
    event_init(&e);
    while (!in->at->leaving && inspector_next(in, late, &e)) {
        take_event(in, &e);
        in->dirty = true;
        in->painted = 0;
    }
    if (in->dirty)
        lab_watch(&in->lab);
    event_release(&e);
}

/* What runs behind the screen, for a short while. */
static void work(struct inspector *in)
{
    int64_t end = inspector_clock() + WORK_MS;

    while (state_busy(in->at) && inspector_clock() < end) {
        state_work(in->at);
        in->dirty = true;
    }
}

/* Loses no more than a moment's typing, however the process ends. */
static void keep_typed(struct inspector *in)
{
    if (!noting_unkept(&in->state)) {
        in->draft = 0;
    } else if (in->draft == 0) {
        in->draft = inspector_clock() + DRAFT_MS;
    } else if (inspector_clock() >= in->draft && noting_waits(&in->state)) {
        in->draft = inspector_clock() + INSPECTOR_ESC_MS;
    } else if (inspector_clock() >= in->draft) {
        noting_keep(&in->state);
        in->draft = 0;
    }
}

/* Writing waits for the disk: not before the screen shows what was done. */
static void write_case(struct inspector *in)
{
    bool was = in->state.casing.writing != NULL;
    uint64_t said = in->state.said;

    casing_settle(&in->state);
    if (!in->dirty || in->gone)
        casing_save(&in->state);
    in->dirty = in->dirty || in->state.said != said || was != (in->state.casing.writing != NULL);
}

/* Of what runs behind the screen the screen says how far it is. */
static bool is_telling(const struct inspector *in)
{
    return in->at->checking.running || in->lab.stage == LAB_EXAMINING;
}

/* Until what is typed is to be kept, or a check tells how far it is. */
static int idle_patience(const struct inspector *in)
{
    int64_t due = in->draft - inspector_clock();
    int wait = is_telling(in) ? CHECK_MS : -1;

    if (in->draft == 0)
        return wait;
    if (due < 0)
        due = 0;
    return wait < 0 || due < wait ? (int)due : wait;
}

/* How long to wait: for ever, when nothing is open. */
static int patience(const struct inspector *in)
{
    int64_t due;

    if (terminal_waits(in->terminal))
        return INSPECTOR_ESC_MS;
    if (state_busy(in->at) || in->waitings > 0)
        return 0;
    if (!in->dirty)
        return idle_patience(in);
    due = in->painted + FRAME_MS - inspector_clock();
    return due > 0 ? (int)due : 0;
}

static void turn(struct inspector *in)
{
    struct pollfd fds[4] = {{.fd = terminal_fd(in->terminal), .events = POLLIN},
                            {.fd = in->wake[0], .events = POLLIN},
                            {.fd = signals_fd(), .events = POLLIN},
                            {.fd = in->watch, .events = POLLIN}};
    int n = poll(fds, 4, patience(in));

    if (n < 0 && errno != EINTR)
        in->gone = true;
    if (n < 0)
        memset(fds, 0, sizeof fds);
    take_signals(in);
    in->dirty = in->dirty || is_telling(in);
    if (n >= 0 && !in->ended_by)
        take_keys(in, fds[0].revents != 0, n == 0);
    if (fds[1].revents)
        inspector_take_wakeups(in);
    if (fds[3].revents)
        take_change(in);
    if (!fds[0].revents && !fds[2].revents)
        work(in);
}

static void settle(struct inspector *in)
{
    int64_t end = inspector_clock() + SETTLE_MS, left;
    struct pollfd wake = {.fd = in->wake[0], .events = POLLIN};

    while (!inspector_examined(in) && (left = end - inspector_clock()) > 0)
        if (poll(&wake, 1, (int)left) > 0)
            inspector_take_wakeups(in);
}

static void loop(struct inspector *in)
{
    settle(in);
    while (!in->state.leaving && !in->ended_by && !in->gone) {
        paint_if_due(in);
        write_case(in);
        if (!in->gone && !in->state.leaving)
            turn(in);
        keep_typed(in);
    }
    take_ending(in);
}

static int run_terminal(struct inspector *in, struct err *err)
{
    struct err why = {0};
    bool lost;

    in->terminal = terminal_open(err);
    if (!in->terminal)
        return -1;
    in->state.copying.way = terminal_copies(in->terminal) ? COPY_SENDS : COPY_REFUSES;
    watch_again(in);
    begin_colors(in);
    if (in->setup.mouse)
        terminal_mouse(in->terminal, in->mouse = in->state.mouse = true);
    if (resize(in) == 0)
        loop(in);
    lost = casing_end(&in->state, &why) < 0;
    lab_end(&in->lab);
    watch_close(&in->watch);
    terminal_close(in->terminal);
    in->terminal = NULL;
    if (lost && in->setup.lost)
        in->setup.lost(in->setup.lost_arg, &why);
    if (in->ended_by)
        signals_raise(in->ended_by);
    signals_end();
    if (in->gone)
        signals_raise(SIGHUP);
    return 0;
}

int inspector_run(struct inspector *in, struct timeline *t, struct reference_set *refs,
                  struct instant now, struct err *err)
{
    int result;

    begin(in, t, refs, now);
    result = in->setup.script ? inspector_play(in, err) : run_terminal(in, err);
    in->left_early = !inspector_examined(in) || !in->state.opened;
    in->outcome = in->state.verdict.outcome;
    in->verdict = in->state.verdict;
    in->judged = in->state.referenced;
    in->over = true;
    in->unkept = in->state.casing.unkept;
    in->gave_up_copy = checking_gave_up_copy(&in->state);
    in->gave_up_list = checking_gave_up_list(&in->state);
    lab_end(&in->lab);
    state_release(&in->state);
    return result;
}
