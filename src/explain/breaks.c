/* The links that do not hold, and what explains many of them at once. */
#include "explain/explain_impl.h"

#include "base/shortage.h"

#include "core/chain.h"

#include <stdlib.h>
#include <string.h>

enum { SUSPECT_LINKS = 64 };

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for explanations");
}

static bool stopped(struct explainer *e, uint64_t count)
{
    if (count % 1024 == 0 && e->trial.stop && e->trial.stop(e->trial.arg))
        e->trial.stopped = true;
    return e->trial.stopped;
}

static int cancelled(struct err *err)
{
    return err_set(err, ERR_CANCELLED, "explaining was stopped");
}

/* --- asking --- */

static struct broken *find_broken(const struct explainer *e, uint64_t entry)
{
    size_t low = 0, high = e->brokens;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (e->broken[mid].entry < entry)
            low = mid + 1;
        else
            high = mid;
    }
    return low < e->brokens && e->broken[low].entry == entry ? &e->broken[low] : NULL;
}

const struct broken *broken_at(const struct explainer *e, uint64_t entry)
{
    return find_broken(e, entry);
}

int64_t broken_points(const struct explainer *e, uint64_t entry)
{
    const struct broken *b = broken_at(e, entry);

    if (!b || (!b->zero && !b->points))
        return -1;
    return b->zero ? 0 : (int64_t)b->points;
}

bool broken_open(const struct broken *b)
{
    return b->is_digest && !b->zero && !b->points && !b->encoding && !b->construction;
}

bool digest_of_entry(const struct explainer *e, uint64_t entry, struct digest *out)
{
    struct entry_mark m = timeline_mark(e->t, entry);

    *out = e->recoded ? e->recoded[entry - 1] : m.digest;
    return m.has_digest;
}

static bool has_digest(const struct explainer *e, bool recoded, uint64_t entry,
                       const struct digest *d)
{
    struct entry_mark m = timeline_mark(e->t, entry);

    return m.has_digest && digest_equal(recoded ? &e->recoded[entry - 1] : &m.digest, d);
}

static uint64_t look_up(const struct explainer *e, bool recoded, const struct digest *d,
                        uint64_t not )
{
    const struct digest_map *map = recoded ? e->recoded_map : e->map;
    uint32_t first, last;

    if (!map || !digest_map_find(map, d, &first, &last))
        return 0;
    if (first != not &&has_digest(e, recoded, first, d))
        return first;
    return last != not &&has_digest(e, recoded, last, d) ? last : 0;
}

uint64_t entry_of_digest(const struct explainer *e, const struct digest *d, uint64_t not )
{
    uint64_t entry = look_up(e, false, d, not );

    return entry ? entry : look_up(e, true, d, not );
}

/* --- encodings --- */

static bool holds_in(struct explainer *e, const struct parts *p, unsigned encoding)
{
    struct preimage text;

    preimage_init(&text);
    bool holds = preimage_make(&text, p, encoding) == 0 && text.lacks == 0 &&
                 trial_hit(&e->trial, text.bytes.data, text.bytes.len);
    preimage_release(&text);
    return holds;
}

static void note_encoding(struct explainer *e, unsigned bits, uint64_t example)
{
    for (size_t i = 0; i < e->knowns; i++)
        if (e->known[i].bits == bits)
            return;
    if (e->knowns < ENCODINGS_KEPT)
        e->known[e->knowns++] = (struct known_encoding){bits, example};
}

void broken_encoded(struct explainer *e, uint64_t entry, unsigned encoding)
{
    struct broken *b = find_broken(e, entry);

    if (!b || b->encoding)
        return;
    b->encoding = (uint16_t)encoding;
    e->encoded++;
    note_encoding(e, encoding, entry);
}

/* Few bits first, so that what is said is no more than is needed. */
static unsigned search_encoding(struct explainer *e, const struct parts *p)
{
    unsigned matters = encoding_matters(p);

    for (unsigned encoding = encoding_next(0, matters); encoding && trial_more(&e->trial);
         encoding = encoding_next(encoding, matters))
        if (holds_in(e, p, encoding))
            return encoding;
    return 0;
}

