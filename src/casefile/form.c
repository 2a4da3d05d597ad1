/* The form of a case file, checked by the strict reader before cJSON sees it: what cJSON would let pass,
 * cut or change without a word is refused here, with its place. */
#include "casefile/casefile_impl.h"

#include "base/text.h"
#include "base/utf8.h"
#include "core/members.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 200, INTEGER_DIGITS = 15, SHOWN_CELLS = 160 };

/* What a known member holds. Each may also be null. */
enum kind { ANY, TEXT, TIME, DIGEST, KIND, INDEPENDENCE, ENTRY, OBJECT, LIST_OF_OBJECTS, LIST_OF_TEXTS };

enum context { TOP, A_FILE, REFERENCE, COPY, CHECK, OUTCOME, NOTE, REVIEW, RECORD, UNKNOWN };

static const struct rule {
    enum context context;
    const char *name;
    enum kind kind;
    enum context inside;
} rules[] = {
    {TOP, "schema", TEXT, UNKNOWN},
    {TOP, "examiner", TEXT, UNKNOWN},
    {TOP, "timeline", OBJECT, A_FILE},
    {TOP, "references", LIST_OF_OBJECTS, REFERENCE},
    {TOP, "expect", OBJECT, A_FILE},
    {TOP, "baseline", OBJECT, COPY},
    {TOP, "outcome", LIST_OF_OBJECTS, OUTCOME},
    {TOP, "notes", LIST_OF_OBJECTS, NOTE},
    {TOP, "review", LIST_OF_OBJECTS, REVIEW},
    {TOP, "history", LIST_OF_OBJECTS, RECORD},
    {A_FILE, "path", TEXT, UNKNOWN},
    {A_FILE, "sha256", DIGEST, UNKNOWN},
    {REFERENCE, "kind", KIND, UNKNOWN},
    {REFERENCE, "value", TEXT, UNKNOWN},
    {REFERENCE, "path", TEXT, UNKNOWN},
    {REFERENCE, "sha256", DIGEST, UNKNOWN},
    {REFERENCE, "witness", TEXT, UNKNOWN},
    {REFERENCE, "authority", TEXT, UNKNOWN},
    {REFERENCE, "retrieved_from", TEXT, UNKNOWN},
    {REFERENCE, "retrieved_at", TIME, UNKNOWN},
    {REFERENCE, "independent", INDEPENDENCE, UNKNOWN},
    {REFERENCE, "checks", LIST_OF_OBJECTS, CHECK},
    {COPY, "path", TEXT, UNKNOWN},
    {COPY, "sha256", DIGEST, UNKNOWN},
    {COPY, "witness", TEXT, UNKNOWN},
    {COPY, "authority", TEXT, UNKNOWN},
    {COPY, "retrieved_from", TEXT, UNKNOWN},
    {COPY, "retrieved_at", TIME, UNKNOWN},
    {COPY, "independent", INDEPENDENCE, UNKNOWN},
    {COPY, "checks", LIST_OF_OBJECTS, CHECK},
    {CHECK, "checked_at", TIME, UNKNOWN},
    {CHECK, "tool_version", TEXT, UNKNOWN},
    {CHECK, "result", TEXT, UNKNOWN},
    {CHECK, "codes", LIST_OF_TEXTS, UNKNOWN},
    {CHECK, "timeline_sha256", DIGEST, UNKNOWN},
    {OUTCOME, "system", TEXT, UNKNOWN},
    {OUTCOME, "effect", TEXT, UNKNOWN},
    {OUTCOME, "entry_digest", DIGEST, UNKNOWN},
    {OUTCOME, "statement", TEXT, UNKNOWN},
    {OUTCOME, "evidence", OBJECT, A_FILE},
    {OUTCOME, "retrieved_at", TIME, UNKNOWN},
    {NOTE, "entry", ENTRY, UNKNOWN},
    {NOTE, "entry_digest", DIGEST, UNKNOWN},
    {NOTE, "mark", TEXT, UNKNOWN},
    {NOTE, "text", TEXT, UNKNOWN},
    {NOTE, "at", TIME, UNKNOWN},
    {NOTE, "edited_at", TIME, UNKNOWN},
    {NOTE, "timeline_sha256", DIGEST, UNKNOWN},
    {REVIEW, "reviewer", TEXT, UNKNOWN},
    {REVIEW, "at", TIME, UNKNOWN},
    {REVIEW, "report_sha256", DIGEST, UNKNOWN},
    {REVIEW, "statement", TEXT, UNKNOWN},
    {RECORD, "at", TIME, UNKNOWN},
    {RECORD, "did", TEXT, UNKNOWN},
    {RECORD, "previous", DIGEST, UNKNOWN},
    {RECORD, "state", DIGEST, UNKNOWN},
};

