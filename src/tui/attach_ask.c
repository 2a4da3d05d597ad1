#include "tui/attach.h"

#include "tui/attach_impl.h"
#include "tui/event.h"
#include "tui/prompt.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>

static void cancelled(struct state *s)
{
    attach_forget_staged(s);
    state_say(s, STYLE_NORMAL, "nothing was attached");
}

static const char *pick(const char *const *words, int fewer)
{
    for (int i = 0; i < fewer; i++)
        if (!words[i])
            return NULL;
    return words[fewer];
}

static const char *remark_text(const struct state *s, int fewer)
{
    static const char *const words[] = {"as you state it; may be empty", "may be empty", NULL};

    (void)s;
    return pick(words, fewer);
}

static const char *remark_time(const struct state *s, int fewer)
{
    static const char *const words[] = {"as 2026-11-30T11:02:05Z, or empty", "2026-11-30T11:02:05Z",
                                        NULL};

    (void)s;
    return pick(words, fewer);
}

static const char *remark_independence(const struct state *s, int fewer)
{
    static const char *const words[] = {
        "of the producer, by your own judgement: yes, no, unknown (empty)", "yes, no, unknown",
        NULL};

    (void)s;
    return pick(words, fewer);
}

static struct history *past_paths(struct state *s)
{
    return &s->paths;
}

static struct history *past_statements(struct state *s)
{
    return &s->statements;
}

static bool ask_before(struct state *s, uint32_t key);
static void take_kind(struct state *s, const char *line);
static void take_witness(struct state *s, const char *line);
static void take_authority(struct state *s, const char *line);
static void take_from(struct state *s, const char *line);
static void take_at(struct state *s, const char *line);
static void take_independence(struct state *s, const char *line);

static const char *const kind_lines[] = {"1 commitment: file of a commitment",
                                         "2 head: digest of the last entry",
                                         "3 count: number of entries",
                                         "4 baseline: file of an earlier copy",
                                         "5 expected: list or workflow receipt", NULL};
static const char *const head_lines[] = {"64 hexadecimal digits; @N with the number", NULL};

#define ASKS_FILE .past = past_paths, .path = true, .cancelled = cancelled
#define ASKS_WORDS .past = past_statements, .asks = true, .cancelled = cancelled
#define ASKS_NEXT .key = ask_before, ASKS_WORDS
static const struct prompt prompts[] = {
    [ASK_KIND] = {.sign = "attach: ", .done = take_kind, .lines = kind_lines, .cancelled = cancelled},
    [ASK_COMMITMENT] = {.sign = "commitment, file: ", .done = attach_file, ASKS_FILE},
    [ASK_HEAD] = {.sign = "head: ", .done = attach_head, .lines = head_lines, ASKS_WORDS},
    [ASK_COUNT] = {.sign = "number of entries: ", .done = attach_count, ASKS_WORDS},
    [ASK_BASELINE] = {.sign = "earlier copy, file: ", .done = attach_baseline, ASKS_FILE},
    [ASK_EXPECTED] = {.sign = "expected actions, file: ", .done = attach_expected, ASKS_FILE},
    [ASK_WITNESS] = {.sign = "witness: ", .done = take_witness, .remark = remark_text, ASKS_WORDS},
    [ASK_AUTHORITY] =
        {.sign = "authority: ", .done = take_authority, .remark = remark_text, ASKS_NEXT},
    [ASK_FROM] = {.sign = "retrieved from: ", .done = take_from, .remark = remark_text, ASKS_NEXT},
    [ASK_AT] = {.sign = "retrieved at: ", .done = take_at, .remark = remark_time, ASKS_NEXT},
    [ASK_INDEPENDENCE] = {.sign = "independent? ",
                          .key = ask_before,
                          .done = take_independence,
                          .remark = remark_independence,
                          .cancelled = cancelled,
                          .asks = true},
};

/* ---- which kind ---- */

void attach_ask(struct state *s)
{
    prompt_open(s, &prompts[ASK_KIND]);
}

void attach_ask_for(struct state *s, enum attach_kind kind)
{
    prompt_open(s, &prompts[ASK_KIND + (int)kind]);
}

