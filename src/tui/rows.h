/* The few entries that are on the screen, read once and kept escaped. */
#ifndef AERSCOPE_TUI_ROWS_H
#define AERSCOPE_TUI_ROWS_H

#include "core/timeline.h"

#include <stdbool.h>
#include <stdint.h>

/* A member for showing: `text` is as show_value() gives it. */
struct field {
    enum json_type type;
    struct str text;
    bool cut;
};

struct row {
    uint64_t entry; /* 0: nothing here */
    bool failed;    /* could not be read again */
    bool changed;   /* because it is no more what was examined */
    bool is_object;
    struct field tool, provenance_class, id, prev;
    char prev_hex[DIGEST_HEX + 1]; /* "" when the stored prev_digest is not 64 lowercase digits */
};

enum { ROWS_KEPT = 256 };
struct rows {
    unsigned flags; /* of text_escape() */
    struct row row[ROWS_KEPT];
};

void rows_release(struct rows *r);
/* Reads the entry unless it is kept. */
void rows_load(struct rows *r, struct timeline *t, uint64_t entry);
/* What is kept of the entry; NULL when it was not loaded. */
const struct row *rows_find(const struct rows *r, uint64_t entry);

#endif
