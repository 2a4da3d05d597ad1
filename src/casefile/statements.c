/* Statements other than notes: who examines, references and their checks, outcome, reviews. */
#include "casefile/casefile_impl.h"

#include <string.h>

static int no_such(const char *what, struct err *err)
{
    return err_set(err, ERR_USAGE, "there is no such %s", what);
}

/* A text that may be absent. */
static int optional(const char *what, const char *text, struct err *err)
{
    return text == NULL ? 0 : casefile_text(what, text, CASEFILE_TEXT_MAX, err);
}

static int required(const char *what, const char *text, struct err *err)
{
    if (text == NULL || *text == '\0')
        return err_set(err, ERR_USAGE, "%s is needed", what);
    return casefile_text(what, text, CASEFILE_TEXT_MAX, err);
}

static int optional_time(const char *what, const char *text, struct err *err)
{
    return text == NULL ? 0 : casefile_time(what, text, err);
}

/* ---- values at the top ---- */

/* Takes `value`. */
static int set_top(struct casefile *c, const char *name, cJSON *value, const char *did, struct err *err)
{
    const cJSON *old = cJSON_GetObjectItemCaseSensitive(c->root, name);

    if (value == NULL)
        return casefile_no_memory(err);
    if (record_add(c, did, old, value, err) != 0) {
        cJSON_Delete(value);
        return -1;
    }
    if (tree_set(c->root, name, value))
        return 0;
    record_drop(c);
    return casefile_no_memory(err);
}

int casefile_set_examiner(struct casefile *c, const char *examiner, struct err *err)
{
    const char *old = casefile_examiner(c);

    if (casefile_writable(c, err) != 0 || required("the examiner's name", examiner, err) != 0)
        return -1;
    if (old != NULL && strcmp(old, examiner) == 0)
        return 0;
    return set_top(c, "examiner", cJSON_CreateString(examiner), "examiner.set", err);
}

static bool put_path(const struct casefile *c, cJSON *object, const char *path, struct err *err)
{
    struct str kept = {0};
    bool good;

    if (path == NULL)
        return tree_put_text(object, "path", NULL);
    if (path_store(c, path, &kept, err) != 0)
        return false;
    good = tree_put_text(object, "path", kept.data);
    str_release(&kept);
    return good;
}

static bool put_file(const struct casefile *c, cJSON *object, const struct casefile_file *f,
                     struct err *err)
{
    return put_path(c, object, f->path, err) &&
           tree_put_digest(object, "sha256", f->has_sha256 ? &f->sha256 : NULL);
}

/* What was not made: the reason is in `err`, or it is memory. */
static int not_made(struct err *err, cJSON *item)
{
    cJSON_Delete(item);
    return err != NULL && err->code != ERR_NONE ? -1 : casefile_no_memory(err);
}

static int set_file(struct casefile *c, const char *name, const char *did,
                    const struct casefile_file *file, struct err *err)
{
    cJSON *value;

    if (casefile_writable(c, err) != 0)
        return -1;
    err_clear(err);
    if (file == NULL || file->path == NULL)
        return set_top(c, name, cJSON_CreateNull(), did, err);
    value = cJSON_CreateObject();
    if (!put_file(c, value, file, err))
        return not_made(err, value);
    return set_top(c, name, value, did, err);
}

int casefile_set_expect(struct casefile *c, const struct casefile_file *file, struct err *err)
{
    return set_file(c, "expect", "expect.set", file, err);
}

int casefile_add_export(struct casefile *c, const struct casefile_file *file, const char *format,
                        struct err *err)
{
    cJSON *value;
    int rc;

    if (casefile_writable(c, err) != 0)
        return -1;
    err_clear(err);
    value = cJSON_CreateObject();
    if (!put_file(c, value, file, err) || !tree_put_text(value, "format", format))
        return not_made(err, value);
    rc = record_add(c, "report.write", NULL, value, err);
    cJSON_Delete(value);
    return rc;
}

/* ---- elements of arrays ---- */