unsigned encoding_find(struct explainer *e, const struct parts *p)
{
    unsigned matters = encoding_matters(p);

    for (size_t i = 0; i < e->knowns && trial_more(&e->trial); i++)
        if (e->known[i].bits & matters && holds_in(e, p, e->known[i].bits))
            return e->known[i].bits & matters;
    return search_encoding(e, p);
}

/* On a few links the encoding is looked for; once it is known, each link costs a hash. */
static void try_encodings(struct explainer *e, struct broken *b, const struct parts *before)
{
    unsigned matters = encoding_matters(before), found = 0;

    e->trial.target = b->stored;
    e->trial.limit = UINT64_MAX;
    for (size_t i = 0; i < e->knowns && !found; i++)
        if (e->known[i].bits & matters && holds_in(e, before, e->known[i].bits))
            found = e->known[i].bits & matters;
    if (!found && e->searches < ENCODING_SEARCHES) {
        found = search_encoding(e, before);
        e->searches += !found;
    }
    if (found)
        broken_encoded(e, b->entry, found);
}

static unsigned known_bits(const struct explainer *e)
{
    unsigned all = 0;

    for (size_t i = 0; i < e->knowns; i++)
        all |= e->known[i].bits;
    return all;
}

int count_plain(struct explainer *e, struct err *err)
{
    uint32_t link = FINDING_BIT(LINK);
    uint64_t looked = 0;

    if (e->has_plain || e->encoded == 0)
        return 0;
    for (uint64_t entry = 2; entry <= e->entries && e->plain < PLAIN_COUNTED; entry++) {
        struct parts p;
        if (timeline_mark(e->t, entry).mask & link)
            continue;
        if (stopped(e, entry))
            return cancelled(err);
        if (looked++ == PLAIN_READ) {
            e->plain_cut = true;
            break;
        }
        int status = timeline_parts(e->t, entry - 1, &p, err);
        e->plain += status == 0 && encoding_matters(&p) & known_bits(e);
        parts_release(&p);
        if (status)
            return -1;
    }
    e->plain_cut |= e->plain == PLAIN_COUNTED;
    e->has_plain = true;
    return 0;
}

bool is_habit(const struct explainer *e)
{
    return e->has_plain && e->plain == 0 && e->encoded >= HABIT_LEAST;
}

/* Whether an encoding that has all bits of those known explains an example of each. */
static int fits_all(struct explainer *e, unsigned encoding, bool *fits, struct err *err)
{
    *fits = true;
    for (size_t i = 0; i < e->knowns && *fits; i++) {
        struct parts p;
        int status = timeline_parts(e->t, e->known[i].example - 1, &p, err);
        e->trial.target = broken_at(e, e->known[i].example)->stored;
        *fits = status == 0 && holds_in(e, &p, encoding);
        parts_release(&p);
        if (status)
            return -1;
    }
    return 0;
}

/* The file's encoding, when it explains at least half of what is broken. */
static int choose_encoding(struct explainer *e, struct err *err)
{
    unsigned all = known_bits(e);
    bool fits;

    if (e->encoded == 0 || 2 * e->encoded < e->brokens)
        return 0;
    if (fits_all(e, all, &fits, err))
        return -1;
    e->base = fits ? all : e->known[0].bits;
    return 0;
}

static int recode_entry(struct explainer *e, uint64_t entry, struct preimage *text, struct err *err)
{
    struct digest *d = &e->recoded[entry - 1];
    struct parts p;
    int status = timeline_parts(e->t, entry, &p, err);

    if (status == 0 && preimage_make(text, &p, e->base) == 0 && text->lacks == 0 &&
        trial_digest(&e->trial, text->bytes.data, text->bytes.len, d))
        digest_map_add(e->recoded_map, d, (uint32_t)entry);
    parts_release(&p);
    return status;
}

