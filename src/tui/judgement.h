/* The words of the four judgements, for cells of any width. */
#ifndef AERSCOPE_TUI_JUDGEMENT_H
#define AERSCOPE_TUI_JUDGEMENT_H

#include "tui/state.h"

enum judgement { JUDGE_TIMELINE, JUDGE_ENDPOINT, JUDGE_COVERAGE, JUDGE_OUTCOME, JUDGE_COUNT };

enum { WORDINGS = 6, WORDING_ROOM = 128 };
/* The same judgement in fewer and fewer words. A tab stands between the result and its remark. */
struct wording {
    size_t count;
    char text[WORDINGS][WORDING_ROOM];
    enum style style;
};
void judgement_words(const struct state *s, enum judgement j, struct wording *w);
const char *judgement_label(enum judgement j, bool brief); /* "TIMELINE" or "TL" */

#endif
