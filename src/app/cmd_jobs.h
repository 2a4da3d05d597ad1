/* verify --list-jobs: which jobs a file holds. */
#ifndef AERSCOPE_APP_CMD_JOBS_H
#define AERSCOPE_APP_CMD_JOBS_H

#include "app/options.h"

/* The exit status: 0, or 2 when the file could not be read to its end; the jobs before it are listed. */
int list_jobs(const struct options *o);

#endif
