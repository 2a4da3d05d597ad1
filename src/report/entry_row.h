/* The entries of a report, one after the other, each with all that its row has to say. */
#ifndef AERSCOPE_REPORT_ENTRY_ROW_H
#define AERSCOPE_REPORT_ENTRY_ROW_H

#include "report/entry_set.h"

/* A member up to this many bytes is read whole; `cut` says that it goes on. */
enum { ENTRY_ROW_MEMBER = 1024 * 1024 };

struct entry_row {
    uint64_t entry, offset, line; /* offset from 0; entry and line from 1 */
    struct entry_text text;
    struct entry_mark mark;
    enum link_state link;
    bool has_before;      /* what the link must be: zeros, or the digest of the entry before */
    struct digest before;
    uint64_t codes;       /* bits of enum finding_code, those of references and coverage included */
};

struct entry_rows {
    const struct report *report;
    struct entry_set *set;
    uint64_t next;
    struct entry_row row;
    /* line feeds up to an offset */
    struct {
        uint64_t offset, line, from;
        size_t len;
        unsigned char *block;
    } lines;
};

/* `set` must outlive the rows. 0 or -1; release in both cases. */
int entry_rows_init(struct entry_rows *w, struct entry_set *set, struct err *err);
/* 1 with `*out` set (good until the next call), 0 at the end, -1 on error. */
int entry_rows_next(struct entry_rows *w, const struct entry_row **out, struct err *err);
void entry_rows_release(struct entry_rows *w);

#endif
