/* The case file beside the timeline: which one it is, what waits for it, and when it is written. */
#ifndef AERSCOPE_TUI_CASING_H
#define AERSCOPE_TUI_CASING_H

#include "casefile/casefile.h"
#include "tui/worker.h"

#include <stdbool.h>

struct state;

struct casing {
    struct casefile *file; /* NULL: none is open */
    struct str name;       /* escaped, the last part of its path */
    size_t recorded;       /* statements of outcome in it that are about this timeline */
    struct str proposed;   /* while its path is asked for */
    bool proposed_exists;
    void (*wish)(struct state *s); /* what is done when there is one */
    void (*then)(struct state *s); /* the same, while the examiner is asked for */
    bool asked;   /* who examines */
    bool told_foreign; /* that it was made for other bytes */
    bool agreed;  /* to write into one that was */
    bool offered; /* one that is there was spoken of */
    bool declined; /* none is wanted for references */
    bool due;     /* changes wait to be written */
    bool changed; /* something was done that is worth a file */
    bool keeps;   /* something was attached: it is kept when it is checked */
    bool keeps_list; /* a list was */
    size_t unkept;   /* how much was attached and is in no case file */
    size_t given;    /* how much the command line names */
    bool given_list; /* a list, too */
    struct worker worker;
    struct casefile_writing *writing; /* on its way to the disk; NULL: nothing is */
    bool failed;  /* the last writing did not go: `err` */
    struct err err;
    bool leaving; /* as soon as all is written */
    struct str promise; /* what is said when all is written, unless something was since; NULL: nothing */
    uint64_t promised;  /* what was said last before that */
    /* See struct inspector_setup; NULL: references of case files are nobody's business. */
    int (*bring)(void *arg, struct reference_set *set, const struct casefile *was, struct casefile *now,
                 struct err *err);
    void *bring_arg;
};

/* Forgets what was not saved. */
void casing_release(struct casing *c);
/* --case: opens it where it is there, else it is made with the first change. The reason is said. */
void casing_begin(struct state *s, const char *path);
/* :case, without and with a path. One that cannot be written goes on at another path. */
void casing_ask(struct state *s);
void casing_go(struct state *s, const char *path);
/* Does `wish` when a case file is there that takes changes: asks for its path and for the examiner where it
 * must. When there cannot be one, the reason is said and nothing is done. */
void casing_need(struct state *s, void (*wish)(struct state *s));
/* True when it is open and takes changes. */
bool casing_writable(const struct state *s);
/* Something in it was changed: it is written soon, and what is shown follows. */
void casing_changed(struct state *s);
/* The message of something that is done when it is in the file: says that it is being written, and this when it is,
 * unless something else was said since. In place of state_say(). */
void casing_promise(struct state *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Begins to write what is due, behind the screen, one writing after the other. What goes wrong is said once. */
void casing_save(struct state *s);
/* Takes in a writing that is over. */
void casing_settle(struct state *s);
/* Waits for the writing that is under way. */
void casing_wait(struct state *s);
/* The same, of one whose result is of no interest any more. */
void casing_drop_writing(struct casing *c);
/* True when nothing is lost by leaving. Else asks, or leaves by itself when what is under way is written. */
bool casing_may_leave(struct state *s);
/* The end, however it came: writes what can be written. -1: not all could be, and what was noted, or typed and not
 * finished, is lost. */
int casing_end(struct state *s, struct err *err);

/* A statement of outcome was added. */
void casing_stated(struct state *s);

/* Finds entries of its notes among those read since, and speaks of one that could be opened. */
void casing_follow(struct state *s);
/* There are notes to be found among the entries read; casing_follow() does some of it. */
bool casing_busy(const struct state *s);
/* What was attached goes into the case file with what its check gave, as soon as there are both. */
void casing_keep(struct state *s);
/* What stands at this place of the board was attached (see detach_ask()): where there is no case file its path is
 * asked for, once. */
void casing_attached(struct state *s, size_t at);
/* The wish of that: casing_keep(), and says so. */
void casing_record(struct state *s);
/* Whether the case file has what stands at this place of the board; see detach_ask(). */
bool casing_has(const struct state *s, size_t at);
/* Takes it out of the case file; the history keeps it. 0 or -1. */
int casing_delete(struct state *s, size_t at, struct err *err);
/* It is about to be taken off. */
void casing_taken_off(struct state *s, size_t at);
/* Outcome is recorded as soon as one statement is about this timeline, and never more than that. */
enum outcome_result casing_outcome(const struct state *s);
/* Before the timeline is freed. */
void casing_forget_timeline(struct state *s);

/* :examiner NAME; without a name it is asked for. */
void casing_examiner(struct state *s, const char *name);

/* "case pay-71.case", and what is wrong with it; "" while there is none. */
void casing_words(const struct state *s, bool brief, struct buf *out);
bool casing_trouble(const struct state *s);
/* It was made for other bytes than these; false while that is not known. */
bool casing_foreign(const struct state *s);
/* Says so, where it is and takes changes. */
void casing_foreign_words(const struct state *s, struct buf *out);

#endif
