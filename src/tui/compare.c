#include "tui/compare.h"

#include <stdio.h>
#include <string.h>

static void set_digest(struct side *side, bool has, const struct digest *d, const char *why)
{
    if (has)
        digest_hex(d, side->hex);
    else
        side->text = why, side->len = strlen(why);
}

static void set_literal(struct side *side, const char *literal)
{
    side->text = literal;
    side->len = strlen(literal);
}

/* The digest as it is to be compared, whatever stands before its digits. */
static bool set_stored(struct side *side, const struct entry_value *v)
{
    static const char prefix[] = "sha256:";
    const char *text = v->text.data;
    size_t len = v->text.len, skip = sizeof prefix - 1;
    struct digest d;

    if (v->type != JSON_STRING || !text)
        return false;
    if (len == skip + DIGEST_HEX && memcmp(text, prefix, skip) == 0) {
        text += skip;
        len -= skip;
    }
    if (!digest_parse(text, len, &d))
        return false;
    digest_hex(&d, side->hex);
    return true;
}

static void set_row_prev(struct side *side, const struct row *row)
{
    if (!row || row->failed) {
        set_literal(side, "(cannot be read again)");
    } else if (row->prev_hex[0]) {
        memcpy(side->hex, row->prev_hex, sizeof side->hex);
    } else {
        side->text = row->prev.text.data ? row->prev.text.data : "";
        side->len = row->prev.text.len;
        side->evidence = row->prev.type != JSON_ABSENT;
    }
}

static int count_differing(const struct side *a, const struct side *b)
{
    int n = 0;

    if (!a->hex[0] || !b->hex[0])
        return -1;
    for (int i = 0; i < DIGEST_HEX; i++)
        n += a->hex[i] != b->hex[i];
    return n;
}

static void conclude(struct comparison *c, bool fails)
{
    bool link = c->kind == COMPARE_LINK_IN || c->kind == COMPARE_LINK_OUT;

    c->differing = count_differing(&c->stored, &c->recomputed);
    c->result = fails ? COMPARED_FAILS : COMPARED_HOLDS;
    if (fails)
        c->word = link ? "BROKEN" : "DIFFERS";
    else
        c->word = link ? "holds" : "equal";
}

enum link_state compare_link(const struct state *s, uint64_t entry)
{
    struct entry_mark mark = timeline_mark(s->timeline, entry);

    return link_state(&mark, entry, s->verdict.construction);
}

static void make_link_in(const struct state *s, uint64_t entry, struct comparison *c)
{
    c->kind = COMPARE_LINK_IN;
    set_row_prev(&c->stored, rows_find(&s->rows, entry));
    if (entry == 1) {
        memset(c->recomputed.hex, '0', DIGEST_HEX);
    } else {
        struct entry_mark before = timeline_mark(s->timeline, entry - 1);
        set_digest(&c->recomputed, before.has_digest, &before.digest,
                   "(the entry before has no digest)");
    }
    conclude(c, compare_link(s, entry) == LINK_STATE_BROKEN);
}

static void make_link_out(const struct state *s, uint64_t entry, struct comparison *c)
{
    struct entry_mark mark = timeline_mark(s->timeline, entry);

    c->kind = COMPARE_LINK_OUT;
    set_digest(&c->recomputed, mark.has_digest, &mark.digest, "(this entry has no digest)");
    if (entry < s->progress.entries) {
        set_row_prev(&c->stored, rows_find(&s->rows, entry + 1));
        conclude(c, compare_link(s, entry + 1) == LINK_STATE_BROKEN);
        return;
    }
    c->result = COMPARED_OPEN;
    c->differing = -1;
    if (!s->progress.done) {
        c->word = "not yet read";
        set_literal(&c->stored, "(the next entry is not read yet)");
    } else if (s->verdict.timeline == TIMELINE_UNREADABLE) {
        c->word = "not read";
        set_literal(&c->stored, "(damage: what follows was not read)");
    } else {
        c->word = s->verdict.cited_by != 0 ? "cited above" : "not cited";
        set_literal(&c->stored, s->verdict.cited_by != 0     ? "(an entry in front of it cites it)"
                                : s->verdict.cited_unknown ? "(no entry stands behind it)"
                                                             : "(nothing in this file cites it)");
    }
}

