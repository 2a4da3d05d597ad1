/* The references of the evidence once more, to be checked against a copy: each check keeps its results in the
 * references themselves. */
#include "tui/lab.h"

#include "explain/baseline.h"

#include <string.h>

static int copy_text(char **to, const char *from)
{
    *to = from ? strdup(from) : NULL;
    return from && !*to ? -1 : 0;
}

static int copy_statements(struct reference *to, const struct reference *from, struct err *err)
{
    to->independent = from->independent;
    to->by_line = from->by_line;
    to->not_taken = from->not_taken;
    if (copy_text(&to->witness, from->witness) == 0 && copy_text(&to->authority, from->authority) == 0 &&
        copy_text(&to->retrieved_from, from->retrieved_from) == 0 &&
        copy_text(&to->retrieved_at, from->retrieved_at) == 0)
        return 0;
    return err_set(err, ERR_MEMORY, "no memory for the references");
}

static int copy_str(struct str *to, const struct str *from)
{
    return from->data ? str_set(to, from->data, from->len) : 0;
}

static void keep_nothing(void *arg)
{
    (void)arg;
}

/* As it was read: its file may be another by now. */
static struct reference *copy_read(struct reference_set *to, const struct reference *from, struct err *err)
{
    const struct reference_judge here = {.free = keep_nothing};
    struct reference *r = reference_add_judged(to, from->kind, from->path, &here, err);

    if (!r)
        return NULL;
    r->own_file = from->own_file;
    r->sha256 = from->sha256;
    r->has_sha256 = from->has_sha256;
    r->readable = from->readable;
    r->has_digest = from->has_digest;
    r->final_digest = from->final_digest;
    r->has_count = from->has_count;
    r->count = from->count;
    r->published = from->published;
    if (copy_str(&r->job_id, &from->job_id) == 0 && copy_str(&r->published_at, &from->published_at) == 0)
        return r;
    err_set(err, ERR_MEMORY, "no memory for the references");
    return NULL;
}

static int copy_one(struct reference_set *to, const struct reference *from, struct err *err)
{
    struct reference *r;

    if (from->embedded || from->kind == REFERENCE_MANIFEST)
        return 0;
    if (from->kind == REFERENCE_BASELINE)
        r = baseline_add(to, from->path, 0, err);
    else if (from->readable)
        r = copy_read(to, from, err);
    else
        r = reference_add_commitment(to, from->path, err);
    return r ? copy_statements(r, from, err) : -1;
}

static const struct reference *manifest_of(const struct reference_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->item[i].kind == REFERENCE_MANIFEST)
            return &set->item[i];
    return NULL;
}

/* Its bytes, which are kept from the first time on: its file may be another one later, or gone. */
static int keep_list(struct document *list, const struct expected_about *was, struct err *err)
{
    struct document now = {0};
    struct err why = {0};

    if (list->bytes.data && digest_equal(&list->sha256, &was->sha256))
        return 0;
    if (document_open(&now, was->path, &why) == 0 && digest_equal(&now.sha256, &was->sha256)) {
        document_release(list);
        *list = now;
        return 0;
    }
    document_release(&now);
    return err_set(err, ERR_CHANGED,
                   "the list of expected actions cannot be read again as it was: attach it again, or take it off");
}

/* Entries hold what a list gave them, so another one is made of the same bytes. */
static int copy_list(struct reference_set *to, const struct reference_set *from, struct document *list, struct err *err)
{
    struct expected_about was;
    struct reference *manifest;
    const struct reference *stated = manifest_of(from);
    int status;

    if (!from->expected)
        return 0;
    was = expected_about(from->expected);
    if (was.has_sha256 && keep_list(list, &was, err) < 0)
        return -1;
    status = was.has_sha256 ? reference_set_expect_bytes(to, was.path, list->bytes.data, list->bytes.len, &manifest, err)
                            : reference_set_expect(to, was.path, &manifest, err);
    if (status < 0)
        return -1;
    if (was.has_meant)
        expected_mean(to->expected, &was.meant);
    return manifest && stated ? copy_statements(manifest, stated, err) : 0;
}

int lab_copy_references(struct reference_set *to, const struct reference_set *from, struct document *list, struct err *err)
{
    for (size_t i = 0; i < from->count; i++)
        if (copy_one(to, &from->item[i], err) < 0)
            return -1;
    return copy_list(to, from, list, err);
}
