#include "explain/search.h"

#include "base/shortage.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEQ_NEAR = 3, SEQ_FAR = 500 };

/* Names a hypothesis: what stands in the slot, where it was found. */
struct pick {
    enum slot slot;
    const struct candidate *candidate; /* from a list, or */
    uint64_t entry;                    /* from this entry, or */
    int64_t seq;
};

struct work {
    const struct search *s;
    struct trial *trial;
    struct preimage base, second;          /* as it stands; with one member put otherwise */
    struct candidate_list own[SLOT_COUNT]; /* of this entry alone: seq, output, prev_digest */
    unsigned char *text;                   /* room for one hypothesis */
    size_t room;
    struct pick pick[CHANGES_TRIED];
    size_t picks; /* 0: nothing found */
};

void hit_release(struct hit *h)
{
    for (size_t i = 0; i < CHANGES; i++) {
        str_release(&h->change[i].found);
        str_release(&h->change[i].original);
    }
    h->count = 0;
}

int member_found(const struct parts *p, enum member m, struct str *out)
{
    char hex[DIGEST_HEX + 1];

    if (!(p->has >> m & 1))
        return 0;
    if (m == MEMBER_CLOSE)
        return str_set(out, p->close ? "true" : "false", p->close ? 4 : 5);
    if (m != MEMBER_CANONICAL_BYTES)
        return str_set(out, p->text[m].data, p->text[m].len);
    digest_hex(&p->output, hex);
    return str_set(out, hex, DIGEST_HEX);
}

/* --- one hypothesis --- */

static int make_room(struct work *w, size_t len)
{
    if (len <= w->room)
        return 0;
    unsigned char *more = shortage_unless(realloc(w->text, len));
    if (!more) {
        w->trial->failed = w->trial->lacking = true;
        return -1;
    }
    w->text = more;
    w->room = len;
    return 0;
}

/* Begins a series in one slot of `base`: what stands before the slot is written once. False when
 * another member lacks a value, so that nothing in this slot can help. */
static bool begin(struct work *w, const struct preimage *base, enum slot slot)
{
    if (base->lacks & ~(1u << slot))
        return false;
    if (make_room(w, base->bytes.len + 64))
        return false;
    memcpy(w->text, base->bytes.data, base->from[slot]);
    return true;
}

/* The digest of `base` with this in the slot is the one that is stored. */
static bool try(struct work *w, const struct preimage *base, enum slot slot, const void *text,
                size_t len)
{
    size_t from = base->from[slot], to = base->to[slot], tail = base->bytes.len - to;

    if (len == to - from && !(base->lacks >> slot & 1) &&
        memcmp(base->bytes.data + from, text, len) == 0)
        return false;
    if (make_room(w, from + len + tail))
        return false;
    memcpy(w->text + from, text, len);
    memcpy(w->text + from + len, base->bytes.data + to, tail);
    return trial_hit(w->trial, w->text, from + len + tail);
}

static bool found(struct work *w, struct pick pick)
{
    w->pick[w->picks++] = pick;
    return true;
}

static bool try_list(struct work *w, const struct preimage *base, enum slot slot,
                     const struct candidate_list *l)
{
    if (l->count == 0 || !begin(w, base, slot))
        return false;
    for (size_t i = 0; i < l->count && trial_more(w->trial); i++)
        if (try(w, base, slot, l->item[i].encoded.data, l->item[i].encoded.len))
            return found(w, (struct pick){.slot = slot, .candidate = &l->item[i]});
    return false;
}

/* --- values of this entry alone --- */

static const struct candidate_list *list_of(const struct work *w, enum slot slot)
{
    bool own = slot == SLOT_SEQ || slot == SLOT_OUTPUT || slot == SLOT_PREV;

    return own ? &w->own[slot] : &w->s->values->of[slot];
}

static int add_seq(struct work *w, int64_t seq)
{
    char shown[32];
    struct buf text;

    buf_init(&text, 64);
    int len = snprintf(shown, sizeof shown, "%" PRId64, seq);
    int status = encode_seq(&text, seq, w->s->values->encoding);
    if (status == 0)
        status = candidate_add(&w->own[SLOT_SEQ], text.data, text.len, shown, (size_t)len);
    buf_release(&text);
    return status;
}

static int add_seqs(struct work *w)
{
    const struct search *s = w->s;
    int64_t place = (int64_t)s->parts->entry, seq = s->parts->seq_small ? s->parts->seq : place;

    if ((s->seq_hint && add_seq(w, seq + s->seq_hint)) || add_seq(w, place))
        return -1;
    for (int i = 0; i < 2; i++)
        if (s->neighbour[i] && s->neighbour[i]->seq_small && add_seq(w, s->neighbour[i]->seq))
            return -1;
    for (int64_t by = 1; by <= SEQ_NEAR; by++)
        if (add_seq(w, seq + by) || add_seq(w, seq - by))
            return -1;
    return 0;
}

