/* Lists of expected actions as files: their form, with every error of it. */
#include "core/expected_impl.h"

#include "base/shortage.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMS_MOST = 1000 };

enum {
    TOP_SCHEMA,
    TOP_TYPE,
    TOP_JOB,
    TOP_FROZEN,
    TOP_SOURCE,
    TOP_ORDER,
    TOP_ACTIONS,
    TOP_STEPS,
    TOP_ROOT,
    TOP_NAMES
};
static const char *const top_name[TOP_NAMES] = {
    "schema", "type", "job_id", "frozen_at", "source", "order", "actions", "steps", "merkle_root"};

enum { ACT_TOOL, ACT_KIND, ACT_ID, ACT_HASH, ACT_COUNT, ACT_NAMES };
static const char *const act_name[ACT_NAMES] = {"tool", "kind", "id", "output_hash", "count"};

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for a list of expected actions");
}

/* --- what is wrong --- */

static uint64_t line_feeds(const char *from, const char *to)
{
    uint64_t n = 0;

    while ((from = memchr(from, '\n', (size_t)(to - from)))) {
        from++;
        n++;
    }
    return n;
}

static uint64_t start_of_line(const char *text, uint64_t offset)
{
    const char *feed = memrchr(text, '\n', (size_t)offset);

    return feed ? (uint64_t)(feed - text) + 1 : 0;
}

/* Places rise as the file is read, mostly: lines are counted on from the last one asked for. */
struct list_place list_place(struct list_reader *r, uint64_t offset)
{
    const char *text = r->d.bytes.data;
    struct list_place *p = &r->seen;
    uint64_t from = p->offset < offset ? p->offset : offset,
             to = p->offset < offset ? offset : p->offset;
    uint64_t feeds = text ? line_feeds(text + from, text + to) : 0;

    if (p->line == 0)
        p->line = 1;
    p->line = offset > p->offset ? p->line + feeds : p->line - feeds;
    if (feeds)
        r->line_start = start_of_line(text, offset);
    p->offset = offset;
    p->column = offset - r->line_start + 1;
    return *p;
}

static int add_form(struct list_reader *r, const char *member, uint64_t offset, const char *text)
{
    struct list_place at = list_place(r, offset);
    struct finding f;

    finding_init(&f, FINDING_EXPECT_FORM, 0);
    f.member = member;
    f.located = f.in_list = r->d.bytes.data != NULL;
    f.offset = at.offset;
    f.line = at.line;
    f.column = at.column;
    if (str_set(&f.message, text, strlen(text))) {
        finding_release(&f);
        return no_memory(r->err);
    }
    return finding_list_add(&r->e->list, &f) ? no_memory(r->err) : 0;
}

int list_form(struct list_reader *r, const char *member, uint64_t offset, const char *fmt, ...)
{
    char text[768];
    int head = 0;
    va_list args;

    r->e->malformed = true;
    if (++r->forms > FORMS_MOST)
        return 0;
    if (r->item)
        head = snprintf(text, sizeof text, "%s %llu: ", r->e->receipt ? "step" : "action",
                        (unsigned long long)r->item);
    va_start(args, fmt);
    vsnprintf(text + head, sizeof text - (size_t)head, fmt, args);
    va_end(args);
    return add_form(r, member, offset, text);
}

/* --- members --- */

static int on_slot(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct slots *s = arg;

    (void)at;
    for (size_t i = 0; i < s->names; i++) {
        if (len != strlen(s->name[i]) || memcmp(name, s->name[i], len) != 0)
            continue;
        if (s->v[i].type != JSON_ABSENT)
            s->twice |= 1u << i;
        s->v[i] = *v;
    }
    return 0;
}

static int tell_twice(struct list_reader *r, const struct slots *s)
{
    for (size_t i = 0; i < s->names; i++)
        if (s->twice >> i & 1 && list_form(r, s->name[i], s->v[i].offset,
                                           "%s stands twice: it is ambiguous", s->name[i]))
            return -1;
    return 0;
}

int list_slots(struct list_reader *r, const struct value *v, struct slots *s)
{
    enum json_type type;

    if (v->type != JSON_OBJECT)
        return list_form(r, NULL, v->offset, "an object is expected, and this is a JSON %s",
                         json_type_name(v->type));
    if (object_walk(&r->d, v->offset, false, &type, on_slot, s, r->err) || tell_twice(r, s))
        return -1;
    return 1;
}

/* Where a member that is absent would stand. */
static uint64_t place_of(const struct list_reader *r, const struct slots *s, size_t i)
{
    if (s->v[i].type != JSON_ABSENT)
        return s->v[i].offset;
    return r->item ? r->e->action[r->item - 1].at.offset : 0;
}

int list_text(struct list_reader *r, const struct slots *s, size_t i, bool needed, struct str *out)
{
    const struct value *v = &s->v[i];

    if (v->type == JSON_ABSENT && !needed)
        return 0;
    if (v->type != JSON_STRING)
        return list_form(r, s->name[i], place_of(r, s, i), "%s is %s: a string is required",
                         s->name[i], json_type_name(v->type));
    if (document_text(&r->d, v, out, r->err))
        return -1;
    if (out->len > 0)
        return 1;
    return list_form(r, s->name[i], v->offset, "%s is an empty string", s->name[i]);
}

