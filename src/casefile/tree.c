/* The cJSON tree of a case file. */
#include "casefile/casefile_impl.h"

#include "base/shortage.h"
#include "base/utf8.h"
#include "core/canonical.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const part_name[PART_COUNT] = {"references", "outcome", "notes", "review", "history"};

/* ---- reading ---- */

static const cJSON *member_of(const cJSON *object, const char *name)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

const char *tree_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(member_of(object, name));
}

bool tree_digest(const cJSON *object, const char *name, struct digest *out)
{
    const char *text = tree_text(object, name);

    return text != NULL && digest_parse(text, strlen(text), out);
}

uint64_t tree_count(const cJSON *object, const char *name)
{
    const cJSON *v = member_of(object, name);

    if (!cJSON_IsNumber(v) || v->valuedouble < 1 || v->valuedouble > (double)LIMIT_ENTRIES)
        return 0;
    return (uint64_t)v->valuedouble;
}

struct casefile_file tree_file(const cJSON *object, const char *name)
{
    const cJSON *file = name != NULL ? member_of(object, name) : object;
    struct casefile_file f = {.path = tree_text(file, "path")};

    f.has_sha256 = tree_digest(file, "sha256", &f.sha256);
    return f;
}

cJSON *tree_reference(const struct casefile *c, size_t i)
{
    cJSON *baseline;

    if (i != CASEFILE_BASELINE)
        return i < c->part[PART_REFERENCES].count ? c->part[PART_REFERENCES].item[i] : NULL;
    baseline = cJSON_GetObjectItemCaseSensitive(c->root, "baseline");
    return cJSON_IsObject(baseline) ? baseline : NULL;
}

/* ---- building ---- */

bool tree_put(cJSON *object, const char *name, cJSON *value)
{
    if (object != NULL && value != NULL && cJSON_AddItemToObjectCS(object, name, value))
        return true;
    cJSON_Delete(value);
    return false;
}

bool tree_put_text(cJSON *object, const char *name, const char *text)
{
    return tree_put(object, name, text != NULL ? cJSON_CreateString(text) : cJSON_CreateNull());
}

bool tree_put_digest(cJSON *object, const char *name, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    if (d != NULL)
        digest_hex(d, hex);
    return tree_put_text(object, name, d != NULL ? hex : NULL);
}

bool tree_set(cJSON *object, const char *name, cJSON *value)
{
    cJSON *there = cJSON_GetObjectItemCaseSensitive(object, name);

    if (there == NULL || value == NULL)
        return tree_put(object, name, value);
    /* A copy of a member has a name already. */
    if ((value->type & cJSON_StringIsConst) == 0)
        cJSON_free(value->string);
    value->string = there->string;
    value->type = (value->type & ~cJSON_StringIsConst) | (there->type & cJSON_StringIsConst);
    there->string = NULL;
    if (cJSON_ReplaceItemViaPointer(object, there, value))
        return true;
    cJSON_Delete(value);
    return false;
}

bool tree_set_digest(cJSON *object, const char *name, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(d, hex);
    return tree_set(object, name, cJSON_CreateString(hex));
}

/* ---- lists ---- */

static int list_add(struct list *l, cJSON *item)
{
    if (l->count == l->room) {
        size_t room = l->room > 0 ? 2 * l->room : 16;
        cJSON **more = shortage_unless(realloc(l->item, room * sizeof(*more)));
        if (more == NULL)
            return -1;
        l->item = more;
        l->room = room;
    }
    l->item[l->count++] = item;
    return 0;
}

int tree_index(struct casefile *c)
{
    for (int p = 0; p < PART_COUNT; p++) {
        const cJSON *array = member_of(c->root, part_name[p]);

        c->part[p].count = 0;
        if (!cJSON_IsArray(array))
            continue;
        for (cJSON *item = array->child; item != NULL; item = item->next)
            if (list_add(&c->part[p], item) != 0)
                return -1;
    }
    return 0;
}

/* The array, made when there is none. A member that is null gives way. */
static cJSON *array_of(struct casefile *c, enum part p)
{
    cJSON *array = cJSON_GetObjectItemCaseSensitive(c->root, part_name[p]);

    if (cJSON_IsArray(array))
        return array;
    array = cJSON_CreateArray();
    return array != NULL && tree_set(c->root, part_name[p], array) ? array : NULL;
}

int tree_append(struct casefile *c, enum part p, cJSON *item)
{
    cJSON *array = array_of(c, p);

    if (array == NULL || item == NULL || list_add(&c->part[p], item) != 0) {
        cJSON_Delete(item);
        return -1;
    }
    cJSON_AddItemToArray(array, item);
    return 0;
}

cJSON *tree_detach(struct casefile *c, enum part p, size_t i)
{
    struct list *l = &c->part[p];
    cJSON *item = l->item[i];

    cJSON_DetachItemViaPointer(cJSON_GetObjectItemCaseSensitive(c->root, part_name[p]), item);
    memmove(&l->item[i], &l->item[i + 1], (--l->count - i) * sizeof(*l->item));
    return item;
}

