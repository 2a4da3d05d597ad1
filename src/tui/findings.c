#include "tui/findings.h"

#include <stdlib.h>
#include <string.h>

/* What they are taken from. */
struct from {
    struct findings *f;
    struct timeline *t;
    const struct reference_set *refs;
};

void findings_release(struct findings *f)
{
    finding_list_release(&f->shown);
    finding_list_release(&f->here);
    f->fetched = f->looked = false;
}

bool findings_unread(const struct finding *f)
{
    return f->entry > 0 && f->reference < 0 && !f->located;
}

const struct finding *findings_selected(const struct findings *f)
{
    return f->row < f->shown.count ? &f->shown.item[f->row] : NULL;
}

/* ---- the groups ---- */

static int groups(const struct from *w)
{
    return w->f->order == FINDINGS_BY_KIND ? FINDING_COUNT : 1;
}

/* Codes by severity, then as the table has them. */
static enum finding_code group_code(int group)
{
    for (int severity = 0; severity < SEVERITY_COUNT; severity++)
        for (int code = 0; code < FINDING_COUNT; code++)
            if ((int)finding_severity((enum finding_code)code) == severity && group-- == 0)
                return (enum finding_code)code;
    return FINDING_COUNT;
}

static int code_group(enum finding_code code)
{
    int group = 0;

    while (group < FINDING_COUNT && group_code(group) != code)
        group++;
    return group;
}

static bool in_group(const struct from *w, int group, enum finding_code code)
{
    return w->f->order == FINDINGS_BY_PLACE || group_code(group) == code;
}

/* Bits of the codes that an entry of the group can have. */
static uint32_t group_mask(const struct from *w, int group)
{
    enum finding_code code;

    if (w->f->order == FINDINGS_BY_PLACE)
        return (UINT32_C(1) << FINDING_ENTRY_COUNT) - 1;
    code = group_code(group);
    return (int)code < (int)FINDING_ENTRY_COUNT ? UINT32_C(1) << code : 0;
}

/* ---- those of a group and an entry ---- */

static void take(const struct from *w, const struct finding_list *list, int group, uint64_t entry)
{
    struct finding one;

    for (size_t i = 0; i < list->count; i++)
        if (list->item[i].entry == entry && in_group(w, group, list->item[i].code) &&
            finding_copy(&one, &list->item[i]) == 0)
            finding_list_add(&w->f->here, &one);
}

/* An entry that cannot be read again still has what was found in it; only the words are missing. */
static void take_unread(const struct from *w, uint32_t mask, uint64_t entry, const struct err *err)
{
    struct finding one;

    for (; mask; mask &= mask - 1) {
        finding_init(&one, (enum finding_code)__builtin_ctz(mask), entry);
        one.standing = timeline_mark(w->t, entry).standing;
        str_set(&one.message, err->text, strlen(err->text));
        finding_list_add(&w->f->here, &one);
    }
}

static void take_entry(const struct from *w, int group, uint64_t entry)
{
    uint32_t mask = entry ? timeline_mark(w->t, entry).mask & group_mask(w, group) : 0;
    struct finding_list list = {0};
    struct err err = {0};

    if (mask && timeline_entry_findings(w->t, entry, &list, &err) < 0)
        take_unread(w, mask, entry, &err);
    else
        take(w, &list, group, entry);
    finding_list_release(&list);
}

/* The sort keeps those of one code in their order. */
static void sort(struct finding_list *l)
{
    for (size_t i = 1; i < l->count; i++) {
        struct finding one = l->item[i];
        int group = code_group(one.code);
        size_t to = i;
        for (; to > 0 && code_group(l->item[to - 1].code) > group; to--)
            l->item[to] = l->item[to - 1];
        l->item[to] = one;
    }
}

/* Those that a list of expected actions gave. */
static void take_expected(const struct from *w, int group, uint64_t entry)
{
    const struct expected *e = w->refs->expected;
    struct finding_list list = {0};
    struct finding one;

    if (!e)
        return;
    for (uint64_t i = 0; i < expected_list_findings(e); i++)
        if (expected_list_entry(e, i) == entry && in_group(w, group, expected_list_code(e, i)) &&
            expected_list_finding(e, i, &one) == 0)
            finding_list_add(&w->f->here, &one);
    if (expected_entry_findings(e, w->t, entry, &list, NULL) == 0)
        take(w, &list, group, entry);
    finding_list_release(&list);
}

