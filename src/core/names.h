/* The member names of one entry: repetition, and names that are nearly those that the checks use. */
#ifndef AERSCOPE_CORE_NAMES_H
#define AERSCOPE_CORE_NAMES_H

#include "core/entry.h"

void names_begin(struct names *n);
/* 1 when a name of this hash was added before, 0 when not, -1 when no more names are watched. */
int names_add(struct names *n, uint64_t hash);
/* The member that this name (WTF-8) is nearly, MEMBER_COUNT for none. */
enum member names_near(struct names *n, const char *name, size_t len);

#endif
