/* Keys from a file: every character is a key, <Enter> and its like are named keys (tui/event.h), a
 * line break is ignored, <wait> waits until the examination is done, <resize 80 24> sets a size. */
#ifndef AERSCOPE_TUI_SCRIPT_H
#define AERSCOPE_TUI_SCRIPT_H

#include "base/err.h"
#include "tui/event.h"

struct script {
    struct buf text;
    size_t at;
};

int script_open(struct script *s, const char *path, struct err *err);
void script_from_text(struct script *s, const char *text);
void script_release(struct script *s);
/* 1 with `e` filled, 0 at the end, -1 where the text is no script (its line is in `err`). */
int script_next(struct script *s, struct event *e, struct err *err);

#endif
