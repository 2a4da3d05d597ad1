#include "core/commitment.h"

#include "core/keyed.h"
#include "core/names.h"
#include "core/seq.h"

#include <stdio.h>
#include <string.h>

enum part { PART_JOB, PART_DIGEST, PART_COUNT, PART_TIME, PARTS };
static const char *const part_name[PARTS] = {"job_id", "final_entry_digest", "entry_count",
                                             "published_at"};

struct form {
    struct reference *r;
    const struct document *d;
    struct value part[PARTS];
    unsigned seen, twice;
    struct names *names; /* of the other members */
    bool other_twice;
    struct err *err;
};

int commitment_form(struct reference *r, const char *member, const char *what, struct err *err)
{
    struct finding f;

    finding_init(&f, FINDING_COMMITMENT_FORM, 0);
    f.member = member;
    if (str_set(&f.message, what, strlen(what))) {
        finding_release(&f);
        return err_set(err, ERR_MEMORY, "no memory for findings");
    }
    r->readable = false;
    return finding_list_add(&r->findings, &f) ? err_set(err, ERR_MEMORY, "no memory for findings") : 0;
}

/* "entry_count is absent, not a JSON integer". */
static int complain(struct form *w, enum part p, const char *what, const char *detail)
{
    char text[256];

    snprintf(text, sizeof text, "%s %s%s", part_name[p], what, detail);
    return commitment_form(w->r, part_name[p], text, w->err);
}

static int on_member(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    struct form *w = arg;

    (void)at;
    for (int p = 0; p < PARTS; p++) {
        if (len != strlen(part_name[p]) || memcmp(name, part_name[p], len) != 0)
            continue;
        w->twice |= w->seen & 1u << p;
        w->seen |= 1u << p;
        w->part[p] = *v;
        return 0;
    }
    if (names_add(w->names, keyed_hash(0, name, len)) > 0)
        w->other_twice = true;
    return 0;
}

static int check_job(struct form *w)
{
    if (document_text(w->d, &w->part[PART_JOB], &w->r->job_id, w->err))
        return -1;
    if (w->r->job_id.len == 0)
        return complain(w, PART_JOB, "is an empty string: ", "the job of a timeline is never empty");
    return 0;
}

static int check_digest(struct form *w)
{
    struct str text = {0};

    if (document_text(w->d, &w->part[PART_DIGEST], &text, w->err))
        return -1;
    w->r->has_digest = digest_parse(text.data, text.len, &w->r->final_digest);
    str_release(&text);
    if (w->r->has_digest)
        return 0;
    return complain(w, PART_DIGEST, "is not ", "64 lowercase hexadecimal digits");
}

static int check_count(struct form *w)
{
    const struct value *v = &w->part[PART_COUNT];
    const char *lexeme = w->d->bytes.data + v->offset;
    struct seq count;

    for (size_t i = 0; i < v->length; i++)
        if (!strchr("-0123456789", lexeme[i]))
            return complain(w, PART_COUNT, "is not a JSON integer",
                            ": it has a fraction or an exponent, and such a number is refused even where it is whole");
    if (v->length > COUNT_DIGITS)
        return complain(w, PART_COUNT, "has more than 256 digits", "");
    if (seq_read(&count, &w->d->all, v->offset, v->length, w->err))
        return -1;
    w->r->has_count = true;
    w->r->count = count.small ? count.value : count.value * INT64_C(1000000000000000000);
    if (!count.small && str_set(&w->r->count_text, lexeme, v->length))
        return err_set(w->err, ERR_MEMORY, "no memory for a reference");
    return 0;
}

static int check_time(struct form *w)
{
    struct reference *r = w->r;
    const char *why;

    if (document_text(w->d, &w->part[PART_TIME], &r->published_at, w->err))
        return -1;
    if (rfc3339_parse(r->published_at.data, r->published_at.len, &r->published, &why) == 0)
        return 0;
    return complain(w, PART_TIME, "is not an RFC 3339 time: ", why);
}

static int check_part(struct form *w, enum part p)
{
    static int (*const check[PARTS])(struct form *) = {check_job, check_digest, check_count, check_time};
    enum json_type want = p == PART_COUNT ? JSON_NUMBER : JSON_STRING;

    if (w->twice >> p & 1)
        return complain(w, p, "stands twice: ", "it is ambiguous");
    if (w->part[p].type != want)
        return complain(w, p, p == PART_COUNT ? "must be a JSON integer and is " : "must be a string and is ",
                        json_type_name(w->part[p].type));
    return check[p](w);
}

static int check_form(struct form *w)
{
    struct err damage = {0};
    enum json_type type;
    char text[640];

    if (object_walk(w->d, 0, true, &type, on_member, w, &damage)) {
        snprintf(text, sizeof text, "not JSON at byte %llu: %s", (unsigned long long)damage.offset,
                 damage.text);
        return commitment_form(w->r, NULL, text, w->err);
    }
    if (type != JSON_OBJECT) {
        snprintf(text, sizeof text, "a chain commitment is an object; this is a JSON %s", json_type_name(type));
        return commitment_form(w->r, NULL, text, w->err);
    }
    for (int p = 0; p < PARTS; p++)
        if (check_part(w, (enum part)p))
            return -1;
    if (!w->other_twice)
        return 0;
    return commitment_form(w->r, NULL, "a member stands twice: the reference is ambiguous", w->err);
}

int commitment_read(struct reference *r, const struct document *d, struct err *err)
{
    struct form w = {.r = r, .d = d, .err = err, .names = names_new()};

    if (!w.names)
        return err_set(err, ERR_MEMORY, "no memory for a reference");
    names_begin(w.names);
    r->readable = true;
    int status = check_form(&w);
    names_free(w.names);
    return status;
}
