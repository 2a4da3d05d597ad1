#include "lab/fresh.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------------
 * Findings of entries */

static uint32_t entry_bits(void)
{
    return finding_mask(SEVERITY_FAILURE) | finding_mask(SEVERITY_WARNING);
}

static void take_entry(struct fresh *f, uint64_t entry, uint32_t bits)
{
    for (int c = 0; c < FINDING_ENTRY_COUNT; c++) {
        if ((bits & UINT32_C(1) << c) == 0)
            continue;
        f->total[c]++;
        if (finding_severity((enum finding_code)c) != SEVERITY_FAILURE ||
            (f->any && (finding_is_chain(f->code) || !finding_is_chain((enum finding_code)c))))
            continue;
        f->any = true;
        f->code = (enum finding_code)c;
        f->entry = entry;
    }
}

/* The entries of a piece stand behind `before` others. */
static void take_piece(struct fresh *f, const struct piece *p, uint64_t before, const struct timeline *was,
                       const struct timeline *is)
{
    uint64_t last = before + p->count;

    for (uint64_t at = timeline_seek(is, before + 1, 1, entry_bits()); at != 0 && at <= last;
         at = at < last ? timeline_seek(is, at + 1, 1, entry_bits()) : 0) {
        uint32_t bits = timeline_mark(is, at).mask & entry_bits();

        if (p->file == 0)
            bits &= ~timeline_mark(was, p->first + (at - before - 1)).mask;
        take_entry(f, at, bits);
    }
}

static uint64_t first_broken_06(const struct timeline *t)
{
    uint64_t entries = timeline_progress(t).entries;

    for (uint64_t at = 1; at <= entries; at++) {
        struct entry_mark m = timeline_mark(t, at);

        if (link_state(&m, at, CONSTRUCTION_06) == LINK_STATE_BROKEN)
            return at;
    }
    return 0;
}

static bool same_digest(const struct entry_mark *a, const struct entry_mark *b)
{
    return a->has_digest == b->has_digest && (!a->has_digest || digest_equal(&a->digest, &b->digest));
}

/* Entry `at`, that was entry `was` before. */
static bool cites_another(const struct timeline *before, uint64_t was, const struct timeline *after, uint64_t at)
{
    struct entry_mark a, b;

    if (at == 1 || was == 1)
        return at != was;
    a = timeline_mark(before, was - 1);
    b = timeline_mark(after, at - 1);
    return !same_digest(&a, &b);
}

bool fresh_links(const struct lab *l, const struct timeline *before, const struct timeline *after)
{
    uint64_t at = 0;

    for (size_t i = 0; i < l->rope.count; i++) {
        const struct piece *p = &l->rope.item[i];

        if (p->file != 0)
            return true;
        for (uint64_t k = 0; k < p->count; k++)
            if (cites_another(before, p->first + k, after, ++at))
                return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------
 * Findings of references and of a list */

/* Where the entry stood before the steps; 0: it was not there. */
static uint64_t origin(const struct lab *l, uint64_t position)
{
    uint64_t entry;
    const struct piece *p = rope_at(&l->rope, position, &entry);

    return p->file == 0 ? entry : 0;
}

static bool was_told(const struct lab_view *before, const struct lab_told *t, uint64_t entry)
{
    for (size_t i = 0; i < before->tolds; i++) {
        const struct lab_told *was = &before->told[i];

        if (was->reference != t->reference || was->code != t->code || was->action != t->action ||
            was->entry != entry)
            continue;
        return t->code == FINDING_EXPECT_MISSING ? t->says <= was->says : t->says == was->says;
    }
    return false;
}

static void take_told(struct fresh *f, const struct lab *l, const struct lab_view *before,
                      const struct lab_view *after)
{
    for (size_t i = 0; i < after->tolds; i++) {
        const struct lab_told *t = &after->told[i];
        uint64_t entry = t->entry > 0 ? origin(l, t->entry) : 0;

        if ((t->entry > 0 && entry == 0) || !was_told(before, t, entry))
            f->total[t->code]++;
    }
}

/* Two findings of a code in one entry, an entry that stands twice, and what is too much to be kept: their number
 * tells. */
static void take_more(struct fresh *f, const struct verdict *before, const struct verdict *after)
{
    for (int c = 0; c < FINDING_COUNT; c++) {
        uint64_t more = after->totals[c] > before->totals[c] ? after->totals[c] - before->totals[c] : 0;

        if (more > f->total[c])
            f->total[c] = more;
    }
}

void fresh_of(struct fresh *f, const struct lab *l, const struct lab_view *before, const struct lab_view *after)
{
    uint64_t at = 0;

    memset(f, 0, sizeof *f);
    for (size_t i = 0; i < l->rope.count; i++) {
        take_piece(f, &l->rope.item[i], at, before->timeline, after->timeline);
        at += l->rope.item[i].count;
    }
    take_told(f, l, before, after);
    take_more(f, &before->verdict, &after->verdict);
    if (before->verdict.timeline == TIMELINE_HISTORICAL && after->verdict.timeline != TIMELINE_HISTORICAL)
        f->link06 = first_broken_06(after->timeline);
}
