#include "tui/entry_rule.h"

#include "tui/frame.h"
#include "tui/show.h"

#include <string.h>

static bool one_finding_an_entry(const struct state *s)
{
    return timeline_severity_total(s->timeline, SEVERITY_FAILURE) == s->failing.total;
}

/* Its failure is shown at the last entry, and is none of the timeline. */
static bool unusable_at(const struct state *s, uint64_t entry)
{
    for (size_t i = 0; s->referenced && entry == s->progress.entries && i < s->refs->count; i++)
        if (s->refs->item[i].result == REFERENCE_UNUSABLE)
            return true;
    return false;
}

static void failure_words(const struct state *s, bool keys, struct buf *out)
{
    const char *what = one_finding_an_entry(s) ? "failure" : "failing entry";
    const char *so_far = s->progress.done ? "" : " so far";
    char n[NUMBER_ROOM], all[NUMBER_ROOM];

    if (!state_entry_fails(s, s->selected)) {
        buf_adds(out, unusable_at(s, s->selected) ? "a reference cannot be used"
                                                  : "no failure in this entry");
    } else if (!(timeline_mark(s->timeline, s->selected).mask & s->failures)) {
        buf_adds(out, "contradicted by a reference");
    } else {
        show_number(n, tally_upto(&s->failing, s->timeline, s->selected));
        buf_addf(out, "%s %s of %s%s", what, n, show_number(all, s->failing.total), so_far);
        if (keys)
            buf_addf(out, ", %s next %s previous", action_sign(ACTION_NEXT_FAILURE),
                     action_sign(ACTION_PREVIOUS_FAILURE));
    }
}

void entry_place(const struct state *s, struct buf *out)
{
    char offset[NUMBER_ROOM], line[NUMBER_ROOM];

    buf_addf(out, "byte %s", show_number(offset, timeline_mark(s->timeline, s->selected).offset));
    if (s->detail.line > 0)
        buf_addf(out, ", line %s", show_number(line, s->detail.line));
}

static void add_more(const struct state *s, struct buf *out)
{
    size_t below = s->detail_scroll.last_top - s->detail_scroll.top;

    if (below > 0)
        buf_addf(out, ", %s: %zu more", action_sign(ACTION_SCROLL_DOWN), below);
}

void entry_rule_draw(const struct state *s, struct grid *g, struct rect area, bool scrolls)
{
    struct buf left, right;
    char n[NUMBER_ROOM];

    buf_init(&left, 256);
    buf_init(&right, 256);
    if (area.cols < 64) {
        failure_words(s, false, &left);
    } else {
        buf_addf(&left, "entry %s", show_number(n, s->selected));
        if (scrolls)
            add_more(s, &left);
        entry_place(s, &right);
        buf_addf(&right, " %s%s ", frame_dash(s), frame_dash(s));
        failure_words(s, area.cols >= 100, &right);
    }
    frame_rule(s, g, area, 0, s->detail_focus ? STYLE_FOCUS : STYLE_LABEL, buf_cstr(&left),
               buf_cstr(&right));
    buf_release(&left);
    buf_release(&right);
}
