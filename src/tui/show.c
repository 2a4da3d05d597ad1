#include "tui/show.h"

#include "base/text.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *show_number(char out[NUMBER_ROOM], uint64_t n)
{
    char digits[NUMBER_ROOM];
    int len = snprintf(digits, sizeof digits, "%" PRIu64, n), at = 0;

    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

int show_count(struct buf *out, uint64_t n, const char *one, const char *many)
{
    char number[NUMBER_ROOM];

    return buf_addf(out, "%s %s", show_number(number, n), n == 1 ? one : many);
}

int show_result(struct buf *out, const char *name)
{
    for (; *name; name++)
        if (buf_addc(out, *name == '_' ? ' ' : *name) < 0)
            return -1;
    return 0;
}

int show_escaped(struct buf *out, const char *escaped, size_t len, unsigned flags)
{
    const unsigned char *p = (const unsigned char *)escaped;

    if (!(flags & TEXT_ASCII))
        return buf_add(out, escaped, len);
    for (size_t used; len > 0; p += used, len -= used) {
        uint32_t cp = 0;
        used = utf8_decode(p, len, false, &cp);
        if (used == 0)
            return -1;
        if ((cp < 0x7f ? buf_addc(out, (int)cp) : buf_addf(out, "<U+%04" PRIX32 ">", cp)) < 0)
            return -1;
    }
    return 0;
}

/* Before a byte that may follow in a character, there is none to cut at. */
static size_t before_character(const char *text, size_t at)
{
    for (int back = 0; back < 4 && at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80; back++)
        at--;
    return at;
}

static int put_cut(struct buf *out, const char *text, size_t part, size_t len, unsigned flags)
{
    char n[2][NUMBER_ROOM];

    if (text_escape(out, text, part, flags))
        return -1;
    return buf_addf(out, "... (cut: %s of %s bytes)", show_number(n[0], part), show_number(n[1], len));
}

/* Evidence of any length: nothing of it in sight would look as if there were none. */
static int put(struct buf *out, const char *text, size_t len, unsigned flags)
{
    size_t from = out->len, part = len < out->max ? len : out->max;

    if (out->failed)
        return -1;
    if (len <= out->max - from && text_escape(out, text, len, flags) == 0)
        return 0;
    do {
        part = before_character(text, part / 2);
        out->len = from;
        out->failed = false;
    } while (put_cut(out, text, part, len, flags) && part > 0);
    return out->failed ? -1 : 0;
}

int show_cstr(struct buf *out, const char *unescaped, unsigned flags)
{
    return put(out, unescaped, strlen(unescaped), flags);
}

int show_str(struct buf *out, const struct str *unescaped, unsigned flags)
{
    return unescaped->data ? put(out, unescaped->data, unescaped->len, flags | TEXT_WTF8) : 0;
}

int show_bytes(struct buf *out, const char *unescaped, size_t len, unsigned flags)
{
    return put(out, unescaped, len, flags);
}

int show_words(struct buf *out, const char *unescaped, unsigned flags)
{
    return put(out, unescaped, strlen(unescaped), flags | TEXT_PROSE);
}

/* A token stands for one character, everything else for itself. */
static size_t place_of(const struct buf *out, size_t from, const char *text, size_t len, size_t at)
{
    const char *shown = (const char *)out->data + from;
    size_t passed = 0, here = 0, next = 0;
    struct text_piece piece;

    while (passed < at && text_next(shown, out->len - from, &next, &piece)) {
        uint32_t cp;
        size_t n = piece.token ? utf8_decode((const unsigned char *)text + passed, len - passed, false, &cp)
                               : piece.len;
        passed += n ? n : 1;
        here = next;
    }
    return from + here;
}

size_t show_typed(struct buf *out, const char *text, size_t len, size_t at, unsigned flags)
{
    size_t from = out->len, lead = 0, trail = 0;

    while (lead < len && text[lead] == ' ')
        lead++;
    while (trail < len - lead && text[len - 1 - trail] == ' ')
        trail++;
    for (size_t i = 0; i < lead; i++)
        buf_addc(out, ' ');
    text_escape(out, text + lead, len - lead - trail, flags | TEXT_PROSE);
    for (size_t i = 0; i < trail; i++)
        buf_addc(out, ' ');
    return out->data ? place_of(out, from, text, len, at) : 0;
}

static int put_quoted(struct buf *out, const struct str *text, bool cut, unsigned flags)
{
    buf_addc(out, '"');
    text_escape(out, text->data, text->len, flags | TEXT_WTF8 | TEXT_QUOTED);
    return buf_adds(out, cut ? "" : "\"");
}

static bool is_word(const char *text, size_t len, const char *word)
{
    return len == strlen(word) && memcmp(text, word, len) == 0;
}

static bool made_of(const struct str *text, const char *characters)
{
    for (size_t i = 0; i < text->len; i++)
        if (!text->data[i] || !strchr(characters, text->data[i]))
            return false;
    return true;
}

/* Whether a string without its quotes looks as another value, or as one in quotes. */
static bool imitates(const struct str *text)
{
    return text->len == 0 || strchr("\"([{", text->data[0]) != NULL ||
           made_of(text, "0123456789+-.eE") || is_word(text->data, text->len, "null") ||
           is_word(text->data, text->len, "true") || is_word(text->data, text->len, "false");
}

int show_value(struct buf *out, const struct entry_value *v, bool quoted, unsigned flags)
{
    if (v->type == JSON_ABSENT)
        return buf_adds(out, "(absent)");
    if (v->type != JSON_STRING)
        return text_escape(out, v->text.data ? v->text.data : "", v->text.len, flags);
    if (quoted || imitates(&v->text))
        return put_quoted(out, &v->text, v->cut, flags);
    return text_escape(out, v->text.data, v->text.len, flags | TEXT_WTF8);
}

int show_name(struct buf *out, const struct str *name, bool cut, unsigned flags)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-.";

    if (name->len == 0 || !made_of(name, letters))
        return put_quoted(out, name, cut, flags);
    return text_escape(out, name->data, name->len, flags | TEXT_WTF8);
}

