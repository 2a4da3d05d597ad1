#include "core/encoding.h"

#include "base/utf8.h"
#include "core/scan.h"

#include <inttypes.h>
#include <string.h>

const enum member slot_member[SLOT_COUNT] = {
    MEMBER_CLOSE,       MEMBER_ID,
    MEMBER_JOB_ID,      MEMBER_CANONICAL_BYTES,
    MEMBER_PREV_DIGEST, MEMBER_PROVENANCE_CLASS,
    MEMBER_SEQ,         MEMBER_TOOL,
};

static const struct {
    const char *name, *says;
} table[ENCODE_NAMES] = {
    {"raw_utf8", "characters outside ASCII as they are, unescaped"},
    {"literal_u007f", "U+007F as it is, unescaped"},
    {"uppercase_hex", "upper-case hexadecimal digits in escapes"},
    {"long_escapes", "\\u000a and the like for short escapes"},
    {"spaces", "a space after each separator"},
    {"sha256_prefix", "\"sha256:\" before output_hash"},
    {"close_omitted", "close left out where it is false"},
    {"seq_fraction", "seq written as 1.0"},
    {"close_never", "close left out always"},
};

const char *encoding_name(unsigned bit)
{
    return table[__builtin_ctz(bit)].name;
}

static const char *encoding_says(unsigned bit)
{
    return table[__builtin_ctz(bit)].says;
}

int encoding_say(struct buf *out, unsigned encoding)
{
    bool more = false;

    for (unsigned rest = encoding; rest; rest &= rest - 1) {
        buf_adds(out, more ? "; " : "");
        buf_adds(out, encoding_says(rest & -rest));
        more = true;
    }
    return out->failed ? -1 : 0;
}

/* --- what is in a text --- */

static const char short_from[] = "\b\t\n\f\r", short_to[] = "btnfr";

static const char *short_escape(uint32_t cp)
{
    return cp && cp < 0x20 ? strchr(short_from, (int)cp) : NULL;
}

static unsigned character_matters(uint32_t cp)
{
    if (cp == '"' || cp == '\\')
        return 0;
    if (short_escape(cp))
        return ENCODE_LONG | ENCODE_UPPER;
    if (cp < 0x20)
        return ENCODE_UPPER;
    return cp == 0x7f ? ENCODE_RAW | ENCODE_DELETE | ENCODE_UPPER : ENCODE_RAW | ENCODE_UPPER;
}

/* The next character that is not written as it stands; false at the end. */
static bool next_special(const unsigned char **p, const unsigned char *end, uint32_t *cp)
{
    *p = scan_plain(*p, end);
    if (*p == end)
        return false;
    *cp = **p;
    size_t n = utf8_decode(*p, (size_t)(end - *p), true, cp);
    *p += n ? n : 1;
    return true;
}

unsigned encoding_matters(const struct parts *p)
{
    unsigned matters = ENCODE_SPACES | ENCODE_PREFIX | ENCODE_FRACTION;
    uint32_t cp;

    for (int slot = 0; slot < SLOT_COUNT; slot++) {
        const struct str *s = &p->text[slot_member[slot]];
        const unsigned char *at = (const unsigned char *)s->data, *end = at ? at + s->len : NULL;
        while (at && next_special(&at, end, &cp))
            matters |= character_matters(cp);
    }
    return matters | (p->close ? ENCODE_NEVER_CLOSE : ENCODE_NO_CLOSE);
}

unsigned encoding_next(unsigned encoding, unsigned matters)
{
    int bits = __builtin_popcount(encoding);

    for (unsigned next = encoding + 1; bits <= ENCODE_NAMES; bits++, next = 1)
        for (; next <= ENCODE_ALL; next++) {
            bool both = (next & ENCODE_RAW) && (next & ENCODE_DELETE);
            if (!both && !(next & ~matters) && __builtin_popcount(next) == bits)
                return next;
        }
    return 0;
}

/* --- writing --- */

int encode_close(struct buf *out, bool close, unsigned encoding)
{
    bool spaces = encoding & ENCODE_SPACES;

    if (encoding & ENCODE_NEVER_CLOSE || (encoding & ENCODE_NO_CLOSE && !close))
        return 0;
    return buf_addf(out, "\"close\":%s%s,%s", spaces ? " " : "", close ? "true" : "false",
                    spaces ? " " : "");
}

static void add_unit(struct buf *out, unsigned unit, unsigned encoding)
{
    buf_addf(out, encoding & ENCODE_UPPER ? "\\u%04X" : "\\u%04x", unit);
}

static bool stands_as_it_is(uint32_t cp, unsigned encoding)
{
    if (cp == 0x7f)
        return encoding & (ENCODE_RAW | ENCODE_DELETE);
    return encoding & ENCODE_RAW && cp >= 0x80 && !(cp >= 0xd800 && cp <= 0xdfff);
}

