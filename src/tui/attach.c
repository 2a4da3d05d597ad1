#include "tui/attach.h"

#include "explain/baseline.h"
#include "tui/event.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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
    if (!s->referenced)
        buf_adds(&text, s->progress.done ? "being checked" : "checked when the examination is done");
    else
        board_result(s, r, &text);
    if (state_is_file(s, r->path))
        buf_adds(&text, "; it is the timeline's own file, and shows nothing by agreeing with itself");
    s->attaching.tells = s->referenced ? TELL_NOTHING : TELL_REFERENCE;
    state_say(s, r->result == REFERENCE_CONTRADICTED || !r->readable ? STYLE_FAILURE : STYLE_NORMAL,
              "%s", buf_cstr(&text));
    buf_release(&text);
}

static void select_on_board(struct state *s, size_t at)
{
    s->board.selected = at;
    s->board.follow = true;
}

static void attach(struct state *s)
{
    struct err err = {0};
    bool trial;

    explaining_release(&s->explaining);
    checking_release(s);
    s->attaching.trial = baseline_of(staged(s));
    trial = s->attaching.tried = s->attaching.trial != NULL;
    if (reference_set_join(s->refs, &s->attaching.staged, &err) < 0) {
        state_say(s, STYLE_FAILURE, "%s", err.text);
        forget_staged(s);
        return;
    }
    select_on_board(s, s->refs->count - 1);
    state_check(s);
    if (!s->attaching.trial && !s->prompting && s->board.selected < s->refs->count)
        say_result(s, &s->refs->item[s->board.selected]);
    if (!trial) /* which is not attached until it is checked */
        casing_attached(s, s->refs->count - 1);
}

/* ---- prompts ---- */

