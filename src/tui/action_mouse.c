#include "tui/action.h"

#include "tui/frame.h"
#include "tui/view.h"

enum { WHEEL_ROWS = 3 };

void mouse_toggle(struct state *s)
{
    s->mouse = !s->mouse;
    if (s->mouse)
        state_say(s, STYLE_NORMAL,
                  "mouse on: %s turns it off; most terminals select text with Shift held",
                  action_sign(ACTION_MOUSE));
    else
        state_say(s, STYLE_NORMAL, "mouse off");
}

/* On the map: to the entry that the cell stands for. */
static bool press_map(struct state *s, int row, int col)
{
    uint64_t entry = map_entry_at(s, row, col);

    if (entry == 0)
        return false;
    s->moved = true;
    action_to_entries(s);
    action_goto(s, entry);
    return true;
}

void mouse_event(struct state *s, const struct event *e)
{
    const struct view *v = state_view(s);

    if (s->prompting || s->noting.open || e->mouse == MOUSE_NONE || frame_tiny(&s->grid))
        return;
    keys_clear(&s->keys);
    if (e->mouse == MOUSE_WHEEL_UP || e->mouse == MOUSE_WHEEL_DOWN)
        action_do(s, e->mouse == MOUSE_WHEEL_UP ? ACTION_UP : ACTION_DOWN, WHEEL_ROWS);
    else if (!press_map(s, e->rows, e->cols) && v->press) {
        s->moved = true;
        v->press(s, e->rows, e->cols);
    }
}
