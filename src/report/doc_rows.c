/* Which entries have a row in a report. */
#include "report/doc.h"

static uint64_t nearer(uint64_t a, uint64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

/* An endpoint finding stands at the last visible entry. */
static uint64_t next_referred(const struct report *r, uint64_t entry)
{
    for (size_t i = 0; i < r->refs->count && entry <= r->verdict.entries; i++)
        if (r->refs->item[i].result == REFERENCE_CONTRADICTED)
            return r->verdict.entries;
    return 0;
}

/* The next entry with a finding, a signal, a mark or a note. */
static uint64_t next_flagged(const struct report *r, uint64_t entry)
{
    const uint32_t what = finding_mask(SEVERITY_FAILURE) | finding_mask(SEVERITY_WARNING) |
                          finding_mask(SEVERITY_NOTE) | ENTRY_HAS_SIGNAL;
    uint64_t next = timeline_seek(r->timeline, entry, 1, what);

    next = nearer(next, next_referred(r, entry));
    if (r->refs->expected != NULL)
        next = nearer(next, expected_seek(r->refs->expected, entry, 1, FINDING_COUNT));
    return next;
}

void doc_rows_init(struct doc *d)
{
    struct doc_rows *rows = &d->rows;
    uint64_t entries = d->report->verdict.entries;

    *rows = (struct doc_rows){.which = d->request->entries, .from = 1, .to = entries};
    if (rows->which == REPORT_RANGE) {
        rows->from = d->request->from;
        rows->to = d->request->to < entries ? d->request->to : entries;
    }
    if (rows->which != REPORT_FLAGGED)
        return;
    rows->to = 0;
    for (uint64_t i = next_flagged(d->report, 1); i > 0; i = next_flagged(d->report, i + 1)) {
        rows->flagged++;
        if (rows->shown == LIMIT_FINDINGS && !d->request->style.all_findings)
            continue;
        rows->shown++;
        rows->to = i;
    }
}

uint64_t doc_next_row(const struct doc *d, uint64_t entry)
{
    const struct doc_rows *rows = &d->rows;
    uint64_t next = entry < rows->from ? rows->from : entry;

    if (rows->which == REPORT_FLAGGED)
        next = next_flagged(d->report, next);
    return next <= rows->to ? next : 0;
}

bool doc_has_row(const struct doc *d, uint64_t entry)
{
    return entry > 0 && entry <= d->report->verdict.entries && doc_next_row(d, entry) == entry;
}
