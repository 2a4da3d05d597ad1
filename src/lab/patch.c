#include "lab/patch.h"

#include "base/base64.h"
#include "base/shortage.h"
#include "core/chain.h"
#include "core/decode.h"
#include "core/scan.h"
#include "lab/lab.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------
 * Reading */

struct reading {
    struct seen *seen;
    const struct extent *x;
    struct err *err;
};

static struct cut *find_cut(struct patch *p, enum member m, const struct str *name)
{
    for (size_t i = 0; i < p->cuts; i++) {
        struct cut *c = &p->cut[i];
        bool same = name == NULL || c->name == NULL ? name == c->name : str_equal(name, c->name);
        if (c->known == m && (m != MEMBER_COUNT || same))
            return c;
    }
    return NULL;
}

static int more_room(struct patch *p)
{
    size_t room = p->room * 2 + 8;
    struct cut *more = shortage_unless(realloc(p->cut, room * sizeof *more));

    if (more == NULL)
        return -1;
    p->cut = more;
    for (; p->room < room; p->room++)
        buf_init(&p->cut[p->room].value, SIZE_MAX);
    return 0;
}

static struct cut *add_cut(struct patch *p, enum member m, const struct str *name)
{
    struct cut *c;

    if (p->cuts == p->room && more_room(p) != 0)
        return NULL;
    c = &p->cut[p->cuts++];
    c->known = m;
    c->name = name;
    c->there = false;
    c->order = p->cuts;
    c->from = c->to = 0;
    buf_clear(&c->value);
    return c;
}

/* Whether the name at `v` is `text`, of any length. 1, 0, -1. */
static int name_is(const struct extent *x, const struct value *v, const char *text, size_t len, struct err *err)
{
    struct buf decoded;
    int status;

    if (v->plain && v->length - 2 != len)
        return 0; /* almost always */
    buf_init(&decoded, SIZE_MAX);
    status = decode_string(&decoded, x, v->offset, len + 1, err);
    if (status == 0)
        status = decoded.len == len && memcmp(buf_cstr(&decoded), text, len) == 0;
    else if (status > 0)
        status = 0;
    buf_release(&decoded);
    return status;
}

/* Another value than the lab's is the evidence's own, and says nothing of a copy. */
static int note_mark(struct reading *r, const struct value *v)
{
    int is = 0;

    if (v->type == JSON_STRING)
        is = name_is(r->x, v, LAB_MARK_VALUE, sizeof LAB_MARK_VALUE - 1, r->err);

    r->seen->marked = true;
    r->seen->marked_so = is > 0;
    r->seen->mark_from = v->offset;
    r->seen->mark_to = v->offset + v->length;
    return is < 0 ? -1 : 0;
}

static int on_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct reading *r = arg;
    int is;

    r->seen->empty = false;
    r->seen->insert = v->offset + v->length;
    if (known != MEMBER_COUNT)
        return 0;
    is = name_is(r->x, name, LAB_MARK, sizeof LAB_MARK - 1, r->err);
    return is > 0 ? note_mark(r, v) : is;
}

/* In the output an array is around every entry. */
static int read_entry(struct reading *r, struct bench *b)
{
    struct seen *s = r->seen;
    struct entry_visitor visitor = {on_member, r};

    s->x = *r->x;
    s->empty = true;
    s->marked = s->marked_so = s->has_payload = false;
    if (entry_read(&s->entry, r->x, 1, b->names, b->window, LIMIT_WINDOW, &visitor, r->err) != 0)
        return -1;
    if (s->empty)
        s->insert = s->entry.offset + 1;
    return 0;
}

int seen_read(struct seen *s, const struct extent *x, struct bench *b, struct err *err)
{
    struct reading r = {.seen = s, .x = x, .err = err};

    return read_entry(&r, b);
}