static void add_special(struct buf *out, uint32_t cp, unsigned encoding)
{
    const char *at = short_escape(cp);
    unsigned char raw[4];

    if (cp == '"' || cp == '\\')
        buf_addf(out, "\\%c", (int)cp);
    else if (at && !(encoding & ENCODE_LONG))
        buf_addf(out, "\\%c", short_to[at - short_from]);
    else if (stands_as_it_is(cp, encoding))
        buf_add(out, raw, utf8_encode(raw, cp));
    else if (cp < 0x10000)
        add_unit(out, cp, encoding);
    else {
        add_unit(out, 0xd800 + ((cp - 0x10000) >> 10), encoding);
        add_unit(out, 0xdc00 + ((cp - 0x10000) & 0x3ff), encoding);
    }
}

int encode_text(struct buf *out, const void *wtf8, size_t len, unsigned encoding)
{
    const unsigned char *at = wtf8, *end = at + len;
    uint32_t cp;

    while (at < end) {
        const unsigned char *stop = scan_plain(at, end);
        buf_add(out, at, (size_t)(stop - at));
        at = stop;
        if (next_special(&at, end, &cp))
            add_special(out, cp, encoding);
    }
    return out->failed ? -1 : 0;
}

int encode_output(struct buf *out, const struct digest *d, unsigned encoding)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(d, hex);
    buf_adds(out, encoding & ENCODE_PREFIX ? "sha256:" : "");
    return buf_add(out, hex, DIGEST_HEX);
}

int encode_seq(struct buf *out, int64_t seq, unsigned encoding)
{
    return buf_addf(out, "%" PRId64 "%s", seq, encoding & ENCODE_FRACTION ? ".0" : "");
}

/* --- the whole --- */

void preimage_init(struct preimage *p)
{
    memset(p, 0, sizeof *p);
    buf_init(&p->bytes, 8 * (size_t)PARTS_TEXT * SLOT_COUNT);
}

void preimage_release(struct preimage *p)
{
    buf_release(&p->bytes);
}

/* The value, or nothing and a note that it lacks. */
static void add_value(struct preimage *p, enum slot slot, const struct parts *parts,
                      unsigned encoding)
{
    const struct str *s = &parts->text[slot_member[slot]];

    if (!(parts->has >> slot_member[slot] & 1))
        p->lacks |= 1u << slot;
    else if (slot == SLOT_CLOSE)
        encode_close(&p->bytes, parts->close, encoding);
    else if (slot == SLOT_OUTPUT)
        encode_output(&p->bytes, &parts->output, encoding);
    else if (slot == SLOT_SEQ)
        encode_seq(&p->bytes, parts->seq, encoding);
    else
        encode_text(&p->bytes, s->data, s->len, encoding);
}

int preimage_make(struct preimage *p, const struct parts *parts, unsigned encoding)
{
    static const char *const before[SLOT_COUNT + 1] = {
        "{",
        "\"id\":\"",
        "\",\"job_id\":\"",
        "\",\"output_hash\":\"",
        "\",\"prev_digest\":\"",
        "\",\"provenance_class\":\"",
        "\",\"seq\":",
        ",\"tool\":\"",
        "\"}",
    };
    static const char *const spaced[SLOT_COUNT + 1] = {
        "{",
        "\"id\": \"",
        "\", \"job_id\": \"",
        "\", \"output_hash\": \"",
        "\", \"prev_digest\": \"",
        "\", \"provenance_class\": \"",
        "\", \"seq\": ",
        ", \"tool\": \"",
        "\"}",
    };
    const char *const *between = encoding & ENCODE_SPACES ? spaced : before;

    buf_clear(&p->bytes);
    p->lacks = 0;
    for (int slot = 0; slot < SLOT_COUNT; slot++) {
        buf_adds(&p->bytes, between[slot]);
        p->from[slot] = p->bytes.len;
        add_value(p, (enum slot)slot, parts, encoding);
        p->to[slot] = p->bytes.len;
    }
    return buf_adds(&p->bytes, between[SLOT_COUNT]);
}

int preimage_put(struct preimage *p, const struct preimage *base, enum slot slot, const void *bytes,
                 size_t len)
{
    size_t end = base->to[slot];

    buf_clear(&p->bytes);
    buf_add(&p->bytes, base->bytes.data, base->from[slot]);
    buf_add(&p->bytes, bytes, len);
    for (int i = 0; i < SLOT_COUNT; i++) {
        bool later = i > (int)slot;
        p->from[i] = later ? base->from[i] - end + p->bytes.len : base->from[i];
        p->to[i] = later || i == (int)slot ? base->to[i] - end + p->bytes.len : base->to[i];
    }
    p->lacks = base->lacks & ~(1u << slot);
    return buf_add(&p->bytes, base->bytes.data + end, base->bytes.len - end);
}
