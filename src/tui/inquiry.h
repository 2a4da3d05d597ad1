/* A question that is being put to all entries behind the screen, a slice at a time, while the user
 * goes on: a search, a filter. It keeps up with an examination that is still going on. */
#ifndef AERSCOPE_TUI_INQUIRY_H
#define AERSCOPE_TUI_INQUIRY_H

#include "core/sweep.h"

struct inquiry {
    bool on;
    bool stopped; /* by the user, or because of `err` */
    bool failed;
    bool settled; /* the last entry was asked as the last one */
    struct err err;
    char *text; /* as it was typed */
    struct sweep sweep;
};

/* Takes over `q`, also on failure; what was asked before is forgotten. 0 or -1. */
int inquiry_begin(struct inquiry *i, struct question *q, const char *text, struct err *err);
void inquiry_end(struct inquiry *i);
void inquiry_stop(struct inquiry *i);
/* True while there are entries that can be asked now. */
bool inquiry_busy(const struct inquiry *i, const struct progress *p);
/* True when every entry was asked and no more will come. */
bool inquiry_final(const struct inquiry *i, const struct progress *p);
/* Asks a slice of entries. */
void inquiry_step(struct inquiry *i, struct timeline *t, const struct progress *p);
/* How much of what is read was asked: 0 to 100, and 100 only when all was. */
unsigned inquiry_percent(const struct inquiry *i, const struct progress *p);

#endif
