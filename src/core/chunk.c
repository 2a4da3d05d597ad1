#include "core/chunk.h"

#include "base/shortage.h"

#include <stdlib.h>
#include <string.h>

struct chunk *chunk_new(void)
{
    struct chunk *c = shortage_unless(calloc(1, sizeof *c));

    if (!c)
        return NULL;
    c->span = shortage_unless(malloc(CHUNK_ENTRIES * sizeof *c->span));
    if (c->span)
        return c;
    free(c);
    return NULL;
}

void chunk_free(struct chunk *c)
{
    if (!c)
        return;
    free(c->span);
    free(c->result);
    free(c->kept);
    free(c);
}

static struct extent span_extent(const struct chunk *c, const struct chunk_rules *rules,
                                 const struct span *s)
{
    struct extent x = {.from = s->from, .to = s->to, .source = rules->source};

    if (c->block)
        x.memory = c->block->data + (s->from - c->block->offset);
    return x;
}

/* Nothing but white space may stand between the entry and the end of its line. */
static int check_rest(const struct facts *f, const struct extent *x, struct bench *b, struct err *err)
{
    struct reader r;

    if (f->entry.end == x->to)
        return 0;
    reader_open(&r, x, f->entry.end, 0, b->window, LIMIT_WINDOW, err);
    if (reader_space(&r) < 0)
        return r.c.failed ? -1 : 0;
    return reader_fail(&r, "something stands after the entry: an entry and nothing else is read here");
}

/* In the layout lines an entry that is not whole ended with its line, not with the input. */
static void reword_line(const struct chunk_rules *rules, const struct extent *x, struct err *err)
{
    unsigned char next;
    struct err ignored;

    if (rules->layout != LAYOUT_LINES || !err->located || err->offset != x->to)
        return;
    if (source_read(rules->source, x->to, &next, 1, &ignored) == 1)
        err_at(err, x->to, "the entry does not end on its line: the layout lines has an entry on each line");
}

static void count_extra(struct chunk *c, const struct facts *f, uint32_t mask, bool by06)
{
    const uint32_t several = FINDING_BIT(MEMBER) | FINDING_BIT(DUPLICATE_MEMBER) | FINDING_BIT(CONTROL) |
                             FINDING_BIT(SURROGATE) | FINDING_BIT(INVISIBLE) |
                             FINDING_BIT(MIXED_SCRIPT) | FINDING_BIT(JSON_DUPLICATE) |
                             FINDING_BIT(NEAR_MEMBER);

    for (uint32_t rest = mask & several; rest; rest &= rest - 1) {
        enum finding_code code = (enum finding_code)__builtin_ctz(rest);
        c->extra[code] += chain_findings(f, code, by06) - 1;
    }
}

static void keep(struct chunk *c, const struct facts *f, const struct chunk_rules *rules)
{
    struct result *r = &c->result[c->done];
    struct meeting m;

    r->offset = f->entry.offset;
    r->mask = chain_own(f, c->first + c->done, rules->by06);
    r->standing = (uint8_t)f->standing;
    r->training = f->entry.training;
    r->has_class = f->entry.member[MEMBER_PROVENANCE_CLASS].type == JSON_STRING;
    r->digest = rules->by06 ? f->payload.digest : f->digest;
    r->id_hash = f->id_hash;
    r->class_hash = f->class_hash;
    r->job_hash[0] = f->job_hash[0];
    r->job_hash[1] = f->job_hash[1];
    r->class_at = f->entry.member[MEMBER_PROVENANCE_CLASS].offset;
    count_extra(c, f, r->mask, rules->by06);
    chain_meeting(&m, f, c->first + c->done);
    if (c->done == 0)
        c->first_lacks = chain_lacks(f);
    if (c->done == 0)
        c->meeting = m;
    else
        r->mask |= chain_meet(&m, &c->carry, rules->by06);
    if (c->done > 0 && !(r->mask & MARK_LINK06))
        c->link06_broken++;
    chain_carry(&c->carry, f);
    c->done++;
}

static int read_one(struct chunk *c, const struct chunk_rules *rules, struct bench *b,
                    const struct span *s, struct err *err)
{
    struct extent x = span_extent(c, rules, s);
    struct facts here, *f = c->kept ? &c->kept->facts : &here;
    int status = c->kept ? kept_read(c->kept, &x, rules->depth, b, err)
                         : facts_read(f, &x, rules->depth, b, err);

    if (status) {
        reword_line(rules, &x, err);
        return -1;
    }
    keep(c, f, rules);
    return check_rest(f, &x, b, err);
}

void chunk_drop_results(struct chunk *c)
{
    free(c->kept);
    c->kept = NULL;
    c->done = 0;
}

/* It stays with the chunk: asking for it anew each time would bring it page by page. */
static int make_room(struct chunk *c, struct err *err)
{
    if (c->room >= c->count)
        return 0;
    free(c->result);
    c->result = malloc(c->count * sizeof *c->result);
    c->room = c->result ? c->count : 0;
    return c->result ? 0 : err_set(err, ERR_MEMORY, "no memory for the results of a chunk of entries");
}

int chunk_read(struct chunk *c, const struct chunk_rules *rules, struct bench *b, struct err *err)
{
    if (make_room(c, err))
        return -1;
    /* Without memory for it, it is read again when it is shown. */
    c->kept = c->block ? NULL : shortage_unless(malloc(sizeof *c->kept));
    c->done = 0;
    c->damaged = false;
    c->link06_broken = 0;
    memset(c->extra, 0, sizeof c->extra);
    memset(&c->carry, 0, sizeof c->carry);
    err_clear(err);
    for (size_t i = 0; i < c->count; i++) {
        if (read_one(c, rules, b, &c->span[i], err) == 0)
            continue;
        if (err->code != ERR_FORM)
            return -1;
        c->damaged = true;
        c->err = *err;
        return 0;
    }
    return 0;
}
