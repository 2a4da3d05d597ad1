/* The whole timeline in a row of cells. */
#include "report/document_impl.h"

#include "base/shortage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static enum doc_worst worst_of(const struct entry_mark *mark, bool signal)
{
    if (mark->mask & finding_mask(SEVERITY_FAILURE))
        return DOC_FAILURE;
    if (signal)
        return DOC_SIGNAL;
    if (mark->mask & finding_mask(SEVERITY_WARNING))
        return DOC_WARNING;
    return mark->mask & finding_mask(SEVERITY_NOTE) ? DOC_NOTE : DOC_CLEAR;
}

static void count(struct doc_cell *c, const struct timeline *t, uint64_t entry, bool signal)
{
    struct entry_mark mark = timeline_mark(t, entry);
    enum doc_worst worst = worst_of(&mark, signal);

    if (c->first == 0)
        c->first = entry;
    c->last = entry;
    c->standing[mark.standing]++;
    c->failures += (mark.mask & finding_mask(SEVERITY_FAILURE)) != 0;
    c->warnings += (mark.mask & finding_mask(SEVERITY_WARNING)) != 0;
    c->signals += signal;
    if (worst > c->worst)
        c->worst = worst;
}

/* Cell `entry` falls into; cells differ by one entry at most. */
static size_t cell_of(const struct doc_map *m, uint64_t entry)
{
    return (size_t)((entry - 1) * m->cells / m->entries);
}

static void fill(struct doc_map *m, const struct report *r)
{
    uint64_t signal = timeline_seek(r->timeline, 1, 1, ENTRY_HAS_SIGNAL);

    for (uint64_t i = 1; i <= m->entries; i++) {
        count(&m->cell[cell_of(m, i)], r->timeline, i, i == signal);
        if (i == signal)
            signal = timeline_seek(r->timeline, i + 1, 1, ENTRY_HAS_SIGNAL);
    }
    if (m->end_contradicted)
        m->cell[m->cells - 1].worst = DOC_FAILURE;
}

static void say_legend(struct doc *d, const struct doc_map *m)
{
    doc_say(d, "One cell stands for ");
    if (m->entries > m->cells)
        doc_say(d, "up to %" PRIu64 " entries", (m->entries + m->cells - 1) / m->cells);
    else
        doc_say(d, "one entry");
    doc_say(d, ", entry 1 first. Worst finding of its own in a cell: ! failure, s truncation "
               "signal, ? warning, n note, . nothing found. Standing, as the record claims it: R "
               "recorder execution, G gateway observation, A agent assertion, - none; a small "
               "letter (n for none) where others are among them and that one is the most frequent.");
    if (m->end_contradicted)
        doc_say(d, " The last cell is marked because a reference contradicts the last entry.");
    doc_paragraph(d);
}

int doc_map_make(struct doc_map *m, const struct report *r, size_t most)
{
    *m = (struct doc_map){
        .entries = r->verdict.entries,
        .first_failure = r->verdict.has_failure ? r->verdict.failure_entry : 0,
        .end_contradicted = r->verdict.endpoint == ENDPOINT_CONTRADICTED,
    };
    m->cells = m->entries < most ? (size_t)m->entries : most;
    m->cell = shortage_unless(calloc(m->cells + 1, sizeof *m->cell));
    if (m->cell == NULL)
        return -1;
    if (m->entries > 0)
        fill(m, r);
    return 0;
}

void document_map(struct doc *d)
{
    struct doc_map m;

    if (d->report->verdict.entries == 0)
        return;
    if (doc_map_make(&m, d->report, d->form->map_cells) != 0) {
        d->out->error = d->out->error == 0 ? ENOMEM : d->out->error;
        return;
    }
    doc_say(d, "The chain at a glance");
    doc_heading(d, 1, "map");
    if (!d->form->draws)
        say_legend(d, &m);
    doc_map(d, &m);
    if (d->report->verdict.timeline == TIMELINE_UNREADABLE) {
        doc_say(d, "It ends where reading stopped: of what stands after that nothing is known.");
        doc_paragraph(d);
    }
    free(m.cell);
}
