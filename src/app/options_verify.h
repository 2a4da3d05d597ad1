/* The options of `verify` that say what is examined. */
#ifndef AERSCOPE_APP_OPTIONS_VERIFY_H
#define AERSCOPE_APP_OPTIONS_VERIFY_H

#include "base/buf.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct options;

struct verify_options {
    const char *files_from; /* NULL: no list */
    bool null, each_line, brief;
    bool list_jobs;
    struct str job; /* data NULL: all entries; also of other commands */
};

/* True when one operand need not be there. */
bool verify_options_inputs(const struct verify_options *v);
/* How often they read standard input. */
size_t verify_options_stdin(const struct verify_options *v);
/* What goes together, when the whole line is read. 0 or -1. */
int verify_options_check(const struct options *o, struct err *err);

/* One for each row of the table of options; the value is NULL where the option takes none. */
#define VERIFY_OPTIONS(X) X(files_from) X(null) X(each_line) X(brief) X(list_jobs) X(job)
#define X(id) int set_##id(struct options *o, const char *value, struct err *err);
VERIFY_OPTIONS(X)
#undef X

#endif
