/* The one escaping of untrusted text, for every channel. Nothing that came from evidence, a file
 * name or the command line is shown but through text_escape().
 *
 * Injective: different inputs never give the same output. A character that could hide, move,
 * colour or imitate is written as <U+XXXX>, a byte that is no UTF-8 as <0xFF>, and a literal '<' that
 * begins such a form as <U+003C>. Escaped text is UTF-8 without controls, so it is also safe to cut at
 * cluster borders and to print. */
#ifndef AERSCOPE_BASE_TEXT_H
#define AERSCOPE_BASE_TEXT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TEXT_WTF8 = 1,  /* input was decoded from JSON: U+D800..U+DFFF in three bytes is an unpaired surrogate */
    TEXT_ASCII = 2, /* every character outside U+0020..U+007E as a token (C locale, logs) */
    TEXT_PROSE = 4, /* mixed scripts are judged word by word (payloads), not over the whole text (names) */
    TEXT_QUOTED = 8, /* it stands between double quotes: '"' is a token, so none of it seems to end them */
    TEXT_SINGLE = 16 /* the same for single quotes */
};

/* Appends the escaped form. 0, or -1 when the buffer failed. */
int text_escape(struct buf *out, const void *bytes, size_t len, unsigned flags);

/* Appends the escaped form between double quotes, as evidence stands within a sentence; where it takes
 * more than `cells` it is cut between pieces, and "..." stands behind the closing quote. 0 or -1. */
int text_quote(struct buf *out, const void *bytes, size_t len, unsigned flags, size_t cells);

/* A piece of escaped text that must stay whole: a token or a grapheme. */
struct text_piece {
    const char *bytes;
    size_t len;
    int width;     /* cells, 0..; a token has its length */
    bool token;    /* one of the forms above; shown in reverse video where there is any */
};
/* The next piece of escaped text; false at the end. `*at` starts at 0. */
bool text_next(const char *escaped, size_t len, size_t *at, struct text_piece *piece);
/* Cells taken by escaped text. */
size_t text_width(const char *escaped, size_t len);
/* Bytes of the longest prefix of whole pieces that takes at most `cells`; `*used` gets its cells. */
size_t text_fit(const char *escaped, size_t len, size_t cells, size_t *used);

/* What a member value holds that a reader should be warned about. */
enum {
    TEXT_HAS_CONTROL = 1,   /* C0, DEL, C1 */
    TEXT_HAS_SURROGATE = 2, /* unpaired */
    TEXT_HAS_INVISIBLE = 4, /* bidirectional controls, zero-width, default-ignorable */
    TEXT_HAS_MIXED = 8      /* more than one script (UTS 39, resolved script sets) */
};
unsigned text_inspect(const void *wtf8, size_t len);

/* The member name folded for near-miss comparison: case folded, invisible characters, spaces, '-' and
 * '_' dropped, look-alikes of Latin letters mapped to them. Appends to `out`; 0 or -1. */
int text_skeleton(struct buf *out, const void *wtf8, size_t len);
/* text_escape() of a name that stands where the program itself may say `words`: of one that begins like them the first
 * letter is written as a token, so that no name is taken for them. As text_escape(). */
int text_escape_name(struct buf *out, const char *name, const char *words, unsigned flags);

#endif
