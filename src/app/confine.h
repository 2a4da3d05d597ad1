/* What the process may still write when it has begun, by command. */
#ifndef AERSCOPE_APP_CONFINE_H
#define AERSCOPE_APP_CONFINE_H

#include "app/options.h"

/* Enters the sandbox, unless the line says otherwise. `inputs` are all files that the line names, none of which was
 * opened yet. Before any thread is started. */
void confine(const struct options *o, const char *const *inputs, size_t count);

/* The option --write-below. */
int set_write_below(struct options *o, const char *value, struct err *err);

#endif
