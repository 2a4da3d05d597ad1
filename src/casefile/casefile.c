/* Opening a case file, what it says, and what stands in the way of writing it. */
#include "casefile/casefile_impl.h"

#include "base/shortage.h"
#include "base/shown.h"
#include "base/text.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int casefile_no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for a case file");
}

int casefile_warn(struct casefile *c, const char *fmt, ...)
{
    char **more = shortage_unless(realloc(c->warning, (c->warnings + 1) * sizeof *more));
    char text[READ_ONLY_MAX];
    bool lacking = c->lacking;
    va_list args;

    c->lacking = true; /* until it is kept */
    if (more == NULL)
        return casefile_no_memory(NULL);
    c->warning = more;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    more[c->warnings] = strdup(text);
    if (more[c->warnings] == NULL)
        return casefile_no_memory(NULL);
    c->warnings++;
    c->lacking = lacking;
    return 0;
}

void casefile_set_read_only(struct casefile *c, bool elsewhere, const char *fmt, ...)
{
    va_list args;

    /* A reason that holds everywhere outranks one of this place. */
    if (c->read_only[0] != '\0' && (elsewhere || !c->elsewhere))
        return;
    va_start(args, fmt);
    vsnprintf(c->read_only, sizeof c->read_only, fmt, args);
    va_end(args);
    c->elsewhere = elsewhere;
}

const char *casefile_read_only(const struct casefile *c)
{
    return c->read_only[0] != '\0' ? c->read_only : NULL;
}

const char *casefile_warning(const struct casefile *c, size_t i)
{
    return i < c->warnings ? c->warning[i] : NULL;
}

int casefile_writable(const struct casefile *c, struct err *err)
{
    if (c->read_only[0] == '\0')
        return 0;
    return err_set(err, ERR_USAGE, "case file '%s' is read-only here: %s", shown(c->path).text,
                   c->read_only);
}

bool casefile_dirty(const struct casefile *c)
{
    return c->dirty;
}

/* ---- opening ---- */

static struct casefile *allocate(const char *path, struct err *err)
{
    struct casefile *c = shortage_unless(calloc(1, sizeof *c));

    if (c != NULL) {
        c->dir = c->fd = -1;
        c->path = strdup(path);
        if (c->path != NULL)
            return c;
    }
    casefile_free(c);
    casefile_no_memory(err);
    return NULL;
}

/* The places of errors are of use only with advice. `err` is not NULL. */
static int damaged(struct casefile *c, struct err *err)
{
    const struct err e = *err;

    if (e.code != ERR_FORM)
        return -1;
    err_set(err, ERR_FORM,
            "case file '%s': %s; the case file is left as it is: mend it at that place, or name its last good copy",
            shown(c->path).text, e.text);
    err->located = e.located;
    err->offset = e.offset;
    err->line = e.line;
    err->column = e.column;
    return -1;
}

static void tell_form(struct casefile *c, const struct form *f)
{
    if (f->newer)
        casefile_set_read_only(c, false, "its schema %s is newer than this program: use a newer aerscope for it",
                               shown(tree_text(c->root, "schema")).text);
    if (f->inexact)
        casefile_set_read_only(c, false,
                               "byte %llu, line %llu: a number that is no integer of at most 15 digits; it "
                               "would not be written as it was",
                               (unsigned long long)f->inexact_at, (unsigned long long)f->inexact_line);
    if (f->newer || f->inexact)
        c->history = HISTORY_UNCHECKED;
}

static void tell_marks(struct casefile *c)
{
    for (size_t i = 0; i < c->part[PART_NOTES].count; i++) {
        const char *text = tree_text(c->part[PART_NOTES].item[i], "mark");
        enum mark m;

        if (text == NULL || mark_parse(text, &m))
            continue;
        casefile_warn(c, "note %zu has the mark '%s', which this program does not know", i + 1,
                      shown(text).text);
        return;
    }
}

static bool is_stated(const char *text)
{
    return text != NULL && *text != '\0';
}

/* A statement is somebody's, and says something. */
static bool states_something(const struct casefile *c, size_t i)
{
    const cJSON *o = c->part[PART_OUTCOME].item[i];

    return is_stated(tree_text(o, "system")) && is_stated(tree_text(o, "statement"));
}

static void tell_outcomes(struct casefile *c)
{
    for (size_t i = 0; i < c->part[PART_OUTCOME].count; i++)
        if (!states_something(c, i)) {
            casefile_warn(c, "statement %zu of outcome does not say which system stated what: it is not counted", i + 1);
            return;
        }
}

