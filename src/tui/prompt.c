#include "tui/prompt.h"

#include "tui/complete.h"
#include "tui/event.h"
#include "tui/show.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct history *past(struct state *s)
{
    return s->prompt_kind->past ? s->prompt_kind->past(s) : NULL;
}

void prompt_open(struct state *s, const struct prompt *p)
{
    typed_clear(&s->prompt);
    buf_clear(&s->prompt_note);
    s->prompting = true;
    s->prompt_proposed = false;
    s->prompt_kind = p;
    if (past(s))
        history_begin(past(s));
}

void prompt_open_with(struct state *s, const struct prompt *p, const char *text)
{
    char *copy = text ? strdup(text) : NULL; /* it may be the line that is cleared */

    prompt_open(s, p);
    if (copy)
        line_set(&s->prompt, copy);
    free(copy);
}

void prompt_propose(struct state *s, const char *text)
{
    s->prompt_proposed = line_set(&s->prompt, text) == 0 && *text;
}

void prompt_insert(struct state *s, const void *bytes, size_t len)
{
    if (s->prompt_proposed)
        typed_clear(&s->prompt);
    s->prompt_proposed = false;
    line_insert(&s->prompt, bytes, len);
}

void prompt_refuse(struct state *s, const struct prompt *p, const char *typed, const char *reason)
{
    prompt_open_with(s, p, typed);
    buf_adds(&s->prompt_note, reason);
    s->prompt_refused = true;
}

void prompt_refuse_err(struct state *s, const struct prompt *p, const char *typed,
                       const struct err *err)
{
    struct buf reason;

    buf_init(&reason, LIMIT_MESSAGE);
    if (err->located && err->line > 0)
        buf_addf(&reason, "line %llu, column %llu: ", (unsigned long long)err->line,
                 (unsigned long long)err->column);
    show_escaped(&reason, err->text, strlen(err->text), s->flags);
    prompt_refuse(s, p, typed, buf_cstr(&reason));
    buf_release(&reason);
}

static bool begins_word(const char *word, const char *line, size_t len)
{
    return len > 0 && len <= strlen(word) && strncasecmp(word, line, len) == 0;
}

bool prompt_yes(struct state *s, const char *line, bool *yes)
{
    size_t len;

    line += strspn(line, " ");
    len = strlen(line);
    while (len > 0 && line[len - 1] == ' ')
        len--;
    *yes = begins_word("yes", line, len);
    if (*yes || begins_word("no", line, len))
        return true;
    prompt_refuse(s, s->prompt_kind, line, "yes or no is accepted");
    return false;
}

void prompt_tell(struct state *s, const char *text)
{
    buf_clear(&s->prompt_note);
    buf_adds(&s->prompt_note, text);
    s->prompt_refused = false;
}

static bool goes_back(uint32_t key)
{
    return key == K_UP || key == K_CTRL('P');
}

static bool goes_forward(uint32_t key)
{
    return key == K_DOWN || key == K_CTRL('N');
}

static bool erases(uint32_t key)
{
    return key == K_BACKSPACE || key == K_CTRL('H');
}

static bool is_character(uint32_t key)
{
    return key >= 0x20 && key != K_BACKSPACE && key < K_UP;
}

/* True when the key was to take the proposal away, and nothing else. */
static bool take_proposed(struct state *s, uint32_t key)
{
    bool proposed = s->prompt_proposed, erased = erases(key) || key == K_DELETE;

    s->prompt_proposed = false;
    if (!proposed || (!erased && !is_character(key)))
        return false;
    typed_clear(&s->prompt);
    return erased;
}

/* What a prompt has beside the line; false leaves the key to the line. */
static bool take(struct state *s, uint32_t key)
{
    const struct prompt *p = s->prompt_kind;

    if (p->key && p->key(s, key))
        return true;
    if (p->path && key == K_TAB) {
        complete_path(s, 0);
        return true;
    }
    if (past(s) && (goes_back(key) || goes_forward(key))) {
        history_go(past(s), &s->prompt, goes_back(key) ? -1 : 1);
        return true;
    }
    return p->asks && erases(key) && s->prompt.text.len == 0;
}

void prompt_key(struct state *s, uint32_t key)
{
    const struct prompt *p = s->prompt_kind;
    enum line_result result;

    if (key == K_CTRL('Z')) {
        s->suspending = true;
        return;
    }
    if (take_proposed(s, key) || take(s, key))
        return;
    result = line_key(&s->prompt, key);
    if (result == LINE_GOES_ON)
        return;
    s->prompting = false;
    if (result == LINE_CANCELLED && p->cancelled)
        p->cancelled(s);
    if (result == LINE_CANCELLED)
        return;
    if (past(s) && s->prompt.text.len > 0)
        history_add(past(s), line_text(&s->prompt));
    p->done(s, line_text(&s->prompt));
}
