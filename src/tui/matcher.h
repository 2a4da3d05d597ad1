/* Where a search matches in text that is shown, for marking it; the same text, case and expression
 * rules as question_search(). */
#ifndef AERSCOPE_TUI_MATCHER_H
#define AERSCOPE_TUI_MATCHER_H

#include "core/sweep.h"

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

struct matcher {
    char *text; /* NULL: matches nothing */
    size_t len;
    struct search_digits digits; /* len 0: none */
    bool any_case, is_regex;
    regex_t regex;
};

/* 0, or -1 for no memory or a bad expression: then it matches nothing. */
int matcher_init(struct matcher *m, const char *text, bool regex);
void matcher_release(struct matcher *m);
/* The next match in escaped, NUL-terminated text from byte `from` on, widened to whole pieces of
 * it; false when there is none. Never empty. */
bool matcher_next(const struct matcher *m, const char *text, size_t len, size_t from, size_t *at,
                  size_t *end);

#endif