int list_digest(struct list_reader *r, const struct slots *s, size_t i, bool needed,
                struct digest *out)
{
    static const char prefix[] = "sha256:";
    size_t head = sizeof prefix - 1;
    struct str text = {0};
    int status = list_text(r, s, i, needed, &text);

    if (status > 0) {
        bool tagged = text.len == head + DIGEST_HEX && memcmp(text.data, prefix, head) == 0;
        if (!digest_parse(text.data + (tagged ? head : 0), text.len - (tagged ? head : 0), out))
            status = list_form(
                r, s->name[i], s->v[i].offset,
                "%s is not 64 lowercase hexadecimal digits, alone or after sha256:", s->name[i]);
    }
    str_release(&text);
    return status;
}

/* --- actions --- */

static bool is(const struct str *s, const char *word)
{
    return s->len == strlen(word) && memcmp(s->data, word, s->len) == 0;
}

static int read_kind(struct list_reader *r, const struct slots *s, struct action *a)
{
    static const char *const word[] = {"expected", "authorised", "forbidden"};
    struct str text = {0};
    int status = list_text(r, s, ACT_KIND, true, &text);
    bool known = false;

    for (int k = 0; status > 0 && k <= ACTION_FORBIDDEN; k++) {
        if (!is(&text, word[k]))
            continue;
        a->kind = (enum action_kind)k;
        known = true;
    }
    if (status > 0 && !known)
        status = list_form(r, "kind", s->v[ACT_KIND].offset,
                           "kind is none of expected, authorised, forbidden");
    str_release(&text);
    return status < 0 ? -1 : 0;
}

/* Decimal digits alone, from 1 on. 0 where it is not that. */
static uint64_t count_of(const char *digits, uint64_t len)
{
    uint64_t n = 0;

    for (uint64_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9' || len > 19)
            return 0;
        n = n * 10 + (uint64_t)(digits[i] - '0');
    }
    return n <= EXPECTED_MOST ? n : 0;
}

static int read_count(struct list_reader *r, const struct slots *s, struct action *a)
{
    const struct value *v = &s->v[ACT_COUNT];

    a->count = 1;
    if (v->type == JSON_ABSENT)
        return 0;
    if (a->kind == ACTION_FORBIDDEN)
        return list_form(r, "count", v->offset,
                         "a forbidden action has no count: none at all may happen");
    if (v->type == JSON_NUMBER)
        a->count = count_of(r->d.bytes.data + v->offset, v->length);
    if (v->type == JSON_NUMBER && a->count > 0)
        return 0;
    return list_form(r, "count", v->offset, "count is not a JSON integer from 1 to 10^18");
}

static int add_up(struct list_reader *r, const struct action *a)
{
    if (a->kind != ACTION_EXPECTED)
        return 0;
    if (a->count > EXPECTED_MOST - r->e->expected)
        return list_form(r, "count", a->at.offset,
                         "with this one more than 10^18 actions are expected");
    r->e->expected += a->count;
    return 0;
}

static int on_action(void *arg, const struct value *v)
{
    struct list_reader *r = arg;
    struct slots s = {.name = act_name, .names = ACT_NAMES};
    struct action *a = expected_add_action(r->e, r->err);

    if (!a)
        return -1;
    r->item++;
    a->at = list_place(r, v->offset);
    int status = list_slots(r, v, &s);
    if (status <= 0)
        return status;
    if (list_text(r, &s, ACT_TOOL, true, &a->tool) < 0 || read_kind(r, &s, a) ||
        list_text(r, &s, ACT_ID, false, &a->id) < 0)
        return -1;
    status = list_digest(r, &s, ACT_HASH, false, &a->hash);
    a->has_hash = status > 0;
    return status < 0 || read_count(r, &s, a) || add_up(r, a) ? -1 : 0;
}

/* --- the whole --- */

static int read_order(struct list_reader *r, const struct slots *s)
{
    struct str text = {0};
    int status = list_text(r, s, TOP_ORDER, false, &text);

    r->e->strict = status > 0 && is(&text, "strict");
    if (status > 0 && !r->e->strict && !is(&text, "any"))
        status = list_form(r, "order", s->v[TOP_ORDER].offset, "order is neither strict nor any");
    str_release(&text);
    return status < 0 ? -1 : 0;
}

static int read_frozen(struct list_reader *r, const struct slots *s)
{
    struct str *text = &r->e->frozen_at;
    const char *why;
    int status = list_text(r, s, TOP_FROZEN, false, text);

    if (status <= 0)
        return status;
    if (rfc3339_parse(text->data, text->len, &r->e->frozen_instant, &why) == 0)
        return 0;
    return list_form(r, "frozen_at", s->v[TOP_FROZEN].offset,
                     "frozen_at is not an RFC 3339 time: %s", why);
}

