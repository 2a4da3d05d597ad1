/* Another copy of the timeline beside this one: opened, examined and compared behind the screen. */
#ifndef AERSCOPE_TUI_COPIES_H
#define AERSCOPE_TUI_COPIES_H

#include "explain/compare.h"
#include "tui/worker.h"

#include <stddef.h>

struct state;

enum { ROWS_A_MARK = 1024, NAMES_KEPT = 128 };

enum comparing_stage {
    COMPARING_NONE,
    COMPARING_READING, /* one of the two is still being examined */
    COMPARING_ROWS,
    COMPARING_DONE,
    COMPARING_FAILED /* because of `err` */
};

/* What differs between the entries of a row, in words; worked out when the row is shown. */
struct copies_names {
    uint64_t row; /* from 1; 0: none */
    struct str text;
};

struct comparing {
    enum comparing_stage stage;
    struct worker worker;
    char *path;             /* of the earlier copy, as given */
    struct source *source;
    struct selection *selection; /* of the job that is shown alone; NULL: all */
    struct timeline *earlier, *later; /* `later` is the one that is looked at */
    struct copies copies;             /* the task's own while it runs */
    struct copies_watch watch;
    struct copies_row *mark;          /* before each ROWS_A_MARKth row */
    uint64_t rows, differing;
    uint64_t selected, top; /* rows, from 1 */
    bool own;               /* the timeline's own file was named */
    uint64_t again;         /* the row to begin with; 0: the first that differs */
    struct err err;
    struct copies_names names[NAMES_KEPT];
};

/* Ends what runs and forgets everything. */
void comparing_release(struct comparing *x);
/* Shows the comparison there is, else that with the baseline that was given, else asks. */
void copies_open(struct state *s);
void copies_ask(struct state *s);
/* A file that cannot be opened is asked for again; the comparison that there is stays. */
void copies_file(struct state *s, const char *path);
/* Makes it anew after the timeline was read again, and begins with row `row`. */
void copies_again(struct state *s, const char *path, uint64_t row);
/* Goes on when what it waits for is there. */
void copies_follow(struct state *s);
/* Gives it up; false when none is being made. */
bool copies_cancel(struct state *s);
/* How much of the earlier copy is read, and then how much is compared: 0 to 100. */
unsigned copies_percent(const struct comparing *x);

/* ---- rows ---- */

/* Row `n`, from 1. False when there is none. */
bool copies_row_at(const struct comparing *x, uint64_t n, struct copies_row *out);
bool copies_differs(const struct copies_row *row);
/* The next differing row after (step 1) or before (-1) `n`; 0: none. */
uint64_t copies_seek(const struct comparing *x, uint64_t n, int step);
/* What differs in row `n`, escaped: "changed: canonical_bytes, output_hash". */
const char *copies_words(struct comparing *x, uint64_t n, const struct copies_row *row,
                         unsigned flags);

#endif
