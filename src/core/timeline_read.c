/* Entries read again on demand, for showing. */
#include "core/timeline_impl.h"

#include "core/decode.h"

#include <stdlib.h>
#include <string.h>

int timeline_extent(struct timeline *t, uint64_t entry, struct extent *x, struct err *err)
{
    bool final;

    pthread_mutex_lock(&t->lock);
    uint64_t count = index_count(t->index);
    uint64_t from = record_offset(index_at(t->index, entry));
    uint64_t to = entry < count ? record_offset(index_at(t->index, entry + 1)) : 0;
    pthread_mutex_unlock(&t->lock);
    if (to == 0)
        to = source_size(t->source, &final);
    *x = (struct extent){.from = from, .to = to, .source = t->source};
    if (to - from > LIMIT_WINDOW)
        return 0;
    ssize_t got = source_read(t->source, from, t->page, (size_t)(to - from), err);
    if (got < 0)
        return -1;
    x->memory = t->page;
    x->to = from + (uint64_t)got;
    return 0;
}

/* What was whole when it was examined is not damaged now unless the file is another one. */
static int read_error(struct timeline *t, struct err *err)
{
    if (!err || err->code != ERR_FORM)
        return -1;
    if (source_unchanged(t->source, err) == 0)
        err_set(err, ERR_CHANGED, "the input changed while it was examined");
    return -1;
}

/* What the examination kept of an entry, as long as the file was not touched since. */
static bool read_kept(struct timeline *t, uint64_t entry, struct kept *out)
{
    const struct kept *k;

    pthread_mutex_lock(&t->lock);
    k = keep_find(&t->keep, entry);
    if (k)
        *out = *k;
    pthread_mutex_unlock(&t->lock);
    return k && !source_touched(t->source);
}

int timeline_facts(struct timeline *t, uint64_t entry, struct extent *x, struct facts *f,
                   struct err *err)
{
    struct kept kept;

    if (timeline_extent(t, entry, x, err))
        return -1;
    if (!x->memory && read_kept(t, entry, &kept)) {
        *f = kept.facts;
        return 0;
    }
    return facts_read(f, x, t->plan.depth, &t->desk, err) ? read_error(t, err) : 0;
}

static bool gives(struct timeline *t, uint64_t entry, const struct facts *f)
{
    struct record r = timeline_record(t, entry);
    bool by06 = timeline_by06(t), has = by06 ? f->payload.strict : f->has_digest;

    return r.mask & MARK_HAS_DIGEST && has &&
           digest_equal(&r.digest, by06 ? &f->payload.digest : &f->digest);
}

int timeline_still(struct timeline *t, uint64_t entry, struct err *err)
{
    struct extent x;
    struct facts f;

    if (!source_touched(t->source))
        return 0;
    if (timeline_facts(t, entry, &x, &f, err) == 0 && gives(t, entry, &f))
        return 0;
    return err_set(err, ERR_CHANGED,
                   "the input was changed after it was examined, and entry %llu is no more what it was: "
                   "examine it again", (unsigned long long)entry);
}

int timeline_adopt_06(struct timeline *t, struct err *err)
{
    struct extent x;
    struct facts f;

    for (uint64_t entry = 1; entry <= t->published; entry++) {
        pthread_mutex_lock(&t->desk_lock);
        int status = timeline_facts(t, entry, &x, &f, err);
        pthread_mutex_unlock(&t->desk_lock);
        if (status)
            return -1;
        pthread_mutex_lock(&t->lock);
        struct record *r = index_at(t->index, entry);
        r->digest = f.payload.digest;
        index_mark(t->index, entry, MARK_HAS_DIGEST);
        pthread_mutex_unlock(&t->lock);
    }
    return 0;
}

/* --- members for showing --- */

struct reading {
    struct timeline *t;
    struct extent x;
    struct entry entry;
    struct entry_text *out;
    size_t limit;
    struct err *err;
    bool is_kept;
    struct kept kept; /* all zero unless is_kept */
};

/* Bytes of the input as they stand. */
static int raw_text(struct reading *r, uint64_t from, uint64_t length, struct str *text, bool *cut)
{
    size_t len = length < r->limit ? (size_t)length : r->limit;
    char *data = malloc(len + 1);

    if (!data)
        return err_set(r->err, ERR_MEMORY, "no memory to show a member");
    ssize_t got = source_read(r->t->source, from, data, len, r->err);
    if (got < 0) {
        free(data);
        return -1;
    }
    data[got] = 0;
    str_release(text);
    text->data = data;
    text->len = (size_t)got;
    *cut = length > (uint64_t)got;
    return 0;
}

