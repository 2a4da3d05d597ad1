#include "report/sheet.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void sheet_init(struct sheet *p, struct out *out, bool utf8, bool colour)
{
    p->out = out;
    p->colour = colour;
    p->flags = utf8 ? 0 : TEXT_ASCII;
    buf_init(&p->text, SIZE_MAX); /* a note or a member may be of any length that its reader takes */
}

void sheet_release(struct sheet *p)
{
    buf_release(&p->text);
}

void sheet_blank(struct sheet *p)
{
    out_addc(p->out, '\n');
}

void sheet_rule(struct sheet *p)
{
    out_repeat(p->out, '-', SHEET_WIDTH);
    out_addc(p->out, '\n');
}

void sheet_heading(struct sheet *p, const char *name, const char *rest)
{
    out_adds(p->out, p->colour ? "\033[1m" : "");
    out_adds(p->out, name);
    out_adds(p->out, p->colour ? "\033[22m" : "");
    if (*rest != '\0')
        out_adds(p->out, "  ");
    out_adds(p->out, rest);
    out_addc(p->out, '\n');
}

void sheet_say(struct sheet *p, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    buf_addv(&p->text, fmt, args);
    va_end(args);
}

void sheet_evidence(struct sheet *p, const void *bytes, size_t len, unsigned flags)
{
    text_escape(&p->text, bytes, len, flags | p->flags);
}

void sheet_name(struct sheet *p, const char *path)
{
    text_escape_name(&p->text, path, "TRAINING", p->flags);
}

void sheet_quote(struct sheet *p, const void *bytes, size_t len, unsigned flags)
{
    text_quote(&p->text, bytes, len, flags | p->flags, SIZE_MAX);
}

static bool is_ascii(const struct text_piece *piece)
{
    for (size_t i = 0; i < piece->len; i++)
        if ((unsigned char)piece->bytes[i] > 0x7e)
            return false;
    return true;
}

void sheet_safe(struct sheet *p, const char *text, size_t len)
{
    struct text_piece piece;
    size_t at = 0;

    while (text_next(text, len, &at, &piece)) {
        if (is_ascii(&piece))
            buf_add(&p->text, piece.bytes, piece.len);
        else
            text_escape(&p->text, piece.bytes, piece.len, p->flags);
    }
}

static void put_piece(struct sheet *p, const struct text_piece *piece)
{
    bool reverse = p->colour && piece->token;

    out_adds(p->out, reverse ? "\033[7m" : "");
    out_add(p->out, piece->bytes, piece->len);
    out_adds(p->out, reverse ? "\033[27m" : "");
}

static void put(struct sheet *p, const char *text, size_t len)
{
    struct text_piece piece;
    size_t at = 0;

    while (text_next(text, len, &at, &piece))
        put_piece(p, &piece);
}

/* A sentence on its way to the sheet. */
struct wrap {
    struct sheet *sheet;
    size_t column, hang;
    bool begun; /* a word stands on this line */
};

static void wrap_line(struct wrap *w)
{
    out_addc(w->sheet->out, '\n');
    out_repeat(w->sheet->out, ' ', w->hang);
    w->column = w->hang;
    w->begun = false;
}

/* A word wider than a line: each line but its last ends in a backslash. */
static void wrap_long(struct wrap *w, const char *word, size_t len)
{
    struct text_piece piece;
    size_t at = 0;

    while (text_next(word, len, &at, &piece)) {
        if (w->column + (size_t)piece.width > SHEET_WIDTH - 1 && w->column > w->hang) {
            out_addc(w->sheet->out, '\\');
            wrap_line(w);
        }
        put_piece(w->sheet, &piece);
        w->column += (size_t)piece.width;
    }
}

/* A digest and the punctuation at it: it goes past the edge rather than be broken. */
static bool is_digest(const char *word, size_t len)
{
    size_t before = strcspn(word, "0123456789abcdef"), digits;

    if (before > 2 || before >= len)
        return false;
    digits = strspn(word + before, "0123456789abcdef");
    return digits == 64 && before + digits <= len && len - before - digits <= 2;
}

