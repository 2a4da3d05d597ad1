#include "tui/statements.h"

#include "base/decimal.h"
#include "base/rfc3339.h"
#include "base/shown.h"
#include "base/source.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OUTCOME_SYSTEM, OUTCOME_EFFECT, OUTCOME_STATEMENT, OUTCOME_EVIDENCE, OUTCOME_AT };
enum { REVIEW_REVIEWER, REVIEW_REPORT, REVIEW_STATEMENT };

void stating_release(struct stating *a)
{
    for (int i = 0; i < STATED_FIELDS; i++) {
        free(a->field[i]);
        a->field[i] = NULL;
    }
    a->has_sha256 = false;
}

static void cancelled(struct state *s)
{
    stating_release(&s->stating);
    state_say(s, STYLE_NORMAL, "nothing was recorded");
}

/* Empty is: nothing is stated. */
static void keep(struct state *s, int field, const char *line)
{
    line += strspn(line, " ");
    free(s->stating.field[field]);
    s->stating.field[field] = *line ? strdup(line) : NULL;
}

/* A device or a pipe would be read for ever. */
static int hash_file(const char *path, struct digest *out, struct err *err)
{
    unsigned char block[16 * 1024];
    struct source *source = NULL;
    struct hasher *h = NULL;
    struct stat st;
    uint64_t at = 0;
    ssize_t n = -1;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(err, ERR_USAGE, "'%s' is no regular file", shown(path).text);
    source = source_open(path, err);
    h = source ? hasher_new(err) : NULL;
    if (h) {
        hasher_begin(h);
        while ((n = source_read(source, at, block, sizeof block, err)) > 0) {
            hasher_add(h, block, (size_t)n);
            at += (uint64_t)n;
        }
        if (n == 0 && hasher_end(h, out) < 0)
            n = err_set(err, ERR_MEMORY, "no SHA-256 of '%s'", shown(path).text);
    }
    hasher_free(h);
    source_free(source);
    return n == 0 ? 0 : -1;
}

/* ---- the questions ---- */

static void take_about(struct state *s, const char *line);
static void take_system(struct state *s, const char *line);
static void take_effect(struct state *s, const char *line);
static void take_statement(struct state *s, const char *line);
static void take_evidence(struct state *s, const char *line);
static void take_at(struct state *s, const char *line);
static void take_reviewer(struct state *s, const char *line);
static void take_report(struct state *s, const char *line);
static void take_reviewed(struct state *s, const char *line);

static const char *const about_lines[] = {"An effect is stated by the system that owns it, never by a timeline.",
                                          "The entry that it is about; empty: the timeline as a whole.", NULL};
static const char *const system_lines[] = {"The system that owns the effect: a bank, a registry.", NULL};
static const char *const effect_lines[] = {"The effect: a payment, a delivery, a change.", NULL};
static const char *const says_lines[] = {"What that system states of it, in its words.", NULL};
static const char *const evidence_lines[] = {
    "A file with the statement, kept with its SHA-256. May be empty.", NULL};
static const char *const at_lines[] = {"When it was retrieved: 2026-11-30T11:02:05Z, or empty.", NULL};
static const char *const reviewer_lines[] = {"Who reviewed.", NULL};
static const char *const report_lines[] = {
    "The report that was reviewed, kept by its SHA-256. May be empty.", NULL};
static const char *const reviewed_lines[] = {"What the reviewer states.", NULL};

#define ASK(words, take, tells, ...)                                                   \
    {                                                                                  \
        .sign = words, .done = take, .cancelled = cancelled, .lines = tells, .asks = true, __VA_ARGS__ \
    }
enum { ASK_ABOUT, ASK_SYSTEM, ASK_EFFECT, ASK_STATEMENT, ASK_EVIDENCE, ASK_AT, ASK_REVIEWER, ASK_REPORT,
       ASK_REVIEWED };
