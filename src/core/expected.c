#include "core/expected_impl.h"

#include "core/reference.h"

#include <stdlib.h>
#include <string.h>

struct action *expected_add_action(struct expected *e, struct err *err)
{
    if (e->actions == e->room) {
        size_t room = e->room ? e->room * 2 : 16;
        struct action *action = realloc(e->action, room * sizeof *action);
        if (!action) {
            err_set(err, ERR_MEMORY, "no memory for a list of expected actions");
            return NULL;
        }
        e->action = action;
        e->room = room;
    }
    memset(&e->action[e->actions], 0, sizeof *e->action);
    return &e->action[e->actions++];
}

static void drop_results(struct expected *e)
{
    while (e->list.count > e->kept)
        finding_release(&e->list.item[--e->list.count]);
    for (size_t i = 0; i < e->actions; i++)
        e->action[i].found = e->action[i].first = 0;
    free(e->missing);
    free(e->which);
    free(e->fate);
    e->missing = e->which = NULL;
    e->fate = NULL;
    e->missing_count = 0;
    e->entries = 0;
    e->against = NULL;
    e->foreign = false;
    e->frozen = FROZEN_NOT_COMPARED;
    memset(&e->coverage, 0, sizeof e->coverage);
    memset(e->fates, 0, sizeof e->fates);
}

void expected_free(struct expected *e)
{
    if (!e)
        return;
    drop_results(e);
    for (size_t i = 0; i < e->actions; i++) {
        str_release(&e->action[i].tool);
        str_release(&e->action[i].id);
    }
    free(e->action);
    free(e->path);
    str_release(&e->job_id);
    str_release(&e->source);
    str_release(&e->frozen_at);
    finding_list_release(&e->list);
    free(e);
}

struct expected_about expected_about(const struct expected *e)
{
    return (struct expected_about){
        .path = e->path,
        .has_sha256 = e->has_sha256,
        .sha256 = e->sha256,
        .receipt = e->receipt,
        .has_meant = e->has_meant,
        .meant = e->meant,
        .malformed = e->malformed,
        .usable = !e->malformed && !e->foreign,
        .foreign = e->foreign,
        .strict = e->strict,
        .job_id = e->job_id,
        .source = e->source,
        .frozen_at = e->frozen_at,
        .frozen = e->frozen,
        .actions = e->actions,
        .has_root = e->has_root,
        .root_differs = e->root_differs,
        .root = e->root,
    };
}

const char *expected_kind_name(enum expected_kind k)
{
    static const char *const name[] = {"expected", "authorised", "forbidden"};
    return name[k];
}

struct expected_action expected_action(const struct expected *e, uint64_t number)
{
    const struct action *a = &e->action[number - 1];

    return (struct expected_action){
        .kind = (enum expected_kind)a->kind,
        .tool = a->tool,
        .id = a->id,
        .has_hash = a->has_hash,
        .hash = a->hash,
        .count = a->count,
        .found = a->kind == ACTION_EXPECTED ? a->found : 0,
        .first = a->first,
        .line = a->at.line,
        .column = a->at.column,
    };
}

bool fate_has_action(enum fate f)
{
    return f == FATE_MATCHED || f == FATE_MISPLACED || f == FATE_AUTHORISED || f == FATE_FORBIDDEN;
}

enum expected_fate expected_of_entry(const struct expected *e, uint64_t entry, uint64_t *action)
{
    static const enum expected_fate fate[FATES] = {
        [FATE_MATCHED] = EXPECTED_MATCHED,     [FATE_AUTHORISED] = EXPECTED_PERMITTED,
        [FATE_MISPLACED] = EXPECTED_MISPLACED, [FATE_UNNAMED] = EXPECTED_UNNAMED,
        [FATE_SURPLUS] = EXPECTED_SURPLUS,     [FATE_FOREIGN] = EXPECTED_FOREIGN,
        [FATE_FORBIDDEN] = EXPECTED_DENIED,
    };

    *action = 0;
    if (!e->coverage.assessed || entry == 0 || entry > e->entries)
        return EXPECTED_NOT_HELD;
    enum fate own = (enum fate)e->fate[entry - 1];
    if (fate_has_action(own))
        *action = (uint64_t)e->which[entry - 1] + 1;
    return fate[own];
}

struct coverage expected_coverage(const struct expected *e)
{
    return e->coverage;
}

/* --- the number of steps as a reference --- */

static struct reference *add_manifest(struct reference_set *set, const struct expected *e,
                                      struct err *err)
{
    struct reference *r = reference_add_count(set, "0", err);

    if (!r)
        return NULL;
    r->kind = REFERENCE_MANIFEST;
    r->count = (int64_t)e->actions;
    r->has_sha256 = e->has_sha256;
    r->sha256 = e->sha256;
    r->path = e->path ? strdup(e->path) : NULL;
    if ((e->path && !r->path) ||
        (e->job_id.data && str_set(&r->job_id, e->job_id.data, e->job_id.len))) {
        err_set(err, ERR_MEMORY, "no memory for a reference");
        return NULL;
    }
    return r;
}

