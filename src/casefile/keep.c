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

/* What a case file would say of it; `value` is room for one that is no file. */
static struct casefile_reference stated_by(const struct reference *r, char value[DIGEST_HEX + 32])
{
    bool file = r->kind == REFERENCE_COMMITMENT || r->kind == REFERENCE_BASELINE;

    return (struct casefile_reference){
        .kind = r->kind,
        .file = {r->path, r->has_sha256, r->sha256},
        .value = file ? NULL : value_of(r, value),
        .witness = r->witness,
        .authority = r->authority,
        .retrieved_from = r->retrieved_from,
        .retrieved_at = r->retrieved_at,
        .independent = r->independent,
    };
}

/* The same reference: its value, or its path as it is kept (`stored`) and its bytes. */
static bool is_same(const struct casefile_reference *have, const struct casefile_reference *r, const char *stored)
{
    struct casefile_file wanted = r->file;

    wanted.path = stored;
    return have->kind == r->kind &&
           (r->value != NULL ? same_text(have->value, r->value) : same_file(&have->file, &wanted));
}

static size_t find(const struct casefile *c, const struct casefile_reference *r, const char *stored)
{
    struct casefile_reference have = casefile_reference(c, CASEFILE_BASELINE);
    size_t n = casefile_references(c);

    if (r->kind == REFERENCE_BASELINE)
        return is_same(&have, r, stored) ? CASEFILE_BASELINE : CASEFILE_NOWHERE;
    for (size_t i = 0; i < n; i++) {
        have = casefile_reference(c, i);
        if (is_same(&have, r, stored))
            return i;
    }
    return CASEFILE_NOWHERE;
}

bool casefile_can_keep(const struct reference *r)
{
    return !r->embedded && !r->own_file && r->kind != REFERENCE_MANIFEST &&
           (r->path == NULL || strcmp(r->path, "-") != 0);
}

/* How well the case file's `have` fits what is shown; 0: not at all. What was stated of other bytes is not
 * taken over, so that one shown with nothing stated is rather the one whose bytes have changed. */
static int fit(const struct casefile_reference *have, const struct casefile_reference *r, const char *stored)
{
    static const struct casefile_reference nothing = {.independent = INDEPENDENT_UNKNOWN};
    bool same = is_same(have, r, stored), at_path = r->value == NULL && same_text(have->file.path, stored);

    if (have->kind != r->kind || (!same && !at_path))
        return 0;
    if (same_statement(have, r))
        return same ? 5 : 4;
    return same ? 2 : same_statement(r, &nothing) ? 3 : 1;
}

size_t casefile_find_reference(const struct casefile *c, const struct reference *r)
{
    char value[DIGEST_HEX + 32];
    struct casefile_reference mine = stated_by(r, value), have = casefile_reference(c, CASEFILE_BASELINE);
    size_t n = casefile_references(c), found = CASEFILE_NOWHERE;
    struct str stored = {0};
    int best = 0;

    if (!casefile_can_keep(r) ||
        (mine.value == NULL && path_store(c, r->path, &stored, NULL) != 0))
        return CASEFILE_NOWHERE;
    if (r->kind == REFERENCE_BASELINE && have.file.path != NULL && fit(&have, &mine, stored.data) > 0)
        found = CASEFILE_BASELINE;
    for (size_t i = 0; r->kind != REFERENCE_BASELINE && i < n; i++) {
        int fits;

        have = casefile_reference(c, i);
        fits = fit(&have, &mine, stored.data);
        if (fits > best) {
            best = fits;
            found = i;
        }
    }
    str_release(&stored);
    return found;
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

/* What was not taken over, because the history does not vouch for it, is not unsaid by that, nor stated anew. True
 * when there is something to be kept. */
static bool keep_stated(const struct casefile *c, size_t i, struct casefile_reference *mine, bool *independence)
{
    struct casefile_reference have = casefile_reference(c, i);
    bool vouched = casefile_vouches(c, i);

    *independence = vouched || mine->independent != INDEPENDENT_UNKNOWN;
    if (!*independence)
        mine->independent = have.independent;
    return !same_statement(&have, mine) || (!vouched && *independence);
}

static int keep_one(struct casefile *c, const struct reference *r, const struct digest *timeline,
                    struct err *err)
{
    char value[DIGEST_HEX + 32];
    struct casefile_reference mine = stated_by(r, value);
    struct str stored = {0};
    bool independence;
    size_t i;
    int rc = 0;

    if (mine.value == NULL && path_store(c, r->path, &stored, err) != 0)
        return -1;
    i = find(c, &mine, stored.data);
    str_release(&stored);
    if (i == CASEFILE_NOWHERE && mine.kind == REFERENCE_BASELINE) {
        rc = casefile_set_baseline(c, &mine, err);
        i = CASEFILE_BASELINE;
    } else if (i == CASEFILE_NOWHERE) {
        rc = casefile_add_reference(c, &mine, err);
        i = casefile_references(c) - 1;
    } else if (keep_stated(c, i, &mine, &independence)) {
        rc = statement_edit(c, i, &mine, independence, err);
    }
    return rc == 0 ? keep_check(c, i, r, timeline, err) : -1;
}

bool casefile_names_list(const struct casefile *c, const struct expected *list)
{
    struct expected_about about = expected_about(list);
    struct casefile_file have = casefile_expect(c);
    struct str stored = {0};
    bool same = have.path != NULL && about.path != NULL && path_store(c, about.path, &stored, NULL) == 0 &&
                same_text(have.path, stored.data);

    str_release(&stored);
    return same;
}

int casefile_keep_list(struct casefile *c, const struct expected *list, struct err *err)
{
    struct expected_about about = expected_about(list);
    struct casefile_file have = casefile_expect(c), mine = {about.path, about.has_sha256, about.sha256};

    if (about.path == NULL || strcmp(about.path, "-") == 0)
        return 0;
    have.path = about.path; /* the digests are compared alone */
    return casefile_names_list(c, list) && same_file(&have, &mine) ? 0 : casefile_set_expect(c, &mine, err);
}

/* A case file has one earlier copy: the one that was attached last. */
static bool is_kept(const struct reference_set *refs, size_t i)
{
    const struct reference *r = &refs->item[i];
    bool other = r->has_meant && (!r->has_sha256 || !digest_equal(&r->meant, &r->sha256));

    if (!casefile_can_keep(r) || other)
        return false;
    for (size_t k = i + 1; r->kind == REFERENCE_BASELINE && k < refs->count; k++)
        if (refs->item[k].kind == REFERENCE_BASELINE && casefile_can_keep(&refs->item[k]))
            return false;
    return true;
}

int casefile_keep_references(struct casefile *c, const struct reference_set *refs,
                             const struct digest *timeline, struct err *err)
{
    if (casefile_writable(c, err) != 0)
        return -1;
    for (size_t i = 0; i < refs->count; i++)
        if (is_kept(refs, i) && keep_one(c, &refs->item[i], timeline, err) != 0)
            return -1;
    return 0;
}
