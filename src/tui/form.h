/* Where things stand in an entry's details, by the width of their pane. */
#ifndef AERSCOPE_TUI_FORM_H
#define AERSCOPE_TUI_FORM_H

#include <stdbool.h>

struct form {
    int cols;
    bool card;   /* the whole screen: everything in full */
    bool wide;   /* two columns of words, remarks behind the digests */
    bool halves; /* digests in two rows of four groups */
    int label, text, digest;
};

static inline struct form form_of(int cols)
{
    if (cols >= 100)
        return (struct form){.cols = cols, .wide = true, .label = 1, .text = 17, .digest = 17};
    if (cols >= 80)
        return (struct form){.cols = cols, .text = 13, .digest = 9};
    return (struct form){.cols = cols, .halves = true, .text = 13, .digest = 2};
}

#endif
