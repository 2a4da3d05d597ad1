/* created_at of an entry against its neighbours. No digest binds these times: they are what the file
 * says. */
#ifndef AERSCOPE_TUI_TIMES_H
#define AERSCOPE_TUI_TIMES_H

#include "base/rfc3339.h"
#include "core/timeline.h"

#include <stdbool.h>
#include <stdint.h>

enum time_state {
    TIME_NONE,  /* no created_at */
    TIME_TWICE, /* more than one: neither is taken */
    TIME_BAD,   /* `why` says what is wrong */
    TIME_GOOD,
    TIME_UNREAD, /* there is no such entry, or it could not be read */
};

struct entry_time {
    enum time_state state;
    const char *why;
    struct instant at;
};

struct entry_times {
    uint64_t entry; /* 0: nothing loaded */
    uint64_t last;  /* entries there were */
    struct entry_time before, own, after;
};

/* What the entry says of its own time. */
void entry_time_take(struct entry_time *t, const struct entry_text *e);
/* Reads the neighbours of an entry that was read. */
void entry_times_load(struct entry_times *t, struct timeline *timeline,
                      const struct entry_text *own, uint64_t last);

/* From `a` to `b` in whole seconds, rounded down; below 0 when b is earlier. */
int64_t instant_seconds_between(const struct instant *a, const struct instant *b);
/* "1 h 2 min 5 s"; "less than 1 s". */
enum { DURATION_ROOM = 64 };
const char *show_duration(char out[DURATION_ROOM], const struct instant *from,
                          const struct instant *to);

/* Between two entries, this and more is pointed out. */
enum { TIME_GAP = 3600 };

#endif
