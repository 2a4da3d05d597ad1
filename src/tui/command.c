#include "tui/action.h"

#include "base/shown.h"
#include "tui/complete.h"
#include "tui/prompt.h"
#include "tui/save.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct prompt prompt_command;

void command_open(struct state *s)
{
    prompt_open(s, &prompt_command);
}

void command_refuse(struct state *s, const char *line, const char *fmt, ...)
{
    struct buf text, reason;
    va_list args;

    buf_init(&text, LIMIT_MESSAGE);
    buf_init(&reason, LIMIT_MESSAGE);
    va_start(args, fmt);
    buf_addv(&text, fmt, args);
    va_end(args);
    show_escaped(&reason, buf_cstr(&text), text.len, s->flags);
    prompt_refuse(s, &prompt_command, line, buf_cstr(&reason));
    buf_release(&reason);
    buf_release(&text);
}

static bool is_number(const char *text)
{
    size_t len = strlen(text);

    return len > 0 && len < 18 && strspn(text, "0123456789") == len;
}

static uint64_t number_of(const char *text)
{
    return is_number(text) ? strtoull(text, NULL, 10) : 0;
}

/* ---- doing ---- */

static void add_names(struct buf *out, const char *begun, size_t len)
{
    for (int a = 1; a < ACTION_COUNT; a++)
        if (strncmp(action_name((enum action)a), begun, len) == 0)
            buf_addf(out, "%s%s", out->len ? ", " : "", action_name((enum action)a));
}

static void refuse_unknown(struct state *s, const char *line, size_t name, bool several)
{
    struct buf names;
    char word[64];

    buf_init(&names, LIMIT_MESSAGE);
    add_names(&names, line, name);
    snprintf(word, sizeof word, "%.*s", (int)name, line);
    if (several)
        command_refuse(s, line, "more than one action begins with %s: %s", word,
                       buf_cstr(&names));
    else if (strcmp(word, "report") == 0)
        command_refuse(s, line, "no action is called report; :export FORMAT FILE writes one");
    else
        command_refuse(s, line, "no action is called %s; Tab lists their names, %s explains them",
                       shown(word).text, action_sign(ACTION_HELP));
    buf_release(&names);
}

static void go_to(struct state *s, const char *line, uint64_t entry)
{
    char n[NUMBER_ROOM], all[NUMBER_ROOM];

    if (entry < 1 || entry > s->progress.entries) {
        command_refuse(s, line, "there is no entry %s; the last%s is %s", show_number(n, entry),
                       s->progress.done ? "" : " so far", show_number(all, s->progress.entries));
        return;
    }
    s->moved = true;
    action_to_entries(s);
    action_goto(s, entry);
}

static void go_on_map(struct state *s, const char *line, uint64_t cell)
{
    int cells = map_has(s);

    if (cell < 1 || cell > (uint64_t)cells) {
        command_refuse(s, line, "the map has cells 1 to %d", cells);
        return;
    }
    action_to_entries(s);
    s->moved = true;
    map_go(s, cell);
}

/* The ones that do with what stands behind their name something of their own; false: none of them. */
static bool run_with(struct state *s, enum action a, const char *argument)
{
    if (!*argument)
        return false;
    if (a == ACTION_REFERENCE)
        attach_file(s, argument);
    else if (a == ACTION_BASELINE)
        attach_baseline(s, argument);
    else if (a == ACTION_EXPECT)
        attach_expected(s, argument);
    else if (a == ACTION_COPIES)
        copies_file(s, argument);
    else if (a == ACTION_JOB)
        jobs_open_id(s, argument);
    else if (a == ACTION_KNOWN_HEAD)
        attach_head(s, argument);
    else if (a == ACTION_KNOWN_COUNT)
        attach_count(s, argument);
    else
        return note_command(s, a, argument);
    return true;
}

static void find_text(struct state *s, enum action a, const char *text)
{
    if (a == ACTION_SEARCH && state_view(s) == &view_jobs) {
        jobs_find(s, text);
        return;
    }
    action_do(s, a, 0);
    s->prompting = false;
    (a == ACTION_SEARCH ? search_begin : filter_begin)(s, text);
}

static void run_export(struct state *s, const char *line, const char *argument)
{
    const char *why = export_command(s, argument);

    if (why)
        command_refuse(s, line, "%s", why);
}

static void run_save(struct state *s, const char *line, const char *argument)
{
    struct err err = {0};

    if (save_screen(s, argument, &err) < 0)
        command_refuse(s, line, "%s", err.text);
}

static void run(struct state *s, enum action a, const char *line, const char *argument)
{
    if (jobs_refuse(s, a) || lab_line(s, a, line, argument) || run_with(s, a, argument))
        return;
    if (a == ACTION_SAVE_SCREEN)
        run_save(s, line, argument);
    else if ((a == ACTION_SEARCH || a == ACTION_FILTER) && *argument)
        find_text(s, a, argument);
    else if (a == ACTION_EXPORT && *argument)
        run_export(s, line, argument);
    else if (a == ACTION_GOTO && !is_number(argument))
        command_refuse(s, line, "write :goto N, the number of an entry");
    else if (a == ACTION_GOTO)
        go_to(s, line, number_of(argument));
    else if (*argument && !is_number(argument) && action_section(a) != SECTION_LAB)
        command_refuse(s, line, "%s takes nothing behind its name", action_name(a));
    else if (a == ACTION_MAP && *argument && s->selected)
        go_on_map(s, line, number_of(argument));
    else
        action_do(s, a, number_of(argument));
}