/* Digests of all entries in the file's encoding, so that what is left can be found among them. */
static int recode(struct explainer *e, struct err *err)
{
    struct preimage text;
    int status = 0;

    if (e->entries > RECODED_MAX) {
        e->narrow_file = true;
        return 0;
    }
    e->recoded = calloc((size_t)e->entries, sizeof *e->recoded);
    e->recoded_map = digest_map_new(e->entries);
    if (!e->recoded || !e->recoded_map)
        return no_memory(err);
    preimage_init(&text);
    for (uint64_t entry = 1; entry <= e->entries && status == 0; entry++)
        status = stopped(e, entry) ? cancelled(err) : recode_entry(e, entry, &text, err);
    preimage_release(&text);
    return status;
}

/* --- entries that changed places and were numbered anew --- */

struct suspect {
    uint64_t entry;
    struct preimage text;
};

static int read_suspect(struct explainer *e, struct suspect *s, uint64_t entry, struct err *err)
{
    struct parts p;
    int status = timeline_parts(e->t, entry, &p, err);

    s->entry = entry;
    preimage_init(&s->text);
    if (status == 0 && preimage_make(&s->text, &p, e->base))
        status = no_memory(err);
    parts_release(&p);
    return status;
}

static bool had_seq(struct explainer *e, const struct suspect *s, int64_t seq,
                    struct preimage *work)
{
    struct buf text;

    buf_init(&text, 64);
    bool hit = encode_seq(&text, seq, e->base) == 0 &&
               preimage_put(work, &s->text, SLOT_SEQ, text.data, text.len) == 0 &&
               trial_hit(&e->trial, work->bytes.data, work->bytes.len);
    buf_release(&text);
    return hit;
}

/* The suspect with the seq of the place before the link. Where two neighbours changed places, the
 * link itself stands one place off. */
static bool stood_before(struct explainer *e, const struct suspect *s, struct broken *b,
                         struct preimage *work)
{
    if (s->text.lacks & ~(1u << SLOT_SEQ) || s->entry == b->entry - 1)
        return false;
    e->trial.target = b->stored;
    for (b->seq = b->entry - 1; b->seq <= b->entry; b->seq++)
        if (had_seq(e, s, b->seq, work))
            return true;
    b->seq = 0;
    return false;
}

static void match_suspects(struct explainer *e, const struct suspect *s, size_t count)
{
    struct preimage work;

    preimage_init(&work);
    for (size_t i = 0; i < e->brokens; i++)
        for (size_t k = 0; k < count && broken_open(&e->broken[i]); k++)
            if (stood_before(e, &s[k], &e->broken[i], &work)) {
                e->broken[i].points = (uint32_t)s[k].entry;
                e->broken[i].renumbered = true;
                e->broken[i].recoded = e->base != 0;
            }
    preimage_release(&work);
}

static int try_suspects(struct explainer *e, struct err *err)
{
    struct suspect *s = calloc(2 * SUSPECT_LINKS, sizeof *s);
    size_t count = 0;
    int status = 0;

    if (!s)
        return no_memory(err);
    for (size_t i = 0; i < e->brokens && status == 0; i++)
        for (uint64_t entry = e->broken[i].entry - 1; entry <= e->broken[i].entry && status == 0;
             entry++)
            if (entry > 0 && (count == 0 || s[count - 1].entry < entry))
                status = read_suspect(e, &s[count++], entry, err);
    if (status == 0)
        match_suspects(e, s, count);
    for (size_t i = 0; i < count; i++)
        preimage_release(&s[i].text);
    free(s);
    return status;
}

/* --- collecting --- */

static struct broken *add_broken(struct explainer *e, uint64_t entry)
{
    if (e->brokens == e->broken_room) {
        size_t room = e->broken_room ? 2 * e->broken_room : 64;
        struct broken *more = shortage_unless(realloc(e->broken, room * sizeof *more));
        if (!more)
            return NULL;
        e->broken = more;
        e->broken_room = room;
    }
    memset(&e->broken[e->brokens], 0, sizeof *e->broken);
    e->broken[e->brokens].entry = (uint32_t)entry;
    return &e->broken[e->brokens++];
}

