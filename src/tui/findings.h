/* The list of findings, fetched as far as it is looked at. */
#ifndef AERSCOPE_TUI_FINDINGS_H
#define AERSCOPE_TUI_FINDINGS_H

#include "core/verdict.h"

struct findings {
    bool begun;
    bool ended;  /* all there are, or LIMIT_FINDINGS of them, are here */
    bool failed; /* `err` says why no more could be fetched */
    struct err err;
    struct finding_walk walk;
    struct finding_list list;
    size_t selected, top;
    int page; /* findings that fit */
};

void findings_release(struct findings *f);
/* Makes sure that `count` findings are here, if there are so many. */
void findings_fetch(struct findings *f, struct timeline *t, const struct reference_set *refs,
                    size_t count);

#endif
