#include "core/seq.h"

#include <string.h>

enum { SMALL_DIGITS = 18, EXACT_DIGITS = 17 };

/* The number as significant digits times a power of ten. */
struct decimal {
    bool negative;
    bool plain;          /* an integer lexeme: no fraction, no exponent */
    uint64_t lead;       /* the first significant digits, up to EXACT_DIGITS or SMALL_DIGITS */
    uint64_t count;      /* significant digits, trailing zeros not counted */
    uint64_t zeros;      /* trailing zeros after them */
    uint64_t fraction;   /* digits after the point */
    int64_t exponent;
};

static void push_digit(struct decimal *d, unsigned digit)
{
    if (digit == 0) {
        if (d->count > 0)
            d->zeros++;
        return;
    }
    while (d->zeros > 0 && d->count < SMALL_DIGITS) {
        d->lead *= 10;
        d->count++;
        d->zeros--;
    }
    d->count += d->zeros;
    d->zeros = 0;
    if (d->count < SMALL_DIGITS)
        d->lead = d->lead * 10 + digit;
    d->count++;
}

static void take_digits(struct decimal *d, struct cursor *c, bool fraction)
{
    int b = cursor_peek(c);

    while (b >= '0' && b <= '9') {
        push_digit(d, (unsigned)b - '0');
        d->fraction += fraction;
        c->p++;
        b = cursor_peek(c);
    }
}

/* Exponents beyond any meaning are clamped: only their sign and size class matter. */
static void take_exponent(struct decimal *d, struct cursor *c)
{
    bool negative = false;
    int64_t e = 0;

    c->p++;
    if (cursor_peek(c) == '+' || cursor_peek(c) == '-')
        negative = *c->p++ == '-';
    for (int b = cursor_peek(c); b >= '0' && b <= '9'; b = cursor_peek(c)) {
        if (e < INT64_C(1000000000000000))
            e = e * 10 + (b - '0');
        c->p++;
    }
    d->exponent = negative ? -e : e;
}

static void take_number(struct decimal *d, struct cursor *c)
{
    memset(d, 0, sizeof *d);
    d->plain = true;
    if (cursor_peek(c) == '-') {
        d->negative = true;
        c->p++;
    }
    take_digits(d, c, false);
    if (cursor_peek(c) == '.') {
        d->plain = false;
        c->p++;
        take_digits(d, c, true);
    }
    if (cursor_peek(c) == 'e' || cursor_peek(c) == 'E') {
        d->plain = false;
        take_exponent(d, c);
    }
}

/* lead * 10^scale, or -1 when that has more than `digits` digits. */
static int64_t scaled(const struct decimal *d, int64_t scale, uint64_t digits)
{
    uint64_t value = d->lead;

    if (d->count > digits || scale > (int64_t)(digits - d->count))
        return -1;
    while (scale-- > 0)
        value *= 10;
    return (int64_t)value;
}

static void conclude(struct seq *s, const struct decimal *d)
{
    memset(s, 0, sizeof *s);
    if (d->count == 0) {
        s->integer = s->small = true;
        s->spelled = d->negative || !d->plain;
        return;
    }
    int64_t scale = (int64_t)d->zeros + d->exponent - (int64_t)d->fraction;
    int64_t value = scale < 0 ? -1 : scaled(d, scale, d->plain ? SMALL_DIGITS : EXACT_DIGITS);
    s->small = value >= 0 && (d->plain || value <= SEQ_EXACT_MAX);
    s->integer = d->plain || s->small;
    s->spelled = s->integer && !d->plain;
    s->value = s->small ? value : 1;
    if (d->negative)
        s->value = -s->value;
}

/* Nearly every seq is a few digits in memory; false leaves it to the general way. */
static bool read_short(struct seq *s, const struct extent *x, uint64_t from, uint64_t length)
{
    const unsigned char *p;

    if (!x->memory || length > SMALL_DIGITS)
        return false;
    p = x->memory + (from - x->from);
    *s = (struct seq){.integer = true, .small = true};
    for (size_t i = 0; i < length; i++) {
        if (p[i] < '0' || p[i] > '9')
            return false;
        s->value = s->value * 10 + (p[i] - '0');
    }
    return true;
}

int seq_read(struct seq *s, const struct extent *x, uint64_t from, uint64_t length, struct err *err)
{
    if (read_short(s, x, from, length))
        return 0;
    unsigned char window[64];
    struct extent lexeme = *x;
    struct decimal d;
    struct cursor c;

    if (lexeme.memory)
        lexeme.memory += from - x->from;
    lexeme.from = from;
    lexeme.to = from + length;
    cursor_open(&c, &lexeme, from, window, sizeof window, err);
    take_number(&d, &c);
    if (c.failed)
        return -1;
    conclude(s, &d);
    return 0;
}
