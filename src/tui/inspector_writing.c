#include "tui/inspector_impl.h"

#include "tui/show.h"
#include "tui/signals.h"
#include "tui/term.h"

#include <poll.h>
#include <stdlib.h>

enum { PROGRESS_MS = 200 /* how far a report is, is told as often */ };

void inspector_drop_waiting(struct inspector *in)
{
    for (size_t i = 0; i < in->waitings; i++)
        event_release(&in->waiting[i]);
    free(in->waiting);
    in->waiting = NULL;
    in->waitings = in->waiting_room = 0;
}

/* Takes its text over. Without memory for it the key is lost, as in a terminal whose line is full. */
static void wait_behind(struct inspector *in, struct event *e)
{
    size_t room = in->waiting_room ? 2 * in->waiting_room : 16;

    if (in->waitings == in->waiting_room) {
        struct event *more = realloc(in->waiting, room * sizeof *more);
        if (!more)
            return;
        in->waiting = more;
        in->waiting_room = room;
    }
    in->waiting[in->waitings++] = *e;
    event_init(e);
}

bool inspector_next(struct inspector *in, bool late, struct event *e)
{
    if (in->waitings == 0)
        return terminal_next(in->terminal, late, e);
    event_release(e);
    *e = in->waiting[0];
    in->waitings--;
    for (size_t i = 0; i < in->waitings; i++)
        in->waiting[i] = in->waiting[i + 1];
    return true;
}

/* What stops it takes what was typed before away, as an interrupt does in a terminal. */
static bool take(struct inspector *in, struct event *e)
{
    bool key = e->type == EVENT_KEY;

    if (key && (e->key == K_CTRL('C') || e->key == K_ESC)) {
        inspector_drop_waiting(in);
        return true;
    }
    if (key && e->key == K_CTRL('Z')) {
        inspector_suspend(in, true);
        in->painted = 0;
    } else if (e->type != EVENT_NONE) {
        wait_behind(in, e);
    }
    return false;
}

static bool stop_key(struct inspector *in)
{
    struct pollfd keys = {.fd = terminal_fd(in->terminal), .events = POLLIN};
    bool ready = poll(&keys, 1, 0) > 0, stop = false;
    int64_t now = inspector_clock();
    struct event e;

    if (ready && terminal_read(in->terminal, false) < 0)
        in->gone = stop = true;
    if (ready)
        in->read_at = now;
    event_init(&e);
    while (!stop && terminal_next(in->terminal, now - in->read_at >= INSPECTOR_ESC_MS, &e))
        stop = take(in, &e);
    event_release(&e);
    return stop;
}

/* Nothing else acts meanwhile, so that what is written is of one moment. */
bool inspector_writes(void *inspector, uint64_t bytes)
{
    struct inspector *in = inspector;
    char n[NUMBER_ROOM];

    if (!in->terminal)
        return false;
    if (inspector_clock() - in->painted >= PROGRESS_MS) {
        state_say(in->at, STYLE_NORMAL, "writing the report: %s bytes so far; Ctrl-C stops", show_number(n, bytes));
        inspector_paint(in);
    }
    return signals_fatal_noted() || stop_key(in);
}
