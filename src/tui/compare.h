/* The comparisons that an entry takes part in: stored against recomputed. */
#ifndef AERSCOPE_TUI_COMPARE_H
#define AERSCOPE_TUI_COMPARE_H

#include "tui/state.h"

enum compare_kind {
    COMPARE_LINK_IN,
    COMPARE_LINK_OUT,
    COMPARE_OUTPUT,
    COMPARE_ENTRY_DIGEST,
    COMPARE_ENDPOINT
};

enum compare_result {
    COMPARED_HOLDS,
    COMPARED_FAILS,
    COMPARED_OPEN /* one side is not there */
};

/* One side: 64 digits, or what stands there instead (escaped text, or a literal that says why). */
struct side {
    char hex[DIGEST_HEX + 1];
    const char *text;
    size_t len;
    bool evidence; /* text is escaped evidence */
};

struct comparison {
    enum compare_kind kind;
    enum compare_result result;
    uint64_t entry;
    struct side stored, recomputed;
    int differing;                     /* digits, -1 when they cannot be compared */
    const struct reference *reference; /* of COMPARE_ENDPOINT */
    bool closed;                       /* recomputed as if the entry closed the timeline */
    const char *word;                  /* the result in a word */
    bool current;                      /* the one that `.` came to */
};

enum { COMPARISONS = 4 + 12 }; /* references beyond that are in the overview */
/* The comparisons of the loaded entry, those that fail first. What the sides point to lives as long
 * as the state's rows and detail. */
size_t compare_entry(const struct state *s, struct comparison out[COMPARISONS]);

/* Of the link into an entry, by the construction in force. */
enum link_state compare_link(const struct state *s, uint64_t entry);

/* A reference against the entry whose digest it states: the last, or an earlier one. */
void compare_reference(const struct state *s, const struct reference *r, struct comparison *c);

/* Marks the digits that differ, when there are few enough to be looked at one by one. */
enum { DIFFERENCES_MARKED = 16 };
bool compare_marks(const struct comparison *c);

#endif
