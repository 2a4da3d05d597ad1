#include "tui/covering.h"

#include "tui/state.h"

static const struct expected *list_of(const struct state *s)
{
    return s->refs->expected;
}

static bool assessed(const struct state *s)
{
    return list_of(s) && expected_coverage(list_of(s)).assessed;
}

uint64_t covering_list_rows(const struct state *s)
{
    return list_of(s) ? expected_list_findings(list_of(s)) : 0;
}

uint64_t covering_rows(const struct state *s)
{
    if (!list_of(s) || s->covering.page == COVERING_WORDS)
        return 0;
    if (s->covering.page == COVERING_ACTIONS)
        return expected_about(list_of(s)).actions;
    return covering_list_rows(s) + (assessed(s) ? s->progress.entries : 0);
}

static bool action_differs(const struct state *s, uint64_t number)
{
    struct expected_action a = expected_action(list_of(s), number);

    return assessed(s) && a.kind == EXPECTED_REQUIRED && a.found < a.count;
}

static bool list_row_differs(const struct state *s, uint64_t row)
{
    return finding_severity(expected_list_code(list_of(s), row - 1)) == SEVERITY_FAILURE;
}

static bool entry_differs(const struct state *s, uint64_t entry)
{
    uint64_t action;

    return expected_of_entry(list_of(s), entry, &action) >= EXPECTED_MISPLACED;
}

bool covering_differs(const struct state *s, uint64_t row)
{
    uint64_t head = covering_list_rows(s);

    if (row == 0 || row > covering_rows(s))
        return false;
    if (s->covering.page == COVERING_ACTIONS)
        return action_differs(s, row);
    if (row <= head)
        return list_row_differs(s, row);
    return entry_differs(s, row - head);
}

static uint64_t seek_among(const struct state *s, uint64_t row, uint64_t last, int step,
                           bool (*differs)(const struct state *, uint64_t))
{
    for (row += (uint64_t)(int64_t)step; row >= 1 && row <= last; row += (uint64_t)(int64_t)step)
        if (differs(s, row))
            return row;
    return 0;
}

static uint64_t seek_entries(const struct state *s, uint64_t row, int step)
{
    uint64_t head = covering_list_rows(s), found = 0;

    if (step > 0 && row < head)
        found = seek_among(s, row, head, 1, list_row_differs);
    if (found)
        return found;
    if (step > 0)
        found = expected_seek(list_of(s), row < head ? 1 : row - head + 1, 1, FINDING_COUNT);
    else if (row > head + 1)
        found = expected_seek(list_of(s), row - head - 1, -1, FINDING_COUNT);
    if (found)
        return head + found;
    if (step > 0)
        return 0;
    return seek_among(s, row > head ? head + 1 : row, head, -1, list_row_differs);
}

uint64_t covering_seek(const struct state *s, uint64_t row, int step)
{
    if (covering_rows(s) == 0)
        return 0;
    if (s->covering.page == COVERING_ACTIONS)
        return seek_among(s, row, covering_rows(s), step, action_differs);
    return seek_entries(s, row, step);
}

uint64_t covering_action(const struct state *s, uint64_t row)
{
    uint64_t head = covering_list_rows(s), action = 0;

    if (row == 0 || row > covering_rows(s))
        return 0;
    if (s->covering.page == COVERING_ACTIONS)
        return row;
    if (row <= head)
        return expected_list_action(list_of(s), row - 1);
    expected_of_entry(list_of(s), row - head, &action);
    return action;
}

uint64_t covering_entry(const struct state *s, uint64_t row)
{
    uint64_t head = covering_list_rows(s);

    if (row == 0 || row > covering_rows(s))
        return 0;
    if (s->covering.page == COVERING_ACTIONS)
        return expected_action(list_of(s), row).first;
    return row <= head ? expected_list_entry(list_of(s), row - 1) : row - head;
}

uint64_t covering_total(const struct state *s)
{
    uint64_t n = 0;

    for (int c = FINDING_EXPECT_MISSING; list_of(s) && c < FINDING_EXPECT_TIME; c++)
        n += expected_total(list_of(s), (enum finding_code)c);
    return n;
}
