#include "tui/action.h"

#include "tui/show.h"

static const char *so_far(const struct state *s)
{
    bool filtering = filter_on(s) && !inquiry_final(&s->filter.inquiry, &s->progress);

    return s->progress.done && !filtering ? "" : " so far";
}

/* In a file that is damaged there may be more behind what was read. */
static void add_unread(const struct state *s, bool back, struct buf *text)
{
    const struct damage *d = back ? NULL : timeline_damage(s->timeline);
    char line[NUMBER_ROOM];

    if (d)
        buf_addf(text, "; damage in line %s: what follows was not read", show_number(line, d->line));
}

static bool contradicted(const struct state *s)
{
    return s->referenced && s->verdict.endpoint == ENDPOINT_CONTRADICTED;
}

/* The next entry after `from` in the direction, 0 when there is none. */
static uint64_t seek_any(const struct state *s, uint64_t from, int step, uint32_t mask, bool end)
{
    uint64_t last = s->progress.entries, found = 0;

    if (step > 0 && from < last)
        found = timeline_seek(s->timeline, from + 1, 1, mask);
    else if (step < 0 && from > 1)
        found = timeline_seek(s->timeline, from - 1, -1, mask);
    if (found == 0 && step > 0 && end && from < last)
        found = last;
    return found;
}

/* The same among the entries that are shown. */
static uint64_t seek(const struct state *s, uint64_t from, int step, uint32_t mask, bool end)
{
    do
        from = seek_any(s, from, step, mask, end);
    while (from && filter_hides(s, from));
    return from;
}

static uint64_t seek_noted(const struct state *s, uint64_t from, int step)
{
    do
        from = from + (uint64_t)(int64_t)step == 0 || !s->casing.file
                   ? 0
                   : casefile_seek(s->casing.file, from + (uint64_t)(int64_t)step, step, CASEFILE_ANY);
    while (from && (filter_hides(s, from) || from > s->progress.entries));
    return from;
}

static uint64_t find(struct state *s, enum action a, uint64_t from)
{
    switch (a) {
    case ACTION_NEXT_NOTED: return seek_noted(s, from, 1);
    case ACTION_PREVIOUS_NOTED: return seek_noted(s, from, -1);
    case ACTION_NEXT_FAILURE: return seek(s, from, 1, s->failures, contradicted(s));
    case ACTION_PREVIOUS_FAILURE: return seek(s, from, -1, s->failures, false);
    case ACTION_NEXT_WARNING: return seek(s, from, 1, s->warnings, false);
    case ACTION_PREVIOUS_WARNING: return seek(s, from, -1, s->warnings, false);
    case ACTION_NEXT_SIGNAL: return seek(s, from, 1, ENTRY_HAS_SIGNAL, contradicted(s));
    default: return seek(s, from, -1, ENTRY_HAS_SIGNAL, false);
    }
}

static const char *sought(enum action a)
{
    if (a == ACTION_NEXT_FAILURE || a == ACTION_PREVIOUS_FAILURE)
        return "failure";
    if (a == ACTION_NEXT_NOTED || a == ACTION_PREVIOUS_NOTED)
        return "mark or note";
    return a == ACTION_NEXT_WARNING || a == ACTION_PREVIOUS_WARNING ? "warning"
                                                                    : "sign of missing entries";
}

void find_next(struct state *s, enum action a, uint64_t count)
{
    bool back = a == ACTION_PREVIOUS_FAILURE || a == ACTION_PREVIOUS_WARNING ||
                a == ACTION_PREVIOUS_SIGNAL || a == ACTION_PREVIOUS_NOTED;
    uint64_t at = s->selected, found = at;
    char n[NUMBER_ROOM];
    struct buf text;

    for (uint64_t i = 0; i < (count ? count : 1) && found; i++) {
        found = find(s, a, at);
        at = found ? found : at;
    }
    if (at != s->selected) {
        state_jump(s, at);
        return;
    }
    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "no %s%s %s entry %s%s", filter_on(s) ? "shown " : "", sought(a), back ? "before" : "after",
             show_number(n, s->selected), so_far(s));
    add_unread(s, back, &text);
    state_say(s, STYLE_NORMAL, "%s", buf_cstr(&text));
    buf_release(&text);
}

void find_first_failure(struct state *s)
{
    uint64_t entry;
    enum finding_code code;

    if (!timeline_first_failure(s->timeline, &entry, &code)) {
        if (contradicted(s) && !filter_refuses(s, s->progress.entries))
            state_jump(s, s->progress.entries);
        else if (!contradicted(s) && timeline_damage(s->timeline))
            find_damage(s);
        else if (!contradicted(s))
            state_say(s, STYLE_NORMAL, "no failure%s", so_far(s));
        return;
    }
    if (entry > 0 && filter_refuses(s, entry))
        return;
    if (entry > 0)
        state_jump(s, entry);
    state_say(s, STYLE_NORMAL, "first failure%s: %s, %s", so_far(s), finding_code_name(code),
              finding_code_text(code));
}

void find_damage(struct state *s)
{
    const struct damage *d = timeline_damage(s->timeline);
    struct buf text;

    if (!d) {
        state_say(s, STYLE_NORMAL, s->progress.done ? "no damage: it was read to its end"
                                                    : "no damage so far");
        return;
    }
    if (s->progress.entries > 0) {
        if (filter_refuses(s, s->progress.entries))
            return;
        state_jump(s, s->progress.entries);
    }
    buf_init(&text, LIMIT_MESSAGE);
    show_damage(&text, d, s->flags);
    state_say(s, STYLE_FAILURE, "%s%s", s->progress.entries > 0 ? "damage behind this entry: " : "", buf_cstr(&text));
    buf_release(&text);
}

int find_step(enum action a)
{
    if (a == ACTION_NEXT_MATCH || a == ACTION_NEXT_FAILURE)
        return 1;
    return a == ACTION_PREVIOUS_MATCH || a == ACTION_PREVIOUS_FAILURE ? -1 : 0;
}
