/* Which entry the digest of a contradicted reference is of. */
#include "explain/endpoint_impl.h"

#include "core/chain.h"

#include <inttypes.h>
#include <string.h>

/* --- another entry is the one that the witness saw --- */

/* The entry stands at another place than the number that its digest binds. */
static int say_displaced(struct end *w, uint64_t entry, int64_t seq)
{
    bool later = (int64_t)entry > seq;
    struct draft d;

    draft_begin(&d, w->e, later ? EXPLANATION_INSERTED : EXPLANATION_MOVED, entry, false);
    draft_say(&d,
              "the reference counts as this entry is numbered, %" PRId64 ", and not as it stands: ", seq);
    if (later)
        draft_say(&d, "entries were put in before entry %" PRIu64 ", or it was moved back", entry);
    else
        draft_say(&d, "entry %" PRIu64 " was moved forward, or entries before it were taken out", entry);
    draft_say(&d, "; or the reference was made of a file that had it so");
    draft_decides(&d, "%s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

/* The timeline ended there once, or in some copy, and does not here. */
int say_flipped(struct end *w, uint64_t entry, bool open_now)
{
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_WITNESS_SAW, entry, false);
    if (open_now && entry == w->e->entries)
        draft_say(&d,
                  "the file was copied before entry %" PRIu64 " was closed, or its close was taken off after the reference "
                  "was made; or the reference was made over a copy that was closed there, or by whoever took that entry "
                  "for the last one", entry);
    else if (open_now)
        draft_say(&d,
                  "entry %" PRIu64 " was closed when the reference was made, and the close was taken off before entries "
                  "were added; or the reference was made over a copy that was closed there, or by whoever took that "
                  "entry for the last one", entry);
    else if (entry == w->e->entries)
        draft_say(&d,
                  "entry %" PRIu64 " was open when the reference was made, and was closed later: without a further "
                  "entry, or after those that followed were cut off; or the reference was made over a copy that was open "
                  "there", entry);
    else
        draft_say(&d,
                  "entry %" PRIu64 " was open when the reference was made, and was closed later, or the mark was put "
                  "there; or the reference was made over a copy that was open there", entry);
    draft_decides(&d, "where the reference was kept and who could write it, or %s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

/* The number that the reference counts is neither the place of the entry nor what its digest binds. */
static int say_miscounted(struct end *w, uint64_t entry)
{
    char room[COUNT_ROOM];
    struct draft d;

    draft_begin(&d, w->e, EXPLANATION_WITNESS_SAW, entry, false);
    draft_say(&d,
              "the reference was put together of the digest of one entry and the number of another; or it was made of a "
              "file of %s entries that ended with entry %" PRIu64 " of this one, numbered as it is here",
              reference_count_text(w->r, room), entry);
    draft_decides(&d, "where the reference was kept and who could write it, or %s", copy_wanted(w->e));
    return draft_end(&d, w->out, w->err);
}

static int say_why_seen(struct end *w, uint64_t entry, bool flipped, bool close, bool numbered, int64_t seq)
{
    bool same = numbered && seq == w->r->count;

    if (flipped && say_flipped(w, entry, !close))
        return -1;
    if (same && seq != (int64_t)entry)
        return say_displaced(w, entry, seq);
    return numbered && !same ? say_miscounted(w, entry) : 0;
}

/* `written`: the way of writing in which the entry has the digest. */
static int say_seen(struct end *w, uint64_t entry, bool flipped, unsigned written)
{
    char room[COUNT_ROOM];
    struct entry_mark m = timeline_mark(w->e->t, entry);
    bool counts = w->r->has_count && !w->e->by06;
    struct parts p;
    struct draft d;

    if (timeline_parts(w->e->t, entry, &p, w->err)) {
        parts_release(&p);
        return -1;
    }
    bool numbered = counts && p.seq_small, same = numbered && p.seq == w->r->count;
    int64_t seq = p.seq;
    parts_release(&p);
    draft_begin(&d, w->e, EXPLANATION_WITNESS_SAW, entry, true);
    draft_say(&d,
              "the reference has the digest of entry %" PRIu64 "%s", entry,
              !flipped  ? ""
              : m.close ? " with close false"
                        : " with close true");
    draft_written(&d, written);
    if (numbered && !same)
        draft_say(&d, "; that digest binds seq %" PRId64 ", and the reference counts %s", seq,
                  reference_count_text(w->r, room));
    if (draft_end(&d, w->out, w->err) || (written && say_maker(w, EXPLANATION_ENCODING, entry, written)))
        return -1;
    return say_why_seen(w, entry, flipped, m.close, numbered, seq);
}

/* The digest of an entry with close put the other way, written so. */
static int flipped_digest(struct explainer *e, uint64_t entry, unsigned written, struct preimage *text,
                          struct digest *out, bool *has, struct err *err)
{
    struct parts p;
    int status = timeline_parts(e->t, entry, &p, err);

    p.close = !p.close;
    *has = status == 0 && preimage_make(text, &p, written) == 0 && text->lacks == 0 &&
           trial_digest(&e->trial, text->bytes.data, text->bytes.len, out);
    parts_release(&p);
    if (status == 0 && e->trial.stopped)
        status = err_set(err, ERR_CANCELLED, "explaining was stopped");
    return status;
}

/* Once for all references: the last entries of the file, each as the end of a timeline. */
static int map_flipped(struct explainer *e, struct preimage *text, struct err *err)
{
    uint64_t from = e->entries > FLIPPED_MAX ? e->entries - FLIPPED_MAX : 1;
    int ways = e->base ? 2 : 1;
    struct digest d;
    bool has;

    e->flipped = digest_map_new((uint64_t)ways * (e->entries - from + 1));
    if (!e->flipped)
        return err_set(err, ERR_MEMORY, "no memory for explanations");
    for (uint64_t entry = from; entry <= e->entries; entry++)
        for (int way = 0; way < ways; way++) {
            if (flipped_digest(e, entry, way ? e->base : 0, text, &d, &has, err))
                return -1;
            if (has)
                digest_map_add(e->flipped, &d, (uint32_t)entry);
        }
    return 0;
}

static int find_flipped(struct explainer *e, const struct digest *wanted, struct preimage *text, uint64_t *entry,
                        unsigned *written, struct err *err)
{
    uint32_t first, last;
    struct digest d;
    bool has = false;
    int status = 0;

    *entry = 0;
    if (!e->flipped && map_flipped(e, text, err))
        return -1;
    if (e->entries > FLIPPED_MAX)
        note_narrow(e);
    if (!digest_map_find(e->flipped, wanted, &first, &last))
        return 0;
    for (int way = 0; way < 2 && status == 0 && *entry == 0; way++) {
        *written = way ? e->base : 0;
        status = flipped_digest(e, last, *written, text, &d, &has, err);
        if (has && digest_equal(&d, wanted))
            *entry = last;
    }
    return status;
}

int flipped_entry(struct explainer *e, const struct digest *wanted, uint64_t *entry, unsigned *written, struct err *err)
{
    struct preimage text;

    preimage_init(&text);
    int status = find_flipped(e, wanted, &text, entry, written, err);
    preimage_release(&text);
    return status;
}

int explain_seen(struct end *w)
{
    struct explainer *e = w->e;
    uint64_t entry = entry_of_digest(e, &w->r->final_digest, e->entries);
    uint64_t spent = e->trial.spent;

    if (entry) {
        struct entry_mark m = timeline_mark(e->t, entry);
        return say_seen(w, entry, false, digest_equal(&m.digest, &w->r->final_digest) ? 0 : e->base);
    }
    if (e->by06)
        return 0;
    unsigned written = 0;
    int status = flipped_entry(e, &w->r->final_digest, &entry, &written, w->err);
    /* Of the last one at its place it is a member put otherwise. */
    if (entry == e->entries && written == e->base && (!w->r->has_count || w->r->count == (int64_t)entry))
        entry = 0;
    e->trial.spent = spent;
    return status == 0 && entry ? say_seen(w, entry, true, written) : status;
}

int explain_closed(struct explainer *e, const struct finding *f, struct explanation_list *out, struct err *err)
{
    struct end w = {.e = e, .out = out, .begun = out->count, .err = err, .number = f->reference};

    if (!e->refs || f->reference < 0 || (size_t)f->reference >= e->refs->count)
        return 0;
    w.r = &e->refs->item[f->reference];
    return w.r->of_entry > 0 ? say_seen(&w, w.r->of_entry, true, 0) : 0;
}

/* --- an entry stores it --- */

/* Of 64 zeros it would say nothing. */
int explain_stored(struct end *w)
{
    const struct explainer *e = w->e;

    for (size_t i = 0; i < e->brokens; i++)
        if (e->broken[i].is_digest && !digest_is_zero(&e->broken[i].stored) &&
            digest_equal(&e->broken[i].stored, &w->r->final_digest))
            return say_cited(w->e, &e->broken[i], w->number, w->out, w->err);
    return 0;
}
