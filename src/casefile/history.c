/* The history: a record for each thing done. A record's SHA-256 is taken of its canonical text; the next
 * one holds it as `previous`. The last record before a save holds as `state` the SHA-256 of the rest of the
 * file, so that the head speaks for the whole. */
#include "casefile/casefile_impl.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static int64_t real_clock(void)
{
    struct timespec now;

    return clock_gettime(CLOCK_REALTIME, &now) == 0 ? (int64_t)now.tv_sec : 0;
}

int64_t (*casefile_clock)(void) = real_clock;

static const struct digest zeros;

static const cJSON *last_record(const struct casefile *c)
{
    const struct list *l = &c->part[PART_HISTORY];

    return l->count > 0 ? l->item[l->count - 1] : NULL;
}

static bool time_of(const cJSON *record, struct instant *out)
{
    const char *at = tree_text(record, "at");

    return at != NULL && rfc3339_parse(at, strlen(at), out, NULL) == 0;
}

static int64_t reading(void)
{
    return instant_within(casefile_clock());
}

void record_now(const struct casefile *c, char out[32])
{
    int64_t now = reading();
    struct instant before;

    if (time_of(last_record(c), &before) && before.seconds > now)
        now = before.seconds + (before.nanoseconds > 0);
    rfc3339_format(out, now);
}

/* ---- adding ---- */

static cJSON *new_record(const struct casefile *c, const char *did)
{
    cJSON *record = cJSON_CreateObject();
    char at[32], clock[32];

    record_now(c, at);
    rfc3339_format(clock, reading());
    if (tree_put_text(record, "at", at) && tree_put_text(record, "did", did) &&
        (strcmp(at, clock) == 0 || tree_put_text(record, "clock", clock)))
        return record;
    cJSON_Delete(record);
    return NULL;
}

/* A record holds what was put there, so that both together are at most twice as much; four times with
 * escapes and indentation. */
static int fits(const struct casefile *c, const cJSON *record, size_t *bytes, size_t *values,
                struct err *err)
{
    struct buf text;
    int rc;

    buf_init(&text, LIMIT_CASE);
    rc = tree_canonical(record, NULL, &text);
    *bytes = 4 * text.len + 1024;
    buf_release(&text);
    *values = 2 * tree_values(record) + 4;
    if (rc == 0 && c->estimate + *bytes <= LIMIT_CASE && c->values + *values <= LIMIT_CASE_VALUES)
        return 0;
    return err_set(err, ERR_MEMORY, "the case file would be larger than one may be: begin another one");
}

static int add_record(struct casefile *c, cJSON *record, struct err *err)
{
    size_t bytes, values;

    if (fits(c, record, &bytes, &values, err) != 0) {
        cJSON_Delete(record);
        return -1;
    }
    if (tree_append(c, PART_HISTORY, record) != 0)
        return casefile_no_memory(err);
    c->estimate += bytes;
    c->values += values;
    c->dirty = true;
    c->changes++;
    return 0;
}

/* What was found when no state spoke for it. */
static const char found_changed[] = "case.found_changed", found_unstated[] = "case.found_unstated";

/* Before the first change to a file that something else changed, or whose history speaks for nothing: so that no
 * later state hides it. */
static int tell_outside(struct casefile *c, struct err *err)
{
    struct digest found;
    cJSON *record;

    if (!c->doubted || c->history == HISTORY_HOLDS || c->told_outside)
        return 0;
    if (tree_sha256(c->root, "history", &found, err) != 0)
        return -1;
    record = new_record(c, c->history == HISTORY_OUTSIDE ? found_changed : found_unstated);
    if (!tree_put_digest(record, "found", &found)) {
        cJSON_Delete(record);
        return casefile_no_memory(err);
    }
    if (add_record(c, record, err) != 0)
        return -1;
    c->told_outside = true;
    return 0;
}

int record_add(struct casefile *c, const char *did, const cJSON *old, const cJSON *now, struct err *err)
{
    cJSON *record;

    if (tell_outside(c, err) != 0)
        return -1;
    record = new_record(c, did);
    if (record == NULL || (old != NULL && !tree_put(record, "old", cJSON_Duplicate(old, true))) ||
        (now != NULL && !tree_put(record, "new", cJSON_Duplicate(now, true)))) {
        cJSON_Delete(record);
        return casefile_no_memory(err);
    }
    return add_record(c, record, err);
}

