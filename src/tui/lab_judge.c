/* The judgements before and after the steps, and who noticed. */
#include "tui/lab.h"

#include "tui/state.h"

#include <string.h>

void lab_forget_notice(struct laboratory *x)
{
    lab_notice_release(x->notice);
    memset(x->notice, 0, sizeof x->notice);
    lab_view_release(&x->before);
    lab_view_release(&x->after);
}

bool lab_is_marked(const struct laboratory *x)
{
    const struct reference_set *refs = x->evidence->refs;
    bool copy = false;

    for (size_t i = 0; i < refs->count; i++)
        copy |= refs->item[i].kind == REFERENCE_BASELINE;
    return copy && x->now->course != COURSE_TOUR && !x->now->sample && timeline_training(x->now->base) > 0;
}

int lab_judge_unmarked(struct laboratory *x, struct err *err)
{
    struct timeline *base = x->now->base;
    const struct timeline_options how = {.construction = timeline_asked(base), .layout = timeline_layout(base)};

    if (!x->unmarked) {
        x->unmarked = timeline_new(timeline_source(base), &how, err);
        if (!x->unmarked)
            return -1;
        timeline_leave_out(x->unmarked, LAB_MARK);
        if (timeline_start(x->unmarked, err) < 0)
            return -1;
    }
    if (timeline_wait(x->unmarked, err) < 0)
        return -1;
    return references_check(&x->witness, x->unmarked, x->evidence->now, err);
}

static int judge_before(struct laboratory *x, struct err *err)
{
    struct state *e = x->evidence;

    if (x->marked)
        return lab_view(&x->before, x->unmarked, &x->witness, err);
    if (x->now->course != COURSE_TOUR && !x->now->sample)
        return lab_view(&x->before, x->now->base, e->refs, err);
    reference_set_release(&x->witness);
    if (x->now->course == COURSE_TOUR && lab_tour_refs(x, &x->witness, err) < 0)
        return -1;
    if (references_check(&x->witness, x->now->base, e->now, err) < 0)
        return -1;
    return lab_view(&x->before, x->now->base, &x->witness, err);
}

int lab_judge(struct laboratory *x, struct err *err)
{
    struct lab_copy *c = &x->next;

    lab_forget_notice(x);
    if (c->state->progress.failed)
        return timeline_wait(c->timeline, err) < 0 ? -1 : err_set(err, ERR_IO, "the copy was not examined");
    if (!c->state->referenced)
        return err_set(err, ERR_IO, "the references were not checked against the copy");
    if (judge_before(x, err) < 0 || lab_view(&x->after, c->timeline, c->refs, err) < 0)
        return -1;
    return lab_notice(x->now->lab, &x->before, &x->after, c->refs, x->notice, err);
}
