#include "tui/action.h"

#include "tui/show.h"
#include "tui/view.h"

static bool on_entry(const struct state *s)
{
    return state_view(s) == &view_list || state_view(s) == &view_card;
}

/* What is noted of an entry must be seen to be about it. */
static bool may_note(struct state *s)
{
    if (!on_entry(s))
        state_say(s, STYLE_NORMAL, "go to an entry first: notes and marks are about the one selected");
    else if (s->selected == 0)
        state_say(s, STYLE_NORMAL, "there is no entry so far");
    else
        return !filter_refuses(s, s->selected);
    return false;
}

static void toggle(struct state *s, const struct view *v)
{
    if (state_view(s) == v)
        state_pop(s);
    else
        state_push(s, v);
}

void note_action(struct state *s, enum action a)
{
    if (a == ACTION_ALL_NOTES)
        toggle(s, &view_notes);
    else if (a == ACTION_HISTORY)
        toggle(s, &view_history);
    else if (a == ACTION_CASE)
        casing_ask(s);
    else if (a == ACTION_EXAMINER)
        casing_examiner(s, "");
    else if (a == ACTION_OUTCOME)
        statement_outcome(s);
    else if (a == ACTION_REVIEW)
        statement_review(s);
    else if (!may_note(s))
        return;
    else if (a == ACTION_NOTE)
        noting_write(s);
    else
        mark_action(s, a);
}

bool note_command(struct state *s, enum action a, const char *argument)
{
    if (!*argument)
        return false;
    if (a == ACTION_CASE)
        casing_go(s, argument);
    else if (a == ACTION_EXAMINER)
        casing_examiner(s, argument);
    else
        return false;
    return true;
}
