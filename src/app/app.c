#include "app/app.h"

#include "app/case.h"
#include "app/commands.h"
#include "app/complain.h"
#include "app/confine.h"

#include "base/rfc3339.h"
#include "base/shortage.h"
#include "base/shown.h"
#include "report/report.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A descriptor 0, 1 or 2 that is closed would be given to the next file opened, and that file be read
 * or written by mistake: each is held by one on which its use fails. */
static void hold_standard_files(void)
{
    static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_RDONLY};

    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", wrong_way[fd]) == -1)
            _exit(2);
}

int status_worse(int a, int b)
{
    static const int rank[] = {[0] = 0, [3] = 1, [2] = 2, [1] = 3};

    return rank[a] >= rank[b] ? a : b;
}

/* Fills the list of files that the output must not replace. */
static int gather_inputs(const struct options *o, struct output_inputs *inputs)
{
    const struct attack_options *a = &o->attack;
    const char **path =
        shortage_unless(calloc(o->operands + o->references + o->case_inputs + a->steps + 2, sizeof *path));

    if (path == NULL)
        return -1;
    inputs->path = path;
    inputs->count = 0;
    for (size_t i = 0; i < o->operands; i++)
        path[inputs->count++] = o->operand[i];
    for (size_t i = 0; i < o->references; i++)
        if (reference_option_is_file(&o->reference[i]))
            path[inputs->count++] = o->reference[i].value;
    if (o->verify.files_from != NULL)
        path[inputs->count++] = o->verify.files_from;
    if (o->case_path != NULL)
        path[inputs->count++] = o->case_path;
    for (size_t i = 0; i < o->case_inputs; i++)
        path[inputs->count++] = o->case_input[i];
    for (size_t i = 0; i < a->steps; i++)
        if (a->step[i].kind == LAB_SPLICE)
            path[inputs->count++] = a->step[i].file.data;
    return 0;
}

static void drop_output(struct output *out)
{
    output_release(out);
    free(out->inputs.path);
}

int command_output(struct output *out, const struct options *o)
{
    struct output_inputs inputs;
    struct err err = {0};

    if (gather_inputs(o, &inputs) != 0) {
        complain("no memory");
        return -1;
    }
    output_for_commands();
    if (output_open(out, o->output, o->force, o->quiet, inputs, &err) == 0)
        return 0;
    complain_err(NULL, &err);
    drop_output(out);
    return -1;
}

int command_drop(struct output *out)
{
    drop_output(out);
    return 2;
}

int command_done(struct output *out, int status)
{
    struct err err = {0};

    if (status == 2 && out->path != NULL && output_is_empty(out)) {
        drop_output(out);
        return 2;
    }
    if (shortage_notes() > 0) {
        complain("there was too little memory: the output may lack something, and is not to be relied on");
        if (status != 2) {
            drop_output(out);
            return 2;
        }
    }
    if (output_close(out, &err) != 0) {
        if (err.text[0] != '\0')
            complain_err(NULL, &err);
        status = 2;
    }
    drop_output(out);
    return status;
}

/* What is not needed from here on. */
static int give_up(const struct options *o)
{
    struct output_inputs inputs;

    if (gather_inputs(o, &inputs) != 0) {
        complain("no memory");
        return -1;
    }
    confine(o, inputs.path, inputs.count);
    free(inputs.path);
    return 0;
}

static int usage(const struct err *err)
{
    complain_err(NULL, err);
    return 2;
}

