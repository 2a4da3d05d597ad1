#include "report/entry_row.h"

#include <stdlib.h>
#include <string.h>

/* Bytes read at once to count lines; beyond FAR the timeline's own index takes less. */
enum { BLOCK = 64 * 1024, FAR = 32 * 1024 };

static int add_expected(struct entry_rows *w, struct err *err)
{
    const struct expected *e = w->report->refs->expected;
    struct finding_list list = {NULL, 0, 0};

    if (e == NULL || !expected_has(e, w->row.entry))
        return 0;
    if (expected_entry_findings(e, w->report->timeline, w->row.entry, &list, err) != 0)
        return -1;
    for (size_t i = 0; i < list.count; i++)
        w->row.codes |= UINT64_C(1) << list.item[i].code;
    finding_list_release(&list);
    return 0;
}

static int read_codes(struct entry_rows *w, struct err *err)
{
    w->row.codes = w->row.mark.mask & ((UINT64_C(1) << FINDING_ENTRY_COUNT) - 1);
    w->row.codes |= entry_set_codes(w->set, w->row.entry);
    return add_expected(w, err);
}

/* ---------------------------------------------------------------------------------------------------
 * Lines: entries come in order, so line feeds are counted on from the one before */

static int load(struct entry_rows *w, struct err *err)
{
    ssize_t got = source_read(timeline_source(w->report->timeline), w->lines.offset, w->lines.block, BLOCK, err);

    w->lines.from = w->lines.offset;
    w->lines.len = got > 0 ? (size_t)got : 0;
    if (got == 0)
        return err_set(err, ERR_CHANGED, "the input changed while the report was written");
    return got < 0 ? -1 : 0;
}

static void count(struct entry_rows *w, uint64_t to)
{
    const unsigned char *p = w->lines.block + (w->lines.offset - w->lines.from);
    uint64_t end = w->lines.from + w->lines.len < to ? w->lines.from + w->lines.len : to;
    size_t left = (size_t)(end - w->lines.offset);

    for (const unsigned char *at; (at = memchr(p, '\n', left)) != NULL; p = at + 1) {
        left -= (size_t)(at + 1 - p);
        w->lines.line++;
    }
    w->lines.offset = end;
}

static int go_to(struct entry_rows *w, uint64_t offset, struct err *err)
{
    uint64_t column;

    if (offset - w->lines.offset > FAR) {
        w->lines.offset = w->lines.from = offset;
        w->lines.len = 0;
        return timeline_place(w->report->timeline, offset, &w->lines.line, &column, err);
    }
    while (w->lines.offset < offset) {
        if (w->lines.offset == w->lines.from + w->lines.len && load(w, err) != 0)
            return -1;
        count(w, offset);
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Rows */

int entry_rows_init(struct entry_rows *w, struct entry_set *set, struct err *err)
{
    memset(w, 0, sizeof *w);
    w->report = set->report;
    w->set = set;
    w->next = 1;
    w->lines.line = 1;
    w->lines.block = malloc(BLOCK);
    return w->lines.block != NULL ? 0 : err_set(err, ERR_MEMORY, "no memory for the entries of a report");
}

void entry_rows_release(struct entry_rows *w)
{
    entry_text_release(&w->row.text);
    free(w->lines.block);
    memset(w, 0, sizeof *w);
}

/* The longest of the members that a row shows; a second reading takes them whole. */
static uint64_t longest(const struct entry_text *e)
{
    static const enum member shown[] = {MEMBER_SEQ,  MEMBER_PREV_DIGEST,      MEMBER_ID,
                                        MEMBER_TOOL, MEMBER_PROVENANCE_CLASS, MEMBER_JOB_ID};
    uint64_t length = 0;

    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (e->member[shown[i]].cut && e->member[shown[i]].length > length)
            length = e->member[shown[i]].length;
    return length;
}

static int read_text(struct entry_rows *w, uint64_t entry, struct err *err)
{
    struct timeline *t = w->report->timeline;
    uint64_t length;

    entry_text_release(&w->row.text);
    if (timeline_read_entry(t, entry, LIMIT_SHOWN, &w->row.text, err) != 0)
        return -1;
    length = longest(&w->row.text);
    if (length == 0)
        return 0;
    entry_text_release(&w->row.text);
    return timeline_read_entry(t, entry, length < ENTRY_ROW_MEMBER ? (size_t)length : ENTRY_ROW_MEMBER,
                               &w->row.text, err);
}

static void read_link(struct entry_rows *w)
{
    struct entry_row *row = &w->row;
    struct entry_mark before = timeline_mark(w->report->timeline, row->entry - 1);

    memset(&row->before, 0, sizeof row->before);
    row->has_before = row->entry == 1 || before.has_digest;
    if (row->entry > 1)
        row->before = before.digest;
    row->link = link_state(&row->mark, row->entry, w->report->verdict.construction);
}

int entry_rows_next(struct entry_rows *w, const struct entry_row **out, struct err *err)
{
    struct entry_row *row = &w->row;
    uint64_t entry = entry_set_next(w->set, w->next);

    if (entry == 0)
        return 0;
    w->next = entry + 1;
    row->entry = entry;
    row->mark = timeline_mark(w->report->timeline, entry);
    row->offset = row->mark.offset;
    if (read_text(w, entry, err) != 0 || go_to(w, row->offset, err) != 0 || read_codes(w, err) != 0)
        return -1;
    row->line = w->lines.line;
    read_link(w);
    *out = row;
    return 1;
}
