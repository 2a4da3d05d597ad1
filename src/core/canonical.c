#include "core/canonical.h"

#include "base/hex.h"
#include "base/utf8.h"
#include "core/decode.h"
#include "core/scan.h"

#include <stdio.h>
#include <string.h>

void sink_open(struct sink *s, int (*put)(void *, const void *, size_t), void *arg)
{
    s->put = put;
    s->arg = arg;
    s->status = 0;
    s->len = 0;
}

static void pass(struct sink *s, const void *bytes, size_t len)
{
    if (s->status == 0 && len > 0)
        s->status = s->put(s->arg, bytes, len);
}

void sink_add(struct sink *s, const void *bytes, size_t len)
{
    if (len > sizeof s->data - s->len) {
        pass(s, s->data, s->len);
        s->len = 0;
        if (len >= sizeof s->data) {
            pass(s, bytes, len);
            return;
        }
    }
    memcpy(s->data + s->len, bytes, len);
    s->len += len;
}

int sink_close(struct sink *s)
{
    pass(s, s->data, s->len);
    s->len = 0;
    return s->status;
}

static void add(struct sink *s, const char *literal)
{
    sink_add(s, literal, strlen(literal));
}

static void add_unit(struct sink *s, unsigned unit)
{
    char text[8];

    snprintf(text, sizeof text, "\\u%04x", unit & 0xffffu);
    sink_add(s, text, 6);
}

static void add_special(struct sink *s, uint32_t cp)
{
    static const char from[] = "\b\t\n\f\r\"\\", to[] = "btnfr\"\\";
    const char *at = cp && cp < 0x80 ? strchr(from, (int)cp) : NULL;

    if (at) {
        char text[2] = {'\\', to[at - from]};
        sink_add(s, text, 2);
    } else if (cp < 0x10000) {
        add_unit(s, cp);
    } else {
        add_unit(s, 0xd800 + ((cp - 0x10000) >> 10));
        add_unit(s, 0xdc00 + ((cp - 0x10000) & 0x3ff));
    }
}

void canonical_text(struct sink *s, const unsigned char *wtf8, size_t len)
{
    const unsigned char *end = wtf8 + len;

    while (wtf8 < end) {
        const unsigned char *stop = scan_plain(wtf8, end);
        sink_add(s, wtf8, (size_t)(stop - wtf8));
        wtf8 = stop;
        if (wtf8 == end)
            break;
        uint32_t cp = *wtf8;
        size_t n = utf8_decode(wtf8, (size_t)(end - wtf8), true, &cp);
        add_special(s, cp);
        wtf8 += n ? n : 1;
    }
}

/* A plain string is its own canonical form. */
static int copy_string(struct sink *s, const struct extent *x, const struct value *v, struct err *err)
{
    unsigned char window[1024];
    struct extent inside = {.from = v->offset + 1, .to = v->offset + v->length - 1, .source = x->source};
    struct cursor c;

    if (x->memory) {
        sink_add(s, x->memory + (inside.from - x->from), (size_t)(inside.to - inside.from));
        return 0;
    }
    cursor_open(&c, &inside, inside.from, window, sizeof window, err);
    while (cursor_need(&c, 1)) {
        sink_add(s, c.p, (size_t)(c.end - c.p));
        c.p = c.end;
    }
    return c.failed ? -1 : 0;
}

static int add_string(struct sink *s, const struct extent *x, const struct value *v, struct err *err)
{
    unsigned char window[1024], piece[1024];
    struct decoder d;

    if (v->plain)
        return copy_string(s, x, v, err);
    decoder_open(&d, x, v->offset, window, sizeof window, err);
    while (!d.ended) {
        ssize_t got = decoder_next(&d, piece, sizeof piece);
        if (got < 0)
            return -1;
        canonical_text(s, piece, (size_t)got);
    }
    return 0;
}

enum { INTEGER_ROOM = 24 };

/* The digits, at the end of `text`. */
static char *integer_digits(char text[INTEGER_ROOM], int64_t value)
{
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    char *at = text + INTEGER_ROOM;

    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0)
        *--at = '-';
    return at;
}

/* The integer as digits: a lexeme too long for a machine word is its own canonical form. */
static int add_seq(struct sink *s, const struct extent *x, const struct value *v, const struct seq *seq,
                   struct err *err)
{
    if (seq->small) {
        char text[INTEGER_ROOM], *at = integer_digits(text, seq->value);
        sink_add(s, at, (size_t)(text + sizeof text - at));
        return 0;
    }
    struct value digits = {.offset = v->offset - 1, .length = v->length + 2};
    return copy_string(s, x, &digits, err);
}

