#include "app/commands.h"

#include "app/complain.h"
#include "app/config.h"
#include "app/examine.h"
#include "app/refcase.h"
#include "core/selection.h"
#include "tui/inspector.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum inspector_color color_of(enum color c)
{
    if (c == WITH_AUTO)
        return COLOR_AUTO;
    return c == WITH_ALWAYS ? COLOR_ALWAYS : COLOR_NEVER;
}

/* Left before the examination was done: what is proved stays proved, and what is not is not said. */
static int left_early(struct examination *e, const struct options *o)
{
    uint64_t entry;
    enum finding_code code;

    if (timeline_first_failure(e->timeline, &entry, &code))
        return 1;
    complain("%s: left before the examination was done; no failure was found so far, which says "
             "nothing about the rest; aerscope verify examines it all",
             shown(o->operand[0]).text);
    return 2;
}

static void keep_line(struct buf *out, const char *judgement, const char *result)
{
    char text[32];
    size_t i = 0;

    for (; result[i] != '\0' && i + 1 < sizeof text; i++)
        text[i] = result[i] == '_' ? ' ' : result[i];
    text[i] = '\0';
    buf_addf(out, "%-9s %s\n", judgement, text);
}

/* The four judgements, so that they stay in sight; each in its own word, none summed up. -1 where they
 * could not be written. */
static int keep(const struct examination *e)
{
    const struct verdict *v = &e->report.verdict;
    struct buf out;
    int number;

    buf_init(&out, LIMIT_MESSAGE);
    buf_addf(&out, "%s\n", shown(e->report.path).text);
    keep_line(&out, "TIMELINE", timeline_result_name(v->timeline));
    keep_line(&out, "ENDPOINT", endpoint_result_name(v->endpoint));
    keep_line(&out, "COVERAGE", coverage_result_name(v->coverage));
    keep_line(&out, "OUTCOME", outcome_result_name(v->outcome));
    if (v->timeline == TIMELINE_CONSISTENT)
        buf_adds(&out, "consistent does not show that nothing is missing\n");
    number = out.failed ? ENOMEM : output_write_fd(STDOUT_FILENO, buf_cstr(&out), out.len);
    buf_release(&out);
    if (number == 0)
        return 0;
    if (number != EPIPE)
        complain("standard output: cannot be written: %s", strerror(number));
    return -1;
}

static bool names(const struct options *o, enum reference_kind kind)
{
    for (size_t i = 0; i < o->references; i++)
        if (o->reference[i].kind == kind)
            return true;
    return false;
}

/* Whether something that the command line names was not held against the timeline, because its check was
 * given up: nothing then is as if it had been. */
static bool gave_up(const struct options *o, const struct inspector *in)
{
    return (inspector_gave_up_copy(in) && names(o, REFERENCE_BASELINE)) ||
           (inspector_gave_up_list(in) && names(o, REFERENCE_MANIFEST));
}

static int after_giving_up(struct examination *e, const struct options *o)
{
    static const struct verdict_demands none = {0};

    if (verdict_status(&e->report.verdict, &e->refs, &none) == 1)
        return 1;
    complain("%s: the check of what the command line names was given up; no failure was found, which says "
             "nothing of it; aerscope verify makes the check",
             shown(o->operand[0]).text);
    return 2;
}

/* What is shown, and what is about to take its place when the file is read again. */
struct session {
    struct examination shown, next;
    const struct options *o;
    struct inspector *in;
    struct str job, next_job; /* whose entries alone they are; data NULL: all */
    bool away;           /* not what the line asks for is shown, but other entries of the file */
    struct verdict home; /* what that came to */
    int home_status;
    bool lost; /* what was noted */
};

static int status_away(struct session *s)
{
    s->shown.report.verdict = s->home;
    return s->o->keep && keep(&s->shown) != 0 ? 2 : s->home_status;
}

/* What was shown counts, whatever became of the file since. */
static void judge_shown(struct session *s)
{
    struct examination *e = &s->shown;
    const struct verdict *made = inspector_verdict(s->in);

    examine_wait(e);
    if (made != NULL && e->report.error.code == ERR_NONE)
        examine_take(e, s->o, made);
    else
        examine_judge(e, s->o);
}

static int status_of(struct session *s)
{
    struct examination *e = &s->shown;
    const struct options *o = s->o;
    const struct inspector *in = s->in;
    bool kept;

    if (s->away)
        return status_away(s);
    if (inspector_left_early(in))
        return left_early(e, o);
    judge_shown(s);
    /* The case file may be another by now than the one that was named. */
    e->report.verdict.outcome = inspector_outcome(in);
    kept = !o->keep || keep(e) == 0;
    examine_complain(e);
    if (!kept)
        return 2;
    return gave_up(o, in) ? after_giving_up(e, o) : e->report.status;
}

/* Standard input was spooled, and can be read again where its copy is. */
static int start_next(struct session *s, const struct options *o)
{
    const char *path = s->o->operand[0];

    if (strcmp(path, "-") != 0)
        return examine_start(&s->next, path, o, inspector_notify, s->in);
    return examine_shared(&s->next, s->shown.source, path, o, inspector_notify, s->in);
}

static void drop_next(struct session *s)
{
    if (s->next.source == s->shown.source)
        s->next.source = NULL;
    examine_release(&s->next);
    str_release(&s->next_job);
}

/* The exit status is that of what the line asks for, whatever was looked at last. */
static void leave_home(struct session *s)
{
    struct examination *e = &s->shown;

    judge_shown(s);
    s->home = e->report.verdict;
    s->home_status = e->report.status;
}

