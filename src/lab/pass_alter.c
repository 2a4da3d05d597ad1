/* What the stages of a pass make of an entry. */
#include "lab/pass_impl.h"

#include "core/chain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int pass_no_memory(struct pass *p)
{
    return err_set(p->err, ERR_MEMORY, "no memory for an entry");
}

static bool is_relinked(const struct level *v)
{
    return v->stage->relink && v->position >= v->stage->from;
}

/* Its link holds to what is before it now, by what the examination found. Which prev_digest would be written over
 * where there are two, reading the entry tells. */
static bool link_holds(const struct level *v, const struct item *i)
{
    enum construction by = v->stage->by06 ? CONSTRUCTION_06 : CONSTRUCTION_07;
    enum link_state link = link_state(&i->mark, i->entry, by);
    const struct before *b = &v->before;

    if (link == LINK_STATE_BROKEN || i->mark.mask & FINDING_BIT(DUPLICATE_MEMBER))
        return false;
    if (v->position == 1)
        return link == LINK_STATE_GENESIS;
    if (!b->raw || b->file != i->file || b->entry + 1 != i->entry)
        return false;
    return by == CONSTRUCTION_06 || timeline_construction(i->t) == CONSTRUCTION_07;
}

/* Where no entry that is left was altered the last one carries the mark, so that the copy says what it is. */
static bool marks_last(const struct pass *p, const struct level *v)
{
    return v->marking && !p->marked && !p->l->options.unmarked && v->position == p->last;
}

/* False where nothing can be altered in the entry, which nothing has altered yet, so that it need not be read. */
static bool may_change(const struct pass *p, const struct level *v, const struct piece *piece, uint64_t seq)
{
    const struct lab_options *o = &p->l->options;
    const struct item *i = &p->item;
    uint32_t mask = i->mark.mask;

    if (piece->edits > 0 || marks_last(p, v) || (!o->unmarked && (piece->put || o->mark_all)))
        return true;
    if (seq != 0 && (seq != i->entry || mask & (FINDING_BIT(SEQ) | FINDING_BIT(SEQ_TYPE))))
        return true;
    if (piece->open && (i->mark.close || mask & FINDING_BIT(CLOSE_TYPE)))
        return true;
    return is_relinked(v) && (!link_holds(v, i) || (!v->stage->by06 && mask & FINDING_BIT(ENTRY_DIGEST)));
}

/* ---------------------------------------------------------------------------------------------------
 * Digests */

/* Of what the level passed on last. */
static int take_before(struct pass *p, struct level *v)
{
    struct before *b = &v->before;
    struct lab_file *f = &p->file[b->file];
    struct entry_mark mark;
    struct extent x;
    struct entry e;

    if (b->known)
        return 0;
    b->known = true;
    mark = timeline_mark(f->t, b->entry);
    if (!v->stage->by06 && timeline_construction(f->t) == CONSTRUCTION_07) {
        b->has_digest = mark.has_digest;
        b->digest = mark.digest;
        return 0;
    }
    if (pass_find(p, &p->tail, f, b->entry, &x) != 0 ||
        entry_read(&e, &x, 1, p->b.names, p->b.window, LIMIT_WINDOW, NULL, p->err) != 0)
        return -1;
    return entry_digest_of(&e, &x, v->stage->by06, NULL, &p->b, &b->has_digest, &b->digest, p->err);
}

/* What its canonical_bytes decode to, as far as no step put others in their place. 0 or -1. */
static int find_payload(struct pass *p, const struct payload **out)
{
    struct patch *patch = &p->patch;

    *out = NULL;
    if (patch_is_set(patch, MEMBER_CANONICAL_BYTES))
        return 0;
    *out = &patch->seen->payload;
    return seen_payload(patch->seen, p->item.mark.mask, &p->b, p->err);
}

/* Of the entry at hand as it is written from `from` on. */
static int digest_written(struct pass *p, struct level *v, uint64_t from, const struct payload *payload)
{
    struct before *b = &v->before;
    struct extent x;

    b->known = true;
    if (writer_extent(&p->w, from, &x, p->err) != 0)
        return -1;
    return entry_digest_of(&p->patch.written, &x, v->stage->by06, payload, &p->b, &b->has_digest, &b->digest, p->err);
}

/* Of the entry at hand, which is only written where it must be, and taken back. */
static int digest_now(struct pass *p, struct level *v)
{
    struct before *b = &v->before;
    const struct payload *payload;
    uint64_t from;
    int status;

    b->known = true;
    if (find_payload(p, &payload) != 0)
        return -1;
    if (p->patch.cuts == 0 || (v->stage->by06 && payload != NULL))
        return entry_digest_of(&p->patch.seen->entry, &p->patch.seen->x, v->stage->by06, payload, &p->b, &b->has_digest,
                               &b->digest, p->err);
    writer_hold(&p->w);
    from = writer_at(&p->w);
    patch_write(&p->patch, &p->w);
    status = digest_written(p, v, from, payload);
    writer_back(&p->w, from);
    writer_let_go(&p->w);
    return status;
}

/* ---------------------------------------------------------------------------------------------------
 * Changes */

static int set_seq(struct pass *p, uint64_t want)
{
    struct seq seq;
    char text[24];
    int len;

    if (want == 0)
        return 0;
    if (patch_seq(&p->patch, &seq, p->err) != 0)
        return -1;
    if (seq.integer && seq.small && seq.value == (int64_t)want)
        return 0;
    len = snprintf(text, sizeof text, "%" PRIu64, want);
    return patch_set(&p->patch, MEMBER_SEQ, text, (size_t)len) == 0 ? 0 : pass_no_memory(p);
}