bool canonical_possible(const struct entry *e, const struct seq *seq)
{
    static const enum member strings[] = {MEMBER_ID, MEMBER_TOOL, MEMBER_PROVENANCE_CLASS, MEMBER_JOB_ID,
                                          MEMBER_PREV_DIGEST};
    enum json_type close = e->member[MEMBER_CLOSE].type;

    if (e->type != JSON_OBJECT || !seq->integer)
        return false;
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (e->member[strings[i]].type != JSON_STRING)
            return false;
    return close == JSON_ABSENT || close == JSON_FALSE || close == JSON_TRUE;
}

/* --- nearly every entry is short, plain, and in memory: it is written in one go --- */

enum { SHORT_STRINGS = 1024, SHORT_FIXED = 256 };

static bool is_short(const struct entry *e, const struct extent *x, const struct seq *seq)
{
    const struct value *m = e->member;
    const struct value *const string[] = {&m[MEMBER_ID], &m[MEMBER_TOOL], &m[MEMBER_PROVENANCE_CLASS],
                                          &m[MEMBER_JOB_ID], &m[MEMBER_PREV_DIGEST]};
    uint64_t left = SHORT_STRINGS;

    if (!x->memory || !seq->small)
        return false;
    for (size_t i = 0; i < sizeof string / sizeof *string; i++) {
        if (!string[i]->plain || string[i]->length > left)
            return false;
        left -= string[i]->length;
    }
    return true;
}

static inline unsigned char *put(unsigned char *to, const void *from, size_t len)
{
    memcpy(to, from, len);
    return to + len;
}

#define PUT(to, literal) put(to, literal, sizeof(literal) - 1)

static inline unsigned char *put_string(unsigned char *to, const struct extent *x, const struct value *v)
{
    const unsigned char *from = x->memory + (v->offset + 1 - x->from);

    if (v->length == DIGEST_HEX + 2)
        return put(to, from, DIGEST_HEX);
    return put(to, from, (size_t)v->length - 2);
}

static unsigned char *write_short(unsigned char *to, const struct entry *e, const struct extent *x,
                                  const struct seq *seq, bool close, const struct digest *output)
{
    const struct value *m = e->member;
    char text[INTEGER_ROOM], *digits = integer_digits(text, seq->value);

    to = close ? PUT(to, "{\"close\":true,\"id\":\"") : PUT(to, "{\"close\":false,\"id\":\"");
    to = put_string(to, x, &m[MEMBER_ID]);
    to = PUT(to, "\",\"job_id\":\"");
    to = put_string(to, x, &m[MEMBER_JOB_ID]);
    to = PUT(to, "\",\"output_hash\":\"");
    digest_hex(output, (char *)to);
    to += DIGEST_HEX;
    to = PUT(to, "\",\"prev_digest\":\"");
    to = put_string(to, x, &m[MEMBER_PREV_DIGEST]);
    to = PUT(to, "\",\"provenance_class\":\"");
    to = put_string(to, x, &m[MEMBER_PROVENANCE_CLASS]);
    to = PUT(to, "\",\"seq\":");
    to = put(to, digits, (size_t)(text + sizeof text - digits));
    to = PUT(to, ",\"tool\":\"");
    to = put_string(to, x, &m[MEMBER_TOOL]);
    return PUT(to, "\"}");
}

int canonical_entry(struct sink *s, const struct entry *e, const struct extent *x, const struct seq *seq,
                    bool close, const struct digest *output, struct err *err)
{
    const struct value *m = e->member;
    char hex[DIGEST_HEX + 1];

    if (s->len + SHORT_STRINGS + SHORT_FIXED < sizeof s->data && is_short(e, x, seq)) {
        s->len = (size_t)(write_short(s->data + s->len, e, x, seq, close, output) - s->data);
        return 0;
    }
    add(s, close ? "{\"close\":true,\"id\":\"" : "{\"close\":false,\"id\":\"");
    if (add_string(s, x, &m[MEMBER_ID], err))
        return -1;
    add(s, "\",\"job_id\":\"");
    if (add_string(s, x, &m[MEMBER_JOB_ID], err))
        return -1;
    add(s, "\",\"output_hash\":\"");
    digest_hex(output, hex);
    sink_add(s, hex, DIGEST_HEX);
    add(s, "\",\"prev_digest\":\"");
    if (add_string(s, x, &m[MEMBER_PREV_DIGEST], err))
        return -1;
    add(s, "\",\"provenance_class\":\"");
    if (add_string(s, x, &m[MEMBER_PROVENANCE_CLASS], err))
        return -1;
    add(s, "\",\"seq\":");
    if (add_seq(s, x, &m[MEMBER_SEQ], seq, err))
        return -1;
    add(s, ",\"tool\":\"");
    if (add_string(s, x, &m[MEMBER_TOOL], err))
        return -1;
    add(s, "\"}");
    return 0;
}