static void cancelled(struct state *s)
{
    forget_staged(s);
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

enum {
    ASK_KIND,
    ASK_COMMITMENT,
    ASK_HEAD,
    ASK_COUNT,
    ASK_BASELINE,
    ASK_EXPECTED,
    ASK_WITNESS,
    ASK_AUTHORITY,
    ASK_FROM,
    ASK_AT,
    ASK_INDEPENDENCE
};
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
static void ask_for(struct state *s, int next)
{
    char **was = answer(staged(s), next);

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
    ask_for(s, next);
}

/* Esc: the question before, with what was answered to it. What is typed here stands here again. */
static bool ask_before(struct state *s, uint32_t key)
{
    int asked = (int)(s->prompt_kind - prompts);
    char **typed = answer(staged(s), asked);

    if (key != K_ESC)
        return false;
    if (typed)
        keep(typed, line_text(&s->prompt));
    ask_for(s, asked - 1);
    prompt_tell(s, "The question before, with its answer. Ctrl-C leaves all questions.");
    return true;
}

static void take_witness(struct state *s, const char *line)
{
    keep_and_ask(s, &staged(s)->witness, line, ASK_AUTHORITY);
}

static void take_authority(struct state *s, const char *line)
{
    keep_and_ask(s, &staged(s)->authority, line, ASK_FROM);
}

static void take_from(struct state *s, const char *line)
{
    keep_and_ask(s, &staged(s)->retrieved_from, line, ASK_AT);
}

static void take_at(struct state *s, const char *line)
{
    size_t len = strlen(line);
    struct err err = {0};
    struct instant at;
    const char *why;

    if (len == 0 || rfc3339_parse(line, len, &at, &why) == 0) {
        keep_and_ask(s, &staged(s)->retrieved_at, line, ASK_INDEPENDENCE);
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
    staged(s)->independent = (enum independence)said;
    attach(s);
}

/* ---- what is attached ---- */

static void refuse(struct state *s, int ask, const char *typed, const struct err *err)
{
    prompt_refuse_err(s, &prompts[ask], typed, err);
    forget_staged(s);
}

/* What is wrong with the form of a reference. */
static void reason_of(const struct reference *r, struct err *err)
{
    const struct finding *f = r->findings.count > 0 ? &r->findings.item[0] : NULL;

    err_set(err, ERR_FORM, "%s%.440s", r->has_sha256 && r->kind == REFERENCE_COMMITMENT
                                           ? "it is read, and no chain commitment: "
                                           : "",
            f && f->message.data ? f->message.data : "it cannot be used");
}

/* Before the questions, not behind them: the same bytes are here. */
static void tell_known(struct state *s, const struct reference *r)
{
    for (size_t i = 0; r->has_sha256 && i < s->refs->count; i++) {
        const struct reference *known = &s->refs->item[i];
        if (known->kind != r->kind || !known->has_sha256 || !digest_equal(&known->sha256, &r->sha256))
            continue;
        prompt_tell(s, "These bytes are attached already: twice the same reference shows no more than once.");
        return;
    }
}

/* `r` is NULL where it was not even made, because of `err`. */
static void begin(struct state *s, int ask, const char *typed, const struct reference *r,
                  struct err *err)
{
    if (r && r->readable) {
        ask_for(s, ASK_WITNESS);
        tell_known(s, r);
        return;
    }
    if (r)
        reason_of(r, err);
    refuse(s, ask, typed, err);
}

/* One that has no end would keep the screen waiting. */
static int look_at_path(const char *path, struct err *err)
{
    struct stat st;

    if (!*path)
        return err_set(err, ERR_USAGE, "write the name of a file");
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return err_set(err, ERR_OPEN, "it is no regular file");
    return 0;
}

void attach_file(struct state *s, const char *path)
{
    struct err err = {0};
    struct reference *r = NULL;

    forget_staged(s);
    if (look_at_path(path, &err) == 0)
        r = reference_add_commitment(&s->attaching.staged, path, &err);
    begin(s, ASK_COMMITMENT, path, r, &err);
}

/* Digits may be typed in groups, as they are shown. */
void attach_head(struct state *s, const char *text)
{
    struct err err = {0};
    struct buf joined;

    buf_init(&joined, LIMIT_MESSAGE);
    for (const char *at = text; *at; at++)
        if (*at != ' ')
            buf_addc(&joined, *at);
    forget_staged(s);
    begin(s, ASK_HEAD, text, reference_add_head(&s->attaching.staged, buf_cstr(&joined), &err), &err);
    buf_release(&joined);
}

void attach_count(struct state *s, const char *text)
{
    struct err err = {0};

    forget_staged(s);
    begin(s, ASK_COUNT, text, reference_add_count(&s->attaching.staged, text, &err), &err);
}

/* ---- an earlier copy ---- */

/* What is no timeline shows in its first bytes: for that the prompt waits, and no longer. */
static void wait_a_moment(const struct state *s, const struct baseline *b)
{
    static const struct timespec pause = {.tv_nsec = 2000000};
    enum { TURNS = 50 };

    for (int i = 0; !baseline_over(b) && (i < TURNS || s->checking.worker.at_once); i++)
        nanosleep(&pause, NULL);
}

void attach_baseline(struct state *s, const char *path)
{
    struct reference *r = NULL;
    struct err err = {0};
    bool refused;

    forget_staged(s);
    if (look_at_path(path, &err) == 0)
        r = baseline_add_job(&s->attaching.staged, path, 0, &s->jobs.open, &err);
    if (r && baseline_of(r)) {
        wait_a_moment(s, baseline_of(r));
        if (baseline_settle(r, &err) < 0)
            r = NULL;
    }
    refused = !r || (!r->readable && r->findings.count > 0);
    if (r && refused)
        reason_of(r, &err);
    if (refused) {
        refuse(s, ASK_BASELINE, path, &err);
        return;
    }
    prompt_open(s, &prompts[ASK_WITNESS]);
    if (state_is_file(s, path))
        prompt_tell(s, "This is the timeline's own file, and no earlier copy of it.");
}

static struct reference *find_trial(struct state *s, size_t *at)
{
    for (*at = 0; *at < s->refs->count; ++*at)
        if (s->refs->item[*at].judge.arg == s->attaching.trial)
            return &s->refs->item[*at];
    return NULL;
}

/* One that could not be read to its end, after all. */
static void refuse_trial(struct state *s, size_t at)
{
    struct reference *r = &s->refs->item[at];
    char *path = strdup(r->path ? r->path : "");
    struct err err = {0};

    reason_of(r, &err);
    reference_set_remove(s->refs, at);
    if (s->prompting || !path)
        state_say(s, STYLE_FAILURE, "the earlier copy was not attached: %s", err.text);
    else
        prompt_refuse_err(s, &prompts[ASK_BASELINE], path, &err);
    free(path);
    state_check(s);
}

static void say_coverage(struct state *s, bool instead);

/* The same words over a prompt that was opened since. */
static bool stands_over_prompt(const struct state *s)
{
    return s->prompting && s->message.len > 0 && s->prompt_note.len == s->message.len &&
           memcmp(s->prompt_note.data, s->message.data, s->message.len) == 0;
}

/* What was said to be going on is over. */
static void tell(struct state *s)
{
    struct attaching *a = &s->attaching;
    bool over = stands_over_prompt(s);

    if (a->tells == TELL_REFERENCE && s->refs->count > 0)
        say_result(s, &s->refs->item[s->refs->count - 1]); /* the one attached last */
    else if (a->tells == TELL_LIST || a->tells == TELL_LIST_INSTEAD)
        say_coverage(s, a->tells == TELL_LIST_INSTEAD);
    if (over)
        prompt_tell(s, buf_cstr(&s->message));
    a->tells = TELL_NOTHING;
}

void attach_settle(struct state *s)
{
    size_t at;
    struct reference *r = s->attaching.trial ? find_trial(s, &at) : NULL;

    s->attaching.trial = NULL;
    if (r && !r->readable) {
        refuse_trial(s, at);
    } else if (r) {
        say_result(s, r);
        if (s->attaching.tried)
            casing_attached(s, at);
    } else {
        tell(s);
    }
    s->attaching.tried = false;
}

/* ---- a list ---- */

static void reason_of_list(const struct expected *e, struct err *err)
{
    struct finding f;

    err_set(err, ERR_FORM, "it is no list of expected actions");
    if (expected_list_findings(e) == 0 || expected_list_finding(e, 0, &f) < 0)
        return;
    err_set(err, ERR_FORM, "%.480s", f.message.data ? f.message.data : "");
    err->located = f.located;
    err->line = f.line;
    err->column = f.column;
    finding_release(&f);
}

void attach_drop_list(struct state *s)
{
    checking_release(s);
    expected_free(s->refs->expected);
    s->refs->expected = NULL;
    for (size_t i = s->refs->count; i > 0; i--)
        if (s->refs->item[i - 1].kind == REFERENCE_MANIFEST)
            reference_set_remove(s->refs, i - 1);
}

static void say_coverage(struct state *s, bool instead)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, instead ? "in the place of the list before: coverage " : "coverage ");
    if (checking_has_list(s))
        buf_adds(&text, "is being judged");
    else if (!s->referenced)
        buf_adds(&text, "is judged when the examination is done");
    else if (s->refs->expected && expected_about(s->refs->expected).foreign)
        buf_adds(&text, "not assessed: no entry has the job that the list is for");
    else
        show_result(&text, coverage_result_name(s->verdict.coverage));
    s->attaching.tells = s->referenced && !checking_has_list(s) ? TELL_NOTHING
                         : instead                              ? TELL_LIST_INSTEAD
                                                                : TELL_LIST;
    state_say(s, s->verdict.coverage == COVERAGE_DISCREPANT ? STYLE_FAILURE : STYLE_NORMAL, "%s",
              buf_cstr(&text));
    buf_release(&text);
}

static void put_in_list(struct state *s)
{
    struct reference_set *to = &s->attaching.staged;
    bool instead;
    struct err err = {0};

    explaining_release(&s->explaining);
    checking_release(s);
    instead = s->refs->expected != NULL;
    attach_drop_list(s);
    s->refs->expected = to->expected;
    to->expected = NULL;
    if (reference_set_join(s->refs, to, &err) < 0) {
        state_say(s, STYLE_FAILURE, "%s", err.text);
        forget_staged(s);
    }
    memset(&s->covering, 0, sizeof s->covering);
    select_on_board(s, s->refs->count);
    state_check(s);
    say_coverage(s, instead);
    casing_attached(s, s->refs->count);
}

void attach_expected(struct state *s, const char *path)
{
    struct reference *manifest;
    struct err err = {0};
    int status;

    forget_staged(s);
    status = look_at_path(path, &err);
    if (status == 0)
        status = reference_set_expect(&s->attaching.staged, path, &manifest, &err);
    if (status == 0 && !expected_about(s->attaching.staged.expected).usable) {
        reason_of_list(s->attaching.staged.expected, &err);
        status = -1;
    }
    if (status < 0)
        refuse(s, ASK_EXPECTED, path, &err);
    else
        put_in_list(s);
}
