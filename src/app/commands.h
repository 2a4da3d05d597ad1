/* The commands: each takes the parsed line and returns the exit status. */
#ifndef AERSCOPE_APP_COMMANDS_H
#define AERSCOPE_APP_COMMANDS_H

#include "app/options.h"
#include "report/output.h"

/* Where a proved failure outranks what could not be examined, and that what was not witnessed. */
int status_worse(int a, int b);

/* Opens what --output names; the operands and references of the line are its inputs. On failure, which
 * has been said on standard error, -1. Its `inputs.path` is to be freed by command_done(). */
int command_output(struct output *out, const struct options *o);
/* Closes the output and gives the status: 2 when it could not be written. With 2 and nothing written
 * no file is made. */
int command_done(struct output *out, int status);
/* Leaves no file behind; what went to standard output stays there. The status, 2. */
int command_drop(struct output *out);

/* How its text is to look. */
struct report_style command_style(const struct options *o);

int cmd_view(const struct options *o);
int cmd_verify(const struct options *o);
int cmd_digest(const struct options *o);
int cmd_commit(const struct options *o);
int cmd_diff(const struct options *o);
int cmd_attack(const struct options *o);
int cmd_conformance(const struct options *o);
int cmd_report(const struct options *o);
int cmd_help(const struct options *o);
int cmd_version(const struct options *o);

#endif
