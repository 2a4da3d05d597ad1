#include "report/json.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

void json_init(struct json *j, struct out *out, bool compact)
{
    memset(j, 0, sizeof *j);
    j->out = out;
    j->compact = compact;
}

static void add_unit(struct out *out, uint32_t unit)
{
    out_addf(out, "\\u%04" PRIx32, unit);
}

static void add_character(struct out *out, uint32_t cp)
{
    static const char plain[] = "\"\\\b\t\n\f\r", letter[] = "\"\\btnfr";
    const char *at = cp != 0 && cp < 0x80 ? strchr(plain, (int)cp) : NULL;

    if (at != NULL) {
        out_addc(out, '\\');
        out_addc(out, letter[at - plain]);
    } else if (cp >= 0x20 && cp <= 0x7e) {
        out_addc(out, (char)cp);
    } else if (cp > 0xffff) {
        add_unit(out, 0xd800 + ((cp - 0x10000) >> 10));
        add_unit(out, 0xdc00 + ((cp - 0x10000) & 0x3ff));
    } else {
        add_unit(out, cp);
    }
}

static void add_string(struct out *out, const void *bytes, size_t len, bool wtf8)
{
    const unsigned char *p = bytes;

    out_addc(out, '"');
    while (len > 0) {
        uint32_t cp;
        size_t n = utf8_decode(p, len, wtf8, &cp);

        if (n == 0) {
            cp = 0xdc00 + (uint32_t)*p;
            n = 1;
        }
        add_character(out, cp);
        p += n;
        len -= n;
    }
    out_addc(out, '"');
}

static void new_line(struct json *j)
{
    if (j->compact)
        return;
    out_addc(j->out, '\n');
    out_repeat(j->out, ' ', 2 * (size_t)j->depth);
}

/* What stands before every value: comma, place, name. */
static void lead(struct json *j, const char *name)
{
    if (j->depth > 0) {
        if (j->filled[j->depth])
            out_adds(j->out, j->compact ? ", " : ",");
        j->filled[j->depth] = true;
        new_line(j);
    }
    if (name != NULL) {
        add_string(j->out, name, strlen(name), false);
        out_adds(j->out, ": ");
    }
}

static void begin(struct json *j, const char *name, char opener, char closer)
{
    lead(j, name);
    out_addc(j->out, opener);
    j->depth++;
    j->filled[j->depth] = false;
    j->closer[j->depth] = closer;
}

void json_object(struct json *j, const char *name)
{
    begin(j, name, '{', '}');
}

void json_array(struct json *j, const char *name)
{
    begin(j, name, '[', ']');
}

void json_end(struct json *j)
{
    bool filled = j->filled[j->depth];
    char closer = j->closer[j->depth];

    j->depth--;
    if (filled)
        new_line(j);
    out_addc(j->out, closer);
    if (j->depth == 0)
        out_addc(j->out, '\n');
}

void json_null(struct json *j, const char *name)
{
    lead(j, name);
    out_adds(j->out, "null");
}

void json_bool(struct json *j, const char *name, bool value)
{
    lead(j, name);
    out_adds(j->out, value ? "true" : "false");
}

void json_uint(struct json *j, const char *name, uint64_t value)
{
    lead(j, name);
    out_addf(j->out, "%" PRIu64, value);
}

void json_position(struct json *j, const char *name, uint64_t value)
{
    if (value == 0)
        json_null(j, name);
    else
        json_uint(j, name, value);
}

void json_int(struct json *j, const char *name, int64_t value)
{
    lead(j, name);
    out_addf(j->out, "%" PRId64, value);
}

void json_lexeme(struct json *j, const char *name, const char *bytes, size_t len)
{
    lead(j, name);
    out_add(j->out, bytes, len);
}

static void string(struct json *j, const char *name, const void *bytes, size_t len, bool wtf8)
{
    if (bytes == NULL) {
        json_null(j, name);
        return;
    }
    lead(j, name);
    add_string(j->out, bytes, len, wtf8);
}

void json_text(struct json *j, const char *name, const char *s)
{
    string(j, name, s, s != NULL ? strlen(s) : 0, false);
}

void json_str(struct json *j, const char *name, const struct str *s)
{
    string(j, name, s->data, s->len, true);
}
