/* The case file of the command line (--case), which is only read here: what it says is brought in as if the
 * line had said it, and what the line says goes first. */
#ifndef AERSCOPE_APP_CASE_H
#define AERSCOPE_APP_CASE_H

#include "app/options.h"

/* Opens it into o->casefile, and notes which files it names: they are inputs too. One that is not there is no error for the inspector, which begins it. 0 or -1. */
int case_open(struct options *o, struct err *err);
/* Holds it beside an examined timeline: where its notes belong, and what it records of outcome. */
void case_judge(struct report *r, const struct options *o);

#endif