static int run(struct options *o)
{
    static int (*const table[COMMAND_COUNT])(const struct options *) = {
        [COMMAND_VIEW] = cmd_view,
        [COMMAND_VERIFY] = cmd_verify,
        [COMMAND_DIGEST] = cmd_digest,
        [COMMAND_COMMIT] = cmd_commit,
        [COMMAND_DIFF] = cmd_diff,
        [COMMAND_REPORT] = cmd_report,
        [COMMAND_ATTACK] = cmd_attack,
        [COMMAND_CONFORMANCE] = cmd_conformance,
        [COMMAND_HELP] = cmd_help,
    };

    struct err err = {0};

    if (o->help)
        return cmd_help(o);
    if (o->version)
        return cmd_version(o);
    if (!source_date_usable()) {
        err_set(&err, ERR_USAGE, "SOURCE_DATE_EPOCH is '%s': seconds since 1970 are required, in decimal digits "
                                 "alone and at most %" PRId64, shown(getenv("SOURCE_DATE_EPOCH")).text, SOURCE_DATE_LAST);
        return usage(&err);
    }
    if (give_up(o) != 0)
        return 2;
    if (case_open(o, &err) != 0)
        return usage(&err);
    return table[o->command](o);
}

static bool is_file(const char *path, const struct stat *file)
{
    struct stat st;

    return stat(path, &st) == 0 && st.st_dev == file->st_dev && st.st_ino == file->st_ino;
}

/* The file that a word of the command line may name: itself, or what stands behind an option in the same word. */
static const char *named_by(const char *word)
{
    const char *value = strchr(word, '=');

    if (word[0] != '-')
        return word;
    if (word[1] != '-')
        return word[1] != '\0' ? word + 2 : "/dev/stdin";
    return value != NULL ? value + 1 : word;
}

/* What is said goes to a file that the command line names: a message would be evidence from then on, whatever the
 * line says. It is said where it does no harm. */
static bool would_tell_evidence(int argc, char **argv)
{
    static const char says[] = TOOL_NAME ": standard error goes to a file that the command line names: evidence is never "
                                         "written over; redirect it elsewhere\n";
    struct stat told, out;
    bool named = false;

    if (fstat(STDERR_FILENO, &told) != 0 || !S_ISREG(told.st_mode))
        return false;
    for (int i = 1; i < argc && !named; i++)
        named = is_file(named_by(argv[i]), &told);
    if (named && fstat(STDOUT_FILENO, &out) == 0 && (out.st_dev != told.st_dev || out.st_ino != told.st_ino))
        output_write_fd(STDOUT_FILENO, says, sizeof says - 1);
    return named;
}

/* Half of it is enough for all that the program does, of which JSON that is nested as deep as it may be takes the most.
 * Each thread has as much as the first. */
enum { STACK_LEAST = 256 * 1024 };

/* What ends for want of it ends without a word. */
static bool has_stack(void)
{
    static const char fmt[] = TOOL_NAME ": the stack may grow to %llu KiB only, and %d are needed: raise its limit (ulimit -s)\n";
    char text[sizeof fmt + 32];
    struct rlimit most;

    if (getrlimit(RLIMIT_STACK, &most) != 0 || most.rlim_cur == RLIM_INFINITY || most.rlim_cur >= STACK_LEAST)
        return true;
    snprintf(text, sizeof text, fmt, (unsigned long long)(most.rlim_cur / 1024), STACK_LEAST / 1024);
    output_write_fd(STDERR_FILENO, text, strlen(text));
    return false;
}

/* With a frame of its own, which is not made before there is room for it. */
__attribute__((noinline)) static int with_stack(int argc, char **argv)
{
    struct options o;
    struct err err = {0};
    int status = options_parse(&o, argc, argv, &err) == 0 ? run(&o) : usage(&err);

    options_release(&o);
    return status;
}

int app_run(int argc, char **argv)
{
    hold_standard_files();
    /* A reader who leaves is told apart from a disk that is full by the error of write(). */
    signal(SIGPIPE, SIG_IGN);
    /* A file that would grow beyond its limit (ulimit -f) is an error of write(), too, which is reported. */
    signal(SIGXFSZ, SIG_IGN);
    return !would_tell_evidence(argc, argv) && has_stack() ? with_stack(argc, argv) : 2;
}
