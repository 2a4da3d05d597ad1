/* What others state: of an effect that a system owns, and of a report that was reviewed. Asked field by
 * field; nothing of it is checked. */
#ifndef AERSCOPE_TUI_STATEMENTS_H
#define AERSCOPE_TUI_STATEMENTS_H

#include "core/digest.h"

#include <stdbool.h>
#include <stdint.h>

struct state;

enum { STATED_FIELDS = 5 };

struct stating {
    char *field[STATED_FIELDS]; /* as answered so far */
    uint64_t entry;             /* 0: the timeline as a whole */
    size_t number;              /* from 1: the statement that is to go */
    bool has_sha256;
    struct digest sha256; /* of the file that was named */
};

void stating_release(struct stating *a);
void statement_outcome(struct state *s);
void statement_review(struct state *s);
/* Asks which statement of outcome is to go, and whether. */
void statement_take_away(struct state *s);

#endif
