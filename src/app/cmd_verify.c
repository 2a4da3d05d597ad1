#include "app/commands.h"

#include "app/complain.h"
#include "app/examine.h"
#include "app/pairing.h"

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

/* One timeline takes every reference, of whatever job; several share them out. */
static int check_references(struct examination *e, struct pairing *p, size_t inputs,
                            struct err *err)
{
    struct instant now = instant_now();

    if (inputs > 1)
        return pairing_lend(p, e->timeline, now, &e->refs, err);
    pairing_give(p, &e->refs);
    return references_check(&e->refs, e->timeline, now, err);
}

static void examine(struct examination *e, const char *path, const struct options *o,
                    struct pairing *p)
{
    struct err err = {0};

    if (examine_start(e, path, o, NULL, NULL) != 0)
        return;
    examine_wait(e);
    if (check_references(e, p, o->operands, &err) != 0 && e->report.error.code == ERR_NONE)
        e->report.error = err;
    examine_judge(e, o);
}

static int verify_input(struct report_run *run, const char *path, const struct options *o,
                        struct pairing *p)
{
    struct err err = {0};
    struct examination e;
    int status;

    examine(&e, path, o, p);
    status = e.report.status;
    if (examine_explain(&e, o, &err) != 0 || o->format->input(run, &e.report, &err) != 0) {
        complain_err(path, &err);
        status = status_worse(status, 2);
    }
    out_flush(run->out);
    examine_complain(&e);
    if (o->operands > 1)
        pairing_return(p, &e.refs);
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

static int verify(const struct options *o, struct pairing *p)
{
    struct report_run run = {.style = command_style(o), .inputs = o->operands, .unpaired = &p->all};
    struct output out;
    int status = 0;

    if (command_output(&out, o) != 0)
        return 2;
    run.out = &out.out;
    o->format->begin(&run);
    for (size_t i = 0; i < o->operands && out.out.error == 0; i++)
        status = status_worse(status, verify_input(&run, o->operand[i], o, p));
    status = status_worse(status, verify_unpaired(p));
    o->format->end(&run);
    return command_done(&out, status);
}

int cmd_verify(const struct options *o)
{
    struct reference_set all = {0};
    struct pairing p;
    struct err err = {0};
    int status = 2;

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
        status = verify(o, &p);
    else
        complain_err(NULL, &err);
    pairing_release(&p);
    return status;
}
