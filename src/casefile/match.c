/* Notes and outcome statements beside a timeline: which entry each is about.
 *
 * A note belongs to the entry that has its digest: to that of its own number where it has it, else to the
 * first that does. Only on the bytes that it was made on its number alone is enough. */
#include "casefile/casefile_impl.h"

#include "base/shortage.h"
#include "base/shown.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_A_CALL = 20000, HEADS = 1 << 16 };

/* ---- places ---- */

static int reserve(struct places *p, size_t count)
{
    if (count > p->room) {
        size_t room = count + count / 2 + 16;
        struct place *more = shortage_unless(realloc(p->item, room * sizeof *more));
        if (more == NULL)
            return -1;
        p->item = more;
        p->room = room;
    }
    return 0;
}

static struct instant instant_of(const cJSON *note)
{
    const char *at = tree_text(note, "at");
    struct instant instant = {.seconds = INT64_MIN};

    if (at != NULL && rfc3339_parse(at, strlen(at), &instant, NULL) != 0)
        instant.seconds = INT64_MIN;
    return instant;
}

static void fill(struct places *p, const struct list *l)
{
    for (; p->count < l->count; p->count++)
        p->item[p->count] = (struct place){.at = instant_of(l->item[p->count])};
}

static int reserve_notes(struct casefile *c, size_t count)
{
    size_t room = c->note_at.room;

    if (reserve(&c->note_at, count) != 0)
        return -1;
    if (c->order == NULL || c->note_at.room != room) {
        size_t *more = shortage_unless(realloc(c->order, (c->note_at.room + 1) * sizeof *more));
        if (more == NULL) {
            c->note_at.room = room;
            return -1;
        }
        c->order = more;
    }
    fill(&c->note_at, &c->part[PART_NOTES]);
    return 0;
}

static int reserve_all(struct casefile *c)
{
    if (reserve_notes(c, c->part[PART_NOTES].count) != 0 ||
        reserve(&c->outcome_at, c->part[PART_OUTCOME].count) != 0)
        return -1;
    fill(&c->outcome_at, &c->part[PART_OUTCOME]);
    return 0;
}

/* ---- the order in which notes are shown ---- */

struct ranked {
    uint64_t here;
    struct instant at;
    size_t note;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    int when = instant_compare(&y->at, &x->at);

    if (x->here != y->here)
        return x->here < y->here ? -1 : 1;
    if (when != 0)
        return when;
    return x->note > y->note ? -1 : 1;
}

/* Without memory the old order stays, as far as it is still true. */
static void arrange(struct casefile *c)
{
    struct ranked *r = shortage_unless(malloc((c->note_at.count + 1) * sizeof *r));
    size_t n = 0;

    if (r == NULL)
        return;
    for (size_t i = 0; i < c->note_at.count; i++)
        if (c->note_at.item[i].here > 0)
            r[n++] = (struct ranked){c->note_at.item[i].here, c->note_at.item[i].at, i};
    qsort(r, n, sizeof *r, by_rank);
    for (size_t i = 0; i < n; i++)
        c->order[i] = r[i].note;
    c->ordered = n;
    free(r);
}

