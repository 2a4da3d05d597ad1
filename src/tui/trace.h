/* Following prev_digest through the file: to the entry that one names, to the entry that cites one.
 * A long file is gone through a slice at a time, behind the screen. */
#ifndef AERSCOPE_TUI_TRACE_H
#define AERSCOPE_TUI_TRACE_H

#include "core/timeline.h"

struct state;

enum trace_kind { TRACE_NONE, TRACE_CITED, TRACE_CITING };

struct trace {
    enum trace_kind kind; /* what is being looked for; TRACE_NONE: nothing */
    struct digest digest;
    uint64_t at; /* entries looked at */
};

/* Each goes there, says that there is none in this file, or goes on looking. */
void trace_cited(struct state *s);
void trace_citing(struct state *s);
bool trace_busy(const struct state *s);
void trace_step(struct state *s);
/* The user went elsewhere. */
void trace_end(struct state *s);

#endif
