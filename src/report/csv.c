#include "report/csv.h"

#include "base/text.h"
#include "base/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

void csv_init(struct csv *c, struct out *out)
{
    c->out = out;
    c->begun = false;
    buf_init(&c->escaped, SIZE_MAX);
    buf_init(&c->cell, SIZE_MAX);
}

void csv_release(struct csv *c)
{
    buf_release(&c->escaped);
    buf_release(&c->cell);
}

/* ---------------------------------------------------------------------------------------------------
 * Formulas */

/* = + - @ and the characters that compatibility normalisation makes of them. */
static bool begins_formula(uint32_t cp)
{
    static const uint32_t signs[] = {
        '=',    '+',    '-',    '@',    0x207a, 0x207b, 0x207c, 0x208a, 0x208b, 0x208c,
        0x2212, 0xfb29, 0xfe62, 0xfe63, 0xfe66, 0xfe6b, 0xff0b, 0xff0d, 0xff1d, 0xff20,
    };

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i] == cp)
            return true;
    return false;
}

/* What can stand before a formula without keeping it from being one. */
static bool lets_begin(uint32_t cp)
{
    return cp == '"' || cp == '\'' || cp == ' ' || cp == '`' || cp == 0x2018 || cp == 0x2019 ||
           cp == 0x201c || cp == 0x201d;
}

/* `text` into c->cell, and no formula in it. Tokens are left alone: they begin with no such character. */
static void disarm(struct csv *c, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text, *end = p + len, *run = p;
    bool at_start = true;
    uint32_t cp = 0;

    for (size_t n; p < end; p += n) {
        n = utf8_decode(p, (size_t)(end - p), false, &cp);
        n = n > 0 ? n : 1;
        if ((at_start && begins_formula(cp)) || (cp == '\'' && (const char *)p == text)) {
            buf_add(&c->cell, run, (size_t)(p - run));
            buf_addf(&c->cell, "<U+%04" PRIX32 ">", cp);
            run = p + n;
        }
        at_start = cp == ';' || (at_start && lets_begin(cp));
    }
    buf_add(&c->cell, run, (size_t)(p - run));
}

/* ---------------------------------------------------------------------------------------------------
 * Numbers, dates, truth values */

static bool is_letter(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
}

/* Letters that a number or a date may hold: an exponent, marks of time, months of several languages. */
static bool is_of_a_number(const char *word, size_t len)
{
    static const char pairs[] = "am pm st nd rd th ";
    static const char months[] = "jan ene gen feb fev mar mrz maa apr abr avr mai may mag mei jun jui giu "
                                 "jul lug aug ago sep set oct okt ott out nov dec dez dic ";

    if (len == 1)
        return strchr("etzaphETZAPH", *word) != NULL;
    for (const char *m = pairs; len == 2 && *m != '\0'; m += 3)
        if (strncasecmp(m, word, 2) == 0)
            return true;
    for (const char *m = months; *m != '\0'; m += 4)
        if (len >= 3 && len <= 10 && strncasecmp(m, word, 3) == 0)
            return true;
    return false;
}

static bool is_truth(const char *text, size_t len)
{
    static const char words[][12] = {"true", "false", "wahr", "falsch", "vrai", "faux",
                                     "verdadero", "falso", "vero", "waar", "onwaar"};

    for (size_t i = 0; len >= 4 && len <= 9 && i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == len && strncasecmp(words[i], text, len) == 0)
            return true;
    return false;
}

/* Bytes of a sign that a number, an amount of money or a date may hold; 0 for any other. */
static size_t sign_length(const char *text)
{
    static const char *const wide[] = {"\u00a3", "\u00a5", "\u20ac"};

    if (strchr(" .,:/-+%$()'*", *text) != NULL)
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(wide[i], text, strlen(wide[i])) == 0)
            return strlen(wide[i]);
    return 0;
}

/* A decimal digit, also one of full width. */
static size_t digit_length(const char *text)
{
    if (*text >= '0' && *text <= '9')
        return 1;
    return strncmp(text, "\xef\xbc", 2) == 0 && text[2] >= '\x90' && text[2] <= '\x99' ? 3 : 0;
}

static size_t letters(const char *text)
{
    size_t n = 0;

    while (is_letter(text[n]))
        n++;
    return n;
}

/* Whether a spreadsheet would take the text, ended by NUL, for something else than text. */
static bool reads_as_value(const char *text, size_t len)
{
    bool digits = false;

    if (*text == '#' || is_truth(text, len))
        return true;
    while (*text != '\0') {
        size_t n = digit_length(text), word;

        digits = digits || n > 0;
        if (n == 0 && (word = letters(text)) > 0 && is_of_a_number(text, word))
            n = word;
        if (n == 0)
            n = sign_length(text);
        if (n == 0)
            return false;
        text += n;
    }
    return digits;
}

/* ---------------------------------------------------------------------------------------------------
 * Cells */

static void separate(struct csv *c)
{
    if (c->begun)
        out_addc(c->out, ',');
    c->begun = true;
}

/* Puts down what is in c->cell, quoted where that is due. */
static void put(struct csv *c, bool marked)
{
    const char *text = buf_cstr(&c->cell);
    bool quoted = strpbrk(text, "\",;") != NULL;

    out_adds(c->out, quoted ? "\"" : "");
    out_adds(c->out, marked ? "'" : "");
    for (const char *quote; (quote = strchr(text, '"')) != NULL; text = quote + 1) {
        out_add(c->out, text, (size_t)(quote + 1 - text));
        out_addc(c->out, '"');
    }
    out_adds(c->out, text);
    out_adds(c->out, quoted ? "\"" : "");
}

void csv_safe(struct csv *c, const char *text, size_t len)
{
    separate(c);
    buf_clear(&c->cell);
    disarm(c, text, len);
    put(c, reads_as_value(buf_cstr(&c->cell), c->cell.len));
    /* A cell that is not whole must not go unnoticed. */
    if (c->cell.failed && c->out->error == 0)
        c->out->error = ENOMEM;
}

void csv_evidence(struct csv *c, const void *bytes, size_t len, unsigned flags, bool cut)
{
    buf_clear(&c->escaped);
    if (bytes != NULL)
        text_escape(&c->escaped, bytes, len, flags);
    if (cut)
        buf_adds(&c->escaped, "<cut>");
    csv_safe(c, buf_cstr(&c->escaped), c->escaped.len);
    if (c->escaped.failed && c->out->error == 0)
        c->out->error = ENOMEM;
}

void csv_number(struct csv *c, const char *digits, size_t len)
{
    separate(c);
    out_add(c->out, digits, len);
}

void csv_uint(struct csv *c, uint64_t value)
{
    separate(c);
    out_addf(c->out, "%" PRIu64, value);
}

void csv_empty(struct csv *c)
{
    separate(c);
}

void csv_end(struct csv *c)
{
    out_addc(c->out, '\n');
    c->begun = false;
}