void record_drop(struct casefile *c)
{
    cJSON_Delete(tree_detach(c, PART_HISTORY, c->part[PART_HISTORY].count - 1));
}

int record_seal(struct casefile *c, struct err *err)
{
    const struct list *l = &c->part[PART_HISTORY];
    struct digest previous = c->has_head ? c->head : zeros, state;

    if (c->sealed == l->count)
        return 0;
    if (tree_sha256(c->root, "history", &state, err) != 0)
        return -1;
    for (size_t i = c->sealed; i < l->count; i++) {
        cJSON *record = l->item[i];

        /* A seal that gave out half-way is made anew. */
        if (!tree_set_digest(record, "previous", &previous) ||
            (i + 1 == l->count && !tree_set_digest(record, "state", &state)))
            return casefile_no_memory(err);
        if (tree_sha256(record, NULL, &previous, err) != 0)
            return -1;
        c->sealed = i + 1;
        c->head = previous;
        c->has_head = true;
    }
    return 0;
}

/* ---- checking ---- */

static void check_times(struct casefile *c)
{
    const struct list *l = &c->part[PART_HISTORY];
    struct instant before = {.seconds = INT64_MIN}, at;

    for (size_t i = 0; i < l->count; i++) {
        if (!time_of(l->item[i], &at))
            continue;
        if (instant_compare(&at, &before) < 0) {
            casefile_warn(c, "record %zu of the history is dated before the one before it", i + 1);
            return;
        }
        before = at;
    }
    if (l->count > 0 && before.seconds > reading() + 60)
        casefile_warn(c, "the last record of the history is dated in the future, as this machine's "
                         "clock has it");
}

static enum casefile_history check_state(struct casefile *c)
{
    struct digest stated, found;

    if (!tree_digest(last_record(c), "state", &stated))
        return HISTORY_UNSTATED;
    if (tree_sha256(c->root, "history", &found, NULL) != 0) {
        c->lacking = true;
        return HISTORY_UNCHECKED;
    }
    return digest_equal(&stated, &found) ? HISTORY_HOLDS : HISTORY_OUTSIDE;
}

static enum casefile_history check_chain(struct casefile *c)
{
    const struct list *l = &c->part[PART_HISTORY];
    struct digest previous = zeros, stated;

    for (size_t i = 0; i < l->count; i++) {
        if (!tree_digest(l->item[i], "previous", &stated) || !digest_equal(&stated, &previous)) {
            c->broken = i + 1;
            return HISTORY_BROKEN;
        }
        if (tree_sha256(l->item[i], NULL, &previous, NULL) != 0) {
            c->lacking = true;
            return HISTORY_UNCHECKED;
        }
    }
    c->has_head = l->count > 0;
    c->head = previous;
    return l->count > 0 ? check_state(c) : HISTORY_NONE;
}

static bool tells_doubt(const cJSON *record)
{
    const char *did = tree_text(record, "did");

    return did != NULL && (strcmp(did, found_changed) == 0 || strcmp(did, found_unstated) == 0);
}

/* A history that holds may tell that once it did not. */
static void check_doubt(struct casefile *c)
{
    const struct list *l = &c->part[PART_HISTORY];

    for (size_t i = l->count; i > 0 && c->found_at == 0; i--)
        if (tells_doubt(l->item[i - 1]))
            c->found_at = i;
    c->doubted = c->history != HISTORY_HOLDS || c->found_at > 0;
    c->since = c->history == HISTORY_HOLDS ? c->found_at : l->count;
}

static bool puts_reference(const cJSON *record)
{
    static const char *const names[] = {"reference.add", "reference.edit", "baseline.set", "baseline.edit"};
    const char *did = tree_text(record, "did");

    for (size_t i = 0; did != NULL && i < sizeof names / sizeof *names; i++)
        if (strcmp(did, names[i]) == 0)
            return true;
    return false;
}

static bool same_member(const cJSON *a, const cJSON *b, const char *name)
{
    const char *x = tree_text(a, name), *y = tree_text(b, name);

    return x == NULL || y == NULL ? x == y : strcmp(x, y) == 0;
}

/* By its bytes: its path is kept anew where the case file moves. */
bool record_vouches(const struct casefile *c, const cJSON *reference)
{
    const struct list *l = &c->part[PART_HISTORY];

    for (size_t i = l->count; i > c->since; i--) {
        const cJSON *record = l->item[i - 1];
        const cJSON *put = cJSON_GetObjectItemCaseSensitive(record, "new");

        if (puts_reference(record) && same_member(put, reference, "kind") && same_member(put, reference, "value") &&
            same_member(put, reference, "sha256"))
            return same_member(put, reference, "independent");
    }
    return false;
}

