/* Evidence and numbers made ready for the grid. */
#ifndef AERSCOPE_TUI_SHOW_H
#define AERSCOPE_TUI_SHOW_H

#include "base/buf.h"
#include "core/reference.h"
#include "core/timeline.h"

#include <stdint.h>

/* "2,311" */
enum { NUMBER_ROOM = 32 };
const char *show_number(char out[NUMBER_ROOM], uint64_t n);
/* "1 entry", "8 entries": `n` and the word that goes with it. */
int show_count(struct buf *out, uint64_t n, const char *one, const char *many);
/* The name of a result as words: "not_assessed" becomes "not assessed". */
int show_result(struct buf *out, const char *name);

/* Escaped text that was made without regard to the locale, for a terminal that shows ASCII alone
 * when `flags` has TEXT_ASCII. */
int show_escaped(struct buf *out, const char *escaped, size_t len, unsigned flags);
/* Of what is longer than `out` may become, and of that of the next three as well: as much as fits and
 * "... (cut: 32,768 of 80,000 bytes)". -1 without room for that, or memory. */
int show_cstr(struct buf *out, const char *unescaped, unsigned flags);
int show_str(struct buf *out, const struct str *unescaped, unsigned flags); /* JSON text; nothing of NULL */
int show_bytes(struct buf *out, const char *unescaped, size_t len, unsigned flags);
/* What the user states in words: scripts are judged word by word, as in a note. */
int show_words(struct buf *out, const char *unescaped, unsigned flags);
/* What is being typed: the same, and spaces at its ends stand as spaces. Appends; returns where the byte
 * `at` of the text is in `out`. */
size_t show_typed(struct buf *out, const char *text, size_t len, size_t at, unsigned flags);

/* A member's value: a string as it is, in quotes where it could be taken for another value or
 * `quoted`; what is no string as it stands in the file; or "(absent)". */
int show_value(struct buf *out, const struct entry_value *v, bool quoted, unsigned flags);
/* The name of a member, in quotes unless it is a plain word. */
int show_name(struct buf *out, const struct str *name, bool cut, unsigned flags);

/* "byte 3,411, line 66, column 4: " and what it is. */
int show_damage(struct buf *out, const struct damage *d, unsigned flags);

/* A short name for a reference, escaped: the last part of its path, or what it is. */
int show_reference(struct buf *out, const struct reference *r, unsigned flags);
/* The count that a reference states, in `room` or in the reference: in groups of digits where it is one of entries, as
 * it is stated where it can be none; "" where there is none. */
const char *show_stated(char room[NUMBER_ROOM], const struct reference *r);
const char *show_stating(const struct reference *r); /* behind it: "committed", of another kind "stated" */
/* "8 committed, 6 here" */
int show_counts(struct buf *out, const struct reference *r, uint64_t here);

enum { HEX_GROUPS = 8, HEX_GROUP = 8 };
/* `count` groups of eight digits from group `from`, a space between. */
int show_hex(struct buf *out, const char *hex, int from, int count);
/* "9f31c2aa..19d3c5fa": `ends` digits of both ends. */
int show_hex_short(struct buf *out, const char *hex, int ends);

#endif
