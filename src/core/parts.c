#include "core/parts.h"

#include "core/decode.h"
#include "core/timeline_impl.h"

#include <stdio.h>
#include <string.h>

struct taking {
    struct timeline *t;
    struct extent x;
    struct entry entry;
    struct parts *out;
    struct err *err;
};

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory to read an entry again");
}

/* The decoded text of a string member in the desk's buffer; 1 when it is there whole. */
static int decoded(struct taking *w, enum member m)
{
    const struct value *v = &w->entry.member[m];
    struct buf *text = &w->t->desk.text;

    if (v->type != JSON_STRING)
        return 0;
    int status = facts_text(v, &w->x, &w->t->desk, PARTS_TEXT, w->err);
    if (status < 0)
        return -1;
    if (status > 0 || text->len > PARTS_TEXT) {
        w->out->cut |= 1u << m;
        return 0;
    }
    return 1;
}

static int take_text(struct taking *w, enum member m)
{
    const struct buf *text = &w->t->desk.text;
    int status = decoded(w, m);

    if (status <= 0)
        return status;
    if (str_set(&w->out->text[m], text->len ? (const char *)text->data : "", text->len))
        return no_memory(w->err);
    w->out->has |= 1u << m;
    return 0;
}

/* A stored digest, bare or behind "sha256:". */
static int take_digest(struct taking *w, enum member m, struct digest *to)
{
    static const char prefix[] = "sha256:";
    size_t head = sizeof prefix - 1;
    int status = decoded(w, m);

    if (status <= 0)
        return status;
    const char *text = buf_cstr(&w->t->desk.text);
    size_t len = w->t->desk.text.len;
    if (len == head + DIGEST_HEX && memcmp(text, prefix, head) == 0) {
        text += head;
        len -= head;
    }
    if (digest_parse(text, len, to))
        w->out->has |= 1u << m;
    return 0;
}

static int take_seq(struct taking *w)
{
    const struct value *v = &w->entry.member[MEMBER_SEQ];
    struct seq seq;
    char text[32];

    if (v->type != JSON_NUMBER)
        return 0;
    if (seq_read(&seq, &w->x, v->offset, v->length, w->err))
        return -1;
    if (!seq.integer || !seq.small)
        return 0;
    int len = snprintf(text, sizeof text, "%lld", (long long)seq.value);
    if (str_set(&w->out->text[MEMBER_SEQ], text, (size_t)len))
        return no_memory(w->err);
    w->out->seq_small = true;
    w->out->seq = seq.value;
    w->out->has |= 1u << MEMBER_SEQ;
    return 0;
}

static int take_payload(struct taking *w)
{
    struct payload p;

    if (payload_read(&p, &w->entry.member[MEMBER_CANONICAL_BYTES], &w->x, w->t->desk.hasher, NULL,
                     NULL, w->err))
        return -1;
    w->out->output = p.digest;
    w->out->has |= p.strict ? 1u << MEMBER_CANONICAL_BYTES : 0;
    return 0;
}

static int take_members(struct taking *w)
{
    static const enum member strings[] = {MEMBER_ID, MEMBER_TOOL, MEMBER_PROVENANCE_CLASS,
                                          MEMBER_JOB_ID, MEMBER_PREV_DIGEST};
    enum json_type close = w->entry.member[MEMBER_CLOSE].type;
    struct parts *p = w->out;

    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (take_text(w, strings[i]))
            return -1;
    if (take_seq(w) || take_payload(w) || take_digest(w, MEMBER_OUTPUT_HASH, &p->stored_output) ||
        take_digest(w, MEMBER_ENTRY_DIGEST, &p->stored_entry))
        return -1;
    const struct str *prev = &p->text[MEMBER_PREV_DIGEST],
                     *class = &p->text[MEMBER_PROVENANCE_CLASS];
    p->prev_is_digest = prev->data && digest_parse(prev->data, prev->len, &p->prev);
    p->standing = class->data ? provenance_standing(class->data, class->len) : STANDING_NONE;
    p->close = close == JSON_TRUE;
    if (close == JSON_ABSENT || close == JSON_FALSE || close == JSON_TRUE)
        p->has |= 1u << MEMBER_CLOSE;
    return 0;
}

static int take(struct taking *w, uint64_t entry)
{
    struct timeline *t = w->t;

    if (timeline_extent(t, entry, &w->x, w->err))
        return -1;
    if (entry_read(&w->entry, &w->x, t->plan.depth, t->desk.names, t->desk.window, LIMIT_WINDOW,
                   NULL, w->err))
        return -1;
    return w->entry.type == JSON_OBJECT ? take_members(w) : 0;
}

int timeline_parts(struct timeline *t, uint64_t entry, struct parts *out, struct err *err)
{
    struct taking w = {.t = t, .out = out, .err = err};

    memset(out, 0, sizeof *out);
    out->entry = entry;
    pthread_mutex_lock(&t->desk_lock);
    int status = take(&w, entry);
    pthread_mutex_unlock(&t->desk_lock);
    return status ? -1 : 0;
}

void parts_release(struct parts *p)
{
    for (int m = 0; m < MEMBER_COUNT; m++)
        str_release(&p->text[m]);
    p->has = 0;
}
