/* The list of findings, fetched as far as it is looked at. */
#ifndef AERSCOPE_TUI_FINDINGS_H
#define AERSCOPE_TUI_FINDINGS_H

#include "core/verdict.h"

enum findings_order { FINDINGS_BY_KIND, FINDINGS_BY_PLACE };

struct findings {
    enum findings_order order;
    unsigned short at[LIMIT_FINDINGS]; /* the list in this order, when all are here */
    bool begun;
    bool ended;  /* all there are, or LIMIT_FINDINGS of them, are here */
    bool failed; /* `err` says why no more could be fetched */
    struct err err;
    struct finding_walk walk;
    struct finding_list list;
    size_t selected, top;
    int page; /* findings that fit */
};

/* Forgets them; the order stays. */
void findings_release(struct findings *f);
/* Fetches all, LIMIT_FINDINGS at most, and puts them in order. */
void findings_arrange(struct findings *f, struct timeline *t, const struct reference_set *refs,
                      enum findings_order order);
/* The finding number `i` in that order. */
const struct finding *findings_at(const struct findings *f, size_t i);
/* Makes sure that `count` findings are here, if there are so many. */
void findings_fetch(struct findings *f, struct timeline *t, const struct reference_set *refs,
                    size_t count);

#endif
