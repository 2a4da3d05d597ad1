#include "base/err.h"

#include "base/shortage.h"
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = sizeof((struct err *)NULL)->text, LONGEST_PIECE = 32 };

/* A sentence that does not fit ends in "...", and not inside a token or a grapheme. */
static void mark_cut(char *text)
{
    struct text_piece piece;
    size_t len = strlen(text), at = 0, end = 0;
    while (text_next(text, len, &at, &piece) && at + sizeof "..." <= ROOM)
        end = at;
    memcpy(text + end, "...", sizeof "...");
}

__attribute__((format(printf, 3, 0))) static void fill(struct err *e, enum err_code code,
                                                       const char *fmt, va_list args)
{
    char text[ROOM + LONGEST_PIECE];
    int len = vsnprintf(text, sizeof text, fmt, args);
    if (len < 0)
        text[0] = '\0';
    else if (len >= ROOM)
        mark_cut(text);

    /* Only now: an argument may point into the error that is replaced. */
    err_clear(e);
    e->code = code;
    memcpy(e->text, text, strlen(text) + 1);
}

int err_set(struct err *e, enum err_code code, const char *fmt, ...)
{
    if (code == ERR_MEMORY && errno == ENOMEM)
        shortage_note(); /* a ceiling that was reached is none */
    if (!e)
        return -1;
    va_list args;
    va_start(args, fmt);
    fill(e, code, fmt, args);
    va_end(args);
    return -1;
}

int err_at(struct err *e, uint64_t offset, const char *fmt, ...)
{
    if (!e)
        return -1;
    va_list args;
    va_start(args, fmt);
    fill(e, ERR_FORM, fmt, args);
    va_end(args);
    e->located = true;
    e->offset = offset;
    return -1;
}

void err_clear(struct err *e)
{
    if (e)
        *e = (struct err){.code = ERR_NONE};
}
