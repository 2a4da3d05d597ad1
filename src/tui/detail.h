/* The selected entry in full: what was read again of it, its findings, its bytes. */
#ifndef AERSCOPE_TUI_DETAIL_H
#define AERSCOPE_TUI_DETAIL_H

#include "core/reference.h"
#include "core/timeline.h"

#include <stdbool.h>

/* What is shown of the entry's bytes. */
enum bytes_mode { BYTES_TEXT, BYTES_JSON, BYTES_HEX, BYTES_PREIMAGE, BYTES_SOURCE, BYTES_MODES };
enum { BYTES_SHOWN = 16 * 1024 };

struct detail {
    uint64_t entry; /* 0: nothing loaded */
    bool final;     /* loaded after the examination was done */
    bool failed;    /* the entry could not be read again: `err` */
    struct err err;
    struct entry_text text;
    struct finding_list findings;
    uint64_t line; /* of the entry, 0 where it is not known */
    /* the first of the bytes that `mode` asks for */
    enum bytes_mode bytes_of;
    bool bytes_loaded, bytes_failed;
    struct err bytes_err;
    struct buf bytes;
    uint64_t bytes_total;
};

void detail_init(struct detail *d);
void detail_release(struct detail *d);
/* Reads the entry unless it is there already; again when the examination has ended since. */
void detail_load(struct detail *d, struct timeline *t, uint64_t entry, bool final);
/* Reads its bytes unless they are there. */
void detail_load_bytes(struct detail *d, struct timeline *t, enum bytes_mode mode);

#endif
