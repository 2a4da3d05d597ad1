/* Rows of comma-separated values (RFC 4180, with LF) that a spreadsheet may open: no cell is a formula,
 * and none that stands for text becomes a number, a date or a truth value on the way.
 *
 * Evidence goes through text_escape(). Then, where a spreadsheet would read more into it:
 * - a character that begins a formula (= + - @ and what Unicode holds to be like them) is written as its
 *   token, <U+003D>, at the beginning of a cell, behind quotes and spaces there, and likewise behind a
 *   semicolon, which parts cells in many countries;
 * - a cell that reads as a number, a date, a truth value or an error has an apostrophe in front of it;
 *   one that begins with an apostrophe of its own has that written as <U+0027>.
 * Both can be undone, so different values never give the same cell. */
#ifndef AERSCOPE_REPORT_CSV_H
#define AERSCOPE_REPORT_CSV_H

#include "base/buf.h"
#include "report/out.h"

#include <stdint.h>

struct csv {
    struct out *out;
    bool begun; /* a cell stands in this row */
    struct buf escaped, cell;
};

void csv_init(struct csv *c, struct out *out);
void csv_release(struct csv *c);

/* Cells of the row, one after the other. Data NULL is an empty cell; behind one that was `cut` stands
 * <cut>. */
void csv_evidence(struct csv *c, const void *bytes, size_t len, unsigned flags, bool cut);
/* Text that is escaped already: own words, digests. */
void csv_safe(struct csv *c, const char *text, size_t len);
/* Digits that are to be read as a number. */
void csv_number(struct csv *c, const char *digits, size_t len);
void csv_uint(struct csv *c, uint64_t value);
void csv_empty(struct csv *c);
/* Ends the row. */
void csv_end(struct csv *c);

#endif
