#include "tui/matcher.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool has_upper(const char *s)
{
    for (; *s; s++)
        if (*s >= 'A' && *s <= 'Z')
            return true;
    return false;
}

int matcher_init(struct matcher *m, const char *text, bool regex)
{
    int flags = REG_EXTENDED;

    memset(m, 0, sizeof *m);
    m->text = strdup(text);
    if (!m->text)
        return -1;
    m->len = strlen(text);
    m->any_case = !has_upper(text);
    if (!regex && !search_digits(text, &m->digits))
        m->digits.len = 0;
    if (!regex)
        return 0;
    m->is_regex = regcomp(&m->regex, text, flags | (m->any_case ? REG_ICASE : 0)) == 0;
    if (m->is_regex)
        return 0;
    matcher_release(m);
    return -1;
}

void matcher_release(struct matcher *m)
{
    if (m->is_regex)
        regfree(&m->regex);
    free(m->text);
    memset(m, 0, sizeof *m);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static bool same(const struct matcher *m, const char *text)
{
    for (size_t i = 0; i < m->len; i++)
        if ((m->any_case ? lower(text[i]) : text[i]) != m->text[i])
            return false;
    return true;
}

static bool next_literal(const struct matcher *m, const char *text, size_t len, size_t *at,
                         size_t *end)
{
    for (; m->len > 0 && *at + m->len <= len; ++*at)
        if (same(m, text + *at)) {
            *end = *at + m->len;
            return true;
        }
    return false;
}

static bool next_regex(const struct matcher *m, const char *text, size_t len, size_t *at,
                       size_t *end)
{
    regmatch_t found;

    for (; *at < len; ++*at) {
        if (regexec(&m->regex, text + *at, 1, &found, *at > 0 ? REG_NOTBOL : 0) != 0)
            return false;
        *end = *at + (size_t)found.rm_eo;
        *at += (size_t)found.rm_so;
        if (*end > *at)
            return true;
    }
    return false;
}

static void widen(const char *text, size_t len, size_t *at, size_t *end)
{
    struct text_piece piece;
    size_t begin = 0, next = 0;

    while (begin < *end && text_next(text, len, &next, &piece)) {
        if (begin <= *at && *at < next)
            *at = begin;
        if (begin < *end && *end < next)
            *end = next;
        begin = next;
    }
}

bool matcher_next(const struct matcher *m, const char *text, size_t len, size_t from, size_t *at,
                  size_t *end)
{
    *at = from;
    if (!m->text || from >= len)
        return false;
    if (m->is_regex ? !next_regex(m, text, len, at, end) : !next_literal(m, text, len, at, end))
        return false;
    widen(text, len, at, end);
    return true;
}