static void tell_found(struct casefile *c)
{
    const char *did;

    if (c->found_at == 0)
        return;
    did = tree_text(c->part[PART_HISTORY].item[c->found_at - 1], "did");
    casefile_warn(c, "record %zu of the history (%s) tells that the case file was found %s: what it held then is "
                     "not vouched for by its history",
                  c->found_at, did,
                  strcmp(did, found_changed) == 0 ? "changed by something other than aerscope"
                                                  : "without a history that speaks for it");
}

static void tell_history(struct casefile *c)
{
    switch (c->history) {
    case HISTORY_BROKEN:
        casefile_set_read_only(c, false,
                               "its history is broken at record %zu: that record does not hold the "
                               "SHA-256 of the one before, so something was changed or cut out; keep the "
                               "file as it is and go on in a new one",
                               c->broken);
        casefile_warn(c, "the history is broken at record %zu", c->broken);
        break;
    case HISTORY_OUTSIDE:
        casefile_warn(c, "something other than aerscope changed this case file after the last record "
                         "of its history");
        break;
    case HISTORY_UNSTATED:
        casefile_warn(c, "the last record of the history says nothing of the rest of the case file: "
                         "whether it was changed since is not known");
        break;
    case HISTORY_NONE: casefile_warn(c, "the case file has no history"); break;
    case HISTORY_UNCHECKED:
        casefile_warn(c, "the history was not checked%s%s", c->read_only[0] != '\0' ? ": " : "", c->read_only);
        break;
    case HISTORY_HOLDS: break;
    }
}

void record_check(struct casefile *c)
{
    if (c->history != HISTORY_UNCHECKED)
        c->history = check_chain(c);
    c->sealed = c->saved = c->part[PART_HISTORY].count;
    c->saved_head = c->head;
    check_doubt(c);
    tell_history(c);
    tell_found(c);
    check_times(c);
}

bool casefile_notes_are_examiners(const struct casefile *c)
{
    const struct list *l = &c->part[PART_HISTORY];
    const char *named = casefile_examiner(c), *then = NULL;

    for (size_t i = 0; i < l->count; i++) {
        const char *did = tree_text(l->item[i], "did");

        if (did == NULL)
            continue;
        if (strcmp(did, "case.begin") == 0 || strcmp(did, "examiner.set") == 0)
            then = tree_text(l->item[i], "new");
        else if (strncmp(did, "note.", 5) == 0 || strncmp(did, "mark.", 5) == 0)
            if (then == NULL || named == NULL ? then != named : strcmp(then, named) != 0)
                return false;
    }
    return !c->doubted;
}

/* ---- showing ---- */

size_t casefile_records(const struct casefile *c)
{
    return c->saved;
}

int casefile_record(const struct casefile *c, size_t i, struct casefile_record *out, struct err *err)
{
    struct buf text;
    int rc;

    memset(out, 0, sizeof *out);
    if (i >= c->saved)
        return err_set(err, ERR_USAGE, "the history has no such record");
    buf_init(&text, LIMIT_CASE);
    out->at = tree_text(c->part[PART_HISTORY].item[i], "at");
    out->did = tree_text(c->part[PART_HISTORY].item[i], "did");
    rc = tree_canonical(c->part[PART_HISTORY].item[i], NULL, &text);
    if (rc == 0 && str_take(&out->json, &text) == 0)
        rc = digest_bytes(out->json.data, out->json.len, &out->sha256, err);
    else
        rc = casefile_no_memory(err);
    buf_release(&text);
    return rc;
}

bool casefile_history_head(const struct casefile *c, struct digest *out)
{
    bool known = c->saved > 0 && c->has_head && c->history != HISTORY_BROKEN;

    if (known)
        *out = c->saved_head;
    return known;
}

enum casefile_history casefile_history(const struct casefile *c)
{
    return c->history;
}

size_t casefile_history_broken(const struct casefile *c)
{
    return c->broken;
}

size_t casefile_history_found(const struct casefile *c)
{
    return c->found_at;
}

const char *casefile_history_limits(void)
{
    return "A history that is kept with the case file can itself be cut or written anew by whoever can "
           "write the file. Only its head, kept elsewhere, shows later that nothing before it was changed.";
}
