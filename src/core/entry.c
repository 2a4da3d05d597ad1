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
#define IF(text, m) (memcmp(name, text, sizeof(text) - 1) == 0 ? (m) : MEMBER_COUNT)
    switch (len) {
    case 2: return IF("id", MEMBER_ID);
    case 3: return IF("seq", MEMBER_SEQ);
    case 4: return IF("tool", MEMBER_TOOL);
    case 5: return IF("close", MEMBER_CLOSE);
    case 6: return IF("job_id", MEMBER_JOB_ID);
    case 11: return *name == 'p' ? IF("prev_digest", MEMBER_PREV_DIGEST) : IF("output_hash", MEMBER_OUTPUT_HASH);
    case 12: return IF("entry_digest", MEMBER_ENTRY_DIGEST);
    case 15: return IF("canonical_bytes", MEMBER_CANONICAL_BYTES);
    case 16: return IF("provenance_class", MEMBER_PROVENANCE_CLASS);
    default: return MEMBER_COUNT;
    }
#undef IF
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

static int settle(struct work *w, const struct value *name, const char *text, size_t len, enum member *known)
{
    *known = member_parse(text, len);
    if (*known != MEMBER_COUNT)
        return 0;
    if (len == sizeof TRAINING_MEMBER - 1 && memcmp(text, TRAINING_MEMBER, len) == 0)
        w->e->training = true;
    w->e->near += names_near(w->names, text, len) != MEMBER_COUNT;
    return note_extra(w, name);
}

static int identify_escaped(struct work *w, const struct value *name, enum member *known)
{
    unsigned char room[NAME_ROOM + DECODER_ROOM], window[NAME_ROOM];
    struct decoder d;

    decoder_open(&d, &w->name, name->offset, window, sizeof window, w->err);
    ssize_t got = decoder_next(&d, room, sizeof room);
    return got < 0 ? -1 : settle(w, name, (const char *)room, (size_t)got, known);
}

/* Which member a name is; unknown ones are noted. -1: the source failed. */
static inline int identify(struct work *w, const struct value *name, enum member *known)
{
    *known = MEMBER_COUNT;
    if (name->length - 2 > NAME_ROOM)
        return note_extra(w, name);
    if (!name->plain)
        return identify_escaped(w, name, known);
    return settle(w, name, (const char *)w->name.memory + (name->offset + 1 - w->name.from),
                  (size_t)name->length - 2, known);
}

/* `from`: where the name's bytes are, when it is short enough to be still in the window. */
static void keep_name(struct work *w, const struct value *name, const unsigned char *from)
{
    w->name = *w->x;
    if (name->length > NAME_ROOM + 2)
        return;
    memcpy(w->name_bytes, from, (size_t)name->length);
    w->name.memory = w->name_bytes;
    w->name.from = name->offset;
    w->name.to = name->offset + name->length;
}

static inline int read_name(struct work *w, struct value *name)
{
    struct reader *r = &w->r;

    if (reader_space(r) != '"')
        return reader_expect(r, '"', "a member name in double quotes is expected");
    name->type = JSON_STRING;
    name->offset = cursor_offset(&r->c);
    if (!w->x->memory)
        cursor_need(&r->c, NAME_ROOM + 2 + 16); /* an escape at its end looks that far ahead */
    const unsigned char *from = r->c.p;
    if (reader_string(r, &name->plain))
        return -1;
    name->length = cursor_offset(&r->c) - name->offset;
    if (!w->x->memory)
        keep_name(w, name, from);
    return reader_expect(r, ':', "a colon is expected after a member name");
}