static int take_bytes(struct casefile *c, const struct buf *bytes, struct err *err)
{
    struct form f;

    if (form_check(&f, (const char *)bytes->data, bytes->len, err) != 0)
        return damaged(c, err);
    if (digest_bytes(bytes->data, bytes->len, &c->sha256, err) != 0)
        return -1;
    c->has_sha256 = true;
    c->root = cJSON_ParseWithLength((const char *)bytes->data, bytes->len);
    if (c->root == NULL || tree_index(c) != 0)
        return casefile_no_memory(err);
    c->estimate = bytes->len;
    c->values = f.values;
    tell_form(c, &f);
    record_check(c);
    tell_marks(c);
    tell_outcomes(c);
    return c->lacking ? casefile_no_memory(err) : 0;
}

struct casefile *casefile_open(const char *path, enum casefile_mode mode, struct err *err)
{
    struct err ignored = {0};
    struct casefile *c;
    struct buf bytes;
    int rc;

    if (err == NULL)
        err = &ignored;
    c = allocate(path, err);
    if (c == NULL)
        return NULL;
    buf_init(&bytes, LIMIT_CASE + 64 * 1024);
    rc = store_open(c, mode, &bytes, err);
    if (rc == 0 && bytes.len == 0)
        rc = err_set(err, ERR_FORM, "case file '%s': it is empty; it is not written over: remove it, or name another",
                     shown(path).text);
    else if (rc == 0)
        rc = take_bytes(c, &bytes, err);
    else
        damaged(c, err);
    if (mode == CASEFILE_READ)
        store_close(c);
    buf_release(&bytes);
    if (rc == 0)
        return c;
    casefile_free(c);
    return NULL;
}

static bool begin(cJSON *root, const char *examiner)
{
    cJSON *timeline = cJSON_CreateObject();

    return tree_put_text(root, "schema", "aerscope.case/1") &&
           tree_put_text(root, "examiner", examiner) && tree_put(root, "timeline", timeline) &&
           tree_put_text(timeline, "path", NULL) && tree_put_text(timeline, "sha256", NULL);
}

static int begin_parts(struct casefile *c)
{
    for (int p = 0; p < PART_COUNT; p++)
        if (!tree_put(c->root, part_name[p], cJSON_CreateArray()))
            return -1;
    return 0;
}

static int begin_new(struct casefile *c, const char *examiner, struct err *err)
{
    struct stat st;

    if (lstat(c->path, &st) == 0)
        return casefile_place(c->path, err) != 0 ? -1 : err_set(err, ERR_USAGE, "'%s' exists already: open it, or name "
                                                                "another file", shown(c->path).text);
    if (*c->path == '\0' || c->path[strlen(c->path) - 1] == '/')
        return err_set(err, ERR_USAGE, "'%s' names a folder: name a file in it", shown(c->path).text);
    if (examiner != NULL && casefile_text("the examiner", examiner, CASEFILE_TEXT_MAX, err) != 0)
        return -1;
    c->root = cJSON_CreateObject();
    c->pins = true;
    c->history = HISTORY_NONE;
    if (!begin(c->root, examiner) || begin_parts(c) != 0)
        return casefile_no_memory(err);
    return record_add(c, "case.begin", NULL, examiner != NULL ? cJSON_GetObjectItemCaseSensitive(c->root, "examiner") : NULL,
                      err);
}

struct casefile *casefile_new(const char *path, const char *examiner, struct err *err)
{
    struct casefile *c = allocate(path, err);

    if (c == NULL || begin_new(c, examiner, err) == 0)
        return c;
    casefile_free(c);
    return NULL;
}

void casefile_free(struct casefile *c)
{
    if (c == NULL)
        return;
    store_close(c);
    cJSON_Delete(c->root);
    for (int p = 0; p < PART_COUNT; p++)
        free(c->part[p].item);
    for (size_t i = 0; i < c->warnings; i++)
        free(c->warning[i]);
    free(c->warning);
    free(c->input);
    free(c->note_at.item);
    free(c->outcome_at.item);
    free(c->order);
    free(c->path);
    free(c);
}