static int add_digest(struct work *w, enum slot slot, const struct digest *d, unsigned encoding)
{
    char hex[DIGEST_HEX + 1];
    struct buf text;

    buf_init(&text, 128);
    digest_hex(d, hex);
    int status = encode_output(&text, d, encoding);
    if (status == 0)
        status = candidate_add(&w->own[slot], text.data, text.len, hex, DIGEST_HEX);
    buf_release(&text);
    return status;
}

static int add_own(struct work *w)
{
    const struct search *s = w->s;
    bool stored = s->parts->has >> MEMBER_OUTPUT_HASH & 1;

    if (stored && add_digest(w, SLOT_OUTPUT, &s->parts->stored_output, s->values->encoding))
        return -1;
    if (s->has_prev && add_digest(w, SLOT_PREV, &s->prev, 0))
        return -1;
    return add_seqs(w);
}

/* --- one member --- */

static bool try_singles(struct work *w)
{
    static const enum slot order[] = {SLOT_CLOSE, SLOT_OUTPUT, SLOT_PREV, SLOT_SEQ,
                                      SLOT_CLASS, SLOT_TOOL,   SLOT_JOB};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (try_list(w, &w->base, order[i], list_of(w, order[i])))
            return true;
    return false;
}

static bool try_far_seq(struct work *w)
{
    int64_t seq = w->s->parts->seq_small ? w->s->parts->seq : (int64_t)w->s->parts->entry;
    unsigned encoding = w->s->values->encoding;
    char text[40];

    if (!begin(w, &w->base, SLOT_SEQ))
        return false;
    for (int64_t i = 2 * SEQ_NEAR; i < 2 * SEQ_FAR && trial_more(w->trial); i++) {
        int64_t by = i % 2 ? -(i / 2 + 1) : i / 2 + 1;
        int len = snprintf(text, sizeof text, "%" PRId64 "%s", seq + by,
                           encoding & ENCODE_FRACTION ? ".0" : "");
        if (try(w, &w->base, SLOT_SEQ, text, (size_t)len))
            return found(w, (struct pick){.slot = SLOT_SEQ, .seq = seq + by});
    }
    return false;
}

/* --- values of other entries, the nearest first --- */

static bool try_row(struct work *w, enum slot slot, size_t row)
{
    const struct values *v = w->s->values;
    char text[7 + DIGEST_HEX + 1] = "sha256:", *hex = text + 7;

    if (slot == SLOT_ID) {
        uint32_t from = row ? v->id_end[row - 1] : 0, len = v->id_end[row] - from;
        if (len == 0 || !try(w, &w->base, slot, v->ids.data + from, len))
            return false;
    } else {
        if (!v->has_output[row])
            return false;
        digest_hex(&v->output[row], hex);
        bool prefix = v->encoding & ENCODE_PREFIX;
        if (!try(w, &w->base, slot, prefix ? text : hex, DIGEST_HEX + (prefix ? 7u : 0u)))
            return false;
    }
    return found(w, (struct pick){.slot = slot, .entry = 1 + row * v->step});
}

/* Rows at distances from..to of the entry's own. */
static bool try_rows(struct work *w, enum slot slot, uint64_t from, uint64_t to)
{
    const struct values *v = w->s->values;
    uint64_t row = (w->s->parts->entry - 1) / v->step;

    if (!begin(w, &w->base, slot))
        return false;
    for (uint64_t by = from; by < to && by < v->rows && trial_more(w->trial); by++) {
        if (row >= by && row - by < v->rows && try_row(w, slot, (size_t)(row - by)))
            return true;
        if (row + by < v->rows && trial_more(w->trial) && try_row(w, slot, (size_t)(row + by)))
            return true;
    }
    return false;
}

/* --- two members --- */

static bool try_pair(struct work *w, enum slot a, enum slot b)
{
    const struct candidate_list *first = list_of(w, a), *second = list_of(w, b);

    for (size_t i = 0; i < first->count && trial_more(w->trial); i++) {
        const struct candidate *c = &first->item[i];
        if (preimage_put(&w->second, &w->base, a, c->encoded.data, c->encoded.len))
            return false;
        w->pick[0] = (struct pick){.slot = a, .candidate = c};
        w->picks = 1;
        if (try_list(w, &w->second, b, second))
            return true;
        w->picks = 0;
    }
    return false;
}

struct pair {
    enum slot a, b;
    size_t cost;
};

static int cheaper(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    return x->cost < y->cost ? -1 : x->cost > y->cost;
}

/* Cheap pairs first, so that many tools do not stand in the way of the rest. */
static bool try_pairs(struct work *w)
{
    static const enum slot small[] = {SLOT_CLOSE, SLOT_OUTPUT, SLOT_PREV, SLOT_SEQ,
                                      SLOT_CLASS, SLOT_TOOL,   SLOT_JOB};
    enum { SMALL = sizeof small / sizeof *small };
    struct pair pair[SMALL * SMALL];
    size_t pairs = 0;

    for (size_t i = 0; i < SMALL; i++)
        for (size_t k = i + 1; k < SMALL; k++)
            pair[pairs++] = (struct pair){
                small[i], small[k], list_of(w, small[i])->count * list_of(w, small[k])->count};
    qsort(pair, pairs, sizeof *pair, cheaper);
    for (size_t i = 0; i < pairs; i++)
        if (pair[i].cost && try_pair(w, pair[i].a, pair[i].b))
            return true;
    return false;
}

