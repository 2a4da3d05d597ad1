/* Which entry, put how, has the digest that a reference states beside its number. */
#include "core/reference_impl.h"

#include "core/encoding.h"

#include <string.h>

/* The digests of the entry that a hash each shows: as the format writes it, as it stands and closed otherwise. */
static int as_format_writes(struct reference_check *c, struct entry_mark m, bool *found)
{
    struct reference *r = c->r;
    struct digest other;

    r->of_closed = m.close;
    *found = digest_equal(&m.digest, &r->final_digest);
    if (*found)
        return 0;
    if (timeline_digest_closed(c->t, r->number, !m.close, &other, c->err))
        return -1;
    *found = digest_equal(&other, &r->final_digest);
    if (*found)
        r->of_closed = !m.close;
    return 0;
}

static bool gives(struct hasher *h, struct preimage *text, const struct parts *p, unsigned encoding,
                  const struct digest *wanted)
{
    struct digest d;

    if (preimage_make(text, p, encoding) || text->lacks)
        return false;
    hasher_begin(h);
    hasher_add(h, text->bytes.data, text->bytes.len);
    return hasher_end(h, &d) == 0 && digest_equal(&d, wanted);
}

static void written_otherwise(struct reference *r, struct parts *p, struct hasher *h)
{
    struct preimage text;

    preimage_init(&text);
    for (int turn = 0; turn < 2 && r->of_written == 0; turn++, p->close = !p->close) {
        unsigned matters = encoding_matters(p);
        for (unsigned encoding = encoding_next(0, matters); encoding; encoding = encoding_next(encoding, matters))
            if (gives(h, &text, p, encoding, &r->final_digest)) {
                r->of_written = encoding;
                r->of_closed = p->close;
                break;
            }
    }
    preimage_release(&text);
}

static int in_another_writing(struct reference_check *c, bool *found)
{
    struct parts p;
    struct hasher *h = hasher_new(c->err);
    int status = h ? timeline_parts(c->t, c->r->number, &p, c->err) : -1;

    if (status == 0)
        written_otherwise(c->r, &p, h);
    *found = c->r->of_written != 0;
    if (h)
        parts_release(&p);
    hasher_free(h);
    return status;
}

int reference_find_entry(struct reference_check *c)
{
    struct reference *r = c->r;
    struct entry_mark m;
    bool found = false;

    r->of_entry = 0;
    r->of_written = 0;
    r->of_closed = false;
    if (r->judge.check || !r->has_digest || r->number == 0 || r->number > c->entries ||
        r->result == REFERENCE_UNUSABLE || r->result == REFERENCE_UNCHECKED)
        return 0;
    m = timeline_mark(c->t, r->number);
    if (!m.has_digest)
        return 0;
    if (as_format_writes(c, m, &found) || (!found && in_another_writing(c, &found)))
        return -1;
    r->of_entry = found ? r->number : 0;
    return 0;
}
