/* References as they were checked, kept in a case file: statements and results, each once. */
#include "casefile/casefile_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* HEX@COUNT, HEX or COUNT: what --head and --count take. */
static const char *value_of(const struct reference *r, char out[DIGEST_HEX + 32])
{
    char hex[DIGEST_HEX + 1] = "";

    if (r->has_digest)
        digest_hex(&r->final_digest, hex);
    if (r->has_count)
        snprintf(out, DIGEST_HEX + 32, "%s%s%" PRId64, hex, r->has_digest ? "@" : "", r->count);
    else
        snprintf(out, DIGEST_HEX + 32, "%s", hex);
    return out;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_file(const struct casefile_file *a, const struct casefile_file *b)
{
    return same_text(a->path, b->path) && a->has_sha256 == b->has_sha256 &&
           (!a->has_sha256 || digest_equal(&a->sha256, &b->sha256));
}

static bool same_statement(const struct casefile_reference *a, const struct casefile_reference *b)
{
    return same_text(a->witness, b->witness) && same_text(a->authority, b->authority) &&
           same_text(a->retrieved_from, b->retrieved_from) &&
           same_text(a->retrieved_at, b->retrieved_at) && a->independent == b->independent;
}

/* The index of the same reference, or how many there are. `stored` is its path as it is kept. */
static size_t find(const struct casefile *c, const struct casefile_reference *r, const char *stored)
{
    struct casefile_file wanted = r->file;
    size_t n = casefile_references(c), i = 0;

    wanted.path = stored;
    for (; i < n; i++) {
        struct casefile_reference have = casefile_reference(c, i);

        if (have.kind == r->kind &&
            (r->value != NULL ? same_text(have.value, r->value) : same_file(&have.file, &wanted)))
            break;
    }
    return i;
}

/* ---- checks ---- */

static size_t distinct_codes(const struct reference *r, const char *out[FINDING_COUNT])
{
    bool seen[FINDING_COUNT] = {false};
    size_t n = 0;

    for (size_t i = 0; i < r->findings.count; i++) {
        enum finding_code code = r->findings.item[i].code;

        if (!seen[code])
            out[n++] = finding_code_name(code);
        seen[code] = true;
    }
    return n;
}

static bool same_check(const struct casefile *c, size_t i, const struct casefile_check *check,
                       const char *const *code)
{
    size_t n = casefile_reference(c, i).checks;
    struct casefile_check last;

    if (n == 0)
        return false;
    last = casefile_check(c, i, n - 1);
    if (!same_text(last.result, check->result) || !same_text(last.tool_version, PACKAGE_VERSION) ||
        last.codes != check->codes || last.has_timeline != check->has_timeline ||
        (last.has_timeline && !digest_equal(&last.timeline, &check->timeline)))
        return false;
    for (size_t k = 0; k < check->codes; k++)
        if (!same_text(casefile_check_code(c, i, n - 1, k), code[k]))
            return false;
    return true;
}

static int keep_check(struct casefile *c, size_t i, const struct reference *r,
                      const struct digest *timeline, struct err *err)
{
    const char *code[FINDING_COUNT];
    struct casefile_check check = {.result = reference_result_name(r->result)};

    if (r->result == REFERENCE_UNCHECKED)
        return 0;
    check.codes = distinct_codes(r, code);
    check.has_timeline = timeline != NULL;
    if (timeline != NULL)
        check.timeline = *timeline;
    return same_check(c, i, &check, code) ? 0 : casefile_add_check(c, i, &check, code, err);
}

/* ---- references ---- */

static int keep_one(struct casefile *c, const struct reference *r, const struct digest *timeline,
                    struct err *err)
{
    char value[DIGEST_HEX + 32];
    struct casefile_reference mine = {
        .kind = r->kind,
        .file = {r->path, r->has_sha256, r->sha256},
        .value = r->kind == REFERENCE_COMMITMENT ? NULL : value_of(r, value),
        .witness = r->witness,
        .authority = r->authority,
        .retrieved_from = r->retrieved_from,
        .retrieved_at = r->retrieved_at,
        .independent = r->independent,
    }, have;
    struct str stored = {0};
    size_t i;
    int rc = 0;

    if (mine.value == NULL && path_store(c, r->path, &stored, err) != 0)
        return -1;
    i = find(c, &mine, stored.data);
    str_release(&stored);
    have = casefile_reference(c, i);
    /* What was not taken over of it is not unsaid by that. */
    if (!casefile_vouches(c) && mine.independent == INDEPENDENT_UNKNOWN)
        mine.independent = have.independent;
    if (i == casefile_references(c))
        rc = casefile_add_reference(c, &mine, err);
    else if (!same_statement(&have, &mine))
        rc = casefile_edit_reference(c, i, &mine, err);
    return rc == 0 ? keep_check(c, i, r, timeline, err) : -1;
}

static int keep_file(struct casefile *c, const struct casefile_file *have, const char *path, bool known,
                     const struct digest *sha256,
                     int (*set)(struct casefile *, const struct casefile_file *, struct err *),
                     struct err *err)
{
    struct casefile_file mine = {path, known, *sha256}, wanted = mine;
    struct str stored = {0};
    bool same;

    if (path_store(c, path, &stored, err) != 0)
        return -1;
    wanted.path = stored.data;
    same = same_file(have, &wanted);
    str_release(&stored);
    return same ? 0 : set(c, &mine, err);
}

static bool stands_alone(const struct reference *r)
{
    return !r->embedded && !r->own_file && (r->path == NULL || strcmp(r->path, "-") != 0);
}

static int keep(struct casefile *c, const struct reference *r, const struct digest *timeline,
                struct err *err)
{
    struct casefile_file baseline = casefile_baseline(c);

    if (!stands_alone(r) || r->kind == REFERENCE_MANIFEST)
        return 0;
    if (r->kind == REFERENCE_BASELINE)
        return keep_file(c, &baseline, r->path, r->has_sha256, &r->sha256, casefile_set_baseline, err);
    return keep_one(c, r, timeline, err);
}

int casefile_keep_references(struct casefile *c, const struct reference_set *refs,
                             const struct digest *timeline, struct err *err)
{
    struct casefile_file expect = casefile_expect(c);
    struct expected_about about;

    if (casefile_writable(c, err) != 0)
        return -1;
    for (size_t i = 0; i < refs->count; i++)
        if (keep(c, &refs->item[i], timeline, err) != 0)
            return -1;
    if (refs->expected == NULL)
        return 0;
    about = expected_about(refs->expected);
    if (about.path == NULL || strcmp(about.path, "-") == 0)
        return 0;
    return keep_file(c, &expect, about.path, about.has_sha256, &about.sha256, casefile_set_expect, err);
}
