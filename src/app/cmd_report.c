#include "app/commands.h"

#include "app/complain.h"
#include "app/examine.h"
#include "report/again.h"
#include "report/says.h"

#include <string.h>

static struct report_request request_of(const struct options *o)
{
    bool all = !o->has_entries && strcmp(o->format->name, "csv") == 0;

    return (struct report_request){
        .style = command_style(o),
        .entries = all ? REPORT_ALL : o->entries,
        .from = o->from,
        .to = o->to,
        .now = instant_now(),
    };
}

/* 0, or -1 with the reason. */
static int write_report(struct output *out, struct examination *e, const struct options *o,
                        struct err *err)
{
    struct report_request request = request_of(o);

    if (references_check(&e->refs, e->timeline, request.now, err) != 0)
        return -1;
    examine_judge(e, o);
    if (e->report.error.code != ERR_NONE || examine_explain(e, o, err) != 0 ||
        report_read_again(&e->report, NULL, NULL, err) != 0)
        return -1;
    return o->format->report(&out->out, &e->report, &request, err);
}

/* Nothing of it could be examined, so there is nothing to report. */
static bool is_refused(const struct timeline *t)
{
    const struct damage *d = timeline_damage(t);

    return d != NULL && (d->refused || d->entries_read == 0);
}

/* Rows and nothing else have no place for it. */
static void warn_training(const struct examination *e, const struct options *o)
{
    struct buf said;

    if (strcmp(o->format->name, "csv") != 0 || timeline_training(e->timeline) == 0)
        return;
    buf_init(&said, LIMIT_MESSAGE);
    says_training(&said, e->timeline);
    complain("%s; no row of the CSV says so", buf_cstr(&said));
    buf_release(&said);
}

/* Takes over the references. -1: nothing is to be kept of it, and it has been said why. */
static int report(struct output *out, const struct options *o, struct reference_set *refs)
{
    struct examination e;
    struct err err = {0};
    int status = -1;

    if (examine_start(&e, o->operand[0], o, NULL, NULL) == 0) {
        examine_wait(&e);
        e.refs = *refs;
        memset(refs, 0, sizeof *refs);
        if (e.report.error.code == ERR_NONE && !is_refused(e.timeline) && write_report(out, &e, o, &err) == 0 &&
            !examine_lost(&e))
            status = o->status ? e.report.status : 0;
    }
    if (err.code != ERR_NONE)
        complain_err(o->operand[0], &err);
    else if (status >= 0)
        warn_training(&e, o);
    examine_complain(&e);
    examine_release(&e);
    return status;
}

int cmd_report(const struct options *o)
{
    struct reference_set refs = {0};
    struct output out;
    struct err err = {0};
    int status = -1;

    if (examine_references(&refs, o, &err) != 0) {
        complain_err(NULL, &err);
        reference_set_release(&refs);
        return 2;
    }
    if (command_output(&out, o) == 0) {
        status = report(&out, o, &refs);
        status = status < 0 ? command_drop(&out) : command_done(&out, status);
    }
    reference_set_release(&refs);
    return status < 0 ? 2 : status;
}
