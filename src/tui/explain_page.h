/* Explanations as lines: what is proved, what is possible and what would decide it. */
#ifndef AERSCOPE_TUI_EXPLAIN_PAGE_H
#define AERSCOPE_TUI_EXPLAIN_PAGE_H

#include "tui/compare.h"
#include "tui/form.h"

/* Under a comparison that fails: what explains it. */
void explain_page_comparison(struct page *p, const struct state *s, const struct form *f,
                             const struct comparison *c);
/* What explains a finding; nothing for those that are not explained. */
void explain_page_finding(struct page *p, const struct state *s, const struct form *f,
                          const struct finding *one);
/* What no explanation can show; nothing where none was given. */
void explain_page_note(struct page *p, const struct state *s, const struct form *f);
/* The same of a finding in a few words, for one row. */
void explain_page_brief(const struct state *s, const struct finding *one, struct buf *out);

#endif
