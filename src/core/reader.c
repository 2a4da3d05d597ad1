#include "core/reader.h"

#include "base/utf8.h"

#include <string.h>

void reader_open(struct reader *r, const struct extent *x, uint64_t from, unsigned depth,
                 unsigned char *window, size_t room, struct err *err)
{
    cursor_open(&r->c, x, from, window, room, err);
    r->depth = depth;
    r->err = err;
}

int reader_fail(struct reader *r, const char *text)
{
    if (r->c.failed)
        return -1;
    return err_at(r->err, cursor_offset(&r->c), "%s", text);
}

int reader_space_on(struct reader *r)
{
    struct cursor *c = &r->c;

    for (;;) {
        int b = cursor_peek(c);
        if (b != ' ' && b != '\n' && b != '\t' && b != '\r')
            return b;
        c->p++;
    }
}

int reader_expect_on(struct reader *r, int want, const char *what)
{
    int b = reader_space(r);
    char text[96];

    if (b == want) {
        r->c.p++;
        return 0;
    }
    if (b < 0)
        return reader_fail(r, "the input ends in the middle of a value: it is cut off");
    strcpy(text, "not JSON here: ");
    strncat(text, what, sizeof text - strlen(text) - 1);
    return reader_fail(r, text);
}

static int is_hex(int b)
{
    return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F');
}

static int string_escape(struct reader *r)
{
    struct cursor *c = &r->c;
    size_t have = cursor_need(c, 6);

    if (have < 2)
        return reader_fail(r, "the input ends in the middle of a string: it is cut off");
    if (c->p[1] != 'u') {
        if (c->p[1] == 0 || !strchr("\"\\/bfnrt", c->p[1]))
            return reader_fail(r, "no such escape in a JSON string");
        c->p += 2;
        return 0;
    }
    for (size_t i = 2; i < 6; i++) {
        if (i >= have)
            return reader_fail(r, "the input ends in the middle of a string: it is cut off");
        if (!is_hex(c->p[i]))
            return reader_fail(r, "\\u without four hexadecimal digits in a string");
    }
    c->p += 6;
    return 0;
}

static int string_high(struct reader *r)
{
    struct cursor *c = &r->c;
    uint32_t cp;
    size_t have = cursor_need(c, 4); /* it moves what c->p points to: not within the call */
    size_t len = utf8_decode(c->p, have, false, &cp);

    if (len == 0)
        return reader_fail(r, "a byte that is not UTF-8 in a string");
    c->p += len;
    return 0;
}

/* Takes what stopped the plain run; 1 at the closing quote, 0 to go on. */
static int string_special(struct reader *r, bool *plain)
{
    struct cursor *c = &r->c;

    if (*c->p == '"') {
        c->p++;
        return 1;
    }
    *plain = false;
    if (*c->p == '\\')
        return string_escape(r);
    if (*c->p >= 0x80)
        return string_high(r);
    if (*c->p < 0x20)
        return reader_fail(r, "a raw control character in a string: it must be escaped");
    c->p++; /* U+007F */
    return 0;
}

int reader_string_on(struct reader *r, bool *plain)
{
    struct cursor *c = &r->c;

    for (;;) {
        c->p = scan_plain(c->p, c->end);
        if (c->p == c->end) {
            if (!cursor_need(c, 1))
                return reader_fail(r, "the input ends in the middle of a string: it is cut off");
            continue;
        }
        int status = string_special(r, plain);
        if (status)
            return status < 0 ? -1 : 0;
    }
}

static int digits(struct reader *r)
{
    int b = cursor_peek(&r->c);

    if (b < '0' || b > '9')
        return reader_fail(r, "a digit is missing in a number");
    while (b >= '0' && b <= '9') {
        r->c.p++;
        b = cursor_peek(&r->c);
    }
    return 0;
}

