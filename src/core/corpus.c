#include "core/corpus.h"

#include "base/limits.h"
#include "core/members.h"
#include "core/seq.h"

#include <stdlib.h>
#include <string.h>

struct corpus {
    struct document d;
    struct vector *vector;
    size_t count, room;
    bool is_06, has_vectors;
    struct value vectors;
    struct err *err;
};

static bool is(const char *name, size_t len, const char *want)
{
    return len == strlen(want) && memcmp(name, want, len) == 0;
}

static int take_text(struct corpus *c, const struct value *v, struct str *out)
{
    if (v->type != JSON_STRING)
        return 0;
    str_release(out);
    return document_text(&c->d, v, out, c->err);
}

static struct vector *current(struct corpus *c)
{
    return &c->vector[c->count - 1];
}

static int on_failure(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct corpus *c = arg;
    struct seq seq;

    (void)at;
    if (is(name, len, "check"))
        return take_text(c, v, &current(c)->failure_check);
    if (!is(name, len, "entry") || v->type != JSON_NUMBER)
        return 0;
    if (seq_read(&seq, &c->d.all, v->offset, v->length, c->err))
        return -1;
    current(c)->failure_entry = seq.integer && seq.small && seq.value > 0 ? (uint64_t)seq.value : 0;
    return 0;
}

static int take_failure(struct corpus *c, const struct value *v)
{
    enum json_type type;

    if (v->type != JSON_OBJECT)
        return 0;
    current(c)->has_first_failure = true;
    return object_walk(&c->d, v->offset, false, &type, on_failure, c, c->err);
}

static int on_vector_member(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct corpus *c = arg;
    struct vector *x = current(c);

    (void)at;
    if (is(name, len, "name"))
        return take_text(c, v, &x->name);
    if (is(name, len, "description"))
        return take_text(c, v, &x->description);
    if (is(name, len, "expected_verdict"))
        return take_text(c, v, &x->expected_verdict);
    if (is(name, len, "first_failure"))
        return take_failure(c, v);
    if (is(name, len, "timeline") || is(name, len, "entries")) {
        x->timeline = c->d.bytes.data + v->offset;
        x->timeline_len = (size_t)v->length;
        x->timeline_offset = v->offset;
    }
    if (is(name, len, "commitment")) {
        x->commitment = c->d.bytes.data + v->offset;
        x->commitment_len = (size_t)v->length;
    }
    return 0;
}

static int on_vector(void *arg, const struct value *v)
{
    struct corpus *c = arg;
    enum json_type type;

    if (c->count == c->room) {
        size_t room = c->room ? c->room * 2 : 32;
        struct vector *vector = realloc(c->vector, room * sizeof *vector);
        if (!vector)
            return err_set(c->err, ERR_MEMORY, "no memory for vectors");
        c->vector = vector;
        c->room = room;
    }
    memset(&c->vector[c->count++], 0, sizeof *c->vector);
    if (v->type != JSON_OBJECT)
        return err_at(c->err, v->offset, "a vector is an object, not a JSON %s", json_type_name(v->type));
    return object_walk(&c->d, v->offset, false, &type, on_vector_member, c, c->err);
}

static int on_member(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct corpus *c = arg;
    struct str text = {0};

    (void)at;
    if (is(name, len, "vectors") && v->type == JSON_ARRAY) {
        c->has_vectors = true;
        c->vectors = *v;
    }
    if (!is(name, len, "construction") && !is(name, len, "spec"))
        return 0;
    if (take_text(c, v, &text))
        return -1;
    /* "aer1-06", "draft-zambo-aer1-06": the revision is what ends the word. */
    if (text.len >= 3 && memcmp(text.data + text.len - 3, "-06", 3) == 0)
        c->is_06 = true;
    str_release(&text);
    return 0;
}

static int read_corpus(struct corpus *c)
{
    enum json_type type;

    if (object_walk(&c->d, 0, true, &type, on_member, c, c->err))
        return -1;
    if (!c->has_vectors)
        return err_set(c->err, ERR_FORM, "no corpus: an object with an array \"vectors\" is expected");
    return array_walk(&c->d, &c->vectors, on_vector, c, c->err);
}

struct corpus *corpus_open(const char *path, struct err *err)
{
    struct corpus *c = calloc(1, sizeof *c);

    if (!c) {
        err_set(err, ERR_MEMORY, "no memory for a corpus");
        return NULL;
    }
    c->err = err;
    if (document_open(&c->d, path, err) == 0 && read_corpus(c) == 0)
        return c;
    corpus_free(c);
    return NULL;
}

void corpus_free(struct corpus *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->count; i++) {
        str_release(&c->vector[i].name);
        str_release(&c->vector[i].description);
        str_release(&c->vector[i].expected_verdict);
        str_release(&c->vector[i].failure_check);
    }
    free(c->vector);
    document_release(&c->d);
    free(c);
}

size_t corpus_count(const struct corpus *c)
{
    return c->count;
}

const struct vector *corpus_vector(const struct corpus *c, size_t i)
{
    return &c->vector[i];
}

bool corpus_is_06(const struct corpus *c)
{
    return c->is_06;
}