void command_line(struct state *s, const char *line)
{
    size_t name;
    enum action a;
    bool several;

    line += strspn(line, " ");
    name = strcspn(line, " ");
    if (name == 0)
        return;
    a = action_parse(line, name, &several);
    /* What was said before is part of the screen that is to be saved. */
    if (a != ACTION_SAVE_SCREEN)
        buf_clear(&s->message);
    if (is_number(line))
        go_to(s, line, number_of(line));
    else if (a == ACTION_NONE)
        refuse_unknown(s, line, name, several);
    else
        run(s, a, line, line + name + (a == ACTION_JOB ? line[name] == ' ' : strspn(line + name, " ")));
}

/* ---- the prompt ---- */

static struct history *past(struct state *s)
{
    return &s->commands;
}

/* ---- completing ---- */

static bool takes_file(enum action a)
{
    return a == ACTION_REFERENCE || a == ACTION_BASELINE || a == ACTION_EXPECT ||
           a == ACTION_COPIES || a == ACTION_SAVE_SCREEN || a == ACTION_CASE ||
           a == ACTION_LAB_SAVE || a == ACTION_EXPORT;
}

/* Of words that may be spelled out: what all that begin so have in common, or their list. */
struct choice {
    struct buf names;
    const char *first;
    size_t count, common; /* bytes that all of them begin with */
};

static void offer(struct choice *c, const char *word, const char *begun, size_t len)
{
    size_t n = 0;

    if (strncmp(word, begun, len) != 0)
        return;
    buf_addf(&c->names, "%s%s", c->count ? "  " : "", word);
    if (c->count++ == 0) {
        c->first = word;
        c->common = strlen(word);
    }
    while (n < c->common && word[n] == c->first[n])
        n++;
    c->common = n;
}

/* One word alone is done with: what may follow it begins behind a space. */
static void take_choice(struct state *s, struct choice *c, size_t begun, bool goes_on,
                        const char *none)
{
    buf_clear(&s->prompt_note);
    if (c->count == 0) {
        prompt_tell(s, none);
        return;
    }
    line_insert(&s->prompt, c->first + begun, c->common - begun);
    if (c->count == 1 && goes_on)
        line_insert(&s->prompt, " ", 1);
    else if (c->count > 1)
        prompt_tell(s, buf_cstr(&c->names));
}

static bool takes_more(enum action a)
{
    return takes_file(a) || a == ACTION_GOTO || a == ACTION_KNOWN_HEAD || a == ACTION_KNOWN_COUNT ||
           a == ACTION_EXAMINER || a == ACTION_JOB;
}

static void complete_name(struct state *s, const char *begun, size_t len)
{
    struct choice c = {0};
    bool several;

    buf_init(&c.names, LIMIT_MESSAGE);
    for (int a = 1; a < ACTION_COUNT; a++)
        offer(&c, action_name((enum action)a), begun, len);
    take_choice(s, &c, len, c.count == 1 && takes_more(action_parse(c.first, strlen(c.first), &several)),
                "no action begins so");
    buf_release(&c.names);
}

static void complete_format(struct state *s, const char *begun, size_t len)
{
    struct choice c = {0};

    buf_init(&c.names, LIMIT_MESSAGE);
    for (size_t i = 0; i < EXPORT_FORMATS; i++)
        offer(&c, export_format_name(i), begun, len);
    take_choice(s, &c, len, true, "no format begins so");
    buf_release(&c.names);
}

static size_t word_end(const char *line, size_t at)
{
    return at + strcspn(line + at, " ");
}

static size_t next_word(const char *line, size_t at)
{
    at = word_end(line, at);
    return at + strspn(line + at, " ");
}

/* Before the cursor: the name of an action, then that of a file where it takes one. */
static void complete(struct state *s)
{
    const char *line = line_text(&s->prompt);
    size_t len = s->prompt.at, at = strspn(line, " ");
    bool several;
    enum action a;

    if (word_end(line, at) >= len) {
        complete_name(s, line + (at < len ? at : len), at < len ? len - at : 0);
        return;
    }
    a = action_parse(line + at, word_end(line, at) - at, &several);
    at = next_word(line, at);
    if (a == ACTION_EXPORT && word_end(line, at) >= len) {
        complete_format(s, line + (at < len ? at : len), at < len ? len - at : 0);
        return;
    }
    if (a == ACTION_EXPORT)
        at = next_word(line, at);
    while (strncmp(line + at, "--", 2) == 0 && word_end(line, at) < len)
        at = next_word(line, at);
    if (takes_file(a))
        complete_path(s, at < len ? at : len);
}

static bool key(struct state *s, uint32_t code)
{
    if (code == K_TAB)
        complete(s);
    return code == K_TAB;
}

static const struct prompt prompt_command = {
    .sign = ":", .done = command_line, .key = key, .past = past, .names = true};
