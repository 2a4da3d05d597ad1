#include "tui/attach.h"

#include "explain/baseline.h"
#include "tui/attach_impl.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/view.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

struct reference *attach_staged(struct state *s)
{
    return s->attaching.staged.count ? &s->attaching.staged.item[0] : NULL;
}

void attach_forget_staged(struct state *s)
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

void attach_take_staged(struct state *s)
{
    struct err err = {0};
    bool trial;

    explaining_release(&s->explaining);
    checking_release(s);
    s->attaching.trial = baseline_of(attach_staged(s));
    trial = s->attaching.tried = s->attaching.trial != NULL;
    if (reference_set_join(s->refs, &s->attaching.staged, &err) < 0) {
        state_say(s, STYLE_FAILURE, "%s", err.text);
        attach_forget_staged(s);
        return;
    }
    select_on_board(s, s->refs->count - 1);
    state_check(s);
    if (!s->attaching.trial && !s->prompting && s->board.selected < s->refs->count)
        say_result(s, &s->refs->item[s->board.selected]);
    if (!trial) /* which is not attached until it is checked */
        casing_attached(s, s->refs->count - 1);
}

/* ---- what is attached ---- */

static void refuse(struct state *s, int ask, const char *typed, const struct err *err)
{
    attach_refuse(s, ask, typed, err);
    attach_forget_staged(s);
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
        attach_question(s, ASK_WITNESS);
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

    attach_forget_staged(s);
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
    attach_forget_staged(s);
    begin(s, ASK_HEAD, text, reference_add_head(&s->attaching.staged, buf_cstr(&joined), &err), &err);
    buf_release(&joined);
}

void attach_count(struct state *s, const char *text)
{
    struct err err = {0};

    attach_forget_staged(s);
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

    attach_forget_staged(s);
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
    attach_question(s, ASK_WITNESS);
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
        attach_refuse(s, ASK_BASELINE, path, &err);
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
        attach_forget_staged(s);
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

    attach_forget_staged(s);
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