/* Takes `item`. */
static int append(struct casefile *c, enum part p, cJSON *item, const char *did, struct err *err)
{
    if (record_add(c, did, NULL, item, err) != 0) {
        cJSON_Delete(item);
        return -1;
    }
    if (tree_append(c, p, item) == 0)
        return 0;
    record_drop(c);
    return casefile_no_memory(err);
}

static int take_out(struct casefile *c, enum part p, size_t i, const char *did, const char *what,
                    struct err *err)
{
    if (casefile_writable(c, err) != 0)
        return -1;
    if (i >= c->part[p].count)
        return no_such(what, err);
    if (record_add(c, did, c->part[p].item[i], NULL, err) != 0)
        return -1;
    cJSON_Delete(tree_detach(c, p, i));
    return 0;
}

static int check_statement(const struct casefile_reference *r, struct err *err)
{
    if (optional("the witness", r->witness, err) != 0 || optional("the authority", r->authority, err) != 0 ||
        optional("the place of retrieval", r->retrieved_from, err) != 0 ||
        optional_time("the time of retrieval", r->retrieved_at, err) != 0)
        return -1;
    return 0;
}

static int check_reference(const struct casefile_reference *r, struct err *err)
{
    bool file = r->kind == REFERENCE_COMMITMENT || r->kind == REFERENCE_BASELINE;

    if (!file && r->kind != REFERENCE_HEAD && r->kind != REFERENCE_COUNT_ONLY)
        return err_set(err, ERR_USAGE, "a %s is no reference of this list", reference_kind_name(r->kind));
    if (required(file ? "the path" : "the value", file ? r->file.path : r->value, err) != 0)
        return -1;
    return check_statement(r, err);
}

static bool state_reference(cJSON *item, const struct casefile_reference *r)
{
    return tree_set(item, "witness", r->witness != NULL ? cJSON_CreateString(r->witness) : cJSON_CreateNull()) &&
           tree_set(item, "authority",
                    r->authority != NULL ? cJSON_CreateString(r->authority) : cJSON_CreateNull()) &&
           tree_set(item, "retrieved_from",
                    r->retrieved_from != NULL ? cJSON_CreateString(r->retrieved_from) : cJSON_CreateNull()) &&
           tree_set(item, "retrieved_at",
                    r->retrieved_at != NULL ? cJSON_CreateString(r->retrieved_at) : cJSON_CreateNull()) &&
           tree_set(item, "independent", cJSON_CreateString(independence_name(r->independent)));
}

static cJSON *new_reference(const struct casefile *c, const struct casefile_reference *r, struct err *err)
{
    cJSON *item = cJSON_CreateObject();
    bool good;

    err_clear(err);
    if (r->kind == REFERENCE_COMMITMENT || r->kind == REFERENCE_BASELINE)
        good = put_file(c, item, &r->file, err);
    else
        good = tree_put_text(item, "kind", reference_kind_name(r->kind)) &&
               tree_put_text(item, "value", r->value);
    if (good && state_reference(item, r) && tree_put(item, "checks", cJSON_CreateArray()))
        return item;
    not_made(err, item);
    return NULL;
}

int casefile_add_reference(struct casefile *c, const struct casefile_reference *r, struct err *err)
{
    cJSON *item;

    if (casefile_writable(c, err) != 0 || check_reference(r, err) != 0)
        return -1;
    if (r->kind == REFERENCE_BASELINE)
        return err_set(err, ERR_USAGE, "an earlier copy is no reference of this list");
    item = new_reference(c, r, err);
    return item == NULL ? -1 : append(c, PART_REFERENCES, item, "reference.add", err);
}

int casefile_set_baseline(struct casefile *c, const struct casefile_reference *r, struct err *err)
{
    struct casefile_reference mine;
    cJSON *item;

    if (r == NULL)
        return set_file(c, "baseline", "baseline.set", NULL, err);
    mine = *r;
    mine.kind = REFERENCE_BASELINE;
    if (casefile_writable(c, err) != 0 || check_reference(&mine, err) != 0)
        return -1;
    item = new_reference(c, &mine, err);
    return item == NULL ? -1 : set_top(c, "baseline", item, "baseline.set", err);
}