static void wrap_word(struct wrap *w, const char *word, size_t len)
{
    size_t width = text_width(word, len);

    if (w->begun && w->column + 1 + width <= SHEET_WIDTH) {
        out_addc(w->sheet->out, ' ');
        w->column++;
    } else if (w->begun) {
        wrap_line(w);
    }
    if (w->column + width > SHEET_WIDTH && !is_digest(word, len)) {
        wrap_long(w, word, len);
    } else {
        put(w->sheet, word, len);
        w->column += width;
    }
    w->begun = true;
}

/* Bytes up to the next place where a line may break: a single space, and no backslash before it, which
 * would read as a broken word. */
static size_t word_length(const char *text, size_t len)
{
    struct text_piece piece;
    size_t at = 0, begin = 0;
    char before = ' ';

    while (text_next(text, len, &at, &piece)) {
        bool space = piece.len == 1 && *piece.bytes == ' ';

        if (space && before != ' ' && before != '\\' && at < len && text[at] != ' ')
            return begin;
        before = piece.bytes[piece.len - 1];
        begin = at;
    }
    return len;
}

static void flow(struct sheet *p, size_t column, size_t hang)
{
    struct wrap w = {p, column, hang, false};
    const char *text = buf_cstr(&p->text);
    size_t len = p->text.len;

    while (len > 0) {
        size_t n = word_length(text, len), skip = n < len;

        wrap_word(&w, text, n);
        text += n + skip;
        len -= n + skip;
    }
    out_addc(p->out, '\n');
}

/* Forgets the sentence; one that was too long for its buffer must not go unnoticed. */
static void done(struct sheet *p)
{
    if (p->text.failed && p->out->error == 0)
        p->out->error = ENOMEM;
    buf_clear(&p->text);
}

void sheet_prose(struct sheet *p, size_t indent, size_t hang)
{
    out_repeat(p->out, ' ', indent);
    flow(p, indent, hang);
    done(p);
}

void sheet_line(struct sheet *p)
{
    put(p, buf_cstr(&p->text), p->text.len);
    out_addc(p->out, '\n');
    done(p);
}

static void put_label(struct sheet *p, const char *label)
{
    size_t used = SHEET_LABEL + strlen(label);

    out_repeat(p->out, ' ', SHEET_LABEL);
    out_adds(p->out, label);
    out_repeat(p->out, ' ', used < SHEET_VALUE ? SHEET_VALUE - used : 1);
}

void sheet_field(struct sheet *p, const char *label)
{
    put_label(p, label);
    flow(p, SHEET_VALUE, SHEET_VALUE);
    done(p);
}

static bool is_hex(const char *text, size_t len)
{
    return len > 0 && strspn(text, "0123456789abcdef") == len;
}

/* At least one line, so that an empty value is seen. */
static void put_quoted(struct sheet *p, const char *text, size_t len)
{
    size_t used, n;

    do {
        n = text_fit(text, len, SHEET_WIDTH - SHEET_VALUE - 2, &used);
        n = n > 0 ? n : len;
        out_addc(p->out, '"');
        put(p, text, n);
        out_adds(p->out, "\"\n");
        text += n;
        len -= n;
        out_repeat(p->out, ' ', len > 0 ? SHEET_VALUE : 0);
    } while (len > 0);
}

void sheet_value(struct sheet *p, const char *label, const void *bytes, size_t len, unsigned flags)
{
    sheet_evidence(p, bytes, len, flags | TEXT_QUOTED);
    put_label(p, label);
    if (is_hex(buf_cstr(&p->text), p->text.len) && p->text.len <= SHEET_WIDTH - SHEET_VALUE) {
        out_add(p->out, p->text.data, p->text.len);
        out_addc(p->out, '\n');
    } else {
        put_quoted(p, buf_cstr(&p->text), p->text.len);
    }
    done(p);
}
