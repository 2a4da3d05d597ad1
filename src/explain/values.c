#include "explain/values.h"

#include "base/shortage.h"

#include "core/keyed.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4 * VALUES_DISTINCT, IDS_BYTES = 64 << 20 };

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for hypotheses");
}

static uint32_t *find(struct candidate_list *l, const void *shown, size_t len)
{
    uint32_t i = (uint32_t)keyed_hash(0, shown, len) % SLOTS;

    for (; l->slot[i]; i = (i + 1) % SLOTS) {
        const struct str *s = &l->item[l->slot[i] - 1].shown;
        if (s->len == len && memcmp(s->data, shown, len) == 0)
            break;
    }
    return &l->slot[i];
}

static struct candidate *grow(struct candidate_list *l)
{
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 16;
        struct candidate *more = shortage_unless(realloc(l->item, room * sizeof *more));
        if (!more)
            return NULL;
        l->item = more;
        l->room = room;
    }
    memset(&l->item[l->count], 0, sizeof *l->item);
    return &l->item[l->count];
}

static bool candidate_list_full(const struct candidate_list *l)
{
    return l->count == VALUES_DISTINCT || l->bytes > VALUES_BYTES;
}

int candidate_add(struct candidate_list *l, const void *encoded, size_t len, const void *shown,
                  size_t shown_len)
{
    if (!l->slot && !(l->slot = shortage_unless(calloc(SLOTS, sizeof *l->slot))))
        return -1;
    uint32_t *slot = find(l, shown, shown_len);
    if (*slot || candidate_list_full(l))
        return 0;
    struct candidate *c = grow(l);
    if (!c)
        return -1;
    if (str_set(&c->encoded, encoded, len) || str_set(&c->shown, shown, shown_len)) {
        str_release(&c->encoded);
        return -1;
    }
    l->bytes += len + shown_len;
    *slot = (uint32_t)++l->count;
    return 0;
}

void candidate_list_release(struct candidate_list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        str_release(&l->item[i].encoded);
        str_release(&l->item[i].shown);
    }
    free(l->item);
    free(l->slot);
    memset(l, 0, sizeof *l);
}

static int add_text(struct values *v, enum slot slot, const void *text, size_t len)
{
    struct buf encoded;

    buf_init(&encoded, 8 * (size_t)PARTS_TEXT);
    int status = encode_text(&encoded, text, len, v->encoding);
    if (status == 0)
        status = candidate_add(&v->of[slot], buf_cstr(&encoded), encoded.len, text, len);
    buf_release(&encoded);
    v->cut |= candidate_list_full(&v->of[slot]);
    return status;
}

/* Known already: the common case, and without an encoding to be made. */
static int note_text(struct values *v, enum slot slot, const struct parts *p)
{
    const struct str *s = &p->text[slot_member[slot]];

    if (!s->data || (v->of[slot].slot && *find(&v->of[slot], s->data, s->len)))
        return 0;
    return add_text(v, slot, s->data, s->len);
}

static int add_close(struct values *v, bool close)
{
    struct buf text;

    buf_init(&text, 64);
    int status = encode_close(&text, close, v->encoding);
    if (status == 0)
        status = candidate_add(&v->of[SLOT_CLOSE], buf_cstr(&text), text.len,
                               close ? "true" : "false", close ? 4 : 5);
    buf_release(&text);
    return status;
}

/* The standard classes come first: a relabelled entry had one of them. */
static int add_standard(struct values *v, const struct reference_set *refs)
{
    static const char *const class[] = {"LOGGED BY AGENT", "OBSERVED VIA GATEWAY",
                                        "EXECUTED BY ZAMBO"};

    if (add_close(v, false) || add_close(v, true))
        return -1;
    for (size_t i = 0; i < sizeof class / sizeof *class; i++)
        if (add_text(v, SLOT_CLASS, class[i], strlen(class[i])))
            return -1;
    for (size_t i = 0; refs && i < refs->count; i++) {
        const struct str *job = &refs->item[i].job_id;
        if (job->data && job->len <= PARTS_TEXT && add_text(v, SLOT_JOB, job->data, job->len))
            return -1;
    }
    return 0;
}

static int add_row(struct values *v, size_t row, const struct parts *p)
{
    const struct str *id = &p->text[MEMBER_ID];

    if (note_text(v, SLOT_CLASS, p) || note_text(v, SLOT_TOOL, p) || note_text(v, SLOT_JOB, p))
        return -1;
    v->has_output[row] = p->has >> MEMBER_CANONICAL_BYTES & 1;
    v->output[row] = p->output;
    if (v->ids.len + 8 * id->len > IDS_BYTES)
        v->cut = true;
    else if (id->data && encode_text(&v->ids, id->data, id->len, v->encoding))
        return -1;
    v->id_end[row] = (uint32_t)v->ids.len;
    v->rows = row + 1;
    return 0;
}

static int make_room(struct values *v, uint64_t entries)
{
    v->step = (entries + VALUES_ROWS - 1) / VALUES_ROWS;
    v->step += v->step == 0;
    v->cut = v->step > 1;
    size_t rows = (size_t)(entries / v->step + 1);
    buf_init(&v->ids, IDS_BYTES);
    v->id_end = shortage_unless(calloc(rows, sizeof *v->id_end));
    v->output = shortage_unless(calloc(rows, sizeof *v->output));
    v->has_output = shortage_unless(calloc(rows, sizeof *v->has_output));
    return v->id_end && v->output && v->has_output ? 0 : -1;
}

int values_read(struct values *v, struct timeline *t, const struct reference_set *refs,
                unsigned encoding, bool (*stop)(void *), void *arg, struct err *err)
{
    uint64_t entries = timeline_progress(t).entries;
    struct parts p;

    values_release(v);
    v->encoding = encoding;
    if (make_room(v, entries) || add_standard(v, refs))
        return no_memory(err);
    for (uint64_t entry = 1, row = 0; entry <= entries; entry += v->step, row++) {
        if (stop && row % 256 == 0 && stop(arg))
            return err_set(err, ERR_CANCELLED, "explaining was stopped");
        int status = timeline_parts(t, entry, &p, err);
        if (status == 0 && add_row(v, (size_t)row, &p))
            status = no_memory(err);
        parts_release(&p);
        if (status)
            return -1;
    }
    return 0;
}

void values_release(struct values *v)
{
    for (int i = 0; i < SLOT_COUNT; i++)
        candidate_list_release(&v->of[i]);
    buf_release(&v->ids);
    free(v->id_end);
    free(v->output);
    free(v->has_output);
    memset(v, 0, sizeof *v);
}