static size_t look(const struct from *w, int group, uint64_t entry)
{
    struct findings *f = w->f;
    struct finding_list file = {0};

    if (f->looked && f->looked_at.group == group && f->looked_at.entry == entry)
        return f->here.count;
    finding_list_release(&f->here);
    take_entry(w, group, entry);
    timeline_file_findings(w->t, &file, NULL);
    take(w, &file, group, entry);
    finding_list_release(&file);
    for (size_t i = 0; i < w->refs->count; i++)
        take(w, &w->refs->item[i].findings, group, entry);
    take_expected(w, group, entry);
    sort(&f->here);
    f->looked = true;
    f->looked_at = (struct findings_place){group, entry, 0};
    return f->here.count;
}

/* ---- from one to the next ---- */

static void nearer(uint64_t *found, bool *any, uint64_t entry, uint64_t from, int step)
{
    if (step > 0 ? entry < from : entry > from)
        return;
    if (!*any || (step > 0 ? entry < *found : entry > *found))
        *found = entry;
    *any = true;
}

static void nearer_of(const struct from *w, const struct finding_list *list, int group,
                      uint64_t from, int step, uint64_t *found, bool *any)
{
    for (size_t i = 0; i < list->count; i++)
        if (in_group(w, group, list->item[i].code))
            nearer(found, any, list->item[i].entry, from, step);
}

static void nearer_expected(const struct from *w, int group, uint64_t from, int step,
                            uint64_t *found, bool *any)
{
    const struct expected *e = w->refs->expected;
    enum finding_code code =
        w->f->order == FINDINGS_BY_PLACE ? FINDING_COUNT : group_code(group);
    uint64_t entry = e ? expected_seek(e, from ? from : step > 0, step, code) : 0;

    if (entry)
        nearer(found, any, entry, from, step);
    for (uint64_t i = 0; e && i < expected_list_findings(e); i++)
        if (in_group(w, group, expected_list_code(e, i)))
            nearer(found, any, expected_list_entry(e, i), from, step);
}

/* The nearest entry at `from` or beyond it with findings of the group. */
static bool seek(const struct from *w, int group, uint64_t from, int step, uint64_t *found)
{
    uint64_t last = timeline_progress(w->t).entries, start = from < last ? from : last;
    uint32_t mask = group_mask(w, group);
    struct finding_list file = {0};
    bool any = false;

    *found = 0;
    if (step > 0)
        start = from ? from : 1;
    if (mask && start >= 1 && start <= last) {
        uint64_t entry = timeline_seek(w->t, start, step, mask);
        if (entry)
            nearer(found, &any, entry, from, step);
    }
    timeline_file_findings(w->t, &file, NULL);
    nearer_of(w, &file, group, from, step, found, &any);
    finding_list_release(&file);
    for (size_t i = 0; i < w->refs->count; i++)
        nearer_of(w, &w->refs->item[i].findings, group, from, step, found, &any);
    nearer_expected(w, group, from, step, found, &any);
    return any;
}

/* The first at or after the beginning of the group and the entry, or the last before its end. */
static bool arrive(const struct from *w, struct findings_place *p, int step)
{
    uint64_t from = p->entry, entry;

    for (int group = p->group; group >= 0 && group < groups(w); group += step) {
        while (seek(w, group, from, step, &entry)) {
            size_t count = look(w, group, entry);
            *p = (struct findings_place){group, entry, step > 0 || !count ? 0 : count - 1};
            if (count)
                return true;
            if (step < 0 && entry == 0)
                break;
            from = entry + (uint64_t)(int64_t)step;
        }
        from = step > 0 ? 0 : UINT64_MAX;
    }
    return false;
}

static bool beyond(const struct from *w, struct findings_place *p, int step)
{
    struct findings_place to = *p;

    if (step < 0 && to.entry == 0) {
        to.group--;
        to.entry = UINT64_MAX;
    } else {
        to.entry += (uint64_t)(int64_t)step;
    }
    if (!arrive(w, &to, step))
        return false;
    *p = to;
    return true;
}

static bool next(const struct from *w, struct findings_place *p, int step)
{
    size_t count = look(w, p->group, p->entry);

    if (step > 0 ? p->at + 1 < count : p->at > 0 && p->at <= count) {
        p->at = step > 0 ? p->at + 1 : p->at - 1;
        return true;
    }
    return beyond(w, p, step);
}