size_t tree_values(const cJSON *value)
{
    size_t n = 1;

    for (const cJSON *v = value->child; v != NULL; v = v->next)
        n += tree_values(v);
    return n;
}

/* ---- canonical text ---- */

static int put_to_buf(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

static void add(struct sink *s, const char *literal)
{
    sink_add(s, literal, strlen(literal));
}

static void add_text(struct sink *s, const char *text)
{
    add(s, "\"");
    canonical_text(s, (const unsigned char *)text, strlen(text));
    add(s, "\"");
}

static void add_number(struct sink *s, double value)
{
    char text[32];

    snprintf(text, sizeof text, "%.0f", value);
    add(s, text);
}

static int by_name(const void *a, const void *b)
{
    const cJSON *const *x = a, *const *y = b;

    return strcmp((*x)->string, (*y)->string);
}

static int add_value(struct sink *s, const cJSON *v, const char *without);

static int add_object(struct sink *s, const cJSON *v, const char *without)
{
    size_t n = (size_t)cJSON_GetArraySize(v), i = 0, put = 0;
    const cJSON **member = shortage_unless(malloc((n + 1) * sizeof(*member)));
    int rc = member != NULL ? 0 : -1;

    for (const cJSON *m = v->child; rc == 0 && m != NULL; m = m->next)
        member[i++] = m;
    if (rc == 0)
        qsort(member, n, sizeof(*member), by_name);
    add(s, "{");
    for (i = 0; rc == 0 && i < n; i++) {
        if (without != NULL && strcmp(member[i]->string, without) == 0)
            continue;
        if (put++ > 0)
            add(s, ",");
        add_text(s, member[i]->string);
        add(s, ":");
        rc = add_value(s, member[i], NULL);
    }
    add(s, "}");
    free(member);
    return rc;
}

static int add_array(struct sink *s, const cJSON *v)
{
    int rc = 0;

    add(s, "[");
    for (const cJSON *e = v->child; rc == 0 && e != NULL; e = e->next) {
        if (e != v->child)
            add(s, ",");
        rc = add_value(s, e, NULL);
    }
    add(s, "]");
    return rc;
}

static int add_value(struct sink *s, const cJSON *v, const char *without)
{
    if (cJSON_IsObject(v))
        return add_object(s, v, without);
    if (cJSON_IsArray(v))
        return add_array(s, v);
    if (cJSON_IsString(v))
        add_text(s, v->valuestring);
    else if (cJSON_IsNumber(v))
        add_number(s, v->valuedouble);
    else
        add(s, cJSON_IsTrue(v) ? "true" : cJSON_IsFalse(v) ? "false" : "null");
    return 0;
}

int tree_canonical(const cJSON *value, const char *without, struct buf *out)
{
    struct sink s;

    sink_open(&s, put_to_buf, out);
    if (add_value(&s, value, without) != 0 || sink_close(&s) != 0)
        return -1;
    return out->failed ? -1 : 0;
}

static int put_to_hasher(void *arg, const void *bytes, size_t len)
{
    hasher_add(arg, bytes, len);
    return 0;
}

int tree_sha256(const cJSON *value, const char *without, struct digest *out, struct err *err)
{
    struct hasher *h = hasher_new(err);
    struct sink s;
    int rc;

    if (h == NULL)
        return -1;
    hasher_begin(h);
    sink_open(&s, put_to_hasher, h);
    rc = add_value(&s, value, without);
    sink_close(&s);
    if (hasher_end(h, out) != 0)
        rc = -1;
    hasher_free(h);
    return rc == 0 ? 0 : casefile_no_memory(err);
}

/* ---- the file ---- */

/* What cJSON prints, with everything outside ASCII as an escape: it stands in strings alone. */
static int add_ascii(struct buf *out, const char *text)
{
    const unsigned char *p = (const unsigned char *)text, *end = p + strlen(text);

    while (p < end) {
        const unsigned char *from = p;
        uint32_t cp;
        size_t n;

        while (p < end && *p < 0x7f)
            p++;
        buf_add(out, from, (size_t)(p - from));
        if (p == end)
            break;
        n = utf8_decode(p, (size_t)(end - p), false, &cp);
        if (n == 0)
            return -1;
        if (cp < 0x10000)
            buf_addf(out, "\\u%04x", (unsigned)cp);
        else
            buf_addf(out, "\\u%04x\\u%04x", (unsigned)(0xd800 + ((cp - 0x10000) >> 10)),
                     (unsigned)(0xdc00 + ((cp - 0x10000) & 0x3ff)));
        p += n;
    }
    return buf_addc(out, '\n');
}

int tree_print(const cJSON *root, struct buf *out)
{
    char *text = cJSON_Print(root);
    int rc = text != NULL ? add_ascii(out, text) : -1;

    cJSON_free(text);
    return rc == 0 && !out->failed ? 0 : -1;
}
