#include "core/prints.h"

#include "core/canonical.h"
#include "core/decode.h"
#include "core/timeline_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printing {
    struct timeline *t;
    struct extent x;
    bool without_job; /* of what was recorded */
    struct hasher *hasher;
    struct entry_prints *out;
    struct err *err;
};

static int put_hash(void *arg, const void *bytes, size_t len)
{
    hasher_add(arg, bytes, len);
    return 0;
}

static int end_hash(struct printing *p, struct digest *out)
{
    return hasher_end(p->hasher, out) ? err_set(p->err, ERR_IO, "SHA-256 failed in OpenSSL") : 0;
}

static struct extent extent_of(const struct extent *x, const struct value *v)
{
    struct extent inside = {.from = v->offset, .to = v->offset + v->length, .source = x->source};

    if (x->memory)
        inside.memory = x->memory + (v->offset - x->from);
    return inside;
}

/* The string at the cursor, escaped the one way; the cursor goes behind it. */
static int add_string(struct sink *s, struct cursor *c)
{
    unsigned char piece[256];
    struct decoder d = {.c = *c};

    d.c.p++;
    sink_add(s, "\"", 1);
    while (!d.ended) {
        ssize_t got = decoder_next(&d, piece, sizeof piece);
        if (got < 0)
            return -1;
        canonical_text(s, piece, (size_t)got);
    }
    sink_add(s, "\"", 1);
    *c = d.c;
    c->p++;
    return 0;
}

/* The value with strings escaped the one way and no white space. */
static int add_value(struct sink *s, const struct value *v, struct printing *p)
{
    unsigned char window[1024];
    struct extent inside = extent_of(&p->x, v);
    struct cursor c;
    int b;

    cursor_open(&c, &inside, v->offset, window, sizeof window, p->err);
    while ((b = cursor_peek(&c)) >= 0) {
        if (b == '"') {
            if (add_string(s, &c))
                return -1;
            continue;
        }
        if (!strchr(" \t\r\n", b))
            sink_add(s, c.p, 1);
        c.p++;
    }
    return c.failed ? -1 : 0;
}

static int hash_value(struct printing *p, const struct value *v, struct digest *out)
{
    struct sink sink;

    hasher_begin(p->hasher);
    sink_open(&sink, put_hash, p->hasher);
    if (add_value(&sink, v, p) || sink_close(&sink))
        return -1;
    return end_hash(p, out);
}

/* A number with an integer value, as that integer; 0 where it is none. */
static int hash_seq(struct printing *p, const struct value *v, struct digest *out)
{
    struct seq seq;
    char text[32];

    if (v->type != JSON_NUMBER)
        return 0;
    if (seq_read(&seq, &p->x, v->offset, v->length, p->err))
        return -1;
    if (!seq.integer || !seq.small)
        return 0;
    int len = snprintf(text, sizeof text, "%lld", (long long)seq.value);
    hasher_begin(p->hasher);
    hasher_add(p->hasher, text, (size_t)len);
    return end_hash(p, out) ? -1 : 1;
}

static int hash_payload(struct printing *p, const struct value *v, struct digest *out)
{
    struct payload payload;

    if (payload_read(&payload, v, &p->x, p->hasher, NULL, NULL, p->err))
        return -1;
    *out = payload.digest;
    return payload.strict;
}

static int hash_member(struct printing *p, enum member known, const struct value *v,
                       struct digest *out)
{
    int status = 0;

    if (known == MEMBER_SEQ)
        status = hash_seq(p, v, out);
    else if (known == MEMBER_CANONICAL_BYTES)
        status = hash_payload(p, v, out);
    if (status)
        return status < 0 ? -1 : 0;
    return hash_value(p, v, out);
}

static int read_name(struct printing *p, const struct value *name, struct str *out)
{
    struct buf decoded;

    buf_init(&decoded, SIZE_MAX / 2);
    buf_reserve(&decoded, 1);
    int status = decode_string(&decoded, &p->x, name->offset, SIZE_MAX / 4, p->err);
    if (status >= 0 && str_take(out, &decoded))
        status = err_set(p->err, ERR_MEMORY, "no memory to compare members");
    buf_release(&decoded);
    return status < 0 ? -1 : 0;
}

static struct member_print *append(struct printing *p)
{
    struct entry_prints *out = p->out;

