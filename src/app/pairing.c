#include "app/pairing.h"

#include <stdlib.h>
#include <string.h>

int pairing_init(struct pairing *p, struct reference_set *all, struct err *err)
{
    memset(p, 0, sizeof *p);
    p->all = *all;
    p->count = p->owned = all->count;
    *all = (struct reference_set){0};
    p->paired = calloc(p->count + 1, sizeof *p->paired);
    p->lent = calloc(p->count + 1, sizeof *p->lent);
    if (p->paired == NULL || p->lent == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the references");
    return 0;
}

void pairing_release(struct pairing *p)
{
    p->all.count = p->owned;
    reference_set_release(&p->all);
    free(p->paired);
    free(p->lent);
}

void pairing_give(struct pairing *p, struct reference_set *mine)
{
    *mine = p->all;
    p->all = (struct reference_set){0};
    p->count = p->owned = 0;
}

/* The job decides. A timeline whose first entry has lost it may have it elsewhere, which the check has
 * found out. */
static bool belongs(const struct reference *ref, const struct str *job)
{
    if (job->data != NULL && str_equal(&ref->job_id, job))
        return true;
    if (ref->kind == REFERENCE_BASELINE)
        return false;
    return ref->result == REFERENCE_MATCHES || ref->result == REFERENCE_CONTRADICTED ||
           ref->result == REFERENCE_EARLIER;
}

/* What a check has appended sits in the timeline's own file: it belongs to this timeline alone. */
static void lend(struct pairing *p, const struct str *job, struct reference_set *mine)
{
    for (size_t i = 0; i < p->all.count; i++) {
        bool embedded = i >= p->count;

        if (!embedded && !belongs(&p->all.item[i], job))
            continue;
        mine->item[mine->count++] = p->all.item[i];
        if (!embedded)
            p->lent[i] = p->paired[i] = true;
    }
    p->all.count = p->count;
}

/* The list goes to the timelines that have an entry of its job. */
static void settle_list(struct pairing *p, struct timeline *t, struct reference_set *mine)
{
    struct expected_about about;

    if (mine->expected == NULL)
        return;
    about = expected_about(mine->expected);
    p->list_lent = about.usable && (expected_coverage(mine->expected).assessed || timeline_job_is(t, &about.job_id));
    p->list_paired |= p->list_lent;
    if (p->list_lent)
        return;
    p->all.expected = mine->expected;
    mine->expected = NULL;
}

static int check_mine(struct pairing *p, struct timeline *t, struct instant now, struct reference_set *mine,
                      struct err *err)
{
    int status;

    mine->expected = p->all.expected;
    p->all.expected = NULL;
    status = references_check(mine, t, now, err);
    settle_list(p, t, mine);
    return status;
}

static int check_all(struct pairing *p, struct timeline *t, struct instant now, struct err *err)
{
    struct expected *list = p->all.expected;
    int status;

    p->all.expected = NULL;
    status = references_check(&p->all, t, now, err);
    p->all.expected = list;
    return status;
}

int pairing_lend(struct pairing *p, struct timeline *t, struct instant now,
                 struct reference_set *mine, struct err *err)
{
    struct str job = timeline_job(t);

    if (check_all(p, t, now, err) != 0)
        return -1;
    mine->room = p->all.count + 1;
    mine->item = calloc(mine->room, sizeof *mine->item);
    if (mine->item == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the references");
    lend(p, &job, mine);
    /* Once more by themselves: those of other jobs must not be held against each other here. */
    return check_mine(p, t, now, mine, err);
}

void pairing_return(struct pairing *p, struct reference_set *mine)
{
    size_t at = 0;

    for (size_t i = 0; i < p->count; i++) {
        if (!p->lent[i])
            continue;
        p->all.item[i] = mine->item[at];
        mine->item[at++] = (struct reference){0};
        p->lent[i] = false;
    }
    if (p->list_lent) {
        p->all.expected = mine->expected;
        mine->expected = NULL;
        p->list_lent = false;
    }
    reference_set_release(mine);
}

void pairing_keep_unpaired(struct pairing *p)
{
    size_t kept = 0;

    for (size_t i = 0; i < p->count; i++) {
        struct reference ref = p->all.item[i];

        if (p->paired[i])
            continue;
        ref.result = REFERENCE_UNUSABLE;
        p->all.item[i] = p->all.item[kept];
        p->all.item[kept++] = ref;
    }
    p->all.count = p->count = kept;
}