/* Where what was selected is no more, what follows it, or else what stands before it. */
static bool settle(const struct from *w)
{
    struct findings_place p = w->f->selected;

    if (!w->f->moved)
        p = (struct findings_place){0};
    if (p.at >= look(w, p.group, p.entry)) {
        p.at = 0;
        if (!arrive(w, &p, 1)) {
            p = w->f->selected;
            if (!arrive(w, &p, -1))
                return false;
        }
    }
    w->f->selected = p;
    return true;
}

/* ---- what is shown ---- */

/* Down the page from the selected one; how many of the rows it leaves are used. */
static size_t rows_below(const struct from *w, size_t most)
{
    struct findings_place p = w->f->selected;
    size_t n = 0;

    while (n < most && next(w, &p, 1))
        n++;
    return n;
}

static struct findings_place first_shown(const struct from *w)
{
    struct findings_place top = w->f->selected;
    struct findings *f = w->f;
    size_t up = 0, below;

    if (f->row >= f->page)
        f->row = f->page - 1;
    below = rows_below(w, f->page - 1 - f->row);
    f->row = f->page - 1 - below;
    while (up < f->row && next(w, &top, -1))
        up++;
    f->row = up;
    return top;
}

static void fetch(const struct from *w)
{
    struct findings_place p = first_shown(w);
    struct findings *f = w->f;
    struct finding one;

    do {
        look(w, p.group, p.entry);
        if (p.at >= f->here.count || finding_copy(&one, &f->here.item[p.at]) < 0 ||
            finding_list_add(&f->shown, &one) < 0)
            return;
        f->more = next(w, &p, 1);
    } while (f->more && f->shown.count < f->page);
}

void findings_show(struct findings *f, struct timeline *t, const struct reference_set *refs,
                   size_t page, bool finished)
{
    struct from w = {f, t, refs};
    bool full = f->shown.count >= page && f->more;

    if (f->fetched && f->page == page && f->finished == finished && (finished || full))
        return;
    findings_release(f);
    f->page = page;
    f->finished = finished;
    f->fetched = true;
    f->more = false;
    if (settle(&w))
        fetch(&w);
    else
        f->row = 0;
}

void findings_move(struct findings *f, struct timeline *t, const struct reference_set *refs,
                   long n)
{
    struct from w = {f, t, refs};
    int step = n < 0 ? -1 : 1;

    for (; n != 0 && next(&w, &f->selected, step); n -= step)
        f->row += step > 0 ? 1 : f->row > 0 ? -(size_t)1 : 0;
    f->moved = true;
    f->fetched = false;
}

void findings_end(struct findings *f, struct timeline *t, const struct reference_set *refs,
                  int step)
{
    struct from w = {f, t, refs};
    struct findings_place p = {0};

    if (step > 0)
        p = (struct findings_place){groups(&w) - 1, UINT64_MAX, 0};
    if (step < 0 || arrive(&w, &p, -1))
        f->selected = p;
    f->moved = step > 0;
    f->row = step > 0 ? f->page : 0;
    f->fetched = false;
}

/* How many of the same code stand before it. */
static size_t rank(const struct finding_list *l, size_t at)
{
    size_t n = 0;

    for (size_t i = 0; i < at; i++)
        n += l->item[i].code == l->item[at].code;
    return n;
}

void findings_turn(struct findings *f, struct timeline *t, const struct reference_set *refs)
{
    struct from w = {f, t, refs};
    struct findings_place p = f->selected;
    size_t count = look(&w, p.group, p.entry), nth;
    enum finding_code code;

    f->order = f->order == FINDINGS_BY_KIND ? FINDINGS_BY_PLACE : FINDINGS_BY_KIND;
    f->fetched = f->looked = false;
    if (p.at >= count)
        return;
    code = f->here.item[p.at].code;
    nth = rank(&f->here, p.at);
    p = (struct findings_place){f->order == FINDINGS_BY_KIND ? code_group(code) : 0, p.entry, 0};
    count = look(&w, p.group, p.entry);
    while (p.at < count && (f->here.item[p.at].code != code || rank(&f->here, p.at) != nth))
        p.at++;
    f->selected = p;
    f->moved = true;
}
