/* References against the clock, against each other, and against the place of the timeline. */
#include "core/reference_impl.h"

#include "base/rfc3339.h"
#include "base/shortage.h"
#include "base/text.h"

#include <errno.h>
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
    struct reference *r = c->r;

    if (!r->published_at.data || instant_compare(&r->published, &now) <= 0)
        return 0;
    r->time_odd = true;
    return reference_finding(c, FINDING_COMMITMENT_TIME, "published_at",
                             "published_at %.64s lies after the present time", r->published_at.data)
               ? 0
               : -1;
}

static int check_retrieval(struct reference_check *c, struct instant now)
{
    struct reference *r = c->r;
    struct instant retrieved;
    const char *why;

    if (!r->retrieved_at ||
        rfc3339_parse(r->retrieved_at, strlen(r->retrieved_at), &retrieved, &why) != 0)
        return 0;
    if (instant_compare(&retrieved, &now) > 0) {
        r->time_odd = true;
        if (!reference_finding(c, FINDING_COMMITMENT_TIME, NULL,
                               "the time at which it is said to have been retrieved lies after the present"))
            return -1;
    }
    if (!r->published_at.data || instant_compare(&r->published, &retrieved) <= 0)
        return 0;
    r->time_odd = true;
    return reference_finding(c, FINDING_COMMITMENT_TIME, "published_at",
                             "published_at %.64s lies after the time at which it was retrieved",
                             r->published_at.data)
               ? 0
               : -1;
}

static int check_growth(struct reference_check *c)
{
    char own[COUNT_ROOM], other[COUNT_ROOM];
    const struct reference *r = c->r;

    for (size_t i = 0; i < c->set->count; i++) {
        const struct reference *early = &c->set->item[i];
        if (!reference_shrinks(r, early))
            continue;
        bool published = early->published_at.data != NULL;
        if (!reference_finding(c, FINDING_COMMITMENT_TIME, "published_at",
                               "published at %.64s it counts %s entries, and %s, %s before that at %.64s, counts %s: "
                               "a timeline does not shrink, so this one is of an older state, or not both are right",
                               r->published_at.data, reference_count_text(r, own), name_of(c->set, i).text,
                               published ? "published" : "retrieved",
                               published ? early->published_at.data : early->retrieved_at,
                               reference_count_text(early, other)))
            return -1;
    }
    return 0;
}

static int check_times(struct reference_check *c, struct instant now)
{
    if (!c->r->readable)
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
    char *dir = real ? shortage_unless(strdup(dirname(real))) : NULL;

    if (path && !real && errno == ENOMEM)
        shortage_note();
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

/* A copy that was made of the file after a change has its bytes as well. */
static int check_bytes(struct reference_check *c)
{
    const struct reference *r = c->r;
    struct digest whole;

    if (!r->has_sha256 || !timeline_sha256(c->t, &whole) || !digest_equal(&whole, &r->sha256))
        return 0;
    return reference_finding(c, FINDING_COMMITMENT_SHARED, NULL,
                             "the copy has the same bytes as the timeline: that shows that nothing was changed "
                             "since the copy was made, and not when it was made; a copy made of this file just "
                             "now has the same bytes")
               ? 0
               : -1;
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
    return check_bytes(c) || check_peers(c, beside) ? -1 : 0;
}

/* --- equivocation --- */

static int check_equivocation(struct reference_check *c)
{
    struct naming own = name_of(c->set, (size_t)c->number);

    for (size_t i = 0; i < c->set->count; i++) {
        const struct reference *other = &c->set->item[i];
        struct buf says;
        if ((int)i == c->number || !reference_excludes(c->r, other))
            continue;
        buf_init(&says, LIMIT_MESSAGE);
        reference_say_excluded(&says, c->r, other);
        bool told = reference_finding(c, FINDING_COMMITMENT_EQUIVOCATION, "final_entry_digest", "%s and %s %s", own.text,
                                      name_of(c->set, i).text, buf_cstr(&says)) != NULL;
        buf_release(&says);
        if (!told)
            return -1;
    }
    return 0;
}

int reference_check_peers(struct reference_check *c, struct instant now)
{
    return check_equivocation(c) || check_times(c, now) || check_shared(c) ? -1 : 0;
}
