#include "lab/step.h"

#include "base/decimal.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/utf8.h"
#include "core/reader.h"
#include "core/scan.h"

#include <inttypes.h>
#include <string.h>

enum { SHOWN_ROOM = 512 };

const struct lab_kind_about lab_about[LAB_KINDS] = {
#define X(id, name, argument, repair, does, shows) {name, argument, does, shows, repair},
    LAB_TABLE(X)
#undef X
};

enum lab_kind lab_kind_named(const char *name)
{
    int k = 0;

    while (k < LAB_KINDS && strcmp(lab_about[k].name, name) != 0)
        k++;
    return (enum lab_kind)k;
}

bool lab_needs_argument(enum lab_kind kind)
{
    return lab_about[kind].argument != NULL && lab_about[kind].argument[0] != '[';
}

void lab_add_name(struct buf *out, enum lab_kind kind, enum lab_naming how)
{
    const struct lab_kind_about *about = &lab_about[kind];

    buf_addf(out, "%s%s", how == LAB_BY_OPTION ? "--" : "", about->name);
    if (about->argument == NULL)
        return;
    if (how == LAB_BY_NAME)
        buf_addf(out, " %s", about->argument);
    else if (lab_needs_argument(kind))
        buf_addf(out, "=%s", about->argument);
    else
        buf_addf(out, "[=%s", about->argument + 1);
}

int lab_step_copy(struct lab_step *to, const struct lab_step *from)
{
    *to = *from;
    to->member = to->value = to->file = (struct str){0};
    if ((!from->member.data || str_set(&to->member, from->member.data, from->member.len) == 0) &&
        (!from->value.data || str_set(&to->value, from->value.data, from->value.len) == 0) &&
        (!from->file.data || str_set(&to->file, from->file.data, from->file.len) == 0))
        return 0;
    lab_step_release(to);
    return -1;
}

void lab_step_release(struct lab_step *s)
{
    str_release(&s->member);
    str_release(&s->value);
    str_release(&s->file);
}

/* ---------------------------------------------------------------------------------------------------
 * Reading */

/* An argument that cannot be read, and how its step is called. */
struct reading {
    struct lab_step *step;
    const char *text;
    enum lab_naming how;
    struct err *err;
};

static int wrong(const struct reading *r, const char *why)
{
    struct buf name, shown;

    buf_init(&name, SHOWN_ROOM);
    buf_init(&shown, 1 << 20);
    lab_add_name(&name, r->step->kind, r->how);
    text_quote(&shown, r->text, strlen(r->text), 0, 100);
    err_set(r->err, ERR_USAGE, "%s: %s %s", buf_cstr(&name), buf_cstr(&shown), why);
    buf_release(&shown);
    buf_release(&name);
    return -1;
}

/* The number that begins at *at, which is moved behind it. */
static bool take_number(const char **at, uint64_t *n)
{
    return decimal_take(at, n) && *n >= 1 && *n <= LIMIT_ENTRIES;
}

/* A number begins there that is above all positions that a timeline can have. */
static bool is_too_large(const char *at)
{
    uint64_t n;

    return *at >= '0' && *at <= '9' && (!decimal_take(&at, &n) || n > LIMIT_ENTRIES);
}

/* Of positions, with colons between at most. */
static bool has_too_large(const char *text)
{
    bool large = false;

    for (size_t len; *text; text += len) {
        len = strspn(text, "0123456789");
        if (len == 0 && *text != ':')
            return false;
        large |= is_too_large(text);
        len += len == 0;
    }
    return large;
}

#define NO_SO_MANY "too large: no timeline has so many entries"

/* Of numbers alone. */
static int wrong_number(const struct reading *r, const char *why)
{
    return wrong(r, has_too_large(r->text) ? "is " NO_SO_MANY : why);
}

/* Where a position was to begin. */
static int wrong_position(const struct reading *r, const char *at, const char *why)
{
    return wrong(r, is_too_large(at) ? "names a position that is " NO_SO_MANY : why);
}

static bool take_byte(const char **at, char c)
{
    if (**at != c)
        return false;
    ++*at;
    return true;
}

static int no_memory(const struct reading *r)
{
    return err_set(r->err, ERR_MEMORY, "no memory for a step");
}

static int parse_count(const struct reading *r)
{
    const char *at = r->text;

    if (take_number(&at, &r->step->n) && *at == '\0')
        return 0;
    return wrong_number(r, "is not a number from 1");
}

static int parse_pair(const struct reading *r)
{
    struct lab_step *s = r->step;
    const char *at = r->text;

    if (!take_number(&at, &s->n) || !take_byte(&at, ':') || !take_number(&at, &s->to) || *at != '\0')
        return wrong_number(r, "is not two positions with a colon between");
    if (s->n == s->to)
        return wrong(r, "names one position twice: nothing would change");
    return 0;
}

static bool is_utf8(const char *text)
{
    size_t len = strlen(text);

    return utf8_span((const unsigned char *)text, len) == len;
}

/* The text is one JSON value and nothing else. The value will stand in an entry of an array. */
bool lab_is_json(const char *text)
{
    struct extent x = {.memory = (const unsigned char *)text, .to = strlen(text)};
    struct err ignored = {0};
    enum json_type type;
    struct reader r;
    bool plain;

    reader_open(&r, &x, 0, 2, NULL, 0, &ignored);
    reader_space(&r);
    return reader_value(&r, &type, &plain) == 0 && reader_space(&r) == -1;
}