static int number(struct reader *r)
{
    struct cursor *c = &r->c;

    if (*c->p == '-')
        c->p++;
    if (cursor_peek(c) == '0') {
        c->p++;
        int next = cursor_peek(c);
        if (next >= '0' && next <= '9')
            return reader_fail(r, "a number with a leading zero");
    } else if (digits(r)) {
        return -1;
    }
    if (cursor_peek(c) == '.') {
        c->p++;
        if (digits(r))
            return -1;
    }
    if (cursor_peek(c) == 'e' || cursor_peek(c) == 'E') {
        c->p++;
        if (cursor_peek(c) == '+' || cursor_peek(c) == '-')
            c->p++;
        return digits(r);
    }
    return 0;
}

static int literal(struct reader *r, const char *word)
{
    size_t len = strlen(word);

    if (cursor_need(&r->c, len) < len || memcmp(r->c.p, word, len) != 0)
        return reader_fail(r, "no JSON value begins like this, or it is cut off");
    r->c.p += len;
    return 0;
}

int reader_enter(struct reader *r)
{
    unsigned bit = r->depth;

    if (bit >= LIMIT_DEPTH)
        return reader_fail(r, "nested deeper than 512 levels");
    if (*r->c.p == '{')
        r->kind[bit / 8] |= (unsigned char)(1u << bit % 8);
    else
        r->kind[bit / 8] &= (unsigned char)~(1u << bit % 8);
    r->depth++;
    r->c.p++;
    return 0;
}

static bool in_object(const struct reader *r)
{
    unsigned bit = r->depth - 1;

    return r->kind[bit / 8] >> bit % 8 & 1;
}

static int scalar(struct reader *r, enum json_type *type, bool *plain)
{
    switch (*r->c.p) {
    case '"':
        *type = JSON_STRING;
        return reader_string(r, plain);
    case 't':
        *type = JSON_TRUE;
        return literal(r, "true");
    case 'f':
        *type = JSON_FALSE;
        return literal(r, "false");
    case 'n':
        *type = JSON_NULL;
        return literal(r, "null");
    default:
        *type = JSON_NUMBER;
        if (*r->c.p != '-' && (*r->c.p < '0' || *r->c.p > '9'))
            return reader_fail(r, "no JSON value begins like this");
        return number(r);
    }
}

/* A member name and its colon. */
static int name(struct reader *r)
{
    bool plain;

    if (reader_space(r) != '"')
        return reader_expect(r, '"', "a member name in double quotes is expected");
    if (reader_string(r, &plain))
        return -1;
    return reader_expect(r, ':', "a colon is expected after a member name");
}

/* Begins a value; 1 when it opened a container that is not empty, 0 when a value ended. */
static int begin(struct reader *r)
{
    enum json_type type;
    bool plain;
    int b = reader_space(r);

    if (b < 0)
        return reader_fail(r, "the input ends where a value is expected: it is cut off");
    if (b != '{' && b != '[')
        return scalar(r, &type, &plain);
    if (reader_enter(r))
        return -1;
    if (reader_space(r) == (b == '{' ? '}' : ']')) {
        r->c.p++;
        r->depth--;
        return 0;
    }
    return b == '{' && name(r) ? -1 : 1;
}

/* After a value within a container: 1 when another follows, 0 when the outermost one ended. */
static int after(struct reader *r, unsigned outer)
{
    while (r->depth > outer) {
        bool object = in_object(r);
        if (reader_space(r) == ',') {
            r->c.p++;
            return object && name(r) ? -1 : 1;
        }
        if (reader_expect(r, object ? '}' : ']',
                          object ? "a comma or } is expected" : "a comma or ] is expected"))
            return -1;
        r->depth--;
    }
    return 0;
}

int reader_value_on(struct reader *r, enum json_type *type, bool *plain)
{
    unsigned outer = r->depth;
    int b = cursor_peek(&r->c);

    if (b < 0)
        return reader_fail(r, "the input ends where a value is expected: it is cut off");
    if (b != '{' && b != '[')
        return scalar(r, type, plain);
    *type = b == '{' ? JSON_OBJECT : JSON_ARRAY;
    *plain = false;
    for (;;) {
        int status = begin(r);
        if (status == 0)
            status = after(r, outer);
        if (status <= 0)
            return status;
    }
}