    if (out->count == out->room) {
        size_t room = out->room ? out->room * 2 : 16;
        struct member_print *item = realloc(out->item, room * sizeof *item);
        if (!item) {
            err_set(p->err, ERR_MEMORY, "no memory to compare members");
            return NULL;
        }
        out->item = item;
        out->room = room;
    }
    struct member_print *m = &out->item[out->count++];
    memset(m, 0, sizeof *m);
    return m;
}

static bool is_left_out(const struct timeline *t, const struct str *name)
{
    return t->left_out && name->len == strlen(t->left_out) && memcmp(name->data, t->left_out, name->len) == 0;
}

static int on_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct printing *p = arg;

    struct member_print *m = append(p);
    if (!m)
        return -1;
    m->says_nothing = known == MEMBER_CLOSE && v->type == JSON_FALSE;
    m->known = known;
    m->times = 1;
    m->offset = v->offset;
    if (read_name(p, name, &m->name))
        return -1;
    if (is_left_out(p->t, &m->name)) {
        str_release(&m->name);
        p->out->count--;
        return 0;
    }
    return hash_member(p, known, v, &m->print);
}

static int compare_names(const struct str *a, const struct str *b)
{
    size_t len = a->len < b->len ? a->len : b->len;
    int order = len ? memcmp(a->data, b->data, len) : 0;

    return order ? order : (a->len > b->len) - (a->len < b->len);
}

static bool same_name(const struct member_print *a, const struct member_print *b)
{
    return compare_names(&a->name, &b->name) == 0;
}

static int by_name(const void *a, const void *b)
{
    const struct member_print *x = a, *y = b;
    int order = compare_names(&x->name, &y->name);

    return order ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

static void leave_out_nothing(struct entry_prints *out)
{
    size_t kept = 0;

    for (size_t i = 0; i < out->count; i++) {
        if (out->item[i].says_nothing && out->item[i].times == 1)
            str_release(&out->item[i].name);
        else
            out->item[kept++] = out->item[i];
    }
    out->count = kept;
}

/* Merges runs of one name. */
static int merge(struct printing *p)
{
    struct entry_prints *out = p->out;
    size_t kept = 0;

    for (size_t i = 0; i < out->count; i++) {
        if (kept == 0 || !same_name(&out->item[kept - 1], &out->item[i])) {
            out->item[kept++] = out->item[i];
            continue;
        }
        struct digest both[2] = {out->item[kept - 1].print, out->item[i].print};
        str_release(&out->item[i].name);
        out->item[kept - 1].times++;
        if (digest_bytes(both, sizeof both, &out->item[kept - 1].print, p->err))
            return -1;
    }
    out->count = kept;
    leave_out_nothing(out);
    return 0;
}

static int read_prints(struct printing *p, uint64_t entry)
{
    struct entry_visitor visitor = {on_member, p};
    struct timeline *t = p->t;
    struct entry e;

    if (timeline_extent(t, entry, &p->x, p->err))
        return -1;
    if (entry_read(&e, &p->x, t->plan.depth, t->desk.names, t->desk.window, LIMIT_WINDOW, &visitor,
                   p->err))
        return -1;
    p->out->is_object = e.type == JSON_OBJECT;
    if (p->out->count)
        qsort(p->out->item, p->out->count, sizeof *p->out->item, by_name);
    if (p->out->is_object)
        return merge(p);
    struct value whole = {.type = e.type, .offset = e.offset, .length = e.end - e.offset};
    return hash_value(p, &whole, &p->out->other);
}

int timeline_prints(struct timeline *t, uint64_t entry, struct entry_prints *out, struct err *err)
{
    struct printing p = {.t = t, .out = out, .err = err};

    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&t->desk_lock);
    p.hasher = t->desk.hasher;
    int status = read_prints(&p, entry);
    pthread_mutex_unlock(&t->desk_lock);
    if (status)
        entry_prints_release(out);
    return status;
}

void entry_prints_release(struct entry_prints *p)
{
    for (size_t i = 0; i < p->count; i++)
        str_release(&p->item[i].name);
    free(p->item);
    memset(p, 0, sizeof *p);
}

/* --- the values of one member --- */

struct collecting {
    struct printing *p;
    const struct str *name;
    size_t limit;
    struct member_values *out;
};