/* Part by part: a copy of the whole would wait for what was just written in parts. */
static inline void keep_member(struct entry *e, enum member known, struct value v)
{
    struct value *to = &e->member[known];

    if (to->type != JSON_ABSENT)
        e->repeated |= 1u << known;
    if (v.type == JSON_STRING && (!v.plain || v.length == 2))
        e->usual = false;
    to->type = v.type;
    to->plain = v.plain;
    to->offset = v.offset;
    to->length = v.length;
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
    if (known != MEMBER_COUNT)
        keep_member(w->e, known, v);
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

/* --- the usual entry: in memory, not long, of plain strings and short numbers, written without more space
 *     than one behind a colon or comma. Its quotes are found before anything else is looked at, so that no
 *     step waits for the one before to say where it begins. --- */

enum { USUAL_LENGTH = 16 * 1024, USUAL_QUOTES = 96 };

struct usual {
    const unsigned char *p;
    uint16_t quote[USUAL_QUOTES + SCAN_QUOTES_SLACK];
    size_t quotes, next; /* of them in all; the next one to come */
    size_t at;
};

/* Byte by byte: it stops at the first that differs, at the entry's bracket at the latest. */
static bool begins(const unsigned char *p, const char *word)
{
    while (*word && *p == (unsigned char)*word) {
        p++;
        word++;
    }
    return *word == 0;
}

/* A value that is no string: a positive integer of 18 digits at most, true or false. Its length, else 0. */
static size_t usual_scalar(const unsigned char *p, enum json_type *type)
{
    size_t n = 0;

    *type = JSON_NUMBER;
    if (*p >= '1' && *p <= '9') {
        while (n < 19 && p[n] >= '0' && p[n] <= '9')
            n++;
        return n < 19 ? n : 0;
    }
    if (begins(p, "true")) {
        *type = JSON_TRUE;
        return 4;
    }
    *type = JSON_FALSE;
    return begins(p, "false") ? 5 : 0;
}

/* Takes a string whose quote is here: the place behind it, 0 when none is. */
static inline size_t usual_string(struct usual *u)
{
    if (u->next + 1 >= u->quotes || u->quote[u->next] != u->at)
        return 0;
    u->next += 2;
    return (size_t)u->quote[u->next - 1] + 1;
}

static inline bool usual_value(struct usual *u, struct value *v)
{
    size_t end;

    v->plain = u->p[u->at] == '"';
    v->type = JSON_STRING;
    if (v->plain) {
        end = usual_string(u);
    } else {
        size_t len = usual_scalar(u->p + u->at, &v->type);
        end = len ? u->at + len : 0;
    }
    v->offset = u->at;
    v->length = end - u->at;
    u->at = end;
    return end > 0;
}

/* One member; the last byte of the entry is its bracket, so that every byte looked at is within. */
static inline bool usual_member(struct work *w, struct usual *u)
{
    struct value name = {.type = JSON_STRING, .plain = true, .offset = u->at}, v;
    size_t end = usual_string(u);

    if (end == 0 || u->p[end] != ':')
        return false;
    name.length = end - u->at;
    u->at = end + 1 + (u->p[end + 1] == ' ');
    if (!usual_value(u, &v))
        return false;
    enum member known = member_parse((const char *)u->p + name.offset + 1, (size_t)name.length - 2);
    name.offset += w->x->from;
    v.offset += w->x->from;
    if (known == MEMBER_COUNT)
        return name.length - 2 <= NAME_ROOM && identify(w, &name, &known) == 0;
    keep_member(w->e, known, v);
    return true;
}

/* False: it is not so, and nothing was kept of it. */
static bool read_usual(struct work *w)
{
    struct usual u;
    size_t len = (size_t)(w->x->to - w->x->from);

    u.p = w->x->memory;
    if (!u.p || len < 64 || len > USUAL_LENGTH || u.p[0] != '{' || u.p[len - 1] != '}')
        return false;
    u.quotes = scan_quotes(u.p, len, u.quote, USUAL_QUOTES);
    u.next = 0;
    u.at = 1;
    while (usual_member(w, &u)) {
        unsigned char c = u.p[u.at++];
        if (c == '}') {
            w->e->end = w->x->from + u.at;
            return true;
        }
        if (c != ',')
            break;
        u.at += u.p[u.at] == ' ';
    }
    return false;
}

static void begin_entry(struct work *w)
{
    buf_wipe(w->e, sizeof *w->e);
    names_begin(w->names);
    w->name = *w->x;
    w->e->offset = w->x->from;
    w->e->type = JSON_OBJECT;
    w->e->usual = true;
}

int entry_read(struct entry *e, const struct extent *x, unsigned depth, struct names *names,
               unsigned char *window, size_t room, const struct entry_visitor *visitor,
               struct err *err)
{
    struct work w;
    bool plain;
    int status;

    w.x = x;
    w.e = e;
    w.names = names;
    w.err = err;
    begin_entry(&w);
    if (!visitor && read_usual(&w))
        return 0;
    begin_entry(&w);
    reader_open(&w.r, x, x->from, depth, window, room, err);
    int b = reader_space(&w.r);
    e->offset = cursor_offset(&w.r.c);
    if (b == '{') {
        status = read_members(&w, visitor);
    } else {
        status = reader_value(&w.r, &e->type, &plain);
    }
    e->end = cursor_offset(&w.r.c);
    return status;
}
