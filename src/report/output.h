/* Where documents go: standard output, or a file that appears at once and whole. */
#ifndef AERSCOPE_REPORT_OUTPUT_H
#define AERSCOPE_REPORT_OUTPUT_H

#include "base/err.h"
#include "report/out.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Files that must not be written over. */
struct output_inputs {
    const char **path; /* "-" is standard input; those that do not exist are passed over */
    size_t count;
};

struct output {
    const char *path; /* as given; NULL: standard output */
    const char *name; /* within its directory */
    struct output_inputs inputs;
    bool force;
    int dir, fd;
    char temporary[32]; /* name in `dir`, "" when there is none */
    struct out out;
};

/* Says that the program is a command: what is refused names --force. */
void output_for_commands(void);

/* Checks the place and makes a temporary file beside `path`, so that a place that cannot be written to
 * is noticed before anything is examined; a signal that ends the process takes it away (base/doomed.h). What `inputs` points to must outlive the output. 0 or -1. */
int output_open(struct output *o, const char *path, bool force, bool quiet,
                struct output_inputs inputs, struct err *err);
/* Writes what waits; a file is synced and put in its place, not over another without `force`. 0 or -1;
 * ERR_IO whose text is "" means that nobody reads standard output any more. */
int output_close(struct output *o, struct err *err);
/* Both become the same name of one folder. */
bool output_is_same(const struct output *a, const struct output *b);
/* Nothing was written so far. */
bool output_is_empty(const struct output *o);
/* Leaves nothing behind when the output was not closed. */
void output_release(struct output *o);

/* Writes all, whatever signals come. 0 or an errno value. */
int output_write_fd(int fd, const void *bytes, size_t len);

#endif
