#include "app/commands.h"

#include "app/cmd_jobs.h"
#include "app/complain.h"
#include "app/examine.h"
#include "app/pairing.h"
#include "app/verify_many.h"

#include "base/limits.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wants_colour(const struct options *o)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

    if (o->color != WITH_AUTO)
        return o->color == WITH_ALWAYS;
    return o->output == NULL && isatty(STDOUT_FILENO) && (none == NULL || *none == '\0') &&
           term != NULL && strcmp(term, "dumb") != 0;
}

struct report_style command_style(const struct options *o)
{
    return (struct report_style){
        .utf8 = complain_utf8(),
        .colour = wants_colour(o),
        .all_findings = o->all_findings,
    };
}

static void examine(struct examination *e, const struct options *o, struct pairing *p)
{
    struct err err = {0};

    if (examine_start(e, o->operand[0], o, NULL, NULL) != 0)
        return;
    examine_wait(e);
    /* One timeline takes every reference, of whatever job. */
    pairing_give(p, &e->refs);
    if (references_check(&e->refs, e->timeline, instant_now(), &err) != 0 && e->report.error.code == ERR_NONE)
        e->report.error = err;
    examine_judge(e, o);
}

static int verify_one(struct report_run *run, const struct options *o, struct pairing *p)
{
    struct err err = {0};
    struct examination e;
    int status;

    examine(&e, o, p);
    status = e.report.status;
    if (examine_explain(&e, o, &err) != 0 || verify_writer(o)->input(run, &e.report, &err) != 0) {
        complain_err(e.report.path, &err);
        status = VERIFY_UNWRITTEN;
    } else if (examine_lost(&e)) {
        status = VERIFY_UNWRITTEN;
    } else {
        out_flush(run->out);
    }
    examine_complain(&e);
    examine_release(&e);
    return status;
}

/* 2 when a reference, or the list of expected actions, belongs to none of several timelines. */
static int verify_unpaired(struct pairing *p)
{
    pairing_keep_unpaired(p);
    for (size_t i = 0; i < p->count; i++)
        examine_complain_reference(&p->all.item[i]);
    if (p->all.expected == NULL || p->list_paired)
        return p->count > 0 ? 2 : 0;
    examine_complain_list(p->all.expected);
    return 2;
}

/* No reference is to blame for that; in text nothing is left to say, and a document is a document. */
static int verify_none(struct report_run *run, const struct report_writer *writer, struct output *out)
{
    static const struct reference_set none = {0};

    run->unpaired = &none;
    if (writer != report_writer("text"))
        writer->end(run);
    return command_done(out, 2);
}

static int verify_into(struct output *out, struct report_run *run, const struct options *o, struct pairing *p,
                       struct records *list)
{
    const struct report_writer *writer = verify_writer(o);
    int status;

    writer->begin(run);
    status = run->several ? verify_many(run, o, p, list) : verify_one(run, o, p);
    if (status == VERIFY_UNWRITTEN)
        return command_drop(out);
    if (status == VERIFY_CLASH) {
        complain("output '%s' is an input: evidence is never written over; name another file", shown(o->output).text);
        return command_drop(out);
    }
    if (status == VERIFY_NONE)
        return verify_none(run, writer, out);
    status = status_worse(status, verify_unpaired(p));
    writer->end(run);
    return command_done(out, status);
}

static int verify(const struct options *o, struct pairing *p, struct records *list)
{
    struct report_run run = {.style = command_style(o), .several = options_several(o), .unpaired = &p->all};
    struct output out;
    int status;

    if (command_output(&out, o) != 0)
        return 2;
    run.out = &out.out;
    status = verify_into(&out, &run, o, p, list);
    report_run_release(&run);
    return status;
}

/* The list is opened before anything is written. */
static int verify_listed(const struct options *o, struct pairing *p)
{
    const struct verify_options *v = &o->verify;
    struct records list;
    struct err err = {0};
    int status = 2;

    if (!verify_options_inputs(v))
        return verify(o, p, NULL);
    if (records_open(&list, v->each_line ? "-" : v->files_from, v->null ? '\0' : '\n', &err) == 0) {
        list.most = v->each_line ? LIMIT_LINE : RECORD_MEMORY;
        list.what = v->each_line ? "line" : "name";
        list.why = v->each_line ? "a timeline of that size is examined from a file of its own" : "it is no list of names";
        status = verify(o, p, &list);
    } else {
        complain_err(NULL, &err);
    }
    records_close(&list);
    return status;
}

int cmd_verify(const struct options *o)
{
    struct reference_set all = {0};
    struct pairing p;
    struct err err = {0};
    int status = 2;

    if (o->verify.list_jobs)
        return list_jobs(o);
    if (o->case_path != NULL && o->casefile == NULL) {
        complain("there is no case file '%s'", shown(o->case_path).text);
        return 2;
    }
    if (examine_references(&all, o, &err) != 0) {
        complain_err(NULL, &err);
        reference_set_release(&all);
        return 2;
    }
    if (pairing_init(&p, &all, &err) == 0)
        status = verify_listed(o, &p);
    else
        complain_err(NULL, &err);
    pairing_release(&p);
    return status;
}
