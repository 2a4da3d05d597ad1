#include "app/confine.h"

#include "app/sandbox.h"
#include "base/refusal.h"
#include "base/shown.h"
#include "casefile/casefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int set_write_below(struct options *o, const char *value, struct err *err)
{
    struct stat st;

    if (o->write_below_count == OPTIONS_WRITE_BELOW)
        return err_set(err, ERR_USAGE, "--write-below is given more than %d times", OPTIONS_WRITE_BELOW);
    if (stat(value, &st) != 0 || !S_ISDIR(st.st_mode))
        return err_set(err, ERR_USAGE, "--write-below names a folder, and '%s' is none", shown(value).text);
    o->write_below[o->write_below_count++] = value;
    return 0;
}

/* What cannot be read twice is copied to a file without a name, and so may standard input be whatever it is: it may
 * have been read from before. Files that the kernel makes up (/proc) say that they are empty, and are copied too. */
static bool is_copied(const char *path)
{
    struct stat st;

    return strcmp(path, "-") == 0 || (stat(path, &st) == 0 && (!S_ISREG(st.st_mode) || st.st_size == 0));
}

static bool copies(const struct options *o, const char *const *inputs, size_t count)
{
    if (o->command == COMMAND_ATTACK || o->verify.files_from != NULL || o->verify.each_line)
        return true;
    for (size_t i = 0; i < count; i++)
        if (is_copied(inputs[i]))
            return true;
    return false;
}

static void plan_copies(struct sandbox_plan *p)
{
    const char *folder = getenv("TMPDIR");

    sandbox_plan_below(p, folder != NULL && *folder != '\0' ? folder : "/tmp");
}

/* The usual place of case files, which the first save makes. */
static void plan_data(struct sandbox_plan *p)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char path[4096];
    int len = 0;

    if (data != NULL && *data == '/')
        len = snprintf(path, sizeof path, "%s/aerscope", data);
    else if (home != NULL && *home == '/')
        len = snprintf(path, sizeof path, "%s/.local/share/aerscope", home);
    if (len > 0 && (size_t)len < sizeof path)
        sandbox_plan_made(p, path);
}

static void plan_terminal(struct sandbox_plan *p)
{
    char name[256];

    sandbox_plan_device(p, "/dev/null");
    sandbox_plan_device(p, "/dev/tty");
    if (ttyname_r(STDOUT_FILENO, name, sizeof name) == 0)
        sandbox_plan_device(p, name);
}

/* Where the user is, where the timeline and the case file are, where case files are usually, where copies are made,
 * and what was asked for. */
static void plan_inspector(struct sandbox_plan *p, const struct options *o)
{
    plan_terminal(p);
    plan_copies(p);
    plan_data(p);
    sandbox_plan_below(p, ".");
    for (size_t i = 0; i < o->write_below_count; i++)
        sandbox_plan_below(p, o->write_below[i]);
    if (strcmp(o->operand[0], "-") != 0)
        sandbox_plan_beside(p, o->operand[0]);
    if (o->case_path != NULL)
        sandbox_plan_beside(p, o->case_path);
    refusal_explain("the inspector writes only below the folders that it was started with (SECURITY in the manual); "
                    "--write-below=DIR names another");
}

void confine(const struct options *o, const char *const *inputs, size_t count)
{
    struct sandbox_plan plan;

    if (o->no_sandbox)
        return;
    sandbox_plan_init(&plan);
    if (o->command == COMMAND_VIEW)
        plan_inspector(&plan, o);
    else if (copies(o, inputs, count))
        plan_copies(&plan);
    if (o->output != NULL)
        sandbox_plan_beside(&plan, o->output);
    if (o->attack.answer_key != NULL)
        sandbox_plan_beside(&plan, o->attack.answer_key);
    if ((sandbox_enter(&plan) & SANDBOX_WRITING) == 0)
        refusal_explain(NULL);
    sandbox_plan_release(&plan);
}