static int value_text(struct reading *r, const struct value *v, struct str *text, bool *cut)
{
    struct buf decoded;

    if (v->type != JSON_STRING)
        return raw_text(r, v->offset, v->length, text, cut);
    buf_init(&decoded, r->limit + 1024);
    int status = decode_string(&decoded, &r->x, v->offset, r->limit, r->err);
    *cut = status > 0;
    if (status >= 0 && str_take(text, &decoded))
        status = err_set(r->err, ERR_MEMORY, "no memory to show a member");
    buf_release(&decoded);
    return status < 0 ? -1 : 0;
}

static int on_member(void *arg, enum member known, const struct value *name, const struct value *v)
{
    struct reading *r = arg;
    struct entry_text *out = r->out;

    if (known != MEMBER_COUNT || out->extras_total++ >= ENTRY_EXTRAS)
        return 0;
    struct entry_extra *extra = &out->extra[out->extras++];
    extra->type = v->type;
    extra->offset = v->offset;
    if (value_text(r, name, &extra->name, &extra->name_cut))
        return -1;
    return value_text(r, v, &extra->text, &extra->cut);
}

static int read_known(struct reading *r)
{
    for (int m = 0; m < MEMBER_COUNT; m++) {
        const struct value *v = &r->entry.member[m];
        struct entry_value *to = &r->out->member[m];
        to->type = v->type;
        to->offset = v->offset;
        to->length = v->length;
        if (v->type != JSON_ABSENT && value_text(r, v, &to->text, &to->cut))
            return -1;
    }
    return 0;
}

/* A stretch of the decoded payload. */
struct stretch {
    uint64_t skip;
    unsigned char *to;
    size_t len, room;
    bool alone; /* nothing else is wanted: what comes behind it need not be decoded */
};

static int put_stretch(void *arg, const void *data, size_t len)
{
    const unsigned char *bytes = data;
    struct stretch *s = arg;

    if (s->skip >= len) {
        s->skip -= len;
        return 0;
    }
    bytes += s->skip;
    len -= (size_t)s->skip;
    s->skip = 0;
    if (len > s->room - s->len)
        len = s->room - s->len;
    memcpy(s->to + s->len, bytes, len);
    s->len += len;
    return s->alone && s->len == s->room;
}

/* Decodes until the stretch is full. */
static int read_stretch(struct timeline *t, struct stretch *s, const struct value *v, const struct extent *x,
                        struct err *err)
{
    struct payload ignored;

    s->alone = true;
    int status = payload_read(&ignored, v, x, t->desk.hasher, put_stretch, s, err);
    return s->len == s->room ? 0 : status;
}

static int read_output(struct reading *r)
{
    const struct value *v = &r->entry.member[MEMBER_CANONICAL_BYTES];
    struct stretch s = {.room = r->limit, .to = malloc(r->limit + 1)};
    struct payload p = r->kept.facts.payload;
    int status;

    if (!s.to)
        return err_set(r->err, ERR_MEMORY, "no memory to show decoded bytes");
    if (r->is_kept)
        status = read_stretch(r->t, &s, v, &r->x, r->err);
    else
        status = payload_read(&p, v, &r->x, r->t->desk.hasher, put_stretch, &s, r->err);
    s.to[s.len] = 0;
    r->out->payload = (struct str){(char *)s.to, s.len};
    r->out->has_output = p.strict;
    r->out->output = p.digest;
    r->out->output_bytes = p.bytes;
    return status;
}

static int take_kept(struct reading *r)
{
    r->entry = r->kept.facts.entry;
    for (size_t i = 0; i < r->kept.extras; i++)
        if (on_member(r, MEMBER_COUNT, &r->kept.extra[i].name, &r->kept.extra[i].value))
            return -1;
    r->out->extras_total = r->entry.extras;
    return 0;
}

static int find_members(struct reading *r, uint64_t entry)
{
    struct entry_visitor visitor = {on_member, r};
    struct timeline *t = r->t;

    if (timeline_extent(t, entry, &r->x, r->err))
        return -1;
    r->is_kept = !r->x.memory && read_kept(t, entry, &r->kept);
    if (r->is_kept)
        return take_kept(r);
    if (entry_read(&r->entry, &r->x, t->plan.depth, t->desk.names, t->desk.window, LIMIT_WINDOW, &visitor,
                   r->err))
        return read_error(t, r->err);
    return 0;
}

static int read_text(struct reading *r, uint64_t entry, bool payload)
{
    if (find_members(r, entry))
        return -1;
    r->out->entry = entry;
    r->out->offset = r->entry.offset;
    r->out->length = r->entry.end - r->entry.offset;
    r->out->is_object = r->entry.type == JSON_OBJECT;
    return read_known(r) || (payload && read_output(r)) ? -1 : 0;
}

