/* Which entries a report has a row for. */
#ifndef AERSCOPE_REPORT_ENTRY_SET_H
#define AERSCOPE_REPORT_ENTRY_SET_H

#include "report/report.h"

/* A finding that is kept with a reference or with a list, at the entry where it stands. */
struct entry_code {
    uint64_t entry;
    enum finding_code code;
};

struct entry_set {
    const struct report *report;
    enum report_entries which;
    uint64_t from, to;       /* the first and the last at most */
    uint64_t flagged, shown; /* where those flagged are asked for: how many there are, and are in it */
    /* Of those flagged behind `to` the ones whose findings are always shown, in their order. */
    uint64_t behind[2 + REPORT_OTHERS];
    size_t behinds;
    struct entry_code *other; /* in the order of entries */
    size_t others;
    /* What each source said last: none of its entries in [from, at), and at is one (UINT64_MAX: none). */
    struct entry_seen {
        uint64_t from, at;
    } seen[3];
};

/* Of those flagged the first `limit`, and behind them those whose findings are always shown. 0 or -1; release in both cases. */
int entry_set_init(struct entry_set *s, const struct report *r, const struct report_request *request,
                   uint64_t limit, struct err *err);
void entry_set_release(struct entry_set *s);
/* The next one at or after `entry`, 0 for none. */
uint64_t entry_set_next(struct entry_set *s, uint64_t entry);
bool entry_set_has(const struct entry_set *s, uint64_t entry);
/* The codes of references and lists that stand at the entry, as bits of enum finding_code; those that a
 * list has about entries are not among them. 0: all that stand at no entry. */
uint64_t entry_set_codes(const struct entry_set *s, uint64_t entry);

#endif
