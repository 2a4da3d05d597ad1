/* What is noted of an entry, as lines of its details. */
#ifndef AERSCOPE_TUI_NOTES_PAGE_H
#define AERSCOPE_TUI_NOTES_PAGE_H

#include "tui/form.h"
#include "tui/page.h"
#include "tui/state.h"

/* Marks, notes (the newest first) and drafts of the entry that the details show. */
void notes_page_add(struct page *p, const struct state *s, const struct form *f);
/* "made on another file, found by its digest"; "" for a note that stands where it was made. */
const char *notes_place(const struct casefile_note *n, bool brief);
/* The text in lines as it was written: a line that goes on in the next has the sign for it. */
void notes_put_text(struct page *p, const struct state *s, int col, int cols, const char *text);
/* When it was made, and when it was edited. */
void notes_when(const struct state *s, const struct casefile_note *n, struct buf *out);

#endif