static int read_entry(struct timeline *t, uint64_t entry, size_t limit, bool payload,
                      struct entry_text *out, struct err *err)
{
    struct reading r = {.t = t, .out = out, .limit = limit, .err = err};

    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&t->desk_lock);
    int status = read_text(&r, entry, payload);
    if (status == 0)
        status = timeline_still(t, entry, err);
    pthread_mutex_unlock(&t->desk_lock);
    if (status)
        entry_text_release(out);
    return status;
}

int timeline_read_entry(struct timeline *t, uint64_t entry, size_t limit, struct entry_text *out,
                        struct err *err)
{
    return read_entry(t, entry, limit, true, out, err);
}

int timeline_read_members(struct timeline *t, uint64_t entry, size_t limit, struct entry_text *out,
                          struct err *err)
{
    return read_entry(t, entry, limit, false, out, err);
}

void entry_text_release(struct entry_text *e)
{
    for (int m = 0; m < MEMBER_COUNT; m++)
        str_release(&e->member[m].text);
    for (size_t i = 0; i < e->extras; i++) {
        str_release(&e->extra[i].name);
        str_release(&e->extra[i].text);
    }
    str_release(&e->payload);
    memset(e, 0, sizeof *e);
}

ssize_t timeline_read_payload(struct timeline *t, uint64_t entry, uint64_t from, void *out, size_t len,
                              struct err *err)
{
    struct stretch s = {.skip = from, .to = out, .room = len};
    struct extent x;
    struct facts f;

    pthread_mutex_lock(&t->desk_lock);
    int status = timeline_facts(t, entry, &x, &f, err);
    if (status == 0)
        status = read_stretch(t, &s, &f.entry.member[MEMBER_CANONICAL_BYTES], &x, err);
    if (status == 0)
        status = timeline_still(t, entry, err);
    pthread_mutex_unlock(&t->desk_lock);
    return status ? -1 : (ssize_t)s.len;
}

/* --- digests --- */

static int no_digest(const struct facts *f, uint64_t entry, struct err *err)
{
    const char *why = "a digested member is absent or of a wrong type";

    if (f->entry.type != JSON_OBJECT)
        why = "it is not an object";
    else if (!f->payload.strict)
        why = "canonical_bytes is absent or not strict base64";
    return err_set(err, ERR_FORM, "entry %llu has no digest: %s", (unsigned long long)entry, why);
}

/* Passes on the bytes that the digest of the entry is taken of, in the construction in force. */
static int write_preimage(struct timeline *t, const struct facts *f, const struct extent *x,
                          struct sink *sink, struct err *err)
{
    struct payload p;

    if (timeline_by06(t))
        return payload_read(&p, &f->entry.member[MEMBER_CANONICAL_BYTES], x, t->desk.hasher,
                            sink->put, sink->arg, err);
    if (canonical_entry(sink, &f->entry, x, &f->seq, f->close == CLOSE_TRUE, &f->payload.digest, err))
        return -1;
    return sink_close(sink) ? err_set(err, ERR_IO, "the bytes could not be passed on") : 0;
}

int timeline_preimage(struct timeline *t, uint64_t entry,
                      int (*put)(void *arg, const void *bytes, size_t len), void *arg, struct err *err)
{
    struct sink sink;
    struct extent x;
    struct facts f;

    pthread_mutex_lock(&t->desk_lock);
    int status = timeline_facts(t, entry, &x, &f, err);
    sink_open(&sink, put, arg);
    if (status == 0 && !(timeline_by06(t) ? f.payload.strict : f.has_digest))
        status = no_digest(&f, entry, err);
    if (status == 0 && source_touched(t->source) && !gives(t, entry, &f))
        status = timeline_still(t, entry, err);
    if (status == 0)
        status = write_preimage(t, &f, &x, &sink, err);
    pthread_mutex_unlock(&t->desk_lock);
    return status;
}

int timeline_digest_closed(struct timeline *t, uint64_t entry, bool close, struct digest *out,
                           struct err *err)
{
    struct extent x;
    struct facts f;

    pthread_mutex_lock(&t->desk_lock);
    int status = timeline_facts(t, entry, &x, &f, err);
    if (status == 0 && !f.has_digest)
        status = no_digest(&f, entry, err);
    if (status == 0)
        status = facts_digest(&f, &x, close, t->desk.hasher, out, err);
    pthread_mutex_unlock(&t->desk_lock);
    return status;
}

enum { LARGE_ENTRY = 4 * 1024 * 1024 };

bool entry_is_large(struct timeline *t, uint64_t entry)
{
    uint64_t from = timeline_mark(t, entry).offset, to;
    bool final;

    if (entry < timeline_progress(t).entries)
        to = timeline_mark(t, entry + 1).offset;
    else
        to = source_size(timeline_source(t), &final);
    return to - from > LARGE_ENTRY;
}