/* A number, or a word that begins one kind alone; 0 for anything else. */
static int kind_parse(const char *line)
{
    static const char *const words[] = {"commitment", "head", "count", "baseline", "expected"};
    int found = 0, matches = 0;

    if (line[0] >= '1' && line[0] <= '5' && line[1] == '\0')
        return ASK_KIND + line[0] - '0';
    for (int i = 0; *line && i < 5; i++)
        if (strncmp(words[i], line, strlen(line)) == 0) {
            found = ASK_COMMITMENT + i;
            matches++;
        }
    return matches == 1 ? found : 0;
}

static void take_kind(struct state *s, const char *line)
{
    int kind = kind_parse(line + strspn(line, " "));

    if (kind)
        attach_ask_for(s, (enum attach_kind)kind);
    else
        prompt_refuse(s, &prompts[ASK_KIND], line, "a number from 1 to 5, or the first letters of a "
                                                   "word above");
}

/* ---- who, how, when ---- */

/* Where the answer to a question in words is kept; NULL for the other questions. */
static char **answer(struct reference *r, int ask)
{
    switch (ask) {
    case ASK_WITNESS: return &r->witness;
    case ASK_AUTHORITY: return &r->authority;
    case ASK_FROM: return &r->retrieved_from;
    case ASK_AT: return &r->retrieved_at;
    default: return NULL;
    }
}

/* With what was answered before. */
void attach_question(struct state *s, int next)
{
    char **was = attach_staged(s) ? answer(attach_staged(s), next) : NULL;

    prompt_open_with(s, &prompts[next], was ? *was : NULL);
}

/* Empty is: nothing was stated. */
static void keep(char **to, const char *line)
{
    line += strspn(line, " ");
    free(*to);
    *to = *line ? strdup(line) : NULL;
}

static void keep_and_ask(struct state *s, char **to, const char *line, int next)
{
    keep(to, line);
    attach_question(s, next);
}

/* Esc: the question before, with what was answered to it. What is typed here stands here again. */
static bool ask_before(struct state *s, uint32_t key)
{
    int asked = (int)(s->prompt_kind - prompts);
    char **typed = answer(attach_staged(s), asked);

    if (key != K_ESC)
        return false;
    if (typed)
        keep(typed, line_text(&s->prompt));
    attach_question(s, asked - 1);
    prompt_tell(s, "The question before, with its answer. Ctrl-C leaves all questions.");
    return true;
}

static void take_witness(struct state *s, const char *line)
{
    keep_and_ask(s, &attach_staged(s)->witness, line, ASK_AUTHORITY);
}

static void take_authority(struct state *s, const char *line)
{
    keep_and_ask(s, &attach_staged(s)->authority, line, ASK_FROM);
}

static void take_from(struct state *s, const char *line)
{
    keep_and_ask(s, &attach_staged(s)->retrieved_from, line, ASK_AT);
}

static void take_at(struct state *s, const char *line)
{
    size_t len = strlen(line);
    struct err err = {0};
    struct instant at;
    const char *why;

    if (len == 0 || rfc3339_parse(line, len, &at, &why) == 0) {
        keep_and_ask(s, &attach_staged(s)->retrieved_at, line, ASK_INDEPENDENCE);
        return;
    }
    err_set(&err, ERR_USAGE, "no such time: %s; write it as 2026-11-30T11:02:05Z", why);
    prompt_refuse_err(s, &prompts[ASK_AT], line, &err);
}

/* A word or the beginning of one; -1 for anything else. */
static int independence_parse(const char *line)
{
    size_t len = strlen(line);

    for (int i = INDEPENDENT_UNKNOWN; i <= INDEPENDENT_NO; i++)
        if (strncmp(line, independence_name((enum independence)i), len) == 0)
            return i;
    return -1;
}

static void take_independence(struct state *s, const char *line)
{
    int said = independence_parse(line + strspn(line, " "));

    if (said < 0) {
        prompt_refuse(s, &prompts[ASK_INDEPENDENCE], line,
                      "yes, no or unknown is accepted; nothing typed is unknown");
        return;
    }
    attach_staged(s)->independent = (enum independence)said;
    attach_take_staged(s);
}

void attach_refuse(struct state *s, int ask, const char *typed, const struct err *err)
{
    prompt_refuse_err(s, &prompts[ask], typed, err);
}
