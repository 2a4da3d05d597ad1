/* What is taken off the board: for good, or for this session where a case file has it. */
#include "tui/attach.h"

#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/view.h"

#include <string.h>
#include <strings.h>

static bool is_list(const struct state *s, size_t at)
{
    return at == s->refs->count && (s->refs->expected || checking_has_list(s));
}

static void take_off(struct state *s)
{
    size_t at = s->attaching.detach;

    explaining_release(&s->explaining);
    checking_release(s);
    casing_taken_off(s, at);
    if (at < s->refs->count)
        reference_set_remove(s->refs, at);
    else
        attach_drop_list(s);
    s->board.follow = true;
    state_check(s);
}

static void take_off_here(struct state *s)
{
    take_off(s);
    state_say(s, STYLE_NORMAL, "taken off: judged without it; attaching it again brings it back");
}

static void take_off_for_now(struct state *s)
{
    take_off(s);
    state_say(s, STYLE_NORMAL, "taken off: judged without it; it is back when the case file is opened again");
}

/* What cannot be written down stays, so that file and screen say the same. */
static void take_out(struct state *s)
{
    struct err err = {0};

    checking_release(s); /* the list goes back into the set */
    if (casing_delete(s, s->attaching.detach, &err) < 0) {
        state_say(s, STYLE_WARNING, "nothing was taken off: %s", err.text);
        return;
    }
    take_off(s);
    casing_promise(s, "taken off: out of the case file too; its history keeps that it was there");
}

/* ---- what is asked ---- */

static const char *remark(const struct state *s, int fewer)
{
    static const char *const words[] = {"takes it out of the judgement; the file stays", NULL};

    (void)s;
    return words[fewer > 0];
}

static void take_answer(struct state *s, const char *line)
{
    bool yes;

    if (!prompt_yes(s, line, &yes))
        return;
    if (yes)
        take_off_here(s);
    else
        state_say(s, STYLE_NORMAL, "nothing was taken off");
}

static void take_answer_of_case(struct state *s, const char *line);

static const char *const kept_lines[] = {
    "The case file has it. yes: out of there too, and its history keeps that it was there.",
    "here: for this session alone; it is back when the case file is opened again.", NULL};
static const char *const stays_lines[] = {
    "The case file has it and takes no changes here: it is back when that is opened again.", NULL};

static const struct prompt prompt_detach = {
    .sign = "take it off? yes or no: ", .done = take_answer, .remark = remark};
static const struct prompt prompt_stays = {
    .sign = "take it off? yes or no: ", .done = take_answer, .lines = stays_lines};
static const struct prompt prompt_kept = {
    .sign = "take it off? yes, here or no: ", .done = take_answer_of_case, .lines = kept_lines};

static bool begins(const char *word, const char *line, size_t len)
{
    return len > 0 && len <= strlen(word) && strncasecmp(word, line, len) == 0;
}

static void take_answer_of_case(struct state *s, const char *line)
{
    const char *word = line + strspn(line, " ");
    size_t len = strcspn(word, " ");

    if (begins("yes", word, len))
        casing_need(s, take_out);
    else if (begins("here", word, len))
        take_off_for_now(s);
    else if (begins("no", word, len))
        state_say(s, STYLE_NORMAL, "nothing was taken off");
    else
        prompt_refuse(s, &prompt_kept, line, "yes, here or no is accepted");
}

void detach_ask(struct state *s, size_t at)
{
    if (at >= s->refs->count && !is_list(s, at))
        return;
    if (at < s->refs->count && s->refs->item[at].embedded) {
        state_say(s, STYLE_NORMAL, "it sits in the timeline's own file and cannot be taken off");
        return;
    }
    s->attaching.detach = at;
    prompt_open(s, !casing_has(s, at) ? &prompt_detach : casing_writable(s) ? &prompt_kept : &prompt_stays);
}
