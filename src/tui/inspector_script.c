/* The inspector without a terminal: keys from a file. */
#include "tui/inspector_impl.h"

#include "tui/action.h"
#include "tui/save.h"
#include "tui/script.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int from_environment(const char *name, int usual)
{
    const char *text = getenv(name);
    long n = text ? strtol(text, NULL, 10) : 0;

    return n >= 1 && n <= INSPECTOR_SIZE ? (int)n : usual;
}

static void wait_examined(struct inspector *in)
{
    struct pollfd wake = {.fd = in->wake[0], .events = POLLIN};

    while (!inspector_examined(in)) {
        poll(&wake, 1, -1);
        inspector_take_wakeups(in);
    }
    while (state_busy(in->at))
        state_work(in->at);
}

static void save(struct state *s, const char *argument)
{
    struct err err = {0};

    if (save_screen(s, argument, &err) < 0)
        state_say(s, STYLE_WARNING, "%s", err.text);
}

static int take_scripted(struct inspector *in, const struct event *e, struct err *err)
{
    struct state *s = in->at;

    if (e->type == EVENT_WAIT) {
        wait_examined(in);
        s->announced = 0; /* what was said of a part is said of the whole */
    }
    if (e->type == EVENT_SAVE)
        save(s, e->text.data ? (const char *)e->text.data : "");
    else if (e->type == EVENT_RESIZE && grid_resize(&s->grid, e->rows, e->cols) < 0)
        return err_set(err, ERR_MEMORY, "no memory for the screen");
    else if (e->type != EVENT_WAIT)
        action_event(s, e);
    casing_save(&in->state);
    if (in->state.reload.due)
        inspector_reload(in);
    inspector_follow(in);
    return 0;
}

/* Where nothing is drawn, what would be said in a line is written as one. */
static int write_said(struct inspector *in, struct err *err)
{
    const struct buf *m = &in->at->message;

    if (!in->at->plain || in->at->said == in->written)
        return 0;
    in->written = in->at->said;
    if (m->len == 0)
        return 0;
    if (fwrite(m->data, 1, m->len, stdout) != m->len || putchar('\n') == EOF || fflush(stdout) != 0)
        return err_set(err, ERR_IO, "standard output: %s", strerror(errno));
    return 0;
}

static int play(struct inspector *in, struct script *script, struct err *err)
{
    struct event e;
    int got = 0;

    event_init(&e);
    while (!in->at->leaving && (got = script_next(script, &e, err)) > 0) {
        if (take_scripted(in, &e, err) < 0) {
            got = -1;
            break;
        }
        state_refresh(in->at);
        inspector_follow(in);
        lab_watch(&in->lab);
        state_draw(in->at);
        if (write_said(in, err) < 0) {
            got = -1;
            break;
        }
    }
    event_release(&e);
    return got < 0 ? -1 : 0;
}

int inspector_play(struct inspector *in, struct err *err)
{
    struct script script;
    struct err why = {0};
    int result;

    if (grid_resize(&in->at->grid, from_environment("LINES", 24),
                    from_environment("COLUMNS", 80)) < 0)
        return err_set(err, ERR_MEMORY, "no memory for the screen");
    state_draw(in->at);
    in->written = in->at->said;
    result = script_open(&script, in->setup.script, err);
    if (result == 0)
        result = play(in, &script, err);
    if (casing_end(&in->state, &why) < 0 && in->setup.lost)
        in->setup.lost(in->setup.lost_arg, &why);
    script_release(&script);
    return result;
}
