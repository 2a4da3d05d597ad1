#include "lab/fresh.h"

#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

/* Entries with findings that are read; and failures that are kept one by one. */
enum { READ_MOST = 1000, NEWS_MOST = 1000 };

struct comparing {
    struct fresh *f;
    struct timeline *was, *is;
    const struct verdict *before, *after;
    unsigned read;
    struct lab_new other[NEWS_MOST];
    size_t others;
    struct id_told {
        uint64_t hash;
        enum fresh_kind kind; /* FRESH_KINDS: it is paired */
    } id_came[NEWS_MOST], id_went[NEWS_MOST];
    size_t came, went;
    struct err *err;
};

static uint32_t entry_bits(void)
{
    return (finding_mask(SEVERITY_FAILURE) | finding_mask(SEVERITY_WARNING)) &
           ((UINT32_C(1) << FINDING_ENTRY_COUNT) - 1);
}

/* ---------------------------------------------------------------------------------------------------
 * Keeping */

int fresh_add_new(struct fresh *f, struct lab_new n, struct err *err)
{
    if (f->count == f->room) {
        size_t room = f->room * 2 + 16;
        struct lab_new *more = realloc(f->news, room * sizeof *more);
        if (more == NULL)
            return err_set(err, ERR_MEMORY, "no memory to say who notices");
        f->news = more;
        f->room = room;
    }
    f->news[f->count++] = n;
    return 0;
}

static int keep_place(struct comparing *c, enum fresh_kind kind, enum finding_code code, uint64_t entry)
{
    struct lab_new n = {.entry = entry, .code = code, .other = kind == FRESH_OTHER};

    if (kind == FRESH_NEW && c->f->count < NEWS_MOST)
        return fresh_add_new(c->f, n, c->err);
    if (kind == FRESH_OTHER && c->others < NEWS_MOST)
        c->other[c->others++] = n;
    return 0;
}

/* What the checks find at the first or at the last entry is of the timeline, whichever entry stands there. */
static bool is_of_whole(const struct comparing *c, enum finding_code code)
{
    return (code == FINDING_GENESIS || code == FINDING_NOT_CLOSED) && c->before->totals[code] > 0 &&
           c->after->totals[code] > 0;
}

