#include "app/refcase.h"

#include "app/complain.h"
#include "explain/baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what is there already ---- */

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    return strcmp(a, b) == 0 ||
           (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

static bool is_file(enum reference_kind kind)
{
    return kind == REFERENCE_COMMITMENT || kind == REFERENCE_BASELINE || kind == REFERENCE_MANIFEST;
}

/* What the line says of it, NULL where the line does not name it. */
static const struct reference_option *on_line(const struct options *o, const struct reference *r)
{
    struct reference_set one = {0};
    const struct reference *given;
    struct err ignored = {0};

    for (size_t i = 0; i < o->references; i++) {
        const struct reference_option *option = &o->reference[i];
        bool same;

        if (option->kind != r->kind)
            continue;
        if (is_file(r->kind)) {
            if (r->path != NULL && same_file(option->value, r->path))
                return option;
            continue;
        }
        given = r->kind == REFERENCE_HEAD ? reference_add_head(&one, option->value, &ignored)
                                          : reference_add_count(&one, option->value, &ignored);
        same = given != NULL && given->has_digest == r->has_digest && given->has_count == r->has_count &&
               (!r->has_digest || digest_equal(&given->final_digest, &r->final_digest)) &&
               (!r->has_count || given->count == r->count);
        reference_set_release(&one);
        if (same)
            return option;
    }
    return NULL;
}

static bool names_list(const struct options *o)
{
    for (size_t i = 0; i < o->references; i++)
        if (o->reference[i].kind == REFERENCE_MANIFEST)
            return true;
    return false;
}

/* ---- what the case file states ---- */

struct bringing {
    struct reference_set *set;
    struct casefile *c;
    const struct options *o;
    size_t before; /* references that were there */
    bool list;     /* and a list */
    bool vouches;  /* for what is stated of the independence of the one that is brought */
    struct err *err;
};

static int copy_text(char **to, const char *from)
{
    if (*to != NULL || from == NULL)
        return 0;
    *to = strdup(from);
    return *to != NULL ? 0 : -1;
}

/* What is not stated yet. */
static int describe(struct bringing *b, struct reference *ref, const struct casefile_reference *r, bool independence)
{
    if (independence) {
        ref->independent = b->vouches ? r->independent : INDEPENDENT_UNKNOWN;
        ref->not_taken = b->vouches ? INDEPENDENT_UNKNOWN : r->independent;
    }
    if (copy_text(&ref->witness, r->witness) != 0 || copy_text(&ref->authority, r->authority) != 0 ||
        copy_text(&ref->retrieved_from, r->retrieved_from) != 0 ||
        copy_text(&ref->retrieved_at, r->retrieved_at) != 0)
        return err_set(b->err, ERR_MEMORY, "no memory for the references");
    return 0;
}

/* What was stated was stated of bytes. Of others nothing was. */
static bool is_pinned(struct casefile *c, const struct casefile_file *f, bool known,
                      const struct digest *sha256)
{
    if (!known)
        return false;
    if (!f->has_sha256)
        casefile_warn(c, "'%s': the case file does not say which bytes it means (no sha256), so what it states "
                         "of it is not taken over", shown(f->path).text);
    else if (digest_equal(&f->sha256, sha256))
        return true;
    else
        casefile_warn(c, "'%s' has not the bytes that the case file means: its SHA-256 is another than the "
                         "one recorded, so what was stated of it is not taken over", shown(f->path).text);
    return false;
}

/* So that a check, or what is kept of one, knows which bytes the case file means. */
static void mean(struct reference *ref, const struct casefile_file *f)
{
    ref->has_meant = f->has_sha256;
    ref->meant = f->sha256;
}

static const char irregular[] = "it is no regular file, so it is not read";

/* A case file may name a device or a pipe, on which reading would never end. */
static bool is_regular(struct casefile *c, const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0 || S_ISREG(st.st_mode))
        return true;
    casefile_warn(c, "'%s', which the case file names, is no regular file: it is not read", shown(path).text);
    return false;
}

/* ---- one that is there ---- */

static struct reference *find_file(const struct bringing *b, enum reference_kind kind, const char *path)
{
    for (size_t i = 0; i < b->before; i++) {
        struct reference *ref = &b->set->item[i];

        if (ref->kind == kind && !ref->embedded && ref->path != NULL && same_file(ref->path, path))
            return ref;
    }
    return NULL;
}

static struct reference *find_value(const struct bringing *b, size_t number)
{
    for (size_t i = 0; i < b->before; i++)
        if (!is_file(b->set->item[i].kind) && casefile_find_reference(b->c, &b->set->item[i]) == number)
            return &b->set->item[i];
    return NULL;
}