static const struct prompt prompts[] = {
    ASK("about entry: ", take_about, about_lines, .path = false),
    ASK("system: ", take_system, system_lines, .path = false),
    ASK("effect: ", take_effect, effect_lines, .path = false),
    ASK("statement: ", take_statement, says_lines, .path = false),
    ASK("evidence file: ", take_evidence, evidence_lines, .path = true),
    ASK("retrieved at: ", take_at, at_lines, .path = false),
    ASK("reviewer: ", take_reviewer, reviewer_lines, .path = false),
    ASK("report file: ", take_report, report_lines, .path = true),
    ASK("statement: ", take_reviewed, reviewed_lines, .path = false),
};

static void ask(struct state *s, int which)
{
    prompt_open(s, &prompts[which]);
}

/* A field that must say something: false when it was asked for again. */
static bool required(struct state *s, int which, int field, const char *line)
{
    keep(s, field, line);
    if (s->stating.field[field])
        return true;
    prompt_refuse(s, &prompts[which], line, "this may not be empty; Esc leaves it");
    return false;
}

/* A file that may be left out: false when it was asked for again. */
static bool file(struct state *s, int which, int field, const char *line)
{
    struct stating *a = &s->stating;
    struct err err = {0};

    keep(s, field, line);
    a->has_sha256 = a->field[field] && hash_file(a->field[field], &a->sha256, &err) == 0;
    if (a->has_sha256 || !a->field[field])
        return true;
    prompt_refuse_err(s, &prompts[which], line, &err);
    return false;
}

/* ---- outcome ---- */

static void take_about(struct state *s, const char *line)
{
    uint64_t entry = 0;

    line += strspn(line, " ");
    if (*line && (!decimal_parse(line, &entry) || entry == 0 || entry > s->progress.entries)) {
        prompt_refuse(s, &prompts[ASK_ABOUT], line, "there is no such entry");
        return;
    }
    if (entry > 0 && !timeline_mark(s->timeline, entry).has_digest) {
        prompt_refuse(s, &prompts[ASK_ABOUT], line, "that entry has no digest to be named by");
        return;
    }
    s->stating.entry = entry;
    ask(s, ASK_SYSTEM);
}

static void take_system(struct state *s, const char *line)
{
    if (required(s, ASK_SYSTEM, OUTCOME_SYSTEM, line))
        ask(s, ASK_EFFECT);
}

static void take_effect(struct state *s, const char *line)
{
    if (required(s, ASK_EFFECT, OUTCOME_EFFECT, line))
        ask(s, ASK_STATEMENT);
}

static void take_statement(struct state *s, const char *line)
{
    if (required(s, ASK_STATEMENT, OUTCOME_STATEMENT, line))
        ask(s, ASK_EVIDENCE);
}

static void take_evidence(struct state *s, const char *line)
{
    if (file(s, ASK_EVIDENCE, OUTCOME_EVIDENCE, line))
        ask(s, ASK_AT);
}

static void record_outcome(struct state *s)
{
    const struct stating *a = &s->stating;
    struct casefile_outcome o = {.system = a->field[OUTCOME_SYSTEM],
                                 .effect = a->field[OUTCOME_EFFECT],
                                 .statement = a->field[OUTCOME_STATEMENT],
                                 .retrieved_at = a->field[OUTCOME_AT],
                                 .has_digest = a->entry > 0,
                                 .evidence = {a->field[OUTCOME_EVIDENCE], a->has_sha256, a->sha256}};
    struct err err = {0};

    if (o.has_digest)
        o.entry_digest = timeline_mark(s->timeline, a->entry).digest;
    if (casefile_add_outcome(s->casing.file, &o, &err) < 0) {
        prompt_refuse_err(s, &prompts[ASK_AT], a->field[OUTCOME_AT] ? a->field[OUTCOME_AT] : "", &err);
        return;
    }
    stating_release(&s->stating);
    casing_changed(s);
    casing_stated(s);
    casing_promise(s, "recorded, not checked: %s shows who states it and where it is kept", action_sign(ACTION_OVERVIEW));
}

static void take_at(struct state *s, const char *line)
{
    struct instant at;
    const char *why;

    keep(s, OUTCOME_AT, line);
    line = s->stating.field[OUTCOME_AT];
    if (line && rfc3339_parse(line, strlen(line), &at, &why) < 0)
        prompt_refuse(s, &prompts[ASK_AT], line, why);
    else
        record_outcome(s);
}