int show_damage(struct buf *out, const struct damage *d, unsigned flags)
{
    char offset[NUMBER_ROOM], line[NUMBER_ROOM], column[NUMBER_ROOM];

    if (buf_addf(out, "byte %s, line %s, column %s: ", show_number(offset, d->offset),
                 show_number(line, d->line), show_number(column, d->column)) < 0)
        return -1;
    return show_escaped(out, d->message, strlen(d->message), flags);
}

int show_reference(struct buf *out, const struct reference *r, unsigned flags)
{
    const char *slash;

    if (r->embedded)
        return buf_adds(out, "commitment in the same file");
    if (!r->path)
        return buf_addf(out, "%s given", reference_kind_name(r->kind));
    slash = strrchr(r->path, '/');
    return show_cstr(out, slash && slash[1] ? slash + 1 : r->path, flags);
}

const char *show_stated(char room[NUMBER_ROOM], const struct reference *r)
{
    _Static_assert((int)NUMBER_ROOM >= (int)COUNT_ROOM, "both kinds of text have room");

    return r->has_count && r->count >= 0 && !r->count_text.data ? show_number(room, (uint64_t)r->count)
                                                                : reference_count_text(r, room);
}

const char *show_stating(const struct reference *r)
{
    return r->kind == REFERENCE_COMMITMENT ? "committed" : "stated";
}

int show_counts(struct buf *out, const struct reference *r, uint64_t here)
{
    char stated[NUMBER_ROOM], seen[NUMBER_ROOM];

    return buf_addf(out, "%s %s, %s here", show_stated(stated, r), show_stating(r), show_number(seen, here));
}

int show_hex(struct buf *out, const char *hex, int from, int count)
{
    for (int i = from; i < from + count; i++)
        if ((i > from && buf_addc(out, ' ') < 0) ||
            buf_add(out, hex + i * HEX_GROUP, HEX_GROUP) < 0)
            return -1;
    return 0;
}

int show_hex_short(struct buf *out, const char *hex, int ends)
{
    return buf_addf(out, "%.*s..%s", ends, hex, hex + strlen(hex) - (size_t)ends);
}