/* Puts a changed copy in the place of reference `i`; `old` and `now` go into the history. Takes `changed`. */
static int exchange(struct casefile *c, size_t i, cJSON *changed, const char *did, const cJSON *old,
                    const cJSON *now, struct err *err)
{
    cJSON *before = tree_reference(c, i);

    if (record_add(c, did, old, now, err) != 0) {
        cJSON_Delete(changed);
        return -1;
    }
    if (i == CASEFILE_BASELINE) {
        if (tree_set(c->root, "baseline", changed))
            return 0;
        record_drop(c);
        return casefile_no_memory(err);
    }
    c->part[PART_REFERENCES].item[i] = changed;
    cJSON_ReplaceItemViaPointer(cJSON_GetObjectItemCaseSensitive(c->root, part_name[PART_REFERENCES]),
                                before, changed);
    return 0;
}

/* Without its checks, which have records of their own. */
static cJSON *statement_of(const cJSON *reference)
{
    cJSON *copy = cJSON_Duplicate(reference, true);

    cJSON_DeleteItemFromObjectCaseSensitive(copy, "checks");
    return copy;
}

int statement_edit(struct casefile *c, size_t i, const struct casefile_reference *r, bool independence, struct err *err)
{
    cJSON *changed, *told, *was;
    int rc;

    if (casefile_writable(c, err) != 0)
        return -1;
    if (tree_reference(c, i) == NULL)
        return no_such("reference", err);
    if (check_statement(r, err) != 0)
        return -1;
    changed = cJSON_Duplicate(tree_reference(c, i), true);
    if (changed == NULL || !state_reference(changed, r)) {
        cJSON_Delete(changed);
        return casefile_no_memory(err);
    }
    told = statement_of(changed);
    was = statement_of(tree_reference(c, i));
    if (!independence)
        cJSON_DeleteItemFromObjectCaseSensitive(told, "independent");
    if (told != NULL && was != NULL) {
        rc = exchange(c, i, changed, i == CASEFILE_BASELINE ? "baseline.edit" : "reference.edit", was, told, err);
    } else {
        cJSON_Delete(changed);
        rc = casefile_no_memory(err);
    }
    cJSON_Delete(told);
    cJSON_Delete(was);
    return rc;
}

int casefile_delete_reference(struct casefile *c, size_t i, struct err *err)
{
    if (i == CASEFILE_BASELINE)
        return tree_reference(c, i) != NULL ? casefile_set_baseline(c, NULL, err) : no_such("reference", err);
    return take_out(c, PART_REFERENCES, i, "reference.delete", "reference", err);
}

static cJSON *new_check(const struct casefile *c, const struct casefile_check *check,
                        const char *const *code)
{
    cJSON *item = cJSON_CreateObject(), *codes = cJSON_CreateArray();
    char now[32];
    bool good;

    record_now(c, now);
    good = tree_put_text(item, "checked_at", check->checked_at != NULL ? check->checked_at : now) &&
           tree_put_text(item, "tool_version",
                         check->tool_version != NULL ? check->tool_version : PACKAGE_VERSION) &&
           tree_put_text(item, "result", check->result);
    for (size_t i = 0; good && i < check->codes; i++) {
        cJSON *one = cJSON_CreateString(code[i]);
        good = one != NULL && cJSON_AddItemToArray(codes, one);
    }
    if (tree_put(item, "codes", codes) && good &&
        tree_put_digest(item, "timeline_sha256", check->has_timeline ? &check->timeline : NULL))
        return item;
    cJSON_Delete(item);
    return NULL;
}

static bool add_to_checks(cJSON *reference, cJSON *check)
{
    cJSON *checks = cJSON_GetObjectItemCaseSensitive(reference, "checks");

    if (!cJSON_IsArray(checks)) {
        checks = cJSON_CreateArray();
        if (!tree_set(reference, "checks", checks)) {
            cJSON_Delete(check);
            return false;
        }
    }
    return cJSON_AddItemToArray(checks, check);
}

static bool named(cJSON *to, const cJSON *reference)
{
    const char *name = tree_text(reference, "kind") != NULL ? tree_text(reference, "value")
                                                            : tree_text(reference, "path");

    return tree_put_text(to, "reference", name);
}