size_t match_first(const struct casefile *c, uint64_t entry)
{
    size_t low = 0, high = c->ordered;

    while (low < high) {
        size_t mid = low + (high - low) / 2;

        if (c->note_at.item[c->order[mid]].here < entry)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Puts one note into the order, in front of those of its entry that are older. */
static void insert(struct casefile *c, size_t note)
{
    const struct place *p = &c->note_at.item[note];
    size_t k = match_first(c, p->here);

    while (k < c->ordered && c->note_at.item[c->order[k]].here == p->here &&
           instant_compare(&c->note_at.item[c->order[k]].at, &p->at) > 0)
        k++;
    memmove(&c->order[k + 1], &c->order[k], (c->ordered++ - k) * sizeof *c->order);
    c->order[k] = note;
}

int match_reserve(struct casefile *c, struct err *err)
{
    return reserve_notes(c, c->part[PART_NOTES].count + 1) == 0 ? 0 : casefile_no_memory(err);
}

void match_added(struct casefile *c, uint64_t entry)
{
    struct place *p;

    fill(&c->note_at, &c->part[PART_NOTES]);
    p = &c->note_at.item[c->note_at.count - 1];
    p->here = c->matched != NULL ? entry : 0;
    p->by_number = tree_text(c->part[PART_NOTES].item[c->note_at.count - 1], "entry_digest") == NULL;
    p->fresh = !c->has_bytes && c->matched != NULL;
    if (p->here > 0)
        insert(c, c->note_at.count - 1);
}

/* Not by arrange(), which may have no memory. */
void match_removed(struct casefile *c, size_t note)
{
    struct places *p = &c->note_at;
    size_t kept = 0;

    if (note >= p->count)
        return;
    memmove(&p->item[note], &p->item[note + 1], (--p->count - note) * sizeof *p->item);
    for (size_t k = 0; k < c->ordered; k++)
        if (c->order[k] != note)
            c->order[kept++] = c->order[k] - (c->order[k] > note);
    c->ordered = kept;
}

void match_outcomes(struct casefile *c)
{
    c->outcome_at.count = 0;
    c->scanned = 0;
    c->settled = false;
}

/* ---- finding ---- */

/* One that has no place, and a digest to be found by. */
struct wanted {
    struct digest digest;
    struct place *place;
};

static int by_digest(const void *a, const void *b)
{
    const struct wanted *x = a, *y = b;

    return memcmp(x->digest.byte, y->digest.byte, DIGEST_SIZE);
}

static bool found_by_number(const struct casefile *c, const cJSON *note, struct place *p)
{
    uint64_t entry = tree_count(note, "entry");
    struct digest d;
    struct entry_mark m;

    if (entry == 0 || entry > c->published || !tree_digest(note, "entry_digest", &d))
        return false;
    m = timeline_mark(c->matched, entry);
    if (!m.has_digest || !digest_equal(&m.digest, &d))
        return false;
    p->here = entry;
    return true;
}

static size_t collect(const struct places *at, const struct list *l, struct wanted *out)
{
    size_t n = 0;

    for (size_t i = 0; i < at->count; i++)
        if (at->item[i].here == 0 && tree_digest(l->item[i], "entry_digest", &out[n].digest))
            out[n++].place = &at->item[i];
    return n;
}

/* Whether any of them begins as this one does: most entries are passed over by that. */
struct heads {
    unsigned char bit[HEADS / 8];
};

static unsigned head_of(const struct digest *d)
{
    return (unsigned)d->byte[0] << 8 | d->byte[1];
}

static bool may_be(const struct heads *h, const struct digest *d)
{
    return h->bit[head_of(d) / 8] >> head_of(d) % 8 & 1;
}

static void fill_heads(struct heads *h, const struct wanted *w, size_t n)
{
    memset(h, 0, sizeof *h);
    for (size_t i = 0; i < n; i++)
        h->bit[head_of(&w[i].digest) / 8] |= (unsigned char)(1u << head_of(&w[i].digest) % 8);
}

static bool settle_entry(struct casefile *c, uint64_t entry, const struct heads *heads, struct wanted *w,
                         size_t n)
{
    struct entry_mark m = timeline_mark(c->matched, entry);
    struct wanted key = {.digest = m.digest}, *hit;
    bool found = false;

    hit = m.has_digest && may_be(heads, &m.digest) ? bsearch(&key, w, n, sizeof *w, by_digest) : NULL;
    if (hit == NULL)
        return false;
    while (hit > w && by_digest(hit - 1, &key) == 0)
        hit--;
    for (; hit < w + n && by_digest(hit, &key) == 0; hit++) {
        found = found || hit->place->here == 0;
        if (hit->place->here == 0)
            hit->place->here = entry;
    }
    return found;
}

/* Goes on through the entries; true when something was found. */
static bool scan(struct casefile *c)
{
    struct heads heads;
    struct wanted *w = shortage_unless(malloc((c->note_at.count + c->outcome_at.count + 1) * sizeof *w));
    uint64_t end = c->scanned + ENTRIES_A_CALL;
    bool found = false;
    size_t n;

    c->starved = w == NULL;
    if (w == NULL)
        return false;
    n = collect(&c->note_at, &c->part[PART_NOTES], w);
    n += collect(&c->outcome_at, &c->part[PART_OUTCOME], w + n);
    qsort(w, n, sizeof *w, by_digest);
    fill_heads(&heads, w, n);
    if (end > c->published || n == 0)
        end = c->published;
    for (uint64_t e = c->scanned + 1; n > 0 && e <= end; e++)
        found = settle_entry(c, e, &heads, w, n) || found;
    c->scanned = end;
    free(w);
    return found;
}

static bool try_numbers(struct casefile *c)
{
    bool found = false;

    for (size_t i = 0; i < c->note_at.count; i++)
        if (c->note_at.item[i].here == 0)
            found = found_by_number(c, c->part[PART_NOTES].item[i], &c->note_at.item[i]) || found;
    return found;
}

/* All entries were looked at: on the bytes that a note was made on its number is enough. */
static bool settle_rest(struct casefile *c)
{
    bool found = false;

    for (size_t i = 0; i < c->note_at.count; i++) {
        struct casefile_note n = casefile_note(c, i);

        if (n.here > 0 || !c->has_bytes || !n.has_made_on || !digest_equal(&n.made_on, &c->bytes) ||
            n.entry == 0 || n.entry > c->published)
            continue;
        c->note_at.item[i].here = n.entry;
        c->note_at.item[i].by_number = found = true;
    }
    c->settled = true;
    return found;
}

/* ---- pinning ---- */

static cJSON *pin_of(const struct casefile *c, const char *path)
{
    cJSON *timeline = cJSON_CreateObject();
    struct str kept = {0};
    bool good;

    /* A name that is no UTF-8 is kept as it is shown: the digest says which file it is. */
    if (strcmp(path, "-") != 0 && path_store(c, path, &kept, NULL) != 0)
        good = tree_put_text(timeline, "path", shown(path).text);
    else
        good = tree_put_text(timeline, "path", kept.data != NULL ? kept.data : path);
    str_release(&kept);
    if (good && tree_put_digest(timeline, "sha256", &c->bytes))
        return timeline;
    cJSON_Delete(timeline);
    return NULL;
}

static bool has_fresh(const struct casefile *c)
{
    for (size_t i = 0; i < c->note_at.count; i++)
        if (c->note_at.item[i].fresh)
            return true;
    return false;
}

/* Now that it is known which bytes the timeline has, what was made before is tied to them. */
static void pin(struct casefile *c, const char *path)
{
    cJSON *timeline = pin_of(c, path);
    bool first = c->pins && !casefile_timeline(c).has_sha256;

    if (timeline == NULL || c->read_only[0] != '\0' || (!first && !has_fresh(c)) ||
        record_add(c, "timeline.pin", NULL, timeline, NULL) != 0) {
        cJSON_Delete(timeline);
        return;
    }
    for (size_t i = 0; i < c->note_at.count; i++)
        if (c->note_at.item[i].fresh &&
            tree_set_digest(c->part[PART_NOTES].item[i], "timeline_sha256", &c->bytes))
            c->note_at.item[i].fresh = false;
    if (first)
        tree_set(c->root, "timeline", timeline);
    else
        cJSON_Delete(timeline);
}

/* ---- the whole ---- */

static void begin(struct casefile *c, const struct timeline *t)
{
    c->matched = t;
    c->has_bytes = c->settled = false;
    c->scanned = c->published = 0;
    c->ordered = 0;
    for (size_t i = 0; i < c->note_at.count; i++) {
        c->note_at.item[i].here = 0;
        c->note_at.item[i].by_number = c->note_at.item[i].fresh = false;
    }
    for (size_t i = 0; i < c->outcome_at.count; i++)
        c->outcome_at.item[i].here = 0;
}

bool casefile_match(struct casefile *c, const struct timeline *t, const char *path)
{
    struct progress p;
    bool found, was = c->settled;

    if (t != c->matched)
        begin(c, t);
    c->starved = reserve_all(c) != 0;
    if (t == NULL || c->starved)
        return false;
    p = timeline_progress(t);
    c->published = p.entries;
    if (!c->has_bytes && p.done && timeline_sha256(t, &c->bytes)) {
        c->has_bytes = true;
        pin(c, path);
    }
    if (c->settled)
        return false;
    found = try_numbers(c);
    found = scan(c) || found;
    if (p.done && c->scanned == c->published)
        found = settle_rest(c) || found;
    if (found)
        arrange(c);
    return found || was != c->settled;
}

bool casefile_matching(const struct casefile *c)
{
    return c->matched != NULL && !c->settled && !c->starved && c->scanned < c->published;
}

enum casefile_bytes casefile_bytes(const struct casefile *c)
{
    struct casefile_file made_for = casefile_timeline(c);

    if (!c->has_bytes || !made_for.has_sha256)
        return CASEFILE_BYTES_UNKNOWN;
    return digest_equal(&made_for.sha256, &c->bytes) ? CASEFILE_BYTES_SAME : CASEFILE_BYTES_OTHER;
}

size_t casefile_entry_notes(const struct casefile *c, uint64_t entry, size_t *out, size_t room)
{
    size_t n = 0;

    for (size_t k = match_first(c, entry);
         k < c->ordered && c->note_at.item[c->order[k]].here == entry; k++, n++)
        if (n < room)
            out[n] = c->order[k];
    return n;
}

uint64_t casefile_seek(const struct casefile *c, uint64_t entry, int step, unsigned marks)
{
    size_t k = match_first(c, step > 0 ? entry : entry + 1);

    for (;;) {
        uint64_t here;

        if (step > 0 ? k == c->ordered : k == 0)
            return 0;
        here = c->note_at.item[c->order[step > 0 ? k : k - 1]].here;
        if (marks >> casefile_entry_mark(c, here) & 1u)
            return here;
        k = match_first(c, step > 0 ? here + 1 : here);
    }
}

size_t casefile_orphans(const struct casefile *c)
{
    size_t n = 0;

    for (size_t i = 0; c->settled && i < c->note_at.count; i++)
        n += c->note_at.item[i].here == 0;
    return n;
}