int casefile_protect(struct casefile *c, const char *path, struct err *err)
{
    void *more;
    struct stat st;

    if ((strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(path, &st)) != 0)
        return 0;
    more = realloc(c->input, (c->inputs + 1) * sizeof *c->input);
    if (more == NULL)
        return casefile_no_memory(err);
    c->input = more;
    c->input[c->inputs].dev = st.st_dev;
    c->input[c->inputs++].ino = st.st_ino;
    if (c->fd >= 0 && c->st.st_dev == st.st_dev && c->st.st_ino == st.st_ino)
        casefile_set_read_only(c, true, "it is an input, and none is ever written over");
    return 0;
}

/* Back to what it was before, but for the arrays, which may have moved. */
static void restore(struct casefile *c, struct casefile *old)
{
    cJSON_Delete(c->root);
    store_close(c);
    free(c->path);
    memcpy(old->part, c->part, sizeof old->part);
    *c = *old;
    tree_index(c); /* they have room for what they held before */
}

static int save_copy(struct casefile *c, const struct casefile *old, struct err *err)
{
    cJSON *from = cJSON_CreateObject();
    int rc;

    if (c->path == NULL || c->root == NULL || tree_index(c) != 0 ||
        !tree_put_text(from, "path", shown(old->path).text) ||
        (old->has_sha256 && !tree_put_digest(from, "sha256", &old->sha256))) {
        cJSON_Delete(from);
        return casefile_no_memory(err);
    }
    rc = record_add(c, "case.copy", from, NULL, err);
    cJSON_Delete(from);
    if (rc != 0 || path_move(c, old->path, err) != 0)
        return -1;
    return casefile_save(c, err);
}

int casefile_save_as(struct casefile *c, const char *path, struct err *err)
{
    struct casefile old = *c;
    struct stat st;

    if (c->read_only[0] != '\0' && !c->elsewhere)
        return casefile_writable(c, err);
    if (lstat(path, &st) == 0)
        return err_set(err, ERR_USAGE, "'%s' exists already: name another file", shown(path).text);
    c->read_only[0] = '\0';
    c->path = shortage_unless(strdup(path));
    c->root = cJSON_Duplicate(old.root, true);
    c->dir = c->fd = -1;
    c->exists = false;
    if (save_copy(c, &old, err) != 0) {
        restore(c, &old);
        return -1;
    }
    store_close(&old);
    cJSON_Delete(old.root);
    free(old.path);
    return 0;
}

/* ---- what it says ---- */

const char *casefile_path(const struct casefile *c)
{
    return c->path;
}

bool casefile_sha256(const struct casefile *c, struct digest *out)
{
    if (c->has_sha256)
        *out = c->sha256;
    return c->has_sha256;
}

const char *casefile_examiner(const struct casefile *c)
{
    return tree_text(c->root, "examiner");
}

struct casefile_file casefile_timeline(const struct casefile *c)
{
    return tree_file(c->root, "timeline");
}

struct casefile_file casefile_expect(const struct casefile *c)
{
    return tree_file(c->root, "expect");
}

struct casefile_file casefile_baseline(const struct casefile *c)
{
    return tree_file(c->root, "baseline");
}

static enum independence independence_of(const char *text)
{
    for (int i = INDEPENDENT_UNKNOWN; text != NULL && i <= INDEPENDENT_NO; i++)
        if (strcmp(text, independence_name((enum independence)i)) == 0)
            return (enum independence)i;
    return INDEPENDENT_UNKNOWN;
}

static enum reference_kind kind_of(const char *text)
{
    if (text != NULL && strcmp(text, reference_kind_name(REFERENCE_HEAD)) == 0)
        return REFERENCE_HEAD;
    if (text != NULL && strcmp(text, reference_kind_name(REFERENCE_COUNT_ONLY)) == 0)
        return REFERENCE_COUNT_ONLY;
    return REFERENCE_COMMITMENT;
}

size_t casefile_references(const struct casefile *c)
{
    return c->part[PART_REFERENCES].count;
}

static const cJSON *element(const struct casefile *c, enum part p, size_t i)
{
    return i < c->part[p].count ? c->part[p].item[i] : NULL;
}

bool casefile_vouches(const struct casefile *c, size_t i)
{
    const cJSON *reference = tree_reference(c, i);

    return !c->doubted || (reference != NULL && record_vouches(c, reference));
}

static const cJSON *checks_of(const struct casefile *c, size_t i)
{
    return cJSON_GetObjectItemCaseSensitive(tree_reference(c, i), "checks");
}

struct casefile_reference casefile_reference(const struct casefile *c, size_t i)
{
    const cJSON *r = tree_reference(c, i), *checks = checks_of(c, i);

