#include "core/selection.h"

#include "base/limits.h"
#include "core/block.h"
#include "core/boundary.h"
#include "core/decode.h"
#include "core/keyed.h"
#include "core/pairs.h"
#include "core/reader.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 64 };

struct selection {
    struct str wanted; /* data NULL: all */
    struct names *names;
    unsigned char *window; /* LIMIT_WINDOW */
    struct buf text;
    bool damaged; /* what follows is not looked at any more */
    uint64_t entries, taken, without, unlisted;
    struct job_row *row;
    size_t room, listed_bytes;
    struct pairs pairs; /* number: of the row */
};

struct selection *selection_new(const struct str *job, struct err *err)
{
    struct selection *s = calloc(1, sizeof *s);
    bool copied = true;

    if (s) {
        buf_init(&s->text, SIZE_MAX);
        s->names = names_new();
        s->window = malloc(LIMIT_WINDOW);
        copied = !job || str_set(&s->wanted, job->data, job->len) == 0;
    }
    if (s && s->names && s->window && copied)
        return s;
    selection_free(s);
    err_set(err, ERR_MEMORY, "no memory to tell jobs apart");
    return NULL;
}

void selection_free(struct selection *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->pairs.count; i++)
        str_release(&s->row[i].job);
    free(s->row);
    pairs_release(&s->pairs);
    buf_release(&s->text);
    names_free(s->names);
    free(s->window);
    str_release(&s->wanted);
    free(s);
}

/* --- the list --- */

static int make_room(struct selection *s, struct err *err)
{
    size_t room = s->room ? 2 * s->room : FIRST_ROWS;
    struct job_row *row;

    if (s->pairs.count < s->room)
        return 0;
    row = realloc(s->row, room * sizeof *row);
    if (!row)
        return err_set(err, ERR_MEMORY, "no memory for the list of jobs");
    s->row = row;
    s->room = room;
    return 0;
}

static int read_seq(const struct entry *e, const struct extent *x, char out[JOB_SEQ_ROOM], struct err *err)
{
    const struct value *v = &e->member[MEMBER_SEQ];

    *out = 0;
    if (v->type != JSON_NUMBER || v->length >= JOB_SEQ_ROOM)
        return 0;
    if (x->memory)
        memcpy(out, x->memory + (v->offset - x->from), (size_t)v->length);
    else if (source_read(x->source, v->offset, out, (size_t)v->length, err) < 0)
        return -1;
    out[v->length] = 0;
    return 0;
}

static int add_row(struct selection *s, const struct entry *e, const struct extent *x, const uint64_t hash[2],
                   struct err *err)
{
    struct job_row r = {.first = s->entries, .first_offset = e->offset};

    buf_clear(&s->text);
    int cut = decode_string(&s->text, x, e->member[MEMBER_JOB_ID].offset, LIMIT_SHOWN, err);
    if (cut < 0 || read_seq(e, x, r.first_seq, err) || make_room(s, err))
        return -1;
    r.cut = cut;
    if (str_set(&r.job, buf_cstr(&s->text), s->text.len) || pairs_add(&s->pairs, hash) < 0) {
        str_release(&r.job);
        return err_set(err, ERR_MEMORY, "no memory for the list of jobs");
    }
    s->listed_bytes += s->text.len;
    s->row[s->pairs.count - 1] = r;
    return 0;
}

static int list(struct selection *s, const struct entry *e, const struct extent *x, struct err *err)
{
    const struct value *v = &e->member[MEMBER_JOB_ID];
    uint64_t hash[2];

    if (keyed_string(&hash[0], 0, x, v->offset, v->length, v->plain, err) ||
        keyed_string(&hash[1], 1, x, v->offset, v->length, v->plain, err))
        return -1;
    int64_t at = pairs_find(&s->pairs, hash);
    if (at == PAIRS_NONE && (s->pairs.count == LIMIT_JOB_ROWS || s->listed_bytes > LIMIT_JOB_BYTES)) {
        s->unlisted++;
        return 0;
    }
    if (at == PAIRS_NONE && add_row(s, e, x, hash, err))
        return -1;
    struct job_row *r = &s->row[at == PAIRS_NONE ? s->pairs.count - 1 : (size_t)at];
    r->entries++;
    r->last = s->entries;
    r->last_offset = e->offset;
    return read_seq(e, x, r->last_seq, err);
}

/* --- entries --- */

/* 1 when it is the job that is wanted. */
static int is_wanted(struct selection *s, const struct value *v, const struct extent *x, struct err *err)
{
    if (v->plain && v->length - 2 != s->wanted.len)
        return 0;
    buf_clear(&s->text);
    int more = decode_string(&s->text, x, v->offset, s->wanted.len + 1, err);
    if (more < 0)
        return -1;
    return !more && s->text.len == s->wanted.len && memcmp(buf_cstr(&s->text), s->wanted.data, s->wanted.len) == 0;
}

/* 1 when the entry is whole, and nothing else in its range. */
static int read_whole(struct selection *s, struct entry *e, const struct extent *x, unsigned depth, struct err *err)
{
    struct reader r;

    if (entry_read(e, x, depth, s->names, s->window, LIMIT_WINDOW, NULL, err))
        return err->code == ERR_FORM ? 0 : -1;
    if (e->end == x->to)
        return 1;
    reader_open(&r, x, e->end, 0, s->window, LIMIT_WINDOW, err);
    bool blank = reader_space(&r) < 0;
    return r.c.failed ? -1 : blank;
}

/* 1 when the entry is one of those to examine. */
static int take(struct selection *s, const struct extent *x, unsigned depth, struct err *err)
{
    struct entry e;

    if (s->damaged)
        return 1;
    int whole = read_whole(s, &e, x, depth, err);
    if (whole <= 0) {
        s->damaged = true;
        return whole < 0 ? -1 : 1;
    }
    s->entries++;
    if (e.type != JSON_OBJECT || e.member[MEMBER_JOB_ID].type != JSON_STRING) {
        s->without++;
        return !s->wanted.data;
    }
    if (s->wanted.data)
        return is_wanted(s, &e.member[MEMBER_JOB_ID], x, err);
    return list(s, &e, x, err) ? -1 : 1;
}

int selection_filter(struct selection *s, struct spans *spans, const struct block *block, struct source *source,
                     unsigned depth, struct err *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < spans->count; i++) {
        struct span span = spans->item[i];
        struct extent x = {.from = span.from, .to = span.to, .source = source};
        struct err trouble = {0};

        if (span.from >= block->offset)
            x.memory = block->data + (span.from - block->offset);
        int status = take(s, &x, depth, &trouble);
        if (status < 0) {
            *err = trouble;
            return -1;
        }
        s->taken += !s->damaged && status;
        if (status)
            spans->item[kept++] = span;
    }
    spans->count = kept;
    return 0;
}

/* --- what came of it --- */

struct str selection_job(const struct selection *s)
{
    return s->wanted;
}

uint64_t selection_entries(const struct selection *s)
{
    return s->entries;
}

uint64_t selection_taken(const struct selection *s)
{
    return s->taken;
}

uint64_t selection_without_job(const struct selection *s)
{
    return s->without;
}

size_t selection_jobs(const struct selection *s)
{
    return s->pairs.count;
}

const struct job_row *selection_row(const struct selection *s, size_t i)
{
    return &s->row[i];
}

uint64_t selection_unlisted(const struct selection *s)
{
    return s->unlisted;
}
