#include "app/case.h"

#include "app/complain.h"
#include "explain/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int add_input(struct options *o, const char *path, struct err *err)
{
    struct str located = {0};

    if (path == NULL)
        return 0;
    if (casefile_locate(o->casefile, path, &located, err) != 0)
        return -1;
    o->case_input[o->case_inputs++] = located.data;
    return 0;
}

static int note_inputs(struct options *o, struct err *err)
{
    size_t all = casefile_references(o->casefile);

    o->case_input = calloc(all + 2, sizeof *o->case_input);
    if (o->case_input == NULL)
        return err_set(err, ERR_MEMORY, "no memory for a case file");
    for (size_t i = 0; i < all; i++)
        if (add_input(o, casefile_reference(o->casefile, i).file.path, err) != 0)
            return -1;
    return add_input(o, casefile_expect(o->casefile).path, err) != 0 ||
                   add_input(o, casefile_baseline(o->casefile).path, err) != 0
               ? -1
               : 0;
}

int case_open(struct options *o, struct err *err)
{
    struct stat st;

    if (o->case_path == NULL)
        return 0;
    if (o->command == COMMAND_VIEW && stat(o->case_path, &st) != 0 && errno == ENOENT)
        return 0;
    o->casefile = casefile_open(o->case_path, CASEFILE_READ, err);
    return o->casefile != NULL ? note_inputs(o, err) : -1;
}

