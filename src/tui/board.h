/* The board of references: what each states of the end, held against the timeline and against the
 * others. */
#ifndef AERSCOPE_TUI_BOARD_H
#define AERSCOPE_TUI_BOARD_H

#include <stdbool.h>
#include <stddef.h>

struct page;
struct state;
struct reference;
struct buf;

struct board {
    size_t selected;
    bool follow; /* the selection went somewhere: bring it in sight */
};

/* The result in words: "contradicted", "a count alone agrees, which does not settle it". */
void board_result(const struct state *s, const struct reference *r, struct buf *out);
/* What is held against the timeline: job, count, final digest, time. */
void board_values(struct page *p, const struct state *s, const struct reference *r, int col,
                  int cols);
/* Who, how, when, and what the examiner says of independence. */
void board_statements(struct page *p, const struct state *s, const struct reference *r, int col,
                      int cols);
void board_findings(struct page *p, const struct state *s, const struct reference *r, int col,
                    int cols);
/* Which of them state the same end. */
void board_agreement(struct page *p, const struct state *s, int cols);

/* Whether both can be statements of one end: what both state is equal, and they share something. */
bool board_same_end(const struct reference *a, const struct reference *b);

#endif
