/* References against the clock, against each other, and against the place of the timeline. */
#include "core/reference_impl.h"

#include "base/rfc3339.h"
#include "base/text.h"

#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* "reference 2 (commitment published.json)", the path escaped and cut. */
struct naming {
    char text[256];
};

static struct naming name_of(const struct reference_set *set, size_t i)
{
    enum { PATH_CELLS = 80 };
    const struct reference *r = &set->item[i];
    struct naming n;
    struct buf path;

    buf_init(&path, SIZE_MAX / 2);
    if (r->path)
        text_quote(&path, r->path, strlen(r->path), 0, PATH_CELLS);
    if (path.len > sizeof n.text / 2)
        buf_clear(&path);
    snprintf(n.text, sizeof n.text, "reference %zu (%s%s%s)", i + 1, reference_kind_name(r->kind),
             path.len > 0 ? " " : "", buf_cstr(&path));
    buf_release(&path);
    return n;
}

/* --- times --- */

static int check_now(struct reference_check *c, struct instant now)
{
    const struct reference *r = c->r;

    if (instant_compare(&r->published, &now) <= 0)
        return 0;
    return reference_finding(c, FINDING_COMMITMENT_TIME, "published_at",
                             "published_at %.64s lies after the present time", r->published_at.data)
               ? 0
               : -1;
}

static int check_retrieval(struct reference_check *c, struct instant now)
{
    const struct reference *r = c->r;
    struct instant retrieved;
    const char *why;

    if (!r->retrieved_at ||
        rfc3339_parse(r->retrieved_at, strlen(r->retrieved_at), &retrieved, &why) != 0)
        return 0;
    if (instant_compare(&retrieved, &now) > 0 &&
        !reference_finding(c, FINDING_COMMITMENT_TIME, NULL,
                           "the time at which it is said to have been retrieved lies after the present"))
        return -1;
    if (instant_compare(&r->published, &retrieved) <= 0)
        return 0;
    return reference_finding(c, FINDING_COMMITMENT_TIME, "published_at",
                             "published_at %.64s lies after the time at which it was retrieved",
                             r->published_at.data)
               ? 0
               : -1;
}

static bool one_job(const struct reference *a, const struct reference *b)
{
    return a->job_id.data && b->job_id.data && str_equal(&a->job_id, &b->job_id);
}

/* A timeline only grows: published later, it cannot count fewer entries. */
static bool shrinks(const struct reference *late, const struct reference *early)
{
    return early->readable && early->published_at.data && late->has_count && early->has_count &&
           one_job(late, early) && instant_compare(&late->published, &early->published) > 0 &&
           late->count < early->count;
}

static int check_growth(struct reference_check *c)
{
    char own[COUNT_ROOM], other[COUNT_ROOM];
    const struct reference *r = c->r;

    for (size_t i = 0; i < c->set->count; i++) {
        const struct reference *early = &c->set->item[i];
        if (!shrinks(r, early))
            continue;
        if (!reference_finding(c, FINDING_COMMITMENT_TIME, "published_at",
                               "published at %.64s it counts %s"
                               " entries, and %s, published before it "
                               "at %.64s, counts %s: a timeline does not shrink",
                               r->published_at.data, reference_count_text(r, own), name_of(c->set, i).text,
                               early->published_at.data, reference_count_text(early, other)))
            return -1;
    }
    return 0;
}

static int check_times(struct reference_check *c, struct instant now)
{
    if (!c->r->readable || !c->r->published_at.data)
        return 0;
    return check_now(c, now) || check_retrieval(c, now) || check_growth(c) ? -1 : 0;
}

/* --- what references share --- */