/* What is known of the link without trying anything; `before` is empty for entry 1. */
static int add_link(struct explainer *e, const struct parts *before, const struct parts *at,
                    struct err *err)
{
    struct broken *b = add_broken(e, at->entry);

    if (!b)
        return no_memory(err);
    b->is_digest = at->prev_is_digest;
    b->stored = at->prev;
    b->zero = b->is_digest && digest_is_zero(&b->stored) && b->entry > 1;
    b->construction = timeline_mark(e->t, b->entry).link06;
    e->historical += b->construction;
    if (broken_open(b))
        b->points = (uint32_t)entry_of_digest(e, &b->stored, 0);
    if (broken_open(b) && !e->by06 && b->entry > 1)
        try_encodings(e, b, before);
    return 0;
}

static int collect(struct explainer *e, struct err *err)
{
    uint32_t link = UINT32_C(1) << FINDING_LINK | UINT32_C(1) << FINDING_GENESIS;
    struct parts before = {0}, at = {0};
    int status = 0;

    for (uint64_t entry = timeline_seek(e->t, 1, 1, link);
         entry && e->brokens < BROKEN_MAX && status == 0;
         entry = entry < e->entries ? timeline_seek(e->t, entry + 1, 1, link) : 0) {
        bool next = at.entry && at.entry == entry - 1;
        parts_release(&before);
        before = next ? at : (struct parts){0};
        if (!next) {
            parts_release(&at);
            status = entry > 1 ? timeline_parts(e->t, entry - 1, &before, err) : 0;
        }
        memset(&at, 0, sizeof at);
        if (status == 0 && stopped(e, e->brokens))
            status = cancelled(err);
        if (status == 0)
            status =
                timeline_parts(e->t, entry, &at, err) || add_link(e, &before, &at, err) ? -1 : 0;
    }
    parts_release(&before);
    parts_release(&at);
    e->narrow_file |= e->brokens == BROKEN_MAX;
    return status;
}

static int map_digests(struct explainer *e, struct err *err)
{
    e->map = digest_map_new(e->entries);
    if (!e->map)
        return no_memory(err);
    for (uint64_t entry = 1; entry <= e->entries; entry++) {
        struct entry_mark m = timeline_mark(e->t, entry);
        if (stopped(e, entry))
            return cancelled(err);
        if (m.has_digest)
            digest_map_add(e->map, &m.digest, (uint32_t)entry);
    }
    return 0;
}

static bool any_contradicted(const struct explainer *e)
{
    for (size_t i = 0; e->refs && i < e->refs->count; i++)
        if (e->refs->item[i].result == REFERENCE_CONTRADICTED)
            return true;
    return false;
}

static size_t count_open(const struct explainer *e)
{
    size_t open = 0;

    for (size_t i = 0; i < e->brokens; i++)
        open += broken_open(&e->broken[i]);
    return open;
}

/* What is left is looked up again in the file's encoding. */
static int resolve_rest(struct explainer *e, struct err *err)
{
    if (e->base && recode(e, err))
        return -1;
    for (size_t i = 0; i < e->brokens && e->recoded; i++)
        if (broken_open(&e->broken[i])) {
            e->broken[i].points = (uint32_t)entry_of_digest(e, &e->broken[i].stored, 0);
            e->broken[i].recoded = e->broken[i].points > 0;
        }
    if (e->by06)
        return 0;
    if (e->brokens <= SUSPECT_LINKS)
        return try_suspects(e, err);
    e->narrow_file |= count_open(e) > 0;
    return 0;
}

int breaks_collect(struct explainer *e, struct err *err)
{
    bool broken = timeline_total(e->t, FINDING_LINK) || timeline_total(e->t, FINDING_GENESIS);

    if (e->entries == 0 || (!broken && !any_contradicted(e)))
        return 0;
    if (map_digests(e, err) || collect(e, err) || choose_encoding(e, err) || count_plain(e, err))
        return -1;
    if ((count_open(e) || any_contradicted(e)) && resolve_rest(e, err))
        return -1;
    e->tried = e->trial.tried;
    return 0;
}