static int set_value(const struct reading *r, const char *text)
{
    struct buf b;

    buf_init(&b, SIZE_MAX);
    if (lab_is_json(text)) {
        size_t len = strlen(text), before = strspn(text, " \t\r\n");
        while (strchr(" \t\r\n", text[len - 1]) != NULL)
            len--;
        buf_add(&b, text + before, len - before);
    } else {
        lab_quote_json(&b, text, strlen(text));
    }
    if (!b.failed && str_take(&r->step->value, &b) == 0)
        return 0;
    buf_release(&b);
    return no_memory(r);
}

static int parse_set(const struct reading *r)
{
    struct lab_step *s = r->step;
    const char *at = r->text, *equals;

    if (!take_number(&at, &s->n) || !take_byte(&at, '.'))
        return wrong_position(r, r->text, "does not begin with a position and a dot");
    equals = strchr(at, '=');
    if (equals == NULL || equals == at)
        return wrong(r, "names no member and value: write N.MEMBER=VALUE");
    if (!is_utf8(at))
        return wrong(r, "is not UTF-8");
    if (str_set(&s->member, at, (size_t)(equals - at)) != 0)
        return no_memory(r);
    return set_value(r, equals + 1);
}

static int parse_bytes(const struct reading *r)
{
    const char *at = r->text;

    if (!take_number(&at, &r->step->n) || !take_byte(&at, '='))
        return wrong_position(r, r->text, "does not begin with a position and =");
    return str_set(&r->step->value, at, strlen(at)) == 0 ? 0 : no_memory(r);
}

static int wrong_range(const struct reading *r, const char *range)
{
    const char *dash = strchr(range, '-');

    return wrong_position(r, is_too_large(range) || dash == NULL ? range : dash + 1,
                          "has no range A-B of entries before the @");
}

/* From its end, so that a file name may hold @ and colons. */
static int parse_splice(const struct reading *r)
{
    struct lab_step *s = r->step;
    const char *text = r->text, *position = strrchr(text, '@'), *range = position, *at;

    while (range != NULL && range > text && *range != ':')
        range--;
    if (position == NULL || range == text)
        return wrong(r, "is not FILE:A-B@N");
    at = range + 1;
    if (!take_number(&at, &s->n) || !take_byte(&at, '-') || !take_number(&at, &s->to) || at != position ||
        s->to < s->n)
        return wrong_range(r, range + 1);
    at = position + 1;
    if (!take_number(&at, &s->at) || *at != '\0')
        return wrong_position(r, position + 1, "has no position behind the @");
    return str_set(&s->file, text, (size_t)(range - text)) == 0 ? 0 : no_memory(r);
}

static int parse(const struct reading *r)
{
    struct lab_step *s = r->step;

    switch (s->kind) {
    case LAB_MOVE:
    case LAB_SWAP: return parse_pair(r);
    case LAB_SET: return parse_set(r);
    case LAB_SET_BYTES: return parse_bytes(r);
    case LAB_REPLACE_LAST: return str_set(&s->value, r->text, strlen(r->text)) == 0 ? 0 : no_memory(r);
    case LAB_SPLICE: return parse_splice(r);
    case LAB_AS_06:
    case LAB_RENUMBER:
    case LAB_RECLOSE: return 0;
    case LAB_RELINK:
        s->n = 1;
        return r->text != NULL ? parse_count(r) : 0;
    default: return parse_count(r);
    }
}

int lab_step_parse(struct lab_step *s, enum lab_kind kind, const char *text, enum lab_naming how, struct err *err)
{
    memset(s, 0, sizeof *s);
    s->kind = kind;
    return parse(&(struct reading){s, text, how, err});
}

/* ---------------------------------------------------------------------------------------------------
 * Writing */

void lab_quote_json(struct buf *out, const void *bytes, size_t len)
{
    const unsigned char *at = bytes, *end = at + len;

    buf_addc(out, '"');
    while (at < end) {
        const unsigned char *stop = scan_plain(at, end);
        buf_add(out, at, (size_t)(stop - at));
        if (stop == end)
            break;
        if (*stop < 0x20)
            buf_addf(out, "\\u%04x", *stop);
        else if (*stop == '"' || *stop == '\\')
            buf_addf(out, "\\%c", *stop);
        else
            buf_addc(out, *stop);
        at = stop + 1;
    }
    buf_addc(out, '"');
}

static void add_argument(const struct lab_step *s, struct buf *arg)
{
    switch (s->kind) {
    case LAB_MOVE:
    case LAB_SWAP: buf_addf(arg, "%" PRIu64 ":%" PRIu64, s->n, s->to); break;
    case LAB_SET:
        buf_addf(arg, "%" PRIu64 ".", s->n);
        buf_add(arg, s->member.data, s->member.len);
        buf_addc(arg, '=');
        buf_add(arg, s->value.data, s->value.len);
        break;
    case LAB_SET_BYTES:
        buf_addf(arg, "%" PRIu64 "=", s->n);
        buf_add(arg, s->value.data, s->value.len);
        break;
    case LAB_REPLACE_LAST: buf_add(arg, s->value.data, s->value.len); break;
    case LAB_SPLICE:
        buf_add(arg, s->file.data, s->file.len);
        buf_addf(arg, ":%" PRIu64 "-%" PRIu64 "@%" PRIu64, s->n, s->to, s->at);
        break;
    default: buf_addf(arg, "%" PRIu64, s->n); break;
    }
}

bool lab_step_argument(const struct lab_step *s, struct buf *out)
{
    if (lab_about[s->kind].argument == NULL || (s->kind == LAB_RELINK && s->n == 1))
        return false;
    add_argument(s, out);
    return true;
}