/* The line said of it what it said. One that was attached on the screen was asked about. */
static int fill(struct bringing *b, struct reference *ref, const struct casefile_reference *r)
{
    const struct reference_option *given = on_line(b->o, ref);

    return given != NULL ? describe(b, ref, r, !given->has_independent) : 0;
}

/* ---- references ---- */

static int fill_file(struct bringing *b, struct reference *ref, const struct casefile_reference *r)
{
    if (on_line(b->o, ref) == NULL || !r->file.has_sha256 || !ref->has_sha256 ||
        !digest_equal(&r->file.sha256, &ref->sha256))
        return 0;
    return fill(b, ref, r);
}

static int add_file(struct bringing *b, const struct casefile_reference *r, const char *path)
{
    struct reference *ref;

    if (is_regular(b->c, path))
        ref = reference_add_commitment(b->set, path, b->err);
    else
        ref = reference_add_unusable(b->set, REFERENCE_COMMITMENT, path, irregular, b->err);
    if (ref == NULL)
        return -1;
    mean(ref, &r->file);
    return is_pinned(b->c, &r->file, ref->has_sha256, &ref->sha256) ? describe(b, ref, r, true) : 0;
}

static int bring_commitment(struct bringing *b, const struct casefile_reference *r)
{
    struct str path = {0};
    struct reference *there;
    int rc;

    if (casefile_locate(b->c, r->file.path, &path, b->err) != 0)
        return -1;
    there = find_file(b, REFERENCE_COMMITMENT, path.data);
    rc = there != NULL ? fill_file(b, there, r) : add_file(b, r, path.data);
    str_release(&path);
    return rc;
}

/* A head or a count stands in the case file itself. */
static int bring_value(struct bringing *b, const struct casefile_reference *r, size_t number)
{
    const char *value = r->value != NULL ? r->value : "";
    struct err why = {0};
    struct reference *ref = find_value(b, number);
    char text[sizeof why.text + 600];

    if (ref != NULL)
        return fill(b, ref, r);
    ref = r->kind == REFERENCE_HEAD ? reference_add_head(b->set, value, &why)
                                    : reference_add_count(b->set, value, &why);
    if (ref != NULL)
        return describe(b, ref, r, true);
    if (why.code != ERR_USAGE) {
        *b->err = why;
        return -1;
    }
    snprintf(text, sizeof text, "the case file has '%s' for it: %s", shown(value).text, why.text);
    return reference_add_unusable(b->set, r->kind, NULL, text, b->err) != NULL ? 0 : -1;
}

static int bring_reference(struct bringing *b, size_t i)
{
    struct casefile_reference r = casefile_reference(b->c, i);
    char text[128];

    b->vouches = casefile_vouches(b->c, i);
    if (r.kind != REFERENCE_COMMITMENT)
        return bring_value(b, &r, i);
    if (r.file.path != NULL)
        return bring_commitment(b, &r);
    snprintf(text, sizeof text, "reference %zu of the case file names neither a file nor a value", i + 1);
    return reference_add_unusable(b->set, r.kind, NULL, text, b->err) != NULL ? 0 : -1;
}

/* Whoever can write the file can write what is stated of independence. */
static bool is_doubted(const struct casefile *c, size_t i)
{
    return casefile_reference(c, i).independent != INDEPENDENT_UNKNOWN && !casefile_vouches(c, i);
}

static void tell_doubt(struct casefile *c)
{
    bool doubted = is_doubted(c, CASEFILE_BASELINE);

    for (size_t i = 0; !doubted && i < casefile_references(c); i++)
        doubted = is_doubted(c, i);
    if (doubted)
        casefile_warn(c, "what it states of the independence of its references is not taken over, because "
                         "its history does not %s: it counts as unknown until it is stated again",
                      casefile_history(c) == HISTORY_HOLDS ? "vouch for it" : "hold");
}

/* ---- list and earlier copy ---- */

static int add_list(struct bringing *b, const struct casefile_file *f, const char *path)
{
    struct expected_about about;
    struct reference *manifest;

    if (!is_regular(b->c, path)) {
        b->set->expected = expected_unread(path, irregular, b->err);
        return b->set->expected != NULL ? 0 : -1;
    }
    if (reference_set_expect(b->set, path, &manifest, b->err) != 0)
        return -1;
    if (f->has_sha256)
        expected_mean(b->set->expected, &f->sha256);
    about = expected_about(b->set->expected);
    is_pinned(b->c, f, about.has_sha256, &about.sha256);
    return 0;
}

