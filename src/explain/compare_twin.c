/* Entries of one copy that record the same: which of them stands for which of the other copy's is then a way to
 * show what differs, and no more. */
#include "core/prints.h"
#include "explain/compare_impl.h"

enum { LOOKED_AT = 512 }; /* entries on either side */

static int records(struct timeline *t, uint64_t entry, const struct digest *content, bool *same, struct err *err)
{
    struct digest d;

    if (timeline_content(t, entry, true, &d, err))
        return -1;
    *same = digest_equal(&d, content);
    return 0;
}

int copies_twin(const struct copies *c, enum copies_side side, uint64_t entry, uint64_t *twin, struct err *err)
{
    struct timeline *t = side == COPIES_EARLIER ? c->earlier : c->later;
    uint64_t entries = side == COPIES_EARLIER ? c->earlier_entries : c->later_entries;
    struct digest content;
    bool same = false;

    *twin = 0;
    if (timeline_content(t, entry, true, &content, err))
        return -1;
    for (uint64_t by = 1; by <= LOOKED_AT && (entry > by || entry + by <= entries); by++) {
        if (entry > by && records(t, entry - by, &content, &same, err))
            return -1;
        if (same) {
            *twin = entry - by;
            return 0;
        }
        if (entry + by <= entries && records(t, entry + by, &content, &same, err))
            return -1;
        if (same) {
            *twin = entry + by;
            return 0;
        }
    }
    return 0;
}
