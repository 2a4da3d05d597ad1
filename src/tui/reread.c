#include "tui/reread.h"

#include "explain/baseline.h"
#include "tui/show.h"
#include "tui/state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A pipe, a device and standard input give their bytes once. */
static bool can_be_read_again(const char *path)
{
    struct stat st;

    if (!path || strcmp(path, "-") == 0)
        return false;
    return stat(path, &st) < 0 || S_ISREG(st.st_mode);
}

/* ---- references ---- */

static struct reference *read_one(struct reference_set *into, const struct reference *old,
                                  const struct str *job, struct err *err)
{
    if (old->kind == REFERENCE_BASELINE)
        return baseline_add_job(into, old->path, 0, job, err);
    return reference_add_commitment(into, old->path, err);
}

static void swap_text(char **a, char **b)
{
    char *kept = *a;

    *a = *b;
    *b = kept;
}

static bool same_bytes(const struct reference *r)
{
    return !r->has_before || (r->has_sha256 && digest_equal(&r->sha256, &r->before));
}

static bool changed(const struct reference *r)
{
    return r->kind != REFERENCE_MANIFEST && !same_bytes(r);
}

/* None is so long that there were no room for the others, nor for what is said before them. */
static void add_statement(struct buf *out, const struct state *s, const char *label, const char *unescaped)
{
    struct buf one;

    if (!unescaped)
        return;
    buf_init(&one, LIMIT_MESSAGE / 8);
    if (show_words(&one, unescaped, s->flags))
        out->failed = true;
    buf_addf(out, "%s%s %s", out->len > 0 ? "; " : "", label, buf_cstr(&one));
    buf_release(&one);
}

/* Of bytes that may be gone it stays in sight. false without memory for it: then nothing is changed. */
static bool remember_statements(const struct state *s, struct reference *to, struct reference *from)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    add_statement(&text, s, "witness", from->witness);
    add_statement(&text, s, "authority", from->authority);
    add_statement(&text, s, "retrieved from", from->retrieved_from);
    add_statement(&text, s, "retrieved at", from->retrieved_at);
    if (from->independent != INDEPENDENT_UNKNOWN)
        add_statement(&text, s, "independent", independence_name(from->independent));
    bool kept = !text.failed;
    if (kept && text.len > 0 && from->has_sha256) {
        free(to->was_stated);
        to->was_stated = strdup(buf_cstr(&text));
        to->was_of = from->sha256;
        kept = to->was_stated != NULL;
    } else if (kept) {
        swap_text(&to->was_stated, &from->was_stated);
        to->was_of = from->was_of;
    }
    buf_release(&text);
    return kept;
}

/* What was stated of a file was stated of its bytes: of others it says nothing. */
static bool keep_statements(const struct state *s, struct reference *to, struct reference *from)
{
    bool pending = to->kind == REFERENCE_BASELINE && baseline_of(to) && !to->has_sha256 && from->has_sha256;

    if (!remember_statements(s, to, from))
        return false;
    to->has_before = from->has_sha256 || from->has_before; /* one that was gone is held against what it was */
    to->before = from->has_sha256 ? from->sha256 : from->before;
    to->has_meant = pending || from->has_meant;
    to->meant = pending ? from->sha256 : from->meant;
    if (!pending && !same_bytes(to))
        return true; /* of a copy the check says, which reads it */
    swap_text(&to->witness, &from->witness);
    swap_text(&to->authority, &from->authority);
    swap_text(&to->retrieved_from, &from->retrieved_from);
    swap_text(&to->retrieved_at, &from->retrieved_at);
    to->independent = from->independent;
    to->by_line = from->by_line;
    to->not_taken = from->not_taken;
    return true;
}

static void reread_one(struct state *s, size_t at)
{
    struct reference *old = &s->refs->item[at], *now, kept;
    struct reference_set one = {0};
    struct err err = {0};

    if (old->embedded || old->kind == REFERENCE_MANIFEST || !old->path)
        return;
    if (!can_be_read_again(old->path)) {
        s->rereading.kept++;
        return;
    }
    now = read_one(&one, old, &s->jobs.open, &err);
    if (now && keep_statements(s, now, old)) {
        kept = *old;
        *old = *now;
        *now = kept;
        s->rereading.files++;
    }
    reference_set_release(&one);
}

