#include "tui/attach.h"

#include "tui/prompt.h"
#include "tui/show.h"

#include <stdlib.h>
#include <string.h>

static struct reference *staged(struct state *s)
{
    return s->attaching.staged.count ? &s->attaching.staged.item[0] : NULL;
}

static void forget_staged(struct state *s)
{
    reference_set_release(&s->attaching.staged);
}

void attaching_release(struct attaching *a)
{
    reference_set_release(&a->staged);
}

/* ---- the check ---- */

static void say_result(struct state *s, const struct reference *r)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_reference(&text, r, s->flags);
    buf_adds(&text, ": ");
    if (!r->readable && r->findings.count > 0 && r->findings.item[0].message.data)
        buf_addf(&text, "unusable, %s", r->findings.item[0].message.data);
    else if (s->referenced)
        show_result(&text, reference_result_name(r->result));
    else
        buf_adds(&text, "checked when the examination is done");
    state_say(s, r->result == REFERENCE_CONTRADICTED || !r->readable ? STYLE_FAILURE : STYLE_NORMAL,
              "%s", buf_cstr(&text));
    buf_release(&text);
}

/* 0, or -1 with the reason said. */
static int check_again(struct state *s)
{
    struct err err = {0};

    findings_release(&s->findings);
    s->comparison = 0;
    if (!s->referenced)
        return 0;
    if (references_check(s->refs, s->timeline, s->now, &err) == 0 &&
        verdict_make(&s->verdict, s->timeline, s->refs, &err) == 0)
        return 0;
    state_say(s, STYLE_FAILURE, "the references were not checked: %s", err.text);
    return -1;
}

static void attach(struct state *s)
{
    struct err err = {0};

    explaining_release(&s->explaining);
    if (reference_set_join(s->refs, &s->attaching.staged, &err) < 0) {
        state_say(s, STYLE_FAILURE, "%s", err.text);
        forget_staged(s);
        return;
    }
    s->board.selected = s->refs->count - 1;
    s->board.follow = true;
    if (check_again(s) == 0)
        say_result(s, &s->refs->item[s->board.selected]);
}

/* ---- questions ---- */

/* A backspace too many must not throw away all answers. */
static bool cancels(struct state *s, uint32_t key)
{
    if (key == K_BACKSPACE || key == K_CTRL('H'))
        return s->prompt.text.len == 0;
    if (key == K_ESC || key == K_CTRL('C')) {
        forget_staged(s);
        state_say(s, STYLE_NORMAL, "no reference was attached");
    }
    return false;
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
    static const char *const words[] = {"as you state it; may be empty; Esc cancels all",
                                        "may be empty; Esc cancels", NULL};

    (void)s;
    return pick(words, fewer);
}

