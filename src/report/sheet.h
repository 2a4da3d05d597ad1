/* Lines of 80 columns for people: labelled values, wrapped sentences, evidence. Nothing is cut inside
 * a token or a grapheme, and a digest is 64 contiguous digits. */
#ifndef AERSCOPE_REPORT_SHEET_H
#define AERSCOPE_REPORT_SHEET_H

#include "base/buf.h"
#include "report/out.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SHEET_WIDTH = 80,
    SHEET_LABEL = 2,  /* column of a label */
    SHEET_VALUE = 16, /* column of a value: what follows takes a digest */
};

struct sheet {
    struct out *out;
    bool colour;    /* bold and reverse */
    unsigned flags; /* TEXT_ASCII, or 0 where UTF-8 can be shown */
    struct buf text;
};

void sheet_init(struct sheet *p, struct out *out, bool utf8, bool colour);
void sheet_release(struct sheet *p);

void sheet_blank(struct sheet *p);
void sheet_rule(struct sheet *p);
/* NAME in bold, and what follows it on the line. */
void sheet_heading(struct sheet *p, const char *name, const char *rest);

/* Sentences are built in p->text from own words (sheet_say) and evidence, and put down by the functions
 * after these, which empty it. */
void sheet_say(struct sheet *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Evidence as it is: alone, or last in its field. */
void sheet_evidence(struct sheet *p, const void *bytes, size_t len, unsigned flags);
/* A file's name at the beginning of a line, where a training copy says what it is. */
void sheet_name(struct sheet *p, const char *path);
/* Evidence in quotes, which it cannot end: within a sentence. */
void sheet_quote(struct sheet *p, const void *bytes, size_t len, unsigned flags);
/* Text that is escaped already. */
void sheet_safe(struct sheet *p, const char *text, size_t len);

/* The sentence, wrapped at words: from column `indent` on, later lines from `hang` on. */
void sheet_prose(struct sheet *p, size_t indent, size_t hang);
/* The sentence on one line, however long. */
void sheet_line(struct sheet *p);
/* The sentence behind a label. */
void sheet_field(struct sheet *p, const char *label);
/* Evidence behind a label: up to 64 lowercase hexadecimal digits as they are, anything else in quotes,
 * which stand around each of its lines and which it cannot end. */
void sheet_value(struct sheet *p, const char *label, const void *bytes, size_t len, unsigned flags);

#endif
