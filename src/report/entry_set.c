#include "report/entry_set.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------
 * Findings that the index does not know of */

static int by_entry(const void *a, const void *b)
{
    const struct entry_code *x = a, *y = b;

    if (x->entry != y->entry)
        return x->entry < y->entry ? -1 : 1;
    return (int)x->code - (int)y->code;
}

static size_t other_count(const struct report *r)
{
    size_t n = r->refs->expected != NULL ? (size_t)expected_list_findings(r->refs->expected) : 0;

    for (size_t i = 0; i < r->refs->count; i++)
        n += r->refs->item[i].findings.count;
    return n;
}

static void add_other(struct entry_set *s, uint64_t entry, enum finding_code code)
{
    s->other[s->others++] = (struct entry_code){entry, code};
}

static int collect(struct entry_set *s, struct err *err)
{
    const struct reference_set *refs = s->report->refs;
    uint64_t listed = refs->expected != NULL ? expected_list_findings(refs->expected) : 0;

    s->other = calloc(other_count(s->report) + 1, sizeof *s->other);
    if (s->other == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the entries of a report");
    for (size_t i = 0; i < refs->count; i++)
        for (size_t k = 0; k < refs->item[i].findings.count; k++)
            add_other(s, refs->item[i].findings.item[k].entry, refs->item[i].findings.item[k].code);
    for (uint64_t i = 0; i < listed; i++)
        add_other(s, expected_list_entry(refs->expected, i), expected_list_code(refs->expected, i));
    qsort(s->other, s->others, sizeof *s->other, by_entry);
    return 0;
}

/* The first of `other` at or after the entry. */
static size_t other_from(const struct entry_set *s, uint64_t entry)
{
    size_t low = 0, high = s->others;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->other[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t entry_set_codes(const struct entry_set *s, uint64_t entry)
{
    uint64_t codes = 0;

    for (size_t i = other_from(s, entry); i < s->others && s->other[i].entry == entry; i++)
        codes |= UINT64_C(1) << s->other[i].code;
    return codes;
}

/* ---------------------------------------------------------------------------------------------------
 * The set */

static uint64_t nearer(uint64_t a, uint64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static uint32_t flags(void)
{
    return finding_mask(SEVERITY_FAILURE) | finding_mask(SEVERITY_WARNING) | finding_mask(SEVERITY_NOTE) |
           ENTRY_HAS_SIGNAL;
}

enum source_of_flags { BY_TIMELINE, BY_LIST, BY_CASE };

static uint64_t seek(const struct report *r, enum source_of_flags by, uint64_t from)
{
    switch (by) {
    case BY_TIMELINE: return timeline_seek(r->timeline, from, 1, flags());
    case BY_LIST:
        return r->refs->expected != NULL ? expected_seek(r->refs->expected, from, 1, FINDING_COUNT) : 0;
    case BY_CASE: return r->casefile != NULL ? casefile_seek(r->casefile, from, 1, CASEFILE_ANY) : 0;
    }
    return 0;
}

/* Each source is asked anew only behind what it said last: where one has few entries and another many, the
 * way to the next of the few is not gone for each of the many. */
static uint64_t next_by(struct entry_set *s, enum source_of_flags by, uint64_t from)
{
    struct entry_seen *seen = &s->seen[by];

    if (from < seen->from || from > seen->at || seen->from == 0) {
        uint64_t at = seek(s->report, by, from);

        *seen = (struct entry_seen){from, at != 0 ? at : UINT64_MAX};
    }
    return seen->at != UINT64_MAX ? seen->at : 0;
}

/* The next entry with a finding, a signal, a mark or a note. */
static uint64_t next_flagged(struct entry_set *s, uint64_t from)
{
    uint64_t entry = nearer(next_by(s, BY_TIMELINE, from), next_by(s, BY_LIST, from));
    size_t other = other_from(s, from);

    if (other < s->others)
        entry = nearer(entry, s->other[other].entry);
    return nearer(entry, next_by(s, BY_CASE, from));
}

static bool is_flagged(const struct entry_set *s, uint64_t entry)
{
    const struct report *r = s->report;
    struct entry_mark mark = timeline_mark(r->timeline, entry);

    return mark.signal || (mark.mask & flags()) != 0 || entry_set_codes(s, entry) != 0 ||
           (r->refs->expected != NULL && expected_has(r->refs->expected, entry)) ||
           (r->casefile != NULL && casefile_seek(r->casefile, entry, 1, CASEFILE_ANY) == entry);
}

/* Counts all, and takes the first `limit`. */
static void count_flagged(struct entry_set *s, uint64_t limit)
{
    s->to = s->flagged = s->shown = 0;
    for (uint64_t i = next_flagged(s, 1); i > 0; i = next_flagged(s, i + 1)) {
        s->flagged++;
        if (s->shown == limit)
            continue;
        s->shown++;
        s->to = i;
    }
}

static void add_behind(struct entry_set *s, uint64_t entry)
{
    size_t at = s->behinds;

    if (entry <= s->to)
        return;
    while (at > 0 && s->behind[at - 1] > entry)
        at--;
    if (at > 0 && s->behind[at - 1] == entry)
        return;
    memmove(&s->behind[at + 1], &s->behind[at], (s->behinds - at) * sizeof *s->behind);
    s->behind[at] = entry;
    s->behinds++;
    s->shown++;
}

static void add_all_behind(struct entry_set *s, const uint64_t *other, size_t others)
{
    const struct verdict *v = &s->report->verdict;

    if (v->has_failure)
        add_behind(s, v->failure_entry);
    if (v->has_signal)
        add_behind(s, v->signal_entry);
    for (size_t i = 0; i < others; i++)
        add_behind(s, other[i]);
}

/* The places that are left go to the next ones, which may be among those. */
static void fill_up(struct entry_set *s, uint64_t limit)
{
    while (s->shown < limit && s->shown < s->flagged) {
        s->to = next_flagged(s, s->to + 1);
        if (s->behinds > 0 && s->behind[0] == s->to)
            memmove(s->behind, s->behind + 1, --s->behinds * sizeof *s->behind);
        else
            s->shown++;
    }
}

static void take_flagged(struct entry_set *s, uint64_t limit)
{
    uint64_t other[REPORT_OTHERS];
    size_t others = report_others(s->report, limit, other);

    count_flagged(s, limit);
    if (s->shown == s->flagged)
        return;
    count_flagged(s, limit > others + 2 ? limit - others - 2 : 0);
    add_all_behind(s, other, others);
    fill_up(s, limit);
}

static uint64_t next_behind(const struct entry_set *s, uint64_t from)
{
    for (size_t i = 0; i < s->behinds; i++)
        if (s->behind[i] >= from)
            return s->behind[i];
    return 0;
}

int entry_set_init(struct entry_set *s, const struct report *r, const struct report_request *request,
                   uint64_t limit, struct err *err)
{
    uint64_t entries = r->verdict.entries;

    *s = (struct entry_set){.report = r, .which = request->entries, .from = 1, .to = entries};
    if (s->which == REPORT_RANGE) {
        s->from = request->from;
        s->to = request->to < entries ? request->to : entries;
    }
    if (collect(s, err) != 0)
        return -1;
    if (s->which == REPORT_FLAGGED)
        take_flagged(s, limit);
    return 0;
}

void entry_set_release(struct entry_set *s)
{
    free(s->other);
    memset(s, 0, sizeof *s);
}

uint64_t entry_set_next(struct entry_set *s, uint64_t entry)
{
    uint64_t next = entry < s->from ? s->from : entry;

    if (s->which == REPORT_FLAGGED && next <= s->to)
        next = next_flagged(s, next);
    return next <= s->to ? next : next_behind(s, next);
}

bool entry_set_has(const struct entry_set *s, uint64_t entry)
{
    if (entry == 0 || entry < s->from)
        return false;
    if (entry > s->to)
        return next_behind(s, entry) == entry;
    return s->which != REPORT_FLAGGED || is_flagged(s, entry);
}
