#include "tui/burst.h"

#include <string.h>

/* Fewer characters, or fewer that differ, can be keys that were typed while we were busy. What is
 * LONG is text even where there are controls in it. */
enum { LEAST = 8, DIFFERENT = 3, LONG = 32, ESCAPE = 0x1b };

static bool is_break(unsigned char c)
{
    return c == '\r' || c == '\n';
}

static bool is_text(unsigned char c)
{
    return (c >= 0x20 && c != 0x7f) || c == '\t' || is_break(c);
}

/* The bytes that count: all when they are text, those before the first sequence where many come. */
static size_t text_length(const unsigned char *bytes, size_t len)
{
    const unsigned char *escape = memchr(bytes, ESCAPE, len);

    if (len >= LONG)
        return escape ? (size_t)(escape - bytes) : len;
    for (size_t i = 0; i < len; i++)
        if (!is_text(bytes[i]))
            return 0;
    return len;
}

bool burst_goes_on(const unsigned char *bytes, size_t len)
{
    return len >= LONG || text_length(bytes, len) > 0;
}

/* A line break with something behind it: more than one line. */
static bool several_lines(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i + 1 < len; i++)
        if (is_break(bytes[i]) && !is_break(bytes[i + 1]))
            return true;
    return false;
}

static int different(const unsigned char *bytes, size_t len)
{
    bool seen[256] = {false};
    int count = 0;

    for (size_t i = 0; i < len; i++) {
        bool digit = bytes[i] >= '0' && bytes[i] <= '9';
        count += !digit && !seen[bytes[i]];
        seen[bytes[i]] = true;
    }
    return count;
}

static bool opens_prompt(unsigned char c)
{
    return c == ':' || c == '/' || c == '&';
}

bool burst_is_paste(const unsigned char *bytes, size_t len, bool prompting)
{
    len = text_length(bytes, len);
    if (len < LEAST)
        return false;
    if (several_lines(bytes, len))
        return true;
    return !prompting && !opens_prompt(bytes[0]) && different(bytes, len) >= DIFFERENT;
}