/* ---- the list ---- */

static struct reference *manifest_of(struct reference_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->item[i].kind == REFERENCE_MANIFEST)
            return &set->item[i];
    return NULL;
}

/* The reference that a receipt brought stays in its place, or comes or goes with the receipt. false without
 * memory: then nothing is changed. */
static bool put_manifest(const struct state *s, struct reference_set *set, struct reference_set *from)
{
    struct reference *old = manifest_of(set), *now = manifest_of(from), kept;
    struct err err = {0};

    if (old && now) {
        if (!keep_statements(s, now, old))
            return false;
        kept = *old;
        *old = *now;
        *now = kept;
    } else if (old) {
        reference_set_remove(set, (size_t)(old - set->item));
    } else if (now) {
        return reference_set_join(set, from, &err) == 0;
    }
    return true;
}

static void reread_list(struct state *s)
{
    struct rereading *r = &s->rereading;
    struct expected *old = s->refs->expected;
    struct reference_set one = {0};
    struct expected_about about;
    struct reference *manifest;
    struct err err = {0};

    if (!old)
        return;
    about = expected_about(old);
    if (!can_be_read_again(about.path)) {
        r->kept++;
        return;
    }
    r->list_has_sha256 = about.has_sha256;
    r->list_sha256 = about.sha256;
    if (reference_set_expect(&one, about.path, &manifest, &err) == 0 && put_manifest(s, s->refs, &one)) {
        s->refs->expected = one.expected;
        one.expected = old;
        if (about.has_meant)
            expected_mean(s->refs->expected, &about.meant);
        r->files++;
        r->list = true;
    }
    reference_set_release(&one);
}

bool reread_can_copies(const struct state *s)
{
    for (size_t i = 0; i < s->refs->count; i++)
        if (s->refs->item[i].kind == REFERENCE_BASELINE && !can_be_read_again(s->refs->item[i].path))
            return false;
    return true;
}

void reread_all(struct state *s)
{
    memset(&s->rereading, 0, sizeof s->rereading);
    for (size_t i = 0; i < s->refs->count; i++)
        reread_one(s, i);
    reread_list(s);
}

/* ---- what became of them ---- */

static bool list_changed(const struct state *s)
{
    const struct rereading *r = &s->rereading;
    struct expected_about about;

    if (!r->list || !s->refs->expected)
        return false;
    about = expected_about(s->refs->expected);
    return about.has_sha256 != r->list_has_sha256 ||
           (about.has_sha256 && !digest_equal(&about.sha256, &r->list_sha256));
}

size_t reread_changed(const struct state *s)
{
    size_t n = list_changed(s);

    for (size_t i = 0; i < s->refs->count; i++)
        n += changed(&s->refs->item[i]);
    return n;
}

static void add_heads(struct buf *out, bool had, const struct digest *before, bool has,
                      const struct digest *now)
{
    char hex[2][DIGEST_HEX + 1];

    digest_hex(before, hex[0]);
    digest_hex(now, hex[1]);
    buf_addf(out, "SHA-256 %.8s%s before, ", had ? hex[0] : "unknown", had ? ".." : "");
    if (has)
        buf_addf(out, "%.8s.. now", hex[1]);
    else
        buf_adds(out, "cannot be read now");
}

void reread_list_words(const struct state *s, struct buf *out)
{
    struct expected_about about;

    if (!list_changed(s))
        return;
    about = expected_about(s->refs->expected);
    add_heads(out, s->rereading.list_has_sha256, &s->rereading.list_sha256, about.has_sha256,
              &about.sha256);
}

void reread_words(const struct state *s, struct buf *out)
{
    size_t more = reread_changed(s);

    for (size_t i = 0; i < s->refs->count && out->len == 0; i++) {
        const struct reference *r = &s->refs->item[i];
        if (!changed(r))
            continue;
        show_reference(out, r, s->flags);
        buf_adds(out, " ");
        add_heads(out, true, &r->before, r->has_sha256, &r->sha256);
    }
    if (out->len == 0 && list_changed(s)) {
        buf_adds(out, "the list ");
        reread_list_words(s, out);
    }
    if (more > 1)
        buf_addf(out, " (and %zu more)", more - 1);
}
