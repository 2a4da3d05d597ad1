/* What explains the findings that are looked at: worked out behind the screen once the examination
 * is done, each finding once, and kept. */
#ifndef AERSCOPE_TUI_EXPLAINING_H
#define AERSCOPE_TUI_EXPLAINING_H

#include "explain/explain.h"
#include "tui/worker.h"

struct state;
struct comparison;

enum { EXPLAINED_KEPT = 64 };

/* What tells a finding from the others. */
struct finding_key {
    enum finding_code code;
    uint64_t entry;
    int reference; /* -1: none */
};

struct explained {
    bool used;
    bool stopped; /* by the user */
    bool failed;  /* because of `err` */
    struct finding_key of;
    struct err err;
    struct explanation_list list;
};

struct explaining {
    struct worker worker;
    uint64_t effort;             /* hashes a finding; 0: the usual */
    struct explainer *explainer; /* the task's own while it runs */
    struct timeline *timeline;
    const struct reference_set *refs;
    struct explained task; /* what is being explained */
    struct explained kept[EXPLAINED_KEPT];
    size_t next;         /* the one whose place is taken next */
    uint64_t stopped_at; /* the entry selected when it was stopped; 0: it was not */
    bool exhausted;      /* the budget of the file is used up */
};

/* Ends what runs and forgets everything: the references or the timeline are about to change. */
void explaining_release(struct explaining *x);
bool explaining_can(enum finding_code code);
/* Has the finding explained unless it is, or was stopped, or another one is at work. */
void explaining_ask(struct state *s, const struct finding_key *key);
/* Asks for all that the selected entry's details show. */
void explaining_ask_entry(struct state *s);
/* Takes in what is ready. */
void explaining_take(struct state *s);
/* NULL while it is not known. */
const struct explained *explaining_find(const struct explaining *x, const struct finding_key *key);
/* Stops what runs; false when nothing does. What was stopped begins anew when another entry was
 * selected. */
bool explaining_cancel(struct state *s);

/* The findings that a failing comparison shows; how many. */
enum { COMPARISON_KEYS = 2 };
size_t explaining_keys(const struct state *s, const struct comparison *c,
                       struct finding_key out[COMPARISON_KEYS]);

#endif