static int copy_value(struct printing *p, const struct value *v, size_t limit, struct buf *out)
{
    unsigned char window[1024];
    struct extent inside = extent_of(&p->x, v);
    struct cursor c;
    int b;

    cursor_open(&c, &inside, v->offset, window, sizeof window, p->err);
    while (out->len < limit && (b = cursor_peek(&c)) >= 0) {
        buf_addc(out, (char)b);
        c.p++;
    }
    return c.failed ? -1 : 0;
}

static int add_value_of(struct collecting *w, const struct value *v)
{
    struct member_values *out = w->out;
    struct buf text;

    if (out->count == out->room) {
        size_t room = out->room ? 2 * out->room : 4;
        void *more = realloc(out->item, room * sizeof *out->item);
        if (!more)
            return err_set(w->p->err, ERR_MEMORY, "no memory to compare members");
        out->item = more;
        out->room = room;
    }
    buf_init(&text, w->limit + 1);
    int status = copy_value(w->p, v, w->limit, &text);
    memset(&out->item[out->count], 0, sizeof *out->item);
    if (status == 0 && str_take(&out->item[out->count].text, &text))
        status = err_set(w->p->err, ERR_MEMORY, "no memory to compare members");
    buf_release(&text);
    if (status == 0)
        out->item[out->count++].cut = v->length > w->limit;
    return status;
}

static int on_value(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct collecting *w = arg;
    struct str is = {NULL, 0};

    (void)known;
    if (read_name(w->p, name, &is))
        return -1;
    bool wanted = compare_names(&is, w->name) == 0;
    str_release(&is);
    return wanted ? add_value_of(w, v) : 0;
}

int timeline_values_of(struct timeline *t, uint64_t entry, const struct str *name, size_t limit,
                       struct member_values *out, struct err *err)
{
    struct printing p = {.t = t, .err = err};
    struct collecting w = {&p, name, limit, out};
    struct entry_visitor visitor = {on_value, &w};
    struct entry e;

    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&t->desk_lock);
    int status = timeline_extent(t, entry, &p.x, err);
    if (status == 0)
        status = entry_read(&e, &p.x, t->plan.depth, t->desk.names, t->desk.window, LIMIT_WINDOW, &visitor, err);
    pthread_mutex_unlock(&t->desk_lock);
    if (status)
        member_values_release(out);
    return status;
}

void member_values_release(struct member_values *v)
{
    for (size_t i = 0; i < v->count; i++)
        str_release(&v->item[i].text);
    free(v->item);
    memset(v, 0, sizeof *v);
}

/* A print of prints: each with its name, whose length comes first. */
int entry_prints_whole(const struct entry_prints *p, struct digest *out, struct err *err)
{
    struct buf b;

    buf_init(&b, SIZE_MAX / 2);
    buf_addc(&b, p->is_object);
    if (!p->is_object)
        buf_add(&b, &p->other, sizeof p->other);
    for (size_t i = 0; i < p->count; i++) {
        const struct member_print *m = &p->item[i];
        buf_add(&b, &m->name.len, sizeof m->name.len);
        buf_add(&b, m->name.data, m->name.len);
        buf_add(&b, &m->print, sizeof m->print);
    }
    int status = b.failed ? err_set(err, ERR_MEMORY, "no memory to compare members")
                          : digest_bytes(b.data, b.len, out, err);
    buf_release(&b);
    return status;
}

/* --- what was recorded --- */

static int add_texts(struct printing *p, const struct entry *e, struct sink *s)
{
    static const enum member text[] = {MEMBER_JOB_ID, MEMBER_ID, MEMBER_TOOL,
                                       MEMBER_PROVENANCE_CLASS};

    for (size_t i = p->without_job ? 1 : 0; i < sizeof text / sizeof *text; i++) {
        const struct value *v = &e->member[text[i]];
        sink_add(s, ",", 1);
        if (v->type != JSON_ABSENT && add_value(s, v, p))
            return -1;
    }
    return 0;
}

static int hash_content(struct printing *p, const struct entry *e, struct digest *out)
{
    const struct value *bytes = &e->member[MEMBER_CANONICAL_BYTES];
    struct payload payload;
    struct sink sink;

    if (payload_read(&payload, bytes, &p->x, p->hasher, NULL, NULL, p->err))
        return -1;
    hasher_begin(p->hasher);
    sink_open(&sink, put_hash, p->hasher);
    if (payload.strict)
        sink_add(&sink, &payload.digest, sizeof payload.digest);
    else if (bytes->type != JSON_ABSENT && add_value(&sink, bytes, p))
        return -1;
    if (add_texts(p, e, &sink) || sink_close(&sink))
        return -1;
    return end_hash(p, out);
}