static int take_list(struct reference_set *set, struct expected *e, struct reference **manifest, struct err *err)
{
    *manifest = NULL;
    if (!e)
        return -1;
    expected_free(set->expected);
    set->expected = e;
    if (!e->receipt || e->malformed)
        return 0;
    *manifest = add_manifest(set, e, err);
    return *manifest ? 0 : -1;
}

int reference_set_expect(struct reference_set *set, const char *path, struct reference **manifest,
                         struct err *err)
{
    return take_list(set, expected_open(path, err), manifest, err);
}

int reference_set_expect_bytes(struct reference_set *set, const char *name, const void *bytes, size_t len,
                               struct reference **manifest, struct err *err)
{
    return take_list(set, expected_from_bytes(name, bytes, len, err), manifest, err);
}

/* --- the check --- */

static int make_room(struct expected *e, uint64_t entries, struct err *err)
{
    e->entries = entries;
    e->which = calloc((size_t)entries + 1, sizeof *e->which);
    e->fate = calloc((size_t)entries + 1, sizeof *e->fate);
    e->missing = calloc(e->actions + 1, sizeof *e->missing);
    if (e->which && e->fate && e->missing)
        return 0;
    return err_set(err, ERR_MEMORY, "no memory to hold %llu entries against a list",
                   (unsigned long long)entries);
}

/* Not one entry is of the job: the list says nothing about this timeline. */
static int note_foreign(struct expected *e, struct err *err)
{
    static const char says[] =
        "no entry has the job that the list is for: it says nothing of these entries";
    struct finding f;

    e->foreign = true;
    finding_init(&f, FINDING_EXPECT_FORM, 0);
    f.member = "job_id";
    if (str_set(&f.message, says, sizeof says - 1) ||
        str_set(&f.stored, e->job_id.data, e->job_id.len)) {
        finding_release(&f);
        return err_set(err, ERR_MEMORY, "no memory for findings");
    }
    return finding_list_add(&e->list, &f) ? err_set(err, ERR_MEMORY, "no memory for findings") : 0;
}

static void note_first(struct expected *e)
{
    for (uint64_t i = 0; i < e->entries; i++) {
        bool matched = e->fate[i] == FATE_MATCHED || e->fate[i] == FATE_MISPLACED;
        if (matched && e->action[e->which[i]].first == 0)
            e->action[e->which[i]].first = (uint32_t)i + 1;
    }
}

static void count(struct expected *e)
{
    struct coverage *c = &e->coverage;

    for (uint64_t i = 0; i < e->entries; i++)
        e->fates[e->fate[i]]++;
    note_first(e);
    for (size_t i = 0; i < e->actions; i++) {
        const struct action *a = &e->action[i];
        if (a->kind == ACTION_EXPECTED && a->found < a->count)
            e->missing[e->missing_count++] = (uint32_t)i;
    }
    c->assessed = true;
    c->expected = e->expected;
    c->out_of_order = e->fates[FATE_MISPLACED];
    c->matched = e->fates[FATE_MATCHED] + c->out_of_order;
    c->missing = c->expected - c->matched;
    c->authorised = e->fates[FATE_AUTHORISED];
    c->unexpected = e->fates[FATE_UNNAMED] + e->fates[FATE_SURPLUS] + e->fates[FATE_FOREIGN];
    c->forbidden = e->fates[FATE_FORBIDDEN];
}

static bool all_foreign(const struct expected *e)
{
    for (uint64_t i = 0; i < e->entries; i++)
        if (e->fate[i] != FATE_FOREIGN)
            return false;
    return e->entries > 0;
}

static int drop_foreign(struct expected *e, struct err *err)
{
    drop_results(e);
    return note_foreign(e, err);
}

static int settle(struct expected *e, struct timeline *t, struct matcher *m, struct err *err)
{
    if (expected_sweep(e, t, m, err))
        return -1;
    if (all_foreign(e))
        return drop_foreign(e, err);
    if (matcher_settle(m, err))
        return -1;
    count(e);
    return 0;
}

static void note_against(struct expected *e, const struct timeline *t)
{
    e->against = t;
    e->has_against_sha256 = timeline_sha256(t, &e->against_sha256);
}

bool expected_prepared(const struct expected *e, struct timeline *t)
{
    struct digest now;

    if (e->malformed)
        return true;
    return e->against == t && timeline_sha256(t, &now) && e->has_against_sha256 &&
           digest_equal(&now, &e->against_sha256);
}

int expected_prepare(struct expected *e, struct timeline *t, bool (*stop)(void *arg), void *arg,
                     struct err *err)
{
    e->stop = stop;
    e->stop_arg = arg;
    int status = expected_check(e, t, err);
    e->stop = NULL;
    return status;
}

int expected_check(struct expected *e, struct timeline *t, struct err *err)
{
    enum timeline_result result = timeline_result(t);
    struct matcher *m;

    if (e->against && expected_prepared(e, t))
        return 0;
    drop_results(e);
    if (e->malformed || (result != TIMELINE_CONSISTENT && result != TIMELINE_BROKEN))
        return 0;
    if (make_room(e, timeline_progress(t).entries, err))
        return -1;
    m = matcher_new(e, err);
    int status = m ? settle(e, t, m, err) : -1;
    matcher_free(m);
    if (status)
        drop_results(e);
    else
        note_against(e, t);
    return status;
}