static const char *remark_time(const struct state *s, int fewer)
{
    static const char *const words[] = {"2026-11-30T11:02:05Z, or empty; Esc cancels all",
                                        "2026-11-30T11:02:05Z", NULL};

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

static const char *remark_file(const struct state *s, int fewer)
{
    static const char *const words[] = {"a chain commitment; Esc cancels", "Esc cancels", NULL};

    (void)s;
    return pick(words, fewer);
}

static void take_witness(struct state *s, const char *line);
static void take_authority(struct state *s, const char *line);
static void take_from(struct state *s, const char *line);
static void take_at(struct state *s, const char *line);
static void take_independence(struct state *s, const char *line);

static const struct prompt prompts[] = {
    {.sign = "file: ", .done = attach_file, .key = cancels, .remark = remark_file},
    {.sign = "witness: ", .done = take_witness, .key = cancels, .remark = remark_text},
    {.sign = "authority: ", .done = take_authority, .key = cancels, .remark = remark_text},
    {.sign = "retrieved from: ", .done = take_from, .key = cancels, .remark = remark_text},
    {.sign = "retrieved at: ", .done = take_at, .key = cancels, .remark = remark_time},
    {.sign = "no such time; at: ", .done = take_at, .key = cancels, .remark = remark_time},
    {.sign = "independent? ",
     .done = take_independence,
     .key = cancels,
     .remark = remark_independence},
};
enum { ASK_FILE, ASK_WITNESS, ASK_AUTHORITY, ASK_FROM, ASK_AT, ASK_AT_AGAIN, ASK_INDEPENDENCE };

/* Empty is: nothing was stated. */
static void keep(struct state *s, char **to, const char *line, int next)
{
    line += strspn(line, " ");
    free(*to);
    *to = *line ? strdup(line) : NULL;
    prompt_open(s, &prompts[next]);
}

static void take_witness(struct state *s, const char *line)
{
    keep(s, &staged(s)->witness, line, ASK_AUTHORITY);
}

static void take_authority(struct state *s, const char *line)
{
    keep(s, &staged(s)->authority, line, ASK_FROM);
}

static void take_from(struct state *s, const char *line)
{
    keep(s, &staged(s)->retrieved_from, line, ASK_AT);
}

/* What was typed comes back to be mended. */
static void ask_time_again(struct state *s, const char *line)
{
    char *typed = strdup(line);

    prompt_open(s, &prompts[ASK_AT_AGAIN]);
    if (typed)
        line_set(&s->prompt, typed);
    free(typed);
}

static void take_at(struct state *s, const char *line)
{
    size_t len = strlen(line);
    struct instant at;
    const char *why;

    if (len > 0 && rfc3339_parse(line, len, &at, &why) < 0)
        ask_time_again(s, line);
    else
        keep(s, &staged(s)->retrieved_at, line, ASK_INDEPENDENCE);
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
    int said = independence_parse(line);

    if (said < 0) {
        prompt_open(s, &prompts[ASK_INDEPENDENCE]);
        return;
    }
    staged(s)->independent = (enum independence)said;
    attach(s);
}

/* ---- what is attached ---- */

static void begin(struct state *s, const struct reference *r, const struct err *err)
{
    if (!r) {
        state_say(s, STYLE_WARNING, "%s", err->text);
        forget_staged(s);
    } else if (!r->readable) {
        attach(s);
    } else {
        prompt_open(s, &prompts[ASK_WITNESS]);
    }
}

void attach_ask(struct state *s)
{
    prompt_open(s, &prompts[ASK_FILE]);
}

void attach_file(struct state *s, const char *path)
{
    struct err err = {0};

    forget_staged(s);
    if (!*path)
        state_say(s, STYLE_NORMAL, "write the name of a file, as in :reference FILE");
    else
        begin(s, reference_add_commitment(&s->attaching.staged, path, &err), &err);
}

void attach_head(struct state *s, const char *text)
{
    struct err err = {0};

    forget_staged(s);
    begin(s, reference_add_head(&s->attaching.staged, text, &err), &err);
}

void attach_count(struct state *s, const char *text)
{
    struct err err = {0};

    forget_staged(s);
    begin(s, reference_add_count(&s->attaching.staged, text, &err), &err);
}

/* ---- what is taken off ---- */

static const char *remark_detach(const struct state *s, int fewer)
{
    static const char *const words[] = {"takes it out of the judgement; the file stays", NULL};

    (void)s;
    return pick(words, fewer);
}

static void take_detach(struct state *s, const char *line)
{
    size_t at = s->attaching.detach;

    if (strcmp(line, "yes") != 0 && strcmp(line, "y") != 0) {
        state_say(s, STYLE_NORMAL, "nothing was taken off");
        return;
    }
    if (at >= s->refs->count)
        return;
    explaining_release(&s->explaining);
    reference_set_remove(s->refs, at);
    s->board.follow = true;
    if (check_again(s) == 0)
        state_say(s, STYLE_NORMAL, "taken off; the endpoint was judged again without it");
}

static const struct prompt prompt_detach = {
    .sign = "take it off? yes or no: ", .done = take_detach, .remark = remark_detach};

void detach_ask(struct state *s, size_t at)
{
    if (at >= s->refs->count)
        return;
    if (s->refs->item[at].embedded) {
        state_say(s, STYLE_NORMAL, "it sits in the timeline's own file and cannot be taken off");
        return;
    }
    s->attaching.detach = at;
    prompt_open(s, &prompt_detach);
}