static bool has_edit(const struct piece *piece, enum edit_kind kind)
{
    for (size_t i = 0; i < piece->edits; i++)
        if (piece->edit[i].kind == kind)
            return true;
    return false;
}

static int set_close(struct pass *p, const struct piece *piece)
{
    enum json_type now = patch_type(&p->patch, MEMBER_CLOSE);
    bool closes = has_edit(piece, EDIT_CLOSE);

    if (closes && now != JSON_TRUE)
        return patch_set(&p->patch, MEMBER_CLOSE, "true", 4) == 0 ? 0 : pass_no_memory(p);
    if (!closes && piece->open && now != JSON_FALSE && (now != JSON_ABSENT || has_edit(piece, EDIT_OPEN)))
        return patch_set(&p->patch, MEMBER_CLOSE, "false", 5) == 0 ? 0 : pass_no_memory(p);
    return 0;
}

static int set_link(struct pass *p, const struct level *v)
{
    const struct before *before = &v->before;
    struct patch *patch = &p->patch;
    char hex[DIGEST_HEX + 1];

    if (!is_relinked(v))
        return 0;
    memset(hex, '0', DIGEST_HEX);
    hex[DIGEST_HEX] = '\0';
    if (v->position > 1) {
        /* An entry without a digest cannot be cited: what is stored stays. */
        if (!before->has_digest)
            return 0;
        digest_hex(&before->digest, hex);
    }
    if (patch_text(patch, MEMBER_PREV_DIGEST, &p->b.text, p->err) != 0)
        return -1;
    if (p->b.text.len == DIGEST_HEX && memcmp(p->b.text.data, hex, DIGEST_HEX) == 0)
        return 0;
    return patch_set_text(patch, MEMBER_PREV_DIGEST, hex) == 0 ? 0 : pass_no_memory(p);
}

/* All changes but that of a stored entry_digest, which the repairs bring along. */
static int change(struct pass *p, struct level *v, const struct piece *piece, uint64_t seq)
{
    struct patch *patch = &p->patch;

    if (piece->edits > 0 && patch_edits(patch, piece, &p->b, p->err) != 0)
        return -1;
    patch->changed = false;
    if (set_seq(p, seq) != 0 || set_close(p, piece) != 0 || set_link(p, v) != 0)
        return -1;
    v->follows = !v->stage->by06 && (patch->changed || is_relinked(v) || has_edit(piece, EDIT_REPLACE)) &&
                 patch_type(patch, MEMBER_ENTRY_DIGEST) != JSON_ABSENT;
    return 0;
}

static int set_entry_digest(struct pass *p, const struct before *b)
{
    return b->has_digest ? patch_hash(&p->patch, MEMBER_ENTRY_DIGEST, &b->digest, &p->b, p->err) : 0;
}

static int set_mark(struct pass *p, const struct level *v, const struct piece *piece)
{
    const struct lab_options *o = &p->l->options;
    bool altered = p->patch.cuts > 0 || piece->put || o->mark_all;

    if (o->unmarked || (!altered && !marks_last(p, v)))
        return 0;
    if (patch_mark(&p->patch) != 0)
        return pass_no_memory(p);
    p->item.marked = true;
    p->marked |= v->last;
    p->last_alone |= !altered;
    return 0;
}

/* Whether the digest is taken at once: else it is that of the file, or is taken of what is written, or of no use. */
static bool wants_digest(const struct pass *p, const struct level *v)
{
    bool changed = p->patch.cuts > 0;

    if (v->follows && (!changed || !v->last))
        return true;
    return v->stage->relink && (changed ? !v->last : v->stage->by06);
}

static int alter(struct pass *p, struct level *v, const struct piece *piece, uint64_t seq)
{
    struct before *b = &v->before;

    if (change(p, v, piece, seq) != 0)
        return -1;
    *b = (struct before){.file = p->item.file, .entry = p->item.entry};
    if (wants_digest(p, v) && (digest_now(p, v) != 0 || (v->follows && set_entry_digest(p, b) != 0)))
        return -1;
    if (set_mark(p, v, piece) != 0)
        return -1;
    b->raw = p->patch.cuts == 0;
    return 0;
}

int pass_alter(struct pass *p, struct level *v, const struct piece *piece, uint64_t seq)
{
    struct item *i = &p->item;

    v->follows = false;
    p->marked |= v->last && i->marked;
    if (i->read || may_change(p, v, piece, seq)) {
        if (is_relinked(v) && v->position > 1 && take_before(p, v) != 0)
            return -1;
        if (!i->read && pass_read(p) != 0)
            return -1;
        if (p->patch.seen->entry.type == JSON_OBJECT)
            return alter(p, v, piece, seq);
    }
    v->before = (struct before){.raw = true, .file = i->file, .entry = i->entry};
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Writing */

/* Takes the digest of what it writes where somebody asks for it. */
static int write_held(struct pass *p, struct level *v)
{
    uint64_t from = writer_at(&p->w);
    const struct payload *payload;
    struct patch *patch = &p->patch;

    patch_write(patch, &p->w);
    if (v->before.known || (!v->follows && !v->stage->relink))
        return 0;
    if (find_payload(p, &payload) != 0 || digest_written(p, v, from, payload) != 0)
        return -1;
    patch->changed = false;
    if (v->follows && set_entry_digest(p, &v->before) != 0)
        return -1;
    if (patch->changed) {
        writer_back(&p->w, from);
        patch_write(patch, &p->w);
    }
    return 0;
}

int pass_write(struct pass *p, struct level *v)
{
    int status;

    if (pass_flush(p) != 0)
        return -1;
    pass_separate(p);
    writer_hold(&p->w);
    status = write_held(p, v);
    writer_let_go(&p->w);
    return status == 0 ? writer_status(&p->w, p->err) : -1;
}