struct check {
    struct form *form;
    struct document d;
    struct str schema;
    unsigned depth; /* containers around the value at hand */
    struct err *err;
};

static const struct rule *rule_of(enum context context, const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].context == context && strlen(rules[i].name) == len &&
            memcmp(rules[i].name, name, len) == 0)
            return &rules[i];
    return NULL;
}

static uint64_t line_of(const struct str *bytes, uint64_t offset, uint64_t *column)
{
    uint64_t line = 1, start = 0;

    for (uint64_t i = 0; i < offset && i < bytes->len; i++)
        if (bytes->data[i] == '\n') {
            line++;
            start = i + 1;
        }
    *column = offset - start + 1;
    return line;
}

/* ---- what every value must be ---- */

/* cJSON keeps doubles and writes them with 15 digits: any other number would not be written as it was. */
static void check_number(struct check *k, const struct value *v)
{
    const char *text = k->d.bytes.data + v->offset;
    size_t len = (size_t)v->length, sign = *text == '-', digits = len - sign;

    if (digits <= INTEGER_DIGITS && strspn(text + sign, "0123456789") >= digits &&
        !(sign && text[1] == '0'))
        return;
    if (!k->form->inexact)
        k->form->inexact_at = v->offset;
    k->form->inexact = true;
}

/* Whatever cJSON would cut short or refuse without a place. */
static int check_string(struct check *k, const struct value *v, struct str *text)
{
    size_t good;

    if (document_text(&k->d, v, text, k->err) != 0)
        return -1;
    if (memchr(text->data, '\0', text->len) != NULL)
        return err_at(k->err, v->offset, "this string holds U+0000, which no case file may");
    good = utf8_span((const unsigned char *)text->data, text->len);
    if (good < text->len)
        return err_at(k->err, v->offset,
                      "this string holds an unpaired surrogate, which no case file may");
    return 0;
}

/* ---- what known members must be ---- */

static int wrong(struct check *k, const struct value *v, const struct rule *r, const char *wanted)
{
    return err_at(k->err, v->offset, "%s is %s: %s is required", r->name, json_type_name(v->type), wanted);
}

static const char *const kinds[] = {"commitment", "head", "count", NULL};
static const char *const independences[] = {"yes", "no", "unknown", NULL};

/* Whole: a text may hold no NUL here. */
static bool is_one_of(const struct str *text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(text->data, *words) == 0)
            return true;
    return false;
}

static int check_text(struct check *k, const struct value *v, const struct rule *r, struct str *text)
{
    struct digest d;
    struct instant instant;
    const char *why;

    if (check_string(k, v, text) != 0)
        return -1;
    if (r->kind == DIGEST && !digest_parse(text->data, text->len, &d))
        return err_at(k->err, v->offset, "%s is not 64 lowercase hexadecimal digits", r->name);
    if (r->kind == TIME && rfc3339_parse(text->data, text->len, &instant, &why) != 0)
        return err_at(k->err, v->offset, "%s is not an RFC 3339 time: %s", r->name, why);
    if (r->kind == KIND && !is_one_of(text, kinds))
        return err_at(k->err, v->offset, "kind is none of commitment, head, count");
    if (r->kind == INDEPENDENCE && !is_one_of(text, independences))
        return err_at(k->err, v->offset, "independent is none of yes, no, unknown");
    return 0;
}

static int check_entry(struct check *k, const struct value *v, const struct rule *r)
{
    const char *text = k->d.bytes.data + v->offset;

    if (v->type == JSON_NUMBER && v->length <= 10 && *text != '0' &&
        strspn(text, "0123456789") >= v->length && strtoull(text, NULL, 10) <= LIMIT_ENTRIES)
        return 0;
    return err_at(k->err, v->offset, "%s is not the number of an entry, from 1", r->name);
}

