/* Styles by meaning. A style never carries meaning alone: a sign or a word stands beside it. */
#ifndef AERSCOPE_TUI_STYLE_H
#define AERSCOPE_TUI_STYLE_H

enum { ATTR_BOLD = 1, ATTR_UNDERLINE = 2, ATTR_REVERSE = 4 };

/* name, mark in saved screens, attributes */
#define STYLE_TABLE(X)                            \
    X(NORMAL, '.', 0)                             \
    X(LABEL, 'l', 0)                              \
    X(TITLE, 't', ATTR_BOLD)                      \
    X(COLUMNS, 'c', ATTR_UNDERLINE)               \
    X(FRAME, 'f', 0)                              \
    X(FOCUS, 'F', ATTR_BOLD)                      \
    X(SELECTED, 's', ATTR_BOLD)                   \
    X(FAILURE, '!', ATTR_BOLD)                    \
    X(WARNING, '?', ATTR_BOLD)                    \
    X(DIFFERENT, 'd', ATTR_BOLD | ATTR_UNDERLINE) \
    X(TOKEN, 'T', ATTR_REVERSE)                   \
    X(CUT, '~', ATTR_REVERSE)                     \
    X(MATCH, 'm', ATTR_UNDERLINE)                 \
    X(MATCH_TOKEN, 'M', ATTR_REVERSE | ATTR_UNDERLINE) \
    X(KEY, 'k', ATTR_BOLD)                        \
    X(FILTER, 'b', ATTR_BOLD)                     \
    X(SEEN, 'v', ATTR_REVERSE)                    \
    X(HERE, 'V', ATTR_REVERSE | ATTR_BOLD | ATTR_UNDERLINE) \
    X(PROMPT, 'p', 0)

enum style {
#define X(name, mark, attributes) STYLE_##name,
    STYLE_TABLE(X) STYLE_COUNT
#undef X
};

unsigned style_attributes(enum style s);

#endif
