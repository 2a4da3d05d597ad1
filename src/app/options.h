/* The command line. Options stand anywhere, in the forms --name=value, --name value, -xVALUE and
 * -x VALUE; -- ends them; names are never abbreviated; of an option given twice the last counts. */
#ifndef AERSCOPE_APP_OPTIONS_H
#define AERSCOPE_APP_OPTIONS_H

#include "app/option_table.h"
#include "app/options_attack.h"
#include "app/options_verify.h"
#include "base/err.h"
#include "casefile/casefile.h"
#include "core/reference.h"
#include "core/verdict.h"
#include "report/report.h"
#include "tui/theme.h"

enum color { WITH_AUTO, WITH_ALWAYS, WITH_NEVER };

/* A reference as named on the command line, with what the examiner states of it. */
struct reference_option {
    enum reference_kind kind;
    const char *value;
    const char *witness, *authority, *retrieved_from, *retrieved_at;
    enum independence independent;
    bool has_independent;
};

bool reference_option_is_file(const struct reference_option *r);

enum { OPTIONS_WRITE_BELOW = 16 };

struct options {
    enum command command;
    bool named;     /* by a word of the line */
    char **operand; /* points into argv */
    size_t operands;
    struct reference_option *reference;
    size_t references;
    struct verdict_demands demands;
    enum construction construction;
    enum layout layout;
    unsigned jobs;
    uint64_t effort; /* hashes to explain a finding */
    const char *format_name; /* NULL: not given */
    const struct report_writer *format;
    bool all_findings;
    bool has_entries, status; /* of a report */
    enum report_entries entries;
    uint64_t from, to;
    uint64_t entry; /* 0: all */
    bool preimage;
    const char *published_at; /* NULL: now */
    bool not_consistent, unicode_frames;
    enum color color;
    enum theme theme;
    bool has_theme, has_frames, plain, keep;
    const char *config; /* NULL: the usual file */
    const char *case_path;     /* NULL: none */
    struct casefile *casefile; /* that one, read; NULL in the inspector where it is to be begun */
    char **case_input;         /* files that it names */
    size_t case_inputs;
    struct attack_options attack;
    struct verify_options verify;
    bool quiet;
    const char *output; /* NULL: standard output */
    bool force;
    bool no_sandbox;
    const char *write_below[OPTIONS_WRITE_BELOW]; /* folders */
    size_t write_below_count;
    bool help, version;
};

/* Not one timeline that the line names, so that references find theirs by its job. */
bool options_several(const struct options *o);

/* 0, or -1 with a usage error. Releasing is due in both cases. */
int options_parse(struct options *o, int argc, char **argv, struct err *err);
void options_release(struct options *o);

#endif
