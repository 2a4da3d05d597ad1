#include "core/members.h"

#include "base/limits.h"
#include "core/decode.h"
#include "core/reader.h"

#include <stdlib.h>
#include <string.h>

static int read_all(struct source *s, struct buf *out, struct err *err)
{
    for (;;) {
        unsigned char *to = buf_reserve(out, 65536);
        if (!to)
            return err_set(err, ERR_FORM, "the file is larger than a reference may be (%d bytes)",
                           LIMIT_REFERENCE);
        ssize_t got = source_read(s, out->len, to, 65536, err);
        if (got < 0)
            return -1;
        if (got == 0)
            return 0;
        out->len += (size_t)got;
    }
}

static int adopt(struct document *d, struct err *err)
{
    d->all = (struct extent){.memory = (const unsigned char *)d->bytes.data, .to = d->bytes.len};
    return digest_bytes(d->bytes.data, d->bytes.len, &d->sha256, err);
}

int document_open(struct document *d, const char *path, struct err *err)
{
    struct source *s = source_open(path, err);
    struct buf bytes;

    memset(d, 0, sizeof *d);
    if (!s)
        return -1;
    buf_init(&bytes, LIMIT_REFERENCE + 65536);
    int status = read_all(s, &bytes, err);
    if (status == 0)
        status = str_take(&d->bytes, &bytes) ? err_set(err, ERR_MEMORY, "no memory for a reference") : 0;
    buf_release(&bytes);
    source_free(s);
    return status ? -1 : adopt(d, err);
}

int document_set(struct document *d, const void *bytes, size_t len, struct err *err)
{
    memset(d, 0, sizeof *d);
    if (str_set(&d->bytes, bytes, len))
        return err_set(err, ERR_MEMORY, "no memory for a reference");
    return adopt(d, err);
}

void document_release(struct document *d)
{
    str_release(&d->bytes);
}

int document_text(const struct document *d, const struct value *v, struct str *out, struct err *err)
{
    struct buf text;

    buf_init(&text, LIMIT_REFERENCE);
    int status = decode_string(&text, &d->all, v->offset, (size_t)v->length, err);
    if (status >= 0 && str_take(out, &text))
        status = err_set(err, ERR_MEMORY, "no memory for a reference");
    buf_release(&text);
    return status < 0 ? -1 : 0;
}

static int read_value(struct reader *r, struct value *v)
{
    reader_space(r);
    v->offset = cursor_offset(&r->c);
    v->plain = false;
    if (reader_value(r, &v->type, &v->plain))
        return -1;
    v->length = cursor_offset(&r->c) - v->offset;
    return 0;
}

static int walk_member(const struct document *d, struct reader *r, member_visit *visit, void *arg)
{
    uint64_t at = (reader_space(r), cursor_offset(&r->c));
    struct buf name;
    struct value v;
    bool plain;

    if (cursor_peek(&r->c) != '"')
        return reader_expect(r, '"', "a member name in double quotes is expected");
    if (reader_string(r, &plain) || reader_expect(r, ':', "a colon is expected after a member name") ||
        read_value(r, &v))
        return -1;
    buf_init(&name, 1024);
    int status = decode_string(&name, &d->all, at, 256, r->err);
    if (status >= 0)
        status = visit(arg, buf_cstr(&name), name.len, at, &v);
    buf_release(&name);
    return status;
}

static int walk_members(const struct document *d, struct reader *r, member_visit *visit, void *arg)
{
    if (reader_enter(r))
        return -1;
    if (reader_space(r) == '}') {
        r->c.p++;
        return 0;
    }
    for (;;) {
        if (walk_member(d, r, visit, arg))
            return -1;
        if (reader_space(r) != ',')
            return reader_expect(r, '}', "a comma or } is expected");
        r->c.p++;
    }
}

static void skip_bom(struct reader *r)
{
    if (cursor_offset(&r->c) == 0 && cursor_need(&r->c, 3) >= 3 &&
        memcmp(r->c.p, "\xef\xbb\xbf", 3) == 0)
        r->c.p += 3;
}

int object_walk(const struct document *d, uint64_t from, bool whole, enum json_type *type,
                member_visit *visit, void *arg, struct err *err)
{
    struct reader r;
    bool plain;

    reader_open(&r, &d->all, from, 0, NULL, 0, err);
    skip_bom(&r);
    *type = JSON_OBJECT;
    int status = reader_space(&r) == '{' ? walk_members(d, &r, visit, arg) : reader_value(&r, type, &plain);
    if (status || !whole)
        return status;
    return reader_space(&r) < 0 ? 0 : reader_fail(&r, "something stands after the end of the JSON text");
}

int array_walk(const struct document *d, const struct value *v,
               int (*visit)(void *arg, const struct value *v), void *arg, struct err *err)
{
    struct reader r;
    struct value element;

    reader_open(&r, &d->all, v->offset + 1, 0, NULL, 0, err);
    if (reader_space(&r) == ']')
        return 0;
    for (;;) {
        if (read_value(&r, &element) || visit(arg, &element))
            return -1;
        if (reader_space(&r) != ',')
            return 0;
        r.c.p++;
    }
}