static int bring_list(struct bringing *b)
{
    struct casefile_file f = casefile_expect(b->c);
    struct str path = {0};
    int rc;

    if (f.path == NULL || b->list)
        return 0;
    if (casefile_locate(b->c, f.path, &path, b->err) != 0)
        return -1;
    rc = add_list(b, &f, path.data);
    str_release(&path);
    return rc;
}

static bool has_copy(const struct bringing *b)
{
    for (size_t i = 0; i < b->before; i++)
        if (b->set->item[i].kind == REFERENCE_BASELINE)
            return true;
    return false;
}

/* Its bytes are known when it is read to its end: if they are not those that are meant, the check drops what
 * is stated here. */
static int add_copy(struct bringing *b, const struct casefile_reference *r, const char *path)
{
    struct reference *ref;

    if (!is_regular(b->c, path))
        return reference_add_unusable(b->set, REFERENCE_BASELINE, path, irregular, b->err) != NULL ? 0 : -1;
    ref = baseline_add(b->set, path, b->o->jobs, b->err);
    if (ref == NULL)
        return -1;
    mean(ref, &r->file);
    return ref->has_meant ? describe(b, ref, r, true) : 0;
}

/* One that the line names and says nothing of. */
static int fill_copy(struct bringing *b, struct reference *ref, const struct casefile_reference *r)
{
    const struct reference_option *given = on_line(b->o, ref);

    if (given == NULL || given->has_independent || ref->witness != NULL || ref->authority != NULL ||
        ref->retrieved_from != NULL || ref->retrieved_at != NULL || !r->file.has_sha256)
        return 0;
    mean(ref, &r->file);
    return describe(b, ref, r, true);
}

static int bring_copy(struct bringing *b)
{
    struct casefile_reference r = casefile_reference(b->c, CASEFILE_BASELINE);
    struct reference *there;
    struct str path = {0};
    int rc = 0;

    if (r.file.path == NULL)
        return 0;
    if (casefile_locate(b->c, r.file.path, &path, b->err) != 0)
        return -1;
    b->vouches = casefile_vouches(b->c, CASEFILE_BASELINE);
    there = find_file(b, REFERENCE_BASELINE, path.data);
    if (there != NULL)
        rc = fill_copy(b, there, &r);
    else if (!has_copy(b))
        rc = add_copy(b, &r, path.data);
    str_release(&path);
    return rc;
}

int refcase_bring(struct reference_set *set, struct casefile *c, const struct options *o, struct err *err)
{
    struct bringing b = {set, c, o, set->count, set->expected != NULL, false, err};
    size_t all, taken;

    tell_doubt(c);
    all = casefile_references(c);
    taken = all < LIMIT_CASE_REFERENCES ? all : LIMIT_CASE_REFERENCES;
    for (size_t i = 0; i < taken; i++)
        if (bring_reference(&b, i) != 0)
            return -1;
    if (taken < all)
        casefile_warn(c, "%zu references of the case file are left out: %d are taken", all - taken,
                      LIMIT_CASE_REFERENCES);
    return bring_list(&b) != 0 || bring_copy(&b) != 0 ? -1 : 0;
}

/* ---- another case file ---- */

static void take_off_list(struct reference_set *set)
{
    expected_free(set->expected);
    set->expected = NULL;
    for (size_t i = set->count; i > 0; i--)
        if (set->item[i - 1].kind == REFERENCE_MANIFEST)
            reference_set_remove(set, i - 1);
}

void refcase_take_off(struct reference_set *set, const struct casefile *c, const struct options *o)
{
    for (size_t i = set->count; i > 0; i--) {
        const struct reference *r = &set->item[i - 1];

        if (casefile_find_reference(c, r) != CASEFILE_NOWHERE && on_line(o, r) == NULL)
            reference_set_remove(set, i - 1);
    }
    if (set->expected != NULL && casefile_names_list(c, set->expected) && !names_list(o))
        take_off_list(set);
}

/* ---- after the check ---- */

void refcase_check(const struct reference_set *set, struct casefile *c)
{
    struct casefile_file f = casefile_baseline(c);

    for (size_t i = 0; f.path != NULL && i < set->count; i++) {
        const struct reference *r = &set->item[i];

        if (r->kind == REFERENCE_BASELINE && casefile_find_reference(c, r) == CASEFILE_BASELINE)
            is_pinned(c, &f, r->has_sha256, &r->sha256);
    }
}
