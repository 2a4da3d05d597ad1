/* Findings of references and of a list, held against those of before. */
#include "lab/fresh.h"

#include <stdlib.h>
#include <string.h>

static bool is_of_reference(const struct lab_told *t)
{
    return t->reference > 0;
}

/* ---------------------------------------------------------------------------------------------------
 * References: few, so that each is held against each */

static bool take_same(const struct lab_view *before, bool *taken, const struct lab_told *t, bool alike)
{
    for (size_t i = 0; i < before->tolds; i++) {
        const struct lab_told *was = &before->told[i];

        if (taken[i] || was->reference != t->reference || was->code != t->code || (alike && was->says != t->says))
            continue;
        taken[i] = true;
        return true;
    }
    return false;
}

/* What is said alike first, so that what is left over was said otherwise. */
static int compare_references(struct fresh *f, const struct lab_view *before, const struct lab_view *after,
                              bool *taken, struct err *err)
{
    bool *same = calloc(after->tolds + 1, sizeof *same);
    int status = 0;

    if (same == NULL)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    for (size_t i = 0; i < after->tolds; i++)
        same[i] = is_of_reference(&after->told[i]) && take_same(before, taken, &after->told[i], true);
    for (size_t i = 0; i < after->tolds && status == 0; i++) {
        const struct lab_told *t = &after->told[i];
        bool other;

        if (!is_of_reference(t) || same[i])
            continue;
        other = take_same(before, taken, t, false);
        f->total[other ? FRESH_OTHER : FRESH_NEW][t->code]++;
        if (finding_severity(t->code) != SEVERITY_FAILURE)
            continue;
        status = fresh_add_new(f, (struct lab_new){.reference = t->reference, .code = t->code, .other = other}, err);
    }
    free(same);
    return status;
}

/* ---------------------------------------------------------------------------------------------------
 * The list: sorted by code, action and entry */

static int compare_told(const void *a, const void *b)
{
    return lab_told_order(a, b);
}

static void compare_list(struct fresh *f, const struct track *track, const struct lab_view *before,
                         const struct lab_view *after, bool *taken)
{
    bool any = false;

    for (size_t i = 0; i < after->tolds; i++) {
        struct lab_told t = after->told[i];
        const struct lab_told *was = NULL;
        bool put = t.entry > 0 && track_origin(track, t.entry) == 0;

        if (is_of_reference(&t))
            continue;
        t.entry = t.entry > 0 ? track_origin(track, t.entry) : 0;
        if (!put && before->tolds > 0)
            was = bsearch(&t, before->told, before->tolds, sizeof t, compare_told);
        if (was != NULL)
            taken[was - before->told] = true;
        if (was != NULL && (t.code != FINDING_EXPECT_MISSING || t.says <= was->says))
            continue;
        f->total[FRESH_NEW][t.code]++;
        if (!any || t.code < f->told.code)
            f->told = after->told[i];
        any = true;
    }
}

static void take_gone(struct fresh *f, const struct track *track, const struct lab_view *before, const bool *taken)
{
    for (size_t i = 0; i < before->tolds; i++) {
        const struct lab_told *was = &before->told[i];

        if (taken[i])
            continue;
        f->total[track_left(track, was->entry) ? FRESH_GONE : FRESH_LEFT][was->code]++;
    }
}

/* Of more than are kept their number tells. */
static void take_numbers(struct fresh *f, const struct verdict *before, const struct verdict *after)
{
    for (int c = FINDING_EXPECT_MISSING; c < FINDING_COUNT; c++) {
        uint64_t was = before->totals[c], is = after->totals[c];

        for (int k = 0; k < FRESH_KINDS; k++)
            f->total[k][c] = 0;
        f->total[FRESH_NEW][c] = is > was ? is - was : 0;
        f->total[FRESH_GONE][c] = was > is ? was - is : 0;
    }
    f->rough = true;
}

int fresh_told(struct fresh *f, const struct track *track, const struct lab_view *before, const struct lab_view *after,
               struct err *err)
{
    bool *taken = calloc(before->tolds + 1, sizeof *taken);
    int status;

    if (taken == NULL)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    status = compare_references(f, before, after, taken, err);
    compare_list(f, track, before, after, taken);
    take_gone(f, track, before, taken);
    free(taken);
    if (before->cut || after->cut)
        take_numbers(f, &before->verdict, &after->verdict);
    return status;
}