static int read_schema(struct list_reader *r, const struct slots *s)
{
    struct str text = {0};
    int status = list_text(r, s, TOP_SCHEMA, false, &text);

    if (status > 0 && !is(&text, "aerscope.expected/1"))
        status =
            list_form(r, "schema", s->v[TOP_SCHEMA].offset, "schema is not aerscope.expected/1");
    str_release(&text);
    return status < 0 ? -1 : 0;
}

static int read_actions(struct list_reader *r, const struct slots *s)
{
    const struct value *v = &s->v[TOP_ACTIONS];

    if (read_schema(r, s) || read_order(r, s))
        return -1;
    if (v->type != JSON_ARRAY)
        return list_form(r, "actions", v->offset, "actions is %s: an array is required",
                         json_type_name(v->type));
    int status = array_walk(&r->d, v, on_action, r, r->err);
    r->item = 0;
    return status;
}

static int is_receipt(struct list_reader *r, const struct slots *s, bool *receipt)
{
    struct str text = {0};

    if (s->v[TOP_TYPE].type == JSON_STRING && document_text(&r->d, &s->v[TOP_TYPE], &text, r->err))
        return -1;
    *receipt = text.data && is(&text, "verifiable-workflow-receipt");
    str_release(&text);
    return 0;
}

static int read_kind_of_list(struct list_reader *r, const struct slots *s)
{
    bool receipt, actions = s->v[TOP_ACTIONS].type != JSON_ABSENT;

    if (is_receipt(r, s, &receipt))
        return -1;
    if (receipt && actions)
        return list_form(r, "actions", s->v[TOP_ACTIONS].offset,
                         "actions beside the steps of a workflow receipt: it is ambiguous");
    if (!receipt && !actions)
        return list_form(r, NULL, 0,
                         "neither a list of expected actions, which has an array of actions, nor a "
                         "workflow receipt of type verifiable-workflow-receipt");
    if (list_text(r, s, TOP_JOB, !receipt, &r->e->job_id) < 0 ||
        list_text(r, s, TOP_SOURCE, false, &r->e->source) < 0 || read_frozen(r, s))
        return -1;
    return receipt ? receipt_read(r, &s->v[TOP_STEPS], s, TOP_ROOT) : read_actions(r, s);
}

static int read_whole(struct list_reader *r)
{
    struct slots s = {.name = top_name, .names = TOP_NAMES};
    struct err damage = {0};
    enum json_type type;

    if (object_walk(&r->d, 0, true, &type, on_slot, &s, &damage))
        return list_form(r, NULL, damage.offset, "not JSON: %s", damage.text);
    if (type != JSON_OBJECT)
        return list_form(r, NULL, 0, "a list of expected actions is an object; this is a JSON %s",
                         json_type_name(type));
    return tell_twice(r, &s) ? -1 : read_kind_of_list(r, &s);
}

static int note_rest(struct list_reader *r)
{
    char text[96];

    if (r->forms <= FORMS_MOST)
        return 0;
    snprintf(text, sizeof text, "%llu more errors of form are not listed",
             (unsigned long long)(r->forms - FORMS_MOST));
    return add_form(r, NULL, 0, text);
}

static struct expected *finish(struct list_reader *r, int status)
{
    struct expected *e = r->e;

    if (status == 0)
        status = note_rest(r);
    e->kept = e->list.count;
    document_release(&r->d);
    if (status == 0)
        return e;
    expected_free(e);
    return NULL;
}

static struct expected *begin(const char *path, struct err *err)
{
    struct expected *e = shortage_unless(calloc(1, sizeof *e));

    if (e && path)
        e->path = strdup(path);
    if (e && (e->path || !path))
        return e;
    free(e);
    no_memory(err);
    return NULL;
}

static int read_opened(struct list_reader *r)
{
    r->e->sha256 = r->d.sha256;
    r->e->has_sha256 = true;
    return read_whole(r);
}

struct expected *expected_open(const char *path, struct err *err)
{
    struct list_reader r = {.e = begin(path, err), .err = err};
    struct err trouble = {0};

    if (!r.e)
        return NULL;
    if (document_open(&r.d, path, &trouble) == 0)
        return finish(&r, read_opened(&r));
    document_release(&r.d);
    return finish(&r, list_form(&r, NULL, 0, "%s", trouble.text));
}

struct expected *expected_unread(const char *path, const char *why, struct err *err)
{
    struct list_reader r = {.e = begin(path, err), .err = err};

    if (!r.e)
        return NULL;
    return finish(&r, list_form(&r, NULL, 0, "%s", why));
}

void expected_mean(struct expected *e, const struct digest *sha256)
{
    e->has_meant = true;
    e->meant = *sha256;
}

struct expected *expected_from_bytes(const char *name, const void *bytes, size_t len,
                                     struct err *err)
{
    struct list_reader r = {.e = begin(name, err), .err = err};

    if (!r.e)
        return NULL;
    if (document_set(&r.d, bytes, len, err))
        return finish(&r, -1);
    return finish(&r, read_opened(&r));
}