    return (struct casefile_reference){
        .kind = i == CASEFILE_BASELINE ? REFERENCE_BASELINE : kind_of(tree_text(r, "kind")),
        .file = tree_file(r, NULL),
        .value = tree_text(r, "value"),
        .witness = tree_text(r, "witness"),
        .authority = tree_text(r, "authority"),
        .retrieved_from = tree_text(r, "retrieved_from"),
        .retrieved_at = tree_text(r, "retrieved_at"),
        .independent = independence_of(tree_text(r, "independent")),
        .checks = cJSON_IsArray(checks) ? (size_t)cJSON_GetArraySize(checks) : 0,
    };
}

static const cJSON *check_of(const struct casefile *c, size_t reference, size_t i)
{
    return cJSON_GetArrayItem(checks_of(c, reference), (int)i);
}

struct casefile_check casefile_check(const struct casefile *c, size_t reference, size_t i)
{
    const cJSON *check = check_of(c, reference, i);
    const cJSON *codes = cJSON_GetObjectItemCaseSensitive(check, "codes");
    struct casefile_check out = {
        .checked_at = tree_text(check, "checked_at"),
        .tool_version = tree_text(check, "tool_version"),
        .result = tree_text(check, "result"),
        .codes = cJSON_IsArray(codes) ? (size_t)cJSON_GetArraySize(codes) : 0,
    };

    out.has_timeline = tree_digest(check, "timeline_sha256", &out.timeline);
    return out;
}

const char *casefile_check_code(const struct casefile *c, size_t reference, size_t check, size_t i)
{
    const cJSON *codes = cJSON_GetObjectItemCaseSensitive(check_of(c, reference, check), "codes");

    return cJSON_GetStringValue(cJSON_GetArrayItem(codes, (int)i));
}

size_t casefile_outcomes(const struct casefile *c)
{
    return c->part[PART_OUTCOME].count;
}

struct casefile_outcome casefile_outcome(const struct casefile *c, size_t i)
{
    const cJSON *o = element(c, PART_OUTCOME, i);
    struct casefile_outcome out = {
        .system = tree_text(o, "system"),
        .effect = tree_text(o, "effect"),
        .statement = tree_text(o, "statement"),
        .retrieved_at = tree_text(o, "retrieved_at"),
        .evidence = tree_file(o, "evidence"),
        .here = i < c->outcome_at.count ? c->outcome_at.item[i].here : 0,
    };

    out.has_digest = tree_digest(o, "entry_digest", &out.entry_digest);
    return out;
}

bool casefile_outcome_applies(const struct casefile *c, size_t i)
{
    struct casefile_outcome o = casefile_outcome(c, i);

    if (i >= casefile_outcomes(c) || !states_something(c, i))
        return false;
    return o.has_digest ? o.here > 0 : casefile_bytes(c) == CASEFILE_BYTES_SAME;
}

size_t casefile_recorded(const struct casefile *c)
{
    size_t n = 0;

    for (size_t i = 0; i < casefile_outcomes(c); i++)
        n += casefile_outcome_applies(c, i);
    return n;
}

size_t casefile_reviews(const struct casefile *c)
{
    return c->part[PART_REVIEW].count;
}

struct casefile_review casefile_review(const struct casefile *c, size_t i)
{
    const cJSON *r = element(c, PART_REVIEW, i);
    struct casefile_review out = {
        .reviewer = tree_text(r, "reviewer"),
        .at = tree_text(r, "at"),
        .statement = tree_text(r, "statement"),
    };

    out.has_report = tree_digest(r, "report_sha256", &out.report_sha256);
    return out;
}

/* ---- what may be stored ---- */

int casefile_text(const char *what, const char *text, size_t most, struct err *err)
{
    size_t len = strlen(text);

    if (utf8_span((const unsigned char *)text, len) < len)
        return err_set(err, ERR_USAGE, "%s is no UTF-8", what);
    if (len > most)
        return err_set(err, ERR_USAGE, "%s has %zu bytes, and at most %zu are taken", what, len, most);
    return 0;
}

int casefile_time(const char *what, const char *text, struct err *err)
{
    struct instant instant;
    const char *why;

    if (rfc3339_parse(text, strlen(text), &instant, &why) == 0)
        return 0;
    return err_set(err, ERR_USAGE, "%s: %s; write YYYY-MM-DDThh:mm:ssZ", what, why);
}
