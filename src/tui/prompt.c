#include "tui/prompt.h"

#include "tui/event.h"

static struct history *past(struct state *s)
{
    return s->prompt_kind->past ? s->prompt_kind->past(s) : NULL;
}

void prompt_open(struct state *s, const struct prompt *p)
{
    line_clear(&s->prompt);
    s->prompting = true;
    s->prompt_kind = p;
    if (past(s))
        history_begin(past(s));
}

static bool goes_back(uint32_t key)
{
    return key == K_UP || key == K_CTRL('P');
}

static bool goes_forward(uint32_t key)
{
    return key == K_DOWN || key == K_CTRL('N');
}

void prompt_key(struct state *s, uint32_t key)
{
    const struct prompt *p = s->prompt_kind;
    enum line_result result;

    if (key == K_CTRL('Z')) {
        s->suspending = true;
        return;
    }
    if (p->key && p->key(s, key))
        return;
    if (past(s) && (goes_back(key) || goes_forward(key))) {
        history_go(past(s), &s->prompt, goes_back(key) ? -1 : 1);
        return;
    }
    result = line_key(&s->prompt, key);
    if (result == LINE_GOES_ON)
        return;
    s->prompting = false;
    if (result == LINE_DONE)
        p->done(s, line_text(&s->prompt));
}