/* ---- what the line says already ---- */

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    return strcmp(a, b) == 0 ||
           (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

static bool on_line(const struct options *o, enum reference_kind kind, const char *path)
{
    for (size_t i = 0; i < o->references; i++)
        if (o->reference[i].kind == kind && (path == NULL || same_file(o->reference[i].value, path)))
            return true;
    return false;
}

/* ---- references ---- */

static int copy_text(char **to, const char *from)
{
    *to = from != NULL ? strdup(from) : NULL;
    return from == NULL || *to != NULL ? 0 : -1;
}

static int describe(struct reference *ref, const struct casefile *c, const struct casefile_reference *r,
                    struct err *err)
{
    ref->independent = casefile_vouches(c) ? r->independent : INDEPENDENT_UNKNOWN;
    if (copy_text(&ref->witness, r->witness) != 0 || copy_text(&ref->authority, r->authority) != 0 ||
        copy_text(&ref->retrieved_from, r->retrieved_from) != 0 ||
        copy_text(&ref->retrieved_at, r->retrieved_at) != 0)
        return err_set(err, ERR_MEMORY, "no memory for the references");
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

/* A case file may name a device or a pipe, on which reading would never end. */
static bool is_regular(struct casefile *c, const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0 || S_ISREG(st.st_mode))
        return true;
    casefile_warn(c, "'%s', which the case file names, is no regular file: it is not read", shown(path).text);
    return false;
}

static int add_commitment(struct reference_set *set, const struct options *o,
                          const struct casefile_reference *r, struct err *err)
{
    struct str path = {0};
    struct reference *ref;
    int rc = 0;

    if (casefile_locate(o->casefile, r->file.path, &path, err) != 0)
        return -1;
    if (!on_line(o, REFERENCE_COMMITMENT, path.data)) {
        ref = is_regular(o->casefile, path.data) ? reference_add_commitment(set, path.data, err)
                                                 : reference_add_bytes(set, path.data, "", 0, err);
        if (ref == NULL)
            rc = -1;
        else if (is_pinned(o->casefile, &r->file, ref->has_sha256, &ref->sha256))
            rc = describe(ref, o->casefile, r, err);
    }
    str_release(&path);
    return rc;
}

/* A head or a count stands in the case file itself. */
static int add_value(struct reference_set *set, const struct options *o,
                     const struct casefile_reference *r, struct err *err)
{
    const char *value = r->value != NULL ? r->value : "";
    struct err why = {0};
    struct reference *ref;
    char text[sizeof why.text + 600];

    ref = r->kind == REFERENCE_HEAD ? reference_add_head(set, value, &why)
                                    : reference_add_count(set, value, &why);
    if (ref != NULL)
        return describe(ref, o->casefile, r, err);
    if (why.code != ERR_USAGE) {
        *err = why;
        return -1;
    }
    snprintf(text, sizeof text, "the case file has '%s' for it: %s", shown(value).text, why.text);
    return reference_add_unusable(set, r->kind, NULL, text, err) != NULL ? 0 : -1;
}

static int add_reference(struct reference_set *set, const struct options *o, size_t i, struct err *err)
{
    struct casefile_reference r = casefile_reference(o->casefile, i);
    char text[128];

    if (r.kind != REFERENCE_COMMITMENT)
        return add_value(set, o, &r, err);
    if (r.file.path != NULL)
        return add_commitment(set, o, &r, err);
    snprintf(text, sizeof text, "reference %zu of the case file names neither a file nor a value", i + 1);
    return reference_add_unusable(set, r.kind, NULL, text, err) != NULL ? 0 : -1;
}

/* Whoever can write the file can write what is stated of independence. */
static void tell_doubt(struct casefile *c)
{
    for (size_t i = 0; !casefile_vouches(c) && i < casefile_references(c); i++)
        if (casefile_reference(c, i).independent != INDEPENDENT_UNKNOWN) {
            casefile_warn(c, "what it states of the independence of its references is not taken over, because "
                             "its history does not hold: it counts as unknown");
            return;
        }
}

static int add_expected(struct reference_set *set, const struct options *o, struct err *err)
{
    struct casefile_file f = casefile_expect(o->casefile);
    struct expected_about about;
    struct reference *manifest;
    struct str path = {0};
    int rc = 0;

    if (f.path == NULL || on_line(o, REFERENCE_MANIFEST, NULL))
        return 0;
    if (casefile_locate(o->casefile, f.path, &path, err) != 0)
        return -1;
    if (is_regular(o->casefile, path.data)) {
        rc = reference_set_expect(set, path.data, &manifest, err);
        if (rc == 0) {
            about = expected_about(set->expected);
            is_pinned(o->casefile, &f, about.has_sha256, &about.sha256);
        }
    }
    str_release(&path);
    return rc;
}

static int add_baseline(struct reference_set *set, const struct options *o, struct err *err)
{
    struct casefile_file f = casefile_baseline(o->casefile);
    struct str path = {0};
    int rc = 0;

    if (f.path == NULL || on_line(o, REFERENCE_BASELINE, NULL))
        return 0;
    if (casefile_locate(o->casefile, f.path, &path, err) != 0)
        return -1;
    if (is_regular(o->casefile, path.data) && baseline_add(set, path.data, o->jobs, err) == NULL)
        rc = -1;
    str_release(&path);
    return rc;
}

int case_references(struct reference_set *set, const struct options *o, struct err *err)
{
    size_t all, taken;

    if (o->casefile == NULL)
        return 0;
    tell_doubt(o->casefile);
    all = casefile_references(o->casefile);
    taken = all < LIMIT_CASE_REFERENCES ? all : LIMIT_CASE_REFERENCES;
    for (size_t i = 0; i < taken; i++)
        if (add_reference(set, o, i, err) != 0)
            return -1;
    if (taken < all)
        casefile_warn(o->casefile, "%zu references of the case file are left out: %d are taken", all - taken,
                      LIMIT_CASE_REFERENCES);
    return add_expected(set, o, err) != 0 || add_baseline(set, o, err) != 0 ? -1 : 0;
}

/* ---- beside the timeline ---- */

/* The bytes of an earlier copy are known only when it was read to its end. */
static void check_baseline(const struct report *r, const struct options *o)
{
    struct casefile_file f = casefile_baseline(o->casefile);

    if (f.path == NULL || on_line(o, REFERENCE_BASELINE, NULL))
        return;
    for (size_t i = 0; i < r->refs->count; i++)
        if (r->refs->item[i].kind == REFERENCE_BASELINE)
            is_pinned(o->casefile, &f, r->refs->item[i].has_sha256, &r->refs->item[i].sha256);
}

void case_judge(struct report *r, const struct options *o)
{
    struct casefile *c = o->casefile;

    if (c == NULL || r->timeline == NULL)
        return;
    r->casefile = c;
    do
        casefile_match(c, r->timeline, r->path);
    while (casefile_matching(c));
    check_baseline(r, o);
    if (r->error.code == ERR_NONE && casefile_recorded(c) > 0)
        r->verdict.outcome = OUTCOME_RECORDED;
}
