/* An edit after which some links were rewritten: the entry is put back, and the links after it
 * follow. */
#include "explain/explain_impl.h"

#include <string.h>

enum { RELINK_BACK = 48, RELINK_VALUES = 12, RELINK_BYTES = 1 << 20 };

struct chain_of {
    struct explainer *e;
    uint64_t last;
    size_t count; /* entries in hand: last, last - 1, ... */
    struct preimage text[RELINK_BACK + 1];
    struct parts parts[RELINK_BACK + 1];
    struct preimage work;
    struct hit *hit;
};

static int load(struct chain_of *c, struct err *err)
{
    size_t i = c->count++;

    preimage_init(&c->text[i]);
    if (timeline_parts(c->e->t, c->last - i, &c->parts[i], err))
        return -1;
    return preimage_make(&c->text[i], &c->parts[i], c->e->base)
               ? err_set(err, ERR_MEMORY, "no memory")
               : 0;
}

/* From the digest of entry `last - back` as it would be: does the last one then have the target? */
static bool follows(struct chain_of *c, size_t back, struct digest d)
{
    char hex[DIGEST_HEX + 1];

    while (back-- > 0) {
        struct preimage *p = &c->text[back];
        if (p->lacks || p->to[SLOT_PREV] - p->from[SLOT_PREV] != DIGEST_HEX)
            return false;
        digest_hex(&d, hex);
        memcpy(p->bytes.data + p->from[SLOT_PREV], hex, DIGEST_HEX);
        if (!trial_digest(&c->e->trial, p->bytes.data, p->bytes.len, &d))
            return false;
    }
    return digest_equal(&d, &c->e->trial.target);
}

static bool try_value(struct chain_of *c, size_t back, enum slot slot, const struct str *encoded)
{
    const struct preimage *base = &c->text[back];
    size_t len = base->to[slot] - base->from[slot];
    struct digest d;

    if (len == encoded->len && memcmp(base->bytes.data + base->from[slot], encoded->data, len) == 0)
        return false;
    return preimage_put(&c->work, base, slot, encoded->data, encoded->len) == 0 &&
           c->work.lacks == 0 &&
           trial_digest(&c->e->trial, c->work.bytes.data, c->work.bytes.len, &d) &&
           follows(c, back, d);
}

static int found(struct chain_of *c, size_t back, enum slot slot, const struct str *shown)
{
    struct change *to = &c->hit->change[0];

    to->member = slot_member[slot];
    c->hit->count = 1;
    return member_found(&c->parts[back], to->member, &to->found) ||
                   str_set(&to->original, shown->data, shown->len)
               ? -1
               : 1;
}

/* 1 found, 0 not, -1. */
static int try_stored_output(struct chain_of *c, size_t back)
{
    const struct parts *p = &c->parts[back];
    struct str encoded, shown;
    char hex[DIGEST_HEX + 1], text[7 + DIGEST_HEX + 1] = "sha256:";
    bool prefix = c->e->base & ENCODE_PREFIX;

    if (!(p->has >> MEMBER_OUTPUT_HASH & 1))
        return 0;
    digest_hex(&p->stored_output, hex);
    memcpy(text + 7, hex, sizeof hex);
    shown = (struct str){hex, DIGEST_HEX};
    encoded = prefix ? (struct str){text, 7 + DIGEST_HEX} : shown;
    return try_value(c, back, SLOT_OUTPUT, &encoded) ? found(c, back, SLOT_OUTPUT, &shown) : 0;
}

static int try_entry(struct chain_of *c, size_t back)
{
    static const enum slot order[] = {SLOT_CLASS, SLOT_CLOSE, SLOT_TOOL, SLOT_JOB};
    int status = try_stored_output(c, back);

    for (size_t i = 0; i < sizeof order / sizeof *order && status == 0; i++) {
        const struct candidate_list *l = &c->e->values.of[order[i]];
        if (l->count > RELINK_VALUES)
            note_narrow(c->e);
        for (size_t k = 0; k < l->count && k < RELINK_VALUES && status == 0; k++) {
            if (!trial_more(&c->e->trial))
                return 0;
            if (try_value(c, back, order[i], &l->item[k].encoded))
                status = found(c, back, order[i], &l->item[k].shown);
        }
    }
    return status;
}

/* The entries after it as they were before one was put in: a seq less, and linked to what is
 * before it. */
static bool follows_without(struct chain_of *c, size_t back, struct digest d)
{
    char hex[DIGEST_HEX + 1];
    struct buf seq;
    bool can = true;

    buf_init(&seq, 64);
    while (can && back-- > 0) {
        const struct preimage *p = &c->text[back];
        buf_clear(&seq);
        can = !p->lacks && p->to[SLOT_PREV] - p->from[SLOT_PREV] == DIGEST_HEX &&
              encode_seq(&seq, c->parts[back].seq - 1, c->e->base) == 0 &&
              preimage_put(&c->work, p, SLOT_SEQ, seq.data, seq.len) == 0;
        if (!can)
            break;
        digest_hex(&d, hex);
        memcpy(c->work.bytes.data + c->work.from[SLOT_PREV], hex, DIGEST_HEX);
        can = trial_digest(&c->e->trial, c->work.bytes.data, c->work.bytes.len, &d);
    }
    buf_release(&seq);
    return can && digest_equal(&d, &c->e->trial.target);
}

static bool try_without(struct chain_of *c, size_t back)
{
    uint64_t entry = c->last - back;
    struct digest d = {{0}};

    if (!trial_more(&c->e->trial) || (entry > 1 && !digest_of_entry(c->e, entry - 1, &d)))
        return false;
    return follows_without(c, back, d);
}

/* Reading one entry after another must not take longer than the hashes do. */
static bool is_large(const struct chain_of *c, uint64_t entry)
{
    return timeline_mark(c->e->t, entry + 1).offset - timeline_mark(c->e->t, entry).offset >
           RELINK_BYTES;
}

static int search(struct chain_of *c, uint64_t *edited, struct err *err)
{
    int status = load(c, err);

    if (c->last > RELINK_BACK + 1)
        note_narrow(c->e);
    for (size_t back = 1; back <= RELINK_BACK && back < c->last && status == 0; back++) {
        uint64_t entry = c->last - back;
        if (broken_at(c->e, entry + 1) || !trial_more(&c->e->trial))
            break;
        if (is_large(c, entry)) {
            note_narrow(c->e);
            break;
        }
        status = load(c, err);
        if (status == 0)
            status = try_entry(c, back);
        if (status == 0)
            status = try_without(c, back);
        *edited = status > 0 ? entry : 0;
    }
    return status;
}

int relink_search(struct explainer *e, uint64_t last, struct hit *hit, uint64_t *edited,
                  struct err *err)
{
    struct chain_of c = {.e = e, .last = last, .hit = hit};

    memset(hit, 0, sizeof *hit);
    *edited = 0;
    preimage_init(&c.work);
    int status = search(&c, edited, err);
    for (size_t i = 0; i < c.count; i++) {
        preimage_release(&c.text[i]);
        parts_release(&c.parts[i]);
    }
    preimage_release(&c.work);
    if (status < 0 && err->code == ERR_NONE)
        err_set(err, ERR_MEMORY, "no memory for hypotheses");
    return status < 0 ? -1 : 0;
}
