/* Lines of styled text, built whole and then drawn from any line on: details, cards, help, lists.
 * The text is escaped or a literal, as for the grid. */
#ifndef AERSCOPE_TUI_PAGE_H
#define AERSCOPE_TUI_PAGE_H

#include "tui/screen.h"

struct span {
    size_t at, len;
    int col;
    enum style style;
    bool goes_on; /* with the text of the span before, on a line of its own */
    bool more;    /* its text goes on in the next line, and a sign says so */
    bool slides;  /* is drawn from the page's `across` on, cut at both sides with signs */
    int left;     /* where it slides: the column that it is cut at */
};

/* Bytes of the text that a search matches. */
struct page_match {
    size_t at, end;
};

enum { PAGE_ANCHORS = 32 };

struct page {
    struct buf text;
    struct span *span;
    size_t spans, span_room;
    size_t *first; /* first span of each line */
    size_t count, room;
    size_t pinned;                        /* leading lines that do not scroll */
    size_t anchor[PAGE_ANCHORS], anchors; /* lines where something new begins */
    struct page_match *match;             /* in the order of the text */
    size_t matches, match_room;
    size_t across, across_most;           /* cells that lines slide by; what the longest can use */
    bool failed;                          /* no memory: what is there is not all */
};

void page_init(struct page *p);
void page_release(struct page *p);
/* Begins a line. Nothing can be added before the first. */
void page_line(struct page *p);
void page_anchor(struct page *p); /* the next line */
/* Each adds to the last line and returns the column after it. */
int page_text(struct page *p, int col, enum style style, const char *text, size_t len);
int page_word(struct page *p, int col, enum style style, const char *literal);
/* At most `cells`, with the cut sign where it does not fit or `cut` says that there is more. */
int page_fit(struct page *p, int col, int cells, enum style style, const char *text, size_t len,
             bool cut);
int page_format(struct page *p, int col, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Adds text that goes on in further lines, all from `col` on and not beyond `cols`; breaks at
 * spaces where it can, and after <U+000A> with `at_newlines`. Returns the column after the end. */
int page_wrap(struct page *p, int col, int cols, enum style style, const char *text, size_t len,
              bool at_newlines);
/* The same for evidence: a sign stands directly behind the text of each line that goes on in the
 * next one, so that no space is lost and no other text looks the same. */
int page_wrap_evidence(struct page *p, int col, int cols, enum style style, const char *text,
                       size_t len, bool at_newlines);
/* The same in lines that slide and are cut at `left` and `cols`: they end at <U+000A> alone, with
 * `at_newlines`, and begin `indent` cells after `left`. Nothing of the text is dropped. */
void page_slide_evidence(struct page *p, int left, int indent, int cols, enum style style,
                         const char *text, size_t len, bool at_newlines);
int page_wrap_word(struct page *p, int col, int cols, enum style style, const char *literal);
/* Bytes of the text that are to be shown as a match; further on than those before. */
void page_match(struct page *p, size_t at, size_t end);

/* Slides by `cells`, or as far as the longest line needs. */
void page_slide(struct page *p, size_t cells);

/* The last line that may stand first after the pinned ones when `rows` are shown. */
size_t page_last_top(const struct page *p, int rows);
void page_draw(const struct page *p, struct grid *g, struct rect area, size_t top);

#endif
