#include "core/reference.h"

#include "base/text.h"
#include "core/commitment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *reference_kind_name(enum reference_kind k)
{
    static const char *const name[] = {"commitment", "head", "count", "baseline", "manifest"};
    return name[k];
}

const char *independence_name(enum independence i)
{
    static const char *const name[] = {"unknown", "yes", "no"};
    return name[i];
}

const char *reference_result_name(enum reference_result r)
{
    static const char *const name[] = {"not_assessed", "matches",  "contradicted",
                                       "earlier",      "unusable", "not_assessed"};
    return name[r];
}

static int make_room(struct reference_set *set, size_t more, struct err *err)
{
    size_t room = set->room ? set->room : 4;

    while (room < set->count + more)
        room *= 2;
    struct reference *item = realloc(set->item, room * sizeof *item);
    if (!item)
        return err_set(err, ERR_MEMORY, "no memory for a reference");
    set->item = item;
    set->room = room;
    return 0;
}

static struct reference *append(struct reference_set *set, enum reference_kind kind, const char *path,
                                struct err *err)
{
    if (make_room(set, 1, err))
        return NULL;
    struct reference *r = &set->item[set->count];
    memset(r, 0, sizeof *r);
    r->kind = kind;
    r->path = path ? strdup(path) : NULL;
    if (path && !r->path) {
        err_set(err, ERR_MEMORY, "no memory for a reference");
        return NULL;
    }
    set->count++;
    return r;
}

struct reference *reference_add_commitment(struct reference_set *set, const char *path, struct err *err)
{
    struct reference *r = append(set, REFERENCE_COMMITMENT, path, err);
    struct err trouble = {0};
    struct document d;
    int status;

    if (!r)
        return NULL;
    if (document_open(&d, path, &trouble)) {
        status = commitment_form(r, NULL, trouble.text, err);
    } else {
        r->sha256 = d.sha256;
        r->has_sha256 = true;
        status = commitment_read(r, &d, err);
    }
    document_release(&d);
    return status ? NULL : r;
}

struct reference *reference_add_bytes(struct reference_set *set, const char *name, const void *bytes,
                                      size_t len, struct err *err)
{
    struct reference *r = append(set, REFERENCE_COMMITMENT, name, err);
    struct document d;

    if (!r || document_set(&d, bytes, len, err))
        return NULL;
    r->sha256 = d.sha256;
    r->has_sha256 = true;
    int status = commitment_read(r, &d, err);
    document_release(&d);
    return status ? NULL : r;
}

/* Decimal digits alone, at least one, at most 18. */
static bool parse_count(const char *text, int64_t *count)
{
    size_t len = strlen(text);

    if (len == 0 || len > 18 || strspn(text, "0123456789") != len)
        return false;
    *count = strtoll(text, NULL, 10);
    return true;
}

struct reference *reference_add_head(struct reference_set *set, const char *text, struct err *err)
{
    const char *at = strchr(text, '@');
    size_t len = at ? (size_t)(at - text) : strlen(text);
    struct digest d;
    int64_t count = 0;

    if (!digest_parse(text, len, &d) || (at && !parse_count(at + 1, &count))) {
        err_set(err, ERR_USAGE, "a head is 64 lowercase hexadecimal digits, and @COUNT after them where the "
                                "number of entries is known");
        return NULL;
    }
    struct reference *r = append(set, REFERENCE_HEAD, NULL, err);
    if (!r)
        return NULL;
    r->readable = r->has_digest = true;
    r->final_digest = d;
    r->has_count = at != NULL;
    r->count = count;
    return r;
}

struct reference *reference_add_count(struct reference_set *set, const char *text, struct err *err)
{
    int64_t count;

    if (!parse_count(text, &count)) {
        err_set(err, ERR_USAGE, "a count is a number of entries in decimal digits");
        return NULL;
    }
    struct reference *r = append(set, REFERENCE_COUNT_ONLY, NULL, err);
    if (!r)
        return NULL;
    r->readable = r->has_count = true;
    r->count = count;
    return r;
}

struct reference *reference_add_unusable(struct reference_set *set, enum reference_kind kind,
                                         const char *path, const char *why, struct err *err)
{
    struct reference *r = append(set, kind, path, err);

    return r && commitment_form(r, NULL, why, err) == 0 ? r : NULL;
}

struct reference *reference_add_judged(struct reference_set *set, enum reference_kind kind,
                                       const char *path, const struct reference_judge *judge,
                                       struct err *err)
{
    struct reference *r = append(set, kind, path, err);

    if (r)
        r->judge = *judge;
    else
        judge->free(judge->arg);
    return r;
}

const char *reference_count_text(const struct reference *r, char room[COUNT_ROOM])
{
    room[0] = '\0';
    if (r->has_count)
        snprintf(room, COUNT_ROOM, "%" PRId64, r->count);
    return r->count_text.data ? r->count_text.data : room;
}

static void release(struct reference *r)
{
    if (r->judge.free)
        r->judge.free(r->judge.arg);
    free(r->path);
    free(r->was_stated);
    free(r->witness);
    free(r->authority);
    free(r->retrieved_from);
    free(r->retrieved_at);
    str_release(&r->count_text);
    str_release(&r->job_id);
    str_release(&r->published_at);
    finding_list_release(&r->findings);
}

void reference_unstate(struct reference *r)
{
    char **text[] = {&r->witness, &r->authority, &r->retrieved_from, &r->retrieved_at};

    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        free(*text[i]);
        *text[i] = NULL;
    }
    r->independent = r->not_taken = INDEPENDENT_UNKNOWN;
    r->by_line = false;
}

void reference_set_remove(struct reference_set *set, size_t at)
{
    release(&set->item[at]);
    memmove(&set->item[at], &set->item[at + 1], (set->count - at - 1) * sizeof *set->item);
    set->count--;
}

int reference_set_join(struct reference_set *to, struct reference_set *from, struct err *err)
{
    if (make_room(to, from->count, err))
        return -1;
    for (size_t i = 0; i < from->count; i++)
        to->item[to->count++] = from->item[i];
    from->count = 0;
    return 0;
}

void reference_set_release(struct reference_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        release(&set->item[i]);
    expected_free(set->expected);
    free(set->item);
    memset(set, 0, sizeof *set);
}