static int read_content(struct printing *p, uint64_t entry, struct digest *out)
{
    struct timeline *t = p->t;
    struct entry e;

    if (timeline_extent(t, entry, &p->x, p->err) ||
        entry_read(&e, &p->x, t->plan.depth, t->desk.names, t->desk.window, LIMIT_WINDOW, NULL,
                   p->err))
        return -1;
    if (e.type == JSON_OBJECT)
        return hash_content(p, &e, out);
    struct value whole = {.type = e.type, .offset = e.offset, .length = e.end - e.offset};
    return hash_value(p, &whole, out);
}

int timeline_content(struct timeline *t, uint64_t entry, bool with_job, struct digest *out,
                     struct err *err)
{
    struct printing p = {.t = t, .without_job = !with_job, .err = err};

    pthread_mutex_lock(&t->desk_lock);
    p.hasher = t->desk.hasher;
    int status = read_content(&p, entry, out);
    pthread_mutex_unlock(&t->desk_lock);
    return status;
}

/* --- the parts of it --- */

static const enum member recorded[RECORDED_COUNT] = {
    [RECORDED_JOB] = MEMBER_JOB_ID,           [RECORDED_ID] = MEMBER_ID,
    [RECORDED_TOOL] = MEMBER_TOOL,            [RECORDED_CLASS] = MEMBER_PROVENANCE_CLASS,
    [RECORDED_BYTES] = MEMBER_CANONICAL_BYTES,
    [RECORDED_LINK] = MEMBER_PREV_DIGEST,
};

static void keep_part(struct entry_record *out, enum recorded part, const struct digest *d)
{
    memcpy(out->print[part], d->byte, RECORD_PRINT);
}

static int take_bytes(struct printing *p, const struct value *v, struct entry_record *out, bool *strict)
{
    struct payload payload;

    if (payload_read(&payload, v, &p->x, p->hasher, NULL, NULL, p->err))
        return -1;
    *strict = payload.strict;
    if (!payload.strict)
        return 0;
    keep_part(out, RECORDED_BYTES, &payload.digest);
    if (payload.bytes > 0)
        out->has |= 1u << RECORDED_BYTES;
    return 0;
}

static int take_part(struct printing *p, const struct value *v, enum recorded part,
                     struct entry_record *out)
{
    struct digest d;
    bool strict = false;

    if (v->type == JSON_ABSENT)
        return 0;
    if (part == RECORDED_BYTES && take_bytes(p, v, out, &strict))
        return -1;
    if (strict)
        return 0;
    if (hash_value(p, v, &d))
        return -1;
    keep_part(out, part, &d);
    out->has |= 1u << part;
    /* No decoded bytes have the print of a text that is not base64. */
    for (size_t i = 0; part == RECORDED_BYTES && i < RECORD_PRINT; i++)
        out->print[part][i] ^= 0xff;
    return 0;
}

static int take_record(struct printing *p, uint64_t entry, struct entry_record *out)
{
    struct timeline *t = p->t;
    struct entry e;
    int status = 0;

    if (timeline_extent(t, entry, &p->x, p->err) ||
        entry_read(&e, &p->x, t->plan.depth, t->desk.names, t->desk.window, LIMIT_WINDOW, NULL, p->err))
        return -1;
    for (int part = 0; part < RECORDED_COUNT && status == 0; part++) {
        struct value whole = {.type = e.type, .offset = e.offset, .length = e.end - e.offset};
        status = take_part(p, e.type == JSON_OBJECT ? &e.member[recorded[part]] : &whole, part, out);
    }
    return status;
}

int timeline_recorded(struct timeline *t, uint64_t entry, struct entry_record *out, struct err *err)
{
    struct printing p = {.t = t, .err = err};

    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&t->desk_lock);
    p.hasher = t->desk.hasher;
    int status = take_record(&p, entry, out);
    pthread_mutex_unlock(&t->desk_lock);
    return status;
}

bool member_is_bound(enum member m)
{
    return m < MEMBER_OUTPUT_HASH || m == MEMBER_CLOSE;
}