static bool same_word(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;

    if (!a || !b)
        return false;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The folder of a path with links resolved; the caller frees. NULL where it cannot be told. */
static char *folder(const char *path)
{
    char *real = path ? realpath(path, NULL) : NULL;
    char *dir = real ? strdup(dirname(real)) : NULL;

    free(real);
    return dir;
}

static bool same_folder(const char *a, const char *b)
{
    char *x = folder(a), *y = folder(b);
    bool same = same_word(x, y);

    free(x);
    free(y);
    return same;
}

static bool beside_timeline(const struct reference_check *c)
{
    return c->r->path && same_folder(c->r->path, source_path(timeline_source(c->t)));
}

/* "the witness and the folder" that both have; "" for nothing. */
struct shared {
    char text[96];
};

static void share(struct shared *s, bool same, const char *what)
{
    size_t len = strlen(s->text);

    if (same)
        snprintf(s->text + len, sizeof s->text - len, "%s%s", len > 0 ? " and " : "", what);
}

static struct shared shared_by(const struct reference *a, const struct reference *b, bool beside)
{
    struct shared s = {""};
    bool file = same_file(a->path, b->path);

    share(&s, file, "the file");
    share(&s, same_word(a->witness, b->witness), "the witness");
    share(&s, same_word(a->authority, b->authority), "the authority");
    share(&s, same_word(a->retrieved_from, b->retrieved_from), "the place of retrieval");
    share(&s, !file && !beside && a->path && same_folder(a->path, b->path), "the folder");
    return s;
}

static int check_peers(struct reference_check *c, bool beside)
{
    for (int i = 0; i < c->number; i++) {
        struct shared s = shared_by(c->r, &c->set->item[i], beside);
        if (s.text[0] &&
            !reference_finding(c, FINDING_COMMITMENT_SHARED, NULL,
                               "reference %d shares %s of %s: two files are not two trust domains",
                               c->number + 1, s.text, name_of(c->set, (size_t)i).text))
            return -1;
    }
    return 0;
}

/* The timeline itself, named once more as an earlier copy of it. */
static bool is_timeline(const struct reference_check *c)
{
    struct stat st;

    return c->r->path && stat(c->r->path, &st) == 0 && source_is(timeline_source(c->t), &st);
}

static int check_shared(struct reference_check *c)
{
    struct reference *r = c->r;
    bool beside = !r->embedded && beside_timeline(c);

    r->own_file = is_timeline(c);
    if (r->embedded || r->own_file) {
        r->independent = INDEPENDENT_NO;
        return reference_finding(
                   c, FINDING_COMMITMENT_SHARED, NULL,
                   "the reference sits in the timeline's own file: it is never independent of it")
                   ? 0
                   : -1;
    }
    if (beside && !reference_finding(
                      c, FINDING_COMMITMENT_SHARED, NULL,
                      "the reference lies in the folder of the timeline: whoever can change one "
                      "may be able to change both"))
        return -1;
    return check_peers(c, beside);
}

/* --- equivocation --- */

/* A head names no job: it is given for the timeline that is examined. */
static bool of_timeline(const struct reference_check *c, const struct reference *r)
{
    return r->job_id.data ? timeline_job_is(c->t, &r->job_id) : r->kind == REFERENCE_HEAD;
}

static bool same_count(const struct reference *a, const struct reference *b)
{
    if (a->count_text.data && b->count_text.data)
        return str_equal(&a->count_text, &b->count_text);
    return a->count == b->count && !a->count_text.data && !b->count_text.data;
}

/* Two statements of one end that cannot both be true: the digest fixes seq, and so the count. */
static bool cannot_both(const struct reference_check *c, const struct reference *a,
                        const struct reference *b)
{
    if (!a->readable || !b->readable || !a->has_count || !b->has_count ||
        !(one_job(a, b) || (of_timeline(c, a) && of_timeline(c, b))))
        return false;
    if (!a->has_digest || !b->has_digest)
        return false;
    return same_count(a, b) != digest_equal(&a->final_digest, &b->final_digest);
}

static int check_equivocation(struct reference_check *c)
{
    struct naming own = name_of(c->set, (size_t)c->number);

    for (size_t i = 0; i < c->set->count; i++) {
        if ((int)i == c->number || !cannot_both(c, c->r, &c->set->item[i]))
            continue;
        if (!reference_finding(c, FINDING_COMMITMENT_EQUIVOCATION, "final_entry_digest",
                               "%s and %s state different ends of one job: both cannot be true",
                               own.text, name_of(c->set, i).text))
            return -1;
    }
    return 0;
}

int reference_check_peers(struct reference_check *c, struct instant now)
{
    return check_equivocation(c) || check_times(c, now) || check_shared(c) ? -1 : 0;
}

/* --- all together --- */

static bool is_usable(const struct reference *r)
{
    return r->readable && r->result != REFERENCE_UNUSABLE && r->result != REFERENCE_UNCHECKED;
}

static bool is_contradicted(const struct reference *r)
{
    for (size_t i = 0; i < r->findings.count; i++)
        if (r->findings.item[i].code == FINDING_COMMITMENT_EQUIVOCATION)
            return true;
    return false;
}

struct agreement references_agree(const struct reference_set *set)
{
    struct agreement a = {0};

    for (size_t i = 0; i < set->count; i++) {
        const struct reference *r = &set->item[i];
        a.results[r->result]++;
        a.usable += is_usable(r);
        a.equivocation |= is_contradicted(r);
    }
    size_t confirming = a.results[REFERENCE_MATCHES] + a.results[REFERENCE_EARLIER];
    a.disagree = a.equivocation || (confirming > 0 && a.results[REFERENCE_CONTRADICTED] > 0);
    return a;
}

size_t references_in_time(const struct reference_set *set, size_t *order)
{
    size_t n = 0;

    for (size_t i = 0; i < set->count; i++) {
        const struct reference *r = &set->item[i];
        size_t at = n;
        if (!r->readable || !r->published_at.data)
            continue;
        while (at > 0 && instant_compare(&set->item[order[at - 1]].published, &r->published) > 0)
            at--;
        memmove(&order[at + 1], &order[at], (n - at) * sizeof *order);
        order[at] = i;
        n++;
    }
    return n;
}