static int check_known(struct check *k, const struct value *v, const struct rule *r)
{
    struct str text = {0};
    int rc;

    if (v->type == JSON_NULL)
        return 0;
    switch (r->kind) {
    case TEXT:
    case TIME:
    case DIGEST:
    case KIND:
    case INDEPENDENCE:
        if (v->type != JSON_STRING)
            return wrong(k, v, r, "a string");
        rc = check_text(k, v, r, &text);
        str_release(&text);
        return rc;
    case ENTRY: return check_entry(k, v, r);
    case OBJECT:
        if (v->type != JSON_OBJECT)
            return wrong(k, v, r, "an object");
        break;
    case LIST_OF_OBJECTS:
    case LIST_OF_TEXTS:
        if (v->type != JSON_ARRAY)
            return wrong(k, v, r, "an array");
        break;
    case ANY: break;
    }
    return 0;
}

/* ---- the walk ---- */

struct level {
    struct check *k;
    enum context context;
    const struct rule *list; /* of the array whose elements are visited */
    struct buf names;        /* of an object: each ended by NUL */
    struct buf places;       /* and where each stands, as uint64_t */
    size_t count;
};

struct member_name {
    const char *text;
    uint64_t at;
};

/* Equal names in the order of the file. */
static int compare_names(const void *a, const void *b)
{
    const struct member_name *x = a, *y = b;
    int order = strcmp(x->text, y->text);

    return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

static int tell_twice(const struct level *l, const struct member_name *first, const struct member_name *second)
{
    struct buf shown;
    uint64_t column, line = line_of(&l->k->d.bytes, first->at, &column);
    int rc;

    buf_init(&shown, LIMIT_MESSAGE);
    text_quote(&shown, second->text, strlen(second->text), 0, SHOWN_CELLS);
    rc = err_at(l->k->err, second->at, "the member %s stands twice in this object: here, and before at line %" PRIu64
                ", column %" PRIu64, buf_cstr(&shown), line, column);
    buf_release(&shown);
    return rc;
}

/* Names that stand more than once. */
static int check_names(struct level *l)
{
    struct member_name *name = malloc((l->count + 1) * sizeof *name);
    const char *at = buf_cstr(&l->names);
    int rc = 0;

    if (name == NULL || l->names.failed || l->places.failed) {
        free(name);
        return casefile_no_memory(l->k->err);
    }
    for (size_t i = 0; i < l->count; i++, at += strlen(at) + 1) {
        name[i].text = at;
        memcpy(&name[i].at, l->places.data + i * sizeof name[i].at, sizeof name[i].at);
    }
    qsort(name, l->count, sizeof *name, compare_names);
    for (size_t i = 1; rc == 0 && i < l->count; i++)
        if (strcmp(name[i - 1].text, name[i].text) == 0)
            rc = tell_twice(l, &name[i - 1], &name[i]);
    free(name);
    return rc;
}

static int check_value(struct check *k, const struct value *v, enum context inside,
                       const struct rule *r);

static int on_member(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct level *l = arg;
    const struct rule *r;

    if (len > NAME_MAX_BYTES)
        return err_at(l->k->err, at, "a member name of more than %d bytes", NAME_MAX_BYTES);
    if (memchr(name, '\0', len) != NULL || utf8_span((const unsigned char *)name, len) < len)
        return err_at(l->k->err, at,
                      "this member name holds U+0000 or an unpaired surrogate, which no case file may");
    buf_add(&l->names, name, len + 1);
    buf_add(&l->places, &at, sizeof at);
    l->count++;
    r = l->k->form->newer ? NULL : rule_of(l->context, name, len);
    if (r != NULL && check_known(l->k, v, r) != 0)
        return -1;
    return check_value(l->k, v, r != NULL ? r->inside : UNKNOWN, r);
}

static int on_element(void *arg, const struct value *v)
{
    struct level *l = arg;
    const struct rule *r = l->list;

    if (r != NULL && r->kind == LIST_OF_OBJECTS && v->type != JSON_OBJECT)
        return err_at(l->k->err, v->offset, "an element of %s is %s: an object is required", r->name,
                      json_type_name(v->type));
    if (r != NULL && r->kind == LIST_OF_TEXTS && v->type != JSON_STRING)
        return err_at(l->k->err, v->offset, "an element of %s is %s: a string is required", r->name,
                      json_type_name(v->type));
    return check_value(l->k, v, l->context, NULL);
}

static int check_object(struct check *k, const struct value *v, enum context inside)
{
    struct level l = {.k = k, .context = inside};
    enum json_type type;
    int rc;

    buf_init(&l.names, LIMIT_CASE);
    buf_init(&l.places, LIMIT_CASE);
    rc = object_walk(&k->d, v->offset, false, &type, on_member, &l, k->err);
    if (rc == 0)
        rc = check_names(&l);
    buf_release(&l.names);
    buf_release(&l.places);
    return rc;
}

static int check_array(struct check *k, const struct value *v, enum context inside,
                       const struct rule *r)
{
    struct level l = {.k = k, .context = inside, .list = r};

    return array_walk(&k->d, v, on_element, &l, k->err);
}

/* `r`: the rule for an array's elements, NULL where there is none. */
static int check_value(struct check *k, const struct value *v, enum context inside,
                       const struct rule *r)
{
    struct str text = {0};
    int rc = 0;

    if (++k->form->values > LIMIT_CASE_VALUES)
        return err_at(k->err, v->offset, "more than %d JSON values", LIMIT_CASE_VALUES);
    if (v->type == JSON_NUMBER)
        check_number(k, v);
    if (v->type == JSON_STRING && !v->plain)
        rc = check_string(k, v, &text);
    str_release(&text);
    if (rc != 0 || (v->type != JSON_OBJECT && v->type != JSON_ARRAY))
        return rc;
    if (k->depth == LIMIT_CASE_DEPTH)
        return err_at(k->err, v->offset, "nested deeper than %d", LIMIT_CASE_DEPTH);
    k->depth++;
    rc = v->type == JSON_OBJECT ? check_object(k, v, inside) : check_array(k, v, inside, r);
    k->depth--;
    return rc;
}

/* ---- the whole ---- */

static int on_schema(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct check *k = arg;

    (void)at;
    if (len != strlen("schema") || memcmp(name, "schema", len) != 0 || v->type != JSON_STRING)
        return 0;
    str_release(&k->schema);
    return document_text(&k->d, v, &k->schema, k->err);
}

static bool is_newer(const char *schema)
{
    static const char head[] = "aerscope.case/";
    const char *digits = schema + sizeof head - 1;

    if (strncmp(schema, head, sizeof head - 1) != 0 || *digits < '1' || *digits > '9')
        return false;
    return digits[strspn(digits, "0123456789")] == '\0' && strcmp(digits, "1") != 0;
}

static bool is_current(const struct str *schema)
{
    static const char name[] = "aerscope.case/1";

    return schema->len == sizeof name - 1 && memcmp(schema->data, name, schema->len) == 0;
}

static int check_schema(struct check *k)
{
    enum json_type type;
    struct buf shown;
    int rc;

    if (object_walk(&k->d, 0, true, &type, on_schema, k, k->err) != 0)
        return -1;
    if (type != JSON_OBJECT || k->schema.data == NULL)
        return err_at(k->err, 0, "this is no case file: it has no schema aerscope.case/1");
    k->form->newer = strlen(k->schema.data) == k->schema.len && is_newer(k->schema.data);
    if (k->form->newer || is_current(&k->schema))
        return 0;
    buf_init(&shown, LIMIT_MESSAGE);
    text_quote(&shown, k->schema.data, k->schema.len, TEXT_WTF8, SHOWN_CELLS);
    rc = err_at(k->err, 0, "this is no case file: its schema is %s, not aerscope.case/1",
                buf_cstr(&shown));
    buf_release(&shown);
    return rc;
}

int form_check(struct form *f, const char *bytes, size_t len, struct err *err)
{
    struct check k = {.form = f, .err = err};
    struct value all = {.type = JSON_OBJECT, .length = len};
    uint64_t column;
    int rc;

    memset(f, 0, sizeof *f);
    if (document_set(&k.d, bytes, len, err) != 0)
        return -1;
    rc = check_schema(&k);
    if (rc == 0)
        rc = check_value(&k, &all, TOP, NULL);
    if (rc != 0 && err->located)
        err->line = line_of(&k.d.bytes, err->offset, &err->column);
    f->inexact_line = line_of(&k.d.bytes, f->inexact_at, &column);
    str_release(&k.schema);
    document_release(&k.d);
    return rc;
}