/* --- all --- */

/* Each wide set first gets a share, so that none keeps the others from being tried. */
static bool try_all(struct work *w)
{
    uint64_t effort = w->trial->limit - w->trial->spent, near = effort / 16 + 1;
    uint64_t all = w->trial->limit;

    if (try_singles(w) || try_far_seq(w))
        return true;
    if (try_rows(w, SLOT_OUTPUT, 1, near) || try_rows(w, SLOT_ID, 1, near))
        return true;
    trial_share(w->trial, effort / 2);
    bool hit = try_pairs(w);
    w->trial->limit = all;
    if (hit)
        return true;
    return try_rows(w, SLOT_OUTPUT, near, near + effort / 8) ||
           try_rows(w, SLOT_ID, near, UINT64_MAX) ||
           try_rows(w, SLOT_OUTPUT, near + effort / 8, UINT64_MAX);
}

static int original(const struct work *w, const struct pick *p, struct str *out, struct err *err)
{
    char text[32];
    struct parts other;

    if (p->candidate)
        return str_set(out, p->candidate->shown.data, p->candidate->shown.len);
    if (!p->entry) {
        int len = snprintf(text, sizeof text, "%" PRId64, p->seq);
        return str_set(out, text, (size_t)len);
    }
    int status = timeline_parts(w->s->t, p->entry, &other, err);
    if (status == 0)
        status = member_found(&other, slot_member[p->slot], out);
    parts_release(&other);
    return status;
}

static int name_hit(const struct work *w, struct hit *hit, struct err *err)
{
    for (size_t i = 0; i < w->picks; i++) {
        struct change *c = &hit->change[i];
        c->member = slot_member[w->pick[i].slot];
        if (member_found(w->s->parts, c->member, &c->found) ||
            original(w, &w->pick[i], &c->original, err))
            return -1;
        hit->count++;
    }
    return 0;
}

int search_members(const struct search *s, struct hit *hit, struct err *err)
{
    struct work w = {.s = s, .trial = s->trial};

    memset(hit, 0, sizeof *hit);
    preimage_init(&w.base);
    preimage_init(&w.second);
    int status = preimage_make(&w.base, s->parts, s->values->encoding);
    if (status == 0)
        status = add_own(&w);
    if (status == 0 && try_all(&w))
        status = name_hit(&w, hit, err);
    if (status == 0 && s->trial->failed)
        status = s->trial->lacking ? err_set(err, ERR_MEMORY, "no memory for explanations")
                                   : err_set(err, ERR_IO, "SHA-256 failed in OpenSSL");
    else if (status && err->code == ERR_NONE)
        err_set(err, ERR_MEMORY, "no memory for hypotheses");
    for (int i = 0; i < SLOT_COUNT; i++)
        candidate_list_release(&w.own[i]);
    preimage_release(&w.base);
    preimage_release(&w.second);
    free(w.text);
    return status;
}

/* --- single questions --- */

static bool try_seq(struct preimage *base, struct preimage *to, int64_t seq, unsigned encoding,
                    struct trial *t)
{
    char text[40];
    int len =
        snprintf(text, sizeof text, "%" PRId64 "%s", seq, encoding & ENCODE_FRACTION ? ".0" : "");

    return preimage_put(to, base, SLOT_SEQ, text, (size_t)len) == 0 && to->lacks == 0 &&
           trial_hit(t, to->bytes.data, to->bytes.len);
}

bool search_seq(const struct parts *parts, unsigned encoding, int64_t hint, int64_t most,
                struct trial *t, int64_t *offset)
{
    struct preimage base, to;
    bool hit = false;

    if (!parts->seq_small)
        return false;
    preimage_init(&base);
    preimage_init(&to);
    if (preimage_make(&base, parts, encoding) == 0 && hint)
        hit = try_seq(&base, &to, parts->seq + hint, encoding, t);
    *offset = hint;
    for (int64_t by = 1; !hit && by <= most && trial_more(t); by++)
        for (int sign = 1; !hit && sign >= -1; sign -= 2) {
            *offset = sign * by;
            hit = try_seq(&base, &to, parts->seq + *offset, encoding, t);
        }
    preimage_release(&base);
    preimage_release(&to);
    return hit;
}

bool search_prev(const struct parts *parts, unsigned encoding, const struct digest *prev,
                 struct trial *t)
{
    char hex[DIGEST_HEX + 1];
    struct preimage base, to;

    preimage_init(&base);
    preimage_init(&to);
    digest_hex(prev, hex);
    bool hit = trial_more(t) && preimage_make(&base, parts, encoding) == 0 &&
               preimage_put(&to, &base, SLOT_PREV, hex, DIGEST_HEX) == 0 && to.lacks == 0 &&
               trial_hit(t, to.bytes.data, to.bytes.len);
    preimage_release(&base);
    preimage_release(&to);
    return hit;
}