/* An id stands twice, whichever of the entries that have it are told of. */
static void keep_id(struct comparing *c, enum fresh_kind kind, const struct finding *f)
{
    bool came = kind == FRESH_NEW;
    size_t *n = came ? &c->came : &c->went;
    struct id_told *to = came ? c->id_came : c->id_went;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    if (f == NULL || f->code != FINDING_DUPLICATE_ID || *n == NEWS_MOST ||
        (kind != FRESH_NEW && kind != FRESH_GONE && kind != FRESH_LEFT))
        return;
    for (size_t i = 0; f->stored.data != NULL && i < f->stored.len; i++)
        hash = (hash ^ (unsigned char)f->stored.data[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
    to[(*n)++] = (struct id_told){hash, kind};
}

static void pair_ids(struct comparing *c)
{
    for (size_t i = 0; i < c->came; i++)
        for (size_t k = 0; k < c->went; k++) {
            if (c->id_went[k].kind == FRESH_KINDS || c->id_went[k].hash != c->id_came[i].hash)
                continue;
            c->f->total[FRESH_NEW][FINDING_DUPLICATE_ID]--;
            c->f->total[c->id_went[k].kind][FINDING_DUPLICATE_ID]--;
            c->id_went[k].kind = FRESH_KINDS;
            break;
        }
}

/* Links of revision -06, which fail by the current rules wherever they stand. */
static bool is_usual(const struct comparing *c, enum finding_code code, uint64_t was)
{
    return was == 0 || (code == FINDING_LINK && c->before->timeline == TIMELINE_HISTORICAL &&
                        c->after->timeline == TIMELINE_HISTORICAL);
}

/* `f`: the finding, NULL where only its code is known. */
static int take(struct comparing *c, enum fresh_kind kind, enum finding_code code, uint64_t at, uint64_t was,
                const struct finding *f)
{
    struct fresh_first *first;

    if (is_of_whole(c, code) && (kind == FRESH_GONE || kind == FRESH_LEFT))
        return 0;
    if (is_of_whole(c, code) && kind == FRESH_NEW)
        kind = FRESH_WHOLE;
    keep_id(c, kind, f);
    first = &c->f->failure[kind];
    c->f->total[kind][code]++;
    if (finding_severity(code) != SEVERITY_FAILURE)
        return 0;
    c->f->usual += kind == FRESH_NEW && is_usual(c, code, was);
    if (!first->any || (finding_is_chain(code) && !finding_is_chain(first->code))) {
        *first = (struct fresh_first){true, code, at, was};
        if (kind == FRESH_NEW) {
            str_release(&c->f->message);
            if (f != NULL && str_set(&c->f->message, finding_says(f), strlen(finding_says(f))) != 0)
                return err_set(c->err, ERR_MEMORY, "no memory to say who notices");
        }
    }
    return keep_place(c, kind, code, at);
}

/* ---------------------------------------------------------------------------------------------------
 * One entry */

static bool same_text(const struct str *a, const struct str *b)
{
    return a->data == NULL || b->data == NULL ? a->data == b->data : str_equal(a, b);
}

static bool same_details(const struct finding *a, const struct finding *b)
{
    return same_text(&a->stored, &b->stored) && same_text(&a->recomputed, &b->recomputed) &&
           a->has_missing == b->has_missing && a->missing == b->missing && a->readings == b->readings;
}

/* The one among those of before that says the same of the same member; it is taken off. */
static bool find_before(struct finding_list *before, const struct finding *f, bool alike)
{
    for (size_t i = 0; i < before->count; i++) {
        struct finding *b = &before->item[i];

        if (b->code != f->code || b->member != f->member || (alike && !same_details(b, f)))
            continue;
        finding_release(b);
        *b = before->item[--before->count];
        return true;
    }
    return false;
}

static bool is_weighed(const struct finding *f)
{
    return entry_bits() >> f->code & 1;
}

static int hold(struct comparing *c, struct finding_list *now, struct finding_list *before, uint64_t at, uint64_t was)
{
    int status = 0;

    for (size_t i = 0; i < now->count && status == 0; i++) {
        const struct finding *f = &now->item[i];

        if (!is_weighed(f))
            continue;
        if (find_before(before, f, true))
            status = at == was ? 0 : take(c, FRESH_MOVED, f->code, at, was, f);
        else
            status = take(c, find_before(before, f, false) ? FRESH_OTHER : FRESH_NEW, f->code, at, was, f);
    }
    for (size_t i = 0; i < before->count && status == 0; i++)
        if (is_weighed(&before->item[i]))
            status = take(c, at > 0 ? FRESH_GONE : FRESH_LEFT, before->item[i].code, at, was,
                          &before->item[i]);
    return status;
}

static int take_bits(struct comparing *c, enum fresh_kind kind, uint32_t bits, uint64_t at, uint64_t was)
{
    int status = 0;

    for (; bits != 0 && status == 0; bits &= bits - 1)
        status = take(c, kind, (enum finding_code)__builtin_ctz(bits), at, was, NULL);
    return status;
}

static int compare_bits(struct comparing *c, uint64_t at, uint64_t was)
{
    uint32_t a = at > 0 ? timeline_mark(c->is, at).mask & entry_bits() : 0;
    uint32_t b = was > 0 ? timeline_mark(c->was, was).mask & entry_bits() : 0;

    c->f->rough = true;
    return take_bits(c, FRESH_NEW, a & ~b, at, was) != 0 ||
                   take_bits(c, at > 0 ? FRESH_GONE : FRESH_LEFT, b & ~a, at, was) != 0
               ? -1
               : 0;
}

/* Entry `at` that was entry `was`; 0: it is not there, or was not. */
static int compare(struct comparing *c, uint64_t at, uint64_t was)
{
    struct finding_list now = {0}, before = {0};
    int status = 0;

    if (c->read >= READ_MOST || (at > 0 && entry_is_large(c->is, at)) || (was > 0 && entry_is_large(c->was, was)))
        return compare_bits(c, at, was);
    c->read++;
    if (at > 0)
        status = timeline_entry_findings(c->is, at, &now, c->err);
    if (was > 0 && status == 0)
        status = timeline_entry_findings(c->was, was, &before, c->err);
    if (status == 0)
        status = hold(c, &now, &before, at, was);
    finding_list_release(&now);
    finding_list_release(&before);
    return status;
}

/* ---------------------------------------------------------------------------------------------------
 * All entries */

static uint64_t seek(const struct timeline *t, uint64_t from, uint64_t last)
{
    uint64_t at = from <= last ? timeline_seek(t, from, 1, entry_bits()) : 0;

    return at <= last ? at : 0;
}

static int compare_run(struct comparing *c, const struct run *r)
{
    uint64_t k = 0;

    while (k < r->count) {
        uint64_t is = seek(c->is, r->at + k, r->at + r->count - 1);
        uint64_t was = r->origin > 0 ? seek(c->was, r->origin + k, r->origin + r->count - 1) : 0;

        if (is == 0 && was == 0)
            return 0;
        k = is > 0 ? is - r->at : r->count;
        if (was > 0 && was - r->origin < k)
            k = was - r->origin;
        if (compare(c, r->at + k, r->origin > 0 ? r->origin + k : 0) != 0)
            return -1;
        k++;
    }
    return 0;
}

static int compare_left(struct comparing *c, uint64_t first, uint64_t last)
{
    for (uint64_t was = seek(c->was, first, last); was > 0; was = seek(c->was, was + 1, last))
        if (compare(c, 0, was) != 0)
            return -1;
    return 0;
}

static int compare_all(struct comparing *c, const struct track *track, uint64_t entries)
{
    uint64_t next = 1;

    for (size_t i = 0; i < track->count; i++)
        if (compare_run(c, &track->item[i]) != 0)
            return -1;
    for (size_t i = 0; i < track->lefts; i++) {
        const struct run *r = &track->left[i];

        if (compare_left(c, next, r->origin - 1) != 0)
            return -1;
        next = r->origin + r->count;
    }
    if (compare_left(c, next, entries) != 0)
        return -1;
    for (size_t i = 0; i < c->others; i++)
        if (fresh_add_new(c->f, c->other[i], c->err) != 0)
            return -1;
    c->f->others = c->others;
    return 0;
}

/* Those of no entry. */
static void take_file(struct fresh *f, const struct verdict *before, const struct verdict *after)
{
    static const enum finding_code code[] = {FINDING_BOM, FINDING_EMPTY};

    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        uint64_t was = before->totals[code[i]], is = after->totals[code[i]];

        f->total[FRESH_NEW][code[i]] += is > was ? is - was : 0;
        f->total[FRESH_GONE][code[i]] += was > is ? was - is : 0;
    }
}

/* ---------------------------------------------------------------------------------------------------
 * Links */

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

/* Of an entry that was put in: what it stored where it was taken from, and stores here. */
static int is_rewritten(const struct lab *l, struct timeline *after, uint64_t at, bool *is_so, struct err *err)
{
    struct entry_text was = {0}, is = {0};
    uint64_t entry;
    const struct piece *p = rope_at(&l->rope, at, &entry);
    int status = timeline_read_members(l->file[p->file].t, entry, LIMIT_SHOWN, &was, err) < 0 ||
                 timeline_read_members(after, at, LIMIT_SHOWN, &is, err) < 0 ? -1 : 0;

    *is_so = status != 0 || !same_text(&was.member[MEMBER_PREV_DIGEST].text, &is.member[MEMBER_PREV_DIGEST].text);
    entry_text_release(&was);
    entry_text_release(&is);
    return status;
}

int fresh_links(const struct lab *l, const struct track *track, const struct timeline *before, struct timeline *after,
                bool *rewritten, struct err *err)
{
    *rewritten = false;
    for (size_t i = 0; i < track->count; i++) {
        const struct run *r = &track->item[i];

        for (uint64_t k = 0; k < r->count && !*rewritten; k++) {
            if (r->origin != 0)
                *rewritten = cites_another(before, r->origin + k, after, r->at + k);
            else if (k >= READ_MOST)
                *rewritten = true;
            else if (is_rewritten(l, after, r->at + k, rewritten, err) != 0)
                return -1;
        }
    }
    return 0;
}

int fresh_of(struct fresh *f, const struct lab *l, const struct track *track, const struct lab_view *before,
             const struct lab_view *after, struct err *err)
{
    struct comparing *c = malloc(sizeof *c);
    int status;

    memset(f, 0, sizeof *f);
    if (c == NULL)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    c->f = f;
    c->was = before->timeline;
    c->is = after->timeline;
    c->before = &before->verdict;
    c->after = &after->verdict;
    c->read = 0;
    c->others = c->came = c->went = 0;
    c->err = err;
    status = compare_all(c, track, l->file[0].entries);
    pair_ids(c);
    free(c);
    take_file(f, &before->verdict, &after->verdict);
    if (before->verdict.timeline == TIMELINE_HISTORICAL && after->verdict.timeline != TIMELINE_HISTORICAL)
        f->link06 = first_broken_06(after->timeline);
    return status != 0 ? -1 : fresh_told(f, track, before, after, err);
}

void fresh_release(struct fresh *f)
{
    str_release(&f->message);
    free(f->news);
    memset(f, 0, sizeof *f);
}