/* What the examination found to be the SHA-256 of the payload need not be taken again. */
static bool take_stored(struct seen *s)
{
    const struct value *v = &s->entry.member[MEMBER_OUTPUT_HASH];
    size_t len = (size_t)v->length - 2;
    const char *text;

    if (v->type != JSON_STRING || !v->plain || s->x.memory == NULL || len < DIGEST_HEX)
        return false;
    text = (const char *)s->x.memory + (v->offset + 1 - s->x.from);
    /* Behind "sha256:", where that stands. */
    return digest_parse(text + (len - DIGEST_HEX), DIGEST_HEX, &s->payload.digest);
}

int seen_payload(struct seen *s, uint32_t mask, struct bench *b, struct err *err)
{
    const uint32_t against = FINDING_BIT(OUTPUT_HASH) | FINDING_BIT(DUPLICATE_MEMBER) | FINDING_BIT(BASE64);

    if (s->has_payload)
        return 0;
    memset(&s->payload, 0, sizeof s->payload);
    if ((mask & against) == 0 && take_stored(s))
        s->payload.strict = true;
    else if (payload_read(&s->payload, &s->entry.member[MEMBER_CANONICAL_BYTES], &s->x, b->hasher, NULL, NULL,
                          err) != 0)
        return -1;
    s->has_payload = true;
    return 0;
}

int patch_read(struct patch *p, const struct extent *x, struct bench *b, struct err *err)
{
    p->changed = false;
    p->cuts = 0;
    p->seen = &p->own;
    return seen_read(p->seen, x, b, err);
}

void patch_take(struct patch *p, struct seen *s)
{
    p->changed = false;
    p->cuts = 0;
    p->seen = s;
}

