#include "core/entry.h"

#include "core/decode.h"
#include "core/keyed.h"
#include "core/names.h"
#include "core/reader.h"

#include <string.h>

/* A name that escapes at most spell out one of ours fits here; a longer one is none of them. */
enum { NAME_ROOM = 256 };

static const char *const names_known[MEMBER_COUNT] = {
    [MEMBER_SEQ] = "seq",
    [MEMBER_PREV_DIGEST] = "prev_digest",
    [MEMBER_JOB_ID] = "job_id",
    [MEMBER_ID] = "id",
    [MEMBER_TOOL] = "tool",
    [MEMBER_PROVENANCE_CLASS] = "provenance_class",
    [MEMBER_CANONICAL_BYTES] = "canonical_bytes",
    [MEMBER_OUTPUT_HASH] = "output_hash",
    [MEMBER_CLOSE] = "close",
    [MEMBER_ENTRY_DIGEST] = "entry_digest",
};

const char *member_name(enum member m)
{
    return names_known[m];
}

const char *json_type_name(enum json_type t)
{
    static const char *const name[] = {"absent", "null",   "false", "true",
                                       "number", "string", "array", "object"};
    return name[t];
}

enum member member_parse(const char *name, size_t len)
{
    /* By length; the two of eleven letters are tried in turn. */
    enum { NONE = MEMBER_COUNT };
    static const unsigned char first[17] = {
        NONE,         NONE, MEMBER_ID, MEMBER_SEQ, MEMBER_TOOL,        MEMBER_CLOSE,
        MEMBER_JOB_ID, NONE, NONE,      NONE,       NONE,               MEMBER_PREV_DIGEST,
        MEMBER_ENTRY_DIGEST, NONE, NONE, MEMBER_CANONICAL_BYTES, MEMBER_PROVENANCE_CLASS,
    };
    enum member m = len < sizeof first ? (enum member)first[len] : MEMBER_COUNT;

    if (m == MEMBER_PREV_DIGEST && memcmp(name, names_known[m], len) != 0)
        m = MEMBER_OUTPUT_HASH;
    return m != MEMBER_COUNT && memcmp(name, names_known[m], len) == 0 ? m : MEMBER_COUNT;
}

/* What reading one entry needs at hand. */
struct work {
    struct reader r;
    const struct extent *x;
    struct entry *e;
    struct names *names;
    struct err *err;
    /* The name in hand, where the entry is read through a window: kept before the window moves on, since
     * reading millions of names again from the source would take a call for each. */
    struct extent name;
    unsigned char name_bytes[NAME_ROOM + 2];
};

static int note_extra(struct work *w, const struct value *name)
{
    uint64_t hash;

    w->e->extras++;
    if (keyed_string(&hash, 0, &w->name, name->offset, name->length, name->plain, w->err))
        return -1;
    int seen = names_add(w->names, hash);
    if (seen < 0)
        w->e->many = true;
    /* A third time is no further finding: the name is noted as repeated under another hash. */
    if (seen > 0 && names_add(w->names, ~hash) == 0)
        w->e->extra_repeated++;
    return 0;
}

/* Which member a name is; unknown ones are noted. -1: the source failed. */
static int identify(struct work *w, const struct value *name, enum member *known)
{
    unsigned char room[NAME_ROOM + DECODER_ROOM];
    const char *text = (const char *)room;
    size_t len = (size_t)name->length - 2;

    *known = MEMBER_COUNT;
    if (name->length - 2 > NAME_ROOM)
        return note_extra(w, name);
    if (name->plain) {
        text = (const char *)w->name.memory + (name->offset + 1 - w->name.from);
    } else {
        unsigned char window[NAME_ROOM];
        struct decoder d;
        decoder_open(&d, &w->name, name->offset, window, sizeof window, w->err);
        ssize_t got = decoder_next(&d, room, sizeof room);
        if (got < 0)
            return -1;
        len = (size_t)got;
    }
    *known = member_parse(text, len);
    if (*known != MEMBER_COUNT)
        return 0;
    w->e->near += names_near(w->names, text, len) != MEMBER_COUNT;
    return note_extra(w, name);
}

/* `from`: where the name's bytes are, when it is short enough to be still in the window. */
static void keep_name(struct work *w, const struct value *name, const unsigned char *from)
{
    w->name = *w->x;
    if (w->x->memory || name->length > NAME_ROOM + 2)
        return;
    memcpy(w->name_bytes, from, (size_t)name->length);
    w->name.memory = w->name_bytes;
    w->name.from = name->offset;
    w->name.to = name->offset + name->length;
}

static int read_name(struct work *w, struct value *name)
{
    struct reader *r = &w->r;

    if (reader_space(r) != '"')
        return reader_expect(r, '"', "a member name in double quotes is expected");
    name->type = JSON_STRING;
    name->offset = cursor_offset(&r->c);
    cursor_need(&r->c, NAME_ROOM + 2 + 16); /* an escape at its end looks that far ahead */
    const unsigned char *from = r->c.p;
    if (reader_string(r, &name->plain))
        return -1;
    name->length = cursor_offset(&r->c) - name->offset;
    keep_name(w, name, from);
    return reader_expect(r, ':', "a colon is expected after a member name");
}

static int read_member(struct work *w, const struct entry_visitor *visitor)
{
    struct value name, v;
    enum member known;

    if (read_name(w, &name))
        return -1;
    reader_space(&w->r);
    v.offset = cursor_offset(&w->r.c);
    v.plain = false;
    if (reader_value(&w->r, &v.type, &v.plain))
        return -1;
    v.length = cursor_offset(&w->r.c) - v.offset;
    if (identify(w, &name, &known))
        return -1;
    if (known != MEMBER_COUNT) {
        if (w->e->member[known].type != JSON_ABSENT)
            w->e->repeated |= 1u << known;
        w->e->member[known] = v;
    }
    return visitor ? visitor->member(visitor->arg, known, &name, &v) : 0;
}

static int read_members(struct work *w, const struct entry_visitor *visitor)
{
    struct reader *r = &w->r;

    if (reader_enter(r))
        return -1;
    if (reader_space(r) == '}') {
        r->c.p++;
        return 0;
    }
    for (;;) {
        if (read_member(w, visitor))
            return -1;
        if (reader_space(r) != ',')
            return reader_expect(r, '}', "a comma or } is expected");
        r->c.p++;
    }
}

int entry_read(struct entry *e, const struct extent *x, unsigned depth, struct names *names,
               unsigned char *window, size_t room, const struct entry_visitor *visitor,
               struct err *err)
{
    struct work w = {.x = x, .e = e, .names = names, .err = err};
    bool plain;
    int status;

    memset(e, 0, sizeof *e);
    names_begin(names);
    reader_open(&w.r, x, x->from, depth, window, room, err);
    int b = reader_space(&w.r);
    e->offset = cursor_offset(&w.r.c);
    if (b == '{') {
        e->type = JSON_OBJECT;
        status = read_members(&w, visitor);
    } else {
        status = reader_value(&w.r, &e->type, &plain);
    }
    e->end = cursor_offset(&w.r.c);
    return status;
}