int casefile_add_check(struct casefile *c, size_t reference, const struct casefile_check *check,
                       const char *const *code, struct err *err)
{
    cJSON *changed, *item, *told;
    int rc;

    if (casefile_writable(c, err) != 0 || required("the result", check->result, err) != 0 ||
        optional_time("the time of the check", check->checked_at, err) != 0 ||
        optional("the version", check->tool_version, err) != 0)
        return -1;
    for (size_t i = 0; i < check->codes; i++)
        if (required("a code", code[i], err) != 0)
            return -1;
    if (tree_reference(c, reference) == NULL)
        return no_such("reference", err);
    item = new_check(c, check, code);
    told = item != NULL ? cJSON_Duplicate(item, true) : NULL;
    changed = told != NULL ? cJSON_Duplicate(tree_reference(c, reference), true) : NULL;
    if (changed == NULL || !named(told, changed)) {
        cJSON_Delete(item);
        cJSON_Delete(changed);
        cJSON_Delete(told);
        return casefile_no_memory(err);
    }
    if (!add_to_checks(changed, item)) {
        cJSON_Delete(changed);
        cJSON_Delete(told);
        return casefile_no_memory(err);
    }
    rc = exchange(c, reference, changed, reference == CASEFILE_BASELINE ? "baseline.check" : "reference.check", NULL,
                  told, err);
    cJSON_Delete(told);
    return rc;
}

/* ---- outcome ---- */

static cJSON *new_outcome(const struct casefile *c, const struct casefile_outcome *o, struct err *err)
{
    cJSON *item = cJSON_CreateObject(), *evidence = cJSON_CreateObject();
    bool good;

    err_clear(err);
    good = put_file(c, evidence, &o->evidence, err);
    if (!good) {
        cJSON_Delete(evidence);
        evidence = NULL;
    }
    if (good && tree_put_text(item, "system", o->system) && tree_put_text(item, "effect", o->effect) &&
        tree_put_digest(item, "entry_digest", o->has_digest ? &o->entry_digest : NULL) &&
        tree_put_text(item, "statement", o->statement)) {
        good = tree_put(item, "evidence", evidence);
        evidence = NULL;
        if (good && tree_put_text(item, "retrieved_at", o->retrieved_at))
            return item;
    }
    cJSON_Delete(evidence);
    not_made(err, item);
    return NULL;
}

int casefile_add_outcome(struct casefile *c, const struct casefile_outcome *o, struct err *err)
{
    cJSON *item;

    if (casefile_writable(c, err) != 0 || required("the system", o->system, err) != 0 ||
        required("the effect", o->effect, err) != 0 || required("the statement", o->statement, err) != 0 ||
        optional_time("the time of retrieval", o->retrieved_at, err) != 0)
        return -1;
    item = new_outcome(c, o, err);
    if (item == NULL || append(c, PART_OUTCOME, item, "outcome.add", err) != 0)
        return -1;
    match_outcomes(c);
    return 0;
}

int casefile_delete_outcome(struct casefile *c, size_t i, struct err *err)
{
    if (take_out(c, PART_OUTCOME, i, "outcome.delete", "outcome statement", err) != 0)
        return -1;
    match_outcomes(c);
    return 0;
}

/* ---- reviews ---- */

int casefile_add_review(struct casefile *c, const struct casefile_review *r, struct err *err)
{
    cJSON *item;
    char now[32];

    if (casefile_writable(c, err) != 0 || required("the reviewer", r->reviewer, err) != 0 ||
        required("the statement", r->statement, err) != 0 ||
        optional_time("the time of the review", r->at, err) != 0)
        return -1;
    item = cJSON_CreateObject();
    record_now(c, now);
    if (!tree_put_text(item, "reviewer", r->reviewer) ||
        !tree_put_text(item, "at", r->at != NULL ? r->at : now) ||
        !tree_put_digest(item, "report_sha256", r->has_report ? &r->report_sha256 : NULL) ||
        !tree_put_text(item, "statement", r->statement)) {
        cJSON_Delete(item);
        return casefile_no_memory(err);
    }
    return append(c, PART_REVIEW, item, "review.add", err);
}
