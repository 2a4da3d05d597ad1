/* The list of findings. There may be millions: only those around the selected one are fetched, and
 * each is reached from the one before or after it. */
#ifndef AERSCOPE_TUI_FINDINGS_H
#define AERSCOPE_TUI_FINDINGS_H

#include "core/verdict.h"

enum findings_order { FINDINGS_BY_KIND, FINDINGS_BY_PLACE };

/* Where a finding stands in an order. */
struct findings_place {
    int group;      /* by kind: its code, in the order of the groups; by place: 0 */
    uint64_t entry; /* 0: it is about none */
    size_t at;      /* among those of the group and the entry */
};

struct findings {
    enum findings_order order;
    struct findings_place selected;
    bool moved;     /* the user went to it */
    size_t row;     /* of it, among those shown */
    size_t page;    /* how many fit */
    struct finding_list shown;
    bool fetched;   /* `shown` is of the places that follow */
    bool more;      /* there are further ones below */
    bool finished;  /* nothing will change any more */
    struct finding_list here; /* those of the group and the entry that were looked at last */
    bool looked;
    struct findings_place looked_at;
};

/* Forgets what was fetched; the place and the order stay. */
void findings_release(struct findings *f);
/* Fetches `page` of them around the selected one. `finished`: no more will come. */
void findings_show(struct findings *f, struct timeline *t, const struct reference_set *refs,
                   size_t page, bool finished);
/* So many further down, or up (n < 0), as far as there are. */
void findings_move(struct findings *f, struct timeline *t, const struct reference_set *refs,
                   long n);
/* To the first (step -1) or the last. */
void findings_end(struct findings *f, struct timeline *t, const struct reference_set *refs,
                  int step);
/* The other order; the selection stays on its finding. */
void findings_turn(struct findings *f, struct timeline *t, const struct reference_set *refs);
/* Whether its entry could not be read again: its message says why. */
bool findings_unread(const struct finding *f);
/* The selected one; NULL where there is none. */
const struct finding *findings_selected(const struct findings *f);

#endif
