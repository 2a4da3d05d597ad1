/* The strict reader. What it accepts it reads back from what was written of it, as the same; cJSON, which is more
 * lenient, accepts it too and finds the same values; and through a window of a few bytes it reads as in memory. */
#include "fuzz.h"

#include "core/decode.h"
#include "core/members.h"
#include "core/reader.h"
#include "report/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 1 << 15 };

struct tree {
    const struct document *d;
    struct out *out;
    bool begun; /* a member or element stands before */
    bool odd;   /* something that cJSON does not take */
    struct err err;
};

static void put_value(struct tree *t, const struct value *v);

static void put_text(struct tree *t, const struct str *s)
{
    struct json j;

    json_init(&j, t->out, true);
    json_str(&j, NULL, s);
    for (size_t i = 0; i + 1 < s->len; i++)
        t->odd = t->odd || ((unsigned char)s->data[i] == 0xed && (unsigned char)s->data[i + 1] >= 0xa0);
}

static void put_string(struct tree *t, const struct value *v)
{
    struct str s = {0};

    HOLDS(document_text(t->d, v, &s, &t->err) == 0);
    put_text(t, &s);
    str_release(&s);
}

/* The name is read from its place: what is visited is cut. */
static int put_member(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct tree *t = arg;
    struct str s = {0};
    struct buf b;

    (void)name, (void)len;
    out_adds(t->out, t->begun ? "," : "");
    buf_init(&b, SIZE_MAX / 2);
    HOLDS(decode_string(&b, &t->d->all, at, SIZE_MOST, &t->err) == 0);
    HOLDS(str_take(&s, &b) == 0);
    put_text(t, &s);
    str_release(&s);
    buf_release(&b);
    out_adds(t->out, ":");
    put_value(t, v);
    t->begun = true;
    return 0;
}

static int put_element(void *arg, const struct value *v)
{
    struct tree *t = arg;

    out_adds(t->out, t->begun ? "," : "");
    put_value(t, v);
    t->begun = true;
    return 0;
}

static void put_value(struct tree *t, const struct value *v)
{
    const char *p = t->d->bytes.data + v->offset;
    enum json_type type;

    if (v->type == JSON_STRING) {
        put_string(t, v);
    } else if (v->type == JSON_OBJECT) {
        out_adds(t->out, "{");
        t->begun = false;
        HOLDS(object_walk(t->d, v->offset, false, &type, put_member, t, &t->err) == 0);
        out_adds(t->out, "}");
    } else if (v->type == JSON_ARRAY) {
        out_adds(t->out, "[");
        t->begun = false;
        HOLDS(array_walk(t->d, v, put_element, t, &t->err) == 0);
        out_adds(t->out, "]");
    } else {
        t->odd = t->odd || v->length > 60;
        out_add(t->out, p, v->length);
    }
}

static int ignore(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    (void)arg, (void)name, (void)len, (void)at, (void)v;
    return 0;
}

/* The one value of a text that is accepted. */
static struct value only_value(const struct document *d, enum json_type type)
{
    struct value v = {.type = type};
    const char *p = d->bytes.data;

