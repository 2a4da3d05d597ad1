#include "app/commands.h"

#include "app/complain.h"
#include "app/examine.h"
#include "report/json.h"
#include "report/says.h"

#include <string.h>

static int read_job(struct timeline *t, struct entry_text *text, struct err *err)
{
    const struct entry_value *job = &text->member[MEMBER_JOB_ID];

    if (examine_member(t, 1, MEMBER_JOB_ID, text, err) != 0)
        return -1;
    if (job->type != JSON_STRING || job->text.len == 0)
        return err_set(err, ERR_FORM, "entry 1 names no job: there is nothing to commit to");
    return 0;
}

static int put_commitment(struct out *out, struct timeline *t, const char *published_at,
                          struct err *err)
{
    uint64_t entries = timeline_progress(t).entries;
    struct entry_mark last = timeline_mark(t, entries);
    struct entry_text text;
    char hex[DIGEST_HEX + 1];
    struct json j;

    if (!last.has_digest)
        return err_set(err, ERR_FORM,
                       "the last entry has no digest: its members are not of the types "
                       "it needs");
    if (read_job(t, &text, err) != 0) {
        entry_text_release(&text);
        return -1;
    }
    digest_hex(&last.digest, hex);
    json_init(&j, out, false);
    json_object(&j, NULL);
    json_str(&j, "job_id", &text.member[MEMBER_JOB_ID].text);
    json_text(&j, "final_entry_digest", hex);
    json_uint(&j, "entry_count", entries);
    json_text(&j, "published_at", published_at);
    json_end(&j);
    entry_text_release(&text);
    return 0;
}

/* Whether there is an end to commit to. */
static int check_result(const struct verdict *v, bool not_consistent, struct err *err)
{
    if (v->entries == 0)
        return err_set(err, ERR_FORM, "there is no entry: there is no end to commit to");
    if (v->timeline == TIMELINE_HISTORICAL)
        return err_set(
            err, ERR_FORM,
            "historical, by the construction of revision -06: commitments are not defined "
            "for it");
    if (v->timeline != TIMELINE_CONSISTENT && !not_consistent)
        return err_set(err, ERR_FORM,
                       "the timeline is not consistent (aerscope verify says why): add "
                       "--not-consistent to commit to its visible end all the same");
    return 0;
}

/* Once it is where it was to go. */
static void remind(const struct timeline *t, const char *published_at)
{
    struct buf said;

    complain("a commitment of the visible end, published_at %s. Kept with the timeline it is no "
             "witness: publish it where whoever can change the timeline cannot change it",
             published_at);
    if (timeline_training(t) == 0)
        return;
    buf_init(&said, LIMIT_MESSAGE);
    says_training(&said, t);
    complain("a commitment to what has the mark of a training copy: %s", buf_cstr(&said));
    buf_release(&said);
}

static int commit_examined(struct output *out, struct examination *e, const struct options *o, const char *published_at,
                           struct err *err)
{
    examine_judge(e, o);
    if (e->report.error.code != ERR_NONE || timeline_damage(e->timeline) != NULL)
        return err_set(err, ERR_FORM, "not read to its end: there is no end to commit to");
    if (check_result(&e->report.verdict, o->not_consistent, err) != 0 ||
        put_commitment(&out->out, e->timeline, published_at, err) != 0)
        return -1;
    return 0;
}

static int commit(struct output *out, struct examination *e, const struct options *o, const char *published_at)
{
    struct err err = {0};
    int status = 2;

    if (examine_start(e, o->operand[0], o, NULL, NULL) == 0) {
        examine_wait(e);
        if (commit_examined(out, e, o, published_at, &err) == 0)
            status = 0;
    }
    examine_complain(e);
    if (err.code != ERR_NONE)
        complain_err(o->operand[0], &err);
    return status;
}

int cmd_commit(const struct options *o)
{
    struct examination e;
    struct output out;
    char now[32];
    const char *published_at = o->published_at != NULL ? o->published_at : now;
    int status;

    if (command_output(&out, o) != 0)
        return 2;
    rfc3339_format(now, instant_now().seconds);
    status = command_done(&out, commit(&out, &e, o, published_at));
    if (status == 0)
        remind(e.timeline, published_at);
    examine_release(&e);
    return status;
}
