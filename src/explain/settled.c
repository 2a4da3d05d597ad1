/* What a reference settles: it has the digest of an entry, so that entry, and all from which unbroken
 * links lead to it, stand as they stood when it was published. */
#include "explain/explain_impl.h"

#include "base/text.h"
#include "core/chain.h"

#include <inttypes.h>
#include <string.h>

enum { PATH_CELLS = 80 };

static const uint32_t link_mask = FINDING_BIT(LINK) | FINDING_BIT(GENESIS);

void say_reference(struct buf *to, const struct explainer *e, int number)
{
    const struct reference *r = &e->refs->item[number];

    buf_addf(to, "reference %d (%s", number + 1, reference_kind_name(r->kind));
    if (r->path) {
        buf_addc(to, ' ');
        text_quote(to, r->path, strlen(r->path), 0, PATH_CELLS);
    }
    buf_addc(to, ')');
}

static bool has_last_digest(const struct explainer *e, const struct reference *r)
{
    struct entry_mark last = timeline_mark(e->t, e->entries);

    return last.has_digest && digest_equal(&last.digest, &r->final_digest);
}

/* The entry whose digest the reference has, 0 for none. What sits in the timeline's own file can be
 * rewritten with it, and an earlier copy is looked at by itself. */
static uint64_t settled_end(const struct explainer *e, const struct reference *r)
{
    bool speaks = r->readable && r->has_digest && r->result != REFERENCE_UNUSABLE &&
                  r->result != REFERENCE_UNCHECKED;

    if (!speaks || r->embedded || r->own_file || r->kind == REFERENCE_BASELINE || e->by06 ||
        e->entries == 0)
        return 0;
    if (has_last_digest(e, r))
        return e->entries;
    return r->result == REFERENCE_EARLIER ? r->confirmed : 0;
}

bool settled_by(const struct explainer *e, uint64_t entry, int not, struct settled *out)
{
    uint64_t end, from;

    for (size_t i = 0; e->refs && entry > 0 && i < e->refs->count; i++) {
        if ((int)i == not)
            continue;
        end = settled_end(e, &e->refs->item[i]);
        if (end < entry)
            continue;
        from = timeline_seek(e->t, end, -1, link_mask);
        if (from > entry)
            continue;
        *out = (struct settled){(int)i, from > 0 ? from : 1, end};
        return true;
    }
    return false;
}

uint64_t settled_start(const struct explainer *e, int not, struct settled *out)
{
    uint64_t most = 0;

    for (size_t i = 0; e->refs && i < e->refs->count; i++) {
        uint64_t end = (int)i == not ? 0 : settled_end(e, &e->refs->item[i]);
        if (end <= most || timeline_seek(e->t, end, -1, link_mask) > 1)
            continue;
        most = end;
        *out = (struct settled){(int)i, 1, end};
    }
    return most;
}

int say_published(struct explainer *e, uint64_t entry, const struct settled *by, const char *text,
                  struct explanation_list *out, struct err *err)
{
    struct draft d;

    draft_begin(&d, e, EXPLANATION_AS_PUBLISHED, entry, true);
    d.x.reference = by->reference;
    d.x.other = by->to;
    say_reference(&d.text, e, by->reference);
    draft_say(&d, " has the digest of %sentry %" PRIu64,
              by->to == e->entries ? "the last visible entry, " : "", by->to);
    if (by->to != entry)
        draft_say(&d, ", and the links from entry %" PRIu64 " to it hold", entry);
    draft_say(&d, ": entry %" PRIu64 " %s", entry, text);
    return draft_end(&d, out, err);
}
