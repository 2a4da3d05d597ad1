/* A file of several jobs: the table of them, and one of them looked at alone. Its entries are read for that as they
 * are for --job, so what is shown of a job is what the other commands give of it; nothing here judges. */
#ifndef AERSCOPE_TUI_JOBS_H
#define AERSCOPE_TUI_JOBS_H

#include "base/buf.h"
#include "core/digest.h"
#include "core/timeline.h"
#include "tui/keymap.h"
#include "tui/times.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state;

/* What the first or last entry of a job says. */
struct job_end {
    uint64_t entry; /* 0: nothing loaded */
    bool failed;    /* could not be read again */
    struct str class, seq; /* escaped; data NULL: no class that is a string */
    struct entry_time time;
};

/* A row as it is shown, kept for as long as it is on the screen. */
struct job_line {
    uint64_t first; /* of its count, which tells one from another; 0: nothing here */
    bool failed;
    struct str job; /* escaped */
};

/* What became of a job when it was looked at, in a file of these bytes. */
struct job_known {
    uint64_t hash[2];
    enum timeline_result result;
};

enum { JOBS_LINES = 256, JOB_ID_MOST = 64 * 1024 };

struct jobs {
    struct str open; /* the job that is shown alone; data NULL: all entries are shown */
    bool going;      /* to `wanted`, which is like it, as soon as the loop comes to it */
    struct str wanted;
    bool arriving;   /* it was gone to, and is not told yet */
    bool returning;  /* the file is read again: the row of the job `was` is to be selected */
    bool stuck;      /* the way back to all entries failed: leaving is leaving the inspector */
    bool opened;     /* from the table, to which leaving it goes back */
    uint64_t left;   /* the entry that was selected among all */
    uint64_t was[2]; /* the hashes of the job that was open before, or selected */
    size_t row, top;
    int page;
    struct str sought; /* in the table; data NULL: nothing yet */
    size_t seek_at, seek_left; /* the next row to look at, and how many; none: nothing is looked for */
    int seek_step;
    bool seek_found, seek_wrapped; /* what is looked at now is only counted; it was found behind an end */
    size_t *hit, hits, hit_room;   /* rows that have it, in no order; whole when seek_of rows were looked at */
    size_t seek_of;
    struct job_line line[JOBS_LINES];
    struct job_end first, last; /* of the selected row */
    struct job_known *known;
    size_t knowns;
    struct digest known_of; /* the SHA-256 of the file */
    bool noted;      /* of the one that is open */
};

void jobs_release(struct jobs *j);
/* What outlives the file when it is read again, with what is then looked at. `from` keeps nothing of it. */
void jobs_take_over(struct jobs *to, struct jobs *from);

/* Keeps the job that is selected in the table of what is about to go. */
void jobs_return(struct state *s);

/* The table; from a job that is open, back to it. */
void jobs_show(struct state *s);
/* The job of this row, or of this id, alone. */
void jobs_open_row(struct state *s, size_t row);
void jobs_open_id(struct state *s, const char *id);
/* Back to the table, where a job was opened from it and that can be; false otherwise. */
bool jobs_leave(struct state *s);
bool jobs_can_leave(const struct state *s);
/* What cannot be done while one job is shown: true, and it is said why. */
bool jobs_refuse(struct state *s, enum action a);
/* The file could not be read again for it, for this reason, which is said: all stays as it is. */
void jobs_stay(struct state *s, const char *why);

/* Follows the examination: tells what was selected, keeps what came of it. */
void jobs_follow(struct state *s);
/* "8 of 24 entries", where one job is shown. */
void jobs_words(const struct state *s, struct buf *out);
/* Of a file that names several, where they are shown; nothing otherwise. */
void jobs_status(const struct state *s, struct buf *out);

/* The prompt for text that the id of a job has; the next row from the selected one on that has it, round the end; the
 * next one before or behind it. A few rows a step: what is busy goes on with jobs_find_step(), also to count those that
 * have it. */
void jobs_find_ask(struct state *s);
void jobs_find(struct state *s, const char *text);
void jobs_find_next(struct state *s, int step);
bool jobs_find_busy(const struct state *s);
void jobs_find_step(struct state *s);
void jobs_find_stop(struct state *s);
void jobs_find_release(struct jobs *j);

/* Loads what is to be shown: `n` rows from `top`, and the ends of the selected one. */
void jobs_load(struct state *s, int n);
/* What is kept of a row; NULL when it was not loaded. */
const struct job_line *jobs_line(const struct jobs *j, size_t row);
/* "consistent", or that it was not examined. */
const char *jobs_result(const struct state *s, const struct job_count *c);

#endif