void patch_release(struct patch *p)
{
    for (size_t i = 0; i < p->room; i++)
        buf_release(&p->cut[i].value);
    free(p->cut);
    p->cut = NULL;
    p->cuts = p->room = 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Changing */

/* The cut of a member, empty, for its new value; NULL without memory. */
static struct buf *begin(struct patch *p, enum member m, const struct str *name)
{
    struct cut *c = find_cut(p, m, name);

    if (c == NULL)
        c = add_cut(p, m, name);
    if (c == NULL)
        return NULL;
    if (m != MEMBER_COUNT) {
        const struct value *v = &p->seen->entry.member[m];
        c->there = v->type != JSON_ABSENT;
        c->from = v->offset;
        c->to = v->offset + v->length;
    }
    p->changed = true;
    buf_clear(&c->value);
    return &c->value;
}

static int set(struct patch *p, enum member m, const struct str *name, const void *json, size_t len)
{
    struct buf *b = begin(p, m, name);

    return b != NULL ? buf_add(b, json, len) : -1;
}

int patch_set(struct patch *p, enum member m, const void *json, size_t len)
{
    return set(p, m, NULL, json, len);
}

int patch_set_text(struct patch *p, enum member m, const char *text)
{
    struct buf *b = begin(p, m, NULL);

    if (b == NULL)
        return -1;
    lab_quote_json(b, text, strlen(text));
    return b->failed ? -1 : 0;
}

int patch_mark(struct patch *p)
{
    static const char value[] = "\"" LAB_MARK_VALUE "\"";

    struct cut *c;

    if (p->seen->marked_so)
        return 0;
    if (set(p, MEMBER_COUNT, NULL, value, sizeof value - 1) != 0)
        return -1;
    c = find_cut(p, MEMBER_COUNT, NULL);
    c->there = p->seen->marked;
    c->from = p->seen->mark_from;
    c->to = p->seen->mark_to;
    return 0;
}

bool patch_is_set(const struct patch *p, enum member m)
{
    for (size_t i = 0; i < p->cuts; i++)
        if (p->cut[i].known == m)
            return true;
    return false;
}

bool patch_has(const struct patch *p, enum member m)
{
    return patch_is_set(p, m) || p->seen->entry.member[m].type != JSON_ABSENT;
}

static int set_base64(struct patch *p, const struct str *bytes)
{
    size_t len = (bytes->len + 2) / 3 * 4;
    struct buf *b = begin(p, MEMBER_CANONICAL_BYTES, NULL);
    unsigned char *json = b != NULL ? buf_reserve(b, len + 3) : NULL;

    if (json == NULL)
        return -1;
    json[0] = '"';
    base64_encode((char *)json + 1, bytes->data, bytes->len);
    json[len + 1] = '"';
    b->len += len + 2;
    return 0;
}

/* An id like those that recorders write (RFC 9562, version 4), drawn from what the entry now holds, but not the head of
 * its output_hash: that would give it away. */
static int set_new_id(struct patch *p, const struct digest *output, struct err *err)
{
    char hex[DIGEST_HEX + 1], id[37];
    struct digest d;

    if (digest_bytes(output->byte, sizeof output->byte, &d, err) != 0)
        return -1;
    digest_hex(&d, hex);
    hex[12] = '4';
    hex[16] = "89ab"[d.byte[8] >> 4 & 3];
    snprintf(id, sizeof id, "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12, hex + 16, hex + 20);
    return patch_set_text(p, MEMBER_ID, id) == 0 ? 0 : err_set(err, ERR_MEMORY, "no memory for an entry");
}

static int edit_bytes(struct patch *p, const struct edit *e, struct bench *b, struct err *err)
{
    struct digest d;

    if (set_base64(p, &e->by->value) != 0)
        return err_set(err, ERR_MEMORY, "no memory for the bytes of an entry");
    if (digest_bytes(e->by->value.data, e->by->value.len, &d, err) != 0)
        return -1;
    if (!e->by->stale_hash && patch_hash(p, MEMBER_OUTPUT_HASH, &d, b, err) != 0)
        return -1;
    return e->kind == EDIT_REPLACE ? set_new_id(p, &d, err) : 0;
}

static int edit_set(struct patch *p, const struct edit *e)
{
    enum member m = member_parse(e->by->member.data, e->by->member.len);

    return set(p, m, m == MEMBER_COUNT ? &e->by->member : NULL, e->by->value.data, e->by->value.len);
}

/* Looks for the extensions that the edits set. */
struct search {
    struct patch *p;
    const struct piece *piece;
    struct err *err;
};

/* Keeps its place: that of the last one of its name. */
static int note_extension(const struct search *s, const struct str *wanted, const struct value *name,
                          const struct value *v)
{
    int is = name_is(&s->p->seen->x, name, wanted->data, wanted->len, s->err);
    struct cut *c;

    if (is <= 0)
        return is;
    c = find_cut(s->p, MEMBER_COUNT, wanted);
    if (c == NULL)
        c = add_cut(s->p, MEMBER_COUNT, wanted);
    if (c == NULL)
        return err_set(s->err, ERR_MEMORY, "no memory for an entry");
    c->there = true;
    c->from = v->offset;
    c->to = v->offset + v->length;
    return 0;
}

static int on_extension(void *arg, enum member known, const struct value *name, const struct value *v)
{
    const struct search *s = arg;

    for (size_t i = 0; known == MEMBER_COUNT && i < s->piece->edits; i++) {
        const struct edit *e = &s->piece->edit[i];
        if (e->kind == EDIT_SET && note_extension(s, &e->by->member, name, v) != 0)
            return -1;
    }
    return 0;
}

static int find_extensions(struct patch *p, const struct piece *piece, struct bench *b, struct err *err)
{
    struct search search = {p, piece, err};
    struct entry_visitor visitor = {on_extension, &search};
    struct entry e;

    return entry_read(&e, &p->seen->x, 1, b->names, b->window, LIMIT_WINDOW, &visitor, err);
}

int patch_edits(struct patch *p, const struct piece *piece, struct bench *b, struct err *err)
{
    if (find_extensions(p, piece, b, err) != 0)
        return -1;
    for (size_t i = 0; i < piece->edits; i++) {
        const struct edit *e = &piece->edit[i];
        int status = 0;

        if (e->kind == EDIT_BYTES || e->kind == EDIT_REPLACE) {
            if (edit_bytes(p, e, b, err) != 0)
                return -1;
        } else if (e->kind == EDIT_SET) {
            status = edit_set(p, e);
        }
        if (status != 0)
            return err_set(err, ERR_MEMORY, "no memory for an entry");
    }
    return 0;
}

static enum json_type type_of(const struct buf *json)
{
    switch (json->data[0]) {
    case '"': return JSON_STRING;
    case '{': return JSON_OBJECT;
    case '[': return JSON_ARRAY;
    case 't': return JSON_TRUE;
    case 'f': return JSON_FALSE;
    case 'n': return JSON_NULL;
    default: return JSON_NUMBER;
    }
}

enum json_type patch_type(struct patch *p, enum member m)
{
    const struct cut *c = find_cut(p, m, NULL);

    return c != NULL ? type_of(&c->value) : p->seen->entry.member[m].type;
}

/* Where the value is now: in the entry, or in its cut. */
static struct extent place(struct patch *p, enum member m, uint64_t *at, uint64_t *len)
{
    const struct cut *c = find_cut(p, m, NULL);

    *at = c != NULL ? 0 : p->seen->entry.member[m].offset;
    *len = c != NULL ? c->value.len : p->seen->entry.member[m].length;
    return c != NULL ? (struct extent){.memory = c->value.data, .to = c->value.len} : p->seen->x;
}

int patch_text(struct patch *p, enum member m, struct buf *out, struct err *err)
{
    struct extent x;
    uint64_t at, len;

    buf_clear(out);
    if (patch_type(p, m) != JSON_STRING)
        return 0;
    x = place(p, m, &at, &len);
    return decode_string(out, &x, at, 128, err) < 0 ? -1 : 0;
}

int patch_seq(struct patch *p, struct seq *out, struct err *err)
{
    struct extent x;
    uint64_t at, len;

    *out = (struct seq){.integer = false};
    if (patch_type(p, MEMBER_SEQ) != JSON_NUMBER)
        return 0;
    x = place(p, MEMBER_SEQ, &at, &len);
    return seq_read(out, &x, at, len, err);
}

int patch_hash(struct patch *p, enum member m, const struct digest *d, struct bench *b, struct err *err)
{
    static const char prefix[] = "sha256:";
    char text[sizeof prefix + DIGEST_HEX];
    bool bare, same;

    if (!patch_has(p, m))
        return 0;
    if (patch_text(p, m, &b->text, err) != 0)
        return -1;
    /* Where it has neither form, the prefix says what it is. */
    bare = b->text.len == DIGEST_HEX || m == MEMBER_ENTRY_DIGEST;
    if (b->text.len > 7 && memcmp(b->text.data, prefix, 7) == 0)
        bare = false;
    memcpy(text, prefix, sizeof prefix);
    digest_hex(d, text + (bare ? 0 : sizeof prefix - 1));
    same = b->text.len == strlen(text) && memcmp(b->text.data, text, b->text.len) == 0;
    if (same || patch_set_text(p, m, text) == 0)
        return 0;
    return err_set(err, ERR_MEMORY, "no memory for an entry");
}

/* ---------------------------------------------------------------------------------------------------
 * Writing */

static bool stands_before(const struct cut *x, const struct cut *y)
{
    if (x->there != y->there)
        return x->there;
    return x->there ? x->from < y->from : x->order < y->order;
}

/* They are few, and mostly in order. */
static void sort_cuts(struct patch *p)
{
    for (size_t i = 1; i < p->cuts; i++)
        for (size_t k = i; k > 0 && stands_before(&p->cut[k], &p->cut[k - 1]); k--) {
            struct cut c = p->cut[k];
            p->cut[k] = p->cut[k - 1];
            p->cut[k - 1] = c;
        }
}

static void copy(struct patch *p, struct writer *w, uint64_t from, uint64_t to)
{
    if (p->seen->x.memory != NULL)
        writer_add(w, p->seen->x.memory + (from - p->seen->x.from), (size_t)(to - from));
    else
        writer_copy(w, p->seen->x.source, from, to);
}

static void write_value(struct patch *p, struct cut *c, struct writer *w)
{
    const unsigned char *text = c->value.data, *end = text + c->value.len - 1;
    struct value v = {.type = type_of(&c->value), .offset = writer_at(w), .length = c->value.len};

    v.plain = v.type == JSON_STRING && scan_plain(text + 1, end) == end;
    writer_add(w, text, c->value.len);
    if (c->known != MEMBER_COUNT)
        p->written.member[c->known] = v;
}

static void write_name(const struct cut *c, struct writer *w)
{
    const char *name = c->known != MEMBER_COUNT ? member_name(c->known) : LAB_MARK;
    struct buf b;

    if (c->name == NULL) {
        writer_add(w, "\"", 1);
        writer_add(w, name, strlen(name));
        writer_add(w, "\":", 2);
        return;
    }
    buf_init(&b, SIZE_MAX);
    lab_quote_json(&b, c->name->data, c->name->len);
    buf_addc(&b, ':');
    if (b.failed)
        err_set(&w->err, ERR_MEMORY, "no memory for an entry");
    writer_add(w, buf_cstr(&b), b.len);
    buf_release(&b);
}

/* Members that stay: those between two cuts are moved alike. */
static void keep_places(struct patch *p, uint64_t from, uint64_t to, uint64_t out)
{
    for (int m = 0; m < MEMBER_COUNT; m++) {
        const struct value *v = &p->seen->entry.member[m];
        if (v->type == JSON_ABSENT || v->offset < from || v->offset + v->length > to)
            continue;
        p->written.member[m] = *v;
        p->written.member[m].offset = out + (v->offset - from);
    }
}

static void write_stretch(struct patch *p, struct writer *w, uint64_t from, uint64_t to)
{
    keep_places(p, from, to, writer_at(w));
    copy(p, w, from, to);
}

void patch_write(struct patch *p, struct writer *w)
{
    uint64_t at = p->seen->entry.offset;
    size_t i = 0;

    memset(&p->written, 0, sizeof p->written);
    p->written.type = p->seen->entry.type;
    p->written.offset = writer_at(w);
    sort_cuts(p);
    for (; i < p->cuts && p->cut[i].there; i++) {
        write_stretch(p, w, at, p->cut[i].from);
        write_value(p, &p->cut[i], w);
        at = p->cut[i].to;
    }
    write_stretch(p, w, at, p->seen->insert);
    for (bool comma = !p->seen->empty; i < p->cuts; i++, comma = true) {
        writer_add(w, ",", comma ? 1 : 0);
        write_name(&p->cut[i], w);
        write_value(p, &p->cut[i], w);
    }
    write_stretch(p, w, p->seen->insert, p->seen->entry.end);
    p->written.end = writer_at(w);
}

int entry_digest_of(const struct entry *e, const struct extent *x, bool by06, const struct payload *payload,
                    struct bench *b, bool *has, struct digest *out, struct err *err)
{
    const struct value *seq = &e->member[MEMBER_SEQ];
    struct facts f;

    *has = false;
    if (e->type != JSON_OBJECT)
        return 0;
    f.entry = *e;
    memset((char *)&f + offsetof(struct facts, seq), 0, sizeof f - offsetof(struct facts, seq));
    if (payload != NULL)
        f.payload = *payload;
    else if (payload_read(&f.payload, &e->member[MEMBER_CANONICAL_BYTES], x, b->hasher, NULL, NULL, err) != 0)
        return -1;
    *out = f.payload.digest;
    *has = f.payload.strict;
    if (by06 || !*has)
        return 0;
    if (seq->type == JSON_NUMBER && seq_read(&f.seq, x, seq->offset, seq->length, err) != 0)
        return -1;
    *has = canonical_possible(e, &f.seq);
    return *has ? facts_digest(&f, x, e->member[MEMBER_CLOSE].type == JSON_TRUE, b->hasher, out, err) : 0;
}
