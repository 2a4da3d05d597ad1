#include "tui/json_indent.h"

#include "base/limits.h"
#include "base/utf8.h"

#include <string.h>

struct setter {
    const unsigned char *p, *end;
    struct buf *out;
    unsigned depth;
    char open[LIMIT_DEPTH]; /* the bracket of each level */
};

static int peek(const struct setter *s)
{
    return s->p < s->end ? *s->p : -1;
}

static void skip_space(struct setter *s)
{
    while (s->p < s->end && memchr(" \t\r\n", *s->p, 4))
        s->p++;
}

static void new_line(struct setter *s)
{
    buf_addc(s->out, '\n');
    for (unsigned i = 0; i < s->depth * JSON_INDENT; i++)
        buf_addc(s->out, ' ');
}

static int copy(struct setter *s, const unsigned char *from)
{
    return buf_add(s->out, from, (size_t)(s->p - from));
}

static bool is_hex(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool pass_escape(struct setter *s)
{
    int c = peek(s);

    if (c < 0 || !strchr("\"\\/bfnrtu", c) || c == '\0')
        return false;
    s->p++;
    for (int i = 0; c == 'u' && i < 4; i++, s->p++)
        if (!is_hex(peek(s)))
            return false;
    return true;
}

static bool pass_string(struct setter *s)
{
    for (s->p++; s->p < s->end && *s->p >= 0x20;) {
        int c = *s->p++;
        if (c == '"')
            return true;
        if (c == '\\' && !pass_escape(s))
            return false;
    }
    return false;
}

static bool pass_digits(struct setter *s)
{
    const unsigned char *from = s->p;

    while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
        s->p++;
    return s->p > from;
}

static bool pass_number(struct setter *s)
{
    if (peek(s) == '-')
        s->p++;
    if (peek(s) == '0')
        s->p++;
    else if (!pass_digits(s))
        return false;
    if (peek(s) == '.') {
        s->p++;
        if (!pass_digits(s))
            return false;
    }
    if (peek(s) != 'e' && peek(s) != 'E')
        return true;
    s->p++;
    if (peek(s) == '+' || peek(s) == '-')
        s->p++;
    return pass_digits(s);
}

static bool pass_word(struct setter *s)
{
    static const char *const words[] = {"true", "false", "null"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if ((size_t)(s->end - s->p) >= len && memcmp(s->p, words[i], len) == 0) {
            s->p += len;
            return true;
        }
    }
    return false;
}

static int put_scalar(struct setter *s)
{
    const unsigned char *from = s->p;
    int c = peek(s);
    bool passed;

    if (c == '"')
        passed = pass_string(s);
    else if (c == '-' || (c >= '0' && c <= '9'))
        passed = pass_number(s);
    else
        passed = pass_word(s);
    return passed ? copy(s, from) : -1;
}

/* A member's name and colon, where the innermost bracket wants one. */
static int put_name(struct setter *s)
{
    const unsigned char *from = s->p;

    if (s->open[s->depth - 1] != '{')
        return 0;
    if (peek(s) != '"' || !pass_string(s) || copy(s, from) < 0)
        return -1;
    skip_space(s);
    if (peek(s) != ':')
        return -1;
    s->p++;
    skip_space(s);
    return buf_adds(s->out, ": ");
}

/* Opens a container. 1: its first value comes next; 0: it was empty; -1. */
static int put_open(struct setter *s)
{
    int open = *s->p++, close = open == '{' ? '}' : ']';

    if (s->depth == LIMIT_DEPTH)
        return -1;
    skip_space(s);
    buf_addc(s->out, open);
    if (peek(s) == close) {
        s->p++;
        return buf_addc(s->out, close);
    }
    s->open[s->depth++] = (char)open;
    new_line(s);
    return put_name(s) < 0 ? -1 : 1;
}

/* What stands behind a value. 1: another value comes next; 0: that was all; -1. */
static int put_after(struct setter *s)
{
    while (s->depth > 0) {
        int close = s->open[s->depth - 1] == '{' ? '}' : ']', c;
        skip_space(s);
        c = peek(s);
        s->p++;
        if (c == ',') {
            buf_addc(s->out, ',');
            new_line(s);
            skip_space(s);
            return put_name(s) < 0 ? -1 : 1;
        }
        if (c != close)
            return -1;
        s->depth--;
        new_line(s);
        buf_addc(s->out, close);
    }
    return 0;
}

static int put_value(struct setter *s)
{
    int c = peek(s), more;

    if (c == '{' || c == '[') {
        more = put_open(s);
        if (more != 0)
            return more;
    } else if (put_scalar(s) < 0) {
        return -1;
    }
    return put_after(s);
}

int json_indent(const void *bytes, size_t len, struct buf *out)
{
    struct setter s = {.p = bytes, .end = (const unsigned char *)bytes + len, .out = out};
    int more = 1;

    if (len == 0 || utf8_span(bytes, len) != len)
        return -1;
    skip_space(&s);
    while (more > 0)
        more = out->failed ? -1 : put_value(&s);
    skip_space(&s);
    if (more < 0 || s.p != s.end)
        return -1;
    return buf_addc(out, '\n');
}
