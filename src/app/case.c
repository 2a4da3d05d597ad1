#include "app/case.h"

#include "app/complain.h"
#include "app/refcase.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

static int add_input(struct options *o, const char *path, struct err *err)
{
    struct str located = {0};

    if (path == NULL)
        return 0;
    if (casefile_locate(o->casefile, path, &located, err) != 0)
        return -1;
    o->case_input[o->case_inputs++] = located.data;
    return 0;
}

static int note_inputs(struct options *o, struct err *err)
{
    size_t all = casefile_references(o->casefile), outcomes = casefile_outcomes(o->casefile);

    o->case_input = calloc(all + outcomes + 3, sizeof *o->case_input);
    if (o->case_input == NULL)
        return err_set(err, ERR_MEMORY, "no memory for a case file");
    for (size_t i = 0; i < all; i++)
        if (add_input(o, casefile_reference(o->casefile, i).file.path, err) != 0)
            return -1;
    for (size_t i = 0; i < outcomes; i++)
        if (add_input(o, casefile_outcome(o->casefile, i).evidence.path, err) != 0)
            return -1;
    return add_input(o, casefile_timeline(o->casefile).path, err) != 0 ||
                   add_input(o, casefile_expect(o->casefile).path, err) != 0 ||
                   add_input(o, casefile_baseline(o->casefile).path, err) != 0
               ? -1
               : 0;
}

int case_open(struct options *o, struct err *err)
{
    struct stat st;

    if (o->case_path == NULL)
        return 0;
    /* The inspector begins one, unless nothing that is noted could be kept there. */
    if (o->command == COMMAND_VIEW && stat(o->case_path, &st) != 0 && errno == ENOENT)
        return casefile_place(o->case_path, err);
    o->casefile = casefile_open(o->case_path, CASEFILE_READ, err);
    if (o->casefile == NULL)
        return -1;
    if (o->command != COMMAND_VIEW && casefile_writer(o->casefile) > 0)
        complain("case file %s: process %ld has it open for writing: what was not written yet is not here",
                 shown(o->case_path).text, casefile_writer(o->casefile));
    return note_inputs(o, err);
}

/* ---- beside the timeline ---- */

void case_judge(struct report *r, const struct options *o)
{
    struct casefile *c = o->casefile;

    if (c == NULL || r->timeline == NULL)
        return;
    r->casefile = c;
    do
        casefile_match(c, r->timeline, r->path);
    while (casefile_matching(c));
    refcase_check(r->refs, c);
    if (r->error.code == ERR_NONE && casefile_recorded(c) > 0)
        r->verdict.outcome = OUTCOME_RECORDED;
}
