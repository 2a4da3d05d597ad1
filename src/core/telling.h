/* Telling one finding of an entry in full: the parts that every code shares; for timeline_findings.c and
 * telling*.c alone. */
#ifndef AERSCOPE_CORE_TELLING_H
#define AERSCOPE_CORE_TELLING_H

#include "core/timeline_impl.h"

struct telling {
    struct timeline *t;
    uint64_t entry;
    uint32_t mask;
    struct extent x;
    struct facts f;
    struct carry before;
    struct finding_list *out;
    struct err *err;
};

int telling_no_memory(struct err *err);
/* The sentence; 0 or -1. */
int telling_say(struct finding *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void telling_place(struct telling *w, struct finding *f, uint64_t offset);
/* The value as it is stored: a string decoded, anything else as it stands. Nothing for an absent one. */
int telling_value(struct telling *w, struct str *to, bool *cut, const struct value *v);
int telling_hex(struct str *to, const struct digest *d);
int telling_number(struct str *to, unsigned long long n);
/* Begins a finding of this entry with what every one carries; `m` MEMBER_COUNT: about no member. */
int telling_begin(struct telling *w, struct finding *f, enum finding_code code, enum member m);
/* Adds it where status is 0, else drops it; always takes over `f`. 0 or -1. */
int telling_end(struct telling *w, struct finding *f, int status);
/* A finding with the stored value of member `m` and a sentence; the common case. */
int telling_member(struct telling *w, enum finding_code code, enum member m, const char *sentence);

/* telling_names.c: members that stand more than once, and names that are nearly known ones. */
int tell_all_repeated(struct telling *w);
int tell_extra_repeated(struct telling *w);
int tell_near(struct telling *w);

#endif