    if (d->bytes.len >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        v.offset = 3;
    v.offset += strspn(p + v.offset, " \t\r\n");
    v.length = d->bytes.len - v.offset;
    while (strchr(" \t\r\n", p[v.offset + v.length - 1]))
        v.length--;
    return v;
}

/* 0 with the text written anew, or -1 when it is none. */
static int rewrite(const void *bytes, size_t len, struct buf *out, bool *odd, struct err *err)
{
    static struct out to;
    struct document d;
    struct tree t = {.d = &d, .out = &to};
    struct value v;
    enum json_type type;

    HOLDS(document_set(&d, bytes, len, err) == 0);
    if (object_walk(&d, 0, true, &type, ignore, NULL, err) != 0) {
        HOLDS(err->code == ERR_FORM && err->located && err->offset <= len);
        document_release(&d);
        return -1;
    }
    v = only_value(&d, type);
    out_init(&to, out_to_buf, out);
    put_value(&t, &v);
    HOLDS(out_flush(&to) == 0);
    *odd = t.odd;
    document_release(&d);
    return 0;
}

/* --- beside cJSON --- */

struct pair {
    const struct document *d;
    const cJSON *item;
};

static void hold_beside(const struct document *d, const struct value *v, const cJSON *item);

static int hold_member(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct pair *p = arg;

    (void)at;
    HOLDS(p->item != NULL && p->item->string != NULL);
    if (len < 256 && strlen(name) == len)
        HOLDS_OF(strcmp(name, p->item->string) == 0, name, len);
    hold_beside(p->d, v, p->item);
    p->item = p->item->next;
    return 0;
}

static int hold_element(void *arg, const struct value *v)
{
    struct pair *p = arg;

    HOLDS(p->item != NULL);
    hold_beside(p->d, v, p->item);
    p->item = p->item->next;
    return 0;
}

static void hold_beside(const struct document *d, const struct value *v, const cJSON *item)
{
    struct pair p = {d, item->child};
    struct err err = {0};
    struct str s = {0};
    enum json_type type;

    switch (v->type) {
    case JSON_OBJECT:
        HOLDS(cJSON_IsObject(item));
        HOLDS(object_walk(d, v->offset, false, &type, hold_member, &p, &err) == 0 && p.item == NULL);
        break;
    case JSON_ARRAY:
        HOLDS(cJSON_IsArray(item));
        HOLDS(array_walk(d, v, hold_element, &p, &err) == 0 && p.item == NULL);
        break;
    case JSON_STRING:
        HOLDS(cJSON_IsString(item));
        HOLDS(document_text(d, v, &s, &err) == 0);
        HOLDS_OF(strcmp(s.data, item->valuestring) == 0, s.data, s.len); /* up to a NUL */
        str_release(&s);
        break;
    case JSON_NUMBER:
        HOLDS(cJSON_IsNumber(item) && strtod(d->bytes.data + v->offset, NULL) == item->valuedouble);
        break;
    default:
        HOLDS(v->type == JSON_TRUE ? cJSON_IsTrue(item) : v->type == JSON_FALSE ? cJSON_IsFalse(item) : cJSON_IsNull(item));
    }
}

static void look_beside(const char *bytes, size_t len, bool odd)
{
    /* cJSON does not know the mark before a text of one byte. */
    size_t mark = len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    cJSON *item = cJSON_ParseWithLength(bytes + mark, len - mark);
    struct document d;
    struct value v;
    struct err err = {0};
    enum json_type type;

    HOLDS_OF(odd || item != NULL, bytes, len);
    if (item && !odd) {
        HOLDS(document_set(&d, bytes, len, &err) == 0);
        HOLDS(object_walk(&d, 0, true, &type, ignore, NULL, &err) == 0);
        v = only_value(&d, type);
        hold_beside(&d, &v, item);
        document_release(&d);
    }
    cJSON_Delete(item);
}

/* --- through a window --- */

static int read_whole(const struct extent *x, unsigned char *window, size_t room, uint64_t *end, struct err *err)
{
    struct reader r;
    enum json_type type;
    bool plain;
    int status;

    reader_open(&r, x, x->from, 0, window, room, err);
    reader_space(&r);
    status = reader_value(&r, &type, &plain);
    if (status == 0 && reader_space(&r) >= 0)
        status = reader_fail(&r, "more");
    *end = cursor_offset(&r.c);
    HOLDS(status != 0 || r.depth == 0);
    return status;
}

static void look_through(const uint8_t *data, size_t size, size_t room)
{
    unsigned char window[64];
    struct err a = {0}, b = {0};
    struct source *s = source_from_memory("x", data, size, &a);
    struct extent in_memory = {.memory = data, .to = size}, through = {.to = size, .source = s};
    uint64_t end[2];

    HOLDS(s != NULL);
    int memory = read_whole(&in_memory, NULL, 0, &end[0], &a);
    int windowed = read_whole(&through, window, room, &end[1], &b);
    HOLDS(memory == windowed && end[0] == end[1] && a.code == b.code && a.offset == b.offset);
    HOLDS(strcmp(a.text, b.text) == 0);
    source_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf once, twice;
    struct err err = {0};
    bool odd = false, again = false;

    if (size > SIZE_MOST)
        return 0;
    buf_init(&once, SIZE_MAX / 2);
    buf_init(&twice, SIZE_MAX / 2);
    if (rewrite(data, size, &once, &odd, &err) == 0) {
        fuzz_holds_json(buf_cstr(&once), once.len);
        HOLDS(rewrite(once.data, once.len, &twice, &again, &err) == 0);
        HOLDS_OF(once.len == twice.len && memcmp(once.data, twice.data, once.len) == 0, once.data, once.len);
        HOLDS(odd == again);
        look_beside((const char *)data, size, odd);
        look_beside(buf_cstr(&once), once.len, odd);
    }
    look_through(data, size, 16 + fuzz_hash(data, size) % 48);
    buf_release(&once);
    buf_release(&twice);
    return 0;
}