static bool make_stored(const struct state *s, struct comparison *c, enum compare_kind kind)
{
    bool output = kind == COMPARE_OUTPUT;
    const struct detail *d = &s->detail;
    struct entry_mark mark = timeline_mark(s->timeline, d->entry);
    const struct entry_value *v =
        &d->text.member[output ? MEMBER_OUTPUT_HASH : MEMBER_ENTRY_DIGEST];
    enum finding_code code = output ? FINDING_OUTPUT_HASH : FINDING_ENTRY_DIGEST;

    if (d->failed || (v->type == JSON_ABSENT && !(mark.mask & 1u << code)))
        return false;
    c->kind = kind;
    if (!set_stored(&c->stored, v))
        set_literal(&c->stored, "(stored in no form that can be compared)");
    if (output)
        set_digest(&c->recomputed, d->text.has_output, &d->text.output,
                   "(canonical_bytes are not base64)");
    else
        set_digest(&c->recomputed, mark.has_digest, &mark.digest, "(this entry has no digest)");
    conclude(c, (mark.mask & 1u << code) != 0);
    return true;
}

static uint64_t compare_reference_entry(const struct state *s, const struct reference *r)
{
    return r->result == REFERENCE_EARLIER ? r->confirmed : s->progress.entries;
}

void compare_reference(const struct state *s, const struct reference *r, struct comparison *c)
{
    struct reference_end end;
    struct err ignored = {0};

    c->kind = COMPARE_ENDPOINT;
    c->reference = r;
    /* An earlier end was closed, and is open here because more follows. */
    bool known = reference_end(r, s->timeline, &end, &ignored) == 0 && end.has_digest;
    c->entry = end.entry;
    c->closed = end.closed;
    set_digest(&c->stored, r->has_digest, &r->final_digest, "(states no digest)");
    set_digest(&c->recomputed, known, &end.digest, "(this entry has no digest)");
    conclude(c, r->result == REFERENCE_CONTRADICTED);
    c->word =
        r->result == REFERENCE_CONTRADICTED ? "CONTRADICTED" : reference_result_name(r->result);
    if (r->result != REFERENCE_CONTRADICTED && r->result != REFERENCE_MATCHES)
        c->result = COMPARED_OPEN;
}

static size_t add_endpoints(const struct state *s, uint64_t entry, struct comparison *out, size_t n)
{
    for (size_t i = 0; s->referenced && i < s->refs->count && n < COMPARISONS; i++) {
        const struct reference *r = &s->refs->item[i];
        if (r->readable && r->result != REFERENCE_UNCHECKED &&
            entry == compare_reference_entry(s, r))
            compare_reference(s, r, &out[n++]);
    }
    return n;
}

/* Those that fail come first, each group in its order. */
static void failing_first(struct comparison *c, size_t n)
{
    struct comparison moved;
    size_t to = 0;

    for (size_t i = 0; i < n; i++) {
        if (c[i].result != COMPARED_FAILS)
            continue;
        moved = c[i];
        memmove(&c[to + 1], &c[to], (i - to) * sizeof *c);
        c[to++] = moved;
    }
}

size_t compare_entry(const struct state *s, struct comparison out[COMPARISONS])
{
    uint64_t entry = s->detail.entry;
    size_t n = 0;

    if (entry == 0)
        return 0;
    memset(out, 0, COMPARISONS * sizeof *out);
    make_link_in(s, entry, &out[n++]);
    make_link_out(s, entry, &out[n++]);
    n += make_stored(s, &out[n], COMPARE_OUTPUT);
    n += make_stored(s, &out[n], COMPARE_ENTRY_DIGEST);
    n = add_endpoints(s, entry, out, n);
    for (size_t i = 0; i < n; i++)
        out[i].entry = entry;
    failing_first(out, n);
    return n;
}

bool compare_marks(const struct comparison *c)
{
    return c->differing > 0 && c->differing <= DIFFERENCES_MARKED;
}
