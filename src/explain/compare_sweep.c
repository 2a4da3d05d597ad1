/* What the digest does not bind: entries of one digest whose bytes differ are read again. */
#include "base/limits.h"
#include "explain/compare_impl.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of an input, passed through once from its beginning to its end. */
struct pass {
    struct timeline *t;
    uint64_t entries;
    unsigned char *block; /* LIMIT_BLOCK */
    uint64_t from;
    size_t len;
};

/* Where an entry and what separates it from the next one stand in memory. */
struct stretch {
    const unsigned char *bytes; /* NULL: larger than a block */
    size_t len;
};

static int fill(struct pass *p, uint64_t from, struct err *err)
{
    ssize_t got = source_read(timeline_source(p->t), from, p->block, LIMIT_BLOCK, err);

    p->from = from;
    p->len = got < 0 ? 0 : (size_t)got;
    return got < 0 ? -1 : 0;
}

static uint64_t end_of(const struct pass *p, uint64_t entry)
{
    bool final;

    if (entry < p->entries)
        return timeline_mark(p->t, entry + 1).offset;
    return source_size(timeline_source(p->t), &final);
}

static int read_stretch(struct pass *p, uint64_t entry, struct stretch *s, struct err *err)
{
    uint64_t from = timeline_mark(p->t, entry).offset, to = end_of(p, entry);

    memset(s, 0, sizeof *s);
    if (to - from > LIMIT_BLOCK)
        return 0;
    if ((from < p->from || to > p->from + p->len) && fill(p, from, err))
        return -1;
    if (to > p->from + p->len)
        return err_set(err, ERR_CHANGED, "an input changed while it was compared");
    s->bytes = p->block + (from - p->from);
    s->len = (size_t)(to - from);
    while (s->len > 0 && strchr(" \t\r\n,", s->bytes[s->len - 1]))
        s->len--;
    return 0;
}

static int same_members(const struct copies *c, uint64_t a, uint64_t b, bool *same, struct err *err)
{
    struct copies_members m;

    if (copies_members(c, a, b, &m, err))
        return -1;
    *same = m.count == 0;
    copies_members_release(&m);
    return 0;
}

static int same_entry(const struct copies *c, struct pass pass[2], uint64_t a, uint64_t b,
                      bool *same, struct err *err)
{
    struct stretch x, y;

    if (read_stretch(&pass[0], a, &x, err) || read_stretch(&pass[1], b, &y, err))
        return -1;
    *same = x.bytes && y.bytes && x.len == y.len && memcmp(x.bytes, y.bytes, x.len) == 0;
    return *same ? 0 : same_members(c, a, b, same, err);
}

static int sweep_moved(struct copies *c, const struct copies_row *row, struct err *err)
{
    bool same = true;

    if (c->state[row->earlier] != PAIR_MOVED)
        return 0;
    if (same_members(c, row->earlier, row->later, &same, err))
        return -1;
    if (!same)
        c->state[row->earlier] = PAIR_MOVED_UNBOUND;
    return 0;
}

static int sweep(struct copies *c, struct pass pass[2], struct err *err)
{
    struct copies_row row = {0};
    bool same;

    while (copies_next(c, &row)) {
        if (copies_step(c, err))
            return -1;
        if (row.kind == COPIES_MOVED_FROM && sweep_moved(c, &row, err))
            return -1;
        if (row.kind != COPIES_SAME)
            continue;
        if (same_entry(c, pass, row.earlier, row.later, &same, err))
            return -1;
        if (!same)
            c->state[row.earlier] = PAIR_UNBOUND;
    }
    return 0;
}

static bool one_file(const struct copies *c)
{
    struct digest a, b;

    return timeline_sha256(c->earlier, &a) && timeline_sha256(c->later, &b) && digest_equal(&a, &b);
}

int copies_sweep(struct copies *c, struct err *err)
{
    struct pass pass[2] = {{.t = c->earlier, .entries = c->earlier_entries},
                           {.t = c->later, .entries = c->later_entries}};
    int status = -1;

    if (one_file(c) || !copies_by_digest(c))
        return 0;
    pass[0].block = malloc(LIMIT_BLOCK);
    pass[1].block = malloc(LIMIT_BLOCK);
    if (pass[0].block && pass[1].block)
        status = sweep(c, pass, err);
    else
        err_set(err, ERR_MEMORY, "no memory to compare two copies");
    free(pass[0].block);
    free(pass[1].block);
    return status;
}
