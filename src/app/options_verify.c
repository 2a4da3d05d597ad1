#include "app/options_verify.h"

#include "app/options.h"

#include <string.h>

int set_files_from(struct options *o, const char *value, struct err *err)
{
    if (o->verify.files_from != NULL)
        return err_set(err, ERR_USAGE, "--files-from is given twice: one list is taken");
    o->verify.files_from = value;
    return 0;
}

#define FLAG(id)                                                        \
    int set_##id(struct options *o, const char *value, struct err *err) \
    {                                                                   \
        (void)value;                                                    \
        (void)err;                                                      \
        o->verify.id = true;                                            \
        return 0;                                                       \
    }
FLAG(null)
FLAG(each_line)
FLAG(brief)
FLAG(list_jobs)

int set_job(struct options *o, const char *value, struct err *err)
{
    if (o->verify.job.data != NULL)
        return err_set(err, ERR_USAGE, "--job is given twice: one job is examined at a time");
    o->verify.job = (struct str){.data = (char *)(uintptr_t)value, .len = strlen(value)};
    return 0;
}

bool verify_options_inputs(const struct verify_options *v)
{
    return v->files_from != NULL || v->each_line;
}

size_t verify_options_stdin(const struct verify_options *v)
{
    return v->each_line + (v->files_from != NULL && strcmp(v->files_from, "-") == 0);
}

bool options_several(const struct options *o)
{
    return o->operands > 1 || verify_options_inputs(&o->verify);
}

static int check_jobs(const struct options *o, struct err *err)
{
    const struct verify_options *v = &o->verify;

    if (v->job.data != NULL && o->case_path != NULL)
        return err_set(err, ERR_USAGE, "--case is about the whole file, whose entries --job would count anew");
    if (!v->list_jobs)
        return 0;
    if (v->job.data != NULL)
        return err_set(err, ERR_USAGE, "--list-jobs lists all jobs, --job examines one: give one of them");
    if (options_several(o))
        return err_set(err, ERR_USAGE, "--list-jobs is about one file: give it with one");
    if (o->references > 0 || o->case_path != NULL)
        return err_set(err, ERR_USAGE, "--list-jobs judges nothing: references go with --job");
    if (o->demands.endpoint || o->demands.coverage || o->demands.allow_unwitnessed)
        return err_set(err, ERR_USAGE, "--list-jobs judges nothing: --require and --allow-unwitnessed go with --job");
    return 0;
}

int verify_options_check(const struct options *o, struct err *err)
{
    const struct verify_options *v = &o->verify;

    if (v->null && v->files_from == NULL)
        return err_set(err, ERR_USAGE, "--null needs --files-from=FILE");
    if (check_jobs(o, err) != 0)
        return -1;
    if (v->brief && v->list_jobs)
        return err_set(err, ERR_USAGE, "--list-jobs judges nothing: --brief is for judgements");
    if (v->brief && o->format_name != NULL && strcmp(o->format_name, "text") != 0)
        return err_set(err, ERR_USAGE, "--brief is text: for a line of JSON for each timeline there is --format=ndjson");
    if (!v->each_line)
        return 0;
    if (o->operands > 0 || v->files_from != NULL)
        return err_set(err, ERR_USAGE, "--each-line reads timelines from standard input, and no file beside it");
    if (o->format_name != NULL && strcmp(o->format_name, "json") == 0)
        return err_set(err, ERR_USAGE, "--each-line writes a line for each timeline: --format=ndjson, or text");
    return 0;
}