static void ask_outcome(struct state *s)
{
    char number[NUMBER_ROOM];

    stating_release(&s->stating);
    ask(s, ASK_ABOUT);
    snprintf(number, sizeof number, "%llu", (unsigned long long)s->selected);
    if (s->selected > 0)
        prompt_propose(s, number);
}

void statement_outcome(struct state *s)
{
    casing_need(s, ask_outcome);
}

/* ---- one is taken away ---- */

static void take_away(struct state *s)
{
    struct err err = {0};

    if (casefile_delete_outcome(s->casing.file, s->stating.number - 1, &err) < 0) {
        state_say(s, STYLE_WARNING, "%s", err.text);
        return;
    }
    casing_changed(s);
    casing_stated(s);
    casing_promise(s, "statement %zu is taken away; the history keeps that it was there", s->stating.number);
}

static void take_sure(struct state *s, const char *line)
{
    bool yes;

    if (!prompt_yes(s, line, &yes))
        return;
    if (yes)
        casing_need(s, take_away);
    else
        state_say(s, STYLE_NORMAL, "nothing was taken away");
}

static const struct prompt prompt_sure = {.sign = "take the statement away? yes or no: ", .done = take_sure};

static void ask_sure(struct state *s, size_t number)
{
    struct casefile_outcome o = casefile_outcome(s->casing.file, number - 1);
    struct buf text;

    s->stating.number = number;
    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "statement %zu, of the system ", number);
    show_cstr(&text, o.system ? o.system : "(not stated)", s->flags);
    buf_adds(&text, ": ");
    show_cstr(&text, o.statement ? o.statement : "(not stated)", s->flags);
    prompt_open(s, &prompt_sure);
    prompt_tell(s, buf_cstr(&text));
    buf_release(&text);
}

static void take_number(struct state *s, const char *line);

static const struct prompt prompt_number = {.sign = "take away statement number: ", .done = take_number, .asks = true};

static void take_number(struct state *s, const char *line)
{
    uint64_t number = 0;

    line += strspn(line, " ");
    if (!decimal_parse(line, &number) || number == 0 || number > casefile_outcomes(s->casing.file))
        prompt_refuse(s, &prompt_number, line, "there is no statement of that number");
    else
        ask_sure(s, number);
}

void statement_take_away(struct state *s)
{
    size_t n = s->casing.file ? casefile_outcomes(s->casing.file) : 0;

    if (n == 0)
        state_say(s, STYLE_NORMAL, "no statement of outcome is recorded: :outcome records one");
    else if (n == 1)
        ask_sure(s, 1);
    else
        prompt_open(s, &prompt_number);
}

/* ---- review ---- */

static void take_reviewer(struct state *s, const char *line)
{
    if (required(s, ASK_REVIEWER, REVIEW_REVIEWER, line))
        ask(s, ASK_REPORT);
}

static void take_report(struct state *s, const char *line)
{
    if (file(s, ASK_REPORT, REVIEW_REPORT, line))
        ask(s, ASK_REVIEWED);
}

static void take_reviewed(struct state *s, const char *line)
{
    const struct stating *a = &s->stating;
    struct casefile_review r;
    struct err err = {0};

    if (!required(s, ASK_REVIEWED, REVIEW_STATEMENT, line))
        return;
    r = (struct casefile_review){.reviewer = a->field[REVIEW_REVIEWER],
                                 .statement = a->field[REVIEW_STATEMENT],
                                 .has_report = a->has_sha256,
                                 .report_sha256 = a->sha256};
    if (casefile_add_review(s->casing.file, &r, &err) < 0) {
        prompt_refuse_err(s, &prompts[ASK_REVIEWED], line, &err);
        return;
    }
    stating_release(&s->stating);
    casing_changed(s);
    casing_promise(s, "the review is recorded; %s shows the history", action_sign(ACTION_HISTORY));
}

static void ask_review(struct state *s)
{
    stating_release(&s->stating);
    ask(s, ASK_REVIEWER);
}

void statement_review(struct state *s)
{
    casing_need(s, ask_review);
}
