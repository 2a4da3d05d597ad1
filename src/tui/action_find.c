#include "tui/action.h"

#include "tui/show.h"

#include <string.h>

/* Entries read for one key, so that no key takes long. */
enum { READS = 2000 };

static const char *so_far(const struct state *s)
{
    return s->progress.done ? "" : " so far";
}

static bool contradicted(const struct state *s)
{
    return s->referenced && s->verdict.endpoint == ENDPOINT_CONTRADICTED;
}

/* The next entry after `from` in the direction, 0 when there is none. */
static uint64_t seek(const struct state *s, uint64_t from, int step, uint32_t mask, bool end)
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

static bool is_signal(const struct state *s, uint64_t entry)
{
    struct finding_list list = {0};
    bool found = false;

    timeline_entry_findings(s->timeline, entry, &list, NULL);
    for (size_t i = 0; i < list.count; i++)
        found = found || list.item[i].signal != SIGNAL_NONE;
    finding_list_release(&list);
    return found || (entry == s->progress.entries && contradicted(s));
}

/* A mask alone does not tell a signal: the entries that may be one are read again. */
static uint64_t seek_signal(struct state *s, uint64_t from, int step)
{
    const uint32_t mask = 1u << FINDING_GENESIS | 1u << FINDING_SEQ | 1u << FINDING_NOT_CLOSED |
                          1u << FINDING_CLOSE_EARLY;
    char n[NUMBER_ROOM];

    for (int reads = 0; reads < READS; reads++) {
        from = seek(s, from, step, mask, contradicted(s));
        if (from == 0 || is_signal(s, from))
            return from;
    }
    state_say(s, STYLE_NORMAL, "no sign as far as entry %s; again to go on", show_number(n, from));
    return from;
}

static uint64_t find(struct state *s, enum action a, uint64_t from)
{
    switch (a) {
    case ACTION_NEXT_FAILURE: return seek(s, from, 1, s->failures, contradicted(s));
    case ACTION_PREVIOUS_FAILURE: return seek(s, from, -1, s->failures, false);
    case ACTION_NEXT_WARNING: return seek(s, from, 1, s->warnings, false);
    case ACTION_PREVIOUS_WARNING: return seek(s, from, -1, s->warnings, false);
    case ACTION_NEXT_SIGNAL: return seek_signal(s, from, 1);
    default: return seek_signal(s, from, -1);
    }
}

static const char *sought(enum action a)
{
    if (a == ACTION_NEXT_FAILURE || a == ACTION_PREVIOUS_FAILURE)
        return "failure";
    return a == ACTION_NEXT_WARNING || a == ACTION_PREVIOUS_WARNING ? "warning"
                                                                    : "sign of missing entries";
}

void find_next(struct state *s, enum action a, uint64_t count)
{
    bool back =
        a == ACTION_PREVIOUS_FAILURE || a == ACTION_PREVIOUS_WARNING || a == ACTION_PREVIOUS_SIGNAL;
    uint64_t at = s->selected, found = at;
    char n[NUMBER_ROOM];

    for (uint64_t i = 0; i < (count ? count : 1) && found; i++) {
        found = find(s, a, at);
        at = found ? found : at;
    }
    if (at != s->selected)
        state_jump(s, at);
    else
        state_say(s, STYLE_NORMAL, "no %s %s entry %s%s", sought(a), back ? "before" : "after",
                  show_number(n, s->selected), so_far(s));
}

void find_first_failure(struct state *s)
{
    uint64_t entry;
    enum finding_code code;

    if (!timeline_first_failure(s->timeline, &entry, &code)) {
        if (contradicted(s))
            state_jump(s, s->progress.entries);
        else
            state_say(s, STYLE_NORMAL, "no failure%s", so_far(s));
        return;
    }
    if (entry > 0)
        state_jump(s, entry);
    state_say(s, STYLE_NORMAL, "first failure%s: %s, %s", so_far(s), finding_code_name(code),
              finding_code_text(code));
}

static bool has_digest(const struct state *s, uint64_t entry, const struct digest *d)
{
    struct entry_mark mark = timeline_mark(s->timeline, entry);

    return mark.has_digest && digest_equal(&mark.digest, d);
}

static uint64_t entry_of_digest(const struct state *s, const struct digest *d)
{
    if (s->selected > 1 && has_digest(s, s->selected - 1, d))
        return s->selected - 1;
    for (uint64_t i = 1; i <= s->progress.entries; i++)
        if (has_digest(s, i, d))
            return i;
    return 0;
}

void find_cited(struct state *s)
{
    const struct row *row = rows_find(&s->rows, s->selected);
    const struct digest zero = {{0}};
    struct digest d;
    uint64_t found;

    if (!row || !digest_parse(row->prev_hex, DIGEST_HEX, &d)) {
        state_say(s, STYLE_NORMAL, "the stored prev_digest is no digest: it names no entry");
        return;
    }
    found = entry_of_digest(s, &d);
    if (found)
        state_jump(s, found);
    else if (digest_equal(&d, &zero))
        state_say(s, STYLE_NORMAL,
                  "64 zeros: the stored prev_digest says that a timeline begins here");
    else
        state_say(s, STYLE_NORMAL, "none in this file%s has the digest that prev_digest names",
                  so_far(s));
}

static bool cites(struct state *s, uint64_t entry, const char *hex)
{
    const struct row *row;

    rows_load(&s->rows, s->timeline, entry);
    row = rows_find(&s->rows, entry);
    return row && !row->failed && memcmp(row->prev_hex, hex, DIGEST_HEX) == 0;
}

/* A link that holds is the only one that the index knows; the others are read. */
static uint64_t entry_citing(struct state *s, const char *hex)
{
    uint64_t at = 0;

    if (s->selected < s->progress.entries && cites(s, s->selected + 1, hex))
        return s->selected + 1;
    for (int reads = 0; reads < READS; reads++) {
        at = seek(s, at, 1, 1u << FINDING_LINK | 1u << FINDING_GENESIS, false);
        if (at == 0 || cites(s, at, hex))
            return at;
    }
    return 0;
}

void find_citing(struct state *s)
{
    struct entry_mark mark = timeline_mark(s->timeline, s->selected);
    char hex[DIGEST_HEX + 1];
    uint64_t found;

    if (!mark.has_digest) {
        state_say(s, STYLE_NORMAL, "this entry has no digest: nothing can cite it");
        return;
    }
    digest_hex(&mark.digest, hex);
    found = entry_citing(s, hex);
    if (found)
        state_jump(s, found);
    else
        state_say(s, STYLE_NORMAL, "none in this file%s cites the digest of this entry", so_far(s));
}
