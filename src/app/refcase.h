/* References that a case file names, among those of a timeline: --case, and :case in the inspector. */
#ifndef AERSCOPE_APP_REFCASE_H
#define AERSCOPE_APP_REFCASE_H

#include "app/options.h"

/* References, list of expected actions and earlier copy that `c` names, into `set`. What is there already goes
 * first: one that is in both is taken once, and what the command line does not state of it is as the case file
 * has it. What is odd about them becomes a warning of the case file. 0 or -1. */
int refcase_bring(struct reference_set *set, struct casefile *c, const struct options *o, struct err *err);
/* Takes off what `c` names, because another case file comes in its place: all but what the line names. */
void refcase_take_off(struct reference_set *set, const struct casefile *c, const struct options *o);
/* After the references were checked: warns where the earlier copy has not the bytes that `c` means. */
void refcase_check(const struct reference_set *set, struct casefile *c);

#endif