/* Opening a FIFO that has come in the place of a file waits for somebody who writes to it, perhaps for ever. */
static bool still_readable(const struct session *s, struct err *err)
{
    const char *path = s->o->operand[0];
    struct stat st;

    if (strcmp(path, "-") == 0 || source_is_copy(s->shown.source) || stat(path, &st) != 0 || !S_ISFIFO(st.st_mode))
        return true;
    err_set(err, ERR_OPEN, "%s is no regular file any more, but a FIFO, which would wait for a writer", shown(path).text);
    return false;
}

static struct timeline *reopen(void *arg, const struct str *job, struct err *err)
{
    struct session *s = arg;
    struct options o = *s->o;

    if (job->data != NULL && str_set(&s->next_job, job->data, job->len) != 0) {
        err_set(err, ERR_MEMORY, "no memory for a job_id");
        return NULL;
    }
    o.verify.job = s->next_job;
    if (!still_readable(s, err)) {
        str_release(&s->next_job);
        return NULL;
    }
    if (!s->away && !str_equal(&s->next_job, &s->o->verify.job))
        leave_home(s);
    if (start_next(s, &o) == 0)
        return s->next.timeline;
    *err = s->next.report.error;
    drop_next(s);
    return NULL;
}

/* The references stay: they may be more than those of the command line by now. */
static void reopened(void *arg)
{
    struct session *s = arg;
    struct examination *e = &s->shown;

    timeline_free(e->timeline);
    selection_free(e->selection);
    if (e->source != s->next.source)
        source_free(e->source);
    e->timeline = e->report.timeline = s->next.timeline;
    e->selection = s->next.selection;
    e->source = s->next.source;
    str_release(&s->job);
    s->job = s->next_job;
    s->next_job = (struct str){0};
    s->away = !str_equal(&s->job, &s->o->verify.job);
    err_clear(&e->report.error);
}

static int bring(void *arg, struct reference_set *set, const struct casefile *was, struct casefile *now, struct err *err)
{
    const struct session *s = arg;

    if (was != NULL)
        refcase_take_off(set, was, s->o);
    return refcase_bring(set, now, s->o, err);
}

static void tell_lost(void *arg, const struct err *why)
{
    struct session *s = arg;

    s->lost = true;
    complain("what was noted in the inspector, or typed there and not finished, is lost: %s", why->text);
}

/* What was attached is lost unless a case file has it. */
static void tell_unkept(const struct session *s)
{
    size_t n = inspector_unkept(s->in);

    if (n > 0)
        complain("%s: %zu thing%s attached in the inspector, with what was stated of %s, %s in no case file: "
                 "--case=FILE, or :case FILE there, keeps such",
                 shown(s->o->operand[0]).text, n, n == 1 ? "" : "s", n == 1 ? "it" : "them", n == 1 ? "is" : "are");
}

static int show(struct session *s)
{
    struct examination *e = &s->shown;
    struct inspector *in = s->in;
    const struct options *o = s->o;
    struct err err = {0};
    int status;

    if (examine_start(e, o->operand[0], o, inspector_notify, in) != 0) {
        examine_complain(e);
        return 2;
    }
    if (examine_line(&e->refs, o, &err) != 0 ||
        inspector_run(in, e->timeline, &e->refs, instant_now(), &err) != 0) {
        complain_err(NULL, &err);
        return 2;
    }
    tell_unkept(s);
    status = status_of(s);
    return s->lost ? 2 : status;
}

/* What the command line says goes before what the file says. */
static void configure(struct inspector_setup *setup, const struct config *c,
                      const struct options *o)
{
    setup->theme = o->has_theme || !c->has_theme ? o->theme : c->theme;
    setup->unicode_frames = o->has_frames || !c->has_frames ? o->unicode_frames : c->unicode_frames;
    setup->plain = o->plain || c->plain;
    setup->mouse = c->mouse;
    setup->colors = c->colors;
}

static int inspect(const struct options *o, const char *script)
{
    struct session s = {.o = o};
    struct config c;
    struct inspector_setup setup = {
        .reopen = reopen,
        .reopened = reopened,
        .reopen_arg = &s,
        .bring = bring,
        .bring_arg = &s,
        .lost = tell_lost,
        .lost_arg = &s,
        .color = color_of(o->color),
        .unicode_frames = o->unicode_frames,
        .theme = o->theme,
        .effort = o->effort,
        .plain = o->plain,
        .demands = o->demands,
        .all_findings = o->all_findings,
        .job = o->verify.job,
        .case_path = o->case_path,
        .script = script,
        .title_path = o->operand[0],
    };
    struct err err = {0};
    int status;

    if (config_read(&c, o->config, &err) != 0 ||
        (configure(&setup, &c, o), s.in = inspector_new(&setup, &err)) == NULL) {
        complain_err(NULL, &err);
        return 2;
    }
    status = show(&s);
    examine_release(&s.shown);
    str_release(&s.job);
    inspector_free(s.in);
    return status;
}

int cmd_view(const struct options *o)
{
    const char *script = getenv("AERSCOPE_SCRIPT");
    struct err why = {0};

    if (script != NULL && *script != '\0')
        return inspect(o, script);
    if (!isatty(STDOUT_FILENO))
        return cmd_verify(o);
    if (inspector_terminal(&why) == 0)
        return inspect(o, NULL);
    if (why.code != ERR_USAGE) {
        complain_err(NULL, &why);
        return 2;
    }
    complain("%s; below is what aerscope verify prints", why.text);
    return cmd_verify(o);
}
